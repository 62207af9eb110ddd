/* Compressed files are known by their first bytes. */

#include "text/input.h"

#include <errno.h>
#include <string.h>

/* In `magic` a question mark is any byte. */
static const struct {
  const char *magic, *compressor, *command;
} compressed[] = {
    {"\x1f\x8b", "gzip", "zcat"},
    {"BZh?1AY", "bzip2", "bzcat"},
    {"\xfd"
     "7zXZ",
     "xz", "xzcat"},
    {"\x28\xb5\x2f\xfd", "zstd", "zstdcat"},
};

/* *found: does the stream begin with `magic`, which has at most 8 bytes? Reads only as far as the
 * bytes agree, and puts them all back; the C libraries of Linux can take back 8. Returns false if
 * that runs out of memory. */
static bool begins_with(FILE *in, const char *magic, bool *found) {
  int taken[8];
  size_t length = strlen(magic), count = 0;
  bool same = true, kept = true;
  while (same && count < length) {
    int byte = getc(in);
    if (byte == EOF) break;
    same = magic[count] == '?' || byte == (unsigned char)magic[count];
    taken[count++] = byte;
  }
  *found = same && count == length;
  while (count > 0) kept &= ungetc(taken[--count], in) != EOF;
  return kept;
}

grundy_status grundy_refuse_compressed(FILE *in, const char *name, grundy_error *error) {
  bool found;
  errno = 0;
  for (size_t i = 0; i < sizeof compressed / sizeof *compressed && !feof(in); i++) {
    if (!begins_with(in, compressed[i].magic, &found)) return grundy_fail_memory(error);
    if (ferror(in)) return grundy_fail_reading(name, errno, error);
    if (found)
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                            "compressed with %s; decompress it first, for example with "
                            "'%s FILE | grundy solve -'",
                            compressed[i].compressor, compressed[i].command);
  }
  return GRUNDY_OK;
}
