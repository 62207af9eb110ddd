/* K: the finite values of the followers of every vertex of infinite value, if all values are below
 * SET_BITS. A set is 64 bits, in two arrays of words. */

#define SET_BITS 64

/* Collects the sets, and counts their elements; finite vertices have none. */
WIDE_KERNEL collect_sets(uint order, __global const ulong *offsets, __global const uint *targets,
                         __global const uint *values, __global uint *low, __global uint *high,
                         __global uint *sizes) {
  __local uint seen_low[GROUP], seen_high[GROUP];
  NEW_CHUNK(c)
  const uint item = get_local_id(0);
  FOR_CHUNKS(base, order) {
    const ulong u = base + item;
    const uint has_set = u < order && values[u] == INFINITY_WORD;
    const ulong begin = has_set != 0 ? offsets[u] : 0;
    start_chunk(&c, begin, has_set != 0 ? (uint)(offsets[u + 1] - begin) : 0);
    seen_low[item] = seen_high[item] = 0;
    LOCAL_BARRIER;
    for (uint i = item; i < c.moves; i += GROUP) {
      const uint row = row_of_move(c.scan, i), value = values[targets[c.begins[row] + i]];
      if (value < 32)
        atomic_or(seen_low + row, 1u << value);
      else if (value < SET_BITS)
        atomic_or(seen_high + row, 1u << (value - 32));
    }
    LOCAL_BARRIER;
    if (u < order) {
      low[u] = seen_low[item];
      high[u] = seen_high[item];
      sizes[u] = popcount(seen_low[item]) + popcount(seen_high[item]);
    }
    LOCAL_BARRIER;
  }
}

/* Writes the elements of every set in order. */
WIDE_KERNEL write_sets(ulong order, __global const uint *low, __global const uint *high,
                       __global const ulong *offsets, __global uint *numbers) {
  for (ulong u = get_global_id(0); u < order; u += get_global_size(0)) {
    ulong at = offsets[u];
    for (uint rest = low[u]; rest != 0; rest &= rest - 1)
      numbers[at++] = popcount((rest & -rest) - 1);
    for (uint rest = high[u]; rest != 0; rest &= rest - 1)
      numbers[at++] = 32 + popcount((rest & -rest) - 1);
  }
}

/* Marks the vertices of finite value. */
WIDE_KERNEL mark_finite(ulong order, __global const uint *values, __global uchar *marks) {
  for (ulong u = get_global_id(0); u < order; u += get_global_size(0))
    marks[u] = values[u] != INFINITY_WORD;
}
