/* grundy draw GAME: draws a solved game. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <grundy/automaton.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>
#include <grundy/format.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/text.h>
#include <platform.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "pictures.h"
#include "progress.h"
#include "run_limits.h"
#include "selection.h"

static const char *const part_choices[] = {"all", "questions", "solution", NULL};
static const char *const show_choices[] = {"auto", "graph", "boards", "names", NULL};
static const char *const level_choices[] = {"any", "easy", "medium", "hard", NULL};
static const char *const paper_choices[] = {"a4", "letter", NULL};
static const char *const picture_choices[] = {"svg", "png", "pdf", "dot", "tikz", "json", NULL};

struct arguments {
  const char *game, *law;
  const char *output;
  const char *columns;
  const char *highlight;
  const char *play;
  const char *around;
  struct integer radius;
  struct real infinite;
  int from;    /* a grundy_format; AUTO leaves it to the ending of `game` */
  int picture; /* of picture_choices; -1 leaves it to the ending of `output` */
  int palette; /* of palette_choices */
  int layout;  /* of layout_choices */
  int overlap; /* of overlap_choices */
  bool legend, blank;
  bool no_boards;
  const char *current;
  const char *board; /* a position */
  struct integer scale;
  bool worksheet;
  const char *title; /* of a worksheet; NULL: the name of the game */
  int part;          /* a grundy_worksheet_part */
  bool misere, best_moves, no_name;
  int show, level, paper; /* of a worksheet: of grundy_worksheet_show, _level and _paper */
  struct integer exercises, variants, seed;
  int language; /* a grundy_language */
  struct limit_options limits;
};

enum { PICTURE_SVG, PICTURE_PNG, PICTURE_PDF };

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_columns columns;
  struct limits limits;
  grundy_digraph *game;
  grundy_solution *solution;
  struct selection selection;
  uint32_t *around; /* the vertices to draw; NULL: all */
  uint64_t around_count;
  uint32_t current; /* the vertex of --current */
  uint32_t board;   /* that of --board */
  char *bytes;      /* the picture */
  size_t size;
};

static void job_free(void *context) {
  struct job *job = context;
  progress_clear(&job->limits.progress);
  free(job->bytes);
  free(job->around);
  selection_free(&job->selection);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_picture(struct arguments *arguments) {
  static const char *const endings[] = {".svg", ".png", ".pdf", ".dot", ".tikz", ".json", NULL};
  int code = CODE_YES;
  if (arguments->picture < 0)
    code = file_find_ending(&draw_command, arguments->output, endings, "to", false,
                            &arguments->picture);
  if (code != CODE_YES) return code;
  bool binary = arguments->picture == PICTURE_PNG || arguments->picture == PICTURE_PDF;
  if (binary && file_is_standard(arguments->output) && grundy_platform_is_terminal(STDOUT_FILENO))
    return fail_usage(draw_command.name,
                      "refusing to write a picture to the terminal; use -o FILE");
  return CODE_YES;
}

static int prepare_worksheet(struct arguments *arguments) {
  static const char *const endings[] = {".html", ".htm", NULL};
  int ending = 0;
  arguments->limits.accepts_windows = false;
  if (file_ends_with(arguments->output, ".pdf"))
    return fail_usage(draw_command.name,
                      "worksheets are HTML; write FILE.html, and print it to a PDF in a browser");
  return file_find_ending(&draw_command, arguments->output, endings, NULL, true, &ending);
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  if (arguments->game == NULL && arguments->law == NULL && !arguments->worksheet)
    return fail_usage(draw_command.name, "GAME is missing");
  if (arguments->game != NULL && arguments->law != NULL)
    return fail_usage(draw_command.name, "GAME conflicts with --law; give only one");
  if (arguments->columns != NULL &&
      grundy_columns_parse(arguments->columns, &job->columns, &error) != GRUNDY_OK)
    return fail_usage(draw_command.name, "--columns: %s", error.message);
  if (arguments->worksheet) return prepare_worksheet(arguments);
  int code = prepare_picture(arguments);
  if (code == CODE_YES && arguments->scale.given && arguments->picture != PICTURE_PNG)
    return fail_usage(draw_command.name, "--scale is only for png");
  return code;
}

/* ---- reading and solving -------------------------------------------------------------- */

static grundy_status solve(struct job *job, grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options,
                                  .monitor = &job->limits.monitor,
                                  .infinite_known = job->arguments.infinite.given,
                                  .infinite = job->arguments.infinite.value};
  grundy_status status =
      file_read_game(job->arguments.game, job->arguments.from, &job->limits, &job->game, error);
  if (status == GRUNDY_OK)
    status = file_check_payoffs(job->game, job->arguments.infinite.given, error);
  if (status != GRUNDY_OK || job->arguments.worksheet || job->arguments.board != NULL)
    return status;
  grundy_columns possible = grundy_solve_columns(job->game, true);
  options.columns = grundy_solve_columns(job->game, false) | (job->columns & possible);
  if ((job->columns & ~possible) != 0)
    options.columns = job->columns; /* solving reports what is wrong */
  return memory_solve(&job->limits.budget, job->game, &options, &job->solution, error);
}

static grundy_status find_around(struct job *job, grundy_error *error) {
  enum { RADIUS = 2 };
  const struct arguments *arguments = &job->arguments;
  grundy_digraph *reverse = NULL;
  uint64_t radius = arguments->radius.given ? arguments->radius.value : RADIUS;
  uint32_t v = 0;
  if (arguments->around == NULL) return GRUNDY_OK;
  grundy_status status =
      selection_find(job->game, arguments->around, strlen(arguments->around), "around", &v, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(job->game, GRUNDY_MONITORED(&job->limits.monitor), &reverse,
                                      error);
  if (status == GRUNDY_OK)
    status = grundy_draw_around(job->game, reverse, v,
                                radius < UINT32_MAX ? (uint32_t)radius : UINT32_MAX,
                                GRUNDY_DRAW_MAX_POSITIONS, &job->around, &job->around_count, error);
  grundy_digraph_free(reverse);
  return status;
}

static grundy_status pick(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const struct selection_match match = {&job->limits, arguments->infinite,
                                        file_is_standard(arguments->game)};
  grundy_status status = GRUNDY_OK;
  if (arguments->current != NULL)
    status = selection_find(job->game, arguments->current, strlen(arguments->current), "current",
                            &job->current, error);
  if (status == GRUNDY_OK && arguments->board != NULL)
    status = selection_find(job->game, arguments->board, strlen(arguments->board), "board",
                            &job->board, error);
  if (status == GRUNDY_OK && arguments->highlight != NULL)
    status =
        selection_add_list(job->game, "highlight", arguments->highlight, &job->selection, error);
  if (status == GRUNDY_OK && arguments->play != NULL)
    status = selection_add_match(job->game, arguments->play, &match, &job->selection, error);
  return status;
}

/* ---- drawing -------------------------------------------------------------------------- */

static grundy_status draw_to(const struct job *job, FILE *out, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_draw_options options = {
      .size = sizeof options,
      .palette = (grundy_palette)arguments->palette,
      .layout = arguments->layout == 0 ? NULL : layout_choices[arguments->layout],
      .overlap = arguments->overlap == 0 ? NULL : overlap_choices[arguments->overlap],
      .show = job->columns,
      .legend = arguments->legend,
      .vertices = job->around,
      .count = job->around_count,
      .highlighted = job->selection.vertices,
      .highlighted_count = job->selection.vertex_count,
      .played = job->selection.moves,
      .played_count = job->selection.move_count,
      .monitor = &job->limits.monitor,
      .blank = arguments->blank,
      .scale = arguments->scale.given ? (double)arguments->scale.value : 0,
      .current = arguments->current == NULL ? NULL : &job->current,
      .no_boards = arguments->no_boards,
      .board = arguments->board == NULL ? NULL : &job->board,
  };
  return grundy_draw(job->game, job->solution, picture_choices[arguments->picture], &options, out,
                     error);
}

static grundy_status draw_law(struct job *job, FILE *out, grundy_error *error) {
  const grundy_run_options options = {.size = sizeof options, .monitor = &job->limits.monitor};
  grundy_automaton_law law = {0};
  grundy_status status = grundy_automaton_law_read(job->arguments.law, &options, &law, error);
  if (status == GRUNDY_OK)
    status = grundy_automaton_draw(law.automaton, picture_choices[job->arguments.picture], &options,
                                   out, error);
  grundy_automaton_law_free(&law);
  return status;
}

/* Returns the heading of a worksheet: by default the name of the game, without its folder; NULL if
 * it has none. */
static const char *title_of(const struct arguments *arguments) {
  if (arguments->title != NULL) return arguments->title;
  if (arguments->game == NULL || file_is_standard(arguments->game)) return NULL;
  const char *slash = strrchr(arguments->game, '/');
  return slash == NULL || slash[1] == '\0' ? arguments->game : slash + 1;
}

static grundy_status write_worksheet(const struct job *job, FILE *out, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const struct budget *budget = &job->limits.budget;
  grundy_worksheet_options options = {
      .size = sizeof options,
      .columns = job->columns,
      .title = title_of(arguments),
      .part = (grundy_worksheet_part)arguments->part,
      .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .palette = (grundy_palette)arguments->palette,
      .layout = arguments->layout == 0 ? NULL : layout_choices[arguments->layout],
      .overlap = arguments->overlap == 0 ? NULL : overlap_choices[arguments->overlap],
      .memory = budget->bytes == UINT64_MAX ? 0 : budget->bytes,
      .memory_giver = budget->giver,
      .monitor = &job->limits.monitor,
      .game = arguments->game,
      .best_moves = arguments->best_moves,
      .show = (grundy_worksheet_show)arguments->show,
      .level = (grundy_worksheet_level)arguments->level,
      .exercises = (uint32_t)arguments->exercises.value,
      .variants = (uint32_t)arguments->variants.value,
      .seed = arguments->seed.value,
      .paper = (grundy_worksheet_paper)arguments->paper,
      .no_name = arguments->no_name,
      .language = (grundy_language)arguments->language,
  };
  return grundy_worksheet_write(job->game, &options, out, error);
}

/* Draws to memory, so that nothing is written if the command is interrupted before the picture is
 * complete. */
static grundy_status draw(struct job *job, grundy_error *error) {
  FILE *memory = grundy_text_open(&job->bytes, &job->size);
  if (memory == NULL) return fail_memory(error);
  grundy_status status = job->arguments.law != NULL ? draw_law(job, memory, error)
                         : job->arguments.worksheet ? write_worksheet(job, memory, error)
                                                    : draw_to(job, memory, error);
  bool kept = grundy_text_close(memory, &job->bytes);
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

static grundy_status put_picture(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error; /* errors of the stream are reported when it is closed */
  (void)fwrite(job->bytes, 1, job->size, out);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  bool is_game = job->arguments.game != NULL;
  grundy_status status = is_game ? solve(job, &error) : GRUNDY_OK;
  if (status == GRUNDY_OK && is_game) status = pick(job, &error);
  if (status == GRUNDY_OK && is_game) status = find_around(job, &error);
  if (status == GRUNDY_OK) status = draw(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write(job->arguments.output, put_picture, job, &error);
  if (status == GRUNDY_OK) return CODE_YES;
  if (job->arguments.around != NULL && error.reason == GRUNDY_REASON_PICTURE)
    job->limits.hint = "a smaller --radius draws fewer positions";
  return limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {
      .arguments = {.output = "-", .picture = -1, .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&draw_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    OPTION_OUTPUT(struct arguments),
    {.group = OPTIONS_OUTPUT,
     .name = "to",
     .front_ends = IN_ALL,
     .standard = "\"svg\"",
     .kind = OPTION_CHOICE,
     .value = "FORMAT",
     .choices = picture_choices,
     .destination = offsetof(struct arguments, picture),
     .help = "the format to write: svg, png, pdf, dot, tikz, or json, the scene (default: by the "
             "ending of FILE)"},
    {.name = "law",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, law),
     .file = FILE_DATA,
     .excludes =
         "from columns palette mono layout overlap legend blank scale current highlight play "
         "around worksheet infinite max-positions window no-boards board",
     .help =
         "instead of GAME, draw the automaton of the law in FILE, a certificate that 'grundy law "
         "--automaton' has written and that is checked first"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    {.name = "columns",
     .front_ends = IN_ALL,
     .list = LIST_WORDS,
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, columns),
     .help = "show these columns next to the value, such as remoteness,counter,distance; in a "
             "worksheet, ask for these (default: outcome, grundy and remoteness, as far as the "
             "game has them; guarantee and cap in a game with payoffs)"},
    OPTION_PALETTE(struct arguments),
    {.name = "mono",
     .front_ends = IN_HTTP,
     .kind = OPTION_PRESET,
     .preset = GRUNDY_PALETTE_MONO,
     .excludes = "palette",
     .destination = offsetof(struct arguments, palette),
     .help = "the same as --palette mono"},
    OPTION_LAYOUT(struct arguments),
    OPTION_OVERLAP(struct arguments),
    {.name = "legend",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, legend),
     .help = "explain the colours, shapes and lines"},
    {.name = "blank",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .excludes = "columns",
     .destination = offsetof(struct arguments, blank),
     .help = "show no values, outcomes and best moves: a picture to fill in"},
    {.name = "no-boards",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, no_boards),
     .help = "show names in place of the boards that rules draw"},
    {.name = "board",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "POSITION",
     .destination = offsetof(struct arguments, board),
     .excludes = "columns layout overlap legend blank no-boards current highlight play around "
                 "worksheet infinite",
     .help = "draw only the board of POSITION, as svg, png, pdf or json; the game is not solved"},
    {.name = "scale",
     .front_ends = IN_ALL,
     .standard = "1",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = 8,
     .destination = offsetof(struct arguments, scale),
     .help = "make a png N times as wide and high, 1 to 8 (default: 1)"},
    {.name = "current",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "POSITION",
     .destination = offsetof(struct arguments, current),
     .help = "outline POSITION as the current one, with the class `current` in an svg"},
    {.name = "highlight",
     .front_ends = IN_ALL,
     .list = LIST_NAMES,
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct arguments, highlight),
     .help = "outline these positions, separated by commas; put names that contain commas in "
             "double quotes if they could be misread: '3,5,\"0,0\"'"},
    {.name = "play",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, play),
     .file = FILE_DATA,
     .help =
         "number the moves of a match; FILE is a record that 'grundy play --record' has written, "
         "or the output of 'grundy play'"},
    {.name = "around",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "POSITION",
     .destination = offsetof(struct arguments, around),
     .help = "draw only the positions near POSITION"},
    {.name = "radius",
     .front_ends = IN_ALL,
     .standard = "2",
     .kind = OPTION_INTEGER,
     .value = "N",
     .destination = offsetof(struct arguments, radius),
     .needs = "around",
     .help = "draw positions up to N moves away (default: 2)"},
    {.name = "worksheet",
     .front_ends = IN_ALL,
     .format = "html",
     .kind = OPTION_FLAG,
     .excludes = "to legend blank scale current highlight play around infinite window no-boards",
     .destination = offsetof(struct arguments, worksheet),
     .help = "write an HTML page to print: a picture without answers, a table to fill in and, on "
             "the next page, the solution"},
    {.name = "title",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "TEXT",
     .destination = offsetof(struct arguments, title),
     .needs = "worksheet",
     .help = "the heading of the worksheet",
     .otherwise = "the name of the game"},
    {.name = "part",
     .front_ends = IN_ALL,
     .standard = "\"all\"",
     .kind = OPTION_CHOICE,
     .value = "PART",
     .choices = part_choices,
     .destination = offsetof(struct arguments, part),
     .needs = "worksheet",
     .help = "write all of the worksheet, or only the questions or the solution, for a file of its "
             "own",
     .otherwise = "all"},
    {.name = "misere",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, misere),
     .needs = "worksheet",
     .help = "ask about misere play: the player who makes the last move loses"},
    {.name = "best-moves",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, best_moves),
     .needs = "worksheet",
     .help = "ask for a best move, too"},
    {.name = "show",
     .front_ends = IN_ALL,
     .standard = "\"auto\"",
     .kind = OPTION_CHOICE,
     .value = "VIEW",
     .choices = show_choices,
     .destination = offsetof(struct arguments, show),
     .needs = "worksheet",
     .help = "show positions as boards, as names in a table, or as the whole graph with a table",
     .otherwise = "boards if the game has some, otherwise the graph"},
    {.name = "level",
     .front_ends = IN_ALL,
     .standard = "\"any\"",
     .kind = OPTION_CHOICE,
     .value = "LEVEL",
     .choices = level_choices,
     .destination = offsetof(struct arguments, level),
     .needs = "worksheet",
     .help = "ask only about the third of the positions that is decided soonest (easy), the next "
             "one or the last one (hard); without GAME, how large random games are and whether "
             "they have cycles",
     .otherwise = "any"},
    {.name = "exercises",
     .front_ends = IN_ALL,
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = GRUNDY_WORKSHEET_MAX_EXERCISES,
     .destination = offsetof(struct arguments, exercises),
     .needs = "worksheet",
     .help = "ask about N random positions (default: all of a graph, otherwise 9); without GAME, "
             "make random games with N positions"},
    {.name = "variants",
     .front_ends = IN_ALL,
     .standard = "1",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 1,
     .most = GRUNDY_WORKSHEET_MAX_VARIANTS,
     .destination = offsetof(struct arguments, variants),
     .needs = "worksheet",
     .help = "make N worksheets, A, B, C and so on, each with its own solution: they ask about "
             "other positions, and graphs have other names and places (default: 1)"},
    {.name = "seed",
     .front_ends = IN_ALL,
     .kind = OPTION_INTEGER,
     .value = "S",
     .least = 1,
     .most = UINT64_MAX,
     .destination = offsetof(struct arguments, seed),
     .needs = "worksheet",
     .help = "the seed of everything random: the same seed makes the same worksheet (default: 1)"},
    {.name = "paper",
     .front_ends = IN_ALL,
     .standard = "\"a4\"",
     .kind = OPTION_CHOICE,
     .value = "PAPER",
     .choices = paper_choices,
     .destination = offsetof(struct arguments, paper),
     .needs = "worksheet",
     .help = "the paper to print on: a4 or letter",
     .otherwise = "a4"},
    {.name = "no-name",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, no_name),
     .needs = "worksheet",
     .help = "leave out the lines for a name and a date"},
    {.name = "language",
     .front_ends = IN_ALL,
     .standard = "\"en\"",
     .kind = OPTION_CHOICE,
     .value = "CODE",
     .choices = language_choices,
     .destination = offsetof(struct arguments, language),
     .needs = "worksheet",
     .help = "the language of the worksheet: en (English) or de (German) (default: en)"},
    OPTION_INFINITE(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTION_WINDOW(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy draw ring.edges -o ring.svg --legend", "every position with its value"},
    {"grundy draw ring.edges -o ring.pdf --mono --columns remoteness,counter", "for print"},
    {"grundy draw ring.edges -o exercise.pdf --blank", "without the answers"},
    {"grundy draw big.npz -o part.png --around 17 --radius 1", "a part of a large game"},
    {"grundy draw wythoff:3,5 -o wythoff.svg --highlight 0,0,1,2",
     "two of its positions: 0,0 and 1,2"},
    {"grundy draw dodgem:3 --board A:A../A../.BB -o dodgem.svg", "the board of one position"},
    {"grundy draw ring.edges --worksheet -o ring.html",
     "a page to print: the solution is on the next one"},
    {"grundy draw ring.edges --worksheet --part questions -o questions.html",
     "without the solution, to hand out as a file"},
    {"grundy draw chomp:3,4 --worksheet --variants 3 --best-moves -o chomp.html",
     "three variants with boards, and their solutions"},
    {"grundy draw --worksheet --level medium --variants 2 --seed 7 -o random.html",
     "random games with cycles, another one in each variant"},
    {"grundy draw --law w.json -o w.svg", "the automaton of a proved law"},
    {0},
};

const struct command draw_command = {
    .name = "draw",
    .summary = "draw a solved game",
    .group = GROUP_UNDERSTAND,
    .description =
        "Draws GAME, as the page of 'grundy serve' does; Graphviz lays it out. Every position has "
        "its name and value; where rules draw boards, a picture of the board is in place of the "
        "name. N-positions are green with one outline, P-positions red with two, "
        "draws yellow with a dashed one. Moves to P-positions are solid and green, moves to "
        "N-positions dotted and red, others dashed and yellow; best moves are bold. Carry-on and "
        "entailing moves have arrows of their own, which --legend explains. In a two-coloured "
        "game, "
        "positions that A wins are green and positions that B wins red; where B moves, the outline "
        "has corners. At most 2,000 positions and 20,000 moves are drawn. With --worksheet, writes "
        "a "
        "page for students.",
    .positionals = positionals,
    .last_is_optional = true,
    .instead_of_last = "worksheet",
    .options = options,
    .examples = examples,
    .answer = "string",
    .run = run,
};
