/* Heaps of a taking-and-breaking game as a component. A move may leave several heaps: a position is
 * a sum of heaps, which has a number in a growing table. */

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/cut.h"
#include "base/error.h"
#include "base/monitor.h"
#include "heap/sums.h"

#include <string.h>

/* What is known of a sum when all that it can reach has been looked at. */
typedef struct told {
  uint32_t remoteness[2]; /* by grundy_play */
  uint32_t distance;
  bool known;
} told;

struct grundy_heap_game {
  grundy_heap_code *code;
  grundy_heaps *heaps;
  grundy_sums *sums;
  told *told; /* by sum, as far as there are any */
  uint64_t told_count, told_capacity;
  uint32_t asked; /* the sum whose moves were asked for last; UINT32_MAX: none */
  const uint32_t *moves;
  uint64_t move_count;
  grundy_work work;     /* what is counted as long as the game lives: moves */
  grundy_status failed; /* when moves were asked for */
};

grundy_status grundy_heap_game_new(const char *code, uint32_t max, const grundy_monitor *monitor,
                                   grundy_heap_game **game, grundy_error *error) {
  grundy_heap_game *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->asked = UINT32_MAX;
  made->work = grundy_work_start(monitor, "listing moves", 0);
  grundy_heap_options options = {.max = max, .monitor = monitor};
  grundy_status status = grundy_heap_code_parse(code, strlen(code), &made->code, error);
  if (status == GRUNDY_OK) status = grundy_heaps_solve(made->code, &options, &made->heaps, error);
  if (status == GRUNDY_OK) {
    made->sums = grundy_sums_new(made->code, false);
    if (made->sums == NULL) status = grundy_fail_memory(error);
  }
  if (status == GRUNDY_OK)
    *game = made;
  else
    grundy_heap_game_free(made);
  return status;
}

void grundy_heap_game_free(grundy_heap_game *game) {
  if (game == NULL) return;
  grundy_sums_free(game->sums);
  grundy_heaps_free(game->heaps);
  grundy_heap_code_free(game->code);
  free(game->told);
  free(game);
}

/* ---- moves ------------------------------------------------------------------------------------
 */

/* Sums that are listed, at most: some gigabytes of them. */
enum { MOST_LISTED = 1 << 24 };

/* A table that grows does not belong to those who must not change. If something goes wrong there
 * are no moves; the compound asks whether that was so. */
static uint64_t heaps_move_count(const void *data, uint64_t position) {
  grundy_heap_game *game = (grundy_heap_game *)data;
  if (game->asked == position) return game->move_count;
  game->asked = UINT32_MAX;
  if (game->failed == GRUNDY_OK)
    game->failed = grundy_sums_moves(game->sums, (uint32_t)position, MOST_LISTED, &game->work,
                                     &game->moves, &game->move_count, NULL);
  if (game->failed != GRUNDY_OK) return 0;
  game->asked = (uint32_t)position;
  return game->move_count;
}

static uint64_t heaps_move(const void *data, uint64_t position, uint64_t index) {
  const grundy_heap_game *game = data;
  return index < heaps_move_count(data, position) ? game->moves[index] : position;
}

/* The failure of a list, of which the status alone was kept; to be too long is none here. */
static grundy_status fail_listing(grundy_status status, grundy_error *error) {
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (status == GRUNDY_CANCELLED) return grundy_fail_cancelled(error);
  return GRUNDY_OK;
}

static grundy_status heaps_failed(const void *data, grundy_error *error) {
  grundy_status failed = ((const grundy_heap_game *)data)->failed;
  if (failed == GRUNDY_UNABLE)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "too many sums of heaps can be moved to; expected fewer or smaller heaps");
  return fail_listing(failed, error);
}

/* ---- what is known of sums ----------------------------------------------------------------------
 */

/* Sums that are looked at, at most: past that remoteness is not told. */
enum { MOST_SUMS = 1 << 17 };

static bool is_told(const grundy_heap_game *game, uint32_t sum) {
  return sum < game->told_count && game->told[sum].known;
}

/* Sums that are to be told: those that can be reached and are not told yet. */
typedef struct reached {
  uint32_t *list;
  uint64_t count, capacity;
  bool *seen; /* by sum */
} reached;

static bool reach_sum(reached *r, uint32_t sum) {
  if (!grundy_grow(&r->list, &r->capacity, r->count + 1, sizeof *r->list)) return false;
  r->seen[sum] = true;
  r->list[r->count++] = sum;
  return true;
}

/* Everything from the given sum on, breadth first. GRUNDY_UNABLE if that is too much. */
static grundy_status reach(grundy_heap_game *game, uint32_t from, reached *r) {
  r->seen = grundy_alloc_zero(MOST_SUMS + 1, sizeof *r->seen);
  if (r->seen == NULL || !reach_sum(r, from)) return GRUNDY_OUT_OF_MEMORY;
  for (uint64_t next = 0; next < r->count; next++) {
    const uint32_t *moves;
    uint64_t count;
    grundy_status status =
        grundy_sums_moves(game->sums, r->list[next], MOST_SUMS, &game->work, &moves, &count, NULL);
    if (status != GRUNDY_OK) return status;
    for (uint64_t i = 0; i < count; i++)
      if (!r->seen[moves[i]] && !is_told(game, moves[i]) && !reach_sum(r, moves[i]))
        return GRUNDY_OUT_OF_MEMORY;
  }
  return GRUNDY_OK;
}

/* The sums by weight, so that moves lead to earlier ones. */
typedef struct weighed {
  uint64_t weight;
  uint32_t sum;
} weighed;

static int by_weight(const void *left, const void *right) {
  const weighed *a = left, *b = right;
  return (a->weight > b->weight) - (a->weight < b->weight);
}

/* Remoteness by its definition: the winner hurries, the loser stalls [Smi66, (5)]. */
static grundy_status tell(grundy_heap_game *game, uint32_t sum) {
  const uint32_t *moves;
  uint64_t count;
  grundy_status status =
      grundy_sums_moves(game->sums, sum, MOST_SUMS, &game->work, &moves, &count, NULL);
  if (status != GRUNDY_OK) return status;
  told t = {.remoteness = {0, 1}, .known = true};
  uint32_t quick[2] = {UINT32_MAX, UINT32_MAX}, slow[2] = {0, 0};
  for (uint64_t i = 0; i < count; i++) {
    const told *after = &game->told[moves[i]];
    if (after->distance + 1 > t.distance) t.distance = after->distance + 1;
    for (int play = 0; play < 2; play++) {
      uint32_t r = after->remoteness[play];
      if (r % 2 == 0 && r < quick[play]) quick[play] = r;
      if (r > slow[play]) slow[play] = r;
    }
  }
  for (int play = 0; play < 2 && count > 0; play++)
    t.remoteness[play] = 1 + (quick[play] != UINT32_MAX ? quick[play] : slow[play]);
  game->told[sum] = t;
  return GRUNDY_OK;
}

static bool make_told(grundy_heap_game *game) {
  uint64_t before = game->told_count, sums = grundy_sums_count(game->sums);
  if (!grundy_grow(&game->told, &game->told_capacity, sums, sizeof *game->told)) return false;
  if (sums > before) memset(game->told + before, 0, (sums - before) * sizeof *game->told);
  game->told_count = sums;
  return true;
}

static grundy_status tell_all(grundy_heap_game *game, const reached *r) {
  weighed *order = grundy_alloc(r->count, sizeof *order);
  grundy_status status = order != NULL && make_told(game) ? GRUNDY_OK : GRUNDY_OUT_OF_MEMORY;
  for (uint64_t i = 0; i < r->count && status == GRUNDY_OK; i++)
    order[i] = (weighed){grundy_sums_weight(game->sums, r->list[i]), r->list[i]};
  if (status == GRUNDY_OK) qsort(order, r->count, sizeof *order, by_weight);
  for (uint64_t i = 0; i < r->count && status == GRUNDY_OK; i++) status = tell(game, order[i].sum);
  free(order);
  return status;
}

grundy_status grundy_heap_game_explore(grundy_heap_game *game, uint64_t position,
                                       grundy_error *error) {
  reached r = {0};
  game->asked = UINT32_MAX;
  if (is_told(game, (uint32_t)position) || position >= MOST_SUMS) return GRUNDY_OK;
  grundy_status status = reach(game, (uint32_t)position, &r);
  if (status == GRUNDY_OK) status = tell_all(game, &r);
  free(r.list);
  free(r.seen);
  return fail_listing(status, error);
}

static bool has_move(const grundy_heap_game *game, uint32_t sum) {
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, sum, &count);
  grundy_heap_move move;
  for (uint32_t i = 0; i < count; i++)
    if (grundy_heap_first_move(game->code, sizes[i], &move)) return true;
  return false;
}

/* Every move makes the weight smaller, so that it is a counter. */
static void heaps_facts(const void *data, uint64_t position, grundy_facts *facts) {
  const grundy_heap_game *game = data;
  uint32_t sum = (uint32_t)position, count, value = 0;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, sum, &count);
  for (uint32_t i = 0; i < count; i++) value ^= grundy_heaps_values(game->heaps)[sizes[i]];
  bool known = is_told(game, sum), over = !known && !has_move(game, sum);
  *facts = (grundy_facts){
      .value = {value, {.absent = true}},
      .counter = grundy_sums_weight(game->sums, sum),
      .remoteness = {GRUNDY_UNKNOWN, GRUNDY_UNKNOWN},
      .distance = over ? 0 : GRUNDY_TOO_LARGE,
  };
  for (int play = 0; play < 2; play++) {
    if (known) facts->remoteness[play] = game->told[sum].remoteness[play];
    if (over) facts->remoteness[play] = (uint64_t)play;
  }
  if (known) facts->distance = game->told[sum].distance;
}

/* ---- names ------------------------------------------------------------------------------------
 */

/* "2,3"; "0" if there is no heap. */
static size_t heaps_name(const void *data, uint64_t position, char *text, size_t size) {
  const grundy_heap_game *game = data;
  grundy_cut cut = {text, size, 0};
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, (uint32_t)position, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) grundy_cut_append(&cut, ",");
    grundy_cut_append_number(&cut, sizes[i]);
  }
  if (count == 0) grundy_cut_append(&cut, "0");
  return grundy_cut_finish(&cut);
}

/* A number up to the largest heap whose value is known. */
static bool read_size(const grundy_heap_game *game, const char **at, const char *end,
                      uint32_t *size) {
  uint64_t number = 0;
  const char *from = *at;
  for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
    number = 10 * number + (uint64_t)(**at - '0');
    if (number > grundy_heaps_max(game->heaps)) return false;
  }
  *size = (uint32_t)number;
  return *at > from;
}

static bool heaps_find(const void *data, const char *name, size_t length, uint64_t *position) {
  grundy_heap_game *game = (grundy_heap_game *)data;
  const char *at = name, *end = name + length;
  uint32_t *sizes = NULL, sum = 0;
  uint64_t count = 0, capacity = 0;
  bool good = true, more = true;
  while (good && more) {
    good = grundy_grow(&sizes, &capacity, count + 1, sizeof *sizes) &&
           read_size(game, &at, end, &sizes[count++]);
    more = at < end && *at == ',';
    at += more;
  }
  good = good && at == end && grundy_sums_place(game->sums, sizes, count, &sum);
  if (good) *position = sum;
  free(sizes);
  return good;
}

/* A name that is in order was not found for want of memory. */
static void heaps_explain(const void *data, const char *name, size_t length, grundy_error *error) {
  grundy_heap_game *game = (grundy_heap_game *)data;
  const char *at = name, *end = name + length;
  uint32_t size;
  bool good = true, more = true;
  while (good && more) {
    good = read_size(game, &at, end, &size);
    more = at < end && *at == ',';
    at += more;
  }
  if (good && at == end) (void)grundy_fail_memory(error);
}

/* ---- moves in words -----------------------------------------------------------------------------
 */

/* What a move from the heap of that number leaves of it, if it leads to the sum `to`. */
static bool parts_of(const grundy_heap_game *game, uint32_t from, uint32_t heap, uint32_t to,
                     grundy_heap_move *move) {
  uint32_t count, to_count, next = 0;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, from, &count);
  const uint32_t *after = grundy_sums_sizes(game->sums, to, &to_count);
  *move = (grundy_heap_move){.taken = sizes[heap]};
  for (uint32_t i = 0; i < to_count; i++) {
    if (next == heap) next++;
    if (next < count && sizes[next] == after[i]) {
      next++;
      continue;
    }
    if (move->parts == GRUNDY_HEAP_PARTS || after[i] > move->taken) return false;
    move->sizes[move->parts++] = after[i];
    move->taken -= after[i];
  }
  if (next == heap) next++;
  return next == count && grundy_heap_allows(game->code, sizes[heap], move->sizes, move->parts);
}

/* "take 2 from 7 leaving 2 and 3", "split 7 into 3 and 4". */
static size_t heaps_say(const void *data, uint64_t from, uint64_t to, char *text, size_t size) {
  const grundy_heap_game *game = data;
  grundy_cut cut = {text, size, 0};
  grundy_heap_move move;
  uint32_t count, heap;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, (uint32_t)from, &count);
  for (heap = count; heap-- > 0;)
    if (parts_of(game, (uint32_t)from, heap, (uint32_t)to, &move)) break;
  if (heap == UINT32_MAX) return grundy_cut_finish(&cut);
  grundy_cut_append(&cut, move.taken == 0 ? "split " : "take ");
  if (move.taken > 0) {
    grundy_cut_append_number(&cut, move.taken);
    grundy_cut_append(&cut, " from ");
  }
  grundy_cut_append_number(&cut, sizes[heap]);
  for (uint32_t i = 0; i < move.parts; i++) {
    const char *first = move.taken == 0 ? " into " : " leaving ";
    grundy_cut_append(&cut, i == 0 ? first : i + 1 < move.parts ? ", " : " and ");
    grundy_cut_append_number(&cut, move.sizes[i]);
  }
  return grundy_cut_finish(&cut);
}

grundy_component grundy_component_heaps(const grundy_heap_game *game) {
  static const grundy_component_kind kind = {
      .name = "heaps",
      .facts = heaps_facts,
      .move_count = heaps_move_count,
      .move = heaps_move,
      .failed = heaps_failed,
      .name_of = heaps_name,
      .find = heaps_find,
      .explain = heaps_explain,
      .describe_move = heaps_say,
  };
  return (grundy_component){&kind, game};
}
