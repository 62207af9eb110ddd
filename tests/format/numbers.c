/* Edge lists of numbers and of names: reading with all threads gives the same game as reading line
 * by line. Attributes in the first line force reading line by line, so every text is read with and
 * without them. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

#include <inttypes.h>

static const char first_line[] = "@ first outcome=P\n";

/* ---- reading twice ---------------------------------------------------------------------- */

typedef struct reading {
  grundy_digraph *g; /* NULL: reading failed */
  grundy_error error;
  const char *algorithm;
} reading;

static void remember(void *context, const grundy_phase *phase) {
  reading *r = context;
  assert_string_equal(phase->name, "reading");
  r->algorithm = phase->algorithm;
}

static reading read_bytes(const char *text, size_t size, unsigned threads) {
  reading r = {0};
  grundy_monitor monitor = {.context = &r, .finished = remember};
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)text, size, "r");
  assert_non_null(in);
  grundy_threads_set(threads);
  grundy_status status = grundy_digraph_read(
      "game", GRUNDY_FORMAT_EDGES,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &monitor), &r.g, &r.error);
  grundy_threads_set(0);
  fclose(in);
  assert_int_equal(status, r.g == NULL ? r.error.status : GRUNDY_OK);
  return r;
}

static void assert_same_name(const reading *by_line, const reading *got, uint32_t v) {
  char expected[GRUNDY_NAME_MAX_BYTES], scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(got->g, v, scratch);
  uint32_t found = UINT32_MAX;
  assert_string_equal(grundy_digraph_name(by_line->g, v + 1, expected), name);
  assert_true(grundy_digraph_find(got->g, name, strlen(name), &found));
  assert_int_equal(found, v);
}

/* Both games have the same vertices in the same order, except for the first one. */
static void assert_same_game(const reading *by_line, const reading *got) {
  uint32_t order = grundy_digraph_order(got->g);
  assert_int_equal(grundy_digraph_order(by_line->g), order + 1);
  for (uint32_t v = 0; v < order; v++) {
    assert_same_name(by_line, got, v);
    grundy_vertices expected = grundy_digraph_followers(by_line->g, v + 1);
    grundy_vertices row = grundy_digraph_followers(got->g, v);
    assert_int_equal(row.count, expected.count);
    for (uint64_t i = 0; i < row.count; i++) assert_int_equal(row.at[i] + 1, expected.at[i]);
  }
}

static void assert_same_error(const reading *by_line, const reading *got) {
  assert_int_equal(got->error.status, by_line->error.status);
  assert_string_equal(got->error.message, by_line->error.message);
  assert_int_equal(got->error.line + 1, by_line->error.line);
  assert_int_equal(got->error.column, by_line->error.column);
}

/* Returns the game in the text itself; NULL if it was rejected. */
static const char *assert_read_alike(const char *text, size_t size) {
  static const unsigned threads[] = {1, 2, 3, 8};
  size_t before = strlen(first_line);
  char *longer = malloc(before + size);
  assert_non_null(longer);
  memcpy(longer, first_line, before);
  memcpy(longer + before, text, size);
  reading by_line = read_bytes(longer, before + size, 1);
  const char *algorithm = NULL;
  if (by_line.g != NULL) assert_string_equal(by_line.algorithm, "names");
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    reading got = read_bytes(text, size, threads[i]);
    assert_int_equal(got.g == NULL, by_line.g == NULL);
    if (got.g == NULL)
      assert_same_error(&by_line, &got);
    else
      assert_same_game(&by_line, &got);
    algorithm = got.algorithm;
    grundy_digraph_free(got.g);
  }
  grundy_digraph_free(by_line.g);
  free(longer);
  return algorithm;
}

static const char *read_alike(const char *text) {
  return assert_read_alike(text, strlen(text));
}

/* ---- random texts ----------------------------------------------------------------------- */

/* The properties of a random text. */
typedef struct kind {
  uint64_t lines;
  uint64_t numbers;    /* upper bound of the numbers */
  bool natural;        /* 0, 1, 2 … come first */
  bool sorted;         /* tails increase */
  bool decorated;      /* blanks, comments, empty lines, CR */
  const char *letters; /* before every number */
  const char *other;   /* a line among the others, or NULL */
} kind;

static const char *pick(grundy_random *random, const char *const *list, size_t count) {
  return list[grundy_random_below(random, count)];
}

static void put_decoration(FILE *out, grundy_random *random, const kind *k) {
  static const char *const blanks[] = {"", "", " ", "\t", "  ", "\r", "\v\f"};
  if (k->decorated) fputs(pick(random, blanks, sizeof blanks / sizeof *blanks), out);
}

static void put_end(FILE *out, grundy_random *random, const kind *k) {
  static const char *const ends[] = {"\n", "\n", "\n", "\r\n", " # 1 2 x\n", "\t#\xff\n", "\n\n"};
  fputs(k->decorated ? pick(random, ends, sizeof ends / sizeof *ends) : "\n", out);
}

static void put_line(FILE *out, grundy_random *random, const kind *k, uint64_t i) {
  uint64_t tail = k->sorted ? i * k->numbers / k->lines : grundy_random_below(random, k->numbers);
  put_decoration(out, random, k);
  fprintf(out, "%s%" PRIu64, k->letters, tail);
  if (grundy_random_below(random, 8) > 0) {
    putc(grundy_random_below(random, 2) == 0 ? ' ' : '\t', out);
    put_decoration(out, random, k);
    fprintf(out, "%s%" PRIu64, k->letters, grundy_random_below(random, k->numbers));
  }
  put_end(out, random, k);
}

static char *make_text(grundy_random *random, const kind *k, size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  assert_non_null(out);
  uint64_t place = grundy_random_below(random, k->lines + 1);
  for (uint64_t i = 0; k->natural && i < k->numbers; i++)
    fprintf(out, "%s%" PRIu64 "\n", k->letters, i);
  for (uint64_t i = 0; i <= k->lines; i++) {
    if (i == place && k->other != NULL) fprintf(out, "%s\n", k->other);
    if (i < k->lines) put_line(out, random, k, i);
  }
  fclose(out);
  if (*size > 0 && grundy_random_below(random, 2) == 0) --*size;
  return text;
}

/* Few numbers or many, dense or not. */
static kind random_kind(grundy_random *random, uint64_t lines) {
  static const uint64_t numbers[] = {1, 3, 10, 300, 70000, 20000000, 3000000000};
  static const char *const others[] = {
      "x",          "x 1",      "007",           "1 08",      "-1 2",   "1#2",    "4294967296",
      "2147483647", "é 5",      "99999999999 1", "1.5",       "1 2 3",  "1 2 x",  "@ 1 2",
      "1 \xff",     "@1 2",     "@ z outcome=N", "\xff",      "z",      "1 -> 2", "1 ->",
      "-> 1",       "1 -> 2 3", "1 ->2",         "1 -> -> 2", "x -> 1", "1 , 2"};
  static const char *const letters[] = {"v", "x-", "position-", "\u00e9", "#v", "@", "00"};
  kind k = {.lines = 1 + grundy_random_below(random, lines), .letters = ""};
  if (grundy_random_below(random, 2) == 0)
    k.letters = pick(random, letters, sizeof letters / sizeof *letters);
  k.numbers = numbers[grundy_random_below(random, sizeof numbers / sizeof *numbers)];
  k.natural = k.numbers <= 4 * k.lines && grundy_random_below(random, 2) == 0;
  k.sorted = grundy_random_below(random, 3) == 0;
  k.decorated = grundy_random_below(random, 2) == 0;
  if (grundy_random_below(random, 3) == 0)
    k.other = pick(random, others, sizeof others / sizeof *others);
  return k;
}

static void on_random_texts(uint64_t count, uint64_t lines) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(count); i++) {
    kind k = random_kind(&random, lines);
    size_t size;
    char *text = make_text(&random, &k, &size);
    const char *algorithm = assert_read_alike(text, size);
    if (k.other == NULL && k.letters[0] == '\0' && k.numbers <= 1 << 24)
      assert_string_equal(algorithm, "numbers");
    free(text);
  }
}

static void short_texts_are_read_alike(void **state) {
  on_random_texts(2000, 12);
}

static void texts_that_threads_share_are_read_alike(void **state) {
  on_random_texts(20, 40000);
}

/* A block has at most one MiB per thread. */
static void texts_of_several_blocks_are_read_alike(void **state) {
  on_random_texts(6, 400000);
}

/* ---- corner cases ----------------------------------------------------------------------- */

static void corner_cases_are_read_alike(void **state) {
  assert_string_equal(read_alike(""), "numbers");
  assert_string_equal(read_alike("\n\n# 1\n  \r\n"), "numbers");
  assert_string_equal(read_alike("0"), "numbers");
  assert_string_equal(read_alike("0 0\n0 0"), "numbers");
  assert_string_equal(read_alike("0 1\n1 2\n2 3"), "numbers");
  assert_string_equal(read_alike("12345678 123456789\n1234567 16777215\n"), "names");
  assert_string_equal(read_alike("16777215 12345678\n"), "numbers");
  assert_string_equal(read_alike("16777216 1\n"), "names");
  assert_string_equal(read_alike("2147483646\n2147483647\n2147483648\n"), "names");
  assert_string_equal(read_alike("00 0\n"), "names");
  assert_string_equal(read_alike("1#\n"), "names");
  assert_string_equal(read_alike("5 6\n7 x\n6 5\n5 1\n"), "names");
  assert_null(read_alike("1 2\n3 4 5\n"));
  assert_null(read_alike("1 2\n 1 \xff\n"));
}

static void a_comment_may_be_as_long_as_a_line(void **state) {
  size_t size = GRUNDY_EDGES_MAX_LINE + 4;
  char *text = malloc(size + 1);
  assert_non_null(text);
  memset(text, 'x', size);
  memcpy(text, "1\n2 #", 5);
  text[size] = '\0';
  text[size - 2] = '\n'; /* the second line has the maximum length */
  text[size - 1] = '3';
  assert_string_equal(assert_read_alike(text, size), "numbers");
  memset(text + size - 2, 'x', 2);
  assert_null(assert_read_alike(text, size));
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(short_texts_are_read_alike),
      cmocka_unit_test(texts_that_threads_share_are_read_alike),
      cmocka_unit_test(texts_of_several_blocks_are_read_alike),
      cmocka_unit_test(corner_cases_are_read_alike),
      cmocka_unit_test(a_comment_may_be_as_long_as_a_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
