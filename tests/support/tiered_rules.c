#include "support/tiered_rules.h"

#include "support/folder.h"
#include "support/test.h"

#include <grundy/grundy.h>

tiered_game tiered;

/* Tiers have numbers that are not their places. */
enum { FIRST_TIER = 1000003, TIER_STEP = 977 };

typedef struct pair {
  uint32_t vertex, side;
} pair;

static pair load(const void *position) {
  pair p;
  memcpy(&p, position, sizeof p);
  return p;
}

/* ---- rules -------------------------------------------------------------------------------- */

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = sizeof(pair);
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  memset(position, 0, sizeof(pair));
}

/* A move of the vertices leads to a side that depends on both and on the side before. */
static uint32_t side_after(uint32_t from, uint32_t to, uint32_t side) {
  return (from + to + side) % 2;
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  pair p = load(position);
  (void)game;
  for (uint32_t i = 0; i < tiered.degree[p.vertex]; i++) {
    uint32_t v = tiered.moves[p.vertex][i];
    pair after = {v, side_after(p.vertex, v, p.side)};
    emit(to, &after);
  }
}

static void unmoves(const void *game, const void *position, grundy_emit emit, void *to) {
  pair p = load(position);
  (void)game;
  for (uint32_t u = 0; u < tiered.order; u++)
    for (uint32_t i = 0; i < tiered.degree[u]; i++) {
      pair before = {u, side_after(u, p.vertex, p.side)};
      if (tiered.moves[u][i] == p.vertex) emit(to, &before);
    }
}

static void canon(const void *game, void *position) {
  pair p = load(position);
  (void)game;
  p.side = 0;
  memcpy(position, &p, sizeof p);
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)game;
  (void)payoff;
  return tiered.end[load(position).vertex];
}

static int player(const void *game, const void *position) {
  (void)game;
  return load(position).vertex % 2 == 0 ? 'A' : 'B';
}

static size_t show(const void *game, const void *position, char *text, size_t size) {
  pair p = load(position);
  (void)game;
  return (size_t)snprintf(text, size, "%lu%c", (unsigned long)p.vertex, p.side == 0 ? 'a' : 'b');
}

static bool parse(const void *game, const char *text, size_t length, void *position) {
  char *end;
  uint32_t vertex = (uint32_t)strtoul(text, &end, 10);
  pair p = {vertex, *end == 'b'};
  (void)game;
  memcpy(position, &p, sizeof p);
  return length > 1 && end == text + length - 1 && (*end == 'a' || *end == 'b') &&
         p.vertex < tiered.order;
}

/* ---- ranks -------------------------------------------------------------------------------- */

static uint64_t number_of(uint32_t tier) {
  return FIRST_TIER + (uint64_t)TIER_STEP * (TIERED_MAX_TIERS - tier);
}

static uint32_t tier_of(uint64_t number) {
  return TIERED_MAX_TIERS - (uint32_t)((number - FIRST_TIER) / TIER_STEP);
}

static uint64_t count(const void *game, uint64_t tier) {
  (void)game;
  return 2 * (uint64_t)tiered.slots[tier_of(tier)];
}

static bool rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  pair p = load(position);
  (void)game;
  if (p.vertex >= tiered.order || p.side > 1) return false;
  *tier = number_of(tiered.tier[p.vertex]);
  *index = 2 * (uint64_t)tiered.slot[p.vertex] + p.side;
  return true;
}

static bool unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  (void)game;
  for (uint32_t v = 0; v < tiered.order; v++)
    if (tiered.tier[v] == tier_of(tier) && tiered.slot[v] == index / 2) {
      pair p = {v, (uint32_t)(index % 2)};
      memcpy(position, &p, sizeof p);
      return true;
    }
  return false;
}

/* Also gives tiers to which no move leads. */
static void tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                  void *to) {
  (void)game;
  for (uint32_t t = 0; t < tier_of(tier); t++) emit(to, number_of(t));
}

grundy_rules tiered_rules(bool with_canon, bool with_terminal, bool with_player,
                          bool with_unmoves) {
  return (grundy_rules){.abi = GRUNDY_RULES_ABI,
                        .size = sizeof(grundy_rules),
                        .title = "a digraph in tiers",
                        .open = open_game,
                        .start = start,
                        .moves = moves,
                        .canon = with_canon ? canon : NULL,
                        .terminal = with_terminal ? terminal : NULL,
                        .player = with_player ? player : NULL,
                        .show = show,
                        .parse = parse,
                        .count = count,
                        .rank = rank,
                        .unrank = unrank,
                        .tiers = tiers,
                        .unmoves = with_unmoves ? unmoves : NULL};
}

/* ---- games -------------------------------------------------------------------------------- */

void tiered_clear(void) {
  for (uint32_t v = 0; v < tiered.order; v++) free(tiered.moves[v]);
  memset(&tiered, 0, sizeof tiered);
}

int tiered_remove_folder(void **state) {
  tiered_clear();
  return folder_remove_all(state);
}

void tiered_start(uint32_t order) {
  tiered_clear();
  assert_true(order <= TIERED_MAX_VERTICES);
  tiered.order = order;
  tiered.tiers = 1;
  tiered.slots[0] = order;
  for (uint32_t v = 0; v < order; v++) tiered.slot[v] = v;
}

void tiered_add_move(uint32_t from, uint32_t to) {
  uint32_t degree = tiered.degree[from];
  uint32_t *longer = realloc(tiered.moves[from], (degree + 1) * sizeof *longer);
  assert_non_null(longer);
  longer[degree] = to;
  tiered.moves[from] = longer;
  tiered.degree[from]++;
}

/* Gives the vertices of each tier slots in a random order, with gaps. */
static void give_slots(grundy_random *random) {
  for (uint32_t v = 0; v < tiered.order; v++) {
    uint32_t t = tiered.tier[v], gap = (uint32_t)grundy_random_below(random, 3) / 2;
    tiered.slot[v] = tiered.slots[t] + gap;
    tiered.slots[t] += 1 + gap;
  }
  for (uint32_t v = 0; v < tiered.order; v++) { /* exchanges slots at random */
    uint32_t u = (uint32_t)grundy_random_below(random, tiered.order), slot = tiered.slot[v];
    if (tiered.tier[u] != tiered.tier[v]) continue;
    tiered.slot[v] = tiered.slot[u];
    tiered.slot[u] = slot;
  }
}

void tiered_random(grundy_random *random, bool coloured, const char *ends) {
  uint32_t order = 2 + (uint32_t)grundy_random_below(random, 60);
  uint32_t degree = 1 + (uint32_t)grundy_random_below(random, 4);
  tiered_start(order);
  tiered.tiers = 1 + (uint32_t)grundy_random_below(random, TIERED_MAX_TIERS - 1);
  tiered.slots[0] = 0;
  for (uint32_t v = 0; v < order; v++)
    tiered.tier[v] =
        v == 0 ? tiered.tiers - 1 : (uint32_t)grundy_random_below(random, tiered.tiers);
  give_slots(random);
  for (uint32_t v = 0; v < order; v++) {
    char end = ends[grundy_random_below(random, strlen(ends))];
    uint32_t tries = (uint32_t)grundy_random_below(random, 2 * degree + 1) + (v == 0 ? 10 : 0);
    for (uint32_t i = 0; i < tries; i++) {
      uint32_t to = (uint32_t)grundy_random_below(random, order);
      if (tiered.tier[to] <= tiered.tier[v] && (!coloured || (v + to) % 2 == 1))
        tiered_add_move(v, to);
    }
    if (tiered.degree[v] == 0 && end != '-') tiered.end[v] = (uint8_t)end;
  }
}

void tiered_random_decided(grundy_random *random) {
  uint32_t order = 300 + (uint32_t)grundy_random_below(random, 300);
  tiered_start(order);
  tiered.tiers = 2;
  tiered.slots[0] = 0;
  for (uint32_t v = 0; v < order; v++) tiered.tier[v] = v < order / 2;
  give_slots(random);
  for (uint32_t v = 0; v + 1 < order; v++) {
    uint32_t degree = 1 + (uint32_t)grundy_random_below(random, 3);
    if (v > 0 && grundy_random_below(random, 10) == 0) continue;
    for (uint32_t i = 0; i < degree; i++) {
      uint32_t reach = order - 1 - v < 20 ? order - 1 - v : 20;
      tiered_add_move(v, v + 1 + (uint32_t)grundy_random_below(random, reach));
    }
    uint32_t back = (uint32_t)grundy_random_below(random, v + 1);
    if (tiered.tier[back] == tiered.tier[v] && grundy_random_below(random, 20) == 0)
      tiered_add_move(v, back);
  }
}

grundy_status tiered_try_open(const grundy_rules *rules, const char *name, grundy_tiers **opened,
                              grundy_error *error) {
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_compiled_linked(name, rules, "", &ruleset, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_ruleset_set_text(ruleset, name, "", error); /* on failure closes the rules */
  return status == GRUNDY_OK ? grundy_tiers_new(ruleset, NULL, opened, error) : status;
}

grundy_tiers *tiered_open(const grundy_rules *rules) {
  grundy_tiers *opened = NULL;
  grundy_error error = {0};
  if (tiered_try_open(rules, "tiered", &opened, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return opened;
}

/* ---- files -------------------------------------------------------------------------------- */

unsigned char *tiered_read_files(const grundy_tiers *tiers, size_t *length) {
  unsigned char *all = NULL;
  *length = 0;
  for (uint64_t i = 0; i < tiers->count; i++) {
    char *path = grundy_tiers_path(tiers, i);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    for (int c; (c = getc(in)) != EOF; (*length)++) {
      if ((*length & (*length - 1)) == 0) all = realloc(all, *length == 0 ? 1 : 2 * *length);
      assert_non_null(all);
      all[*length] = (unsigned char)c;
    }
    (void)fclose(in);
    free(path);
  }
  return all;
}

static void set_entry(grundy_tier_table *table, uint64_t index, uint32_t entry) {
  if (table->bits == 2)
    table->entries[index / 4] |= (uint8_t)(entry << index % 4 * 2);
  else if (entry == GRUNDY_INFINITY)
    grundy_tier_table_mark(table, index, GRUNDY_TIER_INFINITE);
  else if (entry == GRUNDY_TIER_NUMBER_ABSENT)
    grundy_tier_table_mark(table, index, GRUNDY_TIER_ABSENT);
  else
    assert_true(grundy_tier_table_set(table, index, entry));
}

/* Returns the entry of a column; GRUNDY_TIER_NUMBER_ABSENT if there is no such column. */
static uint32_t entry_of(const tiered_column *columns, unsigned count, grundy_columns column,
                         uint64_t index) {
  for (unsigned j = 0; j < count; j++)
    if (columns[j].column == column) return columns[j].entries[index];
  return GRUNDY_TIER_NUMBER_ABSENT;
}

static bool is_number(uint32_t entry) {
  return entry != GRUNDY_TIER_NUMBER_ABSENT && entry != GRUNDY_INFINITY;
}

/* Returns P, N or a draw by a number of moves, or 0 if there is none. */
static unsigned outcome_by(uint32_t entry) {
  if (entry == GRUNDY_TIER_NUMBER_ABSENT) return 0;
  return !is_number(entry) ? GRUNDY_TIER_D : entry % 2 == 0 ? GRUNDY_TIER_P : GRUNDY_TIER_N;
}

static void raise_to(uint64_t *largest, uint32_t entry) {
  if (is_number(entry) && entry > *largest) *largest = entry;
}

/* Counts the entries of one index as docs/formats.md says. */
static void count_index(const tiered_column *columns, unsigned count, uint64_t index,
                        grundy_tier_counts *counts) {
  uint32_t remoteness = entry_of(columns, count, GRUNDY_COLUMN_REMOTENESS, index),
           value = entry_of(columns, count, GRUNDY_COLUMN_GRUNDY, index),
           q1 = entry_of(columns, count, GRUNDY_COLUMN_Q1, index),
           q0 = entry_of(columns, count, GRUNDY_COLUMN_Q0, index),
           outcome = entry_of(columns, count, GRUNDY_COLUMN_OUTCOME, index);
  bool is_outcome = columns[0].column == GRUNDY_COLUMN_OUTCOME;
  counts->positions += columns[0].entries[index] !=
                       (is_outcome ? GRUNDY_TIER_NO_OUTCOME : GRUNDY_TIER_NUMBER_ABSENT);
  if (outcome == GRUNDY_TIER_NUMBER_ABSENT) outcome = outcome_by(remoteness);
  if (outcome == 0 && outcome_by(q1) != 0 && outcome_by(q0) != 0)
    outcome = outcome_by(q1) == outcome_by(q0) ? outcome_by(q1) : GRUNDY_TIER_D;
  counts->p += outcome == GRUNDY_TIER_P;
  counts->n += outcome == GRUNDY_TIER_N;
  counts->d += outcome == GRUNDY_TIER_D;
  counts->infinite += value == GRUNDY_INFINITY;
  raise_to(&counts->largest_value, value);
  raise_to(&counts->largest_remoteness, remoteness);
  raise_to(&counts->largest_remoteness, q1);
  raise_to(&counts->largest_remoteness, q0);
}

void tiered_write_file(const grundy_tiers *tiers, uint64_t place, const tiered_column *columns,
                       unsigned count) {
  grundy_tier_table tables[GRUNDY_TIER_MAX_COLUMNS];
  grundy_tier_result results[GRUNDY_TIER_MAX_COLUMNS];
  grundy_tier_counts counts = {0};
  grundy_tier_expected expected = grundy_tiers_expected(tiers, place);
  char *path = grundy_tiers_path(tiers, place);
  for (unsigned j = 0; j < count; j++) {
    unsigned bits = grundy_tier_bits(columns[j].column);
    assert_true(grundy_tier_table_start(&tables[j], expected.count, bits));
    for (uint64_t i = 0; i < expected.count; i++) set_entry(&tables[j], i, columns[j].entries[i]);
    if (bits == 8) grundy_tier_table_finish(&tables[j]);
    results[j] = (grundy_tier_result){columns[j].column, &tables[j]};
  }
  for (uint64_t i = 0; i < expected.count; i++) count_index(columns, count, i, &counts);
  assert_int_equal(grundy_tier_file_write(path, &expected, &counts, results, count, NULL),
                   GRUNDY_OK);
  for (unsigned j = 0; j < count; j++) grundy_tier_table_free(&tables[j]);
  free(path);
}

/* ---- comparing with the stored solver
 * ------------------------------------------------------------ */

static uint32_t number_at(const grundy_solution *solution, grundy_columns column, uint32_t v) {
  return grundy_solution_numbers(solution, column)[v];
}

/* Returns the first column in which the entry differs from the solution; 0 if there is none. */
static grundy_columns differs(const grundy_solution *solution, uint32_t v,
                              const grundy_tiers_entry *entry, grundy_columns columns) {
  const struct {
    grundy_columns column;
    uint32_t number;
  } numbers[] = {{GRUNDY_COLUMN_REMOTENESS, entry->remoteness},
                 {GRUNDY_COLUMN_Q1, entry->q1},
                 {GRUNDY_COLUMN_Q0, entry->q0}};
  if ((columns & ~entry->columns) != 0) return columns & ~entry->columns;
  if ((columns & GRUNDY_COLUMN_OUTCOME) != 0 &&
      entry->outcome != grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[v])
    return GRUNDY_COLUMN_OUTCOME;
  for (size_t i = 0; i < 3; i++)
    if ((columns & numbers[i].column) != 0 &&
        numbers[i].number != number_at(solution, numbers[i].column, v))
      return numbers[i].column;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0 &&
      !grundy_value_equal(entry->value, grundy_solution_value(solution, v)))
    return GRUNDY_COLUMN_GRUNDY;
  return 0;
}

void assert_same_as_stored(const char *what, const grundy_digraph *g, grundy_tiers *tiers,
                           grundy_columns columns) {
  grundy_solution *solution = NULL;
  grundy_columns stored = columns & ~(grundy_columns)GRUNDY_COLUMN_COUNTER;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) stored |= GRUNDY_COLUMN_K;
  grundy_solve_options options = GRUNDY_OPTIONS(grundy_solve_options, .columns = stored);
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    grundy_tiers_entry entry;
    grundy_error error = {0};
    if (grundy_tiers_find(tiers, name, strlen(name), &entry, &error) != GRUNDY_OK)
      fail_msg("%s: %s", what, error.message);
    grundy_columns wrong = differs(solution, v, &entry, columns);
    if (wrong != 0) fail_msg("%s: column %#x of %s differs", what, wrong, name);
  }
  grundy_solution_free(solution);
}
