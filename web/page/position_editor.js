/* The dialog that sets up a position: by clicks on the board, or as text. The rules decide what is a position. */

import { createChannel, isStale, postForJson } from "./api.js";
import { boardTree } from "./board_paint.js";
import { byId, debounce, make } from "./dom.js";
import { goOn, startHistory } from "./history.js";
import { t } from "./language.js";
import { sentence } from "./messages.js";
import { boardOfText, clickedText, lettersOf, placesInText, signsOf } from "./position_text.js";
import { currentPosition } from "./state.js";
import { treeElement } from "./svg_tree.js";

const PAUSE = 250; /* milliseconds after a key press before the rules are asked */
const MOST_NAMES = 500; /* that the field suggests */
const MOST_READ = 20000; /* positions whose letters are looked at */

/**
 * Says how a position can be set up.
 * @param {boolean} hasPlaces whether the board can be clicked
 * @param {boolean} hasBoard
 */
const noteOf = (hasPlaces, hasBoard) => (hasPlaces
  ? t("Click the places of the board until they are as you want them, or write the position. The rules check it.")
  : hasBoard ? t("Write the position. The rules check it.") : t("Choose a position by its name."));

/**
 * @param {Store} store
 */
export function createPositionEditor(store) {
  const dialog = byId("position"), field = byId("position-text"), said = byId("position-said"), start = byId("position-start");
  const channel = createChannel();
  /** @type {any} */
  let board = null; /* of the last position, which shows how boards look */
  /** @type {string[]} */
  let letters = [];
  /** @type {Record<string, any>} */
  let signs = {}; /* what boards show for letters */
  let most = 0;
  let offered = ""; /* the text that the dialog began with */

  function showBoard() {
    const shown = board === null ? null : boardOfText(field.value, board, signs) ?? board;
    byId("position-board").hidden = shown === null;
    byId("position-board").replaceChildren(...(shown === null ? [] : [treeElement(boardTree(shown))]));
    byId("position-board").classList.toggle("clickable", board !== null && placesInText(field.value, board) !== null);
  }

  /** Asks the rules whether the text is a position. */
  async function check() {
    const text = field.value, { solved } = store.state, { game } = solved ?? store.state;
    start.disabled = true;
    said.textContent = "";
    if (solved === null && text === "") return; /* the first position is not known yet */
    try {
      const answer = await channel.run(signal => postForJson("best", { game, position: text }, signal));
      if (field.value !== text) return;
      board = answer.components[0].board ?? board;
      signs = { ...signs, ...signsOf(text, board) };
      start.disabled = false;
      said.textContent = answer.over ? t("This is a position of the game, but it has no moves.") : t("This is a position of the game.");
      showBoard();
    } catch (refusal) {
      if (!isStale(refusal) && field.value === text) said.textContent = sentence(/** @type {any} */ (refusal).message);
    }
  }
  const checkSoon = debounce(check, PAUSE);

  /** @param {string} text */
  function set(text) {
    field.value = text;
    start.disabled = true;
    showBoard();
    check();
  }

  /** Learns what positions of the game look like. */
  function learn() {
    const { state } = store, names = state.solved?.names ?? [];
    board = state.look?.board ?? null;
    signs = signsOf(currentPosition(state) ?? "", board);
    letters = lettersOf([...names.slice(0, MOST_READ), currentPosition(state) ?? ""], board);
    most = Math.max(0, ...(board?.heaps ?? []), ...names.slice(0, 1).flatMap(name => (name.match(/\d+/g) ?? []).map(Number)));
    byId("position-names").replaceChildren(...(board !== null ? [] : names.slice(0, MOST_NAMES).map(name => make("option", { value: name }))));
    byId("position-reset").hidden = names.length === 0;
    offered = currentPosition(state) ?? names[0] ?? "";
  }

  /** @param {string} text of the position */
  function begin(text) {
    set(text);
    byId("position-note").textContent = noteOf(board !== null && placesInText(text, board) !== null, board !== null);
  }

  function open() {
    learn();
    begin(offered);
    dialog.showModal();
    field.select();
  }

  /** The game was solved, or its board has come, while the dialog was open: what the reader has written stays. */
  function openAgain() {
    const isWritten = field.value !== offered;
    learn();
    begin(isWritten ? field.value : offered);
  }

  byId("position-form").addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    if (start.disabled) return;
    const { history, others } = store.state, position = field.value;
    const visit = { position, jump: true, ...(others.length > 0 ? { others } : {}) };
    store.change({ match: null, history: history.at < 0 ? startHistory(position) : goOn(history, visit) });
    dialog.close();
  });
  byId("position-board").addEventListener("click", (/** @type {any} */ event) => {
    const place = event.target.closest(".place")?.dataset.place;
    if (place !== undefined) set(clickedText(field.value, board, Number(place), letters, most));
  });
  field.addEventListener("input", () => {
    start.disabled = true;
    showBoard();
    checkSoon();
  });
  byId("position-reset").addEventListener("click", () => set(store.state.solved?.names[0] ?? ""));
  byId("open-position").addEventListener("click", open);
  store.listen(["solved", "look"], () => { if (dialog.open) openAgain(); });
  store.listen(["mode", "match", "solved"], ({ mode, match, solved }) => {
    byId("open-position").disabled = (mode === "play" && match !== null) || solved?.order === 0;
  });
}
