/* Games on vectors: a picture of a whole box, with one cell per position and values on hover. */

import { createChannel, isStale, postForJson } from "./api.js";
import { createCamera } from "./camera.js";
import { byId, fillSelect, make, oncePerFrame, setText } from "./dom.js";
import { t } from "./language.js";
import { download } from "./share.js";
import { sentence } from "./messages.js";
import { outcomeWords } from "./outcomes.js";

/** @type {[string, string][]} */
const KNOWN = [
  ["vector{(1,0)*,(0,1)*,(1,1)*}:150,200", t("Wythoff's game")],
  ["vector{(1,0)*,(0,1)*}:127,191", t("Nim with two heaps")],
  ["block(vector{(1,0)*,(0,1)*,(1,1)*}:150,200, 1)", t("Wythoff's game, one move is forbidden")],
  ["vector{(1,0)*,(0,1)*,(1,2)*,(2,1)*}:150,200", t("Wythoff's game with steeper diagonals")],
  ["vector{(1,2),(2,1),(3,3)}:90,120", t("A subtraction game in the plane")],
];

const MOST_POSITIONS = 4_000_000;
const NUMBERED = 20; /* pixels of a cell that shows its value */

/** What a picture shows: entries row by row, values or the letters P and N.
 * @typedef {{ rows: number, columns: number, entries: (number | string)[],
 * dimension: number, largest: number }} Box */

/**
 * Returns the entries of an answer; null if they are neither a line nor a plane.
 * @param {any} answer
 * @returns {Box | null}
 */
function boxOf({ shape, values, outcomes }) {
  if (shape.length > 2) return null;
  const [rows, columns] = shape.length === 2 ? shape : [1, shape[0]];
  const largest = (values ?? []).reduce((/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b), 1);
  return { rows, columns, entries: values ?? outcomes, dimension: shape.length, largest };
}

/** @param {number | string} entry */
const isLost = entry => entry === 0 || entry === "P";

/**
 * Returns the colour of an entry as the command draws it: P-positions red, others from white to
 * dark blue.
 * @param {number | string} entry
 * @param {number} largest the largest value of the picture, at least 1
 * @returns {[number, number, number]}
 */
export function colourOf(entry, largest) {
  if (isLost(entry)) return [0xd6, 0x27, 0x28];
  const share = typeof entry === "number" ? Math.floor(entry * 254 / largest) : 0;
  const darker = (/** @type {number} */ most) => 255 - Math.floor(share * most / 255);
  return [darker(224), darker(175), darker(95)];
}

/**
 * Returns a canvas with one pixel per position.
 * @param {Box} box
 */
function paint({ rows, columns, entries, largest }) {
  const canvas = make("canvas", { width: columns, height: rows });
  const context = canvas.getContext("2d"), image = context.createImageData(columns, rows);
  entries.forEach((entry, i) => image.data.set([...colourOf(entry, largest), 255], 4 * i));
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Writes the values into the cells that can be seen.
 * @param {any} context
 * @param {Box} box
 * @param {{ x: number, y: number, z: number }} camera
 * @param {Size} frame
 */
function writeValues(context, { rows, columns, entries, largest }, { x, y, z }, { width, height }) {
  const from = (/** @type {number} */ offset) => Math.max(0, Math.floor(-offset / z));
  const to = (/** @type {number} */ offset, /** @type {number} */ room, /** @type {number} */ most) =>
    Math.min(most, Math.ceil((room - offset) / z));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let row = from(y); row < to(y, height, rows); row++)
    for (let column = from(x); column < to(x, width, columns); column++) {
      const entry = entries[row * columns + column], words = String(entry);
      const [red, green] = colourOf(entry, largest);
      context.fillStyle = red + green > 300 ? "#111" : "#fff";
      context.font = `${isLost(entry) ? "bold " : ""}${Math.min(z / 2, 1.5 * z / words.length)}px sans-serif`;
      context.fillText(words, x + (column + 0.5) * z, y + (row + 0.5) * z);
    }
}

/**
 * Returns a position in words.
 * @param {Box} box
 * @param {number} row
 * @param {number} column
 */
function cellWords({ columns, entries, dimension }, row, column) {
  const entry = entries[row * columns + column];
  const at = dimension === 2 ? `${row},${column}` : String(column);
  const value = typeof entry === "number" ? `${t("value {n}", { n: entry })}, ` : "";
  return `${at}: ${value}${outcomeWords(isLost(entry) ? "P" : "N")}`;
}

/** The dialog with the picture. */
export function createVectors() {
  const dialog = byId("vectors"), frame = byId("vectors-frame"), canvas = byId("vectors-canvas");
  const channel = createChannel();
  /** @type {Box | null} */
  let box = null;
  /** @type {any} */
  let image = null;
  let here = { row: 0, column: 0 };

  const camera = createCamera(frame, oncePerFrame(place), () => true, { least: 0.05, most: 80 });

  function fit() {
    if (box === null || frame.clientWidth === 0) return;
    const { width, height } = camera.size(), { rows, columns } = box;
    const z = Math.min(width / columns, height / rows, 40);
    camera.show({ z, x: (width - columns * z) / 2, y: (height - rows * z) / 2 });
  }

  function place() {
    const context = canvas.getContext("2d"), scale = devicePixelRatio;
    canvas.width = frame.clientWidth * scale;
    canvas.height = frame.clientHeight * scale;
    if (box === null) return;
    const { x, y, z } = camera.get();
    context.scale(scale, scale);
    context.imageSmoothingEnabled = z < 1;
    context.drawImage(image, x, y, box.columns * z, box.rows * z);
    if (z >= NUMBERED) writeValues(context, box, camera.get(), camera.size());
    context.lineWidth = 2;
    context.strokeStyle = getComputedStyle(frame).color;
    context.strokeRect(x + here.column * z, y + here.row * z, Math.max(z, 3), Math.max(z, 3));
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  function look(row, column) {
    if (box === null || row < 0 || column < 0 || row >= box.rows || column >= box.columns) return;
    here = { row, column };
    setText(byId("vectors-said"), cellWords(box, row, column));
    place();
  }

  async function compute() {
    const slice = byId("vectors-slice").value.trim();
    const question = { vectors: byId("vectors-text").value.trim(), outcomes: byId("vectors-outcomes").checked,
      max_positions: MOST_POSITIONS, ...(slice === "" ? {} : { slice }) };
    frame.setAttribute("aria-busy", "true");
    try {
      const answer = await channel.run(signal => postForJson("vector", question, signal));
      box = boxOf(answer);
      if (box === null) throw new Error(t("choose a line or a plane under Slice, such as x,y,0"));
      image = paint(box);
      fit();
      look(0, 0);
    } catch (refusal) {
      if (isStale(refusal)) return;
      box = null;
      setText(byId("vectors-said"), sentence(/** @type {any} */ (refusal).message));
      place();
    }
    byId("vectors-save").disabled = box === null;
    frame.removeAttribute("aria-busy");
  }

  fillSelect(byId("vectors-known"), KNOWN, KNOWN[0][0]);
  byId("vectors-text").value = KNOWN[0][0];
  byId("vectors-known").addEventListener("change", (/** @type {any} */ event) => {
    byId("vectors-text").value = event.target.value;
    byId("vectors-slice").value = "";
    compute();
  });
  byId("vectors-outcomes").addEventListener("change", compute);
  byId("vectors-form").addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    compute();
  });
  byId("vectors-save").addEventListener("click", () =>
    image.toBlob((/** @type {Blob} */ blob) => download(blob, "vectors.png")));
  byId("vectors-fit").addEventListener("click", fit);
  byId("vectors-in").addEventListener("click", () => camera.zoom(1.5));
  byId("vectors-out").addEventListener("click", () => camera.zoom(1 / 1.5));
  frame.addEventListener("pointermove", (/** @type {any} */ event) => {
    const { x, y } = camera.toGraph(event.clientX, event.clientY);
    look(Math.floor(y), Math.floor(x));
  });
  frame.addEventListener("keydown", (/** @type {any} */ event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
      /** @type {string} */ (event.key)];
    if (step !== undefined) look(here.row + step[0], here.column + step[1]);
    else if (event.key === "+" || event.key === "=") camera.zoom(1.5);
    else if (event.key === "-") camera.zoom(1 / 1.5);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  new ResizeObserver(() => (camera.isFitting() ? fit() : place())).observe(frame);

  return () => {
    dialog.showModal();
    if (box === null) compute();
  };
}
