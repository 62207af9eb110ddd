#include "support/games.h"

#include "base/random.h"
#include "support/test.h"

double random_unit(grundy_random *random) {
  return (double)(grundy_random_next(random) >> 11) * 0x1p-53;
}

/* ---- single games -------------------------------------------------------------------- */

/* Moves collected for grundy_digraph_new. */
typedef struct move_list {
  uint32_t *tails, *heads;
  uint64_t count, room;
} move_list;

static void *checked(void *memory) {
  if (memory == NULL) fail_msg("out of memory");
  return memory;
}

static void add_move(move_list *list, uint32_t u, uint32_t v) {
  if (list->count == list->room) {
    list->room = 2 * list->room + 16;
    list->tails = checked(realloc(list->tails, list->room * sizeof *list->tails));
    list->heads = checked(realloc(list->heads, list->room * sizeof *list->heads));
  }
  list->tails[list->count] = u;
  list->heads[list->count++] = v;
}

static grundy_digraph *make(uint32_t order, move_list list) {
  grundy_digraph *g = NULL;
  grundy_error error;
  if (grundy_digraph_new(order, list.count, list.tails, list.heads, &g, &error) != GRUNDY_OK)
    fail_msg("grundy_digraph_new: %s", error.message);
  free(list.tails);
  free(list.heads);
  return g;
}

grundy_digraph *game_from_bits(uint32_t order, uint64_t bits) {
  move_list list = {0};
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (bits >> (u * order + v) & 1) add_move(&list, u, v);
  return make(order, list);
}

uint64_t game_pattern_count(uint32_t order) {
  return UINT64_C(1) << (order * order);
}

grundy_digraph *game_from_pairs(uint32_t order, size_t count, const uint32_t pairs[][2]) {
  move_list list = {0};
  for (size_t i = 0; i < count; i++) add_move(&list, pairs[i][0], pairs[i][1]);
  return make(order, list);
}

grundy_digraph *game_random(grundy_random *random, uint32_t order, double density) {
  move_list list = {0};
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (random_unit(random) < density) add_move(&list, u, v);
  return make(order, list);
}

static uint32_t *shuffled(grundy_random *random, uint32_t order) {
  uint32_t *at = checked(malloc((order + 1) * sizeof *at));
  for (uint32_t i = 0; i < order; i++) {
    uint32_t j = (uint32_t)grundy_random_below(random, i + 1);
    at[i] = at[j];
    at[j] = i;
  }
  return at;
}

grundy_digraph *game_acyclic(grundy_random *random, uint32_t order, double density) {
  move_list list = {0};
  uint32_t *at = shuffled(random, order);
  for (uint32_t i = 0; i < order; i++)
    for (uint32_t j = 0; j < i; j++)
      if (random_unit(random) < density) add_move(&list, at[i], at[j]);
  free(at);
  return make(order, list);
}

grundy_digraph *game_sparse(grundy_random *random, uint32_t order, double sinks, uint32_t degree) {
  move_list list = {0};
  for (uint32_t u = 0; u < order; u++) {
    if (random_unit(random) < sinks) continue;
    uint64_t moves = 1 + grundy_random_below(random, degree);
    for (uint64_t i = 0; i < moves; i++)
      add_move(&list, u, (uint32_t)grundy_random_below(random, order));
  }
  return make(order, list);
}

grundy_digraph *game_chain(uint32_t order, uint32_t stride) {
  move_list list = {0};
  for (uint64_t v = 1; v < order; v++)
    add_move(&list, (uint32_t)(v * stride % order), (uint32_t)((v - 1) * stride % order));
  return make(order, list);
}

grundy_digraph *game_hub(uint32_t width, uint32_t values) {
  move_list list = {0};
  for (uint32_t u = 0; u < values; u++)
    for (uint32_t v = 0; v < u; v++) add_move(&list, u, v);
  for (uint32_t v = 0; v < width; v++) add_move(&list, width, v);
  add_move(&list, width + 1, width);
  return make(width + 2, list);
}

grundy_digraph *game_gaps(uint32_t heaps) {
  uint32_t drawn = heaps;
  move_list list = {0};
  add_move(&list, drawn, drawn);
  for (uint32_t y = 0; y < heaps; y++) {
    uint32_t asking = heaps + 1 + y;
    for (uint32_t v = 0; v < y; v++) {
      add_move(&list, y, v);
      add_move(&list, asking, v);
    }
    add_move(&list, asking, drawn);
    if (y % 60 == 0) add_move(&list, drawn, y);
  }
  return make(2 * heaps + 1, list);
}

grundy_digraph *game_cycle_with_tail(uint32_t order, uint32_t tail) {
  move_list list = {0};
  for (uint32_t v = 1; v < order; v++) add_move(&list, v, v - 1);
  add_move(&list, tail, order - 1);
  return make(order, list);
}

grundy_digraph *game_board(grundy_random *random, uint32_t side, uint32_t extra) {
  move_list list = {0};
  uint32_t order = side * side;
  for (uint32_t u = 0; u < order; u++) {
    for (uint32_t x = 0; x < u % side; x++) add_move(&list, u, u / side * side + x);
    for (uint32_t v = u % side; v < u; v += side) add_move(&list, u, v);
  }
  for (uint32_t i = 0; i < extra; i++)
    add_move(&list, (uint32_t)grundy_random_below(random, order),
             (uint32_t)grundy_random_below(random, order));
  return make(order, list);
}

grundy_digraph *game_reverse(const grundy_digraph *g) {
  grundy_digraph *reverse = NULL;
  grundy_error error;
  if (grundy_digraph_transpose(g, NULL, &reverse, &error) != GRUNDY_OK)
    fail_msg("grundy_digraph_transpose: %s", error.message);
  return reverse;
}

/* ---- many games ---------------------------------------------------------------------- */

static uint64_t from_environment(const char *variable, uint64_t otherwise) {
  const char *text = getenv(variable);
  return text != NULL && *text != '\0' ? strtoull(text, NULL, 0) : otherwise;
}

uint64_t test_seed(void) {
  return from_environment("GRUNDY_SEED", 20260101);
}

uint64_t test_scaled(uint64_t count) {
  uint64_t scaled = count * from_environment("GRUNDY_SCALE", 100) / 100;
  return scaled > 0 ? scaled : 1;
}

const char *because(const char *format, ...) {
  static char text[512];
  char made[sizeof text]; /* an argument may be the previous text */
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(made, sizeof made, format, arguments);
  va_end(arguments);
  return memcpy(text, made, sizeof text);
}

/* Prints an edge list, so that a failing game can be pasted into a file. */
static void print_game(const grundy_digraph *g) {
  char u_scratch[GRUNDY_NAME_MAX_BYTES], v_scratch[GRUNDY_NAME_MAX_BYTES];
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    if (followers.count == 0) print_error("%s\n", grundy_digraph_name(g, u, u_scratch));
    for (uint64_t i = 0; i < followers.count; i++)
      print_error("%s %s\n", grundy_digraph_name(g, u, u_scratch),
                  grundy_digraph_name(g, followers.at[i], v_scratch));
  }
}

/* Fails the test with the game and with `origin`, which says how to reproduce it. */
static void check(const grundy_digraph *g, grundy_random *random, game_property property,
                  const char *origin, uint64_t number) {
  grundy_digraph *reverse = game_reverse(g);
  const char *wrong = property(&(test_game){g, reverse, random});
  if (wrong != NULL) {
    print_error("%s%llu, a game of %u vertices:\n", origin, (unsigned long long)number,
                grundy_digraph_order(g));
    print_game(g);
    fail_msg("%s", wrong);
  }
  grundy_digraph_free(reverse);
}

void on_game(const grundy_digraph *g, game_property property) {
  uint64_t seed = test_seed();
  grundy_random random = grundy_random_new(seed);
  check(g, &random, property, "GRUNDY_SEED=", seed);
}

static void on_pattern(uint32_t order, uint64_t bits, game_property property) {
  grundy_random random = grundy_random_new(bits);
  grundy_digraph *g = game_from_bits(order, bits);
  check(g, &random, property, "pattern ", bits);
  grundy_digraph_free(g);
}

void on_every_game(uint32_t order, game_property property) {
  for (uint64_t bits = 0; bits < game_pattern_count(order); bits++)
    on_pattern(order, bits, property);
}

void on_some_games(uint32_t order, uint64_t count, game_property property) {
  uint64_t all = game_pattern_count(order), step = all / test_scaled(count);
  for (uint64_t bits = 0; bits<all; bits += step> 0 ? step | 1 : 1)
    on_pattern(order, bits, property);
}

/* Chooses a random kind, order and density. Large games are mostly sparse: dense games have only
 * small values except for G, and the naive twins are slow on them. */
static grundy_digraph *any_game(grundy_random *random, uint32_t most) {
  uint32_t order = (uint32_t)grundy_random_below(random, (uint64_t)most + 1);
  double density = random_unit(random);
  if (order > 8 && grundy_random_below(random, 20) > 0) density *= 8.0 / order;
  switch (grundy_random_below(random, 4)) {
  case 0:
    return game_acyclic(random, order, density);
  case 1:
    return game_sparse(random, order, 0.3 * random_unit(random), 3);
  default:
    return game_random(random, order, density);
  }
}

void on_random_games(uint64_t count, uint32_t most, game_property property) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(count); seed++) {
    grundy_random random = grundy_random_new(seed);
    grundy_digraph *g = any_game(&random, most);
    check(g, &random, property, "GRUNDY_SEED=", seed);
    grundy_digraph_free(g);
  }
}

void on_all_kinds_of_games(game_property property) {
  for (uint32_t order = 0; order <= 4; order++) on_every_game(order, property);
  on_random_games(100000, 8, property);
  on_random_games(2000, 200, property);
}

void on_cycles_with_tails(void (*holds)(uint32_t order, uint32_t tail)) {
  enum { MILLION = 1000000 };
  for (uint32_t order = 3; order < 12; order++)
    for (uint32_t tail = 1; tail + 1 < order; tail++) holds(order, tail);
  holds(MILLION, MILLION / 2);
  holds(MILLION, MILLION / 2 + 1);
  holds(MILLION + 1, MILLION / 2 + 1);
}

const char *same_numbers(const char *what, uint32_t order, const uint32_t *expected,
                         const uint32_t *got) {
  for (uint32_t v = 0; v < order; v++)
    if (expected[v] != got[v])
      return because("%s of %u is %lld, expected %lld (-1 is infinity)", what, v,
                     got[v] == UINT32_MAX ? -1 : (long long)got[v],
                     expected[v] == UINT32_MAX ? -1 : (long long)expected[v]);
  return NULL;
}

uint32_t *new_numbers(uint32_t order) {
  return checked(calloc((size_t)order + 1, sizeof(uint32_t)));
}

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)phase, (void)done, (void)total;
  return false;
}

const grundy_monitor test_cancelling = {.tick = refuse};
