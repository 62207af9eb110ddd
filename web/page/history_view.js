/* The history below the inspector: the line of moves, its branches, back and forward. */

import { makeThumb } from "./board_store.js";
import { byId, make, makeButton } from "./dom.js";
import {
  branchesAt, canGoBack, canGoForward, goBack, goForward, goTo, movedLine, wholeLine,
} from "./history.js";
import { t } from "./language.js";
import { isStart } from "./match.js";
import { lineMoves } from "./record.js";

const SHOWN = 40; /* the last ones */

/**
 * Scrolls the list, and nothing around it, to the current entry.
 * @param {any} list
 */
function showCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current !== null) list.scrollTop = current.offsetTop - list.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
}

/**
 * @param {Store} store
 * @param {import("./board_store.js").Boards} boards
 */
export function createHistoryView(store, boards) {
  const { state } = store;
  /* During a match only its own moves can be visited; the match goes on from there. */
  const canVisit = (/** @type {Walk} */ history) => state.mode !== "play" ||
    (state.match !== null && isStart(state.match, history.entries[movedLine(history)[0]]));

  /** @param {Walk} history */
  const change = history => {
    if (!canVisit(history)) return;
    const others = history.entries[history.at]?.others, { match } = state;
    const played = state.mode !== "play" || match === null ? {}
      : { match: { ...match, moves: lineMoves(history, match.start.others.length > 0), agreed: false } };
    store.change({ history, ...(others === undefined ? {} : { others }), ...played });
  };

  /**
   * @param {number} i
   * @param {string} text
   * @param {string} style
   */
  function entryButton(i, text, style) {
    const button = makeButton(text, () => change(goTo(state.history, i)), {
      class: style, title: text, "aria-current": i === state.history.at ? "step" : false,
      disabled: !canVisit(goTo(state.history, i)),
    });
    const board = boards.visited(state.history.entries[i].position);
    if (board !== null) button.replaceChildren(makeThumb(board, 30), make("span", { text }));
    return button;
  }

  /** @param {number} i */
  const nameOf = i => state.history.entries[i].words ?? state.history.entries[i].position;

  /** @param {number} i */
  function entry(i) {
    const { entries } = state.history;
    const sign = entries[i].parent < 0 ? "" : entries[i].jump ? "⇢ " : "→ ";
    const name = entries[i].parent < 0 && state.look?.board ? t("start") : nameOf(i);
    const branches = branchesAt(state.history, i);
    return make("li", {}, entryButton(i, sign + name, "visit"),
      branches.length === 0 ? null : make("span", { class: "branches" },
        ...branches.map(j => entryButton(j, t("or {name}", { name: nameOf(j) }), "branch"))),
      entries[i].comment === undefined ? null : make("span", { class: "comment", text: entries[i].comment, title: entries[i].comment }));
  }

  function render() {
    const line = wholeLine(state.history);
    byId("history").replaceChildren(...line.slice(-SHOWN).map(entry));
    showCurrent(byId("history"));
    byId("back").disabled = !canGoBack(state.history) || !canVisit(goBack(state.history));
    byId("forward").disabled = !canGoForward(state.history) || !canVisit(goForward(state.history));
  }

  const back = () => change(goBack(state.history));
  const forward = () => change(goForward(state.history));
  byId("back").addEventListener("click", back);
  byId("forward").addEventListener("click", forward);
  store.listen(["history", "mode", "look", "match"], render);
  boards.listen(render);
  render();
  return { back, forward };
}
