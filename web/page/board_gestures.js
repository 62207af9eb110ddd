/* How a move is made on a board: which places are touched, one after the other. Nothing here touches
 * the page.
 *
 * A move has units, which may be touched in any order: [from, to] is a piece that moves, and [place]
 * a piece that is put there or taken. So a domino is two units, and a move that captures is made by
 * moving the piece and then touching what it takes. */

import { exitOf, isRow } from "./board_model.js";

/**
 * Returns the units of a move on the board of a component; null if it is not made by touching
 * places. A bite of Chomp is one square: those below and to the right go with it.
 * @param {any} board
 * @param {MoveInfo} move
 * @param {number} component
 * @returns {number[][] | null}
 */
export function unitsOf(board, { steps }, component) {
  const path = steps[0].path;
  if (steps.length !== 1 || steps[0].component !== component || !path || path.length === 0) return null;
  if (board.kind === "heaps") return isRow(board) ? null : pitUnits(path);
  const [{ from, to, piece }] = path;
  if (from !== null && to === null && (piece === "#" || piece === "!")) return [[from]];
  return path.map((/** @type {any} */ change) => unitOf(board, change));
}

/**
 * @param {any} board
 * @param {any} change
 */
function unitOf(board, { from, to, piece }) {
  if (from === null) return [to];
  if (to !== null) return [from, to];
  const exit = exitOf(board, from, piece);
  return exit === undefined ? [from] : [from, exit];
}

/**
 * Counters are sown from the pit that loses most.
 * @param {any[]} path
 */
function pitUnits(path) {
  const taken = path.filter(({ from }) => from !== null);
  if (taken.length === 0) return null;
  return [[taken.reduce((most, change) => (change.count > most.count ? change : most)).from]];
}

/**
 * Returns whether touching these places makes the move, begins it, or neither.
 * @param {number[][]} units
 * @param {number[]} touched
 * @returns {"made" | "begun" | "no"}
 */
export function progressOf(units, touched) {
  const left = [...units];
  for (let i = 0; i < touched.length;) {
    const rest = touched.slice(i);
    const at = left.findIndex(unit => unit.every((place, k) => k >= rest.length || rest[k] === place));
    if (at < 0) return "no";
    const [unit] = left.splice(at, 1);
    i += unit.length;
    if (i > touched.length) return "begun";
  }
  return left.length === 0 ? "made" : "begun";
}

/**
 * Returns the moves that are made by touching these places, and those that are begun.
 * @param {any} board
 * @param {MoveInfo[]} moves
 * @param {number} component
 * @param {number[]} touched
 */
export function movesTouched(board, moves, component, touched) {
  /** @type {{ made: MoveInfo[], begun: MoveInfo[] }} */
  const found = { made: [], begun: [] };
  for (const move of moves) {
    const units = unitsOf(board, move, component);
    const progress = units === null ? "no" : progressOf(units, touched);
    if (progress !== "no") found[progress].push(move);
  }
  return found;
}

const ORDER = { wins: 0, draws: 1, loses: 2, "": 3 };

/**
 * @param {MoveInfo | undefined} known
 * @param {MoveInfo} move
 */
const isBetter = (known, move) => known === undefined || ORDER[move.result] < ORDER[known.result];

/**
 * Returns the places that can be touched next, each with the best move that goes on there.
 * @param {any} board
 * @param {MoveInfo[]} moves
 * @param {number} component
 * @param {number[]} touched
 */
export function nextPlaces(board, moves, component, touched) {
  /** @type {Map<number, MoveInfo>} */
  const next = new Map();
  for (const move of moves) {
    const units = unitsOf(board, move, component);
    if (units === null || progressOf(units, touched) === "no") continue;
    for (const place of new Set(units.flat()))
      if (progressOf(units, [...touched, place]) !== "no" && isBetter(next.get(place), move)) next.set(place, move);
  }
  return next;
}

/**
 * Returns the moves of heaps that a click on a counter means; `counter` is the lowest one that is
 * taken, and undefined for the whole heap.
 * @param {any} board
 * @param {MoveInfo[]} moves
 * @param {{ component: number, place: number, counter?: number }} click
 */
export function movesOfHeap(board, moves, { component, place, counter }) {
  return moves.filter(({ steps }) => {
    const change = steps.length === 1 && steps[0].component === component ? steps[0].path?.[0] : undefined;
    return change !== undefined && change.from === place &&
      (counter === undefined || board.heaps[place] - (change.count ?? 1) === counter);
  });
}

/**
 * A verdict on the board: an arrow from one place to another, or a ring at the middle of places.
 * @typedef {{ places: number[], isArrow: boolean, move: MoveInfo }} Verdict
 */

/**
 * Returns the verdicts on all moves that go on from what was touched, the best one for each arrow or
 * ring.
 * @param {any} board
 * @param {MoveInfo[]} moves
 * @param {number} component
 * @param {number[]} touched
 * @returns {Verdict[]}
 */
export function verdictsOf(board, moves, component, touched) {
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();
  /** @type {(places: number[], isArrow: boolean, move: MoveInfo) => void} */
  const add = (places, isArrow, move) => {
    const key = JSON.stringify([isArrow, places]);
    if (isBetter(verdicts.get(key)?.move, move)) verdicts.set(key, { places, isArrow, move });
  };
  for (const move of moves) {
    const units = unitsOf(board, move, component);
    const progress = units === null ? "no" : progressOf(units, touched);
    if (units === null || progress === "no") continue;
    if (touched.length > 0)
      for (const place of progress === "made" ? [touched[touched.length - 1]] : units.flat())
        { if (progress === "made" || progressOf(units, [...touched, place]) !== "no") add([place], false, move); }
    else if (units[0].length === 2) add(units[0], true, move);
    else add(units.filter(unit => unit.length === 1).flat().sort((a, b) => a - b), false, move);
  }
  return [...verdicts.values()];
}
