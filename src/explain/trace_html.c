/* A trace as one self-contained page: the drawn game, the table and a slider. The build embeds the
 * page, src/explain/trace.html, with markers for the language, the picture and
 * the steps. */

#include <grundy/draw.h>

#include "base/alloc.h"
#include "base/error.h"
#include "explain/trace.h"
#include "text/print.h"

#include <embedded.h>
#include <string.h>

extern const struct embedded_file grundy_trace_page[];

/* ---- the picture ------------------------------------------------------------------- */

static grundy_status put_picture(const grundy_trace *t, FILE *out, grundy_error *error) {
  grundy_solution *nothing = NULL;
  grundy_draw_options options = {.size = sizeof options, .caption = "ν"};
  char *svg = NULL;
  size_t size = 0;
  grundy_status status = grundy_solution_new(grundy_digraph_order(t->g), &nothing, error);
  if (status != GRUNDY_OK) return status;
  FILE *memory = grundy_text_open(&svg, &size);
  if (memory == NULL) {
    status = grundy_fail_memory(error);
  } else {
    status = grundy_draw(t->g, nothing, "svg", &options, memory, error);
    bool is_kept = grundy_text_close(memory, &svg);
    if (status == GRUNDY_OK && !is_kept) status = grundy_fail_memory(error);
  }
  /* Only the element, without the declarations before it. */
  const char *element = status == GRUNDY_OK ? strstr(svg, "<svg") : NULL;
  if (element != NULL) fputs(element, out);
  free(svg);
  grundy_solution_free(nothing);
  return status;
}

/* Writes the steps as JSON in which nothing can end the script element: <, > and & are only in
 * strings. */
static grundy_status put_data(const grundy_trace *t, FILE *out, grundy_error *error) {
  char *json = NULL;
  size_t size = 0;
  FILE *memory = grundy_text_open(&json, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_trace_json(t, memory, error);
  bool is_kept = grundy_text_close(memory, &json);
  if (status == GRUNDY_OK && !is_kept) status = grundy_fail_memory(error);
  for (const char *c = json; status == GRUNDY_OK && *c != '\0'; c++) {
    if (strchr("<>&", *c) != NULL)
      fprintf(out, "\\u%04x", (unsigned)*c);
    else
      putc(*c, out);
  }
  free(json);
  return status;
}

/* Writes the page from *at up to the line with this marker, and moves *at to the line after it. */
static void put_until(const char **at, const char *mark, FILE *out) {
  const char *end = strstr(*at, mark);
  fwrite(*at, 1, (size_t)(end - *at), out);
  *at = end + strlen(mark);
}

grundy_status grundy_trace_html(const grundy_trace *t, FILE *out, grundy_error *error) {
  const char *at = (const char *)grundy_trace_page[0].bytes;
  put_until(&at, "@HTML@\n", out);
  fprintf(out, "<html lang=\"%s\">\n", grundy_language_wording(t->language)->code);
  put_until(&at, "@PICTURE@\n", out);
  grundy_status status = put_picture(t, out, error);
  if (status != GRUNDY_OK) return status;
  put_until(&at, "@TRACE@\n", out);
  status = put_data(t, out, error);
  fputs(at, out);
  return status;
}
