#include "board.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>
#include <grundy/text.h>

#include "board_view.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "move_input.h"
#include "terminal.h"

enum {
  WIDTH = 80,
  INDENT = 2,
  GAP = 3,       /* between columns */
  ROWS = 20,     /* components shown */
  MOVE_ROWS = 8, /* in a short list of moves */
  STEPS = 6,     /* shown of a move in a list */
  SHORT = 44,    /* characters kept of a long text */
  SOURCE = 32,   /* characters kept of the name of a game */
};

void board_free(struct board *board) {
  grundy_moves_free(board->listed);
  free(board->drawing);
  board->listed = NULL;
  board->drawing = NULL;
}

/* ---- the match ----------------------------------------------------------------------- */

grundy_compound *board_compound(const struct board *board) {
  return grundy_expression_compound(board->expression);
}

bool board_is_standalone(const struct board *board) {
  return grundy_compound_component(board_compound(board), 0).kind->standalone;
}

double board_worth(const struct board *board, uint64_t moves, player to) {
  return grundy_match_position_after(board->match, moves).worth[to];
}

verdict board_verdict(const struct board *board, uint64_t moves, player to) {
  double worth = board_worth(board, moves, to);
  return worth < 0 ? LOST : worth > 0 ? WON : DRAWN;
}

/* ---- text ---------------------------------------------------------------------------- */

static void start_ink(const struct board *board, ink colour) {
  if (board->coloured) (void)fprintf(board->out, "\033[%dm", (int)colour);
}

static void end_ink(const struct board *board) {
  if (board->coloured) (void)fputs("\033[0m", board->out);
}

void board_put_in(const struct board *board, ink colour, const char *text) {
  start_ink(board, colour);
  (void)fputs(text, board->out);
  end_ink(board);
}

const char *board_dots(const struct board *board) {
  return board->ascii ? "..." : "…";
}

static size_t width_of(const char *text) {
  return terminal_width(text, strlen(text));
}

static void put_spaces(FILE *out, size_t count) {
  (void)fprintf(out, "%*s", (int)count, "");
}

const char *board_plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

void board_put_sure(const struct board *board, player who, double worth) {
  bool of_a = grundy_match_colour(board->match, who) == 'A';
  if (isinf(worth))
    (void)fputs("nothing", board->out);
  else
    (void)fprintf(board->out, "a payoff of at %s %.15g", of_a ? "least" : "most",
                  of_a ? worth : 0 - worth);
}

void board_put_cut(const struct board *board, const char *text) {
  char beginning[4 * SHORT + 1];
  size_t length = 0;
  for (size_t width = 0; text[length] != '\0' && length + 1 < sizeof beginning; length++) {
    width += ((unsigned char)text[length] & 0xc0) != 0x80;
    if (width > SHORT) break;
    beginning[length] = text[length];
  }
  beginning[length] = '\0';
  put_printable(board->out, beginning);
  if (text[length] != '\0') (void)fputs(board_dots(board), board->out);
}

/* ---- components ---------------------------------------------------------------------- */

/* Writes the last characters of a name, which say more than the beginning of a path. */
static const char *tail_of(const char *name, size_t most) {
  size_t width = width_of(name);
  for (; width > most; width--) do
      name++;
    while (((unsigned char)*name & 0xc0) == 0x80);
  return name;
}

static size_t put_source(const struct board *board, uint32_t component) {
  const char *name = grundy_expression_describe(board->expression, component).source;
  size_t most = SOURCE - width_of(board_dots(board));
  if (width_of(name) <= SOURCE) {
    put_printable(board->out, name);
    return width_of(name);
  }
  (void)fputs(board_dots(board), board->out);
  put_printable(board->out, tail_of(name, most));
  return SOURCE;
}

static bool can_move(const struct board *board, uint32_t component) {
  grundy_component game = grundy_compound_component(board_compound(board), component);
  uint64_t position = grundy_compound_position(board_compound(board), component), count = 0;
  return game.kind->count_moves(game.data, position, &count, NULL) == GRUNDY_OK && count > 0;
}

static size_t widest_source(const struct board *board) {
  size_t widest = 0;
  for (uint32_t i = 0; i < grundy_compound_count(board_compound(board)); i++) {
    size_t width = width_of(grundy_expression_describe(board->expression, i).source);
    if (width > widest) widest = width;
  }
  return widest < SOURCE ? widest : SOURCE;
}

static void put_component(const struct board *board, uint32_t component, size_t widest) {
  FILE *out = board->out;
  bool moves = can_move(board, component);
  (void)fprintf(out, "%*s%2lu  ", INDENT, "", (unsigned long)component + 1);
  if (!moves) start_ink(board, FAINT);
  put_spaces(out, widest - put_source(board, component));
  (void)fputs("  ", out);
  if (moves) start_ink(board, STRONG);
  expression_put_position(out, board->expression, component,
                          grundy_compound_position(board_compound(board), component),
                          put_position_name);
  if (!moves) (void)fputs("  (no move)", out);
  end_ink(board);
  (void)putc('\n', out);
}

/* If there are many components, those without moves are left out. */
static void put_components(const struct board *board) {
  uint32_t count = grundy_compound_count(board_compound(board));
  uint32_t shown = 0;
  size_t widest = widest_source(board);
  for (uint32_t i = 0; i < count && shown < ROWS; i++) {
    if (count > ROWS && !can_move(board, i)) continue;
    put_component(board, i, widest);
    shown++;
  }
  if (shown < count)
    (void)fprintf(board->out, "%*s%s and %lu other component%s\n", INDENT, "", board_dots(board),
                  (unsigned long)(count - shown), board_plural(count - shown));
}

/* ---- boards of components --------------------------------------------------------------- */

static grundy_status draw_component(struct board *board, uint32_t component, int turn,
                                    grundy_error *error) {
  uint64_t position = grundy_compound_position(board_compound(board), component);
  grundy_board *drawing = board->drawing;
  grundy_status status =
      board_view_draw(board->expression, component, position, turn, drawing, error);
  bool is_heap = drawing->kind == GRUNDY_BOARD_HEAPS && drawing->place_count == 1;
  if (status != GRUNDY_OK || drawing->kind == GRUNDY_BOARD_NONE || is_heap) return status;
  (void)putc('\n', board->out);
  board_view_put_text(board->out, drawing, 2 * INDENT);
  return GRUNDY_OK;
}

grundy_status board_draw(struct board *board, grundy_error *error) {
  uint32_t count = grundy_compound_count(board_compound(board));
  int now = grundy_match_position_after(board->match, grundy_match_length(board->match)).turn;
  int turn = now == grundy_match_position_after(board->match, 0).turn ? 1 : 2;
  grundy_status status = GRUNDY_OK;
  if (board->drawing == NULL) board->drawing = calloc(1, sizeof *board->drawing);
  if (board->drawing == NULL) return fail_memory(error);
  for (uint32_t i = 0; i < count && i < ROWS && status == GRUNDY_OK; i++)
    status = draw_component(board, i, turn, error);
  return status;
}

/* ---- moves --------------------------------------------------------------------------- */

/* Returns "2: 5 -> 0, 3: a -> b", cut if there are many steps, to be freed by the caller; NULL if
 * memory runs out. */
static char *describe_steps(const struct board *board, const grundy_move *move) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  for (uint64_t i = 0; i < move->count && i < STEPS; i++) {
    const grundy_step *step = &move->steps[i];
    (void)fprintf(out, "%s%lu: ", i == 0 ? "" : ", ", (unsigned long)step->component + 1);
    expression_put_position(out, board->expression, step->component, step->from, put_position_name);
    (void)fputs(grundy_step_arrow(step), out);
    expression_put_position(out, board->expression, step->component, step->to, put_position_name);
  }
  if (move->count > STEPS) (void)fprintf(out, ", %s", board_dots(board));
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

/* The layout of a list: in columns, row by row. */
struct layout {
  int digits;     /* of the largest number */
  size_t widest;  /* text, in characters */
  size_t columns; /* at least 1 */
};

static struct layout lay_out(char *const *cells, uint64_t count) {
  struct layout layout = {.digits = snprintf(NULL, 0, "%llu", (unsigned long long)count)};
  for (uint64_t i = 0; i < count; i++) {
    size_t width = width_of(cells[i]);
    if (width > layout.widest) layout.widest = width;
  }
  size_t cell = (size_t)layout.digits + 2 + layout.widest;
  layout.columns = cell > WIDTH - INDENT ? 1 : (WIDTH - INDENT + GAP) / (cell + GAP);
  return layout;
}

static void put_cells(const struct board *board, char *const *cells, const struct layout *layout) {
  for (uint64_t i = 0; i < board->shown; i++) {
    size_t column = i % layout->columns;
    put_spaces(board->out, column == 0 ? INDENT : GAP);
    start_ink(board, CYAN);
    (void)fprintf(board->out, "%*llu)", layout->digits, (unsigned long long)i + 1);
    end_ink(board);
    (void)fprintf(board->out, " %s", cells[i]);
    if (column + 1 == layout->columns || i + 1 == board->shown)
      (void)putc('\n', board->out);
    else
      put_spaces(board->out, layout->widest - width_of(cells[i]));
  }
}

/* A short list is limited to MOVE_ROWS rows. */
static grundy_status put_list(struct board *board, bool is_short, grundy_error *error) {
  uint64_t count = board->shown;
  char **cells = (char **)calloc(count + 1, sizeof *cells);
  bool fine = cells != NULL;
  for (uint64_t i = 0; fine && i < count; i++) {
    grundy_move move = grundy_moves_get(board->listed, i);
    cells[i] = describe_steps(board, &move);
    fine = cells[i] != NULL;
  }
  if (fine) {
    struct layout layout = lay_out(cells, count);
    if (is_short && count > MOVE_ROWS * layout.columns) board->shown = MOVE_ROWS * layout.columns;
    put_cells(board, cells, &layout);
  }
  for (uint64_t i = 0; cells != NULL && i < count; i++) free(cells[i]);
  free((void *)cells);
  return fine ? GRUNDY_OK : fail_memory(error);
}

/* Writes "... and 35 more; type for instance: 2 c". */
static void put_rest(const struct board *board) {
  uint64_t last = grundy_moves_count(board->listed) - 1;
  grundy_move example = grundy_moves_get(board->listed, board->shown < last ? board->shown : last);
  (void)fprintf(board->out, "%*s%s and ", INDENT, "", board_dots(board));
  if (board->move_count == UINT64_MAX)
    (void)fputs("very many", board->out);
  else
    (void)fprintf(board->out, "%llu", (unsigned long long)(board->move_count - board->shown));
  (void)fputs(" more; type for instance: ", board->out);
  move_input_put_steps(board->out, board->expression, example.steps, example.count);
  (void)putc('\n', board->out);
}

static grundy_status list_moves(struct board *board, uint64_t most, grundy_error *error) {
  grundy_moves *moves = NULL;
  grundy_status status =
      grundy_compound_move_count(board_compound(board), &board->move_count, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_moves(board_compound(board), most + 1, &moves, error);
  if (status != GRUNDY_OK) return status;
  grundy_moves_free(board->listed);
  board->listed = moves;
  uint64_t listed = grundy_moves_count(moves); /* only some of infinitely many moves */
  board->shown = listed < most ? listed : most;
  return GRUNDY_OK;
}

grundy_status board_show(struct board *board, uint64_t most, grundy_error *error) {
  char turn[64];
  grundy_status status = list_moves(board, most, error);
  if (status != GRUNDY_OK) return status;
  (void)snprintf(turn, sizeof turn, "Move %llu, your turn",
                 (unsigned long long)grundy_match_length(board->match) + 1);
  (void)putc('\n', board->out);
  board_put_in(board, STRONG, turn);
  (void)putc('\n', board->out);
  put_components(board);
  status = board_draw(board, error);
  if (status != GRUNDY_OK) return status;
  (void)putc('\n', board->out);
  status = put_list(board, most == BOARD_MOVES, error);
  if (status == GRUNDY_OK && board->shown < board->move_count) put_rest(board);
  return status;
}

void board_tell_move(const struct board *board) {
  grundy_match_position made =
      grundy_match_position_after(board->match, grundy_match_length(board->match) - 1);
  board_put_in(board, made.turn == PERSON ? FAINT : YELLOW,
               made.turn == PERSON ? "You move " : "The computer moves ");
  expression_put_steps(board->out, board->expression, made.steps, made.step_count);
  (void)fputs(".\n", board->out);
}

/* ---- remarks ------------------------------------------------------------------------- */

void board_remark(const struct board *board, const char *remark) {
  start_ink(board, RED);
  put_printable(board->out, remark);
  end_ink(board);
  (void)putc('\n', board->out);
}

/* Returns the first move of the list with a step in the component, or else the first move. */
static grundy_move example_in(const struct board *board, uint32_t component) {
  for (uint64_t i = 0; i < grundy_moves_count(board->listed); i++) {
    grundy_move example = grundy_moves_get(board->listed, i);
    for (uint64_t s = 0; s < example.count; s++)
      if (example.steps[s].component == component) return example;
  }
  return grundy_moves_get(board->listed, 0);
}

void board_refuse(const struct board *board, const char *reason, uint32_t component) {
  grundy_move example = example_in(board, component);
  start_ink(board, RED);
  put_printable(board->out, reason);
  (void)fputs("; a move is for instance ", board->out);
  move_input_put_steps(board->out, board->expression, example.steps, example.count);
  end_ink(board);
  (void)putc('\n', board->out);
}

/* ---- hints --------------------------------------------------------------------------- */

/* Returns the number of moves after this one with best play by both players. In misère play the
 * remoteness of a terminal position is 1 and not 0. */
static uint64_t moves_left(const struct board *board, const grundy_move *best) {
  return best->after.remoteness -
         (grundy_compound_play(board_compound(board)) == GRUNDY_MISERE_PLAY ? 1 : 0);
}

static void put_length(const struct board *board, const grundy_move *best) {
  grundy_number remoteness = best->after.remoteness, counter = best->after.counter;
  bool ends = remoteness != GRUNDY_UNKNOWN && remoteness != GRUNDY_INFINITY64;
  if (ends && board_is_standalone(board)) {
    (void)fprintf(board->out, "  It can be forced within %llu move%s of both players.\n",
                  (unsigned long long)remoteness + 1, board_plural(remoteness + 1));
  } else if (ends) {
    uint64_t moves = moves_left(board, best) + 1;
    (void)fprintf(board->out,
                  "  With best play the game is over after %llu move%s of both players.\n",
                  (unsigned long long)moves, board_plural(moves));
  } else if (counter < GRUNDY_OMEGA &&
             grundy_evaluation_mover_outcome(&best->after) == GRUNDY_OUTCOME_P) {
    (void)fprintf(board->out, "  The counter is then %llu, and you can lower it in every turn.\n",
                  (unsigned long long)counter);
  }
}

static void put_reason(const struct board *board, const grundy_move *best) {
  (void)fputs("  It ", board->out);
  evaluation_put_after(board->out, &best->after, GRUNDY_ENGLISH);
  (void)fputs(" (by ", board->out);
  evaluation_put_origin(board->out, &best->after.outcome_origin, GRUNDY_ENGLISH);
  (void)fputs(").\n", board->out);
  switch (board_verdict(board, grundy_match_length(board->match), PERSON)) {
  case WON:
    (void)fputs("  Whatever the computer answers, you can win.\n", board->out);
    put_length(board, best);
    break;
  case DRAWN:
    (void)fputs("  Nobody can force a win. No move wins here.\n", board->out);
    break;
  case LOST:
    (void)fputs("  The computer can win after every move of yours.\n", board->out);
    put_length(board, best);
    break;
  }
}

void board_hint(const struct board *board, const grundy_evaluation *evaluation,
                const grundy_move *best) {
  static const char *const verdicts[] = {[LOST] = " resists longest; every move loses.",
                                         [DRAWN] = " keeps the draw.",
                                         [WON] = " wins."};
  uint64_t now = grundy_match_length(board->match);
  board_put_in(board, GREEN, "Hint: ");
  expression_put_steps(board->out, board->expression, best->steps, best->count);
  if (grundy_match_has_payoffs(board->match)) {
    (void)fputs(".\n  With it you stay sure of ", board->out);
    board_put_sure(board, PERSON, board_worth(board, now, PERSON));
    (void)fputs(".\n", board->out);
    return;
  }
  verdict mine = board_verdict(board, now, PERSON);
  bool stalls = mine == LOST && !evaluation_resists(evaluation);
  (void)fprintf(board->out, "%s\n",
                !stalls                                    ? verdicts[mine]
                : evaluation->remoteness == GRUNDY_UNKNOWN ? "; every move loses."
                                                           : "; every move loses, and none resists "
                                                             "longest.");
  put_reason(board, best);
}
