/* Selects and sorts the rows of a table. Columns are arrays of entries as in solutions in JSON:
 * numbers, "inf", null, letters, names, sets and infinite values. */

import { t } from "./language.js";
import { HEADINGS } from "./solved.js";

/** @type {Record<string, string>} */
const ALIASES = { grundy: "value", name: "position", r: "remoteness",
  ...Object.fromEntries(Object.entries(HEADINGS).map(([column, heading]) => [heading.toLowerCase(), column])) };

/**
 * Returns a number for comparing: ∞ is above all numbers, and null is below them. NaN: not a
 * number.
 * @param {any} entry
 */
function weight(entry) {
  if (typeof entry === "number") return entry;
  if (entry === "inf" || entry?.infinite !== undefined) return Infinity;
  return entry === null ? -1 : NaN;
}

/**
 * Compares names that are numbers as numbers.
 * @param {string} a
 * @param {string} b
 */
function compareTexts(a, b) {
  const x = Number(a), y = Number(b);
  if (a !== "" && b !== "" && x === x && y === y && x !== y) return x - y;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Sorts the rows by a column. The order is stable: equal rows keep their order; infinite values are
 * compared by their sets K. Time O(n log n); 10^6 rows take about a second.
 * @param {ArrayLike<number>} rows
 * @param {any[]} column
 * @param {{ text: (row: number) => string, descending?: boolean }} options
 */
export function sortRows(rows, column, { text, descending = false }) {
  const weights = Float64Array.from(column, weight);
  const sign = descending ? -1 : 1;
  const compare = (/** @type {number} */ a, /** @type {number} */ b) => {
    const x = weights[a], y = weights[b];
    if (x < y) return -sign;
    if (x > y) return sign;
    if (x === y && x !== Infinity) return a - b;
    return sign * compareTexts(text(a), text(b)) || a - b;
  };
  return Uint32Array.from(rows).sort(compare);
}

const TERM = /^([\p{L}\w-]+)(<=|>=|!=|=|<|>|~)(.*)$/u;

/** @param {string} query */
const wordsOf = query => query.split(/\s+/).filter(Boolean);

/**
 * Splits a condition into column, operator and number (or NaN); null if the word is not a
 * condition.
 * @param {string} term
 */
function splitTerm(term) {
  const parts = term.match(TERM);
  if (parts === null) return null;
  const [, name, operator, wanted] = parts;
  const number = wanted === "" ? NaN : Number(wanted.replace(/^(∞|inf)$/, "Infinity"));
  return { name, column: ALIASES[name.toLowerCase()] ?? name, operator, wanted, number };
}

/**
 * Returns a predicate for one condition: `column op value`, or a part of a name.
 * @param {string} term
 * @param {Record<string, any[]>} columns
 * @param {(column: string, row: number) => string} text
 * @returns {(row: number) => boolean}
 */
function parseTerm(term, columns, text) {
  const parts = splitTerm(term);
  if (parts === null || columns[parts.column] === undefined) {
    const part = term.toLowerCase();
    return row => text("position", row).toLowerCase().includes(part);
  }
  const { column, operator, wanted, number } = parts;
  const entries = columns[column];
  if (operator === "~") return row => text(column, row).includes(wanted);
  /** @type {Record<string, (row: number) => boolean>} */
  const tests = {
    "<": row => weight(entries[row]) < number, "<=": row => weight(entries[row]) <= number,
    ">": row => weight(entries[row]) > number, ">=": row => weight(entries[row]) >= number,
  };
  const same = (/** @type {number} */ row) => weight(entries[row]) === number || text(column, row) === wanted;
  return tests[operator] ?? (operator === "=" ? same : (/** @type {number} */ row) => !same(row));
}

/**
 * Returns the rows that satisfy all of "outcome=N value>=2 ab". Words that are not conditions are
 * searched in names.
 * @param {number} count
 * @param {string} query
 * @param {Record<string, any[]>} columns
 * @param {(column: string, row: number) => string} text
 */
export function filterRows(count, query, columns, text) {
  const tests = wordsOf(query).map(term => parseTerm(term, columns, text));
  const rows = new Uint32Array(count);
  let kept = 0;
  for (let row = 0; row < count; row++)
    if (tests.every(test => test(row))) rows[kept++] = row;
  return rows.slice(0, kept);
}

/**
 * @param {string} term
 * @param {Record<string, any[]>} columns
 */
function problemOf(term, columns) {
  const parts = splitTerm(term);
  if (parts === null) return "";
  const { name, column, operator, wanted, number } = parts;
  if (columns[column] === undefined)
    return t('There is no column {name}; "{term}" is searched in names.', { name, term });
  if (!/[<>]/.test(operator) || !Number.isNaN(number)) return "";
  return wanted === "" ? t("{term} is incomplete.", { term }) : t("{term}: {wanted} is not a number.", { term, wanted });
}

/**
 * Describes what is doubtful in a query; "" if nothing is.
 * @param {string} query
 * @param {Record<string, any[]>} columns
 */
export function filterProblem(query, columns) {
  return wordsOf(query).map(term => problemOf(term, columns)).filter(Boolean).join(" ");
}
