/* The boards of positions other than the current one, for small pictures of them: fetched from the
 * program when something wants to show them, many at a time. */

import { postForJson } from "./api.js";
import { boardBox, boardPicture, boardTree } from "./board_paint.js";
import { oncePerFrame } from "./dom.js";
import { treeElement } from "./svg_tree.js";

const MOST = 200; /* boards per request */

/**
 * @param {Store} store
 */
export function createBoards(store) {
  /** @type {Map<string, any>} */
  let known = new Map(); /* null: the position has no board */
  /** @type {Map<string, any>} */
  let pictures = new Map(); /* of boards, for the graph */
  /** @type {Map<string, any>} */
  let visited = new Map(); /* boards as the reader has seen them, perhaps turned around */
  /** @type {Set<string>} */
  let wanted = new Set();
  /** @type {(() => void)[]} */
  const listeners = [];
  let isAsking = false;

  /* In a game without boards nothing is asked for. */
  const hasBoards = () => Boolean(store.state.look?.board);

  const ask = oncePerFrame(async () => {
    const { solved } = store.state;
    const names = [...wanted].slice(0, MOST);
    if (solved === null || isAsking || names.length === 0 || !hasBoards()) return;
    isAsking = true;
    const answer = await postForJson("best", { game: solved.game, boards: names }).catch(() => ({ boards: [] }));
    isAsking = false;
    if (store.state.solved !== solved) return ask();
    names.forEach((name, i) => {
      known.set(name, answer.boards[i] ?? null);
      wanted.delete(name);
    });
    for (const call of listeners) call();
    ask();
  });

  store.listen(["solved"], () => {
    known = new Map();
    pictures = new Map();
    visited = new Map();
    wanted = new Set();
  });
  store.listen(["look"], ({ look }) => {
    if (look?.board) visited.set(look.position, look.board);
    ask();
  });

  /**
   * Returns the board of a position of the game; null if it has none or if it is not known yet.
   * @param {string} name
   */
  function of(name) {
    if (!hasBoards()) return null;
    if (!known.has(name)) {
      wanted.add(name);
      ask();
    }
    return known.get(name) ?? null;
  }

  return {
    hasBoards,
    of,
    /**
     * Returns the picture of a position for the graph; null if it has no board, or not yet.
     * @param {string} name
     * @returns {{ width: number, height: number, svg: string } | null}
     */
    pictureOf(name) {
      const board = of(name);
      if (board !== null && !pictures.has(name)) pictures.set(name, boardPicture(board));
      return board === null ? null : pictures.get(name);
    },
    /**
     * Returns the board of a position that the reader has visited, as it was then.
     * @param {string} name
     * @returns {any}
     */
    visited: name => visited.get(name) ?? of(name),
    /** @param {() => void} call called when boards have come */
    listen: call => { listeners.push(call); },
  };
}

/** @typedef {ReturnType<typeof createBoards>} Boards */

/**
 * Makes a small picture of a board, at most so many pixels high and thrice as wide.
 * @param {any} board
 * @param {number} most
 */
export function makeThumb(board, most) {
  const { width, height } = boardBox(board, true), scale = Math.min(most / height, 3 * most / width);
  const [name, attributes, ...children] = boardTree(board, { isSmall: true });
  return treeElement([name, { ...attributes, width: Math.round(width * scale), height: Math.round(height * scale) }, ...children]);
}
