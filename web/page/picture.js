/* Pictures of games: fetched as SVG, cleaned, and styled by classes, so that the colours are those
 * of the page, light or dark. */

import { createCache, postForText } from "./api.js";
import { makeSvg } from "./dom.js";

/* The colours of `grundy draw` and their meanings. */
const MEANINGS = {
  "#9fdf9f": "good", "#1e8a1e": "good",
  "#ffe97f": "neutral", "#c8a000": "neutral",
  "#ff9f94": "bad", "#d62728": "bad",
};
const KEPT = new Set(["svg", "g", "title", "ellipse", "polygon", "polyline", "path", "text"]);

const remembered = createCache(30);

/* Returns the text of a picture; `request` is that of /api/draw. */
export const fetchPicture = request =>
  remembered(request, () => postForText("draw", { ...request, format: "svg" }));

/* Removes everything but shapes and text. Links around positions, which only carry tooltips, are
 * replaced by their content. */
function clean(root) {
  for (const link of [...root.querySelectorAll("a")]) link.replaceWith(...link.childNodes);
  for (const element of [...root.querySelectorAll("*")]) {
    if (!KEPT.has(element.localName)) element.remove();
    else for (const { name } of [...element.attributes])
      if (/^on|href|^style$/i.test(name)) element.removeAttribute(name);
  }
}

function applyStyle(group) {
  for (const shape of group.querySelectorAll("ellipse, polygon, path, polyline")) {
    const meaning = MEANINGS[shape.getAttribute("fill")] ?? MEANINGS[shape.getAttribute("stroke")];
    if (meaning !== undefined) group.classList.add(meaning);
    if (shape.getAttribute("fill") === "none") shape.classList.add("hollow");
    else shape.removeAttribute("fill");
    shape.removeAttribute("stroke");
    if (group.classList.contains("edge") && shape.hasAttribute("stroke-width"))
      group.classList.add("best");
  }
  for (const text of group.querySelectorAll("text")) text.removeAttribute("font-family");
}

const numbersOf = id => (id.match(/\d+/g) ?? []).map(Number);

/* Adds a wide invisible line to a move: thin lines are hard to hit. */
function widen(group) {
  const path = group.querySelector("path");
  if (path !== null) group.append(makeSvg("path", { d: path.getAttribute("d"), class: "hit" }));
}

/* Returns { svg, nodes: Map from vertex numbers to elements, edges: [{ element, from, to }] }. Ids
 * are removed, because the page may contain a picture several times. */
export function makePicture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  const nodes = new Map(), edges = [];
  clean(svg);
  svg.querySelector("g.graph > polygon")?.remove(); /* the white background */
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const { width, height } = svg.viewBox.baseVal; /* for minimum sizes in the style sheet */
  svg.style.setProperty("--width", `${width}px`);
  svg.style.setProperty("--height", `${height}px`);
  for (const element of svg.querySelectorAll("g.node, g.edge")) {
    const numbers = numbersOf(element.id);
    element.querySelector("title")?.remove();
    applyStyle(element);
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

/* Scrolls `frame`, and nothing around it, until the position is completely visible. */
export function bringIntoSight(frame, node) {
  const box = frame.getBoundingClientRect(), at = node.getBoundingClientRect();
  if (at.left < box.left || at.right > box.right)
    frame.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
  if (at.top < box.top || at.bottom > box.bottom)
    frame.scrollTop += (at.top + at.bottom - box.top - box.bottom) / 2;
}

/* Returns the centre of a position in the coordinates of its group. */
export function centreOf(node) {
  const box = node.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
