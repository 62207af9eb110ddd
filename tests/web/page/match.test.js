/* Matches: turns, moves taken back, results and transcripts. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  decisionWords, hintWords, isYours, lastMistake, moveOf, repetitionWords, resultOf, takenBack, transcriptOf, turnIn,
} from "./page/match.js";
import { afterSteps, askedComponent, lookOf, positionRequest, turnOf } from "./page/look.js";
import { goOn, startHistory } from "./page/history.js";
import { firstPosition } from "./page/navigation.js";
import { createSolved } from "./page/solved.js";

const match = (first, ...moves) => ({ first, level: "fair", seed: 1, start: { position: "a", others: [] }, moves });
const made = (by, effect) => ({ by, effect, number: 1, sentence: "b -> c gives the win away.",
  steps: [{ component: 1, from: "b", to: "c" }] });

test("players take turns", () => {
  assert.equal(turnIn(match("you")), "you");
  assert.equal(turnIn(match("program")), "program");
  assert.equal(turnIn(match("program", "b")), "you");
});

test("your last move is taken back with the reply", () => {
  assert.deepEqual(takenBack(match("you", "b", "c")).moves, []);
  assert.deepEqual(takenBack(match("you", "b")).moves, []);
  assert.deepEqual(takenBack(match("program", "b", "c", "d")).moves, ["b"]);
  assert.deepEqual(takenBack(match("program", "b")).moves, ["b"]);
});

test("only your own mistakes are named", () => {
  assert.equal(lastMistake(match("you"), { history: [made("first", "gives-win-away"), made("second", "keeps-win")] }).words,
    "That gives the win away.");
  assert.equal(lastMistake(match("you"), { history: [made("first", "keeps-win"), made("second", "gives-win-away")] }), null);
  assert.equal(lastMistake(match("you"), { history: [] }), null);
});

test("the end of a match", () => {
  assert.equal(resultOf(match("you", "b"), { over: true, winner: "first" }), "You win after 1 move!");
  assert.equal(resultOf(match("program", "b", "c"), { over: true, winner: "first" }), "The computer wins after 2 moves.");
  assert.equal(resultOf(match("you"), { over: false, winner: null }), "");
  assert.equal(resultOf(match("you", "b"), { over: true, winner: null, payoff: 3 }), "The match is over after 1 move: A gets 3.");
  assert.equal(resultOf({ ...match("you"), agreed: true }, { over: false }), "A draw by agreement after 0 moves.");
});

test("two people play on one screen", () => {
  const both = (...moves) => ({ ...match("you", ...moves), level: "person" });
  assert.deepEqual([isYours(both()), isYours(both("b")), isYours(match("you", "b"))], [true, true, false]);
  assert.deepEqual(takenBack(both("b", "c")).moves, ["b"]);
  assert.equal(resultOf(both("b", "c"), { over: true, winner: "second" }), "The second player wins after 2 moves.");
  assert.equal(resultOf(both("b"), { over: true, winner: "draw" }), "A draw after 1 move.");
  assert.equal(lastMistake(both("b", "c"), { history: [made("first", "keeps-win"), made("second", "gives-draw-away")] }).words,
    "That gives the draw away.");
  assert.deepEqual(transcriptOf(both(), { history: [made("first", "keeps-win"), made("second", "loses")], positions: [] }, false)
    .map(({ who }) => who), ["First player", "Second player"]);
});

test("the end says where the match was decided", () => {
  const over = (winner, ...history) => ({ over: true, winner, history: history.map((entry, i) => ({ ...entry, number: i + 1 })) });
  assert.equal(decisionWords(match("you"), over("second", made("first", "keeps-win"), made("second", "loses"), made("first", "gives-win-away"))),
    "You gave the win away with move 3.");
  assert.equal(decisionWords(match("you"), over("first", made("first", "keeps-win"), made("second", "loses"))),
    "The computer had no chance: every position was lost.");
  assert.equal(decisionWords({ ...match("you"), level: "person" }, over("first", made("second", "gives-draw-away"))),
    "The second player gave the draw away with move 1.");
  assert.equal(decisionWords(match("you"), over("draw", made("first", "keeps-draw"))), "");
  assert.equal(decisionWords(match("you"), { over: false, winner: null, history: [] }), "");
});

test("a hint says what the player can get", () => {
  const look = result => ({ moves: [{ best: false, result: "loses" }, { best: true, result }] });
  assert.match(hintWords(look("wins")), /wins/);
  assert.match(hintWords(look("draws")), /keeps the draw/);
  assert.match(hintWords(look("loses")), /lost.*resists longest/);
  assert.equal(hintWords(null), "");
});

test("repetitions are announced", () => {
  assert.equal(repetitionWords({ occurrences: 1 }), "");
  assert.match(repetitionWords({ occurrences: 2 }), /twice/);
  assert.match(repetitionWords({ occurrences: 3 }), /agree on a draw/);
});

test("verdicts are in the transcript only after the end", () => {
  const answer = { history: [made("first", "gives-win-away")], positions: [] };
  assert.equal(transcriptOf(match("you"), answer, false)[0].verdict, "");
  assert.deepEqual(transcriptOf(match("you"), answer, true)[0],
    { who: "You", text: "b → c", verdict: "gives the win away", isMistake: true });
});

test("moves as the program takes them", () => {
  const steps = [{ component: 2, from: "3", to: "1" }];
  assert.deepEqual(moveOf(steps, true), [{ component: 2, position: "1" }]);
  assert.equal(moveOf([{ component: 1, to: "b" }], false), "b");
  assert.deepEqual(afterSteps({ position: "a", others: [{ nim: 3 }] }, steps), { position: "a", others: [{ nim: 1 }] });
});

test("requests about positions and sums", () => {
  const sum = { others: [{ nim: 3 }, { heap: "kayles", size: "2,3" }], operator: "+", misere: false };
  assert.deepEqual(positionRequest({ text: "" }, "a", sum).components.slice(1), [{ nim: 3 }, { heap: "kayles", size: [2, 3] }]);
  assert.deepEqual(positionRequest({ text: "" }, "a", { ...sum, others: [], misere: true }),
    { game: { text: "" }, position: "a", misere: true });
  assert.deepEqual(askedComponent({ game: { text: "" }, title: "x", position: "a" }), { game: { text: "" }, position: "a" });
});

test("whose turn it is follows from the moves since the last jump", () => {
  const one = goOn(startHistory("a"), { position: "b" });
  assert.equal(turnOf(startHistory("a")), "first");
  assert.equal(turnOf(one), "second");
  assert.equal(turnOf(goOn(one, { position: "x", jump: true })), "first");
});

test("a game whose first position is an end begins elsewhere", () => {
  const solved = (...remoteness) => createSolved({}, { position: ["a", "b", "c"], remoteness,
    outcome: remoteness.map(r => (r === "inf" ? "D" : r % 2 === 0 ? "P" : "N")) });
  assert.equal(firstPosition(solved(0, 1, 3)), "c");
  assert.equal(firstPosition(solved("inf", 1, 0)), "a");
  assert.equal(firstPosition(solved(0, "inf", 0)), "a");
});

test("what the program says about a position", () => {
  const look = lookOf({ turn: "first", player: null, over: false, outcome: "N", verdict: "win", move_count: 1,
    components: [{ position: "b", reduced: "B", board: null }],
    moves: [{ verdict: "win", outcome: "P", best: true, steps: [{ component: 1, from: "b", to: "g", reduced: "G" }] }] }, ["ring"]);
  assert.deepEqual([look.vertex, look.moves[0].result, look.moves[0].vertex, look.player], ["B", "wins", "G", undefined]);
});
