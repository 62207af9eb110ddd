/* What all kernels share. OpenCL C 1.2; the files of this folder are compiled as one text.
 *
 * GROUP is the number of work-items of a work-group, a power of 2, at most 1024; NARROW that of
 * kernels that run as one work-group. Barriers are never under a condition, loops around barriers
 * have one plain condition, and no item gathers flags in a private variable from one barrier to the
 * next: some compilers for CPUs get these wrong. */

#if GROUP == 1 && NARROW == 1
#define LOCAL_BARRIER
#define BARRIER
#else
#define LOCAL_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#define BARRIER barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif
#define WIDE_KERNEL __attribute__((reqd_work_group_size(GROUP, 1, 1))) __kernel void
#define NARROW_KERNEL __attribute__((reqd_work_group_size(NARROW, 1, 1))) __kernel void

#define INFINITY_WORD 0xffffffffu

/* Accesses to words that other work-items may change at the same time: each of them says why its
 * result does not depend on the order. CHECK_RACES makes them atomic, for tools that report races,
 * so that they find only those that are not intended. */
#ifdef CHECK_RACES
#define RACING_LOAD(word) atomic_or(word, 0)
#define RACING_STORE(word, x) (void)atomic_xchg(word, x)
#else
#define RACING_LOAD(word) (*(word))
#define RACING_STORE(word, x) (*(word) = (x))
#endif

/* Parts of a scan: each is summed up by one work-item. */
#define SCAN_PART 16
#define SCAN_PARTS ((GROUP + SCAN_PART - 1) / SCAN_PART)

/* Returns the sum of x over the work-items up to this one; *total becomes that of all. `sums` has
 * room for GROUP words, `parts` for SCAN_PARTS; both may be used again afterwards. */
static inline uint scan_group(uint x, __local uint *sums, __local uint *parts, uint *total) {
  const uint item = get_local_id(0);
  sums[item] = x;
  LOCAL_BARRIER;
  if (item < SCAN_PARTS) {
    uint sum = 0;
    for (uint i = SCAN_PART * item; i < SCAN_PART * (item + 1) && i < GROUP; i++) sum += sums[i];
    parts[item] = sum;
  }
  LOCAL_BARRIER;
  uint before = 0, all = 0;
  for (uint i = 0; i < SCAN_PARTS; i++) {
    if (i < item / SCAN_PART) before += parts[i];
    all += parts[i];
  }
  for (uint i = item & ~(SCAN_PART - 1u); i <= item; i++) before += sums[i];
  LOCAL_BARRIER;
  *total = all;
  return before;
}

/* Returns the row of a move among rows whose moves are counted one after the other: sums[row] is
 * the number of moves up to this row. */
static inline uint row_of_move(__local const uint *sums, uint move) {
  uint row = 0;
  for (uint jump = GROUP / 2; jump != 0; jump /= 2)
    if (sums[row + jump - 1] <= move) row += jump;
  return row;
}

/* Goes through chunks of GROUP vertices, which begin at `base`; a work-group takes a chunk at a
 * time. */
#define FOR_CHUNKS(base, order)                                                                    \
  for (ulong base = (ulong)get_group_id(0) * GROUP; base < (order);                                \
       base += (ulong)get_num_groups(0) * GROUP)

/* The rows of a chunk, one per work-item, whose moves the work-items share evenly: move i of the
 * chunk is in row_of_move(scan, i), at begins[row] + i. */
typedef struct chunk {
  __local uint *scan, *parts;
  __local ulong *begins;
  uint moves;
} chunk;

/* Declares a chunk. Kernels alone may declare local memory. */
#define NEW_CHUNK(c)                                                                               \
  __local uint own_scan[GROUP], own_parts[SCAN_PARTS];                                             \
  __local ulong own_begins[GROUP];                                                                 \
  chunk c = {own_scan, own_parts, own_begins, 0};

/* Starts a chunk: this work-item has a row of that length, which may be 0. A barrier must
 * follow. */
static inline void start_chunk(chunk *c, ulong begin, uint length) {
  const uint item = get_local_id(0);
  const uint up_to = scan_group(length, c->scan, c->parts, &c->moves);
  c->scan[item] = up_to;
  c->begins[item] = begin - (up_to - length);
}

/* Returns the least bit that is not set; 32 if all are. */
static inline uint least_absent(uint set) {
  return popcount((~set & (set + 1)) - 1);
}

/* Adds x to a number of 64 bits in two words. */
static inline void add_long(volatile __global uint *low, volatile __global uint *high, uint x) {
  if (atomic_add(low, x) > 0xffffffffu - x) atomic_inc(high);
}
