/* The explorer: puts the parts together, solves the game when it changes, and keeps the address. */

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

const TYPING = 220; /* milliseconds after the last letter */
const LONGEST_TEXT = 2000000; /* characters */
const LONGEST_ADDRESS = 200000; /* characters; larger games are not kept in the address */

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

/* What is seen below the text when it is not the text that was solved. */
const LAST = "below is the last game that was solved";

function errorSummary(error) {
  if (isWrongText(error)) return "The text has an error; below is the last game without one.";
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

/* What is not of the text as it is now is dimmed. */
function showStale(state) {
  for (const id of FOLLOWING) byId(id).classList.toggle("stale", isOutdated(state));
  byId("below").setAttribute("aria-busy", String(isAwaited(state)));
}

/* ---- the address ---- */

/* What an address holds; null if there is nothing or something damaged. */
async function sharedIn(hash) {
  const given = await decodeFragment(hash);
  return given === null || !isGame(given.game) ? null : cleanShared(given);
}

/* Parts of the page have addresses, too. */
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
    if (isDamaged(hash, shared)) say("This link is damaged; the game stays as it was.");
  });
}

/* ---- looks ---- */

/* What this reader likes is kept in the browser, not in the address. */
function keep(key, value) {
  try {
    localStorage.setItem(`grundy-${key}`, value);
  } catch {
    /* not allowed: then not kept */
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

function showLight() {
  const { value } = byId("theme");
  const light = value === "auto" ? (system.matches ? "dark" : "light") : value;
  document.documentElement.dataset.light = light;
}

function chooseTheme(theme) {
  byId("theme").value = theme;
  keep("theme", theme);
  showLight();
}

function turnLight() {
  chooseTheme(document.documentElement.dataset.light === "dark" ? "light" : "dark");
}

function createLooks(store) {
  const showPalette = () => {
    const { palette } = store.state.view;
    byId("palette").value = palette;
    document.documentElement.dataset.palette = palette;
  };
  chooseTheme(kept("theme") ?? "auto");
  showPalette();
  byId("open-looks").addEventListener("click", () => document.body.classList.toggle("looks-open"));
  byId("theme").addEventListener("change", event => chooseTheme(event.target.value));
  system.addEventListener("change", showLight);
  byId("palette").addEventListener("change", event =>
    store.adjust("view", { palette: event.target.value }));
  store.listen(["view"], showPalette);
}

/* ---- parts of the page ---- */

/* On a phone one section is seen at a time. */
function showSection(section) {
  document.body.dataset.section = section;
  for (const button of document.querySelectorAll("#sections button")) {
    if (button.dataset.section === section) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
}

/* One part over the whole page, and back. */
function toggleWide(part) {
  const { dataset } = document.body;
  if (dataset.wide === part) delete dataset.wide;
  else dataset.wide = part;
  for (const button of document.querySelectorAll(".wide-button"))
    button.setAttribute("aria-pressed", String(button.dataset.wide === dataset.wide));
}

/* Whatever is asked for is seen, even if another part was wide. */
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

/* ---- keys that work everywhere ---- */

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
    l: turnLight,
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
  store.listen(["game"], () => say("")); /* what was said was about the game before */
  createLooks(store);
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
  const shelf = editor.loadShelf().catch(() => []);
  await createSolver(store)();
  const examples = await shelf;
  board.setExamples(examples);
  /* Games that the server was started with come first, unless the address has another. */
  if (hash === "" && examples[0]?.group === "opened") editor.beginWith(examples[0]);
  document.body.dataset.ready = "true";
}

start();
