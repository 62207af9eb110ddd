/* K: the finite values of the followers of every vertex of infinite value, if all values are below
 * SET_BITS. A set is 64 bits, in two arrays of words. */

#define SET_BITS 64

/* Collects the sets, and counts their elements; finite vertices have none. A work-group takes a
 * chunk of vertices at a time, and its work-items share the moves of these evenly. */
WIDE_KERNEL collect_sets(uint order, __global const ulong *offsets, __global const uint *targets,
                         __global const uint *values, __global uint *low, __global uint *high,
                         __global uint *sizes) {
  __local uint scan[GROUP], parts[SCAN_PARTS], seen_low[GROUP], seen_high[GROUP];
  __local ulong begins[GROUP];
  const uint item = get_local_id(0);
  for (ulong chunk = (ulong)get_group_id(0) * GROUP; chunk < order;
       chunk += (ulong)get_num_groups(0) * GROUP) {
    const ulong u = chunk + item;
    uint length = 0, moves;
    ulong begin = 0;
    if (u < order && values[u] == INFINITY_WORD) {
      begin = offsets[u];
      length = (uint)(offsets[u + 1] - begin);
    }
    const uint up_to = scan_group(length, scan, parts, &moves);
    scan[item] = up_to;
    begins[item] = begin - (up_to - length);
    seen_low[item] = seen_high[item] = 0;
    LOCAL_BARRIER;
    for (uint i = item; i < moves; i += GROUP) {
      uint row = 0;
      for (uint jump = GROUP / 2; jump != 0; jump /= 2)
        if (scan[row + jump - 1] <= i) row += jump;
      const uint value = values[targets[begins[row] + i]];
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
