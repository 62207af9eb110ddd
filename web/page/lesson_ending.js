/* Lesson 9: a strategy that ends. */

import { SMITH, SMITH_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "ending",
  title: "A win that ends",
  pages: [
    { game: SMITH, places: SMITH_PLACES, at: "V2",
      words: `From V2, both moves lead to a lost position. So both should win. But one of them does not bring you any further. Make
        the move with which you really win.`,
      task: { kind: "move", best: true },
      hint: "What does the opponent do at V1? And at V3?",
      right: "Right. From V1 the opponent would come back to V2, again and again, and nobody would ever win." },
    { game: SMITH, places: SMITH_PLACES, at: "V2", answers: true,
      words: `Values say which moves are good, not which of them make progress. The cure is a second number, the *counter*: each
        position gets one when its value is found. A winner who always moves to a good position with a smaller counter cannot go
        round forever, because a number cannot fall forever.

        Open “Numbers” to see the counters of a position. In a single game, the remoteness does the same; in sums, only the
        counter does.` },
    { example: "ring", at: "f",
      words: `Play from f, and move first. You can win. The ring does not stop you from going round; your opponent would be happy
        if you did.`,
      task: { kind: "match" },
      right: "Well played: your win ended." },
  ],
};
