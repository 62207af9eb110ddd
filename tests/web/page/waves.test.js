/* Retrograde analysis in waves, as the page shows it. */

import assert from "node:assert/strict";
import test from "node:test";
import { createSolved } from "./page/solved.js";
import { isNext, valueCounts, waveNote, wavesOf, waveSteps } from "./page/waves.js";

const ring = createSolved({}, {
  position: ["a", "b", "c", "g", "d", "e", "f"], outcome: ["P", "N", "D", "P", "D", "N", "N"],
  remoteness: [2, 1, "inf", 0, "inf", 1, 3],
  value: [0, { infinite: [0] }, { infinite: [] }, 0, { infinite: [2] }, 2, 1],
});

test("a wave has all positions of one remoteness", () => {
  const waves = wavesOf(ring, false);
  assert.deepEqual(waves.of, [2, 1, -1, 0, -1, 1, 3]);
  assert.deepEqual(waves.sizes, [{ P: 1 }, { N: 2 }, { P: 1 }, { N: 1 }]);
  assert.deepEqual([waves.left, waveSteps(waves)], [2, 6]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map(step => waveNote(waves, step).split(":")[0]), ["Nothing is known yet. The first wave consists of the positions where play ends.",
    "Wave 0", "Wave 1", "Wave 2", "Wave 3", "No wave reaches the other 2 positions"]);
});

test("the next wave is predicted", () => {
  const waves = wavesOf(ring, false);
  const next = step => ring.names.filter((_, v) => isNext(waves, v, step)).join("");
  assert.deepEqual([0, 1, 2, 3, 4].map(next), ["g", "be", "a", "f", "cd"]);
});

test("in games with players a wave has those positions that the winner decides within so many moves", () => {
  const waves = wavesOf(createSolved({}, { position: ["a", "b", "c", "d"], player: ["A", "B", "A", "B"],
    outcome: ["A", "B", "D", "A"], q1: [3, 9, 1, 0], q0: [7, 2, 0, 5] }), false);
  assert.deepEqual([waves.of, waves.sizes], [[3, 2, -1, 0], [{ A: 1 }, {}, { B: 1 }, { A: 1 }]]);
  assert.equal(waveNote(waves, 4), "Wave 3: 1 position (A wins 1), in at most 3 moves.");
  assert.equal(waveNote(waves, 2), "Wave 1: 0 positions.");
});

test("misère play has its own waves, and payoffs have none", () => {
  const answer = { position: ["a", "b"], outcome: ["N", "P"], remoteness: [1, 0], misere: ["P", "N"], misere_remoteness: [1, 0] };
  assert.deepEqual(wavesOf(createSolved({}, answer), true).sizes, [{ N: 1 }, { P: 1 }]);
  assert.equal(wavesOf(createSolved({}, { position: ["a"], player: ["A"], guarantee: [1] }), false), null);
});

test("values are counted with their outcomes", () => {
  assert.deepEqual(valueCounts(ring), [["0", { P: 2 }], ["1", { N: 1 }], ["2", { N: 1 }], ["∞", { N: 1, D: 2 }]]);
});
