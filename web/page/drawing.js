/* The drawing: laid out by the program, walked by click or arrow keys, edited by drag and
 * double-click. */

import { createChannel, isStale } from "./api.js";
import { byId, debounce, make, makeSvg } from "./dom.js";
import { createPanZoom } from "./panzoom.js";
import { centreOf, fetchPicture, makePicture } from "./picture.js";
import { grouped } from "./solved.js";
import { chosenName } from "./state.js";
import { sentence } from "./words.js";

const CROWD = 60; /* positions of which only a neighbourhood is drawn unless asked otherwise, */
const THICKET = 200; /* and positions and moves of which more are a thicket */
const BESIDE = 0.54; /* of the width is the picture's, where words stand beside it, */
const BELOW = 178; /* and so many pixels of the height are theirs where they stand below */
const DRAG = 6; /* pixels from which a press is a drag */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const DOUBLE = 320; /* milliseconds in which a second click may come */

function isLarge({ order, moves }) {
  return order >= CROWD || (moves !== null && order + moves > THICKET);
}

/* What to ask for: the whole game, or what is around the chosen position. */
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

/* Is there more room for a picture if the words stand beside it than if they stand below? */
function isLargerBeside({ width, height }) {
  const { clientWidth, clientHeight } = byId("stage");
  const beside = Math.min(clientWidth * BESIDE / width, clientHeight / height);
  const above = Math.min(clientWidth / width, (clientHeight - BELOW) / height);
  return beside > above;
}

function describe(solved, v) {
  const spoken = { outcome: "outcome", grundy: "value", remoteness: "remoteness" };
  const told = solved.columns.filter(column => spoken[column] !== undefined);
  return [solved.names[v], ...told.map(column => `${spoken[column]} ${solved.text(column, v)}`)]
    .join(", ");
}

export function createDrawing(store, edits, inspector) {
  const frame = byId("picture"), note = byId("picture-note");
  const channel = createChannel();
  let picture = null, panZoom = null, drawn = "", drag = null, linking = null;
  let part = ""; /* what is said of a neighbourhood */

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
    if (solved.order < CROWD) await solved.edges(); /* which counts the moves */
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
      `${grouped(picture.nodes.size)} of ${grouped(solved.order)} positions: ` +
      `at most ${request.radius} move${request.radius === 1 ? "" : "s"} from ${request.around}. ` +
      "A dashed outline: moves are missing.";
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

  /* The nearest position in a direction; what lies aside counts as farther. */
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
      note.textContent = `A move from ${name}: go to its end and press M; Escape gives up. ` +
        "A move that is there already is removed.";
    } else {
      edits.toggleMove(linking, name);
      giveUp();
    }
    showChosen();
  }

  function giveUp() {
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
      0: () => panZoom?.fit(), n: () => edits.addPosition(), Escape: giveUp,
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
  /* A neighbourhood moves with the position, but not between the clicks of a double-click. */
  const drawLater = debounce(draw, DOUBLE);
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
    /* Puts the keyboard on the chosen position. */
    focus: () => nodeNamed(chosenName(store.state))?.focus(),
  };
}
