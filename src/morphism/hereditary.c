/* Computes hereditary sets by increasing terminal distance, so that the sets of followers exist
 * before they are needed. */

#include <grundy/morphism.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "digraph/attributes.h"
#include "digraph/view.h"
#include "solve/impl.h"

#include <assert.h>
#include <string.h>

struct grundy_hereditary {
  grundy_arena arena;         /* of the texts */
  grundy_solution *distances; /* finite if there is a set */
  char **texts;               /* by vertex; NULL: none, or too long */
};

const char *grundy_hereditary_text(const grundy_hereditary *sets, uint32_t v) {
  const uint32_t *distance = grundy_solution_numbers(sets->distances, GRUNDY_COLUMN_DISTANCE);
  return distance[v] == GRUNDY_INFINITY ? "" : sets->texts[v];
}

void grundy_hereditary_free(grundy_hereditary *sets) {
  if (sets == NULL) return;
  grundy_arena_free(&sets->arena);
  grundy_solution_free(sets->distances);
  free(sets);
}

static int compare_texts(const void *a, const void *b) {
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  size_t of_x = strlen(x), of_y = strlen(y);
  return of_x != of_y ? (of_x > of_y ? 1 : -1) : strcmp(x, y);
}

/* Collects the elements of the set of v, sorted and without duplicates. False if one is too
 * long. */
static bool collect(const grundy_hereditary *sets, grundy_vertices row, const char **elements,
                    uint64_t *count) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    elements[i] = sets->texts[row.at[i]];
    if (elements[i] == NULL) return false;
  }
  qsort(elements, row.count, sizeof *elements, compare_texts);
  for (uint64_t i = 0; i < row.count; i++)
    if (kept == 0 || strcmp(elements[kept - 1], elements[i]) != 0) elements[kept++] = elements[i];
  *count = kept;
  return true;
}

/* Writes the sets of the vertices in that order; `elements` has room for the longest row. */
static bool write_sets(grundy_hereditary *sets, const grundy_view *g, const uint32_t *vertices,
                       uint32_t vertex_count, uint64_t most, const char **elements) {
  for (uint32_t i = 0; i < vertex_count; i++) {
    uint32_t v = vertices[i];
    uint64_t count;
    if (!collect(sets, grundy_view_row(g, v), elements, &count)) continue;
    uint64_t length = count < 2 ? 2 : 1 + count; /* braces, and commas between elements */
    for (uint64_t j = 0; j < count; j++) length += strlen(elements[j]);
    if (length > most) continue;
    char *to = grundy_arena_array(&sets->arena, length + 1, 1);
    if (to == NULL) return false;
    sets->texts[v] = to;
    *to++ = '{';
    for (uint64_t j = 0; j < count; j++) {
      size_t part = strlen(elements[j]);
      if (j > 0) *to++ = ',';
      memcpy(to, elements[j], part);
      to += part;
    }
    memcpy(to, "}", 2);
    assert(strlen(sets->texts[v]) == length);
  }
  return true;
}

static bool fill(grundy_hereditary *sets, const grundy_view *g, uint64_t most) {
  const uint32_t *distance = grundy_solution_numbers(sets->distances, GRUNDY_COLUMN_DISTANCE);
  grundy_arena scratch = {0};
  uint32_t count = 0, *vertices = grundy_arena_array(&scratch, g->order, sizeof *vertices);
  const char **elements = grundy_arena_array(&scratch, grundy_longest_row(g), sizeof *elements);
  sets->texts = grundy_arena_zeros(&sets->arena, g->order, sizeof *sets->texts);
  bool done = !scratch.failed && sets->texts != NULL &&
              grundy_sort_vertices(NULL, g->order, distance, vertices, &count, NULL) &&
              write_sets(sets, g, vertices, count, most, elements);
  grundy_arena_free(&scratch);
  return done;
}

grundy_status grundy_hereditary_new(const grundy_digraph *g, uint64_t most,
                                    grundy_hereditary **sets, grundy_error *error) {
  if (grundy_digraph_require_whole(g, "hereditary sets", error) != GRUNDY_OK)
    return GRUNDY_UNDEFINED;
  grundy_view view = grundy_view_of(g);
  grundy_hereditary *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_DISTANCE};
  grundy_status status = grundy_solve_in_memory(g, &options, &made->distances, error);
  if (status == GRUNDY_OK && !fill(made, &view, most)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *sets = made;
  else
    grundy_hereditary_free(made);
  return status;
}
