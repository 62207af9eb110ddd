/* Move sets: parsing and the normal form. */

#include "vector/impl.h"

#include "base/alloc.h"
#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- queries -------------------------------------------------------------------------------- */

void grundy_vector_moves_free(grundy_vector_moves *moves) {
  if (moves == NULL) return;
  free(moves->list);
  free(moves->text);
  free(moves);
}

grundy_vector_rules grundy_vector_moves_view(const grundy_vector_moves *moves) {
  return (grundy_vector_rules){.text = moves->text,
                               .dimension = moves->dimension,
                               .count = moves->count,
                               .list = moves->list,
                               .overshoot = moves->overshoot,
                               .has_negative = moves->has_negative};
}

uint32_t grundy_vector_multiples(const grundy_vector_move *move,
                                 const grundy_vector_position *corner) {
  uint32_t most = UINT32_MAX;
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++) {
    if (move->entries[i] <= 0) continue;
    uint32_t times = corner->at[i] / (uint32_t)move->entries[i];
    if (times < most) most = times;
  }
  assert(most < UINT32_MAX);
  return most;
}

/* ---- parsing -------------------------------------------------------------------------------- */

static grundy_status fail_here(const grundy_cursor *c, const char *expected) {
  return grundy_cursor_fail_here(c, "set of vectors", expected);
}

static grundy_status read_entry(grundy_cursor *c, int32_t *entry) {
  const char *from = c->at;
  int64_t number = 0;
  const char *digit = from + (grundy_cursor_is_at(c, '-') ? 1 : 0);
  if (digit == c->end || !grundy_is_digit(*digit)) return fail_here(c, "an integer");
  if (!grundy_cursor_take_integer(c, &number) || number > GRUNDY_VECTOR_MAX_ENTRY ||
      number < -GRUNDY_VECTOR_MAX_ENTRY)
    return grundy_cursor_fail_as(c, GRUNDY_UNABLE, from,
                                 "the entry is too large; expected at most %" PRId32,
                                 GRUNDY_VECTOR_MAX_ENTRY);
  *entry = (int32_t)number;
  return GRUNDY_OK;
}

/* Reads the entries up to the closing parenthesis. */
static grundy_status read_entries(grundy_cursor *c, grundy_vector_move *move, uint32_t *dimension) {
  grundy_status status = GRUNDY_OK;
  *dimension = 0;
  do {
    if (*dimension == GRUNDY_VECTOR_MAX_DIMENSION)
      return grundy_cursor_fail_as(c, GRUNDY_UNABLE, c->at,
                                   "the vector is too long; expected at most %d entries",
                                   (int)GRUNDY_VECTOR_MAX_DIMENSION);
    status = read_entry(c, &move->entries[(*dimension)++]);
  } while (status == GRUNDY_OK && grundy_cursor_accept(c, ','));
  if (status != GRUNDY_OK) return status;
  return grundy_cursor_accept(c, ')') ? GRUNDY_OK : fail_here(c, "a comma or )");
}

/* Checks a vector that begins at `from`. */
static grundy_status check_vector(const grundy_cursor *c, const char *from,
                                  const grundy_vector_moves *moves, const grundy_vector_move *move,
                                  uint32_t dimension) {
  bool has_positive = false, is_zero = true;
  for (uint32_t i = 0; i < dimension; i++) {
    has_positive |= move->entries[i] > 0;
    is_zero &= move->entries[i] == 0;
  }
  if (moves->count > 0 && dimension != moves->dimension)
    return grundy_cursor_fail(c, from,
                              "a vector of dimension %" PRIu32 "; expected %" PRIu32 ", as before",
                              dimension, moves->dimension);
  if (is_zero) return grundy_cursor_fail(c, from, "the vector is 0, which changes nothing");
  if (move->is_ray && !has_positive)
    return grundy_cursor_fail(c, from,
                              "a ray without a positive entry gives a position infinitely "
                              "many moves");
  return GRUNDY_OK;
}

static grundy_status read_vector(grundy_cursor *c, grundy_vector_moves *moves, uint64_t *room) {
  grundy_vector_move move = {0};
  uint32_t dimension = 0;
  const char *from = c->at;
  if (moves->count == GRUNDY_VECTOR_MAX_MOVES)
    return grundy_cursor_fail_as(c, GRUNDY_UNABLE, from,
                                 "there are too many vectors; expected at most %d",
                                 (int)GRUNDY_VECTOR_MAX_MOVES);
  if (!grundy_cursor_accept(c, '('))
    return fail_here(c, moves->count == 0 ? "a vector, as in (1,0)"
                                          : "a vector, as in (1,0), or overshoot");
  grundy_status status = read_entries(c, &move, &dimension);
  if (status != GRUNDY_OK) return status;
  move.is_ray = grundy_cursor_accept(c, '*');
  status = check_vector(c, from, moves, &move, dimension);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&moves->list, room, moves->count + 1, sizeof *moves->list))
    return grundy_fail_memory(c->error);
  moves->dimension = dimension;
  moves->list[moves->count++] = move;
  for (uint32_t i = 0; i < dimension; i++) moves->has_negative |= move.entries[i] < 0;
  return GRUNDY_OK;
}

static grundy_status read_moves(grundy_cursor *c, grundy_vector_moves *moves) {
  uint64_t room = 0;
  grundy_status status = GRUNDY_OK;
  if (!grundy_cursor_accept_text(c, "vector{")) return fail_here(c, "vector{");
  do {
    if (moves->count > 0 && grundy_cursor_accept_text(c, "overshoot"))
      moves->overshoot = true;
    else
      status = read_vector(c, moves, &room);
  } while (status == GRUNDY_OK && !moves->overshoot && grundy_cursor_accept(c, ','));
  if (status != GRUNDY_OK) return status;
  if (!grundy_cursor_accept(c, '}')) return fail_here(c, moves->overshoot ? "}" : "a comma or }");
  return c->at == c->end ? GRUNDY_OK : fail_here(c, "the end");
}

/* ---- the normal form ------------------------------------------------------------------------ */

static int compare_moves(const void *left, const void *right) {
  const grundy_vector_move *a = left, *b = right;
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++)
    if (a->entries[i] != b->entries[i]) return a->entries[i] < b->entries[i] ? -1 : 1;
  return (int)b->is_ray - (int)a->is_ray; /* a ray before its own vector */
}

/* Returns whether the vector is a positive multiple of the ray. */
static bool is_on_ray(const grundy_vector_move *move, const grundy_vector_move *ray) {
  int64_t times = 0;
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++) {
    if (ray->entries[i] == 0) continue;
    if (times == 0) times = move->entries[i] / ray->entries[i];
    if (times <= 0) return false;
  }
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++)
    if (move->entries[i] != times * ray->entries[i]) return false;
  return true;
}

/* Drops moves for which the predicate holds; it may look at all moves of the original list that are
 * not dropped yet. */
static void drop(grundy_vector_moves *moves,
                 bool (*is_known)(const grundy_vector_moves *moves, uint32_t index)) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < moves->count; i++)
    if (!is_known(moves, i)) moves->list[kept++] = moves->list[i];
  moves->count = kept;
}

static bool is_repeated(const grundy_vector_moves *moves, uint32_t index) {
  const grundy_vector_move *move = &moves->list[index];
  return index > 0 && memcmp(move->entries, move[-1].entries, sizeof move->entries) == 0;
}

static bool is_on_a_ray(const grundy_vector_moves *moves, uint32_t index) {
  for (uint32_t i = 0; i < moves->count; i++)
    if (i != index && moves->list[i].is_ray && is_on_ray(&moves->list[index], &moves->list[i]))
      return true;
  return false;
}

static grundy_status write_text(grundy_vector_moves *moves, grundy_error *error) {
  enum { ENTRY = 12 }; /* most bytes of an entry, with its comma */
  size_t room = 32 + (size_t)moves->count * (moves->dimension * ENTRY + 4), length = 0;
  char *text = moves->text = grundy_alloc(room, 1);
  if (text == NULL) return grundy_fail_memory(error);
  length += (size_t)snprintf(text, room, "vector{");
  for (uint32_t i = 0; i < moves->count; i++) {
    const grundy_vector_move *move = &moves->list[i];
    for (uint32_t k = 0; k < moves->dimension; k++)
      length += (size_t)snprintf(text + length, room - length, "%s%" PRId32,
                                 k > 0   ? ","
                                 : i > 0 ? ",("
                                         : "(",
                                 move->entries[k]);
    length += (size_t)snprintf(text + length, room - length, ")%s", move->is_ray ? "*" : "");
  }
  (void)snprintf(text + length, room - length, "%s}", moves->overshoot ? ",overshoot" : "");
  return GRUNDY_OK;
}

grundy_status grundy_vector_moves_parse(const char *text, size_t length,
                                        grundy_vector_moves **moves, grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("vector", text, length, error);
  grundy_vector_moves *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = read_moves(&c, made);
  if (status == GRUNDY_OK) {
    qsort(made->list, made->count, sizeof *made->list, compare_moves);
    drop(made, is_repeated);
    drop(made, is_on_a_ray);
    status = write_text(made, error);
  }
  if (status == GRUNDY_OK)
    *moves = made;
  else
    grundy_vector_moves_free(made);
  return status;
}
