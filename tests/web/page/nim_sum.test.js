/* The addition of values, as sums show it. */

import assert from "node:assert/strict";
import test from "node:test";
import { additionWords, balanceWords, digitsOf } from "./page/nim_sum.js";

const infinite = (...set) => ({ infinite: set });

test("digits are those of the numbers and of their nim-sum", () => {
  assert.deepEqual(digitsOf([3, 4, 5]), { rows: [[0, 1, 1], [1, 0, 0], [1, 0, 1]], total: 2, totalDigits: [0, 1, 0] });
  assert.deepEqual(digitsOf([0]), { rows: [[0]], total: 0, totalDigits: [0] });
  for (let round = 0; round < 100; round++) {
    const numbers = Array.from({ length: 1 + round % 5 }, () => Math.floor(Math.random() * 2 ** 20));
    const { rows, totalDigits } = digitsOf(numbers);
    totalDigits.forEach((digit, i) => assert.equal(digit, rows.filter(row => row[i] === 1).length % 2));
  }
});

test("the sentence says what the sum means", () => {
  assert.equal(additionWords([2, 2], 0), "2 ⊕ 2 = 0. It is 0, so the player to move loses.");
  assert.equal(additionWords([2, 3], 1), "2 ⊕ 3 = 1. It is not 0, so the player to move wins.");
  assert.equal(additionWords([infinite(2), 2], infinite(0)), "∞{2} ⊕ 2 = ∞{0}. 0 is in the set, so the player to move wins.");
  assert.equal(additionWords([infinite(2), 1], infinite(3)), "∞{2} ⊕ 1 = ∞{3}. 0 is not in the set: a draw.");
  assert.equal(additionWords([infinite(2), infinite(2)], infinite()), "∞{2} ⊕ ∞{2} = ∞{}. Two infinite values cannot be balanced: a draw.");
  assert.equal(additionWords([null, 1], null), "");
});

test("a winning move balances the values", () => {
  assert.equal(balanceWords("nim: 3 → 2", 1, [2, 3]), "After nim: 3 → 2 the games are worth 2 and 2, together 0.");
  assert.equal(balanceWords("d → e", 0, [infinite(2), 2]), "After d → e the games are worth 2 and 2, together 0.");
  assert.equal(balanceWords("x", 0, [5, 4, 3]), "After x the games are worth 7, 4 and 3, together 0.");
  assert.equal(balanceWords("x", 0, [2, infinite(2)]), "");
});
