/* Records of matches: the history as text, and the history that the program has read from a text. */

import assert from "node:assert/strict";
import test from "node:test";
import { currentVisit, goBack, goOn, goTo, startHistory, withComment } from "./page/history.js";
import { historyOf, isGameNamed, lineMoves, namedGame, recordOf } from "./page/record.js";

const RING = { game: { format: "edges", text: "" }, title: "Ring", operator: "+", misere: false, match: null };
const moved = (history, ...positions) => positions.reduce((walk, position) => goOn(walk, { position }, true), history);

test("the current line comes first, then its branches, with comments", () => {
  let history = moved(startHistory("b"), "c", "d");
  history = moved(goBack(history), "e");
  history = withComment(goTo(history, 2), 2, "why\nnot");
  const { text, start } = recordOf({ ...RING, history: withComment(history, 0, "the start") });
  assert.equal(text, 'game ring.edges@b\n# the start\n1. "c"\n2. "d"\n# why\n# not\n2. "e"\n');
  assert.deepEqual(start, { position: "b", others: [] });
});

test("a record begins where the reader has jumped to", () => {
  const history = goOn(goOn(moved(startHistory("a"), "b"), { position: "e", jump: true }), { position: "f" });
  assert.equal(recordOf({ ...RING, history }).text, 'game ring.edges@e\n1. "f"\n');
});

test("a loop is a move, and names are quoted", () => {
  const history = moved(startHistory('x "y"'), 'x "y"');
  assert.equal(recordOf({ ...RING, history }).text, 'game ring.edges@"x \\"y\\""\n1. "x \\"y\\""\n');
});

test("players, play and result are lines of the head", () => {
  const match = { first: "program", level: "fair", seed: 1, start: { position: "b", others: [] }, moves: [] };
  const state = { ...RING, history: startHistory("b"), misere: true, match };
  assert.equal(recordOf(state, "draw").text, "game ring.edges@b\nplay misere\nfirst computer fair\nsecond person\nresult draw\n");
});

test("moves of sums have their components", () => {
  const history = goOn(startHistory("b", [{ nim: 3 }]), { position: "b", others: [{ nim: 1 }], move: [{ component: 2, position: "1" }] }, true);
  const state = { ...RING, history: goOn(history, { position: "c", others: [{ nim: 1 }] }, true) };
  assert.equal(recordOf(state).text, 'game ring.edges@b + nim:3\n1. 2 "1"\n2. 1 "c"\n');
  assert.deepEqual(lineMoves(state.history, true), [[{ component: 2, position: "1" }], [{ component: 1, position: "c" }]]);
});

test("the game of a record is found", () => {
  assert.deepEqual(namedGame('game "my game.edges"@"a b"\n1. c'), { whole: '"my game.edges"@"a b"', game: "my game.edges", position: "a b" });
  assert.deepEqual(namedGame("\ngame nim:3,4\n"), { whole: "nim:3,4", game: "nim:3,4", position: null });
  assert.equal(namedGame("game a + b\n")?.game, "");
  assert.equal(namedGame("1. c\n"), null);
  assert.ok(isGameNamed(RING, { game: "ring.edges" }) && !isGameNamed(RING, { game: "ring.lua" }));
  assert.ok(isGameNamed({ game: { gallery: "nim", args: "3,4" }, title: "Nim" }, { game: "nim:3,4" }));
});

test("what the program reads is the same tree again", () => {
  const step = (from, to) => [{ component: 1, from, to, words: null }];
  const move = (parent, from, to, comment = "") => ({ parent, comment, steps: step(from, to) });
  const moves = [move(0, "b", "c"), move(1, "c", "d", "why"), move(1, "c", "e"), move(1, "c", "f"), move(0, "b", "g")];
  const history = historyOf({ comment: "start", moves }, { position: "b", others: [] });
  assert.equal(currentVisit(history)?.position, "d");
  assert.equal(recordOf({ ...RING, history }).text,
    'game ring.edges@b\n# start\n1. "c"\n2. "d"\n# why\n2. "e"\n2. "f"\n1. "g"\n');
});
