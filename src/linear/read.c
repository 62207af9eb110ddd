/* Linear games as text:
 *
 *     dimension 3
 *     move a 110 011     # where s1 + s2 = 1, 011 is added to s
 *     matrix b           # h(s) = m s + constant, m row by row
 *     100
 *     010
 *     101
 *     constant 000       # optional
 *
 * A matrix is checked when it is complete, and stored as a functional and a vector. */

#include "linear/impl.h"

#include "base/alloc.h"
#include "linear/matrix.h"
#include "text/input.h"
#include "text/lines.h"

#include <inttypes.h>
#include <string.h>

/* The longest line, in bytes. */
enum { MAX_LINE = 1 << 20 };

typedef struct reader {
  grundy_lines lines;
  grundy_cursor line;  /* being parsed */
  grundy_linear *game; /* NULL before the dimension is known */
  uint64_t dimension;
  uint64_t *vectors; /* room for two */

  /* The matrix being read. */
  grundy_matrix *m;
  bool open;
  uint64_t rows;     /* read so far */
  bool has_constant; /* stored in `vectors` */
  char *name;
  size_t name_length;
  uint64_t name_capacity;
  grundy_error *error;
} reader;

/* Checks that the line ends here. */
static grundy_status expect_end(reader *r) {
  grundy_word w = grundy_cursor_next_word(&r->line);
  if (w.length == 0) return GRUNDY_OK;
  return grundy_cursor_fail(&r->line, w.at, "a word too many; expected the end of the line");
}

/* ---- bits -------------------------------------------------------------------------------- */

/* Reads digits into the vector from *count on. */
static grundy_status read_digits(reader *r, grundy_word w, uint64_t *vector, uint64_t *count) {
  for (size_t i = 0; i < w.length; i++) {
    if (w.at[i] != '0' && w.at[i] != '1')
      return grundy_cursor_fail(&r->line, w.at + i, "no digit 0 or 1; expected %" PRIu64 " of them",
                                r->dimension);
    if (*count == r->dimension)
      return grundy_cursor_fail(&r->line, w.at + i, "a digit too many; expected %" PRIu64,
                                r->dimension);
    vector[*count / 64] |= (uint64_t)(w.at[i] == '1') << (*count % 64);
    ++*count;
  }
  return GRUNDY_OK;
}

/* Fails at `at` if digits are missing. */
static grundy_status expect_all(reader *r, uint64_t count, const char *at) {
  if (count == r->dimension) return GRUNDY_OK;
  return grundy_cursor_fail(&r->line, at, "too few digits; expected %" PRIu64, r->dimension);
}

/* Reads one word with all digits. */
static grundy_status read_vector(reader *r, uint64_t *vector) {
  uint64_t count = 0;
  memset(vector, 0, grundy_words(r->dimension) * sizeof *vector);
  grundy_word w = grundy_cursor_next_word(&r->line);
  grundy_status status = read_digits(r, w, vector, &count);
  return status == GRUNDY_OK ? expect_all(r, count, w.at) : status;
}

/* ---- statements -------------------------------------------------------------------------- */

static grundy_status read_dimension(reader *r) {
  grundy_word w = grundy_cursor_next_word(&r->line);
  uint64_t n = 0;
  if (!grundy_number_parse(w.at, w.length, GRUNDY_LINEAR_MAX_DIMENSION, &n) || n == 0)
    return grundy_cursor_fail(&r->line, w.at, "no dimension; expected a number from 1 to %" PRIu64,
                              GRUNDY_LINEAR_MAX_DIMENSION);
  r->dimension = n;
  r->vectors = grundy_alloc_zero(2 * grundy_words(n), sizeof *r->vectors);
  if (r->vectors == NULL) return grundy_fail_memory(r->error);
  grundy_status status = grundy_linear_new(n, &r->game, r->error);
  return status == GRUNDY_OK ? expect_end(r) : status;
}

static grundy_status read_name(reader *r, grundy_word *name) {
  *name = grundy_cursor_next_word(&r->line);
  if (name->length == 0)
    return grundy_cursor_fail(&r->line, name->at, "no name; expected the name of the move");
  return grundy_cursor_check_word(&r->line, *name);
}

/* Reads "move NAME FUNCTIONAL VECTOR". */
static grundy_status read_pair(reader *r) {
  uint64_t *functional = r->vectors, *vector = functional + grundy_words(r->dimension);
  grundy_word name;
  grundy_status status = read_name(r, &name);
  if (status == GRUNDY_OK) status = read_vector(r, functional);
  if (status == GRUNDY_OK) status = read_vector(r, vector);
  if (status == GRUNDY_OK) status = expect_end(r);
  if (status != GRUNDY_OK) return status;
  return grundy_linear_add_pair(r->game, name.at, name.length, functional, vector, r->error);
}

/* Reads "matrix NAME"; the rows follow. */
static grundy_status start_matrix(reader *r) {
  grundy_word name;
  grundy_status status = read_name(r, &name);
  if (status == GRUNDY_OK) status = expect_end(r);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&r->name, &r->name_capacity, name.length, 1))
    return grundy_fail_memory(r->error);
  memcpy(r->name, name.at, name.length);
  r->name_length = name.length;
  grundy_matrix_free(r->m);
  r->m = NULL;
  r->open = true;
  r->rows = 0;
  r->has_constant = false;
  return grundy_matrix_new(r->dimension, r->dimension, &r->m, r->error);
}

/* Reads a row, whose digits may be separated by blanks. */
static grundy_status read_row(reader *r, grundy_word first) {
  uint64_t *row = grundy_matrix_at(r->m, r->rows), count = 0;
  grundy_status status = GRUNDY_OK;
  for (grundy_word w = first; w.length > 0 && status == GRUNDY_OK;
       w = grundy_cursor_next_word(&r->line))
    status = read_digits(r, w, row, &count);
  if (status == GRUNDY_OK) status = expect_all(r, count, first.at);
  if (status != GRUNDY_OK) return status;
  r->rows++;
  return GRUNDY_OK;
}

/* Adds the matrix once all its rows and its constant, if any, have been read. */
static grundy_status finish_matrix(reader *r) {
  if (!r->open) return GRUNDY_OK;
  r->open = false;
  return grundy_linear_add_matrix(r->game, r->name, r->name_length, r->m,
                                  r->has_constant ? r->vectors : NULL, r->error);
}

/* ---- the file ---------------------------------------------------------------------------- */

static grundy_status read_line(reader *r) {
  grundy_word first = grundy_cursor_next_word(&r->line);
  if (first.length == 0) return GRUNDY_OK;
  if (r->open && r->rows < r->dimension) return read_row(r, first);
  if (r->game == NULL) {
    if (grundy_word_is(first, "dimension")) return read_dimension(r);
    return grundy_cursor_fail(&r->line, first.at,
                              "the dimension is not known yet; expected 'dimension N'");
  }
  if (grundy_word_is(first, "constant") && r->open && !r->has_constant) {
    grundy_status status = read_vector(r, r->vectors);
    r->has_constant = true;
    return status == GRUNDY_OK ? expect_end(r) : status;
  }
  grundy_status status = finish_matrix(r);
  if (status != GRUNDY_OK) return status;
  if (grundy_word_is(first, "move")) return read_pair(r);
  if (grundy_word_is(first, "matrix")) return start_matrix(r);
  return grundy_cursor_fail(
      &r->line, first.at, "no statement; expected 'move NAME FUNCTIONAL VECTOR' or 'matrix NAME'");
}

/* Checks at the end of the file that nothing is missing. */
static grundy_status read_end(reader *r) {
  if (r->game == NULL)
    return grundy_cursor_fail(&r->line, r->line.at, "the file ends here; expected 'dimension N'");
  if (r->open && r->rows < r->dimension)
    return grundy_cursor_fail(&r->line, r->line.at,
                              "the file ends after %" PRIu64 " rows of a matrix; expected %" PRIu64,
                              r->rows, r->dimension);
  return finish_matrix(r);
}

grundy_status grundy_linear_read(const char *path, const grundy_read_options *options,
                                 grundy_linear **game, grundy_error *error) {
  grundy_input input;
  grundy_status status = grundy_input_start(path, options, &input, error);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(input.monitor, "reading", 0);
  reader r = {.lines = {.in = input.in, .name = input.name, .work = &work, .max_length = MAX_LINE},
              .error = error};
  bool more = true;
  while (status == GRUNDY_OK) {
    status = grundy_lines_next(&r.lines, &r.line, &more, error);
    if (status != GRUNDY_OK || !more) break;
    status = read_line(&r);
  }
  if (status == GRUNDY_OK) status = read_end(&r);
  if (status == GRUNDY_OK) {
    *game = r.game;
    r.game = NULL;
    grundy_work_finish(&work, "", 0);
  }
  grundy_lines_free(&r.lines);
  grundy_linear_free(r.game);
  grundy_matrix_free(r.m);
  free(r.vectors);
  free(r.name);
  grundy_input_end(&input);
  return status;
}
