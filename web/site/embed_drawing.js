/* The drawing of an embedded game: the SVG of `grundy draw`, whose positions can be chosen. */

import { postForText } from "./api.js";
import { make } from "./dom.js";
import { outcomeWords } from "./outcomes.js";

/**
 * Fetches the SVG of a game; `blank` leaves out colours and values.
 * @param {Solved} solved
 * @param {{ palette: string | null, layout: string | null }} look
 * @param {boolean} blank
 * @param {AbortSignal} signal
 */
async function fetchSvg({ game }, { palette, layout }, blank, signal) {
  const text = await postForText("draw", { game, to: "svg", ...(palette === null ? {} : { palette }),
    ...(layout === null ? {} : { layout }), ...(blank ? { blank } : {}) }, signal);
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(svg, true);
}

/**
 * Returns the visible text of a position, and who wins there.
 * @param {any} node of the SVG
 */
function labelOf(node) {
  const lines = [...node.querySelectorAll("text")].map(({ textContent }) => textContent);
  const words = outcomeWords(node.dataset.outcome);
  return lines.join(" ") + (words === "" ? "" : `, ${words}`);
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
  for (const title of svg.querySelectorAll("title")) title.remove();
  for (const node of svg.querySelectorAll("g.node[data-position]")) {
    for (const link of node.querySelectorAll("a")) link.replaceWith(...link.childNodes);
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
  const load = async (/** @type {boolean} */ blank) =>
    prepare(await fetchSvg(solved, { palette, layout }, blank, signal), label, choose);
  const usual = await load(!values);
  const root = make("div", { class: "drawing" }, usual);
  /** @type {any} */
  let blank = values ? null : usual;
  let isHidden = false, selected = "";
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

  return {
    root,
    /**
     * Marks a position, and those that a click may move to.
     * @param {string} name
     * @param {string[]} [moves]
     */
    select(name, moves = []) {
      selected = name;
      targets = new Set(moves);
      mark();
    },
    /**
     * Hides or shows colours and values.
     * @param {boolean} hidden
     */
    async hideAnswers(hidden) {
      isHidden = hidden;
      if (hidden) blank ??= await load(true);
      if (isHidden !== hidden) return; /* a later call has decided otherwise */
      root.replaceChildren(hidden ? blank : usual);
      mark();
    },
  };
}
