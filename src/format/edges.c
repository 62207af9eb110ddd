/* Edge lists: `u v` is a move, a lone `u` a vertex, `@ u player=A outcome=draw` says something
 * about a vertex, a word that begins with # is a comment up to the end of the line. Lines are read
 * from a block of bounded size, so the length of a line is bounded and the file may be of any size.
 *
 * While all words are numbers, the lines of a block are shared between the threads. From the first
 * block on in which some line is anything else, or wrong, lines are parsed one by one. */

#include "format/impl.h"

#include "base/alloc.h"
#include "base/monitor.h"
#include "base/threads.h"
#include "digraph/attributes.h"
#include "format/edges_numbers.h"
#include "format/entries.h"
#include "text/words.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Bytes of a block per thread; many threads share what is enough for a few, because moves take four
 * times the bytes of their text. The block grows until the longest line fits into it. The first one
 * is small: most files end there. */
enum { SHARE = 1 << 20, MOST_SHARES = 4, FIRST = 1 << 14 };

/* Numbers below this are always worth an entry of an array; larger ones are if the file has at
 * least so many bytes for each. */
enum { DENSE = 1 << 24, BYTES_PER_NUMBER = 2 };

typedef struct reader {
  FILE *in;
  const char *name;
  grundy_builder *builder; /* NULL while all words were numbers */
  grundy_error *error;
  grundy_work work;
  char *block; /* with GRUNDY_NUMBERS_PADDING behind it */
  uint64_t capacity;
  size_t begin, end; /* block[begin … end - 1] is read but not parsed */
  bool at_end;       /* of the file */
  uint64_t line;     /* the number of the line being parsed */

  grundy_numbered numbered;
  grundy_pair *pairs; /* of all batches: half a pair for every byte of the block */
  uint64_t pair_capacity;
  bool known;     /* the size of the file is */
  uint64_t bytes; /* that, or those read so far */
} reader;

static grundy_line line_of(const reader *r, const char *line) {
  return (grundy_line){r->name, r->line, line};
}

static grundy_status parse_name(reader *r, const char *line, grundy_word w, uint32_t *v) {
  grundy_line here = line_of(r, line);
  grundy_status status = grundy_word_check(&here, w, r->error);
  if (status != GRUNDY_OK) return status;
  return grundy_builder_vertex(r->builder, w.at, w.length, v, r->error);
}

/* `name=value` about v. */
static grundy_status parse_attribute(reader *r, const char *line, uint32_t v, grundy_word w) {
  const char *equals = memchr(w.at, '=', w.length);
  if (equals == NULL)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line,
                          grundy_column_of(line, w.at),
                          "no attribute; expected player=..., outcome=... or payoff=...");
  size_t length = (size_t)(equals - w.at);
  grundy_builder_place(r->builder, r->name, r->line, grundy_column_of(line, w.at));
  return grundy_builder_attribute(r->builder, v, w.at, length, equals + 1, w.length - length - 1,
                                  r->error);
}

/* Behind the @: a vertex, and at least one attribute, the others from `at` on. */
static grundy_status parse_attributes(reader *r, const char *line, grundy_word name,
                                      grundy_word attribute, const char *at, const char *end) {
  uint32_t v = 0;
  if (name.length == 0 || attribute.length == 0)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line, 1,
                          "'@' without %s; expected attributes such as '@ u player=A'",
                          name.length == 0 ? "a vertex" : "attributes");
  grundy_status status = parse_name(r, line, name, &v);
  for (; status == GRUNDY_OK && attribute.length > 0; attribute = grundy_next_word(&at, end))
    status = parse_attribute(r, line, v, attribute);
  return status;
}

static grundy_status fail_third_word(reader *r, const char *line, grundy_word third) {
  return grundy_fail_at(
      r->error, GRUNDY_BAD_INPUT, r->name, r->line, grundy_column_of(line, third.at), "%s",
      *third.at == '{' ? "the data of an edge after the move; write the file with "
                         "networkx.write_edgelist(..., data=False)"
                       : "a third word; expected a move 'u v', a vertex 'u' or a comment "
                         "'# ...'");
}

static grundy_status parse_line(reader *r, const char *line, size_t length) {
  const char *at = line, *end = line + length;
  grundy_word first = grundy_next_word(&at, end), second = grundy_next_word(&at, end);
  grundy_word third = grundy_next_word(&at, end);
  if (first.length == 0) return GRUNDY_OK;
  if (first.length == 1 && *first.at == '@')
    return parse_attributes(r, line, second, third, at, end);

  uint32_t u = 0, v = 0;
  grundy_status status = parse_name(r, line, first, &u);
  if (status != GRUNDY_OK || second.length == 0) return status;
  grundy_builder_place(r->builder, r->name, r->line, grundy_column_of(line, first.at));
  status = parse_name(r, line, second, &v);
  if (status != GRUNDY_OK) return status;
  if (third.length > 0) return fail_third_word(r, line, third);
  return grundy_builder_move(r->builder, u, v, r->error);
}

/* Moves the unparsed rest to the front of the block and fills up behind it. */
static grundy_status refill(reader *r) {
  size_t rest = r->end - r->begin;
  if (rest > 0) memmove(r->block, r->block + r->begin, rest);
  r->begin = 0;
  r->end = rest;
  unsigned shares = grundy_threads() < MOST_SHARES ? grundy_threads() : MOST_SHARES;
  uint64_t want = r->capacity == 0 ? FIRST : rest + SHARE * (uint64_t)shares;
  if (!grundy_grow_gently(&r->block, &r->capacity, want + GRUNDY_NUMBERS_PADDING, 1))
    return grundy_fail_memory(r->error);
  size_t room = r->capacity - GRUNDY_NUMBERS_PADDING - rest;
  errno = 0;
  size_t got = fread(r->block + rest, 1, room, r->in);
  r->end += got;
  r->at_end = got < room;
  memset(r->block + r->end, 0, GRUNDY_NUMBERS_PADDING);
  if (ferror(r->in)) return grundy_fail_reading(r->name, errno, r->error);
  return GRUNDY_OK;
}

static grundy_status fail_long_line(reader *r) {
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line, 1,
                        "a line of more than %d bytes; expected one move a line",
                        GRUNDY_EDGES_MAX_LINE);
}

/* Parses the lines in the block, but not a last one that may go on behind it. */
static grundy_status parse_lines(reader *r) {
  while (r->begin < r->end) {
    const char *line = r->block + r->begin;
    const char *newline = memchr(line, '\n', r->end - r->begin);
    if (newline == NULL && !r->at_end) break;
    size_t length = newline == NULL ? r->end - r->begin : (size_t)(newline - line);
    if (length > GRUNDY_EDGES_MAX_LINE) return fail_long_line(r);
    grundy_status status = parse_line(r, line, length);
    if (status != GRUNDY_OK) return status;
    r->begin += length + (newline != NULL);
    r->line++;
    if (!grundy_work_step(&r->work, length + 1)) return grundy_fail_cancelled(r->error);
  }
  return GRUNDY_OK;
}

/* ---- numbers ---------------------------------------------------------------------------- */

/* Where the last whole line of the block ends. A last line of the file gets a newline, which is
 * not counted as read. */
static size_t end_of_lines(reader *r) {
  size_t end = r->end;
  if (r->at_end && end > r->begin && r->block[end - 1] != '\n') {
    r->block[end] = '\n';
    return end + 1;
  }
  while (end > r->begin && r->block[end - 1] != '\n') end--;
  return end;
}

/* Where the share of a part of the lines begin … end - 1 begins: at the start of a line. */
static size_t cut(const reader *r, size_t end, int part, int parts) {
  size_t at = r->begin + grundy_share(end - r->begin, part, parts);
  while (at > r->begin && at < end && r->block[at - 1] != '\n') at++;
  return at;
}

typedef struct parsing {
  const reader *r;
  size_t end;
  int parts;
  grundy_batch *batches;
  bool good[GRUNDY_MAX_THREADS];
  uint64_t lines[GRUNDY_MAX_THREADS];
} parsing;

static void parse_share(void *context, int part) {
  parsing *p = context;
  const reader *r = p->r;
  size_t from = cut(r, p->end, part, p->parts), to = cut(r, p->end, part + 1, p->parts);
  grundy_batch *batch = &p->batches[part];
  batch->pairs = r->pairs + (from - r->begin + 1) / 2;
  p->good[part] = grundy_numbers_parse(r->block + from, r->block + to, batch, &p->lines[part]);
}

/* Lines of numbers from r->begin up to `end`, by all threads. False if some are something else. */
static bool parse_shares(const reader *r, size_t end, int parts, grundy_batch *batches,
                         uint64_t *lines) {
  parsing p = {.r = r, .end = end, .parts = parts, .batches = batches};
  grundy_parallel(parts, parse_share, &p);
  *lines = 0;
  for (int part = 0; part < parts; part++) {
    if (!p.good[part]) return false;
    *lines += p.lines[part];
  }
  return true;
}

/* From here on, line by line. */
static grundy_status go_on_with_names(reader *r) {
  return grundy_numbered_build(&r->numbered, &r->builder, r->error);
}

/* Parses the whole lines in the block if they are all of numbers, and otherwise none of them. */
static grundy_status parse_numbers(reader *r) {
  grundy_batch batches[GRUNDY_MAX_THREADS];
  size_t end = end_of_lines(r);
  uint64_t lines, length = end - r->begin;
  int parts = grundy_threads_for(length);
  if (!grundy_grow_gently(&r->pairs, &r->pair_capacity, length / 2 + 1, sizeof *r->pairs))
    return grundy_fail_memory(r->error);
  if (!parse_shares(r, end, parts, batches, &lines)) return go_on_with_names(r);
  if (!r->known) r->bytes += length;
  uint64_t bound = r->bytes / BYTES_PER_NUMBER;
  switch (grundy_numbered_add(&r->numbered, batches, parts, bound < DENSE ? DENSE : bound)) {
  case GRUNDY_NUMBERED_OK:
    break;
  case GRUNDY_NUMBERED_SPARSE:
    return go_on_with_names(r);
  case GRUNDY_NUMBERED_NO_MEMORY:
    return grundy_fail_memory(r->error);
  }
  r->begin = end < r->end ? end : r->end;
  r->line += lines;
  return grundy_work_step(&r->work, length) ? GRUNDY_OK : grundy_fail_cancelled(r->error);
}

/* ---- the file --------------------------------------------------------------------------- */

/* Takes the size of a regular file for what it will have. */
static void look_at_size(reader *r) {
  struct stat about;
  int descriptor = fileno(r->in);
  r->known = descriptor >= 0 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
  if (!r->known) return;
  r->bytes = (uint64_t)about.st_size;
  r->work.total = r->bytes;
}

static grundy_status parse_block(reader *r) {
  grundy_status status = r->builder == NULL ? parse_numbers(r) : GRUNDY_OK;
  if (status == GRUNDY_OK && r->builder != NULL) status = parse_lines(r);
  if (status != GRUNDY_OK) return status;
  return r->end - r->begin > GRUNDY_EDGES_MAX_LINE ? fail_long_line(r) : GRUNDY_OK;
}

static grundy_status parse_all(reader *r) {
  grundy_status status = refill(r);
  if (status != GRUNDY_OK) return status;
  r->begin = grundy_byte_order_mark(r->block, r->end);
  for (;;) {
    status = parse_block(r);
    if (status != GRUNDY_OK || r->at_end) return status;
    if (!grundy_work_step(&r->work, 0)) return grundy_fail_cancelled(r->error);
    status = refill(r);
    if (status != GRUNDY_OK) return status;
  }
}

static void free_text(reader *r) {
  free(r->block);
  free(r->pairs);
  r->block = NULL;
  r->pairs = NULL;
}

static grundy_status edges_read(FILE *in, const char *name, bool undirected,
                                const grundy_monitor *monitor, grundy_digraph **g,
                                grundy_error *error) {
  (void)undirected;
  reader r = {.in = in, .name = name, .error = error, .line = 1};
  r.work = grundy_work_start(monitor, "reading", 0);
  look_at_size(&r);
  grundy_status status = parse_all(&r);
  free_text(&r);
  bool numbers = r.builder == NULL;
  if (status == GRUNDY_OK)
    status = numbers ? grundy_numbered_finish(&r.numbered, monitor, g, error)
                     : grundy_builder_finish(r.builder, GRUNDY_MONITORED(monitor), g, error);
  if (status == GRUNDY_OK)
    grundy_work_finish(&r.work, numbers ? "numbers" : "names", grundy_digraph_size(*g));
  grundy_numbered_free(&r.numbered);
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
  return grundy_digraph_name_room(w->g, (uint32_t)v) + 1;
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

/* All vertices first, so that they are read in their order; then what is said about them, and the
 * moves. */
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
