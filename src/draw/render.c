/* Graphviz lays out scenes, in a child process: it ends the process when it runs out of memory, and
 * cannot be interrupted. */

#include "base/child.h"
#include "base/error.h"
#include "draw/impl.h"
#include "draw/libgvc.h"

const char grundy_render_overlap[] = "prism";

typedef struct task {
  const char *dot, *layout;
} task;

/* Lays out the DOT; a grundy_child_work. */
static grundy_status lay_out(const void *context, char **bytes, size_t *size, grundy_error *error) {
  const task *t = context;
  unsigned length = 0;
  GVC_t *graphviz = grundy_libgvc.gvContext();
  graph_t *graph = graphviz == NULL ? NULL : grundy_libgvc.agmemread(t->dot);
  if (graph == NULL) return grundy_fail_memory(error);
  if (grundy_libgvc.gvLayout(graphviz, graph, t->layout) != 0 ||
      grundy_libgvc.gvRenderData(graphviz, graph, "plain", bytes, &length) != 0 || *bytes == NULL)
    return grundy_fail(error, GRUNDY_UNABLE, "Graphviz cannot lay out with '%.40s' here",
                       t->layout);
  *size = length;
  return GRUNDY_OK;
}

grundy_status grundy_render_prepare(const char *format, grundy_error *error) {
  (void)format; /* raster.c loads librsvg in its child */
  return grundy_libgvc_load(error);
}

grundy_status grundy_render_layout(const char *dot, const char *layout,
                                   const grundy_monitor *monitor, FILE *out, grundy_error *error) {
  const task t = {dot, layout};
  return grundy_child_run(lay_out, &t, "Graphviz", monitor, "drawing", out, error);
}
