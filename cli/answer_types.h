/* The types of the answers that commands print with --json. */

#ifndef GRUNDY_CLI_ANSWER_TYPES_H
#define GRUNDY_CLI_ANSWER_TYPES_H

#include "program.h"

/* Ends with an entry without a name. */
extern const struct answer_type answer_types[];

#endif
