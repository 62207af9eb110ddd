/* Sharing: links with and without answers, pictures of what the stage shows, worksheets, tables. */

import { LONGEST_LINK, linkOf } from "./address.js";
import { EMBED_SCRIPT } from "./answers.js";
import { postForBlob } from "./api.js";
import { inColours } from "./board_paint.js";
import { byId, make, makeButton } from "./dom.js";
import { t } from "./language.js";
import { sentence } from "./messages.js";
import { paint } from "./paint.js";
import { paperColours, printPicture, standalone, toPng } from "./save_picture.js";
import { currentPosition } from "./state.js";
import { createWorksheet } from "./worksheet.js";

const PAGE_ENDING = "grundy.json";

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/**
 * Returns whether an address works only on this computer; a file has no host.
 * @param {string} host
 */
export const isLocal = host => /^($|localhost|127\.|\[?::1)/.test(host);

/**
 * Returns the state to share: exactly what the page shows or, if answers are to be hidden, the same without them. An algorithm
 * finds the answers step by step, so that it is left out then.
 * @param {Shared} shared
 * @param {boolean} isHidden
 * @returns {Shared}
 */
export function sharedFor(shared, isHidden) {
  if (!isHidden) return shared;
  const isAlgorithm = shared.mode === "algorithm";
  return { ...shared, answers: false, mode: isAlgorithm ? "explore" : shared.mode, step: isAlgorithm ? 0 : shared.step };
}

/** @param {string} text */
const escaped = text => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * Returns the HTML that shows a game in another page, with its answers or as a match.
 * @param {Shared} shared
 * @param {string} script the address of grundy-game.js
 */
export function embedCode(shared, script) {
  const { game, title, answers, stage } = shared;
  const position = currentPosition(/** @type {any} */ (shared));
  const attributes = { gallery: game.gallery, format: game.format === "edges" ? undefined : game.format, args: game.args || undefined,
    position: position ?? undefined, show: answers ? undefined : "drawing play", view: stage === "graph" ? stage : undefined, label: title || undefined };
  const words = Object.entries(attributes).filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join("");
  const text = game.text === undefined ? "" : `\n${escaped(game.text.trimEnd())}\n`;
  return `<script type="module" src="${escaped(script)}"></script>\n<grundy-game${words}>${text}</grundy-game>\n`;
}

/**
 * Returns the graph as it is on the stage, as SVG.
 * @param {(answers: boolean) => any} picture of the graph
 * @param {boolean} answers
 * @param {boolean} hasLegend
 */
function graphSvg(picture, answers, hasLegend) {
  const seen = picture(answers);
  if (seen === null || seen.nodes.length === 0) throw new Error(t("There is no graph to save."));
  const colours = paperColours(), legend = seen.legend.filter((/** @type {any} */ row) => answers || !row.answer);
  const nodes = seen.nodes.map((/** @type {any} */ node) => (node.picture === undefined ? node
    : { ...node, picture: { ...node.picture, svg: inColours(node.picture.svg, colours) } }));
  return paint({ ...seen, nodes, legend, colours }, hasLegend);
}

/**
 * Puts the graph of the stage into a worksheet, in place of pictures that the program has laid out.
 * @param {string} html
 * @param {string} part all, questions or solution
 * @param {(answers: boolean) => any} picture
 */
function withStage(html, part, picture) {
  const shown = part === "all" ? [false, true] : [part === "solution"];
  return html.replace(/<svg.*?<\/svg>\n/gs, () => graphSvg(picture, shown.shift() ?? true, true)
    .replace(/^.*\n/, "").replace(/<g id="[^"]*"/g, "<g")); /* a page has two pictures with the same ids */
}

/** Returns the board as it is on the stage, as SVG. */
function boardSvg() {
  const svg = /** @type {any} */ (document.querySelector("#board svg"));
  if (svg === null || svg.closest("[hidden]") !== null) throw new Error(t("There is no board to save."));
  return standalone(svg);
}

/**
 * Returns the exports of a picture, from a function that returns it as SVG.
 * @param {() => string} svg
 * @returns {[string, string | null, () => Promise<Blob> | Blob | null][]}
 */
const pictureExports = svg => [
  ["SVG", "svg", () => new Blob([svg()], { type: "image/svg+xml" })], ["PNG", "png", () => toPng(svg(), 1)],
  ["PNG 2×", "png", () => toPng(svg(), 2)], ["PNG 4×", "png", () => toPng(svg(), 4)],
  [t("Print, PDF"), null, () => {
    printPicture(svg());
    return null;
  }],
];

/**
 * Returns all exports, by the group of their buttons: [name, ending, what makes the file]. What makes null
 * has done all that is to be done.
 * @param {Store} store
 * @param {(answers: boolean) => any} picture
 * @returns {Record<string, [string, string | null, () => Promise<Blob> | Blob | null][]>}
 */
function exportsOf(store, picture) {
  const game = () => (store.state.solved ?? store.state).game;
  const table = (/** @type {string} */ to) => () => postForBlob("solve", { game: game(), no_split: true, to });
  return {
    pictures: pictureExports(() => graphSvg(picture, byId("picture-answers").checked, byId("picture-legend").checked)),
    boards: pictureExports(boardSvg),
    tables: [["TSV", "tsv", table("tsv")], ["CSV", "csv", table("csv")], ["JSON", "json", table("json")]],
  };
}

/**
 * @param {Store} store
 * @param {import("./keeper.js").Keeper} keeper
 * @param {() => string} transcript
 * @param {(answers: boolean) => any} picture of the graph
 */
export function createShare(store, keeper, transcript, picture) {
  const dialog = byId("share"), said = byId("share-said");
  const stem = () => (store.state.title || "game").replace(/\.[a-z]+$/, "")
    .replace(/[^\w-]+/g, "-").toLowerCase();
  const toShare = () => sharedFor(store.shared(), byId("share-hidden").checked);

  /**
   * @param {string | null} ending null: that of the format of the game
   * @param {() => Promise<Blob> | Blob | null} produce
   */
  async function save(ending, produce) {
    said.textContent = "";
    try {
      const blob = await produce();
      if (blob === null) return;
      const file = `${stem()}.${ending ?? store.state.game.format ?? "edges"}`;
      download(blob, file);
      if (ending === null || ending === PAGE_ENDING) keeper.savedAsFile();
      said.textContent = t("Saved {file}.", { file });
    } catch (refusal) {
      said.textContent = sentence(/** @type {any} */ (refusal).message);
    }
  }

  const text = () => {
    const { game } = store.state;
    if (game.text === undefined) return postForBlob("convert", { game, to: "edges" });
    return new Blob([game.text], { type: "text/plain" });
  };
  const moves = () => {
    if (transcript() === "") throw new Error(t("There is no match to save."));
    return new Blob([transcript() + "\n"], { type: "text/plain" });
  };

  /** The page as a file, which "Open a file" opens. */
  const wholePage = () =>
    new Blob([JSON.stringify({ grundy: 1, ...toShare() })], { type: "application/json" });

  async function showLink() {
    const shared = toShare(), link = await linkOf(shared);
    byId("link").value = link;
    byId("link-row").hidden = link === "";
    byId("file-note").hidden = link !== "";
    byId("local-note").hidden = link === "" || !isLocal(location.hostname);
    byId("embed").value = embedCode(shared, EMBED_SCRIPT);
  }

  async function open() {
    said.textContent = "";
    const hidden = byId("share-hidden");
    hidden.checked ||= !store.state.answers;
    hidden.disabled = !store.state.answers; /* they are hidden already */
    byId("share-board").hidden = document.querySelector("#board:not([hidden]) svg") === null;
    await showLink();
    dialog.showModal();
  }

  /**
   * @param {string} id of a field
   * @param {string} words to say
   */
  async function copy(id, words) {
    byId(id).select();
    try {
      await navigator.clipboard.writeText(byId(id).value);
    } catch {
      document.execCommand("copy"); /* where pages may not use the clipboard */
    }
    said.textContent = words;
  }

  byId("share-hidden").addEventListener("change", showLink);
  for (const [group, list] of Object.entries(exportsOf(store, picture)))
    byId(`export-${group}`).append(...list.map(([name, ending, produce]) => makeButton(name, () => save(ending, produce))));
  byId("export-tables").append(makeButton(t("Game"), () => save(null, text)),
    makeButton(t("Transcript"), () => save("txt", moves)));
  byId("file-note").textContent = t("A link to this game would have more than {n} characters, and many programs cut such links. " +
    "Send a file instead: it contains the game and the view, and “Open a file…”, next to the text of the game, opens it.", { n: LONGEST_LINK });
  const worksheet = createWorksheet(store, (html, part) => withStage(html, part, picture), (blob, ending) => {
    const file = `${stem()}.${ending}`;
    download(blob, file);
    return file;
  });
  byId("open-worksheet").addEventListener("click", () => {
    dialog.close();
    worksheet.open();
  });
  byId("save-page").addEventListener("click", () => save(PAGE_ENDING, wholePage));
  byId("open-share").addEventListener("click", open);
  byId("copy-link").addEventListener("click", () => copy("link", t("The link was copied.")));
  byId("copy-embed").addEventListener("click", () => copy("embed", t("The embed code was copied.")));
  return { open };
}
