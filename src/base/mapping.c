#include "base/mapping.h"

#include <sys/mman.h>
#include <sys/stat.h>

grundy_mapping grundy_mapping_new(FILE *file) {
  struct stat about;
  grundy_mapping none = {0};
  if (fstat(fileno(file), &about) != 0 || about.st_size <= 0) return none;
  size_t length = (size_t)about.st_size;
  void *base = mmap(NULL, length, PROT_READ, MAP_PRIVATE, fileno(file), 0);
  return base == MAP_FAILED ? none : (grundy_mapping){base, length};
}

void grundy_mapping_free(grundy_mapping *mapping) {
  if (mapping->length > 0) (void)munmap(mapping->base, mapping->length);
  *mapping = (grundy_mapping){0};
}
