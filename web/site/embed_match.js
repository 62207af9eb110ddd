/* A match against the program in an embedded game. */

import { postForJson } from "./api.js";
import { make, makeButton } from "./dom.js";
import { KINDS, targetOf } from "./kinds.js";
import { lastMistake, repliedMoves, resultOf, turnIn } from "./match.js";
import { sentence, withArrows } from "./messages.js";

/**
 * @param {Solved} solved
 * @param {object} options
 * @param {string} options.start
 * @param {any} options.drawing of embed_drawing.js, or null
 * @param {AbortSignal} options.signal
 * @param {() => void} options.changed called when a match begins or ends
 */
export function createMatch({ game }, { start, drawing, signal, changed }) {
  const words = make("p", { role: "status" }), moves = make("div", { class: "row" });
  const first = makeButton("Play first", () => begin("you"));
  const second = makeButton("Play second", () => begin("program"));
  const end = makeButton("End the match", () => stop());
  const root = make("section", { class: "match", "aria-label": "Match" },
    make("div", { class: "row" }, first, second, end), words, moves);
  /** @type {Match | null} */
  let match = null;
  /** @type {{ name: string, move: string, label: string }[]} */
  let offered = [];

  function showButtons() {
    first.hidden = second.hidden = match !== null;
    end.hidden = match === null;
  }

  /** @param {any} answer */
  function show(answer) {
    const now = /** @type {Match} */ (match);
    const result = resultOf(now, answer), mistake = lastMistake(now, answer);
    const { position } = answer.components[0];
    offered = result !== "" ? [] : answer.moves.map((/** @type {any} */ { steps: [step] }) => ({
      name: step.to, move: targetOf(step),
      label: step.kind === undefined || step.kind === "ordinary" ? step.to : `${KINDS[step.kind].arrow} ${step.to}`,
    }));
    const said = mistake === null ? "" : `${result === "" ? mistake.words : withArrows(mistake.sentence)} `;
    words.textContent = said + (result === "" ? `You are at ${position}. Your move:` : result);
    moves.replaceChildren(...offered.map(({ label, move }) => makeButton(label, () => take(move))));
    drawing?.select(position, offered.map(({ name }) => name));
    if (result === "") return;
    match = null;
    drawing?.hideAnswers(false);
    showButtons();
  }

  /** Asks for the answer to the moves so far; on its turn the program moves. */
  async function ask() {
    const asked = /** @type {Match} */ (match);
    const isTurn = turnIn(asked) === "program";
    try {
      const answer = await postForJson("match", { game, position: asked.start.position, moves: asked.moves,
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
    /** @type {Match} */
    const mine = { first: who, level: "perfect", seed: 0, start: { position: start, others: [] }, moves: [] };
    match = mine;
    changed();
    showButtons();
    await drawing?.hideAnswers(true);
    if (match === mine) await ask();
  }

  async function stop() {
    match = null;
    words.textContent = "";
    moves.replaceChildren();
    showButtons();
    changed();
    await drawing?.hideAnswers(false);
    drawing?.select("");
  }

  /** @param {string} name */
  function go(name) {
    if (match === null || turnIn(match) !== "you") return;
    const found = offered.filter(one => one.name === name);
    if (found.length === 1) return take(found[0].move);
    words.textContent = found.length === 0 ? `There is no move to ${name}.`
      : `There are moves of several kinds to ${name}: choose one from the list.`;
  }

  /** @param {string} move as /api/match takes it */
  function take(move) {
    if (match === null || turnIn(match) !== "you") return;
    match = { ...match, moves: [...match.moves, move] };
    offered = [];
    moves.replaceChildren();
    ask();
  }

  showButtons();
  return { root, go, isRunning: () => match !== null };
}
