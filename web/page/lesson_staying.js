/* Lesson 4: why a draw is a draw. */

import { PAIR, PAIR_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "staying",
  title: "Why a draw is a draw",
  pages: [
    { example: "ring", at: "c", answers: true,
      words: `How can we be sure that nobody wins from c? Walk backwards from the end, and label positions as won or lost for as
        long as you can. The positions without a label are left over: here c and d.

        A position that is left over has no move to a lost position, or it would be won. It has a move to another one that is
        left over, or all its moves would lead to won positions, and it would be lost. So both players can *stay* among them
        forever.` },
    { example: "ring", at: "d",
      words: `You are at d. Make a move with which you do not lose.`,
      task: { kind: "move" },
      hint: "Who wins from e? Who wins from c?",
      right: "Right: going back to c keeps the draw. At e the opponent wins." },
    { game: PAIR, places: PAIR_PLACES, at: "a",
      words: `Here play goes round forever. Add a position and a move so that a is no longer a draw. There are several ways.`,
      task: { kind: "change", goal: { a: "NP" } },
      hint: "Add a position with “+ Position”. What happens if there is a move to it from a, or from b?",
      right: "Right. Once there is a place to be stuck, somebody can be sent there." },
  ],
};
