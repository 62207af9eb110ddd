/* Sharing: the address contains the game and the view; the program makes pictures and tables. */

import { postForBlob } from "./api.js";
import { byId, make } from "./dom.js";
import { pictureRequest } from "./drawing.js";
import { encodeFragment } from "./fragment.js";
import { sentence } from "./messages.js";

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

export function createShare(store, board) {
  const dialog = byId("share"), said = byId("share-said");
  const title = () => store.state.title || "game";
  const stem = () => title().replace(/\.[a-z]+$/, "").replace(/[^\w-]+/g, "-");

  const picture = format => () => {
    const { palette } = store.state.view;
    return postForBlob("draw", { ...pictureRequest(store.state), palette, format });
  };
  const table = format => () => postForBlob("table", { game: store.state.solved.game, format });
  const text = () => {
    const { game } = store.state;
    if (game.text === undefined) return postForBlob("convert", { game, to: "edges" });
    return new Blob([game.text], { type: "text/plain" });
  };
  const transcript = () => {
    if (board.transcript() === "") throw new Error("There is no match to save.");
    return new Blob([board.transcript() + "\n"], { type: "text/plain" });
  };

  const EXPORTS = [
    ["SVG", "svg", picture("svg")], ["PNG", "png", picture("png")],
    ["TSV", "tsv", table("tsv")], ["CSV", "csv", table("csv")], ["JSON", "json", table("json")],
    ["Game", null, text], ["Transcript", "txt", transcript],
  ];

  /* Saves a file; the default ending is that of the format of the game. */
  async function save(ending, produce) {
    said.textContent = "";
    try {
      const blob = await produce();
      const file = `${stem()}.${ending ?? store.state.game.format ?? "edges"}`;
      download(blob, file);
      said.textContent = `Saved ${file}.`;
    } catch (refusal) {
      said.textContent = sentence(refusal.message);
    }
  }

  async function address() {
    const link = new URL(location.href);
    link.hash = await encodeFragment(store.shared());
    return link.href;
  }

  async function open() {
    said.textContent = "";
    byId("link").value = await address();
    dialog.showModal();
    byId("link").select();
  }

  async function copy() {
    byId("link").select();
    try {
      await navigator.clipboard.writeText(byId("link").value);
    } catch {
      document.execCommand("copy"); /* where pages may not use the clipboard */
    }
    said.textContent = "The link was copied.";
  }

  byId("exports").append(...EXPORTS.map(([name, ending, produce]) => make("button", {
    type: "button", text: name, on: { click: () => save(ending, produce) } })));
  byId("open-share").addEventListener("click", open);
  byId("copy-link").addEventListener("click", copy);
  return { open };
}
