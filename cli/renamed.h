/* Names of earlier versions, for messages that say what to use now. */

#ifndef GRUNDY_CLI_RENAMED_H
#define GRUNDY_CLI_RENAMED_H

#include "program.h"

extern const struct renamed renamed_options[];
extern const struct renamed renamed_commands[];

#endif
