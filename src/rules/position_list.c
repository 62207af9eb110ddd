/* Lists of positions. */

#include "rules/position_list.h"

#include "base/alloc.h"
#include "base/lower_bound.h"

#include <stdlib.h>
#include <string.h>

void grundy_position_list_take(void *to, grundy_position position) {
  grundy_position_list *list = to;
  if (list->failed ||
      !grundy_grow(&list->bytes, &list->byte_room, list->byte_count + position.length, 1) ||
      !grundy_grow(&list->starts, &list->start_room, list->count + 2, sizeof *list->starts)) {
    list->failed = true;
    return;
  }
  memcpy(list->bytes + list->byte_count, position.bytes, position.length);
  list->starts[list->count++] = list->byte_count;
  list->byte_count += position.length;
  list->starts[list->count] = list->byte_count;
}

/* Compares positions by their bytes. */
static int compare_positions(grundy_position a, grundy_position b) {
  int order = memcmp(a.bytes, b.bytes, a.length < b.length ? a.length : b.length);
  if (order != 0) return order;
  return a.length < b.length ? -1 : a.length > b.length;
}

static int compare(const void *a, const void *b) {
  return compare_positions(*(const grundy_position *)a, *(const grundy_position *)b);
}

void grundy_position_list_clear(grundy_position_list *list) {
  list->byte_count = list->count = 0;
  list->failed = false;
}

/* Sorts the positions; `distinct` removes duplicates. */
static bool sort(grundy_position_list *list, bool distinct) {
  grundy_position_list sorted = {0};
  if (list->failed) return false;
  if (list->count < 2) return true;
  grundy_position *all = grundy_alloc(list->count, sizeof *all);
  if (all == NULL) return false;
  for (uint64_t i = 0; i < list->count; i++) all[i] = grundy_position_list_get(list, i);
  qsort(all, list->count, sizeof *all, compare);
  for (uint64_t i = 0; i < list->count; i++)
    if (i == 0 || !distinct || compare(&all[i - 1], &all[i]) != 0)
      grundy_position_list_take(&sorted, all[i]);
  free(all);
  grundy_position_list_free(list);
  *list = sorted;
  return !sorted.failed;
}

bool grundy_position_list_sort(grundy_position_list *list) {
  return sort(list, true);
}

bool grundy_position_list_order(grundy_position_list *list) {
  return sort(list, false);
}

bool grundy_position_list_has(const grundy_position_list *list, grundy_position position) {
  uint64_t at = 0;
  GRUNDY_LOWER_BOUND(at, list->count, i,
                     compare_positions(grundy_position_list_get(list, i), position) < 0)
  return at < list->count && compare_positions(grundy_position_list_get(list, at), position) == 0;
}

void grundy_position_list_free(grundy_position_list *list) {
  free(list->bytes);
  free(list->starts);
  *list = (grundy_position_list){0};
}
