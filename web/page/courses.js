/* The two courses of the mode Algorithm, as lists of steps. "Who wins?" labels positions backwards
 * from the ends of the game; "Values" replays the trace of the program. Both only arrange what the
 * program found. Nothing here touches the page. */

import { t } from "./language.js";
import { outcomeClass, outcomeWords } from "./outcomes.js";

/**
 * What the stage shows at a step: the position it is about, the class and the label of every
 * position, and the classes of the moves that are the reason, by [from, to] in JSON.
 * @typedef {object} StepView
 * @property {string} note
 * @property {string | null} focus
 * @property {Map<string, string>} classes
 * @property {Map<string, string>} notes
 * @property {Map<string, string>} moves
 */

/** @typedef {Map<string, string[]>} Followers */

/**
 * Returns the followers of every position.
 * @param {string[]} names
 * @param {{ from: string, to: string }[]} moves
 * @returns {Followers}
 */
export function followersOf(names, moves) {
  /** @type {Followers} */
  const followers = new Map(names.map(name => [name, []]));
  for (const { from, to } of moves) followers.get(from)?.push(to);
  return followers;
}

/** @param {string[]} names */
function shortList(names) {
  if (names.length <= 4) return names.join(", ");
  return t("{names} and {n} others", { names: names.slice(0, 3).join(", "), n: names.length - 3 });
}

/* ---- Who wins? ---- */

/**
 * Returns why a position gets its label, and the moves that are the reason.
 * @param {string} name
 * @param {string} outcome
 * @param {string[]} followers
 * @param {Map<string, string>} labels the labels so far
 * @param {boolean} misere
 */
function labelReason(name, outcome, followers, labels, misere) {
  if (followers.length === 0)
    return {
      note: misere ? t("{name} has no moves, and in misère play that wins: {name} is an N-position.", { name })
        : t("{name} has no moves: the player to move loses. {name} is a P-position.", { name }),
      because: [],
    };
  if (outcome === "N") {
    const to = followers.filter(follower => labels.get(follower) === "P").slice(0, 1);
    return {
      note: t("{name} has a move to {to}, where the opponent loses: the player to move wins. {name} is an N-position.",
        { name, to: to[0] }),
      because: to,
    };
  }
  return {
    note: t("{n:1=The only move|Every move} from {name} leads to a position where the opponent wins ({list}): " +
      "the player to move loses. {name} is a P-position.", { n: followers.length, name, list: shortList(followers) }),
    because: followers,
  };
}

/**
 * Returns the positions that are won or lost, in the order in which they are labelled.
 * @param {Solved} solved
 * @param {boolean} misere
 */
function labellingOrder(solved, misere) {
  const decided = solved.names.map((_, v) => v)
    .filter(v => typeof solved.remoteness(v, misere) === "number");
  return decided.sort((a, b) =>
    Number(solved.remoteness(a, misere)) - Number(solved.remoteness(b, misere)) || a - b);
}

/** @param {number} draws */
const lastNote = draws => (draws === 0
  ? t("Every position has a label: nobody can play forever.")
  : t("Every position has a label. Green: {green}. Red: {red}. Yellow: {yellow}.",
    { green: outcomeWords("N"), red: outcomeWords("P"), yellow: outcomeWords("D") }));

/**
 * Returns the steps of backward labelling; null if the game has no outcomes P, N and D.
 * @param {Solved} solved
 * @param {Followers} followers
 * @param {boolean} misere
 * @returns {StepView[] | null}
 */
export function whoWins(solved, followers, misere) {
  const letters = misere ? solved.answer.misere : solved.answer.outcome;
  const rounds = misere ? solved.answer.misere_remoteness : solved.answer.remoteness;
  if (letters === undefined || rounds === undefined || solved.answer.player !== undefined) return null;
  /** @type {Map<string, string>} */
  const labels = new Map();
  /** @type {StepView[]} */
  const steps = [];
  /**
   * @param {string} note
   * @param {string | null} focus
   * @param {string[]} because
   */
  const add = (note, focus, because) => {
    const moves = because.map(to => /** @type {[string, string]} */ (
      [JSON.stringify([focus, to]), focus !== null && labels.get(focus) === "N" ? "good best" : "bad"]));
    const classes = [...labels].map(([name, label]) =>
      /** @type {[string, string]} */ ([name, outcomeClass(label)]));
    steps.push({ note, focus, classes: new Map(classes), notes: new Map(labels), moves: new Map(moves) });
  };
  add(t("Nothing has a label yet. We go backwards, from the positions where play ends."), null, []);
  for (const v of labellingOrder(solved, misere)) {
    const name = solved.names[v], outcome = solved.outcome(v, misere);
    const { note, because } =
      labelReason(name, outcome, followers.get(name) ?? [], labels, misere);
    labels.set(name, outcome);
    add(note, name, because);
  }
  const draws = solved.names.filter((_, v) => solved.outcome(v, misere) === "D");
  for (const name of draws) labels.set(name, "D");
  if (draws.length > 0)
    add(t("No other position can be labelled P or N. From {names} both players can avoid losing: " +
      "{n:1=it is a draw|they are draws}.", { names: shortList(draws), n: draws.length }), null, []);
  add(lastNote(draws.length), null, []);
  return steps;
}

/* ---- Values ---- */

/**
 * Returns the table of a trace after a step, and the cells that this step changed.
 * @param {any} trace
 * @param {number} step
 */
export function tableAt(trace, step) {
  /** @type {string[][]} */
  const table = trace.positions.map(() => trace.headings.map(() => ""));
  /** @type {Set<string>} */
  const changed = new Set();
  trace.steps.slice(0, step + 1).forEach((/** @type {any} */ { changes }, /** @type {number} */ i) =>
    changes.forEach((/** @type {[number, number, string]} */ [v, c, text]) => {
      if (i === step && i > 0 && table[v][c] !== text) changed.add(`${v},${c}`);
      table[v][c] = text;
    }));
  return { table, changed };
}

const isNumber = (/** @type {string | undefined} */ label) => /^\d+$/.test(label ?? "");

/**
 * Returns K: the finite labels of followers, sorted.
 * @param {string[]} followers
 * @param {Map<string, string>} labels
 */
function setK(followers, labels) {
  const values = followers.map(name => labels.get(name)).filter(isNumber).map(Number);
  return [...new Set(values)].sort((a, b) => a - b);
}

/**
 * Returns the colour of a label. It is that of the outcome: 0 is lost, a larger number is won, and ∞
 * is won if a follower has 0, and otherwise a draw.
 * @param {string} label
 * @param {number[]} k
 */
export function labelClass(label, k) {
  if (label === "" || label === "ν") return "blank";
  if (label === "∞") return k.includes(0) ? "good" : "neutral";
  return label === "0" ? "bad" : "good";
}

/**
 * Returns what the stage shows at a step of a trace, and the sets K of infinite labels.
 * @param {any} trace
 * @param {number} step
 * @param {Followers} followers
 * @returns {StepView & { sets: Map<string, string> }}
 */
export function traceView(trace, step, followers) {
  const { table } = tableAt(trace, step);
  const { sentence, focus } = trace.steps[step];
  /** @type {Map<string, string>} */
  const labels = new Map(trace.positions.map((/** @type {string} */ name, /** @type {number} */ v) =>
    [name, table[v][trace.label]]));
  const view = {
    note: sentence, focus: focus === null ? null : trace.positions[focus], classes: new Map(), notes: new Map(),
    moves: new Map(), sets: new Map(),
  };
  for (const [name, label] of labels) {
    const k = setK(followers.get(name) ?? [], labels);
    view.classes.set(name, labelClass(label, k));
    if (label === "∞") view.sets.set(name, `{${k.join(",")}}`);
    view.notes.set(name, label === "∞" ? `∞{${k.join(",")}}` : label === "ν" ? "" : label);
  }
  for (const to of view.focus === null ? [] : followers.get(view.focus) ?? [])
    view.moves.set(JSON.stringify([view.focus, to]), "");
  return view;
}

export const CONDITIONS = [
  ["C1", t("no move leads to a position with the label i")],
  ["C2", t("every follower without a finite label has a move to the label i")],
  ["C3", t("of the rest, no move leads to the label i: the label is ∞")],
];
