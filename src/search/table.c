#include "search/table.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void grundy_search_table_free(grundy_search_table *t) {
  grundy_positions_free(&t->positions);
  grundy_key_table_free(&t->keys);
  free(t->nodes);
  free(t->rows);
  t->nodes = NULL;
  t->rows = NULL;
}

grundy_status grundy_search_table_add(grundy_search_table *t, grundy_position position,
                                      const grundy_work *work, uint32_t *v, grundy_error *error) {
  grundy_positions *p = &t->positions;
  grundy_status status = grundy_key_table_reserve(&t->keys, 1, work, error);
  if (status != GRUNDY_OK) return status;
  uint32_t key = grundy_position_key(p, position);
  if (grundy_key_table_find(&t->keys, p, position, key, v)) return GRUNDY_OK;
  if (p->count >= GRUNDY_DIGRAPH_MAX_ORDER ||
      !grundy_grow_slowly(&t->nodes, &t->node_room, (uint64_t)p->count + 1, sizeof *t->nodes) ||
      !grundy_positions_append(p, position, v))
    return grundy_fail_memory(error);
  t->nodes[*v] = (grundy_search_node){0};
  grundy_key_table_add(&t->keys, key, *v);
  return GRUNDY_OK;
}

/* ---- memory --------------------------------------------------------------------------------- */

/* Returns about how many bytes a node takes, without its row. */
static uint64_t node_memory(const grundy_search_table *t) {
  enum { KEY = 10 };
  const grundy_positions *p = &t->positions;
  uint64_t own = p->bytes;
  if (p->bytes == 0) own = sizeof *p->starts + (p->count == 0 ? 0 : p->starts[p->count] / p->count);
  return own + sizeof *t->nodes + KEY;
}

/* Entries in use are counted, not room: blocks do not shrink when entries are forgotten. */
uint64_t grundy_search_table_memory(const grundy_search_table *t) {
  return t->positions.count * node_memory(t) + t->row_count * sizeof *t->rows;
}

grundy_status grundy_search_table_drop_rows(grundy_search_table *t, grundy_error *error) {
  uint32_t *kept = NULL;
  uint64_t count = 0, room = 0;
  for (uint32_t v = 0; v < t->positions.count; v++) {
    grundy_search_node *n = &t->nodes[v];
    if (n->frames != 0 && n->is_expanded) count += n->count;
  }
  if (count > 0 && !grundy_grow(&kept, &room, count, sizeof *kept))
    return grundy_fail_memory(error);
  count = 0;
  for (uint32_t v = 0; v < t->positions.count; v++) {
    grundy_search_node *n = &t->nodes[v];
    if (n->frames == 0) n->is_expanded = 0;
    if (!n->is_expanded || n->count == 0) continue;
    assert(kept != NULL); /* the row was counted */
    memcpy(kept + count, t->rows + n->row, n->count * sizeof *kept);
    n->row = count;
    count += n->count;
  }
  free(t->rows);
  t->rows = kept;
  t->row_count = count;
  t->row_room = room;
  return GRUNDY_OK;
}

/* ---- forgetting ----------------------------------------------------------------------------- */

/* Returns how much it would cost to find this out again: 0 if nothing is known. */
static unsigned worth_of(const grundy_search_node *n) {
  return n->is_exact || n->bound > 0 ? n->effort + 1U : 0;
}

void grundy_search_table_choose(const grundy_search_table *t, uint64_t memory, bool *keep) {
  enum { LEVELS = 257 };
  uint64_t count[LEVELS] = {0}, kept = 0, most = memory / node_memory(t);
  for (uint32_t v = 0; v < t->positions.count; v++) {
    const grundy_search_node *n = &t->nodes[v];
    if (n->frames == 0) continue;
    keep[v] = true;
    for (uint32_t i = 0; n->is_expanded && i < n->count; i++) {
      uint32_t word = t->rows[n->row + i];
      if ((word & GRUNDY_SEARCH_SUM) == 0) keep[word] = true;
    }
  }
  for (uint32_t v = 0; v < t->positions.count; v++) {
    if (keep[v])
      kept++;
    else
      count[worth_of(&t->nodes[v])]++;
  }
  unsigned least = LEVELS; /* the worth that is kept */
  while (least > 1 && kept + count[least - 1] <= most) kept += count[--least];
  for (uint32_t v = 0; v < t->positions.count; v++)
    if (worth_of(&t->nodes[v]) >= least) keep[v] = true;
}

void grundy_search_table_compact(grundy_search_table *t, const bool *keep, uint32_t *renamed) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < t->positions.count; v++) {
    if (!keep[v]) continue;
    t->nodes[count] = t->nodes[v];
    renamed[v] = count++;
  }
  t->forgotten += t->positions.count - count;
  grundy_positions_compact(&t->positions, keep);
  assert(t->positions.count == count);
  for (uint64_t i = 0; i < t->row_count; i++)
    if ((t->rows[i] & GRUNDY_SEARCH_SUM) == 0) t->rows[i] = renamed[t->rows[i]];
  memset(t->keys.buckets, 0, t->keys.bucket_count * sizeof *t->keys.buckets);
  t->keys.count = 0;
  for (uint32_t v = 0; v < count; v++) {
    grundy_position position = grundy_positions_get(&t->positions, v);
    grundy_key_table_add(&t->keys, grundy_position_key(&t->positions, position), v);
  }
}
