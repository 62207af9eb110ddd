/* Lesson 1: a game is a graph. */

import { COUNTERS, COUNTER_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "counters",
  title: "Take the last counter",
  pages: [
    { game: COUNTERS, places: COUNTER_PLACES, at: "5",
      words: `Five counters lie on a table. Two players take turns, and each takes one or two of them. Whoever takes the last
        counter wins.

        The circles are the *positions*: how many counters are left. The arrows are the *moves*. At 0 there is no move, and a
        player who cannot move loses.` },
    { game: COUNTERS, places: COUNTER_PLACES, at: "5",
      words: `Play against the computer, and move first. You can win; if you lose, play again.`,
      task: { kind: "match" },
      right: "Well played!" },
    { game: COUNTERS, places: COUNTER_PLACES, at: "4",
      words: `Four counters are left, and it is your turn. Which move wins? Click the position to go to.`,
      task: { kind: "move" },
      hint: "Leave a number from which the opponent cannot win, whether they take one or two.",
      right: "Right. From 3, the opponent leaves 1 or 2, and you take the rest." },
  ],
};
