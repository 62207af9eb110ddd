/* The painter by itself; tests/draw/twins.sh compares it with its twin in C. */

import assert from "node:assert/strict";
import test from "node:test";
import { pictureOf } from "./page/graph_picture.js";
import { COLOURS, decimal, edgeParts, nodeParts, nodeSize, paint } from "./page/paint.js";

const colours = Object.fromEntries(COLOURS.map(name => [name, `#${name}`]));
const node = { id: "v-0", class: "node", rating: "blank", lines: ["a"], x: 0, y: 0 };
const points = [[0, 0], [10, 0], [20, 0], [30, 0]];

test("numbers have at most one decimal", () => {
  assert.deepEqual([0, 1.04, 1.05, -0.04, -0.26, 1e6 + 0.55].map(decimal), ["0", "1", "1.1", "0", "-0.3", "1000000.6"]);
});

test("outcomes differ by their outlines, not by colours alone", () => {
  const outlines = ["good", "neutral", "bad", "unknown"].map(rating =>
    nodeParts(colours, { ...node, rating }).replaceAll(/#[a-z-]+/g, ""));
  assert.equal(new Set(outlines).size, 4);
  const lines = ["good", "neutral", "bad", "unknown"].map(rating =>
    edgeParts(colours, { id: "e", class: "", kind: "ordinary", rating, points }).replaceAll(/#[a-z-]+/g, ""));
  assert.equal(new Set(lines).size, 4);
  assert.notEqual(nodeParts(colours, { ...node, square: true }), nodeParts(colours, node));
});

test("kinds of moves differ by the shape of the arrow", () => {
  const shapes = ["ordinary", "carry-on", "local", "entailing", "none"].map(kind => {
    const svg = edgeParts(colours, { id: "e", class: "", kind, rating: "good", points });
    const part = name => svg.match(`class="${name}" d="([^"]*)"`)?.[1] ?? "";
    return [part("head").split("Z").length - 1, part("open").split("Z").length - 1, part("open").includes("a")];
  });
  assert.deepEqual(shapes, [[1, 0, false], [2, 0, false], [0, 2, false], [1, 0, true], [0, 0, false]]);
});

test("names are text, never markup", () => {
  const svg = paint({ nodes: [{ ...node, lines: ['<b>&"'], data: { position: '"><script>' } }], edges: [], legend: [], colours }, true);
  assert.ok(svg.includes("&lt;b&gt;&amp;&quot;") && !svg.includes("<script"));
});

test("everything is inside of the picture", () => {
  const nodes = [{ ...node, x: -300, marked: true, lines: ["a long name", "1", "2", "3"] }, { ...node, id: "v-1", y: 99 }];
  const legend = [{ text: "x".repeat(99), rating: "good", kind: "ordinary", node: true }];
  const svg = paint({ nodes, edges: [], legend, colours }, true);
  const [left, top, width, height] = svg.match(/viewBox="([^"]*)"/)[1].split(" ").map(Number);
  for (const [, x, y, w, h] of svg.matchAll(/<rect [^>]*x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/g))
    assert.ok(Number(x) >= left && Number(y) >= top && Number(x) + Number(w) <= left + width && Number(y) + Number(h) <= top + height);
  assert.ok(width > 600 && nodeSize(nodes[0]).height > 38);
});

test("a picture is inside of its position, with rings around it", () => {
  const picture = { width: 52, height: 40, svg: "<svg/>" };
  const { width, height } = nodeSize({ ...node, picture });
  assert.ok(width >= 60 && height >= 50);
  const svg = nodeParts(colours, { ...node, rating: "bad", picture, lines: ["a", "∞{0}"] });
  assert.ok(svg.includes("<svg/>") && svg.includes("∞{0}") && !svg.includes(">a<") && svg.includes('class="ring"'));
  assert.equal(nodeSize({ ...node, picture, lines: ["a", "1"] }).height, height + 13);
});

test("the stage is seen at its zoom, with text of readable size", () => {
  const scene = { key: "", around: null, legend: [], edges: [{ from: "a", to: "b", bend: 0 }],
    nodes: new Map([["a", { name: "a", x: 0, y: 0, more: false }], ["b", { name: "b", x: 100, y: 0, more: true }]]) };
  const decoration = { here: "a", nodeClass: name => (name === "a" ? "good target" : "bad"), nodeNote: () => "1",
    nodeLabel: () => "", edgeClass: () => "good from-here best exit" };
  const { nodes, edges } = pictureOf(scene, 1, decoration);
  assert.deepEqual(nodes.map(({ x, rating, marked, more, lines }) => [x, rating, marked, more, lines]),
    [[0, "good", true, false, ["a", "1"]], [100, "bad", false, true, ["b", "1"]]]);
  assert.ok(edges[0].best && edges[0].here && edges[0].exit && edges[0].rating === "good");
  assert.ok(Math.abs(pictureOf(scene, 4, decoration).nodes[1].x - 400 * 14 / 18) < 1e-9);
});
