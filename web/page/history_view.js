/* The history below the inspector: the line of moves, its branches, back and forward. */

import { makeThumb } from "./board_store.js";
import { byId, make, makeButton } from "./dom.js";
import {
  branchesAt, canGoBack, canGoForward, goBack, goForward, goTo, wholeLine,
} from "./history.js";
import { t } from "./language.js";

const SHOWN = 40; /* the last ones */

/**
 * Scrolls the list, and nothing around it, to the current entry.
 * @param {any} list
 */
function showCurrent(list) {
  const current = list.querySelector("[aria-current]");
  if (current !== null) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/**
 * @param {Store} store
 * @param {import("./board_store.js").Boards} boards
 */
export function createHistoryView(store, boards) {
  /** @param {Walk} history */
  const change = history => {
    if (store.state.mode === "play") return; /* a match has its own way back */
    const others = history.entries[history.at]?.others;
    store.change({ history, ...(others === undefined ? {} : { others }) });
  };
  const { state } = store;

  /**
   * @param {number} i
   * @param {string} text
   * @param {string} style
   */
  function entryButton(i, text, style) {
    const button = makeButton(text, () => change(goTo(state.history, i)), {
      class: style, "aria-current": i === state.history.at ? "step" : false,
      disabled: state.mode === "play",
    });
    const board = boards.visited(state.history.entries[i].position);
    if (board !== null) button.prepend(makeThumb(board, 30));
    return button;
  }

  /** @param {number} i */
  const nameOf = i => state.history.entries[i].words ?? state.history.entries[i].position;

  /** @param {number} i */
  function entry(i) {
    const { entries } = state.history;
    const sign = entries[i].parent < 0 ? "" : entries[i].jump ? "⇢ " : "→ ";
    const name = entries[i].parent < 0 && state.look?.board ? "start" : nameOf(i);
    const branches = branchesAt(state.history, i);
    return make("li", {}, entryButton(i, sign + name, "visit"),
      branches.length === 0 ? null : make("span", { class: "branches" },
        ...branches.map(j => entryButton(j, t("or {name}", { name: nameOf(j) }), "branch"))));
  }

  function render() {
    const line = wholeLine(state.history);
    byId("history").replaceChildren(...line.slice(-SHOWN).map(entry));
    showCurrent(byId("history"));
    byId("back").disabled = state.mode === "play" || !canGoBack(state.history);
    byId("forward").disabled = state.mode === "play" || !canGoForward(state.history);
  }

  const back = () => change(goBack(state.history));
  const forward = () => change(goForward(state.history));
  byId("back").addEventListener("click", back);
  byId("forward").addEventListener("click", forward);
  store.listen(["history", "mode", "look"], render);
  boards.listen(render);
  render();
  return { back, forward };
}
