#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/naming.h"
#include "explain/impl.h"
#include "solution/impl.h"

#include <inttypes.h>
#include <string.h>

/* ---- pieces of sentences -------------------------------------------------------------------- */

static bool is_of_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '\'' || c == '/' || c >= 0x80;
}

bool grundy_is_plain_word(const char *name) {
  bool word = name[0] != '\0';
  for (const char *c = name; *c != '\0'; c++) word = word && is_of_word((unsigned char)*c);
  return word;
}

/* Returns whether the name already has quotes: a compound quotes the names of its components, and
 * the whole is not quoted again. */
static bool has_own_quotes(const char *name) {
  bool plain = true;
  for (const char *c = name; *c != '\0'; c++)
    plain = plain && strchr("()\\\x7f", *c) == NULL && (unsigned char)*c >= 0x20;
  return plain && strchr(name, '"') != NULL;
}

void grundy_write_name(const grundy_explanation *t, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(t->g, v, scratch);
  if (grundy_is_plain_word(name)) {
    fputs(name, t->out);
    return;
  }
  if (has_own_quotes(name)) {
    fprintf(t->out, "(%s)", name);
    return;
  }
  putc('"', t->out);
  for (const char *c = name; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') putc('\\', t->out);
    putc((unsigned char)*c < 0x20 || *c == 0x7f ? '?' : *c, t->out);
  }
  putc('"', t->out);
}

void grundy_write_value(const grundy_explanation *t, uint32_t v) {
  grundy_value_write(grundy_solution_value(t->solution, v), t->options.ascii, t->out);
}

void grundy_write_text(const grundy_explanation *t, const char *text, const uint32_t *vertices,
                       const uint32_t *numbers) {
  for (; *text != '\0'; text++) {
    if (*text != '%') {
      putc(*text, t->out);
      continue;
    }
    text++;
    if (*text == 'v')
      grundy_write_name(t, *vertices++);
    else if (*text == 'u')
      fprintf(t->out, "%" PRIu32, *numbers++);
    else if (grundy_explains_misere(t))
      fputs(*text == 'p' ? " in misere play" : "misere ", t->out);
  }
}

void grundy_write_others(const grundy_explanation *t, uint64_t count, const char *what) {
  if (count == 0) return;
  fprintf(t->out, "  %" PRIu64 " more move%s %s.\n", count, count == 1 ? " is" : "s are", what);
}

/* ---- positions to explain -------------------------------------------------------------------- */

static void add_reason(grundy_explanation *t, uint32_t v, uint32_t depth) {
  if ((t->seen[v / 8] >> v % 8 & 1) != 0) return;
  if (!grundy_grow(&t->reasons, &t->capacity, t->count + 1, sizeof *t->reasons)) {
    t->failed = true;
    return;
  }
  t->seen[v / 8] |= (uint8_t)(1 << v % 8);
  t->reasons[t->count++] = (explained_position){v, depth};
}

void grundy_add_reason(grundy_explanation *t, uint32_t v) {
  uint32_t depth = t->at_depth + 1;
  if (depth <= t->options.depth) add_reason(t, v, depth);
}

/* Explains how play stays in a draw, for the position that the caller asked about. */
static void explain_draw(grundy_explanation *t, uint32_t v) {
  bool is_draw = t->outcome != NULL && t->outcome[v] == GRUNDY_OUTCOME_D;
  if (is_draw && t->at_depth == 1 && grundy_moves_from(t, v).count > 0) grundy_why_drawn(t, v);
}

static void explain_position(grundy_explanation *t, uint32_t v) {
  if (grundy_digraph_frontier(t->g) != NULL) {
    grundy_why_window(t, v);
    return;
  }
  if (grundy_digraph_players(t->g) != NULL) {
    grundy_why_coloured(t, v);
    explain_draw(t, v);
    return;
  }
  grundy_why_outcome(t, v);
  explain_draw(t, v);
  if (t->remoteness != NULL) grundy_why_remoteness(t, v);
  if (t->values != NULL) grundy_why_value(t, v);
}

static void explain_all(grundy_explanation *t) {
  for (uint64_t i = 0; i < t->count && !t->failed; i++) {
    if (i == t->options.most) {
      uint64_t left = t->count - i;
      fprintf(t->out, "\n%" PRIu64 " more position%s not explained here.\n", left,
              left == 1 ? " is a reason that is" : "s are reasons that are");
      return;
    }
    if (i > 0) putc('\n', t->out);
    t->at_depth = t->reasons[i].depth;
    explain_position(t, t->reasons[i].vertex);
  }
}

/* Returns whether the solution has the columns that the sentences need. Outcomes can be explained
 * alone; values only with their counter, which windows do not have. */
static bool has_columns(const grundy_explanation *t) {
  grundy_columns need = GRUNDY_COLUMN_OUTCOME;
  if (grundy_explains_misere(t))
    need = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  else if (grundy_digraph_payoffs(t->g) != NULL)
    need = GRUNDY_COLUMNS_PAYOFF;
  else if (t->values != NULL)
    need |= GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_K |
            (grundy_digraph_frontier(t->g) == NULL ? GRUNDY_COLUMN_COUNTER : 0);
  return (grundy_solution_columns(t->solution) & need) == need &&
         grundy_solution_order(t->solution) == grundy_digraph_order(t->g);
}

/* Sets the columns that the sentences are about; NULL where the solution has none. */
static void take_columns(grundy_explanation *t) {
  bool misere = grundy_explains_misere(t);
  t->outcome =
      grundy_solution_letters(t->solution, misere ? GRUNDY_COLUMN_MISERE : GRUNDY_COLUMN_OUTCOME);
  t->remoteness = grundy_solution_numbers(t->solution, misere ? GRUNDY_COLUMN_MISERE_REMOTENESS
                                                              : GRUNDY_COLUMN_REMOTENESS);
  if (misere) return;
  t->values = grundy_solution_numbers(t->solution, GRUNDY_COLUMN_GRUNDY);
  t->counter = grundy_solution_numbers(t->solution, GRUNDY_COLUMN_COUNTER);
}

grundy_status grundy_explain_reading(const grundy_digraph *g, const grundy_solution *solution,
                                     uint32_t v, const grundy_explain_options *options,
                                     uint8_t *read, FILE *out, grundy_error *error) {
  grundy_explanation t = {.g = g, .solution = solution, .out = out, .read = read};
  if (grundy_options_copy(options, &t.options, sizeof t.options, error) != GRUNDY_OK)
    return GRUNDY_BAD_ARGUMENT;
  take_columns(&t);
  if (t.options.most == 0) t.options.most = GRUNDY_EXPLAIN_MAX_POSITIONS;
  if (v >= grundy_digraph_order(g) || !has_columns(&t))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "expected a vertex, and a solution with the columns of grundy_solve");
  t.seen = grundy_alloc_zero((uint64_t)grundy_digraph_order(g) / 8 + 1, 1);
  t.failed = t.seen == NULL;
  if (!t.failed) add_reason(&t, v, 1);
  explain_all(&t);
  free(t.seen);
  free(t.reasons);
  return t.failed ? grundy_fail_memory(error) : grundy_digraph_naming_status(g, error);
}

grundy_status grundy_explain(const grundy_digraph *g, const grundy_solution *solution, uint32_t v,
                             const grundy_explain_options *options, FILE *out,
                             grundy_error *error) {
  return grundy_explain_reading(g, solution, v, options, NULL, out, error);
}
