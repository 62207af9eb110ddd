/* The addition of values, for sums that are shown digit by digit. Nothing here touches the page. */

import { t } from "./language.js";
import { valueText } from "./solved.js";

/** @typedef {number | { infinite: number[] | null, c?: any[] } | null} Value as answers have it */

/** @param {Value} value */
const isFinite = value => typeof value === "number";

/**
 * Returns whether a value is a nimber, or ∞ with its set. Ordinals, halves and moons are added by other rules.
 * @param {any} value
 */
export const isAdded = value => isFinite(value) || (Array.isArray(value?.infinite) && (value.c ?? []).length === 0);

/**
 * Returns the nim-sum of numbers below 2^53.
 * @param {number[]} numbers
 */
export const nimSum = numbers => Number(numbers.reduce((sum, number) => sum ^ BigInt(number), 0n));

/**
 * Returns the binary digits of numbers, all of one length, with the digits of their nim-sum.
 * @param {number[]} numbers
 */
export function digitsOf(numbers) {
  const total = nimSum(numbers);
  const length = Math.max(1, ...numbers.map(number => number.toString(2).length));
  const digits = (/** @type {number} */ number) => [...number.toString(2).padStart(length, "0")].map(Number);
  return { rows: numbers.map(digits), total, totalDigits: digits(total) };
}

/**
 * Says what values add up to, and what that means.
 * @param {Value[]} values of the components
 * @param {Value} total of the program
 */
export function additionWords(values, total) {
  if (values.some(value => value === null) || total === null) return "";
  const infinite = values.filter(value => !isFinite(value)).length;
  const head = `${values.map(valueText).join(" ⊕ ")} = ${valueText(total)}.`;
  if (infinite === 0)
    return `${head} ${total === 0 ? t("It is 0, so the player to move loses.") : t("It is not 0, so the player to move wins.")}`;
  if (infinite > 1) return `${head} ${t("Two infinite values cannot be balanced: a draw.")}`;
  const set = /** @type {any} */ (total).infinite;
  if (set === null || set === undefined) return head;
  return `${head} ${set.includes(0) ? t("0 is in the set, so the player to move wins.") : t("0 is not in the set: a draw.")}`;
}

/**
 * Says why a winning move wins: after it the values add up to 0. The new value of the component is the nim-sum of the
 * others.
 * @param {string} move in words
 * @param {number} component that is changed, from 0
 * @param {Value[]} values before the move
 * @param {string[]} names of the positions after the move
 */
export function balanceWords(move, component, values, names) {
  const others = values.filter((_, i) => i !== component);
  if (!others.every(isFinite)) return "";
  const balance = nimSum(/** @type {number[]} */ (others));
  const worth = values.map((value, i) => t("{name} is worth {value}", { name: names[i], value: valueText(i === component ? balance : value) }));
  return t("After {move}: {worth}, together 0.", { move, worth: worth.join(", ") });
}
