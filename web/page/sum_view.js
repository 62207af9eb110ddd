/* Shows how the values of a sum are added: digit by digit, with the digits that must change. */

import { createChannel, isStale, postForJson } from "./api.js";
import { byId, make, makeButton } from "./dom.js";
import { titleOf } from "./game_words.js";
import { t } from "./language.js";
import { askedComponent, componentTitle } from "./look.js";
import { additionWords, balanceWords, digitsOf, isAdded } from "./nim_sum.js";
import { valueText } from "./solved.js";
import { currentLook, currentPosition, isRevealed } from "./state.js";

const MOST_DIGITS = 12;

/**
 * Returns the heaps that a position of infinite value is put next to: the least number of its set, and others.
 * @param {number[]} set
 */
const heapsFor = set => [...new Set([...set.slice(0, 1), 0, 1, 2, 3])].slice(0, 4).sort((a, b) => a - b);

/**
 * Makes the table of values; where all of them are finite, with binary digits.
 * @param {string[]} titles
 * @param {any[]} values
 * @param {any} total
 */
function valueTable(titles, values, total) {
  const numbers = values.filter(value => typeof value === "number");
  const { rows, totalDigits } = digitsOf(numbers);
  const isBinary = numbers.length === values.length && totalDigits.length <= MOST_DIGITS;
  const cells = (/** @type {number[]} */ digits) => digits.map((digit, i) =>
    make("td", { class: totalDigits[i] === 1 ? "odd" : "", text: String(digit) }));
  return make("table", { id: "sum-table" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col", text: t("game") }), make("th", { scope: "col", text: t("value") }),
      isBinary ? make("th", { scope: "colgroup", colspan: totalDigits.length, text: t("in binary") }) : null)),
    make("tbody", {}, ...values.map((value, i) => make("tr", {}, make("th", { scope: "row", text: titles[i] }),
      make("td", { text: valueText(value) }), ...(isBinary ? cells(rows[i]) : [])))),
    make("tfoot", {}, make("tr", {}, make("th", { scope: "row", text: t("together") }), make("td", { text: valueText(total) }),
      ...(isBinary ? totalDigits.map(digit => make("td", { class: digit === 1 ? "odd" : "", text: digit === 1 ? "1 ▲" : "0" })) : []))));
}

/**
 * Names the position of a component, or the one that a move leads to.
 * @param {Component} component
 * @param {string | null} to
 */
function positionWords(component, to) {
  if (component.nim !== undefined) return t("the heap of {n}", { n: Number(to ?? component.nim) });
  const position = String(to ?? component.size ?? component.position ?? "");
  return component.heap === undefined && component.title === undefined ? position : `${componentTitle(component)} ${position}`;
}

/**
 * @param {Store} store
 * @param {(others: Component[]) => void} putNext replaces the other games of the sum
 */
export function createSumView(store, putNext) {
  const channel = createChannel();
  let asked = "";

  /** Asks for the value of each component. */
  async function load() {
    const { solved, others, operator, misere } = store.state, position = currentPosition(store.state);
    const isShown = currentLook(store.state)?.isSum && operator === "+" && !misere && isRevealed(store.state);
    if (!isShown || solved === null || position === null) return show(null);
    const components = [{ game: solved.game, position }, ...others.map(askedComponent)], key = JSON.stringify(components);
    if (key === asked) return;
    asked = key;
    try {
      const answers = await channel.run(signal => Promise.all(components.map(component =>
        postForJson("value", "game" in component ? component : { components: [component] }, signal))));
      if (key === asked) show(answers.map(({ value }) => value));
    } catch (refusal) {
      if (isStale(refusal)) return;
      asked = "";
      show(null);
    }
  }

  /** @param {any[] | null} values */
  function show(values) {
    const box = byId("addition"), { look, others } = store.state;
    box.hidden = values === null || look === null || ![...values, look.value].every(isAdded);
    if (values === null) asked = "";
    store.change({ worths: box.hidden ? null : values });
    if (box.hidden || values === null || look === null) return box.replaceChildren();
    const titles = [`${titleOf(store.state)} ${look.position}`, ...others.map(other =>
      `${componentTitle(other)} ${other.nim ?? other.size ?? other.position ?? ""}`)];
    const winning = look.moves.find(move => move.best && move.result === "wins");
    const [step] = winning?.steps ?? [];
    const names = [{ position: look.position }, ...others].map((other, i) => positionWords(other, step?.component === i + 1 ? step.to : null));
    box.replaceChildren(valueTable(titles, values, look.value), make("p", { text: additionWords(values, look.value) }),
      make("p", { text: winning === undefined ? "" : balanceWords(winning.to, step.component - 1, values, names) }));
  }

  /** Offers heaps to put next to a position of infinite value. */
  function showBeside() {
    const { look, solved, others, operator } = store.state, v = solved?.numberOf(look?.vertex ?? null) ?? -1;
    const value = v < 0 ? undefined : solved?.answer.value?.[v];
    const isAlone = others.length === 0 || (others.length === 1 && others[0].nim !== undefined && operator === "+");
    const isOther = (solved?.answer.c?.[v] ?? []).length > 0; /* a half or a moon: K does not say which heaps it is won next to */
    byId("beside").hidden = !isRevealed(store.state) || !isAlone || isOther || !Array.isArray(value?.infinite);
    if (byId("beside").hidden) return;
    const now = others[0]?.nim ?? 0;
    byId("beside").replaceChildren(make("span", { text: t("{value} next to a heap of", { value: valueText(value) }) }), ...heapsFor(value.infinite).map(n =>
      makeButton(String(n), () => putNext(n === 0 ? [] : [{ nim: n }]), { "aria-pressed": String(n === now) })));
  }

  store.listen(["look", "others", "operator", "misere", "answers", "mode"], load);
  store.listen(["look", "answers", "mode", "solved", "others"], showBeside);
}
