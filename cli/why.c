/* grundy why EXPRESSION: explains one position in sentences. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/explain.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "commands.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "options.h"
#include "progress.h"
#include "terminal.h"

struct arguments {
  const char *expression;
  struct integer depth;
  struct real infinite; /* the payoff of infinite play */
  int format;           /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_expression *expression;
  grundy_digraph *explored; /* NULL if the expression is a position of a digraph */
  grundy_solution *solution;
  grundy_solved solved; /* the game, */
  uint32_t position;    /* and its position */
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->explored);
  grundy_expression_free(job->expression);
}

enum { MOST_POSITIONS = 100000 }; /* explored at most */

/* Finds what to explain: the digraph of the expression, or that of all positions that can be
 * reached from it. */
static grundy_status find(struct job *job, grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(job->expression);
  const grundy_solved *given = grundy_expression_describe(job->expression, 0).solved;
  if (grundy_compound_count(compound) == 1 && given != NULL) {
    job->solved = *given;
    job->position = (uint32_t)grundy_compound_position(compound, 0);
    return GRUNDY_OK;
  }
  grundy_solve_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_status status = grundy_compound_explore(
      compound, MOST_POSITIONS, GRUNDY_MONITORED(&job->limits.monitor), &job->explored, error);
  if (status == GRUNDY_OK) status = grundy_solve(job->explored, &options, &job->solution, error);
  if (status == GRUNDY_OK) job->solved = grundy_solved_view(job->explored, job->solution);
  return status;
}

static grundy_status put_text(const struct job *job, bool ascii, FILE *out, grundy_error *error) {
  uint64_t depth = job->arguments.depth.value;
  grundy_explain_options options = {
      .size = sizeof options,
      .depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
      .ascii = ascii,
  };
  return grundy_explain(job->solved.g, job->solved.solution, job->position, &options, out, error);
}

/* ---- JSON ---------------------------------------------------------------------------- */

enum line { PARAGRAPH, SENTENCE, DETAIL };

/* Writes a line of text as JSON. An empty line begins a paragraph, and an indented line belongs to
 * the sentence above it; `before` is the previous line. */
static enum line put_line(FILE *out, const char *line, enum line before) {
  if (line[0] == '\0') {
    (void)fputs("]}], [", out);
    return PARAGRAPH;
  }
  if (line[0] == ' ') {
    if (before == DETAIL) (void)fputs(", ", out);
    json_put_string(out, line + strspn(line, " "));
    return DETAIL;
  }
  (void)fputs(before == PARAGRAPH ? "{\"sentence\": " : "]}, {\"sentence\": ", out);
  json_put_string(out, line);
  (void)fputs(", \"details\": [", out);
  return SENTENCE;
}

/* Writes the text as paragraphs, cutting it into lines. */
static void put_paragraphs(FILE *out, char *text) {
  enum line before = PARAGRAPH;
  (void)fputs("\"paragraphs\": [[", out);
  while (*text != '\0') {
    char *end = strchr(text, '\n');
    *end = '\0';
    before = put_line(out, text, before);
    text = end + 1;
  }
  (void)fputs("]}]]}\n", out);
}

static grundy_status put_json(const struct job *job, FILE *out, grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL) return fail_memory(error);
  grundy_status status = put_text(job, false, memory, error);
  bool kept = ferror(memory) == 0;
  kept = fclose(memory) == 0 && kept;
  if (status == GRUNDY_OK && !kept) status = fail_memory(error);
  if (status == GRUNDY_OK) {
    (void)fputs("{\"position\": ", out);
    json_put_string(out, grundy_digraph_name(job->solved.g, job->position, scratch));
    (void)fputs(", ", out);
    put_paragraphs(out, text);
  }
  free(text);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

static grundy_status put_reasons(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  if (job->arguments.format == ANSWER_JSON) return put_json(job, out, error);
  return put_text(job, terminal_is_ascii(), out, error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  const struct expression_request request = {.text = job->arguments.expression,
                                             .infinite = job->arguments.infinite};
  grundy_status status = expression_open(&request, &job->limits, &job->expression, &error);
  if (status == GRUNDY_OK) status = find(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_reasons, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&why_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, ""),
    {0},
};

static const struct option options[] = {
    {.name = "depth",
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, depth),
     .help = "also explain the positions given as reasons, and so on, N levels deep, at most 1000 "
             "positions (default: 1)"},
    OPTION_INFINITE(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy why ring.edges@a", "why it is won, lost or drawn, and why it has its value"},
    {"grundy why ring.edges@a --depth 9", "also the reasons for the reasons"},
    {"grundy why 'take{1,2,4}:7 + nim:2'", "two heaps at once"},
    {0},
};

const struct command why_command = {
    .name = "why",
    .summary = "explain why a position is won, lost or drawn",
    .group = GROUP_UNDERSTAND,
    .description = "Explains one position: its outcome, with a winning move or the answer to every "
                   "move; its remoteness, with a line of best play; its value, with the moves that "
                   "can be reversed and the one that cannot. In a two-coloured game it explains "
                   "who can force a win and what each player can guarantee. Every sentence is a "
                   "fact that can be checked by looking at the moves. A sum of games is explained "
                   "as one game, if at most 100,000 positions can be reached.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
