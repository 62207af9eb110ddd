/* The store of the page. The address contains `shared`; the rest is derived from it.
 *
 * The text of the game is the source of everything: mouse and keyboard change the text, and undo
 * restores it. The current position is the current entry of the history; graph, board, inspector
 * and table all show that one. */

import { currentVisit, emptyHistory, isHistory, startHistory } from "./history.js";
import { t } from "./language.js";
import { freshId } from "./storage.js";

/** @type {Record<string, { name: string, rule: string }>} */
export const OPERATORS = {
  "+": { name: t("sum"), rule: t("a move changes one game") },
  "&": { name: t("conjunctive"), rule: t("a move changes every game") },
  "|": { name: t("selective"), rule: t("a move changes one or more games") },
};

const RING = `# A walk round the ring a b c d e f; b and e have an exit to g, where
# the play ends, and from d one may turn back to c [FY86, §3].
a b
b c
b g
c d
d c
d e
e f
e g
f a
`;

/** @type {Record<string, [number, number]>} */
const RING_PLACES = {
  a: [-105, 125], b: [-210, 0], c: [-105, -125], d: [105, -125], e: [210, 0], f: [105, 125], g: [0, 0],
};

/** @returns {Shared} */
export function firstShared() {
  return {
    game: { format: "edges", text: RING },
    title: "Ring",
    mode: "explore",
    stage: "auto", /* graph, board, or auto: the board if there is one */
    answers: true,
    misere: false,
    history: startHistory("b"), /* a won position */
    others: [], /* further games of a sum */
    operator: "+",
    view: { layout: "auto", scope: "auto", radius: 2, palette: "plain" },
    places: RING_PLACES, /* where the reader put positions */
    course: "who",
    step: 0,
    match: null,
    table: { sort: "", descending: false, filter: "" },
    lesson: "", /* the name of the lesson next to the stage */
    page: 0, /* of the lesson */
  };
}

/** @param {any} game */
export const isGame = game =>
  game !== null && typeof game === "object" &&
  ((typeof game.format === "string" && typeof game.text === "string") ||
    typeof game.gallery === "string" || typeof game.folder === "string") &&
  Object.values(game.files ?? {}).every(text => typeof text === "string");

/**
 * Keeps only those parts of a decoded address that have the right type.
 * @param {any} fallback
 * @param {any} given
 * @returns {any}
 */
function sameKind(fallback, given) {
  if (given === undefined || given === null || typeof given !== typeof fallback) return fallback;
  if (Array.isArray(fallback) || typeof fallback !== "object") return given;
  return Object.fromEntries(
    Object.keys(fallback).map(key => [key, sameKind(fallback[key], given[key])]));
}

/** @param {any} c */
const isComponent = c =>
  c !== null && typeof c === "object" &&
  (Number.isInteger(c.nim) || (typeof c.heap === "string" && typeof c.size === "string") ||
    (isGame(c.game) && (c.position === null || typeof c.position === "string")));

/** @param {any} places */
const cleanPlaces = places => Object.fromEntries(Object.entries(places ?? {}).filter(([, at]) =>
  Array.isArray(at) && at.length === 2 && at.every(Number.isFinite)));

/** @param {any} match */
const isMatch = match =>
  match !== null && typeof match === "object" && Array.isArray(match.moves) &&
  (match.first === "you" || match.first === "program") && typeof match.level === "string" &&
  Number.isInteger(match.seed);

/**
 * Returns a state that is safe to use, from a decoded address.
 * @param {any} given
 * @returns {Shared}
 */
export function cleanShared(given) {
  const first = firstShared();
  const { game, history, places, match, others, ...rest } = first;
  const isOurs = isGame(given.game);
  const clean = {
    ...sameKind(rest, given),
    game: isOurs ? given.game : game,
    history: isHistory(given.history) ? given.history : isOurs ? emptyHistory() : history,
    places: isOurs ? cleanPlaces(given.places) : places,
    match: isMatch(given.match) ? given.match : match,
    others: Array.isArray(given.others) ? given.others.filter(isComponent) : others,
  };
  if (OPERATORS[clean.operator] === undefined) clean.operator = "+";
  if (!["explore", "play", "algorithm"].includes(clean.mode)) clean.mode = "explore";
  if (!["who", "values", "waves"].includes(clean.course)) clean.course = "who";
  return clean;
}

/**
 * Returns the current position as it lies on the board; null: the first one of the game.
 * @param {Pick<State, "history">} state
 */
export const currentPosition = ({ history }) => currentVisit(history)?.position ?? null;

/**
 * Returns what the program says about the current position; null while it has not answered.
 * @param {Pick<State, "history" | "look" | "others">} state
 */
export const currentLook = ({ history, look, others }) =>
  (look !== null && look.position === currentPosition({ history }) &&
    JSON.stringify(look.others) === JSON.stringify(others) ? look : null);

/**
 * Returns the name by which the solved game knows the current position; null if it does not.
 * @param {Pick<State, "history" | "solved" | "look">} state
 * @returns {string | null}
 */
export function currentVertex(state) {
  const { solved, look } = state;
  if (solved === null || solved.order === 0) return null;
  const position = currentPosition(state) ?? solved.names[0];
  if (look !== null && look.position === position && solved.has(look.vertex)) return look.vertex;
  return solved.has(position) ? position : null;
}

/**
 * Returns whether the answers may be shown: never in a match that is not over, nor before an algorithm has found them.
 * @param {Pick<State, "mode" | "answers">} state
 */
export const isRevealed = ({ mode, answers }) => mode === "explore" && answers;

/**
 * Returns whether the solved game is not the game in the editor.
 * @param {Pick<State, "game" | "solved">} state
 */
export const isOutdated = ({ game, solved }) => solved !== null && solved.game !== game;

/**
 * Returns whether the game in the editor will be solved soon.
 * @param {Pick<State, "game" | "solved" | "error" | "busy">} state
 */
export const isAwaited = state => isOutdated(state) && (state.error === null || state.busy);

const TYPING = 800; /* milliseconds between key presses that are one edit */
const MOST_EDITS = 500;
const MOST_KEPT_LETTERS = 2000000; /* of all texts that undo restores after a reload */

/** What the page knows about a game; another game begins without it.
 * @returns {Partial<State>}
 */
const nothingKnown = () => ({ solved: null, look: null, worths: null, scene: null, error: null });

/**
 * A new game, alone: nothing of the old one is kept or shown.
 * @param {string} title
 * @returns {Partial<State>}
 */
export const freshStart = title =>
  ({ title, history: emptyHistory(), others: [], operator: "+", misere: false, stage: "auto", places: {}, step: 0, match: null, own: null, lesson: "", page: 0,
    ...nothingKnown() });

/**
 * Returns the newest steps, as far as their texts are not too long, without scenes.
 * @param {UndoStep[]} steps
 * @returns {UndoStep[]}
 */
function keptSteps(steps) {
  let letters = 0;
  const first = steps.findLastIndex(({ game }) =>
    (letters += (game.text ?? "").length) > MOST_KEPT_LETTERS);
  return steps.slice(first + 1).map(({ scene, ...step }) => step); // eslint-disable-line no-unused-vars
}

/** What belongs to a game, but not to its text. @type {(keyof UndoStep & keyof State)[]} */
const OF_GAME = ["others", "operator", "misere", "stage"];

/**
 * Undo restores the text, its title, the places of positions and the current position, and, if the step opened another
 * game, the other games of the sum, the rules and the stage.
 * @param {State} state
 * @param {(patch: Partial<State>) => void} change
 */
function createUndo(state, change) {
  /** @type {UndoStep[]} */
  let past = [];
  /** @type {UndoStep[]} */
  let future = [];
  let lastTyped = 0;
  /**
   * @param {object} changed has the fields that the step changes
   * @returns {UndoStep}
   */
  const remembered = changed => {
    const { game, title, places, history, own, scene } = state;
    const more = Object.fromEntries(OF_GAME.filter(key => key in changed).map(key => [key, state[key]]));
    return { game, title, places, history, own, scene, ...more };
  };
  /**
   * @param {UndoStep[]} from
   * @param {UndoStep[]} to
   */
  const step = (from, to) => {
    const before = from.pop();
    if (before === undefined) return false;
    to.push(remembered(before));
    lastTyped = 0;
    change({ ...(before.title === state.title ? {} : nothingKnown()), scene: null, ...before });
    return true;
  };
  return {
    /** @type {Store["edit"]} */
    edit(game, { title = state.title, own = state.own ?? (state.lesson === "" ? freshId() : null), typed = false, ...patch } = {}) {
      const now = performance.now();
      if (!typed || now - lastTyped > TYPING || past.length === 0)
        past = [...past, remembered(patch)].slice(-MOST_EDITS);
      lastTyped = typed ? now : 0;
      future = [];
      change({ game, title, own, ...patch });
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    undoSteps: () => ({ past: keptSteps(past), future: keptSteps(future) }),
    /** @type {Store["setUndoSteps"]} */
    setUndoSteps(steps) {
      ({ past, future } = steps);
    },
  };
}

/**
 * @param {Shared & Partial<Pick<State, "own">>} shared
 * @returns {Store}
 */
export function createStore({ own = null, ...shared }) {
  /** @type {State} */
  const state = {
    ...shared,
    own, /* the record of "My games" */
    solved: null, /* the last game without errors */
    error: null, /* a Refusal: the error of the current text */
    busy: false,
    look: null, /* what the program says about the current position */
    worths: null, /* the values of the components of a sum */
    scene: null, /* what the graph shows */
    winner: "", /* of the match: you, program or draw; "": it goes on */
  };
  /** @type {{ wanted: string[], call: (state: State, keys: string[]) => void }[]} */
  const listeners = [];

  /** @param {Partial<State>} patch */
  const change = patch => {
    const given = /** @type {Record<string, any>} */ (patch);
    const held = /** @type {Record<string, any>} */ (state);
    const keys = Object.keys(patch).filter(key => held[key] !== given[key]);
    Object.assign(state, patch);
    for (const { wanted, call } of [...listeners])
      if (wanted.some(key => keys.includes(key))) call(state, keys);
  };

  return {
    state,
    change,
    /* Changes some fields of an object such as view or table. */
    adjust: (key, patch) =>
      change({ [key]: { .../** @type {object} */ (state[key]), ...patch } }),
    listen: (wanted, call) => { listeners.push({ wanted, call }); },
    ...createUndo(state, change),
    shared: () => {
      const held = /** @type {Record<string, any>} */ (state);
      return /** @type {Shared} */ (
        Object.fromEntries(Object.keys(firstShared()).map(key => [key, held[key]])));
    },
  };
}
