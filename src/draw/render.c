/* Graphviz lays out and renders the output of dot.c, in a child process: it ends the process when
 * it runs out of memory, and cannot be interrupted. */

#include "base/child.h"
#include "base/error.h"
#include "draw/impl.h"
#include "draw/libgvc.h"
#include "text/print.h"

#include <stdlib.h>
#include <string.h>

const char grundy_render_overlap[] = "prism";

static grundy_status fail_graphviz(const char *what, const char *name, grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "Graphviz cannot %s '%.40s' here", what, name);
}

/* Overwrites the time of creation, which cairo writes into PDF and PostScript files, by one of the
 * same length, so that the same game always gives the same bytes. */
static void reset_date(const char *format, char *bytes, size_t size) {
  static const struct {
    const char *format, *key, *date;
  } dates[] = {{"pdf", "/CreationDate (D:", "19700101000000"},
               {"ps", "%%CreationDate: ", "Thu Jan  1 00:00:00 1970"},
               {"eps", "%%CreationDate: ", "Thu Jan  1 00:00:00 1970"}};
  for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
    if (strcmp(format, dates[i].format) != 0) continue;
    size_t key = strlen(dates[i].key), length = strlen(dates[i].date);
    char *found = memmem(bytes, size, dates[i].key, key);
    if (found != NULL && (size_t)(bytes + size - found) >= key + length)
      memcpy(found + key, dates[i].date, length);
  }
}

/* Replaces the SVG of Graphviz by one that says what is drawn, or its plain format by TikZ. */
static grundy_status rewrite(const grundy_rendering *r, char **bytes, size_t *size,
                             grundy_error *error) {
  char *annotated = NULL;
  size_t length = 0;
  grundy_picture picture = *r->picture;
  picture.out = open_memstream(&annotated, &length);
  if (picture.out == NULL) return grundy_fail_memory(error);
  if (strcmp(r->format, "svg") == 0)
    grundy_annotate_svg(&picture, *bytes, *size);
  else
    grundy_put_tikz(&picture, *bytes, *size);
  if (!grundy_text_close(picture.out, &annotated)) return grundy_fail_memory(error);
  *bytes = annotated;
  *size = length;
  return GRUNDY_OK;
}

/* Renders the picture; a grundy_child_work. Later versions of Graphviz and cairo use
 * SOURCE_DATE_EPOCH; others write the local time, whose length is fixed only in UTC. */
static grundy_status render(const void *context, char **bytes, size_t *size, grundy_error *error) {
  const grundy_rendering *p = context;
  unsigned length = 0;
  (void)setenv("SOURCE_DATE_EPOCH", "0", 1);
  (void)setenv("TZ", "UTC", 1);
  GVC_t *graphviz = grundy_libgvc.gvContext();
  graph_t *graph = graphviz == NULL ? NULL : grundy_libgvc.agmemread(p->text);
  if (graph == NULL) return grundy_fail_memory(error);
  if (grundy_libgvc.gvLayout(graphviz, graph, p->layout) != 0)
    return fail_graphviz("lay out with", p->layout, error);
  bool tikz = strcmp(p->format, "tikz") == 0;
  if (grundy_libgvc.gvRenderData(graphviz, graph, tikz ? "plain" : p->format, bytes, &length) !=
          0 ||
      *bytes == NULL)
    return fail_graphviz("render", p->format, error);
  reset_date(p->format, *bytes, length);
  *size = length;
  bool rewritten = p->picture != NULL && (tikz || strcmp(p->format, "svg") == 0);
  return rewritten ? rewrite(p, bytes, size, error) : GRUNDY_OK;
}

grundy_status grundy_render_prepare(const char *format, grundy_error *error) {
  (void)format;
  return grundy_libgvc_load(error);
}

grundy_status grundy_render(const grundy_rendering *rendering, const grundy_monitor *monitor,
                            FILE *out, grundy_error *error) {
  return grundy_child_run(render, rendering, "Graphviz", monitor, "drawing", out, error);
}
