/* A match as a list of moves, and what the program's answers about it mean. Nothing here touches the
 * page. */

import { stepWords } from "./board_model.js";
import { isAgain, kindOfArrow, stepSign, targetOf } from "./kinds.js";
import { t } from "./language.js";

/** @type {Record<string, string>} */
const MISTAKES = {
  "gives-win-away": t("That gives the win away."),
  "gives-draw-away": t("That gives the draw away."),
};

/**
 * Returns whether the same player moves again after a move, as /api/match takes it: "+> b" and "=> b".
 * @param {any} move
 */
function goesOn(move) {
  const target = typeof move === "string" ? move : move[0]?.position ?? "";
  return target[2] === " " && isAgain(kindOfArrow(target.slice(0, 2)));
}

/**
 * Returns whose turn it is.
 * @param {Match} match
 * @returns {"you" | "program"}
 */
export function turnIn({ first, moves }) {
  const isFirst = moves.filter(move => !goesOn(move)).length % 2 === 0;
  return isFirst === (first === "you") ? "you" : "program";
}

/**
 * Returns whether a match begins at an entry of the history.
 * @param {Match} match
 * @param {Visit | undefined} visit
 */
export const isStart = ({ start }, visit) => visit !== undefined && visit.position === start.position &&
  JSON.stringify(visit.others ?? []) === JSON.stringify(start.others);

/**
 * Returns whether two people play on one screen.
 * @param {Match} match
 */
export const isForTwo = ({ level }) => level === "person";

/**
 * Returns whether a person is to move.
 * @param {Match} match
 */
export const isYours = match => isForTwo(match) || turnIn(match) === "you";

/**
 * Returns a move as /api/match takes it.
 * @param {any[]} steps
 * @param {boolean} isSum
 */
export const moveOf = (steps, isSum) => (isSum
  ? steps.map(step => ({ component: step.component, position: targetOf(step) }))
  : targetOf(steps[0]));

/**
 * Returns the moves of the match with those of the program's reply, which may be several if it moves
 * again.
 * @param {Match} match
 * @param {any} answer of /api/match
 * @param {boolean} isSum
 */
export const repliedMoves = ({ moves }, { history }, isSum) => [...moves,
  ...history.slice(moves.length).map((/** @type {any} */ { steps }) => moveOf(steps, isSum))];

/**
 * Returns the match without your last move and the reply to it; if two people play, without the last move.
 * @param {Match} match
 * @returns {Match}
 */
export function takenBack(match) {
  const yours = match.moves.map((_, i) => i).findLast(i => isYours({ ...match, moves: match.moves.slice(0, i) }));
  return { ...match, moves: match.moves.slice(0, yours ?? match.moves.length), agreed: false };
}

/**
 * @param {Match} match
 * @param {string} side first or second
 * @returns {"you" | "program"}
 */
const whoIs = ({ first }, side) => ((side === "first") === (first === "you") ? "you" : "program");

/**
 * Returns whether a side of a match against the computer is you.
 * @param {Match} match
 * @param {string} side first or second
 */
const isYou = (match, side) => !isForTwo(match) && whoIs(match, side) === "you";

/**
 * Names a player other than you, at the beginning of a sentence.
 * @param {Match} match
 * @param {string} side first or second
 */
const nameOf = (match, side) => (!isForTwo(match) ? t("The computer")
  : side === "first" ? t("The first player") : t("The second player"));

/**
 * Names a player in a list of moves.
 * @param {Match} match
 * @param {string} side first or second
 */
const shortName = (match, side) => (isYou(match, side) ? t("You") : !isForTwo(match) ? t("Computer")
  : side === "first" ? t("First player") : t("Second player"));

/**
 * Returns your last mistake, if it was your last move; if two people play, that of the last move.
 * @param {Match} match
 * @param {any} answer of /api/match
 */
export function lastMistake(match, answer) {
  const last = answer.history.findLast((/** @type {any} */ { by }) => isForTwo(match) || whoIs(match, by) === "you");
  const words = MISTAKES[last?.effect];
  return words === undefined ? null : { words, sentence: last.sentence, number: last.number };
}

/**
 * Returns who has won the match against the program: you, program or draw; "" if it goes on, ends with a payoff, or is
 * one of two people.
 * @param {Match} match
 * @param {any} answer
 * @returns {"you" | "program" | "draw" | ""}
 */
export function winnerOf(match, answer) {
  if (isForTwo(match)) return "";
  if (match.agreed) return "draw";
  if (!answer.over || typeof answer.payoff === "number") return "";
  return answer.winner === "draw" ? "draw" : whoIs(match, answer.winner);
}

/**
 * Returns who has won: first, second or draw; "" if the match is not over, or there is none.
 * @param {Match | null} match
 * @param {any} answer
 */
export const sideOf = (match, answer) => (match === null ? "" : match.agreed ? "draw"
  : answer?.over ? answer.winner ?? "" : "");

/**
 * Says how the match ended; "" if it goes on.
 * @param {Match} match
 * @param {any} answer
 */
export function resultOf(match, answer) {
  const n = match.moves.length, { winner, payoff } = answer;
  if (match.agreed) return t("A draw by agreement after {n} {n:1=move|moves}.", { n });
  if (answer.over && typeof payoff === "number")
    return t("The match is over after {n} {n:1=move|moves}: A gets {amount}.", { n, amount: String(payoff) });
  if (!answer.over) return "";
  if (winner === "draw") return t("A draw after {n} {n:1=move|moves}.", { n });
  return isYou(match, winner) ? t("You win after {n} {n:1=move|moves}!", { n })
    : t("{name} wins after {n} {n:1=move|moves}.", { name: nameOf(match, winner), n });
}

/**
 * Says where a match that is over was decided; "" if it was a draw all along, or nobody has won.
 * @param {Match} match
 * @param {any} answer
 */
export function decisionWords(match, answer) {
  const { winner, history } = answer;
  if (!answer.over || (winner !== "first" && winner !== "second")) return "";
  const loser = winner === "first" ? "second" : "first", name = nameOf(match, loser), you = isYou(match, loser);
  const last = history.findLast((/** @type {any} */ { by, effect }) => by === loser && MISTAKES[effect] !== undefined);
  if (last === undefined)
    return you ? t("You had no chance: every position was lost.") : t("{name} had no chance: every position was lost.", { name });
  const known = { name, n: last.number };
  if (last.effect === "gives-win-away")
    return you ? t("You gave the win away with move {n}.", { n: last.number }) : t("{name} gave the win away with move {n}.", known);
  return you ? t("You gave the draw away with move {n}.", { n: last.number }) : t("{name} gave the draw away with move {n}.", known);
}

/**
 * Says what a hint shows: what the player to move can get from here.
 * @param {Look | null} look
 */
export function hintWords(look) {
  const best = look?.moves.find(move => move.best);
  return { wins: t("The marked move wins."), draws: t("The marked move keeps the draw."),
    loses: t("This position is lost. The marked move resists longest."), "": "" }[best?.result ?? ""];
}

/**
 * Says why the match is over, if that is because somebody cannot move; "" otherwise.
 * @param {Match} match
 * @param {Look | null} look at the last position
 * @param {boolean} misere
 */
export function endWords(match, look, misere) {
  if (look === null || look.moves.length > 0 || look.player !== undefined || match.agreed) return "";
  if (look.outcome !== (misere ? "N" : "P") || look.isSum) return "";
  const you = !isForTwo(match) && turnIn(match) === "you";
  const name = isForTwo(match) ? t("The player to move") : t("The computer");
  if (misere) return you ? t("You have no move, which wins in misère play.") : t("{name} has no move, which wins in misère play.", { name });
  return you ? t("You have no move.") : t("{name} has no move.", { name });
}

/**
 * Says that the position has occurred before; "" if it has not.
 * @param {any} answer
 */
export function repetitionWords({ occurrences }) {
  if (occurrences < 2) return "";
  return occurrences === 2 ? t("This position has occurred twice.")
    : t("This position has occurred {n} times. You may agree on a draw.", { n: occurrences });
}

/** @type {Record<string, string>} */
const EFFECTS = {
  "keeps-win": t("keeps the win"),
  "keeps-draw": t("keeps the draw"),
  loses: "",
  "gives-win-away": t("gives the win away"),
  "gives-draw-away": t("gives the draw away"),
};

/**
 * Describes the move with that number, from 0, by the board if there is one.
 * @param {any} answer
 * @param {number} i
 */
export function moveWords(answer, i) {
  const { components } = answer.positions[i] ?? { components: [] };
  return answer.history[i].steps.map((/** @type {any} */ step) =>
    stepWords(components[step.component - 1]?.board ?? null, step)).filter(Boolean).join(", ");
}

/**
 * Lists the moves of a match; verdicts only if it is over.
 * @param {Match} match
 * @param {any} answer
 * @param {boolean} isOver
 */
export function transcriptOf(match, answer, isOver) {
  return answer.history.map((/** @type {any} */ { by, effect, steps }, /** @type {number} */ i) => {
    const text = moveWords(answer, i) ||
      steps.map(stepSign).join(", ");
    return {
      who: shortName(match, by),
      text,
      verdict: isOver ? EFFECTS[effect] ?? "" : "",
      isMistake: isOver && MISTAKES[effect] !== undefined,
    };
  });
}
