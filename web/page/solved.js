/* A solved game: the columns of `grundy solve --json`. */

import { isLimit, postForJson } from "./api.js";
import { t } from "./language.js";

const SMALL_TEXT = 100000; /* characters below which every column is computed */

/**
 * Formats a number of moves: 5, "inf", {"ordinal": "w+1"}, or null.
 * @param {any} x
 */
export const numberText = x => (x === "inf" ? "∞" : String(x?.ordinal?.replaceAll("w", "ω") ?? x ?? "?"));
/** @param {any[]} set */
const setText = set => `{${set.map(numberText).join(",")}}`;

/**
 * Formats an infinite value with a set C that is not empty, of a game with kinds of moves: half(m), moon{…} or moon.
 * @param {number[]} k
 * @param {any[]} c
 */
function restsText(k, c) {
  if (c.includes("inf")) return "moon";
  return c.length === 1 && !k.includes(c[0]) ? `half(${c[0]})` : `moon${setText(c)}`;
}

/**
 * Formats a value: a nimber, {"infinite": K}, perhaps with the set "c", {"ordinal": "w+1"}, or null.
 * @param {any} value
 */
export function valueText(value) {
  if (value?.infinite === undefined) return numberText(value);
  const { infinite, c = [] } = value;
  if (c.length > 0) return restsText(infinite ?? [], c);
  return infinite === null ? "∞" : `∞${setText(infinite)}`;
}

/**
 * Formats null: in a window of a game it is not known, and otherwise it does not exist.
 * @param {Record<string, any[]>} answer
 */
const unknownIn = answer => (answer.window === undefined ? "" : "?");

/**
 * Formats entries as the table of `grundy solve` does: K follows the infinite value.
 * @param {Record<string, any[]>} answer
 * @param {string} column
 * @param {number} v
 */
function entryText(answer, column, v) {
  const entry = answer[column][v];
  if (entry === null) return unknownIn(answer);
  return Array.isArray(entry) ? setText(entry) : valueText(entry);
}

/** Names of columns, where they are longer than their headings. @type {Record<string, string>} */
const COLUMN_NAMES = {
  distance: t("terminal distance"),
  counter: t("counter c"),
  c: t("values of rests C"),
  misere: t("misère outcome"),
  misere_remoteness: t("misère remoteness"),
  hmin: t("least H"),
  j: t("values of followers"),
  draw_level: t("level of the draw"),
  draw_remoteness: t("remoteness in the level"),
  turn_remoteness: t("remoteness in turns"),
  turn_distance: t("distance in turns"),
  abe: t("A is sure of"),
  barbara: t("B is sure of"),
  guarantee_moves: t("… within"),
  cap_moves: t("… within"),
  guarantee: t("A gets at least"),
  cap: t("B pays at most"),
};

/** Headings of columns, by which filters know them as well as by their names in answers. @type {Record<string, string>} */
export const HEADINGS = {
  position: t("position"),
  outcome: t("outcome"),
  value: t("value"),
  remoteness: t("remoteness"),
  distance: t("distance"),
  counter: t("counter"),
  player: t("player"),
  misere: t("misere"),
};
/** @param {string} column */
export const headingOf = column => HEADINGS[column] ?? column;
/** @param {string} column */
export const columnName = column => COLUMN_NAMES[column] ?? headingOf(column);

/**
 * Counts how often each letter occurs.
 * @param {string[] | undefined} letters
 */
export function tally(letters) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const letter of letters ?? []) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

/** @type {Record<string, (n: number) => string>} */
const COUNTED_OUTCOMES = {
  P: n => t("{n} {n:1=P-position|P-positions}", { n }),
  N: n => t("{n} {n:1=N-position|N-positions}", { n }),
  A: n => t("{n} {n:1=win|wins} for A", { n }),
  B: n => t("{n} {n:1=win|wins} for B", { n }),
  D: n => t("{n} {n:1=draw|draws}", { n }),
};

/** @param {number} n */
export const countedPositions = n => t("{n} {n:1=position|positions}", { n });

/**
 * "7 positions: 2 P-positions, 3 N-positions, 2 draws"
 * @param {Record<string, any[]>} answer
 */
function summaryOf(answer) {
  const counts = tally(answer.outcome);
  const parts = Object.entries(COUNTED_OUTCOMES).filter(([letter]) => counts[letter] > 0)
    .map(([letter, words]) => words(counts[letter]));
  const text = countedPositions(answer.position.length);
  return parts.length === 0 ? text : `${text}: ${parts.join(", ")}`;
}

/**
 * @param {Game} game
 * @param {Record<string, any[]>} answer
 * @returns {Solved}
 */
export function createSolved(game, answer) {
  const names = answer.position;
  const columns = Object.keys(answer).filter(key => key !== "position" && key !== "k");
  /** @type {Map<string, number> | null} */
  let numbers = null;
  /** @type {Solved} */
  const solved = {
    game,
    answer,
    names,
    columns,
    order: names.length,
    summary: summaryOf(answer),
    /* Returns -1 if the position does not exist. */
    numberOf(name) {
      numbers ??= new Map(names.map((n, v) => [n, v]));
      return name === null ? -1 : numbers.get(name) ?? -1;
    },
    has: name => solved.numberOf(name) >= 0,
    text: (column, v) => (column === "position" ? names[v] : entryText(answer, column, v)),
    outcome: (v, misere) => (misere ? answer.misere : answer.outcome)?.[v] ?? unknownIn(answer),
    remoteness: (v, misere) =>
      (misere ? answer.misere_remoteness : answer.remoteness)?.[v] ?? null,
    player: v => answer.player?.[v],
  };
  return solved;
}

/**
 * A game whose positions are looked up one by one: the columns have those that the reader has seen. The
 * first of them is where play starts.
 * @param {Game} game
 * @param {any} first the answer of /api/best about the start
 * @param {string} summary
 * @returns {Solved}
 */
function createLookup(game, first, summary) {
  /** @type {Record<string, any[]>} */
  const answer = { position: [], outcome: [], remoteness: [] };
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const solved = createSolved(game, answer);

  /**
   * @param {string} name
   * @param {any} evaluation
   */
  function add(name, { outcome, remoteness }) {
    if (numbers.has(name)) return;
    numbers.set(name, answer.position.length);
    answer.position.push(name);
    answer.outcome.push(outcome ?? "");
    answer.remoteness.push(remoteness ?? null);
    solved.order = answer.position.length;
  }

  solved.numberOf = name => (name === null ? -1 : numbers.get(name) ?? -1);
  solved.learn = looked => {
    const { components: [{ position, reduced }, ...others], moves } = looked;
    if (others.length > 0) return; /* the verdicts are those of the sum */
    add(reduced ?? position, looked);
    for (const move of moves) add(move.steps[0].reduced ?? move.steps[0].to, move);
  };
  solved.learn(first);
  solved.summary = summary;
  return solved;
}

/** @param {Game} game */
const isSmall = game =>
  (game.format === "edges" || game.format === "dot") && (game.text ?? "").length < SMALL_TEXT;

const FEW = { max_positions: 5000 }; /* of rules with a closed form that are explored all the same */

/**
 * Looks up a game of the gallery that has many positions and a closed form, such as Nim with large heaps;
 * null if it has few, or no closed form.
 * @param {Game} game
 * @param {AbortSignal} [signal]
 * @param {string} [job]
 */
async function solveByTheory(game, signal, job) {
  try {
    const first = await postForJson("best", { game, all_moves: true, ...FEW }, signal, job);
    const isClosedForm = first.value !== null && first.remoteness === null && first.by.value?.theorem === null &&
      first.by.value.positions === null;
    return !isClosedForm ? null : Object.assign(createLookup(game, first,
      t("Answered by a formula for the values; positions are looked up when you come to them")), { limits: FEW });
  } catch (refusal) {
    const { reason } = /** @type {any} */ (refusal);
    if (!isLimit(refusal) || reason === "time" || reason === "cancelled") throw refusal;
    return null;
  }
}

/* Reasons for which a request is not repeated with fewer columns. */
const FINAL = ["time", "cancelled", "too-many"];

/**
 * Solves a game. With a million positions, not every column fits into an answer.
 * @param {Game} game
 * @param {boolean} misere
 * @param {AbortSignal} [signal]
 * @param {string} [job]
 */
export async function solve(game, misere, signal, job) {
  if (game.folder !== undefined)
    return createLookup(game, await postForJson("best", { game, all_moves: true }, signal, job),
      t("Solved tier by tier; positions are looked up when you come to them"));
  const known = game.gallery === undefined || game.files !== undefined || misere ? null : await solveByTheory(game, signal, job);
  if (known !== null) return known;
  const columns = isSmall(game) ? { columns: "all" }
    : misere ? { columns: "outcome,grundy,remoteness,misere,misere_remoteness" } : {};
  try {
    return createSolved(game, await postForJson("solve", { game, no_split: true, ...columns }, signal, job));
  } catch (refusal) {
    const { reason } = /** @type {any} */ (refusal);
    if (!isLimit(refusal) || FINAL.includes(reason)) throw refusal;
    const few = misere ? "outcome,misere,misere_remoteness" : "outcome,grundy,remoteness";
    return createSolved(game, await postForJson("solve", { game, no_split: true, columns: few }, signal, job));
  }
}
