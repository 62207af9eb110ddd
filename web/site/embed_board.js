/* The board of an embedded game: the same one as in the explorer. Outside of a match, moves on it walk
 * through the game. */

import { createChannel, isStale, postForJson } from "./api.js";
import { createBoard } from "./board.js";
import { movesOfHeap, unitsOf } from "./board_gestures.js";
import { isRow, playerName } from "./board_model.js";
import { isCalm, make, makeButton } from "./dom.js";
import { isAgain } from "./kinds.js";
import { t } from "./language.js";
import { lookOf } from "./look.js";
import { sentence } from "./messages.js";

const PAUSE = () => (isCalm() ? 0 : 650); /* milliseconds before the program moves */

/**
 * Asks for a position: its board and its moves.
 * @param {Game} game
 * @param {string} position
 * @param {string} turn first or second
 * @param {AbortSignal} signal
 */
export const fetchLook = async (game, position, turn, signal) =>
  lookOf(await postForJson("best", { game, position, turn, all_moves: true }, signal), [""]);

/**
 * Returns whether a move can be made by gestures on the board.
 * @param {any} board
 * @param {MoveInfo} move
 */
const isOnBoard = (board, move) => (isRow(board)
  ? board.heaps.some((/** @type {number} */ _, /** @type {number} */ place) => movesOfHeap(board, [move], { component: 1, place }).length > 0)
  : unitsOf(board, move, 1) !== null);

const LEGEND = [["good", t("this move wins")], ["bad", t("loses")], ["neutral", t("draws")]];

/** @param {string} turn */
const otherTurn = turn => (turn === "first" ? "second" : "first");

/**
 * @param {Look} start where the walk begins
 * @param {object} options
 * @param {Game} options.game
 * @param {string} options.label
 * @param {boolean} options.values whether the board shows what moves lead to
 * @param {(name: string) => void} options.visit called with the position that is reached
 * @param {(move: MoveInfo) => boolean} options.play makes a move of a match; returns whether there is one
 * @param {AbortSignal} options.signal
 */
export function createBoardDrawing(start, { game, label, values, visit, play, signal }) {
  const channel = createChannel();
  signal.addEventListener("abort", () => channel.abort());
  /** @type {{ look: Look, path: any[] | null }[]} */
  let walk = [{ look: start, path: null }];
  let shownMoves = 0; /* of a match */
  let timer = 0;
  const board = createBoard(1, { go, point: () => {} });
  const back = makeButton(t("Take back"), () => walkTo(walk.slice(0, -1)));
  const again = makeButton(t("Start over"), () => walkTo(walk.slice(0, 1)));
  const said = make("p", { class: "note", role: "status" });
  const steps = make("div", { class: "row steps" }, back, again, said);
  const legend = make("ul", { class: "legend" }, ...LEGEND.map(([style, words]) =>
    make("li", {}, make("span", { class: `dot ${style}`, "aria-hidden": "true" }), words)));
  const root = make("div", { class: "drawing", role: "group", "aria-label": label }, board.root, legend, steps);

  /** @param {boolean} isFresh whether the last move has just been made */
  function showWalk(isFresh) {
    const { look, path } = walk[walk.length - 1];
    back.disabled = again.disabled = walk.length === 1;
    steps.hidden = false;
    legend.hidden = !values || look.moves.length === 0;
    board.show({ board: look.board, moves: look.moves, revealed: values, yours: true, path, isFresh, hint: null });
  }

  /** @param {typeof walk} next */
  function walkTo(next) {
    channel.abort();
    const isLonger = next.length > walk.length;
    walk = next;
    said.textContent = "";
    showWalk(isLonger);
    visit(walk[walk.length - 1].look.position);
  }

  /** @param {MoveInfo} move */
  async function go(move) {
    if (play(move)) return;
    const [{ to, kind, path = null }] = move.steps, before = walk;
    const { turn } = walk[walk.length - 1].look;
    try {
      const look = await channel.run(last => fetchLook(game, to, isAgain(kind) ? turn : otherTurn(turn), last));
      walkTo([...before, { look, path }]);
    } catch (error) {
      if (!isStale(error)) said.textContent = sentence(/** @type {any} */ (error).message);
    }
  }

  /**
   * @param {any} answer of /api/match
   * @param {number} count of moves after which the position is shown
   * @param {MoveInfo[]} moves that the reader can make
   */
  function showAfter(answer, count, moves) {
    const path = answer.history[count - 1]?.steps[0].path ?? null;
    board.show({ board: answer.positions[count].components[0].board, moves, revealed: false, yours: moves.length > 0,
      path, isFresh: path !== null, hint: null });
  }

  signal.addEventListener("abort", () => clearTimeout(timer));
  showWalk(false);
  return {
    root,
    isBoard: true,
    /** @param {string} player A or B */
    playerName: player => playerName(start.board, player),
    select: () => {}, /* the board is where the reader is */
    /** Returns where the reader is and whose turn it is; null if there are no moves. */
    place() {
      const { position, turn, moves } = walk[walk.length - 1].look;
      return moves.length === 0 ? null : { position, turn };
    },
    /** @param {MoveInfo} move */
    isListed: move => !isOnBoard(start.board, move),
    beginMatch() {
      channel.abort(); /* a step of the walk that arrives now would be a move */
      shownMoves = 0;
      steps.hidden = legend.hidden = true;
    },
    /**
     * Shows the position of a match; after a reply, for a moment, the one before it.
     * @param {any} answer of /api/match
     * @param {MoveInfo[]} moves that the reader can make
     */
    showMatch(answer, moves) {
      const last = answer.history.length, pause = last - shownMoves > 1 ? PAUSE() : 0;
      shownMoves = last;
      clearTimeout(timer);
      if (pause === 0) return showAfter(answer, last, moves);
      showAfter(answer, last - 1, []);
      timer = setTimeout(() => showAfter(answer, last, moves), pause);
    },
    /** @param {boolean} isOver then the last position stays until the reader starts over */
    endMatch(isOver) {
      if (isOver) {
        steps.hidden = again.disabled = false;
        back.disabled = true;
        return;
      }
      clearTimeout(timer);
      showWalk(false);
    },
  };
}
