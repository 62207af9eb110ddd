/* Lesson 6: sums and the nim-sum. */

/** @type {Lesson} */
export default {
  name: "sums",
  title: "Several heaps",
  pages: [
    { gallery: "nim", args: "4,4",
      words: `In *Nim* there are several heaps. On your turn, choose one heap and take as many counters from it as you like, but
        at least one. Whoever takes the last counter wins.

        Here are two equal heaps. Who wins?`,
      task: { kind: "outcome" },
      hint: "Whatever one player does with a heap, what can the other do with the other heap?",
      right: "Right: the second player copies every move and always has an answer." },
    { gallery: "nim", args: "2,5",
      words: `Two heaps that are not equal. Make the move that wins.`,
      task: { kind: "move" },
      hint: "You know what two equal heaps are worth.",
      right: "Right: now the heaps are equal, and it is the opponent's turn." },
    { gallery: "nim", args: "1,2,3", answers: true,
      words: `With three heaps, write the numbers in binary, one below the other, and count the ones in each column:

        | 1 = 0 0 1
        | 2 = 0 1 0
        | 3 = 0 1 1

        Here every column has an even number of ones. This is the *nim-sum* 0, and then the player to move loses: every move
        changes some column, and the opponent can repair it.` },
    { gallery: "nim", args: "1,4,5",
      words: `Who wins with heaps of 1, 4 and 5?`,
      task: { kind: "outcome" },
      hint: "1 = 001, 4 = 100, 5 = 101. Count the ones in each column.",
      right: "Right: each column has two ones or none." },
    { gallery: "nim", args: "3,4,5",
      words: `Make a winning move with heaps of 3, 4 and 5.`,
      task: { kind: "move" },
      hint: "3 = 011, 4 = 100, 5 = 101. The middle column has a single one: change the heap that has it, and repair the last column as well.",
      right: "Right: all columns are even now." },
  ],
};
