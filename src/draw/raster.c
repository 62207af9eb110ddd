/* SVG as png or pdf, by librsvg, which is loaded and used in a child process: it ends the process
 * when it runs out of memory, even while it is loaded. */

#include "base/child.h"
#include "base/error.h"
#include "draw/impl.h"
#include "draw/librsvg.h"

#include <grundy/text.h>

#include <math.h>

static int append(void *context, const unsigned char *bytes, unsigned length) {
  enum { WRITE_ERROR = 11 }; /* of cairo */
  return fwrite(bytes, 1, length, context) == length ? 0 : WRITE_ERROR;
}

/* Draws on a surface of that size; false if something fails. */
static bool draw(grundy_rsvg_handle *handle, grundy_cairo_surface *surface, double width,
                 double height) {
  const grundy_rsvg_rectangle all = {0, 0, width, height};
  grundy_cairo *cairo = grundy_librsvg.cairo_create(surface);
  bool is_drawn = grundy_librsvg.rsvg_handle_render_document(handle, cairo, &all, NULL) != 0;
  grundy_librsvg.cairo_show_page(cairo);
  return is_drawn && grundy_librsvg.cairo_status(cairo) == 0;
}

/* A pixel is 1/96 inch, and a unit of a pdf 1/72. */
static bool write_pdf(grundy_rsvg_handle *handle, double width, double height, FILE *out) {
  grundy_cairo_surface *surface =
      grundy_librsvg.cairo_pdf_surface_create_for_stream(append, out, width * 0.75, height * 0.75);
  /* The same picture always has the same bytes. */
  grundy_librsvg.cairo_pdf_surface_set_metadata(surface, GRUNDY_CAIRO_PDF_CREATE_DATE,
                                                "1970-01-01T00:00:00Z");
  bool is_drawn = draw(handle, surface, width * 0.75, height * 0.75);
  grundy_librsvg.cairo_surface_finish(surface);
  return is_drawn;
}

static bool write_png(grundy_rsvg_handle *handle, double width, double height, FILE *out) {
  enum { MOST = 32767 }; /* pixels of a side, in cairo */
  if (width > MOST || height > MOST) return false;
  grundy_cairo_surface *surface = grundy_librsvg.cairo_image_surface_create(
      GRUNDY_CAIRO_ARGB32, (int)ceil(width), (int)ceil(height));
  return draw(handle, surface, width, height) &&
         grundy_librsvg.cairo_surface_write_to_png_stream(surface, append, out) == 0;
}

/* A grundy_child_work. */
static grundy_status rasterize(const void *context, char **bytes, size_t *size,
                               grundy_error *error) {
  const grundy_raster *r = context;
  double width = 0, height = 0;
  grundy_status status = grundy_librsvg_open(error);
  if (status != GRUNDY_OK) return status;
  FILE *out = grundy_text_open(bytes, size);
  grundy_rsvg_handle *handle =
      grundy_librsvg.rsvg_handle_new_from_data((const unsigned char *)r->svg, r->size, NULL);
  if (out == NULL || handle == NULL) return grundy_fail_memory(error);
  (void)grundy_librsvg.rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height);
  bool is_written = r->is_pdf ? write_pdf(handle, width, height, out)
                              : write_png(handle, width * r->scale, height * r->scale, out);
  if (!grundy_text_close(out, bytes)) return grundy_fail_memory(error);
  return is_written ? GRUNDY_OK
                    : grundy_fail(error, GRUNDY_UNABLE, "the picture is too large for a %s",
                                  r->is_pdf ? "pdf" : "png");
}

grundy_status grundy_raster_write(const grundy_raster *raster, const grundy_monitor *monitor,
                                  FILE *out, grundy_error *error) {
  return grundy_child_run(rasterize, raster, "librsvg", monitor, "drawing", out, error);
}
