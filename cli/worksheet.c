/* grundy worksheet GAME: a page to print, with a blank picture and a table to fill in, and the
 * solution on the next page or in a file of its own. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>
#include <grundy/format.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "memory.h"
#include "options.h"
#include "pictures.h"
#include "progress.h"

enum { WHOLE, QUESTIONS, SOLUTION };
static const char *const part_choices[] = {"all", "questions", "solution", NULL};

struct arguments {
  const char *game;
  const char *output;
  const char *columns;
  const char *title; /* NULL: the name of the game */
  int part;          /* of part_choices */
  bool misere;
  int from;    /* a grundy_format; AUTO leaves it to the ending of `game` */
  int palette; /* of palette_choices */
  int layout;  /* of layout_choices */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_columns columns; /* to ask for; 0: the usual ones, until the game is read */
  struct limits limits;
  grundy_digraph *game;
  grundy_solution *solution;
  char *blank, *solved, *table; /* two pictures, and the solution as a TSV table */
};

static void job_free(void *context) {
  struct job *job = context;
  free(job->blank);
  free(job->solved);
  free(job->table);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* Replaces columns of normal play by those of misere play. Values belong to normal play. */
static int prepare_misere(struct job *job) {
  const grundy_columns misere = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_columns asked = job->columns;
  if (!job->arguments.misere) return CODE_YES;
  if (asked == 0) asked = GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_OUTCOME) != 0) asked |= GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_REMOTENESS) != 0) asked |= GRUNDY_COLUMN_MISERE_REMOTENESS;
  job->columns = asked & ~(grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  if ((job->columns & ~(misere | GRUNDY_COLUMN_DISTANCE)) == 0) return CODE_YES;
  return fail_usage(worksheet_command.name,
                    "--misere: a worksheet on misere play asks only for outcome, remoteness and "
                    "distance");
}

static int prepare(void *context) {
  struct job *job = context;
  static const char *const endings[] = {".html", ".htm", NULL};
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  int ending = 0;
  if (arguments->columns != NULL &&
      grundy_columns_parse(arguments->columns, &job->columns, &error) != GRUNDY_OK)
    return fail_usage(worksheet_command.name, "--columns: %s", error.message);
  int code = prepare_misere(job);
  if (code != CODE_YES) return code;
  if (file_ends_with(arguments->output, ".pdf"))
    return fail_usage(worksheet_command.name,
                      "worksheets are HTML; write FILE.html, and print it to a PDF in a browser");
  return file_find_ending(&worksheet_command, arguments->output, endings, NULL, true, &ending);
}

/* ---- reading and solving -------------------------------------------------------------- */

/* Asks for outcomes, values and remoteness by default, or for payoffs, as far as the game has them.
 * A value contains its set K. */
static grundy_columns columns_of(const struct job *job) {
  const grundy_columns usual = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                               GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GUARANTEE |
                               GRUNDY_COLUMN_CAP;
  grundy_columns possible = grundy_solve_columns(job->game, false), asked = job->columns;
  if (asked == 0) asked = (possible & usual) != 0 ? possible & usual : possible;
  return (asked & GRUNDY_COLUMN_GRUNDY) != 0 ? asked & ~(grundy_columns)GRUNDY_COLUMN_K : asked;
}

static grundy_status solve(struct job *job, grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_status status =
      file_read_game(job->arguments.game, job->arguments.from, &job->limits, &job->game, error);
  if (status != GRUNDY_OK) return status;
  job->columns = columns_of(job);
  options.columns = grundy_solve_columns(job->game, false) | job->columns;
  if ((job->columns & GRUNDY_COLUMN_GRUNDY) != 0) options.columns |= GRUNDY_COLUMN_K;
  if (job->arguments.misere)
    options.columns |= GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  status = memory_for_solving(&job->limits.budget, job->game, &options, error);
  return status == GRUNDY_OK ? grundy_solve(job->game, &options, &job->solution, error) : status;
}

/* Makes a solution in which outcomes and remoteness are those of misere play, for the picture. */
static grundy_status show_misere(const struct job *job, grundy_solution **shown,
                                 grundy_error *error) {
  const uint32_t order = grundy_digraph_order(job->game);
  const uint8_t *outcomes = grundy_solution_letters(job->solution, GRUNDY_COLUMN_MISERE);
  const uint32_t *remoteness =
      grundy_solution_numbers(job->solution, GRUNDY_COLUMN_MISERE_REMOTENESS);
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

static grundy_status draw(const struct job *job, bool blank, char **picture, grundy_error *error) {
  size_t size = 0;
  grundy_draw_options options = {
      .size = sizeof options,
      .palette = (grundy_palette)job->arguments.palette,
      .layout = job->arguments.layout == 0 ? NULL : layout_choices[job->arguments.layout],
      .legend = true,
      .blank = blank,
      .monitor = &job->limits.monitor,
  };
  FILE *memory = open_memstream(picture, &size);
  if (memory == NULL) return fail_memory(error);
  grundy_solution *misere = NULL;
  grundy_status status =
      job->arguments.misere && !blank ? show_misere(job, &misere, error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_draw(job->game, misere != NULL ? misere : job->solution, "svg", &options,
                         memory, error);
  bool kept = file_close_text(memory, picture);
  grundy_solution_free(misere);
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

/* Makes the table of the columns that are asked for. */
static grundy_status tabulate(struct job *job, grundy_error *error) {
  size_t size = 0;
  const grundy_write_options options = {.size = sizeof options, .columns = job->columns};
  FILE *memory = open_memstream(&job->table, &size);
  if (memory == NULL) return fail_memory(error);
  grundy_status status =
      grundy_solution_write(job->game, job->solution, GRUNDY_FORMAT_TSV, &options, memory, error);
  bool kept = file_close_text(memory, &job->table);
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

/* ---- HTML ------------------------------------------------------------------------------ */

static void put_escaped(FILE *out, const char *text, size_t length) {
  for (const char *end = text + length; text < end; text++) {
    switch (*text) {
    case '&':
      (void)fputs("&amp;", out);
      break;
    case '<':
      (void)fputs("&lt;", out);
      break;
    case '>':
      (void)fputs("&gt;", out);
      break;
    default:
      (void)putc(*text, out);
    }
  }
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

static const char *heading_of(const struct job *job, grundy_columns column) {
  if (column == GRUNDY_COLUMN_GRUNDY) return "value";
  if (job->arguments.misere && column == GRUNDY_COLUMN_MISERE) return "outcome";
  if (job->arguments.misere && column == GRUNDY_COLUMN_MISERE_REMOTENESS) return "remoteness";
  return grundy_column_describe(column)->name;
}

static void put_headings(FILE *out, const struct job *job) {
  (void)fputs("<thead>\n<tr><th>position</th>", out);
  for (grundy_columns left = job->columns; left != 0;)
    (void)fprintf(out, "<th>%s</th>", heading_of(job, take_column(&left)));
  (void)fputs("</tr>\n</thead>\n", out);
}

/* Writes an entry of position v, which has these characters in the TSV table. */
static void put_cell(FILE *out, const struct job *job, grundy_columns column, uint32_t v,
                     const char *text, size_t length) {
  const size_t infinity = strlen("inf"); /* a number, or the last one of a set */
  if (column == GRUNDY_COLUMN_GRUNDY)
    grundy_value_write(grundy_solution_value(job->solution, v), false, out);
  else if (length >= infinity && strncmp(text + length - infinity, "inf", infinity) == 0) {
    put_escaped(out, text, length - infinity);
    (void)fputs("∞", out);
  } else
    put_escaped(out, text, length);
}

/* Returns whether v is a terminal position for which the game says how play ends. */
static bool is_end_given(const grundy_digraph *game, uint32_t v) {
  const grundy_outcome *outcomes = grundy_digraph_outcomes(game);
  if (outcomes != NULL && outcomes[v] != GRUNDY_OUTCOME_NONE) return true;
  return grundy_digraph_payoffs(game) != NULL && grundy_digraph_followers(game, v).count == 0;
}

/* Writes one row of the TSV table, that of position v; a blank one has only what is given. */
static void put_row(FILE *out, const struct job *job, const char *line, uint32_t v, bool is_blank) {
  const bool is_given = is_end_given(job->game, v);
  size_t length = strcspn(line, "\t\n");
  (void)fputs("<tr><th>", out);
  put_escaped(out, line, length);
  (void)fputs("</th>", out);
  for (grundy_columns left = job->columns; left != 0;) {
    const grundy_columns column = take_column(&left);
    line += length + (line[length] == '\t');
    length = strcspn(line, "\t\n");
    (void)fputs("<td>", out);
    if (!is_blank || is_given || column == GRUNDY_COLUMN_PLAYER)
      put_cell(out, job, column, v, line, length);
    (void)fputs("</td>", out);
  }
  (void)fputs("</tr>\n", out);
}

/* The lines of the TSV table after its headings are the positions in their order. */
static void put_table(FILE *out, const struct job *job, bool is_blank) {
  const uint32_t order = grundy_digraph_order(job->game);
  const char *line = job->table;
  (void)fputs("<table>\n", out);
  put_headings(out, job);
  for (uint32_t v = 0; v < order; v++) {
    line += strcspn(line, "\n");
    line += *line == '\n';
    put_row(out, job, line, v, is_blank);
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

/* Returns whether some value is infinite. */
static bool has_infinite_value(const struct job *job) {
  const uint32_t *values = grundy_solution_numbers(job->solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < grundy_digraph_order(job->game); v++)
    if (values[v] == GRUNDY_INFINITY) return true;
  return false;
}

/* Returns what is to be written into a column. */
static const char *question_of(const struct job *job, grundy_columns column) {
  const char *heading = heading_of(job, column);
  if (strcmp(heading, "outcome") == 0)
    return grundy_digraph_players(job->game) != NULL
               ? "who wins with best play: A, B, or nobody (D, a draw)"
               : "who wins with best play: the next player, who is to move (N), the previous "
                 "player (P), or nobody (D, a draw)";
  if (column == GRUNDY_COLUMN_MISERE_REMOTENESS)
    return "one more than the number of moves that the play takes if the winner hurries and the "
           "loser delays; ∞ for a draw";
  if (column == GRUNDY_COLUMN_REMOTENESS)
    return "how many moves the play takes if the winner hurries and the loser delays; ∞ for a draw";
  if (column == GRUNDY_COLUMN_GRUNDY)
    return has_infinite_value(job)
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

static const char *rule_of(const struct job *job) {
  if (grundy_digraph_payoffs(job->game) != NULL)
    return "Where play ends, A gets the amount that the table gives.";
  if (grundy_digraph_outcomes(job->game) != NULL)
    return "Where play ends, the table gives the outcome.";
  return job->arguments.misere ? "This is misère play: a player who cannot move wins."
                               : "A player who cannot move loses.";
}

/* Writes the rule of the game and what the table is about. */
static void put_task(FILE *out, const struct job *job) {
  (void)fprintf(
      out,
      "<p>Two players take turns moving a token along an arrow. %s Fill in the table, for "
      "play that begins at each of the positions:</p>\n<ul>\n",
      rule_of(job));
  for (grundy_columns left = job->columns; left != 0;) {
    const grundy_columns column = take_column(&left);
    (void)fprintf(out, "<li><b>%s</b>: %s</li>\n", heading_of(job, column),
                  question_of(job, column));
  }
  (void)fputs("</ul>\n", out);
}

/* Returns the heading of the page: by default the name of the game, without its folder. */
static const char *title_of(const struct arguments *arguments) {
  if (arguments->title != NULL) return arguments->title;
  if (file_is_standard(arguments->game)) return "Worksheet";
  const char *slash = strrchr(arguments->game, '/');
  return slash == NULL || slash[1] == '\0' ? arguments->game : slash + 1;
}

static grundy_status put_page(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  const char *title = title_of(&job->arguments);
  (void)error;
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
              out);
  put_escaped(out, title, strlen(title));
  (void)fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", style);
  if (job->arguments.part != SOLUTION) {
    (void)fputs("<section>\n", out);
    put_heading(out, title, "");
    put_task(out, job);
    put_picture(out, job->blank);
    put_table(out, job, true);
    (void)fputs("</section>\n", out);
  }
  if (job->arguments.part != QUESTIONS) {
    (void)fputs("<section>\n", out);
    put_heading(out, title, ": solution");
    put_picture(out, job->solved);
    put_table(out, job, false);
    (void)fputs("</section>\n", out);
  }
  (void)fputs("</body>\n</html>\n", out);
  return GRUNDY_OK;
}

/* ---- the command ----------------------------------------------------------------------- */

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = solve(job, &error);
  if (status == GRUNDY_OK) status = draw(job, true, &job->blank, &error);
  if (status == GRUNDY_OK) status = draw(job, false, &job->solved, &error);
  if (status == GRUNDY_OK) status = tabulate(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write(job->arguments.output, put_page, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-"}};
  return RUN_WITHIN_LIMITS(&worksheet_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    OPTION_OUTPUT(struct arguments),
    OPTION_GAME_FROM(struct arguments, "GAME"),
    {.name = "columns",
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, columns),
     .help = "ask for these columns (default: outcome, grundy and remoteness, as far as the "
             "game has them; guarantee and cap in a game with payoffs)"},
    {.name = "title",
     .kind = OPTION_STRING,
     .value = "TEXT",
     .destination = offsetof(struct arguments, title),
     .help = "the heading of the page",
     .otherwise = "the name of the game"},
    {.name = "part",
     .kind = OPTION_CHOICE,
     .value = "PART",
     .choices = part_choices,
     .destination = offsetof(struct arguments, part),
     .help = "write all, or only the questions or the solution, for a file of its own",
     .otherwise = "all"},
    OPTION_MISERE(struct arguments),
    OPTION_PALETTE(struct arguments),
    OPTION_LAYOUT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy worksheet ring.edges -o ring.html", "print it: the solution is on the next page"},
    {"grundy worksheet wythoff:2,3 -o wythoff.html --columns outcome", "only who wins"},
    {"grundy worksheet ring.edges --part questions -o questions.html",
     "without the solution, to hand out as a file"},
    {"grundy random layered --layers 4 --width 3 --degree 2 --seed 7 | grundy worksheet - -o "
     "7.html",
     "another game for each seed"},
    {0},
};

const struct command worksheet_command = {
    .name = "worksheet",
    .summary = "make a worksheet with its solution",
    .group = GROUP_UNDERSTAND,
    .description = "Writes one HTML file to print: a picture of GAME without answers, a table to "
                   "fill in and, on the next page, the solution. It contains everything that it "
                   "needs. At most 2,000 positions and 20,000 moves are drawn.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
