/* Names as an array of unicode, four bytes a character, or of bytes that are UTF-8. NumPy fills
 * up short names with NULs. */

#include "format/npz.h"

#include "base/alloc.h"
#include "text/utf8.h"

#include <inttypes.h>
#include <string.h>

/* ---- reading --------------------------------------------------------------------------- */

/* Writes a character as UTF-8; 0 if it is none. */
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

static uint32_t character_at(const grundy_npy *npy, const unsigned char *bytes) {
  uint32_t character = 0;
  for (int i = 0; i < 4; i++) character = character << 8 | bytes[npy->big_endian ? i : 3 - i];
  return character;
}

/* The name in an item as UTF-8, in place: it never gets longer. */
static grundy_status decode_name(const grundy_npz_array *array, uint32_t index, char *item,
                                 size_t *length) {
  const grundy_npy *npy = &array->npy;
  size_t size = 0;
  if (npy->kind == 'U') {
    for (uint64_t i = 0; i < npy->item; i += 4) {
      uint32_t character = character_at(npy, (const unsigned char *)item + i);
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
                           item[valid] == '\0'
                               ? "entry %" PRIu32 " has a NUL in it; expected a name"
                               : "entry %" PRIu32 " is not UTF-8; expected a name in UTF-8",
                           index);
  *length = size;
  return GRUNDY_OK;
}

static grundy_status take_names(grundy_npz_array *array, char *block, uint64_t block_items,
                                grundy_npz_name_taker *taker, void *context) {
  grundy_status status = GRUNDY_OK;
  uint64_t got, count = array->npy.count, item = array->npy.item;
  for (uint64_t first = 0; first < count; first += got) {
    got = count - first < block_items ? count - first : block_items;
    status = grundy_npz_bytes(array, block, got * item);
    for (uint64_t i = 0; i < got && status == GRUNDY_OK; i++) {
      size_t length = 0;
      uint32_t index = (uint32_t)(first + i);
      status = decode_name(array, index, block + i * item, &length);
      if (status == GRUNDY_OK) status = taker(context, array, index, block + i * item, length);
    }
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

grundy_status grundy_npz_read_names(const grundy_npz *npz, int member, uint32_t count,
                                    grundy_npz_name_taker *taker, void *context) {
  enum { BLOCK = 1 << 16 };
  grundy_npz_array array;
  grundy_status status = grundy_npz_begin(npz, member, &array);
  if (status != GRUNDY_OK) return status;
  if (array.npy.kind != 'U' && array.npy.kind != 'S')
    status = grundy_npz_fail(npz, member, "its items are no texts; expected unicode or bytes");
  if (status == GRUNDY_OK)
    status = grundy_npz_expect(&array, count, "a name for every position of the game");
  if (status == GRUNDY_OK && array.npy.item > GRUNDY_NPZ_NAME_LIMIT)
    status = grundy_npz_fail(npz, member,
                             "its names are %" PRIu64 " bytes long; expected at most %" PRIu64,
                             array.npy.item, GRUNDY_NPZ_NAME_LIMIT);
  uint64_t item = array.npy.item, block_items = item > BLOCK ? 1 : item == 0 ? BLOCK : BLOCK / item;
  char *block = NULL;
  if (status == GRUNDY_OK) {
    block = grundy_alloc(block_items * item, 1);
    if (block == NULL) status = grundy_fail_memory(npz->error);
  }
  if (status == GRUNDY_OK) status = take_names(&array, block, block_items, taker, context);
  free(block);
  if (status == GRUNDY_OK) return grundy_npz_finish(&array);
  grundy_npz_drop(&array);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

static void next_names(grundy_npz_column *column, uint64_t count, unsigned char *bytes) {
  memset(bytes, 0, count * column->npy.item);
  for (uint64_t i = 0; i < count; i++, bytes += column->npy.item) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(column->source, (uint32_t)column->at++, scratch);
    unsigned char *to = bytes;
    const unsigned char *end = bytes + column->npy.item;
    for (size_t left = strlen(name), size; left > 0 && to < end;
         left -= size, name += size, to += 4) {
      uint32_t character = 0;
      size = grundy_utf8_next(name, left, &character);
      grundy_npz_put(to, character, 4);
    }
  }
}

/* The characters of the longest name, at least 1. */
static grundy_status longest_name(const grundy_digraph *g, uint64_t *longest, grundy_error *error) {
  *longest = 1;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    size_t length = strlen(name);
    if (grundy_utf8_valid(name, length) < length)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "the name '%.*s' cannot stand in an array of NumPy: it is not UTF-8",
                         grundy_shown(name, length), name);
    uint64_t characters = grundy_utf8_count(name, length);
    if (characters > *longest) *longest = characters;
  }
  return GRUNDY_OK;
}

grundy_status grundy_npz_name_column(const grundy_digraph *g, grundy_npz_column *column,
                                     grundy_error *error) {
  uint64_t order = grundy_digraph_order(g), longest;
  grundy_status status = longest_name(g, &longest, error);
  if (status != GRUNDY_OK) return status;
  if (longest > GRUNDY_NPZ_NAME_LIMIT / 4)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "a name of %" PRIu64 " characters cannot stand in an array: it holds at "
                       "most %" PRIu64,
                       longest, GRUNDY_NPZ_NAME_LIMIT / 4);
  if (longest > GRUNDY_NPZ_NAMES_LIMIT / 4 / (order == 0 ? 1 : order))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "%" PRIu64 " names of up to %" PRIu64 " characters would take more than "
                       "%" PRIu64 " bytes, for an array gives all of them the same room; another "
                       "format can hold them",
                       order, longest, GRUNDY_NPZ_NAMES_LIMIT);
  *column = grundy_npz_column_new("names.npy", 'U', 4 * longest, order, next_names, g);
  return GRUNDY_OK;
}
