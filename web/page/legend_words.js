/* The legend of saved pictures in the language of the page. The program words it in English (src/draw/legend.c). */

import { t } from "./language.js";

/** @type {Record<string, string>} */
const TEXTS = {
  "an ordinary move": t("an ordinary move"),
  "a carry-on move: the same player moves again anywhere": t("a carry-on move: the same player moves again anywhere"),
  "a local carry-on move: the same player moves again here": t("a local carry-on move: the same player moves again here"),
  "an entailing move: the opponent must answer here": t("an entailing move: the opponent must answer here"),
  "≥ what A can be sure to get, ≤ what B can hold A to": t("≥ what A can be sure to get, ≤ what B can hold A to"),
  "A wins": t("A wins"), "a move that keeps a win": t("a move that keeps a win"),
  draw: t("draw"), "a move to a draw": t("a move to a draw"),
  "B wins": t("B wins"), "a move that lets the other player win": t("a move that lets the other player win"),
  "N: the player to move wins": t("N: the player to move wins"), "a good move": t("a good move"),
  "D: a draw": t("D: a draw"), "a move to D": t("a move to D"),
  "P: the player to move loses": t("P: the player to move loses"), "a bad move": t("a bad move"),
  "N: the next player wins": t("N: the next player wins"), "a move to P, a good one": t("a move to P, a good one"),
  "P: the previous player wins": t("P: the previous player wins"), "a move to N, a bad one": t("a move to N, a bad one"),
  "?: not known in this window": t("?: not known in this window"), "a move to such a position": t("a move to such a position"),
  "≤: an upper bound": t("≤: an upper bound"), "a best move": t("a best move"), "B moves here": t("B moves here"),
  "some moves are not shown": t("some moves are not shown"),
};

/**
 * @param {import("./paint.js").LegendRow[]} legend
 * @returns {import("./paint.js").LegendRow[]}
 */
export const legendInWords = legend => legend.map(row => ({ ...row, text: TEXTS[row.text] ?? row.text,
  ...(row.edge_text === undefined ? {} : { edge_text: TEXTS[row.edge_text] ?? row.edge_text }) }));
