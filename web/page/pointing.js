/* Which moves the mouse or the keyboard is at, on the board or in the list: each shows what the other
 * one points at. */

export function createPointing() {
  /** @type {((moves: MoveInfo[], source: string) => void)[]} */
  const listeners = [];
  return {
    /**
     * @param {MoveInfo[]} moves
     * @param {string} source board or list
     */
    point(moves, source) {
      for (const call of listeners) call(moves, source);
    },
    /** @param {(moves: MoveInfo[], source: string) => void} call */
    listen: call => { listeners.push(call); },
  };
}

/** @typedef {ReturnType<typeof createPointing>} Pointing */
