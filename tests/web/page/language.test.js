/* The languages of the page: every text that it shows has a translation, and no translation is left over. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { GERMAN } from "./page/german.js";
import { fillIn, firstKnown, t } from "./page/language.js";

const read = path => readFileSync(new URL(path, import.meta.url), "utf8");
const modulesIn = folder => readdirSync(new URL(folder, import.meta.url)).map(name => folder + name)
  .filter(path => path.endsWith(".js") && !/\/(codemirror|language|service-worker)\.js$/.test(path));
const modules = [...modulesIn("./page/"), ...modulesIn("./site/")];

/* Calls t("…"); a text may be split as "…" + "…". */
const LITERAL = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;
const CALL = new RegExp(`(?<![\\w.$])t\\(\\s*(?:((?:${LITERAL})(?:\\s*\\+\\s*(?:${LITERAL}))*)\\s*[,)])?`, "g");

/** Returns the texts that a module translates, and null for each call whose text is not a literal. */
const textsOf = source => [...source.matchAll(CALL)].map(([, literals]) =>
  (literals === undefined ? null : [...literals.matchAll(new RegExp(LITERAL, "g"))].map(([each]) => (0, eval)(each)).join("")));

/** Returns the texts of index.html that have words, except those of elements with translate="no". */
function textsOfPage() {
  const html = read("./page/index.html").replace(/<!--[^]*?-->/g, ""), found = [];
  for (const [, tag, words] of html.matchAll(/<((?:[^<>"]|"[^"]*")*)>([^<]*)/g)) {
    if (/translate="no"/.test(tag)) continue;
    found.push(...[...tag.matchAll(/\s(?:title|aria-label|placeholder)="([^"]*)"/g)].map(([, text]) => text),
      words.replace(/\s+/g, " ").trim());
  }
  return found.filter(text => /\p{L}{2}/u.test(text));
}

const ofModules = modules.map(name => [name, textsOf(read(name))]);

test("texts are literals, which can be found", () => {
  assert.deepEqual(textsOf(`t("a") + at("b") + t('c"', { n }) + t("d " +\n "e", {}) + t(f)`), ["a", 'c"', "d e", null]);
  assert.deepEqual(ofModules.filter(([, texts]) => texts.includes(null)).map(([name]) => name), []);
});

test("German has every text of the page, and no other", () => {
  const used = new Set([...ofModules.flatMap(([, texts]) => texts), ...textsOfPage()]);
  assert.deepEqual([...ofModules, ["index.html", textsOfPage()]].flatMap(([name, texts]) =>
    texts.filter(text => GERMAN[text] === undefined).map(text => `${name}: ${text}`)), []);
  assert.deepEqual(Object.keys(GERMAN).filter(text => !used.has(text)), []);
});

test("every text is translated once", () => {
  const keys = [...read("./page/german.js").matchAll(new RegExp(`^  (${LITERAL}):`, "gm"))].map(([, key]) => (0, eval)(key));
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
});

test("a translation fills in the same values", () => {
  const names = text => [...new Set([...text.matchAll(/\{([a-z]\w*)[:}]/gi)].map(([, name]) => name))].sort();
  for (const [english, german] of Object.entries(GERMAN)) assert.deepEqual(names(german), names(english), english);
});

test("values are filled in", () => {
  assert.equal(fillIn("{name} has {n} {n:1=move|moves}, not ∞{2}", { name: "{n}", n: 20000 }), "{n} has 20,000 moves, not ∞{2}");
  assert.equal(fillIn("{n} {n:1=move|moves}", { n: 1 }), "1 move");
  assert.equal(t("a text without a translation"), "a text without a translation");
  assert.equal(t("counter|piece") + t("{n} {n:1=move|moves}", { n: 2 }), "counter2 moves");
});

test("the language follows the browser", () => {
  assert.deepEqual([["de-AT", "en"], ["fr", "de"], ["en-US", "de"], ["fr"], []].map(firstKnown), ["de", "de", "en", "en", "en"]);
});
