/* Keys that work everywhere on the page. */

import { toggleTheme } from "./appearance.js";
import { byId } from "./dom.js";

const TYPED = "textarea, input:not([type=range]):not([type=checkbox]), select, dialog, #text";
/** @param {any} target */
const isTyping = target => target.closest?.(TYPED) !== null;

/** @param {string} id */
function press(id) {
  if (byId(id).checkVisibility() && !byId(id).disabled) byId(id).click();
}

/**
 * @param {Store} store
 * @param {any} parts
 */
function actionsOf(store, { graph, editor, share, help, games, historyView }) {
  const unfold = (/** @type {string} */ drawer, /** @type {() => void} */ focus) => () => {
    byId(drawer).open = true;
    focus();
  };
  const toStage = () => {
    const place = document.querySelector("#board:not([hidden]) .place[tabindex='0']");
    if (place !== null) /** @type {any} */ (place).focus();
    else graph.focus();
  };
  return /** @type {Record<string, () => void>} */ ({
    "?": help.open,
    s: share.open,
    o: games.open,
    l: toggleTheme,
    e: () => store.change({ mode: "explore" }),
    p: () => store.change({ mode: "play" }),
    a: () => store.change({ mode: "algorithm" }),
    h: () => (store.state.mode === "play" ? press("hint") : store.change({ answers: !store.state.answers })),
    u: () => press("take-back"),
    g: toStage,
    t: unfold("text-drawer", editor.focus),
    i: unfold("table-drawer", () => byId("grid").focus()),
    ArrowLeft: historyView.back,
    ArrowRight: historyView.forward,
    "[": () => press("step-back"),
    "]": () => press("step-forward"),
  });
}

/**
 * @param {Store} store
 * @param {any} parts
 */
export function createKeys(store, parts) {
  const actions = actionsOf(store, parts);
  document.addEventListener("keydown", event => {
    const target = /** @type {any} */ (event.target);
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (isUndo && (key === "z" || key === "y")) {
      if (target !== byId("text") && isTyping(target)) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) store.redo();
      else store.undo();
      return;
    }
    if (isUndo || event.altKey || isTyping(target)) return;
    const isArrow = event.key.startsWith("Arrow");
    if (isArrow && target.closest("input, [role=radiogroup], [role=grid], .scroll")) return;
    const action = actions[event.key] ?? actions[key];
    if (action === undefined || document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    action();
  });
}
