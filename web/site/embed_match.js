/* A match against the program in an embedded game. */

import { postForJson } from "./api.js";
import { make, makeButton } from "./dom.js";
import { KINDS } from "./kinds.js";
import { t } from "./language.js";
import { lookOf } from "./look.js";
import { lastMistake, moveOf, repliedMoves, resultOf, turnIn } from "./match.js";
import { sentence, withArrows } from "./messages.js";

/**
 * Returns what a move is called in the list.
 * @param {MoveInfo} move
 */
const labelOf = ({ words, to, kind }) => (kind === undefined || kind === "ordinary" ? words || to : `${KINDS[kind].arrow} ${to}`);

/**
 * Returns a match that says who is the first player, if it began at the turn of either.
 * @param {Match} match
 * @param {string} turn first or second
 * @returns {Match}
 */
const withSides = (match, turn) => (turn === "first" ? match
  : { ...match, first: match.first === "you" ? "program" : "you" });

/**
 * @param {Solved} solved
 * @param {object} options
 * @param {string} options.start where a match begins, unless the reader is at another position that has moves
 * @param {any} options.drawing of embed_drawing.js or embed_board.js, or null
 * @param {AbortSignal} options.signal
 * @param {() => void} options.changed called when a match begins or ends
 */
export function createMatch({ game }, { start, drawing, signal, changed }) {
  const words = make("p", { role: "status" }), moves = make("div", { class: "row" });
  const first = makeButton(t("Play first"), () => begin("you"));
  const second = makeButton(t("Play second"), () => begin("program"));
  const end = makeButton(t("End the match"), () => stop());
  const root = make("div", { class: "match", role: "group", "aria-label": t("Match") },
    make("div", { class: "row" }, first, second, end), words, moves);
  /** @type {Match | null} */
  let match = null;
  let turn = "first"; /* whose turn it was when the match began: first or second */
  /** @type {MoveInfo[]} */
  let offered = [];

  function showButtons() {
    first.hidden = second.hidden = match !== null;
    end.hidden = match === null;
  }

  /** @param {any} answer */
  function show(answer) {
    const sides = withSides(/** @type {Match} */ (match), turn);
    const result = resultOf(sides, answer), mistake = lastMistake(sides, answer);
    const { position, moves: all } = lookOf(answer, [""]);
    offered = result === "" ? all : [];
    const said = mistake === null ? "" : `${result === "" ? mistake.words : withArrows(mistake.sentence)} `;
    const invitation = drawing?.isBoard ? t("Your move.") : t("You are at {position}. Your move:", { position });
    words.textContent = said + (result === "" ? invitation : result);
    moves.replaceChildren(...offered.filter(move => drawing?.isListed(move) ?? true)
      .map(move => makeButton(labelOf(move), () => take(move))));
    drawing?.showMatch(answer, offered);
    if (result === "") return;
    match = null;
    drawing?.endMatch(true);
    showButtons();
  }

  /** Asks for the answer to the moves so far; on its turn the program moves. */
  async function ask() {
    const asked = /** @type {Match} */ (match);
    const isTurn = turnIn(asked) === "program";
    try {
      const answer = await postForJson("match", { game, position: asked.start.position, turn, moves: asked.moves,
        seed: asked.seed, ...(isTurn ? { reply: asked.level } : {}) }, signal);
      if (match !== asked) return;
      if (isTurn) match = { ...asked, moves: repliedMoves(asked, answer, false) };
      show(answer);
    } catch (refusal) {
      if (match === asked) words.textContent = sentence(/** @type {any} */ (refusal).message);
    }
  }

  /** @param {"you" | "program"} who */
  async function begin(who) {
    const place = drawing?.place() ?? { position: start, turn: "first" };
    ({ turn } = place);
    match = { first: who, level: "perfect", seed: 0, start: { position: place.position, others: [] }, moves: [] };
    changed();
    showButtons();
    drawing?.beginMatch();
    await ask();
  }

  function stop() {
    match = null;
    words.textContent = "";
    moves.replaceChildren();
    showButtons();
    changed();
    drawing?.endMatch(false);
  }

  /** @param {string} name */
  function go(name) {
    if (match === null || turnIn(match) !== "you") return;
    const found = offered.filter(({ steps }) => steps[0].to === name);
    if (found.length === 1) return take(found[0]);
    words.textContent = found.length === 0 ? t("There is no move to {name}.", { name })
      : t("There are moves of several kinds to {name}: choose one from the list.", { name });
  }

  /** @param {MoveInfo} move */
  function take({ steps }) {
    if (match === null || turnIn(match) !== "you") return;
    match = { ...match, moves: [...match.moves, moveOf(steps, false)] };
    offered = [];
    moves.replaceChildren();
    ask();
  }

  showButtons();
  return { root, go, take, isRunning: () => match !== null };
}
