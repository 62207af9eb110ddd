/* What the page is, and the list of keys, opened by "?". */

import { byId, make } from "./dom.js";
import { t } from "./language.js";

/** @type {[string, [string, string][]][]} */
const TOPICS = [
  [t("Everywhere"), [
    ["?", t("this list")], [t("Ctrl+Z, Ctrl+Shift+Z"), t("undo and redo changes of the game")],
    ["← →", t("back and forward through the positions that you visited")],
    ["E, P, A", t("explore, play, algorithm")], ["H", t("hide or show the answers")],
    ["O", t("open a game")], ["S", t("share: a link, pictures, worksheets, tables")], ["L", t("light or dark")],
    ["G, T, I", t("go to the stage, to the text, to the table of positions")],
  ]],
  [t("Graph"), [
    [t("click, Enter"), t("go to a position")], [t("arrow keys"), t("move between positions")],
    [t("drag a position"), t("put it elsewhere; nothing else moves")],
    [t("tool Position; N"), t("add a position")],
    [t("tool Move; M, M"), t("add a move: drag to another position, or to an empty place")],
    [t("tool Delete; Delete"), t("delete a position or a move")], [t("double-click; F2"), t("rename a position")],
    [t("wheel, pinch, + − 0"), t("zoom and fit")], [t("drag the background, Shift+arrow keys"), t("pan")],
  ]],
  [t("Board"), [
    [t("click, Enter"), t("put a piece, or take one and then choose where it goes")],
    [t("arrow keys, Escape"), t("move between places; let go of a piece")],
  ]],
  [t("Algorithm"), [[t("[ and ]"), t("one step back or forward")], [t("Space on ▶"), t("play and pause")]]],
  [t("Positions"), [
    [t("arrow keys, Page Up, Page Down, Home, End, Enter"), t("move through the rows, go to a position")],
    [t("outcome=N value>=2 remoteness<5 ab"), t("filter by conditions and parts of names")],
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
