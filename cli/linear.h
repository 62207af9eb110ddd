/* Reports of grundy linear, about L(G) and about games given by their moves. */

#ifndef GRUNDY_CLI_LINEAR_H
#define GRUNDY_CLI_LINEAR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/json.h>
#include <grundy/linear.h>

/* What a report contains, and whether it is JSON. */
struct linear_answer {
  bool json, basis, matrix;
  const char *of; /* the element of --of; NULL if there is none */
  uint32_t value; /* of that element */
};

/* Writes the value of that element and who wins. */
void linear_write_value(grundy_json *json, const struct linear_answer *answer);

/* ---- L(G) ---- */

void linear_put_lift(FILE *out, const grundy_lift *lift, const struct linear_answer *answer);

/* ---- a linear game given by its moves ---- */

struct linear_moves {
  grundy_linear *game;
  grundy_linear_solution *solution;
  grundy_matrix *terminal, *p; /* bases; NULL without --basis */
};

void linear_put_moves(FILE *out, const struct linear_moves *moves,
                      const struct linear_answer *answer);

#endif
