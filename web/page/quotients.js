/* Misère quotients of heap games: the values of heaps, and the outcomes of their sums. */

import { createChannel, isStale, postForJson } from "./api.js";
import { byId, fillSelect, make, setText } from "./dom.js";
import { t } from "./language.js";
import { capital, sentence } from "./messages.js";
import { outcomeWords } from "./outcomes.js";

/** @type {[string, string][]} */
const KNOWN = [["kayles", "Kayles"], ["0.123", "0.123"], ["dawson-kayles", t("Dawson's Kayles")], ["nim", "Nim"],
  ["take{1,2,3}", t("Take one, two or three")]];

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
function quotientWords({ order, p_order, tame, period, max, limit, lower_bound }) {
  const count = { order, p: p_order, max, kind: tame ? t("tame, like that of Nim") : t("wild") };
  const size = period !== null
    ? t("The quotient of all heaps has {order} {order:1=element|elements}, {p} of them in P, and is {kind}.", count)
    : t("The quotient of the heaps up to {max} has {order} {order:1=element|elements}, {p} of them in P, and is {kind}.", count);
  const repeats = period === null ? ""
    : t("Its values repeat with period {length} from heap {start} on.", { length: period.length, start: period.start });
  const more = limit === null ? "" : t("With heap {n} it has at least {least} elements.", { n: max + 1, least: lower_bound });
  return [size, repeats, more].filter(Boolean).join(" ");
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
      make("li", { text: t("{name} is heap {heap}", { name, heap }) })));
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
        t("{heap} to {parts}", { heap, parts: parts.length === 0 ? t("nothing") : parts.join(` ${t("and")} `) }));
      said.replaceChildren(heaps.replaceAll(",", " + "), t(" is "),
        ...(answer.phi === undefined ? [] : [raised(answer.phi), ": "]), outcomeWords(answer.outcome), ".",
        moves.length === 0 ? "" : ` ${capital(moves.join(t(", or ")))}.`);
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
