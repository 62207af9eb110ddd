/* The history: every position visited, as a tree, so that going back and moving elsewhere keeps
 * both lines. Histories are never changed; every function returns a new one. */

const MOST = 500; /* entries; beyond that only the current line is kept */

/** @returns {Walk} */
export const emptyHistory = () => ({ entries: [], at: -1 });

/**
 * @param {string} position
 * @param {Component[]} [others]
 * @returns {Walk}
 */
export function startHistory(position, others) {
  const first = { position, parent: -1, ...(others === undefined ? {} : { others }) };
  return { entries: [first], at: 0 };
}

/** @param {Walk} history */
export const currentVisit = ({ entries, at }) => entries[at] ?? null;

/**
 * Returns where the move to the current position was made; null if the reader began or jumped there.
 * @param {Walk} history
 */
export function visitBefore({ entries, at }) {
  const visit = entries[at];
  return visit === undefined || visit.jump ? null : entries[visit.parent] ?? null;
}

/**
 * @param {Visit} a
 * @param {Visit} b
 */
const isSame = (a, b) =>
  a.position === b.position && a.made?.kind === b.made?.kind &&
  JSON.stringify(a.others ?? []) === JSON.stringify(b.others ?? []);

/**
 * Goes on to a position. A line that exists is followed, not doubled.
 * @param {Walk} history
 * @param {Omit<Visit, "parent">} visit
 * @param {boolean} [isMove] a move of a match, which counts even if it leads to the same position
 * @returns {Walk}
 */
export function goOn(history, visit, isMove = false) {
  const { entries, at } = history;
  /** @type {Visit} */
  const wanted = { ...visit, parent: at };
  if (at >= 0 && !isMove && isSame(entries[at], wanted)) return history;
  const known = entries.findIndex(entry => entry.parent === at && isSame(entry, wanted));
  if (known >= 0) return { entries, at: known };
  if (entries.length >= MOST) return goOn(onlyLine(history), visit, isMove);
  return { entries: [...entries, wanted], at: entries.length };
}

/**
 * Keeps the newest half of the current line.
 * @param {Walk} history
 * @returns {Walk}
 */
function onlyLine(history) {
  const kept = lineTo(history).slice(-MOST / 2).map(i => history.entries[i]);
  return {
    entries: kept.map((entry, i) => ({ ...entry, parent: i - 1 })),
    at: kept.length - 1,
  };
}

/**
 * Returns the numbers of the entries from the first to the current one.
 * @param {Walk} history
 * @returns {number[]}
 */
export function lineTo({ entries, at }) {
  const line = [];
  for (let i = at; i >= 0; i = entries[i].parent) line.push(i);
  return line.reverse();
}

/**
 * Returns whether moves begin at an entry: the reader began or jumped there.
 * @param {Visit} visit
 */
export const isRoot = ({ parent, jump }) => parent < 0 || jump === true;

/**
 * Returns the numbers of the entries of the current line that moves have led to, from where the reader began or jumped.
 * @param {Walk} history
 * @returns {number[]}
 */
export function movedLine(history) {
  const line = lineTo(history);
  return line.slice(Math.max(0, line.findLastIndex(i => isRoot(history.entries[i]))));
}

/**
 * Changes the comment on an entry; "" removes it.
 * @param {Walk} history
 * @param {number} i
 * @param {string} comment
 * @returns {Walk}
 */
export function withComment({ entries, at }, i, comment) {
  const { comment: _, ...bare } = entries[i]; // eslint-disable-line no-unused-vars
  return { entries: entries.with(i, comment.trim() === "" ? bare : { ...bare, comment }), at };
}

/**
 * Returns the newest entry after entry i, or -1.
 * @param {Walk} history
 * @param {number} i
 */
export const nextOf = ({ entries }, i) => entries.findLastIndex(entry => entry.parent === i);

/**
 * Returns the current line, continued to its end along the newest entries.
 * @param {Walk} history
 * @returns {number[]}
 */
export function wholeLine(history) {
  const line = lineTo(history);
  for (let i = nextOf(history, history.at); i >= 0 && history.at >= 0; i = nextOf(history, i))
    line.push(i);
  return line;
}

/**
 * Returns the other entries that follow the same entry as entry i does.
 * @param {Walk} history
 * @param {number} i
 * @returns {number[]}
 */
export function branchesAt({ entries }, i) {
  const found = [];
  for (let j = 0; j < entries.length; j++)
    if (j !== i && entries[j].parent === entries[i].parent && entries[i].parent >= 0) found.push(j);
  return found;
}

/**
 * @param {Walk} history
 * @param {number} at
 * @returns {Walk}
 */
export const goTo = ({ entries }, at) => ({ entries, at });

/** @param {Walk} history */
export const canGoBack = ({ entries, at }) => at >= 0 && entries[at].parent >= 0;

/** @param {Walk} history */
export const canGoForward = history => history.at >= 0 && nextOf(history, history.at) >= 0;

/** @param {Walk} history */
export const goBack = history =>
  (canGoBack(history) ? goTo(history, history.entries[history.at].parent) : history);

/** @param {Walk} history */
export const goForward = history =>
  (canGoForward(history) ? goTo(history, nextOf(history, history.at)) : history);

/**
 * Renames a position wherever it was visited.
 * @param {Walk} history
 * @param {string} from
 * @param {string} to
 * @returns {Walk}
 */
export const renameVisits = ({ entries, at }, from, to) => ({
  entries: entries.map(entry => (entry.position !== from ? entry : { ...entry, position: to,
    ...(entry.made?.component === 1 ? { made: { ...entry.made, to } } : {}),
    ...(entry.move === undefined ? {} : { move: entry.move.map(step => (step.component !== 1 ? step
      : { ...step, position: step.position.replace(/^([-+=!]> )?.*$/s, (_, arrow = "") => arrow + to) })) }) })),
  at,
});

/**
 * Returns whether something decoded from an address is a history.
 * @param {any} given
 */
export const isHistory = given =>
  Array.isArray(given?.entries) && Number.isInteger(given.at) && given.at >= -1 &&
  given.at < given.entries.length && given.entries.length <= MOST &&
  given.entries.every((/** @type {any} */ entry, /** @type {number} */ i) =>
    typeof entry?.position === "string" && Number.isInteger(entry.parent) &&
    entry.parent >= -1 && entry.parent < i && ["string", "undefined"].includes(typeof entry.comment) &&
    (entry.move === undefined || Array.isArray(entry.move)));
