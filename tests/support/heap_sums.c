#include "heap_sums.h"

#include "test.h"

/* ---- options -------------------------------------------------------------------------------- */

void heap_game_add(heap_game *g, uint32_t heap, const heap_option *option) {
  assert_true(g->counts[heap] < HEAP_OPTIONS);
  g->options[heap][g->counts[heap]++] = *option;
}

/* Adds all options that leave `left` beans in `count` more heaps, none smaller than `least`. */
static void add_splits(heap_game *g, uint32_t heap, uint32_t left, uint32_t count, uint32_t least,
                       heap_option option) {
  if (count == 0 && left == 0) heap_game_add(g, heap, &option);
  if (count == 0) return;
  for (uint32_t part = least; part <= left; part++) {
    heap_option more = option;
    more.parts[more.count++] = part;
    add_splits(g, heap, left - part, count - 1, part, more);
  }
}

static uint32_t value_of_digit(char c) {
  return (uint32_t)(c >= 'A' ? c - 'A' + 10 : c - '0');
}

/* Returns the digit of taking k beans. */
static uint32_t digit_of_code(const char *code, uint32_t k) {
  if (strncmp(code, "take{", 5) == 0 || strncmp(code, "allbut{", 7) == 0) {
    bool listed = false;
    for (const char *at = strchr(code, '{'); *at != '}' && at[1] != '}'; at = strpbrk(at + 1, ",}"))
      listed = listed || strtoul(at + 1, NULL, 10) == k;
    return k > 0 && listed == (code[0] == 't') ? 3 : 0;
  }
  if (k == 0) return value_of_digit(code[0]);
  const char *at = code + 2, *open = strchr(code, '(');
  uint32_t before = (uint32_t)strcspn(at, "(."), block = 0;
  if (open != NULL) block = (uint32_t)strcspn(open + 1, ")");
  if (k <= before) return value_of_digit(at[k - 1]);
  if (block > 0) return value_of_digit(open[1 + (k - before - 1) % block]);
  return at[before] == '.' ? value_of_digit(at[before - 1]) : 0;
}

/* Removes the options of two equal heaps. */
static void remove_equal(heap_game *g, uint32_t heap) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < g->counts[heap]; i++) {
    heap_option o = g->options[heap][i];
    if (o.parts[0] != o.parts[1]) g->options[heap][kept++] = o;
  }
  g->counts[heap] = kept;
}

heap_game heap_game_of_code(const char *code) {
  heap_game g = {.counts = {0}};
  bool is_unequal = strcmp(code, "grundy") == 0;
  (void)snprintf(g.text, sizeof g.text, "{\"code\": \"%s\"}", code);
  for (uint32_t heap = 1; heap <= HEAPS; heap++) {
    for (uint32_t k = 0; k <= heap; k++) {
      uint32_t digit = is_unequal ? (k == 0 ? 4 : 0) : digit_of_code(code, k);
      for (uint32_t count = 0; count <= HEAP_PARTS; count++)
        if ((digit >> count & 1) != 0)
          add_splits(&g, heap, heap - k, count, 1, (heap_option){.count = 0});
    }
    if (is_unequal) remove_equal(&g, heap);
  }
  return g;
}

/* ---- outcomes ------------------------------------------------------------------------------- */

void outcome_memory_free(outcome_memory *memory) {
  free(memory->keys);
  free(memory->outcomes);
  *memory = (outcome_memory){0};
}

/* Returns where the key is, or where it can be put. */
static uint32_t find_slot(const outcome_memory *memory, uint64_t key) {
  uint32_t slot = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (memory->room - 1);
  while (memory->outcomes[slot] != 0 && memory->keys[slot] != key)
    slot = (slot + 1) & (memory->room - 1);
  return slot;
}

static void remember(outcome_memory *memory, uint64_t key, uint8_t outcome) {
  if (2 * memory->used >= memory->room) {
    outcome_memory larger = {.room = memory->room == 0 ? 1024 : 2 * memory->room};
    larger.keys = malloc(larger.room * sizeof *larger.keys);
    larger.outcomes = calloc(larger.room, 1);
    for (uint32_t i = 0; i < memory->room; i++)
      if (memory->outcomes[i] != 0) remember(&larger, memory->keys[i], memory->outcomes[i]);
    outcome_memory_free(memory);
    *memory = larger;
  }
  uint32_t slot = find_slot(memory, key);
  memory->keys[slot] = key;
  memory->outcomes[slot] = outcome;
  memory->used++;
}

static void move_by(uint32_t *counts, uint32_t heap, const heap_option *o, uint32_t sign) {
  counts[heap] -= sign;
  for (uint32_t i = 0; i < o->count; i++) counts[o->parts[i]] += sign;
}

bool heap_sum_is_p(const heap_game *g, bool is_misere, uint32_t counts[HEAPS + 1],
                   outcome_memory *memory) {
  uint64_t key = 0;
  bool has_move = false, wins = false;
  for (uint32_t h = 1; h <= HEAPS; h++) key = key << 8 | counts[h];
  if (memory->room > 0) {
    uint8_t known = memory->outcomes[find_slot(memory, key)];
    if (known != 0) return known == 'P';
  }
  for (uint32_t h = 1; h <= HEAPS && !wins; h++)
    for (uint32_t i = 0; i < g->counts[h] && counts[h] > 0 && !wins; i++) {
      has_move = true;
      move_by(counts, h, &g->options[h][i], 1);
      wins = heap_sum_is_p(g, is_misere, counts, memory);
      move_by(counts, h, &g->options[h][i], (uint32_t)-1);
    }
  bool is_p = has_move ? !wins : !is_misere;
  remember(memory, key, is_p ? 'P' : 'N');
  return is_p;
}
