/* Checkpoints: the values so far, in a file with a checksum.
 *
 * The file begins with a line of text, "grundy heaps 1 CODE COUNT WIDTH". COUNT values of WIDTH
 * bytes, little-endian, follow, then the 64-bit XXH3 checksum of everything before it,
 * little-endian. A new checkpoint replaces the old one when it is complete. */

#include "base/alloc.h"
#include "base/checked_stream.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "heap/impl.h"
#include "text/numbers.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum { PIECE = 1 << 16, WIDEST = 4 };

/* A file being read or written. */
typedef struct checked_file {
  grundy_checked_stream stream;
  uint8_t *bytes; /* a block */
} checked_file;

static bool checked_file_start(checked_file *p, FILE *file) {
  p->bytes = grundy_alloc(PIECE, WIDEST);
  return grundy_checked_start(&p->stream, file) && p->bytes != NULL;
}

static void checked_file_free(checked_file *p) {
  grundy_checked_free(&p->stream);
  free(p->bytes);
}

static uint64_t piece_of(uint64_t left) {
  return left < PIECE ? left : PIECE;
}

/* ---- writing ---------------------------------------------------------------------------- */

static grundy_status write_all(const grundy_heaps *heaps, checked_file *p, grundy_error *error) {
  uint32_t all = 0;
  for (uint32_t n = 0; n < heaps->known; n++) all |= heaps->values[n];
  uint32_t width = all < 1u << 8 ? 1 : all < 1u << 16 ? 2 : 4;
  size_t room = strlen(heaps->code->text) + 64;
  char *line = grundy_alloc(room, 1);
  if (line == NULL) return grundy_fail_memory(error);
  int length = snprintf(line, room, "grundy heaps 1 %s %" PRIu32 " %" PRIu32 "\n",
                        heaps->code->text, heaps->known, width);
  grundy_checked_write(&p->stream, line, (size_t)length);
  free(line);
  for (uint64_t n = 0; n < heaps->known; n += PIECE) {
    uint64_t count = piece_of(heaps->known - n);
    for (uint64_t i = 0; i < count; i++)
      grundy_put_little_endian(p->bytes + i * width, heaps->values[n + i], width);
    grundy_checked_write(&p->stream, p->bytes, count * width);
  }
  grundy_checked_seal(&p->stream);
  return GRUNDY_OK;
}

grundy_status grundy_heap_save(const grundy_heaps *heaps, const char *path, grundy_error *error) {
  checked_file p = {0};
  grundy_output *output = NULL;
  grundy_status status = grundy_output_open(path, &output, error);
  if (status != GRUNDY_OK) return status;
  status = checked_file_start(&p, grundy_output_stream(output)) ? write_all(heaps, &p, error)
                                                                : grundy_fail_memory(error);
  checked_file_free(&p);
  if (status == GRUNDY_OK) return grundy_output_commit(output, error);
  grundy_output_discard(output);
  return status;
}

/* ---- reading ---------------------------------------------------------------------------- */

static grundy_status fail_damaged(const char *path, grundy_error *error) {
  return grundy_fail_at(
      error, GRUNDY_BAD_INPUT, path, 0, 0,
      "the checkpoint is damaged; expected a file that an earlier run has written");
}

/* Reads a word up to a space or the end of the line. Returns false if the word is too long. */
static bool read_word(checked_file *p, char *word, size_t room) {
  for (size_t length = 0; length + 1 < room; length++) {
    if (!grundy_checked_read(&p->stream, word + length, 1)) return false;
    if (word[length] != ' ' && word[length] != '\n') continue;
    word[length] = '\0';
    return true;
  }
  return false;
}

static bool read_number(checked_file *p, uint64_t most, uint64_t *number) {
  char word[16];
  return read_word(p, word, sizeof word) && grundy_number_parse(word, strlen(word), most, number);
}

static grundy_status read_line(const grundy_heaps *heaps, checked_file *p, const char *path,
                               uint64_t *count, uint64_t *width, grundy_error *error) {
  char *word = (char *)p->bytes;
  static const char *const start[] = {"grundy", "heaps", "1"};
  for (int i = 0; i < 3; i++)
    if (!read_word(p, word, PIECE) || strcmp(word, start[i]) != 0) return fail_damaged(path, error);
  if (!read_word(p, word, PIECE)) return fail_damaged(path, error);
  bool same = strcmp(word, heaps->code->text) == 0;
  if (!read_number(p, GRUNDY_HEAP_MAX_SIZE + UINT64_C(1), count) ||
      !read_number(p, WIDEST, width) || *width == 0)
    return fail_damaged(path, error);
  if (same) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0,
                        "this is a checkpoint of another game; expected one of %.*s",
                        grundy_excerpt(heaps->code->text, strlen(heaps->code->text)),
                        heaps->code->text);
}

/* Makes room as values are read: the line may announce more than the file contains. Every move
 * decreases twice the number of beans minus the number of heaps, so no play from heap n is longer
 * than 2n, and no value is larger. Engines rely on that. */
static grundy_status read_values(grundy_heaps *heaps, checked_file *p, const char *path,
                                 uint64_t count, uint64_t width, grundy_error *error) {
  uint64_t room = 0, read = 0;
  while (read < count) {
    uint64_t piece = piece_of(count - read);
    if (!grundy_checked_read(&p->stream, p->bytes, piece * width)) return fail_damaged(path, error);
    if (!grundy_grow(&heaps->values, &room, read + piece, sizeof *heaps->values))
      return grundy_fail_memory(error);
    for (uint64_t i = 0; i < piece; i++, read++) {
      heaps->values[read] =
          (uint32_t)grundy_get_little_endian(p->bytes + i * width, (uint32_t)width);
      if (heaps->values[read] > 2 * read) return fail_damaged(path, error);
    }
  }
  if (!grundy_checked_verify(&p->stream)) return fail_damaged(path, error);
  heaps->known = (uint32_t)count;
  return GRUNDY_OK;
}

grundy_status grundy_heap_restore(grundy_heaps *heaps, const char *path, grundy_error *error) {
  grundy_status allowed = grundy_confined_check(path, error);
  if (allowed != GRUNDY_OK) return allowed;
  checked_file p = {0};
  FILE *file = fopen(path, "rb");
  if (file == NULL && errno == ENOENT) return GRUNDY_OK;
  if (file == NULL)
    return grundy_fail_at(error, GRUNDY_IO_ERROR, path, 0, 0, "cannot read: %s", strerror(errno));
  uint64_t count = 0, width = 0;
  grundy_status status = checked_file_start(&p, file) ? GRUNDY_OK : grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = read_line(heaps, &p, path, &count, &width, error);
  if (status == GRUNDY_OK) status = read_values(heaps, &p, path, count, width, error);
  checked_file_free(&p);
  (void)fclose(file);
  return status;
}
