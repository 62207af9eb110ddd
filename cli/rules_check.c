/* grundy rules check GAME: checks the promises of rules. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/json.h>

#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "rules.h"
#include "run_limits.h"

struct arguments {
  const char *game;
  struct integer seed, walks;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_rules_sample sample;
};

static bool is_broken(const grundy_rules_finding *finding) {
  return finding->broken[0] != '\0';
}

static bool all_kept(const struct job *job) {
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++)
    if (is_broken(&job->findings[i])) return false;
  return true;
}

/* ---- printing ------------------------------------------------------------------------ */

/* Returns the result as a word. Closed forms that are known nowhere, and broken canonical forms,
 * are not tried. */
static const char *result_of(const grundy_rules_finding *finding) {
  if (!finding->applies) return "none";
  if (is_broken(finding)) return "BROKEN";
  return finding->tried == 0 ? "untried" : "ok";
}

static void put_finding(FILE *out, const grundy_rules_finding *finding) {
  (void)fprintf(out, "%-7s %s %s", result_of(finding), finding->function, finding->promise);
  if (is_broken(finding)) {
    (void)fputs(": ", out);
    put_printable(out, finding->broken);
    (void)putc('\n', out);
  } else {
    (void)fprintf(out, " (tried %llu time%s)\n", (unsigned long long)finding->tried,
                  finding->tried == 1 ? "" : "s");
  }
}

static void write_finding(grundy_json *json, const grundy_rules_finding *finding) {
  bool broken = is_broken(finding);
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "function", finding->function);
  grundy_json_string(json, "promise", finding->promise);
  grundy_json_string(json, "result", broken ? "broken" : result_of(finding));
  grundy_json_integer(json, "tried", finding->tried);
  grundy_json_string(json, "counterexample", broken ? finding->broken : NULL);
  grundy_json_end(json);
}

static void put_json(FILE *out, const struct job *job) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "game", job->arguments.game);
  grundy_json_bool(&json, "kept", all_kept(job));
  grundy_json_object(&json, "plays");
  grundy_json_integer(&json, "tried", job->sample.plays);
  grundy_json_integer(&json, "ended", job->sample.plays - job->sample.endless);
  grundy_json_integer(&json, "moves", job->sample.moves);
  grundy_json_end(&json);
  grundy_json_array(&json, "promises");
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) write_finding(&json, &job->findings[i]);
  grundy_json_end(&json);
  grundy_json_end(&json);
}

/* Games may go on forever, but if none of many random plays ends, that may be a mistake in the
 * rules, and exploring may never end. */
static void put_warning(FILE *out, const grundy_rules_sample *sample) {
  if (sample->plays > 0 && sample->endless == sample->plays)
    (void)fprintf(out,
                  "warning: none of %lu random plays ended within %lu moves; if exploring does not "
                  "end, use --window\n",
                  (unsigned long)sample->plays, (unsigned long)sample->moves);
}

static grundy_status put(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error; /* write errors show when the output is closed */
  if (job->arguments.format == ANSWER_JSON) {
    put_json(out, job);
    return GRUNDY_OK;
  }
  const char *last = "";
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; last = job->findings[i++].function)
    if (job->findings[i].applies)
      put_finding(out, &job->findings[i]);
    else if (strcmp(last, job->findings[i].function) != 0)
      (void)fprintf(out, "none    %s\n", job->findings[i].function);
  put_warning(out, &job->sample);
  return GRUNDY_OK;
}

/* ---- the command --------------------------------------------------------------------- */

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  grundy_rules_check_options options = {.size = sizeof options,
                                        .seed = arguments->seed.value,
                                        .walks = (uint32_t)arguments->walks.value,
                                        .monitor = &job->limits.monitor,
                                        .sample = &job->sample};
  grundy_status status = grundy_rules_check(arguments->game, &options, job->findings, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return all_kept(job) ? CODE_YES : CODE_NO;
}

static void release(void *context) {
  (void)context; /* a job owns nothing */
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.seed.value = 1}};
  return RUN_WITHIN_LIMITS(&rules_check_command, argc, argv, &job, nothing_to_prepare, work,
                           release);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, game),
     "rules with their arguments: mygame.lua:5,7 or ./mygame.so:5,7, or a game of the gallery",
     FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "walks",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = 1000000000,
     .destination = offsetof(struct arguments, walks),
     .help = "the number of random plays (default: 100)"},
    OPTION_SEED(struct arguments, seed, "the random plays", "1", NULL),
    OPTION_JSON(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy rules check mygame.lua:5,7", "every promise, and how often it was tested"},
    {"grundy rules check ./mygame.so:40,40 --walks 10000 --seed 7",
     "more random plays, and different ones"},
    {0},
};

const struct command rules_check_command = {
    .name = "rules check",
    .summary = "check that rules keep their promises",
    .description =
        "Tests the rules on a thousand positions near the start and on random plays: moves are the "
        "same when asked for again, canonical forms have the same moves, names are distinct and "
        "can be read back, players alternate as promised, and a search confirms the closed form. "
        "Ranks are tested at these positions and at all indices, or at some if there are many. "
        "Then it opens the rules again and compares their answers. It prints a line for every "
        "promise, with a counterexample if the promise is broken; then the exit code is 1.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
