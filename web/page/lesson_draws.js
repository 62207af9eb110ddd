/* Lesson 3: draws. */

import { FORK, FORK_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "draws",
  title: "Draws",
  pages: [
    { example: "ring", at: "b",
      words: `Now the arrows go round. You start somewhere, and the token may come back there. If play goes on forever, nobody
        wins: it is a *draw*.

        At g there is no move. Who wins from b?`,
      task: { kind: "outcome" },
      hint: "Is there a move to a position in which the opponent is stuck?",
      right: "Right: the player to move goes to g." },
    { example: "ring", at: "a",
      words: `Who wins from a?`,
      task: { kind: "outcome" },
      hint: "There is only one move from a. What can the opponent do then?",
      right: "Right: the only move leads to b, and from b the opponent wins. A position on a cycle can be won or lost." },
    { example: "ring", at: "c",
      words: `And from c? Take your time with this one.`,
      task: { kind: "outcome" },
      hint: "From c one must go to d. From d one can go to e, or back to c. Who wins from e?",
      right: "Right: nobody. Both players go from c to d and back, because e would be lost for whoever moves there." },
    { game: FORK, places: FORK_PLACES, at: "n",
      words: `A smaller game: who wins from n?`,
      task: { kind: "outcome" },
      hint: "Walk backwards from p, as far as that goes. What is left over?",
      right: "Right: p is lost and o is won. So n has no move to a lost position, but it has one to m, which leads back." },
    { example: "ring", at: "d",
      words: `Change the ring: add one move so that d is won.`,
      task: { kind: "change", goal: { d: "N" } },
      hint: "Which positions are lost? A move from d to one of them is enough.",
      right: "Right. And c is now lost, because its only move leads to d." },
  ],
};
