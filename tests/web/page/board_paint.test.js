/* Tests the painter of boards: pictures are functions of boards. */

import assert from "node:assert/strict";
import test from "node:test";
import { boardPicture, boardTree } from "./page/board_paint.js";
import { treeText } from "./page/svg_tree.js";

const BOARDS = [
  { kind: "grid", rows: 2, columns: 2, cells: ["X", "O", "-", "#"] },
  { kind: "grid", rows: 1, columns: 3, cells: ["X", "", "O"], facing: { X: "right", O: "up" } },
  { kind: "points", points: [{ x: 0, y: 0 }, { x: 1, y: 0 }], lines: [[0, 1]], arrows: [[1, 0], [0, 0]], cells: ["*", ""] },
  { kind: "heaps", heaps: [1, 40] },
  { kind: "heaps", heaps: [3, 0], points: [{ x: 0, y: 0 }, { x: 1, y: 0 }], labels: ["a", "b"] },
];

/* Counts elements with that name and class. */
function count(tree, name, style) {
  if (typeof tree === "string") return 0;
  const [own, attributes, ...children] = tree;
  const isOne = own === name && String(attributes.class ?? "").split(" ").includes(style);
  return children.reduce((sum, child) => sum + count(child, name, style), isOne ? 1 : 0);
}

test("a picture is a function of the board, and well-formed", () => {
  for (const board of BOARDS) {
    const before = JSON.stringify(board), text = treeText(boardTree(board));
    assert.equal(text, treeText(boardTree(JSON.parse(before))));
    assert.equal(JSON.stringify(board), before);
    assert.ok(!/NaN|undefined|Infinity/.test(text), text);
    assert.equal([...text.matchAll(/<[a-z]/g)].length, [...text.matchAll(/<\//g)].length);
  }
});

test("every place is painted once, except for holes", () => {
  assert.deepEqual(BOARDS.map(board => count(boardTree(board), "g", "place")), [3, 3 + 4, 2, 2, 2]);
  assert.equal(count(boardTree(BOARDS[1]), "g", "exit"), 4);
});

test("the two sides differ by more than their colour", () => {
  const [dark, light] = ["X", "O"].map(piece => boardTree({ kind: "grid", rows: 1, columns: 1, cells: [piece] }));
  assert.deepEqual([count(dark, "circle", "rim"), count(light, "circle", "rim")], [0, 1]);
});

test("texts are escaped", () => {
  const board = { kind: "points", points: [{ x: 0, y: 0 }], lines: [], cells: ["<"], labels: ["a<\"&"] };
  assert.ok(treeText(boardTree(board)).includes(">a&lt;&quot;&amp;<"));
});

test("small pictures have neither names nor roles, and the size that was asked for", () => {
  for (const board of BOARDS) {
    const { width, height, svg } = boardPicture(board, { most: 60 });
    assert.equal(Math.max(width, height), 60);
    assert.ok(!/role=|aria-label|class="(label|coordinate)"/.test(svg));
  }
});
