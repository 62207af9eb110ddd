/* A match against the perfect player, as a list of moves that were made. Nothing here is drawn. */

import { movedTo } from "./compound.js";

const OFTEN = 3; /* times a position occurs before a draw is offered */
const VALUE = { N: 1, D: 0, P: -1 }; /* of a position for whoever moves there */

/* Of an outcome for `player`, who is A or B; undefined: not known. */
const valueFor = (player, outcome) =>
  ({ [player]: 1, [player === "A" ? "B" : "A"]: -1, D: 0 })[outcome];

const other = who => (who === "you" ? "program" : "you");

/* `start`: the components where it begins. */
export function createMatch(first, start) {
  return { first, start, turn: first, made: [], result: null, repeated: false };
}

/* The components after `move`, by whoever's turn it is; `answer` is what was known before. */
export function makeMove(match, components, move, text, answer) {
  match.made.push({ by: match.turn, text, before: components, known: answer });
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

/* Has a position occurred three times with the same player to move, this one or one before? */
export function isRepeated(match, components) {
  const key = JSON.stringify(components);
  const times = match.made.filter(made =>
    made.by === match.turn && JSON.stringify(made.before) === key).length + 1;
  match.repeated ||= times >= OFTEN;
  return match.repeated;
}

/* Who wins where no move is left: "you", "program", "draw", or what A gets. */
export function resultOf(match, answer) {
  if (answer.guarantee !== undefined) return { payoff: answer.guarantee };
  if (answer.outcome === "D") return { winner: null };
  if (answer.player !== undefined)
    return { winner: answer.outcome === answer.player ? match.turn : other(match.turn) };
  return { winner: answer.outcome === "N" ? match.turn : other(match.turn) };
}

/* What a move gave away: it is told by the outcome before it and that after it, to whoever made it;
 * where there are players, outcomes are theirs, whoever moves next. */
function outcomeLost(before, after) {
  const { outcome, player } = before;
  const isAlike = player === undefined;
  const had = isAlike ? VALUE[outcome] : valueFor(player, outcome);
  const has = isAlike ? -VALUE[after.outcome] : valueFor(player, after.outcome);
  if (!(has < had)) return ""; /* also where one of them is not known */
  return had === 1 ? "gives the win away" : "gives the draw away";
}

/* With payoffs, what the player who made it was sure of: A of getting that much, B of paying no
 * more. null is not to be sure of anything. */
function payoffLost(before, after) {
  const isA = before.player === "A";
  const had = isA ? before.guarantee : before.cap;
  const has = isA ? after.guarantee : after.cap;
  const isWorse = had !== null && (has === null || (isA ? has < had : has > had));
  if (!isWorse) return "";
  if (isA) return `leaves A sure of ${has ?? "nothing"} in place of ${had}`;
  return `lets A get ${has ?? "anything"} in place of at most ${had}`;
}

/* What the move with that number gave away, in words; "" if nothing. `answer` is what is known of
 * the board now. */
export function mistakeOf(match, index, answer) {
  const before = match.made[index].known;
  const after = match.made[index + 1]?.known ?? answer;
  if (after === null) return "";
  return before.guarantee === undefined ? outcomeLost(before, after) : payoffLost(before, after);
}
