/* Lesson 5: remoteness. */

/** @type {Lesson} */
export default {
  name: "how-long",
  title: "How long does it take?",
  pages: [
    { example: "ring", at: "e",
      words: `The winner wants to win soon, and the loser wants to hold out. If both do, the number of moves until the end is
        called *remoteness*.

        At g it is 0, because play is over. How many moves does it take from e?`,
      task: { kind: "remoteness" },
      hint: "The winner hurries.",
      right: "Right: one move, to g." },
    { example: "ring", at: "f",
      words: `How many moves does it take from f?`,
      task: { kind: "remoteness" },
      hint: "Follow the play: from f to a, and then?",
      right: "Right: f, a, b, g. The remoteness is odd where the player to move wins, and even where they lose." },
    { game: "a b\n", places: { a: [-60, 0], b: [60, 0] }, at: "a",
      words: `Make a game of your own: the player to move at a shall win, and need exactly five moves, counting those of both
        players.`,
      task: { kind: "change", goal: { a: 5 } },
      hint: "One way: a road with five arrows in a row.",
      right: "Right!" },
    { example: "ring", at: "b", answers: true,
      words: `You can now solve every single game that can be drawn like this. If you like, stop here, open a game, and play.

        The next lessons are about several games at once. This is where numbers come in.` },
  ],
};
