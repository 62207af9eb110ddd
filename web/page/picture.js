/* Pictures of games: fetched as SVG, cleaned, and dressed in classes, so that the colours are those
 * of the page, in light and in the dark. */

import { createCache, postForText } from "./api.js";
import { makeSvg } from "./dom.js";

/* The colours of `grundy draw` and what they mean. */
const MOODS = {
  "#9fdf9f": "good", "#1e8a1e": "good",
  "#ffe97f": "neutral", "#c8a000": "neutral",
  "#ff9f94": "bad", "#d62728": "bad",
};
const KEPT = new Set(["svg", "g", "title", "ellipse", "polygon", "polyline", "path", "text"]);

const remembered = createCache(30);

/* The text of a picture; `request` has what /api/draw takes. */
export const fetchPicture = request =>
  remembered(request, () => postForText("draw", { ...request, format: "svg" }));

/* Nothing but shapes and text gets into the page. Links around positions, which only hold tooltips,
 * are opened. */
function clean(root) {
  for (const link of [...root.querySelectorAll("a")]) link.replaceWith(...link.childNodes);
  for (const element of [...root.querySelectorAll("*")]) {
    if (!KEPT.has(element.localName)) element.remove();
    else for (const { name } of [...element.attributes])
      if (/^on|href|^style$/i.test(name)) element.removeAttribute(name);
  }
}

function dress(group) {
  for (const shape of group.querySelectorAll("ellipse, polygon, path, polyline")) {
    const mood = MOODS[shape.getAttribute("fill")] ?? MOODS[shape.getAttribute("stroke")];
    if (mood !== undefined) group.classList.add(mood);
    if (shape.getAttribute("fill") === "none") shape.classList.add("hollow");
    else shape.removeAttribute("fill");
    shape.removeAttribute("stroke");
    if (group.classList.contains("edge") && shape.hasAttribute("stroke-width"))
      group.classList.add("best");
  }
  for (const text of group.querySelectorAll("text")) text.removeAttribute("font-family");
}

const numbersOf = id => (id.match(/\d+/g) ?? []).map(Number);

/* Moves are thin: a wide line that is not seen takes the pointer for them. */
function widen(group) {
  const path = group.querySelector("path");
  if (path !== null) group.append(makeSvg("path", { d: path.getAttribute("d"), class: "hit" }));
}

/* { svg, nodes: Map from numbers of vertices to elements, edges: [{ element, from, to }] }; ids
 * become data, because a picture may be on the page several times. */
export function makePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  const nodes = new Map(), edges = [];
  clean(svg);
  svg.querySelector("g.graph > polygon")?.remove(); /* the white sheet */
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const { width, height } = svg.viewBox.baseVal; /* the style sheet has a least size by these */
  svg.style.setProperty("--width", `${width}px`);
  svg.style.setProperty("--height", `${height}px`);
  for (const element of svg.querySelectorAll("g.node, g.edge")) {
    const numbers = numbersOf(element.id);
    element.querySelector("title")?.remove();
    dress(element);
    if (element.classList.contains("node")) nodes.set(numbers[0], element);
    else {
      widen(element);
      edges.push({ element, from: numbers[0], to: numbers[1] });
    }
    element.removeAttribute("id");
  }
  for (const element of svg.querySelectorAll("[id], g.graph > title")) {
    if (element.localName === "title") element.remove();
    else element.removeAttribute("id");
  }
  return { svg, nodes, edges };
}

/* Scrolls `frame`, and nothing around it, to a position in it that is not seen as a whole. */
export function bringIntoSight(frame, node) {
  const box = frame.getBoundingClientRect(), at = node.getBoundingClientRect();
  if (at.left < box.left || at.right > box.right)
    frame.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
  if (at.top < box.top || at.bottom > box.bottom)
    frame.scrollTop += (at.top + at.bottom - box.top - box.bottom) / 2;
}

/* Where a position is, in the coordinates of its group. */
export function centreOf(node) {
  const box = node.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
