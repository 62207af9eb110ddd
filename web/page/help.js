/* The list of keys and mouse actions, opened by "?". */

import { byId, make } from "./dom.js";

const TOPICS = [
  ["Everywhere", [
    ["?", "this list"], ["Ctrl+Z, Ctrl+Shift+Z", "undo and redo changes of the game"],
    ["G, D, B, T, P", "go to the game, drawing, board, trace, table of positions"],
    ["S", "share: a link, pictures, tables"], ["L", "light or dark"],
    ["F", "maximize the part with the keyboard focus, or restore it"],
  ]],
  ["Drawing", [
    ["hover, arrow keys", "show the details of a position"],
    ["click, Enter", "go to a position"],
    ["drag from one position to another; M, M", "add a move; M, M also removes one"],
    ["double-click on the background; N", "add a position"],
    ["double-click on a position or a move; Delete", "remove it"],
    ["wheel, pinch, + − 0", "zoom and fit"], ["drag, Shift+arrow keys", "pan"],
  ]],
  ["Board", [
    ["click on a move", "make it; in compounds other than sums, select it as part of a move"],
    ["★", "a best move"], ["H, U", "hint; take back"],
  ]],
  ["Trace", [["[ and ]", "one step back or forward"]]],
  ["Positions", [
    ["arrow keys, Page Up, Page Down, Home, End, Enter", "move through the rows, go to a position"],
    ["outcome=N value>=2 remoteness<5 ab", "filter by conditions and parts of names"],
  ]],
];

export function createHelp() {
  byId("help-list").replaceChildren(...TOPICS.flatMap(([topic, rows]) => [
    make("h3", { text: topic }),
    make("dl", {}, ...rows.flatMap(([keys, words]) => [
      make("dt", { text: keys }), make("dd", { text: words })])),
  ]));
  const open = () => {
    byId("help").showModal();
    byId("help-title").focus();
    byId("help").scrollTop = 0;
  };
  byId("open-help").addEventListener("click", open);
  return { open };
}
