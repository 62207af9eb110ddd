/* Tiers that are large enough for several threads have the same files for any number of threads,
 * and the values of the stored solver. */

#include <grundy/grundy.h>

#include "support/folder.h"
#include "support/games.h"
#include "support/test.h"
#include "tiers/impl.h"

/* A digraph with two tiers: the vertices below HALF, and the others, which also lead there. */
enum { ORDER = 40000, HALF = ORDER / 2, DEGREE = 3 };
static uint32_t targets[ORDER][DEGREE], degrees[ORDER];
static uint32_t *sources[ORDER], source_counts[ORDER];

static void make_game(uint64_t seed) {
  grundy_random random = grundy_random_new(seed);
  for (uint32_t v = 0; v < ORDER; v++) {
    degrees[v] = v < 20 ? 0 : (uint32_t)grundy_random_below(&random, DEGREE + 1);
    for (uint32_t i = 0; i < degrees[v]; i++) {
      uint32_t to = targets[v][i] = (uint32_t)grundy_random_below(&random, v < HALF ? HALF : ORDER);
      sources[to] = realloc(sources[to], (source_counts[to] + 1) * sizeof **sources);
      assert_non_null(sources[to]);
      sources[to][source_counts[to]++] = v;
    }
  }
}

static uint32_t vertex_of(const void *position) {
  uint32_t v;
  memcpy(&v, position, sizeof v);
  return v;
}

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = sizeof(uint32_t);
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  const uint32_t last = ORDER - 1;
  (void)game;
  memcpy(position, &last, sizeof last);
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  uint32_t v = vertex_of(position);
  (void)game;
  for (uint32_t i = 0; i < degrees[v]; i++) emit(to, &targets[v][i]);
}

static void unmoves(const void *game, const void *position, grundy_emit emit, void *to) {
  uint32_t v = vertex_of(position);
  (void)game;
  for (uint32_t i = 0; i < source_counts[v]; i++) emit(to, &sources[v][i]);
}

static uint64_t count(const void *game, uint64_t tier) {
  (void)game;
  (void)tier;
  return HALF;
}

static bool rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  uint32_t v = vertex_of(position);
  (void)game;
  *tier = v / HALF;
  *index = v % HALF;
  return v < ORDER;
}

static bool unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  uint32_t v = (uint32_t)(tier * HALF + index);
  (void)game;
  memcpy(position, &v, sizeof v);
  return true;
}

static void tiers_of(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                     void *to) {
  (void)game;
  if (tier == 1) emit(to, 0);
}

static grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                             .size = sizeof(grundy_rules),
                             .title = "two tiers",
                             .open = open_game,
                             .start = start,
                             .moves = moves,
                             .count = count,
                             .rank = rank,
                             .unrank = unrank,
                             .tiers = tiers_of};

/* ---- the test -------------------------------------------------------------------------------- */

static grundy_tiers *solve(unsigned threads) {
  const grundy_columns columns =
      GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  grundy_ruleset *ruleset = NULL;
  grundy_tiers *tiers = NULL;
  grundy_error error = {0};
  grundy_threads_set(threads);
  assert_int_equal(grundy_compiled_linked("two", &rules, "", &ruleset, NULL), GRUNDY_OK);
  assert_int_equal(grundy_ruleset_set_text(ruleset, "two", "", NULL), GRUNDY_OK);
  assert_int_equal(grundy_tiers_new(ruleset, NULL, &tiers, NULL), GRUNDY_OK);
  folder_empty(folder);
  if (grundy_tiers_solve(tiers, folder, &options, NULL, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return tiers;
}

static unsigned char *read_tier(int tier, size_t *length) {
  enum { MOST = 1 << 20 };
  char path[256];
  unsigned char *bytes = malloc(MOST);
  assert_non_null(bytes);
  (void)snprintf(path, sizeof path, "%s/%d.tier", folder, tier);
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  *length = fread(bytes, 1, MOST, in);
  assert_true(*length > HALF && *length < MOST);
  (void)fclose(in);
  return bytes;
}

static void files_are_the_same_for_1_to_4_threads(void **state) {
  unsigned char *first[2];
  size_t lengths[2];
  make_game(test_seed());
  for (unsigned run = 0; run < 5; run++) {
    rules.unmoves = run % 2 == 0 ? NULL : unmoves;
    grundy_tiers *tiers = solve(run == 0 ? 1 : run);
    grundy_tiers_verdict verdict;
    assert_int_equal(grundy_tiers_verify(tiers, NULL, &verdict, NULL), GRUNDY_OK);
    if (!verdict.right) fail_msg("%s", verdict.wrong);
    assert_int_equal(verdict.positions, ORDER);
    for (int t = 0; t < 2; t++) {
      size_t length;
      unsigned char *bytes = read_tier(t, &length);
      if (run == 0) {
        first[t] = bytes;
        lengths[t] = length;
        continue;
      }
      assert_int_equal(length, lengths[t]);
      assert_memory_equal(bytes, first[t], length);
      free(bytes);
    }
    grundy_tiers_free(tiers);
  }
  for (int t = 0; t < 2; t++) free(first[t]);
}

static int remove_folder(void **state) {
  for (uint32_t v = 0; v < ORDER; v++) free(sources[v]);
  return folder_remove_all(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files_are_the_same_for_1_to_4_threads),
  };
  return cmocka_run_group_tests(tests, folder_make, remove_folder);
}
