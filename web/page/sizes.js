/* Sizes of games for the cards of home: arguments with which a game is quickly solved and worth a look. tests/web/sizes.sh
 * solves all of them. */

import { t } from "./language.js";

/** Sizes whose arguments are numbers, which say enough.
 * @type {Record<string, string[]>}
 */
const NUMBERS = {
  chomp: ["3,4", "4,5", "5,6"],
  "coin-rows": ["2,7", "2,12", "3,20"],
  cram: ["3,4", "4,4", "4,5"],
  euclid: ["7,24", "13,21", "20,51"],
  "fair-shares": ["6", "10", "12"],
  kotzig: ["7", "8", "11"],
  mancala: ["3,1", "3,2"],
  nim: ["1,3,5", "3,4,5", "1,3,5,7"],
  "nimstring-grid": ["1,2", "2,2", "1,4"],
  "node-kayles-grid": ["3,4", "4,4", "4,5"],
  northcott: ["5,0,1,2", "6,1,2,3"],
  quixo: ["2", "3"],
  subtraction: ["20", "20,1,3,4", "30,2,5"],
  welter: ["5,3,1", "2,5,7", "1,4,9"],
  "wind-up": ["10,1,4", "7,1,2,5", "12,2,3"],
  wythoff: ["3,5", "5,8", "8,13"],
};

/** Rows and columns are written with a cross. */
const BOARDS = ["chomp", "cram", "nimstring-grid", "node-kayles-grid"];

/** Others, with words. */
const GRAPHS = /** @type {[string, string][]} */ ([["path:7", t("path of 7")], ["cycle:6", t("cycle of 6")], ["grid:3,3", t("grid 3 × 3")]]);

/** @type {Record<string, [string, string][]>} */
const WORDS = {
  "cops-and-robber": [["cycle:5,1", t("one cop, cycle of 5")], ["grid:3,3,1", t("one cop, grid 3 × 3")], ["grid:3,3,2", t("two cops, grid 3 × 3")]],
  "graph-kayles": GRAPHS,
  "node-kayles": GRAPHS,
  "three-mens-morris": [["lines", t("along lines")], ["any", t("to any point")]],
  tripiece: [["round,5,7", t("round")], ["triangle,7,7", t("triangle")], ["square,3,3", t("square|shape")]],
};

/**
 * Returns the sizes of a game of the gallery: arguments and what the card calls them.
 * @param {string} name
 * @returns {[string, string][]}
 */
export const sizesOf = name => WORDS[name] ?? (NUMBERS[name] ?? []).map(args =>
  [args, BOARDS.includes(name) ? args.replace(",", " × ") : args]);

/** The games that can be chosen in several sizes. */
export const SIZED = [...Object.keys(NUMBERS), ...Object.keys(WORDS)];
