/* Components of the board, and their evaluation by /api/best. */

import { postForJson } from "./api.js";
import { solveOnce } from "./solved.js";

export const isHeap = component => component.nim !== undefined || component.heap !== undefined;

/* Returns the solved game of a component; `edited` is the solved game of the text. */
export function solvedOf(component, edited) {
  if (component.game === undefined) return Promise.resolve(edited);
  return solveOnce(component.game);
}

/* Returns the position of a component as a name; a null position is the first one. */
export async function positionOf(component, edited) {
  if (component.nim !== undefined) return String(component.nim);
  if (component.heap !== undefined) return component.size;
  const solved = await solvedOf(component, edited);
  const { position } = component;
  return position !== null && solved.has(position) ? position : solved.names[0] ?? null;
}

export function titleOf(component, title) {
  if (component.nim !== undefined) return "nim";
  if (component.heap !== undefined) return component.heap;
  return component.game === undefined ? title || "this game" : component.title ?? "game";
}

/* Returns the component after a move. */
export function movedTo(component, to) {
  if (component.nim !== undefined) return { nim: Number(to) };
  if (component.heap !== undefined) return { ...component, size: to };
  return { ...component, position: to };
}

async function asked(component, edited) {
  if (component.nim !== undefined) return { nim: component.nim };
  if (component.heap !== undefined)
    return { heap: component.heap, size: component.size.split(",").map(Number) };
  return { game: component.game ?? edited.game, position: await positionOf(component, edited) };
}

/* In games with players, returns the move that is best for the player to move [Smi66, §5]. */
function colouredMove(answer) {
  if (answer.guarantee !== undefined)
    return answer.player === "A" ? answer.guarantee_move : answer.cap_move;
  const isA = answer.player === "A";
  const wins = answer.outcome === answer.player;
  return wins === isA ? answer.q1_move : answer.q0_move;
}

/* Games with players, outcomes or payoffs cannot be in compounds; their moves are taken from the
 * game itself. */
async function completed(answer, component, edited) {
  if (answer.moves !== undefined && answer.all_moves !== undefined) return answer;
  const solved = await solvedOf(component, edited);
  const from = await positionOf(component, edited);
  const every = (await solved.followers(from)).map(to => ({
    outcome: solved.outcome(solved.numberOf(to)), moves: [{ component: 1, from, to }] }));
  const best = answer.moves?.[0]?.moves[0].to ?? colouredMove(answer) ?? every[0]?.moves[0].to;
  const moves = every.filter(move => move.moves[0].to === best);
  return { ...answer, all_moves: every, moves, complete: true, all_moves_complete: true };
}

/* Returns the evaluation of the board with "moves", the best ones, and "all_moves". */
export async function evaluate(board, edited, signal) {
  const components = await Promise.all(board.components.map(c => asked(c, edited)));
  const { operator, misere } = board;
  const answer = await postForJson("best", { components, operator, misere, all_moves: true }, signal);
  return completed(answer, board.components[0], edited);
}

/* Best moves win or keep a draw; in a lost position the first one resists longest. */
export function bestMoves(answer) {
  const wanted = { N: "P", D: "D" }[answer.outcome];
  if (answer.player !== undefined || wanted === undefined) return answer.moves.slice(0, 1);
  const kept = answer.moves.filter(move => move.outcome === undefined || move.outcome === wanted);
  return kept.length > 0 ? kept : answer.moves.slice(0, 1);
}

export function valueText(value) {
  if (value === undefined) return "";
  if (value.nimber !== undefined) return String(value.nimber);
  if (value.ordinal !== undefined) return value.ordinal;
  return `∞{${value.infinite.join(",")}}`;
}

/* Returns the move that changes exactly these components; `picks` maps their numbers, counted from
 * 1, to positions. */
export function findMove(every, picks) {
  return every.find(({ moves }) =>
    moves.length === picks.size && moves.every(m => picks.get(m.component) === m.to));
}

/* Formats a move: "2 nim: 3 → 1, 3 ring: a → b". */
export function moveText(move, components, title) {
  return move.moves.map(({ component, from, to, words }) => {
    const name = titleOf(components[component - 1], title);
    return `${component} ${name}: ${words ?? `${from} → ${to}`}`;
  }).join(", ");
}
