/* Matrix Market coordinate files, as in the SuiteSparse collection: an entry in row i and column j
 * is the move from vertex i - 1 to vertex j - 1, whatever its value, even a stored zero; duplicate
 * entries are one move. Vertices have no names but their numbers, so row 1 is vertex 0.
 *
 *     %%MatrixMarket matrix coordinate pattern general
 *     % comments and empty lines may follow anywhere after the banner
 *     3 3 2
 *     1 2
 *     3 3
 *
 * Entries are pattern, integer, real or complex. Symmetric, skew-symmetric and Hermitian matrices
 * store one entry for two, on either side of the diagonal: it is a move in both directions. Arrays
 * are rejected.
 *
 * The reader does not trust announced sizes: room for moves grows as entries are read, and
 * grundy_digraph_check_unnamed limits the vertices, which take memory without taking space in the
 * file. */

#include "format/impl.h"

#include "base/alloc.h"
#include "format/entries.h"
#include "text/lines.h"

#include <inttypes.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 }; /* the longest word is one byte shorter */

typedef struct reader {
  grundy_lines lines;
  grundy_cursor line; /* the current one; after the last one, the end of the file */
  bool more;          /* false at the end of the file */
  grundy_word word;   /* the word read last */
  char shown[WORD];   /* the result of text() */
  int values;         /* numbers in an entry after row and column */
  bool mirrored;      /* an entry is a move in both directions */
  bool skew;          /* and the diagonal is empty */
  uint64_t order, announced, entries;
  uint64_t count; /* number of moves */
  uint32_t *tails, *heads;
  uint64_t tail_capacity, head_capacity;
  grundy_error *error;
} reader;

/* Fails at the word read last. */
#define FAIL(r, ...) grundy_cursor_fail(&(r)->line, (r)->word.at, __VA_ARGS__)

/* ---- words ----------------------------------------------------------------------------- */

#define BLANKS " \t\r"

static grundy_status next_line(reader *r) {
  return grundy_lines_next(&r->lines, &r->line, &r->more, r->error);
}

/* Reads the next word of the line, an empty one at its end. */
static grundy_status read_word(reader *r) {
  grundy_cursor_skip(&r->line, BLANKS);
  r->word = grundy_cursor_take_until(&r->line, BLANKS);
  if (r->word.length < WORD) return GRUNDY_OK;
  return FAIL(r, "a word of more than %d bytes; expected numbers", WORD - 1);
}

/* Returns the word, NUL-terminated, with '?' for unprintable characters: no valid word contains
 * them, and errors show words. */
static const char *text(reader *r) {
  for (size_t i = 0; i < r->word.length; i++)
    r->shown[i] = (char)(r->word.at[i] < ' ' || r->word.at[i] > '~' ? '?' : r->word.at[i]);
  r->shown[r->word.length] = '\0';
  return r->shown;
}

/* Goes to the first word of the next line that is neither empty nor a comment. */
static grundy_status skip_to_data(reader *r) {
  for (;;) {
    grundy_status status = next_line(r);
    if (status != GRUNDY_OK || !r->more) return status;
    grundy_cursor_skip(&r->line, BLANKS);
    if (r->line.at < r->line.end && *r->line.at != '%') return GRUNDY_OK;
  }
}

static grundy_status expect_line_end(reader *r, const char *expected) {
  grundy_status status = read_word(r);
  if (status == GRUNDY_OK && r->word.length > 0)
    return FAIL(r, "'%s' is a word too many; expected %s", text(r), expected);
  return status;
}

/* Reads a number between `least` and `most`. */
static grundy_status read_number(reader *r, const char *what, uint64_t least, uint64_t most,
                                 uint64_t *number) {
  grundy_status status = read_word(r);
  if (status != GRUNDY_OK) return status;
  uint64_t value;
  if (!grundy_number_parse(r->word.at, r->word.length, most, &value) || value < least)
    return FAIL(r, "'%s' is not a valid %s; expected a number from %" PRIu64 " to %" PRIu64,
                text(r), what, least, most);
  *number = value;
  return GRUNDY_OK;
}

/* ---- the banner ------------------------------------------------------------------------ */

static grundy_status parse_banner(reader *r) {
  static const struct {
    const char *words[4], *expected;
  } parts[] = {
      {{"%%matrixmarket"}, "'%%MatrixMarket matrix coordinate pattern general'"},
      {{"matrix"}, "'matrix'"},
      {{"coordinate"}, "'coordinate': a list of entries"},
      {{"pattern", "integer", "real", "complex"}, "'pattern', 'integer', 'real' or 'complex'"},
      {{"general", "symmetric", "hermitian", "skew-symmetric"},
       "'general', 'symmetric', 'hermitian' or 'skew-symmetric'"},
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    grundy_status status = read_word(r);
    if (status != GRUNDY_OK) return status;
    int choice = 0;
    while (choice < 4 && parts[i].words[choice] != NULL &&
           strcasecmp(text(r), parts[i].words[choice]) != 0)
      choice++;
    if (choice == 4 || parts[i].words[choice] == NULL)
      return FAIL(r, "'%s' in the banner; expected %s", text(r), parts[i].expected);
    if (i == 3) r->values = choice == 3 ? 2 : choice > 0;
    if (i == 4) r->mirrored = choice > 0;
    if (i == 4) r->skew = choice == 3;
  }
  return expect_line_end(r, "the end of the banner");
}

/* ---- the numbers ----------------------------------------------------------------------- */

static grundy_status parse_size(reader *r) {
  uint64_t columns = 0;
  grundy_status status = skip_to_data(r);
  if (status == GRUNDY_OK)
    status = read_number(r, "number of rows", 0, GRUNDY_DIGRAPH_MAX_ORDER, &r->order);
  if (status == GRUNDY_OK)
    status = read_number(r, "number of columns", 0, GRUNDY_DIGRAPH_MAX_ORDER, &columns);
  if (status != GRUNDY_OK) return status;
  if (columns != r->order)
    return FAIL(r, "%" PRIu64 " rows and %" PRIu64 " columns; expected as many of both", r->order,
                columns);
  status = read_number(r, "number of entries", 0, r->order == 0 ? 0 : UINT64_MAX, &r->announced);
  return status == GRUNDY_OK ? expect_line_end(r, "rows, columns and entries alone") : status;
}

static const char *skip_digits(const char *at) {
  while (grundy_is_digit(*at)) at++;
  return at;
}

/* Returns whether this is a number in the notation of C or Fortran. Its value does not matter. */
static bool is_value(const char *at) {
  if (*at == '+' || *at == '-') at++;
  if (strcasecmp(at, "nan") == 0 || strcasecmp(at, "inf") == 0 || strcasecmp(at, "infinity") == 0)
    return true;
  const char *whole = skip_digits(at), *end = *whole == '.' ? skip_digits(whole + 1) : whole;
  if (end - at == (*whole == '.')) return false;
  if (*end == '\0') return true;
  if (strchr("eEdD", *end) == NULL) return false;
  end++;
  if (*end == '+' || *end == '-') end++;
  return *end != '\0' && *skip_digits(end) == '\0';
}

static grundy_status add_move(reader *r, uint64_t i, uint64_t j) {
  if (!grundy_grow(&r->tails, &r->tail_capacity, r->count + 1, sizeof *r->tails) ||
      !grundy_grow(&r->heads, &r->head_capacity, r->count + 1, sizeof *r->heads))
    return grundy_fail_memory(r->error);
  r->tails[r->count] = (uint32_t)(i - 1);
  r->heads[r->count++] = (uint32_t)(j - 1);
  return GRUNDY_OK;
}

static grundy_status parse_entries(reader *r, grundy_work *work) {
  work->total = r->announced;
  for (;;) {
    grundy_status status = skip_to_data(r);
    if (status != GRUNDY_OK || !r->more) return status;
    static const char *const whole[] = {"row and column", "row, column and value",
                                        "row, column and two values"};
    uint64_t i = 0, j = 0;
    if (r->entries == r->announced)
      return grundy_cursor_fail(&r->line, r->line.at,
                                "more entries than the %" PRIu64 " that are announced",
                                r->announced);
    status = read_number(r, "row", 1, r->order, &i);
    if (status == GRUNDY_OK) status = read_number(r, "column", 1, r->order, &j);
    if (status == GRUNDY_OK && r->skew && i == j)
      return FAIL(r, "an entry on the diagonal, which is zero in a skew-symmetric matrix");
    for (int value = 0; value < r->values && status == GRUNDY_OK; value++) {
      status = read_word(r);
      if (status == GRUNDY_OK && !is_value(text(r)))
        return FAIL(r, "'%s' is not a number", text(r));
    }
    if (status == GRUNDY_OK) status = expect_line_end(r, whole[r->values]);
    if (status == GRUNDY_OK) status = add_move(r, i, j);
    if (status == GRUNDY_OK && r->mirrored && i != j) status = add_move(r, j, i);
    r->entries++;
    if (status != GRUNDY_OK) return status;
    if (!grundy_work_step(work, 1)) return grundy_fail_cancelled(r->error);
  }
}

static grundy_status check_counts(reader *r, uint64_t max_positions) {
  grundy_error why = {0};
  r->word.at = r->line.at;
  if (r->entries < r->announced)
    return FAIL(r, "the file ends after %" PRIu64 " of %" PRIu64 " entries", r->entries,
                r->announced);
  grundy_status status = grundy_digraph_check_unnamed(r->order, r->entries, max_positions, &why);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  (void)FAIL(r, "%s", why.message);
  if (r->error != NULL) r->error->status = status, r->error->reason = why.reason;
  return status;
}

static grundy_status mtx_read(FILE *in, const char *name, const grundy_game_request *request,
                              const grundy_monitor *monitor, grundy_digraph **g,
                              grundy_error *error) {
  reader r = {.lines = {.in = in, .name = name, .max_length = GRUNDY_EDGES_MAX_LINE},
              .error = error};
  grundy_work work = grundy_work_start(monitor, "reading", 0);
  grundy_status status = next_line(&r);
  if (status == GRUNDY_OK) status = parse_banner(&r);
  if (status == GRUNDY_OK) status = parse_size(&r);
  if (status == GRUNDY_OK) status = parse_entries(&r, &work);
  if (status == GRUNDY_OK) status = check_counts(&r, request->max_positions);
  if (status == GRUNDY_OK)
    status = grundy_digraph_new((uint32_t)r.order, r.count, r.tails, r.heads, g, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "mtx", grundy_digraph_size(*g));
  grundy_lines_free(&r.lines);
  free(r.tails);
  free(r.heads);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

/* Checks that the game can be restored from the file. */
static grundy_status check_writable(const grundy_digraph *g, grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (grundy_digraph_has_names(g)) {
    const char *name = grundy_digraph_name(g, 0, scratch);
    return grundy_fail(
        error, GRUNDY_UNABLE,
        "names such as '%.*s' cannot be written in a Matrix Market file; another format "
        "can hold them",
        grundy_excerpt(name, strlen(name)), name);
  }
  if (grundy_digraph_check_unnamed(order, grundy_digraph_size(g), 0, NULL) != GRUNDY_OK)
    return grundy_fail(
        error, GRUNDY_UNABLE,
        "%" PRIu32 " positions with %" PRIu64
        " moves are too empty for a Matrix Market file; another format can hold them",
        order, grundy_digraph_size(g));
  return GRUNDY_OK;
}

static grundy_status mtx_write(FILE *out, const grundy_digraph *g, grundy_work *work,
                               grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  grundy_status status = grundy_refuse_attributes(g, "a Matrix Market file", error);
  if (status == GRUNDY_OK && grundy_digraph_kinds(g) != NULL)
    status = grundy_fail(error, GRUNDY_UNABLE,
                         "a Matrix Market file cannot hold carry-on and entailing moves; an edge "
                         "list, DOT, GraphML and npz can");
  if (status == GRUNDY_OK) status = check_writable(g, error);
  if (status != GRUNDY_OK) return status;
  fprintf(out, "%%%%MatrixMarket matrix coordinate pattern general\n");
  fprintf(out, "%" PRIu32 " %" PRIu32 " %" PRIu64 "\n", order, order, grundy_digraph_size(g));
  return grundy_print_moves(out, g, 1, work, error);
}

const grundy_format_info grundy_format_mtx = {
    .name = "mtx",
    .game_endings = ".mtx",
    .read_game = mtx_read,
    .write_game = mtx_write,
};
