/* Offsets of rows, and the reverse rows. */

/* ---- offsets: sums of sizes ------------------------------------------------------------- */

/* A tile is what one work-group sums up at a time. */
#define TILE_STEPS 8
#define TILE (GROUP * TILE_STEPS)

WIDE_KERNEL widen_bytes(__global const uchar *from, ulong count, __global uint *to) {
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) to[i] = from[i];
}

/* Sums up every tile. */
WIDE_KERNEL sum_tiles(__global const uint *sizes, ulong count, __global ulong *sums, uint tiles) {
  __local uint scan[GROUP], parts[SCAN_PARTS];
  for (uint tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    uint sum = 0, total;
    for (uint step = 0; step < TILE_STEPS; step++) {
      ulong i = (ulong)tile * TILE + step * GROUP + get_local_id(0);
      if (i < count) sum += sizes[i];
    }
    (void)scan_group(sum, scan, parts, &total);
    if (get_local_id(0) == 0) sums[tile] = total;
    LOCAL_BARRIER;
  }
}

/* Replaces the sum of every tile by the sum of all tiles before it. One work-group. */
WIDE_KERNEL scan_tiles(__global ulong *sums, uint tiles) {
  __local ulong shares[GROUP];
  const uint item = get_local_id(0), share = (tiles + GROUP - 1) / GROUP;
  ulong sum = 0;
  for (uint k = 0; k < share; k++) {
    uint i = item * share + k;
    if (i < tiles) sum += sums[i];
  }
  shares[item] = sum;
  LOCAL_BARRIER;
  if (item == 0) {
    ulong before = 0;
    for (uint k = 0; k < GROUP; k++) {
      ulong own = shares[k];
      shares[k] = before;
      before += own;
    }
  }
  LOCAL_BARRIER;
  sum = shares[item];
  for (uint k = 0; k < share; k++) {
    uint i = item * share + k;
    if (i < tiles) {
      ulong own = sums[i];
      sums[i] = sum;
      sum += own;
    }
  }
}

/* Writes the offsets: `count` of them, and the end. */
WIDE_KERNEL write_offsets(__global const uint *sizes, ulong count, __global const ulong *sums,
                          uint tiles, __global ulong *offsets) {
  __local uint scan[GROUP], parts[SCAN_PARTS];
  for (uint tile = get_group_id(0); tile < tiles; tile += get_num_groups(0)) {
    ulong before = sums[tile];
    for (uint step = 0; step < TILE_STEPS; step++) {
      ulong i = (ulong)tile * TILE + step * GROUP + get_local_id(0);
      uint size = i < count ? sizes[i] : 0, total;
      uint up_to = scan_group(size, scan, parts, &total);
      if (i < count) offsets[i] = before + up_to - size;
      if (i + 1 == count) offsets[count] = before + up_to;
      before += total;
      LOCAL_BARRIER;
    }
  }
}

/* ---- reverse rows ----------------------------------------------------------------------- */

/* Moves are sorted into buckets of 2^bits heads, and each bucket then in local memory. The buckets
 * of a window of heads are sorted at once; the windows bound the memory that this takes. */
#define MOST_BUCKET_BITS 12
#define MOST_HEADS (1u << MOST_BUCKET_BITS)
/* The buckets that are counted in local memory at once. */
#define COUNTED_BUCKETS 8192

/* Counts the moves into each of the `buckets` buckets from `first` on. */
WIDE_KERNEL count_buckets(__global const uint *targets, ulong moves, uint bits, uint first,
                          uint buckets, volatile __global uint *counts) {
  __global const uint4 *fours = (__global const uint4 *)targets;
  __local uint count[COUNTED_BUCKETS];
  const uint item = get_local_id(0);
  for (uint i = item; i < buckets; i += GROUP) count[i] = 0;
  LOCAL_BARRIER;
  for (ulong e = get_global_id(0); e < moves / 4; e += get_global_size(0)) {
    const uint4 four = (fours[e] >> bits) - first;
    if (four.x < buckets) atomic_inc(count + four.x);
    if (four.y < buckets) atomic_inc(count + four.y);
    if (four.z < buckets) atomic_inc(count + four.z);
    if (four.w < buckets) atomic_inc(count + four.w);
  }
  if (get_global_id(0) < moves % 4) {
    const uint bucket = (targets[moves - 1 - get_global_id(0)] >> bits) - first;
    if (bucket < buckets) atomic_inc(count + bucket);
  }
  LOCAL_BARRIER;
  for (uint i = item; i < buckets; i += GROUP)
    if (count[i] != 0) atomic_add(counts + first + i, count[i]);
}

/* Writes the moves into heads first … last - 1 to their buckets, as pairs of the tail and the
 * place of the head in its bucket. `ends` has where the next pair of each bucket goes. */
WIDE_KERNEL fill_buckets(uint order, __global const ulong *offsets, __global const uint *targets,
                         uint bits, uint first, uint last, volatile __global uint *ends,
                         __global uint2 *pairs) {
  __local uint starts[GROUP];
  __local ulong first_move;
  const uint item = get_local_id(0);
  FOR_CHUNKS(base, order) {
    ulong u = base + item;
    if (item == 0) first_move = offsets[base];
    LOCAL_BARRIER;
    const ulong begin = first_move;
    starts[item] = u < order ? (uint)(offsets[u + 1] - begin) : 0xffffffffu;
    LOCAL_BARRIER;
    const uint rows = (uint)min((ulong)GROUP, order - base), moves = starts[rows - 1];
    for (uint i = item; i < moves; i += GROUP) {
      const uint row = row_of_move(starts, i), head = targets[begin + i];
      if (head >= first && head < last) {
        uint place = head - first;
        pairs[atomic_inc(ends + (place >> bits))] =
            (uint2)((uint)(base + row), place & ((1u << bits) - 1));
      }
    }
    LOCAL_BARRIER;
  }
}

/* Every 32nd word is left out, so that the work-items of a warp use different banks. */
#define PADDED(i) ((i) + ((i) >> 5))

/* Pairs that a work-item loads before it uses the first of them. */
#define LOADS 4

/* Loads pairs i, i + GROUP, …, as far as they are before the end. */
static inline void load_pairs(__global const uint2 *pairs, ulong i, uint end, uint2 *pair) {
  for (uint k = 0; k < LOADS; k++)
    if (i + k * GROUP < end) pair[k] = pairs[i + k * GROUP];
}

/* Sorts each bucket by head: the reverse rows of heads first … last - 1, which begin at move `at`
 * of all reverse rows. `starts` has where each bucket begins in `pairs`. */
WIDE_KERNEL sort_buckets(__global const uint2 *pairs, __global const uint *starts, uint bits,
                         uint buckets, uint first, uint last, ulong at, __global ulong *offsets,
                         __global uint *targets) {
  __local uint count[PADDED(MOST_HEADS)];
  __local uint scan[GROUP], parts[SCAN_PARTS];
  const uint item = get_local_id(0), heads = 1u << bits, share = (heads + GROUP - 1) / GROUP;
  const uint own_first = min(item * share, heads), own_last = min(own_first + share, heads);
  for (uint bucket = get_group_id(0); bucket < buckets; bucket += get_num_groups(0)) {
    const uint begin = starts[bucket], end = starts[bucket + 1];
    const ulong head = (ulong)first + ((ulong)bucket << bits);
    for (uint i = item; i < PADDED(heads); i += GROUP) count[i] = 0;
    LOCAL_BARRIER;
    for (ulong i = (ulong)begin + item; i < end; i += LOADS * GROUP) {
      uint2 pair[LOADS];
      load_pairs(pairs, i, end, pair);
      for (uint k = 0; k < LOADS; k++)
        if (i + k * GROUP < end) atomic_inc(count + PADDED(pair[k].y));
    }
    LOCAL_BARRIER;
    uint own = 0, total;
    for (uint i = own_first; i < own_last; i++) own += count[PADDED(i)];
    uint before = scan_group(own, scan, parts, &total) - own;
    for (uint i = own_first; i < own_last; i++) {
      const uint of_head = count[PADDED(i)];
      count[PADDED(i)] = before;
      before += of_head;
    }
    LOCAL_BARRIER;
    for (uint i = item; i < heads; i += GROUP)
      if (head + i < last) offsets[head + i] = at + begin + count[PADDED(i)];
    LOCAL_BARRIER;
    for (ulong i = (ulong)begin + item; i < end; i += LOADS * GROUP) {
      uint2 pair[LOADS];
      load_pairs(pairs, i, end, pair);
      for (uint k = 0; k < LOADS; k++)
        if (i + k * GROUP < end)
          targets[at + begin + atomic_inc(count + PADDED(pair[k].y))] = pair[k].x;
    }
    LOCAL_BARRIER;
  }
}

/* ---- reverse rows without room for a bucket --------------------------------------------- */

WIDE_KERNEL count_heads(__global const uint *targets, ulong moves, volatile __global uint *counts) {
  for (ulong e = get_global_id(0); e < moves; e += get_global_size(0))
    atomic_inc(counts + targets[e]);
}

/* Writes every move to the reverse row of its head; `counts` has how many are missing there. */
WIDE_KERNEL place_moves(uint order, __global const ulong *offsets, __global const uint *targets,
                        __global const ulong *reverse_offsets, volatile __global uint *counts,
                        __global uint *reverse) {
  for (ulong u = get_group_id(0); u < order; u += get_num_groups(0))
    for (ulong e = offsets[u] + get_local_id(0); e < offsets[u + 1]; e += GROUP) {
      uint head = targets[e];
      reverse[reverse_offsets[head] + atomic_dec(counts + head) - 1] = (uint)u;
    }
}

/* ---- for measurements ------------------------------------------------------------------- */

/* Reads a label for every move, four moves at a time. */
WIDE_KERNEL read_once(__global const uint4 *targets, ulong count, __global const uint *labels,
                      __global ulong *sum) {
  ulong own = 0;
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
    const uint4 four = targets[i];
    own += (ulong)labels[four.x] + labels[four.y] + labels[four.z] + labels[four.w];
  }
  if (own == 0x123456789abcdefUL) *sum = own; /* so that the loop is not removed */
}
