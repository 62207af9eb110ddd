/* Names made by rules, and positions found by their names. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/suggest.h"
#include "text/utf8.h"

#include <assert.h>
#include <string.h>

static_assert((int)GRUNDY_NAME_MAX_BYTES == (int)GRUNDY_RULES_MAX_NAME, "names have the same room");

grundy_explored *grundy_explored_new(grundy_ruleset *ruleset, const grundy_open_options *options) {
  grundy_explored *explored = grundy_alloc_zero(1, sizeof *explored);
  if (explored == NULL || pthread_mutex_init(&explored->lock, NULL) != 0) {
    grundy_ruleset_close(ruleset);
    free(explored);
    return NULL;
  }
  explored->ruleset = ruleset;
  if (ruleset != NULL) explored->positions.bytes = ruleset->bytes;
  explored->misnamed = UINT32_MAX;
  explored->on_misnamed = options->misnamed;
  explored->context = options->context;
  return explored;
}

void grundy_explored_free(grundy_explored *explored) {
  if (explored == NULL) return;
  pthread_mutex_destroy(&explored->lock);
  grundy_ruleset_close(explored->ruleset);
  grundy_positions_free(&explored->positions);
  grundy_hash_table_free(&explored->names.positions);
  free(explored);
}

static void free_context(void *context) {
  grundy_explored_free(context);
}

void grundy_explored_replace_invalid_utf8(char *name) {
  size_t length = strlen(name), good;
  while ((good = grundy_utf8_valid(name, length)) < length) name[good] = '?';
}

void grundy_explored_show(const grundy_explored *explored, uint32_t v,
                          char text[GRUNDY_NAME_MAX_BYTES]) {
  grundy_ruleset *ruleset = explored->ruleset;
  grundy_explored *notes = (grundy_explored *)explored; /* written under the lock */
  grundy_position position = grundy_positions_get(&explored->positions, v);
  grundy_error why = {0};
  if (ruleset->kind->show(ruleset, position, text, &why) != GRUNDY_OK) {
    /* Keep the error of the first position whose name failed, in whatever order threads report. */
    pthread_mutex_lock(&notes->lock);
    assert(v < notes->positions.count);
    if (v < notes->misnamed) {
      notes->misnamed = v;
      notes->why = why;
      if (why.file[0] == '\0') snprintf(notes->why.file, sizeof why.file, "%s", ruleset->text);
      if (notes->on_misnamed != NULL) notes->on_misnamed(notes->context, &notes->why);
    }
    pthread_mutex_unlock(&notes->lock);
  }
  grundy_explored_replace_invalid_utf8(text);
}

grundy_status grundy_explored_naming_status(const grundy_explored *explored, grundy_error *error) {
  pthread_mutex_t *lock = &((grundy_explored *)explored)->lock;
  grundy_status status = GRUNDY_OK;
  pthread_mutex_lock(lock);
  if (explored->misnamed != UINT32_MAX) {
    status = explored->why.status;
    if (error != NULL) *error = explored->why;
  }
  pthread_mutex_unlock(lock);
  return status;
}

static grundy_status failed(const void *context, grundy_error *error) {
  return grundy_explored_naming_status(context, error);
}

static grundy_status check(const void *context, const grundy_monitor *monitor,
                           grundy_error *error) {
  return grundy_explored_check_names(context, monitor, error);
}

static void show(const void *context, uint32_t v, char text[GRUNDY_NAME_MAX_BYTES]) {
  grundy_explored_show(context, v, text);
}

/* Sets *read if this is the name of a position, reachable or not. */
static grundy_status find_position(const grundy_explored *explored, const char *name, size_t length,
                                   bool *read, bool *found, uint32_t *v, grundy_error *error) {
  grundy_ruleset *ruleset = explored->ruleset;
  grundy_position_lookup f = {.positions =
                                  (grundy_positions *)&explored->positions}; /* only read */
  *read = *found = false;
  if (length >= GRUNDY_NAME_MAX_BYTES) return GRUNDY_OK;
  if (ruleset->has_parse || !ruleset->has_show) {
    grundy_status status =
        grundy_ruleset_parse(ruleset, name, length, grundy_take_known, &f, error);
    /* Without `parse`, `canon` may have been given something that is not a position. */
    bool is_other_name = status == GRUNDY_BAD_INPUT && !ruleset->has_parse;
    if (status != GRUNDY_OK && !is_other_name) return status;
  }
  *read = f.given;
  *found = f.known;
  *v = f.v;
  if (f.known || ruleset->has_parse) return GRUNDY_OK;
  return grundy_explored_find_name(explored, name, length, found, v, error);
}

static bool find(const void *context, const char *name, size_t length, uint32_t *v) {
  bool read, found;
  return find_position(context, name, length, &read, &found, v, NULL) == GRUNDY_OK && found;
}

grundy_status grundy_position_find(const grundy_digraph *g, const char *name, size_t length,
                                   uint32_t *v, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  bool read = false, found = false;
  uint32_t u = 0;
  grundy_status status = GRUNDY_OK;
  if (explored == NULL)
    found = grundy_digraph_find(g, name, length, &u);
  else
    status = find_position(explored, name, length, &read, &found, &u, error);
  if (status != GRUNDY_OK) return status;
  if (found) {
    *v = u;
    return GRUNDY_OK;
  }
  if (read && grundy_game_is_window(grundy_digraph_type(g)))
    return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                               "'%.*s' is not in the window; a larger one may contain it",
                               grundy_excerpt(name, length), name);
  if (read)
    return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                               "'%.*s' cannot be reached from the start",
                               grundy_excerpt(name, length), name);
  (void)grundy_positions_fail_name(name, length, error);
  grundy_error_suggest_position(error, g, name, length);
  return GRUNDY_BAD_INPUT;
}

grundy_field_names grundy_position_fields(const grundy_digraph *g) {
  const grundy_explored *explored = grundy_explored_of(g);
  if (explored == NULL) return (grundy_field_names){0};
  return (grundy_field_names){explored->ruleset->field_count,
                              (const char *const *)explored->ruleset->field_names};
}

bool grundy_position_is_reduced(const grundy_digraph *g) {
  const grundy_explored *explored = grundy_explored_of(g);
  return explored != NULL && explored->ruleset->has_canon;
}

uint64_t grundy_position_memory(const grundy_digraph *g) {
  const grundy_explored *explored = grundy_explored_of(g);
  return explored == NULL ? 0 : grundy_positions_memory(&explored->positions);
}

grundy_status grundy_position_field_values(const grundy_digraph *g, uint32_t v, int64_t *values,
                                           grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  if (explored == NULL) return GRUNDY_OK;
  return grundy_ruleset_fields(explored->ruleset, grundy_positions_get(&explored->positions, v),
                               values, error);
}

bool grundy_position_has_integers(const grundy_digraph *g) {
  const grundy_explored *explored = grundy_explored_of(g);
  return explored != NULL && explored->positions.count > 0 &&
         grundy_ruleset_has_integers(explored->ruleset,
                                     grundy_positions_get(&explored->positions, 0));
}

grundy_status grundy_position_integers(const grundy_digraph *g, uint32_t v, int64_t *values,
                                       uint32_t *count, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  *count = 0;
  if (explored == NULL) return GRUNDY_OK;
  return grundy_ruleset_integers(explored->ruleset, grundy_positions_get(&explored->positions, v),
                                 values, count, error);
}

grundy_status grundy_position_find_integers(const grundy_digraph *g, const int64_t *values,
                                            uint32_t count, bool *can, bool *found, uint32_t *v,
                                            grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  assert(grundy_position_has_integers(g));
  *can = *found = false;
  grundy_position_lookup f = {.positions =
                                  (grundy_positions *)&explored->positions}; /* only read */
  grundy_position first = grundy_positions_get(&explored->positions, 0);
  grundy_status status = grundy_ruleset_from_integers(explored->ruleset, values, count, first, can,
                                                      grundy_take_known, &f, error);
  *found = f.known;
  if (f.known) *v = f.v;
  return status;
}

void grundy_explored_name(grundy_digraph *g, grundy_explored *explored) {
  grundy_digraph_name_by(g, (grundy_naming){explored, show, find, failed, check, free_context});
  grundy_digraph_set_seen_by_mover(g, explored->ruleset->is_seen_by_mover);
}

const grundy_explored *grundy_explored_of(const grundy_digraph *g) {
  return grundy_digraph_named_by(g, show);
}

bool grundy_is_explored(const grundy_digraph *g) {
  return grundy_explored_of(g) != NULL;
}
