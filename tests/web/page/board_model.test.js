/* Boards: what a click means, and how moves are described. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  columnLetter, countersOf, exitOf, placeLabel, placeName, placesOfBoard, playerName, stepWords,
} from "./page/board_model.js";

const grid = { kind: "grid", rows: 3, columns: 3, cells: Array(9).fill(""), titles: { X: "cross", O: "nought" } };
test("places of all kinds are inside the board and apart", () => {
  const points = { kind: "points", points: [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 1 }], lines: [] };
  for (const board of [grid, points, { kind: "heaps", heaps: [1, 2, 9] }]) {
    const { places, width, height } = placesOfBoard(board);
    places.forEach(({ x, y }) => assert.ok(x > 0 && x < width && y > 0 && y < height, board.kind));
  }
  assert.equal(countersOf(4, { x: 0, y: 0, width: 9, height: 300 }).length, 4);
  assert.equal(countersOf(400, { x: 0, y: 0, width: 9, height: 300 }).length, 0);
});

test("places and moves have names", () => {
  assert.equal(placeName(grid, 0), "a3");
  assert.equal(placeName(grid, 8), "c1");
  assert.equal(placeName({ ...grid, labels: ["x"] }, 0), "x");
  assert.equal(columnLetter(27), "ab");
  assert.equal(stepWords(grid, { path: [{ from: 0, to: 1 }] }), "a3 → b3");
  assert.equal(stepWords({ kind: "heaps", heaps: [3] }, { path: [{ from: 0, to: null, count: 2 }] }), "take 2 from heap 1");
  assert.equal(stepWords(grid, { path: [], words: "pass" }), "pass");
  for (const words of ["take 2 from 7", "take 2 from 7 leaving 2 and 3", "split 7 into 3 and 4", "take 1 from 9 leaving 2, 3 and 3"])
    assert.equal(stepWords(grid, { path: [], words }), words);
  assert.equal(stepWords(grid, { path: [{ from: null, to: 0, piece: "#" }, { from: null, to: 1, piece: "#" }] }), "a3 and b3");
  assert.equal(stepWords(grid, { path: [{ from: null, to: 4, piece: "X" }, { from: 0, to: null, piece: "O" }] }), "b2, taking a3");
  assert.equal(stepWords(grid, { path: [{ from: 1, to: 4, piece: "X" }, { from: 0, to: null, piece: "O" }] }), "b3 → b2, taking a3");
  assert.equal(stepWords(grid, { path: [{ from: 4, to: null, piece: "#" }, { from: 5, to: null, piece: "#" }] }), "bite b2");
  assert.equal(stepWords(grid, { path: [{ from: 4, to: null, piece: "*" }, { from: 5, to: null, piece: "*" }] }), "take b2 and c2");
  assert.equal(stepWords(grid, { path: [] }), "stay");
  assert.equal(stepWords(null, { path: [] }), "");
  assert.equal(stepWords(null, {}), "");
});

test("moves on heaps say what they do", () => {
  const words = (heaps, after, ...changes) => stepWords({ kind: "heaps", heaps }, { heaps: after,
    path: changes.map(([from, to, count]) => ({ from, to, count })) });
  assert.equal(words([3, 5], [1, 3], [0, null, 2], [1, null, 2]), "take 2 from heap 1 and take 2 from heap 2");
  assert.equal(words([6], [3, 3], [0, null, 6], [null, 0, 3], [null, 1, 3]), "split heap 1 into 3 and 3");
  assert.equal(words([1, 3], [1, 1, 1, 1], [1, null, 3], ...[1, 2, 3].map(i => [null, i, 1])), "split heap 2 into 3 heaps of 1");
  assert.equal(words([2, 3], [5], [0, null, 2], [1, null, 3], [null, 0, 5]), "unite heaps 1 and 2");
  assert.equal(words([5], [1, 2], [0, null, 5], [null, 0, 1], [null, 1, 2]), "take 5 from heap 1, a new heap of 1, a new heap of 2");
  assert.equal(words([2, 0, 1], [0, 1, 2], [0, null, 2], [null, 1, 1], [null, 2, 1]), "take 2 from heap 1, put 1 on heap 2, put 1 on heap 3");
});

test("pieces that look somewhere leave the board through exits there", () => {
  const board = { ...grid, facing: { X: "right", O: "up" } };
  const { places, width, height } = placesOfBoard(board);
  assert.equal(places.length, 9 + 6);
  assert.deepEqual([width, height], [400, 400]);
  assert.equal(exitOf(board, 4, "X"), undefined); /* not at the edge */
  assert.equal(exitOf(grid, 5, "X"), undefined);
  const right = places[exitOf(board, 5, "X")], up = places[exitOf(board, 1, "O")];
  assert.deepEqual([right.x - places[5].x, right.y - places[5].y], [100, 0]);
  assert.deepEqual([up.x - places[1].x, up.y - places[1].y], [0, -100]);
  assert.equal(stepWords(board, { path: [{ from: 5, to: null, piece: "X" }] }), "c2 → exit");
});

test("pits are where points are, and moves there sow", () => {
  const board = { kind: "heaps", heaps: [2, 2, 2, 2], labels: ["a", "b", "A", "B"],
    points: [{ x: 0, y: 1 }, { x: 1, y: 1 }, { x: 1, y: 0 }, { x: 0, y: 0 }] };
  const { places } = placesOfBoard(board);
  assert.ok(places[0].x === places[3].x && places[0].y > places[3].y);
  const sow = (...changes) => stepWords(board, { path: changes.map(([from, to, count]) => ({ from, to, count })) });
  assert.equal(sow([0, null, 2], [null, 1, 1], [null, 2, 1]), "sow a");
  assert.equal(sow([1, null, 2], [null, 2, 1], [3, null, 2]), "sow b, capturing 3");
});

test("points have numbers unless they have labels, and grids have neither", () => {
  assert.equal(placeLabel({ kind: "points" }, 4), "5");
  assert.equal(placeLabel({ kind: "points", labels: ["", "x"] }, 0), "");
  assert.equal(placeLabel(grid, 4), "");
});

test("players are named by their pieces", () => {
  assert.equal(playerName({ kind: "points", titles: { X: "cop", O: "robber" } }, "B"), "Robber (light)");
  assert.equal(playerName({ kind: "grid", titles: { X: "car that drives right" }, facing: { X: "right" } }, "A"), "Dark");
  assert.deepEqual([playerName(grid, "A"), playerName({ kind: "grid" }, "B"), playerName(null, "B")], ["Cross", "Light", "B"]);
});
