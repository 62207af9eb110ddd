/* The doors of the page, above the list of games: play, learn, make a game. */

import { byId, make, makeButton } from "./dom.js";
import { t } from "./language.js";
import { freshStart } from "./state.js";

const SIZES = /^\d+(,\d+)*$/;

/**
 * @param {Store} store
 * @param {() => void} openLessons
 */
export function createHome(store, openLessons) {
  const close = () => byId("games").close();

  /** Starts with an empty graph, on which positions are put by clicking. */
  function makeGame() {
    close();
    store.edit({ format: "edges", text: "" }, { ...freshStart(t("My game")), others: [], stage: "auto", mode: "explore", answers: true });
    byId("tools").querySelector("[data-value=position]").click();
  }

  /** Opens Nim with the heaps that were typed. */
  function playNim() {
    const heaps = byId("door-heaps").value.replaceAll(" ", "");
    const isRight = SIZES.test(heaps);
    byId("door-heaps").setAttribute("aria-invalid", String(!isRight));
    byId("door-said").textContent = isRight ? "" : t("Type the sizes of the heaps, such as 3,4,5.");
    if (!isRight) return;
    close();
    store.edit({ gallery: "nim", args: heaps }, { ...freshStart("Nim"), others: [], stage: "auto", mode: "play" });
  }

  const door = (/** @type {string} */ title, /** @type {string} */ words, /** @type {any[]} */ ...inside) =>
    make("li", { class: "door" }, make("strong", { text: title }), make("span", { text: words }),
      make("div", { class: "row" }, ...inside));
  const isMain = { class: "main" };
  const heaps = make("input", { id: "door-heaps", value: "3,4,5", inputmode: "numeric", autocomplete: "off", size: "8",
    "aria-label": t("Heaps"), "aria-describedby": "door-said",
    on: { keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      playNim();
    } } });
  byId("doors").replaceChildren(
    door(t("Play"), t("Take counters from heaps; whoever takes the last one wins."),
      heaps, makeButton(t("Play Nim"), playNim, isMain), make("span", { id: "door-said", class: "note", role: "status" })),
    door(t("Learn"), t("Ten lessons, from who wins to games that never end."), makeButton(t("Start"), () => {
      close();
      openLessons();
    }, isMain)),
    door(t("Make a game"), t("Draw positions and moves, and see at once who wins."), makeButton(t("New game"), makeGame, isMain)));
}
