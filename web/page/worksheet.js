/* The builder of worksheets: asks the program for a page to print, shows it, prints and saves it. */

import { createChannel, isStale, postForText } from "./api.js";
import { byId, debounce, make } from "./dom.js";
import { language, t } from "./language.js";
import { sentence } from "./messages.js";

/* What can be filled in: the column of the program, its name, and whether worksheets have it at first. */
/** @type {[string, string, boolean][]} */
const COLUMNS = [["outcome", t("outcome"), true], ["grundy", t("value"), true], ["remoteness", t("remoteness"), true],
  ["counter", t("counter"), false], ["best", t("best move"), false]];
const MISERE = ["outcome", "remoteness", "best"];

/**
 * Returns the request for a worksheet.
 * @param {{ game: Game | null, title: string, palette: string, misere: boolean, columns: string[], values: Record<string, string>,
 *   hasLines: boolean }} asked `game` null: random games; `values` by the names of the options; "" if they are not given
 */
export function requestFor({ game, title, palette, misere, columns, values, hasLines }) {
  const numbers = Object.fromEntries(["exercises", "variants", "seed"].filter(name => values[name] !== "")
    .map(name => [name, Number(values[name])]));
  const listed = columns.filter(name => name !== "best");
  return {
    worksheet: true, title, palette, misere, language, part: values.part, show: game === null ? "auto" : values.show, level: values.level,
    paper: values.paper, no_name: !hasLines, best_moves: columns.includes("best"), ...numbers,
    ...(listed.length === 0 ? {} : { columns: listed.join(",") }), ...(game === null ? {} : { game }),
  };
}

/**
 * Returns whether the positions of a worksheet are those of the graph on the stage, under the same names.
 * @param {Record<string, any>} request
 */
export const isAsOnStage = request => request.game !== undefined && request.show !== "names" && request.show !== "boards" &&
  (request.variants ?? 1) === 1 && request.seed === undefined;

/**
 * Puts a worksheet into an element, with its own style, which does not affect the page.
 * @param {any} place
 * @param {string} html
 */
function showSheet(place, html) {
  const style = new CSSStyleSheet(), root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const rules = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? "";
  const page = new DOMParser().parseFromString(html.replace(/<style>[^<]*<\/style>/, ""), "text/html"); /* pages must not have styles inside */
  style.replaceSync(rules.replace(/@page[^}]*\}/, "").replaceAll("body {", ".body {") + "section { background: #fff; color: #000 }");
  root.adoptedStyleSheets = [style];
  root.replaceChildren(make("div", { class: "body", lang: page.documentElement.lang }, ...page.body.childNodes));
  return /@page[^}]*\}/.exec(rules)?.[0] ?? "";
}

/**
 * Prints a worksheet; the browser offers to save it as PDF.
 * @param {string} html
 */
function printSheet(html) {
  const place = make("div"), paper = new CSSStyleSheet();
  byId("print-sheet").replaceChildren(place);
  paper.replaceSync(showSheet(place, html));
  document.adoptedStyleSheets = [paper];
  document.body.classList.add("printing");
  print();
  document.body.classList.remove("printing");
  document.adoptedStyleSheets = [];
  byId("print-sheet").replaceChildren();
}

/**
 * @param {Store} store
 * @param {(html: string, part: string) => string} withStage puts the graph of the stage into a worksheet
 * @param {(blob: Blob, ending: string) => string} save saves a file and returns its name
 */
export function createWorksheet(store, withStage, save) {
  const dialog = byId("worksheet"), said = byId("sheet-said"), preview = byId("sheet-preview"), channel = createChannel();
  const OPTIONS = ["game", "show", "level", "exercises", "variants", "seed", "paper", "part"];
  let html = "";

  const ticks = COLUMNS.map(([name, words, isOn]) => {
    const input = make("input", { type: "checkbox", value: name, checked: isOn });
    return { name, input, label: make("label", { class: "tick" }, input, words) };
  });
  byId("sheet-columns").append(...ticks.map(({ label }) => label));

  const isMisere = () => store.state.misere && store.state.solved?.answer.misere !== undefined;

  /** Offers the columns that the game has. */
  function offer() {
    const answer = store.state.solved?.answer, isRandom = byId("sheet-game").value === "random";
    for (const { name, input, label } of ticks) {
      const isKnown = isRandom || name === "best" || answer?.[{ grundy: "value", counter: "value" }[name] ?? name] !== undefined;
      label.hidden = !isKnown || (isMisere() && !MISERE.includes(name));
      input.disabled = label.hidden;
    }
    byId("sheet-show").disabled = isRandom;
  }

  /** Returns the request; throws if a number is wrong. */
  function asked() {
    const values = Object.fromEntries(OPTIONS.map(name => [name, byId(`sheet-${name}`).value]));
    for (const name of ["exercises", "variants", "seed"]) {
      const field = byId(`sheet-${name}`);
      if (!field.checkValidity()) {
        throw new Error(t("{name}: a whole number from {least} to {most}",
          { name: field.parentElement.firstElementChild.textContent, least: Number(field.min), most: Number(field.max) }));
      }
    }
    const { game, solved, view } = store.state;
    return requestFor({ game: values.game === "random" ? null : (solved?.game ?? game), title: byId("sheet-title").value || t("Worksheet"),
      palette: view.palette, misere: isMisere(), hasLines: byId("sheet-name").checked, values,
      columns: ticks.filter(({ input }) => input.checked && !input.disabled).map(({ name }) => name) });
  }

  async function update() {
    preview.setAttribute("aria-busy", "true");
    try {
      const request = asked(), { scene } = store.state;
      if (!request.best_moves && request.columns === undefined) throw new Error(t("Choose something to fill in."));
      const made = await channel.run(signal => postForText("draw", request, signal));
      const isWhole = scene !== null && scene.around === null; /* otherwise a part of the game is on the stage */
      html = isWhole && isAsOnStage(request) && made.includes("<table>") ? withStage(made, request.part) : made;
      said.textContent = "";
      showSheet(preview, html);
    } catch (refusal) {
      if (isStale(refusal)) return;
      html = "";
      said.textContent = sentence(/** @type {any} */ (refusal).message);
      preview.shadowRoot?.replaceChildren();
    }
    for (const id of ["sheet-print", "sheet-save"]) byId(id).disabled = html === "";
    preview.setAttribute("aria-busy", "false");
  }

  const later = debounce(update, 250);
  byId("sheet-game").addEventListener("input", (/** @type {any} */ event) => { /* a title that you typed stays */
    const field = byId("sheet-title"), titles = [store.state.title, t("Worksheet")];
    if (titles.includes(field.value)) field.value = titles[event.target.value === "random" ? 1 : 0];
  });
  byId("worksheet-options").addEventListener("input", () => {
    offer();
    preview.setAttribute("aria-busy", "true");
    later();
  });
  byId("sheet-shuffle").addEventListener("click", () => {
    byId("sheet-seed").value = String(1 + Math.floor(Math.random() * 999999));
    update();
  });
  byId("sheet-print").addEventListener("click", () => printSheet(html));
  byId("sheet-save").addEventListener("click", () => {
    const file = save(new Blob([html], { type: "text/html" }), byId("sheet-part").value === "all" ? "html" : `${byId("sheet-part").value}.html`);
    said.textContent = t("Saved {file}.", { file });
  });
  return {
    open() {
      byId("sheet-title").value = store.state.title;
      offer();
      dialog.showModal();
      update();
    },
  };
}
