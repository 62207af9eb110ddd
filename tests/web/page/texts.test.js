/* Texts of games: formats, hints, and what is shared. */

import assert from "node:assert/strict";
import test from "node:test";
import { commaHint, formatOf, smallestChange } from "./page/texts.js";
import { embedCode, isLocal, sharedFor } from "./page/share.js";
import { readComponent } from "./page/sums.js";
import { firstShared } from "./page/state.js";

test("formats are recognized", () => {
  assert.equal(formatOf("a b", "edges"), "edges");
  assert.equal(formatOf("strict digraph x { a -> b }", "edges"), "dot");
  assert.equal(formatOf("a b", "dot"), "edges");
  assert.equal(formatOf("<?xml version='1.0'?>", "edges"), "graphml");
  assert.equal(formatOf("", "lua"), "lua");
  assert.equal(formatOf("return {\n}", "edges"), "lua");
  assert.equal(formatOf("graph b", "edges"), "edges");
});

test("a comma is not an arrow", () => {
  assert.match(commaHint("# moves\na,b\nb,c # there\n"), /from a to b, write: a b$/);
  for (const text of ["", "a b\n", "a,b\nc d\n", "3,5 3,4\n"]) assert.equal(commaHint(text), "", text);
});

test("the smallest change of a text", () => {
  for (const [from, to] of [["abc", "abc"], ["", "x"], ["abc", "abxc"], ["aaa", "aa"], ["abc", ""], ["ab\nc", "ab\nd\nc"]]) {
    const change = smallestChange(from, to);
    assert.equal(from.slice(0, change.from) + change.insert + from.slice(change.to), to);
    assert.ok(change.from <= change.to);
  }
  assert.deepEqual(smallestChange("abc", "abxc"), { from: 2, to: 2, insert: "x" });
});

test("sizes of heaps are rejected, never changed", () => {
  for (const size of ["", " ", "-1", "1.5", "x", "1000000000000000000"])
    assert.ok(readComponent("nim", size, []).problem, size);
  assert.deepEqual(readComponent("nim", "0", []), { component: { nim: 0 } });
  assert.deepEqual(readComponent("kayles", "2,3", []), { component: { heap: "kayles", size: "2,3" } });
  assert.ok(readComponent("kayles", "2,,3", []).problem);
});

test("a link for students has no answers, and no match", () => {
  const shared = { ...firstShared(), mode: "algorithm", step: 9, match: { moves: [] } };
  const { answers, mode, step, match } = sharedFor(shared, "students");
  assert.deepEqual([answers, mode, step, match], [false, "explore", 0, null]);
  assert.equal(sharedFor({ ...shared, answers: false }, "answers").answers, true);
  assert.ok(isLocal("localhost") && isLocal("127.0.0.1") && isLocal("") && !isLocal("example.org"));
});

test("embed code has the game, its position, and no answers for students", () => {
  const shared = { ...firstShared(), title: 'a "b"', game: { format: "edges", text: "b <c>\nb &d\n" } };
  assert.equal(embedCode(sharedFor(shared, "answers"), "grundy/grundy-game.js"),
    '<script type="module" src="grundy/grundy-game.js"></script>\n' +
    '<grundy-game position="b" label="a &quot;b&quot;">\nb &lt;c>\nb &amp;d\n</grundy-game>\n');
  assert.match(embedCode({ ...shared, title: "", answers: false, game: { gallery: "chomp", args: "3,4" } }, "x.js"),
    /<grundy-game gallery="chomp" args="3,4" position="b" show="drawing play"><\/grundy-game>/);
});
