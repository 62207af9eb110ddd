/* What keys and mouse do, as one list that is shown by "?". */

import { byId, make } from "./dom.js";

const TOPICS = [
  ["Everywhere", [
    ["?", "this list"], ["Ctrl+Z, Ctrl+Shift+Z", "undo and redo what was changed in the game"],
    ["G, D, B, T, P", "go to the game, drawing, board, trace, table of positions"],
    ["S", "share: the address, pictures, tables"], ["L", "light or dark"],
    ["F", "the part with the keyboard over the whole page, and back"],
  ]],
  ["Drawing", [
    ["hover, arrow keys", "everything about a position"],
    ["click, Enter", "walk to a position"],
    ["drag from a position to another; M, M", "a new move; with M also one less"],
    ["double-click beside positions; N", "a new position"],
    ["double-click on a position or a move; Delete", "removes it"],
    ["wheel, pinch, + − 0", "zoom and fit"], ["drag, Shift+arrow keys", "pan"],
  ]],
  ["Board", [
    ["click on a move", "makes it; in other compounds than sums it is a part of a move"],
    ["★", "a best move"], ["H, U", "hint; take back"],
  ]],
  ["Trace", [["[ and ]", "a step back or forward"]]],
  ["Positions", [
    ["arrow keys, Page Up, Page Down, Home, End, Enter", "through the rows, and walk to one"],
    ["outcome=N value>=2 remoteness<5 ab", "a filter: conditions, and parts of names"],
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
