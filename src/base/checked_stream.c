#include "base/checked_stream.h"

#include "base/little_endian.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <assert.h>
#include <string.h>

enum { SUM = 8 };

bool grundy_checked_start(grundy_checked_stream *stream, FILE *file) {
  XXH3_state_t *state = XXH3_createState();
  if (state != NULL) XXH3_64bits_reset(state);
  *stream = (grundy_checked_stream){file, state};
  return state != NULL;
}

void grundy_checked_free(grundy_checked_stream *stream) {
  (void)XXH3_freeState(stream->sum);
  stream->sum = NULL;
}

void grundy_checked_write(grundy_checked_stream *stream, const void *bytes, size_t count) {
  XXH3_64bits_update(stream->sum, bytes, count);
  (void)fwrite(bytes, 1, count, stream->file);
}

void grundy_checked_write_number(grundy_checked_stream *stream, uint64_t number, unsigned bytes) {
  uint8_t packed[SUM];
  assert(bytes <= SUM);
  grundy_put_little_endian(packed, number, bytes);
  grundy_checked_write(stream, packed, bytes);
}

void grundy_checked_seal(grundy_checked_stream *stream) {
  uint8_t sum[SUM];
  grundy_put_little_endian(sum, XXH3_64bits_digest(stream->sum), SUM);
  (void)fwrite(sum, 1, SUM, stream->file);
}

bool grundy_checked_read(grundy_checked_stream *stream, void *bytes, size_t count) {
  if (fread(bytes, 1, count, stream->file) != count) return false;
  XXH3_64bits_update(stream->sum, bytes, count);
  return true;
}

bool grundy_checked_read_number(grundy_checked_stream *stream, unsigned bytes, uint64_t *number) {
  uint8_t packed[SUM];
  assert(bytes <= SUM);
  if (!grundy_checked_read(stream, packed, bytes)) return false;
  *number = grundy_get_little_endian(packed, bytes);
  return true;
}

bool grundy_checked_verify(grundy_checked_stream *stream) {
  uint8_t expected[SUM], sum[SUM + 1];
  grundy_put_little_endian(expected, XXH3_64bits_digest(stream->sum), SUM);
  return fread(sum, 1, SUM + 1, stream->file) == SUM && memcmp(sum, expected, SUM) == 0;
}
