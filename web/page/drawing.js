/* The drawing: laid out by the program, explored by click or arrow keys, edited by drag and
 * double-click. */

import { createChannel, isStale } from "./api.js";
import { byId, debounce, make, makeSvg } from "./dom.js";
import { sentence } from "./messages.js";
import { createPanZoom } from "./panzoom.js";
import { centreOf, fetchPicture, makePicture } from "./picture.js";
import { grouped } from "./solved.js";
import { chosenName } from "./state.js";

const LARGE_ORDER = 60; /* positions from which on only a neighbourhood is drawn by default */
const LARGE_SIZE = 200; /* positions and moves together above which likewise */
const PICTURE_WIDTH = 0.54; /* share of the width for the picture if the text is next to it */
const TEXT_HEIGHT = 178; /* pixels of the height for the text if it is below */
const DRAG = 6; /* pixels that the pointer moves before a press becomes a drag */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DOUBLE_CLICK = 320; /* milliseconds between the clicks of a double-click */

function isLarge({ order, moves }) {
  return order >= LARGE_ORDER || (moves !== null && order + moves > LARGE_SIZE);
}

/* Returns the request for the whole game or for the neighbourhood of the chosen position. */
export function pictureRequest(state) {
  const { view, solved } = state;
  const request = { game: solved.game };
  if (view.layout !== "auto") request.layout = view.layout;
  if (view.palette === "mono") request.palette = "mono";
  if (view.scope === "around" || (view.scope === "auto" && isLarge(solved))) {
    request.around = chosenName(state);
    request.radius = view.radius;
  }
  return request;
}

/* Returns whether the picture is larger with the text next to it than with the text below. */
function isLargerBeside({ width, height }) {
  const { clientWidth, clientHeight } = byId("stage");
  const beside = Math.min(clientWidth * PICTURE_WIDTH / width, clientHeight / height);
  const above = Math.min(clientWidth / width, (clientHeight - TEXT_HEIGHT) / height);
  return beside > above;
}

function describe(solved, v) {
  const spoken = { outcome: "outcome", grundy: "value", remoteness: "remoteness" };
  const columns = solved.columns.filter(column => spoken[column] !== undefined);
  return [solved.names[v], ...columns.map(column => `${spoken[column]} ${solved.text(column, v)}`)]
    .join(", ");
}

export function createDrawing(store, edits, inspector) {
  const frame = byId("picture"), note = byId("picture-note");
  const channel = createChannel();
  let picture = null, panZoom = null, drawn = "", drag = null, linking = null;
  let part = ""; /* the note about a neighbourhood */

  const nameOf = node => store.state.solved.names[Number(node.dataset.vertex)];
  const nodeNamed = name => picture?.nodes.get(store.state.solved.numberOf(name)) ?? null;
  const choose = name => store.change({ position: name });

  /* ---- the picture ---- */

  const setBusy = busy => frame.setAttribute("aria-busy", String(busy));

  async function draw() {
    const { solved } = store.state;
    if (solved === null) return;
    setBusy(true);
    if (solved.order === 0) return showNothing();
    if (solved.order < LARGE_ORDER) await solved.edges(); /* this counts the moves */
    if (store.state.solved !== solved) return;
    const request = pictureRequest(store.state);
    const key = JSON.stringify(request);
    byId("radius-row").hidden = request.around === undefined;
    if (key === drawn) return showDrawn();
    try {
      const text = await channel.run(() => fetchPicture(request));
      const isWanted = JSON.stringify(pictureRequest(store.state)) === key;
      if (store.state.solved !== solved || !isWanted) return;
      drawn = key;
      show(text, solved, request);
    } catch (refusal) {
      if (isStale(refusal)) return;
      note.textContent = sentence(refusal.message);
      setBusy(false);
    }
  }

  function showNothing() {
    drawn = "";
    picture = null;
    byId("stage").classList.remove("tall");
    setBusy(false);
    frame.replaceChildren(make("p", {
      class: "empty", text: "No positions yet. Double-click here, or type a move such as: a b" }));
    note.textContent = "";
  }

  function show(text, solved, request) {
    const hadFocus = frame.contains(document.activeElement);
    picture = makePicture(text);
    const { svg } = picture;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "Positions; arrow keys move between them");
    for (const [v, node] of picture.nodes) {
      node.dataset.vertex = v;
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", describe(solved, v));
      node.setAttribute("tabindex", "-1");
    }
    frame.replaceChildren(svg);
    byId("stage").classList.toggle("tall", isLargerBeside(svg.viewBox.baseVal));
    panZoom = createPanZoom(svg, target => target.closest(".node") === null);
    part = request.around === undefined ? "" :
      `${grouped(picture.nodes.size)} of ${grouped(solved.order)} positions, ` +
      `at most ${request.radius} move${request.radius === 1 ? "" : "s"} from ${request.around}. ` +
      "Positions with a dashed outline have more moves.";
    note.textContent = part;
    showDrawn();
    if (hadFocus) nodeNamed(chosenName(store.state))?.focus();
  }

  function showDrawn() {
    showChosen();
    setBusy(false);
  }

  function showChosen() {
    if (picture === null) return;
    const { solved } = store.state;
    const chosen = solved.numberOf(chosenName(store.state));
    for (const [v, node] of picture.nodes) {
      node.classList.toggle("chosen", v === chosen);
      node.classList.toggle("linking", linking !== null && solved.names[v] === linking);
      node.setAttribute("tabindex", v === chosen ? "0" : "-1");
      if (v === chosen) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
    for (const { element, from } of picture.edges)
      element.classList.toggle("from-chosen", from === chosen);
  }

  /* ---- the pointer ---- */

  function toGroup(x, y) {
    const group = picture.svg.querySelector("g.graph");
    return new DOMPoint(x, y).matrixTransform(group.getScreenCTM().inverse());
  }

  function startDrag(event) {
    const node = event.target.closest(".node");
    if (node === null || event.button !== 0) return;
    drag = { node, x: event.clientX, y: event.clientY, line: null };
  }

  function keepDragging(event) {
    if (drag === null) return;
    if (drag.line === null && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG) {
      const { x, y } = centreOf(drag.node);
      drag.line = makeSvg("line", { class: "rubber", x1: x, y1: y, x2: x, y2: y });
      picture.svg.querySelector("g.graph").append(drag.line);
    }
    if (drag.line === null) return;
    const at = toGroup(event.clientX, event.clientY);
    drag.line.setAttribute("x2", at.x);
    drag.line.setAttribute("y2", at.y);
  }

  function endDrag(event) {
    if (drag === null) return;
    const { node, line } = drag;
    drag = null;
    line?.remove();
    if (event.type === "pointercancel") return;
    if (line === null) return choose(nameOf(node));
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = under?.closest("#picture .node");
    if (target) edits.addMove(nameOf(node), nameOf(target));
  }

  const edgeOf = target => {
    const element = target.closest(".edge");
    return picture?.edges.find(edge => edge.element === element);
  };

  function doubleClick(event) {
    event.preventDefault();
    const node = event.target.closest(".node"), edge = edgeOf(event.target);
    const { names } = store.state.solved ?? { names: [] };
    if (node !== null) edits.removePosition(nameOf(node));
    else if (edge) edits.removeMove(names[edge.from], names[edge.to]);
    else edits.addPosition();
  }

  function hover(event) {
    const node = event.target.closest(".node"), edge = edgeOf(event.target);
    const { names } = store.state.solved ?? { names: [] };
    if (node !== null) inspector.show(nameOf(node));
    else if (edge) inspector.showMove(names[edge.from], names[edge.to]);
    else inspector.show(null);
  }

  /* ---- the keyboard ---- */

  /* Returns the nearest position in a direction; sideways distance counts twice. */
  function neighbour(node, [dx, dy]) {
    const here = centreOf(node);
    let best = null, least = Infinity;
    for (const other of picture.nodes.values()) {
      const there = centreOf(other);
      const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
      const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      const far = ahead + 2 * aside;
      if (other !== node && ahead > 1 && far < least) [best, least] = [other, far];
    }
    return best;
  }

  function link(name) {
    if (linking === null) {
      linking = name;
      note.textContent = `New move from ${name}: go to its target and press M, or Escape to ` +
        "cancel. A move that exists is removed.";
    } else {
      edits.toggleMove(linking, name);
      cancelLink();
    }
    showChosen();
  }

  function cancelLink() {
    linking = null;
    note.textContent = part;
    showChosen();
  }

  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = event.target.closest?.(".node") ?? null;
    const direction = DIRECTIONS[event.key];
    const name = node === null ? null : nameOf(node);
    const actions = {
      "+": () => panZoom?.zoom(1.25), "=": () => panZoom?.zoom(1.25), "-": () => panZoom?.zoom(0.8),
      0: () => panZoom?.fit(), n: () => edits.addPosition(), Escape: cancelLink,
    };
    if (node !== null)
      Object.assign(actions, {
        Enter: () => choose(name), " ": () => choose(name), m: () => link(name),
        Delete: () => edits.removePosition(name), Backspace: () => edits.removePosition(name),
      });
    if (direction !== undefined)
      actions[event.key] = event.shiftKey || node === null
        ? () => panZoom?.pan(-40 * direction[0], -40 * direction[1])
        : () => neighbour(node, direction)?.focus();
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /* ---- */

  frame.addEventListener("pointerdown", startDrag);
  frame.addEventListener("pointermove", keepDragging);
  frame.addEventListener("pointerup", endDrag);
  frame.addEventListener("pointercancel", endDrag);
  frame.addEventListener("dblclick", doubleClick);
  frame.addEventListener("pointerover", hover);
  frame.addEventListener("pointerleave", () => inspector.show(null));
  frame.addEventListener("keydown", pressed);
  frame.addEventListener("focusin", event => {
    const node = event.target.closest(".node");
    if (node !== null) inspector.show(nameOf(node));
  });
  frame.addEventListener("focusout", () => inspector.show(null));
  byId("zoom-in").addEventListener("click", () => panZoom?.zoom(1.25));
  byId("zoom-out").addEventListener("click", () => panZoom?.zoom(0.8));
  byId("zoom-fit").addEventListener("click", () => panZoom?.fit());
  for (const key of ["scope", "layout"])
    byId(key).addEventListener("change", event =>
      store.adjust("view", { [key]: event.target.value }));
  byId("radius").addEventListener("change", event => {
    const radius = Math.max(1, Math.min(9, Math.round(Number(event.target.value)) || 2));
    store.adjust("view", { radius });
  });
  const showView = () => {
    const { view } = store.state;
    for (const key of ["scope", "layout", "radius"]) byId(key).value = view[key];
    draw();
  };
  /* A neighbourhood follows the chosen position, but not between the clicks of a double-click. */
  const drawLater = debounce(draw, DOUBLE_CLICK);
  store.listen(["view"], showView);
  store.listen(["game"], () => setBusy(true));
  store.listen(["solved"], draw);
  store.listen(["position"], () => {
    showChosen();
    drawLater();
  });
  store.listen(["error"], ({ error }) => { if (error !== null) setBusy(false); });
  showView();

  return {
    /* Moves the keyboard focus to the chosen position. */
    focus: () => nodeNamed(chosenName(store.state))?.focus(),
  };
}
