/* Carry-on and entailing moves on the page. */

import assert from "node:assert/strict";
import test from "node:test";
import { goOn, startHistory } from "./page/history.js";
import { kindOfArrow, KINDS, kindsAmong, stepSign, targetOf } from "./page/kinds.js";
import { lockedRequest, lookOf, madeIn, turnOf } from "./page/look.js";
import { moveOf, repliedMoves, takenBack, transcriptOf, turnIn } from "./page/match.js";
import { reasonOf } from "./page/outcomes.js";

const step = (from, kind, to, component = 1) => ({ component, from, to, kind });
const match = (first, ...moves) => ({ first, moves, start: { position: "a", others: [] } });

test("every kind has its arrow", () => {
  for (const kind of Object.keys(KINDS)) assert.equal(kindOfArrow(KINDS[kind].arrow), kind);
  assert.equal(kindOfArrow("b"), "");
  assert.equal(stepSign(step("a", "carry-on", "b")), "a +> b");
  assert.equal(stepSign({ from: "a", to: "b" }), "a → b");
  assert.equal(targetOf({ to: "b" }), "b");
  assert.deepEqual(kindsAmong([{ kind: "entailing" }, { kind: "ordinary" }]), ["ordinary", "entailing"]);
  assert.deepEqual(kindsAmong([{}]), []);
});

test("the same player moves again after carry-on moves only", () => {
  assert.equal(turnIn(match("you", "+> b")), "you");
  assert.equal(turnIn(match("you", "=> b", "-> c")), "program");
  assert.equal(turnIn(match("you", "!> b")), "program");
  assert.equal(turnIn(match("you", [{ component: 2, position: "+> b" }])), "you");
  assert.equal(turnIn(match("you", "-> c", "+> d", "-> e", "+> f")), "you");
  assert.deepEqual(takenBack(match("you", "-> c", "+> d", "-> e")).moves, []);
  assert.equal(moveOf([step("a", "local", "b")], false), "=> b");
  assert.deepEqual(moveOf([step("a", "local", "b", 2)], true), [{ component: 2, position: "=> b" }]);
});

test("a reply of several moves is one turn", () => {
  const history = [step("a", "ordinary", "b"), step("b", "carry-on", "c"), step("c", "ordinary", "d")]
    .map((one, i) => ({ by: i === 0 ? "first" : "second", steps: [one] }));
  const replied = match("you", ...repliedMoves(match("you", "-> b"), { history }, false));
  assert.deepEqual(replied.moves, ["-> b", "+> c", "-> d"]);
  assert.equal(turnIn(replied), "you");
  assert.deepEqual(transcriptOf(replied, { history, positions: [] }, false).map(({ text }) => text),
    ["a → b", "b +> c", "c → d"]);
});

test("exploring, a turn is made move by move", () => {
  const steps = [step("a", "carry-on", "b"), step("b", "ordinary", "c")];
  const look = lookOf({ turn: "first", over: false, outcome: "N", verdict: "win", components: [{ position: "a" }],
    moves: [{ verdict: "win", outcome: "P", best: true, steps }] }, ["game"]);
  const [move] = look.moves;
  assert.deepEqual([move.to, move.kind, move.then, move.steps], ["b", "carry-on", "b → c", steps.slice(0, 1)]);
  assert.equal(reasonOf(look, false, () => false), "Move to b and move again, b → c: the opponent loses.");
  const there = goOn(startHistory("a"), { position: "b", ...madeIn(move.steps) });
  assert.equal(turnOf(there), "first");
  assert.equal(turnOf(goOn(there, { position: "c", ...madeIn(steps.slice(1)) })), "second");
  assert.deepEqual(madeIn([{ component: 1, to: "b" }]), {});
});

test("moves of several kinds to a position are several entries of the history", () => {
  const start = startHistory("a"), there = goOn(start, { position: "b", ...madeIn([step("a", "carry-on", "b")]) });
  const other = goOn({ ...there, at: 0 }, { position: "b", ...madeIn([step("a", "ordinary", "b")]) });
  assert.equal(other.entries.length, 3);
});

test("in a sum, the program is told which game the next move must be made in", () => {
  const others = [{ nim: 2 }], game = { format: "edges", text: "a => b\n" }, sum = { operator: "+", misere: false };
  const start = startHistory("a", others);
  const after = kind => goOn(start, { position: "b", others, ...madeIn([step("a", kind, "b")]) });
  assert.equal(lockedRequest(game, start, sum), null);
  assert.equal(lockedRequest(game, after("carry-on"), sum), null);
  assert.equal(lockedRequest(game, goOn(startHistory("a"), { position: "b", ...madeIn([step("a", "local", "b")]) }), sum), null);
  assert.deepEqual(lockedRequest(game, after("entailing"), sum), { components: [{ game, position: "a" }, { nim: 2 }],
    operator: "+", moves: [[{ component: 1, position: "!> b" }]], turn: "first" });
});
