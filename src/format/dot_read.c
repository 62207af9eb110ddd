/* The parser of DOT. Its words come from dot_words.c.
 *
 * Nodes are vertices in the order in which they first occur, edges are moves. Everything means what
 * it means to Graphviz; docs/formats.md lists the exceptions. The reader ignores ports, all
 * attributes of nodes except label, player, outcome and payoff, and all attributes of edges except
 * kind. It keeps a label as the text that Graphviz shows: \n, \l and \r are newlines, \N is the
 * name, and HTML-like labels keep their markup.
 *
 * The members of a subgraph are the nodes named between its braces, at any depth. The reader
 * appends every node that is named to one array, the log, so that the members of a subgraph are a
 * range of the log, or several if the subgraph is opened several times by its name. Open braces are
 * on a stack: nothing recurses. Time and memory are linear in the size of the file and the number
 * of moves, which MAX_IMPLIED limits. */

#include "format/dot.h"

#include "base/alloc.h"
#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "digraph/names.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  /* Moves that are not written one by one: {a b c} -> {d e f} is 9 moves in place of 1. Every
   * mention of a node allows FREE_PER_NODE more. */
  MAX_IMPLIED = 1 << 22,
  FREE_PER_NODE = 8,
  /* Bytes of all labels in which \N is replaced by a name. */
  MAX_REPLACED = 1 << 26,
};

/* The attributes that the reader keeps: first those of nodes, then those of edges. */
enum { LABEL, PLAYER, OUTCOME, PAYOFF, OF_NODES, KIND = OF_NODES, ATTRIBUTES };
static const char *const attribute_names[ATTRIBUTES] = {"label", "player", "outcome", "payoff",
                                                        "kind"};

/* For each attribute, 1 + the index of its value, or 0 if it is not set. */
typedef struct settings {
  uint64_t of[ATTRIBUTES];
} settings;

/* The value of an attribute: bytes of reader.texts. */
typedef struct value {
  uint64_t start, length;
  bool is_html;
  grundy_text_place place;
} value;

/* A range of the log. `next` is 1 + the index of the next range, or 0. */
typedef struct range {
  uint64_t start, end, next;
} range;

/* One side of an arrow: nodes of the log or, if `subgraph` is not 0, the members that the named
 * subgraph with index subgraph - 1 has at the end of the statement. */
typedef struct endpoint {
  range nodes;
  uint32_t subgraph;
  bool is_list; /* a list of nodes, which may have attributes */
} endpoint;

typedef struct subgraph {
  uint64_t serial, members;
  uint64_t ranges;   /* as range.next */
  settings defaults; /* set in this subgraph */
} subgraph;

/* An open brace. */
typedef struct scope {
  uint64_t serial;    /* unique to each subgraph */
  uint64_t start;     /* the length of the log when the brace was opened */
  uint64_t endpoints; /* the first endpoint of its statement */
  uint32_t subgraph;  /* as in endpoint */
  settings defaults;  /* in force here, including those of enclosing scopes */
} scope;

typedef struct reader {
  grundy_dot_words words;
  grundy_work work;
  grundy_builder *builder;
  grundy_error *error;
  bool after_arrow; /* the last word was an arrow */
  uint64_t mentions, implied, serials;
  uint32_t order; /* number of vertices so far */
  scope *scopes;
  uint64_t depth, scope_capacity;
  endpoint *endpoints;
  uint64_t endpoint_count, endpoint_capacity;
  uint32_t *log;
  uint64_t log_count, log_capacity;
  uint64_t log_kept;           /* the part of the log that belongs to named subgraphs */
  grundy_names subgraph_names; /* "serial of the parent:name" */
  subgraph *subgraphs;
  uint64_t subgraph_capacity;
  range *ranges;
  uint64_t range_count, range_capacity;
  settings *nodes; /* settings of every vertex; vertices from node_count on have none */
  uint64_t node_count, node_capacity;
  value *values;
  uint64_t value_count, value_capacity;
  grundy_text texts, scratch;
  const char *counted; /* lines are counted up to here, and this is its place */
  grundy_text_place place;
} reader;

static scope *innermost(reader *r) {
  return &r->scopes[r->depth - 1];
}

/* Fails at the current word. */
#define FAIL(r, ...) grundy_cursor_fail(&(r)->words.cursor, (r)->words.start, __VA_ARGS__)

/* Reads the next word, which must be an ID. */
static grundy_status read_id(reader *r, const char *message) {
  grundy_status status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK || grundy_dot_is_id(&r->words)) return status;
  return FAIL(r, "%s", message);
}

/* ---- attributes ------------------------------------------------------------------------ */

/* Stores the current word as a value, with its place. Words come in order, so counting lines takes
 * linear time in all. */
static grundy_status keep_value(reader *r, uint64_t *number) {
  if (r->counted == NULL) {
    r->counted = r->words.cursor.start;
    r->place = (grundy_text_place){1, 1};
  }
  for (; r->counted < r->words.start; r->counted++) {
    r->place.column += (*r->counted & 0xc0) != 0x80;
    if (*r->counted == '\n') r->place = (grundy_text_place){r->place.line + 1, 1};
  }
  if (!grundy_grow(&r->values, &r->value_capacity, r->value_count + 1, sizeof *r->values))
    return grundy_fail_memory(r->error);
  r->values[r->value_count] =
      (value){r->texts.length, r->words.length, r->words.kind == GRUNDY_DOT_HTML, r->place};
  grundy_text_append(&r->texts, r->words.value, r->words.length);
  if (r->texts.failed) return grundy_fail_memory(r->error);
  *number = ++r->value_count;
  return GRUNDY_OK;
}

/* What a list of attributes belongs to. */
typedef enum owner { GRAPH, NODES, EDGES } owner;

/* Reads up to the closing bracket. Only attributes that the reader keeps for such an owner are
 * stored. */
static grundy_status read_list(reader *r, owner of, settings *given) {
  for (;;) {
    grundy_status status = grundy_dot_next(&r->words);
    if (status != GRUNDY_OK || grundy_dot_is_sign(&r->words, ']')) return status;
    if (!grundy_dot_is_id(&r->words))
      return FAIL(r, "only 'name = value' and ']' are allowed here");
    /* Reads name = value, whose name is the current word, and a separator. */
    int attribute = of == EDGES ? OF_NODES : 0;
    int end = of == EDGES ? ATTRIBUTES : of == NODES ? OF_NODES : 0;
    bool equals, separator;
    while (attribute < end &&
           !grundy_bytes_are(r->words.value, r->words.length, attribute_names[attribute]))
      attribute++;
    status = grundy_dot_accept(&r->words, "=", &equals);
    if (status == GRUNDY_OK && !equals) return FAIL(r, "an attribute has the form 'name = value'");
    if (status == GRUNDY_OK) status = read_id(r, "the value of the attribute is missing");
    if (status == GRUNDY_OK && attribute < end) status = keep_value(r, &given->of[attribute]);
    if (status == GRUNDY_OK) status = grundy_dot_accept(&r->words, ";", &separator);
    if (status == GRUNDY_OK && !separator) status = grundy_dot_accept(&r->words, ",", &separator);
    if (status != GRUNDY_OK) return status;
  }
}

/* Reads any number of lists [...]; the last value of each attribute counts. */
static grundy_status read_lists(reader *r, owner of, settings *given) {
  for (;;) {
    bool bracket;
    grundy_status status = grundy_dot_accept(&r->words, "[", &bracket);
    if (status == GRUNDY_OK && bracket) status = read_list(r, of, given);
    if (status != GRUNDY_OK || !bracket) return status;
  }
}

static void override(settings *old, const settings *new) {
  for (int i = 0; i < ATTRIBUTES; i++)
    if (new->of[i] != 0) old->of[i] = new->of[i];
}

/* Sets the given attributes of v, if any. */
static grundy_status set_attributes(reader *r, uint32_t v, const settings *given) {
  if (memcmp(given, &(settings){0}, sizeof *given) == 0) return GRUNDY_OK;
  if (!grundy_grow(&r->nodes, &r->node_capacity, (uint64_t)v + 1, sizeof *r->nodes))
    return grundy_fail_memory(r->error);
  while (r->node_count <= v) r->nodes[r->node_count++] = (settings){0};
  override(&r->nodes[v], given);
  return GRUNDY_OK;
}

static grundy_status end_with_semicolon(reader *r) {
  bool semicolon;
  return grundy_dot_accept(&r->words, ";", &semicolon);
}

/* Reads `node [...]`, `edge [...]` or `graph [...]`: defaults for later items of this scope. */
static grundy_status read_defaults(reader *r) {
  settings given = {0};
  owner of = r->words.kind == GRUNDY_DOT_NODE   ? NODES
             : r->words.kind == GRUNDY_DOT_EDGE ? EDGES
                                                : GRAPH;
  bool bracket;
  grundy_status status = grundy_dot_accept(&r->words, "[", &bracket);
  if (status == GRUNDY_OK && !bracket)
    return FAIL(r, "the keyword '%.*s' must be followed by '['; as a name it needs quotes",
                (int)r->words.length, r->words.value);
  if (status == GRUNDY_OK) status = read_list(r, of, &given);
  if (status == GRUNDY_OK) status = read_lists(r, of, &given);
  if (status != GRUNDY_OK) return status;
  scope *in = innermost(r);
  override(&in->defaults, &given);
  if (in->subgraph != 0) override(&r->subgraphs[in->subgraph - 1].defaults, &given);
  return end_with_semicolon(r);
}

/* ---- moves ----------------------------------------------------------------------------- */

static range members_of(const reader *r, const endpoint *e) {
  if (e->subgraph == 0) return e->nodes;
  return (range){0, 0, r->subgraphs[e->subgraph - 1].ranges};
}

static uint64_t count_members(const reader *r, const endpoint *e) {
  if (e->subgraph == 0) return e->nodes.end - e->nodes.start;
  return r->subgraphs[e->subgraph - 1].members;
}

/* Takes the next of the remaining members, if there is one. */
static bool next_member(const reader *r, range *left, uint32_t *v) {
  if (left->start == left->end) {
    if (left->next == 0) return false;
    *left = r->ranges[left->next - 1];
  }
  *v = r->log[left->start++];
  return true;
}

/* Adds the moves of this kind from every member of one endpoint to every member of the other. */
static grundy_status join(reader *r, const endpoint *from, const endpoint *to, uint8_t kind) {
  uint32_t u, v;
  uint64_t moves, allowed = FREE_PER_NODE * r->mentions + MAX_IMPLIED;
  if (__builtin_mul_overflow(count_members(r, from), count_members(r, to), &moves) ||
      moves > allowed - r->implied)
    return FAIL(r, "edges between lists and subgraphs imply more than %d moves", MAX_IMPLIED);
  r->implied += moves;
  if (!grundy_work_step(&r->work, moves)) return grundy_fail_cancelled(r->error);
  grundy_status status = GRUNDY_OK;
  range tails = members_of(r, from);
  while (status == GRUNDY_OK && count_members(r, to) > 0 && next_member(r, &tails, &u)) {
    range heads = members_of(r, to);
    while (status == GRUNDY_OK && next_member(r, &heads, &v))
      status = grundy_builder_move_of_kinds(r->builder, u, v, kind, r->error);
  }
  return status;
}

/* Finds the kind of the edges with these attributes. */
static grundy_status kind_of(reader *r, const settings *given, uint8_t *kind) {
  *kind = GRUNDY_MOVE_ORDINARY;
  if (given->of[KIND] == 0) return GRUNDY_OK;
  const value *text = &r->values[given->of[KIND] - 1];
  const char *at = text->length == 0 ? "" : r->texts.at + text->start;
  *kind = grundy_kind_find(at, text->length);
  if (*kind != 0) return GRUNDY_OK;
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->words.cursor.file, text->place.line,
                        text->place.column, "'%.*s' is not a kind of move; expected %s",
                        grundy_excerpt(at, text->length), at, grundy_kind_names);
}

/* Adds an endpoint to the statement, which may continue with an arrow or end here. */
static grundy_status add_endpoint(reader *r, endpoint e) {
  if (!grundy_grow(&r->endpoints, &r->endpoint_capacity, r->endpoint_count + 1,
                   sizeof *r->endpoints))
    return grundy_fail_memory(r->error);
  r->endpoints[r->endpoint_count++] = e;
  grundy_status status = grundy_dot_accept(&r->words, grundy_dot_arrow(&r->words), &r->after_arrow);
  if (status != GRUNDY_OK || r->after_arrow) return status;
  /* Attributes at the end of a statement; those of a subgraph are ignored. */
  const scope *in = innermost(r);
  bool is_edge = r->endpoint_count > in->endpoints + 1, of_nodes = e.is_list && !is_edge;
  settings given = {0};
  uint8_t kind = 0;
  if (is_edge) given.of[KIND] = in->defaults.of[KIND];
  status = read_lists(r, is_edge ? EDGES : of_nodes ? NODES : GRAPH, &given);
  if (status == GRUNDY_OK && is_edge) status = kind_of(r, &given, &kind);
  for (uint64_t i = e.nodes.start; i < e.nodes.end && of_nodes && status == GRUNDY_OK; i++)
    status = set_attributes(r, r->log[i], &given);
  /* All subgraphs of the statement are complete now. */
  for (uint64_t i = in->endpoints; status == GRUNDY_OK && i + 1 < r->endpoint_count; i++)
    status = join(r, &r->endpoints[i], &r->endpoints[i + 1], kind);
  if (status != GRUNDY_OK) return status;
  r->endpoint_count = in->endpoints;
  if (r->depth == 1) r->log_count = r->log_kept;
  return end_with_semicolon(r);
}

/* ---- nodes ----------------------------------------------------------------------------- */

/* Adds the node that the current word names. */
static grundy_status add_node(reader *r) {
  uint32_t v;
  grundy_status status =
      grundy_builder_vertex(r->builder, r->words.value, r->words.length, &v, r->error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&r->log, &r->log_capacity, r->log_count + 1, sizeof *r->log))
    return grundy_fail_memory(r->error);
  r->log[r->log_count++] = v;
  r->mentions++;
  if (v < r->order) return GRUNDY_OK;
  r->order = v + 1;
  return set_attributes(r, v, &innermost(r)->defaults);
}

/* Reads a list of nodes a, b, c, each with :port or :port:compass; the current word is the first.
 */
static grundy_status read_nodes(reader *r) {
  uint64_t start = r->log_count;
  for (;;) {
    bool comma = false, colon = true;
    grundy_status status = add_node(r);
    for (int i = 0; i < 2 && colon && status == GRUNDY_OK; i++) {
      status = grundy_dot_accept(&r->words, ":", &colon);
      if (status == GRUNDY_OK && colon) status = read_id(r, "':' must be followed by a port");
    }
    if (status == GRUNDY_OK) status = grundy_dot_accept(&r->words, ",", &comma);
    if (status == GRUNDY_OK && comma) status = read_id(r, "',' must be followed by a node");
    if (status != GRUNDY_OK) return status;
    if (!comma) return add_endpoint(r, (endpoint){{start, r->log_count, 0}, 0, true});
  }
}

/* Reads a list of nodes or an attribute of the graph, name = value; the current word is the
 * first. */
static grundy_status read_nodes_or_attribute(reader *r) {
  bool equals = false;
  grundy_status status = GRUNDY_OK;
  if (!r->after_arrow) status = grundy_dot_accept(&r->words, "=", &equals);
  if (status == GRUNDY_OK && !equals) return read_nodes(r);
  if (status == GRUNDY_OK) status = read_id(r, "the value of the attribute is missing");
  return status == GRUNDY_OK ? end_with_semicolon(r) : status;
}

/* ---- subgraphs ------------------------------------------------------------------------- */

static grundy_status open_scope(reader *r, scope opened) {
  if (!grundy_grow(&r->scopes, &r->scope_capacity, r->depth + 1, sizeof *r->scopes))
    return grundy_fail_memory(r->error);
  opened.start = r->log_count;
  opened.endpoints = r->endpoint_count;
  r->scopes[r->depth++] = opened;
  r->after_arrow = false;
  return GRUNDY_OK;
}

/* Finds the number, from 0, of the subgraph of this scope that the current word names. */
static grundy_status find_subgraph(reader *r, uint32_t *number) {
  char parent[32];
  int length = snprintf(parent, sizeof parent, "%" PRIu64 ":", innermost(r)->serial);
  grundy_names *names = &r->subgraph_names;
  grundy_text_clear(&r->scratch);
  grundy_text_append(&r->scratch, parent, (size_t)length);
  grundy_text_append(&r->scratch, r->words.value, r->words.length);
  if (r->scratch.failed) return grundy_fail_memory(r->error);
  if (grundy_names_find(names, r->scratch.at, r->scratch.length, number)) return GRUNDY_OK;
  if (names->count == UINT32_MAX - 1) return FAIL(r, "too many subgraphs");
  if (!grundy_grow(&r->subgraphs, &r->subgraph_capacity, (uint64_t)names->count + 1,
                   sizeof *r->subgraphs) ||
      !grundy_names_add(names, r->scratch.at, r->scratch.length))
    return grundy_fail_memory(r->error);
  *number = names->count - 1;
  r->subgraphs[*number] = (subgraph){.serial = ++r->serials};
  return GRUNDY_OK;
}

/* Opens the subgraph that the current word names, with the defaults that were set in it before. */
static grundy_status open_named(reader *r) {
  uint32_t number = 0;
  grundy_status status = find_subgraph(r, &number);
  if (status == GRUNDY_OK) status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK) return status;
  if (!grundy_dot_is_sign(&r->words, '{'))
    return FAIL(r, "the name of a subgraph must be followed by '{'");
  scope opened = {r->subgraphs[number].serial, .subgraph = number + 1};
  opened.defaults = innermost(r)->defaults;
  override(&opened.defaults, &r->subgraphs[number].defaults);
  return open_scope(r, opened);
}

/* Ends a subgraph, whose members are the nodes of the log since its brace. */
static grundy_status close_scope(reader *r) {
  scope closed = r->scopes[--r->depth];
  if (r->depth == 0) return GRUNDY_OK;
  if (closed.subgraph != 0 && closed.start < r->log_count) {
    subgraph *to = &r->subgraphs[closed.subgraph - 1];
    if (!grundy_grow(&r->ranges, &r->range_capacity, r->range_count + 1, sizeof *r->ranges))
      return grundy_fail_memory(r->error);
    r->ranges[r->range_count++] = (range){closed.start, r->log_count, to->ranges};
    to->ranges = r->range_count;
    to->members += r->log_count - closed.start;
    r->log_kept = r->log_count;
  }
  return add_endpoint(r, (endpoint){{closed.start, r->log_count, 0}, closed.subgraph, false});
}

/* ---- the grammar ----------------------------------------------------------------------- */

/* Reads a word that cannot be an endpoint: it begins another kind of statement or ends a scope. */
static grundy_status read_other(reader *r) {
  const grundy_dot_words *words = &r->words;
  if (words->kind == GRUNDY_DOT_END)
    return grundy_cursor_fail(&words->cursor, words->cursor.end,
                              "the file ends before the graph: '}' is missing");
  if (r->after_arrow)
    return FAIL(r, "'%s' must be followed by a node or a subgraph", grundy_dot_arrow(words));
  if (grundy_dot_is_sign(words, '}')) return close_scope(r);
  if (words->kind == GRUNDY_DOT_GRAPH || words->kind == GRUNDY_DOT_NODE ||
      words->kind == GRUNDY_DOT_EDGE)
    return read_defaults(r);
  return FAIL(r, "unexpected '%.*s'", (int)(words->cursor.at - words->start), words->start);
}

/* Reads a statement, or a part of it that ends with an arrow or a brace. */
static grundy_status read_part(reader *r) {
  const char *before = r->words.cursor.at;
  grundy_status status = grundy_dot_next(&r->words);
  bool is_subgraph = r->words.kind == GRUNDY_DOT_SUBGRAPH;
  if (status == GRUNDY_OK && is_subgraph) status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK) return status;
  if (grundy_dot_is_id(&r->words))
    status = is_subgraph ? open_named(r) : read_nodes_or_attribute(r);
  else if (grundy_dot_is_sign(&r->words, '{'))
    status = open_scope(r, (scope){.serial = ++r->serials, .defaults = innermost(r)->defaults});
  else if (is_subgraph)
    return FAIL(r, "the keyword 'subgraph' must be followed by a name or '{'");
  else
    status = read_other(r);
  if (status == GRUNDY_OK && !grundy_work_step(&r->work, (uint64_t)(r->words.cursor.at - before)))
    return grundy_fail_cancelled(r->error);
  return status;
}

/* Reads [strict] digraph [name] {, or the same with `graph` if undirected graphs are allowed. */
static grundy_status read_header(reader *r, bool undirected) {
  grundy_status status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && r->words.kind == GRUNDY_DOT_STRICT)
    status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK) return status;
  r->words.undirected = r->words.kind == GRUNDY_DOT_GRAPH;
  if (r->words.undirected && !undirected)
    return FAIL(r, "the graph is undirected; a game is a 'digraph', with both 'a -> b' and "
                   "'b -> a' for moves in both directions");
  if (!r->words.undirected && r->words.kind != GRUNDY_DOT_DIGRAPH)
    return FAIL(r, "the file does not begin with 'digraph'");
  status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && grundy_dot_is_id(&r->words)) status = grundy_dot_next(&r->words);
  if (status != GRUNDY_OK) return status;
  if (!grundy_dot_is_sign(&r->words, '{')) return FAIL(r, "'{' is missing before the graph");
  return open_scope(r, (scope){0});
}

/* ---- labels, players, outcomes and payoffs --------------------------------------------- */

/* Appends the displayed text of a label to r->scratch. Returns whether it contains \N. */
static bool show_label(reader *r, const char *label, size_t length, const char *name) {
  const char *end = label + length;
  bool has_name = false;
  for (; label < end; label++) {
    bool escaped = *label == '\\' && label + 1 < end;
    label += escaped;
    if (escaped && *label == 'N') {
      grundy_text_append(&r->scratch, name, strlen(name));
      has_name = true;
    } else if (!escaped || strchr("nlr", *label) == NULL) {
      grundy_text_append(&r->scratch, label, 1);
    } else if (*label == 'n' || label + 1 < end) {
      grundy_text_append(&r->scratch, "\n", 1);
    }
  }
  return has_name;
}

/* Sets a label. The label \N is the default, so it is not stored. */
static grundy_status set_label(reader *r, uint32_t v, const value *label, uint64_t *replaced) {
  const char *text = r->texts.at + label->start;
  grundy_text_clear(&r->scratch);
  if (label->is_html)
    grundy_text_append(&r->scratch, text, label->length);
  else if (label->length == 2 && memcmp(text, "\\N", 2) == 0)
    return GRUNDY_OK;
  else if (show_label(r, text, label->length, grundy_builder_name(r->builder, v)))
    *replaced += r->scratch.length;
  if (r->scratch.failed) return grundy_fail_memory(r->error);
  if (r->scratch.length > GRUNDY_MAX_TEXT || *replaced > MAX_REPLACED)
    return grundy_fail_at(
        r->error, GRUNDY_BAD_INPUT, r->words.cursor.file, label->place.line, label->place.column,
        "labels with \\N may have %d bytes each and %d in all", GRUNDY_MAX_TEXT, MAX_REPLACED);
  return grundy_builder_label(r->builder, v, r->scratch.at, r->scratch.length, r->error);
}

static grundy_status apply_settings(reader *r) {
  grundy_status status = GRUNDY_OK;
  uint64_t replaced = 0;
  for (uint32_t v = 0; v < r->node_count && status == GRUNDY_OK; v++)
    for (int i = 0; i < OF_NODES && status == GRUNDY_OK; i++) {
      if (r->nodes[v].of[i] == 0) continue;
      const value *given = &r->values[r->nodes[v].of[i] - 1];
      const char *name = attribute_names[i];
      if (i == LABEL) {
        status = set_label(r, v, given, &replaced);
        continue;
      }
      grundy_builder_place(r->builder, r->words.cursor.file, given->place.line,
                           given->place.column);
      status = grundy_builder_attribute(r->builder, v, name, strlen(name),
                                        r->texts.at + given->start, given->length, r->error);
    }
  return status;
}

/* ---- the whole file -------------------------------------------------------------------- */

static grundy_status read_text(reader *r, bool undirected) {
  grundy_cursor *c = &r->words.cursor;
  size_t length = (size_t)(c->end - c->at), valid = grundy_utf8_valid(c->at, length);
  if (valid < length)
    return grundy_cursor_fail(c, c->at + valid, "%s",
                              c->at[valid] == '\0' ? "a NUL byte is not allowed in a text"
                                                   : "a byte is not UTF-8");
  c->start = c->at += grundy_byte_order_mark(c->at, length);
  grundy_status status = read_header(r, undirected);
  while (status == GRUNDY_OK && r->depth > 0) status = read_part(r);
  if (status == GRUNDY_OK) status = grundy_dot_next(&r->words);
  if (status == GRUNDY_OK && r->words.kind != GRUNDY_DOT_END)
    return FAIL(r, "text follows the graph; a file holds one graph");
  return status == GRUNDY_OK ? apply_settings(r) : status;
}

grundy_status grundy_dot_read(FILE *in, const char *name, const grundy_game_request *request,
                              const grundy_monitor *monitor, grundy_digraph **g,
                              grundy_error *error) {
  char *text;
  size_t length;
  grundy_work work = grundy_work_start(monitor, "reading", 0);
  grundy_status status = grundy_input_slurp(in, name, &work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  reader r = {.error = error, .work = work};
  r.words.cursor = grundy_cursor_of(name, text, length, error);
  r.words.cursor.has_lines = true;
  status = grundy_builder_new(&r.builder, error);
  if (status == GRUNDY_OK) status = read_text(&r, request->undirected);
  free(text);
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(r.builder, GRUNDY_MONITORED(monitor), g, error);
  if (status == GRUNDY_OK) grundy_work_finish(&r.work, "dot", grundy_digraph_size(*g));
  grundy_builder_free(r.builder);
  grundy_names_free(&r.subgraph_names);
  grundy_text_free(&r.words.joined);
  grundy_text_free(&r.texts);
  grundy_text_free(&r.scratch);
  free(r.scopes);
  free(r.endpoints);
  free(r.log);
  free(r.subgraphs);
  free(r.ranges);
  free(r.nodes);
  free(r.values);
  return status;
}
