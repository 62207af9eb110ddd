/* Lesson 7: Sprague–Grundy values. */

import { COUNTERS, COUNTER_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "values",
  title: "Values",
  pages: [
    { game: COUNTERS, places: COUNTER_PLACES, at: "3",
      words: `Every position of a game that ends is as good as a heap of Nim. The size of that heap is its *value*. The rule:

        | The value is the least number 0, 1, 2, … that none of the moves leads to.

        At 0 there are no moves: the value is 0. From 1 there is a move to the value 0, so 1 has the value 1. From 2 there are
        moves to the values 0 and 1, so 2 has the value 2. What is the value of 3?`,
      task: { kind: "value" },
      hint: "From 3 there are moves to 2 and 1. Which is the least number that does not occur among their values?",
      right: "Right: the values 2 and 1 occur, 0 does not. A position has the value 0 exactly if it is lost." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "5",
      words: `What is the value of 5?`,
      task: { kind: "value" },
      hint: "3 has the value 0. First find the value of 4.",
      right: "Right: 4 has the value 1, 3 has the value 0, and the least number missing is 2." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "5", others: [{ nim: 2 }],
      words: `Next to the five counters there is a heap of Nim with 2 counters, from which any number can be taken. A move is made
        in one of the two games. Who wins?`,
      task: { kind: "outcome" },
      hint: "The five counters have the value 2. So this is as good as two heaps of Nim.",
      right: "Right: 2 and 2 are equal, and the second player can always make them equal again." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "5", others: [{ nim: 3 }],
      words: `Now the heap has 3 counters. Make the move that wins, in either game; all moves are in the list.`,
      task: { kind: "move" },
      hint: "Make the two values equal.",
      right: "Right: both games have the same value now." },
  ],
};
