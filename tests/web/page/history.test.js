/* The history of visited positions, with branches. */

import assert from "node:assert/strict";
import test from "node:test";
import {
  branchesAt, canGoBack, canGoForward, currentVisit, emptyHistory, goBack, goForward, goOn, goTo, isHistory,
  lineTo, renameVisits, startHistory, wholeLine,
} from "./page/history.js";

const walk = (...positions) => positions.slice(1).reduce(
  (history, position) => goOn(history, { position }), startHistory(positions[0]));
const names = (history, line) => line.map(i => history.entries[i].position).join("");

test("going back and moving elsewhere keeps both lines", () => {
  const there = goBack(walk("a", "b", "c"));
  const both = goOn(there, { position: "d" });
  assert.equal(names(both, lineTo(both)), "abd");
  assert.deepEqual(branchesAt(both, both.at).map(i => both.entries[i].position), ["c"]);
  assert.equal(currentVisit(goTo(both, 2)).position, "c");
});

test("a line that exists is followed, not doubled", () => {
  const again = goOn(goBack(walk("a", "b")), { position: "b" });
  assert.equal(again.entries.length, 2);
  assert.equal(goOn(again, { position: "b" }), again);
});

test("forward follows the newest line to its end", () => {
  const history = goTo(walk("a", "b", "c", "d"), 0);
  assert.equal(names(history, wholeLine(history)), "abcd");
  assert.equal(currentVisit(goForward(history)).position, "b");
  assert.ok(canGoForward(history) && !canGoBack(history));
  assert.ok(!canGoForward(emptyHistory()) && !canGoBack(emptyHistory()));
});

test("positions of sums differ by their other games", () => {
  const history = goOn(startHistory("a", [{ nim: 2 }]), { position: "a", others: [{ nim: 1 }] });
  assert.equal(history.entries.length, 2);
});

test("a long history keeps the newest half of its line", () => {
  let history = startHistory("0");
  for (let i = 1; i <= 600; i++) history = goOn(history, { position: String(i) });
  assert.ok(history.entries.length <= 500);
  assert.equal(currentVisit(history).position, "600");
  assert.ok(isHistory(history));
});

test("renaming changes every visit", () => {
  assert.equal(names(renameVisits(walk("a", "b", "a"), "a", "x"), [0, 1, 2]), "xbx");
});

test("histories from addresses are checked", () => {
  assert.ok(isHistory(walk("a", "b")));
  for (const bad of [null, {}, { entries: [], at: 0 }, { entries: [{ position: 1, parent: -1 }], at: 0 },
    { entries: [{ position: "a", parent: 0 }], at: 0 }, { entries: [{ position: "a", parent: -1 }], at: 0.5 }])
    assert.ok(!isHistory(bad), JSON.stringify(bad));
});
