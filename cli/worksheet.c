/* grundy worksheet GAME: a page to print, with a blank picture, a table to fill in and the solution
 * on the next page. */

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

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "memory.h"
#include "options.h"
#include "pictures.h"
#include "progress.h"

struct arguments {
  const char *game;
  const char *output;
  const char *columns;
  const char *title; /* NULL: the name of the game */
  int from;          /* a grundy_format; AUTO leaves it to the ending of `game` */
  int palette;       /* of palette_choices */
  int layout;        /* of layout_choices */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_columns columns;
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

static int prepare(void *context) {
  struct job *job = context;
  static const char *const endings[] = {".html", ".htm", NULL};
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  int ending = 0;
  if (arguments->columns != NULL &&
      grundy_columns_parse(arguments->columns, &job->columns, &error) != GRUNDY_OK)
    return fail_usage(worksheet_command.name, "--columns: %s", error.message);
  if (file_ends_with(arguments->output, ".pdf"))
    return fail_usage(worksheet_command.name,
                      "worksheets are HTML; write FILE.html, and print it to a PDF in a browser");
  return file_find_ending(&worksheet_command, arguments->output, endings, NULL, true, &ending);
}

/* ---- reading and solving -------------------------------------------------------------- */

/* Asks for outcomes, values and remoteness, as far as the game has them. */
static grundy_columns columns_of(const struct job *job) {
  const grundy_columns usual =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS;
  if (job->columns != 0) return job->columns;
  grundy_columns possible = grundy_solve_columns(job->game, false);
  return (possible & usual) != 0 ? possible & usual : possible;
}

static grundy_status solve(struct job *job, grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_status status =
      file_read_game(job->arguments.game, job->arguments.from, &job->limits, &job->game, error);
  if (status != GRUNDY_OK) return status;
  options.columns = grundy_solve_columns(job->game, false) | columns_of(job);
  status = memory_for_solving(&job->limits.budget, job->game, &options, error);
  return status == GRUNDY_OK ? grundy_solve(job->game, &options, &job->solution, error) : status;
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
  grundy_status status = grundy_draw(job->game, job->solution, "svg", &options, memory, error);
  bool kept = ferror(memory) == 0;
  kept = fclose(memory) == 0 && kept;
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

/* Makes the table of the columns that are asked for. */
static grundy_status tabulate(struct job *job, grundy_error *error) {
  size_t size = 0;
  grundy_solution *asked = NULL;
  grundy_solve_options options = {
      .size = sizeof options, .columns = columns_of(job), .monitor = &job->limits.monitor};
  grundy_write_options writing = {.size = sizeof writing};
  grundy_status status = grundy_solve(job->game, &options, &asked, error);
  if (status != GRUNDY_OK) return status;
  FILE *memory = open_memstream(&job->table, &size);
  if (memory == NULL) {
    grundy_solution_free(asked);
    return fail_memory(error);
  }
  status = grundy_solution_write(job->game, asked, GRUNDY_FORMAT_TSV, &writing, memory, error);
  bool kept = ferror(memory) == 0;
  kept = fclose(memory) == 0 && kept;
  grundy_solution_free(asked);
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

/* Writes one row of the table; in a blank one only the first cell, the position, is filled. */
static void put_row(FILE *out, const char *line, bool is_heading, bool is_blank) {
  bool is_first = true;
  (void)fputs("<tr>", out);
  for (const char *cell = line;; is_first = false) {
    size_t length = strcspn(cell, "\t\n");
    (void)fputs(is_heading || is_first ? "<th>" : "<td>", out);
    if (is_heading && is_first)
      (void)fputs("position", out);
    else if (is_heading || is_first || !is_blank)
      put_escaped(out, cell, length);
    (void)fputs(is_heading || is_first ? "</th>" : "</td>", out);
    if (cell[length] != '\t') break;
    cell += length + 1;
  }
  (void)fputs("</tr>\n", out);
}

static void put_table(FILE *out, const char *table, bool is_blank) {
  (void)fputs("<table>\n", out);
  for (const char *line = table; line[0] != '\0';) {
    put_row(out, line, line == table, is_blank);
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  (void)fputs("</table>\n", out);
}

static const char style[] =
    "@page { margin: 15mm }\n"
    "body { font: 11pt/1.4 \"DejaVu Sans\", Verdana, sans-serif; max-width: 180mm; margin: 1em "
    "auto; "
    "padding: 0 1em }\n"
    "h1 { font-size: 16pt; margin: 0 0 .3em }\n"
    "svg { display: block; max-width: 100%; max-height: 150mm; margin: 1em auto }\n"
    "table { border-collapse: collapse; margin: 1em auto }\n"
    "th, td { border: 1px solid #555; padding: .25em .8em; min-width: 5em; text-align: left; "
    "height: 1.4em }\n"
    "tr { break-inside: avoid }\n"
    ".solution { break-before: page }\n";

static void put_heading(FILE *out, const char *game, const char *after) {
  (void)fputs("<h1>", out);
  put_escaped(out, game, strlen(game));
  (void)fprintf(out, "%s</h1>\n", after);
}

/* Writes what the answers are about. */
static void put_task(FILE *out, const struct job *job) {
  bool coloured = grundy_digraph_players(job->game) != NULL;
  (void)fputs("<p>Two players take turns moving along an arrow. ", out);
  if (grundy_digraph_payoffs(job->game) != NULL)
    (void)fputs("When play is over, A gets a payoff.", out);
  else if (grundy_digraph_outcomes(job->game) != NULL)
    (void)fputs("The game says who wins where it ends.", out);
  else
    (void)fputs("A player who cannot move loses.", out);
  (void)fputs(coloured ? " Who wins from each position: A, B, or nobody (D)?</p>\n"
                       : " Who wins from each position: the player who moves next (N), the one who "
                         "moved before (P), or nobody (D)?</p>\n",
              out);
}

static grundy_status put_page(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  const char *game = job->arguments.title == NULL ? job->arguments.game : job->arguments.title;
  (void)error;
  (void)fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
              out);
  put_escaped(out, game, strlen(game));
  (void)fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<section>\n", style);
  put_heading(out, game, "");
  put_task(out, job);
  put_picture(out, job->blank);
  put_table(out, job->table, true);
  (void)fputs("</section>\n<section class=\"solution\">\n", out);
  put_heading(out, game, ": solution");
  put_picture(out, job->solved);
  put_table(out, job->table, false);
  (void)fputs("</section>\n</body>\n</html>\n", out);
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
     .help = "ask for these columns (default: outcome, grundy and remoteness, if the game has "
             "them)"},
    {.name = "title",
     .kind = OPTION_STRING,
     .value = "TEXT",
     .destination = offsetof(struct arguments, title),
     .help = "the heading of the page",
     .otherwise = "the name of the game"},
    OPTION_PALETTE(struct arguments),
    OPTION_LAYOUT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy worksheet ring.edges -o ring.html", "print it: the solution is on the next page"},
    {"grundy worksheet wythoff:2,3 -o wythoff.html --columns outcome", "only who wins"},
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
