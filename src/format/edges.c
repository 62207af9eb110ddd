/* Edge lists: `u v` is a move, a lone `u` a vertex, a word that begins with # a comment up to
 * the end of the line. Lines are read from a block of bounded size, so the length of a line is
 * bounded and the file may be of any size. */

#include "format/impl.h"

#include "base/alloc.h"
#include "base/monitor.h"
#include "format/utf8.h"

#include <errno.h>
#include <string.h>

/* The block grows until the longest line fits into it. */
enum { FIRST_BLOCK = 1 << 16 };

typedef struct reader {
  FILE *in;
  const char *name;
  grundy_builder *builder;
  grundy_error *error;
  grundy_work work;
  char *block;
  uint64_t capacity;
  size_t begin, end; /* block[begin … end - 1] is read but not parsed */
  bool at_end;       /* of the file */
  uint64_t line;     /* the number of the line being parsed */
} reader;

typedef struct word {
  const char *at;
  size_t length;
} word;

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/* Takes the next word off the line; an empty one at its end or at a comment. */
static word next_word(const char **at, const char *end) {
  while (*at < end && is_space(**at)) (*at)++;
  word w = {*at, 0};
  if (*at < end && **at == '#') {
    *at = end;
    return w;
  }
  while (*at < end && !is_space(**at)) (*at)++;
  w.length = (size_t)(*at - w.at);
  return w;
}

static uint64_t column_of(const char *line, const char *at) {
  return 1 + grundy_utf8_count(line, (size_t)(at - line));
}

static grundy_status parse_name(reader *r, const char *line, word w, uint32_t *v) {
  size_t valid = grundy_utf8_valid(w.at, w.length);
  if (valid < w.length)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line,
                          column_of(line, w.at + valid),
                          w.at[valid] == '\0' ? "a NUL in a name; expected text"
                                              : "a byte that is not UTF-8; expected text in UTF-8");
  return grundy_builder_vertex(r->builder, w.at, w.length, v, r->error);
}

static grundy_status parse_line(reader *r, const char *line, size_t length) {
  const char *at = line, *end = line + length;
  word first = next_word(&at, end), second = next_word(&at, end), third = next_word(&at, end);
  if (first.length == 0) return GRUNDY_OK;
  if (first.length == 1 && *first.at == '@')
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line, column_of(line, first.at),
                          "'@' alone is reserved for attributes; expected a move 'u v' or a "
                          "vertex 'u'");

  uint32_t u = 0, v = 0;
  grundy_status status = parse_name(r, line, first, &u);
  if (status != GRUNDY_OK || second.length == 0) return status;
  status = parse_name(r, line, second, &v);
  if (status != GRUNDY_OK) return status;
  if (third.length > 0)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line, column_of(line, third.at),
                          "a third word; expected a move 'u v', a vertex 'u' or a comment '# ...'");
  return grundy_builder_move(r->builder, u, v, r->error);
}

/* Moves the unparsed rest to the front of the block and fills up behind it. */
static grundy_status refill(reader *r) {
  size_t rest = r->end - r->begin;
  if (rest > 0) memmove(r->block, r->block + r->begin, rest);
  r->begin = 0;
  r->end = rest;
  if (!grundy_grow(&r->block, &r->capacity, rest + FIRST_BLOCK, 1))
    return grundy_fail_memory(r->error);
  size_t room = r->capacity - rest;
  errno = 0;
  size_t got = fread(r->block + rest, 1, room, r->in);
  r->end += got;
  r->at_end = got < room;
  if (ferror(r->in)) return grundy_fail_reading(r->name, errno, r->error);
  return GRUNDY_OK;
}

static grundy_status fail_long_line(reader *r) {
  return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, r->line, 1,
                        "a line of more than %d bytes; expected one move a line", GRUNDY_MAX_LINE);
}

/* Parses the lines in the block, but not a last one that may go on behind it. */
static grundy_status parse_block(reader *r) {
  while (r->begin < r->end) {
    const char *line = r->block + r->begin;
    const char *newline = memchr(line, '\n', r->end - r->begin);
    if (newline == NULL && !r->at_end) break;
    size_t length = newline == NULL ? r->end - r->begin : (size_t)(newline - line);
    if (length > GRUNDY_MAX_LINE) return fail_long_line(r);
    grundy_status status = parse_line(r, line, length);
    if (status != GRUNDY_OK) return status;
    r->begin += length + (newline != NULL);
    r->line++;
    if (!grundy_work_step(&r->work, length + 1)) return grundy_fail_cancelled(r->error);
  }
  return r->end - r->begin > GRUNDY_MAX_LINE ? fail_long_line(r) : GRUNDY_OK;
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

static grundy_status edges_read(FILE *in, const char *name, const grundy_monitor *monitor,
                                grundy_digraph **g, grundy_error *error) {
  reader r = {.in = in, .name = name, .error = error, .line = 1};
  r.work = grundy_work_start(monitor, "reading", 0);
  grundy_status status = grundy_builder_new(&r.builder, error);
  if (status == GRUNDY_OK) status = parse_all(&r);
  if (status == GRUNDY_OK) status = grundy_builder_finish(r.builder, g, error);
  grundy_builder_free(r.builder);
  free(r.block);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

/* A name that would be read as something else, and why; NULL if it is read as itself. */
static const char *unwritable(const char *name) {
  if (name[0] == '\0') return "it is empty";
  if (name[0] == '#') return "it would begin a comment";
  if (strcmp(name, "@") == 0) return "it is reserved";
  if (strpbrk(name, " \t\r\n\v\f") != NULL) return "it has white space in it";
  size_t length = strlen(name);
  if (grundy_utf8_valid(name, length) < length) return "it is not UTF-8";
  if (grundy_byte_order_mark(name, length) > 0) return "it begins with a byte order mark";
  return length > GRUNDY_MAX_LINE / 2 - 1 ? "it is too long" : NULL;
}

static grundy_status check_names(const grundy_digraph *g, grundy_error *error) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_SCRATCH];
    const char *name = grundy_digraph_name(g, v, scratch), *reason = unwritable(name);
    if (reason != NULL)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "the name '%.*s' cannot stand in an edge list: %s; another format can "
                         "hold it",
                         grundy_shown(name, strlen(name)), name, reason);
  }
  return GRUNDY_OK;
}

/* All vertices first, so that they are read in their order; then the moves. */
static grundy_status edges_write(FILE *out, const grundy_digraph *g, grundy_work *work,
                                 grundy_error *error) {
  grundy_status status = check_names(g, error);
  if (status != GRUNDY_OK) return status;
  char u_scratch[GRUNDY_NAME_SCRATCH], v_scratch[GRUNDY_NAME_SCRATCH];
  for (uint32_t u = 0; u < grundy_digraph_order(g) && !ferror(out); u++)
    fprintf(out, "%s\n", grundy_digraph_name(g, u, u_scratch));
  for (uint32_t u = 0; u < grundy_digraph_order(g) && !ferror(out); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    for (uint64_t i = 0; i < followers.count; i++)
      fprintf(out, "%s %s\n", grundy_digraph_name(g, u, u_scratch),
              grundy_digraph_name(g, followers.at[i], v_scratch));
    if (!grundy_work_step(work, followers.count)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

const grundy_format_info grundy_format_edges = {
    .name = "edges",
    .game_endings = ".edges .txt .tsv",
    .read_game = edges_read,
    .write_game = edges_write,
};
