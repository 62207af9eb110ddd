/* Writes GraphML from which the reader restores the same game: nodes in their order with their
 * labels, players, outcomes and payoffs, then edges, one per kind of move. */

#include "format/impl.h"

#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "text/markup.h"
#include "text/utf8.h"

#include <string.h>

static void put(FILE *out, const char *text) {
  grundy_write_xml(out, text, strlen(text), "&<>\"\t\n\r");
}

/* Fails if XML cannot represent the text. */
static grundy_status check(const char *what, const char *text, grundy_error *error) {
  size_t length = strlen(text);
  const char *reason = length > GRUNDY_MAX_TEXT ? "it is too long" : NULL;
  for (size_t at = 0, size; at < length && reason == NULL; at += size) {
    uint32_t c = 0;
    size = grundy_utf8_next(text + at, length - at, &c);
    if (size == 0)
      reason = "it is not UTF-8";
    else if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff)
      reason = "it has a character that XML does not allow";
  }
  if (reason == NULL) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "the %s '%.*s' cannot be written in GraphML: %s; another format can hold it",
                     what, grundy_excerpt(text, length), text, reason);
}

static void put_data(FILE *out, const char *key, const char *text) {
  fprintf(out, "<data key=\"%s\">", key);
  put(out, text);
  fputs("</data>", out);
}

static void put_key(FILE *out, const char *of, const char *name, const char *type) {
  fprintf(out, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", name, of, name,
          type);
}

static void put_node(FILE *out, const grundy_digraph *g, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_attribute_text said[GRUNDY_ATTRIBUTES];
  int count = grundy_digraph_attributes(g, v, said);
  const char *label = grundy_digraph_label(g, v);
  fputs("    <node id=\"", out);
  put(out, grundy_digraph_name(g, v, scratch));
  if (label == NULL && count == 0) {
    fputs("\"/>\n", out);
    return;
  }
  fputs("\">", out);
  if (label != NULL) put_data(out, "label", label);
  for (int i = 0; i < count; i++) put_data(out, said[i].name, said[i].value);
  fputs("</node>\n", out);
}

/* Writes the move from u to v of kind 1 << kind. */
static void put_edge(FILE *out, const grundy_digraph *g, uint32_t u, uint32_t v, int kind) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  fputs("    <edge source=\"", out);
  put(out, grundy_digraph_name(g, u, scratch));
  fputs("\" target=\"", out);
  put(out, grundy_digraph_name(g, v, scratch));
  if (kind == 0) {
    fputs("\"/>\n", out);
    return;
  }
  fputs("\">", out);
  put_data(out, "kind", grundy_kind_texts[kind].name);
  fputs("</edge>\n", out);
}

static grundy_status graphml_write(FILE *out, const grundy_digraph *g, grundy_work *work,
                                   grundy_error *error) {
  bool labels;
  /* Checks all texts, and finds out whether there are labels. */
  labels = false;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *label = grundy_digraph_label(g, v);
    grundy_status status = check("name", grundy_digraph_name(g, v, scratch), error);
    if (status == GRUNDY_OK && label != NULL) status = check("label", label, error);
    if (status != GRUNDY_OK) return status;
    labels |= label != NULL;
  }
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
        out);
  if (labels) put_key(out, "node", "label", "string");
  if (grundy_digraph_players(g) != NULL) put_key(out, "node", "player", "string");
  if (grundy_digraph_outcomes(g) != NULL) put_key(out, "node", "outcome", "string");
  if (grundy_digraph_payoffs(g) != NULL) put_key(out, "node", "payoff", "double");
  if (grundy_digraph_kinds(g) != NULL) put_key(out, "edge", "kind", "string");
  fputs("  <graph edgedefault=\"directed\">\n", out);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && !ferror(out); v++) put_node(out, g, v);
  for (uint32_t u = 0; u < grundy_digraph_order(g) && !ferror(out); u++) {
    grundy_vertices followers = grundy_digraph_followers(g, u);
    const uint8_t *kinds = grundy_digraph_kinds(g);
    uint64_t first = grundy_digraph_offsets(g)[u];
    for (uint64_t i = 0; i < followers.count; i++) {
      unsigned set = kinds == NULL ? GRUNDY_MOVE_ORDINARY : kinds[first + i];
      for (int kind = 0; set >> kind != 0; kind++)
        if ((set >> kind & 1) != 0) put_edge(out, g, u, followers.at[i], kind);
    }
    if (!grundy_work_step(work, followers.count)) return grundy_fail_cancelled(error);
  }
  fputs("  </graph>\n</graphml>\n", out);
  return GRUNDY_OK;
}

const grundy_format_info grundy_format_graphml = {
    .name = "graphml",
    .game_endings = ".graphml .xml",
    .read_game = grundy_graphml_read,
    .write_game = graphml_write,
};
