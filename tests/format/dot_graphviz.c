/* Our parser of DOT against libcgraph, the parser of Graphviz: both read the same texts as the same
 * nodes, edges and attributes, and both accept or both reject a text. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

#include <ctype.h>
#include <dirent.h>
#include <graphviz/cgraph.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- libcgraph ------------------------------------------------------------------------- */

static int print_nothing(char *message) {
  (void)message;
  return 0;
}

/* Returns the graph in the text, or NULL if libcgraph rejects it, which may return a graph even
 * then. */
static Agraph_t *read_by_graphviz(const char *text) {
  agseterrf(print_nothing);
  agreseterrors();
  Agraph_t *graph = agmemread(text);
  if (agreseterrors() < AGERR) return graph;
  if (graph != NULL) agclose(graph);
  return NULL;
}

/* Returns the label that Graphviz shows, by its documentation of escString; to be freed. */
static char *shown_label(Agnode_t *node, const char *label) {
  size_t size;
  char *text;
  FILE *out = open_memstream(&text, &size);
  for (const char *at = label; *at != '\0'; at++) {
    if (aghtmlstr((char *)label) || *at != '\\' || at[1] == '\0')
      fputc(*at, out);
    else if (*++at == 'N')
      fputs(agnameof(node), out);
    else if (*at == 'n')
      fputc('\n', out);
    else if (*at != 'l' && *at != 'r')
      fputc(*at, out);
    else if (at[1] != '\0')
      fputc('\n', out);
  }
  fclose(out);
  return text;
}

/* ---- comparing ------------------------------------------------------------------------- */

static const char *attribute_of(Agnode_t *node, const char *name) {
  const char *value = agget(node, (char *)name);
  return value == NULL ? "" : value;
}

static const char *same_label(const grundy_digraph *g, uint32_t v, Agnode_t *node) {
  const char *label = attribute_of(node, "label"), *ours = grundy_digraph_label(g, v);
  bool is_name = strcmp(label, "\\N") == 0 && !aghtmlstr((char *)label);
  char *theirs = shown_label(node, is_name ? "" : label);
  const char *wrong = NULL;
  if (strcmp(ours == NULL ? "" : ours, theirs) != 0)
    wrong = because("the label of '%s' is '%s', to Graphviz '%s'", agnameof(node),
                    ours == NULL ? "" : ours, theirs);
  free(theirs);
  return wrong;
}

static const char *same_attributes(const grundy_digraph *g, uint32_t v, Agnode_t *node) {
  const uint8_t *players = grundy_digraph_players(g), *outcomes = grundy_digraph_outcomes(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  const char *player = attribute_of(node, "player"), *outcome = attribute_of(node, "outcome");
  const char *payoff = attribute_of(node, "payoff");
  if (player[0] != '\0' && (players == NULL || players[v] != player[0]))
    return because("the player of '%s' is not %s", agnameof(node), player);
  if (outcome[0] != '\0' && (outcomes == NULL || outcomes[v] != toupper(outcome[0])))
    return because("the outcome of '%s' is not %s", agnameof(node), outcome);
  if (payoff[0] != '\0' && (payoffs == NULL || payoffs[v] != strtod(payoff, NULL)))
    return because("the payoff of '%s' is not %s", agnameof(node), payoff);
  return NULL;
}

/* libcgraph renames nodes whose names begin with %. */
static const char *same_nodes(const grundy_digraph *g, Agraph_t *graph) {
  uint32_t v = 0;
  const char *wrong = NULL;
  if ((uint32_t)agnnodes(graph) != grundy_digraph_order(g))
    return because("%u nodes, to Graphviz %d", grundy_digraph_order(g), agnnodes(graph));
  for (Agnode_t *n = agfstnode(graph); n != NULL && wrong == NULL; n = agnxtnode(graph, n), v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    wrong = same_attributes(g, v, n);
    if (wrong != NULL || name[0] == '%') continue;
    wrong = same_label(g, v, n);
    if (strcmp(name, agnameof(n)) != 0)
      wrong = because("node %u is '%s', to Graphviz '%s'", v, name, agnameof(n));
  }
  return wrong;
}

/* Every edge is a move, and the number of moves is that of distinct edges. */
static const char *same_moves(const grundy_digraph *g, Agraph_t *graph) {
  uint32_t order = grundy_digraph_order(g);
  uint8_t *is_edge = calloc((size_t)order * order + 1, 1);
  const char *wrong = NULL;
  uint64_t edges = 0;
  for (Agnode_t *n = agfstnode(graph); n != NULL; n = agnxtnode(graph, n))
    for (Agedge_t *e = agfstout(graph, n); e != NULL; e = agnxtout(graph, e)) {
      size_t pair = (AGSEQ(n) - 1) * (size_t)order + AGSEQ(aghead(e)) - 1;
      edges += !is_edge[pair];
      is_edge[pair] = 1;
    }
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      if (!is_edge[(size_t)u * order + followers.at[i]])
        wrong = because("a move from %u to %u, which is not an edge", u, followers.at[i]);
  }
  if (wrong == NULL && edges != grundy_digraph_size(g))
    wrong = because("%d moves, to Graphviz %d", (int)grundy_digraph_size(g), (int)edges);
  free(is_edge);
  return wrong;
}

/* Texts that we reject although libcgraph accepts them. */
static bool is_exception(const grundy_error *error) {
  static const char *const messages[] = {
      "text follows the graph",                       /* libcgraph stops at the last brace */
      "the graph is undirected",                      /* a game has directed moves */
      "is neither a name nor a number",               /* libcgraph reads 1a as 1 and a */
      "must be followed by '['; as a name it needs ", /* node a = [...]: macros, which have no
                                                         effect */
      "is not UTF-8",
      "a NUL byte",
      "is longer than ", /* limits and encodings */
      "imply more than",
      "labels with \\N may have", /* limits */
      "player",
      "outcome",
      "payoff", /* attributes that make no sense in a game */
  };
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
    if (strstr(error->message, messages[i]) != NULL) return true;
  return false;
}

/* Returns NULL if both agree on the text. *accepted: whether they accept it. */
static const char *both_agree(const char *text, bool *accepted) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  const char *wrong = NULL;
  Agraph_t *graph = read_by_graphviz(text);
  *accepted = scan_bytes(GRUNDY_FORMAT_DOT, text, strlen(text), &g, &error) == GRUNDY_OK;
  if (*accepted && graph != NULL) {
    wrong = same_nodes(g, graph);
    if (wrong == NULL) wrong = same_moves(g, graph);
  } else if (*accepted) {
    wrong = "only Graphviz rejects it";
  } else if (graph != NULL && !is_exception(&error)) {
    wrong =
        because("only we reject it: %d:%d: %s", (int)error.line, (int)error.column, error.message);
  }
  if (graph != NULL) agclose(graph);
  grundy_digraph_free(g);
  return wrong;
}

/* Fails the test unless both agree on the text, and returns whether they accept it. */
static bool assert_agreement(const char *where, const char *text) {
  bool accepted;
  const char *wrong = both_agree(text, &accepted);
  if (wrong != NULL) fail_msg("%s: %s\n%s\n", where, wrong, text);
  return accepted;
}

/* As above, in a child process, because libcgraph may not be able to read on after an error. */
static bool assert_agreement_in_child(const char *where, const char *text) {
  enum { REJECTED, ACCEPTED, DIFFERENT };
  int end;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    bool accepted;
    const char *wrong = both_agree(text, &accepted);
    if (wrong != NULL) fprintf(stderr, "%s: %s\n%s\n", where, wrong, text);
    _exit(wrong != NULL ? DIFFERENT : accepted ? ACCEPTED : REJECTED);
  }
  assert_int_equal(waitpid(child, &end, 0), child);
  assert_true(WIFEXITED(end) && WEXITSTATUS(end) < DIFFERENT);
  return WEXITSTATUS(end) == ACCEPTED;
}

/* ---- random texts ---------------------------------------------------------------------- */

/* The attribute that a text sets in addition to labels. If it is not NULL the text has no moves,
 * which could contradict the attributes. */
typedef struct theme {
  const char *attribute;
  const char *values[4];
  const char *first; /* statement */
} theme;

static const theme themes[] = {
    {NULL, {NULL}, ""},
    {"player", {"A", "B", NULL}, "node [player=A, payoff=0]"},
    {"outcome", {"P", "\"N\"", "draw", NULL}, ""},
    {"payoff", {"1", "-2.5", "\"7\"", NULL}, "node [player=B, payoff=0]"},
};

enum { MOST_DEPTH = 4, MOST_WORDS = 4000 };

/* A text as a list of words, so that words can be changed before it is written. */
typedef struct writer {
  grundy_random random;
  const theme *theme;
  const char *words[MOST_WORDS];
  uint64_t count;
} writer;

static uint64_t below(writer *w, uint64_t bound) {
  return grundy_random_below(&w->random, bound);
}

static void put(writer *w, const char *word) {
  if (word[0] != '\0' && w->count < MOST_WORDS) w->words[w->count++] = word;
}

static const char *one_of(writer *w, const char *const *words) {
  uint64_t count = 0;
  while (words[count] != NULL) count++;
  return words[below(w, count)];
}

#define PUT_ONE_OF(w, ...) put(w, one_of(w, (const char *const[]){__VA_ARGS__, NULL}))

static void put_id(writer *w) {
  switch (below(w, 8)) {
  case 0:
    PUT_ONE_OF(w, "\"a\"", "\"two words\"", "\"node\"", "\"sub\\\"graph\"", "\"\"", "\"b\\\\\"",
               "\"c\\n\"", "\"d\\\ne\"", "\"/* f */\"", "\"#\"", "\"\\\\\\\"\"", "\"g\nh\"");
    break;
  case 1:
    PUT_ONE_OF(w, "<h>", "<<b>h</b>>", "<>", "<a b>", "<\"x\">", "<//>", "<\n>");
    break;
  case 2:
    PUT_ONE_OF(w, "1", "-1", ".5", "2.", "-3.25", "007", "-.5");
    break;
  case 3:
    PUT_ONE_OF(w, "\"a\" + \"b\"", "\"c\"+\"d\"", "\"e\" /* + */ + \"f\"", "\"g\" + \"\" + \"h\"");
    break;
  default:
    PUT_ONE_OF(w, "a", "b", "c", "d", "e", "f", "g", "x1", "_y", "\xc3\xa9", "Nodes", "grap");
  }
}

static void put_value(writer *w, const char *name, const char *value) {
  put(w, name);
  put(w, "=");
  put(w, value);
}

static void put_attribute(writer *w) {
  if (w->theme->attribute != NULL && below(w, 2) == 0) {
    put_value(w, w->theme->attribute, one_of(w, w->theme->values));
  } else if (below(w, 2) == 0) {
    static const char *const labels[] = {"x",
                                         "\"\\N\"",
                                         "\"<\\N>\"",
                                         "\"l\\lr\\r\"",
                                         "<<i>h</i>>",
                                         "\"two\\nlines\"",
                                         "\"\"",
                                         "\"\\\\\"",
                                         "\"a\" + \"\\G\"",
                                         "7",
                                         NULL};
    put_value(w, below(w, 2) == 0 ? "label" : "\"label\"", one_of(w, labels));
  } else {
    PUT_ONE_OF(w, "color", "key", "\"shape\"", "rank");
    put(w, "=");
    put_id(w);
  }
}

static void put_lists(writer *w, uint64_t most) {
  for (uint64_t lists = below(w, most + 1); lists > 0; lists--) {
    put(w, "[");
    for (uint64_t attributes = below(w, 3); attributes > 0; attributes--) {
      put_attribute(w);
      PUT_ONE_OF(w, ",", ";", "");
    }
    put(w, "]");
  }
}

static void put_nodes(writer *w) {
  put_id(w);
  for (uint64_t ports = below(w, 6) == 0 ? 1 + below(w, 2) : 0; ports > 0; ports--) {
    put(w, ":");
    put_id(w);
  }
  if (below(w, 6) != 0) return;
  put(w, ",");
  put_nodes(w);
}

static void put_body(writer *w, int depth);

static void put_endpoint(writer *w, int depth) {
  if (depth == MOST_DEPTH || below(w, 3) != 0) {
    put_nodes(w);
    return;
  }
  if (below(w, 2) == 0) {
    PUT_ONE_OF(w, "subgraph", "SubGraph");
    if (below(w, 3) != 0) PUT_ONE_OF(w, "s", "t", "\"s\"", "a", "cluster_1");
  }
  put_body(w, depth + 1);
}

static void put_statement(writer *w, int depth) {
  switch (below(w, 10)) {
  case 0:
    put(w, "node");
    put(w, "[");
    put_attribute(w);
    put(w, "]");
    put_lists(w, 1);
    break;
  case 1:
    PUT_ONE_OF(w, "edge", "graph", "GRAPH");
    put(w, "[");
    put(w, "]");
    put_lists(w, 1);
    break;
  case 2:
    put_attribute(w);
    break;
  default:
    put_endpoint(w, depth);
    if (w->theme->attribute == NULL)
      for (uint64_t arrows = below(w, 4); arrows > 0; arrows--) {
        put(w, "->");
        put_endpoint(w, depth);
      }
    put_lists(w, 2);
  }
  PUT_ONE_OF(w, ";", "");
}

static void put_body(writer *w, int depth) {
  put(w, "{");
  for (uint64_t i = below(w, depth == 0 ? 12 : 4); i > 0; i--) put_statement(w, depth);
  put(w, "}");
}

static void put_graph(writer *w, uint64_t seed) {
  w->random = grundy_random_new(seed);
  w->theme = &themes[below(w, sizeof themes / sizeof *themes)];
  w->count = 0;
  PUT_ONE_OF(w, "strict", "", "");
  PUT_ONE_OF(w, "digraph", "DiGraph");
  PUT_ONE_OF(w, "G", "\"digraph\"", "");
  put(w, "{");
  put(w, w->theme->first);
  put_body(w, 0);
  for (uint64_t i = below(w, 12); i > 0; i--) put_statement(w, 0);
  put(w, "}");
}

/* Drops, changes, repeats or exchanges a word or two. */
static void damage(writer *w) {
  static const char *const others[] = {"{",     "}",     "[",        "]",       "=",     ";",
                                       ",",     ":",     "->",       "--",      "node",  "edge",
                                       "a",     "graph", "subgraph", "digraph", "+",     "strict",
                                       "\"q\"", "<h>",   "1",        "@",       "label", NULL};
  for (uint64_t i = 1 + below(w, 2); i > 0; i--) {
    const char **word = &w->words[below(w, w->count)], **other = &w->words[below(w, w->count)];
    const char *old = *word;
    *word = below(w, 2) == 0 ? one_of(w, others) : below(w, 2) == 0 ? "" : *other;
    if (below(w, 2) == 0) *other = old;
  }
}

static bool is_sign(const char *word) {
  return word[0] == '\0' || strchr("{}[]=;,", word[0]) != NULL;
}

/* Returns the words separated by white space and comments, or by nothing where possible; to be
 * freed. */
static char *write_words(writer *w) {
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (uint64_t i = 0; i < w->count; i++) {
    fputs(w->words[i], out);
    bool needed = !is_sign(w->words[i]) && (i + 1 == w->count || !is_sign(w->words[i + 1]));
    if (needed || below(w, 2) == 0)
      fputs(one_of(w, (const char *const[]){" ", "\n", "\t", "\r\n", " /* { */ ", " // [\n",
                                            "\n# =\n", "/**/", " /* ** / */\n", NULL}),
            out);
  }
  fclose(out);
  return text;
}

static bool try_seed(writer *w, uint64_t seed, bool damaged) {
  char where[32];
  snprintf(where, sizeof where, "seed %llu", (unsigned long long)seed);
  put_graph(w, seed);
  if (damaged) damage(w);
  char *text = write_words(w);
  bool accepted = damaged ? assert_agreement_in_child(where, text) : assert_agreement(where, text);
  free(text);
  return accepted;
}

/* ---- tests ----------------------------------------------------------------------------- */

static void random_texts_are_read_as_by_graphviz(void **state) {
  static writer w;
  uint64_t count = test_scaled(5000), accepted = 0;
  for (uint64_t i = 0; i < count; i++) accepted += try_seed(&w, test_seed() + i, false);
  assert_true(10 * accepted >= 9 * count);
}

static void damaged_texts_are_rejected_as_by_graphviz(void **state) {
  static writer w;
  uint64_t count = test_scaled(1000), accepted = 0;
  for (uint64_t i = 0; i < count; i++) accepted += try_seed(&w, test_seed() + i, true);
  assert_true(accepted > 0 && accepted < count);
}

/* Returns the file as a text, to be freed. */
static char *read_whole(const char *path) {
  char *text = NULL;
  size_t room = 0;
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  assert_true(getdelim(&text, &room, '\0', in) > 0);
  fclose(in);
  return text;
}

/* Calls `check` with the path of every file in a folder of the repository. */
static void on_files(const char *folder, void (*check)(const char *path)) {
  char path[4096];
  DIR *files = opendir(folder);
  assert_non_null(files);
  for (struct dirent *file; (file = readdir(files)) != NULL;) {
    snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
    if (file->d_name[0] != '.') check(path);
  }
  closedir(files);
}

static void check_text(const char *path) {
  char *text = read_whole(path);
  (void)assert_agreement_in_child(path, text);
  free(text);
}

static void corpus_is_read_as_by_graphviz(void **state) {
  on_files(GRUNDY_ROOT "/tests/fuzz/corpus/dot", check_text);
}

static void check_edges(const char *path) {
  size_t size, length = strlen(path);
  grundy_digraph *g;
  if (length < 6 || strcmp(path + length - 6, ".edges") != 0) return;
  assert_int_equal(grundy_digraph_read(path, GRUNDY_FORMAT_AUTO, NULL, &g, NULL), GRUNDY_OK);
  char *text = text_of(GRUNDY_FORMAT_DOT, g, &size);
  assert_true(assert_agreement(path, text));
  free(text);
  grundy_digraph_free(g);
}

static void examples_are_read_as_by_graphviz(void **state) {
  on_files(GRUNDY_ROOT "/examples", check_edges);
}

/* Names are those of Graphviz: libcgraph, called directly, gives the same names. It renames nodes
 * whose names begin with %. */
static const char *graphviz_agrees(const test_game *game) {
  grundy_digraph *g = with_nasty_texts(game->g, game->random, false, NULL);
  size_t size;
  const char *wrong = NULL;
  char *text = text_of(GRUNDY_FORMAT_DOT, g, &size);
  Agraph_t *graph = agmemread(text);
  assert_non_null(graph);
  uint32_t v = 0;
  for (Agnode_t *n = agfstnode(graph); n != NULL && wrong == NULL; n = agnxtnode(graph, n), v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    if (name[0] != '%' && strcmp(agnameof(n), name) != 0)
      wrong = because("'%s' is '%s' to Graphviz", name, agnameof(n));
  }
  if (wrong == NULL && v != grundy_digraph_order(g)) wrong = because("%u nodes in Graphviz", v);
  agclose(graph);
  free(text);
  grundy_digraph_free(g);
  return wrong;
}

static void graphviz_reads_our_output_as_the_same_game(void **state) {
  on_random_games(100, NASTY_MOST, graphviz_agrees);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_texts_are_rejected_as_by_graphviz), /* while fork is cheap */
      cmocka_unit_test(random_texts_are_read_as_by_graphviz),
      cmocka_unit_test(corpus_is_read_as_by_graphviz),
      cmocka_unit_test(examples_are_read_as_by_graphviz),
      cmocka_unit_test(graphviz_reads_our_output_as_the_same_game),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
