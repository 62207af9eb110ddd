/* A solved game as DOT with colours, shapes, labels and lines. */

#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/lower_bound.h"
#include "digraph/kinds.h"
#include "draw/impl.h"
#include "format/entries.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- text ------------------------------------------------------------------------------------ */

/* Writes text inside a quoted label, in which Graphviz expands entities. */
static void put_label_text(FILE *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') putc('\\', out);
    if (*text == '&') {
      fputs("&amp;", out);
      continue;
    }
    putc((unsigned char)*text < 0x20 || *text == 0x7f ? '?' : *text, out);
  }
}

static void put_name(const grundy_picture *p, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  put_label_text(p->out, grundy_digraph_name(p->g, v, scratch));
}

static const char *short_name(grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_REMOTENESS:
    return "R";
  case GRUNDY_COLUMN_DISTANCE:
    return "D";
  case GRUNDY_COLUMN_COUNTER:
    return "c";
  default:
    return grundy_column_describe(column)->name;
  }
}

/* Writes the value, the payoffs and the columns to show. Payoffs are what A can be sure to get, and
 * what B can hold A to. Entries are as short as numbers except for sets, which are truncated. */
static grundy_status put_entries(const grundy_picture *p, uint32_t v, grundy_error *error) {
  static const grundy_style style = {"", "∞", "-", "{", "}", "{}", "?", "≤ ", "", NULL};
  grundy_written written[GRUNDY_COLUMN_COUNT];
  const double *guarantee = grundy_solution_reals(p->solution, GRUNDY_COLUMN_GUARANTEE);
  const double *cap = grundy_solution_reals(p->solution, GRUNDY_COLUMN_CAP);
  char real[GRUNDY_REAL_ROOM];
  if (p->options->caption != NULL) {
    fputs("\\n", p->out);
    put_label_text(p->out, p->options->caption);
  } else if (grundy_solution_numbers(p->solution, GRUNDY_COLUMN_GRUNDY) != NULL) {
    fputs("\\n", p->out);
    grundy_value_write(grundy_solution_value(p->solution, v), false, p->out);
  }
  if (guarantee != NULL && cap != NULL && !isnan(guarantee[v]))
    fprintf(p->out, "\\n≥ %s", grundy_real_format(guarantee[v], 6, real));
  if (guarantee != NULL && cap != NULL && !isnan(cap[v]))
    fprintf(p->out, "\\n≤ %s", grundy_real_format(cap[v], 6, real));
  int count = grundy_written_of(p->solution,
                                p->options->show & grundy_solution_columns(p->solution), written);
  for (int i = 0; i < count; i++) {
    char *text = grundy_alloc(grundy_entry_room(p->solution, &written[i], v) + 1, 1);
    if (text == NULL) return grundy_fail_memory(error);
    *grundy_put_entry(text, p->solution, &written[i], v, &style) = '\0';
    fprintf(p->out, "\\n%s=", short_name(written[i].column));
    put_label_text(p->out, text);
    free(text);
  }
  return GRUNDY_OK;
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool is_drawn(const grundy_picture *p, uint32_t v) {
  return (p->marks[v] & GRUNDY_DRAWN) != 0;
}

bool grundy_picture_hides_moves(const grundy_picture *p, uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(p->g, v);
  const uint8_t *frontier = grundy_digraph_frontier(p->g);
  for (uint64_t i = 0; i < row.count; i++)
    if (!is_drawn(p, row.at[i])) return true;
  return frontier != NULL && frontier[v] != 0;
}

static grundy_status put_position(const grundy_picture *p, uint32_t v, grundy_error *error) {
  grundy_rating rating = p->outcome == NULL ? GRUNDY_NEUTRAL : grundy_rating_of(p->outcome[v]);
  bool highlighted = (p->marks[v] & (GRUNDY_HIGHLIGHTED | GRUNDY_CURRENT)) != 0;
  fprintf(p->out, "  v%" PRIu32 " [id=\"v-%" PRIu32 "\", tooltip=\"", v, v);
  put_name(p, v);
  fputs("\", label=\"", p->out);
  put_name(p, v);
  grundy_status status = p->options->blank ? GRUNDY_OK : put_entries(p, v, error);
  fprintf(p->out, "\", shape=%s, fillcolor=\"%s\"", p->look->shape[rating],
          p->outcome == NULL ? "white" : p->look->fill[rating]);
  if (grundy_picture_hides_moves(p, v)) fputs(", style=\"filled,dashed\"", p->out);
  if (p->players != NULL && p->players[v] == 'B') fputs(", peripheries=2", p->out);
  if (highlighted) fprintf(p->out, ", color=\"%s\", penwidth=4", p->look->highlight);
  fputs("];\n", p->out);
  return status;
}

/* ---- moves ----------------------------------------------------------------------------------- */

uint8_t grundy_picture_kinds(const grundy_picture *p, uint32_t u, uint32_t w) {
  const uint8_t *kinds = grundy_digraph_kinds(p->g);
  const uint64_t *offsets = grundy_digraph_offsets(p->g);
  if (kinds == NULL) return GRUNDY_MOVE_ORDINARY;
  grundy_vertices row = grundy_digraph_followers(p->g, u);
  uint64_t i = grundy_lower_bound(row.at, row.count, w);
  return i < row.count && row.at[i] == w ? kinds[offsets[u] + i] : 0;
}

grundy_rating grundy_picture_rate_move(const grundy_picture *p, grundy_drawn_move m) {
  if (p->outcome == NULL || p->outcome[m.w] == GRUNDY_OUTCOME_D) return GRUNDY_NEUTRAL;
  if (p->outcome[m.w] == GRUNDY_OUTCOME_UNKNOWN) return GRUNDY_UNRATED;
  const unsigned again = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL;
  const bool moves_again = (1U << m.kind & again) != 0;
  const grundy_outcome wanted = moves_again ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
  bool good = p->players == NULL ? p->outcome[m.w] == wanted : p->outcome[m.w] == p->players[m.u];
  return good ? GRUNDY_GOOD : GRUNDY_BAD;
}

/* In a game with payoffs, the player to move stays sure of the same one. Otherwise remoteness
 * decides: in a two-coloured game, that of the winner. */
bool grundy_picture_is_best(const grundy_picture *p, grundy_drawn_move m) {
  const uint32_t *r = p->remoteness, u = m.u, w = m.w;
  if (p->options->blank) return false;
  if (grundy_digraph_type(p->g) == GRUNDY_GAME_PAYOFFS) {
    bool is_a = p->players != NULL && p->players[u] == 'A';
    const double *sure =
        grundy_solution_reals(p->solution, is_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP);
    return sure != NULL && sure[w] == sure[u];
  }
  if (p->outcome != NULL && p->outcome[u] == GRUNDY_OUTCOME_D)
    return p->outcome[w] == GRUNDY_OUTCOME_D;
  if (p->players != NULL && p->outcome != NULL)
    r = p->outcome[u] == GRUNDY_OUTCOME_A   ? p->wins_a
        : p->outcome[u] == GRUNDY_OUTCOME_B ? p->wins_b
                                            : NULL;
  /* With carry-on moves, remoteness does not say whether a move is good. */
  if (p->outcome != NULL && grundy_digraph_kinds(p->g) != NULL &&
      p->outcome[u] == GRUNDY_OUTCOME_N && grundy_picture_rate_move(p, m) != GRUNDY_GOOD)
    return false;
  return r != NULL && r[u] < GRUNDY_NUMBER_UNKNOWN &&
         grundy_number_unmarked(r[w]) == grundy_number_unmarked(r[u]) - 1;
}

void grundy_picture_put_played(const grundy_picture *p, uint32_t u, uint32_t w,
                               const char *before) {
  bool first = true;
  for (uint64_t i = 0; i < p->options->played_count; i++) {
    const grundy_played *move = &p->options->played[i];
    if (move->from != u || move->to != w) continue;
    fprintf(p->out, "%s%" PRIu64, first ? before : ", ", i + 1);
    first = false;
  }
  if (!first) fputs("\"", p->out);
}

/* Moves of several kinds are several arrows; the ids of arrows that are not ordinary end with the
 * number of their kind. */
static void put_move(const grundy_picture *p, grundy_drawn_move m) {
  grundy_rating rating = grundy_picture_rate_move(p, m);
  fprintf(p->out, "  v%" PRIu32 " -> v%" PRIu32 " [id=\"e-%" PRIu32 "-%" PRIu32, m.u, m.w, m.u,
          m.w);
  if (m.kind > 0) fprintf(p->out, "-%" PRIu32, m.kind);
  fprintf(p->out, "\", color=\"%s\", style=%s",
          p->outcome == NULL ? "black" : p->look->line[rating],
          p->outcome == NULL ? "solid" : p->look->style[rating]);
  if (m.kind > 0) fprintf(p->out, ", arrowhead=%s", grundy_arrows[m.kind].graphviz);
  if (grundy_picture_is_best(p, m)) fputs(", penwidth=2.5", p->out);
  grundy_picture_put_played(p, m.u, m.w, ", label=\"");
  fputs("];\n", p->out);
}

static void put_moves(const grundy_picture *p, uint32_t u) {
  grundy_vertices row = grundy_digraph_followers(p->g, u);
  const uint8_t *kinds = grundy_digraph_kinds(p->g);
  const uint64_t first = grundy_digraph_offsets(p->g)[u];
  for (uint64_t i = 0; i < row.count; i++)
    for (uint32_t kind = 0; kind < GRUNDY_MOVE_KINDS && is_drawn(p, row.at[i]); kind++) {
      const unsigned of_move = kinds == NULL ? (unsigned)GRUNDY_MOVE_ORDINARY : kinds[first + i];
      if ((of_move >> kind & 1) != 0) put_move(p, (grundy_drawn_move){u, row.at[i], kind});
    }
}

/* ---- pictures -------------------------------------------------------------------------------- */

uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options) {
  return options->vertices == NULL ? grundy_digraph_order(g) : options->count;
}

/* Returns whether the text can be written into DOT without quotes. NULL is not a word. */
static bool is_word(const char *text) {
  return text != NULL && strspn(text, "abcdefghijklmnopqrstuvwxyz") == strlen(text);
}

/* The resolution of a png, unless it is scaled. */
enum { DOTS_PER_INCH = 96 };

static grundy_status put_picture(const grundy_picture *p, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  fputs("digraph {\n", p->out);
  /* Programs that read DOT use the layout that was chosen, too. */
  if (is_word(p->options->layout)) fprintf(p->out, "  layout=%s;\n", p->options->layout);
  fputs("  node [style=filled, fontname=\"DejaVu Sans\", fontsize=12, margin=\"0.06,0.03\"];\n"
        "  edge [fontname=\"DejaVu Sans\", fontsize=11, arrowsize=0.8];\n"
        "  graph [fontname=\"DejaVu Sans\", fontsize=11, outputorder=edgesfirst, overlap=",
        p->out);
  fprintf(p->out, "%s];\n", is_word(p->options->overlap) ? p->options->overlap : "prism");
  if (p->options->scale > 0) fprintf(p->out, "  dpi=%.17g;\n", DOTS_PER_INCH * p->options->scale);
  if (p->options->legend) grundy_put_legend(p->out, p->look, p->g, p->options->blank);
  for (uint32_t v = 0; v < grundy_digraph_order(p->g) && status == GRUNDY_OK; v++)
    if (is_drawn(p, v)) status = put_position(p, v, error);
  for (uint32_t v = 0; v < grundy_digraph_order(p->g); v++)
    if (is_drawn(p, v)) put_moves(p, v);
  fputs("}\n", p->out);
  return status;
}

bool grundy_picture_new(const grundy_digraph *g, const grundy_solution *solution,
                        const grundy_draw_options *options, FILE *out, grundy_picture *picture) {
  *picture = (grundy_picture){
      .g = g,
      .solution = solution,
      .options = options,
      .look = grundy_look_of(options->palette),
      .players = grundy_digraph_players(g),
      .remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS),
      .wins_a = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q1),
      .wins_b = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q0),
      .out = out,
  };
  if (!options->blank) picture->outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  picture->marks = grundy_alloc_zero((uint64_t)grundy_digraph_order(g) + 1, 1);
  if (picture->marks == NULL) return false;
  for (uint64_t i = 0; i < grundy_drawn_positions(g, options); i++)
    picture->marks[options->vertices == NULL ? i : options->vertices[i]] = GRUNDY_DRAWN;
  for (uint64_t i = 0; i < options->highlighted_count; i++)
    picture->marks[options->highlighted[i]] |= GRUNDY_HIGHLIGHTED;
  if (options->current != NULL) picture->marks[*options->current] |= GRUNDY_CURRENT;
  return true;
}

grundy_status grundy_put_dot(const grundy_digraph *g, const grundy_solution *solution,
                             const grundy_draw_options *options, FILE *out, grundy_error *error) {
  grundy_picture p;
  if (!grundy_picture_new(g, solution, options, out, &p)) return grundy_fail_memory(error);
  grundy_status status = put_picture(&p, error);
  free(p.marks);
  return status == GRUNDY_OK ? grundy_digraph_naming_status(g, error) : status;
}
