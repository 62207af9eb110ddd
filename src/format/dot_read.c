/* DOT through libcgraph.
 *
 * Nodes are vertices in the order in which they first occur, edges are moves. Chains a -> b -> c,
 * lists a, b -> c, subgraphs, edges to and from subgraphs, `strict`, quoted and HTML-like names
 * mean what they mean to Graphviz. Ports and all attributes of a node but its label, player,
 * outcome and payoff are passed over. A label is kept as the text that is shown: \n, \l and \r are
 * newlines, \N is the name; of an HTML-like label, the markup is kept as text. Undirected graphs, a
 * second graph and any other text behind the first are refused.
 *
 * libcgraph knows the grammar and what subgraphs mean, but it has one parser for the process,
 * prints errors, miscounts lines, overruns its stack on long chains and is left broken by that,
 * renames nodes such as "%1", and cannot do without memory. Therefore
 *  - one reader works at a time: `grundy_graphviz` guards it, and is the only variable here. A
 *    program that uses libcgraph itself must not do so at the same time in another thread;
 *  - the words are told apart here (dot_words.c) and fed to it one by one, so that it is never
 *    ahead of the word that it complains about. Names and labels get a letter in front, ports
 *    and attributes that do not matter are left out;
 *  - the limits below are checked before it sees a word. */

#include "format/dot.h"

#include "base/alloc.h"
#include "digraph/attributes.h"
#include "format/utf8.h"

#include <graphviz/cgraph.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  /* Braces in braces. Every level makes every node in it cost once more. */
  MAX_DEPTH = 100,
  /* Arrows in a statement, with those of the statements around it: libcgraph's parser has a
   * stack of 10000 places, and needs 4 for each. */
  MAX_ARROWS = 2000,
  /* Moves and memberships that are not written one by one: {a b c} -> {d e f} is 9 moves in the
   * place of 1. FREE_PER_NODE more for each time that a node is named. */
  MAX_IMPLIED = 1 << 22,
  FREE_PER_NODE = 8,
  /* Memory that libcgraph needs at the most, and how much more is looked for at a time. */
  BYTES_PER_WORD = 4096,
  BYTES_PER_LETTER = 8,
  BYTES_PER_ENTRY = 256,
  RESERVE = 1 << 20,
  /* Bytes of all labels with a name put in for \N. */
  MAX_REPLACED = 1 << 26,
};

/* What a node may say besides its label. */
static const char *const kept_attributes[] = {"player", "outcome", "payoff", NULL};

pthread_mutex_t grundy_graphviz = PTHREAD_MUTEX_INITIALIZER;

/* What stands between a pair of braces: how many nodes, and in the statement being read, on the
 * left and on the right of the last arrow. Bounds from above, not exact numbers. */
typedef struct level {
  uint64_t nodes, left, right;
  uint32_t arrows;
  bool named; /* a subgraph that may have been open before */
} level;

typedef struct reader {
  grundy_dot_words words;
  grundy_status status; /* of the first failure */
  grundy_work work;
  level levels[MAX_DEPTH];
  uint32_t depth, arrows;
  bool named;      /* the next brace opens a subgraph with a name */
  bool joined;     /* the last word was an arrow or a comma */
  bool attributed; /* there was an attribute */
  uint64_t nodes, implied;
  grundy_text piece; /* what is fed for the word that starts at piece_start */
  size_t fed;        /* that much of it */
  const char *piece_start;
  grundy_text label, scratch;
  grundy_text said;    /* the other attributes of the node, as they are fed */
  const char *counted; /* that far, there are so many newlines; NULL: at the start */
  uint64_t lines;
  grundy_builder *builder;
  uint64_t available; /* bytes of memory, as far as is known */
  grundy_error *error;
} reader;

static void feed_text(reader *r, const char *text) {
  grundy_text_append(&r->piece, text, strlen(text));
}

/* Feeds the text of the word with a letter in front: libcgraph gives names of its own to nodes
 * whose names begin with %. */
static void feed_id(reader *r, grundy_text *to, const char *letter) {
  grundy_text_clear(&r->scratch);
  grundy_text_append(&r->scratch, letter, 1);
  grundy_text_append(&r->scratch, r->words.value.at, r->words.value.length);
  if (!r->scratch.failed) grundy_dot_append_id(to, r->scratch.at, r->scratch.length);
  to->failed |= r->scratch.failed;
}

/* ---- how many moves the words stand for ------------------------------------------------ */

static level *innermost(reader *r) {
  return &r->levels[r->depth - 1];
}

/* The moves of the last arrow, once for every level that they are in. */
static uint64_t moves_of_arrow(const reader *r) {
  const level *in = &r->levels[r->depth - 1];
  uint64_t moves;
  if (__builtin_mul_overflow(in->left, in->right, &moves) ||
      __builtin_mul_overflow(moves, r->depth, &moves))
    return UINT64_MAX;
  return moves;
}

static void count_moves(reader *r) {
  if (__builtin_add_overflow(r->implied, moves_of_arrow(r), &r->implied)) r->implied = UINT64_MAX;
}

static void end_statement(reader *r) {
  level *in = innermost(r);
  count_moves(r);
  r->arrows -= in->arrows;
  in->left = in->right = in->arrows = 0;
}

/* A node, or a subgraph with so many, is the next thing in a statement or begins one. */
static void count_nodes(reader *r, uint64_t nodes) {
  if (!r->joined) end_statement(r);
  innermost(r)->right += nodes;
  r->joined = false;
}

/* Asked before libcgraph sees the word: once it has, it makes the moves, even at the end of the
 * file. */
static bool too_many(const reader *r) {
  uint64_t all, free_ones = FREE_PER_NODE * r->nodes + MAX_IMPLIED;
  return __builtin_add_overflow(r->implied, r->depth == 0 ? 0 : moves_of_arrow(r), &all) ||
         all > free_ones;
}

/* ---- attributes ------------------------------------------------------------------------ */

static bool is_sign(const reader *r, char sign) {
  return r->words.kind == GRUNDY_DOT_SIGN && r->words.sign == sign;
}

/* Reads = and the value, which becomes the current word. */
static grundy_status read_value(reader *r) {
  bool equals;
  grundy_status status = grundy_dot_accept(&r->words, '=', &equals);
  if (status != GRUNDY_OK) return status;
  if (!equals)
    return grundy_dot_refuse(&r->words, r->words.start,
                             "an attribute without '='; expected "
                             "'name = value'");
  status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && !grundy_dot_is_id(&r->words))
    return grundy_dot_refuse(&r->words, r->words.start,
                             "no value of an attribute; expected 'name = value'");
  return status;
}

/* Keeps name = "line:value" of the value that is the current word: libcgraph finds out which nodes
 * have it, and does not keep lines. */
static void keep_attribute(reader *r, const char *name) {
  char line[32];
  if (r->counted == NULL) r->counted = r->words.text;
  for (; r->counted < r->words.start; r->counted++) r->lines += *r->counted == '\n';
  snprintf(line, sizeof line, "%" PRIu64 ":", r->lines + 1);
  grundy_text_append(&r->said, name, strlen(name));
  grundy_text_append(&r->said, "=", 1);
  grundy_text_clear(&r->scratch);
  grundy_text_append(&r->scratch, line, strlen(line));
  grundy_text_append(&r->scratch, r->words.value.at, r->words.value.length);
  if (!r->scratch.failed) grundy_dot_append_id(&r->said, r->scratch.at, r->scratch.length);
  r->said.failed |= r->scratch.failed;
  grundy_text_append(&r->said, " ", 1);
}

/* What the attribute called by the current word is: "player" and its like, NULL if it does not
 * matter. */
static const char *attribute_kept(const reader *r) {
  for (int i = 0; kept_attributes[i] != NULL; i++)
    if (strcmp(r->words.value.at, kept_attributes[i]) == 0) return kept_attributes[i];
  return NULL;
}

/* Reads up to the closing bracket. The last label goes to r->label, with a letter that tells
 * whether it is HTML-like; what is said besides goes to r->said. */
static grundy_status read_attributes(reader *r) {
  grundy_text_clear(&r->label);
  grundy_text_clear(&r->said);
  for (;;) {
    grundy_status status = grundy_dot_next(&r->words);
    if (status != GRUNDY_OK || is_sign(r, ']')) return status;
    if (!grundy_dot_is_id(&r->words))
      return grundy_dot_refuse(&r->words, r->words.start,
                               "no attribute; expected 'name = value' or ']'");
    bool label = strcmp(r->words.value.at, "label") == 0, separator;
    const char *kept = attribute_kept(r);
    status = read_value(r);
    if (status == GRUNDY_OK && kept != NULL) keep_attribute(r, kept);
    if (status == GRUNDY_OK && label) {
      grundy_text_clear(&r->label);
      feed_id(r, &r->label, r->words.kind == GRUNDY_DOT_HTML ? "H" : "T");
    }
    if (status == GRUNDY_OK) status = grundy_dot_accept(&r->words, ';', &separator);
    if (status == GRUNDY_OK && !separator) status = grundy_dot_accept(&r->words, ',', &separator);
    if (status != GRUNDY_OK) return status;
  }
}

/* [...] behind what was fed; the label only where it is one of nodes. */
static grundy_status feed_attributes(reader *r, bool of_nodes) {
  grundy_status status = read_attributes(r);
  feed_text(r, "[");
  if (of_nodes && r->label.length > 0) {
    feed_text(r, "label=");
    grundy_text_append(&r->piece, r->label.at, r->label.length);
  }
  if (of_nodes && r->said.length > 0) {
    feed_text(r, " ");
    grundy_text_append(&r->piece, r->said.at, r->said.length);
  }
  feed_text(r, "]");
  r->piece.failed |= r->label.failed || r->said.failed;
  return status;
}

/* `node [...]` and its like: defaults of what comes later. */
static grundy_status feed_defaults(reader *r) {
  bool bracket, of_nodes = r->words.kind == GRUNDY_DOT_NODE;
  if (!r->joined) end_statement(r);
  grundy_text_append(&r->piece, r->words.value.at, r->words.value.length);
  grundy_status status = grundy_dot_accept(&r->words, '[', &bracket);
  if (status == GRUNDY_OK && !bracket)
    return grundy_dot_refuse(&r->words, r->words.start,
                             "'%s' without attributes; expected '[' or a name in quotes",
                             r->words.value.at);
  return status == GRUNDY_OK ? feed_attributes(r, of_nodes) : status;
}

/* ---- nodes, edges and subgraphs -------------------------------------------------------- */

/* Reads and forgets :port or :port:compass. */
static grundy_status skip_ports(reader *r) {
  for (int i = 0; i < 2; i++) {
    bool colon;
    grundy_status status = grundy_dot_accept(&r->words, ':', &colon);
    if (status != GRUNDY_OK || !colon) return status;
    status = grundy_dot_next(&r->words);
    if (status != GRUNDY_OK) return status;
    if (!grundy_dot_is_id(&r->words))
      return grundy_dot_refuse(&r->words, r->words.start, "no port; expected a name behind ':'");
  }
  return GRUNDY_OK;
}

/* A node, or an attribute of the graph, for which libcgraph gets one that is always the same. */
static grundy_status feed_node(reader *r) {
  const char *behind = r->words.at;
  bool equals;
  grundy_status status = grundy_dot_accept(&r->words, '=', &equals);
  if (status != GRUNDY_OK) return status;
  if (equals) {
    r->words.at = behind;
    feed_text(r, "_=_");
    return read_value(r);
  }
  count_nodes(r, 1);
  innermost(r)->nodes++;
  r->nodes++;
  r->implied += r->depth - 1;
  feed_id(r, &r->piece, "n");
  return skip_ports(r);
}

static grundy_status feed_subgraph(reader *r) {
  feed_text(r, "subgraph ");
  const char *behind = r->words.at;
  grundy_status status = grundy_dot_next(&r->words);
  r->named = status == GRUNDY_OK && grundy_dot_is_id(&r->words);
  if (r->named)
    feed_id(r, &r->piece, "s");
  else
    r->words.at = behind;
  return status;
}

static grundy_status feed_arrow(reader *r) {
  level *in = innermost(r);
  count_moves(r);
  in->left = in->right;
  in->right = 0;
  in->arrows++;
  r->joined = true;
  feed_text(r, "->");
  if (++r->arrows > MAX_ARROWS)
    return grundy_dot_refuse(&r->words, r->words.start,
                             "more than %d arrows in a statement; expected shorter chains",
                             MAX_ARROWS);
  return GRUNDY_OK;
}

static grundy_status open_brace(reader *r) {
  if (r->depth == MAX_DEPTH)
    return grundy_dot_refuse(&r->words, r->words.start,
                             "subgraphs more than %d deep; expected fewer", MAX_DEPTH - 1);
  if (r->depth > 0 && !r->joined) end_statement(r);
  r->levels[r->depth++] = (level){.named = r->named};
  r->named = false;
  r->joined = false;
  return GRUNDY_OK;
}

static void close_brace(reader *r) {
  end_statement(r);
  level closed = *innermost(r);
  if (--r->depth == 0) return;
  r->joined = true; /* the statement that it belongs to was begun when it was opened */
  count_nodes(r, closed.named ? r->nodes : closed.nodes);
  innermost(r)->nodes += closed.nodes;
}

static grundy_status feed_sign(reader *r) {
  char sign[] = {r->words.sign, '\0'};
  if (sign[0] == '[') return feed_attributes(r, innermost(r)->arrows == 0);
  feed_text(r, sign);
  if (sign[0] == '{') return open_brace(r);
  if (sign[0] == '}') close_brace(r);
  if (sign[0] == ';') end_statement(r);
  if (sign[0] == ';' || sign[0] == ',') r->joined = sign[0] == ',';
  return GRUNDY_OK;
}

/* ---- feeding libcgraph ----------------------------------------------------------------- */

static grundy_status feed_word(reader *r) {
  switch (r->words.kind) {
  case GRUNDY_DOT_END:
    return GRUNDY_OK;
  case GRUNDY_DOT_NAME:
  case GRUNDY_DOT_STRING:
  case GRUNDY_DOT_HTML:
    return feed_node(r);
  case GRUNDY_DOT_STRICT:
  case GRUNDY_DOT_DIGRAPH:
    feed_text(r, "digraph"); /* here it is wrong, and libcgraph says so */
    return GRUNDY_OK;
  case GRUNDY_DOT_SUBGRAPH:
    return feed_subgraph(r);
  case GRUNDY_DOT_GRAPH:
  case GRUNDY_DOT_NODE:
  case GRUNDY_DOT_EDGE:
    return feed_defaults(r);
  case GRUNDY_DOT_ARROW:
    return feed_arrow(r);
  case GRUNDY_DOT_SIGN:
    return feed_sign(r);
  }
  return GRUNDY_OK;
}

/* A bound on what libcgraph allocates for the piece: all nodes get room for the first attribute,
 * and every level gets an entry for a node. */
static uint64_t cost_of_piece(reader *r) {
  bool attribute = r->piece.length > 0 && strchr(r->piece.at, '=') != NULL;
  uint64_t entries = r->depth == 0 ? 0 : r->depth + moves_of_arrow(r);
  if (attribute && !r->attributed) entries += r->nodes;
  r->attributed |= attribute;
  return BYTES_PER_WORD + BYTES_PER_LETTER * (uint64_t)r->piece.length + BYTES_PER_ENTRY * entries;
}

/* Is there memory for that? libcgraph would crash. What was there the last time is used up before
 * it is asked again. */
static bool has_memory(reader *r) {
  uint64_t cost = cost_of_piece(r);
  if (r->available < cost) {
    void *block = grundy_alloc(cost + RESERVE, 1);
    if (block == NULL) return false;
    free(block);
    r->available = cost + RESERVE;
  }
  r->available -= cost;
  return true;
}

/* Makes the next piece. White space ends it, so that libcgraph sees the end of the word without
 * asking for more; none behind the last brace, where libcgraph stops reading. */
static grundy_status next_piece(reader *r) {
  grundy_text_clear(&r->piece);
  r->fed = 0;
  grundy_status status = grundy_dot_next(&r->words);
  r->piece_start = r->words.start;
  if (status == GRUNDY_OK) status = feed_word(r);
  if (status != GRUNDY_OK) return status;
  if (r->depth > 0 && r->piece.length > 0) feed_text(r, " ");
  if (r->piece.failed) return grundy_fail_memory(r->error);
  if (too_many(r))
    return grundy_dot_refuse(&r->words, r->piece_start,
                             "subgraphs that stand for more than %d moves; expected fewer",
                             MAX_IMPLIED);
  if (!has_memory(r)) return grundy_fail_memory(r->error);
  if (!grundy_work_step(&r->work, (uint64_t)(r->words.at - r->piece_start)))
    return grundy_fail_cancelled(r->error);
  return GRUNDY_OK;
}

/* 0 is the end of the file to libcgraph: it cleans up after itself, and r->status says why. */
static int feed(void *channel, char *buffer, int size) {
  reader *r = channel;
  if (r->status == GRUNDY_OK && r->fed == r->piece.length && r->depth > 0)
    r->status = next_piece(r);
  if (r->status != GRUNDY_OK) return 0;
  size_t left = r->piece.length - r->fed, count = left < (size_t)size ? left : (size_t)size;
  memcpy(buffer, r->piece.at + r->fed, count);
  r->fed += count;
  return (int)count;
}

/* [strict] digraph [name] {, for which libcgraph gets no name. */
static grundy_status read_header(reader *r) {
  grundy_status status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && r->words.kind == GRUNDY_DOT_STRICT) {
    feed_text(r, "strict ");
    status = grundy_dot_next(&r->words);
  }
  if (status != GRUNDY_OK) return status;
  if (r->words.kind == GRUNDY_DOT_GRAPH)
    return grundy_dot_refuse(&r->words, r->words.start, "an undirected graph; expected 'digraph'");
  if (r->words.kind != GRUNDY_DOT_DIGRAPH)
    return grundy_dot_refuse(&r->words, r->words.start, "no graph; expected 'digraph'");
  status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && grundy_dot_is_id(&r->words)) status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK) return status;
  r->piece_start = r->words.start;
  if (!is_sign(r, '{'))
    return grundy_dot_refuse(&r->words, r->words.start, "no body of the graph; expected '{'");
  feed_text(r, "digraph{ ");
  if (r->piece.failed) return grundy_fail_memory(r->error);
  return open_brace(r);
}

/* ---- from libcgraph -------------------------------------------------------------------- */

/* The text of a label as it is shown, to r->scratch. */
static void show_label(reader *r, const char *label, const char *name) {
  grundy_text_clear(&r->scratch);
  for (; *label != '\0'; label++) {
    if (*label != '\\' || label[1] == '\0') {
      grundy_text_append(&r->scratch, label, 1);
      continue;
    }
    label++;
    if (*label == 'N')
      grundy_text_append(&r->scratch, name, strlen(name));
    else if (*label == 'n' || ((*label == 'l' || *label == 'r') && label[1] != '\0'))
      grundy_text_append(&r->scratch, "\n", 1);
    else if (*label != 'l' && *label != 'r')
      grundy_text_append(&r->scratch, label, 1);
  }
}

/* `label` has a letter in front: H is HTML-like, T is not. */
static grundy_status take_label(reader *r, uint32_t v, const char *name, const char *label,
                                uint64_t *replaced) {
  if (label[0] == '\0' || strcmp(label, "T\\N") == 0) return GRUNDY_OK;
  if (label[0] == 'H')
    return grundy_builder_label(r->builder, v, label + 1, strlen(label + 1), r->error);
  show_label(r, label + 1, name);
  if (r->scratch.failed) return grundy_fail_memory(r->error);
  if (strstr(label, "\\N") != NULL) *replaced += r->scratch.length;
  if (r->scratch.length > GRUNDY_MAX_TEXT || *replaced > MAX_REPLACED)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->words.name, 0, 0,
                          "labels with \\N are too long; expected at most %d bytes each and %d in "
                          "all",
                          GRUNDY_MAX_TEXT, MAX_REPLACED);
  return grundy_builder_label(r->builder, v, r->scratch.at, r->scratch.length, r->error);
}

/* What was said about a node, "line:value" as it was kept; nothing if it is empty. */
static grundy_status take_attributes(reader *r, Agraph_t *g, Agnode_t *n, uint32_t v) {
  for (int i = 0; kept_attributes[i] != NULL; i++) {
    const char *name = kept_attributes[i];
    Agsym_t *symbol = agattr(g, AGNODE, (char *)name, NULL);
    const char *text = symbol == NULL ? "" : agxget(n, symbol), *colon = strchr(text, ':');
    if (colon == NULL) continue;
    grundy_builder_place(r->builder, r->words.name, strtoull(text, NULL, 10), 0);
    grundy_status status = grundy_builder_attribute(r->builder, v, name, strlen(name), colon + 1,
                                                    strlen(colon + 1), r->error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* libcgraph gives nodes in the order in which they were made. */
static grundy_status take_nodes(reader *r, Agraph_t *g) {
  Agsym_t *label = agattr(g, AGNODE, (char *)"label", NULL);
  uint64_t replaced = 0;
  for (Agnode_t *n = agfstnode(g); n != NULL; n = agnxtnode(g, n)) {
    uint32_t v;
    const char *name = agnameof(n) + 1;
    grundy_status status = grundy_builder_vertex(r->builder, name, strlen(name), &v, r->error);
    if (status == GRUNDY_OK && label != NULL)
      status = take_label(r, v, name, agxget(n, label), &replaced);
    if (status == GRUNDY_OK) status = take_attributes(r, g, n, v);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

static grundy_status take_edges(reader *r, Agraph_t *g) {
  uint32_t u = 0;
  for (Agnode_t *n = agfstnode(g); n != NULL; n = agnxtnode(g, n), u++)
    for (Agedge_t *e = agfstout(g, n); e != NULL; e = agnxtout(g, e)) {
      uint32_t v;
      const char *name = agnameof(aghead(e)) + 1;
      grundy_status status = grundy_builder_vertex(r->builder, name, strlen(name), &v, r->error);
      if (status == GRUNDY_OK) status = grundy_builder_move(r->builder, u, v, r->error);
      if (status == GRUNDY_OK && !grundy_work_step(&r->work, 1))
        status = grundy_fail_cancelled(r->error);
      if (status != GRUNDY_OK) return status;
    }
  return GRUNDY_OK;
}

/* ---- the whole file -------------------------------------------------------------------- */

static int say_nothing(char *message) {
  (void)message;
  return 0;
}

/* Why libcgraph stopped, if it did: it may return a graph even so. */
static grundy_status check_parsed(reader *r, const Agraph_t *g, int worst) {
  if (r->status != GRUNDY_OK) return r->status;
  if (r->words.kind == GRUNDY_DOT_END)
    return grundy_dot_refuse(&r->words, r->words.end, "the file ends too early; expected '}'");
  if (g == NULL || worst >= AGERR)
    return grundy_dot_refuse(&r->words, r->piece_start,
                             "this cannot stand here; expected a statement such as a -> b");
  grundy_status status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && r->words.kind != GRUNDY_DOT_END)
    return grundy_dot_refuse(&r->words, r->words.start,
                             "text behind the graph; expected one graph");
  return status;
}

static grundy_status parse(reader *r) {
  Agiodisc_t io = {.afread = feed, .putstr = AgIoDisc.putstr, .flush = AgIoDisc.flush};
  Agdisc_t disc = {.mem = &AgMemDisc, .id = &AgIdDisc, .io = &io};
  agusererrf before = agseterrf(say_nothing);
  agerr(AGWARN, "%s", ""); /* has libcgraph make the room for its messages while there is memory */
  agreseterrors();
  Agraph_t *g = agread(r, &disc);
  grundy_status status = check_parsed(r, g, agreseterrors());
  if (status == GRUNDY_OK) status = take_nodes(r, g);
  if (status == GRUNDY_OK) status = take_edges(r, g);
  if (g != NULL) agclose(g);
  agseterrf(before);
  return status;
}

static grundy_status parse_text(reader *r) {
  grundy_dot_words *words = &r->words;
  size_t length = (size_t)(words->end - words->text);
  size_t valid = grundy_utf8_valid(words->text, length);
  if (valid < length)
    return grundy_dot_refuse(words, words->text + valid,
                             words->text[valid] == '\0'
                                 ? "a NUL; expected text"
                                 : "a byte that is not UTF-8; expected text in UTF-8");
  words->text += grundy_byte_order_mark(words->text, length);
  words->at = words->text;
  grundy_status status = read_header(r);
  if (status != GRUNDY_OK) return status;
  pthread_mutex_lock(&grundy_graphviz);
  status = parse(r);
  pthread_mutex_unlock(&grundy_graphviz);
  return status;
}

grundy_status grundy_dot_read(FILE *in, const char *name, const grundy_monitor *monitor,
                              grundy_digraph **g, grundy_error *error) {
  char *text;
  size_t length;
  grundy_work work = grundy_work_start(monitor, "reading", 0);
  grundy_status status = grundy_input_slurp(in, name, &work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  reader r = {.error = error, .words = {.name = name, .text = text, .error = error}};
  r.words.end = text + length;
  r.work = work;
  status = grundy_builder_new(&r.builder, error);
  if (status == GRUNDY_OK) status = parse_text(&r);
  if (status == GRUNDY_OK) status = grundy_builder_finish(r.builder, monitor, g, error);
  if (status == GRUNDY_OK) grundy_work_finish(&r.work, "dot", grundy_digraph_size(*g));
  grundy_builder_free(r.builder);
  grundy_text_free(&r.words.value);
  grundy_text_free(&r.piece);
  grundy_text_free(&r.label);
  grundy_text_free(&r.said);
  grundy_text_free(&r.scratch);
  free(text);
  return status;
}
