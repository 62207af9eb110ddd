/* Slices of boxes. */

#include "vector/impl.h"

#include "text/cursor.h"

#include <inttypes.h>
#include <string.h>

/* The whole box: x, or x and y, or a list. */
static grundy_vector_slice whole(const grundy_vector_grid *grid) {
  grundy_vector_slice slice = {.axes = grid->dimension <= 2 ? grid->dimension : 0,
                               .steps = {1, 1},
                               .lengths = {grid->count, 1},
                               .row = grid->dimension == 1};
  if (grid->dimension != 2) return slice;
  slice.lengths[0] = grid->corner.at[0] + UINT64_C(1);
  slice.lengths[1] = slice.steps[0] = grid->corner.at[1] + UINT64_C(1);
  return slice;
}

static grundy_status read_coordinate(grundy_cursor *c, uint32_t i, uint32_t largest,
                                     uint64_t stride, grundy_vector_slice *slice) {
  const char *from = c->at;
  uint64_t number;
  int axis = grundy_cursor_accept(c, 'x') ? 0 : grundy_cursor_accept(c, 'y') ? 1 : -1;
  if (axis >= 0) {
    slice->row = slice->steps[0] == 0 && slice->steps[1] == 0 && axis == 0 ? i + 1 : 0;
    slice->steps[axis] += stride;
    if (slice->lengths[axis] > largest + UINT64_C(1)) slice->lengths[axis] = largest + UINT64_C(1);
    return GRUNDY_OK;
  }
  if (grundy_cursor_take_digits(c, &number) == 0)
    return grundy_cursor_fail_here(c, "slice", "a number, x or y");
  if (number > largest)
    return grundy_cursor_fail(c, from, "the box ends before this; expected at most %" PRIu32,
                              largest);
  slice->first += number * stride;
  return GRUNDY_OK;
}

grundy_status grundy_vector_slice_parse(const char *text, const grundy_vector_grid *grid,
                                        grundy_vector_slice *slice, grundy_error *error) {
  if (text == NULL) {
    *slice = whole(grid);
    return GRUNDY_OK;
  }
  grundy_cursor c = grundy_cursor_of("slice", text, strlen(text), error);
  grundy_vector_slice made = {.lengths = {UINT64_MAX, UINT64_MAX}};
  uint64_t stride = grid->count;
  for (uint32_t i = 0; i < grid->dimension; i++) {
    stride /= grid->corner.at[i] + UINT64_C(1);
    if (i > 0 && !grundy_cursor_accept(&c, ','))
      return grundy_cursor_fail_here(&c, "slice", "a comma");
    grundy_status status = read_coordinate(&c, i, grid->corner.at[i], stride, &made);
    if (status != GRUNDY_OK) return status;
  }
  if (c.at < c.end) return grundy_cursor_fail_here(&c, "slice", "the end");
  if (made.steps[0] == 0)
    return grundy_cursor_fail(&c, text, "the slice has no x; expected one as in 3,x or x,y,0");
  made.axes = made.steps[1] > 0 ? 2 : 1;
  if (made.axes == 1) made.lengths[1] = 1;
  *slice = made;
  return GRUNDY_OK;
}
