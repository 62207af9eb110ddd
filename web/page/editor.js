/* The game as text: what is typed, its lines with their numbers and errors, and the shelf. */

import { getJson, postForText } from "./api.js";
import { byId, make, oncePerFrame } from "./dom.js";
import { grouped, LIMIT } from "./solved.js";
import { sentence } from "./words.js";

const GROUPS = [["opened", "Opened"], ["papers", "Of the papers"], ["gallery", "Of the gallery"]];
const MOST_LINES = 20000; /* that a text may have to be written in; a browser is slow with more */
const FIRST_LINES = 1000; /* that are shown of longer ones */
const FORMAT_NAMES = {
  edges: "an edge list", dot: "DOT", graphml: "GraphML", lua: "rules in Lua",
};
const FIRST_RULES = `-- Take one, two or three of n.
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

/* The number of lines, and where the first few of them end. */
function measureLines(text) {
  let count = 1, end = text.length;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    if (count === FIRST_LINES) end = at;
    count++;
  }
  return { count, end };
}

/* A text that can only be of one format is taken for it. */
export function formatOf(text, chosen) {
  if (/^\s*(strict\s+)?(di)?graph\b[^{]*\{/.test(text)) return "dot";
  if (/^\s*<(\?xml|graphml)/.test(text)) return "graphml";
  if (/^\s*return\s*\{/m.test(text) || /^\s*local\s+\w+/m.test(text)) return "lua";
  if ((chosen === "dot" && !text.includes("{")) || (chosen === "graphml" && !text.includes("<")))
    return "edges";
  return chosen;
}

/* Is it the text that is to blame? A limit is none of its faults, nor is a server that is gone. */
export const isWrongText = refusal =>
  refusal !== null && refusal.code !== LIMIT && refusal.code !== 0;

const errorText = ({ code, message }) =>
  (code === LIMIT ? `This game is too large to solve here: ${message}` : message);

/* The digraph that a game of the gallery is played on: [its name, its text], or undefined. */
const boardOf = game => Object.entries(game.files ?? {})[0];

const nameOf = game => (game.args ? `${game.gallery}:${game.args}` : game.gallery);

export function createEditor(store, say) {
  const text = byId("text"), gutter = byId("gutter"), error = byId("error");
  const usages = new Map(); /* what stands behind the colon, by names of games of the gallery */
  let lineCount = 1;

  /* ---- lines: only those that are seen have a number ---- */

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

  /* ---- the game of the store on the page, and what is typed in the store ---- */

  /* Of long texts only the beginning is shown; all of it is in the store. */
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
        `The first ${grouped(FIRST_LINES)} of ${grouped(count)} lines; so long a text is not ` +
        "changed here. ",
        make("button", { type: "button", text: "Begin anew", on: { click: beginAnew } }));
  }

  function beginAnew() {
    store.edit({ format: "edges", text: "" }, { title: "", position: null });
    say("The game is empty; undo brings the long text back.");
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
        make("strong", { text: nameOf(game) }), ", a game of the gallery. ",
        usage ? `Arguments and what they are if left out: ${usage.replaceAll(",", ", ")}. ` : "",
        board ? `${board[0]} is the graph below, which can be changed. ` : "",
        make("button", { type: "button", text: "Make it an edge list", on: { click: convert } }));
    byId("arguments").placeholder = usage ?? "3,5";
    byId("arguments-row").hidden = isGallery ? usage === "" : game.format !== "lua";
    if (document.activeElement !== byId("arguments")) byId("arguments").value = game.args ?? "";
    showGutter();
  }

  function typed() {
    const { game } = store.state;
    if (game.gallery !== undefined) return typedBoard(game);
    const format = formatOf(text.value, game.format ?? "edges");
    const rules = format === "lua" && game.format === "lua" ? game : {}; /* with its arguments */
    store.edit({ ...rules, format, text: text.value }, { typed: true, title: "" });
    if (format !== game.format) say(`This is taken for ${FORMAT_NAMES[format]}.`);
  }

  function typedBoard(game) {
    const [name] = boardOf(game);
    store.edit({ ...game, files: { ...game.files, [name]: text.value } }, { typed: true });
  }

  /* Other formats are turned into edge lists before positions and moves are changed by mouse or
   * keys. False, with the reason said, if that is not possible. */
  async function convert() {
    const { game } = store.state;
    if (game.format === "edges") return true;
    try {
      const edges = await postForText("convert", { game, to: "edges" });
      store.edit({ format: "edges", text: edges }, { title: store.state.title });
      say("The game has become an edge list; undo brings the other text back.");
      return true;
    } catch (refusal) {
      say(`This game cannot become an edge list: ${refusal.message}`);
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

  /* No game can be turned into rules. */
  function startRules() {
    store.edit({ format: "lua", text: FIRST_RULES }, { title: "", position: null });
    say("These are rules to begin with, in place of the game before; undo brings it back.");
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

  /* ---- the shelf ---- */

  function take(example) {
    store.edit(example.game, { title: example.name, position: null, step: 0 });
    putOnBoard(example);
  }

  /* As the game that the page begins with: there is nothing to undo. */
  function beginWith(example) {
    store.change({ game: example.game, title: example.name, position: null, step: 0 });
    putOnBoard(example);
  }

  function putOnBoard(example) {
    store.adjust("board", { components: [{ position: null }] });
    byId("shelf").open = false;
    say(example.title);
  }

  function showShelf(examples) {
    byId("shelf-list").replaceChildren(...GROUPS.flatMap(([group, heading]) => {
      const books = examples.filter(example => example.group === group);
      if (books.length === 0) return [];
      return [make("h3", { text: heading }), make("ul", {}, ...books.map(example =>
        make("li", {}, make("button", {
          type: "button", title: example.title, on: { click: () => take(example) } },
          make("strong", { text: example.name }), make("span", { text: example.title })))))];
    }));
  }

  byId("shelf").addEventListener("keydown", event => {
    if (event.key !== "Escape") return;
    byId("shelf").open = false;
    byId("shelf").querySelector("summary").focus();
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
    async loadShelf() {
      const { examples } = await getJson("examples");
      for (const { game, usage } of examples) usages.set(game.gallery, usage);
      showShelf(examples);
      showGame();
      return examples;
    },
  };
}
