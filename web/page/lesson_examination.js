/* Lesson 10: matches against the computer. */

/** @type {Lesson} */
export default {
  name: "examination",
  title: "Examination",
  pages: [
    { gallery: "nim", args: "3,4,5",
      words: `Three matches against the computer, which plays perfectly. The first one: Nim with heaps of 3, 4 and 5. You move
        first.`,
      task: { kind: "match" },
      hint: "Leave an even number of ones in every column.",
      right: "You have won at Nim." },
    { gallery: "tic-tac-toe", args: "",
      words: `The second one: tic-tac-toe. Nobody wins it against a perfect player, so a draw is enough.`,
      task: { kind: "match", draw: true },
      right: "A draw: you kept what you had." },
    { example: "ring", at: "d", others: [{ nim: 2 }],
      words: `The last one: the ring at d, whose value is ∞{2}, next to a heap of 2. Move first, and win a game that would be a
        draw without the heap.`,
      task: { kind: "match" },
      hint: "Make the values equal, and whenever the opponent escapes to an infinite value, take the move back.",
      right: "You have won a sum of games with cycles. There is nothing left that this course could teach you." },
  ],
};
