/* What the page is, and the list of keys, opened by "?". */

import { byId, make } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const TOPICS = [
  ["Everywhere", [
    ["?", "this list"], ["Ctrl+Z, Ctrl+Shift+Z", "undo and redo changes of the game"],
    ["← →", "back and forward through the positions that you visited"],
    ["E, P, A", "explore, play, algorithm"], ["H", "hide or show the answers"],
    ["O", "open a game"], ["S", "share: a link, pictures, worksheets, tables"], ["L", "light or dark"],
    ["G, T, I", "go to the stage, to the text, to the table of positions"],
  ]],
  ["Graph", [
    ["click, Enter", "go to a position"], ["arrow keys", "move between positions"],
    ["drag a position", "put it elsewhere; nothing else moves"],
    ["tool Position; N", "add a position"],
    ["tool Move; M, M", "add a move: drag to another position, or to an empty place"],
    ["tool Delete; Delete", "delete a position or a move"], ["double-click; F2", "rename a position"],
    ["wheel, pinch, + − 0", "zoom and fit"], ["drag the background, Shift+arrow keys", "pan"],
  ]],
  ["Board", [
    ["click, Enter", "put a piece, or take one and then choose where it goes"],
    ["arrow keys, Escape", "move between places; let go of a piece"],
  ]],
  ["Algorithm", [["[ and ]", "one step back or forward"], ["Space on ▶", "play and pause"]]],
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
