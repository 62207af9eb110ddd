/* The addition of values, as sums show it. */

import assert from "node:assert/strict";
import test from "node:test";
import { additionWords, balanceWords, digitsOf, isAdded, nimSum } from "./page/nim_sum.js";
import { readHeaps, splitHeaps } from "./page/home.js";

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
  assert.equal(balanceWords("Nim heap: 3 → 2", 1, [2, 3], ["e", "the heap of 2"]), "After Nim heap: 3 → 2: e is worth 2, the heap of 2 is worth 2, together 0.");
  assert.equal(balanceWords("d → e", 0, [infinite(2), 2], ["e", "the heap of 2"]), "After d → e: e is worth 2, the heap of 2 is worth 2, together 0.");
  assert.equal(balanceWords("x", 0, [5, 4, 3], ["p", "q", "r"]), "After x: p is worth 7, q is worth 4, r is worth 3, together 0.");
  assert.equal(balanceWords("x", 0, [2, infinite(2)], ["p", "q"]), "");
});

test("halves, moons and ordinals are not added in the same way", () => {
  for (const value of [0, 3, infinite(), infinite(0, 2), { ...infinite(0), c: [] }]) assert.ok(isAdded(value), JSON.stringify(value));
  for (const value of [{ ...infinite(0, 1), c: [2] }, { ...infinite(), c: ["inf"] }, { infinite: null }, { ordinal: "w" }, null])
    assert.ok(!isAdded(value), JSON.stringify(value));
});

test("large heaps are added exactly", () => {
  assert.equal(nimSum([3000000000, 5000000000, 6]), 6859107334);
  assert.equal(nimSum([2 ** 50 - 1, 1]), 2 ** 50 - 2);
  assert.equal(digitsOf([2 ** 40, 2 ** 40]).total, 0);
});

test("heaps are read, and large ones are a sum", () => {
  assert.deepEqual(readHeaps(" 3, 4,5 "), { heaps: [3, 4, 5], problem: "" });
  for (const wrong of ["", "two", "3,,4", "-1", "1.5"]) assert.match(readHeaps(wrong).problem, /such as 3,4,5/);
  assert.match(readHeaps("1000000000000000000").problem, /at most 1,125,899,906,842,623 counters/);
  assert.deepEqual(splitHeaps([3, 4, 5]), [[3, 4, 5], []]);
  assert.deepEqual(splitHeaps([1000000000, 7]), [[0], [{ nim: 1000000000 }, { nim: 7 }]]);
});
