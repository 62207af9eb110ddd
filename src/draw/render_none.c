/* Replaces render.c and raster.c in builds without Graphviz: the program that embeds this one may
 * lay out. */

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
  if (strcmp(format, "png") == 0 || strcmp(format, "pdf") == 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "this build of grundy cannot draw %s; it draws svg, json, tikz and dot",
                       format);
  return GRUNDY_OK;
}

grundy_status grundy_render_layout(const char *dot, const char *layout,
                                   const grundy_monitor *monitor, FILE *out, grundy_error *error) {
  (void)monitor;
  char *plain = grundy_platform_draw(dot, layout);
  if (plain == NULL) return grundy_fail(error, GRUNDY_UNABLE, "the page cannot draw this picture");
  (void)fputs(plain, out);
  free(plain);
  return GRUNDY_OK;
}

grundy_status grundy_raster_write(const grundy_raster *raster, const grundy_monitor *monitor,
                                  FILE *out, grundy_error *error) {
  (void)raster;
  (void)monitor;
  (void)out;
  return grundy_fail(error, GRUNDY_UNABLE, "this build of grundy cannot draw png and pdf");
}
