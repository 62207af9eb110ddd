/* Dragging on a board: a piece to where it goes, or over the places of a move, such as the two cells of a
 * domino. */

import { movesTouched, unitsOf } from "./board_gestures.js";
import { piecesOf } from "./board_paint.js";
import { treeElement } from "./svg_tree.js";

const FAR = 6; /* pixels from which on a press is a drag */

/**
 * @typedef {object} Dragging
 * @property {() => import("./board_canvas.js").BoardView | null} view
 * @property {() => number[]} touched
 * @property {(places: number[]) => void} touch
 * @property {(moves: MoveInfo[]) => void} take
 * @property {(move: MoveInfo | null, moves: MoveInfo[]) => void} show
 */

/**
 * @param {ReturnType<typeof import("./board_canvas.js").createBoardCanvas>} canvas
 * @param {number} component
 * @param {Dragging} parts
 */
export function createDrag(canvas, component, { view, touched, touch, take, show }) {
  /** @type {{ place: number, x: number, y: number, float: any, isSet: boolean } | null} */
  let drag = null;
  let isDragged = false;

  /** @param {number[]} places */
  function movesAt(places) {
    const now = view();
    return now === null ? { made: [], begun: [] } : movesTouched(now.board, now.moves, component, places);
  }

  /** @param {any} event */
  const placeUnder = event => canvas.placeOf(canvas.root().elementFromPoint(event.clientX, event.clientY));

  /**
   * Lifts the piece of a place if it can move, and otherwise begins to touch places.
   * @param {number} place
   */
  function pickUp(place) {
    const { board } = /** @type {import("./board_canvas.js").BoardView} */ (view());
    const now = /** @type {NonNullable<typeof drag>} */ (drag);
    const { begun } = movesAt([place]), units = begun.map(move => unitsOf(board, move, component) ?? []);
    now.isSet = units.some(all => all.every(unit => unit.length === 1));
    touch(begun.length > 0 ? [place] : []);
    if (!units.some(all => all.some(unit => unit.length === 2 && unit[0] === place))) return;
    now.float = treeElement(["g", { class: "float" }, ...piecesOf(board, board.cells[place], { x: 0, y: 0, width: 0, height: 0 })]);
    canvas.put(now.float);
    canvas.elementOf(place).classList.add("lifted");
  }

  /** @param {any} event */
  function dragTo(event) {
    if (drag === null || view() === null) return;
    if (!isDragged && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    if (!isDragged) {
      isDragged = true;
      pickUp(drag.place);
    }
    const { x, y } = canvas.pointOf(event), over = placeUnder(event);
    drag.float?.setAttribute("transform", `translate(${x} ${y})`);
    if (over === null || touched().length === 0 || touched().includes(over)) return;
    const { made, begun } = movesAt([...touched(), over]);
    if (drag.isSet && made.length + begun.length > 0) touch([...touched(), over]);
    else show(made.length === 1 ? made[0] : null, made.length > 0 ? made : begun);
  }

  /** @param {any} event */
  function drop(event) {
    for (const [name, call] of LISTENERS) removeEventListener(name, call);
    const { place, float } = /** @type {NonNullable<typeof drag>} */ (drag);
    float?.remove();
    canvas.elementOf(place)?.classList.remove("lifted");
    drag = null;
    setTimeout(() => { isDragged = false; }); /* after the click that follows */
    if (!isDragged || view() === null) return;
    const over = event.type === "pointercancel" ? null : placeUnder(event);
    if (over === null || touched().length === 0) return touch([]);
    const places = touched().includes(over) ? touched() : [...touched(), over];
    const { made, begun } = movesAt(places);
    if (made.length > 0 && places.length > 1) take(made);
    else touch(begun.length > 0 && places.length > 1 ? places : []);
  }

  /** @type {[string, (event: any) => void][]} */
  const LISTENERS = [["pointermove", dragTo], ["pointerup", drop], ["pointercancel", drop]];

  return {
    /** Whether the click that follows ends a drag. */
    isDragged: () => isDragged,
    /**
     * @param {number} place
     * @param {any} event
     */
    start(place, event) {
      drag = { place, x: event.clientX, y: event.clientY, float: null, isSet: false };
      isDragged = false;
      for (const [name, call] of LISTENERS) addEventListener(name, call);
    },
  };
}
