/* grundy why EXPRESSION: explains one position in sentences. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/explain.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/game.h>

#include "automaton.h"
#include "commands.h"
#include "defaults.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "terminal.h"

struct arguments {
  const char *expression, *automaton;
  struct integer depth;
  struct real infinite; /* the payoff of infinite play */
  bool misere;
  bool no_split;
  int format;   /* ANSWER_TEXT or ANSWER_JSON */
  int language; /* a grundy_language */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_facts *facts;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_facts_free(job->facts);
}

static grundy_status explain(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const struct expression_request request = {.text = arguments->expression,
                                             .infinite = arguments->infinite,
                                             .misere = arguments->misere,
                                             .no_split = arguments->no_split};
  struct expression_reading reading;
  grundy_expression_options opening = expression_opening(&request, &job->limits, &reading);
  grundy_open_options exploring = file_opening(GRUNDY_FORMAT_AUTO, &job->limits);
  uint64_t depth = arguments->depth.value;
  grundy_why_options options = {
      .size = sizeof options,
      .depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
      .opening = &opening,
      .exploring = &exploring,
      .memory = job->limits.budget.bytes == UINT64_MAX ? 0 : job->limits.budget.bytes,
      .memory_giver = job->limits.budget.giver,
      .law = arguments->automaton};
  grundy_status status = grundy_why(arguments->expression, &options, &job->facts, error);
  if (status == GRUNDY_OK && arguments->automaton == NULL)
    defaults_announce(arguments->expression, &job->limits);
  return status;
}

static grundy_status put_facts(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  grundy_language language = (grundy_language)job->arguments.language;
  if (job->arguments.format == ANSWER_JSON)
    return grundy_facts_write_json(job->facts, language, out, error);
  grundy_facts_write(job->facts, language, terminal_is_ascii(), out);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = explain(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_facts, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&why_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, ""),
    {0},
};

static const struct option options[] = {
    {.name = "depth",
     .front_ends = IN_ALL,
     .standard = "1",
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, depth),
     .help = "also explain the positions given as reasons, and so on, N levels deep, at most 1000 "
             "positions (default: 1)"},
    OPTION_INFINITE(struct arguments),
    OPTION_MISERE(struct arguments),
    OPTION_NO_SPLIT(struct arguments),
    OPTION_AUTOMATON(struct arguments, "depth infinite misere no-split max-positions window"),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_LANGUAGE(struct arguments, IN_ALL),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy why ring.edges@a", "why it is won, lost or drawn, and why it has its value"},
    {"grundy why ring.edges@a --language de", "in German"},
    {"grundy why ring.edges@a --depth 9", "also the reasons for the reasons"},
    {"grundy why 'take{1,2,4}:7 + nim:2'", "two heaps at once"},
    {"grundy why --law w.json 1618033988749,2618033988749",
     "a position of any size, by a proved law"},
    {"grundy why 'nim:2 + nim:3' --misere", "if the player who makes the last move loses"},
    {0},
};

const struct command why_command = {
    .name = "why",
    .summary = "explain why a position is won, lost or drawn",
    .group = GROUP_UNDERSTAND,
    .description =
        "Explains one position: its outcome, with a winning move or the answer to every "
        "move; its remoteness, with a line of best play; its value, with the moves that "
        "can be reversed and the one that cannot. In a two-coloured game it explains "
        "who can force a win and what each player can guarantee. With --misere "
        "it explains outcome and remoteness of an impartial game in misere play. Every "
        "sentence is a "
        "fact that can be checked by looking at the moves. A sum of games is explained "
        "as one game, if at most 100,000 positions can be reached. In a folder of solved tiers, "
        "from which more positions can be reached, outcome and remoteness are explained.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Explanation",
    .run = run,
};
