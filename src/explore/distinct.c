/* Finds positions by the names that rules make, and checks that names are distinct. Names are made
 * on demand and not stored: a hash table takes 10 bytes per position, half of a hash and a number,
 * and names are made again if hashes agree. Expected linear time. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

#include <assert.h>
#include <string.h>

/* Steps of work per name, so that the monitor is called every few thousand names. */
enum { STEPS_PER_NAME = GRUNDY_WORK_STRIDE / 4096 };

/* Positions take 31 bits. The bit above them, in a slot, marks a name shared by several positions.
 */
#define SHARED (UINT32_C(1) << 31)

/* A name that is looked up. */
typedef struct sought {
  const grundy_explored *explored;
  const char *name;
} sought;

static bool is_sought(const void *context, uint32_t number) {
  const sought *s = context;
  char other[GRUNDY_NAME_MAX_BYTES];
  grundy_explored_show(s->explored, number & ~SHARED, other);
  return strcmp(other, s->name) == 0;
}

static uint32_t tag_of(const char *name) {
  return (uint32_t)(grundy_position_hash((grundy_position){name, strlen(name)}) >> 32);
}

/* Adds the name of v; returns false if it is already there. */
static bool add_name(const grundy_explored *explored, grundy_hash_table *positions, uint32_t v,
                     const char *name) {
  uint32_t tag = tag_of(name);
  uint64_t *slot = grundy_hash_table_find(positions, tag, is_sought, &(sought){explored, name});
  assert(v + 1 < SHARED);
  bool is_new = *slot == 0;
  if (is_new)
    grundy_hash_table_put(positions, slot, tag, v);
  else
    *slot |= SHARED;
  return is_new;
}

/* Fails because two positions have the same name. If the names are equal because the rules failed
 * to make one of them, that is the error. */
static grundy_status fail_same_name(const grundy_explored *explored, const char *name,
                                    grundy_error *error) {
  grundy_status status = grundy_explored_naming_status(explored, error);
  if (status != GRUNDY_OK) return status;
  return grundy_because(
      error, GRUNDY_REASON_DUPLICATE_NAME,
      grundy_fail_at(error, GRUNDY_BAD_INPUT, explored->ruleset->text, 0, 0,
                     "two positions are called '%.*s'; write a `show` that gives every position "
                     "a name of its own",
                     grundy_excerpt(name, strlen(name)), name));
}

/* Makes a table of all names. If they must be distinct, fails at the first duplicate. */
static grundy_status make_table(const grundy_explored *explored, bool must_be_distinct,
                                const grundy_monitor *monitor, grundy_name_table *table,
                                grundy_error *error) {
  uint32_t count = explored->positions.count;
  grundy_work work = grundy_work_start(monitor, "checking names", (uint64_t)count * STEPS_PER_NAME);
  *table = (grundy_name_table){.distinct = true};
  if (!grundy_hash_table_reserve(&table->positions, count)) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < count; v++) {
    char name[GRUNDY_NAME_MAX_BYTES];
    grundy_explored_show(explored, v, name);
    table->distinct &= add_name(explored, &table->positions, v, name);
    if (!table->distinct && must_be_distinct) return fail_same_name(explored, name, error);
    if (!grundy_work_step(&work, STEPS_PER_NAME)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

grundy_status grundy_explored_check_names(const grundy_explored *explored,
                                          const grundy_monitor *monitor, grundy_error *error) {
  grundy_explored *known = (grundy_explored *)explored; /* to cache the result, under the lock */
  pthread_mutex_lock(&known->lock);
  bool distinct = known->distinct;
  pthread_mutex_unlock(&known->lock);
  if (distinct) return GRUNDY_OK;
  grundy_name_table table;
  grundy_status status = make_table(explored, true, monitor, &table, error);
  grundy_hash_table_free(&table.positions);
  pthread_mutex_lock(&known->lock);
  known->distinct = status == GRUNDY_OK;
  pthread_mutex_unlock(&known->lock);
  return status;
}

/* Makes the table for looking up names, once. It is a cache: filling it through a const pointer is
 * safe under the lock. */
static grundy_status prepare_table(const grundy_explored *explored, grundy_name_table *table,
                                   grundy_error *error) {
  grundy_explored *cache = (grundy_explored *)explored;
  pthread_mutex_lock(&cache->lock);
  *table = cache->names;
  pthread_mutex_unlock(&cache->lock);
  if (table->positions.slots != NULL) return GRUNDY_OK;
  grundy_status status = make_table(explored, false, NULL, table, error);
  if (status != GRUNDY_OK) return status;
  pthread_mutex_lock(&cache->lock);
  if (cache->names.positions.slots == NULL) {
    cache->names = *table;
    cache->distinct |= table->distinct;
  } else { /* another thread was faster */
    grundy_hash_table_free(&table->positions);
    *table = cache->names;
  }
  pthread_mutex_unlock(&cache->lock);
  return GRUNDY_OK;
}

grundy_status grundy_explored_find_name(const grundy_explored *explored, const char *name,
                                        size_t length, bool *found, uint32_t *v,
                                        grundy_error *error) {
  grundy_name_table table;
  char text[GRUNDY_NAME_MAX_BYTES];
  uint32_t position;
  *found = false;
  if (length >= sizeof text || memchr(name, '\0', length) != NULL) return GRUNDY_OK;
  memcpy(text, name, length);
  text[length] = '\0';
  grundy_status status = prepare_table(explored, &table, error);
  if (status != GRUNDY_OK) return status;
  *found = grundy_hash_table_get(&table.positions, tag_of(text), is_sought,
                                 &(sought){explored, text}, &position);
  if (*found && (position & SHARED) != 0) return fail_same_name(explored, text, error);
  if (*found) *v = position;
  /* If memory ran out while a name was made, it may be this one. */
  bool is_unknown =
      !*found && grundy_explored_naming_status(explored, NULL) == GRUNDY_OUT_OF_MEMORY;
  return is_unknown ? grundy_fail_memory(error) : GRUNDY_OK;
}
