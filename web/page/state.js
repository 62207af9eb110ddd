/* The store of the page. The address contains `shared`; the rest is derived from it.
 *
 * The text of the game is the source of everything: mouse and keyboard change the text, and undo
 * restores it. */

export const OPERATORS = {
  "+": { name: "sum", rule: "a move changes one component" },
  "&": { name: "conjunctive", rule: "a move changes every component" },
  "|": { name: "selective", rule: "a move changes one or more components" },
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

export function firstShared() {
  return {
    game: { format: "edges", text: RING },
    title: "ring",
    position: null, /* name of the chosen one; null: the first */
    view: { layout: "auto", scope: "auto", radius: 2, palette: "plain" },
    board: { operator: "+", misere: false, components: [{ position: null }] },
    walk: [], /* names of positions; the last one is the chosen one */
    panel: "trace",
    step: 0,
    table: { sort: "", descending: false, filter: "" },
  };
}

export const isGame = game =>
  game !== null && typeof game === "object" &&
  ((typeof game.format === "string" && typeof game.text === "string") ||
    typeof game.gallery === "string") &&
  Object.values(game.files ?? {}).every(text => typeof text === "string");

/* Keeps only those parts of a decoded address that have the right type. */
function sameKind(fallback, given) {
  if (given === undefined) return fallback;
  if (fallback === null) return typeof given === "string" ? given : null;
  if (typeof given !== typeof fallback) return fallback;
  if (Array.isArray(fallback) || typeof fallback !== "object") return given;
  return Object.fromEntries(
    Object.keys(fallback).map(key => [key, sameKind(fallback[key], given?.[key])]));
}

const isComponent = c =>
  c !== null && typeof c === "object" &&
  (Number.isInteger(c.nim) || (typeof c.heap === "string" && typeof c.size === "string") ||
    ((c.game === undefined || isGame(c.game)) &&
      (c.position === null || typeof c.position === "string")));

export function cleanShared(given) {
  const first = firstShared();
  const { game, ...rest } = first;
  const clean = { ...sameKind(rest, given), game: isGame(given.game) ? given.game : game };
  clean.walk = Array.isArray(clean.walk) ? clean.walk.filter(name => typeof name === "string") : [];
  const components = clean.board.components;
  clean.board.components = Array.isArray(components) ? components.filter(isComponent) : [];
  if (OPERATORS[clean.board.operator] === undefined) clean.board.operator = "+";
  return clean;
}

/* Returns the chosen position, or the first one; null in an empty game. */
export function chosenName({ position, solved }) {
  if (solved === null || solved.order === 0) return null;
  return position !== null && solved.has(position) ? position : solved.names[0];
}

/* Returns whether the solved game is not the game in the editor. */
export const isOutdated = ({ game, solved }) => solved !== null && solved.game !== game;

/* Returns whether the game in the editor will be solved soon. */
export const isAwaited = state => isOutdated(state) && (state.error === null || state.busy);

const TYPING = 800; /* milliseconds between key presses that are one edit */
const MOST_EDITS = 500;

export function createStore(shared) {
  const state = {
    ...shared,
    solved: null, /* the last game without errors */
    error: null, /* a Refusal: the error of the current text */
    busy: false,
  };
  const listeners = [];
  let past = [], future = [], lastTyped = 0;

  const notify = keys => {
    for (const { wanted, call } of [...listeners]) {
      if (wanted.some(key => keys.includes(key))) call(state, keys);
    }
  };
  const change = patch => {
    const keys = Object.keys(patch).filter(key => state[key] !== patch[key]);
    Object.assign(state, patch);
    if (keys.length > 0) notify(keys);
  };
  const remembered = () => ({ game: state.game, title: state.title });
  const step = (from, to) => {
    if (from.length === 0) return false;
    to.push(remembered());
    lastTyped = 0;
    change(from.pop());
    return true;
  };

  return {
    state,
    change,
    /* Changes some fields of an object such as view or board. */
    adjust: (key, patch) => change({ [key]: { ...state[key], ...patch } }),
    listen: (wanted, call) => listeners.push({ wanted, call }),
    /* Replaces the game, which can be undone; consecutive `typed` letters are one edit. */
    edit(game, { title = state.title, typed = false, ...patch } = {}) {
      const now = performance.now();
      if (!typed || now - lastTyped > TYPING || past.length === 0) {
        past.push(remembered());
        past = past.slice(-MOST_EDITS);
      }
      lastTyped = typed ? now : 0;
      future = [];
      change({ game, title, ...patch });
    },
    undo: () => step(past, future),
    redo: () => step(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
    shared: () => Object.fromEntries(Object.keys(firstShared()).map(key => [key, state[key]])),
  };
}
