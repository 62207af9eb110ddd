/* A page to print, with a blank picture and a table to fill in, and the solution on the next page
 * or in a file of its own. */

#include <grundy/draw.h>

#include <grundy/engine.h>
#include <grundy/format.h>
#include <grundy/value.h>

#include "base/error.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "text/markup.h"
#include "text/print.h"

#include <stdlib.h>
#include <string.h>

struct sheet {
  grundy_worksheet_options options;
  const grundy_digraph *g;
  grundy_columns columns; /* to ask for */
  grundy_solution *solution;
  char *blank, *solved, *table; /* two pictures, and the solution as a TSV table */
};

static bool is_misere(const struct sheet *sheet) {
  return sheet->options.play == GRUNDY_MISERE_PLAY;
}

/* ---- solving ----------------------------------------------------------------------------- */

/* Replaces columns of normal play by those of misere play. Values belong to normal play. */
static grundy_status choose_misere(struct sheet *sheet, grundy_error *error) {
  const grundy_columns misere = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_columns asked = sheet->options.columns;
  if (asked == 0) asked = GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_OUTCOME) != 0) asked |= GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_REMOTENESS) != 0) asked |= GRUNDY_COLUMN_MISERE_REMOTENESS;
  sheet->columns = asked & ~(grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  if ((sheet->columns & ~(misere | GRUNDY_COLUMN_DISTANCE)) == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "a worksheet on misere play asks only for outcome, remoteness and distance");
}

/* Asks for outcomes, values and remoteness by default, or for payoffs, as far as the game has them.
 * A value contains its set K. */
static grundy_status choose_columns(struct sheet *sheet, grundy_error *error) {
  const grundy_columns usual = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                               GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GUARANTEE |
                               GRUNDY_COLUMN_CAP;
  if (is_misere(sheet)) return choose_misere(sheet, error);
  grundy_columns possible = grundy_solve_columns(sheet->g, false), asked = sheet->options.columns;
  if (asked == 0) asked = (possible & usual) != 0 ? possible & usual : possible;
  if ((asked & GRUNDY_COLUMN_GRUNDY) != 0) asked &= ~(grundy_columns)GRUNDY_COLUMN_K;
  sheet->columns = asked;
  return GRUNDY_OK;
}

static grundy_status solve(struct sheet *sheet, grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = grundy_solve_columns(sheet->g, false) | sheet->columns,
                                  .monitor = sheet->options.monitor,
                                  .memory = sheet->options.memory,
                                  .memory_giver = sheet->options.memory_giver};
  if ((sheet->columns & GRUNDY_COLUMN_GRUNDY) != 0) options.columns |= GRUNDY_COLUMN_K;
  if (is_misere(sheet)) options.columns |= GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  return grundy_solve(sheet->g, &options, &sheet->solution, error);
}

/* ---- the picture and the table ------------------------------------------------------------ */

/* Makes a solution in which outcomes and remoteness are those of misere play, for the picture. */
static grundy_status show_misere(const struct sheet *sheet, grundy_solution **shown,
                                 grundy_error *error) {
  const uint32_t order = grundy_digraph_order(sheet->g);
  const uint8_t *outcomes = grundy_solution_letters(sheet->solution, GRUNDY_COLUMN_MISERE);
  const uint32_t *remoteness =
      grundy_solution_numbers(sheet->solution, GRUNDY_COLUMN_MISERE_REMOTENESS);
  uint8_t *letters = NULL;
  uint32_t *numbers = NULL;
  grundy_status status = grundy_solution_new(order, shown, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_letters(*shown, GRUNDY_COLUMN_OUTCOME, &letters, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_numbers(*shown, GRUNDY_COLUMN_REMOTENESS, &numbers, error);
  for (uint32_t v = 0; v < order && status == GRUNDY_OK; v++) {
    letters[v] = outcomes[v];
    numbers[v] = remoteness[v];
  }
  return status;
}

static grundy_status draw(const struct sheet *sheet, bool blank, char **picture,
                          grundy_error *error) {
  size_t size = 0;
  grundy_draw_options options = {
      .size = sizeof options,
      .palette = sheet->options.palette,
      .layout = sheet->options.layout,
      .overlap = sheet->options.overlap,
      .legend = true,
      .blank = blank,
      .no_boards = true, /* the table has names */
      .monitor = sheet->options.monitor,
  };
  FILE *memory = open_memstream(picture, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  grundy_solution *misere = NULL;
  grundy_status status =
      is_misere(sheet) && !blank ? show_misere(sheet, &misere, error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_draw(sheet->g, misere != NULL ? misere : sheet->solution, "svg", &options,
                         memory, error);
  bool kept = grundy_text_close(memory, picture);
  grundy_solution_free(misere);
  return status == GRUNDY_OK && !kept ? grundy_fail_memory(error) : status;
}

/* Makes the table of the columns that are asked for. */
static grundy_status tabulate(struct sheet *sheet, grundy_error *error) {
  size_t size = 0;
  const grundy_write_options options = {.size = sizeof options, .columns = sheet->columns};
  FILE *memory = open_memstream(&sheet->table, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  grundy_status status =
      grundy_solution_write(sheet->g, sheet->solution, GRUNDY_FORMAT_TSV, &options, memory, error);
  bool kept = grundy_text_close(memory, &sheet->table);
  return status == GRUNDY_OK && !kept ? grundy_fail_memory(error) : status;
}

/* ---- HTML ------------------------------------------------------------------------------ */

static void put_escaped(FILE *out, const char *text, size_t length) {
  grundy_write_xml(out, text, length, "&<>");
}

/* Writes the picture without what precedes the element svg, and without ids: a page has two
 * pictures with the same ones. */
static void put_picture(FILE *out, const char *picture) {
  static const char group[] = "<g id=\"";
  const char *at = strstr(picture, "<svg");
  while (at != NULL && *at != '\0') {
    if (strncmp(at, group, strlen(group)) != 0) {
      (void)putc(*at++, out);
      continue;
    }
    (void)fputs("<g", out);
    at += strlen(group);
    at += strcspn(at, "\"") + 1;
  }
}

/* Takes the column that comes first in tables out of a set: player, or else the lowest bit. */
static grundy_columns take_column(grundy_columns *columns) {
  grundy_columns first = *columns & (~*columns + 1);
  if ((*columns & GRUNDY_COLUMN_PLAYER) != 0) first = GRUNDY_COLUMN_PLAYER;
  *columns &= ~first;
  return first;
}

static const char *heading_of(const struct sheet *sheet, grundy_columns column) {
  if (column == GRUNDY_COLUMN_GRUNDY) return "value";
  if (is_misere(sheet) && column == GRUNDY_COLUMN_MISERE) return "outcome";
  if (is_misere(sheet) && column == GRUNDY_COLUMN_MISERE_REMOTENESS) return "remoteness";
  return grundy_column_describe(column)->name;
}

/* The lines of the TSV table after its headings are the positions in their order. */
static void put_table(FILE *out, const struct sheet *sheet, bool is_blank) {
  const uint32_t order = grundy_digraph_order(sheet->g);
  const char *line = sheet->table;
  (void)fputs("<table>\n<thead>\n<tr><th>position</th>", out);
  for (grundy_columns left = sheet->columns; left != 0;)
    (void)fprintf(out, "<th>%s</th>", heading_of(sheet, take_column(&left)));
  (void)fputs("</tr>\n</thead>\n", out);
  for (uint32_t v = 0; v < order; v++) {
    line += strcspn(line, "\n");
    line += *line == '\n';
    /* Writes one row of the TSV table, that of position v. A blank one has only what the game
     * gives: players, and how play ends. */
    const grundy_outcome *outcomes = grundy_digraph_outcomes(sheet->g);
    bool is_given = (outcomes != NULL && outcomes[v] != GRUNDY_OUTCOME_NONE) ||
                    (grundy_digraph_type(sheet->g) == GRUNDY_GAME_PAYOFFS &&
                     grundy_digraph_followers(sheet->g, v).count == 0);
    size_t length = strcspn(line, "\t\n");
    (void)fputs("<tr><th>", out);
    put_escaped(out, line, length);
    (void)fputs("</th>", out);
    for (grundy_columns left = sheet->columns; left != 0;) {
      const grundy_columns column = take_column(&left);
      line += length + (line[length] == '\t');
      length = strcspn(line, "\t\n");
      (void)fputs("<td>", out);
      if (!is_blank || is_given || column == GRUNDY_COLUMN_PLAYER) {
        /* Writes an entry of position v, which has these characters in the TSV table. */
        const size_t infinity = strlen("inf"); /* a number, or the last one of a set */
        if (column == GRUNDY_COLUMN_GRUNDY)
          grundy_value_write(grundy_solution_value(sheet->solution, v), false, out);
        else if (length >= infinity && strncmp(line + length - infinity, "inf", infinity) == 0) {
          put_escaped(out, line, length - infinity);
          (void)fputs("∞", out);
        } else
          put_escaped(out, line, length);
      }
      (void)fputs("</td>", out);
    }
    (void)fputs("</tr>\n", out);
  }
  (void)fputs("</table>\n", out);
}

static const char style[] =
    "@page { margin: 15mm }\n"
    "body { font: 11pt/1.4 \"DejaVu Sans\", Verdana, sans-serif; max-width: 180mm; margin: 1em "
    "auto; "
    "padding: 0 1em }\n"
    "h1 { font-size: 16pt; margin: 0 0 .3em }\n"
    "svg { display: block; max-width: 100%; max-height: 105mm; margin: 1em auto }\n"
    "table { border-collapse: collapse; margin: 1em auto }\n"
    "th, td { border: 1px solid #555; padding: .25em .8em; min-width: 4em; text-align: left; "
    "height: 1.4em }\n"
    "tr { break-inside: avoid }\n"
    "section + section { break-before: page }\n";

static void put_heading(FILE *out, const char *game, const char *after) {
  (void)fputs("<h1>", out);
  put_escaped(out, game, strlen(game));
  (void)fprintf(out, "%s</h1>\n", after);
}

/* Returns what is to be written into a column. */
static const char *question_of(const struct sheet *sheet, grundy_columns column) {
  const char *heading = heading_of(sheet, column);
  const uint32_t *values = grundy_solution_numbers(sheet->solution, GRUNDY_COLUMN_GRUNDY);
  bool infinite = false;
  for (uint32_t v = 0; values != NULL && v < grundy_digraph_order(sheet->g); v++)
    infinite |= values[v] == GRUNDY_INFINITY;
  if (strcmp(heading, "outcome") == 0)
    return grundy_game_is_coloured(grundy_digraph_type(sheet->g))
               ? "who wins with best play: A, B, or nobody (D, a draw)"
               : "who wins with best play: the next player, who is to move (N), the previous "
                 "player (P), or nobody (D, a draw)";
  if (column == GRUNDY_COLUMN_MISERE_REMOTENESS)
    return "one more than the number of moves that the play takes if the winner hurries and the "
           "loser delays; ∞ for a draw";
  if (column == GRUNDY_COLUMN_REMOTENESS)
    return "how many moves the play takes if the winner hurries and the loser delays; ∞ for a draw";
  if (column == GRUNDY_COLUMN_GRUNDY)
    return infinite
               ? "the generalized Sprague–Grundy value: a number or, where none fits, ∞ with the "
                 "set of the finite values one move away, such as ∞{0,2}"
               : "the Sprague–Grundy value: the least of the numbers 0, 1, 2, … that is not the "
                 "value of a position one move away";
  if (column == GRUNDY_COLUMN_GUARANTEE) return "the most that A can be sure to get";
  if (column == GRUNDY_COLUMN_CAP) return "the least that B can hold A to";
  if (column == GRUNDY_COLUMN_DISTANCE)
    return "how many moves the longest play has; ∞ if it may be endless";
  if (column == GRUNDY_COLUMN_J) return "the set of all values one move away, ∞ among them";
  return grundy_column_describe(column)->summary;
}

static void put_page(FILE *out, const struct sheet *sheet) {
  const char *title = sheet->options.title == NULL ? "Worksheet" : sheet->options.title;
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
              out);
  put_escaped(out, title, strlen(title));
  (void)fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
  if (sheet->options.part != GRUNDY_WORKSHEET_SOLUTION) {
    (void)fputs("<section>\n", out);
    put_heading(out, title, "");
    /* Writes the rule of the game and what the table is about. */
    const char *rule = is_misere(sheet) ? "This is misère play: a player who cannot move wins."
                                        : "A player who cannot move loses.";
    if (grundy_digraph_type(sheet->g) == GRUNDY_GAME_PAYOFFS)
      rule = "Where play ends, A gets the amount that the table gives.";
    else if (grundy_digraph_outcomes(sheet->g) != NULL)
      rule = "Where play ends, the table gives the outcome.";
    (void)fprintf(
        out,
        "<p>Two players take turns moving a token along an arrow. %s Fill in the table, for "
        "play that begins at each of the positions:</p>\n<ul>\n",
        rule);
    for (grundy_columns left = sheet->columns; left != 0;) {
      const grundy_columns column = take_column(&left);
      (void)fprintf(out, "<li><b>%s</b>: %s</li>\n", heading_of(sheet, column),
                    question_of(sheet, column));
    }
    (void)fputs("</ul>\n", out);
    put_picture(out, sheet->blank);
    put_table(out, sheet, true);
    (void)fputs("</section>\n", out);
  }
  if (sheet->options.part != GRUNDY_WORKSHEET_QUESTIONS) {
    (void)fputs("<section>\n", out);
    put_heading(out, title, ": solution");
    put_picture(out, sheet->solved);
    put_table(out, sheet, false);
    (void)fputs("</section>\n", out);
  }
  (void)fputs("</body>\n</html>\n", out);
}

grundy_status grundy_worksheet_write(const grundy_digraph *g,
                                     const grundy_worksheet_options *options, FILE *out,
                                     grundy_error *error) {
  struct sheet sheet = {.g = g};
  grundy_status status = grundy_options_copy(options, &sheet.options, sizeof sheet.options, error);
  if (status == GRUNDY_OK) status = grundy_digraph_require_ordinary(g, "worksheets", error);
  if (status == GRUNDY_OK) status = choose_columns(&sheet, error);
  if (status == GRUNDY_OK) status = solve(&sheet, error);
  if (status == GRUNDY_OK) status = draw(&sheet, true, &sheet.blank, error);
  if (status == GRUNDY_OK) status = draw(&sheet, false, &sheet.solved, error);
  if (status == GRUNDY_OK) status = tabulate(&sheet, error);
  if (status == GRUNDY_OK) put_page(out, &sheet);
  free(sheet.blank);
  free(sheet.solved);
  free(sheet.table);
  grundy_solution_free(sheet.solution);
  return status;
}
