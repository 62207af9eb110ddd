/* Goes from position to position, and asks the program about the current one. */

import { createChannel, isStale, postForJson } from "./api.js";
import { titleOf } from "./game_words.js";
import { currentVisit, goOn, startHistory } from "./history.js";
import { afterSteps, componentTitle, lockedRequest, lookOf, madeIn, positionRequest, turnOf } from "./look.js";
import { sentence } from "./messages.js";
import { currentLook, currentPosition, currentVertex, isAwaited } from "./state.js";

/**
 * Returns the names of the games of the sum, the edited game first.
 * @param {State} state
 */
const titlesOf = state => [titleOf(state), ...state.others.map(componentTitle)];

/**
 * Returns the history with the changed games of a sum.
 * @param {State} state
 * @param {{ position: string, others: Component[] }} place
 * @param {boolean} jump
 * @param {string} [words] of the move
 * @param {Partial<Visit>} [made]
 */
function continued({ history, others }, { position, others: after }, jump, words = "", made = {}) {
  const isSum = after.length > 0 || others.length > 0;
  return goOn(history, { position, ...made, ...(jump ? { jump } : {}), ...(words === "" ? {} : { words }),
    ...(isSum ? { others: after } : {}) });
}

/**
 * @param {Store} store
 */
export function createNavigation(store) {
  /** @param {MoveInfo} move */
  function makeMove(move) {
    const { state } = store;
    const position = currentPosition(state);
    if (position === null) return;
    const after = afterSteps({ position, others: state.others }, move.steps);
    const words = state.others.length > 0 ? move.to : move.words;
    store.change({ history: continued(state, after, false, words, madeIn(move.steps)), others: after.others });
  }

  /**
   * Goes to a position of the solved game: by a move if there is one, else by a jump.
   * @param {string} name
   */
  function goToPosition(name) {
    const { state } = store, { others } = state;
    const move = currentLook(state)?.moves.find(({ vertex, steps }) =>
      vertex === name && steps.length === 1 && steps[0].component === 1);
    if (others.length === 0 && currentVertex(state) === name) return;
    if (move !== undefined) makeMove(move);
    else store.change({ history: continued(state, { position: name, others }, true) });
  }

  return { makeMove, goToPosition };
}

/**
 * Returns where to begin: the first position or, if play ends there, the won position that takes
 * longest.
 * @param {Solved} solved
 */
export function firstPosition(solved) {
  if (solved.remoteness(0, false) !== 0) return solved.names[0];
  let best = 0;
  solved.names.forEach((_, v) => {
    const isWon = solved.outcome(v, false) === "N";
    if (isWon && Number(solved.remoteness(v, false)) > Number(solved.remoteness(best, false))) best = v;
  });
  return solved.names[best];
}

/**
 * Keeps the current position in the game when the game changes: the first position, if the old one
 * does not exist any more.
 * @param {Store} store
 */
function keepPosition(store) {
  const { solved, history, game } = store.state;
  if (solved === null || isAwaited(store.state)) return;
  const position = currentPosition(store.state);
  if (solved.order === 0) return store.change({ history: { entries: [], at: -1 }, look: null });
  const isRules = game.gallery !== undefined || game.folder !== undefined || game.format === "lua";
  if (position === null || (!isRules && !solved.has(position)))
    store.change({ history: startHistory(firstPosition(solved), currentVisit(history)?.others) });
}

/**
 * Asks for the moves of the current position whenever it changes.
 * @param {Store} store
 * @param {Say} say
 */
export function createLooking(store, say) {
  const channel = createChannel();
  let asked = "";

  async function look() {
    const { state } = store, { solved, history, others } = state;
    const position = currentPosition(state);
    if (solved === null || position === null || isAwaited(state)) return;
    const locked = lockedRequest(solved.game, history, state);
    const request = locked ??
      { ...positionRequest(solved.game, position, state), ...solved.limits, turn: turnOf(history), all_moves: true };
    const key = JSON.stringify(request);
    if (key === asked && state.look !== null) return;
    asked = key;
    try {
      const answer = await channel.run(signal => postForJson(locked === null ? "best" : "match", request, signal));
      solved.learn?.(answer);
      if (key === asked) store.change({ look: { ...lookOf(answer, titlesOf(store.state)), game: solved.game, others } });
    } catch (refusal) {
      if (isStale(refusal) || key !== asked) return;
      asked = "";
      failed(/** @type {any} */ (refusal));
    }
  }

  /** @param {import("./api.js").Refusal} refusal */
  function failed({ reason, message }) {
    const { solved } = store.state;
    const isGone = reason === "no-position" || reason === "not-reached";
    if (isGone && solved !== null && currentPosition(store.state) !== solved.names[0])
      return store.change({ history: startHistory(solved.names[0]) });
    store.change({ look: null });
    say(sentence(message));
  }

  store.listen(["solved"], () => keepPosition(store));
  store.listen(["solved", "history", "others", "operator", "misere"], look);
  return look;
}
