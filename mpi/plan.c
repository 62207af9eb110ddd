#include "plan.h"

#include "lists.h"

#include "engine/cluster.h"

#include <grundy/base.h>

enum {
  OFFSET = 8, /* bytes of an offset; a position has two, of moves from it and into it */
  TAIL = 4,
  RECORD = 6, /* a move that waits to be sorted */
  SPARSE = 8, /* with more moves per position, sorted records are given back */
  LABEL = 4,
  WAVES = 3,   /* arrays of positions for a wave, the next one and what has changed */
  LEVELS = 4,  /* words per position, of four bytes, while values are found, besides waves */
  BUFFERS = 3, /* of the size of --exchange: out, in, and bins */
};

/* Returns a share of `total`, rounded up. */
static uint64_t share(uint64_t total, uint64_t ranks) {
  return total / ranks + (total % ranks != 0);
}

static uint64_t labels_of(const plan *p, uint64_t own) {
  const grundy_columns wanted = p->columns == 0 ? GRUNDY_COLUMNS_DEFAULT : p->columns;
  const grundy_columns arrays = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS |
                                GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY |
                                GRUNDY_COLUMN_COUNTER;
  grundy_columns computed = grundy_plan_columns(GRUNDY_PLAN_CLUSTER, wanted, false).computed;
  uint64_t words = WAVES;
  for (grundy_columns left = computed & arrays; left != 0; left &= left - 1) words++;
  if ((computed & GRUNDY_COLUMN_GRUNDY) != 0) words += LEVELS;
  uint64_t sieve = p->ranks > 1 ? p->positions / 8 : 0;
  return LABEL * words * own + sieve;
}

/* Measured with Open MPI and MPICH: 30 MiB, and a slab of records. */
static const uint64_t process_bytes = UINT64_C(48) << 20;

/* Returns the plan of the ordinary game that is solved instead of one with kinds (kinds.c). */
static plan without_kinds(const plan *p) {
  plan ordinary = *p;
  ordinary.positions = 2 * p->positions;
  ordinary.moves = 2 * p->moves + p->positions;
  return ordinary;
}

plan_memory plan_memory_of(const plan *given) {
  const plan ordinary = without_kinds(given), *p = given->has_kinds ? &ordinary : given;
  uint64_t own = share(p->positions, p->ranks), moves = share(p->moves, p->ranks);
  uint64_t offsets = UINT64_C(2) * OFFSET * own, tails = TAIL * moves;
  uint64_t records = RECORD * moves + p->threads * own;
  bool releases = p->moves / SPARSE > p->positions;
  plan_memory m = {.rows = offsets + tails,
                   .labels = labels_of(p, own),
                   .messages = BUFFERS * p->exchange,
                   .process = process_bytes};
  uint64_t building = offsets + records + (releases ? 0 : tails);
  if (p->has_kinds) building += TAIL * moves; /* heads, until all moves are sorted */
  uint64_t solving = m.rows + m.labels;
  m.peak = m.messages + m.process + (building > solving ? building : solving);
  return m;
}

static void put_bytes(FILE *out, const char *what, uint64_t bytes, const char *note) {
  char text[32];
  grundy_bytes_format(bytes, text, sizeof text);
  (void)fprintf(out, "%-12s %s%s\n", what, text, note);
}

void plan_put(FILE *out, const plan *p) {
  plan_memory m = plan_memory_of(p);
  (void)fprintf(out, "%-12s ", "game");
  lists_count(out, p->positions, "position");
  (void)fputs(", ", out);
  lists_count(out, p->moves, "move");
  (void)fprintf(out, "\n%-12s ", "ranks");
  lists_count(out, p->ranks, "rank");
  (void)fputs(" of ", out);
  lists_count(out, p->threads, "thread");
  (void)fputc('\n', out);
  put_bytes(out, "memory", m.peak, " per rank, if moves are spread evenly");
  put_bytes(out, "  rows", m.rows, "");
  put_bytes(out, "  labels", m.labels, "");
  put_bytes(out, "  messages", m.messages, "");
  put_bytes(out, "  process", m.process, "");
}

grundy_status plan_check(const plan *p, uint64_t most, grundy_error *error) {
  plan_memory m = plan_memory_of(p);
  if (m.peak <= most) return GRUNDY_OK;
  char need[32], allowed[32];
  grundy_bytes_format(m.peak, need, sizeof need);
  grundy_bytes_format(most, allowed, sizeof allowed);
  grundy_status status =
      grundy_fail(error, GRUNDY_UNABLE,
                  "every rank needs about %s; --memory allows %s; use more ranks, fewer columns or "
                  "a smaller --exchange",
                  need, allowed);
  if (error != NULL) error->reason = GRUNDY_REASON_MEMORY;
  return status;
}
