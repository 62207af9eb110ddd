/* Texts of games: formats, hints, and what is shared. */

import assert from "node:assert/strict";
import test from "node:test";
import { commaHint, formatOf, smallestChange } from "./page/texts.js";
import { withoutDefaults } from "./page/address.js";
import { embedCode, isLocal, sharedFor } from "./page/share.js";
import { isAsOnStage, requestFor } from "./page/worksheet.js";
import { readComponent } from "./page/sums.js";
import { cleanShared, firstShared } from "./page/state.js";

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

test("what is shared is what is seen, or the same without answers", () => {
  const shared = { ...firstShared(), mode: "algorithm", step: 9, match: { moves: [] } };
  assert.deepEqual(sharedFor(shared, false), shared);
  const { answers, mode, step, match } = sharedFor(shared, true);
  assert.deepEqual([answers, mode, step, match], [false, "explore", 0, { moves: [] }]);
  assert.deepEqual(sharedFor({ ...shared, mode: "play" }, true), { ...shared, mode: "play", answers: false });
  assert.ok(isLocal("localhost") && isLocal("127.0.0.1") && isLocal("") && !isLocal("example.org"));
});

test("links leave out what is usual, and nothing is lost", () => {
  const first = firstShared(), match = { moves: [{ to: "c" }], first: "you", level: "hard", seed: 3 };
  const states = [first, { ...first, places: {}, history: { entries: [], at: -1 }, title: "" },
    { ...first, game: { gallery: "chomp", args: "3,4" }, title: "Chomp", stage: "graph", answers: false, misere: true, mode: "play", match },
    { ...first, view: { ...first.view, layout: "circo", palette: "safe" }, table: { sort: "value", descending: true, filter: "P" },
      places: { a: [1.25, -3] }, lesson: "sums", page: 2, operator: "&", others: [{ nim: 3 }] }];
  for (const state of states) assert.deepEqual(cleanShared(JSON.parse(JSON.stringify(withoutDefaults(state)))), cleanShared(state));
  assert.deepEqual(Object.keys(withoutDefaults(first)), ["game", "history", "places"]);
});

test("a request for a worksheet has what was chosen", () => {
  const values = { show: "boards", level: "hard", exercises: "6", variants: "3", seed: "", paper: "letter", part: "all" };
  const asked = { game: { gallery: "chomp" }, title: "T", palette: "plain", misere: false, columns: ["outcome", "best"], values, hasLines: true };
  assert.deepEqual(requestFor(asked), { worksheet: true, title: "T", palette: "plain", misere: false, language: "en", part: "all", show: "boards",
    level: "hard", paper: "letter", no_name: false, best_moves: true, exercises: 6, variants: 3, columns: "outcome", game: { gallery: "chomp" } });
  const random = requestFor({ ...asked, game: null, columns: ["best"] });
  assert.deepEqual([random.show, "game" in random, "columns" in random], ["auto", false, false]);
  assert.ok(isAsOnStage({ game: {}, show: "graph" }) && !isAsOnStage({ game: {}, show: "graph", seed: 2 }) && !isAsOnStage({ show: "auto" }));
});

test("embed code has the game, its position, and no answers for students", () => {
  const shared = { ...firstShared(), title: 'a "b"', game: { format: "edges", text: "b <c>\nb &d\n" } };
  assert.equal(embedCode(sharedFor(shared, false), "grundy/grundy-game.js"),
    '<script type="module" src="grundy/grundy-game.js"></script>\n' +
    '<grundy-game position="b" label="a &quot;b&quot;">\nb &lt;c>\nb &amp;d\n</grundy-game>\n');
  assert.match(embedCode({ ...shared, title: "", answers: false, game: { gallery: "chomp", args: "3,4" } }, "x.js"),
    /<grundy-game gallery="chomp" args="3,4" position="b" show="drawing play"><\/grundy-game>/);
  assert.match(embedCode({ ...shared, stage: "graph" }, "x.js"), /<grundy-game position="b" view="graph" label=/);
});
