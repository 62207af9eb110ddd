/* Taking-and-breaking games, by their codes and names. A move may leave several heaps, so a
 * position is a sum of heaps, numbered in a growing table. */

#include "game/kind.h"

#include "base/alloc.h"
#include "base/bounded_text.h"
#include "base/monitor.h"
#include "board/board.h"
#include "component/component.h"
#include "game/components/components.h"
#include "heap/code.h"
#include "heap/sums.h"
#include "text/cursor.h"

#include <grundy/misere.h>

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* What is known about a sum after all sums reachable from it have been analysed. */
typedef struct analysis {
  uint32_t remoteness[2]; /* by grundy_play */
  uint32_t distance;
  bool known;
} analysis;

struct grundy_heap_game {
  grundy_heap_code *code;
  grundy_heaps *heaps;
  const grundy_monitor *monitor;
  grundy_misere *quotient; /* NULL: not computed, or without an element for any heap */
  bool has_tried_quotient;
  grundy_sums *sums;
  analysis *analysed; /* by sum, as far as allocated */
  uint64_t analysed_count, analysed_capacity;
  uint32_t asked; /* the sum whose moves were listed last; UINT32_MAX: none */
  const uint32_t *moves;
  uint64_t move_count;
  grundy_work work; /* counts moves during the life of the game */
};

grundy_status grundy_heap_game_new(const char *code, uint32_t max, const grundy_monitor *monitor,
                                   grundy_heap_game **game, grundy_error *error) {
  grundy_heap_game *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->asked = UINT32_MAX;
  made->monitor = monitor;
  made->work = grundy_work_start(monitor, "listing moves", 0);
  grundy_heap_options options = {.size = sizeof options, .max = max, .monitor = monitor};
  grundy_status status = grundy_heap_code_parse(code, strlen(code), &made->code, error);
  if (status == GRUNDY_OK)
    status = grundy_heap_require_ordinary(made->code, "heaps in expressions", error);
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

void grundy_heap_game_free(void *data) {
  grundy_heap_game *game = data;
  if (game == NULL) return;
  grundy_misere_free(game->quotient);
  grundy_sums_free(game->sums);
  grundy_heaps_free(game->heaps);
  grundy_heap_code_free(game->code);
  free(game->analysed);
  free(game);
}

/* ---- moves ------------------------------------------------------------------------------ */

/* The maximum number of sums in the table: they take some gigabytes. */
enum { MOST_LISTED = 1 << 24 };

/* Fails with the status of listing moves. GRUNDY_UNABLE, which means too many moves, is not a
 * failure here. */
static grundy_status fail_listing(grundy_status status, grundy_error *error) {
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (status == GRUNDY_CANCELLED) return grundy_fail_cancelled(error);
  return GRUNDY_OK;
}

/* Lists the moves of the position unless they were listed last. */
static grundy_status list_moves(grundy_heap_game *game, uint64_t position, grundy_error *error) {
  if (game->asked == position) return GRUNDY_OK;
  game->asked = UINT32_MAX;
  grundy_status status = grundy_sums_moves(game->sums, (uint32_t)position, MOST_LISTED, &game->work,
                                           &game->moves, &game->move_count, NULL);
  if (status == GRUNDY_UNABLE)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "too many sums of heaps can be moved to; use fewer or smaller heaps");
  if (status == GRUNDY_OK) game->asked = (uint32_t)position;
  return fail_listing(status, error);
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  grundy_heap_game *game = data;
  grundy_status status = list_moves(game, position, error);
  *count = game->move_count;
  return status;
}

static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  grundy_heap_game *game = data;
  grundy_status status = list_moves(game, position, error);
  assert(status != GRUNDY_OK || index < game->move_count);
  if (status == GRUNDY_OK) *to = game->moves[index];
  return status;
}

/* ---- analysis of sums ------------------------------------------------------------------- */

/* The maximum number of sums to analyse; beyond it, remoteness is not known. */
enum { MOST_SUMS = 1 << 17 };

static bool is_analysed(const grundy_heap_game *game, uint32_t sum) {
  return sum < game->analysed_count && game->analysed[sum].known;
}

/* The sums to analyse: reachable, and not analysed yet. */
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

/* Finds all sums reachable from the given one, breadth first. GRUNDY_UNABLE if there are too
 * many. */
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
      if (!r->seen[moves[i]] && !is_analysed(game, moves[i]) && !reach_sum(r, moves[i]))
        return GRUNDY_OUT_OF_MEMORY;
  }
  return GRUNDY_OK;
}

/* Sums sorted by weight, so that moves lead to earlier ones. */
typedef struct weighed {
  uint64_t weight;
  uint32_t sum;
} weighed;

static int by_weight(const void *left, const void *right) {
  const weighed *a = left, *b = right;
  return (a->weight > b->weight) - (a->weight < b->weight);
}

/* Computes remoteness from its definition: the winner hurries, the loser delays [Smi66, (5)]. */
static grundy_status analyse(grundy_heap_game *game, uint32_t sum) {
  const uint32_t *moves;
  uint64_t count;
  grundy_status status =
      grundy_sums_moves(game->sums, sum, MOST_SUMS, &game->work, &moves, &count, NULL);
  if (status != GRUNDY_OK) return status;
  analysis made = {.remoteness = {0, 1}, .known = true};
  uint32_t quick[2] = {UINT32_MAX, UINT32_MAX}, slow[2] = {0, 0};
  for (uint64_t i = 0; i < count; i++) {
    const analysis *after = &game->analysed[moves[i]];
    if (after->distance + 1 > made.distance) made.distance = after->distance + 1;
    for (int play = 0; play < 2; play++) {
      uint32_t r = after->remoteness[play];
      if (r % 2 == 0 && r < quick[play]) quick[play] = r;
      if (r > slow[play]) slow[play] = r;
    }
  }
  for (int play = 0; play < 2 && count > 0; play++)
    made.remoteness[play] = 1 + (quick[play] != UINT32_MAX ? quick[play] : slow[play]);
  game->analysed[sum] = made;
  return GRUNDY_OK;
}

grundy_status grundy_heap_game_explore(grundy_heap_game *game, uint64_t position,
                                       grundy_error *error) {
  reached r = {0};
  game->asked = UINT32_MAX;
  if (is_analysed(game, (uint32_t)position) || position >= MOST_SUMS) return GRUNDY_OK;
  grundy_status status = reach(game, (uint32_t)position, &r);
  uint64_t before = game->analysed_count, sums = grundy_sums_count(game->sums);
  weighed *order = status == GRUNDY_OK ? grundy_alloc(r.count, sizeof *order) : NULL;
  if (status == GRUNDY_OK &&
      (order == NULL ||
       !grundy_grow(&game->analysed, &game->analysed_capacity, sums, sizeof *game->analysed)))
    status = GRUNDY_OUT_OF_MEMORY;
  if (status == GRUNDY_OK) {
    memset(game->analysed + before, 0, (sums - before) * sizeof *game->analysed);
    game->analysed_count = sums;
    for (uint64_t i = 0; i < r.count; i++)
      order[i] = (weighed){grundy_sums_weight(game->sums, r.list[i]), r.list[i]};
    qsort(order, r.count, sizeof *order, by_weight);
    for (uint64_t i = 0; i < r.count && status == GRUNDY_OK; i++)
      status = analyse(game, order[i].sum);
  }
  free(order);
  free(r.list);
  free(r.seen);
  return fail_listing(status, error);
}

/* Limits of a quotient that is computed without being asked for: it takes a second or two. */
enum { MOST_ELEMENTS = 1500, MOST_STEPS = 1 << 30 };

/* Finds the outcome in misère play by the quotient of the heaps, if that can be had. */
static grundy_status evaluate_misere(grundy_heap_game *game, const uint32_t *sizes, uint32_t count,
                                     grundy_evaluation *evaluation, grundy_error *error) {
  if (!game->has_tried_quotient) {
    uint64_t known;
    (void)grundy_heaps_values(game->heaps, &known);
    grundy_misere_options options = {.size = sizeof options,
                                     .max = (uint32_t)known - 1,
                                     .stop_at_period = true,
                                     .max_elements = MOST_ELEMENTS,
                                     .monitor = game->monitor,
                                     .max_steps = MOST_STEPS};
    grundy_status status = grundy_misere_of_code(game->code, &options, &game->quotient, error);
    const grundy_error *limit =
        status == GRUNDY_OK ? grundy_misere_get_facts(game->quotient).limit : NULL;
    if (limit != NULL && limit->status != GRUNDY_UNABLE) {
      if (error != NULL) *error = *limit;
      status = limit->status;
      grundy_misere_free(game->quotient);
      game->quotient = NULL;
    }
    if (status != GRUNDY_OK && status != GRUNDY_UNABLE) return status;
    game->has_tried_quotient = true;
  }
  if (game->quotient == NULL) return GRUNDY_OK;
  grundy_error ignored = {0};
  uint32_t element;
  if (grundy_misere_value(game->quotient, sizes, count, &element, &ignored) != GRUNDY_OK)
    return GRUNDY_OK; /* a heap is larger than those of the quotient */
  evaluation->quotient = game->quotient;
  evaluation->element = element;
  evaluation->outcome =
      grundy_misere_is_p(game->quotient, element) ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  evaluation->outcome_origin = (grundy_origin){.theorem = "[PS08]"};
  return GRUNDY_OK;
}

/* Every move decreases the weight, so the weight is a counter. */
static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  grundy_heap_game *game = data;
  uint32_t sum = (uint32_t)position, count, value = 0;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, sum, &count);
  if (play == GRUNDY_MISERE_PLAY) {
    grundy_status status = evaluate_misere(game, sizes, count, evaluation, error);
    if (status != GRUNDY_OK) return status;
  }
  for (uint32_t i = 0; i < count; i++) value ^= grundy_heaps_values(game->heaps, NULL)[sizes[i]];
  evaluation->value = value;
  evaluation->counter = grundy_sums_weight(game->sums, sum);
  if (is_analysed(game, sum)) {
    evaluation->remoteness = game->analysed[sum].remoteness[play];
    evaluation->distance = game->analysed[sum].distance;
    return GRUNDY_OK;
  }
  grundy_heap_move move;
  bool has_move = false;
  for (uint32_t i = 0; i < count && !has_move; i++)
    has_move = grundy_heap_first_move(game->code, sizes[i], &move);
  if (!has_move) {
    evaluation->remoteness = (grundy_number)play;
    evaluation->distance = 0;
  }
  return GRUNDY_OK;
}

/* ---- names ------------------------------------------------------------------------------ */

/* Formats "2,3"; "0" without heaps. */
static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  const grundy_heap_game *game = data;
  (void)error;
  grundy_bounded_text cut = {.at = text, .size = size};
  uint32_t count;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, (uint32_t)position, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (i > 0) grundy_bounded_append(&cut, ",");
    grundy_bounded_append_number(&cut, sizes[i]);
  }
  if (count == 0) grundy_bounded_append(&cut, "0");
  *length = grundy_bounded_finish(&cut);
  return GRUNDY_OK;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_heap_game *game = data;
  grundy_cursor c = grundy_cursor_of("", name, length, NULL);
  uint32_t *sizes = NULL, sum = 0;
  uint64_t count = 0, capacity = 0, size = 0;
  grundy_status status = GRUNDY_OK;
  uint64_t known; /* heaps below this have values */
  (void)grundy_heaps_values(game->heaps, &known);
  for (bool more = true; more && status == GRUNDY_OK;) {
    bool is_size = grundy_cursor_take_digits(&c, &size) > 0 && size < known;
    more = grundy_cursor_accept(&c, ',');
    if (!is_size)
      status = grundy_fail_no_position(error);
    else if (!grundy_grow(&sizes, &capacity, count + 1, sizeof *sizes))
      status = grundy_fail_memory(error);
    else
      sizes[count++] = (uint32_t)size;
  }
  if (status == GRUNDY_OK && c.at != c.end) status = grundy_fail_no_position(error);
  if (status == GRUNDY_OK && !grundy_sums_place(game->sums, sizes, count, &sum))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) *position = sum;
  free(sizes);
  return status;
}

/* ---- moves in words --------------------------------------------------------------------- */

/* Finds the heaps that a move from this heap leaves if it leads to the sum `to`. Returns whether
 * there is such a move. */
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

/* Formats "take 2 from 7 leaving 2 and 3" or "split 7 into 3 and 4". */
static size_t describe_move(void *data, uint64_t from, uint64_t to, char *text, size_t size) {
  const grundy_heap_game *game = data;
  grundy_bounded_text cut = {.at = text, .size = size};
  grundy_heap_move move;
  uint32_t count, heap;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, (uint32_t)from, &count);
  for (heap = count; heap-- > 0;)
    if (parts_of(game, (uint32_t)from, heap, (uint32_t)to, &move)) break;
  if (heap == UINT32_MAX) return grundy_bounded_finish(&cut);
  grundy_bounded_append(&cut, move.taken == 0 ? "split " : "take ");
  if (move.taken > 0) {
    grundy_bounded_append_number(&cut, move.taken);
    grundy_bounded_append(&cut, " from ");
  }
  grundy_bounded_append_number(&cut, sizes[heap]);
  for (uint32_t i = 0; i < move.parts; i++) {
    const char *first = move.taken == 0 ? " into " : " leaving ";
    grundy_bounded_append(&cut, i == 0 ? first : i + 1 < move.parts ? ", " : " and ");
    grundy_bounded_append_number(&cut, move.sizes[i]);
  }
  return grundy_bounded_finish(&cut);
}

/* Adds the heaps of a sum. A sum of too many heaps has no board. */
static void draw_heaps(const grundy_heap_game *game, uint64_t sum, grundy_board *board) {
  uint32_t count = 0;
  const uint32_t *sizes = grundy_sums_sizes(game->sums, (uint32_t)sum, &count);
  grundy_board_clear(board);
  if (count == 0) (void)grundy_board_add_heap(board, 0);
  for (uint32_t i = 0; i < count && count <= GRUNDY_BOARD_MAX_PLACES; i++)
    (void)grundy_board_add_heap(board, sizes[i]);
}

static grundy_status draw_board(void *data, uint64_t sum, const uint64_t *follower, int turn,
                                grundy_board *board, grundy_error *error) {
  const grundy_heap_game *game = data;
  (void)turn;
  draw_heaps(game, sum, board);
  if (follower == NULL) return GRUNDY_OK;
  grundy_board *after = grundy_alloc_zero(1, sizeof *after);
  if (after == NULL) return grundy_fail_memory(error);
  draw_heaps(game, *follower, after);
  (void)grundy_board_compare(board, after);
  free(after);
  return GRUNDY_OK;
}

/* ---- the kind ------------------------------------------------------------------------------ */

/* Anything that looks like a code is treated as one, even if it is wrong. */
static bool match(const char *text, size_t length, size_t *name) {
  *name = length;
  return memchr(text, '.', length) != NULL || memchr(text, '{', length) != NULL ||
         grundy_heap_is_named(text, length);
}

static grundy_status normalize(grundy_game_use *use, grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_status status = grundy_heap_code_parse(use->text, strlen(use->text), &code, error);
  grundy_heap_code_free(code);
  return status;
}

/* Raises use->largest to the largest of the numbers in "2,3". */
static grundy_status check_position(grundy_game_use *use, const char *position, size_t length,
                                    grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("", position, length, error);
  while (c.at < c.end) {
    uint64_t number;
    if (grundy_cursor_take_digits(&c, &number) == 0) c.at++;
    if (number > GRUNDY_EXPRESSION_MAX_HEAP)
      return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "the heap is too large; expected at most %" PRIu64,
                                 GRUNDY_EXPRESSION_MAX_HEAP);
    if (number > use->largest) use->largest = number;
  }
  return GRUNDY_OK;
}

static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  grundy_heap_game *heaps = NULL;
  grundy_status status =
      grundy_heap_game_new(use->text, (uint32_t)use->largest, monitor, &heaps, error);
  use->data = heaps;
  return status;
}

static grundy_status prepare(grundy_game_use *use, uint64_t position, grundy_error *error) {
  return grundy_heap_game_explore(use->data, position, error);
}

GRUNDY_GAME_KIND(heap_code) = {
    .describe = {.name = "heap game",
                 .notation = "CODE:N[,N...]",
                 .example = "kayles:7",
                 .summary = "heaps of a taking-and-breaking game, by its name or code"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .functions =
        {
            .size = sizeof(grundy_component_kind),
            .name = "heaps",
            .evaluate = evaluate,
            .count_moves = count_moves,
            .get_move = get_move,
            .name_position = name_position,
            .find_position = find_position,
            .describe_move = describe_move,
            .board = draw_board,
        },
    .open_component = open_component,
    .free_data = grundy_heap_game_free,
    .position = "the sizes of heaps, such as 7 or 2,3",
    .normalize = normalize,
    .check_position = check_position,
    .prepare = prepare,
};

grundy_component grundy_component_heaps(grundy_heap_game *game) {
  return (grundy_component){&grundy_kind_heap_code.functions, game};
}
