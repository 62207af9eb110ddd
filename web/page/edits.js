/* Positions and moves changed by mouse or keys: every change is one of the text. */

import {
  addMove, addPosition, freshName, hasMove, parseEdges, removeMove, removePosition,
} from "./edges.js";

const TAKEN = "takes it away", BROUGHT = "brings it back"; /* by undo */

export function createEdits(store, editor, say) {
  /* A game in another format becomes an edge list first. */
  async function rewrite(change, words, undone) {
    if (!(await editor.convert())) return;
    const { game } = store.state;
    const text = change(game.text);
    if (text === game.text) return;
    store.edit({ ...game, text });
    say(`${words} Undo ${undone}.`);
  }

  const add = (u, v) =>
    rewrite(text => addMove(text, u, v), `The move ${u} → ${v} is new.`, TAKEN);
  const remove = (u, v) =>
    rewrite(text => removeMove(text, u, v), `The move ${u} → ${v} is gone.`, BROUGHT);

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
      await rewrite(text => addPosition(text, name), `The position ${name} is new.`, TAKEN);
      store.change({ position: name });
    },
    removePosition: name =>
      rewrite(text => removePosition(text, name), `The position ${name} is gone.`, BROUGHT),
  };
}
