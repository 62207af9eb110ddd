/* GraphML, read with Expat.
 *
 * Nodes are vertices, named by their ids in the order in which they first occur; edges are moves.
 * The <data> of a node whose key has attr.name="label" is its label, and the key's <default> is the
 * label of all other nodes; keys with attr.name="player", "outcome" and "payoff" set these
 * attributes. The <data> of an edge whose key has attr.name="kind" is the kind of its move. The
 * reader ignores ports, descriptions, other data and elements of other namespaces. It rejects
 * graphs inside nodes or edges, hyperedges and second graphs, and also undirected graphs and edges
 * unless they are allowed.
 *
 * The reader never reads anything outside the file and never replaces entities: a DOCTYPE is
 * allowed but must not declare anything. */

#include "format/impl.h"

#include "base/alloc.h"
#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "text/text.h"

#include <errno.h>
#include <expat.h>
#include <string.h>

/* Expat keeps a tag or comment in memory until it is complete. Two names of GRUNDY_MAX_TEXT bytes
 * fit into MAX_TAG, even if every byte is an entity. */
enum {
  CHUNK = 1 << 16, /* bytes that are parsed at once */
  MAX_TAG = 1 << 20,
  MAX_ATTRIBUTES = 256,
  MAX_ELEMENTS = 100, /* nesting depth */
};

/* Expat puts it between the namespace and the name of an element. */
static const char separator[] = "\n";

/* The kind of an element, by its name and its parent. */
typedef enum kind { GRAPHML, KEY, DEFAULT, GRAPH, NODE, DATA, EDGE, OTHER, DEPTH = 4 } kind;

/* What data can be: the last is of edges, and the others are of nodes. */
enum { LABEL, MOVE_KIND = 4, DATA_KINDS };
static const char *const data_names[DATA_KINDS] = {"label", "player", "outcome", "payoff", "kind"};

typedef struct graphml {
  const char *name;
  grundy_error *error;
  bool undirected;      /* undirected graphs and edges are allowed */
  grundy_status status; /* of the first failure; nothing is read after it */
  XML_Parser xml;
  const char **attributes; /* of the element that begins: names and values, then NULL */
  grundy_text_place tag;   /* of the last start or end of an element */
  grundy_text_place doctype;
  grundy_builder *builder;
  int depth;          /* number of open elements */
  kind inside[DEPTH]; /* the kinds of the open elements; deeper ones are OTHER */
  grundy_text space;  /* the namespace of the root, which all elements of GraphML must have */
  bool has_graph;
  grundy_text keys[DATA_KINDS]; /* their ids; empty if not declared */
  int key, data;                /* what the open key or data is; DATA_KINDS: something else */
  grundy_text default_label;
  grundy_text text;    /* of the open data or default */
  uint32_t node;       /* the vertex whose element is open */
  uint32_t tail, head; /* of the edge whose element is open, */
  uint8_t move_kind;   /* and its kind; 0: none was given */
  grundy_text_place edge;
  grundy_text_place *mentioned; /* by vertex: where an edge first names it before its node, or 0 */
  uint64_t mentioned_count, mentioned_capacity;
} graphml;

/* Fails with GRUNDY_BAD_INPUT at a place of the file. */
#define refuse(reader, place, ...)                                                                 \
  grundy_fail_at((reader)->error, GRUNDY_BAD_INPUT, (reader)->name, (place).line, (place).column,  \
                 __VA_ARGS__)

static grundy_text_place place_of_event(const graphml *reader) {
  return (grundy_text_place){XML_GetCurrentLineNumber(reader->xml),
                             XML_GetCurrentColumnNumber(reader->xml) + 1};
}

/* Ends the parsing with the first failure. */
static void settle(graphml *reader, grundy_status status) {
  reader->status = status;
  if (status != GRUNDY_OK) (void)XML_StopParser(reader->xml, XML_FALSE);
}

/* ---- attributes and text --------------------------------------------------------------- */

/* Returns the attribute of the element that begins, or NULL. */
static const char *attribute(const graphml *reader, const char *name) {
  for (const char **at = reader->attributes; *at != NULL; at += 2)
    if (strcmp(at[0], name) == 0) return at[1];
  return NULL;
}

static bool attribute_is(const graphml *reader, const char *name, const char *value) {
  const char *there = attribute(reader, name);
  return there != NULL && strcmp(there, value) == 0;
}

static grundy_status copy(graphml *reader, grundy_text *text, const char *from, size_t length) {
  grundy_text_clear(text);
  grundy_text_append(text, from, length);
  return text->failed ? grundy_fail_memory(reader->error) : GRUNDY_OK;
}

/* Finds or adds the vertex that the attribute names. */
static grundy_status vertex_of(graphml *reader, const char *element, const char *name,
                               uint32_t *v) {
  const char *id = attribute(reader, name);
  if (id == NULL)
    return refuse(reader, reader->tag, "'%s' without '%s'; expected the id of a node", element,
                  name);
  size_t length = strlen(id);
  if (length > GRUNDY_MAX_TEXT)
    return refuse(reader, reader->tag, "an id of more than %d bytes", GRUNDY_MAX_TEXT);
  return grundy_builder_vertex(reader->builder, id, length, v, reader->error);
}

/* ---- elements -------------------------------------------------------------------------- */

/* Only the first key of each kind of data counts. */
static grundy_status start_key(graphml *reader) {
  const char *id = attribute(reader, "id"), *domain = attribute(reader, "for");
  bool of_all = domain == NULL || strcmp(domain, "all") == 0;
  for (reader->key = 0; reader->key < DATA_KINDS; reader->key++)
    if ((of_all || strcmp(domain, reader->key == MOVE_KIND ? "edge" : "node") == 0) && id != NULL &&
        reader->keys[reader->key].length == 0 &&
        attribute_is(reader, "attr.name", data_names[reader->key]))
      return copy(reader, &reader->keys[reader->key], id, strlen(id));
  return GRUNDY_OK;
}

static grundy_status start_graph(graphml *reader) {
  if (reader->has_graph) return refuse(reader, reader->tag, "a second graph");
  reader->has_graph = true;
  const char *direction = attribute(reader, "edgedefault");
  if (direction == NULL)
    return refuse(reader, reader->tag,
                  "a graph without edgedefault; expected edgedefault=\"directed\"");
  if (strcmp(direction, "directed") == 0) return GRUNDY_OK;
  if (strcmp(direction, "undirected") == 0 && reader->undirected) return GRUNDY_OK;
  return refuse(reader, reader->tag,
                "edgedefault=\"%.*s\"; a game has directed edges, and two for moves in both "
                "directions",
                grundy_excerpt(direction, strlen(direction)), direction);
}

/* Notes where an edge mentions a vertex; a zero place means that its node was read. */
static grundy_status mention(graphml *reader, uint32_t v, grundy_text_place place) {
  if (!grundy_grow(&reader->mentioned, &reader->mentioned_capacity, (uint64_t)v + 1, sizeof place))
    return grundy_fail_memory(reader->error);
  if (v == reader->mentioned_count) reader->mentioned_count++;
  reader->mentioned[v] = place;
  return GRUNDY_OK;
}

static grundy_status start_node(graphml *reader) {
  grundy_status status = vertex_of(reader, "node", "id", &reader->node);
  if (status != GRUNDY_OK) return status;
  if (reader->node < reader->mentioned_count && reader->mentioned[reader->node].line == 0) {
    const char *id = attribute(reader, "id");
    return refuse(reader, reader->tag, "duplicate node '%.*s'", grundy_excerpt(id, strlen(id)), id);
  }
  status = mention(reader, reader->node, (grundy_text_place){0, 0});
  if (status != GRUNDY_OK || reader->default_label.length == 0) return status;
  return grundy_builder_label(reader->builder, reader->node, reader->default_label.at,
                              reader->default_label.length, reader->error);
}

static grundy_status start_edge(graphml *reader) {
  const char *directed = attribute(reader, "directed");
  if (directed != NULL && strcmp(directed, "true") != 0 && strcmp(directed, "1") != 0 &&
      !(reader->undirected && (strcmp(directed, "false") == 0 || strcmp(directed, "0") == 0)))
    return refuse(reader, reader->tag,
                  "directed=\"%.*s\"; a game has directed edges, and two for moves in both "
                  "directions",
                  grundy_excerpt(directed, strlen(directed)), directed);
  static const char *const ends[] = {"source", "target"};
  uint32_t *v[2] = {&reader->tail, &reader->head};
  for (int i = 0; i < 2; i++) {
    grundy_status status = vertex_of(reader, "edge", ends[i], v[i]);
    if (status == GRUNDY_OK && *v[i] == reader->mentioned_count)
      status = mention(reader, *v[i], reader->tag);
    if (status != GRUNDY_OK) return status;
  }
  reader->move_kind = 0;
  reader->edge = reader->tag;
  return GRUNDY_OK;
}

/* Adds the move of the edge that ends. */
static grundy_status end_edge(graphml *reader) {
  grundy_builder_place(reader->builder, reader->name, reader->edge.line, reader->edge.column);
  return grundy_builder_move_of_kinds(
      reader->builder, reader->tail, reader->head,
      reader->move_kind == 0 ? GRUNDY_MOVE_ORDINARY : reader->move_kind, reader->error);
}

/* Finds out which of the data from `first` up to `end` begins. */
static grundy_status start_data(graphml *reader, int first, int end) {
  for (reader->data = first; reader->data < end; reader->data++) {
    const grundy_text *key = &reader->keys[reader->data];
    if (key->length > 0 && attribute_is(reader, "key", key->at)) break;
  }
  if (reader->data == end) reader->data = DATA_KINDS;
  grundy_text_clear(&reader->text);
  return GRUNDY_OK;
}

static grundy_status start_node_data(graphml *reader) {
  return start_data(reader, 0, MOVE_KIND);
}

static grundy_status start_edge_data(graphml *reader) {
  return start_data(reader, MOVE_KIND, DATA_KINDS);
}

/* Sets the kind of the open edge. */
static grundy_status set_kind(graphml *reader, const char *text, size_t length) {
  if (reader->move_kind != 0) return refuse(reader, reader->tag, "a second kind of this edge");
  reader->move_kind = grundy_kind_find(text, length);
  if (reader->move_kind != 0) return GRUNDY_OK;
  return refuse(reader, reader->tag, "'%.*s' is not a kind of move; expected %s",
                grundy_excerpt(text, length), text, grundy_kind_names);
}

/* Only labels have a default. */
static grundy_status start_default(graphml *reader) {
  if (reader->key != LABEL && reader->key < DATA_KINDS)
    return refuse(reader, reader->tag, "a default %s; give it at every %s", data_names[reader->key],
                  reader->key == MOVE_KIND ? "edge" : "node");
  grundy_text_clear(&reader->text);
  return GRUNDY_OK;
}

/* The elements that are read or rejected, in parents of these kinds. */
static const struct element {
  kind parent, kind;
  const char *name;
  grundy_status (*start)(graphml *reader); /* NULL: rejected */
} elements[] = {
    {GRAPHML, KEY, "key", start_key},
    {GRAPHML, GRAPH, "graph", start_graph},
    {KEY, DEFAULT, "default", start_default},
    {GRAPH, NODE, "node", start_node},
    {GRAPH, EDGE, "edge", start_edge},
    {GRAPH, OTHER, "hyperedge", NULL},
    {NODE, DATA, "data", start_node_data},
    {EDGE, DATA, "data", start_edge_data},
    {NODE, OTHER, "graph", NULL},
    {EDGE, OTHER, "graph", NULL},
};

/* Begins an element; `full` is its name, after its namespace and the separator if it has one. */
static grundy_status start_element(graphml *reader, const char *full) {
  const char *end = strrchr(full, *separator), *name = end == NULL ? full : end + 1;
  int depth = reader->depth++;
  if (XML_GetSpecifiedAttributeCount(reader->xml) > 2 * MAX_ATTRIBUTES)
    return refuse(reader, reader->tag, "more than %d attributes", MAX_ATTRIBUTES);
  if (depth >= MAX_ELEMENTS)
    return refuse(reader, reader->tag, "elements are nested more than %d deep", MAX_ELEMENTS);
  if (depth == 0 && strcmp(name, "graphml") != 0)
    return refuse(reader, reader->tag, "an element '%.*s'; expected 'graphml'",
                  grundy_excerpt(name, strlen(name)), name);
  if (depth == 0) {
    reader->inside[0] = GRAPHML;
    return copy(reader, &reader->space, full, (size_t)(name - full)); /* the namespace */
  }
  if (depth < DEPTH) reader->inside[depth] = OTHER;
  if (depth >= DEPTH || !grundy_bytes_are(full, (size_t)(name - full), reader->space.at))
    return GRUNDY_OK;
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
    const struct element *element = &elements[i];
    if (element->parent != reader->inside[depth - 1] || strcmp(element->name, name) != 0) continue;
    if (element->start == NULL)
      return refuse(reader, reader->tag, "'%s' %s; expected only nodes and edges", name,
                    element->parent == GRAPH ? "in a graph" : "in a node or edge");
    reader->inside[depth] = element->kind;
    return element->start(reader);
  }
  return GRUNDY_OK;
}

static grundy_status end_element(graphml *reader) {
  int depth = --reader->depth;
  kind what = depth < DEPTH ? reader->inside[depth] : OTHER;
  const char *text = reader->text.length == 0 ? "" : reader->text.at;
  size_t length = reader->text.length;
  if (what == DEFAULT && reader->key == LABEL)
    return copy(reader, &reader->default_label, text, length);
  if (what == EDGE) return end_edge(reader);
  if (what != DATA || reader->data == DATA_KINDS) return GRUNDY_OK;
  if (reader->data == MOVE_KIND) return set_kind(reader, text, length);
  if (reader->data == LABEL)
    return grundy_builder_label(reader->builder, reader->node, text, length, reader->error);
  const char *name = data_names[reader->data];
  grundy_builder_place(reader->builder, reader->name, reader->tag.line, reader->tag.column);
  return grundy_builder_attribute(reader->builder, reader->node, name, strlen(name), text, length,
                                  reader->error);
}

/* ---- handlers that Expat calls --------------------------------------------------------- */

static void on_start(void *context, const char *name, const char **attributes) {
  graphml *reader = context;
  if (reader->status != GRUNDY_OK) return;
  reader->tag = place_of_event(reader);
  reader->attributes = attributes;
  settle(reader, start_element(reader, name));
}

/* The end of an element without content has no bytes of its own, and its place is that of the
 * start. */
static void on_end(void *context, const char *name) {
  (void)name;
  graphml *reader = context;
  if (reader->status != GRUNDY_OK) return;
  if (XML_GetCurrentByteCount(reader->xml) > 0) reader->tag = place_of_event(reader);
  settle(reader, end_element(reader));
}

/* Adds text to the data or default that is being read. */
static void on_text(void *context, const char *text, int length) {
  graphml *reader = context;
  int depth = reader->depth;
  kind parent = depth > 0 && depth <= DEPTH ? reader->inside[depth - 1] : OTHER;
  int what = parent == DATA ? reader->data : parent == DEFAULT ? reader->key : DATA_KINDS;
  if (reader->status != GRUNDY_OK || what == DATA_KINDS) return;
  grundy_text_append(&reader->text, text, (size_t)length);
  if (reader->text.length > GRUNDY_MAX_TEXT)
    settle(reader, refuse(reader, reader->tag, "a %s of more than %d bytes", data_names[what],
                          GRUNDY_MAX_TEXT));
  else if (reader->text.failed)
    settle(reader, grundy_fail_memory(reader->error));
}

/* Gets everything else, in pieces; `<!` and a letter begin a DOCTYPE or a declaration in it. */
static void on_other(void *context, const char *piece, int length) {
  graphml *reader = context;
  if (reader->status != GRUNDY_OK || length < 3 || memcmp(piece, "<!", 2) != 0) return;
  if (piece[2] == 'D')
    reader->doctype = place_of_event(reader);
  else if (piece[2] != '-' && piece[2] != '[')
    settle(reader, refuse(reader, reader->doctype,
                          "a DOCTYPE with declarations; expected none: entities are not read"));
}

/* Called for encodings other than those that Expat knows. */
static int on_encoding(void *context, const char *name, XML_Encoding *encoding) {
  (void)encoding;
  graphml *reader = context;
  reader->status = refuse(reader, place_of_event(reader),
                          "the encoding '%.*s'; expected UTF-8, UTF-16, ISO-8859-1 or US-ASCII",
                          grundy_excerpt(name, strlen(name)), name);
  return XML_STATUS_ERROR;
}

/* ---- the whole file -------------------------------------------------------------------- */

/* Returns why Expat stopped. */
static grundy_status fail_as_expat(graphml *reader) {
  enum XML_Error code = XML_GetErrorCode(reader->xml);
  if (reader->status != GRUNDY_OK) return reader->status;
  if (code == XML_ERROR_NO_MEMORY) return grundy_fail_memory(reader->error);
  grundy_text_place place = place_of_event(reader);
  if (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_JUNK_AFTER_DOC_ELEMENT)
    return refuse(reader, place,
                  "the file does not end with its first element; expected one whole element "
                  "'graphml'");
  return refuse(reader, place, "not XML: %s; expected GraphML",
                code == XML_ERROR_INVALID_TOKEN ? "invalid character" : XML_ErrorString(code));
}

static grundy_status parse(graphml *reader, FILE *in, grundy_work *work) {
  uint64_t total = 0;
  for (size_t count = CHUNK; count == CHUNK;) {
    void *chunk = XML_GetBuffer(reader->xml, CHUNK);
    if (chunk == NULL) return grundy_fail_memory(reader->error);
    errno = 0;
    count = fread(chunk, 1, CHUNK, in);
    total += count;
    if (ferror(in)) return grundy_fail_reading(reader->name, errno, reader->error);
    if (!grundy_work_step(work, count)) return grundy_fail_cancelled(reader->error);
    if (XML_ParseBuffer(reader->xml, (int)count, count < CHUNK) != XML_STATUS_OK)
      return fail_as_expat(reader);
    if (total - (uint64_t)XML_GetCurrentByteIndex(reader->xml) > MAX_TAG)
      return refuse(reader, place_of_event(reader), "a tag or comment of more than %d bytes",
                    MAX_TAG);
  }
  if (!reader->has_graph) return refuse(reader, place_of_event(reader), "the file has no graph");
  return GRUNDY_OK;
}

/* Lets Expat allocate as we do. */
static grundy_status read_xml(graphml *reader, FILE *in, grundy_work *work) {
  static const XML_Memory_Handling_Suite memory = {malloc, realloc, free};
  reader->xml = XML_ParserCreate_MM(NULL, &memory, separator);
  if (reader->xml == NULL) return grundy_fail_memory(reader->error);
  XML_SetUserData(reader->xml, reader);
  XML_SetElementHandler(reader->xml, on_start, on_end);
  XML_SetCharacterDataHandler(reader->xml, on_text);
  XML_SetDefaultHandler(reader->xml, on_other);
  XML_SetUnknownEncodingHandler(reader->xml, on_encoding, reader);
  grundy_status status = parse(reader, in, work);
  XML_ParserFree(reader->xml);
  return status;
}

/* Checks that all vertices were declared. */
static grundy_status check_nodes(graphml *reader, const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    if (reader->mentioned[v].line == 0) continue;
    const char *name = grundy_digraph_name(g, v, scratch);
    return refuse(reader, reader->mentioned[v], "an edge with '%.*s', which is not a node",
                  grundy_excerpt(name, strlen(name)), name);
  }
  return GRUNDY_OK;
}

grundy_status grundy_graphml_read(FILE *in, const char *name, const grundy_game_request *request,
                                  const grundy_monitor *monitor, grundy_digraph **g,
                                  grundy_error *error) {
  graphml reader = {.name = name, .error = error, .undirected = request->undirected};
  grundy_work work = grundy_work_start(monitor, "reading", 0);
  grundy_digraph *made = NULL;
  grundy_status status = grundy_builder_new(&reader.builder, error);
  if (status == GRUNDY_OK) status = read_xml(&reader, in, &work);
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(reader.builder, GRUNDY_MONITORED(monitor), &made, error);
  if (status == GRUNDY_OK) status = check_nodes(&reader, made);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&work, "graphml", grundy_digraph_size(made));
    *g = made;
  } else {
    grundy_digraph_free(made);
  }
  grundy_builder_free(reader.builder);
  grundy_text_free(&reader.space);
  for (int i = 0; i < DATA_KINDS; i++) grundy_text_free(&reader.keys[i]);
  grundy_text_free(&reader.default_label);
  grundy_text_free(&reader.text);
  free(reader.mentioned);
  return status;
}
