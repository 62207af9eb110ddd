/* Do all positions have names of their own? Names are made on demand and not stored: a hash
 * table takes 12 bytes per position, half of a hash and a number, and names are made again where
 * hashes agree. Expected linear time. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"

#include <string.h>

/* Steps of work per name: they call the monitor every few thousand names. */
enum { STEPS_PER_NAME = GRUNDY_WORK_STRIDE / 4096 };

/* Open addressing. A slot has the lower half of the hash of a name above its position plus 1; 0 is
 * a free slot. */
typedef struct name_table {
  uint64_t *slots;
  uint64_t size;
} name_table;

static bool is_name(const grundy_explored *explored, uint64_t slot, const char *name) {
  char other[GRUNDY_NAME_SCRATCH];
  grundy_explored_show(explored, (uint32_t)slot - 1, other);
  return strcmp(other, name) == 0;
}

/* Adds the name of v; false if it is there already. */
static bool add_name(const grundy_explored *explored, const name_table *table, uint32_t v,
                     const char *name) {
  __extension__ typedef unsigned __int128 wide;
  uint64_t hash = grundy_position_hash((grundy_position){name, strlen(name)});
  uint64_t at = (uint64_t)((wide)hash * table->size >> 64);
  for (; table->slots[at] != 0; at = at + 1 == table->size ? 0 : at + 1)
    if (table->slots[at] >> 32 == (uint32_t)hash && is_name(explored, table->slots[at], name))
      return false;
  table->slots[at] = hash << 32 | (v + 1);
  return true;
}

/* Names may also agree because the rules failed to make one of them: then that is the error. */
grundy_status grundy_explored_fail_same_name(const grundy_explored *explored, const char *name,
                                             grundy_error *error) {
  grundy_status status = grundy_explored_naming_status(explored, error);
  if (status != GRUNDY_OK) return status;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, explored->ruled->text, 0, 0,
                        "two positions are called '%.*s'; write a `show` that gives every position "
                        "a name of its own",
                        grundy_shown(name, strlen(name)), name);
}

static grundy_status add_all(const grundy_explored *explored, const name_table *table,
                             const grundy_monitor *monitor, grundy_error *error) {
  uint32_t count = explored->positions.count;
  grundy_work work = grundy_work_start(monitor, "checking names", (uint64_t)count * STEPS_PER_NAME);
  for (uint32_t v = 0; v < count; v++) {
    char name[GRUNDY_NAME_SCRATCH];
    grundy_explored_show(explored, v, name);
    if (!add_name(explored, table, v, name))
      return grundy_explored_fail_same_name(explored, name, error);
    if (!grundy_work_step(&work, STEPS_PER_NAME)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

grundy_status grundy_explored_check_names(const grundy_explored *explored,
                                          const grundy_monitor *monitor, grundy_error *error) {
  grundy_explored *known = (grundy_explored *)explored; /* to remember the result, under the lock */
  pthread_mutex_lock(&known->lock);
  bool distinct = known->distinct;
  pthread_mutex_unlock(&known->lock);
  if (distinct) return GRUNDY_OK;
  uint64_t count = explored->positions.count;
  name_table table = {.size = count + count / 2 + 1};
  table.slots = grundy_alloc_zero(table.size, sizeof *table.slots);
  if (table.slots == NULL) return grundy_fail_memory(error);
  grundy_status status = add_all(explored, &table, monitor, error);
  free(table.slots);
  pthread_mutex_lock(&known->lock);
  known->distinct = status == GRUNDY_OK;
  pthread_mutex_unlock(&known->lock);
  return status;
}
