/* Which word was meant by one that is not known. */

#ifndef GRUNDY_CLI_SUGGEST_H
#define GRUNDY_CLI_SUGGEST_H

#include <stddef.h>

/* The best guess so far; start with {0}. */
struct suggestion {
  const char *word; /* NULL if nothing was near */
  size_t distance;
};

/* Considers that `candidate` was meant by `typed`: it is near if few letters have to be
 * changed, added, left out or swapped, or if it only goes on where `typed` ends. */
void suggest(struct suggestion *best, const char *typed, const char *candidate);

#endif
