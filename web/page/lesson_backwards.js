/* Lesson 2: P-positions and N-positions. */

import { COUNTERS, COUNTER_PLACES, ONE_OR_THREE, ONE_OR_THREE_PLACES } from "./lesson_games.js";

/** @type {Lesson} */
export default {
  name: "backwards",
  title: "Walk backwards",
  pages: [
    { game: COUNTERS, places: COUNTER_PLACES, at: "1",
      words: `Who wins if both play as well as possible? Start at the end. At 0 the player to move is stuck and has lost.

        Now one step back: a single counter is left. Who wins from 1?`,
      task: { kind: "outcome" },
      hint: "What does the player to move do?",
      right: "Right: the player to move takes the counter, and the opponent is stuck." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "3",
      words: `From 2 the player to move wins, too, by taking both. Who wins from 3?`,
      task: { kind: "outcome" },
      hint: "Look at both moves. Who is to move then?",
      right: "Right: both moves lead to a position from which the opponent wins." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "5", answers: true,
      words: `This is the whole rule:

        | A position is *lost* if every move from it leads to a won position.
        | A position is *won* if some move from it leads to a lost position.

        Lost positions are called *P-positions*, because the *previous* player wins. Won ones are *N-positions*: the *next*
        player wins. Your strategy is always the same: move to a P-position.` },
    { game: ONE_OR_THREE, places: ONE_OR_THREE_PLACES, at: "6",
      words: `Another game: take one or three counters. Walk backwards from 0, and predict who wins from 6.`,
      task: { kind: "outcome" },
      hint: "0 is lost, so 1 and 3 are won. What about 2, 4 and 5?",
      right: "Right. All even numbers are lost here, and all odd ones are won." },
    { game: COUNTERS, places: COUNTER_PLACES, at: "3",
      words: `Your turn to change a game. In this one, 3 is lost. Add one move so that 3 is won: choose “+ Move”, click 3, then
        click where the move should lead.`,
      task: { kind: "change", goal: { 3: "N" } },
      hint: "A position is won if some move from it leads to a lost position. Which other position is lost?",
      right: "Right: now 3 has a move to a lost position." },
  ],
};
