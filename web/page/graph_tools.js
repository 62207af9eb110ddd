/* The tools of the graph: select, add a position, add a move, delete. Every tool works with a mouse,
 * a finger and the keyboard; a double-click renames, and nothing else. */

import { byId, createChoice, make, makeSvg } from "./dom.js";
import { withPlace } from "./graph_scene.js";
import { t } from "./language.js";

const DRAG = 6; /* pixels that the pointer moves before a press becomes a drag */

const HINTS = {
  select: "",
  position: t("Click an empty place."),
  move: t("Drag from a position to another, or to an empty place."),
  delete: t("Click a position or a move."),
};

/**
 * @typedef {object} Graph
 * @property {any} svg
 * @property {any} frame
 * @property {any} camera
 * @property {ReturnType<typeof import("./graph_paint.js").createPainter>} painter
 * @property {(name: string) => void} choose goes to a position
 * @property {() => void} place
 * @property {() => void} fit
 * @property {(name: string) => void} focus moves the focus to a position, once it is there
 * @property {(near: string | null) => Point} freePlace returns a free place in view, near a position
 */

/** @param {any} event */
const nodeAt = event => event.target.closest?.(".node")?.dataset.name ?? null;

/**
 * Returns the position below a point of the window.
 * @param {any} event
 */
function nodeUnder({ clientX, clientY }) {
  const under = /** @type {any} */ (document.elementFromPoint(clientX, clientY));
  return under?.closest("#graph .node")?.dataset.name ?? null;
}

/**
 * Returns where a press begins: the position, the point, and its distance from the centre.
 * @param {Graph} graph
 * @param {Scene | null} scene
 * @param {any} event
 */
function pressAt({ camera, frame }, scene, event) {
  const name = nodeAt(event), { x, y, z } = camera.get(), box = frame.getBoundingClientRect();
  const at = name === null ? undefined : scene?.nodes.get(name);
  return { name, x: event.clientX, y: event.clientY, dragged: false,
    dx: at === undefined ? 0 : event.clientX - box.x - (at.x * z + x),
    dy: at === undefined ? 0 : event.clientY - box.y - (at.y * z + y) };
}

/**
 * Returns how far the pointer is from where it was pressed.
 * @param {Point} press
 * @param {any} event
 */
const wayFrom = ({ x, y }, event) => Math.hypot(event.clientX - x, event.clientY - y);

/**
 * A line from a position to the pointer.
 * @param {Graph} graph
 */
function createRubber(graph) {
  const line = makeSvg("line", { class: "rubber", visibility: "hidden" });
  graph.svg.append(line);
  return {
    /**
     * @param {Point} from in the graph
     * @param {any} event
     */
    stretch(from, event) {
      const { x, y, z } = graph.camera.get(), box = graph.frame.getBoundingClientRect();
      const ends = { x1: from.x * z + x, y1: from.y * z + y,
        x2: event.clientX - box.x, y2: event.clientY - box.y };
      for (const [key, value] of Object.entries(ends)) line.setAttribute(key, String(value));
      line.setAttribute("visibility", "visible");
    },
    hide: () => line.setAttribute("visibility", "hidden"),
  };
}

/**
 * Asks for a new name at the place of a position.
 * @param {Graph} graph
 * @param {import("./edits.js").Edits} edits
 * @param {Say} say
 */
function createRenaming(graph, edits, say) {
  return (/** @type {string} */ name) => {
    const node = graph.painter.nodes.get(name);
    if (node === undefined) return;
    const box = node.getBoundingClientRect(), frame = graph.frame.getBoundingClientRect();
    const input = make("input", { class: "rename", value: name, "aria-label": t("New name of {name}", { name }),
      spellcheck: "false", autocomplete: "off" });
    input.style.left = `${box.x + box.width / 2 - frame.x}px`;
    input.style.top = `${box.y + box.height / 2 - frame.y}px`;
    let isDone = false;
    const finish = async (/** @type {boolean} */ isKept) => {
      if (isDone) return;
      isDone = true;
      input.remove();
      const problem = isKept ? await edits.rename(name, input.value.trim()) : "";
      if (problem !== "") say(problem);
      graph.focus(isKept && problem === "" ? input.value.trim() : name);
    };
    input.addEventListener("keydown", (/** @type {any} */ event) => {
      event.stopPropagation();
      if (event.key === "Enter") finish(true);
      if (event.key === "Escape") finish(false);
    });
    input.addEventListener("blur", () => finish(true));
    graph.frame.append(input);
    input.select();
  };
}

/**
 * Shows the pointer and the hint of a tool.
 * @param {any} frame
 * @param {string} tool
 */
function showTool(frame, tool) {
  frame.dataset.tool = tool;
  byId("tool-hint").textContent = HINTS[/** @type {keyof HINTS} */ (tool)];
}

/**
 * @param {Store} store
 * @param {Graph} graph
 * @param {import("./edits.js").Edits} edits
 * @param {Say} say
 */
export function createTools(store, graph, edits, say) {
  const rubber = createRubber(graph), rename = createRenaming(graph, edits, say);
  let tool = "select";
  /** @type {string | null} */
  let linking = null; /* the beginning of a new move */
  /** @type {any} */
  let press = null;

  const choice = createChoice(byId("tools"), setTool);
  const canEdit = () => store.state.mode === "explore";
  const active = () => (canEdit() ? tool : "select");

  const showActive = () => showTool(graph.frame, active());
  /** @param {string} wanted */
  function setTool(wanted) {
    tool = wanted;
    setLinking(null);
    choice.show(tool);
    showActive();
  }
  /** @param {string | null} name */
  function setLinking(name) {
    if (linking !== null) graph.painter.nodes.get(linking)?.classList.remove("linking");
    linking = name;
    if (name !== null) graph.painter.nodes.get(name)?.classList.add("linking");
  }

  /** @param {string} name */
  function link(name) {
    if (linking === null) {
      setLinking(name);
      say(t("A move from {name}: now choose where it leads.", { name }));
    } else {
      edits.toggleMove(linking, name);
      setLinking(null);
    }
  }

  /**
   * A click, that is a press without a drag.
   * @param {any} event
   * @param {string | null} name
   */
  function click(event, name) {
    if (active() === "select" && name !== null) return graph.choose(name);
    if (active() === "move" && name !== null) return link(name);
    if (active() === "move" && linking !== null) {
      edits.addPosition(graph.camera.toGraph(event.clientX, event.clientY), linking);
      return setLinking(null);
    }
    if (active() === "position" && name === null)
      return edits.addPosition(graph.camera.toGraph(event.clientX, event.clientY));
    if (active() === "delete") remove(event, name);
  }

  /**
   * @param {any} event
   * @param {string | null} name
   */
  function remove(event, name) {
    if (name !== null) return edits.removePosition(name);
    const edge = event.target.closest?.(".edge");
    if (edge) edits.removeMove(edge.dataset.from, edge.dataset.to, edge.dataset.kind);
  }

  /** @param {any} event */
  function drag(event) {
    if (press === null || press.name === null) return;
    press.dragged ||= wayFrom(press, event) > DRAG;
    if (!press.dragged || store.state.scene === null) return;
    press.before ??= store.state.scene;
    const node = store.state.scene.nodes.get(press.name);
    if (node === undefined) return;
    if (active() === "move") rubber.stretch(node, event);
    else if (active() === "select" && canEdit()) {
      const { x, y } = graph.camera.toGraph(event.clientX - press.dx, event.clientY - press.dy);
      store.change({ scene: withPlace(store.state.scene, press.name, { x: Math.round(x), y: Math.round(y) }) });
    }
  }

  /** @param {any} event */
  function release(event) {
    if (press === null) return;
    const { name, dragged, before } = press, isFar = wayFrom(press, event) > DRAG;
    press = null;
    rubber.hide();
    graph.painter.glide(true);
    if (event.type === "pointercancel") return before === undefined ? undefined : store.change({ scene: before });
    if (!dragged && !isFar) return click(event, name);
    if (!dragged || name === null || !canEdit()) return;
    if (active() === "select" && store.state.scene !== null) return edits.keepPlaces(store.state.scene, before);
    if (active() !== "move") return;
    const target = nodeUnder(event);
    if (target !== null) edits.addMove(name, target);
    else edits.addPosition(graph.camera.toGraph(event.clientX, event.clientY), name);
  }

  graph.frame.addEventListener("pointerdown", (/** @type {any} */ event) => {
    if (event.button !== 0 || event.target.closest(".rename, button, select")) return;
    press = pressAt(graph, store.state.scene, event);
    if (press.name !== null) graph.painter.glide(false);
  });
  graph.frame.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) graph.frame.addEventListener(end, release);
  graph.frame.addEventListener("dblclick", (/** @type {any} */ event) => {
    const name = nodeAt(event);
    if (name !== null && canEdit() && active() === "select") rename(name);
  });
  setTool("select");
  store.listen(["mode"], showActive);
  store.listen(["solved"], ({ solved }) => { if (solved === null) setTool("select"); }); /* another game */

  return {
    link, rename, canEdit,
    cancel: () => setLinking(null),
    /* Whether a press at that place pans the graph. */
    isPanned: (/** @type {any} */ event) => nodeAt(event) === null,
  };
}
