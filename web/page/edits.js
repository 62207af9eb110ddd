/* Edits of positions and moves with mouse or keys: each edit changes the text. */

import {
  addMove, addPosition, freshName, hasMove, nameProblem, parseEdges, removeMove, removePosition,
  renamePosition,
} from "./edges.js";
import { goOn, renameVisits } from "./history.js";
import { placesOf } from "./graph_scene.js";
import { stepSign } from "./kinds.js";

/**
 * @typedef {ReturnType<typeof createEdits>} Edits
 */

/**
 * @param {Store} store
 * @param {{ convert(): Promise<boolean> }} editor
 * @param {(words: string) => void} say
 */
export function createEdits(store, editor, say) {
  /* All places are kept, so that an edit moves nothing. */
  const keptPlaces = () =>
    (store.state.scene?.around === null ? placesOf(store.state.scene) : store.state.places);

  /**
   * Edits the text, after converting the game to an edge list if needed.
   * @param {(text: string) => string} change
   * @param {string} words
   * @param {Partial<State>} [patch]
   */
  async function rewrite(change, words, patch = {}) {
    if (!(await editor.convert())) return false;
    const { game } = store.state;
    const text = change(game.text ?? "");
    if (text === game.text) return false;
    store.edit({ ...game, text }, { places: keptPlaces(), ...patch });
    say(`${words} Undo reverts it.`);
    return true;
  }

  const fresh = () => freshName(parseEdges(store.state.game.text ?? "").names);

  /**
   * @param {string} u
   * @param {string} v
   */
  const add = (u, v) => rewrite(text => addMove(text, u, v), `Added the move ${u} → ${v}.`);
  /**
   * @param {string} u
   * @param {string} v
   * @param {string} [kind] all if it is not given
   */
  const remove = (u, v, kind) =>
    rewrite(text => removeMove(text, u, v, kind), `Removed the move ${stepSign({ from: u, to: v, kind })}.`);

  return {
    addMove: add,
    removeMove: remove,
    /**
     * @param {string} u
     * @param {string} v
     */
    async toggleMove(u, v) {
      if (!(await editor.convert())) return;
      await (hasMove(store.state.game.text ?? "", u, v) ? remove(u, v) : add(u, v));
    },
    /**
     * Adds a position at a place of the graph, and a move to it if `from` is given.
     * @param {Point | null} at
     * @param {string | null} [from]
     */
    async addPosition(at, from = null) {
      if (!(await editor.convert())) return;
      const name = fresh();
      const places = keptPlaces();
      if (at !== null) places[name] = [Math.round(at.x), Math.round(at.y)];
      const words = from === null ? `Added the position ${name}.`
        : `Added ${name} and the move ${from} → ${name}.`;
      await rewrite(text => {
        const added = addPosition(text, name);
        return from === null ? added : addMove(text, from, name);
      }, words, {
        places,
        history: goOn(store.state.history, { position: name, jump: from === null }),
      });
    },
    /** @param {string} name */
    removePosition: name =>
      rewrite(text => removePosition(text, name), `Removed the position ${name}.`),
    /**
     * Returns why the position cannot have that name; "" if it was renamed.
     * @param {string} from
     * @param {string} to
     */
    async rename(from, to) {
      const problem = nameProblem(to);
      if (problem !== "" || to === from) return problem;
      if (store.state.solved?.has(to)) return `There is a position ${to} already.`;
      const places = keptPlaces();
      if (places[from] !== undefined) places[to] = places[from];
      delete places[from];
      await rewrite(text => renamePosition(text, from, to), `Renamed ${from} to ${to}.`,
        { places, history: renameVisits(store.state.history, from, to) });
      return "";
    },
    /**
     * Keeps a position at a new place.
     * @param {Scene} scene
     */
    keepPlaces: scene => store.change({ scene, places: placesOf(scene) }),
  };
}
