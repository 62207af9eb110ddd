/* The stage: the graph or the board of the current position, the legend, and the further games of a
 * sum. */

import { createBoard } from "./board.js";
import { byId, createChoice, make, makeButton } from "./dom.js";
import { titleOf } from "./game_words.js";
import { currentVisit, visitBefore } from "./history.js";
import { makeArrow, makeMove } from "./graph_paint.js";
import { KINDS, kindsAmong } from "./kinds.js";
import { grouped, t } from "./language.js";
import { componentTitle } from "./look.js";
import { outcomeClass, outcomeWords } from "./outcomes.js";
import { tally, valueText } from "./solved.js";
import { currentLook, currentVertex, isRevealed } from "./state.js";

/**
 * Returns whether the board is shown: if there is one, unless the reader wants the graph.
 * @param {State} state
 */
const isBoardShown = ({ look, stage, mode }) =>
  look !== null && look.board !== null && stage !== "graph" && mode !== "algorithm";

/**
 * @param {State} state
 * @returns {[string, string][]} class and words
 */
function legendOf(state) {
  const { solved, misere, mode, course } = state;
  if (isBoardShown(state))
    return state.look?.moves.length === 0 ? []
      : [["good", t("this move wins")], ["bad", t("loses")], ["neutral", t("draws")]];
  const shown = state.scene === null ? [] : [...state.scene.nodes.keys()];
  const isWhole = mode === "algorithm" && course === "waves"; /* waves colour all positions, also those that the graph does not show */
  const counts = tally(isWhole ? (misere ? solved?.answer.misere : solved?.answer.outcome)
    : shown.map(name => solved?.outcome(solved.numberOf(name), misere) ?? ""));
  return ["N", "P", "A", "B", "D"].filter(letter => counts[letter] > 0)
    .map(letter => [outcomeClass(letter), outcomeWords(letter)]);
}

/**
 * Returns the class, sign and words of what the graph shows about the current position.
 * @param {State} state
 * @returns {[string, string, string][]}
 */
function signsOf(state) {
  if (isBoardShown(state) || state.mode !== "explore" || state.look === null) return [];
  /** @type {[string, string, string][]} */
  const signs = [["line", "➞", t("best move")], ["ring", "", t("current position")]];
  return state.look.moves.length === 0 ? signs.slice(1) : signs;
}

/**
 * Returns the kinds of moves of the graph. They belong to the rules, so they are explained even
 * while answers are hidden.
 * @param {State} state
 */
const shownKinds = state => (isBoardShown(state) ? [] : kindsAmong(state.scene?.edges ?? []));

/**
 * Returns whether some positions of the graph have corners: those where B moves.
 * @param {State} state
 */
const hasCorners = state => !isBoardShown(state) && state.solved?.player(0) !== undefined;

/**
 * Returns what explains the draw of the current position: the thick moves that keep it, and the crossed ones that do not.
 * @param {State} state
 * @param {any} draw
 */
function drawSigns(state, draw) {
  if (isBoardShown(state) || state.mode !== "explore" || !isRevealed(state) || !draw) return [];
  return [
    ...(draw.cycle.length === 0 ? [] : [make("li", {}, makeMove({ rating: "neutral", stay: true }), t("keeps the draw"))]),
    ...(draw.exits.length === 0 ? [] : [make("li", {}, makeMove({ rating: "blank", exit: true }), t("gives the draw away"))]),
  ];
}

/**
 * @param {State} state
 * @param {any} draw the explanation of the draw of the current position; null if it is not a draw
 */
function showLegend(state, draw) {
  const revealed = isRevealed(state) || state.mode === "algorithm";
  const items = revealed ? legendOf(state) : [], kinds = shownKinds(state);
  const corners = hasCorners(state) ? [make("li", {}, make("span", { class: "dot corners", "aria-hidden": "true" }), t("B moves"))] : [];
  byId("legend").hidden = items.length === 0 && kinds.length === 0 && corners.length === 0;
  byId("legend").replaceChildren(
    ...items.map(([style, words]) =>
      make("li", {}, make("span", { class: `dot ${style}`, "aria-hidden": "true" }), words)),
    ...(items.length === 0 ? [] : signsOf(state)).map(([style, sign, words]) =>
      make("li", {}, make("span", { class: style, "aria-hidden": "true", text: sign }), words)),
    ...drawSigns(state, draw), ...corners, ...kinds.map(kind => make("li", { class: "kind" }, makeArrow(kind), KINDS[kind].legend)));
}

const REMEMBERED = 200; /* positions whose moves are known when the reader comes back */

/** @param {Visit} visit */
const keyOf = ({ position, others }) => JSON.stringify([position, others ?? []]);

/**
 * Returns the path of a move in a component.
 * @param {Look} before
 * @param {Look} now
 * @param {number} component
 */
function pathTo(before, now, component) {
  const position = now.components[component - 1]?.position;
  return before.moves.flatMap(move => move.steps)
    .find(step => step.component === component && step.to === position)?.path ?? null;
}

/**
 * @param {Store} store
 * @param {object} parts
 * @param {(move: MoveInfo) => void} parts.go
 * @param {() => MoveInfo | null} parts.hint
 * @param {() => boolean} parts.yours
 * @param {() => any} parts.draw the explanation of the draw of the current position
 * @param {(i: number) => void} parts.remove removes one of the other games
 * @param {import("./pointing.js").Pointing} parts.pointing
 */
export function createStage(store, { go, hint, yours, draw, remove, pointing }) {
  const actions = { go, point: (/** @type {MoveInfo[]} */ moves) => pointing.point(moves, "board") };
  const main = createBoard(1, actions);
  byId("board").append(main.root);
  /** @type {ReturnType<typeof createBoard>[]} */
  let others = [];
  /** @type {Look | null} */
  let before = null;
  /** @type {Map<string, Look>} */
  const seen = new Map();
  const choice = createChoice(byId("stages"), stage => store.change({ stage }));

  /**
   * Makes the panel of a component: its name, its position, its value if that is known, and its board. The first one is on the stage.
   * @param {number} i
   * @param {string} name
   * @param {string} position
   * @param {any} button
   * @param {any} board
   */
  function panel(i, name, position, button, board) {
    const worth = store.state.worths?.[i];
    return make("li", { class: "other" },
      make("div", { class: "head" }, make("strong", { text: name }), make("span", { class: "at", text: position }), button),
      worth === undefined ? null : make("div", { class: "worth", text: t("value {value}", { value: valueText(worth) }) }), board);
  }

  function showOthers() {
    const { others: games, look, mode } = store.state;
    byId("others").hidden = games.length === 0;
    if (others.length !== games.length) others = games.map((_, i) => createBoard(i + 2, actions));
    byId("others").replaceChildren(panel(0, titleOf(store.state), look?.position ?? "", null,
      make("div", { class: "note", text: t("shown above") })),
      ...games.map((component, i) => panel(i + 1, componentTitle(component),
        component.nim === undefined ? component.size ?? component.position ?? "" : grouped(component.nim),
        makeButton("×", () => remove(i), { class: "quiet", hidden: mode === "play",
          "aria-label": t("Remove {name}", { name: componentTitle(component) }) }),
        look?.components[i + 1]?.board ? others[i].root : null)));
    others.forEach((board, i) => showBoard(board, i + 2));
  }

  /**
   * @param {any} board
   * @param {number} component
   */
  function showBoard(board, component) {
    const { look } = store.state;
    const shown = look?.components[component - 1]?.board ?? null;
    if (look === null || shown === null) return;
    const last = visitBefore(store.state.history), known = last === null ? undefined : seen.get(keyOf(last));
    const isMoved = look !== before && known !== undefined && known === before;
    board.show({ board: shown, moves: look.moves, revealed: isRevealed(store.state), yours: yours(),
      path: known === undefined ? null : pathTo(known, look, component), isFresh: isMoved, hint: hint() });
  }

  function remember() {
    const look = currentLook(store.state), visit = currentVisit(store.state.history);
    if (look === before || look === null || visit === null) return;
    before = look;
    seen.set(keyOf(visit), look);
    if (seen.size > REMEMBERED) seen.delete(seen.keys().next().value ?? "");
  }

  function render() {
    const { state } = store, { look } = state;
    const isBoard = isBoardShown(state);
    byId("board").hidden = !isBoard;
    byId("graph").hidden = isBoard;
    byId("stages").hidden = look === null || look.board === null || state.mode === "algorithm";
    byId("tools-box").hidden = isBoard || state.mode !== "explore";
    byId("zoom").hidden = isBoard;
    byId("graph-note").hidden = isBoard;
    choice.show(isBoard ? "board" : "graph");
    showLegend(state, draw());
    if (isBoard) showBoard(main, 1);
    showOthers();
    remember();
    document.body.dataset.here = currentVertex(state) ?? "";
  }

  pointing.listen((moves, source) => {
    if (source !== "list") return;
    for (const board of [main, ...others]) board.preview(moves[0] ?? null);
  });
  store.listen(["solved"], () => seen.clear());
  store.listen(["look", "stage", "mode", "course", "answers", "solved", "others", "misere", "worths"], render);
  const explain = () => showLegend(store.state, draw());
  store.listen(["scene"], explain);
  return { render, explain };
}
