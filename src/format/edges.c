/* Edge lists: `u v` or `u -> v` is a move, `u +> v`, `u => v` and `u !> v` are moves of other
 * kinds, `u` alone is a vertex, `@ u player=A outcome=draw` sets attributes of a vertex, names may
 * be quoted, and a word that begins with # starts a comment, which lasts until the end of the line.
 * Lines are read through a block of bounded size, so lines have a maximum length but
 * the file may have any size.
 *
 * The threads share the lines of each block. While all words are numbers, they are read as numbers;
 * from the first block that contains anything else, as names. A block with quoted names,
 * attributes, other kinds of moves or an error is parsed line by line. */

#include "format/impl.h"

#include "base/alloc.h"
#include "base/monitor.h"
#include "base/threads.h"
#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "format/edges.h"
#include "format/entries.h"
#include "text/lines.h"

#include <string.h>
#include <sys/stat.h>

/* Bytes read at once per thread. Larger numbers of threads share MOST_SHARES of them, because moves
 * take four times the memory of their text, and words 16 times. The first read is small: most files
 * end there. */
enum { SHARE = 1 << 20, NAMES_SHARE = 1 << 18, MOST_SHARES = 4, FIRST = 1 << 14 };

/* Numbers below DENSE always get an entry in an array; larger numbers only if the file has at least
 * BYTES_PER_NUMBER bytes for each. */
enum { DENSE = 1 << 24, BYTES_PER_NUMBER = 2 };

typedef struct reader {
  grundy_lines lines;
  grundy_builder *builder; /* NULL while all words are numbers */
  grundy_text name;        /* room for one that is quoted */
  grundy_error *error;
  grundy_work work;

  grundy_numeric_builder numbered;
  grundy_pair *pairs; /* of all batches: half a pair per byte of the block */
  uint64_t pair_capacity;
  grundy_name_query *words; /* of all batches: one per byte of the block */
  uint64_t word_capacity;
  bool known;     /* whether the size of the file is known */
  uint64_t bytes; /* that size, or the bytes read so far */
} reader;

static grundy_status parse_name(reader *r, const grundy_cursor *line, grundy_word w, uint32_t *v) {
  grundy_word name;
  grundy_status status = grundy_cursor_name(line, w, &r->name, &name);
  if (status != GRUNDY_OK) return status;
  return grundy_builder_vertex(r->builder, name.at, name.length, v, r->error);
}

/* Sets the place of the next attributes and moves to `w`. */
static void set_place(reader *r, const grundy_cursor *line, grundy_word w) {
  grundy_text_place place = grundy_cursor_place(line, w.at);
  grundy_builder_place(r->builder, line->file, place.line, place.column);
}

static bool is_arrow(grundy_word w) {
  return w.length == 2 && w.at[0] == '-' && w.at[1] == '>';
}

/* Returns the kind of the move, if this is the arrow of a kind that is not ordinary; otherwise 0.
 * Such a word is an arrow only between two others, so that it can also be the name of a position.
 */
static uint8_t kind_of_arrow(grundy_word w) {
  for (int i = 1; i < GRUNDY_MOVE_KINDS; i++)
    if (grundy_bytes_are(w.at, w.length, grundy_kind_texts[i].arrow)) return (uint8_t)(1U << i);
  return 0;
}

static grundy_status fail_arrow(const grundy_cursor *line, grundy_word arrow, const char *side) {
  return grundy_cursor_fail(line, arrow.at,
                            "an arrow without a position %s it; write a move as 'u -> v'", side);
}

/* Parses what follows the @: a vertex and at least one attribute `name=value`. */
static grundy_status parse_attributes(reader *r, grundy_cursor *line, grundy_word name,
                                      grundy_word attribute) {
  uint32_t v = 0;
  if (name.length == 0 || attribute.length == 0)
    return grundy_cursor_fail(line, line->start,
                              "'@' without %s; expected attributes such as '@ u player=A'",
                              name.length == 0 ? "a vertex" : "attributes");
  if (is_arrow(name)) return fail_arrow(line, name, "before");
  grundy_status status = parse_name(r, line, name, &v);
  for (; status == GRUNDY_OK && attribute.length > 0;
       attribute = grundy_cursor_next_quotable(line)) {
    const char *equals = memchr(attribute.at, '=', attribute.length);
    if (equals == NULL)
      return grundy_cursor_fail(line, attribute.at,
                                "no attribute; expected player=..., outcome=... or payoff=...");
    size_t length = (size_t)(equals - attribute.at);
    set_place(r, line, attribute);
    status = grundy_builder_attribute(r->builder, v, attribute.at, length, equals + 1,
                                      attribute.length - length - 1, r->error);
  }
  return status;
}

/* Fails at the word after a move, or between its positions if that is a comma. */
static grundy_status fail_third_word(const grundy_cursor *line, grundy_word second,
                                     grundy_word third) {
  const char *what = "a third word; expected a move 'u v', a position 'u' or a comment '# ...'";
  if (*third.at == '{')
    what = "the data of an edge after the move; write the file with "
           "networkx.write_edgelist(..., data=False)";
  if (second.length == 1 && *second.at == ',')
    return grundy_cursor_fail(line, second.at,
                              "a comma between positions; write a move as 'u v' or 'u -> v'");
  return grundy_cursor_fail(line, third.at, "%s", what);
}

static grundy_status parse_line(reader *r, grundy_cursor *line) {
  grundy_word first = grundy_cursor_next_quotable(line);
  grundy_word second = grundy_cursor_next_quotable(line);
  grundy_word third = grundy_cursor_next_quotable(line);
  if (first.length == 0) return GRUNDY_OK;
  if (is_arrow(first)) return fail_arrow(line, first, "before");
  if (first.length == 1 && *first.at == '@') return parse_attributes(r, line, second, third);
  uint8_t kind = third.length > 0 ? kind_of_arrow(second) : 0;
  if (is_arrow(second) || kind != 0) {
    if (third.length == 0 || is_arrow(third)) return fail_arrow(line, second, "after");
    second = third;
    third = grundy_cursor_next_quotable(line);
  }

  uint32_t u = 0, v = 0;
  grundy_status status = parse_name(r, line, first, &u);
  if (status != GRUNDY_OK || second.length == 0) return status;
  set_place(r, line, first);
  status = parse_name(r, line, second, &v);
  if (status != GRUNDY_OK) return status;
  if (third.length > 0) return fail_third_word(line, second, third);
  return grundy_builder_move_of_kinds(r->builder, u, v, kind == 0 ? GRUNDY_MOVE_ORDINARY : kind,
                                      r->error);
}

/* ---- blocks ----------------------------------------------------------------------------- */

/* Returns the end of the last complete line in the block. If the last line of the file lacks a
 * newline, one is added, which is not counted as read. */
static size_t end_of_lines(const grundy_lines *lines) {
  size_t end = lines->end;
  if (lines->at_end && end > lines->begin && lines->block[end - 1] != '\n') {
    lines->block[end] = '\n';
    return end + 1;
  }
  while (end > lines->begin && lines->block[end - 1] != '\n') end--;
  return end;
}

/* Returns the start of a part of the lines begin … end - 1, moved to the start of a line. */
static size_t share_start(const grundy_lines *lines, size_t end, int part, int parts) {
  size_t at = lines->begin + grundy_share(end - lines->begin, part, parts);
  while (at > lines->begin && at < end && lines->block[at - 1] != '\n') at++;
  return at;
}

typedef struct parsing {
  const reader *r;
  size_t end; /* of the lines */
  int parts;
  grundy_batch *numbers;    /* the results: these, */
  grundy_word_batch *words; /* or these; the other is NULL */
  bool good[GRUNDY_MAX_THREADS];
  uint64_t lines[GRUNDY_MAX_THREADS];
} parsing;

static void parse_share(void *context, int part) {
  parsing *p = context;
  const grundy_lines *lines = &p->r->lines;
  size_t from = share_start(lines, p->end, part, p->parts),
         to = share_start(lines, p->end, part + 1, p->parts);
  if (p->numbers != NULL) {
    p->numbers[part].pairs = p->r->pairs + (from - lines->begin + 1) / 2;
    p->good[part] = grundy_numbers_parse(lines->block + from, lines->block + to, &p->numbers[part],
                                         &p->lines[part]);
  } else {
    p->words[part].words = p->r->words + (from - lines->begin);
    p->good[part] = grundy_words_split(lines->block, from, to, &p->words[part], &p->lines[part]);
  }
}

/* Parses the lines from lines.begin to p->end with all threads, and counts them. Returns false if
 * some line contains anything else. */
static bool parse_shares(parsing *p, uint64_t *lines) {
  grundy_parallel(p->parts, parse_share, p);
  *lines = 0;
  for (int part = 0; part < p->parts; part++) {
    if (!p->good[part]) return false;
    *lines += p->lines[part];
  }
  return true;
}

/* Steps over the lines before `end`, which are parsed. */
static grundy_status finish_block(reader *r, size_t end, uint64_t lines) {
  r->lines.begin = end < r->lines.end ? end : r->lines.end;
  r->lines.number += lines;
  bool too_long = r->lines.end - r->lines.begin > GRUNDY_EDGES_MAX_LINE;
  return too_long ? grundy_lines_fail_long(&r->lines, r->error) : GRUNDY_OK;
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Parses the complete lines in the block if all of them are lines of numbers, otherwise none. */
static grundy_status parse_numbers(reader *r) {
  grundy_batch batches[GRUNDY_MAX_THREADS];
  size_t end = end_of_lines(&r->lines);
  uint64_t lines, length = end - r->lines.begin;
  int parts = grundy_threads_for(length);
  if (!grundy_grow_slowly(&r->pairs, &r->pair_capacity, length / 2 + 1, sizeof *r->pairs))
    return grundy_fail_memory(r->error);
  parsing p = {.r = r, .end = end, .parts = parts, .numbers = batches};
  /* From here on words are names if they are not all numbers, or if these are too sparse. */
  if (!parse_shares(&p, &lines))
    return grundy_numeric_builder_convert(&r->numbered, &r->builder, r->error);
  if (!r->known) r->bytes += length;
  uint64_t bound = r->bytes / BYTES_PER_NUMBER;
  switch (grundy_numeric_builder_add(&r->numbered, batches, parts, bound < DENSE ? DENSE : bound)) {
  case GRUNDY_NUMERIC_OK:
    break;
  case GRUNDY_NUMERIC_SPARSE:
    return grundy_numeric_builder_convert(&r->numbered, &r->builder, r->error);
  case GRUNDY_NUMERIC_NO_MEMORY:
    return grundy_fail_memory(r->error);
  }
  return finish_block(r, end, lines);
}

/* ---- names ------------------------------------------------------------------------------ */

/* Parses the complete lines in the block, with all threads if all are moves and vertices, and
 * otherwise one by one. */
static grundy_status parse_names(reader *r) {
  grundy_word_batch batches[GRUNDY_MAX_THREADS];
  size_t end = end_of_lines(&r->lines);
  uint64_t lines, length = end - r->lines.begin;
  if (!grundy_grow_slowly(&r->words, &r->word_capacity, length + 1, sizeof *r->words))
    return grundy_fail_memory(r->error);
  parsing p = {.r = r, .end = end, .parts = grundy_threads_for(length), .words = batches};
  grundy_status status = GRUNDY_OK;
  if (grundy_builder_accepts_words(r->builder) && parse_shares(&p, &lines)) {
    status = grundy_builder_add_words(r->builder, r->lines.block, batches, p.parts, r->error);
    return status == GRUNDY_OK ? finish_block(r, end, lines) : status;
  }
  grundy_cursor line = {0};
  bool more = true;
  while (status == GRUNDY_OK && r->lines.begin < end && r->lines.begin < r->lines.end) {
    status = grundy_lines_next(&r->lines, &line, &more, r->error);
    if (status == GRUNDY_OK) status = parse_line(r, &line);
  }
  return status == GRUNDY_OK ? finish_block(r, end, 0) : status;
}

/* ---- the file --------------------------------------------------------------------------- */

/* Reads and parses the file, block by block for all threads. */
static grundy_status parse_all(reader *r) {
  unsigned shares = grundy_threads() < MOST_SHARES ? grundy_threads() : MOST_SHARES;
  grundy_status status;
  do {
    size_t share = r->builder == NULL ? SHARE : NAMES_SHARE;
    r->lines.piece = r->lines.block == NULL ? FIRST : share * shares;
    status = grundy_lines_fill(&r->lines, r->error);
    if (status == GRUNDY_OK && r->builder == NULL) status = parse_numbers(r);
    if (status == GRUNDY_OK && r->builder != NULL) status = parse_names(r);
  } while (status == GRUNDY_OK && !r->lines.at_end);
  return status;
}

static grundy_status edges_read(FILE *in, const char *name, const grundy_game_request *request,
                                const grundy_monitor *monitor, grundy_digraph **g,
                                grundy_error *error) {
  (void)request;
  reader r = {.lines = {.in = in, .name = name, .max_length = GRUNDY_EDGES_MAX_LINE},
              .error = error,
              .work = grundy_work_start(monitor, "reading", 0)};
  r.lines.work = &r.work;
  /* The current size of a regular file is taken as its final size. */
  struct stat about;
  int descriptor = fileno(in);
  r.known = descriptor >= 0 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
  if (r.known) r.bytes = r.work.total = (uint64_t)about.st_size;
  grundy_status status = parse_all(&r);
  grundy_lines_free(&r.lines);
  grundy_text_free(&r.name);
  free(r.pairs);
  free(r.words);
  bool numbers = r.builder == NULL;
  if (status == GRUNDY_OK)
    status = numbers ? grundy_numeric_builder_finish(&r.numbered, monitor, g, error)
                     : grundy_builder_finish(r.builder, GRUNDY_MONITORED(monitor), g, error);
  if (status == GRUNDY_OK)
    grundy_work_finish(&r.work, numbers ? "numbers" : "names", grundy_digraph_size(*g));
  grundy_numeric_builder_free(&r.numbered);
  grundy_builder_free(r.builder);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

typedef struct writer {
  const grundy_digraph *g;
  bool named;
} writer;

static char *print_vertices(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint32_t v = (uint32_t)begin; v < end; v++) {
    to = grundy_put_name(to, w->g, w->named, v);
    *to++ = '\n';
  }
  return to;
}

static uint64_t vertex_room(void *context, uint64_t v) {
  const writer *w = context;
  return grundy_word_room(w->g, (uint32_t)v) + 1;
}

static char *print_attributes(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint32_t v = (uint32_t)begin; v < end; v++) {
    grundy_attribute_text texts[GRUNDY_ATTRIBUTES];
    int count = grundy_digraph_attributes(w->g, v, texts);
    if (count == 0) continue;
    to = grundy_put_name(grundy_put(to, "@ "), w->g, w->named, v);
    for (int i = 0; i < count; i++) {
      to = grundy_put(grundy_put(to, " "), texts[i].name);
      to = grundy_put(grundy_put(to, "="), texts[i].value);
    }
    *to++ = '\n';
  }
  return to;
}

static uint64_t attributes_room(void *context, uint64_t v) {
  enum { NAME_AND_VALUE = 16 + GRUNDY_ATTRIBUTE_TEXT };
  return vertex_room(context, v) + (uint64_t)GRUNDY_ATTRIBUTES * NAME_AND_VALUE;
}

/* Writes all vertices first, so that reading them preserves their order, then their attributes,
 * then the moves. */
static grundy_status edges_write(FILE *out, const grundy_digraph *g, grundy_work *work,
                                 grundy_error *error) {
  writer w = {.g = g, .named = grundy_digraph_has_names(g)};
  grundy_status status = GRUNDY_OK;
  if (w.named)
    status = grundy_words_can_name(g, "an edge list", "; another format can hold it", error);
  if (status != GRUNDY_OK) return status;
  grundy_printer vertices = {&w, grundy_digraph_order(g), vertex_room, print_vertices, 1};
  work->total += vertices.items;
  status = grundy_print(out, &vertices, work, error);
  if (status == GRUNDY_OK && grundy_has_attributes(g)) {
    grundy_printer attributes = {&w, vertices.items, attributes_room, print_attributes, 0};
    status = grundy_print(out, &attributes, work, error);
  }
  return status == GRUNDY_OK ? grundy_print_moves(out, g, 0, work, error) : status;
}

const grundy_format_info grundy_format_edges = {
    .name = "edges",
    .game_endings = ".edges .txt .tsv",
    .read_game = edges_read,
    .write_game = edges_write,
};
