/* Paints boards: functions from a board to a picture (svg_tree.js), without elements of the page.
 * Pieces differ by shape and by light and dark; colours mean outcomes and nothing else. src/draw/board.c
 * is the twin of pictures that nobody can touch: both write the same bytes, which tests/draw/twins.sh
 * compares. */

import {
  columnLetter, countersOf, isChocolate, isMarked, isPits, isRow, pieceName, piecesAt, placeLabel, placeName, placesOfBoard,
} from "./board_model.js";
import { t } from "./language.js";
import { resultClass } from "./outcomes.js";
import { decimal, pair } from "./paint.js";
import { treeText } from "./svg_tree.js";

/** @typedef {import("./board_model.js").Place} Place */
/** @typedef {import("./svg_tree.js").SvgTree} SvgTree */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const CROSS = "M-26,-26 L26,26 M-26,26 L26,-26";
/** @type {Record<string, number>} */
const TURNS = { right: 0, down: 90, left: 180, up: 270 };

/* Where the counters of a pit lie, in a spiral; its number says how many there are. */
const STONES = [[8, 0], [-9, 8], [1, -15], [11, 14], [-19, -3], [18, -12], [-6, 22], [-12, -22], [25, 9], [-26, 11],
  [12, -27], [9, 29], [-28, -16], [33, -7], [-20, 28], [-5, -35]];

/* ---- colours ---- */

const ROUND = { "stroke-linecap": "round", "stroke-linejoin": "round" };

/**
 * How things look, by their class: the colours of areas and lines, the width of lines, and more.
 * @type {Record<string, [string, string?, number?, Record<string, any>?]>}
 */
const STYLES = {
  wood: ["well", "grid-line", 3],
  line: ["none", "grid-line", 4],
  "line-head": ["grid-line"],
  sign: ["none", "soft", 5, ROUND],
  mark: ["none", "ink", 11, ROUND],
  "disc first": ["first", "piece-line", 3],
  "disc second": ["second", "piece-line", 3],
  "disc coin": ["coin", "piece-line", 3],
  "disc stone": ["coin", "piece-line", 2],
  "disc other": ["well", "soft", 3],
  "glass first": ["second"],
  "glass second": ["first"],
  rim: ["none", "piece-line", 2, { opacity: 0.6 }],
  "dot-last": ["piece-line"],
  dot: ["ink"],
  stripe: ["none", "grid-line", 10, ROUND],
  knot: ["coin", "piece-line", 3],
  ground: ["none", "ink", 6, ROUND],
  chocolate: ["chocolate", "piece-line", 3],
  "chocolate poison": ["first", "piece-line", 3],
  covered: ["covered", "soft", 3],
  counter: ["coin", "piece-line", 2.5],
  letter: ["ink", undefined, undefined, { "text-anchor": "middle", "font-size": 34, "font-weight": 600 }],
  skull: ["second", undefined, undefined, { "text-anchor": "middle", "font-size": 46, "font-weight": 600 }],
  size: ["soft", undefined, undefined, { "text-anchor": "middle", "font-size": 26, "font-weight": 600 }],
  coordinate: ["soft", undefined, undefined, { "text-anchor": "middle", "font-size": 20 }],
  "label inside": ["soft", undefined, undefined, { "font-size": 23, "font-weight": 600 }],
  label: ["soft", "sheet", 6, { "font-size": 23, "font-weight": 600, "paint-order": "stroke" }],
};

/** @param {string} name */
const colour = name => (name === "none" ? name : `var(--${name})`);

/**
 * @param {string} fill
 * @param {string} [stroke]
 * @param {number} [width]
 * @param {Record<string, any>} [more]
 */
const paintOf = (fill, stroke, width, more) => ({ fill: colour(fill),
  ...(stroke === undefined ? {} : { stroke: colour(stroke), "stroke-width": width }), ...more });

/**
 * Returns an element that looks as its class says.
 * @param {string} name
 * @param {string} style
 * @param {Record<string, any>} attributes
 * @param {...any} children
 * @returns {SvgTree}
 */
const part = (name, style, attributes, ...children) =>
  [name, { class: style, ...attributes, ...paintOf(...STYLES[style]) }, ...children];

/* ---- pieces ---- */

/**
 * A car that looks to the right, as wide as a disc.
 * @param {string} side
 * @returns {SvgTree[]}
 */
const carOf = side => [
  part("path", `disc ${side}`, { d: "M-34,-20 Q-34,-24 -30,-24 L6,-24 Q36,-18 38,0 Q36,18 6,24 L-30,24 Q-34,24 -34,20 Z" }),
  part("path", `glass ${side}`, { d: "M2,-15 Q12,0 2,15 L14,10 Q20,0 14,-10 Z" }),
];

const TILE = { x: -44, y: -44, width: 88, height: 88, rx: 10 };

/** @type {Record<string, (board: any) => SvgTree[]>} */
const SHAPES = {
  X: board => (isMarked(board) ? [part("path", "mark", { d: CROSS })] : [part("circle", "disc first", { r: 30 })]),
  O: board => (isMarked(board) ? [part("circle", "mark", { r: 27 })]
    : [part("circle", "disc second", { r: 30 }), part("circle", "rim", { r: 19 })]),
  "*": () => [part("circle", "disc coin", { r: 27 }), part("circle", "rim", { r: 19 })],
  "@": () => [part("circle", "disc coin", { r: 27 }), part("circle", "dot-last", { r: 12 })],
  "#": board => [part("rect", isChocolate(board) ? "chocolate" : "covered", TILE)],
  "!": () => [part("rect", "chocolate poison", TILE), part("text", "skull", { y: 15 }, "☠")],
  x: () => [part("rect", "covered", TILE)],
  "+": () => [part("circle", "dot", { r: 12 })],
  "=": () => [part("rect", "dot", { x: -50, y: -8, width: 100, height: 16, rx: 8 })],
  "|": () => [part("rect", "dot", { x: -8, y: -50, width: 16, height: 100, rx: 8 })],
  "/": () => [part("path", "stripe", { d: "M-38,38 L38,-38" })],
  "~": () => [part("rect", "knot", { x: -13, y: -13, width: 26, height: 26, rx: 6 })],
  _: () => [part("path", "ground", { d: "M-30,-12 L30,-12 M-19,2 L19,2 M-8,16 L8,16" })],
};

/**
 * Returns a piece around (0, 0) that fits into a cell of 100 units.
 * @param {any} board
 * @param {string} piece
 * @returns {SvgTree[]}
 */
function pieceShape(board, piece) {
  const way = board.facing?.[piece];
  if (way !== undefined)
    return [["g", { transform: `rotate(${TURNS[way]})` }, ...carOf(piece === "X" ? "first" : "second")]];
  return SHAPES[piece]?.(board) ?? [part("circle", "disc other", { r: 27 }), part("text", "letter", { y: 12 }, piece)];
}

/**
 * Returns the pieces of a place, next to each other if there are several.
 * @param {any} board
 * @param {string | undefined} cell
 * @param {Place} place
 * @returns {SvgTree[]}
 */
export function piecesOf(board, cell, { x, y }) {
  const pieces = piecesAt(cell).filter(piece => piece !== "-");
  const scale = pieces.length > 1 ? 0.6 : 1;
  return pieces.map((piece, i) => {
    const shift = pieces.length > 1 ? (i - (pieces.length - 1) / 2) * 40 : 0;
    return ["g", { class: "piece", "data-piece": piece, transform: `translate(${decimal(x + shift)} ${decimal(y)}) scale(${scale})` },
      ["g", { class: "moves" }, ...pieceShape(board, piece)]];
  });
}

/* ---- places ---- */

/**
 * @param {number} size
 * @param {Place} place
 * @param {boolean} isSmall then the number is left out, unless it is all that there is
 * @returns {SvgTree}
 */
function heapOf(size, place, isSmall) {
  const counters = countersOf(size, place);
  return ["g", { class: "heap" }, ...counters.map(({ x, y }, i) => /** @type {SvgTree} */ (
    part("rect", "counter", { x: x - 38, y: y - 14, width: 76, height: 28, rx: 14, "data-counter": i }))),
  ...(isSmall && counters.length === size ? []
    : [part("text", "size", { x: place.x, y: place.height - 8 }, String(size))])];
}

/**
 * A pit: its counters lie in a spiral, above their number; in small pictures, which have no numbers, they are larger.
 * @param {number} size
 * @param {Place} place
 * @param {boolean} isSmall
 * @returns {SvgTree[]}
 */
function pitOf(size, { x, y }, isSmall) {
  const stones = size === 1 ? [[0, 0]] : STONES.slice(0, size), scale = isSmall ? 1.25 : 1, top = isSmall ? y : y - 8;
  return [["g", { class: "heap" }, ...stones.map(([dx, dy]) =>
    part("circle", "disc stone", { cx: x + scale * dx, cy: top + scale * dy, r: scale * (size > 8 ? 8 : 12) })),
  ...(isSmall ? [] : [part("text", "size", { x, y: y + 48 }, String(size))])]];
}

/**
 * What is written next to a point: away from the middle of the board, where lines are fewer.
 * @param {any} board
 * @param {number} i
 * @param {Place} place
 * @param {{ width: number, height: number }} size
 * @returns {SvgTree[]}
 */
function labelOf(board, i, { x, y, height: diameter }, { width, height }) {
  const text = placeLabel(board, i);
  if (text === "" || board.kind === "grid") return [];
  const dx = x - width / 2, dy = y - height / 2, length = distance(dx, dy);
  if (board.kind === "heaps") /* above or below the pit */
    return [part("text", "label inside", { "text-anchor": "middle", x, y: y + 8 + Math.sign(dy) * (diameter / 2 + 14) }, text)];
  const anchor = dx > 0.3 * length ? "start" : dx < -0.3 * length ? "end" : "middle";
  const shift = { start: -10, end: 10, middle: 0 }[anchor];
  return [part("text", "label", { "text-anchor": anchor, x: x + 54 * dx / length + shift, y: y + 54 * dy / length + 8 }, text)];
}

/**
 * @param {any} board
 * @param {number} i
 * @param {Place} place
 * @param {boolean} isSmall
 * @returns {SvgTree}
 */
function spotOf(board, i, { x, y, width, height, exit }, isSmall) {
  const isPlain = board.kind === "points" && placeLabel(board, i) === "" && !board.cells[i]; /* the centre of a dial */
  const isRound = board.kind === "points" || isPits(board), isBare = isRow(board) || board.cells?.includes("+");
  const look = paintOf(exit !== undefined ? "well" : isRound ? "sheet" : "none", isBare ? "none" : "grid-line",
    isPits(board) ? 3 : isSmall ? 4 : 2, exit === undefined ? {} : { "stroke-dasharray": "9 7" });
  return isRound ? ["circle", { class: "spot", cx: x, cy: y, r: isPits(board) ? 56 : isPlain ? 12 : 40, ...look }]
    : ["rect", { class: "spot", x: x - width / 2, y: y - height / 2, width, height, ...look }];
}

/**
 * An exit: a sign in a square of its own.
 * @param {Place} place
 * @returns {SvgTree[]}
 */
const exitShape = ({ x, y, exit }) => [
  ["g", { transform: `translate(${decimal(x)} ${decimal(y)}) rotate(${TURNS[exit ?? "right"]})` },
    part("path", "sign", { d: "M-9,-18 L9,0 L-9,18" })]];

/** @type {Record<string, string>} */
const EXITS = { up: t("to the top"), down: t("to the bottom"), left: t("to the left"), right: t("to the right") };

/**
 * Describes what is at a place in words.
 * @param {any} board
 * @param {number} i
 * @param {Place} place
 */
function contentWords(board, i, { exit }) {
  if (exit !== undefined) return EXITS[exit];
  if (board.kind === "heaps") return t("{n} {n:1=counter|counters}", { n: board.heaps[i] });
  return piecesAt(board.cells[i]).map(piece => pieceName(board, piece)).join(", ") || t("empty");
}

/**
 * @param {any} board
 * @param {number} i
 * @param {Place} place
 * @param {{ width: number, height: number }} size
 * @param {{ isSmall: boolean, isStill: boolean }} options
 * @returns {SvgTree}
 */
function placeTree(board, i, place, size, { isSmall, isStill }) {
  const inside = place.exit !== undefined ? exitShape(place)
    : isRow(board) ? [heapOf(board.heaps[i], place, isSmall)]
      : board.kind === "heaps" ? pitOf(board.heaps[i], place, isSmall)
        : piecesOf(board, board.cells[i], place);
  const spoken = isStill ? {} : { role: "button", "data-place": i, "aria-label": `${placeName(board, i)}: ${contentWords(board, i, place)}` };
  return ["g", { class: place.exit === undefined ? "place" : "place exit", ...spoken }, spotOf(board, i, place, isSmall), ...inside,
    ...(isSmall ? [] : labelOf(board, i, place, size))];
}

/* ---- lines and coordinates ---- */

/**
 * Returns the length of a vector; 1 if it is 0.
 * @param {number} dx
 * @param {number} dy
 */
const distance = (dx, dy) => Math.sqrt(dx * dx + dy * dy) || 1;

/**
 * @param {Place} a
 * @param {Place} b
 * @param {{ start: number, end: number, head: number }} gaps before, after, and the length of the head
 */
function arrowGeometry(a, b, { start, end, head }) {
  const dx = b.x - a.x, dy = b.y - a.y, length = distance(dx, dy), ux = dx / length, uy = dy / length;
  const tip = { x: b.x - end * ux, y: b.y - end * uy }, neck = { x: tip.x - head * ux, y: tip.y - head * uy };
  return {
    line: `M${pair({ x: a.x + start * ux, y: a.y + start * uy })} L${pair(neck)}`,
    head: `M${pair(tip)} L${pair({ x: neck.x - 0.6 * head * uy, y: neck.y + 0.6 * head * ux })} ` +
      `L${pair({ x: neck.x + 0.6 * head * uy, y: neck.y - 0.6 * head * ux })} Z`,
  };
}

/**
 * @param {any} board
 * @param {Place[]} places
 * @returns {SvgTree[]}
 */
function linesOf({ kind, lines = [], arrows = [] }, places) {
  if (kind !== "points") return [];
  const straight = lines.map((/** @type {[number, number]} */ [a, b]) => part("line", "line",
    { x1: places[a].x, y1: places[a].y, x2: places[b].x, y2: places[b].y }));
  const pointed = arrows.flatMap((/** @type {[number, number]} */ [a, b]) => {
    if (a === b) return [part("circle", "line", { cx: places[a].x, cy: places[a].y - 52, r: 24 })];
    const { line, head } = arrowGeometry(places[a], places[b], { start: 40, end: 42, head: 22 });
    return [part("path", "line", { d: line }), part("path", "line-head", { d: head })];
  });
  return [...straight, ...pointed];
}

/**
 * Names the rows and columns of a grid.
 * @param {any} board
 * @param {Place[]} places
 * @returns {SvgTree[]}
 */
function coordinatesOf({ kind, rows, columns, labels }, places) {
  if (kind !== "grid" || labels) return [];
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    part("text", "coordinate", { x, y }, words);
  const left = places[0].x - 68, bottom = places[(rows - 1) * columns].y + 74;
  return [
    ...Array.from({ length: columns }, (_, i) => text(places[i].x, bottom, columnLetter(i))),
    ...Array.from({ length: rows }, (_, i) => text(left, places[i * columns].y + 7, String(rows - i))),
  ];
}

/* ---- boards ---- */

/** @param {any} board */
const isHole = (/** @type {any} */ board, /** @type {number} */ i) => board.kind === "grid" && board.cells[i] === "-";

/**
 * Returns the part of the plane that a picture of the board shows.
 * @param {any} board
 * @param {boolean} isSmall
 * @returns {Box}
 */
export function boardBox(board, isSmall) {
  const { width, height } = placesOfBoard(board);
  const side = board.kind === "grid" && !isSmall ? 34 : 6; /* for the names of rows and columns */
  return { x: -side, y: -6, width: width + 2 * side, height: height + side + 6 };
}

/** @param {any} board */
const boardClass = board => `board ${board.kind}${isPits(board) ? " pits" : ""}` +
  `${board.cells?.includes("+") ? " dots" : ""}`;

/**
 * Returns the picture of a board: an <svg>. A small one has no names. One that is still has nothing for
 * screen readers. `marks` is painted above the places.
 * @param {any} board
 * @param {{ isSmall?: boolean, isStill?: boolean, marks?: SvgTree[] }} [options]
 * @returns {SvgTree}
 */
export function boardTree(board, { isSmall = false, isStill = isSmall, marks = [] } = {}) {
  const { places, width, height } = placesOfBoard(board), box = boardBox(board, isSmall);
  const wood = isPits(board) ? [part("rect", "wood", { x: 2, y: 2, width: width - 4, height: height - 4, rx: 60 })] : [];
  const shown = places.map((place, i) => ({ place, i })).filter(({ i }) => !isHole(board, i));
  return ["svg", { class: boardClass(board) + (isSmall ? " thumb" : ""),
    viewBox: [box.x, box.y, box.width, box.height].map(decimal).join(" "), ...(isStill ? { "aria-hidden": "true" } : {}) },
  ...wood, ...linesOf(board, places), ...(isSmall ? [] : coordinatesOf(board, places)),
  ["g", { class: "places" }, ...shown.map(({ place, i }) => placeTree(board, i, place, { width, height }, { isSmall, isStill }))],
  ...(isStill ? [] : [["g", { class: "marks" }, ...marks]])];
}

/* ---- verdicts and ghosts ---- */

/**
 * Returns a verdict at a point: a disc, a double ring or a dashed ring, as everywhere on the page.
 * @param {{ x: number, y: number }} at
 * @param {string} style
 * @param {number} radius
 * @returns {SvgTree}
 */
const ringOf = ({ x, y }, style, radius) => ["g", { class: `answer ${style}` },
  ["circle", { class: "shape", cx: x, cy: y, r: radius }], ["circle", { class: "ring", cx: x, cy: y, r: radius - 5 }]];

/**
 * Returns what moves lead to, as arrows and rings.
 * @param {any} board
 * @param {import("./board_gestures.js").Verdict[]} verdicts
 * @returns {SvgTree[]}
 */
export function verdictMarks(board, verdicts) {
  const { places } = placesOfBoard(board);
  const far = (/** @type {{ places: number[] }} */ { places: [a, b] }) =>
    Math.hypot(places[a].x - places[b].x, places[a].y - places[b].y);
  const arrows = verdicts.filter(({ isArrow }) => isArrow).sort((a, b) => far(b) - far(a))
    .map(({ places: [a, b], move }) => {
      const { line, head } = arrowGeometry(places[a], places[b], { start: 34, end: 8, head: 26 });
      return /** @type {SvgTree} */ (["g", { class: `answer arrow ${resultClass(move.result)}${move.best ? " best" : ""}` },
        ["path", { class: "shape", d: line }], ["path", { class: "ring", d: line }], ["path", { class: "head", d: head }]]);
    });
  const rings = verdicts.filter(({ isArrow }) => !isArrow).map(({ places: at, move }) => {
    const mean = (/** @type {"x" | "y"} */ key) => at.reduce((sum, i) => sum + places[i][key], 0) / at.length;
    return ringOf({ x: mean("x"), y: board.kind === "heaps" ? mean("y") - 50 : mean("y") },
      resultClass(move.result) + (move.best ? " best" : ""), move.best ? 16 : 13);
  });
  return [...arrows, ...rings];
}

/**
 * Returns what the counters of heaps lead to: a ring at the end of each.
 * @param {any} board
 * @param {(place: number, counter: number) => MoveInfo[]} movesAt
 * @returns {SvgTree[]}
 */
export function counterMarks(board, movesAt) {
  const { places } = placesOfBoard(board);
  return places.flatMap((place, i) => countersOf(board.heaps[i], place).flatMap(({ x, y }, counter) => {
    const moves = movesAt(i, counter);
    if (moves.length === 0) return [];
    const best = moves.find(({ result }) => result === "wins") ?? moves.find(({ result }) => result === "draws") ?? moves[0];
    return [ringOf({ x: x + 24, y }, resultClass(best.result) + (best.best ? " best" : ""), 9)];
  }));
}

/**
 * Returns the ghost of a move: where its pieces will be, and what they leave.
 * @param {any} board
 * @param {any[]} path
 * @param {number[][]} units the places that the move touches
 * @returns {SvgTree[]}
 */
export function ghostMarks(board, path, units) {
  const { places } = placesOfBoard(board);
  const single = units.filter(unit => unit.length === 1).flat();
  const moved = units.filter(unit => unit.length === 2).map(([a, b]) => {
    const { line, head } = arrowGeometry(places[a], places[b], { start: 34, end: 8, head: 26 });
    return /** @type {SvgTree} */ (["g", { class: "ghost-arrow" }, ["path", { class: "shape", d: line }], ["path", { class: "head", d: head }]]);
  });
  const pieces = board.kind === "heaps" ? [] : path.filter(({ to }) => to !== null)
    .flatMap(({ to, piece }) => piecesOf(board, piece, places[to]));
  return [...(single.length === 0 ? [] : [frameOf(single.map(i => places[i]))]), ["g", { class: "ghost" }, ...pieces], ...moved];
}

/**
 * Returns a frame around places, such as the two cells of a domino.
 * @param {Place[]} places
 * @returns {SvgTree}
 */
function frameOf(places) {
  const inset = 7;
  const left = Math.min(...places.map(({ x, width }) => x - width / 2)), right = Math.max(...places.map(({ x, width }) => x + width / 2));
  const top = Math.min(...places.map(({ y, height }) => y - height / 2)), bottom = Math.max(...places.map(({ y, height }) => y + height / 2));
  return ["rect", { class: "frame", x: left + inset, y: top + inset, width: right - left - 2 * inset, height: bottom - top - 2 * inset, rx: 22 }];
}

const SCALE = 0.18, LONGEST = 120; /* pixels per unit, and of the longer side, in graphs */

/**
 * Returns a picture of a board that stands alone: its size, and its source.
 * @param {any} board
 * @param {object} [options]
 * @param {number} [options.most] pixels of its longer side; by default, boards of the same game have cells of the same size
 * @param {boolean} [options.isSmall] without names, as in graphs
 * @param {Record<string, string>} [options.colours] of paint.js; by default those of the page, which follow its theme
 */
export function boardPicture(board, { most, isSmall = true, colours } = {}) {
  const box = boardBox(board, isSmall), longer = Math.max(box.width, box.height);
  const scale = most === undefined ? Math.min(SCALE, LONGEST / longer) : most / longer;
  const width = Math.round(box.width * scale), height = Math.round(box.height * scale);
  const [name, attributes, ...children] = boardTree(board, { isSmall, isStill: true });
  const svg = treeText([name, { ...attributes, width, height }, ...children]);
  return { width, height, svg: colours === undefined ? svg : inColours(svg, colours) };
}

/**
 * Replaces the colours of the page.
 * @param {string} svg
 * @param {Record<string, string>} colours
 */
export const inColours = (svg, colours) => svg.replace(/var\(--([a-z-]+)\)/g, (_, name) => colours[name]);

/**
 * Returns a scene of `grundy draw` with pictures of its boards.
 * @param {import("./paint.js").Painted} scene
 * @returns {import("./paint.js").Painted}
 */
export const withBoards = scene => ({ ...scene, nodes: scene.nodes.map(node => (node.board === undefined ? node
  : { ...node, picture: boardPicture(node.board, { colours: scene.colours }) })) });
