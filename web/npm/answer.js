/* Answers of the command as values of JavaScript: numbers that can be infinite, and typed arrays. */

import { COUNTS, LISTS_OF_COUNTS } from "./contract.js";

const NAMES = ["position", "part"]; /* columns of names, which may be "inf" */
const LETTERS = ["outcome", "misere", "player", "abe", "barbara", "window"];
const SETS = ["k", "j", "c"];

const numberOf = (/** @type {any} */ entry) => countOf(entry) ?? NaN;

const countOf = (/** @type {any} */ entry) => (entry === "inf" ? Infinity : entry);

/**
 * Returns a member of an answer.
 * @param {string} key
 * @param {any} value
 */
function readMember(key, value) {
  if (Array.isArray(value)) return LISTS_OF_COUNTS.includes(key) ? value.map(countOf) : value;
  return COUNTS.includes(key) ? countOf(value) : value;
}

/**
 * Returns a column of a solution: numbers as a typed array, with Infinity, and NaN for null.
 * @param {string} name
 * @param {any[]} column
 */
function columnOf(name, column) {
  if (NAMES.includes(name) || LETTERS.includes(name)) return column;
  if (SETS.includes(name)) return column.map(entry => entry?.map(countOf) ?? null);
  return Float64Array.from(column, numberOf);
}

/**
 * Returns the columns of a solved game. `grundy` has the values as numbers, if there are values.
 * @param {any} answer
 */
function solutionOf({ value, ...columns }) {
  const found = Object.entries(columns).map(([name, column]) =>
    [name, Array.isArray(column) ? columnOf(name, column) : column]);
  if (value === undefined || value.some((/** @type {any} */ one) => one?.ordinal !== undefined))
    return Object.fromEntries([...found, ...(value === undefined ? [] : [["value", value]])]);
  const grundy = Float64Array.from(value, one => (one === null ? NaN : typeof one === "number" ? one : Infinity));
  return Object.fromEntries([...found, ["value", value], ["grundy", grundy]]);
}

/**
 * Returns { value } or { error }.
 * @param {string} name of the operation
 * @param {{ status: number, type: string, body: Uint8Array }} answer
 */
export function readAnswer(name, { status, type, body }) {
  if (type === "application/octet-stream") return { value: body };
  const text = new TextDecoder().decode(body);
  if (status !== 200) return { error: JSON.parse(text).error };
  if (type !== "application/json") return { value: text };
  if (name === "solve") return { value: solutionOf(JSON.parse(text)) };
  return { value: JSON.parse(text, readMember) };
}
