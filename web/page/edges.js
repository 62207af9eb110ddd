/* Edge lists: parses them, and adds, removes and renames moves and positions. Comments, the order of
 * lines and the kinds of moves are kept. The program reads the same texts (docs/formats.md); nothing
 * is solved here. */

import { kindOfArrow } from "./kinds.js";

/**
 * Splits a line into what is before its comment and the comment.
 * @param {string} line
 */
function splitComment(line) {
  const at = line.search(/(?<=^|[ \t\r\v\f])#/);
  return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at)];
}

/** The word that stands for the empty name. */
const EMPTY = '""';

/** @param {string} word */
const nameOf = word => (word === EMPTY ? "" : word);

/** @param {string} name */
const wordOf = name => (name === "" ? EMPTY : name);

/**
 * Returns the words of a line before its comment.
 * @param {string} line
 */
const rawWords = line => splitComment(line)[0].split(/[ \t\r\v\f]+/).filter(word => word !== "");

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
  const words = wordsOf(line);
  return words[0] === "@" ? words.slice(1, 2) : words.slice(0, 2);
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
    const words = wordsOf(line);
    const at = words[0] === "@" ? 1 : 0;
    if (words.length <= at) continue;
    const heads = meet(words[at]);
    if (at === 1 || words.length < 2) continue;
    meet(words[1]);
    if (!heads.has(words[1])) moves++;
    heads.add(words[1]);
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
 * Renames a position wherever it occurs, except in comments.
 * @param {string} text
 * @param {string} from
 * @param {string} to
 */
export function renamePosition(text, from, to) {
  return text.split("\n").map(line => {
    if (!positionsOf(line).includes(from)) return line;
    const [before, comment] = splitComment(line);
    let renamed = 0;
    const most = positionsOf(line).length;
    return before.replace(/[^ \t\r\v\f]+/g, word => {
      if (nameOf(word) !== from || renamed >= most || (word === "@" && renamed === 0)) return word;
      renamed++;
      return to;
    }) + comment;
  }).join("\n");
}

/**
 * Returns why a name cannot be used in an edge list; "" if it can.
 * @param {string} name
 */
export function nameProblem(name) {
  if (name === "") return "A position needs a name.";
  if (/\s/.test(name)) return "A name cannot contain a space.";
  if (name.startsWith("#") || ["@", EMPTY].includes(name) || kindOfArrow(name) !== "") return `${name} cannot be a name.`;
  return "";
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
