#include "support/digraph_rules.h"

#include "support/test.h"

const grundy_digraph *rules_digraph;

/* Positions need not be aligned. */
static uint32_t vertex_of(const void *position) {
  uint32_t v;
  memcpy(&v, position, sizeof v);
  return v;
}

static const char *open_digraph(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = sizeof(uint32_t);
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) {
  (void)game;
  memset(position, 0, sizeof(uint32_t));
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  (void)game;
  grundy_vertices followers = grundy_digraph_followers(rules_digraph, vertex_of(position));
  for (uint64_t i = followers.count; i-- > 0;) emit(to, &followers.at[i]);
}

static size_t show(const void *game, const void *position, char *text, size_t size) {
  (void)game;
  return (size_t)snprintf(text, size, "%lu", (unsigned long)vertex_of(position));
}

static bool parse(const void *game, const char *text, size_t length, void *position) {
  char *end;
  uint32_t v = (uint32_t)strtoul(text, &end, 10);
  (void)game;
  memcpy(position, &v, sizeof v);
  return length > 0 && end == text + length && v < grundy_digraph_order(rules_digraph);
}

grundy_rules digraph_rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "a digraph",
    .open = open_digraph,
    .start = start,
    .moves = moves,
    .show = show,
    .parse = parse,
};

int always_player_a(const void *game, const void *position) {
  (void)game;
  (void)position;
  return 'A';
}

grundy_ruleset *open_digraph_rules(void) {
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(grundy_compiled_linked("digraph", &digraph_rules, "", &ruleset, NULL),
                   GRUNDY_OK);
  return ruleset;
}
