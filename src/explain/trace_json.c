/* A trace as JSON: for programs, and inside the page. */

#include "explain/trace.h"

#include <inttypes.h>

/* Writes a string in which nothing can end the script element of the page. */
static void put_string(FILE *out, const char *text) {
  putc('"', out);
  for (; *text != '\0'; text++) {
    unsigned char c = (unsigned char)*text;
    if (c < 0x20 || c == '<' || c == '>' || c == '&')
      fprintf(out, "\\u%04x", c);
    else if (c == '"' || c == '\\')
      fprintf(out, "\\%c", c);
    else
      putc(c, out);
  }
  putc('"', out);
}

static void put_step(const grundy_trace *t, uint64_t i, FILE *out) {
  const grundy_step_taken *step = &t->steps[i];
  uint64_t end = i + 1 < t->step_count ? t->steps[i + 1].changes : t->change_count;
  fputs(i == 0 ? "\n{\"note\": " : ",\n{\"note\": ", out);
  put_string(out, t->texts + step->note);
  if (step->focus == GRUNDY_INFINITY)
    fputs(", \"focus\": null, \"changes\": [", out);
  else
    fprintf(out, ", \"focus\": %" PRIu32 ", \"changes\": [", step->focus);
  for (uint64_t c = step->changes; c < end; c++) {
    fprintf(out, "%s[%" PRIu32 ", %" PRIu32 ", ", c == step->changes ? "" : ", ",
            t->changes[c].vertex, t->changes[c].column);
    put_string(out, t->texts + t->changes[c].text);
    putc(']', out);
  }
  fputs("]}", out);
}

void grundy_trace_json(const grundy_trace *t, FILE *out) {
  fprintf(out, "{\"label\": %" PRIu32 ", \"headings\": [", t->label_column);
  for (uint32_t c = 0; c < t->columns; c++) {
    if (c > 0) fputs(", ", out);
    put_string(out, t->headings[c]);
  }
  fputs("], \"names\": [", out);
  for (uint32_t v = 0; v < grundy_digraph_order(t->g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    if (v > 0) fputs(", ", out);
    put_string(out, grundy_digraph_name(t->g, v, scratch));
  }
  fputs("], \"steps\": [", out);
  for (uint64_t i = 0; i < t->step_count; i++) put_step(t, i, out);
  fputs("]}\n", out);
}
