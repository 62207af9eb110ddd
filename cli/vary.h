/* A parameter of a model that runs through some values: --vary n=10..300:10. */

#ifndef GRUNDY_CLI_VARY_H
#define GRUNDY_CLI_VARY_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>
#include <grundy/model.h>

/* `values` belongs to it. */
struct vary {
  grundy_parameters parameter;
  bool whole;     /* is it a whole number? */
  bool by_factor; /* was some range in steps of a factor? */
  double *values;
  size_t count, room;
};

/* Reads PARAMETER=VALUES. The message of a GRUNDY_BAD_ARGUMENT says what is wrong. On failure too
 * there may be something to free. */
grundy_status vary_parse(const char *text, struct vary *vary, grundy_error *error);

void vary_free(struct vary *vary);

/* Gives the parameter of the model that value. */
void vary_set(const struct vary *vary, double value, grundy_model *model);

/* The parameter of the model as a number; false if it is none. */
bool vary_get(const grundy_model *model, grundy_parameters parameter, double *value);

#endif
