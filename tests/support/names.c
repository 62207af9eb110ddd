#include "support/names.h"

#include "support/test.h"

static const char *const pieces[] = {
    "\t",     "\n",   "\r",
    "\r\n",   "\"",   "\"\"",
    "'",      ",",    ";",
    "\\",     "\\t",  " ",
    "#",      "@",    "-",
    "inf",    "{}",   "0",
    "1",      "017",  "a",
    "vertex", "é",    "\x7f",
    "\x1b",   "∞",    "\xef\xbb\xbf",
    "日本",   "𝔾",    "\xf4\x8f\xbf\xbf",
    "[]",     "</x>", "&amp;",
};

/* Distinct for distinct v: the number comes last, between characters that occur nowhere else. */
static size_t make_name(grundy_random *random, uint32_t v, char *name, size_t size) {
  name[0] = '\0';
  for (uint64_t left = grundy_random_below(random, 5); left > 0; left--)
    strcat(name, pieces[grundy_random_below(random, sizeof pieces / sizeof *pieces)]);
  size_t length = strlen(name);
  return length + (size_t)snprintf(name + length, size - length, "⟨%u⟩", v);
}

grundy_digraph *game_with_names(grundy_random *random, const grundy_digraph *g) {
  grundy_builder *builder = NULL;
  grundy_digraph *named = NULL;
  uint32_t order = grundy_digraph_order(g), v;
  uint64_t nameless = grundy_random_below(random, 2 * (uint64_t)order + 1);
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t u = 0; u < order; u++) {
    char name[128];
    size_t length = u == nameless ? 0 : make_name(random, u, name, sizeof name);
    assert_int_equal(grundy_builder_vertex(builder, name, length, &v, NULL), GRUNDY_OK);
    assert_int_equal(v, u);
  }
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      assert_int_equal(grundy_builder_move(builder, u, followers.at[i], NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_finish(builder, NULL, &named, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return named;
}

grundy_digraph *game_two_named(const char *first, const char *second) {
  grundy_builder *builder = NULL;
  grundy_digraph *named = NULL;
  uint32_t u, v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, first, strlen(first), &u, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, second, strlen(second), &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, u, v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &named, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return named;
}
