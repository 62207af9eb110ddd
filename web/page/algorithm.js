/* The mode Algorithm: three courses on the same stage. Two go step by step, for games that can be drawn; waves work for
 * games of any size. */

import { followersOf, whoWins } from "./courses.js";
import { byId, createChoice, isCalm } from "./dom.js";
import { kindsAmong } from "./kinds.js";
import { t } from "./language.js";
import { createValues } from "./values_view.js";
import { createWaves } from "./waves_view.js";

const MOST = 200; /* positions of a game that is watched step by step, the limit of `grundy trace` */
const MOST_CELLS = 1000000;

/**
 * Plays the steps one after the other.
 * @param {() => boolean} forward returns whether there was a further step
 */
function createPlayer(forward) {
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    byId("step-play").textContent = "▶";
    byId("step-play").setAttribute("aria-label", t("Play the steps"));
  };
  const next = () => {
    if (!forward()) return stop();
    timer = setTimeout(next, Number(byId("speed").value));
  };
  byId("step-play").addEventListener("click", () => {
    if (timer !== 0) return stop();
    byId("step-play").textContent = "⏸";
    byId("step-play").setAttribute("aria-label", t("Pause"));
    next();
  });
  return { stop };
}

/**
 * Says why there is nothing to watch; "" if there is.
 * @param {State} state
 */
function problemOf({ solved, scene }) {
  if (solved === null || scene === null) return "…";
  if (solved.order === 0) return t("The game has no positions yet.");
  if (solved.learn !== undefined) return t("Positions of this game are looked up one by one, so there is nothing to watch.");
  if (kindsAmong(scene.edges).length > 0)
    return t("The courses are about games in which the players alternate; this one has kinds of moves.");
  if (solved.order > MOST_CELLS) return t("This game has too many positions to watch; a million is the limit.");
  return "";
}

/**
 * Connects the buttons and the slider that lead to other steps.
 * @param {{ go: (step: number) => void, now: () => number, count: () => number, stop: () => void }} course
 */
function connectSteps({ go, now, count, stop }) {
  byId("slider").addEventListener("input", (/** @type {any} */ event) => go(Number(event.target.value)));
  for (const [id, wanted] of /** @type {[string, () => number][]} */ ([
    ["step-first", () => 0], ["step-back", () => now() - 1], ["step-forward", () => now() + 1],
    ["step-last", () => count() - 1]]))
    byId(id).addEventListener("click", () => { stop(); go(wanted()); });
}

/**
 * The question which label the next position gets, in the course "Who wins?".
 * @param {() => void} changed called when the reader wants to be asked, or not
 * @param {() => void} predicted called after a right answer
 */
function createPrediction(changed, predicted) {
  /** @type {import("./courses.js").StepView | null} */
  let next = null;
  byId("predict-label").addEventListener("change", changed);
  byId("predictions").addEventListener("click", (/** @type {any} */ event) => {
    const { value } = event.target.dataset;
    if (next === null || next.focus === null || value === undefined) return;
    if (next.notes.get(next.focus) === value) return predicted();
    byId("step-note").textContent = t("No. Look where the moves from {name} lead.", { name: next.focus });
  });
  return {
    /**
     * Asks about the step after a view; returns what the stage shows until the answer.
     * @param {import("./courses.js").StepView} view
     * @param {import("./courses.js").StepView | undefined} after
     * @returns {import("./courses.js").StepView}
     */
    ask(view, after) {
      byId("course-who").hidden = false;
      next = byId("predict-label").checked && after !== undefined && after.focus !== null ? after : null;
      byId("predictions").hidden = next === null;
      return next === null ? view : { ...view, focus: next.focus, moves: new Map(),
        note: t("{name} gets its label next. Who wins from there?", { name: next.focus ?? "" }) };
    },
    hide: () => { byId("course-who").hidden = true; },
  };
}

/**
 * @param {Store} store
 * @param {() => void} changed called when the stage must be painted again
 * @param {import("./board_store.js").Boards} boards
 */
export function createAlgorithm(store, changed, boards) {
  const values = createValues(store, () => show(), boards), waves = createWaves(store);
  /** @type {import("./courses.js").StepView[] | null} */
  let who = null;
  /** @type {import("./courses.js").StepView | null} */
  let view = null;

  const isSeen = () => store.state.mode === "algorithm";
  /* Games with too many positions for single steps are watched in waves. */
  const courseNow = () => ((store.state.solved?.order ?? 0) > MOST ? "waves" : store.state.course);
  const count = () => ({ who: who?.length ?? 0, values: values.count(), waves: waves.count() })[
    /** @type {"who" | "values" | "waves"} */ (courseNow())];
  const now = () => Math.max(0, Math.min(count() - 1, store.state.step));
  const followers = () => {
    const { scene } = store.state;
    return followersOf([...(scene?.nodes.keys() ?? [])], scene?.edges ?? []);
  };

  /** @param {string} words */
  function showNothing(words) {
    view = null;
    byId("step-note").textContent = words;
    byId("step-controls").hidden = true;
    values.hide();
    waves.hide();
    prediction.hide();
    changed();
  }

  async function load() {
    const { solved, scene, misere } = store.state, course = courseNow();
    if (!isSeen()) {
      waves.hide();
      return player.stop();
    }
    const words = problemOf(store.state);
    for (const button of byId("courses").children) button.disabled = button.dataset.value !== "waves" && (solved?.order ?? 0) > MOST;
    courses.show(course);
    if (words !== "" || solved === null || scene === null) return showNothing(words);
    if (course === "waves")
      return waves.load() ? show() : showNothing(t("This game has no outcomes, so there are no waves."));
    if (scene.around !== null) return; /* the whole game is on its way */
    who = whoWins(solved, followers(), misere);
    if (course === "who")
      return who !== null ? show()
        : showNothing(t("This course is about games in which both players have the same moves."));
    const refused = await values.load();
    if (refused === "") show();
    else if (refused !== null) showNothing(refused);
  }

  function show() {
    if (!isSeen() || count() === 0) return;
    const course = courseNow(), step = now();
    byId("step-controls").hidden = false;
    if (course !== "values") values.hide();
    if (course !== "waves") waves.hide();
    if (course !== "who") prediction.hide();
    if (course === "who") view = prediction.ask(/** @type {any} */ (who)[step], who?.[step + 1]);
    else if (course === "waves") view = waves.show(step);
    else view = values.show(step, followers());
    byId("step-note").textContent = course === "waves" && waves.asks(step)
      ? t("Which position does the next wave reach? Click one.") : view?.note ?? "";
    byId("step-count").textContent = `${step + 1} / ${count()}`;
    byId("slider").max = count() - 1;
    byId("slider").value = step;
    changed();
  }

  /** @param {number} step */
  const go = step => store.change({ step: Math.max(0, Math.min(count() - 1, step)) });
  const player = createPlayer(() => {
    if (!isSeen() || now() >= count() - 1) return false;
    go(now() + 1);
    return true;
  });
  const prediction = createPrediction(() => show(), () => go(now() + 1));
  const courses = createChoice(byId("courses"), course => {
    player.stop();
    store.change({ course, step: 0 });
  });

  connectSteps({ go, now, count, stop: player.stop });

  /**
   * Takes a position as a prediction of the next wave, or names the cell that was clicked.
   * @param {string} name
   */
  function choose(name) {
    if (courseNow() !== "waves" || name === "") return;
    const words = waves.reply(name, now());
    if (words === "") go(now() + 1);
    else byId("step-note").textContent = words;
  }

  byId("predict").addEventListener("change", show);
  byId("waves").addEventListener("click", (/** @type {MouseEvent} */ event) => choose(waves.nameAt(event)));
  if (isCalm()) byId("speed").value = "2400";
  store.listen(["solved", "mode", "course", "scene", "misere"], load);
  store.listen(["step"], show);
  boards.listen(show);
  return { view: () => view, choose };
}
