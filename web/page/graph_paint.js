/* Paints a scene as SVG. Coordinates are pixels of the screen, so that text keeps its size when the
 * graph is zoomed. Elements of positions are kept from one scene to the next, so that they move
 * instead of being replaced, and keep the keyboard focus. */

import { makeSvg, setText } from "./dom.js";
import { movePath, nodeScale, nodeSize, shortName, TEXT } from "./geometry.js";

const TOUCH = 56; /* so that a finger has 44 pixels when positions are smallest */

/**
 * @typedef {object} Decoration
 * @property {(name: string) => string} nodeClass
 * @property {(name: string) => string} nodeNote a second line of text
 * @property {(name: string) => string} nodeLabel for screen readers
 * @property {(from: string, to: string, kind?: string) => string} edgeClass
 * @property {string | null} here the current position
 */

/** @param {string} name */
function makeNode(name) {
  const { width, height } = nodeSize(name);
  const box = (/** @type {number} */ inset, /** @type {string} */ style) => makeSvg("rect", {
    class: style, x: -width / 2 + inset, y: -height / 2 + inset, width: width - 2 * inset,
    height: height - 2 * inset, rx: height / 2 - inset,
  });
  return makeSvg("g", { class: "node", role: "button", tabindex: "-1", data: { name } },
    makeSvg("title", { text: name }),
    box(Math.min(0, (height - TOUCH) / 2), "touch"), box(0, "shape"), box(3.5, "ring"),
    makeSvg("text", { class: "name", "text-anchor": "middle", "font-size": TEXT, text: shortName(name) }),
    makeSvg("text", { class: "note", "text-anchor": "middle", "font-size": 11 }));
}

/** @param {SceneEdge} edge */
const makeEdge = ({ from, to, kind }) => makeSvg("g", {
  class: "edge", data: kind === undefined ? { from, to } : { from, to, kind } },
makeSvg("path", { class: "line" }), makeSvg("path", { class: "head" }), makeSvg("path", { class: "open" }),
makeSvg("path", { class: "cross" }), makeSvg("path", { class: "touch" }));

/** @param {{ from: string, to: string, kind?: string }} edge */
const edgeKey = ({ from, to, kind }) => JSON.stringify([from, to, kind]);

/**
 * Makes a small arrow of a kind of move, for lists.
 * @param {string} kind
 */
export function makeArrow(kind) {
  const end = (/** @type {number} */ x) => ({ x, y: 7, width: 0, height: 0 });
  const { path, head, open } = movePath(end(0), end(36), 0, 9, kind);
  return makeSvg("svg", { class: "kind-arrow", viewBox: "0 0 36 14", width: 36, height: 14, "aria-hidden": "true" },
    makeSvg("path", { class: "line", d: path }), makeSvg("path", { class: "head", d: head }),
    makeSvg("path", { class: "open", d: open }));
}

/**
 * Makes the elements match the keys, keeping those that exist.
 * @template T
 * @param {Map<string, any>} elements
 * @param {Map<string, T>} wanted
 * @param {any} layer
 * @param {(item: T) => any} makeOne
 */
function matchElements(elements, wanted, layer, makeOne) {
  for (const [key, element] of elements) {
    if (wanted.has(key)) continue;
    element.remove();
    elements.delete(key);
  }
  for (const [key, item] of wanted) {
    if (elements.has(key)) continue;
    const element = makeOne(item);
    elements.set(key, element);
    layer.append(element);
  }
}

/**
 * @param {any} element
 * @param {SceneNode} node
 * @param {{ x: number, y: number, z: number }} camera
 */
function placeNode(element, { x, y }, camera) {
  const scale = nodeScale(camera.z);
  const px = Math.round((x * camera.z + camera.x) * 10) / 10;
  const py = Math.round((y * camera.z + camera.y) * 10) / 10;
  element.style.transform = `translate(${px}px, ${py}px) scale(${scale})`;
}

/**
 * @param {any} element
 * @param {SceneEdge} edge
 * @param {Map<string, SceneNode>} nodes
 * @param {{ x: number, y: number, z: number }} camera
 */
function placeEdge(element, { from, to, bend, kind }, nodes, camera) {
  const scale = nodeScale(camera.z);
  const [a, b] = [from, to].map(name => {
    const { x, y } = /** @type {SceneNode} */ (nodes.get(name));
    const { width, height } = nodeSize(name);
    return { x: x * camera.z + camera.x, y: y * camera.z + camera.y,
      width: width * scale, height: height * scale };
  });
  const { path, head, open, middle } = movePath(a, b, bend, 8.5 * scale, kind);
  const [line, tip, outline, cross, touch] = element.children;
  line.setAttribute("d", path);
  touch.setAttribute("d", path);
  tip.setAttribute("d", head);
  outline.setAttribute("d", open);
  const { x, y } = middle, r = 6 * scale;
  cross.setAttribute("d", `M${x - r},${y - r} L${x + r},${y + r} M${x - r},${y + r} L${x + r},${y - r}`);
}

/**
 * @param {Map<string, any>} nodes
 * @param {Map<string, any>} edges
 * @param {any} halo
 * @param {Decoration} decoration
 */
function decorate(nodes, edges, halo, decoration) {
  for (const [name, element] of nodes) {
    const isHere = name === decoration.here;
    element.setAttribute("class", `node ${decoration.nodeClass(name)}${isHere ? " here" : ""}`);
    element.setAttribute("aria-label", decoration.nodeLabel(name));
    element.setAttribute("tabindex", isHere ? "0" : "-1");
    if (isHere) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
    const note = decoration.nodeNote(name);
    setText(element.lastChild, note === "" ? "" : ` ${note}`); /* the space is for screen readers */
    element.classList.toggle("two-lines", note !== "");
    element.classList.toggle("long-note", note.length > 2);
  }
  const first = nodes.values().next().value;
  if (first !== undefined && !nodes.has(decoration.here ?? "")) first.setAttribute("tabindex", "0");
  for (const element of edges.values()) {
    const { from, to, kind } = element.dataset;
    element.setAttribute("class", `edge ${decoration.edgeClass(from, to, kind)}`);
  }
  halo.style.display = nodes.has(decoration.here ?? "") ? "" : "none";
}

/**
 * @param {any} svg
 */
export function createPainter(svg) {
  const edgeLayer = makeSvg("g", { class: "edges" });
  const nodeLayer = makeSvg("g", { class: "nodes" });
  const halo = makeSvg("rect", { class: "halo" });
  /** @type {Map<string, any>} */
  const nodes = new Map();
  /** @type {Map<string, any>} */
  const edges = new Map();
  svg.append(edgeLayer, halo, nodeLayer);

  return {
    nodes,
    edges,
    /** Puts all elements where the camera sees them.
     * @param {Scene} scene
     * @param {{ x: number, y: number, z: number }} camera
     * @param {string | null} here
     */
    place(scene, camera, here) {
      matchElements(nodes, scene.nodes, nodeLayer, node => makeNode(node.name));
      matchElements(edges, new Map(scene.edges.map(edge => [edgeKey(edge), edge])), edgeLayer, makeEdge);
      for (const node of scene.nodes.values()) placeNode(nodes.get(node.name), node, camera);
      for (const edge of scene.edges) placeEdge(edges.get(edgeKey(edge)), edge, scene.nodes, camera);
      const at = here === null ? undefined : scene.nodes.get(here);
      if (at === undefined) return;
      const { width, height } = nodeSize(at.name);
      placeNode(halo, at, camera);
      for (const [key, value] of Object.entries({
        x: -width / 2 - 7, y: -height / 2 - 7, width: width + 14, height: height + 14, rx: height / 2 + 7,
      })) halo.setAttribute(key, value);
    },
    /** @param {Decoration} decoration */
    decorate: decoration => decorate(nodes, edges, halo, decoration),
    /**
     * Turns gliding on or off: positions glide to new places, but follow fingers at once.
     * @param {boolean} gliding
     */
    glide: gliding => svg.classList.toggle("gliding", gliding),
  };
}
