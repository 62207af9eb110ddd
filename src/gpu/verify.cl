/* Checks of a solution against the definitions. They share only the rows with the kernels that
 * solve. A check counts the vertices that fail it; the CPU says which these are. */

/* Starts a chunk: this work-item has row u, or none. */
static inline void start_rows(chunk *c, uint order, __global const ulong *offsets, ulong u) {
  const ulong begin = u < order ? offsets[u] : 0;
  start_chunk(c, begin, u < order ? (uint)(offsets[u + 1] - begin) : 0);
}

/* What numbers are checked as. */
enum { CHECK_REMOTENESS, CHECK_MISERE_REMOTENESS, CHECK_DISTANCE };

/* Equations (4a) to (4e), and (2) and (3), of [Smi66]. Infinity is odd, and the largest number. */
static inline uint expected_number(uint what, uint moves, uint least_even, uint largest_odd,
                                   uint largest) {
  if (moves == 0) return what == CHECK_MISERE_REMOTENESS;
  if (what == CHECK_DISTANCE) return largest == INFINITY_WORD ? largest : largest + 1;
  if (least_even != INFINITY_WORD) return least_even + 1;
  return largest_odd == INFINITY_WORD ? largest_odd : largest_odd + 1;
}

WIDE_KERNEL check_numbers(uint order, __global const ulong *offsets, __global const uint *targets,
                          __global const uint *numbers, uint what, volatile __global uint *failed) {
  __local uint least_even[GROUP], largest_odd[GROUP], largest[GROUP];
  NEW_CHUNK(c)
  const uint item = get_local_id(0);
  FOR_CHUNKS(base, order) {
    start_rows(&c, order, offsets, base + item);
    least_even[item] = INFINITY_WORD;
    largest_odd[item] = largest[item] = 0;
    LOCAL_BARRIER;
    for (uint i = item; i < c.moves; i += GROUP) {
      const uint row = row_of_move(c.scan, i), number = numbers[targets[c.begins[row] + i]];
      if (what == CHECK_DISTANCE)
        atomic_max(largest + row, number);
      else if (number % 2 == 0)
        atomic_min(least_even + row, number);
      else
        atomic_max(largest_odd + row, number);
    }
    LOCAL_BARRIER;
    if (base + item < order) {
      const uint moves = c.scan[item] - (item == 0 ? 0 : c.scan[item - 1]);
      if (numbers[base + item] !=
          expected_number(what, moves, least_even[item], largest_odd[item], largest[item]))
        atomic_inc(failed);
    }
    LOCAL_BARRIER;
  }
}

/* The finite values of the followers of every vertex, as 64 bits; all values are below 64.
 * Condition A of [FY86, Def. 1]: a finite value is the mex of these. A finite value has a counter,
 * an infinite one has none. */
WIDE_KERNEL check_mex(uint order, __global const ulong *offsets, __global const uint *targets,
                      __global const uint *values, __global const uint *counters,
                      __global ulong *sets, volatile __global uint *failed) {
  __local uint low[GROUP], high[GROUP];
  NEW_CHUNK(c)
  const uint item = get_local_id(0);
  FOR_CHUNKS(base, order) {
    start_rows(&c, order, offsets, base + item);
    low[item] = high[item] = 0;
    LOCAL_BARRIER;
    for (uint i = item; i < c.moves; i += GROUP) {
      const uint row = row_of_move(c.scan, i), value = values[targets[c.begins[row] + i]];
      if (value < 32)
        atomic_or(low + row, 1u << value);
      else if (value != INFINITY_WORD)
        atomic_or(high + row, 1u << value % 32);
    }
    LOCAL_BARRIER;
    if (base + item < order) {
      const uint value = values[base + item];
      const ulong set = (ulong)high[item] << 32 | low[item];
      const uint is_finite = value != INFINITY_WORD;
      sets[base + item] = set;
      if ((is_finite != 0 && popcount((~set & (set + 1)) - 1) != value) ||
          is_finite != (counters[base + item] != INFINITY_WORD))
        atomic_inc(failed);
    }
    LOCAL_BARRIER;
  }
}

/* Returns whether v, a follower of a vertex of value y, has a follower of value y with a counter
 * below this one. */
static inline uint has_reply(__global const ulong *offsets, __global const uint *targets,
                             __global const uint *values, __global const uint *counters, uint v,
                             uint y, uint counter) {
  const ulong end = offsets[v + 1];
  uint found = 0;
  for (ulong e = offsets[v]; e < end && found == 0; e++) {
    const uint w = targets[e];
    found = values[w] == y && counters[w] < counter;
  }
  return found;
}

/* Conditions B and C. B: every move from a finite value to a larger one has a reply of the first
 * value with a smaller counter. C: a vertex of infinite value has an infinite follower without a
 * follower of value mex. */
WIDE_KERNEL check_replies(uint order, __global const ulong *offsets, __global const uint *targets,
                          __global const uint *values, __global const uint *counters,
                          __global const ulong *sets, volatile __global uint *failed) {
  __local uint escapes[GROUP];
  NEW_CHUNK(c)
  const uint item = get_local_id(0);
  FOR_CHUNKS(base, order) {
    start_rows(&c, order, offsets, base + item);
    escapes[item] = 0;
    LOCAL_BARRIER;
    for (uint i = item; i < c.moves; i += GROUP) {
      const uint row = row_of_move(c.scan, i), v = targets[c.begins[row] + i], of_v = values[v];
      const ulong u = base + row;
      const uint y = values[u];
      if (y == INFINITY_WORD) {
        const ulong set = sets[u], least = ~set & (set + 1);
        if (of_v == INFINITY_WORD && (sets[v] & least) == 0) escapes[row] = 1;
      } else if (of_v > y &&
                 has_reply(offsets, targets, values, counters, v, y, counters[u]) == 0) {
        atomic_inc(failed);
      }
    }
    LOCAL_BARRIER;
    if (base + item < order && values[base + item] == INFINITY_WORD && escapes[item] == 0)
      atomic_inc(failed);
    LOCAL_BARRIER;
  }
}

/* K: the set of an infinite vertex has the values of its followers, and that of a finite one is
 * absent. Numbers of a set are distinct. */
WIDE_KERNEL check_sets(ulong order, __global const uint *values, __global const ulong *sets,
                       __global const ulong *offsets, __global const uint *numbers,
                       __global const uchar *absent, volatile __global uint *failed) {
  for (ulong u = get_global_id(0); u < order; u += get_global_size(0)) {
    const uint is_finite = values[u] != INFINITY_WORD;
    const ulong begin = offsets[u], size = offsets[u + 1] - begin;
    const ulong set = is_finite != 0 ? 0 : sets[u];
    ulong given = 0;
    for (ulong i = 0; i < size && i < 64; i++)
      if (numbers[begin + i] < 64) given |= 1UL << numbers[begin + i];
    if (given != set || size != popcount(set) || is_finite != (absent[u] != 0)) atomic_inc(failed);
  }
}
