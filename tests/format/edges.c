/* The edge list reader. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

static void assert_edges(const char *text, const char *names, const char *moves) {
  assert_game(GRUNDY_FORMAT_EDGES, text, names, moves);
}

static void vertices_are_in_the_order_of_first_occurrence(void **state) {
  assert_edges("c b\na c\n", " c b a", " c>b a>c");
  assert_edges("2 1\n0 2\n", " 2 1 0", " 2>1 0>2");
}

static void moves_are_a_set_and_loops_are_kept(void **state) {
  assert_edges("a b\na b\na a\na b\n", " a b", " a>a a>b");
}

static void a_single_word_is_a_vertex(void **state) {
  assert_edges("a\nb a\na\n", " a b", " b>a");
}

static void comments_begin_at_the_start_of_a_word(void **state) {
  assert_edges("# a b\na b # c d\na #b\nc#d e#\n  #", " a b c#d e#", " a>b c#d>e#");
}

static void white_space_does_not_matter(void **state) {
  assert_edges("\n  a\t b \r\n\r\n\t\n\vb\fc", " a b c", " a>b b>c");
}

static void a_byte_order_mark_is_not_part_of_a_name(void **state) {
  assert_edges("\xef\xbb\xbf"
               "a b\n",
               " a b", " a>b");
}

static void only_a_single_at_sign_is_reserved(void **state) {
  assert_edges("@a b\nb @\n", " @a b @", " @a>b b>@");
}

static void two_quotes_are_the_empty_name(void **state) {
  assert_edges("a \"\"\n\"\" -> b\nb c\"\"\n", " a  b c\"\"", " a> >b b>c\"\"");
  assert_edges("1 2\n2 \"\"\n", " 1 2 ", " 1>2 2>");
}

static void names_may_be_quoted(void **state) {
  assert_edges("\"a b\" c # \"d\n\"a b\" -> \"#\"\n\"->\"\t\"@\"\n", " a b c # -> @",
               " a b>c a b># ->>@");
  assert_edges("\"c\" \"say \\\"hi\\\"\"\nd \"\\\"\"\n", " c say \"hi\" d \"",
               " c>say \"hi\" d>\"");
  assert_edges("1 2\n\"3\" 1\n", " 1 2 3", " 1>2 3>1");
  assert_edges("\"a\\b\" \"\\\\\"\n", " a\\b \\", " a\\b>\\");
}

static void assert_wrong(const char *text, const char *expected) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  char said[2 * GRUNDY_ERROR_MAX_TEXT];
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                       &error),
                   GRUNDY_BAD_INPUT);
  fclose(in);
  (void)grundy_error_format(&error, said, sizeof said);
  assert_string_equal(said, expected);
}

static void a_quoted_name_ends_with_its_quotation_mark(void **state) {
  assert_wrong("a \"b c\n\"\n", "game:1:3: a quotation mark that is not closed");
  assert_wrong("a\n\"b\\\"\n", "game:2:1: a quotation mark that is not closed");
  assert_wrong("\"\n", "game:1:1: a quotation mark that is not closed");
  assert_wrong("é \"b\"c\n", "game:1:6: text after a quoted name; expected white space");
  assert_wrong(
      "a \"b\" \"c\"\n",
      "game:1:7: a third word; expected a move 'u v', a position 'u' or a comment '# ...'");
}

static void an_arrow_may_stand_between_the_positions_of_a_move(void **state) {
  assert_edges("a -> b\nb\t->\ta # back\nb c\n", " a b c", " a>b b>a b>c");
  assert_edges("2 -> 1\n0 2\n1 -> 0", " 2 1 0", " 2>1 1>0 0>2");
  assert_edges("1 2\n1 -2\n2 ->1\n", " 1 2 -2 ->1", " 1>2 1>-2 2>->1");
  assert_edges("2 -> x\n0 -> 2\n", " 2 x 0", " 2>x 0>2");
}

static void an_arrow_is_not_a_name(void **state) {
  static const char before[] = "an arrow without a position before it; write a move as 'u -> v'";
  static const char after[] = "an arrow without a position after it; write a move as 'u -> v'";
  char expected[128];
  static const struct {
    const char *text, *place, *what;
  } wrong[] = {
      {"-> a\n", "game:1:1: ", before},   {"a b\n->", "game:2:1: ", before},
      {"a ->\n", "game:1:3: ", after},    {"a -> # b\n", "game:1:3: ", after},
      {"1 ->\n", "game:1:3: ", after},    {"a -> -> b\n", "game:1:3: ", after},
      {"1 -> ->\n", "game:1:3: ", after}, {"@ -> player=A\n", "game:1:3: ", before},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    (void)snprintf(expected, sizeof expected, "%s%s", wrong[i].place, wrong[i].what);
    assert_wrong(wrong[i].text, expected);
  }
  assert_wrong(
      "a -> b c\n",
      "game:1:8: a third word; expected a move 'u v', a position 'u' or a comment '# ...'");
}

static void commas_get_a_hint(void **state) {
  assert_wrong("a , b\n", "game:1:3: a comma between positions; write a move as 'u v' or 'u -> v'");
  assert_edges("3,5 3,4\na,b\n", " 3,5 3,4 a,b", " 3,5>3,4");
}

static void names_are_any_words(void **state) {
  assert_edges("∞{0,2} x\"y\"\n-1 0x1\n", " ∞{0,2} x\"y\" -1 0x1", " ∞{0,2}>x\"y\" -1>0x1");
}

static void empty_input_is_the_empty_game(void **state) {
  assert_edges("", "", "");
  assert_edges("\n# nothing\n", "", "");
}

static void the_longest_line_is_read_and_a_longer_one_is_not(void **state) {
  grundy_digraph *g;
  grundy_error error;
  size_t size = GRUNDY_EDGES_MAX_LINE + 1;
  char *line = malloc(size);
  memset(line, 'x', size);
  assert_int_equal(scan_bytes(GRUNDY_FORMAT_EDGES, line, GRUNDY_EDGES_MAX_LINE, &g, &error),
                   GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 1);
  grundy_digraph_free(g);
  assert_int_equal(scan_bytes(GRUNDY_FORMAT_EDGES, line, size, &g, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.line, 1);
  free(line);
}

/* Lines of all lengths, so that lines and characters cross the ends of blocks. */
static void a_file_of_many_blocks_is_read_completely(void **state) {
  enum { NAMES = 40000 };
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (int i = 0; i < NAMES; i++) {
    fprintf(out, "∞%d", i);
    for (int j = 0; j < i % 200; j++) fputs("é", out);
    fprintf(out, " n%d\n", (i + 1) % NAMES);
  }
  fclose(out);
  assert_true(size > 8 * GRUNDY_EDGES_MAX_LINE);
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, text);
  assert_int_equal(grundy_digraph_order(g), 2 * NAMES);
  assert_int_equal(grundy_digraph_size(g), NAMES);
  for (uint32_t i = 0; i < NAMES; i++) {
    char name[16];
    uint32_t v;
    int length = snprintf(name, sizeof name, "n%u", (i + 1) % NAMES);
    assert_true(grundy_digraph_find(g, name, (size_t)length, &v));
    assert_true(grundy_digraph_has_move(g, 2 * i, v));
  }
  grundy_digraph_free(g);
  free(text);
}

static bool is_writable(const char *text) {
  return strchr(text, '\n') == NULL;
}

static const char *round_trips(const test_game *game) {
  grundy_digraph *named = with_nasty_texts(game->g, game->random, false, is_writable);
  const char *wrong = survives(GRUNDY_FORMAT_EDGES, named);
  grundy_digraph_free(named);
  return wrong;
}

static void written_games_are_read_again(void **state) {
  on_random_games(300, 12, round_trips);
}

/* Names that would be read differently are rejected, not changed. */
static void names_that_cannot_be_written_are_rejected(void **state) {
  static const char *const names[] = {"a\n", "\n", "\xff", "\"\xff b"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    grundy_builder *builder;
    grundy_digraph *g;
    uint32_t v;
    FILE *out = fopen("/dev/null", "w");
    assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_vertex(builder, names[i], strlen(names[i]), &v, NULL),
                     GRUNDY_OK);
    assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
    assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_EDGES, NULL, out, NULL), GRUNDY_UNABLE);
    fclose(out);
    grundy_digraph_free(g);
    grundy_builder_free(builder);
  }
}

static bool stop_at_once(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)done, (void)total;
  ++*(int *)context;
  return false;
}

static void a_monitor_can_cancel_reading(void **state) {
  int calls = 0;
  grundy_monitor monitor = {.tick = stop_at_once, .context = &calls};
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)"a b\n", 4, "r");
  assert_int_equal(
      grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &monitor),
                          &g, NULL),
      GRUNDY_CANCELLED);
  fclose(in);
  assert_null(g);
  assert_int_equal(calls, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_in_the_order_of_first_occurrence),
      cmocka_unit_test(moves_are_a_set_and_loops_are_kept),
      cmocka_unit_test(a_single_word_is_a_vertex),
      cmocka_unit_test(comments_begin_at_the_start_of_a_word),
      cmocka_unit_test(white_space_does_not_matter),
      cmocka_unit_test(a_byte_order_mark_is_not_part_of_a_name),
      cmocka_unit_test(only_a_single_at_sign_is_reserved),
      cmocka_unit_test(two_quotes_are_the_empty_name),
      cmocka_unit_test(names_may_be_quoted),
      cmocka_unit_test(a_quoted_name_ends_with_its_quotation_mark),
      cmocka_unit_test(an_arrow_may_stand_between_the_positions_of_a_move),
      cmocka_unit_test(an_arrow_is_not_a_name),
      cmocka_unit_test(commas_get_a_hint),
      cmocka_unit_test(names_are_any_words),
      cmocka_unit_test(empty_input_is_the_empty_game),
      cmocka_unit_test(the_longest_line_is_read_and_a_longer_one_is_not),
      cmocka_unit_test(a_file_of_many_blocks_is_read_completely),
      cmocka_unit_test(written_games_are_read_again),
      cmocka_unit_test(names_that_cannot_be_written_are_rejected),
      cmocka_unit_test(a_monitor_can_cancel_reading),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
