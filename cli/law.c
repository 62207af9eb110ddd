/* grundy law GAME LAW: tests a conjecture at the positions of a game. */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/law.h>
#include <grundy/solution.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "automaton.h"
#include "commands.h"
#include "defaults.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "rows.h"
#include "run_limits.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *game, *law;
  const char *automaton, *target, *certificate, *walnut; /* instead of a law */
  const char *where, *with;
  const char *find; /* the target of a search, instead of a law */
  bool starts;
  struct integer max_exceptions;
  int from;   /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_law_report *report;
  grundy_law_search *search;
  FILE *details; /* what is to be printed about games */
  char *bytes;   /* of the details */
  size_t size;
};

static void job_free(void *context) {
  struct job *job = context;
  if (job->details != NULL) (void)fclose(job->details);
  free(job->bytes);
  grundy_law_report_free(job->report);
  grundy_law_search_free(job->search);
}

/* ---- the text about one game ------------------------------------------------------------ */

/* Returns what was tested. */
static const char *unit_of(const grundy_law_report *report) {
  return report->is_starts ? "game" : "position";
}

/* Writes "66 positions up to symmetry, a = 0 to 10, b = 0 to 10": other positions of a class may be
 * exceptions. */
static void put_range(FILE *out, const grundy_law_report *report, const grundy_law_game *game) {
  lists_count(out, game->tested, unit_of(report));
  if (game->tested > 0 && game->up_to_symmetry) (void)fputs(" up to symmetry", out);
  if (game->tested > 0 && report->has_premise) (void)fputs(" where its premise holds", out);
  for (uint32_t i = 0; i < game->field_count; i++)
    (void)fprintf(out, ", %s = %" PRId64 " to %" PRId64, game->fields[i], game->least[i],
                  game->most[i]);
}

/* Writes at how many positions the law was not tested, and why. */
static void put_untested(FILE *out, const grundy_law_report *report, uint64_t silent,
                         uint64_t outside, uint64_t vacuous) {
  const struct {
    uint64_t count;
    const char *text;
  } reasons[] = {{silent, "; the closed form gives no value at "},
                 {vacuous, "; its premise does not hold at "},
                 {outside, "; it reads outside the table, and was not tested, at "}};
  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    if (reasons[i].count == 0) continue;
    (void)fputs(reasons[i].text, out);
    lists_count(out, reasons[i].count, unit_of(report));
  }
}

static grundy_status put_exceptions(FILE *out, const grundy_law_game *game, grundy_error *error) {
  grundy_write_options options = {.size = sizeof options,
                                  .columns = grundy_solution_columns(game->solution),
                                  .ascii = terminal_is_ascii(),
                                  .rows = game->rows,
                                  .row_count = game->listed_count};
  for (uint64_t i = 0; i < game->listed_count; i++)
    if (!game->listed[i].has_value) options.columns &= ~(grundy_columns)GRUNDY_COLUMN_GRUNDY;
  return grundy_solution_write(game->g, game->solution, GRUNDY_FORMAT_TABLE, &options, out, error);
}

/* Lists exceptions of a closed form with both values. */
static void put_wrong_values(FILE *out, const grundy_law_game *game) {
  for (uint64_t i = 0; i < game->listed_count; i++) {
    const grundy_law_exception *exception = &game->listed[i];
    put_position_name(out, exception->position);
    (void)fputs(": the value is ", out);
    grundy_value_write(exception->value, terminal_is_ascii(), out);
    (void)fputs(", and the closed form gives ", out);
    if (exception->claim == GRUNDY_INFINITY)
      (void)fputs("inf\n", out);
    else
      (void)fprintf(out, "%" PRIu32 "\n", exception->claim);
  }
}

/* Writes the beginning of a report, before the number of positions that were tested. */
static void put_finding(FILE *out, grundy_law_finding finding, uint64_t exceptions,
                        uint64_t tested) {
  static const char *const words[] = {
      [GRUNDY_LAW_HOLDS] = "the law holds at ",
      [GRUNDY_LAW_FAILS] = " among ",
      [GRUNDY_LAW_NOT_CONFIRMED] = "the law is not confirmed: it read no variable at ",
      [GRUNDY_LAW_EMPTY] = "the law is empty: it was tested at ",
  };
  if (finding == GRUNDY_LAW_FAILS) lists_count(out, exceptions, "exception");
  bool is_nowhere = finding == GRUNDY_LAW_NOT_CONFIRMED && tested == 0;
  (void)fputs(is_nowhere ? "the law is not confirmed: it was tested at " : words[finding], out);
}

/* Writes the text about a game that was just tested; in a sweep, games without exceptions are only
 * counted. */
static grundy_status put_game(void *context, const grundy_law_report *report,
                              const grundy_law_game *game, grundy_error *error) {
  const struct job *job = context;
  FILE *out = job->details;
  bool is_json = job->arguments.format == ANSWER_JSON;
  if (is_json || (report->is_sweep && game->exceptions == 0)) return GRUNDY_OK;
  if (report->is_sweep) (void)fprintf(out, "\n%s: ", game->game);
  put_finding(out, game->finding, game->exceptions, game->tested);
  put_range(out, report, game);
  put_untested(out, report, game->silent, game->outside, game->vacuous);
  (void)putc('\n', out);
  if (game->listed_count == 0) return GRUNDY_OK;
  (void)putc('\n', out);
  if (!report->is_value) return put_exceptions(out, game, error);
  put_wrong_values(out, game);
  return GRUNDY_OK;
}

/* ---- the answer ------------------------------------------------------------------------- */

/* Writes "the law holds at 512 positions of 10 games", for a sweep. */
static void put_total(FILE *out, const grundy_law_report *report) {
  bool is_tested = report->tested > 0;
  put_finding(out, report->finding, report->exceptions, report->tested);
  lists_count(out, report->tested, "position");
  (void)fputs(" of ", out);
  lists_count(out, is_tested ? report->game_count - report->untested : report->game_count, "game");
  if (is_tested && report->up_to_symmetry) (void)fputs(", up to symmetry", out);
  put_untested(out, report, report->silent, report->outside, report->vacuous);
  if (is_tested && report->untested > 0) {
    (void)fputs("; it was tested at 0 positions of ", out);
    lists_count(out, report->untested, "game");
  }
  (void)putc('\n', out);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  const grundy_law_report *report = job->report;
  (void)error;
  if (job->arguments.format == ANSWER_JSON) {
    grundy_json json = grundy_json_start(out);
    grundy_law_write_json(&json, report);
    return GRUNDY_OK;
  }
  if (report->is_sweep) put_total(out, report);
  (void)fwrite(job->bytes, 1, job->size, out);
  if (report->listed < report->exceptions) {
    char left[32];
    lists_grouped(report->exceptions - report->listed, left, sizeof left);
    (void)fprintf(out, "\n%s more; use a larger --max-exceptions to list them\n", left);
  }
  return GRUNDY_OK;
}

/* ---- finding laws ----------------------------------------------------------------------- */

/* Writes "explains 496 positions of 496, 248 of 248 held out". */
static void put_candidate(FILE *out, const grundy_law_candidate *law) {
  char explained[32], tested[32], held[32], all_held[32];
  lists_grouped(law->tested - law->exceptions, explained, sizeof explained);
  lists_grouped(law->tested, tested, sizeof tested);
  lists_grouped(law->held_out - law->held_out_exceptions, held, sizeof held);
  lists_grouped(law->held_out, all_held, sizeof all_held);
  (void)fprintf(out, "\n%s\n  explains %s of %s, %s of %s held out", law->law, explained, tested,
                held, all_held);
  if (law->exception != NULL) {
    (void)fputs("; smallest exception ", out);
    put_position_name(out, law->exception);
  }
  (void)putc('\n', out);
}

static grundy_status put_search(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  const grundy_law_search *search = job->search;
  const char *unit = search->is_starts ? "game" : "position";
  (void)error;
  if (job->arguments.format == ANSWER_JSON) {
    grundy_json json = grundy_json_start(out);
    grundy_law_search_write_json(&json, search);
    return GRUNDY_OK;
  }
  (void)fputs(search->count == 0 ? "no law found: tried " : "tried ", out);
  lists_count(out, search->tried, "law");
  (void)fputs(" at ", out);
  lists_count(out, search->positions, unit);
  if (search->up_to_symmetry) (void)fputs(" up to symmetry", out);
  char held[32];
  lists_grouped(search->held_out, held, sizeof held);
  (void)fprintf(out, ", the larger %s held out\n", held);
  if (search->count == 0)
    (void)fprintf(
        out, "a law must hold at held-out %ss too often for chance: a larger table may show one\n",
        unit);
  for (uint64_t i = 0; i < search->count; i++) put_candidate(out, &search->candidates[i]);
  if (search->count > 0) (void)fputs("\nseen at these positions, not proved for others\n", out);
  return GRUNDY_OK;
}

static grundy_status read_game(void *context, const char *text, grundy_digraph **game,
                               grundy_error *error);

static int find(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  const struct budget *budget = &job->limits.budget;
  grundy_error error = {0};
  const grundy_law_options options = {.size = sizeof options,
                                      .where = arguments->where,
                                      .starts = arguments->starts,
                                      .memory = budget->bytes == UINT64_MAX ? 0 : budget->bytes,
                                      .memory_giver = budget->giver,
                                      .monitor = &job->limits.monitor,
                                      .read = read_game,
                                      .context = job};
  if (arguments->where != NULL) source_line_remember("condition", arguments->where);
  grundy_status status =
      grundy_law_find(arguments->game, arguments->find, &options, &job->search, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_search, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->search->count > 0 ? CODE_YES : CODE_NO;
}

/* ---- the command ------------------------------------------------------------------------ */

static grundy_status read_game(void *context, const char *text, grundy_digraph **game,
                               grundy_error *error) {
  struct job *job = context;
  return file_read_game(text, job->arguments.from, &job->limits, game, error);
}

static grundy_status test(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  struct integer most = arguments->max_exceptions;
  const struct budget *budget = &job->limits.budget;
  grundy_law_options options = {.size = sizeof options,
                                .where = arguments->where,
                                .starts = arguments->starts,
                                .with = arguments->with,
                                .memory = budget->bytes == UINT64_MAX ? 0 : budget->bytes,
                                .memory_giver = budget->giver,
                                .monitor = &job->limits.monitor,
                                .read = read_game,
                                .tested = put_game,
                                .context = job};
  if (most.given) options.max_exceptions = most.value == 0 ? GRUNDY_LAW_NO_EXCEPTIONS : most.value;
  if (arguments->where != NULL) source_line_remember("condition", arguments->where);
  source_line_remember("law", arguments->law);
  defaults_begin_sweep(); /* the games of ranges are not announced one by one */
  grundy_status status =
      grundy_law_test(arguments->game, arguments->law, &options, &job->report, error);
  defaults_end_sweep();
  if (status == GRUNDY_OK) defaults_announce(arguments->game, &job->limits);
  return status;
}

static struct automaton_request automaton_of(const struct arguments *arguments) {
  return (struct automaton_request){arguments->game,   arguments->automaton,
                                    arguments->target, arguments->certificate,
                                    arguments->walnut, arguments->format == ANSWER_JSON};
}

static int prepare(void *context) {
  const struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  const struct automaton_request request = automaton_of(arguments);
  if (arguments->find != NULL && arguments->law != NULL)
    return fail_usage(law_command.name, "LAW conflicts with --find; give only one");
  if (arguments->find != NULL) return CODE_YES;
  if (arguments->automaton == NULL && arguments->law == NULL)
    return fail_usage(law_command.name, "LAW is missing");
  if (arguments->automaton == NULL) return CODE_YES;
  if (arguments->law != NULL)
    return fail_usage(law_command.name, "LAW conflicts with --automaton; give only one");
  return automaton_prepare(&law_command, &request);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  const struct automaton_request request = automaton_of(&job->arguments);
  if (request.numeration != NULL) return automaton_prove(&request, &job->limits);
  if (job->arguments.find != NULL) return find(job);
  job->details = grundy_text_open(&job->bytes, &job->size);
  grundy_status status = job->details == NULL ? fail_memory(&error) : test(job, &error);
  if (job->details != NULL && !grundy_text_close(job->details, &job->bytes) && status == GRUNDY_OK)
    status = fail_memory(&error);
  job->details = NULL;
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  static const int codes[] = {[GRUNDY_LAW_HOLDS] = CODE_YES,
                              [GRUNDY_LAW_FAILS] = CODE_NO,
                              [GRUNDY_LAW_NOT_CONFIRMED] = CODE_UNDEFINED,
                              [GRUNDY_LAW_EMPTY] = CODE_UNDEFINED};
  return codes[job->report->finding];
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&law_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {"LAW", offsetof(struct arguments, law),
     "a condition, such as 'G <= a + b', or a file that ends with .lua and returns a function of a "
     "position, or a table with law or value",
     FILE_FORMULA},
    {0},
};

static const struct option options[] = {
    OPTION_WHERE(struct arguments),
    {.name = "find",
     .kind = OPTION_STRING,
     .value = "TARGET",
     .destination = offsetof(struct arguments, find),
     .excludes = "automaton with max-exceptions",
     .help = "instead of LAW: look for laws about TARGET, outcome or grundy, over the fields of "
             "positions; each was tried at larger positions that were held out"},
    {.name = "starts",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, starts),
     .help = "test LAW at the starts of the games of a family, such as kotzig:5..60,1,3: one "
             "position per game, whose fields are the arguments (always so for heap games)"},
    {.name = "with",
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, with),
     .help = "let LAW read other games and columns: NAME=GAME or NAME=column:FILE, separated by "
             "semicolons; NAME(a, b) is then a position of that game, and NAME(n) the term n of "
             "the file"},
    {.name = "max-exceptions",
     .front_ends = IN_ALL,
     .standard = "100",
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, max_exceptions),
     .help = "list at most N exceptions; all are counted",
     .otherwise = "100"},
    {.name = "automaton",
     .kind = OPTION_STRING,
     .value = "NUMERATION",
     .destination = offsetof(struct arguments, automaton),
     .excludes = "where starts with max-exceptions from",
     .help = "instead of LAW: learn an automaton that reads the digits of positions in base2 to "
             "base16 or zeckendorf, and prove it for all positions; GAME is a game on vectors, and "
             "the positions below its start are the table to learn from"},
    {.name = "target",
     .kind = OPTION_STRING,
     .value = "TARGET",
     .needs = "automaton",
     .destination = offsetof(struct arguments, target),
     .help = "what the automaton gives: outcome, or grundy<=M, the values up to M (default: "
             "outcome)"},
    {.name = "certificate",
     .kind = OPTION_STRING,
     .value = "FILE",
     .needs = "automaton",
     .destination = offsetof(struct arguments, certificate),
     .file = FILE_WRITTEN,
     .help = "write the proof to FILE, which 'grundy verify --certificate' checks, and by which "
             "'grundy value --law' answers"},
    {.name = "walnut",
     .kind = OPTION_STRING,
     .value = "FILE",
     .needs = "automaton",
     .destination = offsetof(struct arguments, walnut),
     .file = FILE_WRITTEN,
     .help = "write the automaton and what was proved as input for Walnut"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy law wythoff:30,30 'G <= a + b'", "a bound on the values of Wythoff's game"},
    {"grundy law wythoff:30,30 '(outcome == P) == (a == b)'",
     "a wrong conjecture: its exceptions, and exit code 1"},
    {"grundy law wythoff:30,30 'G == b' --where 'a == 0'", "a law for some positions"},
    {"grundy law subtraction:50,1,2..9 'G <= 2'", "a law at several games, as in grundy sweep"},
    {"grundy law kayles:1..200 'if n > 70 then at(n + 12).G == G'",
     "a law over two heaps: the period of Kayles"},
    {"grundy law nim:20,20 --find outcome", "look for a law about the P-positions"},
    {"grundy law 'vector{(1,0)*,(0,1)*,(1,1)*}:400,400' --automaton zeckendorf --certificate "
     "w.json",
     "the P-positions of Wythoff's game as an automaton, with a proof for all positions"},
    {0},
};

const struct command law_command = {
    .name = "law",
    .summary = "test a conjecture at the positions of a game",
    .group = GROUP_THEORY,
    .description =
        "Solves GAME and tests LAW at every position that can be reached, or up to symmetry if "
        "positions are reduced by it. Variables of a condition are the fields that the rules name, "
        "outcome (P, N or D), G, K, remoteness and the other columns; inf is infinity. A file may "
        "return {value = function(p) ... end}, a closed form that is compared with G; nil claims "
        "nothing. at(a + 1, b) is another position, all(f, C), any(f, C) and count(f, C) are about "
        "the "
        "followers f, and if A then C is tested where A holds (docs/laws.md). Reports how many "
        "positions were tested and lists exceptions; the exit code is 1 "
        "if there are any. A law that holds was tested at these positions, not proved. The exit "
        "code is 6 if the law says nothing about GAME: it was tested at no position, or read no "
        "variable. Ranges in GAME, as in grundy sweep, stand for several games. With --find, "
        "laws are looked for, and the exit code is 1 if none is found. With --automaton, the law "
        "is "
        "learnt and proved for positions of any size (docs/automata.md); the exit code is "
        "1 if it is wrong, and 4 if the table is too small or the proof needs too many states.",
    .positionals = positionals,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .answer = "Law",
    .run = run,
};
