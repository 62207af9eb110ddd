/* Tasks of the lessons. The solver decides what is right, so every right answer counts. Nothing here touches the page. */

import { valueText } from "./solved.js";

/**
 * Reads a value as a reader writes it, "2", "∞{2}", "inf {0,2}" or "∞", and returns it as the page does; "" if it is
 * none.
 * @param {string} text
 */
export function readValue(text) {
  const plain = text.replaceAll(/\s/g, "");
  if (/^\d+$/.test(plain)) return String(Number(plain));
  const infinite = plain.match(/^(?:∞|inf(?:inity)?)[{(]?([\d,]*)[})]?$/i);
  if (infinite === null) return "";
  const numbers = infinite[1].split(",").filter(number => number !== "").map(Number);
  return `∞{${[...new Set(numbers)].sort((a, b) => a - b).join(",")}}`;
}

/**
 * Returns whether a move is as good as any: it wins, or it draws where no move wins.
 * @param {MoveInfo} move
 * @param {MoveInfo[]} moves
 */
const isGoodMove = (move, moves) =>
  move.result === "wins" || (move.result === "draws" && moves.every(({ result }) => result !== "wins"));

/**
 * Returns whether every position named by a goal has one of the outcomes, or the remoteness, that it asks for.
 * @param {Record<string, string | number>} goal
 * @param {Solved} solved
 */
export const isReached = (goal, solved) => Object.entries(goal).every(([name, wanted]) => {
  const v = solved.numberOf(name);
  if (v < 0) return false;
  return typeof wanted === "number" ? solved.remoteness(v, false) === wanted && solved.outcome(v, false) === "N"
    : wanted.includes(solved.outcome(v, false));
});

/**
 * Returns whether an answer is right.
 * @param {Task} task
 * @param {any} given the outcome, the text, the move or the winner
 * @param {{ solved: Solved, look: Look }} known about the position in question
 */
export function isRight(task, given, { solved, look }) {
  switch (task.kind) {
    case "outcome": return given === look.outcome;
    case "remoteness": return String(given).trim() === String(look.remoteness);
    case "value": {
      const value = task.of === undefined ? look.value : solved.answer.value[solved.numberOf(task.of)];
      return readValue(given) === valueText(value);
    }
    case "move": return task.best === true ? given.best : isGoodMove(given, look.moves);
    case "change": return isReached(task.goal, solved);
    case "match": return given === "you" || (task.draw === true && given === "draw");
    default: return false;
  }
}
