/* The comment on the current move, and the dialog with the record of the moves: to copy, to save, to change and to read. */

import { isStale, postForJson } from "./api.js";
import { byId } from "./dom.js";
import { galleryTitle } from "./game_words.js";
import { currentVisit, withComment } from "./history.js";
import { t } from "./language.js";
import { positionRequest } from "./look.js";
import { sentence } from "./messages.js";
import { expressionOf, historyOf, isGameNamed, lineMoves, namedGame, recordOf } from "./record.js";
import { download } from "./share.js";
import { freshStart } from "./state.js";

/** @param {Store} store */
function createComment(store) {
  const field = byId("comment"), button = byId("open-comment");
  function show() {
    const visit = currentVisit(store.state.history);
    button.disabled = visit === null;
    button.setAttribute("aria-expanded", String(!field.hidden));
    if (document.activeElement !== field || field.dataset.at !== String(store.state.history.at)) field.value = visit?.comment ?? "";
    field.dataset.at = String(store.state.history.at);
  }
  function keep() {
    const { history } = store.state, i = Number(field.dataset.at);
    if (history.entries[i] !== undefined && (history.entries[i].comment ?? "") !== field.value.trim())
      store.change({ history: withComment(history, i, field.value.trim()) });
  }
  button.addEventListener("click", () => {
    field.hidden = !field.hidden;
    show();
    if (!field.hidden) field.focus();
  });
  field.addEventListener("change", keep);
  store.listen(["history"], show);
  show();
}

/**
 * Returns the request that checks a record: about the game of the page, if the record names it, or about a game of the
 * gallery; `game` is the game that the page has to open.
 * @param {State} state
 * @param {string} text
 */
function requestOf(state, text) {
  const { game, others, operator } = state, named = namedGame(text);
  if (named === null) return { request: { record: text }, game, place: null }; /* the program says what is missing */
  const { position, start } = startOf(state);
  if (others.length > 0 || start.others.length > 0) {
    if (named.whole !== expressionOf(state, position, start.others))
      throw new Error(t("This record is about {game}. Open that game first.", { game: named.whole }));
    return { request: { record: text, ...positionRequest(game, position, { others: start.others, operator, misere: false }) }, game, place: start };
  }
  if (isGameNamed(state, named))
    return { request: { record: text, game, ...(named.position === null ? {} : { position: named.position }) }, game, place: null };
  const [, gallery, args] = /^([a-z][\w-]*)(?::(.*))?$/.exec(named.game) ?? [];
  if (gallery === undefined) throw new Error(t("This record is about {game}. Open that game first.", { game: named.whole }));
  return { request: { record: text }, game: { gallery, ...(args === undefined ? {} : { args }) }, place: null };
}

/** @param {State} state */
function startOf(state) {
  const { start } = recordOf(state);
  return { position: start.position, start };
}

/**
 * Returns the match that a record describes; null if it does not say who plays.
 * @param {any} answer of /api/record
 * @param {Walk} history at the end of the main line
 * @param {{ position: string, others: Component[] }} start
 * @returns {Match}
 */
function matchOf({ first, second, result }, history, start) {
  const computer = [first, second].find(({ kind }) => kind === "computer");
  const isLevel = ["easy", "fair", "perfect"].includes(computer?.name);
  return { first: first.kind === "computer" ? "program" : "you", level: computer === undefined ? "person" : isLevel ? computer.name : "perfect",
    seed: 1, start, moves: lineMoves(history, start.others.length > 0), agreed: result === "draw" };
}

/**
 * @param {Store} store
 * @param {() => Example[]} examples
 * @param {() => string} result of the match: first, second, draw or ""
 */
export function createRecord(store, examples, result) {
  const dialog = byId("record"), field = byId("record-text"), said = byId("record-said");
  const tell = (/** @type {string} */ words) => { said.textContent = words; };

  /** Shows the record as the program writes it. */
  async function open() {
    const { state } = store;
    tell("");
    field.value = "";
    dialog.showModal();
    if (currentVisit(state.history) === null) return;
    const { text, start } = recordOf(state, result());
    field.value = text;
    try {
      const place = positionRequest(state.game, start.position, { others: start.others, operator: state.operator, misere: false });
      const answer = await postForJson("record", { record: text, ...place });
      if (dialog.open && field.value === text) field.value = answer.text;
    } catch (refusal) {
      if (!isStale(refusal)) tell(sentence(/** @type {any} */ (refusal).message));
    }
  }

  /** Replaces the history, and the game if the record is about another one of the gallery. */
  async function read() {
    const { state } = store;
    tell("");
    try {
      const { request, game, place } = requestOf(state, field.value);
      const answer = await postForJson("record", request);
      const named = namedGame(field.value);
      const position = answer.moves[0]?.steps[0].from ?? named?.position ?? (game === state.game ? startOf(state).position : null);
      const start = place ?? { position, others: [] };
      if (start.position === null) throw new Error(t("The record has no moves."));
      const history = historyOf(answer, start), others = currentVisit(history)?.others ?? [];
      const match = state.mode === "play" ? matchOf(answer, history, start) : null;
      /* A match ends when the game changes, so the new one begins after that. */
      if (game === state.game) store.change({ match: null, misere: answer.misere });
      else store.edit(game, { ...freshStart(galleryTitle(examples(), game.gallery ?? "", game.args)), misere: answer.misere });
      store.change({ history, others, match });
      dialog.close();
    } catch (refusal) {
      if (!isStale(refusal)) tell(sentence(/** @type {any} */ (refusal).message));
    }
  }

  async function copy() {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); /* where pages may not use the clipboard */
    }
    tell(t("The record was copied."));
  }

  async function paste() {
    try {
      field.value = await navigator.clipboard.readText();
      tell("");
    } catch {
      field.select();
      tell(t("The browser does not allow this. Press Ctrl+V in the text."));
    }
  }

  const file = byId("record-file");
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen === undefined) return;
    field.value = await chosen.text();
    file.value = "";
    await read();
  });
  byId("open-record").addEventListener("click", open);
  byId("read-record").addEventListener("click", read);
  byId("copy-record").addEventListener("click", copy);
  byId("paste-record").addEventListener("click", paste);
  byId("file-record").addEventListener("click", () => file.click());
  byId("save-record").addEventListener("click", () => {
    download(new Blob([field.value], { type: "text/plain" }), "match.txt");
    tell(t("Saved {file}.", { file: "match.txt" }));
  });
  createComment(store);
}
