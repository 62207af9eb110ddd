/* Heaps of Nim [Bou01]. */

#include "game/kind.h"

#include "base/error.h"
#include "board/board.h"
#include "component/component.h"
#include "text/cursor.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <string.h>

/* In ordinal.c: transfinite Nim. */
extern const grundy_game_kind grundy_kind_ordinal;

static grundy_status check_position(void *data, uint64_t n, grundy_play play, grundy_error *error) {
  (void)data, (void)play;
  if (n <= GRUNDY_NIM_MAX_HEAP) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "the heap has %" PRIu64 " counters; expected at most %" PRIu32, n,
                     GRUNDY_NIM_MAX_HEAP);
}

/* In normal play the winner takes the whole heap; in misère play all but one counter. */
static grundy_status evaluate(void *data, uint64_t n, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  (void)data, (void)error;
  evaluation->is_nim_heap = true;
  evaluation->value = evaluation->counter = evaluation->distance = n;
  evaluation->remoteness = grundy_nim_remoteness(n, play);
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t n, uint64_t *count, grundy_error *error) {
  (void)data, (void)error;
  *count = n;
  return GRUNDY_OK;
}

static grundy_status get_move(void *data, uint64_t n, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  (void)data, (void)n, (void)error;
  *to = index;
  return GRUNDY_OK;
}

static grundy_status is_move(void *data, uint64_t from, uint64_t to, bool *is_move,
                             grundy_error *error) {
  (void)data, (void)error;
  *is_move = to < from;
  return GRUNDY_OK;
}

static grundy_status name_position(void *data, uint64_t n, char *text, size_t size, size_t *length,
                                   grundy_error *error) {
  (void)data, (void)error;
  *length = (size_t)snprintf(text, size, "%" PRIu64, n);
  return GRUNDY_OK;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  enum { MAX_DIGITS = 10 };
  (void)data;
  if (length > MAX_DIGITS || !grundy_number_parse(name, length, GRUNDY_NIM_MAX_HEAP, position))
    return grundy_fail_no_position(error);
  return GRUNDY_OK;
}

static grundy_status draw_board(void *data, uint64_t n, const uint64_t *follower, int turn,
                                grundy_board *board, grundy_error *error) {
  (void)data, (void)turn, (void)error;
  grundy_board_clear(board);
  (void)grundy_board_add_heap(board, n);
  if (follower != NULL)
    board->steps[board->step_count++] =
        (grundy_board_step){0, GRUNDY_BOARD_OUTSIDE, 0, n - *follower};
  return GRUNDY_OK;
}

/* ---- the kind ------------------------------------------------------------------------------ */

/* A heap that is too large for this kind is a heap of transfinite Nim. */
static grundy_status check_size(grundy_game_use *use, const char *position, size_t length,
                                grundy_error *error) {
  grundy_error why = {0};
  grundy_status status = grundy_check_heap(use, position, length, &why);
  if (status == GRUNDY_UNABLE) {
    use->name.kind = &grundy_kind_ordinal;
    use->name.text = use->text = grundy_kind_ordinal.describe.name;
    use->name.length = strlen(use->text);
    return grundy_kind_ordinal.check_position(use, position, length, error);
  }
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_word(text, length, "nim", name);
}

GRUNDY_GAME_KIND(nim) = {
    .describe = {.name = "nim",
                 .notation = "nim:N",
                 .example = "nim:5",
                 .summary = "a heap of Nim with N beans"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .functions =
        {
            .size = sizeof(grundy_component_kind),
            .name = "nim",
            .evaluate = evaluate,
            .count_moves = count_moves,
            .get_move = get_move,
            .name_position = name_position,
            .find_position = find_position,
            .check_position = check_position,
            .is_move = is_move,
            .board = draw_board,
        },
    .position = "the size of a heap",
    .check_position = check_size,
};

grundy_component grundy_component_nim(void) {
  return (grundy_component){&grundy_kind_nim.functions, NULL};
}

/* ---- sizes of heaps ------------------------------------------------------------------------ */

grundy_status grundy_check_heap(grundy_game_use *use, const char *position, size_t length,
                                grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("", position, length, error);
  uint64_t size;
  (void)grundy_cursor_take_digits(&c, &size);
  if (c.at < c.end) return grundy_cursor_fail_here(&c, "position", "the size of a heap");
  if (size > GRUNDY_NIM_MAX_HEAP)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the number is too large; expected at most %" PRIu32,
                               GRUNDY_NIM_MAX_HEAP);
  if (size > use->largest) use->largest = size;
  return GRUNDY_OK;
}
