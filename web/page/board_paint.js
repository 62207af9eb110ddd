/* Paints a board as SVG. */

import { makeSvg } from "./dom.js";
import {
  columnLetter, countersOf, isMarked, pieceName, piecesAt, placeName, placesOfBoard,
} from "./board_model.js";

/** @typedef {import("./board_model.js").Place} Place */

const LARGEST = 1.45; /* pixels per unit */
const CROSS = "M-26,-26 L26,26 M-26,26 L26,-26";

/**
 * Makes a piece around (0, 0) that fits into a cell of 100 units.
 * @param {any} board
 * @param {string} piece
 */
function pieceShape(board, piece) {
  const isMark = isMarked(board);
  const shapes = /** @type {Record<string, () => any>} */ ({
    X: () => (isMark ? makeSvg("path", { class: "mark first", d: CROSS })
      : makeSvg("circle", { class: "disc first", r: 30 })),
    O: () => (isMark ? makeSvg("circle", { class: "mark second", r: 27 })
      : makeSvg("circle", { class: "disc second", r: 30 })),
    "*": () => makeSvg("circle", { class: "disc coin", r: 27 }),
    "#": () => makeSvg("rect", { class: "chocolate", x: -44, y: -44, width: 88, height: 88, rx: 10 }),
    "!": () => makeSvg("rect", { class: "chocolate poison", x: -44, y: -44, width: 88, height: 88, rx: 10 }),
    x: () => makeSvg("rect", { class: "used", x: -40, y: -40, width: 80, height: 80, rx: 8 }),
  });
  const group = makeSvg("g", { class: "piece", data: { piece } });
  group.append(shapes[piece]?.() ?? makeSvg("circle", { class: "disc other", r: 27 }));
  if (piece === "!")
    group.append(makeSvg("text", { class: "skull", "text-anchor": "middle", y: 15, text: "☠" }));
  if (shapes[piece] === undefined)
    group.append(makeSvg("text", { class: "letter", "text-anchor": "middle", y: 10, text: piece }));
  return group;
}

/**
 * Puts the pieces of a place next to each other if there are several.
 * @param {any} board
 * @param {string} cell
 * @param {Place} place
 */
function piecesOf(board, cell, { x, y }) {
  const pieces = piecesAt(cell).filter(piece => piece !== "-");
  const scale = pieces.length > 1 ? 0.6 : 1;
  return pieces.map((piece, i) => {
    const shift = pieces.length > 1 ? (i - (pieces.length - 1) / 2) * 40 : 0;
    const element = pieceShape(board, piece);
    element.setAttribute("transform", `translate(${x + shift} ${y}) scale(${scale})`);
    return element;
  });
}

/**
 * @param {any} board
 * @param {number} i
 * @param {Place} place
 */
function makePlace(board, i, { x, y, width, height }) {
  const cell = board.kind === "piles" ? "" : board.cells[i];
  const filled = board.kind === "piles" ? `${board.piles[i]} counters`
    : piecesAt(cell).map(piece => pieceName(board, piece)).join(", ") || "empty";
  const group = makeSvg("g", { class: "place", role: "button", data: { place: i },
    "aria-label": `${placeName(board, i)}: ${filled}` });
  if (board.kind === "points") group.append(makeSvg("circle", { class: "spot", cx: x, cy: y, r: 40 }));
  else
    group.append(makeSvg("rect", { class: "spot", x: x - width / 2, y: y - height / 2, width, height }));
  return group;
}

/**
 * @param {any} board
 * @param {Place[]} places
 */
function makeLines({ lines = [] }, places) {
  return lines.map((/** @type {[number, number]} */ [a, b]) => makeSvg("line", {
    class: "line", x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y }));
}

/**
 * Names the rows and columns of a grid.
 * @param {any} board
 * @param {Place[]} places
 */
function makeCoordinates({ kind, rows, columns, labels }, places) {
  if (kind !== "grid" || labels) return [];
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    makeSvg("text", { class: "coordinate", "text-anchor": "middle", x, y, text: words });
  const bottom = rows * places[0].height;
  return [
    ...Array.from({ length: columns }, (_, i) => text(places[i].x, bottom + 24, columnLetter(i))),
    ...Array.from({ length: rows }, (_, i) => text(-18, places[i * columns].y + 7, String(rows - i))),
  ];
}

/**
 * @param {number} size
 * @param {Place} place
 */
function makePile(size, place) {
  const group = makeSvg("g", { class: "pile" });
  countersOf(size, place).forEach(({ x, y }, i) => group.append(
    makeSvg("rect", { class: "counter", x: x - 38, y: y - 14, width: 76, height: 28, rx: 14,
      data: { counter: i } })));
  group.append(makeSvg("text", { class: "size", "text-anchor": "middle", x: place.x,
    y: place.height - 8, text: String(size) }));
  return group;
}

/** @param {any} board */
function isHole(/** @type {any} */ board, /** @type {number} */ i) {
  return board.kind === "grid" && board.cells[i] === "-";
}

/**
 * Paints a board into an <svg>. Returns its places and their elements by number.
 * @param {any} svg
 * @param {any} board
 */
export function paintBoard(svg, board) {
  const { places, width, height } = placesOfBoard(board);
  const margin = board.kind === "grid" ? 34 : 6; /* for the names of rows and columns */
  svg.setAttribute("viewBox", `${-margin} -6 ${width + 2 * margin} ${height + margin + 6}`);
  svg.setAttribute("class", `board ${board.kind}`);
  svg.style.maxHeight = `${Math.round(LARGEST * height)}px`;
  /** @type {Map<number, any>} */
  const elements = new Map();
  const layer = makeSvg("g", { class: "places" });
  places.forEach((place, i) => {
    if (isHole(board, i)) return;
    const element = makePlace(board, i, place);
    if (board.kind === "piles") element.append(makePile(board.piles[i], place));
    else element.append(...piecesOf(board, board.cells[i], place));
    if (board.kind === "points" && board.labels)
      element.append(makeSvg("text", { class: "label", "text-anchor": "middle", x: place.x + 44, y: place.y - 32,
        text: board.labels[i] }));
    element.append(makeSvg("circle", { class: "answer", cx: place.x,
      cy: board.kind === "piles" ? 16 : place.y, r: 11 }));
    elements.set(i, element);
    layer.append(element);
  });
  svg.replaceChildren(...makeLines(board, places), ...makeCoordinates(board, places), layer);
  return { places, elements };
}

/**
 * Lets the pieces of a move come from where they were.
 * @param {{ places: Place[], elements: Map<number, any> }} painted
 * @param {any[]} path
 */
export function animateMove({ places, elements }, path) {
  for (const { from, to, piece } of path) {
    if (to === null || piece === undefined) continue;
    const moved = [...(elements.get(to)?.querySelectorAll(".piece") ?? [])]
      .find(element => element.dataset.piece === piece)?.firstChild;
    if (!moved) continue;
    const start = from === null ? "scale(0.2)"
      : `translate(${places[from].x - places[to].x}px, ${places[from].y - places[to].y}px)`;
    elements.get(to).parentNode.append(elements.get(to)); /* above the others */
    moved.animate([{ transform: start }, { transform: "none" }],
      { duration: from === null ? 160 : 320, easing: "ease-out" });
  }
}
