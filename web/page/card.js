/* One component on the board: its position, a picture of it, and its moves. */

import { isHeap, positionOf, solvedOf } from "./compound.js";
import { fillSelect, make } from "./dom.js";
import { sentence } from "./messages.js";
import { bringIntoSight, fetchPicture, makePicture } from "./picture.js";
import { moveClass, positionWords } from "./solved.js";

const PICTURED = 24; /* positions; larger games have no picture */
const CHIPS = 30; /* moves that are buttons; the others are in a list */
const LISTED = 500; /* positions; larger games have a text field instead of a list */
const COUNTERS = 24; /* counters of a Nim heap that are drawn */
const LARGEST = 2147483647; /* largest Nim heap */

/* Puts best moves first if they are revealed, so that they are not lost in a long list. */
function inOrder({ targets, revealed }) {
  if (!revealed || targets.length <= CHIPS) return targets;
  return [...targets].sort((a, b) => b.best - a.best);
}

function titleOfMove({ to, words, outcome, best }, revealed) {
  const parts = [words ?? `move to ${to}`];
  if (revealed && outcome) parts.push(`leads to ${positionWords(outcome)}`);
  if (revealed && best) parts.push("a best move");
  return parts.join("; ");
}

function chip({ picked, revealed, yours, player, onPick }, target) {
  const meaning = revealed ? ` ${moveClass(target.outcome, player)}` : "";
  const best = revealed && target.best;
  return make("button", {
    type: "button", disabled: !yours, class: `chip${meaning}${best ? " best" : ""}`,
    data: { key: `to ${target.to}` }, text: `${best ? "★ " : ""}${target.to}`,
    "aria-pressed": String(picked === target.to),
    title: titleOfMove(target, revealed),
    on: { click: () => onPick(target.to) },
  });
}

function movesOf(card) {
  const targets = inOrder(card);
  const label = `Moves of component ${card.number}`;
  const box = make("div", { class: "chips", role: "group", "aria-label": label },
    ...targets.slice(0, CHIPS).map(target => chip(card, target)));
  if (targets.length > CHIPS) {
    const list = make("select", { "aria-label": "More moves", disabled: !card.yours,
      on: { change: event => card.onPick(event.target.value) } });
    fillSelect(list, [["", "more …"], ...targets.slice(CHIPS).map(({ to }) => [to, to])]);
    box.append(list);
  }
  return box;
}

/* ---- position ---- */

function heapControl({ component, playing, onPlace }) {
  const isNim = component.nim !== undefined;
  return make("input", {
    type: isNim ? "number" : "text", min: "0", max: LARGEST, disabled: playing,
    value: isNim ? component.nim : component.size, data: { key: "place" },
    "aria-label": "Size of the heap",
    on: { change: event => {
      const value = event.target.value.trim();
      if (isNim) onPlace({ nim: Math.max(0, Math.min(LARGEST, Math.floor(Number(value) || 0))) });
      else if (/^\d+(,\d+)*$/.test(value)) onPlace({ ...component, size: value });
    } } });
}

function positionControl({ component, playing, onPlace }, solved, position) {
  const place = event => {
    if (solved.has(event.target.value)) onPlace({ ...component, position: event.target.value });
  };
  const given = {
    disabled: playing, data: { key: "place" }, "aria-label": "Position", on: { change: place },
  };
  if (solved.order > LISTED) return make("input", { ...given, value: position });
  const list = make("select", given);
  fillSelect(list, solved.names.map(name => [name, name]), position);
  return list;
}

/* ---- pictures ---- */

/* Draws a Nim heap. A click on a counter removes it and all counters after it. */
function counters({ component, yours, onPick }) {
  const heap = make("div", { class: "counters", "aria-hidden": "true" });
  for (let i = 0; i < component.nim; i++)
    heap.append(make("button", { type: "button", tabindex: "-1", disabled: !yours,
      title: `leave ${i}`, on: { click: () => onPick(String(i)) } }));
  return heap;
}

async function gamePicture({ component, targets, yours, view, onPick }, solved, position) {
  const request = { game: solved.game };
  if (component.game === undefined && view.layout !== "auto") request.layout = view.layout;
  if (view.palette === "mono") request.palette = "mono";
  const { svg, nodes } = makePicture(await fetchPicture(request));
  svg.setAttribute("aria-hidden", "true");
  nodes.get(solved.numberOf(position))?.classList.add("here");
  for (const { to } of yours ? targets : []) {
    const node = nodes.get(solved.numberOf(to));
    node?.classList.add("target");
    node?.addEventListener("click", () => onPick(to));
  }
  return svg;
}

async function fillGame(card, place, view) {
  const solved = await solvedOf(card.component, card.solved);
  const position = await positionOf(card.component, card.solved);
  if (solved === null || position === null) return;
  place.replaceChildren(positionControl(card, solved, position));
  if (solved.order > PICTURED) return;
  view.replaceChildren(await gamePicture(card, solved, position));
  const here = view.querySelector(".here");
  if (here !== null) bringIntoSight(view, here);
}

export function createCard(card) {
  const { component, number, title, playing, onRemove } = card;
  const place = make("span", { class: "place" }), view = make("div", { class: "view" });
  if (isHeap(component)) place.append(heapControl(card));
  else
    fillGame(card, place, view).catch(refusal =>
      view.replaceChildren(sentence(refusal.message)));
  if (component.nim > 0 && component.nim <= COUNTERS) view.append(counters(card));
  const remove = make("button", {
    type: "button", class: "quiet", text: "×", hidden: playing, data: { key: "remove" },
    "aria-label": `Remove component ${number}`, on: { click: onRemove },
  });
  const isEnd = card.known && card.targets.length === 0;
  const end = isEnd ? make("p", { class: "note", text: "no moves" }) : null;
  return make("li", { class: "card" },
    make("div", { class: "title" }, make("strong", { text: `${number} ${title}` }), remove),
    place, view, movesOf(card), end);
}
