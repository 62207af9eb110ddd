/* The keys of the graph. */

import { nearestTowards } from "./geometry.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Store} store
 * @param {import("./graph_tools.js").Graph} graph
 * @param {ReturnType<typeof import("./graph_tools.js").createTools>} tools
 * @param {import("./edits.js").Edits} edits
 */
export function createGraphKeys(store, graph, tools, edits) {
  /**
   * @param {string} name
   * @param {[number, number]} direction
   */
  function step(name, direction) {
    const nodes = store.state.scene?.nodes, here = nodes?.get(name);
    if (nodes === undefined || here === undefined) return;
    const next = nearestTowards(here, [...nodes.values()], direction);
    if (next !== null) graph.painter.nodes.get(next.name)?.focus();
  }

  /**
   * Removes a position and keeps the focus near it.
   * @param {string} name
   */
  async function remove(name) {
    const here = store.state.scene?.nodes.get(name);
    const others = [...(store.state.scene?.nodes.values() ?? [])].filter(node => node.name !== name);
    others.sort((a, b) => Math.hypot(a.x - (here?.x ?? 0), a.y - (here?.y ?? 0)) -
      Math.hypot(b.x - (here?.x ?? 0), b.y - (here?.y ?? 0)));
    if (await edits.removePosition(name) && others.length > 0) graph.focus(others[0].name);
  }

  /**
   * Adds a position in view, near the one that has the focus, and moves the focus to it.
   * @param {string | null} near
   */
  async function add(near) {
    const added = await edits.addPosition(graph.freePlace(near));
    if (added !== null) graph.focus(added);
  }

  /**
   * @param {string} name
   * @returns {Record<string, () => void>}
   */
  const nodeActions = name => ({
    Enter: () => graph.choose(name), " ": () => graph.choose(name),
    ...(tools.canEdit() ? {
      m: () => tools.link(name), F2: () => tools.rename(name), r: () => tools.rename(name),
      Delete: () => remove(name), Backspace: () => remove(name),
    } : {}),
  });

  graph.frame.addEventListener("keydown", (/** @type {any} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
    const name = event.target.closest?.(".node")?.dataset.name ?? null;
    const direction = DIRECTIONS[event.key];
    /** @type {Record<string, () => void>} */
    const actions = {
      "+": () => graph.camera.zoom(1.25), "=": () => graph.camera.zoom(1.25),
      "-": () => graph.camera.zoom(0.8), 0: () => graph.fit(), Escape: () => tools.cancel(),
      ...(tools.canEdit() ? { n: () => add(name) } : {}),
      ...(name === null ? {} : nodeActions(name)),
    };
    if (direction !== undefined)
      actions[event.key] = event.shiftKey || name === null
        ? () => graph.camera.pan(-40 * direction[0], -40 * direction[1])
        : () => step(name, direction);
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
}
