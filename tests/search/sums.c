/* The search of positions that come apart: random splitting games have the values of their sums,
 * whatever the table forgets and however many threads work; tables resume, and certificates prove
 * what they say and nothing else. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "search/certificate_file.h"
#include "search/search.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

/* ---- random splitting games --------------------------------------------------------------- */

/* A game with parts 1, …, count. A move of a part leads to a sum of at most two parts. A position
 * is a sum: the numbers of its parts in increasing order, and zeros before them. */
enum { MOST_PARTS = 40, MOST_MOVES = 6, SLOTS = 16 };

static struct {
  uint32_t count;
  uint32_t moves[MOST_PARTS + 1];
  uint8_t to[MOST_PARTS + 1][MOST_MOVES][2]; /* 0: nothing */
  uint8_t start[2];
} game;

static int compare_slots(const void *a, const void *b) {
  return *(const uint8_t *)a - *(const uint8_t *)b;
}

static const char *sums_open(const grundy_arguments *arguments, uint32_t *bytes, void **opened) {
  (void)arguments;
  *bytes = SLOTS;
  *opened = NULL;
  return NULL;
}

/* Makes the position that has these two parts in place of the part in a slot. */
static void replace_part(const uint8_t *from, unsigned slot, const uint8_t to[2],
                         uint8_t *position) {
  memcpy(position, from, SLOTS);
  position[slot] = to[0];
  if (to[1] != 0) {
    assert_int_equal(position[0], 0);
    position[0] = to[1];
  }
  qsort(position, SLOTS, 1, compare_slots);
}

static void sums_start(const void *opened, void *position) {
  static const uint8_t nothing[SLOTS] = {0};
  (void)opened;
  replace_part(nothing, SLOTS - 1, game.start, position);
}

static void sums_moves(const void *opened, const void *position, grundy_emit emit, void *to) {
  const uint8_t *parts = position;
  uint8_t next[SLOTS];
  (void)opened;
  for (unsigned i = 0; i < SLOTS; i++) {
    for (unsigned m = 0; m < game.moves[parts[i]]; m++) {
      replace_part(parts, i, game.to[parts[i]][m], next);
      emit(to, next);
    }
  }
}

static void sums_split(const void *opened, const void *position, grundy_emit emit, void *to) {
  const uint8_t *parts = position;
  (void)opened;
  for (unsigned i = 0; i < SLOTS; i++) {
    uint8_t part[SLOTS] = {0};
    part[SLOTS - 1] = parts[i];
    if (parts[i] != 0) emit(to, part);
  }
}

static size_t sums_show(const void *opened, const void *position, char *text, size_t size) {
  const uint8_t *parts = position;
  char all[4 * SLOTS + 1] = "";
  (void)opened;
  for (unsigned i = 0; i < SLOTS; i++)
    if (parts[i] != 0) sprintf(all + strlen(all), "%s%d", all[0] == '\0' ? "" : "+", parts[i]);
  return (size_t)snprintf(text, size, "%s", all[0] == '\0' ? "0" : all);
}

/* Names are at most a few numbers. */
static bool sums_parse(const void *opened, const char *text, size_t length, void *position) {
  uint8_t parts[SLOTS] = {0};
  const char *end = text + length;
  (void)opened;
  for (unsigned i = 0; text < end; i++) {
    unsigned part = 0;
    while (text < end && *text >= '0' && *text <= '9') part = 10 * part + (unsigned)(*text++ - '0');
    if (i >= SLOTS || part > game.count || (text < end && *text++ != '+')) return false;
    parts[i] = (uint8_t)part;
  }
  qsort(parts, SLOTS, 1, compare_slots);
  memcpy(position, parts, SLOTS);
  return length > 0;
}

static grundy_rules rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "sums",
    .open = sums_open,
    .start = sums_start,
    .moves = sums_moves,
    .show = sums_show,
    .parse = sums_parse,
    .split = sums_split,
};

/* Returns the least power of two above p, at most count + 1. */
static uint32_t end_of_level(uint32_t p, uint32_t count) {
  uint32_t end = 1;
  while (end <= p) end *= 2;
  return end < count + 1 ? end : count + 1;
}

/* Makes a random game. Without cycles a part moves to parts with smaller numbers; with cycles a
 * move to a single part may lead to any number as long in binary, and only moves to two parts lead
 * down, so that sums do not grow without end. */
static void make_game(grundy_random *random, uint32_t count, bool has_cycles) {
  memset(&game, 0, sizeof game);
  game.count = count;
  for (uint32_t p = 1; p <= count; p++) {
    game.moves[p] = (uint32_t)grundy_random_below(random, MOST_MOVES + 1);
    for (uint32_t m = 0; m < game.moves[p]; m++) {
      bool is_single = grundy_random_below(random, 2) == 0;
      uint32_t most = has_cycles && is_single ? end_of_level(p, count) : p;
      uint32_t two = p / 2 + 1; /* so that sums stay short */
      game.to[p][m][0] = (uint8_t)grundy_random_below(random, is_single ? most : two);
      if (!is_single) game.to[p][m][1] = (uint8_t)grundy_random_below(random, two);
      if (game.to[p][m][0] == 0 && game.to[p][m][1] != 0) {
        game.to[p][m][0] = game.to[p][m][1];
        game.to[p][m][1] = 0;
      }
    }
  }
  game.start[0] = (uint8_t)count;
  if (grundy_random_below(random, 2) == 0) game.start[1] = (uint8_t)(count - 1);
}

/* ---- the definitions ---------------------------------------------------------------------- */

/* By part: the least number that is not the nim-sum of the parts after a move. */
static void naive_parts(uint32_t values[MOST_PARTS + 1]) {
  values[0] = 0;
  for (uint32_t p = 1; p <= game.count; p++) {
    for (values[p] = 0;; values[p]++) {
      bool is_reached = false;
      for (uint32_t m = 0; m < game.moves[p]; m++)
        is_reached |= (values[game.to[p][m][0]] ^ values[game.to[p][m][1]]) == values[p];
      if (!is_reached) break;
    }
  }
}

/* The value of the start by exploring whole sums; GRUNDY_INFINITY if it is infinite. */
static uint32_t naive_start(uint8_t *outcome) {
  grundy_rules whole = rules;
  grundy_digraph *g = NULL;
  whole.split = NULL;
  assert_int_equal(grundy_game_from_rules(&whole, NULL, NULL, &g, NULL), GRUNDY_OK);
  uint32_t order = grundy_digraph_order(g), value;
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  uint8_t *outcomes = malloc(order);
  assert_non_null(outcomes);
  naive_values(g, values, counter);
  naive_outcome(g, outcomes);
  value = values[0];
  *outcome = outcomes[0];
  free(values);
  free(counter);
  free(outcomes);
  grundy_digraph_free(g);
  return value;
}

/* ---- searching ---------------------------------------------------------------------------- */

static grundy_ruleset *open_rules(const char *name) {
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(grundy_compiled_linked(name, &rules, "", &ruleset, NULL), GRUNDY_OK);
  assert_int_equal(grundy_ruleset_set_text(ruleset, name, "", NULL), GRUNDY_OK);
  return ruleset;
}

static grundy_status search(const grundy_position_search_request *request,
                            grundy_position_search_answer *answer) {
  grundy_ruleset *ruleset = open_rules("sums");
  grundy_status status = grundy_position_search(ruleset, request, answer, NULL);
  grundy_ruleset_close(ruleset);
  return status;
}

static void expect(const grundy_position_search_request *request, uint32_t value) {
  grundy_position_search_answer answer = {0};
  assert_int_equal(search(request, &answer), GRUNDY_OK);
  assert_int_equal(answer.end, GRUNDY_POSITION_SEARCH_ANSWERED);
  assert_int_equal(answer.is_p, value == 0);
  if (request->value) assert_int_equal(answer.value, value);
}

static uint32_t value_of_start(const uint32_t values[MOST_PARTS + 1]) {
  return values[game.start[0]] ^ values[game.start[1]];
}

/* ---- properties --------------------------------------------------------------------------- */

static void sums_have_the_nim_sum_of_their_parts(void **state) {
  for (uint64_t i = 0; i < test_scaled(600); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    uint32_t values[MOST_PARTS + 1];
    make_game(&random, 2 + (uint32_t)grundy_random_below(&random, MOST_PARTS - 2), false);
    naive_parts(values);
    expect(&(grundy_position_search_request){.value = true}, value_of_start(values));
    expect(&(grundy_position_search_request){.value = false}, value_of_start(values));
  }
}

/* The limits are so small that the table forgets all the time. */
static void a_table_that_forgets_gives_the_same_answers(void **state) {
  uint64_t answered = 0, all = test_scaled(300);
  for (uint64_t i = 0; i < all; i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    uint32_t values[MOST_PARTS + 1];
    make_game(&random, MOST_PARTS, false);
    naive_parts(values);
    for (uint64_t memory = 400; memory <= 6400; memory *= 2) {
      grundy_position_search_request request = {.value = i % 2 == 0, .memory = memory};
      grundy_position_search_answer answer = {0};
      grundy_status status = search(&request, &answer);
      assert_true(status == GRUNDY_OK || (status == GRUNDY_UNABLE && memory < 3000));
      if (status != GRUNDY_OK) continue;
      answered++;
      assert_int_equal(answer.is_p, value_of_start(values) == 0);
      if (request.value) assert_int_equal(answer.value, value_of_start(values));
    }
  }
  assert_true(answered > 2 * all);
}

static void threads_give_the_same_answers(void **state) {
  for (uint64_t i = 0; i < test_scaled(200); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    uint32_t values[MOST_PARTS + 1];
    make_game(&random, MOST_PARTS, false);
    naive_parts(values);
    for (unsigned threads = 1; threads <= 4; threads++) {
      grundy_threads_set(threads);
      for (uint64_t memory = 0; memory <= 12000; memory += 12000)
        expect(&(grundy_position_search_request){.value = i % 2 == 0, .memory = memory, .alone = 1},
               value_of_start(values));
    }
  }
  grundy_threads_set(0);
}

/* A limit that one thread exceeds ends the work of all. */
static void a_limit_ends_the_work_of_all_threads(void **state) {
  uint64_t ended = 0;
  for (uint64_t i = 0; i < 50; i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    grundy_position_search_request request = {.value = true, .alone = 1, .limit = 12};
    grundy_position_search_answer answer = {0};
    uint32_t values[MOST_PARTS + 1];
    make_game(&random, MOST_PARTS, false);
    naive_parts(values);
    grundy_threads_set(2 + (unsigned)(i % 3));
    grundy_status status = search(&request, &answer);
    assert_true(status == GRUNDY_OK || status == GRUNDY_UNABLE);
    if (status == GRUNDY_OK) assert_int_equal(answer.value, value_of_start(values));
    ended += status == GRUNDY_UNABLE;
  }
  grundy_threads_set(0);
  assert_true(ended > 0);
}

/* Answers are right, or the search meets a cycle; certificates exist only for right answers. */
static void games_with_cycles_are_answered_or_refused(void **state) {
  uint64_t answered = 0, refused = 0;
  for (uint64_t i = 0; i < test_scaled(600); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    make_game(&random, 2 + (uint32_t)grundy_random_below(&random, 6), true);
    uint8_t outcome;
    uint32_t value = naive_start(&outcome);
    grundy_threads_set(1 + (unsigned)(i % 3));
    for (int is_value = 0; is_value < 2; is_value++) {
      grundy_position_search_request request = {.value = is_value, .alone = 1};
      grundy_position_search_answer answer = {0};
      assert_int_equal(search(&request, &answer), GRUNDY_OK);
      bool is_answered = answer.end == GRUNDY_POSITION_SEARCH_ANSWERED;
      *(is_answered ? &answered : &refused) += 1;
      if (!is_answered) continue;
      assert_int_equal(answer.is_p ? 'P' : 'N', outcome);
      if (is_value) assert_int_equal(answer.value, value);
    }
  }
  grundy_threads_set(0);
  assert_true(answered > 0 && refused > 0);
}

/* ---- tables ------------------------------------------------------------------------------- */

static void path_of(const char *name, char path[64]) {
  (void)snprintf(path, 64, "/tmp/grundy-%ld-%s", (long)getpid(), name);
}

static void an_interrupted_search_resumes(void **state) {
  char path[64];
  path_of("table", path);
  for (uint64_t i = 0; i < test_scaled(100); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    uint32_t values[MOST_PARTS + 1];
    grundy_position_search_answer whole = {0}, answer = {0};
    make_game(&random, MOST_PARTS, false);
    naive_parts(values);
    grundy_position_search_request request = {.value = true, .table = path};
    (void)remove(path);
    for (request.limit = 5; search(&request, &answer) == GRUNDY_UNABLE; request.limit += 5)
      continue;
    assert_int_equal(answer.value, value_of_start(values));
    request.table = NULL;
    request.limit = 0;
    assert_int_equal(search(&request, &whole), GRUNDY_OK);
    assert_true(answer.positions <= whole.positions);
    request.table = path;
    assert_int_equal(search(&request, &answer), GRUNDY_OK);
    assert_int_equal(answer.value, whole.value);
    assert_int_equal(answer.positions, 0); /* everything is in the table */
  }
  (void)remove(path);
}

static size_t read_bytes(const char *path, char *bytes, size_t room) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t length = fread(bytes, 1, room, file);
  assert_true(length < room);
  fclose(file);
  return length;
}

/* A search with little memory forgets much of what it has read. */
static void a_table_does_not_shrink(void **state) {
  static char bytes[1 << 16];
  char path[64];
  uint64_t kept = 0;
  path_of("shrinking", path);
  for (uint64_t i = 0; i < test_scaled(40) || (i < 1000 && kept == 0); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    grundy_position_search_answer answer = {0};
    make_game(&random, MOST_PARTS, false);
    (void)remove(path);
    assert_int_equal(search(&(grundy_position_search_request){.table = path}, &answer), GRUNDY_OK);
    size_t before = read_bytes(path, bytes, sizeof bytes);
    grundy_position_search_request request = {.value = true, .table = path};
    for (request.memory = 400; request.memory <= 3200; request.memory *= 2) {
      grundy_status status = search(&request, &answer);
      assert_true(status == GRUNDY_OK || status == GRUNDY_UNABLE);
      size_t after = read_bytes(path, bytes, sizeof bytes);
      assert_true(after >= before);
      kept += status == GRUNDY_OK && answer.is_table_kept;
      before = after;
    }
  }
  assert_true(kept > 0);
  (void)remove(path);
}

static void write_bytes(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void damaged_and_foreign_tables_are_refused(void **state) {
  static char bytes[1 << 14];
  char path[64];
  path_of("damaged", path);
  grundy_random random = grundy_random_new(test_seed());
  grundy_position_search_request request = {.value = true, .table = path};
  grundy_position_search_answer answer = {0};
  make_game(&random, MOST_PARTS, false);
  (void)remove(path);
  assert_int_equal(search(&request, &answer), GRUNDY_OK);
  size_t length = read_bytes(path, bytes, sizeof bytes);
  for (size_t i = 0; i < length; i++) {
    bytes[i] ^= (char)(1 << i % 8);
    write_bytes(path, bytes, length);
    assert_int_equal(search(&request, &answer), GRUNDY_BAD_INPUT);
    bytes[i] ^= (char)(1 << i % 8);
  }
  for (size_t cut = 0; cut < length; cut++) {
    write_bytes(path, bytes, cut);
    assert_int_equal(search(&request, &answer), GRUNDY_BAD_INPUT);
  }
  write_bytes(path, bytes, length);
  assert_int_equal(search(&request, &answer), GRUNDY_OK);
  grundy_ruleset *other = open_rules("others");
  assert_int_equal(grundy_position_search(other, &request, &answer, NULL), GRUNDY_BAD_INPUT);
  grundy_ruleset_close(other);
  (void)remove(path);
}

static grundy_ruleset *open_script(const char *source) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(
      grundy_script_open("x.lua", source, strlen(source), "", &options, &ruleset, NULL), GRUNDY_OK);
  assert_int_equal(grundy_ruleset_set_text(ruleset, "x.lua", "", NULL), GRUNDY_OK);
  return ruleset;
}

/* Positions of a script have different lengths, which are in the table. */
static void damaged_tables_of_scripts_are_refused(void **state) {
  static const char source[] = "return { start = function() return 'xxxx' end,\n"
                               "moves = function(p) local to = {}\n"
                               "  for i = 0, #p - 1 do to[i + 1] = p:sub(1, i) end return to end }";
  static char bytes[1 << 12];
  char path[64];
  grundy_position_search_request request = {.value = true, .table = path};
  grundy_position_search_answer answer = {0};
  grundy_ruleset *ruleset = open_script(source);
  path_of("script", path);
  (void)remove(path);
  assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_OK);
  assert_int_equal(answer.value, 4);
  size_t length = read_bytes(path, bytes, sizeof bytes);
  for (size_t i = 0; i < length; i++) {
    for (int bit = 0; bit < 8; bit++) {
      bytes[i] ^= (char)(1 << bit);
      write_bytes(path, bytes, length);
      assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_BAD_INPUT);
      bytes[i] ^= (char)(1 << bit);
    }
  }
  for (size_t cut = 0; cut < length; cut++) {
    write_bytes(path, bytes, cut);
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_BAD_INPUT);
  }
  request.memory = 200;
  request.table = NULL;
  grundy_status status = grundy_position_search(ruleset, &request, &answer, NULL);
  assert_true(status == GRUNDY_UNABLE || (status == GRUNDY_OK && answer.value == 4));
  grundy_ruleset_close(ruleset);
  (void)remove(path);
}

/* ---- scripts ------------------------------------------------------------------------------ */

/* The first call of a state gives other moves than the later ones; threads have states of their
 * own. */
static void states_of_lua_that_disagree_end_a_search(void **state) {
  static const char source[] = "local calls = 0\n"
                               "return { start = function() return 'xxxx' end,\n"
                               "moves = function(p) local to = {} calls = calls + 1\n"
                               "  for i = 0, #p - 1 do to[i + 1] = p:sub(1, i) end\n"
                               "  return calls > 1 and {} or to end }";
  const grundy_position_search_request request = {.value = true, .alone = 1};
  grundy_position_search_answer answer = {0};
  grundy_error error = {0};
  grundy_ruleset *ruleset = open_script(source);
  grundy_threads_set(2);
  assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "another state of Lua gives other positions"));
  grundy_threads_set(0);
  grundy_ruleset_close(ruleset);
}

static void carry_on_moves_are_neither_searched_nor_certified(void **state) {
  static const char source[] = "return { kinds = true, start = function() return 2 end,\n"
                               "moves = function(p) if p == 0 then return {} end\n"
                               "  return {p - 1}, {'carry-on'} end }";
  static const char text[] = "grundy certificate 1\noutcome P\n";
  const grundy_position_search_request request = {.value = true};
  grundy_position_search_answer answer = {0};
  grundy_certificate_report report = {0};
  grundy_error error = {0};
  char path[64];
  grundy_ruleset *ruleset = open_script(source);
  assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "searches do not support carry-on and entailing moves yet");
  path_of("kinds", path);
  write_bytes(path, text, strlen(text));
  assert_int_equal(check_certificate(ruleset, NULL, 0, path, &report, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "certificates do not support carry-on and entailing moves yet");
  (void)remove(path);
  grundy_ruleset_close(ruleset);
}

/* ---- certificates ------------------------------------------------------------------------- */

static grundy_status check_file(const char *path, grundy_certificate_report *report) {
  grundy_ruleset *ruleset = open_rules("sums");
  grundy_status status = check_certificate(ruleset, NULL, 0, path, report, NULL);
  grundy_ruleset_close(ruleset);
  return status;
}

/* Returns whether all lines of a certificate are true: the naive twin of the checker's verdict on
 * the claims. */
static bool is_true(const char *text, const uint32_t values[MOST_PARTS + 1]) {
  bool is_all_true = true;
  for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
    unsigned value, part;
    if (sscanf(line, "value %u", &value) == 1)
      is_all_true &= value == value_of_start(values);
    else if (sscanf(line, "outcome %*1[PN]") == 0 && strncmp(line, "outcome ", 8) == 0)
      is_all_true &= (line[8] == 'P') == (value_of_start(values) == 0);
    else if (sscanf(line, ">=%u %u", &value, &part) == 2)
      is_all_true &= values[part] >= value;
    else if (sscanf(line, "%u %u", &value, &part) == 2)
      is_all_true &= values[part] == value;
  }
  return is_all_true;
}

/* Copies the text with a change in one line: another value, another kind of claim, another part, or
 * no line at all. Returns false if there is no such line. */
static bool mutate(const char *text, unsigned at, unsigned how, char *to) {
  const char *line = text;
  for (unsigned i = 0; i < at && *line != '\0'; i++) line = strchr(line, '\n') + 1;
  if (*line == '\0') return false;
  const char *next = strchr(line, '\n') + 1;
  size_t before = (size_t)(line - text);
  unsigned value = 0, part = 0;
  memcpy(to, text, before);
  to += before;
  bool is_exact = sscanf(line, "%u %u", &value, &part) == 2;
  bool is_bound = !is_exact && sscanf(line, ">=%u %u", &value, &part) == 2;
  if (how == 0 || (!is_exact && !is_bound)) {
    if (sscanf(line, "value %u", &value) == 1) to += sprintf(to, "value %u\n", value + 1);
  } else if (how <= 2) {
    to += sprintf(to, "%s%u %u\n", is_exact ? "" : ">=", how == 1 ? value + 1 : value - (value > 0),
                  part);
  } else if (how == 3) {
    to += sprintf(to, "%s%u %u\n", is_exact ? ">=" : "", value, part);
  } else {
    to += sprintf(to, "%s%u %u\n", is_exact ? "" : ">=", value, part % game.count + 1);
  }
  strcpy(to, next);
  return true;
}

static void certificates_prove_what_they_say_and_nothing_else(void **state) {
  static char text[1 << 14], changed[1 << 14];
  char path[64];
  uint64_t rejected = 0;
  path_of("certificate", path);
  for (uint64_t i = 0; i < test_scaled(80); i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    uint32_t values[MOST_PARTS + 1];
    grundy_certificate_report report = {0};
    make_game(&random, 2 + (uint32_t)grundy_random_below(&random, 20), false);
    naive_parts(values);
    expect(&(grundy_position_search_request){.value = i % 3 != 0,
                                             .certificate = path,
                                             .memory = i % 2 == 0 ? 0 : 20000},
           value_of_start(values));
    assert_int_equal(check_file(path, &report), GRUNDY_OK);
    assert_true(report.is_right);
    assert_int_equal(report.is_p, value_of_start(values) == 0);
    if (i % 3 != 0) assert_int_equal(report.value, value_of_start(values));
    text[read_bytes(path, text, sizeof text)] = '\0';
    assert_true(is_true(text, values));
    for (unsigned at = 2; mutate(text, at, 0, changed); at++) {
      for (unsigned how = 0; how < 5; how++) {
        (void)mutate(text, at, how, changed);
        write_bytes(path, changed, strlen(changed));
        grundy_status status = check_file(path, &report);
        assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_INPUT);
        bool is_accepted = status == GRUNDY_OK && report.is_right;
        assert_true(!is_accepted || is_true(changed, values));
        rejected += !is_accepted;
      }
    }
  }
  assert_true(rejected > test_scaled(80));
  (void)remove(path);
}

/* What the table has forgotten is searched again for the proof; in games with cycles there may be
 * none. */
static void certificates_are_right_or_refused(void **state) {
  char path[64];
  uint64_t written = 0, refused = 0, all = test_scaled(600);
  path_of("forgetting", path);
  for (uint64_t i = 0; i < all; i++) {
    grundy_random random = grundy_random_new(test_seed() + i);
    grundy_certificate_report report = {0};
    grundy_position_search_answer answer = {0};
    uint8_t outcome;
    make_game(&random, 2 + (uint32_t)grundy_random_below(&random, i % 2 == 0 ? 12 : MOST_PARTS - 2),
              i % 2 == 0);
    grundy_position_search_request request = {
        .value = i % 3 == 0, .certificate = path, .memory = i % 5 == 0 ? 0 : 3000 + i % 37 * 250};
    grundy_status status = search(&request, &answer);
    assert_true(status == GRUNDY_OK || status == GRUNDY_UNABLE);
    bool is_written = status == GRUNDY_OK && answer.end == GRUNDY_POSITION_SEARCH_ANSWERED;
    *(is_written ? &written : &refused) += 1;
    assert_int_equal(access(path, F_OK) == 0, is_written);
    if (!is_written) continue;
    assert_int_equal(check_file(path, &report), GRUNDY_OK);
    assert_true(report.is_right);
    assert_int_equal(report.is_p, answer.is_p);
    if (i % 2 == 0) {
      uint32_t value = naive_start(&outcome);
      assert_int_equal(report.is_p ? 'P' : 'N', outcome);
      if (request.value) assert_int_equal(report.value, value);
    }
    assert_int_equal(remove(path), 0);
  }
  assert_true(written > 0 && (all < 100 || refused > 0));
}

static size_t show_lines(const void *opened, const void *position, char *text, size_t size) {
  (void)opened, (void)position;
  return (size_t)snprintf(text, size, "two\nlines");
}

static bool parse_nothing(const void *opened, const char *text, size_t length, void *position) {
  (void)opened, (void)text, (void)length, (void)position;
  return false;
}

static bool parse_zero(const void *opened, const char *text, size_t length, void *position) {
  (void)opened, (void)text, (void)length;
  memset(position, 0, SLOTS);
  return true;
}

static int end_never(const void *opened, const void *position, double *payoff) {
  (void)opened, (void)position, (void)payoff;
  return 0;
}

static int player_a(const void *opened, const void *position) {
  (void)opened, (void)position;
  return 'A';
}

/* Expects that no certificate is written, with these words. */
static void expect_no_certificate(const char *words) {
  char path[64];
  grundy_error error = {0};
  grundy_position_search_answer answer = {0};
  path_of("unwritten", path);
  grundy_position_search_request request = {.value = true, .certificate = path};
  grundy_ruleset *ruleset = open_rules("sums");
  assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_UNABLE);
  if (strstr(error.message, words) == NULL) fail_msg("'%s'", error.message);
  assert_int_equal(access(path, F_OK), -1);
  grundy_ruleset_close(ruleset);
}

static void rules_without_readable_names_have_no_certificates(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  make_game(&random, 5, false);
  rules.show = show_lines;
  expect_no_certificate("the rules do not parse the name 'two");
  rules.show = sums_show;
  rules.parse = parse_nothing;
  expect_no_certificate("the rules do not parse the name '");
  rules.parse = parse_zero;
  expect_no_certificate("the rules do not parse the name '");
  rules.parse = sums_parse;
}

/* With `terminal` or `player`, a player who cannot move need not lose. */
static void rules_with_other_ends_have_no_certificates(void **state) {
  static const char text[] = "grundy certificate 1\noutcome P\n";
  char path[64];
  grundy_certificate_report report;
  grundy_random random = grundy_random_new(test_seed());
  path_of("ends", path);
  write_bytes(path, text, strlen(text));
  make_game(&random, 5, false);
  rules.split = NULL;
  rules.terminal = end_never;
  expect_no_certificate("the rules have a function 'terminal'");
  assert_int_equal(check_file(path, &report), GRUNDY_UNABLE);
  rules.terminal = NULL;
  rules.player = player_a;
  assert_int_equal(check_file(path, &report), GRUNDY_UNABLE);
  rules.player = NULL;
  rules.split = sums_split;
  (void)remove(path);
}

static bool parse_second_line(const void *opened, const char *text, size_t length, void *position) {
  bool has_break = length > 0 && text[0] == '\n';
  return sums_parse(opened, text + has_break, length - has_break, position);
}

/* The comment for people has the game and the position if they are one line. */
static void certificates_name_the_game_and_the_position(void **state) {
  static const struct {
    const char *text, *name, *comment;
  } cases[] = {{"sums", NULL, "# sums\n"},
               {"sums", "1", "# sums@1\n"},
               {"su\nms", "1", "#@1\n"},
               {"sums", "\n1", "# sums\n"}};
  char path[64], text[1024];
  grundy_random random = grundy_random_new(test_seed());
  path_of("comment", path);
  make_game(&random, 5, false);
  rules.parse = parse_second_line;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_position_search_answer answer = {0};
    grundy_certificate_report report = {0};
    grundy_position_search_request request = {
        .value = true, .certificate = path, .name = cases[i].name};
    if (cases[i].name != NULL) request.length = strlen(cases[i].name);
    grundy_ruleset *ruleset = open_rules(cases[i].text);
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_OK);
    text[read_bytes(path, text, sizeof text)] = '\0';
    assert_non_null(strstr(text, cases[i].comment));
    assert_int_equal(check_certificate(ruleset, request.name, request.length, path, &report, NULL),
                     GRUNDY_OK);
    assert_true(report.is_right);
    grundy_ruleset_close(ruleset);
  }
  rules.parse = sums_parse;
  (void)remove(path);
}

/* The comment of a list of moves has the game if that is one line. */
static void lists_of_moves_name_the_game(void **state) {
  static const char *const texts[] = {"sums", "su\nms"}, *const heads[] = {"# sums\n", "#\n"};
  char path[64], list[64], text[1024], head[64];
  grundy_random random = grundy_random_new(test_seed());
  path_of("proof", path);
  path_of("list", list);
  make_game(&random, 5, false);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_position_search_answer answer = {0};
    grundy_certificate_report report = {0};
    const grundy_position_search_request request = {.value = true, .certificate = path};
    const grundy_certificate_options options = {.size = sizeof options, .moves = list};
    grundy_ruleset *ruleset = open_rules(texts[i]);
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, NULL), GRUNDY_OK);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_int_equal(grundy_certificate_check(ruleset, NULL, 0, in, path, &options, &report, NULL),
                     GRUNDY_OK);
    assert_true(report.is_right);
    fclose(in);
    text[read_bytes(list, text, sizeof text - 1)] = '\0';
    (void)snprintf(head, sizeof head, "grundy moves 1\n%sstart", heads[i]);
    assert_int_equal(strncmp(text, head, strlen(head)), 0);
    grundy_ruleset_close(ruleset);
  }
  (void)remove(path);
  (void)remove(list);
}

static void positions_that_do_not_exist_are_bad_input(void **state) {
  static const char text[] = "grundy certificate 1\noutcome P\n";
  char path[64], longest[300];
  grundy_random random = grundy_random_new(test_seed());
  memset(longest, '1', sizeof longest);
  const char *const names[] = {"nowhere", longest};
  const size_t lengths[] = {7, sizeof longest};
  path_of("nowhere", path);
  write_bytes(path, text, strlen(text));
  make_game(&random, 5, false);
  grundy_ruleset *ruleset = open_rules("sums");
  for (int i = 0; i < 2; i++) {
    grundy_error error = {0};
    grundy_certificate_report report = {0};
    grundy_position_search_answer answer = {0};
    grundy_position_search_request request = {.name = names[i], .length = lengths[i]};
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_BAD_INPUT);
    assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
    error = (grundy_error){0};
    assert_int_equal(check_certificate(ruleset, names[i], lengths[i], path, &report, &error),
                     GRUNDY_BAD_INPUT);
    assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  }
  grundy_ruleset_close(ruleset);
  (void)remove(path);
}

/* A long name is shown in part, and the rest is skipped. */
static void a_table_of_rules_with_a_long_name_is_foreign(void **state) {
  static char name[6000];
  char path[64];
  grundy_error error = {0};
  grundy_position_search_answer answer = {0};
  grundy_random random = grundy_random_new(test_seed());
  path_of("long", path);
  (void)remove(path);
  memset(name, 'n', sizeof name - 1);
  make_game(&random, MOST_PARTS, false);
  grundy_position_search_request request = {.value = true, .table = path};
  grundy_ruleset *named = open_rules(name), *sums = open_rules("sums");
  assert_int_equal(grundy_position_search(named, &request, &answer, NULL), GRUNDY_OK);
  assert_int_equal(grundy_position_search(sums, &request, &answer, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "this table belongs to other rules"));
  assert_non_null(strstr(error.message, "'nnnn"));
  assert_int_equal(grundy_position_search(named, &request, &answer, NULL), GRUNDY_OK);
  grundy_ruleset_close(named);
  grundy_ruleset_close(sums);
  (void)remove(path);
}

/* If play can end in other ways, the bounds of a search for the value and of one for the outcome
 * are different things. */
static void a_table_of_another_search_is_refused(void **state) {
  char path[64];
  grundy_random random = grundy_random_new(test_seed());
  path_of("other", path);
  make_game(&random, MOST_PARTS, false);
  rules.terminal = end_never;
  rules.split = NULL;
  grundy_ruleset *ruleset = open_rules("sums");
  for (int value = 0; value < 2; value++) {
    grundy_error error = {0};
    grundy_position_search_answer answer = {0};
    grundy_position_search_request request = {.value = value == 1, .table = path};
    (void)remove(path);
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_OK);
    request.value = !request.value;
    assert_int_equal(grundy_position_search(ruleset, &request, &answer, &error), GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.message, value == 1 ? "a search for the value;"
                                                     : "a search for the outcome alone;"));
  }
  grundy_ruleset_close(ruleset);
  rules.terminal = NULL;
  rules.split = sums_split;
  (void)remove(path);
}

/* The position itself needs more memory. */
static void a_table_does_not_fit_into_no_memory(void **state) {
  char path[64];
  grundy_random random = grundy_random_new(test_seed());
  grundy_position_search_answer answer = {0};
  grundy_position_search_request request = {.value = true, .table = path};
  path_of("narrow", path);
  (void)remove(path);
  make_game(&random, MOST_PARTS, false);
  assert_int_equal(search(&request, &answer), GRUNDY_OK);
  request.memory = 8;
  assert_int_equal(search(&request, &answer), GRUNDY_UNABLE);
  (void)remove(path);
}

/* Claims that support each other in a circle prove nothing. */
static void circular_certificates_are_rejected(void **state) {
  static const char text[] = "grundy certificate 1\noutcome N\n>=1 2\n0 1\n>=1 2\n";
  char path[64];
  grundy_certificate_report report = {0};
  grundy_random random = grundy_random_new(1);
  path_of("circle", path);
  make_game(&random, 2, false);
  game.start[0] = 2;
  game.start[1] = 0;
  game.moves[1] = game.moves[2] = 1; /* 1 and 2 move to each other for ever */
  game.to[1][0][0] = 2;
  game.to[2][0][0] = 1;
  game.to[1][0][1] = game.to[2][0][1] = 0;
  write_bytes(path, text, strlen(text));
  assert_int_equal(check_file(path, &report), GRUNDY_OK);
  assert_false(report.is_right);
  assert_int_equal(report.line, 3);
  (void)remove(path);
}

static void malformed_certificates_are_bad_input(void **state) {
  static const char head[] = "grundy certificate 1";
  static const char *const texts[] = {
      "",
      "grundy certificate 2\noutcome P\n",
      "grundy certificate 1 \noutcome P\n",
      "grundy certificate 1",
      "grundy certificate 1\noutcome\n",
      "grundy certificate 1\noutcome PP\n",
      "grundy certificate 1\noutcome D\n",
      "grundy certificate 1\nvalue x\n",
      "grundy certificate 1\nvalue 1x\n",
      "grundy certificate 1\nvalue 99999999999\n",
      "grundy certificate 1\noutcome P\nx 1\n",
      "grundy certificate 1\noutcome P\n99999999999 1\n",
      "grundy certificate 1\noutcome P\n0\n",
      "grundy certificate 1\noutcome P\n0 nowhere\n",
  };
  char path[64], long_text[sizeof head + 400];
  grundy_certificate_report report = {0};
  grundy_random random = grundy_random_new(1);
  path_of("malformed", path);
  make_game(&random, 2, false);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    write_bytes(path, texts[i], strlen(texts[i]));
    assert_int_equal(check_file(path, &report), GRUNDY_BAD_INPUT);
  }
  int length = snprintf(long_text, sizeof long_text, "%s\noutcome P\n0 %0300d\n", head, 1);
  write_bytes(path, long_text, (size_t)length);
  assert_int_equal(check_file(path, &report), GRUNDY_BAD_INPUT);
  for (int lines = 1; lines <= 2; lines++) {
    static char endless[1 << 17];
    memset(endless, '1', sizeof endless);
    length = snprintf(endless, sizeof endless, "%s\n%s", head, lines == 1 ? "" : "outcome P\n");
    endless[length] = '1';
    write_bytes(path, endless, sizeof endless);
    assert_int_equal(check_file(path, &report), GRUNDY_BAD_INPUT);
  }
  (void)remove(path);
  assert_int_equal(check_file(path, &report), GRUNDY_BAD_INPUT); /* there is no file */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_have_the_nim_sum_of_their_parts),
      cmocka_unit_test(a_table_that_forgets_gives_the_same_answers),
      cmocka_unit_test(threads_give_the_same_answers),
      cmocka_unit_test(a_limit_ends_the_work_of_all_threads),
      cmocka_unit_test(games_with_cycles_are_answered_or_refused),
      cmocka_unit_test(an_interrupted_search_resumes),
      cmocka_unit_test(a_table_does_not_shrink),
      cmocka_unit_test(damaged_and_foreign_tables_are_refused),
      cmocka_unit_test(damaged_tables_of_scripts_are_refused),
      cmocka_unit_test(states_of_lua_that_disagree_end_a_search),
      cmocka_unit_test(carry_on_moves_are_neither_searched_nor_certified),
      cmocka_unit_test(certificates_prove_what_they_say_and_nothing_else),
      cmocka_unit_test(certificates_are_right_or_refused),
      cmocka_unit_test(rules_without_readable_names_have_no_certificates),
      cmocka_unit_test(rules_with_other_ends_have_no_certificates),
      cmocka_unit_test(certificates_name_the_game_and_the_position),
      cmocka_unit_test(lists_of_moves_name_the_game),
      cmocka_unit_test(positions_that_do_not_exist_are_bad_input),
      cmocka_unit_test(a_table_of_rules_with_a_long_name_is_foreign),
      cmocka_unit_test(a_table_of_another_search_is_refused),
      cmocka_unit_test(a_table_does_not_fit_into_no_memory),
      cmocka_unit_test(circular_certificates_are_rejected),
      cmocka_unit_test(malformed_certificates_are_bad_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
