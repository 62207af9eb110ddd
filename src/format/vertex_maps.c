/* Files with one line per vertex of a game: maps (`u image`, `u image d`) and classes (`u
 * class`). */

#include "format/impl.h"

#include "base/alloc.h"
#include "base/options.h"
#include "digraph/names.h"
#include "format/entries.h"
#include "text/lines.h"

#include <grundy/value.h>

#include <errno.h>
#include <inttypes.h>
#include <string.h>

typedef struct line_reader {
  const grundy_digraph *g; /* the game whose vertices begin the lines */
  const char *expected;    /* what a line should look like */
  grundy_error *error;
  grundy_cursor line; /* being parsed */
  grundy_text name;   /* room for one that is quoted */
  uint8_t *seen;      /* by vertex: whether its line was read */
  uint32_t count;     /* of the lines read */
  uint32_t next;      /* the vertex that the next line is most likely about */

  /* Takes the words after v. The third word may be empty. */
  grundy_status (*take)(struct line_reader *l, uint32_t v, grundy_word second, grundy_word third);
  void *context;
} line_reader;

/* ---- lines ------------------------------------------------------------------------------ */

/* Fails because a line is too short or too long: `what` is wrong at that place. */
static grundy_status fail_columns(const line_reader *l, const char *at, const char *what) {
  return grundy_cursor_fail(&l->line, at, "%s; expected %s", what, l->expected);
}

/* Finds the vertex that the word names; `game` is how errors call its game. */
static grundy_status parse_vertex(line_reader *l, const grundy_digraph *g, const char *game,
                                  grundy_word word, uint32_t *v) {
  grundy_word name;
  grundy_status status = grundy_cursor_name(&l->line, word, &l->name, &name);
  if (status != GRUNDY_OK || grundy_digraph_find(g, name.at, name.length, v)) return status;
  return grundy_cursor_fail(&l->line, word.at, "the %s has no position '%.*s'", game,
                            grundy_excerpt(word.at, word.length), word.at);
}

static grundy_status parse_line(line_reader *l, const char *game) {
  grundy_word first = grundy_cursor_next_quotable(&l->line);
  grundy_word second = grundy_cursor_next_quotable(&l->line);
  grundy_word third = grundy_cursor_next_quotable(&l->line);
  grundy_word fourth = grundy_cursor_next_quotable(&l->line), name;
  if (first.length == 0) return GRUNDY_OK;
  uint32_t u = l->next;
  grundy_status status = grundy_cursor_name(&l->line, first, &l->name, &name);
  if (status == GRUNDY_OK && !grundy_is_named(l->g, u, name.at, name.length))
    status = parse_vertex(l, l->g, game, first, &u);
  if (status != GRUNDY_OK) return status;
  if (l->seen[u])
    return grundy_cursor_fail(&l->line, first.at, "duplicate line for '%.*s'",
                              grundy_excerpt(first.at, first.length), first.at);
  if (second.length == 0)
    return fail_columns(l, first.at + first.length, "nothing after the position");
  if (fourth.length > 0) return fail_columns(l, fourth.at, "a fourth word");
  l->seen[u] = 1;
  l->count++;
  l->next = u + 1;
  return l->take(l, u, second, third);
}

/* Reads all lines of the file; `game` is how errors call the game. */
static grundy_status read_lines(line_reader *l, const char *path, const char *game,
                                const grundy_read_options *options) {
  grundy_input input;
  grundy_status status = grundy_input_start(path, options, &input, l->error);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(input.monitor, "reading", 0);
  grundy_lines lines = {
      .in = input.in, .name = input.name, .work = &work, .max_length = GRUNDY_EDGES_MAX_LINE};
  uint32_t order = grundy_digraph_order(l->g), v = 0;
  l->seen = grundy_alloc_zero(order, sizeof *l->seen);
  if (l->seen == NULL) status = grundy_fail_memory(l->error);
  for (bool more = true; status == GRUNDY_OK && more;) {
    status = grundy_lines_next(&lines, &l->line, &more, l->error);
    if (status == GRUNDY_OK && more) status = parse_line(l, game);
  }
  if (status == GRUNDY_OK && l->count < order) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    while (l->seen[v]) v++;
    const char *name = grundy_digraph_name(l->g, v, scratch);
    status = grundy_fail_at(l->error, GRUNDY_BAD_INPUT, input.name, 0, 0,
                            "no line for '%.*s'; expected one per position of the %s",
                            grundy_excerpt(name, strlen(name)), name, game);
  }
  if (status == GRUNDY_OK) grundy_work_finish(&work, "listing", 0);
  grundy_lines_free(&lines);
  grundy_input_end(&input);
  grundy_text_free(&l->name);
  free(l->seen);
  return status;
}

/* ---- maps ------------------------------------------------------------------------------- */

typedef struct map {
  const grundy_digraph *s;
  uint32_t *image, *d;
  bool with_d;
  uint64_t first_line; /* the first line, which decides whether all have a d; 0 before it */
} map;

static grundy_status parse_d(const line_reader *l, grundy_word word, uint32_t *d) {
  if (grundy_number_name(word.at, word.length, GRUNDY_INFINITY, d)) return GRUNDY_OK;
  grundy_status status = grundy_cursor_check_word(&l->line, word);
  if (status != GRUNDY_OK) return status;
  return grundy_cursor_fail(&l->line, word.at,
                            "'%.*s' is not a value of d; expected a number from 0 to %" PRIu32,
                            grundy_excerpt(word.at, word.length), word.at, GRUNDY_INFINITY - 1);
}

static grundy_status take_image(line_reader *l, uint32_t v, grundy_word image, grundy_word d) {
  map *m = l->context;
  grundy_status status = parse_vertex(l, m->s, "second game", image, &m->image[v]);
  if (status != GRUNDY_OK) return status;
  bool with_d = d.length > 0;
  if (m->first_line == 0) {
    m->with_d = with_d;
    m->first_line = l->line.line;
  }
  if (with_d != m->with_d)
    return grundy_cursor_fail(&l->line, with_d ? d.at : image.at + image.length,
                              "a line with%s d, but line %" PRIu64
                              " has %s; expected d in every line or in "
                              "none",
                              with_d ? "" : "out", m->first_line, with_d ? "none" : "one");
  return with_d ? parse_d(l, d, &m->d[v]) : GRUNDY_OK;
}

grundy_status grundy_map_read(const grundy_digraph *r, const grundy_digraph *s, const char *path,
                              const grundy_read_options *options, uint32_t *image, uint32_t *d,
                              bool *with_d, grundy_error *error) {
  map m = {.s = s, .image = image, .d = d};
  line_reader l = {.g = r,
                   .expected = "'u image' or 'u image d'",
                   .error = error,
                   .take = take_image,
                   .context = &m};
  grundy_status status = read_lines(&l, path, "first game", options);
  if (status == GRUNDY_OK) *with_d = m.with_d;
  return status;
}

/* ---- classes ---------------------------------------------------------------------------- */

typedef struct classes {
  uint32_t *of;
  grundy_builder *builder;
} classes;

static grundy_status take_class(line_reader *l, uint32_t v, grundy_word word, grundy_word third) {
  classes *c = l->context;
  if (third.length > 0) return fail_columns(l, third.at, "a third word");
  grundy_word name;
  grundy_status status = grundy_cursor_name(&l->line, word, &l->name, &name);
  if (status != GRUNDY_OK) return status;
  return grundy_builder_vertex(c->builder, name.at, name.length, &c->of[v], l->error);
}

grundy_status grundy_classes_read(const grundy_digraph *g, const char *path,
                                  const grundy_read_options *options, uint32_t *class_of,
                                  grundy_digraph **result, grundy_error *error) {
  classes c = {.of = class_of};
  line_reader l = {
      .g = g, .expected = "'u class'", .error = error, .take = take_class, .context = &c};
  grundy_status status = grundy_builder_new(&c.builder, error);
  if (status != GRUNDY_OK) return status;
  status = read_lines(&l, path, "game", options);
  if (status == GRUNDY_OK) status = grundy_builder_finish(c.builder, NULL, result, error);
  grundy_builder_free(c.builder);
  return status;
}

/* ---- writing ---------------------------------------------------------------------------- */

typedef struct writer {
  const grundy_digraph *r, *s;
  bool r_named, s_named;
  const uint32_t *image, *d;
} writer;

static uint64_t line_room(void *context, uint64_t v) {
  enum { SEPARATORS = 3 };
  const writer *w = context;
  return grundy_word_room(w->r, (uint32_t)v) + grundy_word_room(w->s, w->image[v]) +
         GRUNDY_NUMBER_ROOM + SEPARATORS;
}

static char *print_lines(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  for (uint32_t v = (uint32_t)begin; v < end; v++) {
    to = grundy_put_name(to, w->r, w->r_named, v);
    *to++ = '\t';
    to = grundy_put_name(to, w->s, w->s_named, w->image[v]);
    if (w->d != NULL) {
      *to++ = '\t';
      to = grundy_number_print(to, w->d[v]);
    }
    *to++ = '\n';
  }
  return to;
}

grundy_status grundy_map_write(const grundy_digraph *r, const grundy_digraph *s,
                               const uint32_t *image, const uint32_t *d,
                               const grundy_run_options *options, FILE *out, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  writer w = {r, s, grundy_digraph_has_names(r), grundy_digraph_has_names(s), image, d};
  grundy_status status = grundy_digraph_check_names(r, monitor, error);
  if (status == GRUNDY_OK) status = grundy_digraph_check_names(s, monitor, error);
  if (status == GRUNDY_OK) status = grundy_words_can_name(r, "a map", "", error);
  if (status == GRUNDY_OK) status = grundy_words_can_name(s, "a map", "", error);
  if (status != GRUNDY_OK) return status;
  grundy_printer lines = {&w, grundy_digraph_order(r), line_room, print_lines, 1};
  grundy_work work = grundy_work_start(monitor, "writing", lines.items);
  errno = 0;
  status = grundy_stream_status(out, grundy_print(out, &lines, &work, error), error);
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(r, error);
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(s, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "listing", 0);
  return status;
}
