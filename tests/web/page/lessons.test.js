/* Lessons of the course: their names and texts. */

import assert from "node:assert/strict";
import test from "node:test";
import { GERMAN } from "./page/german.js";
import { ENGLISH_LESSONS, LESSONS, lessonNamed, paragraphsOf, TRANSLATED_LESSONS } from "./page/lessons.js";
import { createSolved } from "./page/solved.js";
import { isReached, isRight, readValue } from "./page/tasks.js";

test("a value is read as readers write it", () => {
  for (const [text, value] of [["2", "2"], [" 07 ", "7"], ["∞{2}", "∞{2}"], ["inf{2}", "∞{2}"], ["∞(2,0)", "∞{0,2}"],
    ["Infinity { 0, 2, 2 }", "∞{0,2}"], ["∞", "∞{}"], ["∞{}", "∞{}"], ["", ""], ["two", ""], ["-1", ""], ["2.5", ""]])
    assert.equal(readValue(text), value, text);
});

/* The ring and a heap next to it, as the solver describes them. */
const solved = createSolved({}, {
  position: ["b", "c", "d", "g"], outcome: ["N", "D", "D", "P"], remoteness: [1, "inf", "inf", 0],
  value: [{ infinite: [0] }, { infinite: [] }, { infinite: [2] }, 0],
});
const move = (result, best = false) => ({ result, best });
const look = (given = {}) => ({ outcome: "N", remoteness: 1, value: { infinite: [0] }, moves: [], ...given });
const judge = (task, given, known = {}) => isRight(task, given, { solved, look: look(known) });

test("predictions are compared with the solver", () => {
  assert.deepEqual(["N", "P", "D"].map(given => judge({ kind: "outcome" }, given)), [true, false, false]);
  assert.deepEqual(["1", " 1 ", "2", ""].map(given => judge({ kind: "remoteness" }, given)), [true, true, false, false]);
  assert.deepEqual(["∞{0}", "∞{2}", "∞", "0", ""].map(given => judge({ kind: "value" }, given)),
    [true, false, false, false, false]);
  assert.deepEqual(["∞{2}", "2"].map(given => judge({ kind: "value", of: "d" }, given)), [true, false]);
});

test("every good move counts, and a draw where nobody wins", () => {
  const moves = [move("wins", true), move("wins"), move("draws"), move("loses")];
  assert.deepEqual(moves.map(given => judge({ kind: "move" }, given, { moves })), [true, true, false, false]);
  assert.deepEqual(moves.map(given => judge({ kind: "move", best: true }, given, { moves })), [true, false, false, false]);
  const drawn = moves.slice(2);
  assert.deepEqual(drawn.map(given => judge({ kind: "move" }, given, { moves: drawn })), [true, false]);
});

test("a goal is reached by any game that has it", () => {
  assert.deepEqual([{ b: "N" }, { b: "P" }, { c: "NP" }, { c: "ND", g: "P" }, { b: 1 }, { b: 3 }, { g: 0 }, { x: "P" }]
    .map(goal => isReached(goal, solved)), [true, false, false, true, true, false, false, false]);
});

test("a match is won, or drawn where that is enough", () => {
  const results = ["you", "draw", "program", ""];
  assert.deepEqual(results.map(given => judge({ kind: "match" }, given)), [true, false, false, false]);
  assert.deepEqual(results.map(given => judge({ kind: "match", draw: true }, given)), [true, true, false, false]);
});

test("lessons are short, and each has something to do", () => {
  assert.equal(new Set(LESSONS.map(({ name }) => name)).size, LESSONS.length);
  for (const { name, pages } of LESSONS) {
    assert.equal(lessonNamed(name).name, name);
    assert.ok(pages.filter(({ task }) => task !== undefined).length >= 2, name);
    for (const { words, task, right } of pages) {
      assert.ok(words.split(/\s+/).length <= 100, `${name}: ${words}`);
      assert.equal((words.match(/\*/g) ?? []).length % 2, 0, words);
      assert.equal(right !== undefined, task !== undefined, words);
    }
  }
});

test("translated lessons have the same texts, page by page", () => {
  const textsIn = ({ words, hint, right }) => [words, hint, right].map(text => text !== undefined);
  for (const [name, { title, pages }] of Object.values(TRANSLATED_LESSONS).flatMap(Object.entries)) {
    const english = ENGLISH_LESSONS.find(lesson => lesson.name === name);
    assert.ok(english !== undefined && title !== "", name);
    assert.deepEqual(pages.map(textsIn), english.pages.map(textsIn), name);
    for (const { words } of pages) {
      assert.ok(words.split(/\s+/).length <= 110, `${name}: ${words}`);
      assert.equal((words.match(/\*/g) ?? []).length % 2, 0, words);
    }
  }
});

/* What every language has alike: numbers, infinite values, lines of tables, and how often words are emphasized. */
const frameOf = text => (text?.match(/∞\{[^}]*\}|∞|\d+|^\s*\||\*/gm) ?? []).map(found => found.trim()).sort();

test("translated lessons say the same with other words", () => {
  for (const texts of Object.values(TRANSLATED_LESSONS)) {
    assert.deepEqual(Object.keys(texts).sort(), ENGLISH_LESSONS.map(({ name }) => name).sort());
    for (const { name, title, pages } of ENGLISH_LESSONS) {
      assert.notEqual(texts[name].title, title);
      for (const [i, page] of pages.entries())
        for (const member of ["words", "hint", "right"]) {
          const own = texts[name].pages[i][member];
          assert.deepEqual(frameOf(own), frameOf(page[member]), own);
          if (own !== undefined) assert.notEqual(own, page[member]);
        }
    }
  }
});

test("German lessons name buttons as the page does", () => {
  const quoted = (text, marks) => [...(text ?? "").matchAll(marks)].map(([, words]) => words);
  for (const { name, pages } of ENGLISH_LESSONS)
    for (const [i, page] of pages.entries())
      for (const member of ["words", "hint"])
        for (const button of quoted(page[member], /“([^”]*)”/g))
          assert.ok(TRANSLATED_LESSONS.de[name].pages[i][member].includes(`„${GERMAN[button]}“`), button);
});

test("paragraphs are separated by empty lines, and lines of tables are kept", () => {
  assert.deepEqual(paragraphsOf("a\n   b\n\n  | c\n  | d\n\n  e"), [["a b"], ["c", "d"], ["e"]]);
});
