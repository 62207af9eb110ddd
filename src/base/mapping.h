/* Files mapped into memory. */

#ifndef GRUNDY_SRC_BASE_MAPPING_H
#define GRUNDY_SRC_BASE_MAPPING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file in the address space; all zero if there is none. */
typedef struct grundy_mapping {
  void *base;
  size_t length;
} grundy_mapping;

/* Maps a regular file for reading; the mapping is empty if that is not possible. */
grundy_mapping grundy_mapping_new(FILE *file);
void grundy_mapping_free(grundy_mapping *mapping);

static inline bool grundy_mapping_holds(const grundy_mapping *mapping, const void *at) {
  const char *base = mapping->base, *byte = at;
  return mapping->length > 0 && byte >= base && byte < base + mapping->length;
}

#endif
