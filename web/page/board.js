/* The board: components next to each other, the value of the compound, and a match. */

import { createChannel, isStale } from "./api.js";
import { createCard } from "./card.js";
import { bestMoves, evaluate, findMove, isHeap, movedTo, moveText, titleOf } from "./compound.js";
import { byId, debounce, fillSelect, make } from "./dom.js";
import { bestList, matchLine, numbersOf, outcomeLine, transcriptItems } from "./evaluation.js";
import { createFocusKeeper } from "./focus.js";
import { createMatch, isRepeated, makeMove, resultOf, takeBack } from "./match.js";
import { sentence } from "./messages.js";
import { isAwaited, OPERATORS } from "./state.js";

const HEAPS = ["kayles:7", "dawson-chess:7", "grundy:7", "lasker:5"];
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450; /* milliseconds */

/* Returns whether it is a component of the edited game. */
const isOfText = component => !isHeap(component) && component.game === undefined;

/* Returns the targets of moves in a component, each with the outcome after a move in this component
 * alone, and whether it is part of a best move. */
function targetsOf(answer, number) {
  const targets = new Map();
  for (const { moves, outcome } of answer?.all_moves ?? []) {
    for (const { component, to, words } of moves) {
      if (component !== number) continue;
      const target = targets.get(to) ?? { to, words, outcome: "", best: false };
      if (moves.length === 1) target.outcome = outcome;
      targets.set(to, target);
    }
  }
  for (const { moves } of answer === null ? [] : bestMoves(answer)) {
    for (const { component, to } of moves)
      if (component === number && targets.has(to)) targets.get(to).best = true;
  }
  return [...targets.values()];
}

export function createBoard(store) {
  const channel = createChannel();
  const focus = createFocusKeeper(byId("components"));
  let answer = null; /* of /api/best for the current board; null while it is being computed */
  let match = null;
  let picks = new Map(); /* parts of a move, in compounds other than sums */
  let hinted = false, examples = [], said = "";
  let refused = null; /* why the answer is missing, as properties of a paragraph */

  const describe = move => moveText(move, store.state.board.components, store.state.title);
  const isYours = () => match === null || (match.turn === "you" && match.result === null);
  const isOver = () => match !== null && match.result !== null;
  /* During a match the evaluation is hidden unless the player asks for a hint. */
  const isRevealed = () => answer !== null && (match === null || (hinted && !isOver()));
  const isBusy = () => byId("board").getAttribute("aria-busy") === "true";
  const setBusy = busy =>
    byId("board").setAttribute("aria-busy", String(busy || isAwaited(store.state)));

  /* Returns whether there is a move, as far as is known. */
  const isPlayable = () => refused === null && (answer === null || answer.all_moves.length > 0);

  function setComponents(components) {
    picks = new Map();
    hinted = false;
    answer = null;
    store.adjust("board", { components });
  }

  /* ---- evaluation ---- */

  async function ask() {
    const { solved, board } = store.state;
    if (solved === null) return;
    if (board.components.length === 0) return showOnly({ text: "The board is empty." });
    if (solved.order === 0 && board.components.some(isOfText))
      return showOnly({ text: "The game has no positions yet." });
    setBusy(true);
    try {
      const known = await channel.run(signal => evaluate(board, solved, signal));
      if (store.state.board === board && store.state.solved === solved) answered(known);
    } catch (refusal) {
      if (!isStale(refusal)) showOnly({ class: "wrong", text: sentence(refusal.message) });
    }
  }

  function showOnly(words) {
    answer = null;
    refused = words;
    endUnplayed();
    setBusy(false);
    render();
  }

  /* Cancels a match that was started before it was known that no move exists. */
  function endUnplayed() {
    if (match !== null && match.made.length === 0) match = null;
  }

  function answered(known) {
    answer = known;
    setBusy(false);
    if (!isPlayable()) endUnplayed();
    if (match !== null && known.all_moves.length === 0) match.result ??= resultOf(match, known);
    render();
    if (match !== null && !isOver() && match.turn === "program") replyLater(match);
  }

  /* ---- moving ---- */

  /* Ignores moves until the board is evaluated: the page may still show the previous one. */
  function play(move) {
    if (answer === null) return;
    const { components } = store.state.board;
    said = "";
    if (match !== null)
      setComponents(makeMove(match, components, move, describe(move), answer));
    else setComponents(move.moves.reduce((all, { component, to }) =>
      all.with(component - 1, movedTo(all[component - 1], to)), components));
  }

  function replyLater(current) {
    setTimeout(() => {
      const waits = match === current && match.turn === "program" && !isOver();
      if (waits && answer !== null) play(bestMoves(answer)[0]);
    }, PAUSE);
  }

  function playPicked() {
    const move = answer === null ? undefined : findMove(answer.all_moves, picks);
    if (move !== undefined) play(move);
  }

  /* Handles a click on a target: in a sum it is a move, otherwise a part of a move. */
  function pick(component, to) {
    if (!isYours() || answer === null) return;
    const { operator, components } = store.state.board;
    if (operator === "+" || components.length === 1) {
      picks = new Map([[component, to]]);
      return playPicked();
    }
    if (picks.get(component) === to) picks.delete(component);
    else picks.set(component, to);
    render();
  }

  /* ---- the match ---- */

  function start(first) {
    match = createMatch(first, store.state.board.components);
    said = "";
    hinted = false;
    render();
    if (answer !== null) answered(answer);
  }

  function again() {
    match = createMatch(match.first, match.start);
    setComponents(match.start);
  }

  function leave() {
    match = null;
    render();
  }

  function undoMove() {
    const before = takeBack(match);
    if (before !== null) setComponents(before);
  }

  function agree() {
    match.result = { winner: null };
    render();
  }

  function hint() {
    hinted = true;
    render();
  }

  /* ---- rendering ---- */

  function showVerdict() {
    const parts = [];
    if (match !== null)
      parts.push(make("p", { class: "turn", text: matchLine(match, answer?.player) }));
    if (said !== "") parts.push(make("p", { text: said }));
    if (refused !== null) parts.push(make("p", refused));
    if (isRevealed()) parts.push(outcomeLine(answer), numbersOf(answer));
    if (isRevealed() && match !== null && answer.moves.length > 0)
      parts.push(make("p", { text: `Best move: ${describe(bestMoves(answer)[0])}.` }));
    byId("verdict").replaceChildren(...parts);
  }

  function showBest() {
    const shown = isRevealed() && answer.all_moves.length > 0;
    byId("best").replaceChildren(
      ...(shown ? bestList(answer, { describe, play, yours: isYours() }) : []));
  }

  function showTranscript() {
    byId("transcript-box").hidden = match === null;
    byId("transcript").replaceChildren(...(match === null ? [] : transcriptItems(match, answer)));
  }

  function showControls() {
    const playing = match !== null;
    const { operator, components } = store.state.board;
    const yourMatch = playing && isYours();
    const seen = {
      adding: !playing,
      "play-me": !playing,
      "play-program": !playing,
      again: isOver(),
      leave: playing,
      hint: yourMatch && !hinted,
      "take-back": playing && match.made.some(made => made.by === "you"),
      agree: yourMatch && isRepeated(match, components),
      "make-move": operator !== "+" && components.length > 1 && isYours(),
    };
    for (const [id, shown] of Object.entries(seen)) byId(id).hidden = !shown;
    for (const id of ["play-me", "play-program"]) {
      byId(id).disabled = !isPlayable();
      byId(id).title = isPlayable() ? "" : "There is no move to play.";
    }
    byId("make-move").disabled = answer === null || findMove(answer.all_moves, picks) === undefined;
    byId("operator").disabled = byId("misere").disabled = playing;
    byId("board").classList.toggle("playing", playing);
  }

  function cardOf(component, i) {
    const { solved, title, view } = store.state;
    const components = () => store.state.board.components;
    return createCard({
      component, solved, view, number: i + 1, title: titleOf(component, title),
      targets: targetsOf(answer, i + 1), picked: picks.get(i + 1), player: answer?.player,
      known: answer !== null, revealed: isRevealed(), yours: isYours(), playing: match !== null,
      onPick: to => pick(i + 1, to),
      onPlace: placed => setComponents(components().with(i, placed)),
      onRemove: () => setComponents(components().toSpliced(i, 1)),
    });
  }

  function render() {
    const { board } = store.state;
    byId("operator").value = board.operator;
    byId("operator").title = OPERATORS[board.operator].rule;
    byId("misere").checked = board.misere;
    const cards = board.components.map(cardOf);
    focus.keep(() => byId("components").replaceChildren(...cards));
    showVerdict();
    showBest();
    showTranscript();
    showControls();
  }

  /* ---- adding ---- */

  const add = component => setComponents([...store.state.board.components, component]);

  function addOther(choice) {
    const example = examples.find(({ name }) => `example ${name}` === choice);
    if (example !== undefined)
      return add({ game: example.game, title: example.name, position: null });
    const [heap, size] = choice.split(":");
    if (size !== undefined) add({ heap, size });
  }

  function fillOthers() {
    fillSelect(byId("add-other"), [["", "+ other …"], ...HEAPS.map(heap => [heap, heap]),
      ...examples.map(({ name }) => [`example ${name}`, name])]);
  }

  /* ---- listening ---- */

  const clicks = {
    "add-game": () => add({ position: null }),
    "add-nim": () => add({ nim: 3 }),
    "play-me": () => start("you"),
    "play-program": () => start("program"),
    leave, hint, agree, again,
    "take-back": undoMove,
    "make-move": playPicked,
  };
  for (const [id, call] of Object.entries(clicks)) byId(id).addEventListener("click", call);
  byId("operator").addEventListener("change", event => {
    picks = new Map();
    store.adjust("board", { operator: event.target.value });
  });
  byId("misere").addEventListener("change", event =>
    store.adjust("board", { misere: event.target.checked }));
  byId("add-other").addEventListener("change", event => {
    addOther(event.target.value);
    event.target.value = "";
  });
  store.listen(["game"], () => {
    setBusy(true);
    if (match === null) return;
    match = null;
    said = "The match ended because the game was changed.";
  });
  /* Most answers arrive so soon that showing a board without one would only flicker. */
  const askSoon = debounce(ask, 40);
  const renderLate = debounce(() => { if (isBusy()) render(); }, 300);
  store.listen(["board", "solved"], () => {
    setBusy(true);
    answer = refused = null;
    askSoon();
    renderLate();
  });
  store.listen(["error"], () => { if (store.state.error !== null) setBusy(false); });
  store.listen(["view"], render);
  fillSelect(byId("operator"),
    Object.entries(OPERATORS).map(([sign, { name }]) => [sign, `${name} ${sign}`]));
  fillOthers();

  return {
    setExamples(given) {
      examples = given;
      fillOthers();
    },
    transcript: () => (match?.made ?? [])
      .map(({ by, text }, i) => `${i + 1}. ${by}: ${text}`).join("\n"),
    /* Puts a position of the edited game on the board, into the first component of that game. */
    place(position) {
      const { components } = store.state.board;
      const at = components.findIndex(isOfText);
      setComponents(at < 0 ? [...components, { position }] : components.with(at, { position }));
    },
  };
}
