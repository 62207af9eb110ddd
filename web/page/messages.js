/* Rewords messages of the command line for the page. */

import { t } from "./language.js";

/** @type {[RegExp, string][]} */
const PHRASES = [
  [/\bgame\d+\.(edges|dot|graphml|lua)\b/g, t("the game")],
];

/* An error in the digraph that rules are played on: "board.edges:2:5: a third word". */
const IN_BOARD = /^[\w-]+\.(?:edges|dot|graphml):(\d+)(?::(\d+))?: (.*)$/;

/**
 * Returns an error of the API with a message for the page.
 * @param {{ message: string, reason?: string, line?: number | null, column?: number | null }} error
 */
export function formatMessage({ message, reason, line = null, column = null }) {
  const board = message.match(IN_BOARD);
  if (board !== null)
    [line, column, message] = [Number(board[1]), Number(board[2] ?? 0), board[3]];
  for (const [phrase, words] of PHRASES) message = message.replace(phrase, words);
  if (reason === "picture") message += t('; "nearby positions" in the menu View shows a part');
  return { message, line: line ?? 0, column: column ?? 0 };
}

/** @param {string} words */
export const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Turns a message into a sentence.
 * @param {string} words
 */
export const sentence = words => capital(words) + (/[.!?…]$/.test(words) ? "" : ".");

/**
 * Returns a sentence of the program with arrows as they are drawn.
 * @param {string} words
 */
export const withArrows = words => words.replaceAll(" -> ", " → ");
