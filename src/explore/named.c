/* Names that rules make, and positions by their names. */

#include "explore/impl.h"

#include "base/alloc.h"
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

static void show(const void *context, uint32_t v, char text[GRUNDY_NAME_SCRATCH]) {
  const grundy_explored *explored = context;
  explored->ruled->kind->show(explored->ruled, grundy_positions_get(&explored->positions, v), text);
  mend(text);
}

typedef struct lookup {
  const grundy_positions *positions;
  bool found;
  uint32_t v;
} lookup;

static void take(void *to, grundy_position position) {
  lookup *l = to;
  l->found = grundy_positions_find(l->positions, position, grundy_position_hash(position), &l->v);
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

static bool find(const void *context, const char *name, size_t length, uint32_t *v) {
  const grundy_explored *explored = context;
  grundy_ruled *ruled = explored->ruled;
  lookup l = {.positions = &explored->positions};
  bool reads = ruled->has_parse || !ruled->has_show;
  if (length >= GRUNDY_NAME_SCRATCH) return false;
  if (reads && grundy_ruled_parse(ruled, name, length, take, &l, NULL) == GRUNDY_OK && l.found) {
    *v = l.v;
    return true;
  }
  return !ruled->has_parse && search(explored, name, length, v);
}

void grundy_explored_name(grundy_digraph *g, grundy_explored *explored) {
  grundy_digraph_name_by(g, (grundy_naming){explored, show, find, free_context});
}

const grundy_explored *grundy_explored_of(const grundy_digraph *g) {
  return grundy_digraph_named_by(g, show);
}
