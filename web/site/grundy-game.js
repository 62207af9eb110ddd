/* The element <grundy-game>: a game in any page, with its drawing, values, reasons and a match.
 * docs/embed.md describes its attributes. */

import { createChannel, isStale, postForJson } from "./api.js";
import { make, makeButton } from "./dom.js";
import { createBoardDrawing, fetchLook } from "./embed_board.js";
import { createDrawing } from "./embed_drawing.js";
import { createMatch } from "./embed_match.js";
import { embedStyle, styleIsReady } from "./embed_style.js";
import { t } from "./language.js";
import { capital, sentence, withArrows } from "./messages.js";
import { outcomeWords } from "./outcomes.js";
import { createSolved, columnName } from "./solved.js";

const WORDS = ["drawing", "values", "table", "why", "play"];
const USUAL = "drawing values why";
const VIEWS = ["auto", "board", "graph"], THEMES = ["auto", "light", "dark"];
const COLUMNS = ["outcome", "value", "remoteness"];

/**
 * Removes the indentation that all lines have in common, and empty lines around the text.
 * @param {string} text
 */
function outdent(text) {
  const lines = text.replace(/^\s*\n|\s+$/g, "").split("\n");
  const depths = lines.filter(line => line.trim() !== "").map(line => line.search(/\S/));
  const depth = Math.min(...depths, Infinity);
  return lines.map(line => line.slice(Number.isFinite(depth) ? depth : 0)).join("\n") + "\n";
}

/**
 * Returns the words of the attribute `show` that are known, and those that are not.
 * @param {string | null} given
 */
function readShow(given) {
  const words = (given ?? USUAL).split(/[\s,]+/).filter(word => word !== "");
  return { shown: new Set(words.filter(word => WORDS.includes(word))),
    unknown: words.filter(word => !WORDS.includes(word)) };
}

/**
 * @param {string} name of an attribute
 * @param {string} word
 * @param {string[]} words that it knows
 */
const unknownWord = (name, word, words) =>
  new Error(t("{name} has the unknown word '{word}'; it knows {words}", { name, word, words: words.join(", ") }));

/**
 * Returns the value of an attribute, which is one of several words; the first is the default.
 * @param {HTMLElement} element
 * @param {string} name
 * @param {string[]} words
 */
function readWord(element, name, words) {
  const given = element.getAttribute(name) ?? words[0];
  if (!words.includes(given)) throw unknownWord(name, given, words);
  return given;
}

const system = matchMedia("(prefers-color-scheme: dark)");

/**
 * Returns the game as the API takes it.
 * @param {HTMLElement} element
 * @returns {Game}
 */
function gameOf(element) {
  const gallery = element.getAttribute("gallery"), args = element.getAttribute("args");
  const rest = args === null ? {} : { args };
  if (gallery !== null) return { gallery, ...rest };
  const format = element.getAttribute("format") ?? "edges";
  return { format, text: outdent(element.textContent ?? ""), ...rest };
}

/**
 * The table of all positions.
 * @param {Solved} solved
 */
function tableOf(solved) {
  const columns = COLUMNS.filter(column => solved.columns.includes(column));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("All positions") },
    make("table", {},
      make("thead", {}, make("tr", {}, ...[t("position"), ...columns.map(columnName)].map(text =>
        make("th", { scope: "col", text })))),
      make("tbody", {}, ...solved.names.map((name, v) => make("tr", {},
        make("th", { scope: "row", text: name }),
        ...columns.map(column => make("td", { text: solved.text(column, v) })))))));
}

/**
 * The sentences of `grundy why`.
 * @param {any} answer
 */
function reasonsOf({ paragraphs }) {
  return paragraphs.map((/** @type {any[]} */ paragraph) => make("ul", {},
    ...paragraph.map(({ sentence: words, details }) => make("li", { text: withArrows(words) },
      ...(details.length === 0 ? [] : [make("ul", {}, ...details.map((/** @type {any} */ detail) =>
        make("li", { text: withArrows(detail.sentence) })))])))));
}

class GrundyGame extends HTMLElement {
  static observedAttributes = ["show", "position", "format", "gallery", "args", "palette", "layout", "label", "view", "theme"];

  #work = new AbortController(); /* of the game that is shown; older work is aborted */
  #isAwaited = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [embedStyle()];
    new MutationObserver(() => this.#renderLater()).observe(this, {
      characterData: true, childList: true, subtree: true });
  }

  connectedCallback() {
    system.addEventListener("change", this.#showTheme);
    this.#renderLater();
  }

  disconnectedCallback() {
    system.removeEventListener("change", this.#showTheme);
    this.#work.abort();
  }

  attributeChangedCallback() {
    this.#renderLater();
  }

  /** Sets light or dark, as the attribute or the reader's system says, and the palette. */
  #showTheme = () => {
    const box = this.shadowRoot?.querySelector(".box"), theme = this.getAttribute("theme");
    if (!(box instanceof HTMLElement)) return;
    box.dataset.light = theme === "light" || theme === "dark" ? theme : system.matches ? "dark" : "light";
    box.dataset.palette = this.getAttribute("palette") ?? "plain";
  };

  /** The parser may not have read the text inside yet. */
  #renderLater() {
    if (!this.isConnected || this.#isAwaited) return;
    this.#isAwaited = true;
    setTimeout(() => {
      this.#isAwaited = false;
      if (this.isConnected) this.#render();
    });
  }

  async #render() {
    this.#work.abort();
    this.#work = new AbortController();
    const { signal } = this.#work, root = /** @type {ShadowRoot} */ (this.shadowRoot);
    this.removeAttribute("data-ready");
    const box = make("div", { class: "box", "aria-busy": "true" }, make("p", { text: t("Solving …") }));
    root.replaceChildren(box);
    this.#showTheme();
    try {
      const [parts] = await Promise.all([this.#parts(signal), styleIsReady()]);
      if (!signal.aborted) box.replaceChildren(...parts);
    } catch (refusal) {
      if (signal.aborted) return;
      const { line, message } = /** @type {any} */ (refusal);
      const place = line > 0 ? t("Line {line}: ", { line }) : "";
      box.replaceChildren(make("p", { class: "wrong", role: "alert", text: place + sentence(message) }));
    }
    if (signal.aborted) return;
    box.removeAttribute("aria-busy");
    this.dataset.ready = "true";
  }

  /** @param {AbortSignal} signal aborted when the game is no longer shown */
  async #parts(signal) {
    const { shown, unknown } = readShow(this.getAttribute("show"));
    if (unknown.length > 0)
      throw unknownWord("show", unknown[0], WORDS);
    const view = readWord(this, "view", VIEWS);
    readWord(this, "theme", THEMES);
    const game = gameOf(this);
    const solved = createSolved(game, await postForJson("solve", { game, no_split: true }, signal));
    const start = this.getAttribute("position") ?? solved.names[0] ?? "";
    if (solved.order === 0) throw new Error(t("the game has no positions"));
    if (!solved.has(start)) throw new Error(t("the game has no position '{name}'", { name: start }));
    const why = make("div", { class: "why", "aria-live": "polite" });
    const drawing = !shown.has("drawing") ? null : await this.#drawing(view, solved, start, { signal, values: shown.has("values"),
      choose: name => (match?.isRunning() ? match.go(name) : explain(name)), play });
    /** @type {ReturnType<typeof createMatch> | null} */
    const match = !shown.has("play") ? null : createMatch(solved, {
      start, drawing, signal, changed: () => why.replaceChildren() });
    const reasons = createChannel();
    signal.addEventListener("abort", () => reasons.abort());

    /** Makes a move of a match, if there is one. @param {MoveInfo} move */
    function play(move) {
      const isRunning = match?.isRunning() ?? false;
      if (isRunning) match?.take(move);
      return isRunning;
    }

    /** @param {string} name */
    async function explain(name) {
      drawing?.select(name);
      if (!shown.has("why")) return;
      const answer = await reasons.run(last => postForJson("why", { game, position: name }, last)).catch(error => (
        isStale(error) ? null : { paragraphs: [[{ sentence: sentence(error.message), details: [] }]] }));
      if (answer === null || match?.isRunning()) return;
      const words = drawing?.isBoard ? capital(outcomeWords(solved.outcome(solved.numberOf(name), false), drawing.playerName)) : "";
      why.replaceChildren(make("h3", { text: words || t("Position {name}", { name }) }), ...reasonsOf(answer));
    }

    if (this.hasAttribute("position") || drawing?.isBoard) explain(start);
    const choice = drawing !== null || !shown.has("why") ? null
      : make("p", { class: "row" }, ...solved.names.map(name => makeButton(name, () => explain(name))));
    const side = [shown.has("table") ? tableOf(solved) : null, choice, match?.root ?? null, shown.has("why") ? why : null]
      .filter(part => part !== null);
    return drawing === null ? side : [drawing.root, ...(side.length === 0 ? [] : [make("div", { class: "side" }, ...side)])];
  }

  /**
   * Makes the drawing: the board, if there is one and the graph is not asked for.
   * @param {string} view
   * @param {Solved} solved
   * @param {string} start
   * @param {object} parts
   * @param {boolean} parts.values
   * @param {(name: string) => void} parts.choose
   * @param {(move: MoveInfo) => boolean} parts.play
   * @param {AbortSignal} parts.signal
   */
  async #drawing(view, solved, start, { values, choose, play, signal }) {
    const label = this.getAttribute("label") ?? t("Game"), { game } = solved;
    const look = view === "graph" ? null : await fetchLook(game, start, "first", signal);
    if (look !== null && look.board !== null)
      return createBoardDrawing(look, { game, label, values, visit: choose, play, signal });
    if (view === "board") throw new Error(t("the game has no board; view can be auto or graph"));
    return createDrawing(solved, { palette: this.getAttribute("palette"), layout: this.getAttribute("layout"), label, values,
      choose, signal });
  }
}

customElements.get("grundy-game") ?? customElements.define("grundy-game", GrundyGame);
