/* Solves the game when it changes; long work shows how far it is and can be cancelled. */

import { createChannel, isLimit, isStale, postForJson } from "./api.js";
import { byId, debounce } from "./dom.js";
import { counted, grouped, solve } from "./solved.js";
import { isRevealed } from "./state.js";

const TYPING = 220; /* milliseconds after the last key press */
const LONG = 1200; /* milliseconds after which the progress is shown */

/**
 * Shows the progress of a job, and a button that cancels it.
 */
function createProgress() {
  let job = "", timer = 0;

  async function ask() {
    const asked = job;
    try {
      const { positions, phase } = await postForJson("progress", { job: asked });
      if (asked !== job) return;
      byId("progress").hidden = false;
      const found = positions === null ? "" : `, ${counted(positions, "position")} found so far`;
      byId("progress-words").textContent = `Still ${phase ?? "working"}${found}.`;
    } catch {
      /* the job is over */
    }
    if (asked === job) timer = setTimeout(ask, 500);
  }

  byId("cancel").addEventListener("click", () => postForJson("cancel", { job }).catch(() => {}));
  return {
    /** Returns the name of a new job. */
    begin() {
      job = `solve-${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
      clearTimeout(timer);
      timer = setTimeout(ask, LONG);
      return job;
    },
    end() {
      job = "";
      clearTimeout(timer);
      byId("progress").hidden = true;
    },
  };
}

/**
 * Returns solve(), which solves the game of the store.
 * @param {Store} store
 */
export function createSolver(store) {
  const channel = createChannel(), progress = createProgress();
  async function run() {
    const { game, misere } = store.state;
    /* Folders of tiers say nothing about misère play. */
    store.change(game.folder === undefined ? { busy: true } : { busy: true, misere: false });
    const job = progress.begin();
    try {
      const solved = await channel.run(signal => solve(game, misere, signal, job));
      if (store.state.game !== game) return;
      progress.end();
      store.change({ solved, error: null, busy: false,
        misere: store.state.misere && (!misere || solved.answer.misere !== undefined) });
    } catch (refusal) {
      if (isStale(refusal) || store.state.game !== game) return;
      progress.end();
      if (misere && /** @type {any} */ (refusal).reason === "undefined") {
        store.change({ misere: false }); /* the game has two colours or payoffs */
        return run();
      }
      store.change({ error: refusal, busy: false });
    }
  }
  const runLater = debounce(run, TYPING);
  store.listen(["game", "solved"], ({ solved }, keys) => {
    if (keys.includes("solved") && solved === null) run(); /* another game was opened */
    else if (keys.includes("game")) runLater();
  });
  store.listen(["misere"], ({ misere, solved }) => {
    if (misere && solved !== null && solved.answer.misere === undefined) run();
  });
  return run;
}

/**
 * Says what the page shows if it is not the text in the editor.
 * @param {State} state
 */
function errorWords({ error, solved }) {
  const last = solved === null ? "" : " The page still shows the last game that was solved.";
  const found = error.positions === null ? "" : ` ${grouped(error.positions)} positions had been found.`;
  if (error.line > 0) return `The text has an error.${last}`;
  if (error.reason === "cancelled") return `Cancelled.${found}${last}`;
  if (error.reason === "time") return `This takes too long here.${found}${last}`;
  if (isLimit(error)) return `This game is too large to solve here: ${error.message}.${found}${last}`;
  return `The text has an error.${last}`;
}

/**
 * Shows how large the game is, and how its positions are divided, unless answers are hidden.
 * @param {State} state
 */
export function showStatus(state) {
  const { solved, error, busy } = state;
  const isPlain = isRevealed(state) || solved?.learn !== undefined;
  const summary = solved === null ? "" : isPlain ? solved.summary : counted(solved.order, "position");
  document.body.classList.toggle("busy", busy);
  byId("status").classList.toggle("wrong", error !== null);
  byId("status").textContent = error !== null ? errorWords(state) : summary === "" ? "" : `${summary}.`;
}
