/* The explorer: connects the parts of the page. */

import { damageOf, keepAddress, openAddress } from "./address.js";
import { createAlgorithm } from "./algorithm.js";
import { createAppearance } from "./appearance.js";
import { createBoards } from "./board_store.js";
import { plainDecoration, stepDecoration } from "./decoration.js";
import { byId, createChoice } from "./dom.js";
import { createEditor } from "./editor.js";
import { createEdits } from "./edits.js";
import { titleOf } from "./game_words.js";
import { createGames } from "./games.js";
import { createTooltips } from "./glossary.js";
import { createGraph } from "./graph.js";
import { createHelp } from "./help.js";
import { createHistoryView } from "./history_view.js";
import { createHome } from "./home.js";
import { connectList, createInspector } from "./inspector.js";
import { createKeeper } from "./keeper.js";
import { createKeys } from "./keys.js";
import { showLanguage, t } from "./language.js";
import { createLessons } from "./lesson_view.js";
import { createLooking, createNavigation } from "./navigation.js";
import { createPlay } from "./play.js";
import { createPointing } from "./pointing.js";
import { createPositionEditor } from "./position_editor.js";
import { createQuotients } from "./quotients.js";
import { createRecord } from "./record_view.js";
import { createShare } from "./share.js";
import { createSolver, showStatus } from "./solver.js";
import { createStage } from "./stage.js";
import { createStore, currentLook, firstShared, isOutdated } from "./state.js";
import { openStorage } from "./storage.js";
import { createSumView } from "./sum_view.js";
import { createSums } from "./sums.js";
import { createTable } from "./table.js";
import { createToasts } from "./toasts.js";
import { createVectors } from "./vectors.js";
import { createWhy } from "./why.js";

/**
 * The header: title, modes, answers, undo.
 * @param {Store} store
 * @param {() => string} about
 */
function createHeader(store, about) {
  const modes = createChoice(byId("modes"), mode => store.change({ mode: /** @type {any} */ (mode) }));
  function show() {
    const { mode, answers, misere, solved } = store.state;
    modes.show(mode);
    document.body.dataset.mode = mode;
    for (const name of ["explore", "play", "algorithm"]) byId(`${name}-panel`).hidden = mode !== name;
    byId("history-box").hidden = mode === "algorithm";
    byId("answers-row").hidden = mode !== "explore";
    byId("answers").checked = answers;
    byId("game-title").textContent = titleOf(store.state);
    byId("about").textContent = about() || t("Two players take turns moving a token along an arrow.");
    byId("misere").value = misere ? "misere" : "";
    byId("rule").hidden = solved !== null &&
      (solved.answer.outcome === undefined || solved.answer.player !== undefined ||
        solved.game.folder !== undefined);
    byId("question").hidden = solved !== null && solved.answer.outcome === undefined; /* payoffs: who gets how much */
    byId("undo").disabled = !store.canUndo();
    byId("redo").disabled = !store.canRedo();
  }
  byId("answers").addEventListener("change", (/** @type {any} */ event) =>
    store.change({ answers: event.target.checked }));
  byId("misere").addEventListener("change", (/** @type {any} */ event) =>
    store.change({ misere: event.target.value !== "" }));
  byId("undo").addEventListener("click", () => store.undo());
  byId("redo").addEventListener("click", () => store.redo());
  byId("open-view").addEventListener("click", () => byId("view").showModal());
  store.listen(["mode", "answers", "title", "misere", "game", "solved", "scene"], show);
  show();
  return { show };
}

/** Marks what does not belong to the current text. */
function showStale(/** @type {State} */ state) {
  for (const id of ["graph", "board", "verdict", "moves", "grid"])
    byId(id).classList.toggle("stale", isOutdated(state));
}

/**
 * The graph and everything that it shows: the decoration depends on the mode.
 * @param {Store} store
 * @param {any} parts
 */
function createStageParts(store, { why, play, algorithm, navigation, edits, say, sums, boards }) {
  const decoration = () => {
    const view = store.state.mode === "algorithm" ? algorithm().view() : null;
    const plain = view !== null ? stepDecoration(store.state, view)
      : plainDecoration(store.state, { draw: why.draw(), hint: play().hint(), numbers: byId("numbers").open });
    return byId("graph").hidden ? plain : { ...plain, nodePicture: boards.pictureOf };
  };
  /* A second click may come before the moves of the new position are known. */
  const go = (/** @type {MoveInfo} */ move) => {
    if (!currentLook(store.state)?.moves.includes(move)) return;
    if (store.state.mode === "play") play().go(move); else navigation.makeMove(move);
  };
  const choose = (/** @type {string} */ name) => {
    const { mode } = store.state, look = currentLook(store.state);
    if (mode === "explore") return navigation.goToPosition(name);
    if (mode === "algorithm") return algorithm().choose(name);
    if (look === null || !play().yours()) return;
    const [move, ...more] = look.moves.filter(({ vertex }) => vertex === name);
    if (move === undefined) say(t("There is no move to {name}.", { name }));
    else if (move.kind !== undefined && more.length > 0)
      say(t("There are moves of several kinds to {name}: choose one from the list.", { name }));
    else go(move);
  };
  const graph = createGraph(store, { choose, edits, decoration, say });
  boards.listen(graph.place);
  const pointing = createPointing();
  const stage = createStage(store, {
    go, hint: () => play().hint(), yours: () => play().yours(), draw: why.draw, remove: sums.remove, pointing });
  store.listen(["stage"], graph.place); /* after the stage has shown the graph: only then it has boards */
  for (const list of ["moves", "play-moves"]) connectList(byId(list), pointing);
  return { graph, stage, go };
}

/**
 * @param {Store} store
 * @param {import("./keeper.js").Keeper} keeper
 */
function createParts(store, keeper) {
  const say = createToasts(store), boards = createBoards(store);
  const games = createGames(store, keeper, [{ name: "vectors", title: t("Games on vectors"),
    words: t("A picture of thousands of positions of Nim, Wythoff's game and their relatives."), open: createVectors() },
  { name: "quotients", title: t("Misère quotients"),
    words: t("Who wins a sum of heaps if the last move loses: multiply and look up."),
    open: createQuotients() }]);
  const editor = createEditor(store, say, games.usageOf);
  const edits = createEdits(store, editor, say);
  const navigation = createNavigation(store), sums = createSums(store, games.examples);
  /** @type {any} */
  const late = {};
  const why = createWhy(store, () => { inspector.render(); stageParts.graph.place(); stageParts.stage.explain(); });
  const stageParts = createStageParts(store, { why, navigation, edits, say, sums, boards,
    play: () => late.play, algorithm: () => late.algorithm });
  const repaint = () => { stageParts.stage.render(); stageParts.graph.place(); };
  late.play = createPlay(store, say, repaint);
  late.algorithm = createAlgorithm(store, stageParts.graph.place, boards);
  const inspector = createInspector(store, why, stageParts.go);
  const historyView = createHistoryView(store, boards);
  createRecord(store, games.examples, () => late.play.result());
  createPositionEditor(store);
  createTable(store, navigation.goToPosition, boards);
  createTooltips();
  createAppearance(store, edits.tidy);
  byId("numbers").addEventListener("toggle", stageParts.graph.place);
  store.listen(["match"], repaint);
  const share = createShare(store, keeper, () => late.play.transcript(), stageParts.graph.picture), help = createHelp();
  createKeys(store, { graph: stageParts.graph, editor, share, help, games, historyView });
  createLooking(store, say);
  createHome(store, createLessons(store).start);
  createSumView(store, sums.put);
  return { say, games, editor, sums };
}

async function start() {
  showLanguage();
  const { hash } = location;
  const keeper = createKeeper(await openStorage());
  const shared = await openAddress(hash, keeper);
  const store = createStore(shared ?? firstShared());
  await keeper.follow(store);
  const { say, games, editor, sums } = createParts(store, keeper);
  const header = createHeader(store, games.about);
  store.listen(["solved", "error", "busy", "mode", "answers"], showStatus);
  store.listen(["game", "solved", "error", "busy"], showStale);
  if (shared === null && damageOf(hash) !== "") say(`${damageOf(hash)} ${t("The example Ring is shown instead.")}`);
  const loading = games.load().catch(() => /** @type {Example[]} */ ([]));
  await createSolver(store)();
  const examples = await loading;
  sums.fill();
  editor.showGame();
  header.show();
  /* Games given to the server come first, unless the address has another one. */
  if (hash === "" && examples[0]?.group === "opened") games.beginWith(examples[0]);
  else if (hash === "") await games.open(); /* a newcomer */
  keepAddress(store, keeper, say);
  document.body.dataset.ready = "true";
}

start();
