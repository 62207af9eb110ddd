/* Arrays of Unicode with four bytes per character, or of bytes that are UTF-8. NumPy pads short
 * texts with NULs. */

#include "npz/npz.h"

#include "base/alloc.h"
#include "text/utf8.h"

#include <inttypes.h>

/* Writes a character as UTF-8 and returns its length; 0 if it is not a character. */
static size_t put_utf8(uint32_t character, char *text) {
  if (character > 0x10ffff || (character >= 0xd800 && character <= 0xdfff)) return 0;
  if (character < 0x80) {
    text[0] = (char)character;
    return 1;
  }
  size_t size = character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  for (size_t i = size; i-- > 1; character >>= 6) text[i] = (char)(0x80 | (character & 0x3f));
  text[0] = (char)((0xf00U >> size & 0xff) | character);
  return size;
}

/* Converts the text of an item to UTF-8 in place: it never gets longer. */
static grundy_status decode_text(const grundy_npz_array *array, uint32_t index, char *item,
                                 size_t *length) {
  const grundy_npy *npy = &array->npy;
  size_t size = 0;
  if (npy->kind == 'U') {
    for (uint64_t i = 0; i < npy->item; i += 4) {
      const unsigned char *bytes = (const unsigned char *)item + i;
      uint32_t character = 0;
      for (int j = 0; j < 4; j++) character = character << 8 | bytes[npy->big_endian ? j : 3 - j];
      size_t piece = put_utf8(character, item + size);
      if (piece == 0)
        return grundy_npz_fail(array->npz, array->member,
                               "entry %" PRIu32 " has the character %" PRIx32 "; expected Unicode",
                               index, character);
      size += piece;
    }
  } else {
    size = npy->item;
  }
  while (size > 0 && item[size - 1] == '\0') size--;
  size_t valid = grundy_utf8_valid(item, size);
  if (valid < size)
    return grundy_npz_fail(array->npz, array->member,
                           item[valid] == '\0' ? "entry %" PRIu32 " has a NUL in it"
                                               : "entry %" PRIu32 " is not UTF-8",
                           index);
  *length = size;
  return GRUNDY_OK;
}

static grundy_status take_texts(grundy_npz_array *array, char *block, uint64_t block_items,
                                grundy_npz_text_taker *taker, void *context) {
  grundy_status status = GRUNDY_OK;
  uint64_t got, count = array->npy.count, item = array->npy.item;
  for (uint64_t first = 0; first < count; first += got) {
    got = count - first < block_items ? count - first : block_items;
    status = grundy_npz_bytes(array, block, got * item);
    for (uint64_t i = 0; i < got && status == GRUNDY_OK; i++) {
      size_t length = 0;
      uint32_t index = (uint32_t)(first + i);
      status = decode_text(array, index, block + i * item, &length);
      if (status == GRUNDY_OK) status = taker(context, array, index, block + i * item, length);
    }
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

grundy_status grundy_npz_read_texts(const grundy_npz *npz, int member, uint32_t count,
                                    const char *why, grundy_npz_text_taker *taker, void *context) {
  enum { BLOCK = 1 << 16 };
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(npz, member, &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.kind != 'U' && array.npy.kind != 'S')
    status = grundy_npz_fail(npz, member, "its items are not texts; expected unicode or bytes");
  if (status == GRUNDY_OK) status = grundy_npz_expect(&array, count, why);
  if (status == GRUNDY_OK && array.npy.item > GRUNDY_NPZ_TEXT_LIMIT)
    status = grundy_npz_fail(npz, member,
                             "its names are %" PRIu64 " bytes long; expected at most %" PRIu64,
                             array.npy.item, GRUNDY_NPZ_TEXT_LIMIT);
  if (status != GRUNDY_OK) return grundy_npz_finish(&array, status);
  uint64_t item = array.npy.item, block_items = item > BLOCK ? 1 : item == 0 ? BLOCK : BLOCK / item;
  char *block = grundy_alloc(block_items * item, 1);
  status = block == NULL ? grundy_fail_memory(npz->error)
                         : take_texts(&array, block, block_items, taker, context);
  free(block);
  return grundy_npz_finish(&array, status);
}
