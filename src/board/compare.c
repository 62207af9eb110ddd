/* Finds what a move changes by comparing the boards before and after it. */

#include "board/board.h"

#include <assert.h>

enum { CHARACTERS = 128 };

static const char too_many[] = "a move of more than 1024 steps";

/* A change is at most one step per piece, and a place may have many pieces. */
static bool add(grundy_board *board, grundy_board_step step) {
  if (board->step_count == GRUNDY_BOARD_MAX_PLACES) return false;
  board->steps[board->step_count++] = step;
  return true;
}

/* ---- pieces -------------------------------------------------------------------------------- */

/* Returns how many more pieces of this letter are at the place in `here` than in `there`. */
static int surplus(const grundy_board *here, const grundy_board *there, uint32_t place,
                   char piece) {
  int count = 0;
  for (const char *c = here->places[place].pieces; *c != '\0'; c++) count += *c == piece;
  for (const char *c = there->places[place].pieces; *c != '\0'; c++) count -= *c == piece;
  return count;
}

/* The steps that are still to be found: sources and targets of each kind of piece, in the order of
 * places. */
typedef struct changes {
  grundy_board_step leaving[GRUNDY_BOARD_MAX_PLACES], coming[GRUNDY_BOARD_MAX_PLACES];
  uint32_t leaving_count, coming_count;
} changes;

/* Notes every piece that is at the place on only one of the boards. */
static bool note_place(changes *c, const grundy_board *before, const grundy_board *after,
                       uint32_t place) {
  bool seen[CHARACTERS] = {false};
  const char *const both[] = {before->places[place].pieces, after->places[place].pieces};
  for (int side = 0; side < 2; side++) {
    for (const char *p = both[side]; *p != '\0'; p++) {
      if (seen[(unsigned char)*p % CHARACTERS]) continue;
      seen[(unsigned char)*p % CHARACTERS] = true;
      int more = surplus(before, after, place, *p);
      for (; more > 0; more--) {
        if (c->leaving_count == GRUNDY_BOARD_MAX_PLACES) return false;
        c->leaving[c->leaving_count++] = (grundy_board_step){place, GRUNDY_BOARD_OUTSIDE, *p, 0};
      }
      for (; more < 0; more++) {
        if (c->coming_count == GRUNDY_BOARD_MAX_PLACES) return false;
        c->coming[c->coming_count++] = (grundy_board_step){GRUNDY_BOARD_OUTSIDE, place, *p, 0};
      }
    }
  }
  return true;
}

static bool add_rest(grundy_board *board, const grundy_board_step *steps, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (steps[i].piece != '\0' && !add(board, steps[i])) return false;
  return true;
}

static const char *compare_pieces(grundy_board *board, const grundy_board *after) {
  changes c;
  c.leaving_count = c.coming_count = 0;
  bool fits = true;
  for (uint32_t place = 0; place < board->place_count && fits; place++)
    fits = note_place(&c, board, after, place);
  if (!fits) return too_many;
  /* Joins each piece that comes with the first piece of its kind that leaves. There is room
   * for a step per piece that comes. */
  for (uint32_t i = 0; i < c.coming_count; i++) {
    grundy_board_step *to = &c.coming[i];
    for (uint32_t j = 0; j < c.leaving_count && to->piece != '\0'; j++) {
      grundy_board_step *from = &c.leaving[j];
      if (from->piece != to->piece) continue;
      (void)add(board, (grundy_board_step){from->from, to->to, to->piece, 0});
      from->piece = to->piece = '\0';
    }
  }
  (void)add_rest(board, c.coming, c.coming_count);
  return add_rest(board, c.leaving, c.leaving_count) ? NULL : too_many;
}

/* ---- heaps --------------------------------------------------------------------------------- */

/* Marks the heaps of `here` for which there is a heap of the same size in `there`, one for one. */
static void match_sizes(const grundy_board *here, const grundy_board *there, bool *matched) {
  bool used[GRUNDY_BOARD_MAX_PLACES] = {false};
  for (uint32_t i = 0; i < here->place_count; i++) {
    matched[i] = false;
    for (uint32_t j = 0; j < there->place_count && !matched[i]; j++) {
      if (used[j] || here->places[i].count != there->places[j].count) continue;
      used[j] = matched[i] = true;
    }
  }
}

/* The number of heaps changes: whole heaps go and come. */
static const char *compare_heaps(grundy_board *board, const grundy_board *after) {
  bool stays[GRUNDY_BOARD_MAX_PLACES], was[GRUNDY_BOARD_MAX_PLACES];
  bool fits = true;
  bool same_count = board->place_count == after->place_count;
  for (uint32_t i = 0; same_count && i < board->place_count; i++) {
    uint64_t before = board->places[i].count, now = after->places[i].count;
    if (now < before)
      (void)add(board, (grundy_board_step){i, GRUNDY_BOARD_OUTSIDE, 0, before - now});
    if (now > before)
      (void)add(board, (grundy_board_step){GRUNDY_BOARD_OUTSIDE, i, 0, now - before});
  }
  if (same_count) return NULL;
  match_sizes(board, after, stays);
  match_sizes(after, board, was);
  for (uint32_t i = 0; i < board->place_count; i++)
    if (!stays[i])
      (void)add(board, (grundy_board_step){i, GRUNDY_BOARD_OUTSIDE, 0, board->places[i].count});
  for (uint32_t i = 0; i < after->place_count && fits; i++)
    if (!was[i])
      fits = add(board, (grundy_board_step){GRUNDY_BOARD_OUTSIDE, i, 0, after->places[i].count});
  return fits ? NULL : too_many;
}

const char *grundy_board_compare(grundy_board *board, const grundy_board *after) {
  assert(board->step_count == 0);
  if (board->kind != after->kind || board->rows != after->rows || board->columns != after->columns)
    return "boards of different shapes before and after a move";
  if (board->kind == GRUNDY_BOARD_HEAPS) return compare_heaps(board, after);
  if (board->place_count != after->place_count)
    return "boards of different shapes before and after a move";
  return compare_pieces(board, after);
}
