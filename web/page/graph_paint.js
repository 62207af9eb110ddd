/* Puts what the painter paints on the stage. Groups of positions and moves are kept from one scene to
 * the next, so that they move instead of being replaced, and keep the keyboard focus. */

import { makeSvg } from "./dom.js";
import { nodeScale } from "./geometry.js";
import { pictureOf } from "./graph_picture.js";
import { arrowParts, COLOURS, curveOf, edgeParts, haloParts, nodeParts, nodeSize } from "./paint.js";

const TOUCH = 56; /* so that a finger has 44 pixels when positions are smallest */

/** The colours of the page, which follow its theme. */
const colours = Object.fromEntries(COLOURS.map(name => [name, `var(--${name})`]));

/** @param {{ from: string, to: string, kind?: string }} edge */
const edgeKey = ({ from, to, kind }) => JSON.stringify([from, to, kind]);

/**
 * Makes a small arrow of a kind of move, for lists.
 * @param {string} kind
 */
export function makeArrow(kind) {
  const svg = makeSvg("svg", { class: "kind-arrow", viewBox: "0 0 36 14", width: 36, height: 14, "aria-hidden": "true" });
  svg.innerHTML = arrowParts([[0, 7], [12, 7], [24, 7], [36, 7]], kind, "currentcolor");
  return svg;
}

/**
 * Makes a small picture of a move as the graph shows it, for the legend.
 * @param {{ rating: import("./paint.js").Rating, stay?: boolean, exit?: boolean }} edge
 */
export function makeMove(edge) {
  const svg = makeSvg("svg", { class: "kind-arrow", viewBox: "0 -8 40 16", width: 40, height: 16, "aria-hidden": "true" });
  svg.innerHTML = edgeParts(colours, { ...edge, id: "", class: "", kind: "ordinary", points: [[0, 0], [13, 0], [27, 0], [40, 0]] });
  return svg;
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

/** What each group contains, so that only groups that change are painted again.
 * @type {WeakMap<any, string>}
 */
const contents = new WeakMap();

/**
 * @param {any} element
 * @param {string} svg
 */
function setContent(element, svg) {
  if (contents.get(element) === svg) return;
  contents.set(element, svg);
  element.innerHTML = svg;
}

/**
 * @param {any} element
 * @param {Point} at
 */
function move(element, { x, y }) {
  element.style.transform = `translate(${Math.round(x * 10) / 10}px, ${Math.round(y * 10) / 10}px)`;
}

/**
 * @param {any} element
 * @param {import("./paint.js").PaintedNode} node
 * @param {import("./graph_picture.js").Decoration} decoration
 */
function showNode(element, node, decoration) {
  const { position } = /** @type {any} */ (node.data), { width, height } = nodeSize(node);
  const touch = Math.max(height, TOUCH), wide = Math.max(width, TOUCH);
  setContent(element, `<rect class="touch" x="${-wide / 2}" y="${-touch / 2}" width="${wide}" height="${touch}" rx="${touch / 2}"/>` +
    nodeParts(colours, { ...node, x: 0, y: 0, marked: false }));
  move(element, node);
  element.setAttribute("class", node.class + (node.marked ? " here" : ""));
  element.setAttribute("aria-label", decoration.nodeLabel(position));
  element.setAttribute("tabindex", node.marked ? "0" : "-1");
  if (node.marked) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

/**
 * @param {any} svg
 */
export function createPainter(svg) {
  const edgeLayer = makeSvg("g", { class: "edges" });
  const nodeLayer = makeSvg("g", { class: "nodes" });
  const halo = makeSvg("g", { class: "here-mark" });
  const all = makeSvg("g", {}, edgeLayer, halo, nodeLayer);
  /** @type {Map<string, any>} */
  const nodes = new Map();
  /** @type {Map<string, any>} */
  const edges = new Map();
  svg.append(all);

  return {
    nodes,
    edges,
    /** Paints the scene as the camera sees it.
     * @param {Scene} scene
     * @param {{ x: number, y: number, z: number }} camera
     * @param {import("./graph_picture.js").Decoration} decoration
     */
    paint(scene, camera, decoration) {
      const picture = pictureOf(scene, camera.z, decoration);
      all.setAttribute("transform", `translate(${camera.x} ${camera.y}) scale(${nodeScale(camera.z, scene.smallest)})`);
      const nameOf = (/** @type {any} */ node) => node.data.position;
      matchElements(nodes, new Map(picture.nodes.map(node => [nameOf(node), node])), nodeLayer, node =>
        makeSvg("g", { role: "button", data: { name: nameOf(node) } }));
      matchElements(edges, new Map(picture.edges.map(edge => [edgeKey(/** @type {any} */ (edge.data)), edge])), edgeLayer,
        edge => makeSvg("g", { data: edge.data }));
      for (const node of picture.nodes) showNode(nodes.get(nameOf(node)), node, decoration);
      for (const edge of picture.edges) {
        const element = edges.get(edgeKey(/** @type {any} */ (edge.data)));
        element.setAttribute("class", edge.class);
        setContent(element, `${edgeParts(colours, edge)}<path class="touch" d="${curveOf(edge.points)}"/>`);
      }
      const here = picture.nodes.find(({ marked }) => marked);
      if (here !== undefined) {
        setContent(halo, haloParts(colours, { ...here, x: 0, y: 0 }));
        move(halo, here);
      } else nodes.values().next().value?.setAttribute("tabindex", "0");
      halo.style.display = here === undefined ? "none" : "";
    },
    /**
     * Turns gliding on or off: positions glide to new places, but follow fingers at once.
     * @param {boolean} gliding
     */
    glide: gliding => svg.classList.toggle("gliding", gliding),
  };
}
