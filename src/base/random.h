/* Random bits. */

#ifndef GRUNDY_SRC_BASE_RANDOM_H
#define GRUNDY_SRC_BASE_RANDOM_H

#include <grundy/base.h>

/* 64 bits, every one of them 0 or 1 with equal chances. */
uint64_t grundy_random_next(grundy_random *random);

#endif
