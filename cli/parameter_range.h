/* A parameter of a model that runs through some values: --range n=10..300:10. */

#ifndef GRUNDY_CLI_PARAMETER_RANGE_H
#define GRUNDY_CLI_PARAMETER_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>
#include <grundy/model.h>

/* `values` belongs to it. */
struct parameter_range {
  grundy_parameters parameter;
  bool whole;     /* is it a whole number? */
  bool by_factor; /* was some range in steps of a factor? */
  double *values;
  size_t count, room;
};

/* Reads PARAMETER=VALUES. The message of a GRUNDY_BAD_ARGUMENT says what is wrong. On failure too
 * there may be something to free. */
grundy_status parameter_range_parse(const char *text, struct parameter_range *range,
                                    grundy_error *error);

void parameter_range_free(struct parameter_range *range);

/* Gives the parameter of the model that value. */
void parameter_range_set(const struct parameter_range *range, double value, grundy_model *model);

/* The parameter of the model as a number; false if it is none. */
bool parameter_range_get(const grundy_model *model, grundy_parameters parameter, double *value);

#endif
