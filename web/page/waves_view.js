/* Paints waves: one cell per position if there are too many for a graph, and histograms. */

import { byId, make, makeSvg } from "./dom.js";
import { t } from "./language.js";
import { outcomeClass } from "./outcomes.js";
import { numberText } from "./solved.js";
import { isFound, isNext, valueCounts, waveNote, wavesOf, waveSteps } from "./waves.js";

const BARS = 60; /* more waves or values than that are not shown one by one */

/** @param {string} name of a custom property */
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param {string} style good, bad, neutral or blank */
const fillOf = style => colour(`--${style}-fill`);
/** @param {string} style */
const lineOf = style => colour(`--${style}-line`);

/**
 * Paints one cell per position on the canvas of the stage, in the order of the table.
 * @param {Solved} solved
 * @param {import("./waves.js").Waves} waves
 * @param {number} step
 * @param {boolean} misere
 */
function paintCells(solved, waves, step, misere) {
  const canvas = byId("waves"), box = canvas.parentElement.getBoundingClientRect();
  const side = Math.max(1, Math.min(18, Math.floor(Math.sqrt(box.width * box.height / solved.order) * 0.97)));
  const columns = Math.max(1, Math.floor(box.width / side));
  const rows = Math.ceil(solved.order / columns);
  canvas.width = columns * side;
  canvas.height = rows * side;
  const gap = side > 4 ? 1 : 0, pen = canvas.getContext("2d");
  const blank = colour("--well");
  const fills = Object.fromEntries(["good", "bad", "neutral"].map(style => [style, [fillOf(style), lineOf(style)]]));
  for (let v = 0; v < solved.order; v++) {
    const isOld = isFound(waves, v, step - 1);
    const [fill, line] = fills[outcomeClass(solved.outcome(v, misere)) || "neutral"];
    pen.fillStyle = isOld ? fill : isFound(waves, v, step) ? line : blank;
    pen.fillRect((v % columns) * side, Math.floor(v / columns) * side, side - gap, side - gap);
  }
  return { side, columns };
}

/**
 * Draws a histogram. Bars that are marked are those of the current wave.
 * @param {string} title
 * @param {{ name: string, parts: [string, number][], isMarked?: boolean, isHidden?: boolean }[]} bars
 */
function histogram(title, bars) {
  const shown = bars.slice(0, BARS), width = 300, height = 90;
  const room = 7 + 6 * Math.max(0, ...shown.map(({ name }) => name.length)); /* of a name below a bar */
  const step = Math.min(width / Math.max(1, shown.length), Math.max(width / 12, room)), every = [1, 2, 5].find(n => n * step >= room) ?? 10;
  const most = Math.max(1, ...shown.map(({ parts }) => parts.reduce((sum, [, count]) => sum + count, 0)));
  const svg = makeSvg("svg", { viewBox: `0 0 ${width} ${height + 16}`, role: "img", class: "histogram",
    "aria-label": `${title}: ${shown.filter(bar => bar.isHidden !== true).map(({ name, parts }) =>
      `${name}: ${parts.reduce((sum, [, count]) => sum + count, 0)}`).join(", ")}` });
  shown.forEach(({ name, parts, isMarked, isHidden }, i) => {
    let top = height;
    for (const [style, count] of isHidden === true ? [] : parts) {
      const tall = Math.max(1, count / most * (height - 4));
      top -= tall;
      svg.append(makeSvg("rect", { class: `bar ${style}${isMarked === true ? " marked" : ""}`, x: i * step + 1, y: top,
        width: Math.max(1, step - 2), height: tall }));
    }
    if (i % every === 0)
      svg.append(makeSvg("text", { x: (i + 0.5) * step, y: height + 12, text: name }));
  });
  const left = bars.length - shown.length;
  return make("figure", {}, make("figcaption", { class: "note", text: title }), svg,
    left > 0 ? make("p", { class: "note", text: t("and {n} more", { n: left }) }) : null);
}

/** @param {Record<string, number>} found */
const partsOf = found => Object.entries(found).map(([outcome, count]) =>
  /** @type {[string, number]} */ ([outcomeClass(outcome), count]));

/**
 * Shows how many positions each wave has, as far as the waves have come, and at the end how often each value occurs.
 * @param {import("./waves.js").Waves} waves
 * @param {number} step
 * @param {[string, Record<string, number>][]} values
 */
function showHistograms({ sizes, left }, step, values) {
  const isLast = step > sizes.length;
  const waves = sizes.map((found, wave) =>
    ({ name: String(wave), isHidden: wave >= step, isMarked: wave === step - 1, parts: partsOf(found) }));
  if (left > 0) waves.push({ name: "∞", isHidden: !isLast, isMarked: isLast, parts: [["neutral", left]] });
  byId("histograms").replaceChildren(histogram(t("Positions by remoteness"), waves), ...(isLast && values.length > 0
    ? [histogram(t("Positions by value"), values.map(([name, found]) => ({ name, parts: partsOf(found) })))] : []));
}

/**
 * The course of waves: on the graph if all of it is drawn, else with one cell per position.
 * @param {Store} store
 */
export function createWaves(store) {
  /** @type {import("./waves.js").Waves | null} */
  let waves = null;
  /** @type {{ side: number, columns: number } | null} */
  let cells = null;

  const count = () => (waves === null ? 0 : waveSteps(waves));
  /** @param {number} step */
  const asks = step => byId("predict").checked && step < count() - 1;

  return {
    count,
    /** Whether the reader is asked for a position of the next wave. */
    asks,
    /** Returns whether the game has waves. */
    load() {
      const { solved, misere } = store.state;
      waves = solved === null ? null : wavesOf(solved, misere);
      return waves !== null;
    },
    hide() {
      byId("course-waves").hidden = true;
      delete document.body.dataset.cells;
    },
    /**
     * @param {number} step
     * @returns {import("./courses.js").StepView | null}
     */
    show(step) {
      const { solved, scene, misere } = store.state, held = waves;
      if (solved === null || held === null) return null;
      const isDrawn = scene?.around === null && scene.nodes.size === solved.order;
      byId("course-waves").hidden = false;
      if (isDrawn) delete document.body.dataset.cells;
      else document.body.dataset.cells = "";
      cells = isDrawn ? null : paintCells(solved, held, step, misere);
      showHistograms(held, step, misere ? [] : valueCounts(solved));
      const found = isDrawn ? solved.names.map((_, v) => v).filter(v => isFound(held, v, step)) : [];
      return { note: waveNote(held, step), focus: null, moves: new Map(),
        classes: new Map(found.map(v => [solved.names[v], outcomeClass(solved.outcome(v, misere))])),
        notes: new Map(found.map(v => [solved.names[v], held.of[v] < 0 ? "∞" : numberText(held.of[v])])) };
    },
    /**
     * Replies to a click on a position; "": it is in the next wave, as the reader predicted.
     * @param {string} name
     * @param {number} step
     */
    reply(name, step) {
      const v = store.state.solved?.numberOf(name) ?? -1;
      if (waves === null || v < 0) return "";
      if (!asks(step)) return isFound(waves, v, step) && waves.of[v] >= 0
        ? t("{name} is in wave {wave}.", { name, wave: waves.of[v] }) : t("{name} has no label yet.", { name });
      if (isNext(waves, v, step)) return "";
      return isFound(waves, v, step) ? t("{name} has its label already. Try another one.", { name })
        : t("Not {name}: it cannot be decided yet. Try another one.", { name });
    },
    /**
     * Returns the name of the cell under the pointer; "" if there is none.
     * @param {MouseEvent} event
     */
    nameAt({ offsetX, offsetY }) {
      const canvas = byId("waves"), { solved } = store.state;
      if (cells === null || solved === null) return "";
      const { side, columns } = cells, scale = canvas.width / canvas.getBoundingClientRect().width;
      return solved.names[Math.floor(offsetY * scale / side) * columns + Math.floor(offsetX * scale / side)] ?? "";
    },
  };
}
