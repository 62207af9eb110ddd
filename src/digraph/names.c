#include "digraph/names.h"

#include "base/alloc.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void grundy_names_free(grundy_names *names) {
  free(names->text);
  free(names->start);
  free(names->slots);
  *names = (grundy_names){0};
}

static bool is_name(const grundy_names *names, uint32_t id, const char *name, size_t length) {
  uint64_t start = names->start[id];
  return names->start[id + 1] - start == length + 1 &&
         memcmp(names->text + start, name, length) == 0;
}

/* The slot that holds the name, or the free slot where it belongs. */
static uint64_t slot_of(const grundy_names *names, const char *name, size_t length) {
  uint64_t mask = names->slot_count - 1;
  uint64_t slot = XXH3_64bits(name, length) & mask;
  while (names->slots[slot] != 0 && !is_name(names, names->slots[slot] - 1, name, length))
    slot = (slot + 1) & mask;
  return slot;
}

bool grundy_names_find(const grundy_names *names, const char *name, size_t length, uint32_t *id) {
  if (names->slot_count == 0) return false;
  uint32_t entry = names->slots[slot_of(names, name, length)];
  if (entry == 0) return false;
  *id = entry - 1;
  return true;
}

/* Keeps the slots at most half full. Names differ, so free slots are found by hash alone. */
static bool make_slots(grundy_names *names) {
  if (2 * ((uint64_t)names->count + 1) <= names->slot_count) return true;
  uint64_t count = names->slot_count == 0 ? 16 : 2 * names->slot_count;
  uint32_t *slots = grundy_alloc_zero(count, sizeof *slots);
  if (slots == NULL) return false;
  for (uint32_t id = 0; id < names->count; id++) {
    size_t length = names->start[id + 1] - names->start[id] - 1;
    uint64_t slot = XXH3_64bits(grundy_names_get(names, id), length) & (count - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (count - 1);
    slots[slot] = id + 1;
  }
  free(names->slots);
  names->slots = slots;
  names->slot_count = count;
  return true;
}

bool grundy_names_add(grundy_names *names, const char *name, size_t length) {
  uint64_t start = names->count == 0 ? 0 : names->start[names->count];
  if (!grundy_grow(&names->text, &names->text_capacity, start + length + 1, 1) ||
      !grundy_grow(&names->start, &names->start_capacity, (uint64_t)names->count + 2,
                   sizeof *names->start) ||
      !make_slots(names))
    return false;
  names->slots[slot_of(names, name, length)] = names->count + 1;
  memcpy(names->text + start, name, length);
  names->text[start + length] = '\0';
  names->start[names->count] = start;
  names->start[++names->count] = start + length + 1;
  return true;
}

bool grundy_number_name(const char *name, size_t length, uint32_t bound, uint32_t *number) {
  if (length == 0 || length > 10 || (length > 1 && name[0] == '0')) return false;
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    if (name[i] < '0' || name[i] > '9') return false;
    value = 10 * value + (uint64_t)(name[i] - '0');
  }
  if (value >= bound) return false;
  *number = (uint32_t)value;
  return true;
}

bool grundy_names_are_numbers(const grundy_names *names) {
  for (uint32_t id = 0; id < names->count; id++) {
    uint32_t number;
    const char *name = grundy_names_get(names, id);
    if (!grundy_number_name(name, strlen(name), names->count, &number) || number != id)
      return false;
  }
  return true;
}
