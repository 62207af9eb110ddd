/* A parameter of a model and the values that it takes: --vary n=10..300:10. */

#ifndef GRUNDY_CLI_PARAMETER_RANGE_H
#define GRUNDY_CLI_PARAMETER_RANGE_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>
#include <grundy/model.h>

/* Owns `values`. */
struct parameter_range {
  grundy_parameters parameter;
  bool whole;     /* true if the values are whole numbers */
  bool by_factor; /* true if some range has steps by a factor */
  double *values;
  size_t count, room;
};

/* Reads PARAMETER=VALUES. The message of a GRUNDY_BAD_ARGUMENT says what is wrong. The range has to
 * be freed on failure, too. */
grundy_status parameter_range_parse(const char *text, struct parameter_range *range,
                                    grundy_error *error);

/* Adds the values of an item: 10, 10..20, 10..300:10 or 1e3..1e6x10. Fails as above. */
grundy_status parameter_range_add(struct parameter_range *range, const char *item,
                                  grundy_error *error);

void parameter_range_free(struct parameter_range *range);

/* Sets the parameter of the model to the value. */
void parameter_range_set(const struct parameter_range *range, double value, grundy_model *model);

/* Reads the parameter of the model as a number. Returns false if it is not numeric. */
bool parameter_range_get(const grundy_model *model, grundy_parameters parameter, double *value);

#endif
