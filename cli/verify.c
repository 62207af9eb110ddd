/* grundy verify GAME SOLUTION: checks a solution, or a folder of tiers. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/archive.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/json.h>
#include <grundy/solution.h>
#include <grundy/verify.h>

#include "certificate.h"
#include "commands.h"
#include "failure.h"
#include "files.h"
#include "gpu.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "terminal.h"
#include "tiers.h"
#include "verify_report.h"

struct arguments {
  const char *game;
  const char *solution; /* or one of the next two */
  const char *certificate;
  const char *moves; /* of the parts in the certificate: a file to write */
  const char *tiers;
  struct integer sample, seed;
  const char *gpu;   /* the device; NULL: the CPU */
  int from;          /* a grundy_format; AUTO leaves it to the ending of `game` */
  int solution_from; /* likewise of `solution` */
  int format;        /* ANSWER_TEXT or ANSWER_JSON */
  bool no_split;
  struct real payoff, infinite;
  struct limit_options limits;
};

/* Everything that a run owns, and its results. */
struct job {
  struct arguments arguments;
  grundy_format solution_from;
  uint32_t device; /* with --gpu */
  struct limits limits;
  grundy_digraph *game;
  grundy_solution *solution;
  grundy_report *report;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_report_free(job->report);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- preparing ----------------------------------------------------------------------- */

/* Returns whether an archive is to be checked, which has both GAME and SOLUTION. */
static bool is_archive(const struct arguments *arguments) {
  return arguments->game != NULL && arguments->solution == NULL && arguments->certificate == NULL &&
         arguments->tiers == NULL && file_ends_with(arguments->game, ".zip");
}

/* Checks the options. Returns an exit code. */
static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  const char *const inputs[] = {arguments->game, arguments->solution};
  const char *other = arguments->certificate != NULL ? "certificate"
                      : arguments->tiers != NULL     ? "tiers"
                                                     : NULL;
  if (arguments->game == NULL && arguments->certificate == NULL)
    return fail_usage(verify_command.name, "GAME is missing");
  if (is_archive(arguments)) return CODE_YES;
  if (arguments->solution == NULL && other == NULL)
    return fail_usage(verify_command.name, "SOLUTION is missing");
  if (arguments->solution != NULL && other != NULL)
    return fail_usage(verify_command.name, "SOLUTION conflicts with --%s; give only one", other);
  if (other != NULL) return CODE_YES;
  int code = file_check_standard_once(&verify_command, "of GAME and SOLUTION", inputs, 2);
  if (code == CODE_YES) code = gpu_parse(&verify_command, arguments->gpu, &job->device);
  if (code != CODE_YES) return code;
  return file_find_format(&verify_command, arguments->solution, GRUNDY_FORMAT_READS_SOLUTION,
                          arguments->solution_from, "solution-from", &job->solution_from);
}

/* ---- checking ------------------------------------------------------------------------ */

static grundy_status check(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const struct verify_request request = {.game = job->game,
                                         .solution = job->solution,
                                         .ascii = arguments->format == ANSWER_TEXT &&
                                                  terminal_is_ascii(),
                                         .gpu = arguments->gpu,
                                         .device = job->device,
                                         .payoff = arguments->payoff,
                                         .infinite = arguments->infinite};
  return verify_report_make(&request, &job->limits, &job->report, error);
}

/* ---- the answer ---------------------------------------------------------------------- */

/* Returns whether a column of the solution was not checked. */
static bool is_partial(const struct job *job) {
  for (size_t i = 0; i < grundy_report_count(job->report); i++) {
    grundy_finding finding = grundy_report_finding(job->report, i);
    bool present = (finding.column & grundy_solution_columns(job->solution)) != 0;
    if (present && finding.verdict == GRUNDY_VERDICT_NOT_CHECKED) return true;
  }
  return false;
}

static const char *headline(const struct job *job) {
  if (!verify_report_decide(job->report)) return "nothing could be checked";
  return is_partial(job) ? "right as far as checked" : "right";
}

static void print_text(FILE *out, const struct job *job) {
  const char *wrong = verify_report_first(job->report, GRUNDY_VERDICT_WRONG);
  if (wrong != NULL) {
    (void)fputs("wrong: ", out);
    put_printable(out, wrong);
    (void)putc('\n', out);
  } else {
    (void)fprintf(out, "%s: ", headline(job));
    lists_size(out, job->game);
    if (grundy_game_is_window(grundy_digraph_type(job->game))) (void)fputs(" in a window", out);
    (void)putc('\n', out);
  }
  verify_report_print(out, job->report);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.format == ANSWER_JSON)
    verify_report_print_json(out, job->game, job->report);
  else
    print_text(out, job);
  return GRUNDY_OK;
}

/* A solution that could not be checked at all must not pass as right. */
static int code_of_answer(const grundy_report *report) {
  if (!verify_report_decide(report)) return CODE_UNABLE;
  return grundy_report_right(report) ? CODE_YES : CODE_NO;
}

/* ---- the command --------------------------------------------------------------------- */

static int work_by_tiers(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  struct tiers_request request = {.game = arguments->game,
                                  .folder = arguments->tiers,
                                  .sample = arguments->sample.value,
                                  .seed = arguments->seed.value};
  return tiers_verify(&request, &job->limits);
}

static void put_archive_text(FILE *out, const grundy_archive_report *report) {
  static const char *const rules[] = {
      [GRUNDY_ARCHIVE_NO_RULES] = "none: the game was a file",
      [GRUNDY_ARCHIVE_RULES_RUN] = "explored again, with the same positions and moves",
      [GRUNDY_ARCHIVE_RULES_KEPT] = "not run: they read a file, are compiled, or have changed"};
  if (!report->is_right) {
    (void)fputs("wrong: ", out);
    put_printable(out, report->wrong);
    (void)putc('\n', out);
  } else {
    (void)fprintf(out, "right: %lu position%s, %llu move%s\n", (unsigned long)report->positions,
                  report->positions == 1 ? "" : "s", (unsigned long long)report->moves,
                  report->moves == 1 ? "" : "s");
  }
  (void)fputs("  game     ", out);
  put_printable(out, report->game);
  (void)fprintf(out, "\n  version  %s\n  command  ", report->version);
  put_printable(out, report->command);
  if (report->is_right) (void)fprintf(out, "\n  rules    %s", rules[report->rules]);
  (void)fprintf(out, "\n  SHA-256  %s\n", report->checksum);
}

static void put_archive_json(FILE *out, const grundy_archive_report *report) {
  static const char *const rules[] = {[GRUNDY_ARCHIVE_NO_RULES] = NULL,
                                      [GRUNDY_ARCHIVE_RULES_RUN] = "run",
                                      [GRUNDY_ARCHIVE_RULES_KEPT] = "not run"};
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_bool(&json, "right", report->is_right);
  grundy_json_string(&json, "message", report->is_right ? NULL : report->wrong);
  grundy_json_string(&json, "game", report->game);
  grundy_json_string(&json, "version", report->version);
  grundy_json_string(&json, "command", report->command);
  grundy_json_integer(&json, "positions", report->positions);
  grundy_json_integer(&json, "moves", report->moves);
  grundy_json_string(&json, "rules", report->is_right ? rules[report->rules] : NULL);
  grundy_json_string(&json, "sha256", report->checksum);
  grundy_json_end(&json);
}

/* An archive, and how to report about it. */
struct archive_answer {
  grundy_archive_report report;
  bool is_json;
};

static grundy_status put_archive(const void *context, FILE *out, grundy_error *error) {
  const struct archive_answer *answer = context;
  (void)error;
  (answer->is_json ? put_archive_json : put_archive_text)(out, &answer->report);
  return GRUNDY_OK;
}

static int work_on_archive(struct job *job) {
  struct archive_answer answer = {.is_json = job->arguments.format == ANSWER_JSON};
  grundy_error error = {0};
  const grundy_open_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_status status =
      grundy_archive_check(job->arguments.game, &options, &answer.report, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_archive, &answer, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return answer.report.is_right ? CODE_YES : CODE_NO;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  if (is_archive(&job->arguments)) return work_on_archive(job);
  if (job->arguments.certificate != NULL)
    return certificate_check(job->arguments.game, job->arguments.certificate, job->arguments.moves,
                             job->arguments.format == ANSWER_JSON, &job->limits);
  if (job->arguments.tiers != NULL) return work_by_tiers(job);
  grundy_status status = gpu_check(job->arguments.gpu, job->device, &error);
  if (status == GRUNDY_OK)
    status = (job->arguments.no_split ? file_read_game : file_read_parts)(
        job->arguments.game, job->arguments.from, &job->limits, &job->game, &error);
  if (status == GRUNDY_OK)
    status = file_check_payoffs(
        job->game, job->arguments.payoff.given || job->arguments.infinite.given, &error);
  if (status == GRUNDY_OK)
    status = file_read_solution(job->arguments.solution, job->solution_from, job->game,
                                &job->limits, &job->solution, &error);
  if (status == GRUNDY_OK) status = check(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return code_of_answer(job->report);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&verify_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {"SOLUTION", offsetof(struct arguments, solution),
     "a file written by 'grundy solve', except for tables, or - for standard input; rows may be in "
     "any order, and columns may be missing",
     FILE_DATA},
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_SOLUTION_FROM(struct arguments, "SOLUTION", NULL),
    {.name = "certificate",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, certificate),
     .file = FILE_DATA,
     .excludes = "from solution-from payoff infinite max-positions no-split window gpu tiers",
     .help = "check a certificate, or - for standard input, instead of SOLUTION; for one that "
             "'grundy value' has written, GAME is rules, with @POSITION unless it is about the "
             "start; one in JSON contains its game, so that GAME may be left out"},
    {.name = "list-moves",
     .kind = OPTION_STRING,
     .value = "FILE",
     .needs = "certificate",
     .destination = offsetof(struct arguments, moves),
     .file = FILE_WRITTEN,
     .help = "if the certificate is right, write the moves of all parts in it to FILE, which "
             "'grundy-certify position' needs; only for a certificate of 'grundy value'"},
    {.name = "tiers",
     .kind = OPTION_STRING,
     .value = "DIR",
     .destination = offsetof(struct arguments, tiers),
     .excludes = "from solution-from payoff infinite json no-split gpu max-positions window",
     .help = "instead of SOLUTION: check all positions of the tiers in DIR, from moves alone; this "
             "needs the column remoteness for outcomes, and counter for values"},
    {.name = "sample",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = UINT64_C(1000000000),
     .needs = "tiers",
     .destination = offsetof(struct arguments, sample),
     .help = "check only N indices of these tiers, chosen at random"},
    OPTION_SEED(struct arguments, seed, "that choice", "0", "sample"),
    OPTION_PAYOFF(struct arguments),
    OPTION_INFINITE(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_NO_SPLIT(struct arguments),
    OPTION_GPU(struct arguments, NULL),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy verify ring.edges ring.tsv",
     "right or wrong, and why; one line per column says what was checked"},
    {"grundy solve g.edges --json | grundy verify g.edges - --solution-from json",
     "checks a solution without writing a file"},
    {"grundy verify cram:4,6 --certificate cram.proof",
     "checks a proof of the value of one position"},
    {"grundy verify cram:4,6 --certificate cram.proof --list-moves cram.moves",
     "also lists the moves, for 'grundy-certify position cram.moves cram.proof'"},
    {"grundy verify wythoff.zip", "checks an archive of 'grundy solve --archive' as a whole"},
    {"grundy verify quixo:4 --tiers quixo4", "checks the files of 'grundy solve --tiers'"},
    {0},
};

const struct command verify_command = {
    .name = "verify",
    .summary = "check a solution independently",
    .group = GROUP_SOLVE,
    .description =
        "Checks SOLUTION against the definitions, with code that shares nothing with "
        "the solver. If it is wrong, prints the first condition that fails and its positions; the "
        "exit code is 1. Some columns can be checked only together with "
        "others: k, j, hmin and counter with grundy; abe with q1, q0 and q-1; barbara with q1, "
        "q0 and q2; guarantee_moves with guarantee; cap_moves with cap. If nothing can be "
        "checked, the exit code is 4. GAME alone may be an archive, a file .zip that 'grundy solve "
        "--archive' has written: then its bytes, the checksums of its members, rules, game, "
        "certificate and table are checked. For results that others will rely on, grundy-certify "
        "checks npz files with a checker that is proved correct (docs/certify.md).",
    .positionals = positionals,
    .all_are_optional = true,
    .options = options,
    .examples = examples,
    .lists_columns = true,
    .answer = "Verification",
    .run = run,
};
