/* The board: components side by side, what they are worth together, and a match. */

import { createChannel, isStale } from "./api.js";
import { createCard } from "./card.js";
import { bestMoves, evaluate, findMove, movedTo, moveText, titleOf, valueText } from "./compound.js";
import { byId, debounce, fillSelect, make, makePairs } from "./dom.js";
import { createFocusKeeper } from "./focus.js";
import { createMatch, isRepeated, makeMove, mistakeOf, resultOf, takeBack } from "./match.js";
import { moodOf, outcomeWords } from "./solved.js";
import { OPERATORS } from "./state.js";

const SHOWN = 12; /* best moves in the list */
const HEAPS = ["kayles:7", "dawson-chess:7", "grundy:7", "lasker:5"];
const PAUSE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 450;

export function createBoard(store) {
  const channel = createChannel();
  const focus = createFocusKeeper(byId("components"));
  let answer = null, match = null, picks = new Map(), hinted = false, examples = [], said = "";

  const title = () => store.state.title;
  const describe = move => moveText(move, store.state.board.components, title());
  const isYours = () => match === null || (match.turn === "you" && match.result === null);
  /* During a match nothing is given away unless a hint was asked for. */
  const isTold = () => match === null || hinted || match.result !== null;

  const setBusy = busy => byId("board").setAttribute("aria-busy", String(busy));

  function setComponents(components) {
    picks = new Map();
    hinted = false;
    answer = null;
    store.adjust("board", { components });
  }

  /* ---- what is known ---- */

  async function ask() {
    const { solved, board } = store.state;
    if (solved === null) return;
    if (board.components.length === 0) return showNothing();
    setBusy(true);
    try {
      const known = await channel.run(signal => evaluate(board, solved, signal));
      if (store.state.board !== board || store.state.solved !== solved) return;
      answered(known);
    } catch (refusal) {
      if (isStale(refusal)) return;
      answer = null;
      setBusy(false);
      render();
      byId("verdict").replaceChildren(make("p", { class: "wrong", text: refusal.message }));
    }
  }
  const askSoon = debounce(ask, 60);

  function showNothing() {
    answer = null;
    setBusy(false);
    render();
    byId("verdict").replaceChildren(make("p", { text: "Nothing is on the board; add a component." }));
  }

  function answered(known) {
    answer = known;
    setBusy(false);
    if (match !== null && known.every.length === 0) match.result = resultOf(match, known);
    render();
    if (match !== null && match.result === null && match.turn === "program") replyLater(match);
  }

  /* ---- moving ---- */

  function play(move) {
    if (match === null) said = "";
    const { components } = store.state.board;
    if (match !== null) setComponents(makeMove(match, components, move, describe(move), answer));
    else setComponents(move.moves.reduce((all, { component, to }) =>
      all.with(component - 1, movedTo(all[component - 1], to)), components));
  }

  function replyLater(current) {
    setTimeout(() => {
      if (match !== current || match.turn !== "program" || match.result !== null || !answer) return;
      play(bestMoves(answer)[0]);
    }, PAUSE);
  }

  /* A target in a component was clicked: in a sum that is a move, otherwise a part of one. */
  function pick(component, to) {
    if (!isYours() || answer === null) return;
    const { operator, components } = store.state.board;
    if (operator === "+" || components.length === 1) {
      const move = findMove(answer.every, new Map([[component, to]]));
      if (move !== undefined) play(move);
      return;
    }
    if (picks.get(component) === to) picks.delete(component);
    else picks.set(component, to);
    render();
  }

  const start = first => {
    match = createMatch(store.state.board.components, first);
    said = "";
    hinted = false;
    render();
    if (answer !== null) answered(answer);
  };

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

  /* ---- what is seen ---- */

  function standing() {
    const rows = [];
    const by = answer.by ?? {};
    if (answer.value !== undefined) rows.push(["σ", valueText(answer.value), by.value]);
    if (answer.remoteness !== undefined)
      rows.push(["remoteness", String(answer.remoteness).replace("inf", "∞"), by.remoteness]);
    if (answer.guarantee !== undefined) rows.push(["A gets at least", String(answer.guarantee ?? "–"), ""]);
    if (answer.cap !== undefined) rows.push(["B pays at most", String(answer.cap ?? "–"), ""]);
    return makePairs(rows);
  }

  function outcomeLine() {
    const { outcome, player } = answer;
    if (outcome === undefined) return make("p", { text: player === undefined
      ? `Nobody knows: ${answer.unknown ?? "a limit was reached"}.` : `${player} moves.` });
    return make("p", { class: "outcome" },
      make("span", { class: `badge ${moodOf(outcome)}`, text: outcome }),
      make("span", { text: outcomeWords(outcome) + (player === undefined ? "" : `; ${player} moves`) }));
  }

  function matchLine() {
    const { result, turn, made } = match;
    if (result === null) return turn === "you" ? "Your turn." : "The program is thinking …";
    const moves = `after ${made.length} move${made.length === 1 ? "" : "s"}`;
    if (result.payoff !== undefined) return `It ends ${moves}: A gets ${result.payoff}.`;
    if (result.winner === null) return `A draw ${moves}.`;
    return result.winner === "you" ? `You win ${moves}.` : `The program wins ${moves}.`;
  }

  function showVerdict() {
    const parts = [];
    if (match !== null) parts.push(make("p", { class: "turn", text: matchLine() }));
    if (said !== "") parts.push(make("p", { text: said }));
    if (answer !== null && isTold() && !match?.result) parts.push(outcomeLine(), standing());
    if (answer !== null && hinted && match?.result === null)
      parts.push(make("p", { text: `Best is ${describe(bestMoves(answer)[0])}.` }));
    byId("verdict").replaceChildren(...parts);
  }

  function showBest() {
    const box = byId("best");
    box.replaceChildren();
    if (answer === null || !isTold() || answer.every.length === 0 || match?.result) return;
    const best = bestMoves(answer);
    const words = { N: "Winning moves", D: "Moves that keep the draw", P: "Every move loses; this one resists longest" };
    box.append(make("h3", { text: words[answer.outcome] ?? "Best move" }),
      make("ul", { class: "moves" }, ...best.slice(0, SHOWN).map(move => make("li", {},
        make("button", { type: "button", disabled: !isYours(), text: describe(move), on: { click: () => play(move) } }),
        make("span", { class: "note", text: leaves(move) })))));
    if (best.length > SHOWN)
      box.append(make("p", { class: "note", text: `and ${best.length - SHOWN} more` }));
  }

  function leaves(move) {
    const parts = [];
    if (move.outcome) parts.push(`leaves ${move.outcome}`);
    if (move.value !== undefined) parts.push(`σ ${valueText(move.value)}`);
    if (move.remoteness !== undefined) parts.push(`remoteness ${String(move.remoteness).replace("inf", "∞")}`);
    return parts.join(", ");
  }

  function showTranscript() {
    byId("transcript-box").hidden = match === null;
    byId("transcript").replaceChildren(...(match?.made ?? []).map((made, i) => {
      const wrong = match.result === null ? "" : mistakeOf(match, i, answer);
      return make("li", { class: made.by }, make("strong", { text: made.by === "you" ? "You" : "Program" }),
        ` ${made.text}`, wrong === "" ? null : make("em", { text: ` ${wrong}` }));
    }));
  }

  function showControls() {
    const playing = match !== null;
    const { operator, components } = store.state.board;
    const show = (id, seen) => { byId(id).hidden = !seen; };
    byId("adding").hidden = playing;
    show("play-me", !playing);
    show("play-program", !playing);
    byId("play-me").disabled = byId("play-program").disabled = components.length === 0;
    show("leave", playing);
    show("hint", playing && isYours() && !hinted);
    show("take-back", playing && match.made.some(made => made.by === "you"));
    show("agree", playing && isYours() && isRepeated(match, components));
    show("make-move", operator !== "+" && components.length > 1 && isYours());
    byId("make-move").disabled = answer === null || findMove(answer.every, picks) === undefined;
    byId("operator").disabled = byId("misere").disabled = playing;
    byId("board").classList.toggle("playing", playing);
  }

  /* Of every target of a component: what is left if it is moved to alone, and is it in a best move? */
  function targetsOf(number) {
    const targets = new Map();
    for (const { moves, outcome } of answer?.every ?? []) {
      for (const { component, to, words } of moves) {
        if (component !== number) continue;
        const target = targets.get(to) ?? { to, words, outcome: "", best: false };
        if (moves.length === 1) target.outcome = outcome;
        targets.set(to, target);
      }
    }
    for (const { moves } of answer === null ? [] : bestMoves(answer))
      for (const { component, to } of moves)
        if (component === number && targets.has(to)) targets.get(to).best = true;
    return [...targets.values()];
  }

  function showCards() {
    const { board, solved } = store.state;
    const cards = board.components.map((component, i) => createCard({
      component, solved, number: i + 1, title: titleOf(component, title()),
      targets: targetsOf(i + 1), picked: picks.get(i + 1), told: isTold(), yours: isYours(),
      playing: match !== null, player: answer?.player, view: store.state.view,
      onPick: to => pick(i + 1, to),
      onPlace: placed => setComponents(board.components.with(i, placed)),
      onRemove: () => setComponents(board.components.toSpliced(i, 1)),
    }));
    focus.keep(() => byId("components").replaceChildren(...cards));
  }

  function render() {
    const { board } = store.state;
    byId("operator").value = board.operator;
    byId("operator").title = OPERATORS[board.operator].rule;
    byId("misere").checked = board.misere;
    showVerdict();
    showCards();
    showBest();
    showTranscript();
    showControls();
  }

  /* ---- adding ---- */

  const add = component => setComponents([...store.state.board.components, component]);

  function addOther(choice) {
    const example = examples.find(({ name }) => `example ${name}` === choice);
    if (example !== undefined) return add({ game: example.game, title: example.name, position: null });
    const [heap, size] = choice.split(":");
    if (size !== undefined) add({ heap, size });
  }

  function fillOthers() {
    fillSelect(byId("add-other"), [["", "+ other …"], ...HEAPS.map(heap => [heap, heap]),
      ...examples.map(({ name }) => [`example ${name}`, name])]);
  }

  fillSelect(byId("operator"), Object.entries(OPERATORS).map(([sign, { name }]) => [sign, `${name} ${sign}`]));
  fillOthers();
  byId("operator").addEventListener("change", event => {
    picks = new Map();
    store.adjust("board", { operator: event.target.value });
  });
  byId("misere").addEventListener("change", event => store.adjust("board", { misere: event.target.checked }));
  byId("add-game").addEventListener("click", () => add({ position: null }));
  byId("add-nim").addEventListener("click", () => add({ nim: 3 }));
  byId("add-other").addEventListener("change", event => {
    addOther(event.target.value);
    event.target.value = "";
  });
  byId("play-me").addEventListener("click", () => start("you"));
  byId("play-program").addEventListener("click", () => start("program"));
  byId("leave").addEventListener("click", leave);
  byId("take-back").addEventListener("click", undoMove);
  byId("hint").addEventListener("click", hint);
  byId("agree").addEventListener("click", agree);
  byId("make-move").addEventListener("click", () => {
    const move = findMove(answer.every, picks);
    if (move !== undefined) play(move);
  });
  store.listen(["game"], () => {
    if (match !== null) {
      match = null;
      said = "The match ended when the game was changed.";
    }
  });
  store.listen(["board", "solved"], () => {
    setBusy(true);
    render();
    askSoon();
  });
  store.listen(["view"], render);

  return {
    setExamples(given) {
      examples = given;
      fillOthers();
    },
    transcript: () => (match?.made ?? []).map(({ by, text }, i) => `${i + 1}. ${by}: ${text}`).join("\n"),
    /* Puts a position of the edited game on the board, in its first component of it. */
    place(position) {
      const { components } = store.state.board;
      const at = components.findIndex(c => c.nim === undefined && c.heap === undefined && !c.game);
      setComponents(at < 0 ? [...components, { position }] : components.with(at, { position }));
    },
  };
}
