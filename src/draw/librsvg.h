/* The functions of librsvg and cairo that are called here. librsvg is loaded for every png or pdf,
 * in the child that writes it. It is linked with cairo, so that both are searched. Their headers
 * are not needed to build grundy: the functions are declared here, and their binary interfaces are
 * stable. */

#ifndef GRUNDY_SRC_DRAW_LIBRSVG_H
#define GRUNDY_SRC_DRAW_LIBRSVG_H

#include <grundy/base.h>

#include <lazy_library.h>

typedef struct grundy_rsvg_handle grundy_rsvg_handle;
typedef struct grundy_cairo grundy_cairo;
typedef struct grundy_cairo_surface grundy_cairo_surface;

/* Appends bytes to what `context` says; 0 if that succeeds. */
typedef int grundy_cairo_write(void *context, const unsigned char *bytes, unsigned length);

typedef struct grundy_rsvg_rectangle {
  double x, y, width, height;
} grundy_rsvg_rectangle;

enum { GRUNDY_CAIRO_ARGB32 = 0, GRUNDY_CAIRO_PDF_CREATE_DATE = 5 };

grundy_rsvg_handle *rsvg_handle_new_from_data(const unsigned char *data, size_t size, void **error);
int rsvg_handle_get_intrinsic_size_in_pixels(grundy_rsvg_handle *handle, double *width,
                                             double *height);
int rsvg_handle_render_document(grundy_rsvg_handle *handle, grundy_cairo *cairo,
                                const grundy_rsvg_rectangle *viewport, void **error);
grundy_cairo *cairo_create(grundy_cairo_surface *surface);
int cairo_status(grundy_cairo *cairo);
grundy_cairo_surface *cairo_image_surface_create(int format, int width, int height);
int cairo_surface_write_to_png_stream(grundy_cairo_surface *surface, grundy_cairo_write *write,
                                      void *context);
grundy_cairo_surface *cairo_pdf_surface_create_for_stream(grundy_cairo_write *write, void *context,
                                                          double width, double height);
void cairo_pdf_surface_set_metadata(grundy_cairo_surface *surface, int metadata, const char *text);
void cairo_show_page(grundy_cairo *cairo);
void cairo_surface_finish(grundy_cairo_surface *surface);

#define LIBRSVG_FUNCTIONS(F)                                                                       \
  F(rsvg_handle_new_from_data)                                                                     \
  F(rsvg_handle_get_intrinsic_size_in_pixels)                                                      \
  F(rsvg_handle_render_document)                                                                   \
  F(cairo_create)                                                                                  \
  F(cairo_status)                                                                                  \
  F(cairo_image_surface_create)                                                                    \
  F(cairo_surface_write_to_png_stream)                                                             \
  F(cairo_pdf_surface_create_for_stream)                                                           \
  F(cairo_pdf_surface_set_metadata)                                                                \
  F(cairo_show_page)                                                                               \
  F(cairo_surface_finish)

LIBRARY_DECLARE(grundy_librsvg, LIBRSVG_FUNCTIONS)

/* Loads the table, and says on failure what to install. */
GRUNDY_MUST_USE grundy_status grundy_librsvg_open(grundy_error *error);

#endif
