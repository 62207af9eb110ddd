#include "support/vectors.h"

#include "support/test.h"

#include <inttypes.h>

vector_rules random_vectors(grundy_random *random, uint32_t dimension, uint32_t most) {
  vector_rules rules = {.dimension = dimension,
                        .count = 1 + (uint32_t)grundy_random_below(random, VECTORS_MOST),
                        .overshoot = grundy_random_below(random, 8) == 0};
  for (uint32_t i = 0; i < rules.count; i++) {
    grundy_vector_move *move = &rules.moves[i];
    bool small = grundy_random_below(random, 2) == 0;
    move->is_ray = grundy_random_below(random, 2) == 0;
    for (uint32_t k = 0; k < dimension; k++)
      move->entries[k] = (int32_t)grundy_random_below(random, small ? 2 : most + 1);
    move->entries[grundy_random_below(random, dimension)] |= 1;
  }
  return rules;
}

void vector_rules_text(const vector_rules *rules, char text[VECTORS_TEXT]) {
  size_t length = (size_t)sprintf(text, "vector{");
  for (uint32_t i = 0; i < rules->count; i++) {
    for (uint32_t k = 0; k < rules->dimension; k++)
      length += (size_t)sprintf(text + length, "%s%" PRId32,
                                k > 0   ? ","
                                : i > 0 ? ",("
                                        : "(",
                                rules->moves[i].entries[k]);
    length += (size_t)sprintf(text + length, rules->moves[i].is_ray ? ")*" : ")");
  }
  (void)sprintf(text + length, rules->overshoot ? ",overshoot}" : "}");
}

grundy_vector_moves *vector_moves_of(const char *text) {
  grundy_vector_moves *moves = NULL;
  grundy_error error = {0};
  if (grundy_vector_moves_parse(text, strlen(text), &moves, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return moves;
}

uint64_t naive_box_count(uint32_t dimension, const grundy_vector_position *corner) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < dimension; i++) count *= corner->at[i] + UINT64_C(1);
  return count;
}

/* ---- followers -------------------------------------------------------------------------- */

/* The followers of a position, as distinct indices; `outside` is the extra position. */
typedef struct followers {
  uint64_t *list;
  uint32_t count;
} followers;

static void add_follower(followers *f, uint64_t index) {
  for (uint32_t i = 0; i < f->count; i++)
    if (f->list[i] == index) return;
  f->list[f->count++] = index;
}

static uint64_t index_of(const vector_rules *rules, const grundy_vector_position *corner,
                         const int64_t *at) {
  uint64_t index = 0;
  for (uint32_t i = 0; i < rules->dimension; i++)
    index = index * (corner->at[i] + UINT64_C(1)) + (uint64_t)at[i];
  return index;
}

static void list_followers(const vector_rules *rules, const grundy_vector_position *corner,
                           const int64_t *at, uint64_t outside, followers *f) {
  f->count = 0;
  for (uint32_t i = 0; i < rules->count; i++) {
    const grundy_vector_move *move = &rules->moves[i];
    int64_t to[GRUNDY_VECTOR_MAX_DIMENSION];
    memcpy(to, at, sizeof to);
    for (bool more = true; more;) {
      bool fits = true;
      for (uint32_t k = 0; k < rules->dimension; k++) {
        to[k] -= move->entries[k];
        fits &= to[k] >= 0;
      }
      if (fits)
        add_follower(f, index_of(rules, corner, to));
      else if (rules->overshoot)
        add_follower(f, outside);
      more = fits && move->is_ray;
    }
  }
}

/* ---- evaluation ------------------------------------------------------------------------- */

static uint32_t naive_mex(const followers *f, const uint32_t *values, const uint32_t *pass) {
  for (uint32_t value = 0;; value++) {
    bool found = pass != NULL && *pass == value;
    for (uint32_t i = 0; i < f->count; i++) found |= values[f->list[i]] == value;
    if (!found) return value;
  }
}

/* Returns whether the opponent loses after the followers in `forbidden`, a set of bits, were
 * forbidden. */
static bool loses(const followers *f, uint32_t forbidden, const grundy_outcome *outcomes,
                  grundy_play play) {
  bool can_move = false;
  for (uint32_t i = 0; i < f->count; i++) {
    if (i < 32 && (forbidden >> i & 1) != 0) continue;
    can_move = true;
    if (outcomes[f->list[i]] == GRUNDY_OUTCOME_P) return false;
  }
  return can_move || play == GRUNDY_NORMAL_PLAY;
}

/* Tries all sets of forbidden followers, of which there are at most two. */
static bool can_block(const followers *f, uint32_t most, const grundy_outcome *outcomes,
                      grundy_play play) {
  if (loses(f, 0, outcomes, play)) return true;
  assert_true(most <= 2 && (most == 0 || f->count <= 32));
  for (uint32_t i = 0; i < f->count && most > 0; i++)
    for (uint32_t j = most > 1 ? 0 : i; j <= i; j++)
      if (loses(f, UINT32_C(1) << i | UINT32_C(1) << j, outcomes, play)) return true;
  return false;
}

static bool is_named_end(const vector_rules *rules, const grundy_vector_options *options,
                         const int64_t *at) {
  for (uint64_t i = 0; i < options->terminal_count; i++) {
    bool same = true;
    for (uint32_t k = 0; k < rules->dimension; k++)
      same &= options->terminal[i].at[k] == (uint64_t)at[k];
    if (same) return true;
  }
  return false;
}

void naive_vectors(const vector_rules *rules, const grundy_vector_options *options,
                   uint32_t *values, grundy_outcome *outcomes) {
  uint64_t count = naive_box_count(rules->dimension, &options->corner);
  /* One more position, outside the box; two layers, with and without the last pass. */
  uint32_t *numbers = calloc(2 * (count + 1), sizeof *numbers), *before = numbers + count + 1;
  grundy_outcome *letters = calloc(2 * (count + 1), 1), *earlier = letters + count + 1;
  followers f = {.list = calloc(count + 1, sizeof *f.list)};
  assert_true(numbers != NULL && letters != NULL && f.list != NULL);
  for (uint32_t left = 0; left <= options->passes; left++) {
    memcpy(before, numbers, (count + 1) * sizeof *numbers);
    memcpy(earlier, letters, count + 1);
    letters[count] = options->play == GRUNDY_NORMAL_PLAY ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
    int64_t at[GRUNDY_VECTOR_MAX_DIMENSION] = {0};
    for (uint64_t index = 0; index < count; index++) {
      list_followers(rules, &options->corner, at, count, &f);
      if (is_named_end(rules, options, at)) f.count = 0;
      bool passes = left > 0 && f.count > 0;
      numbers[index] = naive_mex(&f, numbers, passes ? &before[index] : NULL);
      bool is_p = can_block(&f, options->block, letters, options->play) &&
                  !(passes && earlier[index] == GRUNDY_OUTCOME_P);
      letters[index] = is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
      for (uint32_t k = rules->dimension; k-- > 0;) {
        if (at[k]++ < options->corner.at[k]) break;
        at[k] = 0;
      }
    }
  }
  if (values != NULL) memcpy(values, numbers, count * sizeof *values);
  memcpy(outcomes, letters, count);
  free(numbers);
  free(letters);
  free(f.list);
}

/* ---- rows ---------------------------------------------------------------------------------- */

vector_row random_row(grundy_random *random, vector_rules *rules) {
  static const uint32_t sides[] = {0, 1, 6, 3, 2};
  uint32_t dimension = rules->dimension;
  vector_row r = {.axis = (uint32_t)grundy_random_below(random, dimension)};
  for (uint32_t i = 0; i < dimension; i++)
    if (i != r.axis) r.base.at[i] = (uint32_t)grundy_random_below(random, sides[dimension]);
  if (grundy_random_below(random, 2) == 0) {
    rules->moves[0] = (grundy_vector_move){.is_ray = true};
    rules->moves[0].entries[r.axis] = 1;
  }
  return r;
}

grundy_vector_slice slice_of_row(uint32_t dimension, vector_row r, grundy_vector_position *corner) {
  char text[64] = "";
  grundy_vector_grid grid = {.dimension = dimension, .corner = r.base, .count = 1};
  grundy_vector_slice slice;
  grid.corner.at[r.axis] = 9;
  for (uint32_t i = 0; i < dimension; i++) {
    size_t length = strlen(text);
    char coordinate[16];
    (void)snprintf(coordinate, sizeof coordinate, "%" PRIu32, r.base.at[i]);
    (void)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? "," : "",
                   i == r.axis ? "x" : coordinate);
    grid.count *= grid.corner.at[i] + UINT64_C(1);
  }
  assert_int_equal(grundy_vector_slice_parse(text, &grid, &slice, NULL), GRUNDY_OK);
  *corner = grid.corner;
  return slice;
}

uint32_t *naive_row(const vector_rules *rules, vector_row r, uint64_t columns) {
  grundy_vector_options options = {.size = sizeof options, .corner = r.base};
  options.corner.at[r.axis] = (uint32_t)(columns - 1);
  uint64_t count = naive_box_count(rules->dimension, &options.corner), index = 0, stride = 1;
  uint32_t *values = calloc(count, sizeof *values), *found = calloc(columns, sizeof *found);
  grundy_outcome *outcomes = calloc(count, 1);
  naive_vectors(rules, &options, values, outcomes);
  for (uint32_t i = 0; i < rules->dimension; i++) {
    uint64_t side = options.corner.at[i] + UINT64_C(1);
    index = index * side + (i == r.axis ? 0 : r.base.at[i]);
    if (i > r.axis) stride *= side;
  }
  for (uint64_t column = 0; column < columns; column++)
    found[column] = values[index + column * stride];
  free(values);
  free(outcomes);
  return found;
}

bool values_repeat(const uint32_t *values, uint64_t columns, uint64_t from, uint64_t length,
                   uint64_t saltus) {
  for (uint64_t n = from; n + length < columns; n++)
    if (values[n + length] != values[n] + saltus) return false;
  return true;
}

/* ---- automata ----------------------------------------------------------------------------- */

uint8_t automaton_output_at(const grundy_automaton_parts *parts, const uint64_t *position) {
  uint64_t weights[96] = {1}, rest[GRUNDY_VECTOR_MAX_DIMENSION];
  bool is_zeckendorf = parts->numeration == GRUNDY_ZECKENDORF;
  uint32_t state = 0, base = is_zeckendorf ? 2 : parts->numeration, count = 1;
  while (weights[count - 1] < UINT64_C(1) << 58) {
    weights[count] = is_zeckendorf ? weights[count - 1] + (count == 1 ? 1 : weights[count - 2])
                                   : weights[count - 1] * base;
    count++;
  }
  for (uint32_t k = 0; k < parts->dimension; k++) rest[k] = position[k];
  for (uint32_t i = count; i-- > 0;) {
    uint32_t symbol = 0;
    for (uint32_t k = 0; k < parts->dimension; k++) {
      symbol = symbol * base + (uint32_t)(rest[k] / weights[i]);
      rest[k] %= weights[i];
    }
    state = parts->next[state * parts->symbols + symbol];
  }
  return parts->outputs[state];
}
