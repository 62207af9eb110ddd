/* The algorithm step by step: a slider, a table and a picture. */

import { createChannel, isStale, postForJson } from "./api.js";
import { byId, make } from "./dom.js";
import { sentence } from "./messages.js";
import { bringIntoSight, fetchPicture, makePicture } from "./picture.js";

const TRACED = 200; /* positions, the limit of `grundy trace` */
const PICTURED = 120; /* positions; larger games have no picture next to the table */

const CONTROLS = ["step-first", "step-back", "slider", "step-forward", "step-last"];

/* Returns the class of a label: "0" is lost, "∞" is neither, other labels are won; no label yet is
 * blank. */
function labelClass(label) {
  if (label === "" || label === "ν") return "blank";
  return label === "0" ? "bad" : label === "∞" ? "neutral" : "good";
}

/* Returns the table after a step, and the cells that this step changed. */
function tableAt(trace, step) {
  const table = trace.names.map(() => trace.headings.map(() => ""));
  const changed = new Set();
  trace.steps.slice(0, step + 1).forEach(({ changes }, i) => changes.forEach(([v, c, text]) => {
    if (i === step && i > 0 && table[v][c] !== text) changed.add(`${v},${c}`);
    table[v][c] = text;
  }));
  return { table, changed };
}

export function createTrace(store) {
  const channel = createChannel();
  let trace = null, picture = null, traced = null, rows = [];

  const isSeen = () => store.state.panel === "trace";
  const last = () => (trace === null ? 0 : trace.steps.length - 1);
  const now = () => Math.max(0, Math.min(last(), store.state.step));

  /* ---- fetching ---- */

  async function load() {
    const { solved } = store.state;
    if (!isSeen() || solved === null || traced === solved) return;
    traced = solved;
    trace = picture = null;
    if (solved.order === 0) return showMessage("There is nothing to trace.");
    if (solved.order > TRACED)
      return showMessage(`Only games with at most ${TRACED} positions can be traced.`);
    try {
      const got = await channel.run(signal => postForJson("trace", { game: solved.game }, signal));
      if (store.state.solved !== solved) return;
      trace = got;
      build();
      show();
      if (solved.order <= PICTURED) await loadPicture(solved);
    } catch (refusal) {
      if (!isStale(refusal)) showMessage(sentence(refusal.message));
    }
  }

  async function loadPicture(solved) {
    const got = makePicture(await fetchPicture({ game: solved.game }));
    if (store.state.solved !== solved) return;
    picture = got;
    byId("trace-picture").replaceChildren(picture.svg);
    bringIntoSight(byId("trace-picture"), picture.nodes.get(0));
    show();
  }

  function showMessage(words) {
    byId("trace-picture").replaceChildren();
    byId("trace-table").replaceChildren();
    byId("step-note").textContent = words;
    byId("step-count").textContent = "";
    byId("slider").max = 0;
    enable(false);
  }

  function enable(enabled) {
    for (const id of CONTROLS) byId(id).disabled = !enabled;
  }

  /* ---- rendering ---- */

  function build() {
    rows = trace.names.map(name => make("tr", {}, make("th", { scope: "row", text: name }),
      ...trace.headings.map(() => make("td"))));
    byId("trace-picture").replaceChildren();
    byId("trace-table").replaceChildren(
      make("thead", {}, make("tr", {}, make("th", { scope: "col", text: "position" }),
        ...trace.headings.map(text => make("th", { scope: "col", text })))),
      make("tbody", {}, ...rows));
    enable(true);
  }

  function showPicture(table, focus) {
    for (const [v, node] of picture?.nodes ?? []) {
      const label = table[v][trace.label];
      node.classList.remove("good", "bad", "neutral", "blank");
      node.classList.add(labelClass(label));
      node.classList.toggle("focus", v === focus);
      if (v === focus) bringIntoSight(byId("trace-picture"), node);
      const texts = node.querySelectorAll("text");
      if (texts.length > 1) texts[1].textContent = label;
    }
    for (const { element } of picture?.edges ?? [])
      element.classList.remove("good", "bad", "neutral", "best");
  }

  function show() {
    if (trace === null) return;
    const step = now();
    const { note, focus } = trace.steps[step];
    const { table, changed } = tableAt(trace, step);
    rows.forEach((row, v) => {
      row.classList.toggle("focus", v === focus);
      table[v].forEach((text, c) => {
        const cell = row.children[c + 1];
        cell.textContent = text;
        cell.classList.toggle("changed", changed.has(`${v},${c}`));
      });
    });
    showPicture(table, focus);
    byId("step-note").textContent = note;
    byId("step-count").textContent = `${step + 1} / ${trace.steps.length}`;
    byId("slider").max = last();
    byId("slider").value = step;
  }

  const go = step => store.change({ step: Math.max(0, Math.min(last(), step)) });

  byId("slider").addEventListener("input", event => go(Number(event.target.value)));
  byId("step-first").addEventListener("click", () => go(0));
  byId("step-back").addEventListener("click", () => go(now() - 1));
  byId("step-forward").addEventListener("click", () => go(now() + 1));
  byId("step-last").addEventListener("click", () => go(last()));
  store.listen(["solved", "panel"], load);
  store.listen(["step"], show);
}
