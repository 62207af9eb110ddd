#include "support/option_tables.h"

#include "digraph/part_sums.h"
#include "support/test.h"

option_table option_table_new(uint32_t heaps) {
  assert_true(heaps <= TABLE_HEAPS);
  option_table table = {.heaps = heaps, .slots = 1024};
  table.options = calloc(heaps + 1, sizeof *table.options);
  table.sums = calloc(table.slots, sizeof *table.sums);
  table.outcomes = calloc(table.slots, 1);
  assert_true(table.options != NULL && table.sums != NULL && table.outcomes != NULL);
  return table;
}

void option_table_free(option_table *table) {
  free(table->options);
  free(table->sums);
  free(table->outcomes);
}

static void add_option(option_table *table, uint32_t heap, const table_option *option) {
  uint32_t *degree = &table->degrees[heap - 1];
  assert_true(*degree < TABLE_OPTIONS);
  table->options[heap - 1][(*degree)++] = *option;
}

/* ---- codes ------------------------------------------------------------------------------- */

/* Adds the options that leave `parts` more heaps with `left` beans, none smaller than `least`. */
static void add_partitions(option_table *table, uint32_t heap, table_option option, uint32_t parts,
                           uint32_t least, uint32_t left, bool unequal) {
  if (parts == 0) {
    if (left == 0) add_option(table, heap, &option);
    return;
  }
  for (uint32_t a = least; a <= left; a++) {
    if (unequal && parts == 2 && 2 * a == left) continue;
    table_option next = option;
    next.parts[next.count++] = a;
    add_partitions(table, heap, next, parts - 1, a, left - a, unequal);
  }
}

option_table option_table_of_rules(const heap_rules *rules, uint32_t heaps) {
  option_table table = option_table_new(heaps);
  for (uint32_t h = 1; h <= heaps; h++)
    for (uint32_t k = 0; k <= h; k++) {
      uint32_t digit = k < rules->count ? rules->digits[k] : rules->rest;
      for (uint32_t parts = 0; parts <= TABLE_PARTS; parts++)
        if ((digit >> parts & 1) != 0)
          add_partitions(&table, h, (table_option){0}, parts, 1, h - k, rules->unequal);
    }
  return table;
}

/* ---- random tables ------------------------------------------------------------------------ */

static bool is_same(const table_option *a, const table_option *b) {
  return a->count == b->count && memcmp(a->parts, b->parts, a->count * sizeof *a->parts) == 0;
}

/* Adds the option unless it exists; heaps without moves are left out of sums. */
static void add_new(option_table *table, uint32_t heap, table_option option) {
  if (option.count > 1) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < option.count; i++)
      if (table->degrees[option.parts[i] - 1] > 0) option.parts[kept++] = option.parts[i];
    option.count = kept;
  }
  for (uint32_t i = 1; i < option.count; i++)
    for (uint32_t j = i; j > 0 && option.parts[j - 1] > option.parts[j]; j--) {
      uint32_t swap = option.parts[j];
      option.parts[j] = option.parts[j - 1];
      option.parts[j - 1] = swap;
    }
  for (uint32_t i = 0; i < table->degrees[heap - 1]; i++)
    if (is_same(&table->options[heap - 1][i], &option)) return;
  add_option(table, heap, &option);
}

option_table option_table_random(grundy_random *random, uint32_t heaps, uint32_t parts) {
  option_table table = option_table_new(heaps);
  for (uint32_t h = 1; h <= heaps; h++) {
    uint32_t degree = (uint32_t)grundy_random_below(random, 4);
    for (uint32_t i = 0; i < degree; i++) {
      table_option option = {.count = (uint32_t)grundy_random_below(random, parts + 1)};
      if (h == 1) option.count = 0;
      for (uint32_t j = 0; j < option.count; j++)
        option.parts[j] = 1 + (uint32_t)grundy_random_below(random, h - 1);
      add_new(&table, h, option);
    }
  }
  return table;
}

/* ---- digraphs ----------------------------------------------------------------------------- */

/* Collects the moves to single heaps and to sums. */
grundy_digraph *option_table_digraph(const option_table *table) {
  enum { MOST = TABLE_HEAPS * TABLE_OPTIONS };
  static uint32_t tails[MOST], heads[MOST];
  grundy_part_sums sums = {calloc(TABLE_HEAPS + 1, sizeof *sums.rows),
                           calloc(MOST + 1, sizeof *sums.starts),
                           calloc(MOST * TABLE_PARTS, sizeof *sums.parts)};
  assert_true(sums.rows != NULL && sums.starts != NULL && sums.parts != NULL);
  uint64_t count = 0, sum = 0;
  for (uint32_t h = 1; h <= table->heaps; h++) {
    for (uint32_t i = 0; i < table->degrees[h - 1]; i++) {
      const table_option *option = &table->options[h - 1][i];
      if (option->count == 1) {
        tails[count] = h - 1;
        heads[count++] = option->parts[0] - 1;
        continue;
      }
      sums.starts[sum + 1] = sums.starts[sum] + option->count;
      for (uint32_t j = 0; j < option->count; j++)
        sums.parts[sums.starts[sum] + j] = option->parts[j] - 1;
      sum++;
    }
    sums.rows[h] = sum;
  }
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_digraph_new(table->heaps, count, tails, heads, &g, NULL), GRUNDY_OK);
  if (sum > 0)
    grundy_digraph_give_part_sums(g, &sums);
  else
    grundy_part_sums_free(&sums);
  return g;
}

/* ---- searching ---------------------------------------------------------------------------- */

table_sum table_sum_of(const uint32_t *sizes, uint32_t count) {
  table_sum sum = {{0}};
  for (uint32_t i = 0; i < count; i++) sum.counts[sizes[i] - 1]++;
  return sum;
}

static size_t slot_of(const option_table *table, const table_sum *sum) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < TABLE_HEAPS; i++)
    hash = (hash + sum->counts[i] + 1) * 0x9e3779b97f4a7c15;
  size_t slot = (size_t)(hash >> 20) % table->slots;
  while (table->outcomes[slot] != 0 && memcmp(&table->sums[slot], sum, sizeof *sum) != 0)
    slot = (slot + 1) % table->slots;
  return slot;
}

static void store(option_table *table, const table_sum *sum, uint8_t outcome) {
  if (2 * ++table->used > table->slots) {
    option_table old = *table;
    table->slots *= 2;
    table->sums = calloc(table->slots, sizeof *table->sums);
    table->outcomes = calloc(table->slots, 1);
    assert_true(table->sums != NULL && table->outcomes != NULL);
    for (size_t i = 0; i < old.slots; i++) {
      if (old.outcomes[i] == 0) continue;
      size_t slot = slot_of(table, &old.sums[i]);
      table->sums[slot] = old.sums[i];
      table->outcomes[slot] = old.outcomes[i];
    }
    free(old.sums);
    free(old.outcomes);
  }
  size_t slot = slot_of(table, sum);
  table->sums[slot] = *sum;
  table->outcomes[slot] = outcome;
}

static table_sum after_move(const table_sum *sum, uint32_t heap, const table_option *option) {
  table_sum to = *sum;
  to.counts[heap - 1]--;
  for (uint32_t i = 0; i < option->count; i++) to.counts[option->parts[i] - 1]++;
  return to;
}

/* Recursion is as deep as play is long. */
bool option_table_is_p(option_table *table, const table_sum *sum) {
  size_t slot = slot_of(table, sum);
  if (table->outcomes[slot] != 0) return table->outcomes[slot] == 'P';
  bool has_move = false, wins = false;
  for (uint32_t h = 1; h <= table->heaps && !wins; h++) {
    if (sum->counts[h - 1] == 0) continue;
    for (uint32_t i = 0; i < table->degrees[h - 1] && !wins; i++) {
      table_sum to = after_move(sum, h, &table->options[h - 1][i]);
      has_move = true;
      wins = option_table_is_p(table, &to);
    }
  }
  bool is_p = has_move ? !wins : table->is_normal;
  store(table, sum, is_p ? 'P' : 'N');
  return is_p;
}

uint32_t option_table_winning_moves(option_table *table, const table_sum *sum) {
  uint32_t count = 0;
  for (uint32_t h = 1; h <= table->heaps; h++)
    for (uint32_t i = 0; sum->counts[h - 1] > 0 && i < table->degrees[h - 1]; i++) {
      table_sum to = after_move(sum, h, &table->options[h - 1][i]);
      count += option_table_is_p(table, &to);
    }
  return count;
}

void option_table_each_sum(const option_table *table, uint32_t most,
                           void (*visit)(void *context, const uint32_t *sizes, uint32_t count),
                           void *context) {
  uint32_t sizes[32] = {0};
  assert_true(most <= 32);
  visit(context, sizes, 0);
  for (uint32_t count = 1; count <= most && table->heaps > 0; count++) {
    for (uint32_t i = 0; i < count; i++) sizes[i] = 1;
    for (;;) {
      visit(context, sizes, count);
      uint32_t i = count;
      while (i > 0 && sizes[i - 1] == table->heaps) i--;
      if (i == 0) break;
      uint32_t next = sizes[i - 1] + 1;
      for (uint32_t j = i - 1; j < count; j++) sizes[j] = next;
    }
  }
}
