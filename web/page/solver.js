/* Solves the game when it changes; long work shows how far it is and can be cancelled. */

import { createChannel, isLimit, isStale, postForJson } from "./api.js";
import { byId, debounce } from "./dom.js";
import { t } from "./language.js";
import { countedPositions, solve } from "./solved.js";
import { isRevealed } from "./state.js";

const TYPING = 220; /* milliseconds after the last key press */
const LONG = 1200; /* milliseconds after which the progress is shown */

/** What the program is doing, as far as readers know it. @type {Record<string, string>} */
const PHASES = { reading: t("reading"), exploring: t("exploring"), evaluating: t("evaluating"), writing: t("writing") };

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
      const doing = PHASES[phase] ?? t("working");
      byId("progress-words").textContent = positions === null ? t("Still {doing}.", { doing })
        : t("Still {doing}, {n} {n:1=position|positions} found so far.", { doing, n: positions });
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
  const { positions, reason, message } = error;
  const what = error.line > 0 ? t("The text has an error.")
    : reason === "cancelled" ? t("Cancelled.")
      : reason === "time" ? t("This takes too long here.")
        : isLimit(error) ? t("This game is too large to solve here: {message}.", { message }) : t("The text has an error.");
  const found = positions === null || error.line > 0 || !isLimit(error) ? ""
    : t("{n} {n:1=position|positions} had been found.", { n: positions });
  return [what, found, solved === null ? "" : t("The page still shows the last game that was solved.")].filter(Boolean).join(" ");
}

/**
 * Shows how large the game is, and how its positions are divided, unless answers are hidden.
 * @param {State} state
 */
export function showStatus(state) {
  const { solved, error, busy } = state;
  const isPlain = isRevealed(state) || solved?.learn !== undefined;
  const summary = solved === null ? "" : isPlain ? solved.summary : countedPositions(solved.order);
  document.body.classList.toggle("busy", busy);
  byId("status").classList.toggle("wrong", error !== null);
  byId("status").textContent = error !== null ? errorWords(state) : summary === "" ? "" : `${summary}.`;
}
