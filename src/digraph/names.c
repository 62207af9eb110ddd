#include "digraph/names.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/threads.h"
#include "text/numbers.h"

#include <assert.h>
#include <string.h>

#ifndef GRUNDY_CORE_ONLY
#define XXH_INLINE_ALL
#include <xxhash.h>
#endif

void grundy_names_free(grundy_names *names) {
  free(names->text);
  free(names->start);
  grundy_hash_table_free(&names->hashed);
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

/* Returns the first bytes of a name. No name contains a NUL, so these are the name itself if it has
 * at most eight bytes; in place of the first byte of a longer name there is a NUL. */
static inline uint64_t first_bytes(const char *name, size_t length) {
  unsigned char first[sizeof(uint64_t)] = {0};
  uint64_t word;
  memcpy(first, name, length < sizeof first ? length : sizeof first);
  if (length > sizeof first) first[0] = '\0';
  memcpy(&word, first, sizeof word);
  return word;
}

#ifdef GRUNDY_CORE_ONLY
/* Only speed depends on the choice. */
static uint64_t hash_of(const char *name, size_t length) {
  return grundy_hash(GRUNDY_HASH_START, name, length) * UINT64_C(0x9e3779b97f4a7c15);
}
#else
static uint64_t hash_of(const char *name, size_t length) {
  return XXH3_64bits(name, length);
}
#endif

uint32_t grundy_name_tag(const char *name, size_t length) {
  return (uint32_t)(hash_of(name, length) >> 32);
}

/* The name to look up. */
typedef struct target {
  const char *name;
  size_t length;
  uint64_t first;
  uint32_t tag;
} target;

static inline target target_of(const char *name, size_t length, uint32_t tag) {
  return (target){name, length, first_bytes(name, length), tag};
}

/* A slot has two words: after that of the table, the first bytes of the name. */
enum { SLOT_WORDS = 2 };

static inline const uint64_t *slot_at(const grundy_names *names, uint64_t slot) {
  return names->hashed.slots + SLOT_WORDS * slot;
}

/* Returns the id + 1 of the name in a slot; 0 if the slot is free. */
static inline uint32_t entry_at(const grundy_names *names, uint64_t slot) {
  return (uint32_t)*slot_at(names, slot);
}

/* Returns the first slot from this one on that is free or may hold the name. */
static inline uint64_t candidate_from(const grundy_names *names, uint64_t slot, const target *t) {
  for (;; slot = grundy_hash_table_after(&names->hashed, slot)) {
    const uint64_t *words = slot_at(names, slot);
    if (words[0] == 0 || (words[0] >> 32 == t->tag && words[1] == t->first)) return slot;
  }
}

/* A slot that was only claimed has another name: see grundy_names_claim. */
static inline bool is_name(const grundy_names *names, uint32_t id, const target *t) {
  if (id >= names->count) return false;
  size_t length = length_of(names, id);
  return length == t->length && memcmp(grundy_names_get(names, id), t->name, length) == 0;
}

/* Returns the slot that holds the name, or the free slot where it belongs. `slot` is a candidate.
 */
static inline uint64_t slot_from(const grundy_names *names, uint64_t slot, const target *t) {
  while (t->length > sizeof t->first && entry_at(names, slot) != 0 &&
         !is_name(names, entry_at(names, slot) - 1, t))
    slot = candidate_from(names, grundy_hash_table_after(&names->hashed, slot), t);
  return slot;
}

static uint64_t slot_of(const grundy_names *names, const target *t) {
  assert(names->hashed.count < names->hashed.slot_count); /* else the search would not end */
  return slot_from(names, candidate_from(names, grundy_hash_table_first(&names->hashed, t->tag), t),
                   t);
}

/* Makes room for more names. */
static bool make_slots(grundy_names *names, uint64_t more) {
  return 6 * (names->hashed.count + more) <= 5 * names->hashed.slot_count ||
         grundy_hash_table_grow(&names->hashed, more, SLOT_WORDS);
}

/* ---- names ----------------------------------------------------------------------------- */

/* Looks up a name by its hash. Returns its id + 1; 0 if it is not in the slots. */
static uint32_t hashed_entry(const grundy_names *names, const char *name, size_t length) {
  if (names->hashed.count == 0) return 0;
  target t = target_of(name, length, grundy_name_tag(name, length));
  return entry_at(names, slot_of(names, &t));
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
/* Appends a name without adding it to the indexes. False if memory runs out. */
static bool append(grundy_names *names, const char *name, size_t length) {
  uint64_t start = names->count == 0 ? 0 : names->start[names->count];
  if (!grundy_grow(&names->text, &names->text_capacity, start + length + 1, 1) ||
      !grundy_grow(&names->start, &names->start_capacity, (uint64_t)names->count + 2,
                   sizeof *names->start))
    return false;
  memcpy(names->text + start, name, length);
  names->text[start + length] = '\0';
  names->start[names->count] = start;
  names->start[++names->count] = start + length + 1;
  return true;
}

bool grundy_names_add(grundy_names *names, const char *name, size_t length) {
  assert(!has_name(names, name, length));
  bool is_number;
  uint32_t number;
  if (!make_number_room(names, name, length, &is_number, &number) ||
      (!is_number && !make_slots(names, 1)) || !append(names, name, length))
    return false;
  if (is_number) {
    names->by_number[number] = names->count;
  } else {
    target t = target_of(name, length, grundy_name_tag(name, length));
    uint64_t *slot = names->hashed.slots + SLOT_WORDS * slot_of(names, &t);
    grundy_hash_table_put(&names->hashed, slot, t.tag, names->count - 1);
    slot[1] = t.first;
  }
  return true;
}

/* ---- many at once ---------------------------------------------------------------------- */

/* The number of lookups in flight at once, so that their cache misses overlap. */
enum { GROUP = 32 };

/* First come the slots; then, for names longer than the bytes in a slot, the places of their texts;
 * then these texts. Each stage prefetches what the next one reads. */
static void look_up_group(const grundy_names *names, const char *text, grundy_name_query *queries,
                          uint64_t count) {
  target t[GROUP];
  uint64_t slot[GROUP], unsure[GROUP], unsure_count = 0;
  for (uint64_t i = 0; i < count; i++) {
    t[i] = target_of(text + queries[i].at, queries[i].length, queries[i].tag);
    slot[i] = grundy_hash_table_first(&names->hashed, t[i].tag);
    __builtin_prefetch(slot_at(names, slot[i]));
  }
  for (uint64_t i = 0; i < count; i++) {
    slot[i] = candidate_from(names, slot[i], &t[i]);
    queries[i].entry = entry_at(names, slot[i]);
    unsure[unsure_count] = i;
    unsure_count += queries[i].entry != 0 && t[i].length > sizeof t->first;
  }
  for (uint64_t k = 0; k < unsure_count; k++)
    __builtin_prefetch(&names->start[queries[unsure[k]].entry - 1]);
  for (uint64_t k = 0; k < unsure_count; k++)
    __builtin_prefetch(grundy_names_get(names, queries[unsure[k]].entry - 1));
  for (uint64_t k = 0; k < unsure_count; k++) {
    uint64_t i = unsure[k];
    queries[i].entry = entry_at(names, slot_from(names, slot[i], &t[i]));
  }
}

/* Looks up the names that are numbers, which need not be in the slots. */
static void look_up_numbers(const grundy_names *names, const char *text, grundy_name_query *queries,
                            uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    grundy_name_query *q = &queries[i];
    uint32_t number;
    if (q->entry == 0 && grundy_number_name(text + q->at, q->length, names->number_count, &number))
      q->entry = names->by_number[number];
  }
}

void grundy_names_look_up(const grundy_names *names, const char *text, grundy_name_query *queries,
                          uint64_t count) {
  for (uint64_t i = 0; i < count; i += GROUP) {
    uint64_t group = count - i < GROUP ? count - i : GROUP;
    for (uint64_t k = i; k < i + group; k++) queries[k].entry = 0;
    if (names->hashed.count > 0) look_up_group(names, text, queries + i, group);
    if (names->number_count > 0) look_up_numbers(names, text, queries + i, group);
  }
}

/* ---- many new ones --------------------------------------------------------------------- */

bool grundy_names_begin_claims(grundy_names *names, uint64_t most) {
  assert(most < GRUNDY_CLAIMED && names->count < GRUNDY_CLAIMED);
  return make_slots(names, most);
}

/* The slots that belong to a share. */
typedef struct slot_range {
  uint64_t begin, end;
} slot_range;

static slot_range slots_of_share(const grundy_names *names, int share, int shares) {
  uint64_t count = names->hashed.slot_count;
  return (slot_range){grundy_share(count, share, shares), grundy_share(count, share + 1, shares)};
}

/* Returns the first slot for query `i` of the list, or the end of the range if that slot belongs to
 * another share. Prefetches the slot of a later query. */
static inline uint64_t own_slot(const grundy_names *names, const grundy_claims *claims, uint64_t i,
                                slot_range own) {
  enum { AHEAD = 16 };
  const grundy_name_query *queries = claims->queries;
  if (i + AHEAD < claims->count) {
    uint64_t later = grundy_hash_table_first(&names->hashed, queries[claims->list[i + AHEAD]].tag);
    if (later >= own.begin && later < own.end) __builtin_prefetch(slot_at(names, later), 1);
  }
  uint64_t slot = grundy_hash_table_first(&names->hashed, queries[claims->list[i]].tag);
  return slot >= own.begin && slot < own.end ? slot : own.end;
}

/* Returns whether the name that claimed a slot is the name `t`, whose first bytes it has. */
static bool has_claimed(const grundy_claims *claims, uint32_t entry, const target *t) {
  if ((entry & GRUNDY_CLAIMED) == 0) return false;
  const grundy_name_query *other = &claims->queries[entry & ~GRUNDY_CLAIMED];
  return other->length == t->length && memcmp(claims->text + other->at, t->name, t->length) == 0;
}

void grundy_names_claim(grundy_names *names, const grundy_claims *claims, int share, int shares) {
  slot_range own = slots_of_share(names, share, shares);
  for (uint64_t i = 0; i < claims->count; i++) {
    uint64_t slot = own_slot(names, claims, i, own);
    uint32_t number = claims->list[i];
    grundy_name_query *query = &claims->queries[number];
    if (slot == own.end || grundy_is_digit(claims->text[query->at])) continue;
    target t = target_of(claims->text + query->at, query->length, query->tag);
    for (; slot < own.end && query->entry == 0; slot++) {
      uint64_t *words = names->hashed.slots + SLOT_WORDS * slot;
      if (words[0] == 0) {
        words[0] = (uint64_t)t.tag << 32 | GRUNDY_CLAIMED | number;
        words[1] = t.first;
      }
      if (words[0] >> 32 == t.tag && words[1] == t.first &&
          has_claimed(claims, (uint32_t)words[0], &t))
        query->entry = (uint32_t)words[0];
    }
  }
}

bool grundy_names_add_claimed(grundy_names *names, const grundy_claims *claims, uint32_t number) {
  grundy_name_query *query = &claims->queries[number];
  assert(query->entry == (GRUNDY_CLAIMED | number));
  if (!append(names, claims->text + query->at, query->length)) return false;
  names->hashed.count++;
  query->at = names->count;
  return true;
}

void grundy_names_end_claims(grundy_names *names, const grundy_claims *claims, int share,
                             int shares) {
  slot_range own = slots_of_share(names, share, shares);
  for (uint64_t i = 0; i < claims->count; i++) {
    uint64_t slot = own_slot(names, claims, i, own);
    uint32_t number = claims->list[i];
    grundy_name_query *query = &claims->queries[number];
    if (slot == own.end || query->entry != (GRUNDY_CLAIMED | number)) continue;
    uint64_t claim = (uint64_t)query->tag << 32 | query->entry;
    while (*slot_at(names, slot) != claim) slot++;
    assert(slot < own.end);
    query->entry = query->at;
    names->hashed.slots[SLOT_WORDS * slot] = (uint64_t)query->tag << 32 | query->entry;
  }
}

/* ---- numbers as names ------------------------------------------------------------------ */

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
