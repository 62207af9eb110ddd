/* A solved game as a scene: what its positions and moves show, and what that means. */

#include <grundy/value.h>

#include "answer/impl.h"
#include "base/alloc.h"
#include "digraph/kinds.h"
#include "draw/board.h"
#include "draw/impl.h"
#include "explore/impl.h"
#include "format/entries.h"
#include "solution/drawn.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* ---- text ------------------------------------------------------------------------------------ */

static void put_name(const grundy_picture *p, uint32_t v, FILE *texts) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_scene_put(texts, grundy_digraph_name(p->g, v, scratch));
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

/* Writes the value, the payoffs and the columns to show, one per line. Payoffs are what A can be
 * sure to get, and what B can hold A to. Entries are as short as numbers except for sets, which are
 * truncated. */
static bool put_entries(const grundy_picture *p, uint32_t v, FILE *texts) {
  static const grundy_style style = {"", "∞", "-", "{", "}", "{}", "?", "≤ ", "", NULL};
  grundy_written written[GRUNDY_COLUMN_COUNT];
  const double *guarantee = grundy_solution_reals(p->solution, GRUNDY_COLUMN_GUARANTEE);
  const double *cap = grundy_solution_reals(p->solution, GRUNDY_COLUMN_CAP);
  char real[GRUNDY_REAL_ROOM];
  if (p->options->caption != NULL) {
    (void)putc('\n', texts);
    grundy_scene_put(texts, p->options->caption);
  } else if (grundy_solution_numbers(p->solution, GRUNDY_COLUMN_GRUNDY) != NULL) {
    (void)putc('\n', texts);
    grundy_value_write(grundy_solution_value(p->solution, v), false, texts);
  }
  if (guarantee != NULL && cap != NULL && !isnan(guarantee[v]))
    (void)fprintf(texts, "\n≥ %s", grundy_real_format(guarantee[v], 6, real));
  if (guarantee != NULL && cap != NULL && !isnan(cap[v]))
    (void)fprintf(texts, "\n≤ %s", grundy_real_format(cap[v], 6, real));
  int count = grundy_written_of(p->solution,
                                p->options->show & grundy_solution_columns(p->solution), written);
  for (int i = 0; i < count; i++) {
    char *text = grundy_alloc(grundy_entry_room(p->solution, &written[i], v) + 1, 1);
    if (text == NULL) return false;
    *grundy_put_entry(text, p->solution, &written[i], v, &style) = '\0';
    (void)fprintf(texts, "\n%s=", short_name(written[i].column));
    grundy_scene_put(texts, text);
    free(text);
  }
  return true;
}

/* ---- positions ------------------------------------------------------------------------------- */

static bool is_drawn(const grundy_picture *p, uint32_t v) {
  return (p->marks[v] & GRUNDY_DRAWN) != 0;
}

/* Returns whether the position has moves that are not drawn. */
static bool hides_moves(const grundy_picture *p, uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(p->g, v);
  const uint8_t *frontier = grundy_digraph_frontier(p->g);
  for (uint64_t i = 0; i < row.count; i++)
    if (!is_drawn(p, row.at[i])) return true;
  return frontier != NULL && frontier[v] != 0;
}

/* Returns the rating of a position by its outcome: P, N, D, or A, B, D. A missing outcome is
 * neutral. */
static grundy_rating rating_of(grundy_outcome outcome) {
  if (outcome == GRUNDY_OUTCOME_N || outcome == GRUNDY_OUTCOME_A) return GRUNDY_RATING_GOOD;
  if (outcome == GRUNDY_OUTCOME_UNKNOWN) return GRUNDY_RATING_UNKNOWN;
  return outcome == GRUNDY_OUTCOME_P || outcome == GRUNDY_OUTCOME_B ? GRUNDY_RATING_BAD
                                                                    : GRUNDY_RATING_NEUTRAL;
}

static size_t put_position_classes(const grundy_picture *p, uint32_t v, bool is_partial,
                                   grundy_scene *scene) {
  size_t place = grundy_scene_text(scene);
  FILE *texts = scene->texts;
  bool known = p->outcome != NULL && p->outcome[v] != GRUNDY_OUTCOME_NONE;
  (void)fputs("node", texts);
  if (known && p->outcome[v] == GRUNDY_OUTCOME_UNKNOWN)
    (void)fputs(" outcome-unknown", texts);
  else if (known)
    (void)fprintf(texts, " outcome-%c", p->outcome[v]);
  if ((p->marks[v] & GRUNDY_HIGHLIGHTED) != 0) (void)fputs(" highlighted", texts);
  if ((p->marks[v] & GRUNDY_CURRENT) != 0) (void)fputs(" current", texts);
  if (is_partial) (void)fputs(" partial", texts);
  bool leaves =
      grundy_game_is_window(grundy_digraph_type(p->g)) && grundy_digraph_frontier(p->g)[v] != 0;
  if (grundy_digraph_followers(p->g, v).count == 0 && !leaves) (void)fputs(" terminal", texts);
  (void)putc('\0', texts);
  return place;
}

static size_t put_position_data(const grundy_picture *p, uint32_t v, grundy_scene *scene) {
  size_t place = grundy_scene_text(scene);
  FILE *texts = scene->texts;
  (void)fputs("position=", texts);
  put_name(p, v, texts);
  if (p->players != NULL) (void)fprintf(texts, "\nplayer=%c", p->players[v]);
  if (p->outcome != NULL && p->outcome[v] != GRUNDY_OUTCOME_NONE)
    (void)fprintf(texts, "\noutcome=%c", p->outcome[v]);
  if (!p->options->blank && grundy_solution_numbers(p->solution, GRUNDY_COLUMN_GRUNDY) != NULL) {
    (void)fputs("\nvalue=", texts);
    grundy_value_write(grundy_solution_value(p->solution, v), false, texts);
  }
  if (!p->options->blank && p->remoteness != NULL) {
    uint32_t remoteness = p->remoteness[v];
    if (remoteness >= GRUNDY_NUMBER_UNKNOWN)
      (void)fprintf(texts, "\nremoteness=%s", remoteness == GRUNDY_INFINITY ? "inf" : "?");
    else
      (void)fprintf(texts, "\nremoteness=%s%" PRIu32,
                    remoteness >= GRUNDY_NUMBER_AT_MOST ? "≤" : "",
                    grundy_number_unmarked(remoteness));
  }
  (void)putc('\0', texts);
  return place;
}

/* Draws the board of a position as the player who began sees it, if that player is to move. */
static grundy_status put_board(const grundy_picture *p, uint32_t v, grundy_scene *scene,
                               grundy_scene_node *node, grundy_error *error) {
  const grundy_board_view view = {.is_small = true};
  if (p->board == NULL) return GRUNDY_OK;
  grundy_status status = grundy_position_board(p->g, v, 1, p->board, error);
  if (status != GRUNDY_OK || p->board->kind == GRUNDY_BOARD_NONE) return status;
  grundy_board_measure(p->board, view, &node->picture_width, &node->picture_height);
  node->picture = grundy_scene_text(scene);
  grundy_board_paint(p->board, p->look, view, scene->texts);
  (void)putc('\0', scene->texts);
  node->board = grundy_scene_text(scene);
  grundy_json json = grundy_json_start(scene->texts);
  grundy_answer_board(&json, NULL, p->board);
  (void)putc('\0', scene->texts);
  return GRUNDY_OK;
}

grundy_status grundy_picture_add_position(const grundy_picture *p, uint32_t v, grundy_scene *scene,
                                          grundy_error *error) {
  if (!is_drawn(p, v)) return GRUNDY_OK;
  grundy_scene_node node = {
      .number = v,
      .rating = p->outcome == NULL ? GRUNDY_RATING_BLANK : rating_of(p->outcome[v]),
      .is_square = p->players != NULL && p->players[v] == 'B',
      .has_more = hides_moves(p, v),
      .is_marked = (p->marks[v] & (GRUNDY_HIGHLIGHTED | GRUNDY_CURRENT)) != 0};
  node.classes = put_position_classes(p, v, node.has_more, scene);
  node.data = put_position_data(p, v, scene);
  node.lines = grundy_scene_text(scene);
  put_name(p, v, scene->texts);
  if (!p->options->blank && !put_entries(p, v, scene->texts)) scene->failed = true;
  (void)putc('\0', scene->texts);
  grundy_status status = put_board(p, v, scene, &node, error);
  if (status == GRUNDY_OK) grundy_scene_add_node(scene, &node);
  return status;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* A move of one kind. */
typedef struct drawn_move {
  uint32_t u, w;
  uint32_t kind; /* the number of the bit of its kind */
} drawn_move;

/* Returns how good the move is for the player who makes it: moves to P-positions, or to positions
 * that this player wins, are good. After a carry-on move the same player moves, so that it is good
 * if it leads to an N-position. */
static grundy_rating rate_move(const grundy_picture *p, drawn_move m) {
  if (p->outcome == NULL) return GRUNDY_RATING_BLANK;
  if (p->outcome[m.w] == GRUNDY_OUTCOME_D) return GRUNDY_RATING_NEUTRAL;
  if (p->outcome[m.w] == GRUNDY_OUTCOME_UNKNOWN) return GRUNDY_RATING_UNKNOWN;
  const unsigned again = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL;
  const bool moves_again = (1U << m.kind & again) != 0;
  const grundy_outcome wanted = moves_again ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
  bool good = p->players == NULL ? p->outcome[m.w] == wanted : p->outcome[m.w] == p->players[m.u];
  return good ? GRUNDY_RATING_GOOD : GRUNDY_RATING_BAD;
}

/* Returns whether the good strategy may choose the move [Smi66, §4]: it lowers the remoteness by 1,
 * or keeps a draw. In a game with payoffs, the player to move stays sure of the same one. Otherwise
 * remoteness decides: in a two-coloured game, that of the winner. */
static bool is_best(const grundy_picture *p, drawn_move m) {
  const uint32_t *r = p->remoteness, u = m.u, w = m.w;
  if (p->options->blank) return false;
  if (grundy_digraph_type(p->g) == GRUNDY_GAME_PAYOFFS) {
    bool is_a = p->players[u] == 'A';
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
      p->outcome[u] == GRUNDY_OUTCOME_N && rate_move(p, m) != GRUNDY_RATING_GOOD)
    return false;
  return r != NULL && r[u] < GRUNDY_NUMBER_UNKNOWN &&
         grundy_number_unmarked(r[w]) == grundy_number_unmarked(r[u]) - 1;
}

bool grundy_picture_is_best(const grundy_picture *p, uint32_t u, uint32_t w) {
  return is_best(p, (drawn_move){u, w, 0});
}

/* Writes the numbers of this move in the match, "1, 5"; nothing if it was not made. */
static void put_played(const grundy_picture *p, drawn_move m, const char *before, FILE *texts) {
  bool first = true;
  for (uint64_t i = 0; i < p->options->played_count; i++) {
    const grundy_played *move = &p->options->played[i];
    if (move->from != m.u || move->to != m.w) continue;
    (void)fprintf(texts, "%s%" PRIu64, first ? before : ", ", i + 1);
    first = false;
  }
}

static size_t put_move_classes(const grundy_picture *p, drawn_move m, grundy_scene *scene) {
  size_t place = grundy_scene_text(scene);
  (void)fputs("edge", scene->texts);
  if (p->outcome != NULL) {
    (void)fprintf(scene->texts, " %s", grundy_rating_names[rate_move(p, m)]);
    if (p->outcome[m.u] == GRUNDY_OUTCOME_D && p->outcome[m.w] != GRUNDY_OUTCOME_NONE)
      (void)fputs(p->outcome[m.w] == GRUNDY_OUTCOME_D ? " stay" : " exit", scene->texts);
  }
  if (is_best(p, m)) (void)fputs(" best", scene->texts);
  if ((p->marks[m.u] & GRUNDY_CURRENT) != 0) (void)fputs(" current", scene->texts);
  (void)putc('\0', scene->texts);
  return place;
}

static size_t put_move_data(const grundy_picture *p, drawn_move m, grundy_scene *scene) {
  size_t place = grundy_scene_text(scene);
  (void)fputs("from=", scene->texts);
  put_name(p, m.u, scene->texts);
  (void)fputs("\nto=", scene->texts);
  put_name(p, m.w, scene->texts);
  if (grundy_digraph_kinds(p->g) != NULL)
    (void)fprintf(scene->texts, "\nkind=%s", grundy_kind_texts[m.kind].name);
  put_played(p, m, "\nnumber=", scene->texts);
  (void)putc('\0', scene->texts);
  return place;
}

static void add_move(const grundy_picture *p, drawn_move m, grundy_scene *scene) {
  grundy_scene_edge edge = {.from = m.u,
                            .to = m.w,
                            .number = m.kind,
                            .arrow = (grundy_arrow)m.kind,
                            .rating = rate_move(p, m),
                            .is_best = is_best(p, m),
                            .is_here = (p->marks[m.u] & GRUNDY_CURRENT) != 0};
  const uint32_t kept = p->kept == NULL ? 0 : p->kept[m.u];
  edge.is_stay = kept == m.w + 1;
  edge.is_exit = kept > 0 && p->outcome[m.w] != GRUNDY_OUTCOME_D;
  edge.classes = put_move_classes(p, m, scene);
  edge.data = put_move_data(p, m, scene);
  edge.label = grundy_scene_text(scene);
  put_played(p, m, "", scene->texts);
  (void)putc('\0', scene->texts);
  grundy_scene_add_edge(scene, &edge);
}

void grundy_picture_add_moves(const grundy_picture *p, uint32_t u, grundy_scene *scene) {
  grundy_vertices row = grundy_digraph_followers(p->g, u);
  const uint8_t *kinds = grundy_digraph_kinds(p->g);
  const uint64_t first = grundy_digraph_offsets(p->g)[u];
  for (uint64_t i = 0; i < row.count && is_drawn(p, u); i++)
    for (uint32_t kind = 0; kind < GRUNDY_MOVE_KINDS && is_drawn(p, row.at[i]); kind++) {
      const unsigned of_move = kinds == NULL ? (unsigned)GRUNDY_MOVE_ORDINARY : kinds[first + i];
      if ((of_move >> kind & 1) != 0) add_move(p, (drawn_move){u, row.at[i], kind}, scene);
    }
}

/* ---- pictures -------------------------------------------------------------------------------- */

uint64_t grundy_drawn_positions(const grundy_digraph *g, const grundy_draw_options *options) {
  return options->vertices == NULL ? grundy_digraph_order(g) : options->count;
}

/* If the current position is a draw, finds how play stays in it. False if memory runs out. */
static bool find_kept(grundy_picture *p) {
  const uint32_t *v = p->options->current;
  const bool is_explained = p->players == NULL && grundy_digraph_kinds(p->g) == NULL;
  grundy_drawn_line line = {0};
  if (v == NULL || p->outcome == NULL || p->outcome[*v] != GRUNDY_OUTCOME_D || !is_explained)
    return true;
  p->kept = grundy_alloc_zero(grundy_digraph_order(p->g), sizeof *p->kept);
  const bool fine = p->kept != NULL && grundy_drawn_line_find(p->g, p->outcome, *v, &line);
  for (uint64_t i = 0; i < line.count && fine; i++)
    if (i + 1 < line.count)
      p->kept[line.at[i]] = line.at[i + 1] + 1;
    else
      p->kept[line.at[i]] = line.path_count < line.count ? line.at[line.path_count] + 1 : 0;
  free(line.at);
  return fine;
}

bool grundy_picture_new(const grundy_digraph *g, const grundy_solution *solution,
                        const grundy_draw_options *options, grundy_picture *picture) {
  *picture = (grundy_picture){
      .g = g,
      .solution = solution,
      .options = options,
      .look = grundy_look_of(options->palette),
      .players = grundy_digraph_players(g),
      .remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS),
      .wins_a = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q1),
      .wins_b = grundy_solution_numbers(solution, GRUNDY_COLUMN_Q0),
  };
  if (!options->blank) picture->outcome = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  picture->marks = grundy_alloc_zero((uint64_t)grundy_digraph_order(g) + 1, 1);
  if (picture->marks == NULL) return false;
  for (uint64_t i = 0; i < grundy_drawn_positions(g, options); i++)
    picture->marks[options->vertices == NULL ? i : options->vertices[i]] = GRUNDY_DRAWN;
  for (uint64_t i = 0; i < options->highlighted_count; i++)
    picture->marks[options->highlighted[i]] |= GRUNDY_HIGHLIGHTED;
  if (options->current != NULL) picture->marks[*options->current] |= GRUNDY_CURRENT;
  if (find_kept(picture)) return true;
  grundy_picture_free(picture);
  return false;
}

void grundy_picture_free(grundy_picture *picture) {
  free(picture->marks);
  free(picture->kept);
}
