/* What the program says about the current position: its verdict, its moves and its board, from
 * /api/best. */

import { stepWords } from "./board_model.js";
import { isAgain, isLocked, stepSign, targetOf } from "./kinds.js";
import { t } from "./language.js";
import { moveRank } from "./outcomes.js";

/** @type {Record<string, "wins" | "loses" | "draws">} */
const RESULTS = { win: "wins", loss: "loses", draw: "draws" };

/**
 * Returns whose turn it is after the moves since the beginning of the line, or since a jump.
 * @param {Walk} history
 * @returns {"first" | "second"}
 */
export function turnOf({ entries, at }) {
  let moves = 0;
  for (let i = at; i >= 0 && entries[i].parent >= 0 && !entries[i].jump; i = entries[i].parent)
    if (!isAgain(entries[i].made?.kind)) moves++;
  return moves % 2 === 0 ? "first" : "second";
}

/**
 * Returns a component as the API takes it.
 * @param {Component} component
 */
export function askedComponent(component) {
  if (component.nim !== undefined) return { nim: component.nim };
  if (component.heap !== undefined)
    return { heap: component.heap, size: (component.size ?? "").split(",").map(Number) };
  const { game, position } = component;
  return { game, position };
}

/**
 * Returns the part of requests to /api/best and /api/match that describes a position.
 * @param {Game} game
 * @param {string} position
 * @param {{ others: Component[], operator: string, misere: boolean }} sum
 */
export function positionRequest(game, position, { others, operator, misere }) {
  const rule = misere ? { misere } : {};
  if (others.length === 0) return { game, position, ...rule };
  const components = [{ game, position }, ...others.map(askedComponent)];
  return { components, operator, ...rule };
}

/**
 * Returns the last move of the history if it is in a sum and the next move must be made in the same
 * game, so that the position alone does not say which moves there are; null otherwise.
 * @param {Walk} history
 */
export function lockingMove({ entries, at }) {
  const made = entries[at]?.made, before = entries[entries[at]?.parent ?? -1];
  return made === undefined || before === undefined || !isLocked(made.kind) || !before.others?.length ? null
    : { before, made };
}

/**
 * Returns the request to /api/match about the position after a move that restricts the next one.
 * @param {Game} game
 * @param {Walk} history
 * @param {{ operator: string, misere: boolean }} sum
 */
export function lockedRequest(game, history, { operator, misere }) {
  const lock = lockingMove(history);
  if (lock === null) return null;
  const { before: { position, others = [] }, made } = lock;
  return { ...positionRequest(game, position, { others, operator, misere }),
    moves: [[{ component: made.component, position: targetOf(made) }]],
    turn: turnOf({ entries: history.entries, at: history.entries[history.at].parent }) };
}

/**
 * Returns what the history keeps about a move apart from its position: its kind, if there are kinds of moves, and its
 * steps as /api/match takes them, unless it moves the first game alone.
 * @param {any[]} steps
 * @returns {Pick<Visit, "made" | "move">}
 */
export function madeIn(steps) {
  const [{ component, to, kind }] = steps, isPlain = steps.length === 1 && component === 1;
  return { ...(kind === undefined ? {} : { made: { component, to, kind } }),
    ...(isPlain ? {} : { move: steps.map(step => ({ component: step.component, position: targetOf(step) })) }) };
}

/**
 * Describes a move of a sum: "Nim heap: 3 → 1".
 * @param {any} step
 * @param {string[]} titles
 */
const stepText = ({ component, words, ...step }, titles) =>
  `${titles[component - 1] ?? t("game")}: ${words ? stepWords(null, { words }) : stepSign(step)}`;

/**
 * If the same player moves again, the program lists the whole turn; the move of the page is the first
 * one of it.
 * @param {any} move of the program
 * @param {string[]} titles of the components; one: the game alone
 * @param {any} board of the game alone
 * @returns {MoveInfo}
 */
function moveInfo(move, titles, board) {
  const [first, ...rest] = move.steps;
  const isSum = titles.length > 1, isTurn = isAgain(first.kind);
  const steps = isTurn ? [first] : move.steps;
  return {
    to: isSum ? steps.map((/** @type {any} */ step) => stepText(step, titles)).join(", ") : first.to,
    vertex: first.component === 1 ? first.reduced ?? first.to : "",
    outcome: move.outcome ?? "",
    result: RESULTS[move.verdict] ?? "",
    best: move.best === true,
    words: isSum ? "" : stepWords(board, first),
    steps,
    kind: first.kind,
    then: !isTurn ? "" : rest.map((/** @type {any} */ step) =>
      (isSum ? stepText(step, titles) : stepSign(step))).join(", "),
  };
}

/**
 * @param {any} answer of /api/best, or a position and the moves of /api/match
 * @param {string[]} titles
 * @returns {Look}
 */
export function lookOf(answer, titles) {
  const [main] = answer.components;
  const moves = answer.moves.map((/** @type {any} */ move) => moveInfo(move, titles, main.board ?? null));
  return {
    position: main.position,
    vertex: main.reduced ?? main.position,
    outcome: answer.outcome ?? "",
    player: answer.player ?? undefined,
    payoff: answer.payoff ?? null,
    remoteness: answer.remoteness ?? null,
    value: answer.value ?? null,
    turn: answer.turn,
    over: answer.over,
    moves,
    complete: answer.complete !== false,
    moveCount: answer.move_count ?? moves.length,
    board: main.board ?? null,
    components: answer.components,
    isSum: titles.length > 1,
  };
}

/**
 * Returns the moves with the best ones first.
 * @param {MoveInfo[]} moves
 */
export const rankedMoves = moves => [...moves].sort((a, b) => moveRank(a) - moveRank(b));

/**
 * Returns the components after a move: the position of the game, and the other ones.
 * @param {{ position: string, others: Component[] }} before
 * @param {any[]} steps
 */
export function afterSteps({ position, others }, steps) {
  const after = { position, others: [...others] };
  for (const { component, to } of steps) {
    if (component === 1) after.position = to;
    else after.others[component - 2] = movedComponent(others[component - 2], to);
  }
  return after;
}

/**
 * @param {Component} component
 * @param {string} to
 * @returns {Component}
 */
function movedComponent(component, to) {
  if (component.nim !== undefined) return { nim: Number(to) };
  if (component.heap !== undefined) return { ...component, size: to };
  return { ...component, position: to };
}

/** What heap games are called. @type {Record<string, string>} */
export const HEAP_TITLES = {
  kayles: t("Kayles"), "dawson-chess": t("Dawson's Chess"), grundy: t("Grundy's game"), lasker: t("Lasker's Nim"),
};

/** @param {Component} component */
export function componentTitle({ nim, heap, title }) {
  if (nim !== undefined) return t("Nim heap");
  return heap === undefined ? title ?? t("game") : HEAP_TITLES[heap] ?? heap;
}
