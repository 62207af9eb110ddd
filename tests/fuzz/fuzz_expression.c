/* Fuzzes expressions: any bytes must give a compound or a clean error, and a compound must have
 * legal best moves. All files are the same small game, so nothing is read. */

#include <grundy/grundy.h>

#include "base/monitor.h"

#include "errors.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static grundy_status read_any(void *context, const grundy_game_name *name, uint64_t closed_limit,
                              grundy_digraph **g, grundy_error *error) {
  (void)closed_limit;
  static const uint32_t tails[] = {0, 1, 1, 3, 3}, heads[] = {1, 0, 2, 3, 2};
  (void)context;
  (void)name;
  return grundy_digraph_new(4, 5, tails, heads, g, error);
}

enum { MOST_STEPS = 20000, MOST_CALLS = 60, MOST_TRIED = 256 };

static unsigned calls; /* of the monitor, for this input */

/* Cancels long work: a position with many moves only takes time. Some work asks the monitor without
 * counting steps. */
static bool stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)phase, (void)total;
  return done < MOST_STEPS && calls++ < MOST_CALLS;
}

static const grundy_monitor monitor = {.tick = stop};

/* Returns whether the call gave up because it would take long. */
static bool is_given_up(grundy_status status) {
  return status == GRUNDY_CANCELLED || status == GRUNDY_UNABLE;
}

/* If there are more than `tried` moves, the theorems have to find the best move. */
static void check_compound(grundy_compound *c, uint64_t tried) {
  grundy_search_options options = {.size = sizeof options,
                                   .limit = 2000,
                                   .memory = 1 << 20,
                                   .tried = tried,
                                   .monitor = &monitor};
  grundy_evaluation evaluation;
  grundy_moves *moves;
  uint64_t count;
  grundy_status status = grundy_compound_best(c, 3, &options, &evaluation, &moves, NULL);
  if (is_given_up(status)) return;
  if (status != GRUNDY_OK) abort();
  status = grundy_compound_move_count(c, &count, NULL);
  if (is_given_up(status)) {
    grundy_moves_free(moves);
    return;
  }
  if (status != GRUNDY_OK) abort();
  if (evaluation.distance != GRUNDY_UNKNOWN && (evaluation.distance == 0) != (count == 0)) abort();
  if (grundy_moves_count(moves) > 0) {
    grundy_move move = grundy_moves_get(moves, 0);
    if (count == 0) abort();
    if (grundy_compound_move(c, move.steps, move.count, NULL) != GRUNDY_OK) abort();
    if (!grundy_compound_take_back(c)) abort();
  } else if (evaluation.outcome != GRUNDY_OUTCOME_NONE && count > 0) {
    abort();
  }
  grundy_moves_free(moves);
}

/* Returns whether there is a number that only takes time: heaps of that size can be split into
 * thousands of sums, all of which are explored. Numbers that no game accepts are tried. */
static bool has_large_heap(const uint8_t *data, size_t size) {
  enum { LARGE = 12, NONE_AT_ALL = 1000000000 };
  uint64_t number = 0;
  for (size_t i = 0; i <= size; i++) {
    bool digit = i < size && data[i] >= '0' && data[i] <= '9';
    if (!digit && number >= LARGE && number < NONE_AT_ALL) return true;
    if (!digit) number = 0;
    if (digit && number < NONE_AT_ALL) number = 10 * number + (uint64_t)(data[i] - '0');
  }
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (has_large_heap(data, size)) return 0;
  calls = 0;
  grundy_work_stride = MOST_STEPS / 4; /* asks the monitor often enough */
  char *text = malloc(size + 1);
  if (text == NULL) return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  grundy_expression_options options = {
      .size = sizeof options, .read = read_any, .monitor = &monitor};
  uint8_t last = size > 0 ? data[size - 1] : 0;
  uint64_t tried = last / 2 % 2 == 1 ? 1 : MOST_TRIED;
  options.play = (grundy_play)(last % 2);
  grundy_expression *expression;
  grundy_error error;
  grundy_status status = grundy_expression_open(text, &options, &expression, &error);
  free(text);
  if (status != GRUNDY_OK) {
    if (status != GRUNDY_CANCELLED) check_error(status, &error);
    return 0;
  }
  grundy_compound *c = grundy_expression_compound(expression);
  /* Large heaps and many components only take time. */
  if (grundy_compound_count(c) <= 40) check_compound(c, tried);
  grundy_expression_free(expression);
  return 0;
}
