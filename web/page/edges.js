/* Edge lists: parses them, and adds, removes and renames moves and positions. Comments, the order of
 * lines and the kinds of moves are kept. The program reads the same texts (docs/formats.md); nothing
 * is solved here. */

import { kindOfArrow } from "./kinds.js";
import { t } from "./language.js";

/* A word: a quoted name, in which \" and \\ stand for a quotation mark and a backslash, or anything
 * without blanks. */
const WORD = /"(?:\\["\\]|\\(?!["\\])|[^"\\])*"(?=[ \t\r\v\f]|$)|[^ \t\r\v\f]+/y;
const BLANKS = /[ \t\r\v\f]*/y;

/**
 * Splits a line into its words, each with the blanks before it, and the rest: blanks and a comment.
 * @param {string} line
 */
function splitLine(line) {
  /** @type {{ blanks: string, word: string }[]} */
  const words = [];
  let at = 0;
  for (;;) {
    BLANKS.lastIndex = at;
    const [blanks] = /** @type {RegExpExecArray} */ (BLANKS.exec(line));
    WORD.lastIndex = at + blanks.length;
    const found = WORD.exec(line);
    if (found === null || found[0].startsWith("#")) return { words, rest: line.slice(at) };
    words.push({ blanks, word: found[0] });
    at = WORD.lastIndex;
  }
}

/** @param {string} word */
const nameOf = word => (/^".*"$/.test(word) ? word.slice(1, -1).replace(/\\(["\\])/g, "$1") : word);

/**
 * Returns the word for a name: quoted, if it would be misread otherwise.
 * @param {string} name
 */
const wordOf = name => (/^$|^["#]|^@$|[ \t\r\v\f]/.test(name) || kindOfArrow(name) !== ""
  ? `"${name.replace(/["\\]/g, "\\$&")}"` : name);

/**
 * Returns the words of a line before its comment.
 * @param {string} line
 */
const rawWords = line => splitLine(line).words.map(({ word }) => word);

/**
 * Returns the kind of the move in a line with three words; "" if there is none.
 * @param {string[]} words
 */
const kindIn = words => (words.length === 3 ? kindOfArrow(words[1]) : "");

/**
 * Returns the words of a line before its comment as names; "a -> b" is the same as "a b".
 * @param {string} line
 */
function wordsOf(line) {
  const words = rawWords(line);
  return (kindIn(words) !== "" ? [words[0], words[2]] : words).map(nameOf);
}

/**
 * Returns the positions in a line; "@ u player=A" is about u.
 * @param {string} line
 */
function positionsOf(line) {
  const words = rawWords(line), isPosition = positionWords(words);
  return words.filter((_, i) => isPosition[i]).map(nameOf);
}

/**
 * @param {string} line
 * @param {string} u
 * @param {string} v
 * @param {string} [kind] any if it is not given
 */
const isMove = (line, u, v, kind) => {
  const words = wordsOf(line);
  return words.length === 2 && words[0] === u && words[1] === v &&
    (kind === undefined || (kindIn(rawWords(line)) || "ordinary") === kind);
};

/**
 * Returns the names in the order of first occurrence and the followers of each, without
 * duplicates.
 * @param {string} text
 */
export function parseEdges(text) {
  /** @type {Map<string, Set<string>>} */
  const followers = new Map();
  let moves = 0;
  /** @param {string} name */
  const meet = name => {
    const known = followers.get(name) ?? new Set();
    followers.set(name, known);
    return known;
  };
  for (const line of text.replace(/^\ufeff/, "").split("\n")) {
    const [from, to] = positionsOf(line);
    if (from === undefined) continue;
    const heads = meet(from);
    if (to === undefined) continue;
    meet(to);
    if (!heads.has(to)) moves++;
    heads.add(to);
  }
  return { names: [...followers.keys()], followers, moves };
}

/** @param {string} text */
const withNewline = text => (text === "" || text.endsWith("\n") ? text : text + "\n");

/**
 * @param {string} text
 * @param {string} u
 * @param {string} v
 * @param {string} [kind] any if it is not given
 */
export const hasMove = (text, u, v, kind) => text.split("\n").some(line => isMove(line, u, v, kind));

/**
 * Adds an ordinary move.
 * @param {string} text
 * @param {string} u
 * @param {string} v
 */
export function addMove(text, u, v) {
  return hasMove(text, u, v, "ordinary") ? text : `${withNewline(text)}${wordOf(u)} ${wordOf(v)}\n`;
}

/**
 * @param {string} text
 * @param {string} name
 */
export function addPosition(text, name) {
  return parseEdges(text).followers.has(name) ? text : `${withNewline(text)}${wordOf(name)}\n`;
}

/**
 * Drops lines. Positions that would be lost, except `gone`, are put in the place of the first
 * dropped line, so that positions remain and keep their order as far as possible.
 * @param {string} text
 * @param {(line: string) => boolean} isDropped
 * @param {string | null} gone
 */
function dropLines(text, isDropped, gone) {
  const lines = text.split("\n");
  const kept = lines.filter(line => !isDropped(line));
  const left = new Set(kept.flatMap(positionsOf));
  const dropped = lines.filter(isDropped).flatMap(positionsOf);
  const orphans = [...new Set(dropped)].filter(name => name !== gone && !left.has(name));
  const place = lines.findIndex(isDropped);
  if (place < 0) return text;
  kept.splice(place, 0, ...orphans.map(wordOf));
  return kept.join("\n");
}

/**
 * @param {string} text
 * @param {string} u
 * @param {string} v
 * @param {string} [kind] all if it is not given
 */
export function removeMove(text, u, v, kind) {
  return dropLines(text, line => isMove(line, u, v, kind), null);
}

/**
 * @param {string} text
 * @param {string} name
 */
export function removePosition(text, name) {
  return dropLines(text, line => positionsOf(line).includes(name), name);
}

/**
 * Returns which words of a line are positions.
 * @param {string[]} words
 */
function positionWords(words) {
  if (words[0] === "@") return words.map((_, i) => i === 1);
  return words.map((_, i) => (kindIn(words) === "" ? i < 2 : i !== 1));
}

/**
 * Renames a position wherever it occurs, except in comments.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
export function renamePosition(text, from, to) {
  return text.split("\n").map(line => {
    if (!positionsOf(line).includes(from)) return line;
    const { words, rest } = splitLine(line);
    const isPosition = positionWords(words.map(({ word }) => word));
    return words.map(({ blanks, word }, i) =>
      blanks + (isPosition[i] && nameOf(word) === from ? wordOf(to) : word)).join("") + rest;
  }).join("\n");
}

/**
 * Returns why a name cannot be used in an edge list; "" if it can.
 * @param {string} name
 */
export function nameProblem(name) {
  if (name === "") return t("A position needs a name.");
  return name.includes("\n") ? t("A name has one line.") : "";
}

/**
 * Returns an unused name in the style of the others: the next number, a letter, or v1.
 * @param {string[]} names
 */
export function freshName(names) {
  const taken = new Set(names);
  if (names.length > 0 && names.every(name => /^\d{1,9}$/.test(name)))
    return String(names.reduce((most, name) => Math.max(most, Number(name)), 0) + 1);
  const letter = [..."abcdefghijklmnopqrstuvwxyz"].find(l => !taken.has(l));
  if (letter !== undefined && names.every(name => name.length === 1)) return letter;
  let number = 1;
  while (taken.has(`v${number}`)) number++;
  return `v${number}`;
}
