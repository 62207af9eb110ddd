/* Recognizes compressed files by their first bytes: gzip is decompressed, others are rejected. */

#include "text/gzip.h"
#include "text/input.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

static const char gzip_magic[] = "\x1f\x8b";

/* A question mark in `magic` matches any byte. */
static const struct {
  const char *magic, *compressor, *command;
} rejected[] = {
    {"BZh?1AY", "bzip2", "bzcat"},
    {"\xfd"
     "7zXZ",
     "xz", "xzcat"},
    {"\x28\xb5\x2f\xfd", "zstd", "zstdcat"},
};

/* Sets *found to whether the stream begins with `magic`, which has at most 8 bytes. Reads only as
 * far as the bytes agree, and pushes them all back; the C libraries of Linux support 8 bytes of
 * pushback. Returns false if this runs out of memory. */
static bool begins_with(FILE *in, const char *magic, bool *found) {
  int taken[8];
  size_t count = 0;
  bool same = true, kept = true;
  while (same && magic[count] != '\0') {
    assert(count < sizeof taken / sizeof *taken);
    int byte = getc(in);
    if (byte == EOF) break;
    same = magic[count] == '?' || byte == (unsigned char)magic[count];
    taken[count++] = byte;
  }
  *found = same && magic[count] == '\0';
  while (count > 0) kept &= ungetc(taken[--count], in) != EOF;
  return kept;
}

/* Fails if the stream begins with the magic bytes of an unsupported compressor. */
static grundy_status check_rejected(FILE *in, const char *name, grundy_error *error) {
  bool found;
  for (size_t i = 0; i < sizeof rejected / sizeof *rejected && !feof(in); i++) {
    if (!begins_with(in, rejected[i].magic, &found)) return grundy_fail_memory(error);
    if (found)
      return grundy_because(error, GRUNDY_REASON_COMPRESSED,
                            grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                                           "compressed with %s; decompress it first, for example "
                                           "with '%s FILE'",
                                           rejected[i].compressor, rejected[i].command));
  }
  return GRUNDY_OK;
}

grundy_status grundy_input_decompress(FILE **in, const char *name, grundy_error *error) {
  bool found;
  size_t length = strlen(name);
  errno = 0;
  if (!begins_with(*in, gzip_magic, &found)) return grundy_fail_memory(error);
  grundy_status status = found ? GRUNDY_OK : check_rejected(*in, name, error);
  if (ferror(*in)) return grundy_fail_reading(name, errno, error);
  if (!found && status == GRUNDY_OK && length > 3 && strcasecmp(name + length - 3, ".gz") == 0)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "not a gzip file, although its name ends with .gz");
  if (!found) return status;
  FILE *stream = grundy_gzip_open(*in, grundy_input_close);
  if (stream == NULL)
    return errno == ENOMEM ? grundy_fail_memory(error) : grundy_fail_reading(name, errno, error);
  *in = stream;
  return GRUNDY_OK;
}
