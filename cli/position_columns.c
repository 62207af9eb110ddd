#include "position_columns.h"

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>
#include <grundy/solution.h>

#include "evaluation.h"
#include "failure.h"
#include "options.h"

static const grundy_columns columns_of_fact[EVALUATION_FACTS] = {
    GRUNDY_COLUMN_OUTCOME,
    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K,
    GRUNDY_COLUMN_REMOTENESS,
    GRUNDY_COLUMN_DISTANCE,
};

int position_columns_parse(const struct command *command, const char *list,
                           grundy_columns *columns) {
  grundy_error error = {0};
  grundy_columns known = 0;
  *columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY;
  if (list == NULL) return CODE_YES;
  if (grundy_columns_parse(list, columns, &error) != GRUNDY_OK)
    return fail_usage(command->name, "--columns: %s", error.message);
  for (int i = 0; i < EVALUATION_FACTS; i++) known |= columns_of_fact[i];
  if (*columns != 0 && (*columns & ~known) == 0) return CODE_YES;
  return fail_usage(command->name,
                    "--columns: expected some of outcome, grundy, k, remoteness and distance");
}

bool position_columns_has_fact(grundy_columns columns, int number) {
  return (columns & columns_of_fact[number]) != 0;
}
