/* Misère quotients of heap games: the values of heaps, and the outcomes of their sums. */

import { createChannel, isStale, postForJson } from "./api.js";
import { byId, fillSelect, make, setText } from "./dom.js";
import { capital, sentence } from "./messages.js";
import { outcomeWords } from "./outcomes.js";

/** @type {[string, string][]} */
const KNOWN = [["kayles", "Kayles"], ["0.123", "0.123"], ["dawson-kayles", "Dawson's Kayles"], ["nim", "Nim"],
  ["take{1,2,3}", "Take one, two or three"]];

const MOST_ELEMENTS = 2000, MOST_HEAP = 400;

/**
 * Returns a word such as ab^2 with its exponents raised.
 * @param {string} word
 */
const raised = word => make("span", {}, ...word.split(/(\^\d+)/).filter(piece => piece !== "").map(piece =>
  (piece.startsWith("^") ? make("sup", { text: piece.slice(1) }) : piece)));

/**
 * Returns what is known about a quotient in one sentence.
 * @param {any} answer
 */
export function quotientWords({ order, p_order, tame, period, max, limit, lower_bound }) {
  const heaps = period !== null ? "all heaps" : `the heaps up to ${max}`;
  const repeats = period === null ? "" : ` Its values repeat with period ${period.length} from heap ${period.start} on.`;
  const more = limit === null ? "" : ` With heap ${max + 1} it has at least ${lower_bound} elements.`;
  return `The quotient of ${heaps} has ${order} element${order === 1 ? "" : "s"}, ${p_order} of them in P, and is ${
    tame ? "tame, like that of Nim" : "wild"}.${repeats}${more}`;
}

/** The dialog with the table. */
export function createQuotients() {
  const dialog = byId("quotients"), channel = createChannel(), multiplying = createChannel();
  let shown = false;

  /** @param {any} answer */
  function show(answer) {
    const inP = new Set(answer.p);
    setText(byId("quotients-said"), quotientWords(answer));
    byId("quotients-generators").replaceChildren(...answer.generators.map((/** @type {any} */ { name, heap }) =>
      make("li", { text: `${name} is heap ${heap}` })));
    byId("quotients-relations").replaceChildren(...answer.relations.map((/** @type {any} */ { left, right }) =>
      make("li", {}, raised(left), " = ", raised(right))));
    byId("quotients-values").replaceChildren(...answer.phi.map((/** @type {string} */ word, /** @type {number} */ heap) =>
      make("li", { class: inP.has(word) ? "bad" : "good" }, make("span", { class: "heap", text: String(heap) }), raised(word))));
  }

  async function compute() {
    const code = byId("quotients-code").value.trim();
    byId("quotients-body").hidden = true;
    try {
      const answer = await channel.run(signal => postForJson("heap", { code, misere: true, quotient: true,
        stop_at_period: true, max: MOST_HEAP, max_elements: MOST_ELEMENTS }, signal));
      show(answer);
      byId("quotients-body").hidden = false;
      shown = true;
      multiply();
    } catch (refusal) {
      if (!isStale(refusal)) setText(byId("quotients-said"), sentence(/** @type {any} */ (refusal).message));
    }
  }

  async function multiply() {
    const heaps = byId("quotients-heaps").value.replaceAll(" ", "");
    const said = byId("quotients-product");
    try {
      const answer = await multiplying.run(signal => postForJson("heap",
        { code: byId("quotients-code").value.trim(), misere: true, heaps }, signal));
      const moves = (answer.winning_moves ?? []).slice(0, 4).map((/** @type {any} */ { heap, parts }) =>
        `${heap} to ${parts.length === 0 ? "nothing" : parts.join(" and ")}`);
      said.replaceChildren(heaps.replaceAll(",", " + "), " is ",
        ...(answer.phi === undefined ? [] : [raised(answer.phi), ": "]), outcomeWords(answer.outcome), ".",
        moves.length === 0 ? "" : ` ${capital(moves.join(", or "))}.`);
    } catch (refusal) {
      if (!isStale(refusal)) said.textContent = sentence(/** @type {any} */ (refusal).message);
    }
  }

  fillSelect(byId("quotients-known"), KNOWN, KNOWN[0][0]);
  byId("quotients-code").value = KNOWN[0][0];
  byId("quotients-known").addEventListener("change", (/** @type {any} */ event) => {
    byId("quotients-code").value = event.target.value;
    compute();
  });
  for (const [form, act] of /** @type {[string, () => void][]} */ ([["quotients-form", compute],
    ["quotients-multiply", multiply]]))
    byId(form).addEventListener("submit", (/** @type {any} */ event) => {
      event.preventDefault();
      act();
    });

  return () => {
    dialog.showModal();
    if (!shown) compute();
  };
}
