/* Sums: further games next to the edited one. Moves of compounds other than sums have several
 * steps; they are in the list of moves. */

import { byId, fillSelect } from "./dom.js";
import { wordsOf } from "./game_words.js";
import { currentVisit } from "./history.js";
import { t } from "./language.js";
import { HEAP_TITLES } from "./look.js";
import { OPERATORS } from "./state.js";

export const LARGEST = 2 ** 50 - 1; /* largest Nim heap whose values are numbers in answers */

/**
 * Returns a component, or why there is none. What was typed is never changed.
 * @param {string} kind nim, the name of a heap game, or "example NAME"
 * @param {string} size
 * @param {Example[]} examples
 * @returns {{ component?: Component, problem?: string }}
 */
export function readComponent(kind, size, examples) {
  const example = examples.find(({ name }) => `example ${name}` === kind);
  if (example !== undefined)
    return { component: { game: example.game, title: wordsOf(example).title, position: null } };
  if (size.trim() === "") return { problem: t("How many counters? Type a number.") };
  if (kind !== "nim")
    return /^\d+(,\d+)*$/.test(size.trim()) ? { component: { heap: kind, size: size.trim() } }
      : { problem: t('"{size}" is not a number of counters, or numbers separated by commas.', { size }) };
  const number = Number(size);
  if (!/^\d+$/.test(size.trim())) return { problem: t('"{size}" is not a whole number of counters.', { size }) };
  return number > LARGEST ? { problem: t("A heap has at most {n} counters.", { n: LARGEST }) }
    : { component: { nim: number } };
}

/**
 * @param {Store} store
 * @param {() => Example[]} examples
 */
export function createSums(store, examples) {
  /** @param {Component[]} others */
  function change(others) {
    const { history } = store.state, visit = currentVisit(history);
    if (visit === null) return;
    store.change({ others,
      history: { entries: [{ position: visit.position, parent: -1, others }], at: 0 } });
  }

  async function add() {
    const { component, problem } = readComponent(byId("sum-kind").value, byId("sum-size").value, examples());
    byId("sum-problem").textContent = problem ?? "";
    byId("sum-size").setAttribute("aria-invalid", String(problem !== undefined));
    if (component !== undefined) change([...store.state.others, component]);
    else byId("sum-size").focus();
  }

  function render() {
    const { operator, others } = store.state;
    byId("operator").value = operator;
    byId("operator-rule").textContent = others.length === 0 ? "" : `${OPERATORS[operator].rule}.`;
    byId("sum-problem").textContent = "";
    byId("sum-size").removeAttribute("aria-invalid");
    byId("sum-count").textContent = others.length === 0 ? "" : ` (${others.length + 1})`;
  }

  byId("sum-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    add();
  });
  byId("sum-kind").addEventListener("change", () => {
    byId("sum-size-row").hidden = byId("sum-kind").value.startsWith("example ");
  });
  byId("operator").addEventListener("change", (/** @type {any} */ event) =>
    store.change({ operator: event.target.value }));
  fillSelect(byId("operator"),
    Object.entries(OPERATORS).map(([sign, { name }]) => [sign, `${name} ${sign}`]));
  store.listen(["operator", "others"], render);
  render();

  return {
    /** Removes one of the other games; the focus goes to the form.
     * @param {number} i
     */
    remove(i) {
      change(store.state.others.toSpliced(i, 1));
      byId("sum-size").focus();
    },
    /** Replaces the other games. */
    put: change,
    fill: () => fillSelect(byId("sum-kind"), [["nim", t("Nim heap")],
      ...Object.entries(HEAP_TITLES).map(([heap, game]) => /** @type {[string, string]} */ ([heap, t("heap of {game}", { game })])),
      ...examples().filter(({ name }) => name !== "nim")
        .map(example => /** @type {[string, string]} */ ([`example ${example.name}`, wordsOf(example).title]))], "nim"),
  };
}
