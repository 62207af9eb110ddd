/* Reads sequences: integers in any arrangement, and b-files of the OEIS. */

#include <grundy/sequence.h>

#include "base/alloc.h"
#include "text/input.h"
#include "text/lines.h"

#include <stdlib.h>
#include <string.h>

/* The longest line, in bytes. A sequence may be one line. */
enum { MAX_LINE = 1 << 30 };

struct grundy_sequence {
  int64_t *terms;
  uint64_t count, capacity;
  int64_t first;
};

typedef struct reader {
  grundy_lines lines;
  grundy_cursor line;
  grundy_sequence *sequence;
  uint64_t rows; /* lines with numbers */
  bool indexed;  /* every row so far has an index and a term, and the indices count up */
  grundy_error *error;
} reader;

void grundy_sequence_free(grundy_sequence *sequence) {
  if (sequence == NULL) return;
  free(sequence->terms);
  free(sequence);
}

const int64_t *grundy_sequence_terms(const grundy_sequence *sequence, uint64_t *count,
                                     int64_t *first) {
  if (count != NULL) *count = sequence->count;
  if (first != NULL) *first = sequence->first;
  return sequence->terms;
}

/* ---- lines ------------------------------------------------------------------------------- */

static void skip_separators(grundy_cursor *c) {
  while (c->at < c->end && (grundy_is_blank(*c->at) || *c->at == ',')) c->at++;
  if (grundy_cursor_is_at(c, '#')) c->at = c->end;
}

/* Returns the number that stands for the letter of an outcome; -1 if it is not one. */
static int outcome_term(char letter) {
  static const char letters[] = "PNDAB";
  const char *at = letter == '\0' ? NULL : strchr(letters, letter);
  return at == NULL ? -1 : (int)(at - letters);
}

/* Returns the length of the word of letters at the cursor, such as PNNP; 0 if it has others. */
static size_t letters_at(const grundy_cursor *c) {
  size_t length = 0;
  while (c->at + length < c->end && outcome_term(c->at[length]) >= 0) length++;
  const char *end = c->at + length;
  return end == c->end || grundy_is_blank(*end) || grundy_is_in(*end, ",#") ? length : 0;
}

/* Takes the integer at the cursor, which must end there, or the next letter of a word of
 * outcomes. */
static grundy_status take_term(reader *r, int64_t *term) {
  grundy_cursor *c = &r->line;
  const char *from = c->at;
  if (letters_at(c) > 0) {
    *term = outcome_term(*c->at++);
    return GRUNDY_OK;
  }
  if (grundy_cursor_is_at(c, '+')) c->at++;
  const char *digits = c->at + (c->at == from && grundy_cursor_is_at(c, '-'));
  bool starts = digits < c->end && grundy_is_digit(*digits);
  bool fits = grundy_cursor_take_integer(c, term);
  if (starts && (!fits || *term > GRUNDY_SEQUENCE_MAX_TERM || *term < -GRUNDY_SEQUENCE_MAX_TERM))
    return grundy_cursor_fail_as(c, GRUNDY_UNABLE, from,
                                 "the term is too large; terms have absolute values below 2^62");
  bool ends = c->at == c->end || grundy_is_blank(*c->at) || grundy_is_in(*c->at, ",#");
  if (starts && ends) return GRUNDY_OK;
  c->at = from;
  grundy_word word = grundy_cursor_take_until(c, " \t\r\v\f,");
  grundy_status status = grundy_cursor_check_word(c, word);
  if (status != GRUNDY_OK) return status;
  return grundy_cursor_fail(c, from, "'%.*s' is not an integer",
                            grundy_excerpt(word.at, word.length), word.at);
}

/* Reads the terms of a line, and notes whether it continues a b-file. */
static grundy_status read_line(reader *r) {
  grundy_sequence *s = r->sequence;
  uint64_t before = s->count;
  for (skip_separators(&r->line); r->line.at < r->line.end; skip_separators(&r->line)) {
    int64_t term;
    grundy_status status = take_term(r, &term);
    if (status != GRUNDY_OK) return status;
    if (!grundy_grow(&s->terms, &s->capacity, s->count + 1, sizeof *s->terms))
      return grundy_fail_memory(r->error);
    s->terms[s->count++] = term;
  }
  if (s->count == before) return GRUNDY_OK;
  const int64_t *index = s->terms + before;
  bool counts_up = r->rows == 0 || (r->indexed && index[0] == index[-2] + 1);
  r->indexed = s->count - before == 2 && counts_up;
  r->rows++;
  return GRUNDY_OK;
}

/* Skips the line of two column names that `grundy heap` and `grundy sweep` write as TSV and CSV;
 * the second is `value`, or a column of a sweep. */
static void skip_header(reader *r) {
  static const char *const seconds[] = {"value",  "outcome",   "grundy", "remoteness", "distance",
                                        "rounds", "preperiod", "period", "saltus",     "largest"};
  grundy_cursor c = r->line;
  bool is_known = false;
  if (r->sequence->count > 0) return;
  skip_separators(&c);
  grundy_word first = grundy_cursor_take_until(&c, " \t\r,");
  skip_separators(&c);
  grundy_word second = grundy_cursor_take_until(&c, " \t\r,");
  for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++)
    is_known = is_known || grundy_word_is(second, seconds[i]);
  skip_separators(&c);
  bool is_name = first.length > 0 && *first.at >= 'a' && *first.at <= 'z';
  if (is_name && is_known && c.at == c.end) r->line.at = r->line.end;
}

/* ---- files ------------------------------------------------------------------------------- */

static grundy_status read_lines(reader *r) {
  grundy_sequence *s = r->sequence;
  for (;;) {
    bool more;
    grundy_status status = grundy_lines_next(&r->lines, &r->line, &more, r->error);
    if (status != GRUNDY_OK) return status;
    if (!more) break;
    skip_header(r);
    status = read_line(r);
    if (status != GRUNDY_OK) return status;
  }
  if (s->count == 0)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->lines.name, 0, 0,
                          "no terms; expected integers");
  if (!r->indexed || r->rows < 2) return GRUNDY_OK;
  s->first = s->terms[0]; /* keeps the terms of a b-file */
  s->count /= 2;
  for (uint64_t i = 0; i < s->count; i++) s->terms[i] = s->terms[2 * i + 1];
  return GRUNDY_OK;
}

grundy_status grundy_sequence_read(const char *path, const grundy_read_options *options,
                                   grundy_sequence **sequence, grundy_error *error) {
  grundy_input input;
  grundy_status status = grundy_input_start(path, options, &input, error);
  if (status != GRUNDY_OK) return status;
  grundy_work work = grundy_work_start(input.monitor, "reading", 0);
  reader r = {.error = error, .sequence = grundy_alloc_zero(1, sizeof *r.sequence)};
  r.lines =
      (grundy_lines){.in = input.in, .name = input.name, .work = &work, .max_length = MAX_LINE};
  status = r.sequence == NULL ? grundy_fail_memory(error) : read_lines(&r);
  grundy_lines_free(&r.lines);
  grundy_input_end(&input);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&work, "", 0);
    *sequence = r.sequence;
  } else {
    grundy_sequence_free(r.sequence);
  }
  return status;
}
