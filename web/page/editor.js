/* The editor: the text of the game, line numbers and errors, and the examples. */

import { getJson, postForText } from "./api.js";
import { byId, make, oncePerFrame } from "./dom.js";
import { sentence } from "./messages.js";
import { grouped, LIMIT } from "./solved.js";

const GROUPS = [["opened", "Opened"], ["papers", "From papers"], ["gallery", "Gallery"]];
const MOST_LINES = 20000; /* lines of a text that can be edited; browsers are slow with more */
const FIRST_LINES = 1000; /* lines shown of longer texts */
const FORMAT_NAMES = {
  edges: "an edge list", dot: "DOT", graphml: "GraphML", lua: "rules in Lua",
};
const FIRST_RULES = `-- Take one, two or three counters from a heap of n.
return {
  args = { "n=10" },
  start = function(n) return n end,
  moves = function(p)
    local to = {}
    for i = 1, math.min(p, 3) do to[i] = p - i end
    return to
  end,
}
`;

/* Returns the number of lines, and where line FIRST_LINES ends. */
function measureLines(text) {
  let count = 1, end = text.length;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (count === FIRST_LINES) end = at;
    count++;
  }
  return { count, end };
}

/* Guesses the format of a text; keeps the chosen one unless the text must be something else. */
export function formatOf(text, chosen) {
  if (/^\s*(strict\s+)?(di)?graph\b[^{]*\{/.test(text)) return "dot";
  if (/^\s*<(\?xml|graphml)/.test(text)) return "graphml";
  if (/^\s*return\s*\{/m.test(text) || /^\s*local\s+\w+/m.test(text)) return "lua";
  if ((chosen === "dot" && !text.includes("{")) || (chosen === "graphml" && !text.includes("<")))
    return "edges";
  return chosen;
}

/* Returns whether the text is wrong, as opposed to a limit or a missing server. */
export const isWrongText = refusal =>
  refusal !== null && refusal.code !== LIMIT && refusal.code !== 0;

const errorText = ({ code, message }) =>
  (code === LIMIT ? `This game is too large to solve here: ${message}` : message);

/* Returns [name, text] of the digraph that a gallery game is played on, or undefined. */
const boardOf = game => Object.entries(game.files ?? {})[0];

const nameOf = game => (game.args ? `${game.gallery}:${game.args}` : game.gallery);

export function createEditor(store, say) {
  const text = byId("text"), gutter = byId("gutter"), error = byId("error");
  const usages = new Map(); /* arguments of gallery games, by name */
  let lineCount = 1;

  /* ---- line numbers, of the visible lines only ---- */

  const showGutter = oncePerFrame(() => {
    const height = parseFloat(getComputedStyle(text).lineHeight);
    const wrong = store.state.error?.line ?? 0;
    const first = Math.floor(text.scrollTop / height);
    const seen = Math.min(lineCount, first + Math.ceil(text.clientHeight / height) + 1);
    const lines = [];
    for (let i = first; i < seen; i++) {
      const line = make("div", { text: String(i + 1), class: i + 1 === wrong ? "wrong" : false });
      line.style.top = `${i * height - text.scrollTop}px`;
      lines.push(line);
    }
    gutter.replaceChildren(...lines);
  });

  function goToLine(line, column) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
    const at = start + Math.max(0, Math.min(column - 1, (lines[line - 1] ?? "").length));
    text.focus();
    text.setSelectionRange(at, start + (lines[line - 1] ?? "").length);
    const height = parseFloat(getComputedStyle(text).lineHeight);
    text.scrollTop = Math.max(0, (line - 3) * height);
  }

  function showError() {
    const wrong = store.state.error;
    error.hidden = wrong === null;
    text.setAttribute("aria-invalid", String(isWrongText(wrong)));
    error.replaceChildren();
    if (wrong !== null && wrong.line > 0)
      error.append(make("button", {
        type: "button", text: `line ${wrong.line}`,
        on: { click: () => goToLine(wrong.line, wrong.column) },
      }), " ");
    if (wrong !== null) error.append(errorText(wrong));
    showGutter();
  }

  /* ---- from the store to the page, and from the page to the store ---- */

  /* Shows only the beginning of long texts; the store has all of it. */
  function showText(whole) {
    const { count, end } = measureLines(whole);
    const isLong = count > MOST_LINES;
    const shown = isLong ? whole.slice(0, end) : whole;
    if (text.value !== shown) text.value = shown;
    text.readOnly = isLong;
    lineCount = isLong ? FIRST_LINES : count;
    byId("long-note").hidden = !isLong;
    if (isLong)
      byId("long-note").replaceChildren(
        `The first ${grouped(FIRST_LINES)} of ${grouped(count)} lines; a text this long cannot ` +
        "be edited here. ",
        make("button", { type: "button", text: "Start over", on: { click: startOver } }));
  }

  function startOver() {
    store.edit({ format: "edges", text: "" }, { title: "", position: null });
    say("The game is now empty; undo restores the long text.");
    text.focus();
  }

  function showGame() {
    const { game } = store.state;
    const isGallery = game.gallery !== undefined;
    const board = isGallery ? boardOf(game) : undefined;
    const usage = isGallery ? usages.get(game.gallery) : undefined;
    showText(isGallery ? board?.[1] ?? "" : game.text);
    byId("format").value = isGallery ? "lua" : game.format;
    byId("editor").hidden = isGallery && board === undefined;
    byId("gallery-note").hidden = !isGallery;
    if (isGallery)
      byId("gallery-note").replaceChildren(
        make("strong", { text: nameOf(game) }), ", a gallery game. ",
        usage ? `Arguments and defaults: ${usage.replaceAll(",", ", ")}. ` : "",
        board ? `${board[0]} is the graph below, which you can edit. ` : "",
        make("button", {
          type: "button", text: "Convert to an edge list", on: { click: convert } }));
    byId("arguments").placeholder = usage ?? "3,5";
    byId("arguments-row").hidden = isGallery ? usage === "" : game.format !== "lua";
    if (document.activeElement !== byId("arguments")) byId("arguments").value = game.args ?? "";
    showGutter();
  }

  function typed() {
    const { game } = store.state;
    if (game.gallery !== undefined) return typedBoard(game);
    const format = formatOf(text.value, game.format ?? "edges");
    const rules = format === "lua" && game.format === "lua" ? game : {}; /* keeps its arguments */
    store.edit({ ...rules, format, text: text.value }, { typed: true, title: "" });
    if (format !== game.format) say(`The text is read as ${FORMAT_NAMES[format]}.`);
  }

  function typedBoard(game) {
    const [name] = boardOf(game);
    store.edit({ ...game, files: { ...game.files, [name]: text.value } }, { typed: true });
  }

  /* Converts the game to an edge list, before positions and moves are edited with mouse or keys. If
   * that is impossible, says why and returns false. */
  async function convert() {
    const { game } = store.state;
    if (game.format === "edges") return true;
    try {
      const edges = await postForText("convert", { game, to: "edges" });
      store.edit({ format: "edges", text: edges }, { title: store.state.title });
      say("The game was converted to an edge list; undo restores the previous text.");
      return true;
    } catch (refusal) {
      say(`This game cannot be converted to an edge list: ${refusal.message}`);
      return false;
    }
  }

  async function choose(format) {
    const { game } = store.state;
    if (game.format === format) return;
    if (format === "lua") startRules();
    else if (store.state.error !== null)
      store.edit({ format, text: game.text ?? boardOf(game)?.[1] ?? "" }, { title: "" });
    else await chooseConverted(game, format);
    showGame();
  }

  /* Replaces the game by sample rules: no game can be converted to rules. */
  function startRules() {
    store.edit({ format: "lua", text: FIRST_RULES }, { title: "", position: null });
    say("These sample rules replace the previous game; undo restores it.");
  }

  async function chooseConverted(game, to) {
    try {
      const converted = await postForText("convert", { game, to });
      store.edit({ format: to, text: converted }, { title: store.state.title });
    } catch (refusal) {
      say(sentence(refusal.message));
    }
  }

  async function openFile() {
    const file = byId("file").files[0];
    if (file === undefined) return;
    const content = await file.text();
    const ending = file.name.split(".").pop();
    const known = { dot: "dot", gv: "dot", graphml: "graphml", xml: "graphml", lua: "lua" };
    const format = known[ending] ?? formatOf(content, "edges");
    store.edit({ format, text: content }, { title: file.name, position: null });
    byId("file").value = "";
  }

  /* ---- examples ---- */

  function take(example) {
    store.edit(example.game, { title: example.name, position: null, step: 0 });
    putOnBoard(example);
  }

  /* Opens the first game of the page, which cannot be undone. */
  function beginWith(example) {
    store.change({ game: example.game, title: example.name, position: null, step: 0 });
    putOnBoard(example);
  }

  function putOnBoard(example) {
    store.adjust("board", { components: [{ position: null }] });
    byId("examples").open = false;
    say(example.title);
  }

  function showExamples(examples) {
    byId("examples-list").replaceChildren(...GROUPS.flatMap(([group, heading]) => {
      const games = examples.filter(example => example.group === group);
      if (games.length === 0) return [];
      return [make("h3", { text: heading }), make("ul", {}, ...games.map(example =>
        make("li", {}, make("button", {
          type: "button", title: example.title, on: { click: () => take(example) } },
          make("strong", { text: example.name }), make("span", { text: example.title })))))];
    }));
  }

  byId("examples").addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    byId("examples").open = false;
    byId("examples").querySelector("summary").focus();
  });
  text.addEventListener("input", typed);
  text.addEventListener("scroll", showGutter);
  new ResizeObserver(showGutter).observe(text);
  byId("format").addEventListener("change", event => choose(event.target.value));
  byId("arguments").addEventListener("input", event =>
    store.edit({ ...store.state.game, args: event.target.value.trim() }, { typed: true }));
  byId("open-file").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", openFile);
  store.listen(["game"], showGame);
  store.listen(["error"], showError);
  showGame();

  return {
    convert,
    beginWith,
    async loadExamples() {
      const { examples } = await getJson("examples");
      for (const { game, usage } of examples) usages.set(game.gallery, usage);
      showExamples(examples);
      showGame();
      return examples;
    },
  };
}
