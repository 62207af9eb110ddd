/* Adds to the SVG of Graphviz what its colours and shapes mean, so that programs need not guess. */

#include <grundy/value.h>

#include "digraph/kinds.h"
#include "draw/impl.h"
#include "text/markup.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- attributes ------------------------------------------------------------------------------ */

static void put_name(const grundy_picture *p, const char *attribute, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  fprintf(p->out, " %s=\"", attribute);
  for (const char *name = grundy_digraph_name(p->g, v, scratch); *name != '\0'; name++)
    if ((unsigned char)*name < 0x20 || *name == 0x7f)
      putc('?', p->out);
    else
      grundy_write_xml(p->out, name, 1, "&<>\"");
  putc('"', p->out);
}

/* Writes the class and the attributes of a position. */
static void put_position(const grundy_picture *p, uint32_t v) {
  bool known = p->outcome != NULL && p->outcome[v] != GRUNDY_OUTCOME_NONE;
  fputs(" class=\"node", p->out);
  if (known && p->outcome[v] == GRUNDY_OUTCOME_UNKNOWN)
    fputs(" outcome-unknown", p->out);
  else if (known)
    fprintf(p->out, " outcome-%c", p->outcome[v]);
  if ((p->marks[v] & GRUNDY_HIGHLIGHTED) != 0) fputs(" highlighted", p->out);
  if ((p->marks[v] & GRUNDY_CURRENT) != 0) fputs(" current", p->out);
  if (grundy_picture_hides_moves(p, v)) fputs(" partial", p->out);
  bool leaves =
      grundy_game_is_window(grundy_digraph_type(p->g)) && grundy_digraph_frontier(p->g)[v] != 0;
  if (grundy_digraph_followers(p->g, v).count == 0 && !leaves) fputs(" terminal", p->out);
  putc('"', p->out);
  put_name(p, "data-position", v);
  if (p->players != NULL) fprintf(p->out, " data-player=\"%c\"", p->players[v]);
  if (p->options->blank) return;
  if (known) fprintf(p->out, " data-outcome=\"%c\"", p->outcome[v]);
  if (grundy_solution_numbers(p->solution, GRUNDY_COLUMN_GRUNDY) != NULL) {
    fputs(" data-value=\"", p->out);
    grundy_value_write(grundy_solution_value(p->solution, v), false, p->out);
    putc('"', p->out);
  }
  if (p->remoteness == NULL) return;
  uint32_t remoteness = p->remoteness[v];
  if (remoteness >= GRUNDY_NUMBER_UNKNOWN)
    fprintf(p->out, " data-remoteness=\"%s\"", remoteness == GRUNDY_INFINITY ? "inf" : "?");
  else
    fprintf(p->out, " data-remoteness=\"%s%" PRIu32 "\"",
            remoteness >= GRUNDY_NUMBER_AT_MOST ? "≤" : "", grundy_number_unmarked(remoteness));
}

/* ---- reading what Graphviz wrote ------------------------------------------------------------- */

/* Reads "-12", in which Graphviz may escape the hyphen; false if that is not there. */
static bool take_number(const char **at, uint32_t order, uint32_t *number) {
  static const char escaped[] = "&#45;";
  if (**at == '-')
    ++*at;
  else if (strncmp(*at, escaped, strlen(escaped)) == 0)
    *at += strlen(escaped);
  else
    return false;
  char *end;
  if (**at < '0' || **at > '9') return false;
  unsigned long read = strtoul(*at, &end, 10);
  *at = end;
  *number = (uint32_t)read;
  return read < order;
}

/* Writes the line if it begins the group of a position or move, and returns whether it does. Text
 * in a picture cannot look like that, since its angle brackets are escaped. */
static bool put_group(const grundy_picture *p, const char *line) {
  static const char begin[] = "<g id=\"", node[] = "\" class=\"node\">",
                    edge[] = "\" class=\"edge\">";
  uint32_t order = grundy_digraph_order(p->g), u = 0, w = 0;
  const char *at = line + strlen(begin);
  if (strncmp(line, begin, strlen(begin)) != 0 || (*at != 'v' && *at != 'e')) return false;
  bool is_move = *at++ == 'e';
  if (!take_number(&at, order, &u) || (is_move && !take_number(&at, order, &w))) return false;
  uint32_t kind = 0;
  if (is_move && *at != '"' && !take_number(&at, GRUNDY_MOVE_KINDS, &kind)) return false;
  if (strncmp(at, is_move ? edge : node, strlen(is_move ? edge : node)) != 0) return false;
  if (is_move) {
    const grundy_drawn_move move = {u, w, kind};
    fprintf(p->out, "<g id=\"e-%" PRIu32 "-%" PRIu32, u, w);
    if (kind > 0) fprintf(p->out, "-%" PRIu32, kind);
    putc('"', p->out);
    /* Writes the class and the attributes of a move. */
    static const char *const ratings[] = {[GRUNDY_GOOD] = "good",
                                          [GRUNDY_NEUTRAL] = "neutral",
                                          [GRUNDY_BAD] = "bad",
                                          [GRUNDY_UNRATED] = "unknown"};
    fputs(" class=\"edge", p->out);
    if (p->outcome != NULL) {
      fprintf(p->out, " %s", ratings[grundy_picture_rate_move(p, move)]);
      if (p->outcome[u] == GRUNDY_OUTCOME_D && p->outcome[w] != GRUNDY_OUTCOME_NONE)
        fputs(p->outcome[w] == GRUNDY_OUTCOME_D ? " stay" : " exit", p->out);
    }
    if (grundy_picture_is_best(p, move)) fputs(" best", p->out);
    if ((p->marks[u] & GRUNDY_CURRENT) != 0) fputs(" current", p->out);
    putc('"', p->out);
    put_name(p, "data-from", u);
    put_name(p, "data-to", w);
    if (grundy_digraph_kinds(p->g) != NULL)
      fprintf(p->out, " data-kind=\"%s\"", grundy_kind_texts[kind].name);
    grundy_picture_put_played(p, u, w, " data-number=\"");
  } else {
    fprintf(p->out, "<g id=\"v-%" PRIu32 "\"", u);
    put_position(p, u);
  }
  fputs(">\n", p->out);
  return true;
}

void grundy_annotate_svg(const grundy_picture *p, const char *svg, size_t size) {
  const char *end = svg + size;
  while (svg < end) {
    const char *newline = memchr(svg, '\n', (size_t)(end - svg));
    const char *next = newline == NULL ? end : newline + 1;
    /* A line without its end cannot be a group: the document ends with a closing tag. */
    if (newline == NULL || !put_group(p, svg)) fwrite(svg, 1, (size_t)(next - svg), p->out);
    svg = next;
  }
}
