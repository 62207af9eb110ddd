/* A board on the page. Moves are made by touching places one after the other, with clicks, by dragging
 * or with keys; while they are, the page shows where they can go on and what they lead to. */

import { createBoardCanvas } from "./board_canvas.js";
import { createDrag } from "./board_drag.js";
import { movesOfHeap, movesTouched } from "./board_gestures.js";
import { isRow, placesOfBoard } from "./board_model.js";
import { make, makeButton } from "./dom.js";
import { nearestTowards } from "./geometry.js";
import { t } from "./language.js";

/** @typedef {import("./board_canvas.js").BoardView} BoardView */

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} BoardActions
 * @property {(move: MoveInfo) => void} go
 * @property {(moves: MoveInfo[]) => void} point called with the moves that the mouse is at
 */

/**
 * Returns the counter of a heap that an event is about.
 * @param {any} event
 */
const counterOf = ({ target }) => (target.dataset?.counter === undefined ? undefined : Number(target.dataset.counter));

/**
 * Asks which of several moves is meant.
 * @param {any} choices
 * @param {MoveInfo[]} moves
 * @param {(move: MoveInfo) => void} go
 */
function offer(choices, moves, go) {
  choices.replaceChildren(make("span", { text: t("Which move?") }), ...moves.map(move =>
    makeButton(move.words || move.to, () => go(move))));
  choices.querySelector("button")?.focus();
}

/**
 * Moves the focus to the nearest place in a direction.
 * @param {any} board
 * @param {ReturnType<typeof createBoardCanvas>} canvas
 * @param {number} here
 * @param {[number, number]} direction
 */
function focusTowards(board, canvas, here, direction) {
  const { places } = placesOfBoard(board), seen = places.filter((_, i) => canvas.elementOf(i) !== undefined);
  const next = nearestTowards(places[here], seen, direction);
  if (next !== null) canvas.elementOf(places.indexOf(next)).focus();
}

/**
 * Makes a board; `component` is its number in the sum, from 1.
 * @param {number} component
 * @param {BoardActions} actions
 */
export function createBoard(component, { go, point }) {
  const canvas = createBoardCanvas(component), { frame } = canvas;
  const choices = make("div", { class: "choices", role: "group", "aria-label": t("Which move?") });
  const said = make("p", { class: "note", role: "status" });
  /** @type {BoardView | null} */
  let view = null;
  /** @type {number[]} */
  let touched = [];
  /** @type {MoveInfo | null} */
  let shown = null; /* the move whose ghost is shown */

  /** @param {number[]} places */
  const movesAt = places => movesTouched(view?.board, view?.moves ?? [], component, places);

  /** @param {number[]} places */
  function touch(places) {
    touched = places;
    shown = null;
    choices.replaceChildren();
    said.textContent = touched.length > 0 && movesAt(touched).made.length > 0
      ? t("Click again to make this move, or go on.") : "";
    if (view !== null) canvas.mark(view, touched, shown);
  }

  /** @param {MoveInfo[]} moves that were made by the same gesture */
  function take(moves) {
    touched = [];
    if (moves.length === 1) go(moves[0]);
    else if (moves.length > 1) offer(choices, moves, go);
  }

  function confirm() {
    const { made } = movesAt(touched);
    return made.length > 0 ? take(made) : touch([]);
  }

  /**
   * @param {number} place
   * @param {number} [counter] on heaps
   */
  function click(place, counter) {
    if (view === null || !view.yours) return;
    if (isRow(view.board)) return take(movesOfHeap(view.board, view.moves, { component, place, counter }));
    if (touched.includes(place)) return place === touched.at(-1) ? confirm() : touch([]);
    const { made, begun } = movesAt([...touched, place]);
    if (made.length > 0 && begun.length === 0) return take(made);
    if (made.length + begun.length > 0) return touch([...touched, place]);
    if (touched.length === 0) return;
    touch([]);
    click(place);
  }

  /**
   * @param {MoveInfo | null} move
   * @param {MoveInfo[]} moves
   */
  function show(move, moves) {
    if (view === null || !view.yours) return;
    point(moves);
    preview(move);
  }

  /** @param {MoveInfo | null} move */
  function preview(move) {
    if (view === null || move === shown) return;
    canvas.markMoves(view, touched, shown = move);
  }

  /**
   * @param {number | null} place that the mouse or the keyboard is at
   * @param {number} [counter]
   */
  function hover(place, counter) {
    if (view === null || place === null) return show(null, []);
    const { made, begun } = !isRow(view.board) ? movesAt(touched.includes(place) ? touched : [...touched, place])
      : { made: counter === undefined ? [] : movesOfHeap(view.board, view.moves, { component, place, counter }), begun: [] };
    const moves = made.length > 0 ? made : begun;
    show(moves.length === 1 ? moves[0] : null, moves);
  }

  const drag = createDrag(canvas, component, { view: () => view, touched: () => touched, touch, take, show });

  frame.addEventListener("click", (/** @type {any} */ event) => {
    const place = canvas.placeOf(event.target);
    if (!drag.isDragged() && place !== null) click(place, counterOf(event));
  });
  frame.addEventListener("pointerdown", (/** @type {any} */ event) => {
    const place = canvas.placeOf(event.target);
    if (event.button === 0 && place !== null && view?.yours && !isRow(view.board)) drag.start(place, event);
  });
  frame.addEventListener("pointerover", (/** @type {any} */ event) => hover(canvas.placeOf(event.target), counterOf(event)));
  frame.addEventListener("focusin", (/** @type {any} */ event) => hover(canvas.placeOf(event.target)));
  for (const name of ["pointerleave", "focusout"]) frame.addEventListener(name, () => hover(null));
  frame.addEventListener("keydown", (/** @type {any} */ event) => {
    const here = canvas.placeOf(event.target), direction = DIRECTIONS[event.key];
    if (here === null || view === null) return;
    if (event.key === "Enter" || event.key === " ") click(here);
    else if (event.key === "Escape") touch([]);
    else if (direction !== undefined) focusTowards(view.board, canvas, here, direction);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    root: make("div", { class: "board-box" }, frame, said, choices),
    preview, /* of a move that is pointed at elsewhere; null: of none */
    /** @param {BoardView} next */
    show(next) {
      const { activeElement } = canvas.root(), focused = frame.contains(activeElement) ? canvas.placeOf(activeElement) : null;
      view = next;
      if (canvas.paint(next)) touched = [];
      touch(touched);
      if (focused !== null) canvas.elementOf(focused)?.focus();
    },
  };
}
