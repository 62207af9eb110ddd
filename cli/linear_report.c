/* Writes what grundy linear finds out about tokens on a game. */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/digraph.h>
#include <grundy/json.h>
#include <grundy/linear.h>

#include "failure.h"
#include "linear.h"

/* Writes the name of a position, with a separator unless it is the first. Quotes names so that --of
 * can read them, and so that the position 0 is not taken for the element 0. */
static void put_position(FILE *out, const grundy_lift *lift, uint32_t v, bool first) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(lift->g, v, scratch);
  if (!first) (void)fputs(" + ", out);
  if (name[0] == '\0' || strcmp(name, "0") == 0 || strpbrk(name, " \t\r\n+\"") != NULL)
    put_quoted(out, name);
  else
    put_printable(out, name);
}

/* Writes q of an element of that value. Returns whether the next name is still the first. */
static bool put_q(FILE *out, const grundy_lift *lift, uint32_t value, bool first) {
  for (uint32_t i = 0; i < lift->rank; i++) {
    if ((value >> i & 1) == 0) continue;
    put_position(out, lift, lift->f[i], first);
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
static void put_row(FILE *out, const grundy_lift *lift, uint32_t bit) {
  bool first = true;
  for (uint32_t v = 0; v < grundy_digraph_order(lift->g); v++) {
    if ((lift->values[v] >> bit & 1) == 0) continue;
    put_position(out, lift, v, first);
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
    put_position(out, lift, lift->f[i], true);
    (void)putc('\n', out);
  }
  if (answer->of == NULL) return;
  (void)fprintf(out, "%-12s ", "q");
  if (put_q(out, lift, answer->value, true)) (void)putc('0', out);
  (void)fprintf(out, "\n%-12s %u, %s\n", "grundy", answer->value,
                answer->value == 0 ? "P: the previous player wins" : "N: the next player wins");
}

static void put_text_basis(FILE *out, const grundy_lift *lift) {
  (void)fputs("basis of the P-positions\n", out);
  for (uint32_t i = 0; i < grundy_digraph_order(lift->g); i++) {
    uint32_t v = lift->order[i];
    if (is_in_f(lift, v)) continue;
    (void)fputs("  ", out);
    put_position(out, lift, v, true);
    (void)put_q(out, lift, lift->values[v], false);
    (void)putc('\n', out);
  }
}

static void put_text_matrix(FILE *out, const grundy_lift *lift) {
  (void)fputs("Grundy function: the positions whose values have the bit\n", out);
  for (uint32_t i = 0; i < lift->rank; i++) {
    (void)fprintf(out, "  %-6u ", (uint32_t)1 << i);
    put_row(out, lift, i);
    (void)putc('\n', out);
  }
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void write_name(grundy_json *json, const grundy_lift *lift, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_json_string(json, NULL, grundy_digraph_name(lift->g, v, scratch));
}

static void write_q(grundy_json *json, const grundy_lift *lift, uint32_t value) {
  for (uint32_t i = 0; i < lift->rank; i++)
    if ((value >> i & 1) != 0) write_name(json, lift, lift->f[i]);
}

static void write_basis(grundy_json *json, const grundy_lift *lift) {
  grundy_json_array(json, "p_basis");
  for (uint32_t i = 0; i < grundy_digraph_order(lift->g); i++) {
    uint32_t v = lift->order[i];
    if (is_in_f(lift, v)) continue;
    grundy_json_line(json);
    grundy_json_array(json, NULL);
    write_name(json, lift, v);
    write_q(json, lift, lift->values[v]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void write_matrix(grundy_json *json, const grundy_lift *lift) {
  grundy_json_array(json, "matrix");
  for (uint32_t bit = 0; bit < lift->rank; bit++) {
    grundy_json_line(json);
    grundy_json_array(json, NULL);
    for (uint32_t v = 0; v < grundy_digraph_order(lift->g); v++)
      if ((lift->values[v] >> bit & 1) != 0) write_name(json, lift, v);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_json(FILE *out, const grundy_lift *lift, const struct linear_answer *answer) {
  uint32_t n = grundy_digraph_order(lift->g);
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "dimension", n);
  grundy_json_integer(&json, "rank", lift->rank);
  grundy_json_integer(&json, "p_dimension", n - lift->rank);
  grundy_json_array(&json, "f");
  write_q(&json, lift, UINT32_MAX);
  grundy_json_end(&json);
  if (answer->of != NULL) {
    linear_write_value(&json, answer);
    grundy_json_array(&json, "q");
    write_q(&json, lift, answer->value);
    grundy_json_end(&json);
  }
  if (answer->matrix) write_matrix(&json, lift);
  if (answer->basis) write_basis(&json, lift);
  grundy_json_end(&json);
}

void linear_write_value(grundy_json *json, const struct linear_answer *answer) {
  grundy_json_string(json, "outcome", answer->value == 0 ? "P" : "N");
  grundy_json_integer(json, "value", answer->value);
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
