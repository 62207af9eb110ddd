/* Boards: what a click means, and how moves are described. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  columnLetter, countersOf, movesOfClick, placeName, placesOfBoard, playerName, stepWords, targetsOf,
} from "./page/board_model.js";

const grid = { kind: "grid", rows: 3, columns: 3, cells: Array(9).fill(""), titles: { X: "cross", O: "nought" } };
const move = (path, result = "wins") => ({ result, words: "", to: JSON.stringify(path), steps: [{ component: 1, path }] });
const put = to => move([{ from: null, to, piece: "X" }]);
const slide = (from, to, result) => move([{ from, to, piece: "X" }], result);
const click = (moves, place, selected = null, board = grid, counter) =>
  movesOfClick(moves, { component: 1, place, selected, board, counter });

test("a click on an empty place puts a piece there", () => {
  assert.equal(click([put(3), put(4)], 4).meant.length, 1);
  assert.equal(click([put(3)], 5).meant.length, 0);
});

test("a piece moves by two clicks", () => {
  const moves = [slide(0, 1), slide(0, 3)];
  assert.deepEqual([click(moves, 0).meant.length, click(moves, 0).begun.length], [0, 2]);
  assert.equal(click(moves, 3, 0).meant[0], moves[1]);
});

test("a piece that leaves the board needs one click", () => {
  assert.equal(click([move([{ from: 2, to: null, piece: "X" }])], 2).meant.length, 1);
});

test("a counter is taken with those above it; several moves can do that", () => {
  const piles = { kind: "piles", piles: [3, 5] };
  const one = move([{ from: 1, to: null, count: 2 }]);
  const both = move([{ from: 1, to: null, count: 2 }, { from: 0, to: null, count: 2 }]);
  assert.deepEqual(click([one, both], 1, null, piles, 3).meant, [one, both]);
  assert.deepEqual(click([one, both], 1, null, piles, 2).meant, []);
});

test("moves of other components are not meant", () => {
  const other = { ...put(4), steps: [{ component: 2, path: [{ from: null, to: 4 }] }] };
  assert.equal(click([other], 4).meant.length, 0);
});

test("targets show the best result", () => {
  const moves = [slide(0, 1, "loses"), slide(0, 3, "wins")];
  assert.equal(targetsOf(moves, 1, null).get(0).result, "wins");
  assert.equal(targetsOf(moves, 1, 0).get(1).result, "loses");
});

test("places of all kinds are inside the board and apart", () => {
  const points = { kind: "points", points: [{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 1 }], lines: [] };
  for (const board of [grid, points, { kind: "piles", piles: [1, 2, 9] }]) {
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
  assert.equal(stepWords({ kind: "piles", piles: [3] }, { path: [{ from: 0, to: null, count: 2 }] }), "take 2 from pile 1");
  assert.equal(stepWords(grid, { path: [], words: "pass" }), "pass");
  assert.equal(stepWords(grid, { path: [{ from: null, to: 0, piece: "#" }, { from: null, to: 1, piece: "#" }] }), "a3 and b3");
  assert.equal(stepWords(grid, { path: [{ from: null, to: 4, piece: "X" }, { from: 0, to: null, piece: "O" }] }), "b2, taking a3");
  assert.equal(stepWords(grid, { path: [{ from: 1, to: 4, piece: "X" }, { from: 0, to: null, piece: "O" }] }), "b3 → b2, taking a3");
  assert.equal(stepWords(grid, { path: [{ from: 4, to: null, piece: "#" }, { from: 5, to: null, piece: "#" }] }), "bite b2");
  assert.equal(stepWords(grid, { path: [] }), "stay");
  assert.equal(stepWords(null, { path: [] }), "");
  assert.equal(stepWords(null, {}), "");
});

test("moves on piles say what they do", () => {
  const words = (piles, after, ...changes) => stepWords({ kind: "piles", piles }, { piles: after,
    path: changes.map(([from, to, count]) => ({ from, to, count })) });
  assert.equal(words([3, 5], [1, 3], [0, null, 2], [1, null, 2]), "take 2 from pile 1 and take 2 from pile 2");
  assert.equal(words([6], [3, 3], [0, null, 6], [null, 0, 3], [null, 1, 3]), "split pile 1 into 3 and 3");
  assert.equal(words([1, 3], [1, 1, 1, 1], [1, null, 3], ...[1, 2, 3].map(i => [null, i, 1])), "split pile 2 into 3 piles of 1");
  assert.equal(words([2, 3], [5], [0, null, 2], [1, null, 3], [null, 0, 5]), "unite piles 1 and 2");
  assert.equal(words([5], [1, 2], [0, null, 5], [null, 0, 1], [null, 1, 2]), "take 5 from pile 1, a new pile of 1, a new pile of 2");
  assert.equal(words([2, 0, 1], [0, 1, 2], [0, null, 2], [null, 1, 1], [null, 2, 1]), "take 2 from pile 1, put 1 on pile 2, put 1 on pile 3");
});

test("a domino is clicked at either cell, other moves at their first place", () => {
  const domino = move([{ from: null, to: 0, piece: "#" }, { from: null, to: 1, piece: "#" }]);
  const capture = move([{ from: null, to: 3, piece: "X" }, { from: 4, to: null, piece: "O" }]);
  assert.deepEqual([0, 1, 2].map(place => click([domino], place).meant.length), [1, 1, 0]);
  assert.deepEqual([3, 4].map(place => click([capture], place).meant.length), [1, 0]);
  assert.deepEqual([...targetsOf([domino, capture], 1, null).keys()], [0, 1, 3]);
});

test("players are named by their pieces", () => {
  assert.equal(playerName({ kind: "points", titles: { X: "cop", O: "robber" } }, "B"), "Robber (white)");
  assert.deepEqual([playerName(grid, "A"), playerName({ kind: "grid" }, "B"), playerName(null, "B")], ["Cross", "White", "B"]);
});
