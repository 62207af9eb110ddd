/* Edge lists: parses them, and adds or removes moves and positions. Comments and the order of lines
 * are kept. The program reads the same texts (docs/formats.md); nothing is solved here. */

/* Returns the words of a line before its comment. */
function wordsOf(line) {
  const words = line.split(/[ \t\r\v\f]+/).filter(word => word !== "");
  const comment = words.findIndex(word => word.startsWith("#"));
  return comment < 0 ? words : words.slice(0, comment);
}

/* Returns the positions in a line; "@ u player=A" is about u. */
function positionsOf(line) {
  const words = wordsOf(line);
  return words[0] === "@" ? words.slice(1, 2) : words.slice(0, 2);
}

const isMove = (line, u, v) => {
  const words = wordsOf(line);
  return words.length === 2 && words[0] === u && words[1] === v;
};

/* Returns the names in the order of first occurrence and the followers of each, without
 * duplicates. */
export function parseEdges(text) {
  const followers = new Map();
  let moves = 0;
  const meet = name => {
    if (!followers.has(name)) followers.set(name, new Set());
    return followers.get(name);
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

const withNewline = text => (text === "" || text.endsWith("\n") ? text : text + "\n");

export const hasMove = (text, u, v) => text.split("\n").some(line => isMove(line, u, v));

export function addMove(text, u, v) {
  return hasMove(text, u, v) ? text : `${withNewline(text)}${u} ${v}\n`;
}

export function addPosition(text, name) {
  return parseEdges(text).followers.has(name) ? text : `${withNewline(text)}${name}\n`;
}

/* Drops lines. Positions that would be lost, except `gone`, are put in the place of the first
 * dropped line, so that positions remain and keep their order as far as possible. */
function dropLines(text, isDropped, gone) {
  const lines = text.split("\n");
  const kept = lines.filter(line => !isDropped(line));
  const left = new Set(kept.flatMap(positionsOf));
  const dropped = lines.filter(isDropped).flatMap(positionsOf);
  const orphans = [...new Set(dropped)].filter(name => name !== gone && !left.has(name));
  const place = lines.findIndex(isDropped);
  if (place < 0) return text;
  kept.splice(place, 0, ...orphans);
  return kept.join("\n");
}

export function removeMove(text, u, v) {
  return dropLines(text, line => isMove(line, u, v), null);
}

export function removePosition(text, name) {
  return dropLines(text, line => positionsOf(line).includes(name), name);
}

/* Returns an unused name in the style of the others: the next number, a letter, or v1. */
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
