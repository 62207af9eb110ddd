/* A match against the perfect player, as a list of moves. Nothing here is drawn. */

import { movedTo } from "./compound.js";

const REPETITIONS = 3; /* occurrences of a position after which a draw is offered */
const VALUE = { N: 1, D: 0, P: -1 }; /* of a position for the player to move */

/* Returns the value of an outcome for `player`, A or B; undefined: not known. */
const valueFor = (player, outcome) =>
  ({ [player]: 1, [player === "A" ? "B" : "A"]: -1, D: 0 })[outcome];

const other = who => (who === "you" ? "program" : "you");

/* `start`: the components at the beginning. */
export function createMatch(first, start) {
  return { first, start, turn: first, made: [], result: null, repeated: false };
}

/* Records a move by the player to move and returns the components after it; `answer` is the
 * evaluation before it. */
export function makeMove(match, components, move, text, answer) {
  match.made.push({ by: match.turn, text, before: components, known: answer });
  match.turn = other(match.turn);
  const after = [...components];
  for (const { component, to } of move.moves)
    after[component - 1] = movedTo(after[component - 1], to);
  return after;
}

/* Takes back your last move and the reply to it. Returns the components then, or null if there is
 * no such move. */
export function takeBack(match) {
  const last = match.made.findLastIndex(made => made.by === "you");
  if (last < 0) return null;
  const { before } = match.made[last];
  match.made.length = last;
  match.turn = "you";
  match.result = null;
  return before;
}

/* Returns whether this or an earlier position has occurred three times with the same player to
 * move. */
export function isRepeated(match, components) {
  const key = JSON.stringify(components);
  const times = match.made.filter(made =>
    made.by === match.turn && JSON.stringify(made.before) === key).length + 1;
  match.repeated ||= times >= REPETITIONS;
  return match.repeated;
}

/* Returns the result of a position without moves: the winner, a draw (null), or the payoff of A. */
export function resultOf(match, answer) {
  if (answer.guarantee !== undefined) return { payoff: answer.guarantee };
  if (answer.outcome === "D") return { winner: null };
  if (answer.player !== undefined)
    return { winner: answer.outcome === answer.player ? match.turn : other(match.turn) };
  return { winner: answer.outcome === "N" ? match.turn : other(match.turn) };
}

/* Says what a move gave away, by the outcomes before and after it. Without players, outcomes are
 * those of the player to move; with players, they are those of A and B. */
function outcomeLost(before, after) {
  const { outcome, player } = before;
  const isAlike = player === undefined;
  const had = isAlike ? VALUE[outcome] : valueFor(player, outcome);
  const has = isAlike ? -VALUE[after.outcome] : valueFor(player, after.outcome);
  if (!(has < had)) return ""; /* also if one of them is unknown */
  return had === 1 ? "gives away the win" : "gives away the draw";
}

/* With payoffs, says what the move changed for its player: A is sure to get at least the guarantee,
 * B to pay at most the cap. null means no bound. */
function payoffLost(before, after) {
  const isA = before.player === "A";
  const had = isA ? before.guarantee : before.cap;
  const has = isA ? after.guarantee : after.cap;
  const isWorse = had !== null && (has === null || (isA ? has < had : has > had));
  if (!isWorse) return "";
  if (isA) return `lowers A's guarantee from ${had} to ${has ?? "nothing"}`;
  return `lets A get ${has ?? "any payoff"} instead of at most ${had}`;
}

/* Describes what the move with that number gave away; "" if nothing. `answer` is the current
 * evaluation of the board. */
export function mistakeOf(match, index, answer) {
  const before = match.made[index].known;
  const after = match.made[index + 1]?.known ?? answer;
  if (after === null) return "";
  return before.guarantee === undefined ? outcomeLost(before, after) : payoffLost(before, after);
}
