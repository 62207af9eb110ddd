/* The topics of grundy help. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/format.h>
#include <grundy/game.h>

#include "commands.h"
#include "help_writer.h"

/* ---- games --------------------------------------------------------------------------- */

static void put_game(const struct help_writer *page) {
  const struct help_style *style = page->style;
  help_writer_put_heading(page, "Games");
  style->text(page->out, "A GAME is one of these, or - for a list of moves on standard input:");
  const grundy_game_kind *kind;
  for (size_t i = 0; (kind = grundy_game_kind_at(i)) != NULL; i++) {
    const grundy_game_description *about = grundy_game_kind_describe(kind);
    if (!about->is_digraph) continue;
    char right[256];
    (void)snprintf(right, sizeof right, "%s, such as %s", about->summary, about->example);
    help_writer_put_row(page, about->notation, right);
  }
  style->paragraph(page->out, "Here is a list of moves. Positions are any words without spaces.");
  style->lines(page->out,
               "a b   # the player at a may move to b\n"
               "b a   # and back: games may have cycles\n"
               "b c   # no move leads on from c: the player who has to move there loses\n"
               "d     # a position without moves to it or from it\n");
  help_writer_put_heading(page, "Examples");
  style->text(page->out, "With these lines in game.edges:");
  style->lines(page->out, "grundy solve game.edges                   every position, as a table\n"
                          "grundy solve game.edges -o game.tsv       the same as a file\n"
                          "grundy verify game.edges game.tsv         check that file\n");
}

/* ---- expressions --------------------------------------------------------------------- */

static void put_expressions(const struct help_writer *page) {
  help_writer_put_heading(page, "Expressions");
  page->style->text(page->out,
                    "An EXPRESSION is a position, or several that are played at the same time. "
                    "Each is one of these:");
  const grundy_game_kind *kind;
  for (size_t i = 0; (kind = grundy_game_kind_at(i)) != NULL; i++) {
    const grundy_game_description *about = grundy_game_kind_describe(kind);
    help_writer_put_row(page, about->notation, about->summary);
  }
  help_writer_put_heading(page, "Operators");
  help_writer_put_row(page, "X + Y", "a move is made in exactly one of them (a sum)");
  help_writer_put_row(page, "X & Y", "a move is made in each of them");
  help_writer_put_row(page, "X | Y", "a move is made in one or more of them");
  help_writer_put_row(page, "3*X", "three times X, joined by the operator next to it");
  help_writer_put_row(page, "(X + Y) & Z", "different operators need parentheses");
  page->style->paragraph(page->out,
                         "Without @POSITION, play begins at the start of rules, or at the first "
                         "position of a file. Quote names that contain other characters: \"my "
                         "game.edges\"@\"b 1\".");
}

/* ---- formats ------------------------------------------------------------------------- */

static const struct {
  grundy_format format;
  const char *endings, *what;
} formats[] = {
    {GRUNDY_FORMAT_EDGES, ".edges, .txt and others", "one move per line"},
    {GRUNDY_FORMAT_DOT, ".dot, .gv", "Graphviz"},
    {GRUNDY_FORMAT_GRAPHML, ".graphml", "GraphML"},
    {GRUNDY_FORMAT_MTX, ".mtx", "Matrix Market: one entry per move"},
    {GRUNDY_FORMAT_NPZ, ".npz", "arrays of NumPy and SciPy"},
    {GRUNDY_FORMAT_TABLE, "none", "aligned columns for people"},
    {GRUNDY_FORMAT_TSV, ".tsv", "columns separated by tabs"},
    {GRUNDY_FORMAT_CSV, ".csv", "columns separated by commas"},
    {GRUNDY_FORMAT_JSON, ".json", "one object of arrays"},
    {GRUNDY_FORMAT_BFILE, "none", "one column of numbers as a b-file of the OEIS"},
    {GRUNDY_FORMAT_LATEX, ".tex", "a table for LaTeX"},
    {GRUNDY_FORMAT_TYPST, ".typ", "a table for Typst"},
};

/* Writes "games and solutions", or the one of them that the format can be used for. */
static void put_uses(char *text, size_t size, grundy_format format, grundy_format_use game,
                     grundy_format_use solution) {
  bool games = grundy_format_can(format, game), solutions = grundy_format_can(format, solution);
  (void)snprintf(text, size, "%s%s%s", games ? "games" : "", games && solutions ? " and " : "",
                 solutions ? "solutions" : "");
}

static void put_formats(const struct help_writer *page) {
  help_writer_put_heading(page, "Formats");
  page->style->text(page->out,
                    "The ending of a file's name determines its format; --from and the options for "
                    "output override it. Files compressed with gzip are read.");
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    char reads[32], writes[32], right[256];
    grundy_format f = formats[i].format;
    put_uses(reads, sizeof reads, f, GRUNDY_FORMAT_READS_GAME, GRUNDY_FORMAT_READS_SOLUTION);
    put_uses(writes, sizeof writes, f, GRUNDY_FORMAT_WRITES_GAME, GRUNDY_FORMAT_WRITES_SOLUTION);
    (void)snprintf(right, sizeof right, "%s (%s); reads %s; writes %s", formats[i].what,
                   formats[i].endings, reads[0] == '\0' ? "nothing" : reads, writes);
    help_writer_put_row(page, grundy_format_name(f), right);
  }
}

/* ---- limits -------------------------------------------------------------------------- */

static void put_limits(const struct help_writer *page) {
  help_writer_put_heading(page, "Limits");
  page->style->text(page->out,
                    "A command that reaches a limit stops with exit code 4 and one line. It never "
                    "gives a wrong answer, and leaves no incomplete file.");
  help_writer_put_row(page, "--memory SIZE",
                      "checked before work begins; by default, the free memory");
  help_writer_put_row(page, "--time SECONDS", "for the whole command; by default, no limit");
  help_writer_put_row(
      page, "--max-positions N",
      "positions explored from rules (by default, no limit) or searched in a sum (by default, "
      "20e6; 5e6 in heap --misere)");
  help_writer_put_row(page, "--threads N",
                      "by default, one per CPU; results are the same for any number");
  page->style->paragraph(page->out, "Ctrl-C ends any command within about a second.");
}

/* ---- options ------------------------------------------------------------------------- */

static void put_options(const struct help_writer *page) {
  help_writer_put_heading(page, "Conventions");
  page->style->text(page->out,
                    "An option has the same meaning in every command. If it is given several "
                    "times, the last one counts; options that conflict, or that would have no "
                    "effect, are an error.");
  help_writer_put_row(page, "--name VALUE", "or --name=VALUE; -o FILE or -oFILE");
  help_writer_put_row(page, "--na", "a name may be abbreviated, if only one option begins so");
  help_writer_put_row(page, "--",
                      "ends the options: what follows are arguments, such as -game.edges");
  help_writer_put_row(page, "-", "as a file, standard input or standard output");
  help_writer_put_row(page, "-o FILE",
                      "the ending of FILE says in which format to write, unless --to does");
  help_writer_put_row(page, "-q, --quiet",
                      "no progress, no notes and no summary; errors are still printed");
  help_writer_put_row(page, "--no-progress", "no progress on the terminal");
  help_writer_put_row(page, "N", "a whole number, such as 25 or 25e3");
  help_writer_put_row(page, "SIZE", "bytes, or a number with K, M, G or T: 512M, 1.5G");
}

/* ---- exit codes and environment ------------------------------------------------------ */

static void put_exit_codes(const struct help_writer *page) {
  help_writer_put_exit_codes(page, "Exit codes");
}

static void put_environment(const struct help_writer *page) {
  help_writer_put_heading(page, "Environment");
  help_writer_put_row(page, "GRUNDY_LIBRARIES",
                      "1: a tablebase may load the compiled rules that it was made by");
  help_writer_put_row(page, "GRUNDY_CONFINED",
                      "1: load no shared object and read only files of the current folder");
  help_writer_put_row(page, "GRUNDY_ERRORS",
                      "json: print errors as JSON to standard output, too, as --json does");
  help_writer_put_row(page, "GRUNDY_PROGRESS",
                      "1: print lines 'progress: POSITIONS PHASE', for programs");
  help_writer_put_row(page, "GRUNDY_TOKEN", "the token of grundy serve");
  help_writer_put_row(page, "PAGER", "what --pager shows long output with (default: less)");
  help_writer_put_row(page, "NO_COLOR", "no colours, if it is set");
  help_writer_put_row(page, "CC, CFLAGS", "how grundy rules build compiles");
  help_writer_put_row(page, "TMPDIR", "where grundy serve keeps the files of its requests");
}

/* ---- the table ----------------------------------------------------------------------- */

const struct topic topics[] = {
    {"game", "what a GAME can be", put_game},
    {"expressions", "positions, and several games at the same time", put_expressions},
    {"formats", "files of games and solutions", put_formats},
    {"columns", "what is known about every position", help_writer_put_columns},
    {"options", "how to write options", put_options},
    {"limits", "memory, time, positions and threads", put_limits},
    {"exit-codes", "how a command ended", put_exit_codes},
    {"environment", "variables that commands look at", put_environment},
    {0},
};
