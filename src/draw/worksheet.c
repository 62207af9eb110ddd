/* Worksheets to print: variants of questions about a game, and a page of answers for each. */

#include "draw/worksheet.h"

#include <grundy/engine.h>
#include <grundy/value.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "digraph/kinds.h"
#include "explore/impl.h"
#include "text/print.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- columns ------------------------------------------------------------------------------ */

/* Replaces columns of normal play by those of misere play. Values belong to normal play. */
static grundy_status choose_misere(grundy_worksheet *sheet, grundy_error *error) {
  const grundy_columns misere = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_columns asked = sheet->options.columns;
  if (asked == 0) asked = GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_OUTCOME) != 0) asked |= GRUNDY_COLUMN_MISERE;
  if ((asked & GRUNDY_COLUMN_REMOTENESS) != 0) asked |= GRUNDY_COLUMN_MISERE_REMOTENESS;
  sheet->columns = asked & ~(grundy_columns)(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  if ((sheet->columns & ~(misere | GRUNDY_COLUMN_DISTANCE)) == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "a worksheet on misere play asks only for outcome, remoteness and distance");
}

/* Asks for outcomes, values and remoteness by default, or for payoffs, as far as the game has them.
 * A value contains its set K. */
static grundy_status choose_columns(grundy_worksheet *sheet, const grundy_digraph *g,
                                    grundy_error *error) {
  const grundy_columns usual = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                               GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GUARANTEE |
                               GRUNDY_COLUMN_CAP;
  if (grundy_worksheet_is_misere(sheet)) return choose_misere(sheet, error);
  grundy_columns asked = sheet->options.columns;
  if (asked == 0) asked = grundy_solve_columns(g, false) & usual; /* every game has some of them */
  if ((asked & GRUNDY_COLUMN_GRUNDY) != 0) asked &= ~(grundy_columns)GRUNDY_COLUMN_K;
  sheet->columns = asked;
  return GRUNDY_OK;
}

/* ---- checking what is asked for ------------------------------------------------------------ */

static bool has_boards(const grundy_digraph *g) {
  const grundy_explored *explored = g == NULL ? NULL : grundy_explored_of(g);
  return explored != NULL && explored->ruleset->has_board && grundy_digraph_order(g) > 0;
}

static grundy_status check_numbers(const grundy_worksheet *sheet, grundy_error *error) {
  enum { FEWEST = 4 };
  const grundy_worksheet_options *options = &sheet->options;
  const uint32_t most =
      sheet->g == NULL ? GRUNDY_WORKSHEET_MAX_RANDOM : GRUNDY_WORKSHEET_MAX_EXERCISES;
  if (options->exercises > most)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "exercises: at most %" PRIu32 "%s", most,
                       sheet->g == NULL ? " in a random game" : "");
  if (sheet->g == NULL && options->exercises != 0 && options->exercises < FEWEST)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "exercises: at least %d in a random game",
                       FEWEST);
  if (options->variants > GRUNDY_WORKSHEET_MAX_VARIANTS)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "variants: at most %d, A to Z",
                       GRUNDY_WORKSHEET_MAX_VARIANTS);
  return GRUNDY_OK;
}

/* Decides how positions are shown. */
static grundy_status check_view(grundy_worksheet *sheet, grundy_error *error) {
  grundy_worksheet_show *show = &sheet->options.show;
  if (*show == GRUNDY_WORKSHEET_AUTO || sheet->g == NULL)
    *show = has_boards(sheet->g) ? GRUNDY_WORKSHEET_BOARDS : GRUNDY_WORKSHEET_GRAPH;
  if (*show == GRUNDY_WORKSHEET_BOARDS && !has_boards(sheet->g))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the game has no boards");
  const uint32_t order = sheet->g == NULL ? 0 : grundy_digraph_order(sheet->g);
  if (*show == GRUNDY_WORKSHEET_GRAPH && order > GRUNDY_WORKSHEET_MAX_POSITIONS)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the graph has %" PRIu32 " positions, and paper has room for %d; "
                       "show boards or names of some of them",
                       order, GRUNDY_WORKSHEET_MAX_POSITIONS);
  return GRUNDY_OK;
}

/* ---- pictures ------------------------------------------------------------------------------ */

/* Replaces outcomes and remoteness in a solution by those of misere play, for pictures and best
 * moves. */
static grundy_status show_misere(grundy_worksheet_variant *variant, grundy_error *error) {
  const uint32_t order = grundy_digraph_order(variant->g);
  uint8_t *letters = NULL;
  uint32_t *numbers = NULL;
  grundy_status status = grundy_solution_new(order, &variant->shown, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_letters(variant->shown, GRUNDY_COLUMN_OUTCOME, &letters, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_add_numbers(variant->shown, GRUNDY_COLUMN_REMOTENESS, &numbers, error);
  for (uint32_t v = 0; v < order && status == GRUNDY_OK; v++) {
    letters[v] = grundy_solution_letters(variant->solution, GRUNDY_COLUMN_MISERE)[v];
    numbers[v] = grundy_solution_numbers(variant->solution, GRUNDY_COLUMN_MISERE_REMOTENESS)[v];
  }
  return status;
}

static grundy_status draw(const grundy_worksheet *sheet, const grundy_worksheet_variant *variant,
                          bool blank, char **picture, grundy_error *error) {
  size_t size = 0;
  grundy_draw_options options = {
      .size = sizeof options,
      .palette = sheet->options.palette,
      .layout = sheet->options.layout,
      .overlap = sheet->options.overlap,
      .legend = true,
      .language = sheet->options.language,
      .no_boards = true, /* the table has names */
      .blank = blank,
      .monitor = sheet->options.monitor,
  };
  FILE *memory = grundy_text_open(picture, &size);
  if (memory == NULL) return grundy_fail_memory(error);
  const grundy_solution *shown = variant->shown != NULL ? variant->shown : variant->solution;
  grundy_status status = grundy_draw(variant->g, shown, "svg", &options, memory, error);
  bool kept = grundy_text_close(memory, picture);
  return status == GRUNDY_OK && !kept ? grundy_fail_memory(error) : status;
}

/* ---- variants ------------------------------------------------------------------------------ */

static grundy_status solve(const grundy_worksheet *sheet, grundy_worksheet_variant *variant,
                           grundy_error *error) {
  grundy_solve_options options = {.size = sizeof options,
                                  .columns =
                                      grundy_solve_columns(variant->g, false) | sheet->columns,
                                  .monitor = sheet->options.monitor,
                                  .memory = sheet->options.memory,
                                  .memory_giver = sheet->options.memory_giver};
  if ((sheet->columns & GRUNDY_COLUMN_GRUNDY) != 0) options.columns |= GRUNDY_COLUMN_K;
  if (grundy_worksheet_is_misere(sheet))
    options.columns |= GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_status status = grundy_solve(variant->g, &options, &variant->solution, error);
  if (status == GRUNDY_OK && grundy_worksheet_is_misere(sheet))
    status = show_misere(variant, error);
  return status;
}

/* Finds the game of a variant: random, or with other names, or the game of the sheet. Rules give
 * their positions names that mean something, and these stay. */
static grundy_status find_game(const grundy_worksheet *sheet, grundy_worksheet_variant *variant,
                               grundy_random *random, grundy_error *error) {
  const grundy_worksheet_options *options = &sheet->options;
  grundy_digraph *made = NULL;
  grundy_status status = GRUNDY_OK;
  variant->g = sheet->g;
  if (sheet->g == NULL)
    status = grundy_worksheet_random(options->level, options->exercises, random, &made, error);
  else if ((sheet->count > 1 || options->seed != 0) && options->show == GRUNDY_WORKSHEET_GRAPH &&
           grundy_explored_of(sheet->g) == NULL)
    status = grundy_worksheet_rename(sheet->g, random, &made, error);
  if (made != NULL) variant->g = made;
  return status;
}

static grundy_status make_variant(grundy_worksheet *sheet, grundy_worksheet_variant *variant,
                                  grundy_random *random, grundy_error *error) {
  grundy_status status = find_game(sheet, variant, random, error);
  if (status == GRUNDY_OK && sheet->columns == 0) status = choose_columns(sheet, variant->g, error);
  if (status == GRUNDY_OK) status = solve(sheet, variant, error);
  if (status == GRUNDY_OK) status = grundy_worksheet_choose(sheet, variant, random, error);
  if (status != GRUNDY_OK || sheet->options.show != GRUNDY_WORKSHEET_GRAPH) return status;
  if (sheet->options.part != GRUNDY_WORKSHEET_SOLUTION)
    status = draw(sheet, variant, true, &variant->blank, error);
  if (status == GRUNDY_OK && sheet->options.part != GRUNDY_WORKSHEET_QUESTIONS)
    status = draw(sheet, variant, false, &variant->solved, error);
  return status;
}

static void free_variants(grundy_worksheet *sheet) {
  for (uint32_t i = 0; i < sheet->count && sheet->variants != NULL; i++) {
    grundy_worksheet_variant *variant = &sheet->variants[i];
    if (variant->g != sheet->g) grundy_digraph_free((grundy_digraph *)variant->g);
    grundy_solution_free(variant->solution);
    grundy_solution_free(variant->shown);
    free(variant->asked);
    free(variant->blank);
    free(variant->solved);
  }
  free(sheet->variants);
}

grundy_status grundy_worksheet_write(const grundy_digraph *g,
                                     const grundy_worksheet_options *options, FILE *out,
                                     grundy_error *error) {
  grundy_worksheet sheet = {.g = g};
  char *page = NULL;
  size_t size = 0;
  grundy_status status = grundy_options_copy(options, &sheet.options, sizeof sheet.options, error);
  if (status == GRUNDY_OK && g != NULL)
    status = grundy_digraph_require_ordinary(g, "worksheets", error);
  sheet.words = grundy_worksheet_words_of(sheet.options.language);
  if (status == GRUNDY_OK) status = check_numbers(&sheet, error);
  if (status == GRUNDY_OK) status = check_view(&sheet, error);
  sheet.count = sheet.options.variants == 0 ? 1 : sheet.options.variants;
  if (status == GRUNDY_OK) {
    sheet.variants = grundy_alloc_zero(sheet.count, sizeof *sheet.variants);
    sheet.board = grundy_alloc_zero(1, sizeof *sheet.board);
    if (sheet.variants == NULL || sheet.board == NULL) status = grundy_fail_memory(error);
  }
  grundy_random random = grundy_random_new(sheet.options.seed == 0 ? 1 : sheet.options.seed);
  for (uint32_t i = 0; i < sheet.count && status == GRUNDY_OK; i++)
    status = make_variant(&sheet, &sheet.variants[i], &random, error);
  FILE *memory = status == GRUNDY_OK ? grundy_text_open(&page, &size) : NULL;
  if (status == GRUNDY_OK && memory == NULL) status = grundy_fail_memory(error);
  if (memory != NULL) {
    status = grundy_worksheet_put(&sheet, memory, error);
    bool is_kept = grundy_text_close(memory, &page);
    if (status == GRUNDY_OK && !is_kept) status = grundy_fail_memory(error);
  }
  if (status == GRUNDY_OK) (void)fwrite(page, 1, size, out);
  free(page);
  free(sheet.board);
  free_variants(&sheet);
  return status;
}
