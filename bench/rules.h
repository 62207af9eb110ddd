/* Games given by rules: exploring and solving them. */

#ifndef GRUNDY_BENCH_RULES_H
#define GRUNDY_BENCH_RULES_H

#include "games.h"

void measure_rules(const game_size *size, const char *part_of_name);

#endif
