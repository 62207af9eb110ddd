/* Outcomes, distances and counters, from what the waves leave. */

/* Writes the outcome of every vertex, from its remoteness. */
WIDE_KERNEL write_outcomes(ulong order, __global const uint *remoteness, __global uchar *letters) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) {
    const uint label = remoteness[v];
    letters[v] = label == INFINITY_WORD ? 'D' : label % 2 == 0 ? 'P' : 'N';
  }
}

/* *largest becomes the largest finite value, if that is more. */
WIDE_KERNEL find_largest(ulong order, __global const uint *values,
                         volatile __global uint *largest) {
  __local uint most;
  if (get_local_id(0) == 0) most = 0;
  LOCAL_BARRIER;
  uint own = 0;
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) {
    const uint value = values[v];
    own = max(own, value == INFINITY_WORD ? 0 : value);
  }
  atomic_max(&most, own);
  LOCAL_BARRIER;
  if (get_local_id(0) == 0) atomic_max(largest, most);
}

WIDE_KERNEL fill_words(ulong count, uint word, __global uint *to) {
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) to[i] = word;
}

/* The peeled vertices, with a round below `peeled`, are numbered by value and distance: a bit per
 * pair says whether it occurs, in rows of `stride` words, one per value. */
WIDE_KERNEL mark_pairs(ulong order, __global const uint *values, __global const uint *rounds,
                       uint peeled, ulong stride, volatile __global uint *bits) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) {
    const uint round = rounds[v], bit = 1u << round % 32;
    if (round >= peeled) continue;
    volatile __global uint *word = bits + values[v] * stride + round / 32;
    /* Bits are only set: at worst, one is set again. */
    if ((RACING_LOAD(word) & bit) == 0) atomic_or(word, bit);
  }
}

WIDE_KERNEL count_bits(ulong words, __global const uint *bits, __global uint *counts) {
  for (ulong i = get_global_id(0); i < words; i += get_global_size(0))
    counts[i] = popcount(bits[i]);
}

/* Replaces rounds by counters. Among the vertices of one value, the peeled ones come first, by
 * distance, and then those of each round of its level: level i begins with round starts[i], and
 * starts[levels] is the end. Each number that occurs is counted once, so a counter is the number of
 * pairs before it plus that of rounds before it, since the first level. */
WIDE_KERNEL write_counters(ulong order, __global const uint *values, __global uint *rounds,
                           uint peeled, ulong stride, uint largest, __global const uint *bits,
                           __global const ulong *sums, __global const uint *starts, uint levels) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0)) {
    const uint value = values[v], round = rounds[v];
    if (value == INFINITY_WORD) {
      rounds[v] = INFINITY_WORD;
    } else if (round < peeled) {
      const ulong word = value * stride + round / 32;
      const uint pairs = (uint)sums[word] + popcount(bits[word] & ((1u << round % 32) - 1));
      rounds[v] = pairs + starts[min(value, levels)] - peeled;
    } else {
      rounds[v] = (uint)sums[(value + 1) * stride] + round - peeled;
    }
  }
}

/* Writes the terminal distance, infinite where a vertex is not peeled. */
WIDE_KERNEL write_distances(ulong order, __global const uint *rounds, uint peeled,
                            __global uint *distances) {
  for (ulong v = get_global_id(0); v < order; v += get_global_size(0))
    distances[v] = rounds[v] < peeled ? rounds[v] : INFINITY_WORD;
}
