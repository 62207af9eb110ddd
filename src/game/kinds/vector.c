/* Games on vectors: vector{(1,0)*,(0,1)*}:3,5. As rules they can be explored, and changed by
 * operators. A large box without negative vectors is a component that is not explored: it
 * computes the values of all positions below the one that it needs. */

#include "game/kind.h"

#include <grundy/vector.h>

#include "base/alloc.h"
#include "base/bounded_text.h"
#include "base/error.h"
#include "base/saturate.h"
#include "game/components/unexplored.h"
#include "game/impl.h"
#include "text/cursor.h"
#include "vector/impl.h"

#include <inttypes.h>
#include <string.h>

enum { DIMENSION = GRUNDY_VECTOR_MAX_DIMENSION };

/* ---- the rules ------------------------------------------------------------------------------ */

/* A position of the rules has 64 bits per coordinate, so that no play gets beyond them, even if
 * entries are negative. All coordinates are OUTSIDE at the extra terminal position to which moves
 * lead that leave the orthant. */
#define OUTSIDE (-1)

typedef struct coordinates {
  int64_t at[DIMENSION];
} coordinates;

typedef struct vector_game {
  grundy_vector_moves *moves;
  grundy_vector_rules rules; /* a view of the moves */
  grundy_vector_position start;
} vector_game;

static void game_close(void *data) {
  vector_game *game = data;
  grundy_vector_moves_free(game->moves);
  free(game);
}

static size_t bytes_of(const vector_game *game) {
  return game->rules.dimension * sizeof(int64_t);
}

static coordinates read_position(const vector_game *game, const void *position) {
  coordinates c = {0};
  memcpy(c.at, position, bytes_of(game));
  return c;
}

static void write_position(const vector_game *game, const grundy_vector_position *from,
                           void *position) {
  coordinates c;
  for (int i = 0; i < DIMENSION; i++) c.at[i] = from->at[i];
  memcpy(position, c.at, bytes_of(game));
}

static void game_start(const void *data, void *position) {
  const vector_game *game = data;
  write_position(game, &game->start, position);
}

/* Subtracts the vector in place; false if the result is not a position. */
static bool subtract(const grundy_vector_move *move, coordinates *c) {
  bool fits = true;
  for (int i = 0; i < DIMENSION; i++) {
    c->at[i] -= move->entries[i];
    fits &= c->at[i] >= 0;
  }
  return fits;
}

static void game_moves(const void *data, const void *position, grundy_emit emit, void *to) {
  const coordinates outside = {{OUTSIDE, OUTSIDE, OUTSIDE, OUTSIDE}};
  const vector_game *game = data;
  const coordinates from = read_position(game, position);
  bool is_over = false;
  if (from.at[0] == OUTSIDE) return;
  for (uint32_t i = 0; i < game->rules.count; i++) {
    const grundy_vector_move *move = &game->rules.list[i];
    coordinates c = from;
    bool fits = subtract(move, &c);
    for (; fits && move->is_ray; fits = subtract(move, &c)) emit(to, c.at);
    if (fits) emit(to, c.at);
    is_over |= !fits;
  }
  if (is_over && game->rules.overshoot) emit(to, outside.at);
}

static size_t game_show(const void *data, const void *position, char *text, size_t size) {
  const vector_game *game = data;
  const coordinates c = read_position(game, position);
  grundy_bounded_text name = {.at = text, .size = size};
  if (c.at[0] == OUTSIDE) {
    grundy_bounded_append(&name, "out");
    return grundy_bounded_finish(&name);
  }
  for (uint32_t i = 0; i < game->rules.dimension; i++) {
    if (i > 0) grundy_bounded_append(&name, ",");
    grundy_bounded_append_number(&name, (uint64_t)c.at[i]);
  }
  return grundy_bounded_finish(&name);
}

static bool game_parse(const void *data, const char *text, size_t length, void *position) {
  const vector_game *game = data;
  grundy_vector_position at;
  if (game->rules.overshoot && grundy_bytes_are(text, length, "out")) {
    memset(position, 0xff, bytes_of(game));
    return true;
  }
  if (grundy_vector_position_parse(text, length, game->rules.dimension, &at, NULL) != GRUNDY_OK)
    return false;
  write_position(game, &at, position);
  return true;
}

static size_t game_fields(const void *data, const void *position, const char *names[],
                          int64_t values[]) {
  static const char *const letters[DIMENSION] = {"a", "b", "c", "d"};
  const vector_game *game = data;
  for (uint32_t i = 0; i < game->rules.dimension && names != NULL; i++) names[i] = letters[i];
  if (values != NULL) memcpy(values, position, bytes_of(game));
  return game->rules.dimension;
}

static void game_board(const void *data, const void *position, const void *follower, int turn,
                       const grundy_board_writer *board) {
  const vector_game *game = data;
  const coordinates c = read_position(game, position);
  (void)follower, (void)turn;
  for (uint32_t i = 0; i < game->rules.dimension; i++)
    board->heap(board->to, c.at[i] == OUTSIDE ? 0 : (uint64_t)c.at[i]);
}

/* ---- opening rules -------------------------------------------------------------------------- */

grundy_status grundy_vector_position_parse(const char *text, size_t length, uint32_t dimension,
                                           grundy_vector_position *position, grundy_error *error) {
  grundy_cursor c = grundy_cursor_of("", text, length, error);
  *position = (grundy_vector_position){0};
  for (uint32_t i = 0; i < dimension; i++) {
    uint64_t number;
    const char *from = c.at;
    if (i > 0 && !grundy_cursor_accept(&c, ','))
      return grundy_cursor_fail(&c, from, "expected a position of %" PRIu32 " coordinates",
                                dimension);
    if (i > 0) from++;
    if (grundy_cursor_take_digits(&c, &number) == 0)
      return grundy_cursor_fail_here(&c, "position", "a coordinate");
    if (number > GRUNDY_VECTOR_MAX_ENTRY)
      return grundy_cursor_fail_as(&c, GRUNDY_UNABLE, from,
                                   "a coordinate is too large; expected at most %" PRId32,
                                   GRUNDY_VECTOR_MAX_ENTRY);
    position->at[i] = (uint32_t)number;
  }
  if (c.at == c.end) return GRUNDY_OK;
  return grundy_cursor_fail(&c, c.at, "expected a position of %" PRIu32 " coordinates", dimension);
}

static grundy_status read_game(const char *name, const char *arguments, vector_game *game,
                               grundy_error *error) {
  grundy_status status = grundy_vector_moves_parse(name, strlen(name), &game->moves, error);
  if (status != GRUNDY_OK) return status;
  game->rules = grundy_vector_moves_view(game->moves);
  grundy_error why = {0};
  status = grundy_vector_position_parse(arguments, strlen(arguments), game->rules.dimension,
                                        &game->start, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  (void)grundy_fail_at(error, status, "vector", 1, strlen(name) + 1 + why.column, "%s",
                       why.message);
  return grundy_because(error, GRUNDY_REASON_ARGUMENTS, status);
}

static grundy_status open_ruleset(const char *name, const char *arguments,
                                  const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                  grundy_error *error) {
  static const grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                                     .size = sizeof rules,
                                     .title = "a game on vectors",
                                     .close = game_close,
                                     .start = game_start,
                                     .moves = game_moves,
                                     .show = game_show,
                                     .parse = game_parse,
                                     .fields = game_fields,
                                     .board = game_board};
  (void)options;
  vector_game *game = grundy_alloc_zero(1, sizeof *game);
  if (game == NULL) return grundy_fail_memory(error);
  grundy_status status = read_game(name, arguments, game, error);
  if (status == GRUNDY_OK)
    status = grundy_compiled_opened(&rules, (uint32_t)bytes_of(game), game, true, ruleset, error);
  if (status != GRUNDY_OK) game_close(game);
  return status;
}

/* ---- a component that is not explored ------------------------------------------------------- */

typedef struct vector_component {
  grundy_unexplored unexplored; /* gives moves and names */
  vector_game *game;            /* a second one, for the engine */
  grundy_vector_box *boxes[2];  /* by grundy_play; NULL: not computed yet */
  const grundy_monitor *monitor;
} vector_component;

static void component_free(void *data) {
  vector_component *component = data;
  if (component == NULL) return;
  grundy_unexplored_close(&component->unexplored);
  game_close(component->game);
  for (int play = 0; play < 2; play++) grundy_vector_box_free(component->boxes[play]);
  free(component);
}

/* Computes the box below a position, unless it is known; what is known stays in the box. */
static grundy_status cover(vector_component *component, const grundy_vector_position *at,
                           grundy_play play, grundy_error *error) {
  grundy_vector_box *old = component->boxes[play], *box = NULL;
  grundy_vector_options options = {
      .size = sizeof options, .corner = *at, .play = play, .monitor = component->monitor};
  if (old != NULL) {
    const grundy_vector_grid grid = grundy_vector_box_view(old);
    if (grundy_vector_index(&grid, at) != UINT64_MAX) return GRUNDY_OK;
    for (int i = 0; i < DIMENSION; i++)
      if (grid.corner.at[i] > at->at[i]) options.corner.at[i] = grid.corner.at[i];
  }
  grundy_status status = grundy_vector_solve(component->game->moves, &options, &box, error);
  if (status != GRUNDY_OK) return status;
  grundy_vector_box_free(old);
  component->boxes[play] = box;
  return GRUNDY_OK;
}

/* A move decreases the sum of the coordinates, so that is a counter; the position outside has 0. */
static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  vector_component *component = data;
  const void *bytes = grundy_unexplored_get(&component->unexplored, position).bytes;
  const coordinates c = read_position(component->game, bytes);
  grundy_vector_position at;
  uint64_t sum = 1;
  if (c.at[0] == OUTSIDE) {
    evaluation->value = evaluation->counter = evaluation->distance = 0;
    evaluation->remoteness = (grundy_number)play;
    return GRUNDY_OK;
  }
  for (int i = 0; i < DIMENSION; i++) {
    at.at[i] = (uint32_t)c.at[i];
    sum += at.at[i];
  }
  grundy_status status = cover(component, &at, play, error);
  if (status != GRUNDY_OK) return status;
  const grundy_vector_grid grid = grundy_vector_box_view(component->boxes[play]);
  uint64_t index = grundy_vector_index(&grid, &at);
  evaluation->outcome = grundy_vector_outcome(&grid, index);
  if (grid.values != NULL) evaluation->value = grid.values[index];
  evaluation->counter = sum;
  return GRUNDY_OK;
}

static const grundy_component_kind component_kind = {
    .size = sizeof component_kind,
    .name = "vectors",
    .evaluate = evaluate,
    .count_moves = grundy_unexplored_count_moves,
    .get_move = grundy_unexplored_get_move,
    .name_position = grundy_unexplored_name,
    .find_position = grundy_unexplored_find,
    .board = grundy_unexplored_board,
};

/* Returns a bound on the number of moves below the start. */
static uint64_t count_moves(const vector_game *game) {
  uint64_t positions = 1, moves = 0;
  for (uint32_t i = 0; i < game->rules.dimension; i++)
    positions = grundy_times(positions, game->start.at[i] + UINT64_C(1));
  for (uint32_t i = 0; i < game->rules.count; i++) {
    const grundy_vector_move *move = &game->rules.list[i];
    moves = grundy_plus(moves, move->is_ray ? grundy_vector_multiples(move, &game->start) : 1);
  }
  return grundy_times(positions, moves);
}

static grundy_status make_component(grundy_game_use *use, vector_game *game,
                                    const grundy_monitor *monitor, grundy_error *error) {
  grundy_open_options opening = {.size = sizeof opening, .monitor = monitor};
  grundy_ruleset *ruleset = NULL;
  vector_component *component = grundy_alloc_zero(1, sizeof *component);
  if (component == NULL) {
    game_close(game);
    return grundy_fail_memory(error);
  }
  component->game = game;
  component->monitor = monitor;
  grundy_status status = grundy_game_ruleset(&use->name, &opening, &ruleset, error);
  if (status == GRUNDY_OK)
    status = grundy_unexplored_open(&component->unexplored, ruleset, &opening, error);
  use->data = component;
  use->free_data = component_free;
  use->component = (grundy_component){&component_kind, component};
  return status;
}

/* Small games are explored, because that gives more than values. */
static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  enum { MOST_EXPLORED_MOVES = 1 << 24 };
  vector_game *game = grundy_alloc_zero(1, sizeof *game);
  char *name = strndup(use->name.text, use->name.length);
  grundy_status status = game == NULL || name == NULL
                             ? grundy_fail_memory(error)
                             : read_game(name, use->name.arguments, game, error);
  free(name);
  if (status == GRUNDY_OK && !game->rules.has_negative && count_moves(game) > MOST_EXPLORED_MOVES)
    return make_component(use, game, monitor, error);
  if (game != NULL) game_close(game);
  return status;
}

/* ---- the kind ------------------------------------------------------------------------------- */

static const char word[] = "vector{";

bool grundy_vector_find(const char *text, size_t *length) {
  bool is_vector = strncmp(text, word, sizeof word - 1) == 0;
  const char *end = is_vector ? strchr(text, '}') : NULL;
  *length = end == NULL ? 0 : (size_t)(end + 1 - text);
  return is_vector;
}

static bool match(const char *text, size_t length, size_t *name) {
  const char *end = memchr(text, '}', length);
  *name = end == NULL ? length : (size_t)(end + 1 - text);
  return length >= sizeof word - 1 && memcmp(text, word, sizeof word - 1) == 0;
}

GRUNDY_GAME_KIND(vector) = {
    .describe = {.name = "vector",
                 .notation = "vector{VECTOR,...}:POSITION[@POSITION]",
                 .example = "vector{(1,0)*,(0,1)*,(1,1)*}:3,5",
                 .summary = "vectors that are subtracted from a position, alone or as rays (*)",
                 .is_rules = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = grundy_game_explore,
    .ruleset = open_ruleset,
    .open_component = open_component,
};
