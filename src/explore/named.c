/* Names that rules make, and positions by their names. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "format/utf8.h"

#include <assert.h>
#include <string.h>

static_assert((int)GRUNDY_NAME_SCRATCH == (int)GRUNDY_POSITION_NAME, "names have the same room");

void grundy_explored_free(grundy_explored *explored) {
  if (explored == NULL) return;
  grundy_ruled_close(explored->ruled);
  grundy_positions_free(&explored->positions);
  free(explored);
}

static void free_context(void *context) {
  grundy_explored_free(context);
}

/* What is no UTF-8 becomes question marks, the last character perhaps, which was cut. */
static void mend(char *name) {
  size_t length = strlen(name), good;
  while ((good = grundy_utf8_valid(name, length)) < length) name[good] = '?';
}

void grundy_explored_show(const grundy_explored *explored, uint32_t v,
                          char text[GRUNDY_NAME_SCRATCH]) {
  (void)explored->ruled->kind->show(explored->ruled, grundy_positions_get(&explored->positions, v),
                                    text, NULL);
  mend(text);
}

static void show(const void *context, uint32_t v, char text[GRUNDY_NAME_SCRATCH]) {
  grundy_explored_show(context, v, text);
}

/* Rules that cannot read their own names: all of them are looked at. */
static bool search(const grundy_explored *explored, const char *name, size_t length, uint32_t *v) {
  for (uint32_t u = 0; u < explored->positions.count; u++) {
    char text[GRUNDY_NAME_SCRATCH];
    show(explored, u, text);
    if (strncmp(text, name, length) != 0 || text[length] != '\0') continue;
    *v = u;
    return true;
  }
  return false;
}

/* *read: it is a name, whether its position was reached or not. */
static grundy_status find_position(const grundy_explored *explored, const char *name, size_t length,
                                   bool *read, bool *found, uint32_t *v, grundy_error *error) {
  grundy_ruled *ruled = explored->ruled;
  grundy_found f = {.positions = (grundy_positions *)&explored->positions}; /* only looked at */
  *read = *found = false;
  if (length >= GRUNDY_NAME_SCRATCH) return GRUNDY_OK;
  if (ruled->has_parse || !ruled->has_show) {
    grundy_status status = grundy_ruled_parse(ruled, name, length, grundy_take_known, &f, error);
    if (status == GRUNDY_OUT_OF_MEMORY || status == GRUNDY_CANCELLED) return status;
  }
  *read = f.given;
  *found = f.known;
  *v = f.v;
  if (!f.known && !ruled->has_parse) *found = search(explored, name, length, v);
  return GRUNDY_OK;
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
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     read ? "'%.*s' was not reached from the start; expected a position that was"
                          : "'%.*s' is no position; expected one of the game",
                     grundy_shown(name, length), name);
}

void grundy_explored_name(grundy_digraph *g, grundy_explored *explored) {
  grundy_digraph_name_by(g, (grundy_naming){explored, show, find, free_context});
}

const grundy_explored *grundy_explored_of(const grundy_digraph *g) {
  return grundy_digraph_named_by(g, show);
}

bool grundy_is_explored(const grundy_digraph *g) {
  return grundy_explored_of(g) != NULL;
}
