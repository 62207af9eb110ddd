/* The list "My games": the games that the browser keeps, to open, rename and delete. */

import { make, makeButton } from "./dom.js";
import { titleOf } from "./game_words.js";
import { language, t } from "./language.js";
import { cleanShared, freshStart } from "./state.js";

/** @typedef {import("./keeper.js").KeptGame} KeptGame */

const RECENT = 4; /* games that are listed without asking for older ones */

/** @param {KeptGame} kept */
const nameOf = ({ shared }) => titleOf(shared);

/** @param {number} time */
const timeWords = time => new Date(time).toLocaleString(language === "en" ? "en-GB" : language, { dateStyle: "medium", timeStyle: "short" });

/**
 * Describes a game in a few words.
 * @param {KeptGame} kept
 */
function detailsOf({ shared: { game }, time }) {
  const lines = (game.text ?? "").split("\n").filter(line => line.trim() !== "").length;
  const size = game.gallery === undefined ? t("{n} {n:1=line|lines}", { n: lines }) : `${game.gallery} ${game.args ?? ""}`.trim();
  return `${size}, ${timeWords(time)}`;
}

/**
 * @param {Store} store
 * @param {import("./keeper.js").Keeper} keeper
 * @param {() => void} close the dialog
 */
export function createMyGames(store, keeper, close) {
  const list = make("ul", { class: "kept" });
  const said = make("p", { class: "note", role: "status" });
  const section = make("section", {}, make("h3", { text: t("My games") }), list, said);

  /** @param {KeptGame} kept */
  function open({ id, shared }) {
    if (id !== store.state.own) {
      const { game, ...rest } = cleanShared(shared);
      store.edit(game, { ...freshStart(rest.title), ...rest, match: null, own: id });
    }
    close();
  }

  /**
   * @param {KeptGame} kept
   * @param {string} title
   */
  async function rename(kept, title) {
    if (title !== "" && title !== nameOf(kept)) {
      await keeper.put({ ...kept, shared: { ...kept.shared, title } });
      if (kept.id === store.state.own) store.change({ title });
    }
    await show();
    list.querySelector(`[data-id="${kept.id}"] .rename-game`)?.focus();
  }

  /**
   * @param {any} item
   * @param {KeptGame} kept
   */
  function askName(item, kept) {
    const input = make("input", { value: nameOf(kept), "aria-label": t("New name of {name}", { name: nameOf(kept) }),
      autocomplete: "off", spellcheck: "false", maxlength: 80 });
    let isDone = false;
    const finish = (/** @type {string} */ title) => {
      if (isDone) return;
      isDone = true;
      rename(kept, title);
    };
    input.addEventListener("keydown", (/** @type {any} */ event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault(); /* the dialog stays open */
      event.stopPropagation();
      finish(event.key === "Enter" ? input.value.trim() : "");
    });
    input.addEventListener("blur", () => finish(input.value.trim()));
    item.querySelector(".open-game").replaceWith(input);
    input.select();
  }

  /** @param {KeptGame} kept */
  async function remove(kept) {
    await keeper.remove(kept.id);
    const { own } = store.state;
    if (own === kept.id) store.change({ own: null });
    await show();
    const back = makeButton(t("Undo"), async () => {
      await keeper.put(kept);
      if (own === kept.id) store.change({ own });
      await show();
      list.querySelector(`[data-id="${kept.id}"] .open-game`)?.focus();
    });
    said.replaceChildren(t("Deleted {name}.", { name: nameOf(kept) }), " ", back);
    back.focus();
  }

  /** @param {KeptGame} kept */
  function gameItem(kept) {
    const name = nameOf(kept);
    const row = make("li", { data: { id: kept.id } },
      make("button", { type: "button", class: "open-game", on: { click: () => open(kept) },
        "aria-current": kept.id === store.state.own ? "true" : false },
      make("strong", { text: name }), make("span", { class: "note", text: detailsOf(kept) })),
      makeButton(t("Rename"), () => askName(row, kept), { class: "quiet rename-game", "aria-label": t("Rename {name}", { name }) }),
      makeButton(t("Delete"), () => remove(kept), { class: "quiet", "aria-label": t("Delete {name}", { name }) }));
    return row;
  }

  async function show() {
    const kept = await keeper.list();
    const [recent, older] = [kept.slice(0, RECENT), kept.slice(RECENT)].map(games => games.map(gameItem));
    list.replaceChildren(...recent, ...older.length === 0 ? [] : [make("li", {}, make("details", {},
      make("summary", { text: t("{n} older {n:1=game|games}", { n: older.length }) }), make("ul", { class: "kept" }, ...older)))]);
    list.hidden = kept.length === 0;
    section.hidden = kept.length === 0 && keeper.isLasting();
    said.textContent = keeper.isLasting() ? ""
      : keeper.problem() || t("This browser keeps games only until the page is closed. Save them as files, under Share.");
  }

  return { section, show };
}
