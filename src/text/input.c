#include "text/input.h"

#include "base/alloc.h"
#include "base/confine.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

const char *grundy_input_name(const char *path) {
  return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* A wrong path is bad input; anything else is a failure of the system. */
static grundy_status fail_opening(const char *path, int reason, grundy_error *error) {
  if (reason == ENOMEM) return grundy_fail_memory(error);
  if (reason == ENOENT || reason == ENOTDIR || reason == EACCES || reason == ELOOP ||
      reason == ENAMETOOLONG)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(reason));
  return grundy_fail_reading(path, reason, error);
}

/* A file that is not standard input. */
static grundy_status open_file(const char *path, FILE **in, grundy_error *error) {
  struct stat about;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                          "this is a directory; expected a file");
  *in = fopen(path, "r");
  return *in != NULL ? GRUNDY_OK : fail_opening(path, errno, error);
}

grundy_status grundy_input_open(const char *path, FILE **in, grundy_error *error) {
  FILE *opened = stdin;
  grundy_status status = grundy_confined_check(path, error);
  if (status == GRUNDY_OK && strcmp(path, "-") != 0) status = open_file(path, &opened, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_refuse_compressed(opened, grundy_input_name(path), error);
  if (status == GRUNDY_OK)
    *in = opened;
  else
    grundy_input_close(opened);
  return status;
}

void grundy_input_close(FILE *in) {
  if (in != stdin) fclose(in);
}

grundy_status grundy_fail_reading(const char *name, int reason, grundy_error *error) {
  if (reason == EISDIR)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "this is a directory; expected a file");
  return grundy_fail_at(error, GRUNDY_IO_ERROR, name, 0, 0, "reading failed: %s", strerror(reason));
}

size_t grundy_byte_order_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

grundy_status grundy_input_slurp(FILE *in, const char *name, grundy_work *work, char **text,
                                 size_t *length, grundy_error *error) {
  enum { BLOCK = 1 << 16 };
  char *read = NULL;
  uint64_t capacity = 0;
  size_t count = 0, got;
  do {
    if (!grundy_grow(&read, &capacity, count + BLOCK + 1, 1)) {
      free(read);
      return grundy_fail_memory(error);
    }
    errno = 0;
    got = fread(read + count, 1, BLOCK, in);
    count += got;
    if (!grundy_work_step(work, got)) {
      free(read);
      return grundy_fail_cancelled(error);
    }
  } while (got > 0);
  if (ferror(in)) {
    int reason = errno;
    free(read);
    return grundy_fail_reading(name, reason, error);
  }
  read[count] = '\0';
  *text = read;
  *length = count;
  return GRUNDY_OK;
}

/* ---- compressed files ------------------------------------------------------------------- */

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
