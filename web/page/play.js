/* The mode Play: a match against the program, or of two people on one screen. The program decides what is legal, how a
 * move is judged, and what it replies. */

import { createChannel, isStale, postForJson } from "./api.js";
import { playerName } from "./board_model.js";
import { byId, createChoice, isCalm, make, makeButton } from "./dom.js";
import { currentVisit, goOn, goTo, isRoot, movedLine, startHistory } from "./history.js";
import { moveList } from "./inspector.js";
import { t } from "./language.js";
import { afterSteps, madeIn, positionRequest } from "./look.js";
import {
  decisionWords, endWords, hintWords, isForTwo, isStart, isYours, lastMistake, moveOf, moveWords, repetitionWords, repliedMoves, resultOf, sideOf, takenBack, transcriptOf, turnIn, winnerOf,
} from "./match.js";
import { sentence, withArrows } from "./messages.js";
import { currentLook, currentPosition } from "./state.js";

const PAUSE = () => (isCalm() ? 0 : 650); /* milliseconds before the program moves */

/**
 * Returns the history at the end of a match, from the positions that the computer lists. Other lines are kept.
 * @param {Match} match
 * @param {any} answer
 * @param {Walk} before
 * @returns {{ history: Walk, others: Component[] }}
 */
function followed(match, answer, before) {
  const { start } = match, root = before.entries.findIndex(visit => isRoot(visit) && isStart(match, visit));
  let place = start, history = root >= 0 ? goTo(before, root)
    : startHistory(start.position, start.others.length > 0 ? start.others : undefined);
  answer.history.forEach((/** @type {any} */ { steps }, /** @type {number} */ i) => {
    const words = moveWords(answer, i);
    place = afterSteps(place, steps);
    history = goOn(history, { position: place.position, ...madeIn(steps), ...(words === "" ? {} : { words }),
      ...(start.others.length > 0 ? { others: place.others } : {}) }, true);
  });
  return { history, others: place.others };
}

/**
 * Says what the buttons that start a match do, or why they cannot.
 * @param {State} state
 * @param {string} level
 */
function setupWords({ look, solved }, level) {
  if (solved?.order === 0) return t("The game has no positions yet.");
  if (look?.moves.length === 0)
    return t("There is no move from the current position. Choose another one in Explore, and come back.");
  return level === "person" ? t("Two people take turns at this screen, from the current position. The answers stay hidden.")
    : t("Play against the computer from the current position. The answers stay hidden.");
}

/**
 * @param {State} state
 * @param {string} level
 */
function showSetup(state, level) {
  byId("setup").hidden = state.match !== null;
  byId("setup-words").textContent = setupWords(state, level);
  byId("play-first").textContent = level === "person" ? t("Start|match") : t("I move first");
  byId("play-second").hidden = level === "person";
  for (const id of ["play-first", "play-second"])
    byId(id).disabled = state.look === null || state.look.moves.length === 0;
}

/**
 * Says which person is to move.
 * @param {Match} match
 * @param {Look | null} look
 */
function turnWords(match, look) {
  const who = !isForTwo(match) ? t("Your turn") : turnIn(match) === "you" ? t("The first player's turn") : t("The second player's turn");
  return look?.player === undefined ? `${who}.` : t("{who}, as {player}.", { who, player: playerName(look.board, look.player) });
}

/**
 * Shows the panel of a match.
 * @param {Store} store
 * @param {any} match
 * @param {any} answer
 * @param {object} actions
 * @param {(move: MoveInfo) => void} actions.go
 * @param {() => void} actions.tryAgain
 * @param {() => void} actions.explain
 * @param {(number: number) => void} actions.lookAt
 * @param {boolean} why whether the mistake is explained
 */
function showMatch(store, match, answer, { go, tryAgain, explain, lookAt }, why) {
  const known = currentLook(store.state);
  const result = answer === null ? "" : resultOf(match, answer);
  const mayMove = isYours(match) && result === "";
  byId("turn").textContent = result !== "" ? result : !mayMove ? t("The computer is thinking …") : turnWords(match, known);
  byId("repetition").textContent = answer === null ? "" : result === "" ? repetitionWords(answer)
    : endWords(match, known, store.state.misere);
  const mistake = answer === null ? null : lastMistake(match, answer);
  byId("mistake").hidden = mistake === null;
  if (mistake !== null)
    byId("mistake").replaceChildren(make("p", { text: why ? withArrows(mistake.sentence) : mistake.words }),
      makeButton(t("Try again"), tryAgain), why ? "" : makeButton(t("Why?"), explain));
  byId("play-moves").replaceChildren(...(mayMove && known !== null ? moveList(known, { revealed: false, go }) : []));
  byId("play-moves-box").hidden = !mayMove;
  byId("transcript").replaceChildren(...(answer === null ? [] : transcriptOf(match, answer, result !== "")
    .map((/** @type {any} */ { who, text, verdict, isMistake }, /** @type {number} */ i) => make("li", {},
      make("strong", { text: `${who}:` }), ` ${text}`,
      verdict === "" ? null : make("em", { class: isMistake ? "wrong" : "", text: ` ${verdict}` }),
      isMistake ? makeButton(t("Look"), () => lookAt(i), { class: "quiet", "aria-label": t("Look at the position before move {n}", { n: i + 1 }) })
        : null))));
  byId("decision").textContent = result === "" || answer === null ? "" : decisionWords(match, answer);
  byId("agree").hidden = result !== "" || answer === null || answer.occurrences < 3;
  byId("after-match").hidden = result === "";
  byId("leave-match").hidden = result !== "";
  byId("hint").hidden = !mayMove;
  byId("take-back").hidden = !match.moves.some((/** @type {any} */ _, /** @type {number} */ i) =>
    isYours({ ...match, moves: match.moves.slice(0, i) }));
}

/**
 * Asks the program about the match after every move; on its turn it replies.
 * @param {Store} store
 * @param {(answer: any) => void} answered
 * @param {Say} say
 */
function createReferee(store, answered, say) {
  const channel = createChannel();
  /** @type {Map<string, any>} */
  const known = new Map(); /* answers that came with a reply */

  /** @param {Match} match */
  function requestOf(match) {
    const { solved, operator, misere } = store.state;
    const { game, limits } = /** @type {Solved} */ (solved);
    const { start, moves, seed, level } = match;
    const reply = !isYours(match) && !match.agreed ? { reply: level } : {};
    return { ...positionRequest(game, start.position, { others: start.others, operator, misere }),
      ...limits, moves, seed, ...reply };
  }

  /**
   * @param {Match} match
   * @param {any} answer with a reply
   */
  function applyReply(match, answer) {
    const next = { ...match, moves: repliedMoves(match, answer, match.start.others.length > 0) };
    known.set(JSON.stringify(next.moves), answer);
    setTimeout(() => {
      if (store.state.match === match && store.state.mode === "play")
        store.change({ match: next, ...followed(next, answer, store.state.history) });
    }, PAUSE());
  }

  /**
   * Goes back to the position of the match, if the reader has explored others meanwhile.
   * @param {Match} match
   * @param {any} answer without a reply
   */
  function returnToMatch(match, answer) {
    const place = followed(match, answer, store.state.history);
    if (currentVisit(place.history)?.position !== currentPosition(store.state)) store.change(place);
  }

  return async function ask() {
    const { match, solved, mode } = store.state;
    if (match === null || solved === null || mode !== "play") return;
    const key = JSON.stringify(match.moves), held = known.get(key);
    known.clear();
    if (held !== undefined) return answered(held);
    try {
      const answer = await channel.run(signal => postForJson("match", requestOf(match), signal));
      if (store.state.match !== match) return;
      if (!answer.legal) {
        say(sentence(answer.illegal.message));
        return store.change({ match: { ...match, moves: match.moves.slice(0, answer.illegal.number - 1) } });
      }
      const hasReply = answer.history.at(-1)?.reply === true;
      returnToMatch(match, hasReply ? { ...answer, history: answer.history.slice(0, match.moves.length) } : answer);
      answered(answer);
      if (hasReply) applyReply(match, answer);
    } catch (refusal) {
      if (!isStale(refusal)) say(sentence(/** @type {any} */ (refusal).message));
    }
  };
}

/**
 * Goes to the position before a move of a match, and shows the answers there.
 * @param {Store} store
 * @param {any} answer
 * @param {number} number of the move, from 0
 */
function lookBack(store, answer, number) {
  const { match } = store.state;
  if (match === null) return;
  const walk = followed(match, answer, store.state.history).history, history = goTo(walk, movedLine(walk)[number]);
  store.change({ mode: "explore", answers: true, history, others: currentVisit(history)?.others ?? [] });
}

/**
 * Starts the same match again.
 * @param {Store} store
 */
function playAgain(store) {
  const { match } = store.state;
  if (match === null) return;
  const { start } = match;
  store.change({ match: { ...match, moves: [], agreed: false, seed: match.seed + 1 }, others: start.others,
    history: startHistory(start.position, start.others.length > 0 ? start.others : undefined) });
}

/**
 * Hints at a best move when asked to, once the moves are known.
 * @param {Store} store
 * @param {Say} say
 * @param {() => void} hinted called when a move is to be marked
 */
function createHint(store, say, hinted) {
  /** @type {"" | "asked" | "said"} */
  let progress = "";

  function tell() {
    const look = currentLook(store.state);
    if (progress !== "asked" || look === null) return;
    progress = "said";
    hinted();
    say(hintWords(look));
  }

  store.listen(["history"], () => { progress = ""; });
  store.listen(["look"], tell);
  return {
    ask() { progress = "asked"; tell(); },
    /** Returns the move to hint at; null: none. */
    move: () => (progress === "said" ? currentLook(store.state)?.moves.find(move => move.best) ?? null : null),
  };
}

/**
 * @param {Store} store
 * @param {Say} say
 * @param {() => void} hinted called when the move of a hint is to be marked
 */
export function createPlay(store, say, hinted) {
  /** @type {any} */
  let answer = null;
  let level = "fair", isExplained = false;
  const hint = createHint(store, say, hinted);

  const choice = createChoice(byId("levels"), wanted => {
    level = wanted;
    choice.show(level);
    const { match } = store.state;
    if (match !== null) store.change({ match: { ...match, level } });
    else render();
  });

  function render() {
    const { match, mode } = store.state;
    byId("match").hidden = match === null;
    showSetup(store.state, match?.level ?? level);
    if (match === null || mode !== "play") return;
    choice.show(match.level);
    showMatch(store, match, answer, { go, tryAgain, explain, lookAt: number => lookBack(store, answer, number) },
      isExplained);
  }

  const ask = createReferee(store, found => {
    answer = found;
    isExplained = false;
    render();
    const { match } = store.state;
    if (match !== null) store.change({ winner: winnerOf(match, found) });
  }, say);

  function explain() {
    isExplained = true;
    render();
  }

  /** @param {"you" | "program"} first */
  function start(first) {
    const position = currentPosition(store.state);
    if (position === null) return;
    const { others } = store.state;
    answer = null;
    const seed = Math.floor(Math.random() * 1e6);
    store.change({ match: { first, level, seed, start: { position, others }, moves: [] },
      history: startHistory(position, others.length > 0 ? others : undefined) });
  }

  /** @param {MoveInfo} move */
  function go(move) {
    const { match, others } = store.state;
    const position = currentPosition(store.state);
    if (match === null || position === null || !yours()) return;
    const isSum = match.start.others.length > 0;
    const after = afterSteps({ position, others }, move.steps);
    store.change({
      match: { ...match, moves: [...match.moves, moveOf(move.steps, isSum)] },
      history: goOn(store.state.history, { position: after.position, ...madeIn(move.steps),
        ...(move.words === "" ? {} : { words: move.words }), ...(isSum ? { others: after.others } : {}) }, true),
      others: after.others,
    });
  }

  /** Takes back your last move and the reply. */
  async function tryAgain() {
    const { match } = store.state;
    if (match === null) return;
    const back = takenBack(match);
    const kept = { ...answer, history: (answer?.history ?? []).slice(0, back.moves.length) };
    answer = null;
    store.change({ match: back, ...followed(back, kept, store.state.history) });
  }

  /** Whether the reader may move. */
  function yours() {
    const { match, mode } = store.state;
    if (mode !== "play") return mode === "explore";
    return match !== null && isYours(match) && (answer === null || resultOf(match, answer) === "");
  }

  const clicks = {
    "play-first": () => start("you"),
    "play-second": () => start("program"),
    hint: hint.ask,
    "take-back": tryAgain,
    agree: () => {
      const { match } = store.state;
      if (match !== null) store.change({ match: { ...match, agreed: true } });
    },
    "play-again": () => { answer = null; playAgain(store); },
    "leave-match": () => leave(),
    "see-answers": () => leave({ mode: "explore", answers: true }),
  };
  /** Ends the match. @param {Partial<State>} [patch] what else changes, at once: the address before it keeps the match */
  function leave(patch = {}) {
    answer = null;
    store.change({ match: null, ...patch });
  }
  for (const [id, call] of Object.entries(clicks)) byId(id).addEventListener("click", call);
  choice.show(level);
  store.listen(["match", "mode", "solved"], ask);
  store.listen(["match", "mode", "look", "solved"], render);
  store.listen(["game", "misere", "operator"], (state, keys) => { /* Back opens a game with its match */
    if (keys.includes("match")) answer = null; else if (state.match !== null) leave();
  });

  return {
    go,
    yours,
    hint: hint.move,
    result: () => sideOf(store.state.match, answer),
    transcript: () => (answer === null || store.state.match === null ? ""
      : transcriptOf(store.state.match, answer, true)
        .map((/** @type {any} */ { who, text, verdict }, /** @type {number} */ i) =>
          `${i + 1}. ${who}: ${text}${verdict === "" ? "" : ` (${verdict})`}`).join("\n")),
  };
}
