/* The inspector: the verdict on the current position in words, its moves, and, unfolded, the
 * reasons, the numbers and the theory. */

import { byId, make, makeButton } from "./dom.js";
import { GLOSSARY, makeTerm } from "./glossary.js";
import { playerName } from "./board_model.js";
import { makeArrow } from "./graph_paint.js";
import { isAgain, KINDS } from "./kinds.js";
import { language, t } from "./language.js";
import { rankedMoves } from "./look.js";
import { capital, sentence, withArrows } from "./messages.js";
import { outcomeClass, outcomeWords, reasonOf, resultClass, resultWords } from "./outcomes.js";
import { columnName, headingOf, numberText, valueText } from "./solved.js";
import { isRevealed } from "./state.js";

const MOST_MOVES = 24;

/** The moves of buttons. @type {WeakMap<Element, MoveInfo>} */
const movesOfButtons = new WeakMap();

/**
 * Returns whether the opponent has no move after a move of the game itself.
 * @param {Solved} solved
 * @returns {(move: MoveInfo) => boolean}
 */
const isStuckIn = solved => move =>
  !isAgain(move.kind) && solved.remoteness(solved.numberOf(move.vertex), false) === 0;

/**
 * Makes a move as a button: an arrow in the colour of its result, its name, and the result.
 * @param {MoveInfo} move
 * @param {{ revealed: boolean, go: (move: MoveInfo) => void, disabled?: boolean }} options
 */
function moveButton(move, { revealed, go, disabled = false }) {
  const style = revealed ? ` ${resultClass(move.result)}${move.best ? " best" : ""}` : "";
  const words = move.words !== "" ? move.words : move.to;
  const button = make("button", {
    type: "button", class: `move${style}`, disabled, data: { to: move.to },
    title: move.words === "" ? "" : t("to {name}", { name: move.to }), on: { click: () => go(move) },
  },
  make("span", { class: "arrow", "aria-hidden": "true" }, move.kind === undefined ? "→" : makeArrow(move.kind)),
  make("span", { class: "to", text: words }),
  move.kind === undefined || move.kind === "ordinary" ? null
    : make("span", { class: "kind", text: KINDS[move.kind].words }),
  revealed && move.result !== "" ? make("span", { class: "result", text: resultWords(move.result) }) : null);
  movesOfButtons.set(button, move);
  return button;
}

/**
 * Connects a list of moves with the board: what the mouse or the keyboard is at in one of them is shown
 * in the other.
 * @param {any} list
 * @param {import("./pointing.js").Pointing} pointing
 */
export function connectList(list, pointing) {
  /** @param {any} event */
  const enter = event => {
    const move = movesOfButtons.get(event.target.closest("button"));
    pointing.point(move === undefined ? [] : [move], "list");
  };
  const leave = () => pointing.point([], "list");
  for (const [name, call] of /** @type {[string, any][]} */ ([["pointerover", enter], ["focusin", enter],
    ["pointerleave", leave], ["focusout", leave]])) list.addEventListener(name, call);
  pointing.listen((moves, source) => {
    if (source !== "board") return;
    for (const button of list.querySelectorAll("button.move"))
      button.classList.toggle("pointed", moves.includes(/** @type {MoveInfo} */ (movesOfButtons.get(button))));
  });
}

/**
 * Returns moves in the order of their names, which says nothing about them: the program lists the best one first.
 * @param {MoveInfo[]} moves
 */
const namedMoves = moves => [...moves].sort((a, b) =>
  (a.words || a.to).localeCompare(b.words || b.to, language, { numeric: true }));

/**
 * @param {Look} look
 * @param {{ revealed: boolean, go: (move: MoveInfo) => void, disabled?: boolean }} options
 */
export function moveList(look, options) {
  const moves = options.revealed ? rankedMoves(look.moves) : namedMoves(look.moves);
  const item = (/** @type {MoveInfo} */ move) => make("li", {}, moveButton(move, options));
  const shown = moves.slice(0, MOST_MOVES).map(item);
  if (moves.length <= MOST_MOVES) return shown;
  const left = look.moveCount - moves.length;
  return [...shown, make("li", {}, make("details", {},
    make("summary", { text: t("{n} more {n:1=move|moves}", { n: moves.length - MOST_MOVES }) }),
    make("ul", { class: "moves" }, ...moves.slice(MOST_MOVES).map(item)),
    left > 0 ? make("p", { class: "note", text: t("and {n} that are not listed", { n: left }) }) : null))];
}

/**
 * Explains a draw. Names of positions say nothing to a reader who sees a board.
 * @param {Look} look
 * @param {any} draw
 */
function drawWords({ board }, draw) {
  if (board === null) return withArrows(draw.sentence);
  return draw.ends ? t("If both play well, nobody wins.")
    : t("Both players can avoid losing, and play goes on forever.");
}

/**
 * @param {Look} look
 * @param {State} state
 * @param {any} draw
 */
function reason(look, { solved, misere }, draw) {
  if (solved === null) return "";
  if (look.outcome === "D" && draw !== null) return drawWords(look, draw);
  if (look.payoff !== null) return "";
  return reasonOf(look, misere, look.isSum ? () => false : isStuckIn(solved));
}

/** @param {Look} look */
const verdictWords = ({ outcome, board }) =>
  capital(outcomeWords(outcome, player => playerName(board, player)));

/**
 * Says where we are: the name of the position, or on a board only whose turn it is.
 * @param {Look} look
 */
function whereLine(look) {
  const player = look.player === undefined ? "" : t("{player} to move", { player: playerName(look.board, look.player) });
  if (look.isSum) return make("p", { class: "where", text: t("{n} {n:1=game|games}", { n: look.components.length }) });
  if (look.board !== null && player !== "")
    return make("p", { class: "where", title: look.position }, make("strong", { text: player }));
  if (look.board !== null && look.board.kind !== "heaps") /* the board says it better */
    return make("p", { class: "where", title: look.position }, look.turn === "first" ? t("The first player is to move") : t("The second player is to move"));
  return make("p", { class: "where" }, t("Position"), " ", make("strong", { text: look.position }),
    player === "" ? "" : `, ${player}`);
}

/**
 * @param {Look} look
 * @param {State} state
 */
function heading(look, { solved }) {
  if (look.outcome !== "")
    return make("h2", { class: `verdict ${outcomeClass(look.outcome)}` },
      make("span", { class: "dot", "aria-hidden": "true" }),
      make("span", { text: verdictWords(look) }), makeTerm(look.outcome));
  const v = solved?.numberOf(look.vertex) ?? -1;
  const [least, most] = ["guarantee", "cap"].map(column =>
    (solved?.answer[column] === undefined || v < 0 ? "" : solved.text(column, v)));
  const words = least === "" && most === "" ? t("Unknown") : least === most ? t("A gets {amount}", { amount: least })
    : t("A gets at least {least}, at most {most}", { least: least || "–", most: most || "–" });
  return make("h2", { class: "verdict" }, make("span", { text: words }));
}

/**
 * Lets the reader guess while the answers are hidden; games with payoffs have no winner to guess.
 * @param {Look} look
 * @param {() => void} reveal
 */
function guess(look, reveal) {
  const show = makeButton(t("Show the answers"), reveal, { class: "quiet" });
  if (look.outcome === "") return [show];
  const said = make("p", { class: "reason", role: "status" });
  const answers = look.player === undefined
    ? [["N", t("The player to move")], ["P", t("The opponent")], ["D", t("Nobody")]]
    : [["A", playerName(look.board, "A")], ["B", playerName(look.board, "B")], ["D", t("Nobody")]];
  const buttons = answers.map(([outcome, words]) => makeButton(words, () => {
    said.textContent = outcome === look.outcome ? t("Right!") : t("Not so. Try again, or look at the answer.");
  }));
  return [
    make("h2", { class: "verdict", text: t("Who wins from here?") }),
    make("div", { class: "row", role: "group", "aria-label": t("Your guess") }, ...buttons),
    said, show,
  ];
}

/**
 * @param {Store} store
 * @param {ReturnType<typeof import("./why.js").createWhy>} why
 */
function showVerdict(store, why) {
  const { state } = store, { look } = state;
  if (look === null)
    return byId("verdict").replaceChildren(...(state.solved?.order === 0
      ? [make("p", { class: "where", text: t("The game has no positions yet.") })] : []));
  const where = whereLine(look);
  if (!isRevealed(state))
    return byId("verdict").replaceChildren(where,
      ...guess(look, () => store.change({ answers: true })));
  const words = reason(look, state, why.draw());
  byId("verdict").replaceChildren(where, heading(look, state),
    make("p", { class: "reason", text: words }));
}

/**
 * @param {any} answer
 */
function sentencesOf(answer) {
  if (answer === null) return [];
  if (answer.message !== undefined) return [make("li", { text: sentence(answer.message) })];
  return answer.paragraphs.flat().map((/** @type {any} */ { sentence: text, details }) =>
    make("li", { text: withArrows(text) }, details.length === 0 ? null :
      make("ul", {}, ...details.map((/** @type {any} */ detail) =>
        make("li", { text: withArrows(detail.sentence) })))));
}

/**
 * Returns [column, text] of the numbers of the current position.
 * @param {State} state
 */
function numbersOf({ solved, look }) {
  if (solved === null || look === null) return [];
  if (look.isSum)
    return [["value", valueText(look.value)], ["remoteness", numberText(look.remoteness)]]
      .filter(([, text]) => text !== "?");
  const v = solved.numberOf(look.vertex);
  if (v < 0) return [];
  return solved.columns.filter(column => column !== "outcome" && column !== "player")
    .map(column => [column, solved.text(column, v) || "–"]);
}

/** @param {string} text */
const termOfValue = text => (text.startsWith("∞") ? "∞(K)" : "value");

/** @param {State} state */
function showNumbers(state) {
  byId("numbers-list").replaceChildren(...numbersOf(state).map(([column, text]) => {
    const key = column === "value" ? termOfValue(text) : column;
    return make("div", {}, make("dt", {}, makeTerm(key, columnName(column))), make("dd", { text }));
  }));
}

function fillTheory() {
  const shown = ["N", "P", "D", "value", "∞(K)", "remoteness", "counter", "ν", "σ"];
  byId("theory-list").replaceChildren(...shown.flatMap(key => [
    make("dt", { text: headingOf(key) }), make("dd", { text: GLOSSARY[key].replace(/^[^:.]*: /, "") })]));
}

/**
 * @param {Store} store
 * @param {ReturnType<typeof import("./why.js").createWhy>} why
 * @param {(move: MoveInfo) => void} go
 */
export function createInspector(store, why, go) {
  function render() {
    const { state } = store, { look } = state;
    const revealed = isRevealed(state);
    showVerdict(store, why);
    byId("moves-title").hidden = look === null;
    byId("moves-title").textContent = look === null ? "" : look.moves.length === 0 ? t("No moves") : t("Moves");
    byId("moves").replaceChildren(...(look === null ? [] : moveList(look, { revealed, go })));
    byId("unfold").hidden = !revealed;
    const sentences = sentencesOf(why.current());
    byId("why-box").hidden = sentences.length === 0;
    byId("why").replaceChildren(...sentences);
    showNumbers(state);
  }
  fillTheory();
  store.listen(["look", "answers", "mode", "solved"], render);
  store.listen(["solved"], ({ solved }) => { if (solved === null) byId("inspector").scrollTop = 0; }); /* another game */
  return { render };
}
