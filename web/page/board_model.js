/* Boards as the program describes them: where places are, what a move changes, and which moves a
 * click means. Nothing here touches the page. */

import { capital } from "./messages.js";
import { listed } from "./outcomes.js";

/** @typedef {{ x: number, y: number, width: number, height: number }} Place */

const CELL = 100; /* units */
const COUNTER = 34, PILE = 110; /* units of piles */
const MOST_COUNTERS = 30; /* of a pile that are drawn; a larger pile shows its number */

/**
 * Returns the places of a board in units, by number; `width` and `height` are those of the board.
 * @param {any} board
 * @returns {{ places: Place[], width: number, height: number }}
 */
export function placesOfBoard(board) {
  if (board.kind === "grid") return gridPlaces(board);
  if (board.kind === "points") return pointPlaces(board);
  return pilePlaces(board);
}

/** @param {any} board */
function gridPlaces({ rows, columns }) {
  const places = [];
  for (let i = 0; i < rows * columns; i++)
    places.push({
      x: (i % columns + 0.5) * CELL, y: (Math.floor(i / columns) + 0.5) * CELL,
      width: CELL, height: CELL,
    });
  return { places, width: columns * CELL, height: rows * CELL };
}

/** @param {any} board */
function pointPlaces({ points }) {
  const xs = points.map((/** @type {Point} */ p) => p.x), ys = points.map((/** @type {Point} */ p) => p.y);
  const left = Math.min(...xs), top = Math.min(...ys);
  let nearest = Infinity;
  points.forEach((/** @type {Point} */ p, /** @type {number} */ i) =>
    points.slice(0, i).forEach((/** @type {Point} */ q) => {
      nearest = Math.min(nearest, Math.hypot(p.x - q.x, p.y - q.y) || Infinity);
    }));
  const unit = 1.35 * CELL / (Number.isFinite(nearest) ? nearest : 1), margin = 0.62 * CELL;
  return {
    places: points.map((/** @type {Point} */ p) => ({
      x: (p.x - left) * unit + margin, y: (p.y - top) * unit + margin, width: 0.8 * CELL, height: 0.8 * CELL,
    })),
    width: (Math.max(...xs) - left) * unit + 2 * margin,
    height: (Math.max(...ys) - top) * unit + 2 * margin,
  };
}

/** @param {any} board */
function pilePlaces({ piles }) {
  const tallest = Math.max(3, ...piles.map((/** @type {number} */ n) => Math.min(n, MOST_COUNTERS)));
  const height = tallest * COUNTER + 70;
  return {
    places: piles.map((/** @type {number} */ _, /** @type {number} */ i) =>
      ({ x: (i + 0.5) * PILE, y: height / 2, width: PILE, height })),
    width: Math.max(1, piles.length) * PILE,
    height,
  };
}

/**
 * Returns where the counters of a pile are, the lowest first; none if the pile is too large.
 * @param {number} size
 * @param {Place} place
 */
export function countersOf(size, { x, height }) {
  if (size > MOST_COUNTERS) return [];
  return Array.from({ length: size }, (_, i) => ({ x, y: height - 50 - i * COUNTER }));
}

/**
 * Splits what is at a place into pieces.
 * @param {string | undefined} cell
 */
export const piecesAt = cell => [...(cell ?? "")];

/**
 * Names a place: by its label, or by column and row as on a chessboard.
 * @param {any} board
 * @param {number} place
 */
export function placeName(board, place) {
  const label = board.labels?.[place];
  if (label) return label;
  if (board.kind === "piles") return `pile ${place + 1}`;
  if (board.kind === "points") return `point ${place + 1}`;
  return columnLetter(place % board.columns) + String(board.rows - Math.floor(place / board.columns));
}

/**
 * Returns the letter of a column, as on a chessboard.
 * @param {number} column
 */
export const columnLetter = column =>
  (column < 26 ? "" : String.fromCharCode(96 + Math.floor(column / 26))) +
  String.fromCharCode(97 + column % 26);

/**
 * @param {any} board
 * @param {string} piece
 */
export const pieceName = (board, piece) => board.titles?.[piece] ??
  { X: "piece of the first player", O: "piece of the second player", "*": "counter", "#": "square",
    "!": "poisoned square", x: "used" }[piece] ?? piece;

/**
 * Describes a move on piles that changes several: it splits a pile, unites piles, or does neither.
 * @param {number[]} before
 * @param {number[] | undefined} after
 * @param {any[]} path
 */
function pileWords(before, after, path) {
  const gone = path.filter(({ from }) => from !== null), come = path.filter(({ from }) => from === null);
  const take = gone.map(({ from, count }) => `take ${count ?? 1} from pile ${from + 1}`);
  if (come.length === 0) return take.join(" and ");
  const isOtherLength = after !== undefined && after.length !== before.length;
  const total = (/** @type {any[]} */ changes) => changes.reduce((sum, { count }) => sum + count, 0);
  const isKept = isOtherLength && total(gone) === total(come);
  if (isKept && gone.length === 1) return `split pile ${gone[0].from + 1} into ${sizesOf(come)}`;
  if (isKept && come.length === 1) return `unite piles ${listed(gone.map(({ from }) => String(from + 1)), "and")}`;
  return [...take, ...come.map(({ to, count }) =>
    (isOtherLength ? `a new pile of ${count}` : `put ${count} on pile ${to + 1}`))].join(", ");
}

/**
 * Lists sizes of piles: "1 and 5", "6 piles of 1".
 * @param {any[]} changes
 */
const sizesOf = changes =>
  (changes.length > 2 && changes.every(({ count }) => count === changes[0].count)
    ? `${changes.length} piles of ${changes[0].count}` : listed(changes.map(({ count }) => String(count)), "and"));

/**
 * @param {any} board
 * @param {any} change
 */
function changeWords(board, { from, to, piece }) {
  if (from !== null && to !== null) return `${placeName(board, from)} → ${placeName(board, to)}`;
  if (to !== null) return placeName(board, to);
  return piece === "#" || piece === "!" ? `bite ${placeName(board, from)}` : `take ${placeName(board, from)}`;
}

/**
 * Describes a move by what it changes on the board; "" if there is none.
 * @param {any} board
 * @param {any} step
 */
export function stepWords(board, { path, words: given, piles }) {
  if (given) return given;
  if (board === null || board === undefined || !path) return "";
  if (path.length === 0) return "stay";
  if (board.kind === "piles") return pileWords(board.piles, piles, path);
  const [first, ...rest] = path, words = changeWords(board, first);
  if (path.every((/** @type {any} */ { from }) => from === null))
    return listed(path.map((/** @type {any} */ { to }) => placeName(board, to)), "and");
  const isCapture = first.to !== null && rest.length > 0 &&
    rest.every((/** @type {any} */ { to }) => to === null);
  return isCapture
    ? `${words}, taking ${listed(rest.map((/** @type {any} */ { from }) => placeName(board, from)), "and")}` : words;
}

/**
 * Names the player A or B by their pieces on the board.
 * @param {any} board
 * @param {string} player
 */
export function playerName(board, player) {
  const title = board?.titles?.[player === "A" ? "X" : "O"], name = title === undefined ? "" : capital(title);
  if (isMarked(board)) return name;
  if (board === null || board === undefined || board.kind === "piles") return player;
  const colour = player === "A" ? "blue" : "white";
  return name === "" ? capital(colour) : `${name} (${colour})`;
}

/**
 * Returns whether X and O are crosses and noughts, not discs.
 * @param {any} board
 */
export const isMarked = board => board?.titles?.X === "cross" && board.titles.O === "nought";

/**
 * Returns the first change of a move in a component; null if the board does not show it.
 * @param {MoveInfo} move
 * @param {number} component
 */
function firstChange({ steps }, component) {
  if (steps.length !== 1 || steps[0].component !== component) return null;
  return steps[0].path?.[0] ?? null;
}

/**
 * Returns the changes that a click can mean: the first one, or, if a move puts two equal pieces, as
 * a domino, either of them.
 * @param {MoveInfo} move
 * @param {number} component
 * @returns {any[]}
 */
function clickedChanges(move, component) {
  const first = firstChange(move, component);
  if (first === null) return [];
  const path = /** @type {any[]} */ (move.steps[0].path);
  const isDomino = path.length === 2 &&
    path.every(({ from, piece }) => from === null && piece !== undefined && piece === first.piece);
  return isDomino ? path : [first];
}

/**
 * Returns the moves that a click on a place means, and those that need a second click. On piles
 * `counter` is the lowest counter that is taken.
 * @param {MoveInfo[]} moves
 * @param {object} click
 * @param {number} click.component
 * @param {number} click.place
 * @param {number | null} click.selected the place of the first click
 * @param {any} click.board
 * @param {number} [click.counter]
 */
export function movesOfClick(moves, { component, place, selected, board, counter }) {
  /** @type {MoveInfo[]} */
  const meant = [];
  /** @type {MoveInfo[]} */
  const begun = [];
  for (const move of moves) for (const { from, to, count } of clickedChanges(move, component)) {
    if (board.kind === "piles") {
      const left = board.piles[place] - (count ?? 1);
      if (from === place && (counter === undefined || left === counter)) meant.push(move);
    } else if (selected !== null && from === selected && to === place) meant.push(move);
    else if (selected === null && from === null && to === place) meant.push(move);
    else if (selected === null && from === place && to === null) meant.push(move);
    else if (selected === null && from === place) begun.push(move);
  }
  return { meant, begun };
}

/**
 * Returns the results of moves by the place where they are clicked last: the best of them.
 * @param {MoveInfo[]} moves
 * @param {number} component
 * @param {number | null} selected
 * @returns {Map<number, MoveInfo>}
 */
export function targetsOf(moves, component, selected) {
  const order = { wins: 0, draws: 1, loses: 2, "": 3 };
  /** @type {Map<number, MoveInfo>} */
  const targets = new Map();
  for (const move of moves) for (const { from, to } of clickedChanges(move, component)) {
    const isSelected = from !== null && from === selected;
    const place = from === null ? to : to === null || !isSelected ? from : to;
    if (selected !== null && from !== null && !isSelected && to !== null) continue;
    const known = targets.get(place);
    if (known === undefined || order[move.result] < order[known.result]) targets.set(place, move);
  }
  return targets;
}
