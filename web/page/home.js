/* The doors of the page, above the list of games: play, learn, make a game. */

import { byId, make, makeButton } from "./dom.js";
import { t } from "./language.js";
import { freshStart } from "./state.js";
import { LARGEST } from "./sums.js";

const MOST_EXPLORED = 20000; /* positions of heaps that are one game */

/**
 * Reads the sizes of heaps, or says what is wrong.
 * @param {string} text
 */
export function readHeaps(text) {
  const sizes = text.replaceAll(" ", "");
  if (!/^\d+(,\d+)*$/.test(sizes)) return { heaps: [], problem: t("Type the sizes of the heaps, such as 3,4,5.") };
  const heaps = sizes.split(",").map(Number);
  return { heaps, problem: Math.max(...heaps) > LARGEST ? t("A heap has at most {n} counters.", { n: LARGEST }) : "" };
}

/**
 * Divides heaps: the first ones are one game, which is explored, as long as it is small; the others are heaps of a sum, which theory
 * answers at any size.
 * @param {number[]} heaps
 * @returns {[number[], Component[]]}
 */
export function splitHeaps(heaps) {
  const positions = heaps.reduce((product, heap) => product * (heap + 1), 1);
  return positions <= MOST_EXPLORED ? [heaps, []] : [[0], heaps.map(nim => ({ nim }))];
}

/**
 * @param {Store} store
 * @param {() => void} openLessons
 */
export function createHome(store, openLessons) {
  const close = () => byId("games").close();

  /** Starts with an empty graph, on which positions are put by clicking. */
  function makeGame() {
    close();
    store.edit({ format: "edges", text: "" }, { ...freshStart(t("My game")), mode: "explore", answers: true });
    byId("tools").querySelector("[data-value=position]").click();
  }

  /** Opens Nim with the heaps that were typed. */
  function playNim() {
    const { heaps, problem } = readHeaps(byId("door-heaps").value);
    byId("door-heaps").setAttribute("aria-invalid", String(problem !== ""));
    byId("door-said").textContent = problem;
    if (problem !== "") return;
    close();
    const [explored, others] = splitHeaps(heaps);
    store.edit({ gallery: "nim", args: explored.join() }, { ...freshStart("Nim"), others, mode: "play" });
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
