/* Genera of heaps: against the definition, and against published tables. */

#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

/* ---- the naive twin ----------------------------------------------------------------------- */

/* A sum of heaps of an octal game and of heaps of Nim: how many there are of each size. The misère
 * value of a position is the n for which the position plus a heap of Nim of n beans is a
 * P-position. */
enum { SIZES = 8, LONGEST = 4, TABLE = 1 << 20 };

typedef struct position {
  uint8_t heaps[SIZES], nim[SIZES];
} position;

typedef struct memory {
  const heap_rules *rules;
  struct {
    position of;
    uint8_t outcome;
  } * table;
} memory;

static bool is_lost(memory *m, const position *p);

static size_t slot_of(const memory *m, const position *p) {
  uint64_t hash = 1469598103934665603u;
  const unsigned char *bytes = (const unsigned char *)p;
  for (size_t i = 0; i < sizeof *p; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
  size_t slot = hash % TABLE;
  while (m->table[slot].outcome != 0 && memcmp(&m->table[slot].of, p, sizeof *p) != 0)
    slot = (slot + 1) % TABLE;
  return slot;
}

static uint32_t digit_at(const heap_rules *rules, uint32_t k) {
  return k < rules->count ? rules->digits[k] : rules->rest;
}

/* Tries the moves that leave `left` beans of a heap that has been taken out of p. */
static bool leaves_lost(memory *m, const position *p, uint32_t digit, uint32_t left, bool *any) {
  for (uint32_t a = 0; 2 * a <= left; a++) {
    uint32_t b = left - a;
    bool allowed = left == 0 ? (digit & 1) != 0 : a == 0 ? (digit & 2) != 0 : (digit & 4) != 0;
    if (!allowed) continue;
    position next = *p;
    if (a > 0) next.heaps[a]++;
    if (b > 0) next.heaps[b]++;
    *any = true;
    if (is_lost(m, &next)) return true;
  }
  return false;
}

static bool has_lost_follower(memory *m, const position *p, bool *any) {
  for (uint32_t size = 1; size < SIZES; size++) {
    position less = *p;
    if (p->heaps[size] > 0) {
      less.heaps[size]--;
      for (uint32_t k = 1; k <= size; k++)
        if (leaves_lost(m, &less, digit_at(m->rules, k), size - k, any)) return true;
    }
    if (p->nim[size] == 0) continue;
    less = *p;
    less.nim[size]--;
    for (uint32_t left = 0; left < size; left++) {
      position next = less;
      if (left > 0) next.nim[left]++;
      *any = true;
      if (is_lost(m, &next)) return true;
    }
  }
  return false;
}

/* Returns whether the player to move loses; one who has no move wins. */
static bool is_lost(memory *m, const position *p) {
  size_t slot = slot_of(m, p);
  if (m->table[slot].outcome != 0) return m->table[slot].outcome == 'P';
  bool any = false;
  bool lost = !has_lost_follower(m, p, &any) && any;
  slot = slot_of(m, p);
  m->table[slot].of = *p;
  m->table[slot].outcome = lost ? 'P' : 'N';
  return lost;
}

static uint32_t naive_misere_value(memory *m, uint32_t heap, uint32_t twos) {
  for (uint32_t n = 0; n < SIZES; n++) {
    position p = {0};
    if (heap > 0) p.heaps[heap]++;
    p.nim[2] = (uint8_t)twos;
    if (n > 0) p.nim[n]++;
    if (is_lost(m, &p)) return n;
  }
  return UINT32_MAX;
}

/* ---- against the definition --------------------------------------------------------------- */

static uint32_t number_at(const grundy_genus *genus, uint32_t k) {
  return genus->misere[k < genus->count ? k : genus->count - 2 + (k - genus->count) % 2];
}

static void assert_genera(const heap_rules *rules, memory *m) {
  enum { MAX = 5 };
  char text[64];
  grundy_heap_code *code = NULL;
  grundy_genus genera[MAX + 1];
  uint32_t found, values[MAX + 1];
  heap_rules_text(rules, text, sizeof text);
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_genus(code, MAX, 100000, NULL, genera, &found, NULL), GRUNDY_OK);
  assert_int_equal(found, MAX + 1);
  naive_heap_values(rules, MAX, values);
  memset(m->table, 0, TABLE * sizeof *m->table);
  m->rules = rules;
  for (uint32_t n = 0; n <= MAX; n++) {
    assert_int_equal(genera[n].value, values[n]);
    for (uint32_t k = 0; k < LONGEST; k++) {
      uint32_t expected = naive_misere_value(m, n, k);
      if (number_at(&genera[n], k) != expected)
        fail_msg("%s, heap %u with %u twos: %u instead of %u", text, n, k, number_at(&genera[n], k),
                 expected);
    }
  }
  grundy_heap_code_free(code);
}

static void genera_are_those_of_the_definition(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  memory m = {.table = calloc(TABLE, sizeof *m.table)};
  assert_non_null(m.table);
  for (uint64_t i = 0; i < test_scaled(40); i++) {
    heap_rules rules = {.count = 2 + (uint32_t)grundy_random_below(&random, 4)};
    for (uint32_t k = 1; k < rules.count; k++)
      rules.digits[k] = (uint32_t)grundy_random_below(&random, 8);
    assert_genera(&rules, &m);
  }
  free(m.table);
}

/* ---- published tables ----------------------------------------------------------------------- */

static void format_genus(const grundy_genus *genus, char *text, size_t size) {
  size_t length = (size_t)snprintf(text, size, "%u^", genus->value);
  for (uint32_t k = 0; k < genus->count; k++)
    length += (size_t)snprintf(text + length, size - length, "%u", genus->misere[k]);
}

static void assert_table(const char *game, const char *const *table, uint32_t first_wild) {
  grundy_heap_code *code = NULL;
  grundy_genus genera[32];
  uint32_t max = 0, found, wild = 0;
  while (table[max + 1] != NULL) max++;
  assert_int_equal(grundy_heap_code_parse(game, strlen(game), &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_genus(code, max, 1000000, NULL, genera, &found, NULL), GRUNDY_OK);
  for (uint32_t n = 0; n <= max; n++) {
    char text[64];
    format_genus(&genera[n], text, sizeof text);
    assert_string_equal(text, table[n]);
    if (wild == 0 && !grundy_genus_is_tame(&genera[n])) wild = n;
  }
  assert_int_equal(wild, first_wild);
  grundy_heap_code_free(code);
}

/* [BCG82, ch. 13]: Kayles, with its first wild heap, and Nim, where all heaps are tame. */
static void kayles_is_wild_from_heap_5_on(void **state) {
  static const char *const kayles[] = {"0^120", "1^031", "2^20",  "3^31", "1^031",
                                       "4^146", "3^31",  "2^20",  "1^13", "4^046",
                                       "2^20",  "6^46",  "4^046", "1^13", NULL};
  static const char *const nim[] = {"0^120", "1^031", "2^20", "3^31", "4^46",
                                    "5^57",  "6^64",  "7^75", NULL};
  assert_table("kayles", kayles, 5);
  assert_table("nim", nim, 0);
}

static void the_search_keeps_what_it_found_when_a_limit_ends_it(void **state) {
  grundy_heap_code *code = NULL;
  grundy_genus genera[100];
  grundy_outcome outcomes[100] = {0};
  uint32_t found;
  assert_int_equal(grundy_heap_code_parse("kayles", 6, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_genus(code, 99, 1000, NULL, genera, &found, NULL), GRUNDY_UNABLE);
  assert_in_range(found, 6, 98);
  assert_int_equal(genera[5].value, 4);
  assert_int_equal(grundy_heaps_misere_all(code, 99, 1000, NULL, outcomes, NULL), GRUNDY_UNABLE);
  assert_int_equal(outcomes[0], 'N');
  assert_int_equal(outcomes[1], 'P');
  assert_int_equal(outcomes[99], 0);
  assert_int_equal(
      grundy_heaps_genus(code, 99, 1000, GRUNDY_MONITORED(&test_cancelling), genera, &found, NULL),
      GRUNDY_CANCELLED);
  grundy_heap_code_free(code);
}

/* Nim, where heap n has the value n. */
static void numbers_of_a_genus_are_below_256(void **state) {
  grundy_heap_code *code = NULL;
  static grundy_genus genera[301];
  grundy_error error;
  uint32_t found;
  assert_int_equal(grundy_heap_code_parse("nim", 3, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_genus(code, 300, 1000000, NULL, genera, &found, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message, "a genus has too many or too large numbers");
  assert_int_equal(found, 256);
  assert_int_equal(genera[255].value, 255);
  grundy_heap_code_free(code);
}

/* The genera of Nim: n^n(n ⊕ 2) of sums with a heap above 1, and 0^120 and 1^031 of the others. */
static void only_genera_of_nim_are_tame(void **state) {
  static const grundy_genus tame[] = {{.value = 0, .count = 2, .misere = {0, 2}},
                                      {.value = 1, .count = 2, .misere = {1, 3}},
                                      {.value = 7, .count = 2, .misere = {7, 5}},
                                      {.value = 0, .count = 3, .misere = {1, 2, 0}},
                                      {.value = 1, .count = 3, .misere = {0, 3, 1}}};
  for (size_t i = 0; i < sizeof tame / sizeof *tame; i++) {
    assert_true(grundy_genus_is_tame(&tame[i]));
    for (unsigned k = 0; k < tame[i].count; k++) {
      grundy_genus wild = tame[i];
      wild.misere[k] ^= 4;
      assert_false(grundy_genus_is_tame(&wild));
    }
    grundy_genus longer = tame[i];
    longer.misere[longer.count++] = 9;
    assert_false(grundy_genus_is_tame(&longer));
  }
  assert_false(grundy_genus_is_tame(&(grundy_genus){.value = 2, .count = 3, .misere = {3, 0, 2}}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(genera_are_those_of_the_definition),
      cmocka_unit_test(kayles_is_wild_from_heap_5_on),
      cmocka_unit_test(the_search_keeps_what_it_found_when_a_limit_ends_it),
      cmocka_unit_test(numbers_of_a_genus_are_below_256),
      cmocka_unit_test(only_genera_of_nim_are_tame),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
