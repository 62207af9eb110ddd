/* Tests how moves are made on boards by touching places. */

import assert from "node:assert/strict";
import test from "node:test";
import { movesOfHeap, movesTouched, nextPlaces, progressOf, unitsOf, verdictsOf } from "./page/board_gestures.js";

const grid = { kind: "grid", rows: 3, columns: 3, cells: Array(9).fill("") };
const move = (path, result = "wins") => ({ result, words: "", to: JSON.stringify(path), steps: [{ component: 1, path }] });
const put = (...cells) => move(cells.map(to => ({ from: null, to, piece: "#" })));
const slide = (from, to, result) => move([{ from, to, piece: "X" }], result);
const remove = (...cells) => move(cells.map(from => ({ from, to: null, piece: "*" })));
const touched = (moves, places, board = grid) => {
  const { made, begun } = movesTouched(board, moves, 1, places);
  return [made.length, begun.length];
};

/* Makes every order in which the units can be touched. */
function orders(units) {
  if (units.length === 0) return [[]];
  return units.flatMap((unit, i) => orders(units.filter((_, j) => j !== i)).map(rest => [...unit, ...rest]));
}

test("a move is made by touching its units in any order, and begun by each part of that", () => {
  for (const units of [[[4]], [[0, 1]], [[0], [1]], [[2], [3], [4]], [[0, 1], [5]], [[0, 1], [2, 3]]]) {
    for (const order of orders(units)) {
      assert.equal(progressOf(units, order), "made");
      for (let i = 0; i < order.length; i++) assert.equal(progressOf(units, order.slice(0, i)), "begun");
      assert.equal(progressOf(units, [...order, 8]), "no");
      assert.equal(progressOf(units, [7, ...order]), "no");
    }
  }
  assert.equal(progressOf([[0, 1]], [1]), "no"); /* a piece moves from where it is */
});

test("one place puts a piece; a piece moves by two", () => {
  assert.deepEqual(touched([put(3), put(4)], [4]), [1, 0]);
  assert.deepEqual(touched([slide(0, 1), slide(0, 3)], [0]), [0, 2]);
  assert.deepEqual(touched([slide(0, 1), slide(0, 3)], [0, 3]), [1, 0]);
});

test("a domino takes both of its cells, from either end", () => {
  const moves = [put(0, 1), put(1, 2)];
  assert.deepEqual(touched(moves, [1]), [0, 2]);
  assert.deepEqual([touched(moves, [1, 0]), touched(moves, [0, 1]), touched(moves, [0, 2])], [[1, 0], [1, 0], [0, 0]]);
});

test("one pin or two: after the first both moves are possible", () => {
  assert.deepEqual(touched([remove(0), remove(1), remove(0, 1)], [0]), [1, 1]);
  assert.deepEqual([...nextPlaces(grid, [remove(0), remove(0, 1)], 1, [0]).keys()], [1]);
});

test("a bite is one square, whatever goes with it", () => {
  const bite = move([4, 5, 7, 8].map(from => ({ from, to: null, piece: "#" })));
  assert.deepEqual(unitsOf(grid, bite, 1), [[4]]);
});

test("no piece leaves the board by a single touch if it has an exit", () => {
  const board = { ...grid, facing: { X: "right" } }, leave = move([{ from: 5, to: null, piece: "X" }]);
  assert.deepEqual(unitsOf(board, leave, 1), [[5, 10]]);
  assert.deepEqual([touched([leave], [5], board), touched([leave], [5, 10], board)], [[0, 1], [1, 0]]);
});

test("a capture is a move and then what it takes", () => {
  const takes = taken => move([{ from: 0, to: 1, piece: "X" }, { from: taken, to: null, piece: "O" }]);
  const moves = [takes(7), takes(8)];
  assert.deepEqual([touched(moves, [0, 1]), touched(moves, [0, 1, 8])], [[0, 2], [1, 0]]);
});

test("moves of other components and of sums are not made here", () => {
  const other = { ...put(4), steps: [{ component: 2, path: [{ from: null, to: 4 }] }] };
  const both = { ...put(4), steps: [...put(4).steps, ...put(4).steps] };
  assert.deepEqual(touched([other, both], [4]), [0, 0]);
});

test("counters are taken with those above them; several moves can do that", () => {
  const heaps = { kind: "heaps", heaps: [3, 5] };
  const one = move([{ from: 1, to: null, count: 2 }]);
  const both = move([{ from: 1, to: null, count: 2 }, { from: 0, to: null, count: 2 }]);
  assert.deepEqual(movesOfHeap(heaps, [one, both], { component: 1, place: 1, counter: 3 }), [one, both]);
  assert.deepEqual(movesOfHeap(heaps, [one, both], { component: 1, place: 1, counter: 2 }), []);
  assert.equal(unitsOf(heaps, one, 1), null);
});

test("a pit is sown by touching it", () => {
  const pits = { kind: "heaps", heaps: [2, 1, 0], points: [] };
  assert.deepEqual(unitsOf(pits, move([{ from: null, to: 1, count: 1 }, { from: 0, to: null, count: 2 }]), 1), [[0]]);
});

test("every move has a verdict: arrows for moves, rings at the middle of cells", () => {
  const moves = [slide(0, 1, "loses"), slide(0, 3, "wins"), put(4, 5), put(7)];
  const shown = verdictsOf(grid, moves, 1, []).map(({ places, isArrow, move: { result } }) => [places, isArrow, result]);
  assert.deepEqual(shown, [[[0, 1], true, "loses"], [[0, 3], true, "wins"], [[4, 5], false, "wins"], [[7], false, "wins"]]);
  assert.deepEqual(verdictsOf(grid, moves, 1, [0]).map(({ places }) => places), [[1], [3]]);
  assert.deepEqual(verdictsOf(grid, [slide(0, 1, "loses"), slide(0, 1, "wins")], 1, []).length, 1);
});
