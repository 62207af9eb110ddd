/* Worksheets in German have the rules that the page has. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { GERMAN_GAMES } from "./page/games_german.js";

const source = readFileSync(new URL("./worksheet_german.c", import.meta.url), "utf8").replace(/"\s+"/g, "").replace(/,\s+/g, ", ");

test("the library has the German rules of the page", () => {
  for (const [name, [title, moves, wins]] of Object.entries(GERMAN_GAMES))
    assert.ok(source.includes(`{"${name}", "${title}: ${moves} ${wins}"}`), name);
});

test("one sentence says how one moves: worksheets about misère play have only that", () => {
  for (const [name, [title, moves]] of Object.entries(GERMAN_GAMES)) assert.ok(!`${title}: ${moves}`.includes(". "), name);
});
