/* Lesson 8: infinite values. */

/** @type {Lesson} */
export default {
  name: "infinite",
  title: "Infinite values",
  pages: [
    { example: "ring", at: "f",
      words: `What about games with cycles? Some positions still have numbers: g has 0, and so has a, since from b the opponent
        can always go on to g. What is the value of f?`,
      task: { kind: "value" },
      hint: "There is a single move from f, to a.",
      right: "Right: the least number other than 0." },
    { example: "ring", at: "e",
      words: `And the value of e?`,
      task: { kind: "value" },
      hint: "From e there are moves to g and f.",
      right: "Right: 0 and 1 occur, so it is 2." },
    { example: "ring", at: "d",
      words: `The draw d cannot be worth a number: no heap of Nim is a draw. Its value is *infinite*. But what it is next to other
        games depends on the numbers to which it can move. From d they are the value of e, which is 2, and nothing else, since c
        is a draw itself. We write ∞{2}.

        Write down the value of d, and then think about b: it can move to g, of value 0, and to c. What is the value of *b*?`,
      task: { kind: "value", of: "b" },
      hint: "It is infinite as well, because of c. In braces stands the set of numbers to which it can move.",
      right: "Right: ∞{0}. The 0 in the set says that the player to move can win." },
    { example: "ring", at: "d", others: [{ nim: 2 }],
      words: `Now d, whose value is ∞{2}, next to a heap of 2. Who wins?`,
      task: { kind: "outcome" },
      hint: "Suppose the player to move goes from d to e, whose value is 2.",
      right: "Right: after the move to e, two equal values are left. The heap has turned a draw into a win." },
    { example: "ring", at: "d", others: [{ nim: 1 }],
      words: `And next to a heap of 1?`,
      task: { kind: "outcome" },
      hint: "Would a move to e help now? What else can both players do?",
      right: "Right: next to a heap of 2 it is a win, next to a heap of any other size it is a draw. This is what ∞{2} means." },
  ],
};
