/* A match against the perfect player, as a list of moves that were made. Nothing here is drawn. */

import { movedTo } from "./compound.js";

const OFTEN = 3; /* times a position occurs before a draw is offered */
const VALUE = { N: 1, D: 0, P: -1 }; /* of a position for whoever moves there */

const other = who => (who === "you" ? "program" : "you");

export function createMatch(first) {
  return { turn: first, made: [], result: null };
}

/* The components after `move`, by whoever's turn it is; `answer` is what was known before. */
export function makeMove(match, components, move, text, answer) {
  match.made.push({ by: match.turn, text, before: components, outcome: answer.outcome });
  match.turn = other(match.turn);
  const after = [...components];
  for (const { component, to } of move.moves)
    after[component - 1] = movedTo(after[component - 1], to);
  return after;
}

/* Takes back your last move and the answer to it; the components then, or null if there is none. */
export function takeBack(match) {
  const last = match.made.findLastIndex(made => made.by === "you");
  if (last < 0) return null;
  const { before } = match.made[last];
  match.made.length = last;
  match.turn = "you";
  match.result = null;
  return before;
}

/* Has this position occurred three times, or six, with the same player to move? */
export function isRepeated(match, components) {
  const key = JSON.stringify(components);
  const times = match.made.filter(made =>
    made.by === match.turn && JSON.stringify(made.before) === key).length + 1;
  return times % OFTEN === 0;
}

/* Who wins where no move is left: "you", "program", "draw", or what A gets. */
export function resultOf(match, answer) {
  if (answer.guarantee !== undefined) return { payoff: answer.guarantee };
  if (answer.outcome === "D") return { winner: null };
  if (answer.player !== undefined)
    return { winner: answer.outcome === answer.player ? match.turn : other(match.turn) };
  return { winner: answer.outcome === "N" ? match.turn : other(match.turn) };
}

/* What a move gave away: it is told by the outcome before it and that after it. */
export function mistakeOf(match, index, answer) {
  const before = VALUE[match.made[index].outcome];
  const next = index + 1 < match.made.length ? match.made[index + 1].outcome : answer?.outcome;
  const after = VALUE[next] === undefined ? undefined : -VALUE[next];
  if (before === undefined || after === undefined || after >= before) return "";
  return before === 1 ? "gives the win away" : "gives the draw away";
}
