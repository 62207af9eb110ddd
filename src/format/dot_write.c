/* Writes DOT from which the reader restores the same game: nodes in their order with their labels,
 * players, outcomes and payoffs, then edges, one per kind of move. */

#include "format/dot.h"

#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "text/utf8.h"

#include <string.h>

/* Fails if the reader would reject the text, which takes `length` bytes there. */
static grundy_status check(const char *what, const char *text, size_t length, grundy_error *error) {
  size_t bytes = strlen(text);
  if (grundy_utf8_valid(text, bytes) < bytes)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the %s '%.*s' cannot be written in DOT: it is not UTF-8", what,
                       grundy_excerpt(text, bytes), text);
  if (length <= GRUNDY_MAX_TEXT) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "the %s '%.*s...' is too long for DOT: more than %d bytes; another format "
                     "can hold it",
                     what, grundy_excerpt(text, length), text, GRUNDY_MAX_TEXT);
}

static grundy_status check_texts(const grundy_digraph *g, grundy_error *error) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *label = grundy_digraph_label(g, v);
    const char *name = grundy_digraph_name(g, v, scratch);
    grundy_status status = check("name", name, strlen(name), error);
    /* The backslashes that append_label writes before quotes do not count for the reader. */
    size_t length = 0;
    for (const char *c = label; c != NULL && *c != '\0'; c++)
      length += *c == '\\' || *c == '\n' ? 2 : 1;
    if (status == GRUNDY_OK && label != NULL) status = check("label", label, length, error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

static void append_name(grundy_text *text, const grundy_digraph *g, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  grundy_dot_append_id(text, name, strlen(name));
}

/* Writes the line and empties it. */
static grundy_status put_line(FILE *out, grundy_text *line, grundy_error *error) {
  grundy_text_append(line, ";\n", 2);
  if (line->failed) return grundy_fail_memory(error);
  fwrite(line->at, 1, line->length, out);
  grundy_text_clear(line);
  return GRUNDY_OK;
}

/* Writes the move from u to v of kind 1 << kind. */
static grundy_status put_edge(FILE *out, const grundy_digraph *g, uint32_t u, uint32_t v, int kind,
                              grundy_text *line, grundy_error *error) {
  grundy_text_append(line, "  ", 2);
  append_name(line, g, u);
  grundy_text_append(line, " -> ", 4);
  append_name(line, g, v);
  if (kind > 0) {
    const char *name = grundy_kind_texts[kind].name;
    grundy_text_append(line, " [kind=", 7);
    grundy_dot_append_id(line, name, strlen(name));
    grundy_text_append(line, "]", 1);
  }
  return put_line(out, line, error);
}

static grundy_status put_edges(FILE *out, const grundy_digraph *g, grundy_text *line,
                               grundy_work *work, grundy_error *error) {
  const uint8_t *kinds = grundy_digraph_kinds(g);
  grundy_status status = GRUNDY_OK;
  for (uint32_t u = 0; u < grundy_digraph_order(g) && !ferror(out); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    uint64_t first = grundy_digraph_offsets(g)[u];
    for (uint64_t i = 0; status == GRUNDY_OK && i < followers.count; i++) {
      unsigned set = kinds == NULL ? GRUNDY_MOVE_ORDINARY : kinds[first + i];
      for (int kind = 0; status == GRUNDY_OK && set >> kind != 0; kind++)
        if ((set >> kind & 1) != 0)
          status = put_edge(out, g, u, followers.at[i], kind, line, error);
    }
    if (status != GRUNDY_OK) return status;
    if (!grundy_work_step(work, followers.count)) return grundy_fail_cancelled(error);
  }
  return GRUNDY_OK;
}

static grundy_status dot_write(FILE *out, const grundy_digraph *g, grundy_work *work,
                               grundy_error *error) {
  grundy_status status = check_texts(g, error);
  if (status != GRUNDY_OK) return status;
  grundy_text line = {0};
  fputs("digraph {\n", out);
  for (uint32_t v = 0; status == GRUNDY_OK && v < grundy_digraph_order(g) && !ferror(out); v++) {
    grundy_text_append(&line, "  ", 2);
    append_name(&line, g, v);
    /* Appends the label and the attributes of v in brackets, or nothing if there are none. */
    grundy_attribute_text said[GRUNDY_ATTRIBUTES];
    int count = grundy_digraph_attributes(g, v, said);
    const char *label = grundy_digraph_label(g, v), *before = " [";
    if (label != NULL) {
      grundy_text_append(&line, before, 2);
      /* Appends a label that is displayed as this text: Graphviz resolves backslashes in labels. */
      grundy_text_append(&line, "label=\"", 7);
      for (; *label != '\0'; label++) {
        if (*label == '\n') {
          grundy_text_append(&line, "\\n", 2);
        } else {
          if (*label == '\\' || *label == '"') grundy_text_append(&line, "\\", 1);
          grundy_text_append(&line, label, 1);
        }
      }
      grundy_text_append(&line, "\"", 1);
      before = ", ";
    }
    for (int i = 0; i < count; i++, before = ", ") {
      grundy_text_append(&line, before, 2);
      grundy_text_append(&line, said[i].name, strlen(said[i].name));
      grundy_text_append(&line, "=", 1);
      grundy_dot_append_id(&line, said[i].value, strlen(said[i].value));
    }
    if (before[0] == ',') grundy_text_append(&line, "]", 1);
    status = put_line(out, &line, error);
  }
  if (status == GRUNDY_OK) status = put_edges(out, g, &line, work, error);
  if (status == GRUNDY_OK) fputs("}\n", out);
  grundy_text_free(&line);
  return status;
}

const grundy_format_info grundy_format_dot = {
    .name = "dot",
    .game_endings = ".dot .gv",
    .read_game = grundy_dot_read,
    .write_game = dot_write,
};
