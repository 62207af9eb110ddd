/* The graph on the stage as a scene for the painter: where things are at this zoom, and how they are
 * decorated. Nothing here touches the page. */

import { linesOf, movePoints, nodeScale } from "./geometry.js";
import { nodeSize, radiusOf } from "./paint.js";

/**
 * @typedef {object} Decoration
 * @property {(name: string) => string} nodeClass good, neutral, bad, unknown or blank, and other classes
 * @property {(name: string) => string} nodeNote a second line of text
 * @property {(name: string) => string} nodeLabel for screen readers
 * @property {(name: string) => { width: number, height: number, svg: string } | null} [nodePicture] in place of
 *   the name, if the scene has none
 * @property {(name: string) => boolean} [isSquare] whether B moves there
 * @property {(from: string, to: string, kind?: string) => string} edgeClass good, neutral, bad, from-here, best, stay, exit
 * @property {string | null} here the current position
 */

const RATINGS = ["good", "neutral", "bad", "unknown"];

/**
 * @param {string[]} classes
 * @returns {import("./paint.js").Rating}
 */
const ratingOf = classes => /** @type {any} */ (RATINGS.find(rating => classes.includes(rating)) ?? "blank");

/**
 * @param {SceneNode} node
 * @param {number} index
 * @param {number} stretch
 * @param {Decoration} decoration
 * @returns {import("./paint.js").PaintedNode}
 */
function paintedNode({ name, x, y, more, picture }, index, stretch, decoration) {
  const classes = decoration.nodeClass(name).split(" ");
  return {
    id: `v-${index}`, class: ["node", ...classes].join(" "), rating: ratingOf(classes),
    lines: linesOf({ name, value: decoration.nodeNote(name) }), x: x * stretch, y: y * stretch, more,
    square: decoration.isSquare?.(name) ?? false, marked: name === decoration.here,
    picture: picture ?? decoration.nodePicture?.(name) ?? undefined, data: { position: name },
  };
}

/**
 * @param {SceneEdge} edge
 * @param {Map<string, { index: number, box: NodeBox }>} ends
 * @param {Decoration} decoration
 * @returns {import("./paint.js").PaintedEdge}
 */
function paintedEdge(edge, ends, decoration) {
  const { from, to, kind } = edge, [a, b] = [from, to].map(name => /** @type {any} */ (ends.get(name)));
  const classes = decoration.edgeClass(from, to, kind).split(" ").filter(word => word !== "");
  const has = (/** @type {string} */ word) => classes.includes(word);
  return {
    id: `e-${a.index}-${b.index}${kind === undefined || kind === "ordinary" ? "" : `-${kind}`}`,
    class: ["edge", ...classes].join(" "), rating: has("stay") ? "neutral" : ratingOf(classes), kind: kind ?? "ordinary",
    best: has("best"), here: has("from-here"), stay: has("stay"), exit: has("exit"),
    points: movePoints(a.box, b.box, edge), data: kind === undefined ? { from, to } : { from, to, kind },
  };
}

/**
 * Returns the scene in pixels, as if positions had their usual size: the distances of positions follow
 * the zoom, their text has always a readable size.
 * @param {Scene} scene
 * @param {number} zoom
 * @param {Decoration} decoration
 */
export function pictureOf(scene, zoom, decoration) {
  const stretch = zoom / nodeScale(zoom, scene.smallest);
  const nodes = [...scene.nodes.values()].map((node, i) => paintedNode(node, i, stretch, decoration));
  const ends = new Map(nodes.map((node, index) => {
    const size = nodeSize(node);
    return [/** @type {any} */ (node.data).position,
      { index, box: { x: node.x, y: node.y, ...size, radius: radiusOf(node, size.height) } }];
  }));
  return { nodes, edges: scene.edges.map(edge => paintedEdge(edge, ends, decoration)) };
}
