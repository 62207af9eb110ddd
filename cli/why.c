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
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "terminal.h"
#include "why_sum.h"

struct arguments {
  const char *expression;
  struct integer depth;
  struct real infinite; /* the payoff of infinite play */
  bool misere;
  bool no_split;
  int format; /* ANSWER_TEXT or ANSWER_JSON */
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
  bool is_reduced;      /* names are those of symmetric positions */
  bool is_sum;          /* nothing was explored; reasons are about the parts of the position */
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->explored);
  grundy_expression_free(job->expression);
}

enum { MOST_POSITIONS = 100000 }; /* explored at most */

/* Solves the game to explain. */
static grundy_status solve(struct job *job, const grundy_digraph *g, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const grundy_columns misere = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  bool payoffs = grundy_digraph_payoffs(g) != NULL;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = arguments->misere ? misere : 0,
                                  .monitor = &job->limits.monitor,
                                  .infinite_known = payoffs && arguments->infinite.given,
                                  .infinite = arguments->infinite.value};
  grundy_status status = memory_for_solving(&job->limits.budget, g, &options, error);
  if (status == GRUNDY_OK) status = grundy_solve(g, &options, &job->solution, error);
  if (status == GRUNDY_OK) job->solved = grundy_solved_view(g, job->solution);
  return status;
}

/* Returns the name of the position of the only component; the caller frees it. */
static char *name_position(grundy_expression *expression) {
  const grundy_compound *compound = grundy_expression_compound(expression);
  uint64_t position = grundy_compound_position(compound, 0);
  size_t length = grundy_compound_name(compound, 0, position, NULL, 0);
  char *name = malloc(length + 1);
  if (name != NULL) (void)grundy_compound_name(compound, 0, position, name, length + 1);
  return name;
}

/* Explores the rules again without reducing positions by symmetry, so that moves look as the rules
 * make them. Sets job->explored unless there are too many positions, or the position cannot be
 * found. */
static grundy_status explore_unreduced(struct job *job, grundy_error *error) {
  grundy_game_name game = grundy_game_parse(grundy_expression_describe(job->expression, 0).source);
  grundy_digraph *g = NULL;
  char *name = name_position(job->expression);
  if (name == NULL) return fail_memory(error);
  grundy_status status = file_read_unreduced(&game, MOST_POSITIONS, &job->limits, &g, error);
  bool found = status == GRUNDY_OK &&
               grundy_position_find(g, name, strlen(name), &job->position, NULL) == GRUNDY_OK;
  free(name);
  if (found)
    job->explored = g;
  else
    grundy_digraph_free(g);
  bool is_late = status == GRUNDY_CANCELLED;
  return found || is_late ? status : GRUNDY_OK;
}

/* Explains a position of a digraph; if rules reduce positions by symmetry, of an unreduced one if
 * that is small enough. */
static grundy_status find_in_digraph(struct job *job, const grundy_solved *given,
                                     grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(job->expression);
  grundy_component game = grundy_compound_component(compound, 0);
  uint64_t vertex = grundy_compound_position(compound, 0);
  grundy_status status = GRUNDY_OK;
  bool is_reduced = grundy_expression_describe(job->expression, 0).is_reduced;
  if (is_reduced) status = explore_unreduced(job, error);
  if (status != GRUNDY_OK) return status;
  if (job->explored != NULL) return solve(job, job->explored, error);
  if (GRUNDY_COMPONENT_HAS(game.kind, reduce))
    status = game.kind->reduce(game.data, vertex, &vertex, error);
  job->is_reduced = is_reduced;
  job->solved = *given;
  job->position = (uint32_t)vertex;
  if (status == GRUNDY_OK && job->arguments.misere) status = solve(job, given->g, error);
  return status;
}

static grundy_explain_options explaining(const struct job *job) {
  uint64_t depth = job->arguments.depth.value;
  return (grundy_explain_options){
      .size = sizeof(grundy_explain_options),
      .depth = depth < UINT32_MAX ? (uint32_t)depth : UINT32_MAX,
      .play = job->arguments.misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
  };
}

/* Explains a position of a folder of tiers by the positions around it. */
static grundy_status find_in_folder(struct job *job, grundy_error *error) {
  grundy_explain_options options = explaining(job);
  const char *folder = grundy_expression_describe(job->expression, 0).source;
  if (job->arguments.misere)
    return fail_with(error, GRUNDY_UNABLE, folder,
                     "a folder of tiers says nothing about misere play");
  grundy_status status = grundy_explain_neighbourhood(job->expression, &options, &job->explored,
                                                      &job->solution, &job->position, error);
  if (status == GRUNDY_OK) job->solved = grundy_solved_view(job->explored, job->solution);
  return status;
}

static bool is_in_folder(const struct job *job) {
  const char *source = grundy_expression_describe(job->expression, 0).source;
  return grundy_compound_count(grundy_expression_compound(job->expression)) == 1 &&
         grundy_game_kind_describe(grundy_game_parse(source).kind)->is_folder;
}

/* Explains a position of a window. */
static grundy_status find_in_window(struct job *job, grundy_error *error) {
  grundy_expression_description window = grundy_expression_describe(job->expression, 0);
  job->solved = *window.solved;
  job->position = window.vertex;
  job->is_reduced = window.is_reduced;
  return job->arguments.misere ? solve(job, window.solved->g, error) : GRUNDY_OK;
}

/* Fails if --window is given and a game is not opened from rules. */
static grundy_status check_window(const struct job *job, grundy_error *error) {
  uint32_t count = grundy_compound_count(grundy_expression_compound(job->expression));
  for (uint32_t i = 0; job->limits.window > 0 && i < count; i++) {
    grundy_expression_description game = grundy_expression_describe(job->expression, i);
    if (game.solved == NULL && game.parts == NULL)
      return fail_with(error, GRUNDY_BAD_INPUT, game.source, "--window is only for rules");
  }
  return GRUNDY_OK;
}

/* Finds what to explain: the digraph of the expression, or that of all positions that can be
 * reached from it; in a folder of tiers, positions around it if these are too many. */
static grundy_status find(struct job *job, grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(job->expression);
  if (grundy_expression_describe(job->expression, 0).is_window) return find_in_window(job, error);
  if (check_window(job, error) != GRUNDY_OK) return GRUNDY_BAD_INPUT;
  const grundy_solved *given = grundy_expression_describe(job->expression, 0).solved;
  if (grundy_compound_count(compound) == 1 && given != NULL)
    return find_in_digraph(job, given, error);
  bool folder = is_in_folder(job);
  if (folder && grundy_compound_component(compound, 0).kind->standalone)
    return find_in_folder(job, error);
  grundy_status status = grundy_compound_explore(
      compound, MOST_POSITIONS, GRUNDY_MONITORED(&job->limits.monitor), &job->explored, error);
  if (status == GRUNDY_UNABLE && folder) return find_in_folder(job, error);
  return status == GRUNDY_OK ? solve(job, job->explored, error) : status;
}

/* ---- draws ---------------------------------------------------------------------------- */

static void put_name(FILE *out, const struct job *job, uint32_t v) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  json_put_string(out, grundy_digraph_name(job->solved.g, v, scratch));
}

static void put_names(FILE *out, const struct job *job, const uint32_t *vertices, uint64_t count) {
  enum { MOST = 1000 };
  (void)putc('[', out);
  for (uint64_t i = 0; i < count && i < MOST; i++) {
    if (i > 0) (void)fputs(", ", out);
    put_name(out, job, vertices[i]);
  }
  (void)putc(']', out);
}

/* Where the JSON about a draw goes. */
struct drawn_output {
  const struct job *job;
  FILE *out;
};

/* Writes the members about play that stays in a draw; a callback of grundy_explain. */
static void put_drawn(void *context, const grundy_drawn_play *play) {
  enum { MOST = 1000 };
  const struct drawn_output *to = context;
  (void)fputs("\"path\": ", to->out);
  put_names(to->out, to->job, play->path, play->path_count);
  (void)fputs(", \"cycle\": ", to->out);
  put_names(to->out, to->job, play->cycle, play->cycle_count);
  (void)fputs(", \"exits\": [", to->out);
  for (uint64_t i = 0; i < play->exit_count && i < MOST; i++) {
    (void)fputs(i == 0 ? "{\"from\": " : ", {\"from\": ", to->out);
    put_name(to->out, to->job, play->exits[i].from);
    (void)fputs(", \"to\": ", to->out);
    put_name(to->out, to->job, play->exits[i].to);
    (void)putc('}', to->out);
  }
  (void)fprintf(to->out, "], \"ends\": %s", play->cycle_count == 0 ? "true" : "false");
}

/* Writes the explanation; `drawn` may be NULL. */
static grundy_status put_text(const struct job *job, bool ascii, FILE *out,
                              struct drawn_output *drawn, grundy_error *error) {
  if (job->is_sum) return why_sum_write(job->expression, ascii, out, error);
  grundy_explain_options options = explaining(job);
  options.ascii = ascii;
  options.drawn = drawn == NULL ? NULL : put_drawn;
  options.context = drawn;
  grundy_status status =
      grundy_explain(job->solved.g, job->solved.solution, job->position, &options, out, error);
  if (status == GRUNDY_OK && job->is_reduced) expression_put_symmetry(out);
  return status;
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

/* Returns the length of the sentence about staying in a draw, which begins a line, and where it is;
 * 0 if there is none. */
static size_t find_drawn_sentence(const char *text, const char **sentence) {
  static const char *const beginnings[] = {"You can stay: ", "Play can end in a draw: "};
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    for (int i = 0; i < 2; i++) {
      if (strncmp(line, beginnings[i], strlen(beginnings[i])) != 0) continue;
      *sentence = line;
      return strcspn(line, "\n");
    }
  }
  return 0;
}

/* Writes "draw": {…}, or null if the position is not a draw. */
static bool put_draw(FILE *out, const char *text, const char *members) {
  const char *sentence = NULL;
  size_t length = find_drawn_sentence(text, &sentence);
  (void)fputs("\"draw\": ", out);
  if (length == 0 || members[0] == '\0') {
    (void)fputs("null", out);
    return true;
  }
  char *copy = strndup(sentence, length);
  if (copy == NULL) return false;
  (void)fputs("{\"sentence\": ", out);
  json_put_string(out, copy);
  (void)fprintf(out, ", %s}", members);
  free(copy);
  return true;
}

static grundy_status put_json(const struct job *job, FILE *out, grundy_error *error) {
  char *text = NULL, *members = NULL;
  size_t size = 0, members_size = 0;
  FILE *memory = open_memstream(&text, &size);
  struct drawn_output drawn = {job, open_memstream(&members, &members_size)};
  bool fine = memory != NULL && drawn.out != NULL;
  grundy_status status = fine ? put_text(job, false, memory, &drawn, error) : GRUNDY_OK;
  if (memory != NULL) fine = file_close_text(memory, &text) && fine;
  if (drawn.out != NULL) fine = file_close_text(drawn.out, &members) && fine;
  if (status == GRUNDY_OK && fine) {
    (void)fputs("{\"position\": ", out);
    if (job->is_sum)
      expression_put_position(
          out, job->expression, 0,
          grundy_compound_position(grundy_expression_compound(job->expression), 0),
          json_put_string);
    else
      put_name(out, job, job->position);
    (void)fprintf(out, ", \"reduced\": %s, ", job->is_reduced ? "true" : "false");
    fine = put_draw(out, text, members);
    (void)fputs(", ", out);
    put_paragraphs(out, text);
  }
  free(text);
  free(members);
  return status == GRUNDY_OK && !fine ? fail_memory(error) : status;
}

/* ---- the command --------------------------------------------------------------------- */

static grundy_status put_reasons(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  if (job->arguments.format == ANSWER_JSON) return put_json(job, out, error);
  return put_text(job, terminal_is_ascii(), out, NULL, error);
}

static grundy_status open_and_find(struct job *job, bool unreduced, grundy_error *error) {
  const struct expression_request request = {.text = job->arguments.expression,
                                             .infinite = job->arguments.infinite,
                                             .misere = job->arguments.misere,
                                             .no_split = job->arguments.no_split,
                                             .windows = true,
                                             .unreduced = unreduced};
  grundy_digraph_free(job->explored);
  grundy_expression_free(job->expression);
  job->explored = NULL;
  job->expression = NULL;
  grundy_status status = expression_open(&request, &job->limits, &job->expression, error);
  return status == GRUNDY_OK ? find(job, error) : status;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = open_and_find(job, true, &error);
  if (status == GRUNDY_UNABLE && job->expression != NULL &&
      expression_is_reduced(job->expression)) {
    job->is_reduced = true;
    status = open_and_find(job, false, &error);
  }
  job->is_sum = status == GRUNDY_UNABLE && job->expression != NULL && !job->arguments.misere &&
                why_sum_applies(job->expression);
  if (job->is_sum) status = GRUNDY_OK;
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_reasons, job, &error);
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
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, depth),
     .help = "also explain the positions given as reasons, and so on, N levels deep, at most 1000 "
             "positions (default: 1)"},
    OPTION_INFINITE(struct arguments),
    OPTION_MISERE(struct arguments),
    OPTION_NO_SPLIT(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy why ring.edges@a", "why it is won, lost or drawn, and why it has its value"},
    {"grundy why ring.edges@a --depth 9", "also the reasons for the reasons"},
    {"grundy why 'take{1,2,4}:7 + nim:2'", "two heaps at once"},
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
    .run = run,
};
