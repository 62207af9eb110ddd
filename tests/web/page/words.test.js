/* Sentences, tables and the state in the address. */

import assert from "node:assert/strict";
import test from "node:test";
import { galleryTitle, titleOf } from "./page/game_words.js";
import { formatMessage, sentence, withArrows } from "./page/messages.js";
import { listed, moveResult, outcomeClass, reasonOf } from "./page/outcomes.js";
import { cleanShared, firstShared } from "./page/state.js";
import { decodeFragment, encodeFragment } from "./page/fragment.js";
import { filterProblem, filterRows, sortRows } from "./page/rows.js";
import { countedPositions, createSolved, numberText, valueText } from "./page/solved.js";

test("a move is good for who makes it if the position after it is bad for who is to move", () => {
  assert.deepEqual(["P", "N", "D", ""].map(outcome => moveResult(outcome)), ["wins", "loses", "draws", ""]);
  assert.deepEqual(["A", "B", "D"].map(outcome => moveResult(outcome, "B")), ["loses", "wins", "draws"]);
  assert.deepEqual(["N", "P", "D", "A", "B", ""].map(outcomeClass), ["good", "bad", "neutral", "good", "bad", ""]);
});

test("reasons in one sentence", () => {
  const move = (to, result) => ({ to, result, words: "", vertex: to });
  const look = (outcome, ...moves) => ({ outcome, moves, isSum: false });
  const reason = (given, misere = false) => reasonOf(given, misere, ({ to }) => to === "g");
  assert.equal(reason(look("N", move("c", "draws"), move("g", "wins"))), "Move to g: the opponent is stuck.");
  assert.equal(reason(look("N", move("a", "wins"))), "Move to a: after that the opponent loses, whatever they do.");
  assert.equal(reason(look("P")), "There is no move, and a player who cannot move loses.");
  assert.equal(reason(look("N"), true), "There is no move, and in misère play that wins.");
  assert.equal(reason(look("P", move("b", "loses"))), "The only move lets the opponent win.");
  assert.equal(reason(look("D", move("d", "draws"))), "");
  assert.equal(reason(look("N", { ...move("1,2", "wins"), words: "take 3 from heap 1" })),
    "Take 3 from heap 1: after that the opponent loses, whatever they do.");
  const moves = ["x: 2 → 1", "y: 3 → 0"].map(to => move(to, "wins"));
  assert.equal(reason({ ...look("N", ...moves), isSum: true }),
    "Play x: 2 → 1, or the other one: after that the opponent loses, whatever they do.");
  assert.equal(listed(["a", "b", "c"], "or"), "a, b or c");
});

test("messages are reworded for the page", () => {
  const format = message => { const e = formatMessage({ message }); return [e.message, e.line, e.column].join("|"); };
  assert.equal(formatMessage({ message: "9 moves are too many", reason: "picture" }).message,
    '9 moves are too many; "nearby positions" in the menu View shows a part');
  assert.equal(format("game2.dot has no position 'z'"), "the game has no position 'z'|0|0");
  assert.equal(format("board.edges:2:5: a third word"), "a third word|2|5");
  assert.equal(sentence("no such game"), "No such game.");
  assert.equal(withArrows("c -> d"), "c → d");
});

test("fragments are decoded", async () => {
  const view = { game: { format: "edges", text: "ä b\n∞ c # é\n" }, step: 7, x: "a".repeat(5000) };
  const fragment = await encodeFragment(view);
  assert.deepEqual(await decodeFragment(`#${fragment}`), view);
  assert.ok(fragment.length < 300 && /^[\w-]+$/.test(fragment));
  assert.equal(await decodeFragment("#zdamaged"), null);
  assert.equal(await decodeFragment(""), null);
});

test("decoded addresses are checked", () => {
  const clean = cleanShared({ game: { format: "edges", text: "a b" }, step: "x", mode: "?", operator: "?", course: 3,
    view: { radius: "2", layout: "circo" }, places: { a: [1, 2], b: "x", c: [1] }, history: { entries: 5 }, match: { moves: 3 },
    others: [null, 3, { nim: 4 }, { position: 5 }, { game: { text: "", format: "edges" }, position: null }] });
  assert.deepEqual([clean.step, clean.mode, clean.operator, clean.course, clean.view.radius, clean.view.layout],
    [0, "explore", "+", "who", 2, "circo"]);
  assert.deepEqual(clean.places, { a: [1, 2] });
  assert.deepEqual(clean.history, { entries: [], at: -1 });
  assert.equal(clean.match, null);
  assert.equal(clean.others.length, 2);
  assert.deepEqual(cleanShared({ game: 5 }).game, firstShared().game);
  assert.deepEqual(cleanShared(firstShared()), firstShared());
});

const columns = { position: ["10", "9", "ab", "a"], outcome: ["N", "P", "D", "N"], value: [2, 0, { infinite: [] }, 1],
  counter: [3, 0, null, 1] };
const shown = [["10", "N", "2", "3"], ["9", "P", "0", "0"], ["ab", "D", "∞{0}", ""], ["a", "N", "1", "1"]];
const text = (column, row) => shown[row][Object.keys(columns).indexOf(column)];

test("rows are sorted and filtered", () => {
  const filter = query => [...filterRows(4, query, columns, text)].join();
  const sort = (column, descending) => [...sortRows([0, 1, 2, 3], columns[column],
    { text: row => text(column, row), descending })].join();
  assert.deepEqual(["outcome=N", "value>=1", "grundy=inf", "value<1 outcome!=N", "A", "name~b", "", "zz"].map(filter),
    ["0,3", "0,2,3", "2", "1", "2,3", "2", "0,1,2,3", ""]);
  assert.deepEqual([sort("value", false), sort("value", true), sort("position", false), sort("counter", false)],
    ["1,3,0,2", "2,0,3,1", "1,0,3,2", "2,1,3,0"]);
  assert.equal(filterProblem("bogus=3", columns), 'There is no column bogus; "bogus=3" is searched in names.');
  assert.equal(filterProblem("value> value>=abc", columns), "value> is incomplete. value>=abc: abc is not a number.");
});

test("a solved game", () => {
  const solved = createSolved({}, { position: ["a", "b"], outcome: ["N", "P"], value: [{ infinite: [0] }, 0], misere: ["P", "N"] });
  assert.equal(solved.text("value", 0), "∞{0}");
  assert.deepEqual([solved.outcome(0, false), solved.outcome(0, true), solved.numberOf("z")], ["N", "P", -1]);
  assert.equal(solved.summary, "2 positions: 1 P-position, 1 N-position");
  assert.equal(countedPositions(20000), "20,000 positions");
});

test("values and numbers of moves have one shape in all answers", () => {
  const values = [3, { infinite: [0, 2] }, { infinite: [] }, { infinite: null }, { ordinal: "w*2+1" }, null];
  assert.deepEqual(values.map(valueText), ["3", "∞{0,2}", "∞{}", "∞", "ω*2+1", "?"]);
  assert.deepEqual([5, "inf", { ordinal: "w" }, null].map(numberText), ["5", "∞", "ω", "?"]);
  const halves = [[[], [2]], [[0, 1], [2]], [[0], [0]], [[1], [0, 2]], [[], ["inf"]], [[], [0, "inf"]], [[3], []], [null, [1]]];
  assert.deepEqual(halves.map(([infinite, c]) => valueText({ infinite, c })),
    ["half(2)", "half(2)", "moon{0}", "moon{0,2}", "moon", "moon", "∞{3}", "half(1)"]);
});

test("games have the titles of their cards", () => {
  const examples = [{ name: "nim", group: "opened", title: "nim" }, { name: "nim", group: "gallery", title: "Nim: take", rules: "Nim: take counters. A player loses." },
    { name: "chomp", group: "gallery", title: "Chomp: bite", rules: "Chomp: bite squares. A player loses." }];
  assert.equal(galleryTitle(examples, "nim", "3,4"), "Nim 3,4");
  assert.equal(galleryTitle(examples, "nim"), "Nim");
  assert.equal(galleryTitle(examples, "chomp", "3,4"), "Chomp 3 × 4");
  assert.equal(galleryTitle([], "quixo", "2"), "Quixo 2");
  assert.deepEqual(["Ring", ""].map(title => titleOf({ title })), ["Ring", "My game"]);
});
