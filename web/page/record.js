/* Records of matches (docs/formats.md): the history as text, and back. The program checks the moves and writes the text
 * in its usual form. Nothing here touches the page. */

import { isRoot, movedLine, nextOf, startHistory, wholeLine } from "./history.js";
import { targetOf } from "./kinds.js";
import { afterSteps, madeIn } from "./look.js";

/** @param {string} text */
const quoted = text => `"${text.replace(/["\\]/g, "\\$&")}"`;

/**
 * Returns a word of an expression, in quotes if it needs them.
 * @param {string} text
 */
const word = text => (/^[\w.,:/-]+$/.test(text) ? text : quoted(text));

/**
 * Returns the name of a game in expressions: a game of the gallery with its arguments, or a file.
 * @param {Game} game
 * @param {string} title
 */
function gameName({ gallery, args, folder, format }, title) {
  if (gallery !== undefined) return args ? `${gallery}:${args}` : gallery;
  const stem = title.replace(/\.[a-z]+$/, "").replace(/[^\w-]+/g, "-").toLowerCase();
  return folder ?? `${stem || "game"}.${format ?? "edges"}`;
}

/**
 * @param {Game} game
 * @param {string} title
 * @param {string | null | undefined} position
 */
const placeText = (game, title, position) =>
  word(gameName(game, title)) + (position === null || position === undefined ? "" : `@${word(position)}`);

/** @param {Component} component */
const componentText = ({ nim, heap, size, game, title = "", position }) => (nim !== undefined ? `nim:${nim}`
  : heap !== undefined ? `${heap}:${size}` : placeText(/** @type {Game} */ (game), title, position));

/**
 * Returns the expression of a place of the game of the page.
 * @param {Pick<Shared, "game" | "title" | "operator">} state
 * @param {string | null} position
 * @param {Component[]} others
 */
export const expressionOf = ({ game, title, operator }, position, others) =>
  [placeText(game, title, position), ...others.map(componentText)].join(` ${operator} `);

/**
 * Returns a move of the history as /api/match takes it.
 * @param {Visit} visit
 * @param {boolean} isSum
 */
function moveOfVisit({ position, made, move }, isSum) {
  const target = targetOf({ to: position, kind: made?.kind });
  return isSum ? move ?? [{ component: 1, position: target }] : target;
}

/**
 * Returns the moves of the current line, as /api/match takes them.
 * @param {Walk} history
 * @param {boolean} isSum
 */
export const lineMoves = (history, isSum) =>
  movedLine(history).slice(1).map(i => moveOfVisit(history.entries[i], isSum));

/**
 * Returns the entries after each entry by moves, those of the main line first: the current line, and the newest moves.
 * @param {Walk} history
 * @returns {number[][]}
 */
function followersOf(history) {
  const { entries } = history, main = new Set(wholeLine(history));
  /** @type {number[][]} */
  const lists = entries.map(() => []);
  entries.forEach((entry, i) => { if (!isRoot(entry)) lists[entry.parent].push(i); });
  const first = (/** @type {number[]} */ list) => list.find(i => main.has(i)) ?? list.at(-1);
  return lists.map(list => [first(list), ...list.filter(i => i !== first(list))]
    .filter(i => i !== undefined));
}

/**
 * Returns the lines of a comment.
 * @param {string | undefined} comment
 */
const commentLines = comment => (comment === undefined ? [] : comment.split("\n").map(line => `# ${line}`));

/**
 * Returns the text of a move.
 * @param {any} move as /api/match takes it
 */
const moveText = move => (typeof move === "string" ? quoted(move)
  : move.map((/** @type {any} */ step) => `${step.component} ${quoted(step.position)}`).join(", "));

/**
 * Returns who plays, as lines of the record; none if there is no match.
 * @param {Match | null} match
 */
function playerLines(match) {
  if (match === null) return [];
  const players = match.level === "person" ? ["person", "person"] : ["person", `computer ${match.level}`];
  if (match.first === "program") players.reverse();
  return [`first ${players[0]}`, `second ${players[1]}`];
}

/**
 * Returns the record of the moves since the reader began or jumped, with all branches, and the place where they begin.
 * @param {Pick<Shared, "game" | "title" | "operator" | "history" | "misere" | "match">} state
 * @param {string} [result] first, second or draw; "": the match is not over
 */
export function recordOf(state, result = "") {
  const { history, misere, match } = state, { entries } = history;
  const [root] = movedLine(history), { position, others = [] } = entries[root];
  const lines = [`game ${expressionOf(state, position, others)}`, ...(misere ? ["play misere"] : []), ...playerLines(match),
    ...(result === "" ? [] : [`result ${result}`]), ...commentLines(entries[root].comment)];
  const followers = followersOf(history);
  /** @type {[number, number][]} */
  const waiting = followers[root].map(i => /** @type {[number, number]} */ ([i, 1])).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [i, number] = next;
    lines.push(`${number}. ${moveText(moveOfVisit(entries[i], others.length > 0))}`, ...commentLines(entries[i].comment));
    waiting.push(...followers[i].map(j => /** @type {[number, number]} */ ([j, number + 1])).reverse());
  }
  return { text: `${lines.join("\n")}\n`, start: { position, others } };
}

/**
 * Returns what the first line `game` of a record names: the game, and the position after it; null if there is no such
 * line, or the line is that of a sum.
 * @param {string} text
 * @returns {{ whole: string, game: string, position: string | null } | null}
 */
export function namedGame(text) {
  const whole = /^[ \t]*game[ \t]+(.*?)[ \t\r]*$/m.exec(text)?.[1];
  const plain = (/** @type {string | undefined} */ piece) =>
    (piece?.startsWith('"') ? piece.slice(1, -1).replace(/\\(["\\])/g, "$1") : piece);
  const parts = whole === undefined ? null : /^("(?:[^"\\]|\\.)*"|[^"@ ]+)(?:@("(?:[^"\\]|\\.)*"|[^" ]+))?$/.exec(whole);
  if (whole === undefined) return null;
  return { whole, game: plain(parts?.[1]) ?? "", position: plain(parts?.[2]) ?? null };
}

/**
 * Returns whether a record is about the game of the page.
 * @param {Pick<Shared, "game" | "title">} state
 * @param {{ game: string }} named
 */
export const isGameNamed = ({ game, title }, named) => gameName(game, title) === named.game;

/**
 * Returns the history that a record describes, at the end of its main line. The first branch of a record is the newest
 * one of a history.
 * @param {any} answer of /api/record
 * @param {{ position: string, others: Component[] }} start
 * @returns {Walk}
 */
export function historyOf({ comment, moves }, start) {
  const isSum = start.others.length > 0, root = startHistory(start.position, isSum ? start.others : undefined);
  if (comment !== "") root.entries[0].comment = comment;
  /** @type {Visit[]} */
  const entries = [...root.entries];
  /** @type {number[][]} */
  const after = [[], ...moves.map(() => [])];
  moves.forEach((/** @type {any} */ { parent }, /** @type {number} */ i) => after[parent].push(i + 1));
  const places = [start], at = [0];
  const lastFirst = (/** @type {number[]} */ list) => [...list.slice(0, 1), ...list.slice(1).reverse()];
  const waiting = lastFirst(after[0]); /* the main line is taken last */
  for (let i = waiting.pop(); i !== undefined; i = waiting.pop()) {
    const { parent, steps, comment: words } = moves[i - 1];
    places[i] = afterSteps(places[parent], steps);
    at[i] = entries.length;
    entries.push({ position: places[i].position, parent: at[parent], ...madeIn(steps), ...(isSum ? { others: places[i].others } : {}),
      ...(steps[0].words ? { words: steps[0].words } : {}), ...(words === "" ? {} : { comment: words }) });
    waiting.push(...lastFirst(after[i]));
  }
  let history = { entries, at: 0 };
  for (let i = nextOf(history, 0); i >= 0; i = nextOf(history, i)) history = { entries, at: i };
  return history;
}
