/* Replaces render.c in builds without Graphviz: the program that embeds this one may draw. */

#include "base/error.h"
#include "draw/impl.h"

#include <platform.h>
#include <stdlib.h>
#include <string.h>

/* Builds of Graphviz for browsers have no triangulation, which prism needs. */
const char grundy_render_overlap[] = "scale";

grundy_status grundy_render_prepare(const char *format, grundy_error *error) {
  if (!grundy_platform_draws())
    return grundy_fail(error, GRUNDY_UNABLE,
                       "this build of grundy has no Graphviz; it draws only dot");
  if (strcmp(format, "svg") != 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "this build of grundy cannot draw '%.40s'; it draws only svg and dot",
                       format);
  return GRUNDY_OK;
}

grundy_status grundy_render(const grundy_rendering *rendering, const grundy_monitor *monitor,
                            FILE *out, grundy_error *error) {
  (void)monitor;
  char *svg = grundy_platform_draw(rendering->text, rendering->layout);
  if (svg == NULL) return grundy_fail(error, GRUNDY_UNABLE, "the page cannot draw this picture");
  grundy_picture picture = *rendering->picture;
  picture.out = out;
  grundy_annotate_svg(&picture, svg, strlen(svg));
  free(svg);
  return GRUNDY_OK;
}
