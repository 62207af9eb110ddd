/* A board on the page: shows it, and makes moves by clicks or keys on its places. */

import { isCalm, make, makeButton, makeSvg } from "./dom.js";
import { movesOfClick, targetsOf } from "./board_model.js";
import { animateMove, paintBoard } from "./board_paint.js";
import { nearestTowards } from "./geometry.js";
import { resultClass } from "./outcomes.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @typedef {object} BoardView
 * @property {any} board
 * @property {MoveInfo[]} moves
 * @property {boolean} revealed
 * @property {boolean} yours whether the reader may move
 * @property {any[] | null} path of the move that led here
 * @property {MoveInfo | null} hint
 */

/**
 * Marks what can be clicked, and with answers what it leads to.
 * @param {Map<number, any>} elements
 * @param {BoardView} view
 * @param {number} component
 * @param {number | null} selected
 */
function markPlaces(elements, { board, moves, revealed, yours, hint }, component, selected) {
  const targets = yours ? targetsOf(moves, component, selected) : new Map();
  const hinted = hint === null ? undefined : hint.steps[0].path?.[0];
  let first = true;
  for (const [place, element] of elements) {
    const move = targets.get(place);
    const isAnswered = revealed && move !== undefined && board.kind !== "piles" &&
      (selected !== null || move.steps[0].path[0].from === null || move.steps[0].path[0].to === null);
    const isMovable = selected === null && move !== undefined && !isAnswered && board.kind !== "piles" &&
      move.steps[0].path[0].from !== null;
    element.setAttribute("class", ["place", move === undefined ? "" : "target", isMovable ? "movable" : "",
      isAnswered ? resultClass(move.result) : "", place === selected ? "selected" : "",
      hinted && (place === hinted.from || place === hinted.to) ? "hint" : ""].join(" "));
    element.setAttribute("tabindex", move !== undefined && first ? "0" : "-1");
    element.setAttribute("aria-disabled", String(move === undefined));
    if (place === selected) element.setAttribute("aria-pressed", "true");
    else element.removeAttribute("aria-pressed");
    if (move !== undefined) first = false;
  }
}

/**
 * Colours the counters of piles by what taking them, and those above, leads to.
 * @param {Map<number, any>} elements
 * @param {BoardView} view
 * @param {number} component
 */
function markCounters(elements, { board, moves, revealed, yours }, component) {
  for (const [place, element] of elements) {
    for (const counter of element.querySelectorAll(".counter")) {
      const left = Number(counter.dataset.counter);
      const { meant } = movesOfClick(moves, { component, place, selected: null, board, counter: left });
      const isWin = meant.some(({ result }) => result === "wins");
      const style = !revealed || meant.length === 0 ? "" : resultClass(isWin ? "wins" : meant[0].result);
      counter.setAttribute("class", `counter ${style} ${yours && meant.length > 0 ? "target" : ""}`);
    }
  }
}

/**
 * Makes a board; `component` is its number in the sum, from 1.
 * @param {number} component
 * @param {(move: MoveInfo) => void} go
 */
export function createBoard(component, go) {
  const svg = makeSvg("svg", { role: "group" });
  const choices = make("div", { class: "choices", role: "group", "aria-label": "Which move?" });
  const root = make("div", { class: "board-box" }, svg, choices);
  /** @type {BoardView | null} */
  let view = null;
  /** @type {any} */
  let painted = null;
  /** @type {number | null} */
  let selected = null;
  let shown = "";

  /** @param {number | null} place */
  function select(place) {
    selected = place;
    choices.replaceChildren();
    if (view === null || painted === null) return;
    markPlaces(painted.elements, view, component, selected);
    if (view.board.kind === "piles") markCounters(painted.elements, view, component);
  }

  /** @param {MoveInfo[]} moves */
  function offer(moves) {
    choices.replaceChildren(make("span", { text: "Which move?" }), ...moves.map(move =>
      makeButton(move.words || move.to, () => go(move))));
    choices.querySelector("button")?.focus();
  }

  /**
   * @param {number} place
   * @param {number} [counter]
   */
  function click(place, counter) {
    if (view === null || !view.yours) return;
    const { board, moves } = view;
    const found = movesOfClick(moves, { component, place, selected, board, counter });
    if (found.meant.length === 1 && found.begun.length === 0) return go(found.meant[0]);
    if (found.meant.length > 0) return offer([...found.meant, ...found.begun]);
    if (found.begun.length > 0) return select(place);
    if (selected === null) return;
    const isSame = selected === place;
    select(null);
    if (!isSame) click(place, counter);
  }

  svg.addEventListener("click", (/** @type {any} */ event) => {
    const place = event.target.closest(".place");
    const counter = event.target.dataset?.counter;
    if (place !== null)
      click(Number(place.dataset.place), counter === undefined ? undefined : Number(counter));
  });
  svg.addEventListener("keydown", (/** @type {any} */ event) => {
    const element = event.target.closest(".place"), direction = DIRECTIONS[event.key];
    if (element === null || painted === null) return;
    const here = Number(element.dataset.place);
    if (event.key === "Enter" || event.key === " ") click(here);
    else if (event.key === "Escape") select(null);
    else if (direction !== undefined) {
      const next = nearestTowards(painted.places[here], painted.places, direction);
      if (next !== null) painted.elements.get(painted.places.indexOf(next))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    root,
    /** @param {BoardView} next */
    show(next) {
      const key = JSON.stringify(next.board);
      const focused = svg.contains(document.activeElement)
        ? Number(/** @type {any} */ (document.activeElement).dataset.place) : null;
      view = next;
      if (key !== shown) {
        painted = paintBoard(svg, next.board);
        if (next.path !== null && !isCalm()) animateMove(painted, next.path);
        shown = key;
        selected = null;
      }
      select(selected);
      if (focused !== null) painted.elements.get(focused)?.focus();
    },
  };
}
