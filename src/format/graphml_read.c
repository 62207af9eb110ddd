/* GraphML, read with the streaming reader of libxml2.
 *
 * Nodes are vertices, named by their ids in the order in which they first occur; edges are moves.
 * The <data> of a node whose key has attr.name="label" is its label, and the key's <default> is the
 * label of all other nodes; keys with attr.name="player", "outcome" and "payoff" set these
 * attributes. The reader ignores ports, descriptions, other data and elements of other namespaces.
 * It rejects graphs inside nodes or edges, hyperedges and second graphs, and also undirected graphs
 * and edges unless they are allowed.
 *
 * The reader never reads anything outside the file and never replaces entities: a DOCTYPE is
 * allowed but must not declare anything. It keeps libxml2's limit of 10,000,000 bytes of UTF-8 per
 * text, because XML_PARSE_HUGE would also lift the limits on the expansion of entities. */

#include "format/impl.h"

#include "base/alloc.h"
#include "digraph/attributes.h"
#include "format/libxml2.h"
#include "text/text.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* libxml2 needs time quadratic in the length of a tag and in the number of its attributes. */
enum {
  MAX_TAG = 1 << 20, /* bytes, also of comments, CDATA and a DOCTYPE; two names of GRUNDY_MAX_TEXT
                        bytes fit, even if every byte is an entity */
  MAX_ATTRIBUTES = 256,
  MAX_ELEMENTS = 100, /* nesting depth */
};

/* The kind of markup that contains the bytes fed last. */
typedef enum markup {
  TEXT,
  OPENED,   /* just after < */
  DECLARED, /* just after <! */
  TAG,
  INSTRUCTION, /* <?...?> */
  COMMENT,
  CDATA,
  DOCTYPE,
} markup;

/* The longest message of libxml2 that is quoted, in bytes. */
enum { MAX_REASON = 200 };

/* The kind of an element, by its name and its parent. */
typedef enum kind { GRAPHML, KEY, DEFAULT, GRAPH, NODE, DATA, EDGE, OTHER, DEPTH = 4 } kind;

/* The attributes that a node may have besides its label. */
enum { ATTRIBUTES = 3 };
static const char *const attribute_names[ATTRIBUTES] = {"player", "outcome", "payoff"};

typedef struct reader {
  FILE *in;
  const char *name;
  grundy_error *error;
  bool undirected;      /* undirected graphs and edges are allowed */
  grundy_status status; /* of the first failure; later errors of libxml2 are ignored */
  bool complained;      /* whether libxml2 reported a recoverable error */
  grundy_work work;
  xmlTextReader *xml;
  /* Feeding: the place of the next byte, and of the last markup and DOCTYPE. */
  grundy_text_place next, tag, doctype;
  markup markup;
  size_t length; /* of the current markup, or of the text between two pieces of markup, so far */
  struct {
    size_t length;
    grundy_text_place tag; /* before this text */
  } longest;               /* longest text so far */
  int last[2];             /* bytes */
  int quote;               /* the open quote in a TAG, or 0 */
  int attributes;          /* in the TAG */
  int brackets;            /* open in a DOCTYPE */
  /* Results. */
  grundy_builder *builder;
  kind inside[DEPTH];   /* the kinds of the open elements; deeper ones are OTHER */
  const xmlChar *space; /* the namespace of the root, which all elements of GraphML must have */
  bool has_graph, key_is_label, data_is_label;
  grundy_text label_key, default_label, text;
  grundy_text keys[ATTRIBUTES]; /* the keys of attribute_names; empty if not declared */
  int key, data;                /* which of these is open, or ATTRIBUTES */
  uint32_t node;                /* the vertex whose element is open */
  grundy_text_place *mentioned; /* by vertex: where an edge first names it before its node, or 0 */
  uint64_t mentioned_count, mentioned_capacity;
} reader;

GRUNDY_PRINTF(3, 4)
static grundy_status refuse(reader *r, grundy_text_place place, const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, place.line, place.column, "%s",
                        message);
}

/* ---- feeding libxml2 ------------------------------------------------------------------- */

/* Returns the kind of markup that the byte after `<` or `<!` begins. */
static markup begun_by(markup before, int byte) {
  if (before == OPENED) return byte == '!' ? DECLARED : byte == '?' ? INSTRUCTION : TAG;
  return byte == '-' ? COMMENT : byte == '[' ? CDATA : DOCTYPE;
}

/* Returns whether `>` ends the markup, which is more than `<` or `<!`. */
static bool is_end(const reader *r) {
  switch (r->markup) {
  case TAG:
    return r->quote == 0;
  case DOCTYPE:
    return r->brackets == 0;
  case INSTRUCTION:
    return r->last[1] == '?';
  case COMMENT:
    return r->length > 6 && r->last[0] == '-' && r->last[1] == '-';
  default:
    assert(r->markup == CDATA);
    return r->last[0] == ']' && r->last[1] == ']';
  }
}

/* Counts attributes by their opening quotes. */
static void note_quote(reader *r, int byte) {
  if (r->quote == byte) {
    r->quote = 0;
  } else if (r->quote == 0) {
    r->quote = byte;
    r->attributes++;
  }
}

/* Follows the markup by one byte; returns true if that ends a piece of it. This does not know all
 * of XML: a mistake gives wrong places in errors, or rejects a file as too large. */
static bool follow(reader *r, int byte) {
  bool end = false;
  r->length++;
  if (r->markup == OPENED || r->markup == DECLARED) {
    r->markup = begun_by(r->markup, byte);
    if (r->markup == DOCTYPE) r->doctype = r->tag;
  } else if (r->markup == TEXT) {
    if (byte == '<') {
      r->length = 1;
      r->markup = OPENED;
      r->tag = r->next;
      r->attributes = r->brackets = 0;
    } else if (r->length > r->longest.length) {
      r->longest.length = r->length;
      r->longest.tag = r->tag;
    }
  } else if (byte == '>' && is_end(r)) {
    r->markup = TEXT;
    r->length = 0;
    end = true;
  } else if (r->markup == TAG && (byte == '"' || byte == '\'')) {
    note_quote(r, byte);
  } else if (r->markup == DOCTYPE) {
    r->brackets += (byte == '[') - (byte == ']' && r->brackets > 0);
  }
  r->last[0] = r->last[1];
  r->last[1] = byte;
  return end;
}

/* Follows the text by one byte. Columns are counted in UTF-8 characters. */
static bool follow_text(reader *r, int byte) {
  bool end = byte != 0 && follow(r, byte); /* in UTF-16, zeros separate the letters */
  if (byte == '\n')
    r->next = (grundy_text_place){r->next.line + 1, 1};
  else if ((byte & 0xc0) != 0x80)
    r->next.column++;
  return end;
}

/* Returns why libxml2 gets no more bytes, or GRUNDY_OK. */
static grundy_status check_fed(reader *r, int count) {
  if (ferror(r->in)) return grundy_fail_reading(r->name, errno, r->error);
  if (r->markup != TEXT && r->length > MAX_TAG)
    return refuse(r, r->tag, "a tag or comment of more than %d bytes", MAX_TAG);
  if (r->attributes > MAX_ATTRIBUTES)
    return refuse(r, r->tag, "more than %d attributes", MAX_ATTRIBUTES);
  if (!grundy_work_step(&r->work, (uint64_t)count)) return grundy_fail_cancelled(r->error);
  return GRUNDY_OK;
}

/* Gives libxml2 the bytes up to the end of the next tag and no further, so that it is never ahead
 * of the element that it reports, and r->tag is the place of that element. Returns -1 to stop
 * libxml2, with the reason in r->status. */
static int feed(void *context, char *buffer, int length) {
  reader *r = context;
  int count = 0;
  if (r->status != GRUNDY_OK) return -1;
  errno = 0;
  for (bool end = false; count < length && !end;) {
    int byte = getc_unlocked(r->in);
    if (byte == EOF) break;
    buffer[count++] = (char)byte;
    end = follow_text(r, byte);
  }
  r->status = check_fed(r, count);
  return r->status == GRUNDY_OK ? count : -1;
}

#if LIBXML_VERSION >= 21200
typedef const xmlError xml_error;
#else
typedef xmlError xml_error;
#endif

/* Fails because memory ran out or a text is too long: libxml2 reports both as lack of memory. In
 * UTF-8 a text has at most three times the bytes that were fed. */
static grundy_status fail_memory_or_text(reader *r) {
  if (errno == ENOMEM || r->longest.length < XML_MAX_TEXT_LENGTH / 3)
    return grundy_fail_memory(r->error);
  return refuse(r, r->longest.tag, "the text after this tag has more than %d bytes, the limit",
                XML_MAX_TEXT_LENGTH);
}

/* Called by libxml2 when the file is not well-formed. */
static void on_error(void *context, xml_error *xml) {
  reader *r = context;
  if (r->status != GRUNDY_OK) return;
  if (xml->code == XML_ERR_NO_MEMORY) {
    r->status = fail_memory_or_text(r);
    return;
  }
  if (xml->level != XML_ERR_FATAL) {
    r->complained = true;
    return;
  }
  if (xml->code == XML_ERR_DOCUMENT_END || xml->code == XML_ERR_DOCUMENT_EMPTY) {
    r->status = refuse(r, r->next,
                       "the file does not end with its first element; expected one "
                       "whole element 'graphml'");
    return;
  }
  const char *message = xml->message == NULL ? "not well-formed" : xml->message;
  size_t length = strcspn(message, "\r\n");
  if (length > MAX_REASON) length = MAX_REASON;
  while (length > 0 && (message[length] & 0xc0) == 0x80) length--;
  grundy_text_place place = {xml->line > 0 ? (uint64_t)xml->line : 0,
                             xml->line > 0 && xml->int2 > 0 ? (uint64_t)xml->int2 : 0};
  r->status = refuse(r, place, "not XML: %.*s; expected GraphML", (int)length, message);
}

/* Replaces the printing of libxml2, which reports the same to on_error, unless memory ran out. */
static void ignore_message(void *context, const char *format, ...) {
  (void)context, (void)format;
}

/* ---- attributes and text --------------------------------------------------------------- */

/* Returns the attribute of the current element, or NULL; valid until the next call. */
static const char *attribute(reader *r, const char *name) {
  grundy_libxml2.xmlTextReaderMoveToElement(r->xml);
  if (grundy_libxml2.xmlTextReaderMoveToAttribute(r->xml, (const xmlChar *)name) != 1) return NULL;
  return (const char *)grundy_libxml2.xmlTextReaderConstValue(r->xml);
}

static bool attribute_is(reader *r, const char *name, const char *value) {
  const char *there = attribute(r, name);
  return there != NULL && strcmp(there, value) == 0;
}

static grundy_status copy(reader *r, grundy_text *text, const char *from) {
  grundy_text_clear(text);
  grundy_text_append(text, from, strlen(from));
  return text->failed ? grundy_fail_memory(r->error) : GRUNDY_OK;
}

/* Finds or adds the vertex that the attribute names. */
static grundy_status vertex_of(reader *r, const char *element, const char *name, uint32_t *v) {
  const char *id = attribute(r, name);
  if (id == NULL)
    return refuse(r, r->tag, "'%s' without '%s'; expected the id of a node", element, name);
  size_t length = strlen(id);
  if (length > GRUNDY_MAX_TEXT)
    return refuse(r, r->tag, "an id of more than %d bytes", GRUNDY_MAX_TEXT);
  return grundy_builder_vertex(r->builder, id, length, v, r->error);
}

/* ---- elements -------------------------------------------------------------------------- */

static grundy_status start_key(reader *r) {
  bool of_nodes = attribute(r, "for") == NULL || attribute_is(r, "for", "node") ||
                  attribute_is(r, "for", "all");
  const char *id = attribute(r, "id");
  r->key_is_label =
      of_nodes && id != NULL && r->label_key.length == 0 && attribute_is(r, "attr.name", "label");
  if (r->key_is_label) return copy(r, &r->label_key, attribute(r, "id"));
  for (r->key = 0; r->key < ATTRIBUTES; r->key++)
    if (of_nodes && id != NULL && r->keys[r->key].length == 0 &&
        attribute_is(r, "attr.name", attribute_names[r->key]))
      return copy(r, &r->keys[r->key], attribute(r, "id"));
  return GRUNDY_OK;
}

/* Returns the attribute that the opening data sets, or ATTRIBUTES. */
static int attribute_of_data(reader *r) {
  int i = 0;
  while (i < ATTRIBUTES && (r->keys[i].length == 0 || !attribute_is(r, "key", r->keys[i].at))) i++;
  return i;
}

static grundy_status start_graph(reader *r) {
  if (r->has_graph) return refuse(r, r->tag, "a second graph");
  r->has_graph = true;
  const char *direction = attribute(r, "edgedefault");
  if (direction == NULL)
    return refuse(r, r->tag, "a graph without edgedefault; expected edgedefault=\"directed\"");
  if (strcmp(direction, "directed") == 0) return GRUNDY_OK;
  if (strcmp(direction, "undirected") == 0 && r->undirected) return GRUNDY_OK;
  return refuse(r, r->tag,
                "edgedefault=\"%.*s\"; a game has directed edges, and two for moves in both "
                "directions",
                grundy_excerpt(direction, strlen(direction)), direction);
}

/* Notes where an edge mentions a vertex; a zero place means that its node was read. */
static grundy_status mention(reader *r, uint32_t v, grundy_text_place place) {
  if (!grundy_grow(&r->mentioned, &r->mentioned_capacity, (uint64_t)v + 1, sizeof place))
    return grundy_fail_memory(r->error);
  if (v == r->mentioned_count) r->mentioned_count++;
  r->mentioned[v] = place;
  return GRUNDY_OK;
}

static grundy_status start_node(reader *r) {
  grundy_status status = vertex_of(r, "node", "id", &r->node);
  if (status != GRUNDY_OK) return status;
  if (r->node < r->mentioned_count && r->mentioned[r->node].line == 0) {
    const char *id = attribute(r, "id");
    return refuse(r, r->tag, "duplicate node '%.*s'", grundy_excerpt(id, strlen(id)), id);
  }
  status = mention(r, r->node, (grundy_text_place){0, 0});
  if (status != GRUNDY_OK || r->default_label.length == 0) return status;
  return grundy_builder_label(r->builder, r->node, r->default_label.at, r->default_label.length,
                              r->error);
}

static grundy_status start_edge(reader *r) {
  const char *directed = attribute(r, "directed");
  if (directed != NULL && strcmp(directed, "true") != 0 && strcmp(directed, "1") != 0 &&
      !(r->undirected && (strcmp(directed, "false") == 0 || strcmp(directed, "0") == 0)))
    return refuse(r, r->tag,
                  "directed=\"%.*s\"; a game has directed edges, and two for moves in both "
                  "directions",
                  grundy_excerpt(directed, strlen(directed)), directed);
  static const char *const ends[] = {"source", "target"};
  uint32_t v[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    grundy_status status = vertex_of(r, "edge", ends[i], &v[i]);
    if (status == GRUNDY_OK && v[i] == r->mentioned_count) status = mention(r, v[i], r->tag);
    if (status != GRUNDY_OK) return status;
  }
  grundy_builder_place(r->builder, r->name, r->tag.line, r->tag.column);
  return grundy_builder_move(r->builder, v[0], v[1], r->error);
}

/* Returns the kind of an element called `name` in a parent of this kind; -1 if it is rejected. */
static int kind_in(kind parent, const char *name) {
  static const struct {
    kind parent;
    int kind;
    const char *name;
  } rules[] = {
      {GRAPHML, KEY, "key"}, {GRAPHML, GRAPH, "graph"}, {KEY, DEFAULT, "default"},
      {GRAPH, NODE, "node"}, {GRAPH, EDGE, "edge"},     {GRAPH, -1, "hyperedge"},
      {NODE, DATA, "data"},  {NODE, -1, "graph"},       {EDGE, -1, "graph"},
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (rules[i].parent == parent && strcmp(rules[i].name, name) == 0) return rules[i].kind;
  return OTHER;
}

/* Determines the kind of the element and stores it in `inside`. */
static grundy_status classify(reader *r, int depth, kind *what) {
  const char *name = (const char *)grundy_libxml2.xmlTextReaderConstLocalName(r->xml);
  const xmlChar *space = grundy_libxml2.xmlTextReaderConstNamespaceUri(r->xml);
  if (name == NULL) return grundy_fail_memory(r->error);
  int found = OTHER;
  if (depth >= MAX_ELEMENTS)
    return refuse(r, r->tag, "elements are nested more than %d deep", MAX_ELEMENTS);
  if (depth == 0) {
    if (strcmp(name, "graphml") != 0)
      return refuse(r, r->tag, "an element '%.*s'; expected 'graphml'",
                    grundy_excerpt(name, strlen(name)), name);
    r->space = space;
    found = GRAPHML;
  } else if (depth <= DEPTH && r->inside[depth - 1] != OTHER &&
             grundy_libxml2.xmlStrEqual(space, r->space)) {
    found = kind_in(r->inside[depth - 1], name);
  }
  if (found < 0)
    return refuse(r, r->tag, "'%s' %s; expected only nodes and edges", name,
                  strcmp(name, "graph") == 0 ? "in a node or edge" : "in a graph");
  *what = (kind)found;
  if (depth < DEPTH) r->inside[depth] = *what;
  return GRUNDY_OK;
}

static grundy_status start_element(reader *r, int depth, kind *what) {
  grundy_status status = classify(r, depth, what);
  if (status != GRUNDY_OK) return status;
  switch (*what) {
  case KEY:
    return start_key(r);
  case GRAPH:
    return start_graph(r);
  case NODE:
    return start_node(r);
  case EDGE:
    return start_edge(r);
  case DATA:
    r->data_is_label = r->label_key.length > 0 && attribute_is(r, "key", r->label_key.at);
    r->data = attribute_of_data(r);
    grundy_text_clear(&r->text);
    return GRUNDY_OK;
  case DEFAULT:
    if (!r->key_is_label && r->key < ATTRIBUTES)
      return refuse(r, r->tag, "a default %s; give it at every node", attribute_names[r->key]);
    grundy_text_clear(&r->text);
    return GRUNDY_OK;
  default:
    return GRUNDY_OK;
  }
}

static grundy_status end_element(reader *r, kind what) {
  const char *text = r->text.length == 0 ? "" : r->text.at;
  if (what == DEFAULT && r->key_is_label) return copy(r, &r->default_label, text);
  if (what == DATA && r->data_is_label)
    return grundy_builder_label(r->builder, r->node, text, r->text.length, r->error);
  if (what != DATA || r->data == ATTRIBUTES) return GRUNDY_OK;
  const char *name = attribute_names[r->data];
  grundy_builder_place(r->builder, r->name, r->tag.line, r->tag.column);
  return grundy_builder_attribute(r->builder, r->node, name, strlen(name), text, r->text.length,
                                  r->error);
}

/* Adds text to the label or attribute that is being read. */
static grundy_status add_text(reader *r, int depth) {
  kind parent = depth > 0 && depth <= DEPTH ? r->inside[depth - 1] : OTHER;
  if (parent != DATA && parent != DEFAULT) return GRUNDY_OK;
  const char *text = (const char *)grundy_libxml2.xmlTextReaderConstValue(r->xml);
  if (text == NULL) return grundy_fail_memory(r->error);
  grundy_text_append(&r->text, text, strlen(text));
  if (r->text.length > GRUNDY_MAX_TEXT && (parent == DATA ? r->data_is_label : r->key_is_label))
    return refuse(r, r->tag, "a label of more than %d bytes", GRUNDY_MAX_TEXT);
  return r->text.failed ? grundy_fail_memory(r->error) : GRUNDY_OK;
}

static grundy_status check_doctype(reader *r) {
  const xmlDtd *doctype = (const xmlDtd *)grundy_libxml2.xmlTextReaderCurrentNode(r->xml);
  if (doctype == NULL || doctype->children == NULL) return GRUNDY_OK;
  return refuse(r, r->doctype, "a DOCTYPE with declarations; expected none: entities are not read");
}

static grundy_status on_node(reader *r) {
  int depth = grundy_libxml2.xmlTextReaderDepth(r->xml);
  kind what = OTHER;
  switch (grundy_libxml2.xmlTextReaderNodeType(r->xml)) {
  case XML_READER_TYPE_ELEMENT: {
    bool empty = grundy_libxml2.xmlTextReaderIsEmptyElement(r->xml) == 1;
    grundy_status status = start_element(r, depth, &what);
    return status == GRUNDY_OK && empty ? end_element(r, what) : status;
  }
  case XML_READER_TYPE_END_ELEMENT:
    return end_element(r, depth < DEPTH ? r->inside[depth] : OTHER);
  case XML_READER_TYPE_TEXT:
  case XML_READER_TYPE_CDATA:
  case XML_READER_TYPE_WHITESPACE:
  case XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
    return add_text(r, depth);
  case XML_READER_TYPE_DOCUMENT_TYPE:
    return check_doctype(r);
  default:
    return GRUNDY_OK;
  }
}

/* ---- the whole file -------------------------------------------------------------------- */

static grundy_status read_nodes(reader *r) {
  for (;;) {
    errno = 0;
    int more = grundy_libxml2.xmlTextReaderRead(r->xml);
    if (r->status != GRUNDY_OK) return r->status;
    if (more < 0 && r->complained) return refuse(r, r->next, "not XML; expected GraphML");
    if (more < 0)
      return grundy_fail_memory(r->error); /* the only failure that libxml2 does not report */
    if (more == 0) return GRUNDY_OK;
    grundy_status status = on_node(r);
    if (status != GRUNDY_OK) return status;
  }
}

/* Checks that there is a graph and that all of its vertices were declared. */
static grundy_status check_whole(reader *r, const grundy_digraph *g) {
  if (!r->has_graph) return refuse(r, r->next, "the file has no graph");
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    if (r->mentioned[v].line == 0) continue;
    const char *name = grundy_digraph_name(g, v, scratch);
    return refuse(r, r->mentioned[v], "an edge with '%.*s', which is not a node",
                  grundy_excerpt(name, strlen(name)), name);
  }
  return GRUNDY_OK;
}

static grundy_status read_with_handlers(reader *r) {
  grundy_status status;
  r->xml = grundy_libxml2.xmlReaderForIO(feed, NULL, r, NULL, NULL, XML_PARSE_NONET);
  if (r->xml == NULL) {
    status = r->status != GRUNDY_OK ? r->status : grundy_fail_memory(r->error);
  } else {
    grundy_libxml2.xmlTextReaderSetStructuredErrorHandler(r->xml, on_error, r);
    status = read_nodes(r);
    grundy_libxml2.xmlFreeTextReader(r->xml);
  }
  return status;
}

/* Reads the file with handlers of our own for this thread and for the reader, because libxml2
 * prints some errors, for instance when memory runs out. */
static grundy_status read_xml(reader *r) {
  xmlStructuredErrorFunc structured = *grundy_libxml2.__xmlStructuredError();
  xmlGenericErrorFunc generic = *grundy_libxml2.__xmlGenericError();
  void *structured_context = *grundy_libxml2.__xmlStructuredErrorContext();
  void *generic_context = *grundy_libxml2.__xmlGenericErrorContext();
  grundy_libxml2.xmlSetStructuredErrorFunc(r, on_error);
  grundy_libxml2.xmlSetGenericErrorFunc(NULL, ignore_message);
  grundy_status status = read_with_handlers(r);
  grundy_libxml2.xmlSetStructuredErrorFunc(structured_context, structured);
  grundy_libxml2.xmlSetGenericErrorFunc(generic_context, generic);
  return status;
}

grundy_status grundy_graphml_read(FILE *in, const char *name, const grundy_game_request *request,
                                  const grundy_monitor *monitor, grundy_digraph **g,
                                  grundy_error *error) {
  reader r = {.in = in, .name = name, .error = error, .next = {1, 1}, .data = ATTRIBUTES};
  r.undirected = request->undirected;
  r.work = grundy_work_start(monitor, "reading", 0);
  grundy_status status = grundy_libxml2_load(error);
  if (status == GRUNDY_OK) status = grundy_builder_new(&r.builder, error);
  if (status == GRUNDY_OK) status = read_xml(&r);
  grundy_digraph *made = NULL;
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(r.builder, GRUNDY_MONITORED(monitor), &made, error);
  if (status == GRUNDY_OK) status = check_whole(&r, made);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&r.work, "graphml", grundy_digraph_size(made));
    *g = made;
  } else {
    grundy_digraph_free(made);
  }
  grundy_builder_free(r.builder);
  grundy_text_free(&r.label_key);
  for (int i = 0; i < ATTRIBUTES; i++) grundy_text_free(&r.keys[i]);
  grundy_text_free(&r.default_label);
  grundy_text_free(&r.text);
  free(r.mentioned);
  return status;
}
