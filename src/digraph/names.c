#include "digraph/names.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "text/numbers.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void grundy_names_free(grundy_names *names) {
  free(names->text);
  free(names->start);
  free(names->slots);
  free(names->by_number);
  *names = (grundy_names){0};
}

static size_t length_of(const grundy_names *names, uint32_t id) {
  return names->start[id + 1] - names->start[id] - 1;
}

/* ---- numbers --------------------------------------------------------------------------- */

bool grundy_number_name(const char *name, size_t length, uint64_t bound, uint32_t *number) {
  if (length == 0 || length > 10 || (length > 1 && name[0] == '0')) return false;
  uint64_t value = 0;
  for (size_t i = 0; i < length; i++) {
    unsigned digit = (unsigned)name[i] - '0';
    if (digit > 9) return false;
    value = 10 * value + digit;
  }
  if (value >= bound || value > UINT32_MAX) return false;
  *number = (uint32_t)value;
  return true;
}

/* Numbers below this are worth an entry: at most some 16 bytes per name. */
static uint64_t number_bound(const grundy_names *names) {
  return 4 * (uint64_t)names->count + 65536;
}

/* Makes room in by_number for the name, if it is a number worth an entry. False if memory runs
 * out. */
static bool make_number_room(grundy_names *names, const char *name, size_t length, bool *worth,
                             uint32_t *number) {
  *worth = grundy_number_name(name, length, number_bound(names), number);
  uint64_t old = names->number_count;
  if (!*worth || *number < old) return true;
  if (!grundy_grow(&names->by_number, &names->number_count, (uint64_t)*number + 1,
                   sizeof *names->by_number))
    return false;
  memset(names->by_number + old, 0, (names->number_count - old) * sizeof *names->by_number);
  return true;
}

/* ---- hashing --------------------------------------------------------------------------- */

static bool is_name(const grundy_names *names, uint32_t id, const char *name, size_t length) {
  return length_of(names, id) == length && memcmp(grundy_names_get(names, id), name, length) == 0;
}

/* Returns the slot that holds the name, or the free slot where it belongs. */
static uint64_t slot_of(const grundy_names *names, const char *name, size_t length) {
  assert(names->hashed < names->slot_count); /* else the search would not end */
  uint64_t mask = names->slot_count - 1;
  assert((names->slot_count & mask) == 0);
  uint64_t slot = XXH3_64bits(name, length) & mask;
  while (names->slots[slot] != 0 && !is_name(names, names->slots[slot] - 1, name, length))
    slot = (slot + 1) & mask;
  return slot;
}

/* Keeps the slots at most half full. Names are distinct, so free slots are found by hash alone. */
static bool make_slots(grundy_names *names) {
  if (2 * ((uint64_t)names->hashed + 1) <= names->slot_count) return true;
  uint64_t count = names->slot_count == 0 ? 16 : 2 * names->slot_count;
  uint32_t *slots = grundy_alloc_zero(count, sizeof *slots);
  if (slots == NULL) return false;
  for (uint64_t old = 0; old < names->slot_count; old++) {
    uint32_t entry = names->slots[old];
    if (entry == 0) continue;
    uint32_t id = entry - 1;
    uint64_t slot = XXH3_64bits(grundy_names_get(names, id), length_of(names, id)) & (count - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (count - 1);
    slots[slot] = entry;
  }
  free(names->slots);
  names->slots = slots;
  names->slot_count = count;
  assert(2 * ((uint64_t)names->hashed + 1) <= count);
  return true;
}

/* ---- names ----------------------------------------------------------------------------- */

/* Looks up a name by its hash; 0 if it is not in the slots. */
static uint32_t hashed_entry(const grundy_names *names, const char *name, size_t length) {
  return names->hashed == 0 ? 0 : names->slots[slot_of(names, name, length)];
}

bool grundy_names_find(const grundy_names *names, const char *name, size_t length, uint32_t *id) {
  uint32_t number, entry = 0;
  if (grundy_number_name(name, length, names->number_count, &number))
    entry = names->by_number[number];
  if (entry == 0) entry = hashed_entry(names, name, length);
  if (entry == 0) return false;
  assert(entry <= names->count);
  *id = entry - 1;
  return true;
}

bool grundy_names_seek(grundy_names *names, const char *name, size_t length, uint32_t *id) {
  uint32_t number;
  if (!grundy_number_name(name, length, names->number_count, &number))
    return grundy_names_find(names, name, length, id);
  if (names->by_number[number] == 0) names->by_number[number] = hashed_entry(names, name, length);
  if (names->by_number[number] == 0) return false;
  assert(names->by_number[number] <= names->count);
  *id = names->by_number[number] - 1;
  return true;
}

#ifndef NDEBUG
static bool has_name(const grundy_names *names, const char *name, size_t length) {
  uint32_t ignored;
  return grundy_names_find(names, name, length, &ignored);
}
#endif
bool grundy_names_add(grundy_names *names, const char *name, size_t length) {
  assert(!has_name(names, name, length));
  uint64_t start = names->count == 0 ? 0 : names->start[names->count];
  bool is_number;
  uint32_t number;
  if (!grundy_grow(&names->text, &names->text_capacity, start + length + 1, 1) ||
      !grundy_grow(&names->start, &names->start_capacity, (uint64_t)names->count + 2,
                   sizeof *names->start) ||
      !make_number_room(names, name, length, &is_number, &number) ||
      (!is_number && !make_slots(names)))
    return false;
  if (is_number) {
    names->by_number[number] = names->count + 1;
  } else {
    names->slots[slot_of(names, name, length)] = names->count + 1;
    names->hashed++;
  }
  memcpy(names->text + start, name, length);
  names->text[start + length] = '\0';
  names->start[names->count] = start;
  names->start[++names->count] = start + length + 1;
  return true;
}

/* Returns the name of v as a number. */
static uint32_t number_at(const uint32_t *numbers, uint32_t natural, uint32_t v) {
  return v < natural ? v : numbers[v - natural];
}

/* The numbers of all vertices, to be printed at the places in `start`. */
typedef struct printing {
  uint32_t count, natural;
  const uint32_t *numbers;
  const uint64_t *start;
  char *text;
  int threads;
} printing;

static void print_share(void *context, int thread) {
  const printing *p = context;
  uint32_t end = (uint32_t)grundy_share(p->count, thread + 1, p->threads);
  for (uint32_t v = (uint32_t)grundy_share(p->count, thread, p->threads); v < end; v++) {
    char *nul = grundy_number_print(p->text + p->start[v], number_at(p->numbers, p->natural, v));
    assert(nul + 1 == p->text + p->start[v + 1]);
    *nul = '\0';
  }
}

bool grundy_names_of_numbers(grundy_names *names, uint32_t count, uint32_t natural,
                             const uint32_t *numbers, uint32_t *by_number, uint64_t number_count) {
  uint64_t *start = grundy_alloc((uint64_t)count + 1, sizeof *start);
  if (start == NULL) return false;
  start[0] = 0;
  for (uint32_t v = 0; v < count; v++)
    start[v + 1] = start[v] + grundy_number_digits(number_at(numbers, natural, v)) + 1;
  assert(natural <= count && natural <= number_count);
  char *text = grundy_alloc(start[count], 1);
  if (text == NULL) {
    free(start);
    return false;
  }
  printing p = {count, natural, numbers, start, text, grundy_threads_for(count)};
  grundy_parallel(p.threads, print_share, &p);
  for (uint32_t v = 0; v < natural; v++) by_number[v] = v + 1;
  *names = (grundy_names){.text = text, .start = start, .by_number = by_number, .count = count};
  names->text_capacity = start[count];
  names->start_capacity = (uint64_t)count + 1;
  names->number_count = number_count;
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
