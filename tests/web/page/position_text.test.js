/* Positions as text: clicks on places of a board change their letters or numbers. */

import assert from "node:assert/strict";
import test from "node:test";
import { boardOfText, clickedText, lettersOf, placesInText, signsOf } from "./page/position_text.js";

const GRID = { kind: "grid", cells: [".", "X", ".", "O"] }, HEAPS = { kind: "heaps", heaps: [3, 10] };

test("places are letters or numbers of the text", () => {
  assert.deepEqual(placesInText("X./O.", GRID)?.map(({ at }) => at), [0, 1, 3, 4]);
  assert.deepEqual(placesInText("3,10", HEAPS), [{ at: 0, length: 1 }, { at: 2, length: 2 }]);
  assert.equal(placesInText("X./O", GRID), null);
  assert.equal(placesInText("3", HEAPS), null);
  assert.equal(placesInText("a", null), null);
});

test("a click takes the next letter, or a counter away", () => {
  const letters = lettersOf(["../..", "X./..", "X./O."], GRID);
  assert.deepEqual(letters, [".", "X", "O"]);
  assert.equal(clickedText("X./O.", GRID, 1, letters, 0), "XX/O.");
  assert.equal(clickedText("X./O.", GRID, 2, letters, 0), "X./..");
  assert.equal(clickedText("3,10", HEAPS, 1, [], 10), "3,9");
  assert.equal(clickedText("0,9", HEAPS, 0, [], 10), "10,9");
  assert.equal(clickedText("strange", GRID, 0, letters, 0), "strange");
});

test("a board shows what the text says", () => {
  const signs = signsOf("X./O.", { kind: "grid", cells: ["X", "", "O", ""] });
  assert.deepEqual(signs, { X: "X", ".": "", O: "O" });
  assert.deepEqual(boardOfText("XX/.Y", GRID, signs)?.cells, ["X", "X", "", "Y"]);
  assert.deepEqual(boardOfText("1,2", HEAPS, {})?.heaps, [1, 2]);
  assert.equal(boardOfText("?", GRID, {}), null);
});
