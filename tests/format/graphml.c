/* GraphML, read and written. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

#define GRAPHML GRUNDY_FORMAT_GRAPHML
#define GRAPH(inside) "<graphml><graph edgedefault=\"directed\">" inside "</graph></graphml>"

/* ---- accepted input -------------------------------------------------------------------- */

static void vertices_are_in_the_order_of_first_occurrence(void **state) {
  assert_game(GRAPHML,
              GRAPH("<node id='c'/><edge source='a' target='b'/><node id='b'/><node id='a'/>"),
              " c a b", " a>b");
}

static void moves_are_a_set_and_loops_are_kept(void **state) {
  assert_game(GRAPHML,
              GRAPH("<node id='0'/><edge source='0' target='0'/>"
                    "<edge directed='true' source='0' target='0'/><node id='1'/>"),
              " 0 1", " 0>0");
  assert_game(GRAPHML, GRAPH(""), "", "");
}

static void other_elements_are_ignored(void **state) {
  assert_game(
      GRAPHML,
      "<?xml version='1.0'?><!-- c --><!DOCTYPE graphml SYSTEM 'nowhere.dtd'>"
      "<g:graphml xmlns:g='u' xmlns:y='w'><g:desc>d</g:desc><g:key id='k' for='edge'/>"
      "<g:graph edgedefault='directed'><y:node id='n'/><g:data key='k'><node id='m'/></g:data>"
      "<g:node id='a'><g:port name='p'/><g:data key='k'><y:graph/></g:data></g:node>"
      "<g:edge source='a' target='a' sourceport='p'><g:data key='k'>1</g:data></g:edge>"
      "</g:graph></g:graphml>",
      " a", " a>a");
}

static void common_encodings_are_read(void **state) {
  assert_game(GRAPHML, "\xef\xbb\xbf" GRAPH("<node id='&#xe9;&lt;'/>"), " é<", "");
  assert_game(GRAPHML, "<?xml version='1.0' encoding='ISO-8859-1'?>" GRAPH("<node id='\xe9'/>"),
              " é", "");
  assert_game(GRAPHML, "<?xml version='1.0' encoding='us-ascii'?>" GRAPH("<node id='a'/>"), " a",
              "");
  assert_refused(GRAPHML, "<?xml version='1.0' encoding='koi8-r'?>" GRAPH("<node id='\xe9'/>"),
                 "1:1: the encoding 'koi8-r'; expected UTF-8, UTF-16, ISO-8859-1 or US-ASCII");
}

static void utf_16_is_read_and_columns_count_characters(void **state) {
  static const char text[] = GRAPH("<node id='a'/><edge source='a' target='b'/>");
  for (int big = 0; big < 2; big++) {
    char bytes[2 * sizeof text];
    size_t length = 0;
    for (size_t i = 0; i < sizeof text; i++) {
      uint16_t unit = i == 0 ? 0xfeff : (uint16_t)(unsigned char)text[i - 1];
      bytes[length++] = (char)(big ? unit >> 8 : unit & 0xff);
      bytes[length++] = (char)(big ? unit & 0xff : unit >> 8);
    }
    grundy_digraph *g = NULL;
    grundy_error error;
    assert_int_equal(scan_bytes(GRAPHML, bytes, length, &g, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "an edge with 'b', which is not a node");
    /* The byte order mark is a character, too. */
    assert_int_equal(error.column,
                     1 + sizeof "<graphml><graph edgedefault='directed'><node id='a'/>");
  }
}

static void the_data_of_the_key_called_label_is_the_label(void **state) {
  assert_labels(GRAPHML,
                "<graphml><key id='d0' for='edge' attr.name='label'/>"
                "<key id='d1' for='node' attr.name='label'><default>x</default></key>"
                "<graph edgedefault='directed'><node id='a'/>"
                "<node id='b'><data key='d0'>no</data><data key='d1'>&lt;<![CDATA[<&]]>\n"
                "<!-- c -->y<z>deeper<z>still</z></z></data></node>"
                "<node id='c'><data key='d1'/></node></graph></graphml>",
                " x <<&\ny -");
}

/* ---- rejected input -------------------------------------------------------------------- */

static void errors_say_where_and_what_was_expected(void **state) {
  assert_refused(GRAPHML, "<graphml>\n <graph edgedefault='undirected'/></graphml>",
                 "2:2: edgedefault=\"undirected\"; a game has directed edges, and two for moves in "
                 "both directions");
  assert_refused(GRAPHML, GRAPH("\n<node id='é'/><node id='é'/>"), "2:15: duplicate node 'é'");
  /* The excerpt of a long name ends with a complete character. */
#define DIGITS_58 "0123456789012345678901234567890123456789012345678901234567"
  assert_refused(GRAPHML,
                 GRAPH("\n<node id='" DIGITS_58 "\u2192x'/><node id='" DIGITS_58 "\u2192x'/>"),
                 "2:74: duplicate node '" DIGITS_58 "'");
  assert_refused(GRAPHML, GRAPH("<node id='a'/>\n <edge source='a' target='b'/>\n"),
                 "2:2: an edge with 'b', which is not a node");
  assert_refused(GRAPHML, GRAPH("\n<node id='a'>\n <graph edgedefault='directed'/></node>"),
                 "3:2: 'graph' in a node or edge; expected only nodes and edges");
  assert_refused(GRAPHML, "<!DOCTYPE graphml [\n<!ENTITY a 'b'>]>" GRAPH("<node id='&a;'/>"),
                 "1:1: a DOCTYPE with declarations; expected none: entities are not read");
  assert_refused(GRAPHML,
                 "<graphml><key id='k' attr.name='player'>\n<default>A</default></key></graphml>",
                 "2:1: a default player; give it at every node");
  assert_refused(GRAPHML,
                 "<graphml><key id='k' for='edge' attr.name='kind'>\n<default>carry-on</default>"
                 "</key></graphml>",
                 "2:1: a default kind; give it at every edge");
  assert_refused(GRAPHML, "<gml/>", "1:1: an element 'gml'; expected 'graphml'");
}

/* What is not XML, or is cut off. */
static void errors_of_xml_say_where(void **state) {
  grundy_digraph *g = NULL;
  assert_refused(GRAPHML, "<graphml>\n<é></b></graphml>",
                 "2:6: not XML: mismatched tag; expected GraphML");
  assert_refused(GRAPHML, "<graphml>\n <y:a/></graphml>",
                 "2:2: not XML: unbound prefix; expected GraphML");
  assert_refused(GRAPHML, "<graphml/>\n<graphml/>",
                 "2:1: the file does not end with its first element; expected one whole element "
                 "'graphml'");
  static const char *const cut[] = {
      "<graphml><!-- a --", "<graphml><![CDATA[ a ]", "<?xml version=", "<!DOCTYPE graphml ]",
      "<graphml a='",       "<graphml><graph",        "<graphml>",      "\xff\xfe<"};
  for (size_t i = 0; i < sizeof cut / sizeof *cut; i++)
    assert_int_equal(scan_bytes(GRAPHML, cut[i], strlen(cut[i]), &g, NULL), GRUNDY_BAD_INPUT);
}

/* Quotes, brackets and hyphens inside markup do not end it. */
static void markup_ends_where_xml_says(void **state) {
  assert_game(GRAPHML,
              "<?xml version='1.0'?><!-- > -> --><!DOCTYPE graphml [ ]>"
              "<graphml><!-- a > - b --> ->--><graph edgedefault=\"directed\">"
              "<node id='a>\"'><data key='k'><![CDATA[ > ] ]> ]]></data></node></graph></graphml>",
              " a>\"", "");
}

static void keys_are_for_nodes_or_for_all(void **state) {
  assert_labels(GRAPHML,
                "<graphml><key attr.name='label'/><key id='e' for='edge' attr.name='label'/>"
                "<key id='d' for='all' attr.name='label'/><key id='f' attr.name='label'/>"
                "<key id='p' for='graph' attr.name='player'/><key id='c' attr.name='colour'/>"
                "<graph edgedefault='directed'><node id='a'><data key='d'>x</data>"
                "<data key='f'>y</data><data key='c'>red</data><data>z</data></node></graph>"
                "</graphml>",
                " x");
}

static void edges_say_whether_they_are_directed(void **state) {
  static const char refused[] = "; a game has directed edges, and two for moves in both directions";
  static const char *const directions[] = {"true", "1", "false", "0", "yes"};
  for (size_t i = 0; i < sizeof directions / sizeof *directions; i++) {
    char text[256], message[128];
    snprintf(text, sizeof text, GRAPH("<node id='a'/><edge directed='%s' source='a' target='a'/>"),
             directions[i]);
    snprintf(message, sizeof message, "1:54: directed=\"%s\"%s", directions[i], refused);
    if (i < 2)
      assert_game(GRAPHML, text, " a", " a>a");
    else
      assert_refused(GRAPHML, text, message);
  }
}

/* Ten entities, each consisting of ten copies of the previous one. */
static void entities_are_not_replaced(void **state) {
  char text[4096] = "<!DOCTYPE graphml [<!ENTITY e0 'xxxxxxxxxx'>", more[128];
  for (int i = 1; i < 10; i++) {
    snprintf(more, sizeof more, "<!ENTITY e%d '", i);
    strcat(text, more);
    for (int j = 0; j < 10; j++) {
      snprintf(more, sizeof more, "&e%d;", i - 1);
      strcat(text, more);
    }
    strcat(text, "'>");
  }
  strcat(text, "]>" GRAPH("<node id='&e9;'/>"));
  grundy_digraph *g = NULL;
  assert_int_equal(scan_bytes(GRAPHML, text, strlen(text), &g, NULL), GRUNDY_BAD_INPUT);
  static const char *const declarations[] = {
      "<!ENTITY a SYSTEM '/etc/passwd'>", "<!ENTITY % a SYSTEM '/etc/passwd'> %a;",
      "<!ATTLIST node id CDATA 'a'>",     "<!ELEMENT graphml ANY>",
      "<!NOTATION a SYSTEM 'b'>",         "<!-- c --><?p i?>\n<!ENTITY a 'b'>",
  };
  for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++) {
    snprintf(text, sizeof text, "<!DOCTYPE graphml [%s]>\n" GRAPH("&a;"), declarations[i]);
    assert_refused(GRAPHML, text,
                   "1:1: a DOCTYPE with declarations; expected none: entities are not read");
  }
}

static void limits_are_kept(void **state) {
  grundy_error error;
  const char *start = "<graphml><graph edgedefault='directed'><node id='";
  const char *end = "'/></graph></graphml>";
  assert_int_equal(scan_many(GRAPHML, start, "x", 1 << 16, end, &error), GRUNDY_OK);
  assert_int_equal(scan_many(GRAPHML, start, "x", (1 << 16) + 1, end, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "an id of more than 65536 bytes");
  assert_int_equal(scan_many(GRAPHML, start, "&quot;", 1 << 18, end, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a tag or comment of more than 1048576 bytes");
  start = "<graphml><key id='k' attr.name='label'><default>";
  assert_int_equal(scan_many(GRAPHML, start, "x", (1 << 16) + 1, "</default>", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a label of more than 65536 bytes");
  start = "<graphml><key id='k' attr.name='label'/><graph edgedefault='directed'><node id='a'>"
          "<data key='k'>";
  assert_int_equal(scan_many(GRAPHML, start, "x", (1 << 16) + 1, "</data>", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a label of more than 65536 bytes");
  start = "<graphml><key id='k' attr.name='player'/><graph edgedefault='directed'><node id='a'>"
          "<data key='k'>";
  assert_int_equal(scan_many(GRAPHML, start, "x", (1 << 16) + 1, "</data>", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a player of more than 65536 bytes");
  assert_int_equal(scan_many(GRAPHML, "<graphml>", "<data>", 1000000, "", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "elements are nested more than 100 deep");
  assert_int_equal(scan_many(GRAPHML, "<graphml><!--", "x", 1 << 21, "--></graphml>", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a tag or comment of more than 1048576 bytes");
}

static void a_monitor_can_cancel_reading(void **state) {
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)GRAPH(""), strlen(GRAPH("")), "r");
  assert_int_equal(grundy_digraph_read("game", GRAPHML,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in,
                                                       .monitor = &test_cancelling),
                                       &g, NULL),
                   GRUNDY_CANCELLED);
  fclose(in);
  assert_null(g);
}

/* ---- round trips ----------------------------------------------------------------------- */

static bool xml_allows(const char *text) {
  for (; *text != '\0'; text++)
    if ((unsigned char)*text < 0x20 && strchr("\t\r\n", *text) == NULL) return false;
  return true;
}

static bool is_written(const char *text) {
  return xml_allows(text) && strcmp(text, "\xef\xbf\xbe") != 0;
}

static const char *any_game_survives(const test_game *game) {
  grundy_digraph *nasty = with_nasty_texts(game->g, game->random, true, is_written);
  const char *wrong = survives(GRAPHML, game->g);
  if (wrong == NULL) wrong = survives(GRAPHML, nasty);
  grundy_digraph_free(nasty);
  return wrong;
}

static void games_with_any_names_and_labels_survive(void **state) {
  on_random_games(400, NASTY_MOST, any_game_survives);
}

static void a_name_that_xml_does_not_allow_is_not_written(void **state) {
  static const char *const texts[] = {"\x01", "a\x1b", "\xef\xbf\xbe", "\xef\xbf\xbf"};
  for (size_t i = 0; i < 4; i++) {
    grundy_builder *builder;
    grundy_digraph *g;
    grundy_error error;
    uint32_t v;
    assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_vertex(builder, texts[i], strlen(texts[i]), &v, NULL),
                     GRUNDY_OK);
    assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
    FILE *out = fopen("/dev/null", "w");
    assert_int_equal(grundy_digraph_write(g, GRAPHML, NULL, out, &error), GRUNDY_UNABLE);
    fclose(out);
    grundy_digraph_free(g);
    grundy_builder_free(builder);
  }
}

static void damage_is_noticed_or_harmless(void **state) {
  assert_any_damage_is_noticed_or_harmless(
      GRAPHML,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"u\">\n"
      "<key id=\"l\" for=\"node\" attr.name=\"label\"><default>d</default></key>\n"
      "<graph edgedefault=\"directed\"><node id=\"a\"><data key=\"l\">x&#10;é</data></node>"
      "<node id=\"b\"/><!-- c --><edge source=\"a\" target=\"b\"/></graph></graphml>\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_in_the_order_of_first_occurrence),
      cmocka_unit_test(moves_are_a_set_and_loops_are_kept),
      cmocka_unit_test(other_elements_are_ignored),
      cmocka_unit_test(common_encodings_are_read),
      cmocka_unit_test(utf_16_is_read_and_columns_count_characters),
      cmocka_unit_test(the_data_of_the_key_called_label_is_the_label),
      cmocka_unit_test(errors_say_where_and_what_was_expected),
      cmocka_unit_test(errors_of_xml_say_where),
      cmocka_unit_test(markup_ends_where_xml_says),
      cmocka_unit_test(keys_are_for_nodes_or_for_all),
      cmocka_unit_test(edges_say_whether_they_are_directed),
      cmocka_unit_test(entities_are_not_replaced),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(a_monitor_can_cancel_reading),
      cmocka_unit_test(games_with_any_names_and_labels_survive),
      cmocka_unit_test(a_name_that_xml_does_not_allow_is_not_written),
      cmocka_unit_test(damage_is_noticed_or_harmless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
