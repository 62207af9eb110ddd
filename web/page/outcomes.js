/* Outcomes in words and colours. A colour always means the same: green for the player who is to
 * move at a position, or who makes a move, and wins; red: who loses; yellow: neither. In games with
 * players, green is A and red is B. */

import { isAgain } from "./kinds.js";
import { t } from "./language.js";
import { capital } from "./messages.js";

/**
 * Returns good, bad or neutral, for the player to move or for A; "" if the outcome is not known.
 * @param {string} outcome
 */
export function outcomeClass(outcome) {
  if (outcome === "") return "";
  if (outcome === "N" || outcome === "A") return "good";
  return outcome === "P" || outcome === "B" ? "bad" : "neutral";
}

/**
 * Returns what a move to a position with this outcome means for the player who makes it.
 * @param {string} outcome
 * @param {string} [player] A or B, in games with players
 * @returns {"wins" | "loses" | "draws" | ""}
 */
export function moveResult(outcome, player) {
  if (outcome === "") return "";
  if (outcome === "D") return "draws";
  if (player !== undefined) return outcome === player ? "wins" : "loses";
  return outcome === "P" ? "wins" : "loses";
}

/** @type {Record<string, string>} */
const RESULT_CLASSES = { wins: "good", loses: "bad", draws: "neutral" };

/** @param {string} result */
export const resultClass = result => RESULT_CLASSES[result] ?? "";

/** What a move does, in one word. @type {Record<string, string>} */
const RESULTS = { wins: t("wins"), loses: t("loses"), draws: t("draws") };

/** @param {string} result */
export const resultWords = result => RESULTS[result] ?? "";

/** @type {Record<string, string>} */
const OUTCOMES = {
  N: t("the player to move wins"),
  P: t("the player to move loses"),
  D: t("a draw"),
};

/**
 * Returns an outcome in words, the only ones of the page; "" if it is not known.
 * @param {string | undefined} outcome
 * @param {(player: string) => string} [nameOf] the name of A or B
 */
export function outcomeWords(outcome, nameOf = player => player) {
  if (outcome === "A" || outcome === "B") return t("{player} wins", { player: nameOf(outcome) });
  return OUTCOMES[outcome ?? ""] ?? "";
}

/**
 * Joins names: "b", "b or c", "b, c or d".
 * @param {string[]} names
 * @param {string} word
 */
export function listed(names, word) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

const MOST_NAMED = 3;

/**
 * Says which moves are meant: "Move to b or c", "Take 2 from heap 1", "Row 1, column 2". Moves of
 * sums have long names, so only one of them is named.
 * @param {MoveInfo[]} moves
 * @param {boolean} isSum
 */
function named(moves, isSum) {
  const texts = moves.map(({ words, to }) => (words === "" ? to : words));
  const n = texts.length - 1;
  const list = texts.length <= (isSum ? 1 : MOST_NAMED) ? listed(texts, t("or"))
    : n === 1 ? t("{move}, or the other one", { move: texts[0] }) : t("{move}, or one of {n} others", { move: texts[0], n });
  if (moves[0].words === "") return isSum ? t("Play {move}", { move: list }) : t("Move to {move}", { move: list });
  return /^[a-z]\d/.test(list) ? list : capital(list); /* places are written as on the board */
}

/**
 * Returns why the player to move wins.
 * @param {Look} look
 * @param {(move: MoveInfo) => boolean} isStuck whether the opponent has no move there
 */
function winReason({ moves, isSum }, isStuck) {
  const winning = moves.filter(move => move.result === "wins");
  if (winning.length === 0) return "";
  const stuck = winning.filter(isStuck);
  if (stuck.length > 0) return t("{move}: the opponent is stuck.", { move: named(stuck, isSum) });
  const [first] = winning;
  if (isAgain(first.kind)) {
    const move = named([first], isSum), { then } = first;
    return then === undefined || then === "" ? t("{move} and move again: the opponent loses.", { move })
      : t("{move} and move again, {then}: the opponent loses.", { move, then });
  }
  return t("{move}: after that the opponent loses, whatever they do.",
    { move: named(winning.filter(({ kind }) => !isAgain(kind)), isSum) });
}

/**
 * Returns the reason for the outcome in one sentence; draws are explained by the program.
 * @param {Look} look
 * @param {boolean} misere
 * @param {(move: MoveInfo) => boolean} isStuck
 */
export function reasonOf(look, misere, isStuck) {
  const { outcome, moves } = look;
  if (moves.length === 0 && look.player === undefined && !look.isSum) {
    if (outcome === "D") return t("Play ends here, with a draw.");
    return misere ? t("There is no move, and in misère play that wins.")
      : outcome === "P" ? t("There is no move, and a player who cannot move loses.")
        : t("Play ends here.");
  }
  if (moves.length === 0) return t("Play ends here.");
  if (outcome === look.player || outcome === "N")
    return winReason(look, misere ? () => false : isStuck);
  if (outcome === "D") return "";
  return moves.length === 1 ? t("The only move lets the opponent win.")
    : t("Each of the {n} moves lets the opponent win.", { n: moves.length });
}

/**
 * Returns a number for sorting moves: the best first.
 * @param {MoveInfo} move
 */
export const moveRank = ({ result, best }) =>
  ({ wins: 0, draws: 2, loses: 4, "": 6 })[result] - (best ? 1 : 0);
