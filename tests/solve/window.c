/* Windows of larger games: against their definition, and against continuations outside. */

#include <grundy/grundy.h>

#include "digraph/impl.h"
#include "external/external.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/solutions.h"
#include "support/test.h"

#define UNKNOWN GRUNDY_NUMBER_UNKNOWN

/* ---- windows ------------------------------------------------------------------------------- */

/* Returns a copy of the moves with the frontier, which has one entry per vertex. */
static grundy_digraph *window_of(const grundy_digraph *g, const uint8_t *frontier) {
  grundy_digraph *copy = NULL;
  uint32_t order = grundy_digraph_order(g), *tails = malloc((g->offsets[order] + 1) * 4);
  for (uint32_t u = 0; u < order; u++)
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) tails[e] = u;
  assert_int_equal(grundy_digraph_new(order, g->offsets[order], tails, g->targets, &copy, NULL),
                   GRUNDY_OK);
  copy->attributes.frontier = malloc(order);
  memcpy(copy->attributes.frontier, frontier, order);
  grundy_digraph_complete(copy);
  free(tails);
  return copy;
}

static grundy_solution *solved(const grundy_digraph *window) {
  grundy_solution *s = NULL;
  grundy_error error = {0};
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMNS_WINDOW};
  if (grundy_solve_in_memory(window, &options, &s, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return s;
}

/* Makes a random frontier with at most `most` vertices, and at least one. */
static void random_frontier(grundy_random *random, uint32_t order, uint32_t most,
                            uint8_t *frontier) {
  memset(frontier, 0, order);
  uint32_t count = 1 + (uint32_t)grundy_random_below(random, most);
  while (count-- > 0) frontier[grundy_random_below(random, order)] = 1;
}

/* ---- the definition ------------------------------------------------------------------------ */

/* The moves of g and a loop at every vertex of the frontier. */
static grundy_digraph *with_loops(const grundy_digraph *g, const uint8_t *frontier) {
  grundy_digraph *looped = NULL;
  uint32_t order = grundy_digraph_order(g);
  uint64_t room = g->offsets[order] + order, count = 0;
  uint32_t *tails = malloc(room * 4 + 4), *heads = malloc(room * 4 + 4);
  for (uint32_t u = 0; u < order; u++) {
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++, count++) {
      tails[count] = u;
      heads[count] = g->targets[e];
    }
    if (frontier[u] == 0) continue;
    tails[count] = heads[count] = u;
    count++;
  }
  assert_int_equal(grundy_digraph_new(order, count, tails, heads, &looped, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return looped;
}

/* The least number of moves to win for the next player (win) and for the previous one (lose), if
 * everything outside helps. Relaxes until nothing changes. */
static void naive_low(const grundy_digraph *g, const uint8_t *frontier, bool misere, uint32_t *win,
                      uint32_t *lose) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t v = 0; v < order; v++) win[v] = lose[v] = GRUNDY_INFINITY;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t v = 0; v < order; v++) {
      grundy_vertices row = grundy_digraph_followers(g, v);
      uint32_t least = frontier[v] == 0 ? GRUNDY_INFINITY : misere ? 2 : 0;
      uint32_t most = frontier[v] == 0 ? 0 : 1;
      for (uint64_t i = 0; i < row.count; i++) {
        if (lose[row.at[i]] < least) least = lose[row.at[i]];
        if (win[row.at[i]] > most) most = win[row.at[i]];
      }
      bool terminal = row.count == 0 && frontier[v] == 0;
      uint32_t new_win = least == GRUNDY_INFINITY ? least : least + 1;
      uint32_t new_lose = most == GRUNDY_INFINITY ? most : most + 1;
      if (terminal) new_win = misere ? 1 : GRUNDY_INFINITY;
      if (terminal) new_lose = misere ? GRUNDY_INFINITY : 0;
      changed |= new_win < win[v] || new_lose < lose[v];
      if (new_win < win[v]) win[v] = new_win;
      if (new_lose < lose[v]) lose[v] = new_lose;
    }
  }
}

static bool naive_reaches_frontier(const grundy_digraph *g, const uint8_t *frontier, uint32_t v) {
  uint32_t order = grundy_digraph_order(g);
  uint8_t *seen = calloc(order, 1);
  bool reaches = false;
  seen[v] = 1;
  for (uint32_t round = 0; round < order; round++)
    for (uint32_t u = 0; u < order; u++)
      for (uint64_t e = g->offsets[u]; seen[u] != 0 && e < g->offsets[u + 1]; e++)
        seen[g->targets[e]] = 1;
  for (uint32_t u = 0; u < order; u++) reaches |= seen[u] != 0 && frontier[u] != 0;
  free(seen);
  return reaches;
}

static const char *is_marked_remoteness(const grundy_digraph *g, const grundy_digraph *looped,
                                        const grundy_solution *s, bool misere) {
  uint32_t order = grundy_digraph_order(g), *exact = new_numbers(order);
  uint32_t *win = new_numbers(order), *lose = new_numbers(order);
  const uint32_t *got = grundy_solution_numbers(s, misere ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                          : GRUNDY_COLUMN_REMOTENESS);
  const uint8_t *outcome =
      grundy_solution_letters(s, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME);
  const char *wrong = NULL;
  naive_remoteness(looped, misere, exact);
  naive_low(g, g->attributes.frontier, misere, win, lose);
  for (uint32_t v = 0; v < order && wrong == NULL; v++) {
    bool open = win[v] != GRUNDY_INFINITY || lose[v] != GRUNDY_INFINITY;
    uint32_t expected = exact[v];
    uint8_t letter = exact[v] == GRUNDY_INFINITY ? 'D' : exact[v] % 2 == 0 ? 'P' : 'N';
    if (exact[v] == GRUNDY_INFINITY && open) {
      expected = UNKNOWN;
      letter = '?';
    } else if (exact[v] != GRUNDY_INFINITY && exact[v] != (exact[v] % 2 == 1 ? win[v] : lose[v])) {
      expected |= GRUNDY_NUMBER_AT_MOST;
    }
    if (got[v] != expected || outcome[v] != letter)
      wrong = because("remoteness of %u is %x, expected %x; outcome %c, expected %c", v, got[v],
                      expected, outcome[v], letter);
  }
  free(exact);
  free(win);
  free(lose);
  return wrong;
}

static const char *is_marked_value(const grundy_digraph *g, const grundy_digraph *looped,
                                   const grundy_solution *s) {
  uint32_t order = grundy_digraph_order(g), *exact = new_numbers(order);
  uint32_t *counter = new_numbers(order), *far = new_numbers(order), *inside = new_numbers(order);
  const uint32_t *got = grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *distance = grundy_solution_numbers(s, GRUNDY_COLUMN_DISTANCE);
  const uint8_t *outcome = grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  const char *wrong = NULL;
  naive_values(looped, exact, counter);
  naive_distance(looped, far);
  naive_distance(g, inside);
  for (uint32_t v = 0; v < order && wrong == NULL; v++) {
    uint32_t value = exact[v], length = far[v];
    if (value == GRUNDY_INFINITY && outcome[v] != 'D' &&
        naive_reaches_frontier(g, g->attributes.frontier, v))
      value = UNKNOWN;
    if (length == GRUNDY_INFINITY && inside[v] != GRUNDY_INFINITY) length = UNKNOWN;
    if (got[v] != value) wrong = because("value of %u is %x, expected %x", v, got[v], value);
    if (distance[v] != length)
      wrong = because("distance of %u is %x, expected %x", v, distance[v], length);
  }
  free(exact);
  free(counter);
  free(far);
  free(inside);
  return wrong;
}

static const char *verdict_on(const grundy_digraph *window, const grundy_solution *s) {
  grundy_report *report = NULL;
  const char *wrong = NULL;
  assert_int_equal(grundy_verify(window, s, NULL, &report, NULL), GRUNDY_OK);
  for (size_t i = 0; i < grundy_report_count(report) && wrong == NULL; i++) {
    grundy_finding f = grundy_report_finding(report, i);
    bool there = (grundy_solution_columns(s) & f.column) != 0;
    if (f.verdict == GRUNDY_VERDICT_WRONG || (there && f.verdict == GRUNDY_VERDICT_NOT_CHECKED))
      wrong = because("%s: %s", grundy_column_describe(f.column)->name, f.text);
  }
  grundy_report_free(report);
  return wrong;
}

/* Changes the mark of one entry, of which verify must complain. */
static const char *change_is_found(const grundy_digraph *window, grundy_solution *s, uint32_t v) {
  uint8_t *outcome = (uint8_t *)grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  uint32_t *remoteness = (uint32_t *)grundy_solution_numbers(s, GRUNDY_COLUMN_REMOTENESS);
  uint32_t *values = (uint32_t *)grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY);
  uint32_t *distance = (uint32_t *)grundy_solution_numbers(s, GRUNDY_COLUMN_DISTANCE);
  uint8_t letter = outcome[v];
  outcome[v] = letter == '?' ? 'D' : '?';
  bool found = verdict_on(window, s) != NULL;
  outcome[v] = letter;
  uint32_t *columns[] = {remoteness, values, distance};
  for (int i = 0; i < 3 && found; i++) {
    uint32_t entry = columns[i][v];
    columns[i][v] = entry == UNKNOWN           ? GRUNDY_INFINITY
                    : entry == GRUNDY_INFINITY ? UNKNOWN
                    : i == 0                   ? entry ^ GRUNDY_NUMBER_AT_MOST
                                               : UNKNOWN;
    found = verdict_on(window, s) != NULL;
    columns[i][v] = entry;
  }
  return found ? NULL : because("verify accepts a wrong mark at %u", v);
}

static const char *follows_its_definition(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  if (order == 0) return NULL;
  uint8_t *frontier = malloc(order);
  random_frontier(game->random, order, 1 + order / 2, frontier);
  grundy_digraph *window = window_of(game->g, frontier), *looped = with_loops(game->g, frontier);
  grundy_solution *s = solved(window);
  const char *wrong = is_marked_remoteness(window, looped, s, false);
  if (wrong == NULL) wrong = is_marked_remoteness(window, looped, s, true);
  if (wrong == NULL) wrong = is_marked_value(window, looped, s);
  if (wrong == NULL) wrong = verdict_on(window, s);
  if (wrong == NULL)
    wrong = change_is_found(window, s, (uint32_t)grundy_random_below(game->random, order));
  grundy_solution_free(s);
  grundy_digraph_free(window);
  grundy_digraph_free(looped);
  free(frontier);
  return wrong;
}

/* ---- continuations ------------------------------------------------------------------------- */

/* Outside positions of all kinds: the heaps *0 to *3, a P-position of remoteness 2, and the draws
 * ∞{}, ∞{0} and ∞{1}. */
enum { HEAPS = 4, SLOW = 4, DRAW, DRAW_0, DRAW_1, KINDS, MOST_FRONTIER = 2, MOST_ORDER = 5 };

typedef struct moves {
  uint32_t tails[400], heads[400];
  uint64_t count;
} moves;

static void add(moves *m, uint32_t tail, uint32_t head) {
  m->tails[m->count] = tail;
  m->heads[m->count++] = head;
}

/* Adds the positions of all kinds, numbered from `first` on. */
static void add_kinds(moves *m, uint32_t first) {
  for (uint32_t heap = 0; heap < HEAPS; heap++)
    for (uint32_t to = 0; to < heap; to++) add(m, first + heap, first + to);
  add(m, first + SLOW, first + 1);
  for (uint32_t draw = DRAW; draw <= DRAW_1; draw++) add(m, first + draw, first + draw);
  add(m, first + DRAW_0, first + 0);
  add(m, first + DRAW_1, first + 1);
}

/* A game that has the window as a part. Every vertex of the frontier moves to one position outside,
 * its own, which has the followers of the given kind, or random ones, perhaps in the window. */
static grundy_digraph *continuation(const grundy_digraph *window, const uint32_t *kinds,
                                    grundy_random *random) {
  uint32_t order = grundy_digraph_order(window), own = order + KINDS, next = own;
  const uint8_t *frontier = window->attributes.frontier;
  grundy_digraph *whole = NULL;
  moves m = {.count = 0};
  add_kinds(&m, order);
  uint64_t of_kinds = m.count;
  for (uint32_t u = 0; u < order; u++)
    for (uint64_t e = window->offsets[u]; e < window->offsets[u + 1]; e++)
      add(&m, u, window->targets[e]);
  for (uint32_t u = 0; u < order; u++) {
    if (frontier[u] == 0) continue;
    uint32_t kind = order + kinds[next - own];
    add(&m, u, next);
    for (uint64_t i = 0; random == NULL && i < of_kinds; i++)
      if (m.tails[i] == kind) add(&m, next, m.heads[i] == kind ? next : m.heads[i]);
    for (uint64_t i = grundy_random_below(random == NULL ? &(grundy_random){0} : random, 4);
         random != NULL && i > 0; i--)
      add(&m, next, (uint32_t)grundy_random_below(random, own + MOST_FRONTIER));
    next++;
  }
  assert_int_equal(grundy_digraph_new(own + MOST_FRONTIER, m.count, m.tails, m.heads, &whole, NULL),
                   GRUNDY_OK);
  return whole;
}

/* What all continuations so far have in common. */
typedef struct common {
  uint8_t outcome[2][MOST_ORDER]; /* 0: they differ */
  uint32_t value[MOST_ORDER];     /* UNKNOWN: they differ */
  bool any;
} common;

/* Returns whether an entry of a window allows the number. */
static bool allows(uint32_t entry, uint32_t number) {
  if (entry == UNKNOWN) return true;
  if (entry == GRUNDY_INFINITY || entry < GRUNDY_NUMBER_AT_MOST) return entry == number;
  return number <= (entry & ~GRUNDY_NUMBER_AT_MOST);
}

static uint8_t letter_of(uint32_t remoteness) {
  return remoteness == GRUNDY_INFINITY ? 'D' : remoteness % 2 == 0 ? 'P' : 'N';
}

/* Returns whether the set of a window allows the set of the same vertex in a continuation. */
static bool set_allows(grundy_set entry, const uint32_t *set, uint64_t count) {
  uint64_t certain = 0;
  bool open = false;
  for (uint64_t i = 0; i < entry.size; i++) {
    bool found = entry.numbers[i] == UNKNOWN;
    open |= found;
    certain += !found;
    for (uint64_t j = 0; j < count && !found; j++) found = set[j] == entry.numbers[i];
    if (!found) return false;
  }
  return open || certain == count;
}

static const char *allows_sets(const grundy_solution *s, const grundy_digraph *whole,
                               const uint32_t *values, uint32_t v) {
  uint32_t set[64];
  grundy_set k = grundy_solution_set_at(s, GRUNDY_COLUMN_K, v);
  grundy_set j = grundy_solution_set_at(s, GRUNDY_COLUMN_J, v);
  if (k.absent && values[v] == GRUNDY_INFINITY) return because("K of %u is missing", v);
  if (!k.absent && values[v] == GRUNDY_INFINITY &&
      !set_allows(k, set, naive_k(whole, values, v, set)))
    return because("K of %u contradicts a continuation", v);
  return set_allows(j, set, naive_j(whole, values, v, set))
             ? NULL
             : because("J of %u contradicts a continuation", v);
}

static const char *allows_continuation(const grundy_solution *s, uint32_t order,
                                       const grundy_digraph *whole, common *all) {
  uint32_t size = grundy_digraph_order(whole);
  uint32_t *r[2] = {new_numbers(size), new_numbers(size)}, *distance = new_numbers(size);
  uint32_t *values = new_numbers(size), *counter = new_numbers(size);
  const char *wrong = NULL;
  naive_remoteness(whole, 0, r[0]);
  naive_remoteness(whole, 1, r[1]);
  naive_values(whole, values, counter);
  naive_distance(whole, distance);
  for (uint32_t v = 0; v < order && wrong == NULL; v++) {
    for (int misere = 0; misere < 2; misere++) {
      uint8_t letter = letter_of(r[misere][v]), *shared = &all->outcome[misere][v];
      uint8_t got =
          grundy_solution_letters(s, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME)[v];
      uint32_t bound = grundy_solution_numbers(s, misere ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                         : GRUNDY_COLUMN_REMOTENESS)[v];
      if (got != '?' && got != letter) wrong = because("%u is %c, not %c", v, letter, got);
      if (!allows(bound, r[misere][v])) wrong = because("remoteness %x at %u", bound, v);
      *shared = !all->any || *shared == letter ? letter : 0;
    }
    uint32_t value = grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY)[v];
    if (!allows(value, values[v])) wrong = because("value %x at %u, not %x", value, v, values[v]);
    if (!allows(grundy_solution_numbers(s, GRUNDY_COLUMN_DISTANCE)[v], distance[v]))
      wrong = because("distance at %u", v);
    if (wrong == NULL) wrong = allows_sets(s, whole, values, v);
    all->value[v] = !all->any || all->value[v] == values[v] ? values[v] : UNKNOWN;
  }
  all->any = true;
  free(r[0]);
  free(r[1]);
  free(values);
  free(counter);
  free(distance);
  return wrong;
}

/* Wins, losses and finite values are printed wherever all continuations agree on them. */
static const char *is_complete(const grundy_solution *s, uint32_t order, const common *all) {
  for (uint32_t v = 0; v < order; v++) {
    for (int misere = 0; misere < 2; misere++) {
      uint8_t shared = all->outcome[misere][v];
      uint8_t got =
          grundy_solution_letters(s, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME)[v];
      if ((shared == 'P' || shared == 'N') && got != shared)
        return because("%u is always %c, and not printed", v, shared);
    }
    uint32_t value = grundy_solution_numbers(s, GRUNDY_COLUMN_GRUNDY)[v];
    if (all->value[v] < UNKNOWN && value != all->value[v])
      return because("%u always has value %u, and it is not printed", v, all->value[v]);
  }
  return NULL;
}

static const char *allows_every_continuation(const test_game *game) {
  enum { RANDOM_ONES = 12 };
  uint32_t order = grundy_digraph_order(game->g), kinds[MOST_FRONTIER];
  uint8_t frontier[MOST_ORDER];
  common all = {.any = false};
  const char *wrong = NULL;
  if (order == 0 || order > MOST_ORDER) return NULL;
  random_frontier(game->random, order, MOST_FRONTIER, frontier);
  grundy_digraph *window = window_of(game->g, frontier);
  grundy_solution *s = solved(window);
  for (uint32_t i = 0; i < KINDS * KINDS + RANDOM_ONES && wrong == NULL; i++) {
    bool random = i >= KINDS * KINDS;
    kinds[0] = i % KINDS;
    kinds[1] = i / KINDS % KINDS;
    grundy_digraph *whole = continuation(window, kinds, random ? game->random : NULL);
    wrong = allows_continuation(s, order, whole, &all);
    grundy_digraph_free(whole);
  }
  if (wrong == NULL) wrong = is_complete(s, order, &all);
  grundy_solution_free(s);
  grundy_digraph_free(window);
  return wrong;
}

/* ---- tests --------------------------------------------------------------------------------- */

static void a_window_follows_its_definition(void **state) {
  on_every_game(2, follows_its_definition);
  on_random_games(2500, 9, follows_its_definition);
  on_random_games(60, 60, follows_its_definition);
}

static void no_continuation_contradicts_a_window(void **state) {
  on_every_game(2, allows_every_continuation);
  on_some_games(3, 200, allows_every_continuation);
  on_random_games(400, MOST_ORDER, allows_every_continuation);
}

/* v moves to a and b; a moves to f and to a draw d, and b to c and to d; c moves to f, which is the
 * frontier. v is lost if both a and b are won, that is, if f is a P-position and an N-position. So
 * v is always a draw, but the optimistic game does not know that both cannot be true. */
static void a_draw_by_contradiction_is_not_known(void **state) {
  enum { V, A, B, C, D, F, ORDER };
  const uint32_t pairs[][2] = {{V, A}, {V, B}, {A, F}, {A, D}, {B, C}, {B, D}, {C, F}, {D, D}};
  const uint8_t frontier[ORDER] = {[F] = 1};
  grundy_digraph *g = game_from_pairs(ORDER, sizeof pairs / sizeof *pairs, pairs);
  grundy_digraph *window = window_of(g, frontier);
  grundy_solution *s = solved(window);
  const uint8_t *outcome = grundy_solution_letters(s, GRUNDY_COLUMN_OUTCOME);
  assert_int_equal(outcome[V], '?');
  assert_int_equal(outcome[D], 'D');
  assert_null(verdict_on(window, s));
  grundy_solution_free(s);
  grundy_digraph_free(window);
  grundy_digraph_free(g);
}

/* Expects that the verifier finds something wrong, and that it says this. */
static void expect_wrong(const grundy_digraph *window, const grundy_solution *s, const char *said) {
  const char *wrong = verdict_on(window, s);
  assert_non_null(wrong);
  if (strstr(wrong, said) == NULL) fail_msg("'%s' lacks '%s'", wrong, said);
}

/* 0 → 1 → 2 and 3 → 3, where moves from 1 leave the window. */
static void wrong_places_sets_and_columns_are_found(void **state) {
  const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {3, 3}}, seven[] = {7};
  const uint8_t frontier[] = {0, 1, 0, 0};
  grundy_digraph *g = game_from_pairs(4, 3, pairs), *window = window_of(g, frontier);
  grundy_solution *s = solved(window);
  grundy_columns columns = grundy_solution_columns(s);
  uint8_t *places = letters_to_change(s, GRUNDY_COLUMN_WINDOW);
  assert_null(verdict_on(window, s));
  for (uint32_t v = 0; v < 2; v++) {
    uint8_t right = places[v];
    places[v] = right == 'F' ? 'I' : 'F';
    expect_wrong(window, s, "window");
    places[v] = right;
  }
  for (uint32_t v = 0; v < 4; v++) {
    const grundy_set sets[] = {{.absent = true}, {.size = 0}, {.numbers = seven, .size = 1}};
    grundy_set right = grundy_solution_set_at(s, GRUNDY_COLUMN_K, v);
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
      if (sets[i].absent == right.absent && sets[i].size == right.size && right.size == 0) continue;
      grundy_solution *changed = solution_copy(s, columns);
      change_set(changed, GRUNDY_COLUMN_K, v, sets[i]);
      expect_wrong(window, changed, "k");
      grundy_solution_free(changed);
    }
  }
  for (uint32_t v = 0; v < 4; v++) { /* another number instead of the first one */
    grundy_set right = grundy_solution_set_at(s, GRUNDY_COLUMN_J, v);
    uint32_t numbers[4];
    if (right.size == 0) continue;
    assert_true(right.size <= 4);
    memcpy(numbers, right.numbers, right.size * sizeof *numbers);
    numbers[0] = numbers[0] == 7 ? 6 : 7;
    if (right.size > 1 && numbers[0] >= numbers[1]) numbers[0] = numbers[1] - 1;
    grundy_solution *changed = solution_copy(s, columns);
    change_set(changed, GRUNDY_COLUMN_J, v, (grundy_set){.numbers = numbers, .size = right.size});
    expect_wrong(window, changed, "another set");
    grundy_solution_free(changed);
  }
  grundy_solution *some = solution_copy(s, columns & ~(grundy_columns)GRUNDY_COLUMN_WINDOW);
  expect_wrong(window, some, "the solution does not say so");
  grundy_solution_free(some);
  uint32_t *hmin;
  assert_int_equal(grundy_solution_add_numbers(s, GRUNDY_COLUMN_HMIN, &hmin, NULL), GRUNDY_OK);
  memset(hmin, 0, 4 * sizeof *hmin);
  expect_wrong(window, s, "does not exist for a window");
  grundy_solution_free(s);
  grundy_digraph_free(window);
  grundy_digraph_free(g);
}

static void other_functions_refuse_windows(void **state) {
  const uint32_t pairs[][2] = {{0, 1}};
  const uint8_t frontier[] = {0, 1};
  grundy_digraph *g = game_from_pairs(2, 1, pairs), *window = window_of(g, frontier), *other = NULL;
  grundy_solution *s = NULL;
  grundy_labellings_report report;
  uint32_t labels[2], classes;
  grundy_solve_options refused = {.size = sizeof refused, .columns = GRUNDY_COLUMN_HMIN};
  assert_int_equal(grundy_solve_in_memory(window, &refused, &s, NULL), GRUNDY_UNDEFINED);
  refused.columns = GRUNDY_COLUMN_COUNTER;
  assert_int_equal(grundy_solve_in_memory(window, &refused, &s, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_solve_reduced(window, NULL, &s, &classes, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_external_solve(window, NULL, &s, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_labellings(window, NULL, labels, &report, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_compatible_coarsest(window, NULL, labels, &classes, NULL),
                   GRUNDY_UNDEFINED);
  assert_int_equal(grundy_quotient(window, labels, 1, NULL, NULL, &other, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(grundy_digraph_product(GRUNDY_DISJUNCTIVE, 1,
                                          (const grundy_digraph *const[]){window}, NULL, &other,
                                          NULL),
                   GRUNDY_UNDEFINED);
  assert_int_equal(grundy_digraph_write(window, GRUNDY_FORMAT_EDGES, NULL, stdout, NULL),
                   GRUNDY_UNDEFINED);
  assert_null(s);
  assert_null(other);
  grundy_digraph_free(window);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_window_follows_its_definition),
      cmocka_unit_test(no_continuation_contradicts_a_window),
      cmocka_unit_test(a_draw_by_contradiction_is_not_known),
      cmocka_unit_test(wrong_places_sets_and_columns_are_found),
      cmocka_unit_test(other_functions_refuse_windows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
