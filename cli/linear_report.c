#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/digraph.h>
#include <grundy/linear.h>

#include "failure.h"
#include "json.h"
#include "linear.h"

/* Writes the name of a position, with a separator unless it is the first. */
typedef void put_name(FILE *out, const char *name, bool first);

/* Quotes names so that --of can read them, and so that the position 0 is not taken for the element
 * 0. */
static void put_text_name(FILE *out, const char *name, bool first) {
  if (!first) (void)fputs(" + ", out);
  if (name[0] == '\0' || strcmp(name, "0") == 0 || strpbrk(name, " \t\r\n+\"") != NULL)
    put_quoted(out, name);
  else
    put_printable(out, name);
}

static void put_json_name(FILE *out, const char *name, bool first) {
  if (!first) (void)fputs(", ", out);
  json_put_string(out, name);
}

static void put_position(FILE *out, const grundy_lift *lift, uint32_t v, bool first,
                         put_name *put) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  put(out, grundy_digraph_name(lift->g, v, scratch), first);
}

/* Writes q of an element of that value. Returns whether the next name is still the first. */
static bool put_q(FILE *out, const grundy_lift *lift, uint32_t value, bool first, put_name *put) {
  for (uint32_t i = 0; i < lift->rank; i++) {
    if ((value >> i & 1) == 0) continue;
    put_position(out, lift, lift->f[i], first, put);
    first = false;
  }
  return first;
}

static bool is_in_f(const grundy_lift *lift, uint32_t v) {
  for (uint32_t i = 0; i < lift->rank; i++)
    if (lift->f[i] == v) return true;
  return false;
}

/* Writes the positions whose values have the bit, in the order of the file. */
static void put_row(FILE *out, const grundy_lift *lift, uint32_t bit, put_name *put) {
  bool first = true;
  for (uint32_t v = 0; v < grundy_digraph_order(lift->g); v++) {
    if ((lift->values[v] >> bit & 1) == 0) continue;
    put_position(out, lift, v, first, put);
    first = false;
  }
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_text(FILE *out, const grundy_lift *lift, const struct linear_answer *answer) {
  uint32_t n = grundy_digraph_order(lift->g);
  (void)fprintf(out, "%-12s %u\n%-12s %u\n%-12s %u\n", "dimension", n, "rank", lift->rank,
                "P-dimension", n - lift->rank);
  for (uint32_t i = 0; i < lift->rank; i++) {
    (void)fprintf(out, "%-12s %-6u ", i == 0 ? "F" : "", (uint32_t)1 << i);
    put_position(out, lift, lift->f[i], true, put_text_name);
    (void)putc('\n', out);
  }
  if (answer->of == NULL) return;
  (void)fprintf(out, "%-12s ", "q");
  if (put_q(out, lift, answer->value, true, put_text_name)) (void)putc('0', out);
  (void)fprintf(out, "\n%-12s %u, %s\n", "grundy", answer->value,
                answer->value == 0 ? "P: the previous player wins" : "N: the next player wins");
}

static void put_text_basis(FILE *out, const grundy_lift *lift) {
  (void)fputs("basis of the P-positions\n", out);
  for (uint32_t i = 0; i < grundy_digraph_order(lift->g); i++) {
    uint32_t v = lift->order[i];
    if (is_in_f(lift, v)) continue;
    (void)fputs("  ", out);
    put_position(out, lift, v, true, put_text_name);
    (void)put_q(out, lift, lift->values[v], false, put_text_name);
    (void)putc('\n', out);
  }
}

static void put_text_matrix(FILE *out, const grundy_lift *lift) {
  (void)fputs("Grundy function: the positions whose values have the bit\n", out);
  for (uint32_t i = 0; i < lift->rank; i++) {
    (void)fprintf(out, "  %-6u ", (uint32_t)1 << i);
    put_row(out, lift, i, put_text_name);
    (void)putc('\n', out);
  }
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void put_json_basis(FILE *out, const grundy_lift *lift) {
  const char *before = "";
  (void)fputs(",\n \"p_basis\": [", out);
  for (uint32_t i = 0; i < grundy_digraph_order(lift->g); i++) {
    uint32_t v = lift->order[i];
    if (is_in_f(lift, v)) continue;
    (void)fprintf(out, "%s\n  [", before);
    put_position(out, lift, v, true, put_json_name);
    (void)put_q(out, lift, lift->values[v], false, put_json_name);
    (void)putc(']', out);
    before = ",";
  }
  (void)putc(']', out);
}

static void put_json_matrix(FILE *out, const grundy_lift *lift) {
  (void)fputs(",\n \"matrix\": [", out);
  for (uint32_t i = 0; i < lift->rank; i++) {
    (void)fprintf(out, "%s\n  [", i == 0 ? "" : ",");
    put_row(out, lift, i, put_json_name);
    (void)putc(']', out);
  }
  (void)putc(']', out);
}

static void put_json(FILE *out, const grundy_lift *lift, const struct linear_answer *answer) {
  uint32_t n = grundy_digraph_order(lift->g);
  (void)fprintf(out, "{\"dimension\": %u, \"rank\": %u, \"p_dimension\": %u, \"f\": [", n,
                lift->rank, n - lift->rank);
  (void)put_q(out, lift, UINT32_MAX, true, put_json_name);
  (void)putc(']', out);
  if (answer->matrix) put_json_matrix(out, lift);
  if (answer->basis) put_json_basis(out, lift);
  if (answer->of != NULL) {
    (void)fputs(", \"q\": [", out);
    (void)put_q(out, lift, answer->value, true, put_json_name);
    (void)fprintf(out, "], \"grundy\": %u", answer->value);
  }
  (void)fputs("}\n", out);
}

void linear_put_lift(FILE *out, const grundy_lift *lift, const struct linear_answer *answer) {
  if (answer->json) {
    put_json(out, lift, answer);
    return;
  }
  put_text(out, lift, answer);
  if (answer->matrix) put_text_matrix(out, lift);
  if (answer->basis) put_text_basis(out, lift);
}
