/* Algorithms step by step: tables, labels and reasons. */

import assert from "node:assert/strict";
import test from "node:test";
import { followersOf, labelClass, tableAt, traceView, whoWins } from "./page/courses.js";
import { createSolved } from "./page/solved.js";

const MOVES = ["ab", "bc", "bg", "cd", "dc", "de", "ef", "eg", "fa"].map(([from, to]) => ({ from, to }));
const ring = createSolved({}, {
  position: ["a", "b", "c", "g", "d", "e", "f"], outcome: ["P", "N", "D", "P", "D", "N", "N"],
  remoteness: [2, 1, "inf", 0, "inf", 1, 3], misere: ["D", "D", "D", "N", "D", "D", "D"],
  misere_remoteness: ["inf", "inf", "inf", 1, "inf", "inf", "inf"],
});
const followers = followersOf(ring.names, MOVES);

test("every label has its reason among the labels before it", () => {
  const steps = whoWins(ring, followers, false);
  assert.equal(steps.length, 8);
  const known = new Map();
  for (const { focus, notes } of steps.slice(1, 6)) {
    const label = notes.get(focus), after = followers.get(focus).map(name => known.get(name));
    assert.ok(label === "N" ? after.includes("P") : after.every(one => one === "N"), focus);
    known.set(focus, label);
  }
  assert.deepEqual(steps.slice(1, 6).map(({ focus }) => focus), ["g", "b", "e", "a", "f"]);
});

test("the last step has the outcomes and the colours of the solved game", () => {
  const { notes, classes } = whoWins(ring, followers, false).at(-1);
  ring.names.forEach((name, v) => assert.equal(notes.get(name), ring.outcome(v, false)));
  assert.deepEqual([classes.get("a"), classes.get("b"), classes.get("c")], ["bad", "good", "neutral"]);
});

test("misère play has its own labels", () => {
  const steps = whoWins(ring, followers, true);
  assert.match(steps[1].note, /no moves, and in misère play that wins/);
  assert.equal(steps.at(-1).notes.get("g"), "N");
});

test("games with players have no such course", () => {
  assert.equal(whoWins(createSolved({}, { position: ["a"], outcome: ["A"], player: ["A"], remoteness: [1] }),
    new Map(), false), null);
});

const trace = { label: 0, headings: ["l"], positions: ["x", "y", "z"], steps: [
  { sentence: "start", focus: null, changes: [[0, 0, "ν"], [1, 0, "ν"], [2, 0, "ν"]] },
  { sentence: "x satisfies C1 and C2", focus: 0, changes: [[0, 0, "0"]] },
  { sentence: "y satisfies C3", focus: 1, changes: [[1, 0, "∞"]] },
  { sentence: "z satisfies C3", focus: 2, changes: [[2, 0, "∞"]] },
] };
const after = new Map([["x", []], ["y", ["x", "y"]], ["z", ["z"]]]);

test("an infinite label is won if a follower has 0, and drawn otherwise", () => {
  const { classes, notes, sets } = traceView(trace, 3, after);
  assert.deepEqual([classes.get("x"), classes.get("y"), classes.get("z")], ["bad", "good", "neutral"]);
  assert.equal(notes.get("y"), "∞{0}");
  assert.equal(sets.get("z"), "{}");
  assert.equal(labelClass("ν", []), "blank");
  assert.equal(labelClass("2", []), "good");
});

test("a step changes only its own cells", () => {
  assert.deepEqual(tableAt(trace, 1).table, [["0"], ["ν"], ["ν"]]);
  assert.deepEqual([...tableAt(trace, 1).changed], ["0,0"]);
  assert.deepEqual([...tableAt(trace, 0).changed], []);
});
