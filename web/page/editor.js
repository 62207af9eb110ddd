/* The drawer with the text of the game: its format, arguments of rules, errors, and files. */

import { isLimit, postForText } from "./api.js";
import { createCodeEditor } from "./code_editor.js";
import { byId, make, makeButton } from "./dom.js";
import { emptyHistory } from "./history.js";
import { t } from "./language.js";
import { sentence } from "./messages.js";
import { cleanShared, freshStart, isGame } from "./state.js";
import { freshId } from "./storage.js";
import { commaHint, formatOf } from "./texts.js";

/** @type {Record<string, string>} */
const FORMAT_NAMES = {
  edges: t("an edge list"), dot: "DOT", graphml: "GraphML", lua: t("rules in Lua"),
};
const FIRST_RULES = `-- Take one, two or three counters from a heap of n.
return {
  args = { "n=10" },
  start = function(n) return n end,
  moves = function(p)
    local to = {}
    for i = 1, math.min(p, 3) do to[i] = p - i end
    return to
  end,
}
`;

/**
 * Returns [name, text] of the digraph that a gallery game is played on, or undefined.
 * @param {Game} game
 */
const boardOf = game => Object.entries(game.files ?? {})[0];

/** @param {Game} game */
const nameOf = game => (game.args ? `${game.gallery}:${game.args}` : game.gallery ?? "");

/**
 * Returns the state in a file that "Share" has saved; null if it is something else.
 * @param {string} content
 */
function pageIn(content) {
  try {
    const given = JSON.parse(content);
    return given?.grundy === 1 && isGame(given.game) ? cleanShared(given) : null;
  } catch {
    return null;
  }
}

/**
 * Says what is wrong, and leads to its line.
 * @param {any} wrong a Refusal or null
 * @param {any} code the editor
 */
function showError(wrong, code) {
  const box = byId("error");
  const isShown = wrong !== null && (wrong.line > 0 || !isLimit(wrong));
  box.hidden = !isShown;
  code.markError(isShown && wrong.line > 0 ? wrong : null);
  if (!isShown) return box.replaceChildren();
  const line = wrong.line > 0
    ? [makeButton(t("line {n}", { n: wrong.line }), () => {
      byId("text-drawer").open = true;
      code.goToLine(wrong.line, wrong.column);
    }), " "] : [];
  box.replaceChildren(...line, sentence(wrong.message));
}

/**
 * Converts the game, which the program does.
 * @param {Store} store
 * @param {Say} say
 */
function createConversion(store, say) {
  const convertTo = (/** @type {string} */ to) =>
    postForText("convert", { game: store.state.game, to });
  return {
    /** Converts the game to an edge list, before positions and moves are edited on the graph. If that
     * is impossible, says why and returns false. */
    async toEdges() {
      if (store.state.game.format === "edges") return true;
      try {
        store.edit({ format: "edges", text: await convertTo("edges") });
        say(t("The game is now an edge list."), true);
        return true;
      } catch (refusal) {
        say(t("This game cannot become an edge list: {message}", { message: /** @type {any} */ (refusal).message }));
        return false;
      }
    },
    /** @param {string} format */
    async choose(format) {
      const { game, error } = store.state;
      if (game.format === format) return;
      if (format === "lua") {
        store.edit({ format: "lua", text: FIRST_RULES }, freshStart(""));
        return say(t("Sample rules replace the game before."), true);
      }
      if (error !== null)
        return store.edit({ format, text: game.text ?? boardOf(game)?.[1] ?? "" }, { title: "" });
      try {
        store.edit({ format, text: await convertTo(format) });
      } catch (refusal) {
        say(sentence(/** @type {any} */ (refusal).message));
      }
    },
  };
}

/**
 * Opens a file that is dropped anywhere on the page.
 * @param {(file: File) => void} open
 */
function acceptFiles(open) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", event => {
    if (hasFiles(event)) event.preventDefault();
  }, true);
  addEventListener("drop", event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation(); /* the editor would insert its text */
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) open(file);
  }, true);
}

/**
 * @param {Store} store
 * @param {Say} say
 * @param {(name: string) => string | undefined} usageOf the arguments of a gallery game
 */
export function createEditor(store, say, usageOf) {
  const code = createCodeEditor(byId("text"), typed);
  const conversion = createConversion(store, say);

  /** @param {string} text */
  function typed(text) {
    const { game } = store.state;
    if (game.gallery !== undefined) {
      const [name] = boardOf(game) ?? ["board.edges"];
      return store.edit({ ...game, files: { ...game.files, [name]: text } }, { typed: true });
    }
    const format = formatOf(text, game.format ?? "edges");
    const rules = format === "lua" && game.format === "lua" ? game : {}; /* keeps its arguments */
    store.edit({ ...rules, format, text }, { typed: true, title: store.state.own === null ? "" : store.state.title });
    if (format !== game.format) say(t("The text is read as {format}.", { format: FORMAT_NAMES[format] }));
    else if (format === "edges" && commaHint(text) !== "") say(commaHint(text));
  }

  function showGame() {
    const { game } = store.state;
    const isGallery = game.gallery !== undefined, board = boardOf(game);
    const usage = isGallery ? usageOf(game.gallery ?? "") : undefined;
    const format = isGallery ? "lua" : game.format ?? "edges";
    code.setText(isGallery ? board?.[1] ?? "" : game.text ?? "");
    code.setFormat(isGallery ? "edges" : format);
    byId("format").value = format;
    byId("text").hidden = (isGallery && board === undefined) || game.folder !== undefined;
    byId("gallery-note").hidden = !isGallery && game.folder === undefined;
    if (game.folder !== undefined)
      byId("gallery-note").replaceChildren(make("strong", { text: game.folder }),
        t(" is a folder of tiers. The server looks up its positions; there is no text."));
    if (isGallery)
      byId("gallery-note").replaceChildren(
        make("strong", { text: nameOf(game) }), t(" comes with grundy. "),
        usage ? t("Arguments and their defaults: {usage}. ", { usage: usage.replaceAll(",", ", ") }) : "",
        board ? t("{name} is the graph below, which you can edit. ", { name: board[0] }) : "",
        makeButton(t("Make it an edge list"), conversion.toEdges, { class: "quiet" }));
    byId("arguments").placeholder = usage ?? "3,5";
    byId("arguments-row").hidden = isGallery ? usage === "" : game.format !== "lua";
    const root = byId("arguments");
    if (document.activeElement !== root) root.value = game.args ?? "";
  }

  /** @param {File} file */
  async function openFile(file) {
    const content = await file.text();
    if (content.includes("\0"))
      return say(t("{file} is not a text file. The page opens edge lists, DOT, GraphML and rules in Lua.", { file: file.name }));
    const page = pageIn(content);
    if (page !== null) {
      const { game, ...rest } = page;
      return store.edit(game, { ...freshStart(rest.title), ...rest, own: freshId() });
    }
    const ending = file.name.split(".").pop();
    const known = { dot: "dot", gv: "dot", graphml: "graphml", xml: "graphml", lua: "lua" };
    const format = known[/** @type {keyof known} */ (ending)] ?? formatOf(content, "edges");
    store.edit({ format, text: content }, { ...freshStart(file.name), own: freshId() });
    if (format === "edges" && commaHint(content) !== "") say(commaHint(content));
  }

  byId("format").addEventListener("change", async (/** @type {any} */ event) => {
    await conversion.choose(event.target.value);
    showGame();
  });
  byId("arguments").addEventListener("input", (/** @type {any} */ event) =>
    store.edit({ ...store.state.game, args: event.target.value.trim() },
      { typed: true, history: emptyHistory(), places: {} }));
  byId("open-file").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", () => {
    const [file] = byId("file").files;
    if (file !== undefined) openFile(file);
    byId("file").value = "";
  });
  acceptFiles(openFile);
  store.listen(["game"], showGame);
  store.listen(["error"], () => showError(store.state.error, code));
  showGame();

  return { convert: conversion.toEdges, showGame,
    /** Moves the focus to the text, or to its drawer if there is none. */
    focus: () => (byId("text").hidden ? byId("text-drawer").querySelector("summary").focus() : code.focus()) };
}
