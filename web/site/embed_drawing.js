/* The drawing of an embedded game: the scene of `grundy draw`, whose positions can be chosen. */

import { postForText } from "./api.js";
import { withBoards } from "./board_paint.js";
import { make } from "./dom.js";
import { outcomeWords } from "./outcomes.js";
import { COLOURS, paint } from "./paint.js";

/**
 * Fetches the scene of a game.
 * @param {Solved} solved
 * @param {{ palette: string | null, layout: string | null }} look
 * @param {AbortSignal} signal
 * @returns {Promise<import("./paint.js").Painted>}
 */
async function fetchScene({ game }, { palette, layout }, signal) {
  return JSON.parse(await postForText("draw", { game, to: "json", ...(palette === null ? {} : { palette }),
    ...(layout === null ? {} : { layout }) }, signal));
}

/**
 * Returns the scene without answers: its shapes, names and places.
 * @param {import("./paint.js").Painted} scene
 * @returns {import("./paint.js").Painted}
 */
const withoutAnswers = scene => ({
  ...scene,
  nodes: scene.nodes.map(node => ({ ...node, class: "node", rating: "blank", lines: node.lines.slice(0, 1),
    data: { position: /** @type {any} */ (node.data).position } })),
  edges: scene.edges.map(edge => ({ ...edge, class: "edge", rating: "blank", best: false, stay: false, exit: false })),
});

/* The colours of the style, which follow the theme. */
const colours = Object.fromEntries(COLOURS.map(name => [name, `var(--${name})`]));

/**
 * Paints a scene.
 * @param {import("./paint.js").Painted} scene
 */
const paintedSvg = scene =>
  document.importNode(new DOMParser().parseFromString(paint(withBoards({ ...scene, colours }), false), "image/svg+xml").documentElement, true);

/**
 * Returns the name of a position, its values, and who wins there.
 * @param {any} node of the SVG
 */
function labelOf(node) {
  const lines = [...node.querySelectorAll("text.value")].map(({ textContent }) => textContent);
  const words = outcomeWords(node.dataset.outcome);
  return [node.dataset.position, ...lines].join(" ") + (words === "" ? "" : `, ${words}`);
}

/**
 * Makes the positions buttons.
 * @param {any} svg
 * @param {string} label
 * @param {(name: string) => void} choose
 */
function prepare(svg, label, choose) {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", label);
  for (const node of svg.querySelectorAll("g.node[data-position]")) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", "0");
    node.setAttribute("aria-label", labelOf(node));
    node.addEventListener("click", () => choose(node.dataset.position));
    node.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(node.dataset.position);
    });
  }
  return svg;
}

/**
 * @param {Solved} solved
 * @param {object} options
 * @param {string | null} options.palette
 * @param {string | null} options.layout
 * @param {string} options.label
 * @param {boolean} options.values whether colours and values are shown
 * @param {(name: string) => void} options.choose
 * @param {AbortSignal} options.signal
 */
export async function createDrawing(solved, { palette, layout, label, values, choose, signal }) {
  const scene = await fetchScene(solved, { palette, layout }, signal);
  const blank = prepare(paintedSvg(withoutAnswers(scene)), label, choose);
  const usual = values ? prepare(paintedSvg(scene), label, choose) : blank;
  const root = make("div", { class: "drawing" }, usual);
  const left = new Set(scene.edges.map(({ data }) => data?.from));
  let selected = "", before = ""; /* before: what was selected when a match began */
  /** @type {Set<string>} */
  let targets = new Set();

  function mark() {
    for (const node of root.querySelectorAll("g.node[data-position]")) {
      const { position } = /** @type {any} */ (node).dataset;
      node.classList.toggle("selected", position === selected);
      node.classList.toggle("target", targets.has(position));
      if (position === selected) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
  }

  /**
   * Marks a position, and those that a click may move to.
   * @param {string} name
   * @param {string[]} [moves]
   */
  function select(name, moves = []) {
    selected = name;
    targets = new Set(moves);
    mark();
  }

  /** @param {any} picture with or without colours and values */
  function show(picture) {
    root.replaceChildren(picture);
    mark();
  }

  return {
    root,
    isBoard: false,
    /** @param {string} player A or B */
    playerName: player => player,
    select,
    /** Returns the position that the reader chose; null if there is none, or it has no moves. */
    place: () => (left.has(selected) ? { position: selected, turn: "first" } : null),
    isListed: () => true,
    beginMatch() {
      before = selected;
      show(blank);
    },
    /**
     * @param {any} answer of /api/match
     * @param {MoveInfo[]} moves that the reader can make
     */
    showMatch: (answer, moves) => select(answer.components[0].position, moves.map(({ steps }) => steps[0].to)),
    /** @param {boolean} isOver then the last position stays marked */
    endMatch(isOver) {
      show(usual);
      if (!isOver) select(before);
    },
  };
}
