/* The mode Algorithm: two courses on the same stage, step by step. */

import { createChannel, isStale, postForJson } from "./api.js";
import { CONDITIONS, followersOf, tableAt, traceView, whoWins } from "./courses.js";
import { byId, createChoice, isCalm, make } from "./dom.js";
import { kindsAmong } from "./kinds.js";
import { sentence } from "./messages.js";

const MOST = 200; /* positions, the limit of `grundy trace` */

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
    byId("step-play").setAttribute("aria-label", "Play");
  };
  const next = () => {
    if (!forward()) return stop();
    timer = setTimeout(next, Number(byId("speed").value));
  };
  byId("step-play").addEventListener("click", () => {
    if (timer !== 0) return stop();
    byId("step-play").textContent = "⏸";
    byId("step-play").setAttribute("aria-label", "Pause");
    next();
  });
  return { stop };
}

/**
 * @param {any} trace
 * @param {number} step
 * @param {Map<string, string>} sets
 */
function showTable(trace, step, sets) {
  const { table, changed } = tableAt(trace, step);
  const { focus } = trace.steps[step];
  const hasSets = sets.size > 0 || trace.headings.includes("c");
  byId("trace-table").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col", text: "position" }),
      ...trace.headings.map((/** @type {string} */ text) => make("th", { scope: "col", text })),
      hasSets ? make("th", { scope: "col", text: "K" }) : null)),
    make("tbody", {}, ...trace.positions.map((/** @type {string} */ name, /** @type {number} */ v) =>
      make("tr", { class: v === focus ? "focus" : "" }, make("th", { scope: "row", text: name }),
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
      isMarked ? make("em", { text: isFailed ? " – fails" : " – holds" }) : null);
  }));
}

/**
 * @param {Store} store
 * @param {() => void} changed called when the stage must be painted again
 */
export function createAlgorithm(store, changed) {
  const channel = createChannel();
  /** @type {any} */
  let trace = null; /* of the course Values */
  /** @type {Solved | null} */
  let traced = null;
  /** @type {import("./courses.js").StepView[] | null} */
  let who = null;
  /** @type {import("./courses.js").StepView | null} */
  let view = null;

  const isSeen = () => store.state.mode === "algorithm";
  const count = () => (store.state.course === "who" ? who?.length ?? 0 : trace?.steps.length ?? 0);
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
    byId("course-values").hidden = true;
    changed();
  }

  function problem() {
    const { solved, scene } = store.state;
    if (solved === null || scene === null) return "…";
    if (solved.order === 0) return "The game has no positions yet.";
    if (solved.learn !== undefined) return "Positions of this game are looked up one by one, so there is nothing to watch.";
    if (kindsAmong(scene.edges).length > 0)
      return "The courses are about games in which the players alternate; this one has kinds of moves.";
    if (solved.order > MOST) return `This game has too many positions to watch; ${MOST} is the limit.`;
    return "";
  }

  async function load() {
    const { solved, scene, misere, course } = store.state;
    if (!isSeen()) return player.stop();
    const words = problem();
    if (words !== "" || solved === null || scene === null) return showNothing(words);
    if (scene.around !== null) return; /* the whole game is on its way */
    who = whoWins(solved, followers(), misere);
    if (course === "who")
      return who !== null ? show()
        : showNothing("This course is about games in which both players have the same moves.");
    if (traced === solved && trace !== null) return show();
    traced = solved;
    trace = null;
    try {
      const got = await channel.run(signal => postForJson("trace", { game: solved.game }, signal));
      if (store.state.solved !== solved) return;
      trace = got;
      show();
    } catch (refusal) {
      traced = null;
      if (!isStale(refusal)) showNothing(sentence(/** @type {any} */ (refusal).message));
    }
  }

  function show() {
    if (!isSeen() || count() === 0) return;
    const { course } = store.state, step = now();
    byId("step-controls").hidden = false;
    byId("course-values").hidden = course !== "values";
    if (course === "who") view = /** @type {any} */ (who)[step];
    else {
      const traceStep = traceView(trace, step, followers());
      view = traceStep;
      showTable(trace, step, traceStep.sets);
      showConditions(trace.steps[step]);
    }
    byId("step-note").textContent = view?.note ?? "";
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
  const courses = createChoice(byId("courses"), course => {
    player.stop();
    store.change({ course, step: 0 });
  });

  byId("slider").addEventListener("input", (/** @type {any} */ event) => go(Number(event.target.value)));
  for (const [id, wanted] of /** @type {[string, () => number][]} */ ([
    ["step-first", () => 0], ["step-back", () => now() - 1], ["step-forward", () => now() + 1],
    ["step-last", () => count() - 1]]))
    byId(id).addEventListener("click", () => { player.stop(); go(wanted()); });
  if (isCalm()) byId("speed").value = "2400";
  store.listen(["solved", "mode", "course", "scene", "misere"], load);
  store.listen(["step"], show);
  store.listen(["course"], () => courses.show(store.state.course));
  courses.show(store.state.course);
  return { view: () => view };
}
