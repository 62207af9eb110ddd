/* Random bits. */

#ifndef GRUNDY_SRC_BASE_RANDOM_H
#define GRUNDY_SRC_BASE_RANDOM_H

#include <grundy/base.h>

/* Returns 64 independent random bits, each 0 or 1 with equal probability. */
uint64_t grundy_random_next(grundy_random *random);

#endif
