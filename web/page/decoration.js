/* How positions and moves of the graph look in each mode. Colours come from the solved game; in a
 * match, and while answers are off, there are none. */

import { t } from "./language.js";
import { moveResult, outcomeClass, outcomeWords, resultClass } from "./outcomes.js";
import { currentVertex, isRevealed } from "./state.js";

/** @typedef {import("./graph_picture.js").Decoration} Decoration */

/**
 * Describes a position for screen readers.
 * @param {State} state
 * @param {string} name
 * @param {string} note
 * @param {boolean} revealed
 */
function spoken({ solved, misere }, name, note, revealed) {
  const v = solved?.numberOf(name) ?? -1;
  if (solved === null || v < 0 || !revealed) return name;
  const said = outcomeWords(solved.outcome(v, misere));
  const shown = note === "" ? name : `${name} ${note}`; /* what is visible comes first */
  return said === "" ? shown : `${shown}, ${said}`;
}

/**
 * @param {string} to
 * @param {string} [kind]
 */
const keyOf = (to, kind) => (kind === undefined ? to : JSON.stringify([to, kind]));

/**
 * Returns the moves from the current position, by the name of the position they lead to, and also by
 * that name with their kind if moves have kinds.
 * @param {State} state
 */
function currentMoves(state) {
  const here = currentVertex(state);
  /** @type {Map<string, MoveInfo>} */
  const moves = new Map();
  if (state.look === null || state.look.vertex !== here) return moves;
  for (const move of state.look.moves.filter(({ steps }) => steps.length === 1 && steps[0].component === 1))
    for (const key of [move.vertex, keyOf(move.vertex, move.steps[0].kind)])
      if (!moves.has(key) || move.best) moves.set(key, move);
  return moves;
}

/**
 * Returns the classes of a move that is part of the explanation of a draw.
 * @param {any} draw
 * @returns {(from: string, to: string) => string}
 */
function drawClasses(draw) {
  if (!draw) return () => "";
  const round = [...draw.path, ...draw.cycle, ...(draw.cycle.length > 0 ? [draw.cycle[0]] : [])];
  const stays = new Set(round.slice(1).map((name, i) => JSON.stringify([round[i], name])));
  const exits = new Set(draw.exits.map((/** @type {any} */ { from, to }) => JSON.stringify([from, to])));
  return (from, to) => {
    const key = JSON.stringify([from, to]);
    return stays.has(key) ? " stay" : exits.has(key) ? " exit" : "";
  };
}

/**
 * Exploring and playing: positions have the colour of their outcome, the moves from the current
 * position that of their result.
 * @param {State} state
 * @param {{ draw: any, hint: MoveInfo | null, numbers: boolean }} extra
 * @returns {Decoration}
 */
export function plainDecoration(state, { draw, hint, numbers }) {
  const { solved, misere } = state;
  const revealed = isRevealed(state), here = currentVertex(state), moves = currentMoves(state);
  const ofDraw = drawClasses(revealed ? draw : null);
  const outcome = (/** @type {string} */ name) => solved?.outcome(solved.numberOf(name), misere) ?? "";
  const noteOf = (/** @type {string} */ name) => {
    if (!numbers || !revealed || solved?.answer.value === undefined) return "";
    return solved.text("value", solved.numberOf(name));
  };
  return {
    here,
    isSquare: name => solved?.player(solved.numberOf(name)) === "B",
    nodeClass: name => {
      const target = moves.has(name) ? " target" : "";
      return (revealed ? outcomeClass(outcome(name)) : "blank") + target +
        (name === hint?.vertex ? " hint" : "");
    },
    nodeNote: noteOf,
    nodeLabel: name => spoken(state, name, noteOf(name), revealed),
    edgeClass: (from, to, kind) => {
      const move = from === here ? moves.get(keyOf(to, kind)) : undefined;
      const player = solved?.player(solved.numberOf(from));
      const result = move?.result ??
        (from === here && kind === undefined ? moveResult(outcome(to), player) : "");
      const from_here = from === here ? " from-here" : "";
      if (!revealed) return from_here + (from === here && to === hint?.vertex && kind === hint.kind ? " best" : "");
      return resultClass(result) + from_here + (move?.best ? " best" : "") + ofDraw(from, to);
    },
  };
}

/**
 * The algorithm: positions have the colour of the label that they have at this step.
 * @param {State} state
 * @param {import("./courses.js").StepView} view
 * @returns {Decoration}
 */
export function stepDecoration(state, view) {
  return {
    here: view.focus,
    isSquare: name => state.solved?.player(state.solved.numberOf(name)) === "B",
    nodeClass: name => view.classes.get(name) ?? "blank",
    nodeNote: name => view.notes.get(name) ?? "",
    nodeLabel: name => {
      const note = view.notes.get(name) ?? "";
      return note === "" ? t("{name}, no label yet", { name }) : t("{name} {note}, its label", { name, note });
    },
    edgeClass: (from, to) => {
      const reason = view.moves.get(JSON.stringify([from, to]));
      return reason === undefined ? "" : `from-here ${reason}`;
    },
  };
}

/**
 * Saved pictures: every move has the quality that the program has found, and nothing is current.
 * @param {State} state
 * @param {Decoration} seen what the stage shows
 * @param {boolean} answers
 * @returns {Decoration}
 */
export function pictureDecoration(state, seen, answers) {
  const { nodePicture, isSquare } = seen, { solved, misere, scene } = state;
  const blank = { here: null, nodePicture, isSquare, nodeClass: () => "blank", nodeNote: () => "", nodeLabel: () => "",
    edgeClass: () => "" };
  if (!answers) return blank;
  if (state.mode === "algorithm") return seen;
  const qualities = new Map(misere ? [] : scene?.edges.map(({ from, to, kind, quality = "" }) =>
    /** @type {[string, string]} */ ([JSON.stringify([from, to, kind]), quality])));
  return { ...blank,
    nodeClass: name => outcomeClass(solved?.outcome(solved.numberOf(name), misere) ?? ""),
    nodeNote: name => (solved?.answer.value === undefined || misere ? "" : solved.text("value", solved.numberOf(name))),
    edgeClass: (from, to, kind) => qualities.get(JSON.stringify([from, to, kind])) ?? "" };
}
