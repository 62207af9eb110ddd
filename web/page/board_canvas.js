/* Shows a board on the page: its picture, which places can be touched, and, above them, what moves lead
 * to and where the one that is pointed at goes. */

import { isCalm, make } from "./dom.js";
import { exitOf, isRow, placesOfBoard } from "./board_model.js";
import { movesOfHeap, nextPlaces, unitsOf, verdictsOf } from "./board_gestures.js";
import { boardTree, counterMarks, ghostMarks, verdictMarks } from "./board_paint.js";
import { t } from "./language.js";
import { treeElement } from "./svg_tree.js";

const LARGEST = 1.45; /* pixels per unit */
const FEW_ARROWS = 60; /* more are shown only for the piece that is picked up */

/**
 * @typedef {object} BoardView
 * @property {any} board
 * @property {MoveInfo[]} moves
 * @property {boolean} revealed
 * @property {boolean} yours whether the reader may move
 * @property {any[] | null} path of the move that led here
 * @property {boolean} isFresh whether it has just been made
 * @property {MoveInfo | null} hint
 */

/**
 * Lets the pieces of a move come from where they were.
 * @param {any} board
 * @param {Map<number, any>} elements
 * @param {any[]} path
 */
function animateMove(board, elements, path) {
  const { places } = placesOfBoard(board);
  for (const { from, to, piece } of path) {
    if (to === null || piece === undefined || !elements.has(to)) continue;
    const moved = [...elements.get(to).querySelectorAll(".piece")]
      .find(element => element.dataset.piece === piece)?.firstChild;
    if (!moved) continue;
    const start = from === null ? "scale(0.2)"
      : `translate(${places[from].x - places[to].x}px, ${places[from].y - places[to].y}px)`;
    elements.get(to).parentNode.append(elements.get(to)); /* above the others */
    moved.animate([{ transform: start }, { transform: "none" }],
      { duration: from === null ? 160 : 240, easing: "ease-out" });
  }
}

/**
 * Returns the places that the last move touched.
 * @param {any} board
 * @param {any[] | null} path
 */
const lastPlaces = (board, path) => new Set((path ?? []).flatMap(({ from, to, piece }) =>
  [from, to, from !== null && to === null ? exitOf(board, from, piece) : null].filter(place => place !== null)));

/**
 * Returns what is painted above the places.
 * @param {BoardView} view
 * @param {number} component
 * @param {number[]} touched
 * @param {MoveInfo | null} shown the move whose ghost is shown
 */
function marksOf({ board, moves, revealed, hint }, component, touched, shown) {
  const verdicts = !revealed ? [] : verdictsOf(board, moves, component, touched);
  const arrows = verdicts.filter(({ isArrow }) => isArrow).length;
  const ghost = shown ?? (touched.length === 0 ? hint : null);
  const units = ghost === null ? null : unitsOf(board, ghost, component);
  return [
    ...(isRow(board) && revealed ? counterMarks(board, (place, counter) => movesOfHeap(board, moves, { component, place, counter })) : []),
    ...verdictMarks(board, arrows > FEW_ARROWS ? verdicts.filter(({ isArrow }) => !isArrow) : verdicts),
    ...(ghost === null || units === null ? [] : ghostMarks(board, ghost.steps[0].path, units)),
  ];
}

/**
 * Marks a place: whether it can be touched, was touched, or was part of the last move.
 * @param {any} element
 * @param {{ isTarget: boolean, isGoal: boolean, isTouched: boolean, isLast: boolean, isFirst: boolean }} marks
 */
function markPlace(element, { isTarget, isGoal, isTouched, isLast, isFirst }) {
  for (const [name, on] of /** @type {[string, boolean][]} */ ([["target", isTarget], ["goal", isGoal],
    ["selected", isTouched], ["last", isLast]])) element.classList.toggle(name, on);
  element.setAttribute("tabindex", isFirst ? "0" : "-1");
  element.setAttribute("aria-disabled", String(!isTarget));
  if (isTouched) element.setAttribute("aria-pressed", "true");
  else element.removeAttribute("aria-pressed");
}

/**
 * Makes the picture of the board of a component.
 * @param {number} component
 */
export function createBoardCanvas(component) {
  const frame = make("div", { class: "board-frame" });
  /** @type {any} */
  let svg = null;
  /** @type {Map<number, any>} */
  let elements = new Map();
  let painted = "";

  /**
   * @param {BoardView} view
   * @param {number[]} touched
   */
  function markPlaces({ board, moves, yours, path }, touched) {
    const next = yours ? nextPlaces(board, moves, component, touched) : new Map();
    const last = lastPlaces(board, path);
    let hasFirst = false;
    for (const [place, element] of elements) {
      const isTarget = yours && (next.has(place) || place === touched.at(-1) ||
        (isRow(board) && movesOfHeap(board, moves, { component, place }).length > 0));
      markPlace(element, { isTarget, isGoal: touched.length > 0 && next.has(place), isTouched: touched.includes(place),
        isLast: last.has(place), isFirst: isTarget && !hasFirst });
      hasFirst ||= isTarget;
    }
  }

  /** @param {BoardView} view */
  function markCounters({ board, moves, yours }) {
    for (const counter of svg.querySelectorAll(".counter")) {
      const place = Number(counter.closest(".place").dataset.place);
      counter.classList.toggle("target", yours &&
        movesOfHeap(board, moves, { component, place, counter: Number(counter.dataset.counter) }).length > 0);
    }
  }

  return {
    frame,
    /** Returns the document, or the shadow tree that the board is in. @returns {any} */
    root: () => frame.getRootNode(),
    /** @param {number} place */
    elementOf: place => elements.get(place),
    /** @param {any} element */
    put: element => svg.append(element),
    /** Returns the number of the place that an element is part of; null if there is none.
     * @param {any} target
     */
    placeOf(target) {
      const element = target?.closest?.(".place");
      return !element || !svg?.contains(element) ? null : Number(element.dataset.place);
    },
    /** Returns where on the board the mouse is.
     * @param {any} event
     */
    pointOf: event => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()),
    /** Paints the board if it is another one; returns whether it is.
     * @param {BoardView} view
     */
    paint({ board, path, isFresh }) {
      const key = JSON.stringify(board);
      if (key === painted) return false;
      painted = key;
      svg = treeElement(boardTree(board));
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", t("Board; arrow keys move between places"));
      svg.style.maxHeight = `${Math.round(LARGEST * placesOfBoard(board).height)}px`;
      frame.replaceChildren(svg);
      elements = new Map([...svg.querySelectorAll("[data-place]")].map(element => [Number(element.dataset.place), element]));
      if (path !== null && isFresh && !isCalm()) animateMove(board, elements, path);
      return true;
    },
    /**
     * @param {BoardView} view
     * @param {number[]} touched
     * @param {MoveInfo | null} shown
     */
    mark(view, touched, shown) {
      markPlaces(view, touched);
      markCounters(view);
      this.markMoves(view, touched, shown);
    },
    /**
     * @param {BoardView} view
     * @param {number[]} touched
     * @param {MoveInfo | null} shown
     */
    markMoves: (view, touched, shown) =>
      svg.querySelector(".marks").replaceChildren(...marksOf(view, component, touched, shown).map(treeElement)),
  };
}
