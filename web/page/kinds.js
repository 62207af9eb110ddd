/* Kinds of moves (docs/carry-on.md): their names in answers of the program, their arrows in edge lists,
 * and words. Games without kinds of moves have none of these names. Nothing here touches the page. */

import { t } from "./language.js";

/** @type {Record<string, { arrow: string, legend: string, words: string }>} */
export const KINDS = {
  ordinary: { arrow: "->", legend: t("ordinary move"), words: "" },
  "carry-on": { arrow: "+>", legend: t("carry-on move: the same player moves again, anywhere"), words: t("and move again") },
  local: { arrow: "=>", legend: t("local carry-on move: the same player moves again, here"), words: t("and move again here") },
  entailing: { arrow: "!>", legend: t("entailing move: the opponent must answer here"), words: t("to be answered here") },
};

/**
 * Returns the kind that an arrow of an edge list means; "" if the word is not an arrow.
 * @param {string} word
 */
export const kindOfArrow = word => Object.keys(KINDS).find(kind => KINDS[kind].arrow === word) ?? "";

/**
 * Returns whether the same player moves again after a move.
 * @param {string | undefined} kind
 */
export const isAgain = kind => kind === "carry-on" || kind === "local";

/**
 * Returns whether the next move must be made in the same game.
 * @param {string | undefined} kind
 */
export const isLocked = kind => kind === "local" || kind === "entailing";

/**
 * Returns the target of a step as /api/match takes it: "b", or "+> b" in games with kinds of moves.
 * @param {{ to: string, kind?: string }} step
 */
export const targetOf = ({ to, kind }) => (kind === undefined ? to : `${KINDS[kind].arrow} ${to}`);

/**
 * Returns a step in words: "a → b", or "a +> b" if it is not ordinary.
 * @param {{ from: string, to: string, kind?: string }} step
 */
export const stepSign = ({ from, to, kind }) =>
  `${from} ${kind === undefined || kind === "ordinary" ? "→" : KINDS[kind].arrow} ${to}`;

/**
 * Returns the kinds of the moves of a scene, in the order of KINDS; none in games without kinds.
 * @param {{ kind?: string }[]} moves
 */
export const kindsAmong = moves => Object.keys(KINDS).filter(kind => moves.some(move => move.kind === kind));
