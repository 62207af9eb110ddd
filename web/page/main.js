/* The explorer: connects the parts of the page, solves the game when it changes, and updates the
 * address. */

import { createChannel, isStale } from "./api.js";
import { createBoard } from "./board.js";
import { byId, debounce } from "./dom.js";
import { createDrawing } from "./drawing.js";
import { createEditor, isWrongText } from "./editor.js";
import { createEdits } from "./edits.js";
import { decodeFragment, encodeFragment } from "./fragment.js";
import { createHelp } from "./help.js";
import { createInspector } from "./inspector.js";
import { createShare } from "./share.js";
import { LIMIT, solve } from "./solved.js";
import {
  cleanShared, createStore, firstShared, isAwaited, isGame, isOutdated,
} from "./state.js";
import { createTable } from "./table.js";
import { createTrace } from "./trace.js";
import { createWalk } from "./walk.js";

const TYPING = 220; /* milliseconds after the last key press */
const LONGEST_TEXT = 2000000; /* characters */
const LONGEST_ADDRESS = 200000; /* characters; larger games are not put into the address */

/* ---- solving ---- */

function createSolver(store) {
  const channel = createChannel();
  async function run() {
    const { game } = store.state;
    store.change({ busy: true });
    try {
      const solved = await channel.run(signal => solve(game, signal));
      if (store.state.game === game) store.change({ solved, error: null, busy: false });
    } catch (refusal) {
      if (isStale(refusal) || store.state.game !== game) return;
      store.change({ error: refusal, busy: false });
    }
  }
  store.listen(["game"], debounce(run, TYPING));
  return run;
}

/* Says what the page shows if it is not the text in the editor. */
const LAST = "the page shows the last solved game";

function errorSummary(error) {
  if (isWrongText(error)) return "The text has an error; the page shows the last game without one.";
  if (error.code === LIMIT) return `This game is too large to solve here; ${LAST}.`;
  return `There is no answer; ${LAST}.`;
}

function showSummary({ solved, error, busy }) {
  const line = byId("summary");
  document.body.classList.toggle("busy", busy);
  line.classList.toggle("wrong", error !== null);
  if (error !== null) line.textContent = errorSummary(error);
  else line.textContent = solved === null ? "" : solved.summary;
}

const FOLLOWING = ["picture", "inspector", "verdict", "components", "best", "trace", "table"];

/* Dims everything that does not belong to the current text. */
function showStale(state) {
  for (const id of FOLLOWING) byId(id).classList.toggle("stale", isOutdated(state));
  byId("below").setAttribute("aria-busy", String(isAwaited(state)));
}

/* ---- the address ---- */

/* Returns the state stored in an address; null if there is none or it is damaged. */
async function sharedIn(hash) {
  const given = await decodeFragment(hash);
  return given === null || !isGame(given.game) ? null : cleanShared(given);
}

/* Ids of elements are valid fragments, too. */
const isDamaged = (hash, shared) =>
  shared === null && hash !== "" && byId(hash.slice(1)) === null;

function keepAddress(store, say) {
  let own = location.hash;
  const write = debounce(async () => {
    if ((store.state.game.text ?? "").length > LONGEST_TEXT) return;
    const fragment = await encodeFragment(store.shared());
    if (fragment.length > LONGEST_ADDRESS) return;
    own = `#${fragment}`;
    history.replaceState(null, "", own);
  }, 400);
  store.listen(Object.keys(firstShared()), write);
  addEventListener("hashchange", async () => {
    if (location.hash === own) return;
    const { hash } = location;
    const shared = await sharedIn(hash);
    if (shared !== null) store.change(shared);
    if (isDamaged(hash, shared)) say("This link is damaged; the game is unchanged.");
  });
}

/* ---- appearance ---- */

/* The reader's preferences are stored in the browser, not in the address. */
function keep(key, value) {
  try {
    localStorage.setItem(`grundy-${key}`, value);
  } catch {
    /* storage is not allowed */
  }
}

function kept(key) {
  try {
    return localStorage.getItem(`grundy-${key}`);
  } catch {
    return null;
  }
}

const system = matchMedia("(prefers-color-scheme: dark)");

function showTheme() {
  const { value } = byId("theme");
  const light = value === "auto" ? (system.matches ? "dark" : "light") : value;
  document.documentElement.dataset.light = light;
}

function chooseTheme(theme) {
  byId("theme").value = theme;
  keep("theme", theme);
  showTheme();
}

function toggleTheme() {
  chooseTheme(document.documentElement.dataset.light === "dark" ? "light" : "dark");
}

function createAppearance(store) {
  const showPalette = () => {
    const { palette } = store.state.view;
    byId("palette").value = palette;
    document.documentElement.dataset.palette = palette;
  };
  chooseTheme(kept("theme") ?? "auto");
  showPalette();
  byId("open-looks").addEventListener("click", () => document.body.classList.toggle("looks-open"));
  byId("theme").addEventListener("change", event => chooseTheme(event.target.value));
  system.addEventListener("change", showTheme);
  byId("palette").addEventListener("change", event =>
    store.adjust("view", { palette: event.target.value }));
  store.listen(["view"], showPalette);
}

/* ---- parts of the page ---- */

/* Phones show one section at a time. */
function showSection(section) {
  document.body.dataset.section = section;
  for (const button of document.querySelectorAll("#sections button")) {
    if (button.dataset.section === section) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
}

/* Maximizes one part of the page, or restores it. */
function toggleWide(part) {
  const { dataset } = document.body;
  if (dataset.wide === part) delete dataset.wide;
  else dataset.wide = part;
  for (const button of document.querySelectorAll(".wide-button"))
    button.setAttribute("aria-pressed", String(button.dataset.wide === dataset.wide));
}

/* Shows a part, even if another one is maximized. */
function reveal(part) {
  const { wide } = document.body.dataset;
  if (wide !== undefined && wide !== part) toggleWide(wide);
  showSection(part);
}

function createPanels(store) {
  const show = () => {
    for (const panel of ["trace", "table"]) {
      const chosen = store.state.panel === panel;
      byId(panel).hidden = !chosen;
      byId(`tab-${panel}`).setAttribute("aria-selected", String(chosen));
      byId(`tab-${panel}`).tabIndex = chosen ? 0 : -1;
    }
  };
  for (const panel of ["trace", "table"]) {
    byId(`tab-${panel}`).addEventListener("click", () => store.change({ panel }));
    byId(`tab-${panel}`).addEventListener("keydown", event => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = panel === "trace" ? "table" : "trace";
      store.change({ panel: other });
      byId(`tab-${other}`).focus();
    });
  }
  for (const button of document.querySelectorAll("#sections button"))
    button.addEventListener("click", () => showSection(button.dataset.section));
  for (const button of document.querySelectorAll(".wide-button"))
    button.addEventListener("click", () => toggleWide(button.dataset.wide));
  store.listen(["panel"], show);
  show();
  showSection("drawing");
}

/* ---- global keys ---- */

const TYPED = "textarea, input:not([type=range]):not([type=checkbox]), select, dialog";
const isTyping = target => target.closest(TYPED) !== null;

const partOf = element => {
  const part = element.closest("#drawing, #board, #below");
  return part === null ? "drawing" : part.id;
};

function press(id) {
  if (!byId(id).hidden && !byId(id).disabled) byId(id).click();
}

function createKeys(store, { drawing, share, help }) {
  const below = panel => {
    store.change({ panel });
    reveal("below");
  };
  const actions = {
    "?": help.open,
    s: share.open,
    l: toggleTheme,
    g: () => { reveal("game"); byId("text").focus(); },
    d: () => { reveal("drawing"); drawing.focus(); },
    b: () => {
      reveal("board");
      byId("components").querySelector("button, select, input")?.focus();
    },
    t: () => { below("trace"); byId("slider").focus(); },
    p: () => { below("table"); byId("grid").focus(); },
    f: () => toggleWide(partOf(document.activeElement)),
    h: () => press("hint"),
    u: () => press("take-back"),
    "[": () => press("step-back"),
    "]": () => press("step-forward"),
  };
  document.addEventListener("keydown", event => {
    const undoing = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (undoing && (key === "z" || key === "y")) {
      if (event.target !== byId("text") && isTyping(event.target)) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) store.redo();
      else store.undo();
      return;
    }
    if (undoing || event.altKey || isTyping(event.target)) return;
    const action = actions[event.key] ?? actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

function createUndo(store) {
  const show = () => {
    byId("undo").disabled = !store.canUndo();
    byId("redo").disabled = !store.canRedo();
  };
  byId("undo").addEventListener("click", () => store.undo());
  byId("redo").addEventListener("click", () => store.redo());
  store.listen(["game"], show);
  show();
}

/* ---- */

async function start() {
  const { hash } = location;
  const shared = await sharedIn(hash);
  const store = createStore(shared ?? firstShared());
  const say = words => { byId("said").textContent = words; };
  store.listen(["game"], () => say("")); /* the message was about the previous game */
  createAppearance(store);
  const editor = createEditor(store, say);
  const edits = createEdits(store, editor, say);
  const inspector = createInspector(store, name => board.place(name));
  const drawing = createDrawing(store, edits, inspector);
  createWalk(store);
  const board = createBoard(store);
  createTrace(store);
  createTable(store);
  createPanels(store);
  createUndo(store);
  const share = createShare(store, board), help = createHelp();
  createKeys(store, { drawing, share, help });
  keepAddress(store, say);
  store.listen(["solved", "error", "busy"], showSummary);
  store.listen(["game", "solved", "error", "busy"], showStale);
  if (isDamaged(hash, shared))
    say("This link is damaged; the example ring is shown instead.");
  const loading = editor.loadExamples().catch(() => []);
  await createSolver(store)();
  const examples = await loading;
  board.setExamples(examples);
  /* Games given to the server come first, unless the address has another one. */
  if (hash === "" && examples[0]?.group === "opened") editor.beginWith(examples[0]);
  document.body.dataset.ready = "true";
}

start();
