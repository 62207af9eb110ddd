/* Edits of positions and moves with mouse or keys: each edit changes the text. */

import {
  addMove, addPosition, freshName, hasMove, nameProblem, parseEdges, removeMove, removePosition,
  renamePosition,
} from "./edges.js";
import { goOn, renameVisits } from "./history.js";
import { placesOf } from "./graph_scene.js";
import { stepSign } from "./kinds.js";
import { t } from "./language.js";

/**
 * @typedef {ReturnType<typeof createEdits>} Edits
 */

/**
 * @param {Store} store
 * @param {{ convert(): Promise<boolean> }} editor
 * @param {Say} say
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
    say(words, true);
    return true;
  }

  const fresh = () => freshName(parseEdges(store.state.game.text ?? "").names);

  /**
   * @param {string} u
   * @param {string} v
   */
  const add = (u, v) => rewrite(text => addMove(text, u, v), t("Added the move {move}.", { move: `${u} → ${v}` }));
  /**
   * @param {string} u
   * @param {string} v
   * @param {string} [kind] all if it is not given
   */
  const remove = (u, v, kind) =>
    rewrite(text => removeMove(text, u, v, kind), t("Removed the move {move}.", { move: stepSign({ from: u, to: v, kind }) }));

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
     * Adds a position at a place of the graph, and a move to it if `from` is given. It becomes the
     * current one, unless only the neighbourhood of that one is shown, which would then change.
     * Returns its name, or null.
     * @param {Point} at
     * @param {string | null} [from]
     */
    async addPosition(at, from = null) {
      if (!(await editor.convert())) return null;
      const name = fresh(), { scene, history } = store.state;
      const isWhole = scene === null || scene.around === null;
      const words = from === null ? t("Added {name}.", { name }) : t("Added {name} and the move {move}.", { name, move: `${from} → ${name}` });
      await rewrite(text => (from === null ? addPosition(text, name) : addMove(text, from, name)), words, {
        places: { ...keptPlaces(), [name]: [Math.round(at.x), Math.round(at.y)] },
        ...(isWhole ? { history: goOn(history, { position: name, jump: from === null }) } : {}),
      });
      return name;
    },
    /** @param {string} name */
    removePosition: name =>
      rewrite(text => removePosition(text, name), t("Removed {name}.", { name })),
    /**
     * Returns why the position cannot have that name; "" if it was renamed.
     * @param {string} from
     * @param {string} to
     */
    async rename(from, to) {
      const problem = nameProblem(to);
      if (problem !== "" || to === from) return problem;
      if (store.state.solved?.has(to)) return t("There is a position {name} already.", { name: to });
      const { [from]: place, ...places } = keptPlaces();
      if (place !== undefined) places[to] = place;
      await rewrite(text => renamePosition(text, from, to), t("Renamed {from} to {to}.", { from, to }),
        { places, history: renameVisits(store.state.history, from, to) });
      return "";
    },
    /** Forgets where positions were put, so that they are laid out again. */
    tidy() {
      const { scene, places, game } = store.state;
      store.change({ places: scene?.around === null ? placesOf(scene) : places });
      store.edit(game, { places: {}, scene: null });
    },
    /**
     * Keeps positions at new places.
     * @param {Scene} scene
     * @param {Scene} before which undo restores
     */
    keepPlaces(scene, before) {
      const isWhole = scene.around === null, { game, places } = store.state;
      store.change({ scene: before, places: isWhole ? placesOf(before) : places });
      store.edit(game, { scene, places: isWhole ? placesOf(scene) : places });
    },
  };
}
