/* The graphs of the lessons, and where their positions are drawn. */

/** @typedef {Record<string, [number, number]>} Places */

/**
 * Returns the game of a heap from which certain numbers of counters are taken.
 * @param {number} size
 * @param {number[]} taken
 */
function heap(size, taken) {
  let text = "";
  for (let n = size; n > 0; n--)
    for (const k of taken) if (k <= n) text += `${n} ${n - k}\n`;
  return text;
}

/**
 * Returns places from left to right, on a wave, so that no arrow runs through a position.
 * @param {number} size
 * @returns {Places}
 */
const wave = size => Object.fromEntries(Array.from({ length: size + 1 }, (_, i) =>
  [String(size - i), [110 * (i - size / 2), i % 2 === 0 ? -55 : 55]]));

/* Take one or two of five counters, or one or three of seven. */
export const COUNTERS = heap(5, [1, 2]);
export const COUNTER_PLACES = wave(5);
export const ONE_OR_THREE = heap(7, [1, 3]);
export const ONE_OR_THREE_PLACES = wave(7);

/* Two positions that lead to each other, of which one has an exit that takes two moves. */
export const FORK = "m n\nn m\nn o\no p\n";
/** @type {Places} */
export const FORK_PLACES = { m: [-210, 0], n: [-70, 0], o: [70, 0], p: [210, 0] };

/* Two positions that lead to each other. */
export const PAIR = "a b\nb a\n";
/** @type {Places} */
export const PAIR_PLACES = { a: [-90, 0], b: [90, 0] };

/* A win that can be put off forever [Smi66]. */
export const SMITH = "V1 V2\nV2 V1\nV2 V3\n";
/** @type {Places} */
export const SMITH_PLACES = { V1: [-160, 0], V2: [0, 0], V3: [160, 0] };
