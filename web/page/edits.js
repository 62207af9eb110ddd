/* Edits of positions and moves with mouse or keys: each edit changes the text. */

import {
  addMove, addPosition, freshName, hasMove, parseEdges, removeMove, removePosition,
} from "./edges.js";

const REMOVES = "removes it", RESTORES = "restores it"; /* what undo does */

export function createEdits(store, editor, say) {
  /* Edits the text, after converting the game to an edge list if needed. */
  async function rewrite(change, words, undone) {
    if (!(await editor.convert())) return;
    const { game } = store.state;
    const text = change(game.text);
    if (text === game.text) return;
    store.edit({ ...game, text });
    say(`${words} Undo ${undone}.`);
  }

  const add = (u, v) =>
    rewrite(text => addMove(text, u, v), `Added the move ${u} → ${v}.`, REMOVES);
  const remove = (u, v) =>
    rewrite(text => removeMove(text, u, v), `Removed the move ${u} → ${v}.`, RESTORES);

  return {
    addMove: add,
    removeMove: remove,
    async toggleMove(u, v) {
      if (!(await editor.convert())) return;
      await (hasMove(store.state.game.text, u, v) ? remove(u, v) : add(u, v));
    },
    async addPosition() {
      if (!(await editor.convert())) return;
      const name = freshName(parseEdges(store.state.game.text).names);
      await rewrite(text => addPosition(text, name), `Added the position ${name}.`, REMOVES);
      store.change({ position: name });
    },
    removePosition: name =>
      rewrite(text => removePosition(text, name), `Removed the position ${name}.`, RESTORES),
  };
}
