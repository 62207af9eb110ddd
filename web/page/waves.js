/* Waves: positions in the order in which walking backwards finds them, all of one remoteness at a time. Nothing here
 * touches the page. */

import { t } from "./language.js";
import { valueText } from "./solved.js";

/**
 * @typedef {object} Waves
 * @property {number[]} of the wave of every position; -1: it is never reached
 * @property {Record<string, number>[]} sizes for every wave, how many positions have each outcome
 * @property {number} left how many positions no wave reaches
 * @property {boolean} isPlain whether both players have the same moves
 */

/**
 * Returns after how many moves a position is decided: its remoteness or, in games with players, the moves in which the
 * winner can force the win.
 * @param {Solved} solved
 * @param {boolean} misere
 * @returns {((v: number) => any) | null} null if the game has no outcomes
 */
function decidedAfter({ answer }, misere) {
  if (answer.player !== undefined && answer.outcome !== undefined && answer.q1 !== undefined && answer.q0 !== undefined)
    return v => (answer.outcome[v] === "A" ? answer.q1[v] : answer.outcome[v] === "B" ? answer.q0[v] : "inf");
  const rounds = misere ? answer.misere_remoteness : answer.remoteness;
  return rounds === undefined || answer.outcome === undefined ? null : v => rounds[v];
}

/**
 * Returns the waves of a solved game; null if it has none.
 * @param {Solved} solved
 * @param {boolean} misere
 * @returns {Waves | null}
 */
export function wavesOf(solved, misere) {
  const after = decidedAfter(solved, misere);
  if (after === null || solved.order === 0) return null;
  /** @type {Record<string, number>[]} */
  const sizes = [];
  let left = 0;
  const of = solved.names.map((_, v) => {
    const wave = after(v);
    if (typeof wave !== "number") {
      left++;
      return -1;
    }
    while (sizes.length <= wave) sizes.push({});
    const outcome = solved.outcome(v, misere);
    sizes[wave][outcome] = (sizes[wave][outcome] ?? 0) + 1;
    return wave;
  });
  return { of, sizes, left, isPlain: solved.answer.player === undefined };
}

/** Returns the number of steps: nothing, every wave, and what is left.
 * @param {Waves} waves
 */
export const waveSteps = ({ sizes }) => sizes.length + 2;

/**
 * Says what a step does.
 * @param {Waves} waves
 * @param {number} step 0: nothing is known yet; i: waves 0 to i - 1; the last one: what is left
 */
export function waveNote({ sizes, left, isPlain }, step) {
  if (step === 0) return t("Nothing is known yet. The first wave consists of the positions where play ends.");
  if (step > sizes.length) return left === 0 ? t("Every position is decided: nobody can play forever.")
    : t("No wave reaches the other {n} {n:1=position|positions}: neither player can force a win there.", { n: left });
  const wave = step - 1, found = sizes[wave];
  const known = { wave, n: Object.values(found).reduce((a, b) => a + b, 0) };
  if (!isPlain) {
    const parts = Object.entries(found).sort().map(([player, n]) => t("{player} wins {n}", { player, n })).join(", ");
    return known.n === 0 ? t("Wave {wave}: {n} {n:1=position|positions}.", known)
      : t("Wave {wave}: {n} {n:1=position|positions} ({parts}), in at most {wave} {wave:1=move|moves}.", { ...known, parts });
  }
  if (wave === 0) return t("Wave {wave}: {n} {n:1=position|positions}, where play ends.", known);
  return found.N !== undefined
    ? t("Wave {wave}: {n} {n:1=position|positions} with a move to wave {before}: the player to move wins in " +
      "{wave} {wave:1=move|moves}.", { ...known, before: wave - 1 })
    : t("Wave {wave}: {n} {n:1=position|positions} from which every move leads to an earlier wave where the opponent wins: " +
      "the player to move loses after {wave} {wave:1=move|moves}.", known);
}

/**
 * Returns whether a position has been found by a step.
 * @param {Waves} waves
 * @param {number} v
 * @param {number} step
 */
export const isFound = ({ of, sizes }, v, step) => (of[v] >= 0 ? of[v] < step : step > sizes.length);

/**
 * Returns whether a position is found by the step after the given one.
 * @param {Waves} waves
 * @param {number} v
 * @param {number} step
 */
export const isNext = ({ of, sizes }, v, step) => (step < sizes.length ? of[v] === step : of[v] === -1);

/**
 * Counts how often each value occurs, and with which outcomes: numbers in their order, then ∞.
 * @param {Solved} solved
 * @returns {[string, Record<string, number>][]}
 */
export function valueCounts({ answer }) {
  /** @type {Map<string, Record<string, number>>} */
  const counts = new Map();
  (answer.value ?? []).forEach((value, v) => {
    const text = value?.infinite === undefined ? valueText(value) : "∞", outcome = answer.outcome?.[v] ?? "D";
    const found = counts.get(text) ?? {};
    found[outcome] = (found[outcome] ?? 0) + 1;
    counts.set(text, found);
  });
  const rank = (/** @type {string} */ text) => (text === "∞" ? Infinity : Number(text));
  return [...counts].sort(([a], [b]) => rank(a) - rank(b));
}
