/* Rules that are part of this program, and the versions of their struct. */

#include "support/test.h"

#include <grundy/grundy.h>

/* ---- two heaps, as a struct of rules --------------------------------------------------------- */

typedef struct heaps {
  uint8_t size[2];
} heaps;

static const char *open_heaps(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long a, b;
  if (arguments->count != 2 || !grundy_argument(arguments, 0, 0, 9, &a) ||
      !grundy_argument(arguments, 1, 0, 9, &b))
    return "two heaps of 0 to 9";
  heaps *made = malloc(sizeof *made);
  if (made == NULL) return GRUNDY_RULES_MEMORY;
  *made = (heaps){{(uint8_t)a, (uint8_t)b}};
  *bytes = sizeof *made;
  *game = made;
  return NULL;
}

static void start_heaps(const void *game, void *position) {
  memcpy(position, game, sizeof(heaps));
}

static void move_heaps(const void *game, const void *position, grundy_emit emit, void *to) {
  const heaps *p = position;
  (void)game;
  for (int i = 0; i < 2; i++)
    for (uint8_t left = 0; left < p->size[i]; left++) {
      heaps after = *p;
      after.size[i] = left;
      emit(to, &after);
    }
}

static const grundy_rules nim = {.abi = GRUNDY_RULES_ABI,
                                 .size = sizeof(grundy_rules),
                                 .title = "two heaps",
                                 .args = "A,B",
                                 .open = open_heaps,
                                 .close = free,
                                 .start = start_heaps,
                                 .moves = move_heaps};

static uint32_t value_of_start(const grundy_digraph *g) {
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  uint32_t value = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY)[0];
  grundy_solution_free(solution);
  return value;
}

static void rules_of_a_program_are_explored(void **state) {
  grundy_digraph *g = NULL;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  assert_int_equal(grundy_game_from_rules(&nim, "3,5", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 24);
  assert_int_equal(value_of_start(g), 6);
  assert_string_equal(grundy_digraph_name(g, 0, scratch), "3,5");
  grundy_digraph_free(g);
}

static void rules_of_a_program_reject_arguments_and_keep_limits(void **state) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_open_options few = {.size = sizeof few, .limit = 10};
  assert_int_equal(grundy_game_from_rules(&nim, NULL, NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "expected two heaps of 0 to 9"));
  assert_int_equal(error.reason, GRUNDY_REASON_ARGUMENTS);
  assert_int_equal(grundy_game_from_rules(&nim, "3,5", &few, &g, &error), GRUNDY_UNABLE);
}

static void rules_of_a_program_are_not_stored(void **state) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_game_from_rules(&nim, "1,1", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_tablebase_write(g, solution, NULL, stdout, &error), GRUNDY_BAD_ARGUMENT);
  assert_non_null(strstr(error.message, "can be stored as a tablebase"));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- versions -------------------------------------------------------------------------------- */

static grundy_status open_version(grundy_rules rules, grundy_error *error) {
  grundy_digraph *g = NULL;
  *error = (grundy_error){0};
  grundy_status status = grundy_game_from_rules(&rules, "1,2", NULL, &g, error);
  if (status == GRUNDY_OK) grundy_digraph_free(g);
  return status;
}

static void the_size_says_which_members_exist(void **state) {
  grundy_error error;
  grundy_rules rules = nim;
  rules.size = 0;
  assert_int_equal(open_version(rules, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, ".size = sizeof(grundy_rules)"));
  rules.size = sizeof rules + 64; /* of a later version, with members that this one ignores */
  assert_int_equal(open_version(rules, &error), GRUNDY_OK);
  rules = nim;
  rules.abi = GRUNDY_RULES_ABI + 1;
  assert_int_equal(open_version(rules, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "build them again"));
  rules.abi = 1;
  rules.size = 0; /* padding */
  assert_int_equal(open_version(rules, &error), GRUNDY_OK);
}

static const char *lack_memory(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments, (void)bytes, (void)game;
  return GRUNDY_RULES_MEMORY;
}

static const char *report_memory(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments, (void)bytes, (void)game;
  return "more memory";
}

/* Only version 1 reports this by a text. */
static void a_special_address_reports_a_lack_of_memory(void **state) {
  grundy_error error;
  grundy_rules rules = nim;
  rules.open = lack_memory;
  assert_int_equal(open_version(rules, &error), GRUNDY_OUT_OF_MEMORY);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  rules.open = report_memory;
  assert_int_equal(open_version(rules, &error), GRUNDY_BAD_INPUT);
  rules.abi = 1;
  assert_int_equal(open_version(rules, &error), GRUNDY_OUT_OF_MEMORY);
}

static void files_of_version_1_are_loaded(void **state) {
  grundy_digraph *old = NULL, *new = NULL;
  grundy_error error = {0};
  if (grundy_game_open(ABI1_RULES ":1,500,8,3,f", NULL, &old, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_int_equal(grundy_game_open(HASHED_RULES ":1,500,8,3,f", NULL, &new, &error), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(old), grundy_digraph_order(new));
  assert_int_equal(grundy_digraph_size(old), grundy_digraph_size(new));
  assert_int_equal(value_of_start(old), value_of_start(new));
  grundy_digraph_free(old);
  grundy_digraph_free(new);
}

/* ---- callbacks ------------------------------------------------------------------------------- */

/* A token on the numbers below a limit, which may be doubled or increased by one. */
typedef struct token {
  uint32_t limit;
  uint32_t calls;
} token;

static void move_token(void *context, const void *position, grundy_emit emit, void *to) {
  token *t = context;
  uint32_t at;
  memcpy(&at, position, sizeof at);
  uint32_t next[] = {at + 1, 2 * at};
  t->calls++;
  for (size_t i = 0; i < 2; i++)
    if (next[i] < t->limit) emit(to, &next[i]);
}

static size_t show_token(void *context, const void *position, char *text, size_t size) {
  uint32_t at;
  (void)context;
  memcpy(&at, position, sizeof at);
  return (size_t)snprintf(text, size, "n%u", at);
}

static void a_callback_gets_its_context(void **state) {
  static const uint32_t start = 1;
  token t = {.limit = 100};
  grundy_callback_rules rules = {.size = sizeof rules,
                                 .bytes = sizeof start,
                                 .start = &start,
                                 .moves = move_token,
                                 .show = show_token,
                                 .context = &t};
  grundy_digraph *g = NULL;
  uint32_t v;
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_OK);
  rules = (grundy_callback_rules){0}; /* it was copied */
  assert_int_equal(grundy_digraph_order(g), 99);
  assert_int_equal(t.calls, 99); /* by a single thread */
  assert_true(grundy_digraph_find(g, "n99", 3, &v));
  assert_int_equal(grundy_digraph_followers(g, v).count, 0);
  grundy_digraph_free(g);
}

static void a_callback_without_moves_or_with_a_wrong_size_is_refused(void **state) {
  grundy_digraph *g = NULL;
  grundy_callback_rules rules = {.size = sizeof rules, .bytes = 1, .start = ""};
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  rules.moves = move_token;
  rules.bytes = 0;
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  rules.bytes = GRUNDY_RULES_MAX_POSITION + 1;
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  rules.size = 0;
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  rules = (grundy_callback_rules){.size = sizeof rules, .bytes = 1, .moves = move_token};
  assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_BAD_ARGUMENT);
  const grundy_open_options without_size = {.limit = 3};
  assert_int_equal(grundy_game_from_callback(&rules, &without_size, &g, NULL), GRUNDY_BAD_ARGUMENT);
}

static void move_nowhere(void *context, const void *position, grundy_emit emit, void *to) {
  (void)context, (void)position, (void)emit, (void)to;
}

/* A name that is too long is an error of the game with this title. */
static size_t show_too_much(void *context, const void *position, char *text, size_t size) {
  (void)context, (void)position;
  return (size_t)snprintf(text, size, "%0300d", 0);
}

static void the_title_of_a_callback_is_in_errors(void **state) {
  static const char *const titles[] = {NULL, "token"};
  for (int i = 0; i < 2; i++) {
    grundy_callback_rules rules = {.size = sizeof rules,
                                   .bytes = 1,
                                   .start = "",
                                   .moves = move_nowhere,
                                   .show = show_too_much,
                                   .title = titles[i]};
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    assert_int_equal(grundy_game_from_callback(&rules, NULL, &g, NULL), GRUNDY_OK);
    assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, &error),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(error.file, i == 0 ? "callback" : "token");
    assert_non_null(strstr(error.message, "is a name of 300 bytes; expected at most 255"));
    assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, NULL),
                     GRUNDY_BAD_INPUT);
    fclose(out);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_of_a_program_are_explored),
      cmocka_unit_test(rules_of_a_program_reject_arguments_and_keep_limits),
      cmocka_unit_test(rules_of_a_program_are_not_stored),
      cmocka_unit_test(the_size_says_which_members_exist),
      cmocka_unit_test(a_special_address_reports_a_lack_of_memory),
      cmocka_unit_test(files_of_version_1_are_loaded),
      cmocka_unit_test(a_callback_gets_its_context),
      cmocka_unit_test(a_callback_without_moves_or_with_a_wrong_size_is_refused),
      cmocka_unit_test(the_title_of_a_callback_is_in_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
