/* grundy ordinal EXPRESSION: calculates with ordinals. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/ordinal.h>
#include <platform.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "signals.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *expression;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
};

static void put_json(FILE *out, const grundy_ordinal_answer *answer) {
  if (answer->ordinal == NULL) {
    (void)fprintf(out, "{\"holds\": %s}\n", answer->holds ? "true" : "false");
    return;
  }
  static const char *const kinds[] = {[GRUNDY_ORDINAL_ZERO] = "zero",
                                      [GRUNDY_ORDINAL_LIMIT] = "limit",
                                      [GRUNDY_ORDINAL_SUCCESSOR] = "successor"};
  (void)fputs("{\"ordinal\": \"", out);
  grundy_ordinal_write(answer->ordinal, true, out);
  grundy_ordinal_description description = grundy_ordinal_describe(answer->ordinal);
  (void)fprintf(out, "\", \"odd\": %s, \"kind\": \"%s\"}\n", description.is_odd ? "true" : "false",
                kinds[description.kind]);
}

/* The arguments and the result. */
struct job {
  struct arguments arguments;
  grundy_ordinal_answer answer;
};

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  const grundy_ordinal_answer *answer = &job->answer;
  bool ascii = terminal_is_ascii() || !grundy_platform_is_terminal(STDOUT_FILENO);
  (void)error; /* errors of the stream are reported when it is closed */
  if (job->arguments.format == ANSWER_JSON) {
    put_json(out, answer);
    return GRUNDY_OK;
  }
  if (answer->ordinal != NULL)
    grundy_ordinal_write(answer->ordinal, ascii, out);
  else
    (void)fputs(answer->holds ? "yes" : "no", out);
  (void)putc('\n', out);
  return GRUNDY_OK;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&ordinal_command, argc, argv, &job.arguments, &code)) return code;
  signals_end_process(); /* there is nothing to clean up */
  const char *text = job.arguments.expression;
  source_line_remember("ordinal", text);
  grundy_status status = grundy_ordinal_evaluate(text, strlen(text), &job.answer, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, &job, &error);
  bool denied = job.answer.ordinal == NULL && !job.answer.holds;
  grundy_ordinal_free(job.answer.ordinal);
  if (status != GRUNDY_OK) return fail(&error);
  return denied ? CODE_NO : CODE_YES;
}

static const struct positional positionals[] = {
    {"EXPRESSION", offsetof(struct arguments, expression),
     "natural numbers and w (or ω), powers of w by ^, then * (product), + (sum), # (natural sum), "
     "^^ (nim-sum), and < or == once, in this order of precedence, with parentheses",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    OPTION_JSON(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy ordinal 'w^2 ^^ w ^^ 5'", "the value of three heaps of transfinite Nim"},
    {"grundy ordinal '1+w'", "w: a sum depends on the order; a natural sum, 1 # w, does not"},
    {"grundy ordinal 'w*2 < w^2'", "yes or no, and the exit code is 0 or 1"},
    {0},
};

const struct command ordinal_command = {
    .name = "ordinal",
    .summary = "sums, products and nim-sums of ordinals",
    .group = GROUP_THEORY,
    .description = "Calculates with ordinals below epsilon_0 and prints the Cantor normal form, "
                   "with w for ω unless the output is a terminal that can show it. Coefficients "
                   "are below 2^63, and exponents are nested at most 10,000 deep.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
