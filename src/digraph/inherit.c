#include "digraph/inherit.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/impl.h"

#include <assert.h>
#include <string.h>

grundy_status grundy_digraph_inherit_names(grundy_digraph *heir, const grundy_digraph *g,
                                           const uint32_t *from, grundy_work *work,
                                           grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_status status = grundy_digraph_check_names(g, work->monitor, error);
  if (status != GRUNDY_OK) return status;
  assert(!grundy_digraph_has_names(heir));
  for (uint32_t v = 0; v < heir->order; v++) {
    assert(from == NULL || from[v] < g->order);
    const char *name = grundy_digraph_name(g, from == NULL ? v : from[v], scratch);
    if (!grundy_names_add(&heir->names, name, strlen(name))) return grundy_fail_memory(error);
    if (!grundy_work_step(work, 1)) return grundy_fail_cancelled(error);
  }
  if (grundy_names_are_numbers(&heir->names)) grundy_names_free(&heir->names);
  return GRUNDY_OK;
}

bool grundy_digraph_inherit_attributes(grundy_digraph *heir, const grundy_digraph *g,
                                       const uint32_t *from) {
  const grundy_attributes *of = &g->attributes;
  grundy_attributes *to = &heir->attributes;
  uint64_t n = heir->order;
  for (uint32_t v = 0; v < heir->order; v++) {
    const char *label = grundy_digraph_label(g, from[v]);
    if (label != NULL && !grundy_label_texts_set(&heir->label_texts, v, label, strlen(label)))
      return false;
  }
  if (of->players != NULL) to->players = grundy_alloc(n, sizeof *to->players);
  if (of->outcomes != NULL) to->outcomes = grundy_alloc_zero(n, sizeof *to->outcomes);
  if (of->payoffs != NULL) to->payoffs = grundy_alloc_zero(n, sizeof *to->payoffs);
  if ((of->players != NULL && to->players == NULL) ||
      (of->outcomes != NULL && to->outcomes == NULL) ||
      (of->payoffs != NULL && to->payoffs == NULL))
    return false;
  for (uint32_t v = 0; v < n; v++) {
    if (of->players != NULL) to->players[v] = of->players[from[v]];
    if (!grundy_is_terminal(heir, v)) continue;
    if (of->outcomes != NULL) to->outcomes[v] = of->outcomes[from[v]];
    if (of->payoffs != NULL) to->payoffs[v] = of->payoffs[from[v]];
  }
  grundy_digraph_complete(heir);
  return true;
}
