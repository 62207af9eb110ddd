/* The course Values: the trace of the algorithm, with its table and its conditions. */

import { createChannel, isStale, postForJson } from "./api.js";
import { makeThumb } from "./board_store.js";
import { CONDITIONS, tableAt, traceView } from "./courses.js";
import { byId, make } from "./dom.js";
import { t } from "./language.js";
import { sentence } from "./messages.js";

/**
 * @param {string} name
 * @param {any} board
 */
const positionCell = (name, board) => (board === null ? make("th", { scope: "row", text: name })
  : make("th", { scope: "row", title: name, "aria-label": name }, makeThumb(board, 40)));

/**
 * @param {any} trace
 * @param {number} step
 * @param {Map<string, string>} sets
 * @param {import("./board_store.js").Boards} boards
 */
function showTable(trace, step, sets, boards) {
  const { table, changed } = tableAt(trace, step);
  const { focus } = trace.steps[step];
  const hasSets = sets.size > 0 || trace.headings.includes("c");
  byId("trace-table").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col", text: t("position") }),
      ...trace.headings.map((/** @type {string} */ text) => make("th", { scope: "col", text })),
      hasSets ? make("th", { scope: "col", text: "K" }) : null)),
    make("tbody", {}, ...trace.positions.map((/** @type {string} */ name, /** @type {number} */ v) =>
      make("tr", { class: v === focus ? "focus" : "" }, positionCell(name, boards.of(name)),
        ...table[v].map((text, c) => make("td", { text, class: changed.has(`${v},${c}`) ? "changed" : "" })),
        hasSets ? make("td", { text: sets.get(name) ?? "" }) : null))));
}

/** @param {{ conditions?: string[], holds?: boolean }} step of a trace */
function showConditions({ conditions: marked = [], holds }) {
  const isFailed = holds === false;
  byId("conditions").replaceChildren(...CONDITIONS.map(([name, words]) => {
    const isMarked = marked.includes(name);
    return make("li", { class: isMarked ? (isFailed ? "marked fails" : "marked holds") : "" },
      make("strong", { text: name }), ` ${words}`,
      isMarked ? make("em", { text: isFailed ? t(" – fails") : t(" – holds") }) : null);
  }));
}

/** Creates the course; `changed` is called when other steps are to be shown.
 * @param {Store} store
 * @param {() => void} changed
 * @param {import("./board_store.js").Boards} boards
 */
export function createValues(store, changed, boards) {
  const channel = createChannel();
  /** @type {any} */
  let trace = null;
  /** @type {Solved | null} */
  let traced = null;
  /** @type {number[]} */
  let shown = []; /* the steps that are shown: tests that fail are left out, unless the reader wants them */

  function choose() {
    const isEvery = byId("every-test").checked;
    shown = (trace?.steps ?? []).map((/** @type {any} */ _, /** @type {number} */ i) => i)
      .filter((/** @type {number} */ i) => isEvery || trace.steps[i].holds !== false);
  }

  byId("every-test").addEventListener("change", () => {
    choose();
    changed();
  });

  return {
    count: () => shown.length,
    hide() { byId("course-values").hidden = true; },
    /**
     * Asks the program for the trace of the solved game. Returns what went wrong, "" if nothing did, and null if the
     * answer comes too late.
     */
    async load() {
      const { solved } = store.state;
      if (traced === solved || solved === null) return "";
      traced = solved;
      trace = null;
      shown = [];
      try {
        const got = await channel.run(signal => postForJson("trace", { game: solved.game }, signal));
        if (store.state.solved !== solved) return null;
        trace = got;
        choose();
        return "";
      } catch (refusal) {
        traced = null;
        return isStale(refusal) ? null : sentence(/** @type {any} */ (refusal).message);
      }
    },
    /**
     * @param {number} step
     * @param {import("./courses.js").Followers} followers
     */
    show(step, followers) {
      const view = traceView(trace, shown[step], followers);
      byId("course-values").hidden = false;
      showTable(trace, shown[step], view.sets, boards);
      showConditions(trace.steps[shown[step]]);
      return view;
    },
  };
}
