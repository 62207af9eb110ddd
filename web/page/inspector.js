/* The inspector: the values of one position, and the sentences of `grundy why`. */

import { createCache, postForJson } from "./api.js";
import { byId, debounce, make, makePairs } from "./dom.js";
import { sentence } from "./messages.js";
import { columnName, outcomeClass, moveClass, outcomeWords, positionWords } from "./solved.js";
import { chosenName } from "./state.js";

const MOST_FOLLOWERS = 24;
const remembered = createCache(200);

function sentencesOf(answer) {
  return answer.paragraphs.flat().map(({ sentence: text, details }) =>
    make("li", { text }, details.length === 0 ? null :
      make("ul", {}, ...details.map(detail => make("li", { text: detail })))));
}

/* `place` puts a position on the board. */
export function createInspector(store, place) {
  const box = byId("inspector");
  let hovered = null, shown = null;

  function numbers(solved, v) {
    const rows = solved.columns.filter(column => column !== "outcome");
    return makePairs(rows.map(column => [columnName(column), solved.text(column, v) || "–"]));
  }

  function heading(solved, v) {
    const outcome = solved.outcome(v);
    return make("h3", {}, make("span", { class: "name", text: solved.names[v] }),
      outcome === "" ? null :
        make("span", { class: `badge ${outcomeClass(outcome)}`, text: outcome }),
      make("span", { class: "words", text: outcomeWords(outcome) }));
  }

  function chip(solved, name, player) {
    const outcome = solved.outcome(solved.numberOf(name));
    return make("button", {
      type: "button", class: `chip ${moveClass(outcome, player)}`, text: name,
      title: `go to ${name}${outcome === "" ? "" : `, ${positionWords(outcome)}`}`,
      on: { click: () => store.change({ position: name }) },
    });
  }

  async function followers(solved, name, list) {
    const names = await solved.followers(name);
    const chips = names.slice(0, MOST_FOLLOWERS).map(follower =>
      chip(solved, follower, solved.player(solved.numberOf(name))));
    const more = names.length - chips.length;
    list.replaceChildren(
      make("span", { class: "label", text: names.length === 0 ? "Play ends here." : "Moves" }),
      ...chips, more > 0 ? make("span", { text: `and ${more} more` }) : "",
      make("button", { type: "button", class: "quiet", text: "put on the board",
        on: { click: () => place(name) } }));
  }

  const explain = debounce(async (solved, name, list) => {
    if (shown !== name || store.state.solved !== solved) return;
    try {
      const answer = await remembered([solved.game, name], () =>
        postForJson("why", { game: solved.game, position: name }));
      if (shown === name) list.replaceChildren(...sentencesOf(answer));
    } catch (refusal) {
      list.replaceChildren(make("li", { text: sentence(refusal.message) }));
    }
  }, 120);

  function render() {
    const { solved } = store.state;
    if (hovered !== null && !solved?.has(hovered)) hovered = null;
    const name = hovered ?? chosenName(store.state);
    shown = name;
    if (name === null) return box.replaceChildren();
    const v = solved.numberOf(name);
    const moves = make("div", { class: "chips" });
    const why = make("ul", { class: "why", "aria-label": `Why ${name}` });
    box.replaceChildren(heading(solved, v), numbers(solved, v), moves, why);
    followers(solved, name, moves).catch(() => moves.replaceChildren());
    explain(solved, name, why);
  }

  store.listen(["solved", "position"], render);
  return {
    /* null: shows the chosen position again */
    show(name) {
      if (hovered === name) return;
      hovered = name;
      render();
    },
    showMove(u, v) {
      const { solved } = store.state;
      const outcome = solved.outcome(solved.numberOf(v));
      shown = null;
      hovered = undefined;
      box.replaceChildren(
        make("h3", {}, make("span", { class: "name", text: `${u} → ${v}` })),
        make("p", { text: outcome === "" ? "" : `Leads to ${positionWords(outcome)}.` }),
        make("p", { class: "note", text: "Double-click to remove this move." }));
    },
  };
}
