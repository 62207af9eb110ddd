/* Boards as the program describes them: where places are, what a move changes, and which moves a
 * click means. Nothing here touches the page. */

import { t } from "./language.js";
import { capital } from "./messages.js";
import { listed } from "./outcomes.js";

/** @typedef {{ x: number, y: number, width: number, height: number, exit?: string }} Place */

const CELL = 100; /* units */
const COUNTER = 34, HEAP = 110; /* units of heaps */
const MOST_COUNTERS = 30; /* of a heap that are drawn; a larger heap shows its number */

/**
 * Returns whether the places are heaps in a row, from which counters are taken.
 * @param {any} board
 */
export const isRow = board => board.kind === "heaps" && board.points === undefined;

/**
 * Returns whether the places are pits, as in mancala.
 * @param {any} board
 */
export const isPits = board => board.kind === "heaps" && board.points !== undefined;

/**
 * Returns the places of a board in units, by number; `width` and `height` are those of the board.
 * After the places of the program come the exits of a grid, through which pieces leave it.
 * @param {any} board
 * @returns {{ places: Place[], width: number, height: number }}
 */
export function placesOfBoard(board) {
  if (board.kind === "grid") return gridPlaces(board);
  return isRow(board) ? heapPlaces(board) : pointPlaces(board);
}

/**
 * Lists the exits of a grid: which way, and the cell before it.
 * @param {any} board
 * @returns {{ way: string, cell: number }[]}
 */
function exitsOf({ rows, columns, facing = {} }) {
  const ways = new Set(Object.values(facing));
  const last = rows * columns - columns;
  /** @type {[string, (i: number) => number, number][]} */
  const sides = [["up", i => i, columns], ["right", i => i * columns + columns - 1, rows],
    ["down", i => last + i, columns], ["left", i => i * columns, rows]];
  return sides.filter(([way]) => ways.has(way))
    .flatMap(([way, cellOf, count]) => Array.from({ length: count }, (_, i) => ({ way, cell: cellOf(i) })));
}

/**
 * Returns the exit that a piece at a place can leave through; undefined if there is none.
 * @param {any} board
 * @param {number} place
 * @param {string} piece
 * @returns {number | undefined}
 */
export function exitOf(board, place, piece) {
  if (board.kind !== "grid" || board.facing?.[piece] === undefined) return undefined;
  const at = exitsOf(board).findIndex(({ way, cell }) => way === board.facing[piece] && cell === place);
  return at < 0 ? undefined : board.rows * board.columns + at;
}

/** @type {Record<string, [number, number]>} */
const WAYS = { up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0] };

/** @param {any} board */
function gridPlaces(board) {
  const { rows, columns, facing = {} } = board, ways = Object.values(facing);
  const left = ways.includes("left") ? 1 : 0, top = ways.includes("up") ? 1 : 0;
  const right = ways.includes("right") ? 1 : 0, bottom = ways.includes("down") ? 1 : 0;
  const size = { width: CELL, height: CELL };
  /** @type {Place[]} */
  const cells = Array.from({ length: rows * columns }, (_, i) => ({ x: (left + i % columns + 0.5) * CELL,
    y: (top + Math.floor(i / columns) + 0.5) * CELL, ...size }));
  const exits = exitsOf(board).map(({ way, cell }) => ({ x: cells[cell].x + WAYS[way][0] * CELL,
    y: cells[cell].y + WAYS[way][1] * CELL, ...size, exit: way }));
  return { places: [...cells, ...exits], width: (columns + left + right) * CELL,
    height: (rows + top + bottom) * CELL };
}

/** @param {any} board */
function pointPlaces({ points, kind }) {
  const size = kind === "heaps" ? 1.2 * CELL : 0.8 * CELL;
  const xs = points.map((/** @type {Point} */ p) => p.x), ys = points.map((/** @type {Point} */ p) => p.y);
  const left = Math.min(...xs), top = Math.min(...ys);
  let nearest = Infinity;
  points.forEach((/** @type {Point} */ p, /** @type {number} */ i) =>
    points.slice(0, i).forEach((/** @type {Point} */ q) => {
      nearest = Math.min(nearest, Math.hypot(p.x - q.x, p.y - q.y) || Infinity);
    }));
  const unit = 1.35 * CELL / (Number.isFinite(nearest) ? nearest : 1), margin = 0.2 * CELL + size / 2 + 22;
  return {
    places: points.map((/** @type {Point} */ p) => ({
      x: (p.x - left) * unit + margin, y: (p.y - top) * unit + margin, width: size, height: size,
    })),
    width: (Math.max(...xs) - left) * unit + 2 * margin,
    height: (Math.max(...ys) - top) * unit + 2 * margin,
  };
}

/** @param {any} board */
function heapPlaces({ heaps }) {
  const tallest = Math.max(3, ...heaps.map((/** @type {number} */ n) => Math.min(n, MOST_COUNTERS)));
  const height = tallest * COUNTER + 70;
  return {
    places: heaps.map((/** @type {number} */ _, /** @type {number} */ i) =>
      ({ x: (i + 0.5) * HEAP, y: height / 2, width: HEAP, height })),
    width: Math.max(1, heaps.length) * HEAP,
    height,
  };
}

/**
 * Returns where the counters of a heap are, the lowest first; none if the heap is too large.
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
  if (board.kind === "grid" && place >= board.rows * board.columns) return t("exit");
  if (board.kind === "heaps") return t("heap {n}", { n: place + 1 });
  if (board.kind === "points") return t("point {n}", { n: place + 1 });
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
 * Returns the text that is written next to a place: its label, or its number; "" on grids, whose rows
 * and columns have names, and on heaps in a row.
 * @param {any} board
 * @param {number} place
 */
export function placeLabel(board, place) {
  const label = board.labels?.[place];
  if (label !== undefined) return label;
  return board.kind === "points" ? String(place + 1) : "";
}

/**
 * Returns whether # is chocolate, which is on a board with a poisoned square; elsewhere it is a cell
 * that was covered.
 * @param {any} board
 */
export const isChocolate = board => board.cells?.includes("!") === true;

/** What games of the gallery call pieces. @type {Record<string, string>} */
const TITLES = {
  "car that drives right": t("car that drives right"), "car that drives up": t("car that drives up"),
  chocolate: t("chocolate"), coin: t("coin"), cop: t("cop"), counter: t("counter|piece"), cross: t("cross"),
  diagonal: t("diagonal"), ground: t("ground"), hand: t("hand"), "last counter": t("last counter"), nought: t("nought"),
  pin: t("pin"), poison: t("poison"), robber: t("robber"), string: t("string"), token: t("token"),
};

/**
 * Returns what a board calls a piece; undefined if it has no word for it.
 * @param {any} board
 * @param {string} piece
 * @returns {string | undefined}
 */
const titleOf = (board, piece) => TITLES[board?.titles?.[piece]] ?? board?.titles?.[piece];

/**
 * @param {any} board
 * @param {string} piece
 */
export const pieceName = (board, piece) => titleOf(board, piece) ??
  { X: t("piece of the first player"), O: t("piece of the second player"), "*": t("counter|piece"),
    "#": isChocolate(board) ? t("square|chocolate") : t("covered"), "!": t("poisoned square"), x: t("used"), "+": t("dot"),
    "=": t("line"), "|": t("line") }[piece] ?? piece;

/**
 * Describes a move on heaps that changes several: it splits a heap, unites heaps, or does neither.
 * @param {number[]} before
 * @param {number[] | undefined} after
 * @param {any[]} path
 */
function heapWords(before, after, path) {
  const gone = path.filter(({ from }) => from !== null), come = path.filter(({ from }) => from === null);
  const take = gone.map(({ from, count }) => t("take {count} from heap {n}", { count: count ?? 1, n: from + 1 }));
  if (come.length === 0) return take.join(` ${t("and")} `);
  const isOtherLength = after !== undefined && after.length !== before.length;
  const total = (/** @type {any[]} */ changes) => changes.reduce((sum, { count }) => sum + count, 0);
  const isKept = isOtherLength && total(gone) === total(come);
  if (isKept && gone.length === 1) return t("split heap {n} into {sizes}", { n: gone[0].from + 1, sizes: sizesOf(come) });
  if (isKept && come.length === 1) return t("unite heaps {names}", { names: listed(gone.map(({ from }) => String(from + 1)), t("and")) });
  return [...take, ...come.map(({ to, count }) =>
    (isOtherLength ? t("a new heap of {count}", { count }) : t("put {count} on heap {n}", { count, n: to + 1 })))].join(", ");
}

/**
 * Describes a move on pits: counters are sown from one of them, and some may be captured.
 * @param {any} board
 * @param {any[]} path
 */
function sowWords(board, path) {
  const taken = path.filter(({ from }) => from !== null);
  if (taken.length === 0) return "";
  const { from } = taken.reduce((most, change) => (change.count > most.count ? change : most));
  const captured = path.reduce((sum, change) => sum + (change.from === null ? -change.count : change.count), 0);
  const place = placeName(board, from);
  return captured > 0 ? t("sow {place}, capturing {n}", { place, n: captured }) : t("sow {place}", { place });
}

/**
 * Lists sizes of heaps: "1 and 5", "6 heaps of 1".
 * @param {any[]} changes
 */
const sizesOf = changes =>
  (changes.length > 2 && changes.every(({ count }) => count === changes[0].count)
    ? t("{n} heaps of {count}", { n: changes.length, count: changes[0].count }) : listed(changes.map(({ count }) => String(count)), t("and")));

/**
 * @param {any} board
 * @param {any} change
 */
function changeWords(board, { from, to, piece }) {
  if (from !== null && to !== null) return `${placeName(board, from)} → ${placeName(board, to)}`;
  if (to !== null) return placeName(board, to);
  if (exitOf(board, from, piece) !== undefined) return `${placeName(board, from)} → ${t("exit")}`;
  const place = placeName(board, from);
  return piece === "#" || piece === "!" ? t("bite {place}", { place }) : t("take {place}", { place });
}

/**
 * Returns the program's words about a move of a heap game in the language of the page: "take 2 from 7 leaving 2 and 3",
 * "split 7 into 3 and 4".
 * @param {string} given
 */
function heapMoveWords(given) {
  const found = /^(?:take (\d+) from|split) (\d+)(?: (?:leaving|into) (.*))?$/.exec(given);
  if (found === null) return given;
  const [, taken, size, sizes] = found, rest = (sizes ?? "").replace(" and ", ` ${t("and")} `);
  if (taken === undefined) return t("split {size} into {rest}", { size, rest });
  return rest === "" ? t("take {taken} from {size}", { taken, size }) : t("take {taken} from {size} leaving {rest}", { taken, size, rest });
}

/**
 * Describes a move by what it changes on the board; "" if there is none.
 * @param {any} board
 * @param {any} step
 */
export function stepWords(board, { path, words: given, heaps }) {
  if (given) return heapMoveWords(given);
  if (board === null || board === undefined || !path) return "";
  if (path.length === 0) return t("stay");
  if (isPits(board)) return sowWords(board, path);
  if (board.kind === "heaps") return heapWords(board.heaps, heaps, path);
  const [first, ...rest] = path, words = changeWords(board, first);
  if (path.every((/** @type {any} */ { from }) => from === null))
    return listed(path.map((/** @type {any} */ { to }) => placeName(board, to)), t("and"));
  const isTaken = first.piece !== "#" && first.piece !== "!" && path.every((/** @type {any} */ { to }) => to === null);
  if (isTaken && rest.length > 0)
    return t("take {place}", { place: listed(path.map((/** @type {any} */ { from }) => placeName(board, from)), t("and")) });
  const isCapture = first.to !== null && rest.length > 0 &&
    rest.every((/** @type {any} */ { to }) => to === null);
  const places = listed(rest.map((/** @type {any} */ { from }) => placeName(board, from)), t("and"));
  return isCapture ? t("{move}, taking {places}", { move: words, places }) : words;
}

/**
 * Names the player A or B by their pieces on the board.
 * @param {any} board
 * @param {string} player
 */
export function playerName(board, player) {
  const piece = player === "A" ? "X" : "O", title = titleOf(board, piece);
  const name = title === undefined || board.facing?.[piece] !== undefined ? "" : capital(title);
  if (isMarked(board)) return name;
  if (board === null || board === undefined || board.kind === "heaps") return player;
  const colour = player === "A" ? t("dark") : t("light");
  return name === "" ? capital(colour) : `${name} (${colour})`;
}

/**
 * Returns whether X and O are crosses and noughts, not discs.
 * @param {any} board
 */
export const isMarked = board => board?.titles?.X === "cross" && board.titles.O === "nought";
