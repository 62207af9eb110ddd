#include "faults/functions/attempts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "answer/impl.h"
#include "base/monitor.h"
#include "compound/impl.h"
#include "digraph/cycle.h"
#include "digraph/impl.h"
#include "digraph/part_sums.h"
#include "faults/functions/allocator.h"
#include "faults/functions/calls.h"
#include "format/npz.h"
#include "game/components/components.h"
#include "linear/impl.h"
#include "linear/matrix.h"
#include "ordinal/arithmetic.h"
#include "solve/hmin.h"
#include "solve/kernels.h"
#include "support/folder.h"
#include "support/tiered_rules.h"
#include "support/wrapped.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static const char game_text[] = "V1 V2\nV2 V1\nV2 V3\nx x\nx V3\nx V1\n";

/* A monitor that stops the work at one of its ticks. */
int ticks_left = NEVER;
bool has_stopped;

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)phase;
  (void)done;
  (void)total;
  if (ticks_left == NEVER) return true;
  if (ticks_left > 0) {
    ticks_left--;
    return true;
  }
  has_stopped = true;
  return false;
}

static const grundy_monitor watch = {.tick = tick};
#define WATCHED(type) (&GRUNDY_OPTIONS(type, .monitor = &watch))

/* Half of the calls want to know what went wrong. */
static grundy_error *some_error(void) {
  static grundy_error error;
  static bool is_wanted;
  is_wanted = !is_wanted;
  return is_wanted ? &error : NULL;
}

/* The initial value of an output pointer. */
static char untouched;
#define UNTOUCHED ((void *)&untouched)

/* ---- base ------------------------------------------------------------------------------ */

static grundy_status open_output(fixture *f) {
  grundy_output *output = UNTOUCHED;
  grundy_error error = {0};
  assert_int_equal(grundy_confined_check(f->path, NULL), GRUNDY_OK); /* it allocates nothing */
  grundy_status status = grundy_output_open(f->path, &output, &error);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(output, UNTOUCHED);
    assert_int_equal(error.status, status);
    assert_int_equal(access(f->path, F_OK), -1);
    return status;
  }
  fputs("text\n", grundy_output_stream(output));
  status = grundy_output_commit(output, &error);
  if (status == GRUNDY_OK) assert_int_equal(unlink(f->path), 0);
  return status;
}

/* Writes a file with that text to f->path, to be removed. */
static void put_file(const fixture *f, const char *text) {
  FILE *out = fopen(f->path, "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

static void assert_content(const fixture *f, const char *text) {
  char content[16] = "";
  FILE *in = fopen(f->path, "r");
  assert_non_null(in);
  (void)fread(content, 1, sizeof content - 1, in);
  fclose(in);
  assert_string_equal(content, text);
}

static grundy_status write_output(const char *path, const char *text) {
  grundy_output *output = UNTOUCHED;
  grundy_status status = grundy_output_open(path, &output, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(output, UNTOUCHED);
    return status;
  }
  fputs(text, grundy_output_stream(output));
  return grundy_output_commit(output, NULL);
}

/* The old file stays if the new one cannot be written. */
static grundy_status replace_file(fixture *f) {
  put_file(f, "old\n");
  grundy_status status = write_output(f->path, "new\n");
  assert_content(f, status == GRUNDY_OK ? "new\n" : "old\n");
  assert_int_equal(unlink(f->path), 0);
  return status;
}

static grundy_status write_to_device(fixture *f) {
  (void)f;
  return write_output("/dev/null", "text\n");
}

/* ---- digraph --------------------------------------------------------------------------- */

static grundy_status make_digraph(fixture *f) {
  (void)f;
  static const uint32_t tails[] = {0, 1, 1, 2, 2}, heads[] = {1, 0, 2, 2, 2};
  grundy_digraph *g = UNTOUCHED;
  assert_int_equal(grundy_digraph_check_unnamed(3, 5, 0, NULL), GRUNDY_OK);
  grundy_status status = grundy_digraph_new(3, 5, tails, heads, &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status borrow_digraph(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  grundy_status status =
      grundy_digraph_borrow(grundy_digraph_order(f->g), grundy_digraph_offsets(f->g),
                            grundy_digraph_targets(f->g), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status transpose(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_digraph_transpose(f->g, WATCHED(grundy_run_options), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status find_components(fixture *f) {
  uint32_t component[8] = {77, 77, 77, 77}, count = 77;
  grundy_status status = grundy_digraph_components(f->g, component, &count, NULL);
  assert_int_equal(count == 77, status != GRUNDY_OK);
  assert_int_equal(component[0] == 77, status != GRUNDY_OK);
  return status;
}

static grundy_status multiply(fixture *f) {
  const grundy_digraph *games[] = {f->g, f->reverse};
  for (int kind = GRUNDY_DISJUNCTIVE; kind <= GRUNDY_DISJOINT; kind++) {
    grundy_digraph *g = UNTOUCHED;
    grundy_status status = grundy_digraph_product((grundy_operator)kind, 2, games,
                                                  WATCHED(grundy_product_options), &g, NULL);
    if (status != GRUNDY_OK) {
      assert_ptr_equal(g, UNTOUCHED);
      return status;
    }
    grundy_digraph_free(g);
  }
  return GRUNDY_OK;
}

/* Makes a digraph without moves whose only vertex has `length` characters c as its name. */
static grundy_status make_named(char c, size_t length, grundy_digraph **g) {
  char name[64];
  grundy_builder *builder = NULL;
  uint32_t v;
  memset(name, c, length);
  grundy_status status = grundy_builder_new(&builder, NULL);
  if (status == GRUNDY_OK) status = grundy_builder_vertex(builder, name, length, &v, NULL);
  if (status == GRUNDY_OK) status = grundy_builder_finish(builder, NULL, g, NULL);
  grundy_builder_free(builder);
  return status;
}

/* The text of a name grows at a comma between two names, at one that is escaped, or inside of a
 * name. */
static grundy_status multiply_long_names(fixture *f) {
  (void)f;
  static const struct {
    grundy_operator kind;
    char c;
    size_t length;
  } cases[] = {{GRUNDY_DISJUNCTIVE, 'a', 16},
               {GRUNDY_DISJUNCTIVE, ',', 20},
               {GRUNDY_DISJUNCTIVE, '\\', 20},
               {GRUNDY_DISJOINT, 'a', 40}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_digraph *one = NULL, *g = UNTOUCHED;
    grundy_status status = make_named(cases[i].c, cases[i].length, &one);
    if (status != GRUNDY_OK) return status;
    const grundy_digraph *games[] = {one, one};
    status =
        grundy_digraph_product(cases[i].kind, 2, games, WATCHED(grundy_product_options), &g, NULL);
    grundy_digraph_free(one);
    if (status != GRUNDY_OK) {
      assert_ptr_equal(g, UNTOUCHED);
      return status;
    }
    grundy_digraph_free(g);
  }
  return GRUNDY_OK;
}

/* Fails at various places; the builder frees everything built so far. */
static grundy_status build(fixture *f) {
  (void)f;
  grundy_builder *builder = UNTOUCHED;
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_builder_new(&builder, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(builder, UNTOUCHED);
    return status;
  }
  for (int i = 0; i < 40 && status == GRUNDY_OK; i++) {
    char name[8];
    uint32_t v = 77;
    int length = snprintf(name, sizeof name, "n%d", i);
    status = grundy_builder_vertex(builder, name, (size_t)length, &v, NULL);
    assert_int_equal(v, status == GRUNDY_OK ? i : 77);
    if (status == GRUNDY_OK) status = grundy_builder_move(builder, v, v / 2, NULL);
    if (status == GRUNDY_OK && i % 2 == 0)
      status = grundy_builder_label(builder, v, name, (size_t)length, NULL);
  }
  if (status == GRUNDY_OK) {
    status = grundy_builder_finish(builder, WATCHED(grundy_run_options), &g, NULL);
    if (status != GRUNDY_OK) assert_ptr_equal(g, UNTOUCHED);
  }
  grundy_builder_free(builder);
  if (status == GRUNDY_OK) {
    assert_int_equal(grundy_digraph_order(g), 40);
    assert_int_equal(grundy_digraph_size(g), 40);
    grundy_digraph_free(g);
  }
  return status;
}

/* A game with players, outcomes or payoffs. */
static grundy_status build_coloured(fixture *f) {
  (void)f;
  grundy_builder *builder = UNTOUCHED;
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_builder_new(&builder, NULL);
  if (status != GRUNDY_OK) return status;
  for (uint32_t i = 0, v = 0; i < 40 && status == GRUNDY_OK; i++) {
    char name[8];
    int length = snprintf(name, sizeof name, "n%u", i);
    status = grundy_builder_vertex(builder, name, (size_t)length, &v, NULL);
    if (status == GRUNDY_OK) status = grundy_builder_player(builder, v, i % 2 ? 'A' : 'B', NULL);
    if (status == GRUNDY_OK && i > 0) status = grundy_builder_move(builder, v, v - 1, NULL);
  }
  if (status == GRUNDY_OK) status = grundy_builder_payoff(builder, 0, 0.5, NULL);
  if (status == GRUNDY_OK) {
    status = grundy_builder_outcome(builder, 0, 'D', NULL);
    assert_int_not_equal(status, GRUNDY_OK);
    if (status == GRUNDY_BAD_INPUT) status = GRUNDY_OK; /* it has a payoff */
  }
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(builder, WATCHED(grundy_run_options), &g, NULL);
  grundy_builder_free(builder);
  if (status == GRUNDY_OK) grundy_digraph_free(g);
  return status;
}

/* A builder that failed to finish can try again. */
static grundy_status build_again(fixture *f) {
  (void)f;
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_builder *builder;
  grundy_digraph *g = UNTOUCHED;
  uint32_t v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, "a", 1, &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, v, v, NULL), GRUNDY_OK);
  allocations_left = left;
  grundy_status status = grundy_builder_finish(builder, WATCHED(grundy_run_options), &g, NULL);
  if (status != GRUNDY_OK) {
    allocations_left = ticks_left = NEVER;
    assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_digraph_size(g), 1);
  grundy_digraph_free(g);
  grundy_builder_free(builder);
  return status;
}

/* A cycle of two vertices, and a vertex that leads to it. */
static grundy_status find_round(fixture *f) {
  static const uint32_t tails[] = {0, 1, 2}, heads[] = {1, 2, 1};
  uint32_t cycle[3], length = 77;
  grundy_digraph *g = NULL;
  (void)f;
  grundy_status status = grundy_digraph_new(3, 3, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = grundy_digraph_cycle(g, cycle, &length, NULL);
  if (status == GRUNDY_OK) assert_int_equal(length, 2);
  grundy_digraph_free(g);
  return status;
}

/* All moves in both directions. */
static grundy_status add_reverses(fixture *f) {
  static const uint32_t tails[] = {0, 1}, heads[] = {1, 2};
  grundy_digraph *g = NULL, *both = UNTOUCHED;
  (void)f;
  grundy_status status = grundy_digraph_new(3, 2, tails, heads, &g, NULL);
  if (status != GRUNDY_OK) return status;
  status = grundy_digraph_with_reverses(g, &both, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(both, UNTOUCHED);
  } else {
    assert_int_equal(grundy_digraph_size(both), 4);
    grundy_digraph_free(both);
  }
  grundy_digraph_free(g);
  return status;
}

/* ---- model ------------------------------------------------------------------------------ */

static grundy_status make_models(fixture *f) {
  (void)f;
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    grundy_model model = grundy_model_default((grundy_model_kind)kind);
    model.order = 40;
    model.p = 0.1;
    model.moves = 1300;
    model.degree = 3;
    model.layers = model.width = model.height = 6;
    grundy_digraph *g = UNTOUCHED;
    assert_int_equal(grundy_model_check(&model, NULL), GRUNDY_OK); /* it allocates nothing */
    grundy_status status = grundy_model_make(&model, WATCHED(grundy_run_options), &g, NULL);
    if (status != GRUNDY_OK) {
      assert_ptr_equal(g, UNTOUCHED);
      return status;
    }
    grundy_digraph_free(g);
  }
  return GRUNDY_OK;
}

/* ---- solution -------------------------------------------------------------------------- */

static grundy_status parse_columns(fixture *f) {
  (void)f;
  grundy_columns columns = 0;
  return grundy_columns_parse("all", &columns, NULL);
}

static grundy_status fill_solution(fixture *f) {
  (void)f;
  static const uint64_t offsets[] = {0, 1, 3, 3};
  static const uint32_t members[] = {4, 0, 2};
  static const uint8_t absent[] = {0, 0, 1};
  grundy_solution *solution = UNTOUCHED;
  uint8_t *letters = UNTOUCHED;
  uint32_t *numbers = UNTOUCHED;
  grundy_status status = grundy_solution_new(3, &solution, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(solution, UNTOUCHED);
    return status;
  }
  status = grundy_solution_add_letters(solution, GRUNDY_COLUMN_OUTCOME, &letters, NULL);
  if (status != GRUNDY_OK) assert_ptr_equal(letters, UNTOUCHED);
  if (status == GRUNDY_OK) {
    status = grundy_solution_add_numbers(solution, GRUNDY_COLUMN_GRUNDY, &numbers, NULL);
    if (status != GRUNDY_OK) assert_ptr_equal(numbers, UNTOUCHED);
  }
  if (status == GRUNDY_OK) {
    status = grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, members, absent, NULL);
    bool there = (grundy_solution_columns(solution) & GRUNDY_COLUMN_K) != 0;
    assert_int_equal(there, status == GRUNDY_OK);
  }
  grundy_solution_free(solution);
  return status;
}

/* ---- solve ----------------------------------------------------------------------------- */

static grundy_status solve(fixture *f) {
  grundy_solve_options options = {
      .size = sizeof options, .monitor = &watch, .columns = GRUNDY_COLUMNS_ALL};
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_solve_in_memory(f->g, &options, &solution, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

/* Solves a game, and checks the solution. */
static grundy_status solve_and_check(const grundy_digraph *g, grundy_solve_options options) {
  grundy_solution *solution = UNTOUCHED;
  grundy_report *report = UNTOUCHED;
  options.size = sizeof options;
  options.monitor = &watch;
  grundy_status status = grundy_solve_in_memory(g, &options, &solution, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(solution, UNTOUCHED);
    return status;
  }
  status = grundy_verify(g, solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
  } else {
    assert_true(grundy_report_right(report));
    grundy_report_free(report);
  }
  grundy_solution_free(solution);
  return status;
}

/* Checks a solution in which the first number of a column is infinite although it is not, or the
 * other way round. */
static grundy_status check_changed(const grundy_digraph *g, grundy_columns columns,
                                   grundy_columns column) {
  int left = allocations_left, ticks = ticks_left;
  allocations_left = ticks_left = NEVER;
  grundy_solution *solution = NULL;
  grundy_report *report = UNTOUCHED;
  assert_int_equal(grundy_solve_in_memory(g,
                                          &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns),
                                          &solution, NULL),
                   GRUNDY_OK);
  uint32_t *numbers = (uint32_t *)grundy_solution_numbers(solution, column);
  if (numbers == NULL) { /* a column that the game does not have */
    assert_int_equal(grundy_solution_add_numbers(solution, column, &numbers, NULL), GRUNDY_OK);
    memset(numbers, 0, grundy_digraph_order(g) * sizeof *numbers);
  }
  numbers[0] = numbers[0] == GRUNDY_INFINITY ? 0 : GRUNDY_INFINITY;
  allocations_left = left;
  ticks_left = ticks;
  grundy_status status = grundy_verify(g, solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status == GRUNDY_OK) {
    assert_false(grundy_report_right(report));
    grundy_report_free(report);
  } else {
    assert_ptr_equal(report, UNTOUCHED);
  }
  grundy_solution_free(solution);
  return status;
}

static grundy_status check_changes(fixture *f) {
  static const grundy_columns columns[] = {
      GRUNDY_COLUMN_GRUNDY,     GRUNDY_COLUMN_COUNTER,           GRUNDY_COLUMN_HMIN,
      GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_MISERE_REMOTENESS, GRUNDY_COLUMN_DISTANCE,
      GRUNDY_COLUMN_QV};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && status == GRUNDY_OK; i++)
    status = check_changed(f->g, GRUNDY_COLUMNS_ALL, columns[i]);
  return status;
}

/* Without cycles, distances take the place of a sweep over replies, unless they are wrong. */
static grundy_status check_distances(fixture *f) {
  static const uint32_t tails[] = {1, 2, 2, 3}, heads[] = {0, 0, 1, 2};
  grundy_digraph *g = NULL;
  (void)f;
  grundy_status status = grundy_digraph_new(4, 4, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = check_changed(g, GRUNDY_COLUMNS_ALL, GRUNDY_COLUMN_DISTANCE);
  if (status == GRUNDY_OK) status = check_changed(g, GRUNDY_COLUMNS_ALL, GRUNDY_COLUMN_GRUNDY);
  grundy_digraph_free(g);
  return status;
}

/* Every column on its own, so that it does not find the arrays of another one. */
static grundy_status solve_each_column(const grundy_digraph *g) {
  grundy_columns rest = grundy_solve_columns(g, true);
  grundy_status status = GRUNDY_OK;
  for (; rest != 0 && status == GRUNDY_OK; rest &= rest - 1)
    status = solve_and_check(g, (grundy_solve_options){.columns = rest & -rest});
  return status;
}

static grundy_status solve_columns(fixture *f) {
  return solve_each_column(f->g);
}

/* Positions that only move to earlier ones, so that one pass in order solves the game. */
static grundy_status solve_in_order(fixture *f) {
  static const uint32_t tails[] = {1, 2, 2, 3}, heads[] = {0, 0, 1, 2};
  grundy_digraph *g = NULL;
  (void)f;
  grundy_status status = grundy_digraph_new(4, 4, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = solve_each_column(g);
  grundy_digraph_free(g);
  return status;
}

/* Heaps of Nim up to 20, and a position that moves to all of them and to itself: rows that are long
 * enough for the tables of the verifier. */
static grundy_status solve_hubs(fixture *f) {
  enum { ORDER = 22 };
  uint32_t tails[ORDER * ORDER], heads[ORDER * ORDER];
  uint64_t count = 0;
  grundy_digraph *g = NULL;
  (void)f;
  for (uint32_t u = 0; u < ORDER; u++)
    for (uint32_t v = 0; v < u + (u == ORDER - 1); v++) {
      tails[count] = u;
      heads[count++] = v;
    }
  grundy_status status = grundy_digraph_new(ORDER, count, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = solve_and_check(g, (grundy_solve_options){0});
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_draws(fixture *f) {
  grundy_columns level = GRUNDY_COLUMN_DRAW_LEVEL, remoteness = GRUNDY_COLUMN_DRAW_REMOTENESS;
  grundy_status status = solve_and_check(f->g, (grundy_solve_options){.columns = level});
  if (status == GRUNDY_OK)
    status = solve_and_check(f->g, (grundy_solve_options){.columns = remoteness});
  if (status == GRUNDY_OK)
    status = solve_and_check(f->g, (grundy_solve_options){.columns = level | remoteness});
  return status;
}

/* With a counter and without, for which arrays of another column are not free to be used. */
static grundy_status solve_by(fixture *f, grundy_algorithm algorithm) {
  grundy_columns columns = GRUNDY_COLUMN_GRUNDY;
  grundy_status status =
      solve_and_check(f->g, (grundy_solve_options){.columns = columns, .algorithm = algorithm});
  columns |= GRUNDY_COLUMN_COUNTER;
  if (status == GRUNDY_OK)
    status =
        solve_and_check(f->g, (grundy_solve_options){.columns = columns, .algorithm = algorithm});
  return status;
}

static grundy_status solve_by_counting(fixture *f) {
  return solve_by(f, GRUNDY_ALGORITHM_COUNTING);
}

/* With a limit, so that the engine has to be chosen. */
static grundy_status solve_by_plan(fixture *f) {
  grundy_solution *solution = UNTOUCHED;
  grundy_engine_plan plan;
  grundy_solve_options options =
      GRUNDY_OPTIONS(grundy_solve_options, .monitor = &watch, .memory = 1 << 30);
  grundy_status status = grundy_solve_plan(f->g, &options, &plan, NULL);
  if (status == GRUNDY_OK) status = grundy_solve(f->g, &options, &solution, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

static grundy_status solve_lazily(fixture *f) {
  return solve_by(f, GRUNDY_ALGORITHM_LAZY);
}

/* A scratch file does not survive a failure, but the next call goes on from that of a cancelled
 * one, and an older file may stay. */
static grundy_status solve_externally(fixture *f, const grundy_digraph *g,
                                      const grundy_external_options *options) {
  grundy_solution *solution = UNTOUCHED;
  char path[256];
  (void)snprintf(path, sizeof path, "%s/%s", f->folder, GRUNDY_EXTERNAL_FILE);
  bool is_older = access(path, F_OK) == 0;
  grundy_status status = grundy_external_solve(g, options, &solution, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  bool may_stay = status == GRUNDY_CANCELLED || (is_older && status != GRUNDY_OK);
  if (may_stay) (void)unlink(path);
  assert_int_equal(access(path, F_OK), -1);
  return status;
}

static grundy_status solve_external(fixture *f, const char *scratch) {
  return solve_externally(
      f, f->g,
      &GRUNDY_OPTIONS(grundy_external_options, .monitor = &watch, .scratch = scratch, .block = 3));
}

static grundy_digraph *large_game(void) {
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = 60;
  model.degree = 3;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  allocations_left = left;
  return g;
}

/* A position that 599 others move to, and one that moves to all others: long rows. The last two
 * move to each other. */
static grundy_digraph *hub_game(void) {
  enum { ORDER = 600, LAST = ORDER - 1 };
  int left = allocations_left;
  allocations_left = NEVER;
  static uint32_t tails[2 * ORDER], heads[2 * ORDER];
  uint64_t count = 0;
  grundy_digraph *g;
  for (uint32_t v = 1; v < LAST; v++) tails[count++] = v;
  for (uint32_t v = 0; v < LAST; v++) tails[count] = LAST, heads[count++] = v;
  tails[count] = LAST - 1, heads[count++] = LAST;
  assert_int_equal(grundy_digraph_new(ORDER, count, tails, heads, &g, NULL), GRUNDY_OK);
  allocations_left = left;
  return g;
}

/* Columns alone, whose algorithms need other columns. */
static grundy_status solve_columns_in_file(fixture *f) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_DISTANCE,
                                           GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_K,
                                           GRUNDY_COLUMN_COUNTER};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && status == GRUNDY_OK; i++) {
    grundy_external_options options =
        GRUNDY_OPTIONS(grundy_external_options, .columns = columns[i], .monitor = &watch,
                       .scratch = f->folder, .block = 3);
    status = solve_externally(f, f->g, &options);
  }
  return status;
}

/* Leaves the scratch file of a call that was cancelled after that number of steps. */
static void leave_scratch(const grundy_digraph *g, const grundy_external_options *options,
                          int steps) {
  int left = allocations_left, ticks = ticks_left;
  bool stopped = has_stopped;
  uint64_t stride = grundy_work_stride;
  grundy_solution *solution = UNTOUCHED;
  allocations_left = NEVER;
  ticks_left = steps;
  grundy_work_stride = 1;
  assert_int_equal(grundy_external_solve(g, options, &solution, NULL), GRUNDY_CANCELLED);
  allocations_left = left;
  ticks_left = ticks;
  has_stopped = stopped;
  grundy_work_stride = stride;
}

/* Solves a game whose reverse rows stay in the scratch file, because they do not fit into memory;
 * goes on after that number of steps, if it is not 0. Frees the game. */
static grundy_status solve_large(fixture *f, grundy_digraph *g, int steps) {
  grundy_external_options options =
      GRUNDY_OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMNS_EXTERNAL, .monitor = &watch,
                     .scratch = f->folder, .block = 7);
  options.memory = grundy_external_memory(g, &options);
  if (steps > 0) leave_scratch(g, &options, steps);
  grundy_status status = solve_externally(f, g, &options);
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_in_file(fixture *f) {
  return solve_large(f, large_game(), 0);
}

static grundy_status continue_building(fixture *f) {
  return solve_large(f, large_game(), 20);
}

static grundy_status continue_solving(fixture *f) {
  return solve_large(f, large_game(), 100);
}

static grundy_status solve_hub_in_file(fixture *f) {
  return solve_large(f, hub_game(), 0);
}

static grundy_status continue_hub(fixture *f) {
  return solve_large(f, hub_game(), 100);
}

static grundy_status solve_hub_lean(fixture *f) {
  grundy_digraph *g = hub_game();
  grundy_status status =
      solve_externally(f, g,
                       &GRUNDY_OPTIONS(grundy_external_options, .columns = GRUNDY_COLUMNS_EXTERNAL,
                                       .monitor = &watch, .block = 7));
  grundy_digraph_free(g);
  return status;
}

/* OpenCL itself does not allocate here. */
static grundy_status list_gpus(fixture *f) {
  grundy_gpu_info *devices = UNTOUCHED;
  size_t count = 77;
  if (!f->has_gpu) return GRUNDY_OK;
  grundy_status status = grundy_gpu_list(&devices, &count, NULL);
  assert_int_equal(count == 77, status != GRUNDY_OK);
  if (status != GRUNDY_OK)
    assert_ptr_equal(devices, UNTOUCHED);
  else
    free(devices);
  return status;
}

static grundy_status solve_on_gpu(fixture *f) {
  grundy_solve_options options = {
      .size = sizeof options, .monitor = &watch, .columns = GRUNDY_COLUMNS_ALL};
  grundy_solution *solution = UNTOUCHED;
  if (!f->has_gpu) return GRUNDY_OK;
  grundy_status status = grundy_gpu_solve(f->g, 1, &options, &solution, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

static grundy_status verify_on_gpu(fixture *f) {
  grundy_report *report = UNTOUCHED;
  if (!f->has_gpu) return GRUNDY_OK;
  grundy_status status =
      grundy_gpu_verify(f->g, f->solution, 1, WATCHED(grundy_verify_options), &report, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(report, UNTOUCHED);
  else
    grundy_report_free(report);
  return status;
}

static grundy_status solve_lean(fixture *f) {
  return solve_external(f, NULL);
}

static grundy_status solve_with_scratch(fixture *f) {
  return solve_external(f, f->folder);
}

enum { MARK = 0xabababab };

static void mark(uint32_t *numbers) {
  for (int i = 0; i < 8; i++) numbers[i] = MARK;
}

/* If the kernel succeeded all four are written; nothing after them ever is. */
static void assert_written(const uint32_t *numbers, grundy_status status) {
  for (int i = 0; i < 4 && status == GRUNDY_OK; i++) assert_int_not_equal(numbers[i], MARK);
  for (int i = 4; i < 8; i++) assert_int_equal(numbers[i], MARK);
}

static grundy_status find_remoteness(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  grundy_status status =
      grundy_remoteness_solve(f->g, f->reverse, GRUNDY_MISERE_PLAY, &watch, numbers, NULL);
  assert_written(numbers, status);
  return status;
}

/* Three positions, the first of them terminal, with payoffs or without. */
static grundy_digraph *coloured_game(bool payoffs) {
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_builder *builder;
  grundy_digraph *g;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t i = 0, v; i < 3; i++) {
    char name = (char)('a' + i);
    assert_int_equal(grundy_builder_vertex(builder, &name, 1, &v, NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_player(builder, v, i == 1 ? 'A' : 'B', NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_move(builder, 1, 0, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, 1, 2, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, 2, 1, NULL), GRUNDY_OK);
  assert_int_equal(payoffs ? grundy_builder_payoff(builder, 0, 2.5, NULL)
                           : grundy_builder_outcome(builder, 0, 'D', NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  allocations_left = left;
  return g;
}

/* Solves and verifies a two-coloured game. */
static grundy_status solve_coloured_game(bool payoffs) {
  grundy_digraph *g = coloured_game(payoffs);
  grundy_solution *solution = NULL;
  grundy_report *report = NULL;
  grundy_status status = grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, NULL);
  if (status == GRUNDY_OK)
    status = grundy_verify(g, solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status == GRUNDY_OK) assert_true(grundy_report_right(report));
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_coloured(fixture *f) {
  (void)f;
  return solve_coloured_game(false);
}

static grundy_status solve_payoffs(fixture *f) {
  (void)f;
  return solve_coloured_game(true);
}

static grundy_status find_payoffs(fixture *f) {
  (void)f;
  grundy_digraph *g = coloured_game(true), *reverse = NULL;
  double payoff[3];
  uint32_t moves[3];
  grundy_status status = grundy_digraph_transpose(g, WATCHED(grundy_run_options), &reverse, NULL);
  if (status == GRUNDY_OK) status = grundy_payoff_solve(g, reverse, 0, &watch, payoff, moves, NULL);
  grundy_digraph_free(reverse);
  grundy_digraph_free(g);
  return status;
}

static grundy_status check_other_columns(fixture *f) {
  (void)f;
  grundy_status status = GRUNDY_OK;
  for (int payoffs = 0; payoffs < 2 && status == GRUNDY_OK; payoffs++) {
    grundy_digraph *g = coloured_game(payoffs != 0);
    status = check_changed(g, 0, GRUNDY_COLUMN_GRUNDY);
    grundy_digraph_free(g);
  }
  return status;
}

static grundy_status solve_coloured_columns(fixture *f) {
  (void)f;
  grundy_digraph *g = coloured_game(false);
  grundy_status status = solve_each_column(g);
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_payoff_columns(fixture *f) {
  (void)f;
  grundy_digraph *g = coloured_game(true);
  grundy_status status = solve_each_column(g);
  grundy_digraph_free(g);
  return status;
}

static grundy_status add_reals(fixture *f) {
  (void)f;
  grundy_solution *solution;
  double *reals;
  grundy_status status = grundy_solution_new(3, &solution, NULL);
  if (status != GRUNDY_OK) return status;
  status = grundy_solution_add_reals(solution, GRUNDY_COLUMN_CAP, &reals, NULL);
  grundy_solution_free(solution);
  return status;
}

static grundy_status find_successes(fixture *f) {
  uint32_t numbers[8];
  uint8_t ends[8] = {0};
  mark(numbers);
  grundy_status status = grundy_q_solve(f->g, f->reverse, ends, &watch, numbers, NULL);
  assert_written(numbers, status);
  return status;
}

static grundy_status find_distance(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  grundy_status status = grundy_distance_solve(f->g, f->reverse, &watch, numbers, NULL);
  assert_written(numbers, status);
  return status;
}

static grundy_status find_values(fixture *f) {
  uint32_t values[8], counter[8];
  mark(values);
  mark(counter);
  grundy_status status = grundy_values_solve(f->g, f->reverse, &watch, values, counter, NULL);
  assert_written(values, status);
  assert_written(counter, status);
  return status;
}

static grundy_status find_hmin(fixture *f) {
  uint32_t numbers[8];
  mark(numbers);
  grundy_status status = grundy_hmin_solve(f->g, f->reverse, f->values, &watch, numbers, NULL);
  assert_written(numbers, status);
  return status;
}

static grundy_status find_hmin_of_large_values(fixture *f) {
  uint32_t numbers[8];
  grundy_work work = grundy_work_start(&watch, "hmin", 0);
  mark(numbers);
  grundy_status status = grundy_hmin_large(f->g, f->reverse, f->values, numbers, &work, NULL);
  assert_written(numbers, status);
  return status;
}

static grundy_status find_labellings(fixture *f) {
  static const uint32_t tails[] = {0, 1, 1, 2}, heads[] = {1, 0, 2, 3};
  uint32_t labels[4];
  grundy_digraph *g = NULL; /* the fixture has a loop, with which there is nothing to search */
  grundy_labellings_report report = {.count = 77};
  (void)f;
  grundy_status status = grundy_digraph_new(4, 4, tails, heads, &g, NULL);
  if (status == GRUNDY_OK)
    status = grundy_labellings(g, WATCHED(grundy_labellings_options), labels, &report, NULL);
  grundy_digraph_free(g);
  assert_int_equal(report.count, status == GRUNDY_OK ? 2 : 77);
  return status;
}

/* ---- verify ---------------------------------------------------------------------------- */

static grundy_status verify(fixture *f) {
  grundy_report *report = UNTOUCHED;
  grundy_status status =
      grundy_verify(f->g, f->solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
    return status;
  }
  assert_true(grundy_report_right(report));
  grundy_report_free(report);
  return status;
}

/* Values without a counter, and outcomes without remoteness. */
static grundy_status verify_alone(fixture *f) {
  grundy_report *report = UNTOUCHED;
  grundy_status status =
      grundy_verify(f->g, f->partial, WATCHED(grundy_verify_options), &report, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
    return status;
  }
  assert_true(grundy_report_right(report));
  grundy_report_free(report);
  return status;
}

/* ---- format ---------------------------------------------------------------------------- */

static grundy_status scan_game(const char *text, grundy_format format) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_digraph_read(
      "game", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch), &g,
      NULL);
  fclose(in);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status read_edges(fixture *f) {
  (void)f;
  return scan_game(game_text, GRUNDY_FORMAT_EDGES);
}

/* Numbers in order, and out of order. */
static grundy_status read_numbers(fixture *f) {
  (void)f;
  grundy_status status = scan_game("0\n1\n2\n0 1\n0 2\n0 2\n2 1\n", GRUNDY_FORMAT_EDGES);
  return status == GRUNDY_OK ? scan_game("7 3\n5 7\n3 5\n1\n", GRUNDY_FORMAT_EDGES) : status;
}

static grundy_status read_dot(fixture *f) {
  (void)f;
  return scan_game("digraph { node [label=\"\\N!\"]; a -> {b \"c\" + <d>} [x=y]; e:p [label=<f>]; "
                   "subgraph s { subgraph t { b } } -> subgraph s { c } }",
                   GRUNDY_FORMAT_DOT);
}

/* Expat's allocations fail, too. */
static grundy_status read_graphml(fixture *f) {
  (void)f;
  return scan_game("<graphml><key id='k' attr.name='label'><default>d</default></key>"
                   "<graph edgedefault='directed'><node id='a'><data key='k'>x&amp;y</data></node>"
                   "<edge source='a' target='b'/><node id='b'/></graph></graphml>",
                   GRUNDY_FORMAT_GRAPHML);
}

static grundy_status read_mtx(fixture *f) {
  (void)f;
  return scan_game("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 2\n",
                   GRUNDY_FORMAT_MTX);
}

static grundy_status read_real_mtx(fixture *f) {
  (void)f;
  return scan_game("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 0.5\n2 2 1\n",
                   GRUNDY_FORMAT_MTX);
}

/* A file that is compressed. */
static grundy_status read_gzip(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  gzFile out = gzopen(f->path, "wb");
  assert_non_null(out);
  assert_int_equal(gzputs(out, game_text), sizeof game_text - 1);
  assert_int_equal(gzclose(out), Z_OK);
  grundy_status status =
      grundy_digraph_read(f->path, GRUNDY_FORMAT_EDGES, WATCHED(grundy_read_options), &g, NULL);
  assert_int_equal(unlink(f->path), 0);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

/* A missing file, for which another one is suggested. */
static grundy_status miss_file(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  grundy_error error = {0};
  put_file(f, game_text);
  f->path[strlen(f->path) - 1] = 'x';
  grundy_status status =
      grundy_digraph_read(f->path, GRUNDY_FORMAT_EDGES, WATCHED(grundy_read_options), &g, &error);
  f->path[strlen(f->path) - 1] = 't';
  assert_int_equal(unlink(f->path), 0);
  assert_ptr_equal(g, UNTOUCHED);
  assert_int_not_equal(status, GRUNDY_OK);
  return error.reason == GRUNDY_REASON_NO_FILE ? GRUNDY_OK : status;
}

static grundy_status read_digraph(fixture *f) {
  (void)f;
  grundy_digraph *g = UNTOUCHED;
  grundy_status status =
      grundy_digraph_read(GRUNDY_ROOT "/examples/smith.edges", GRUNDY_FORMAT_AUTO,
                          WATCHED(grundy_read_options), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

/* Writes a solution to a new text, without failing allocations. */
static char *solution_text(const grundy_digraph *g, const grundy_solution *solution,
                           grundy_format format, size_t *length) {
  int left = allocations_left;
  allocations_left = NEVER;
  char *text = NULL;
  FILE *out = open_memstream(&text, length);
  assert_non_null(out);
  assert_int_equal(grundy_solution_write(g, solution, format, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  allocations_left = left;
  return text;
}

static grundy_status scan_solution_of(const grundy_digraph *g, const grundy_solution *written,
                                      grundy_format format) {
  size_t length;
  char *text = solution_text(g, written, format, &length);
  FILE *in = fmemopen(text, length, "r");
  assert_non_null(in);
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_solution_read(
      g, "solution", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch),
      &solution, NULL);
  fclose(in);
  free(text);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

static grundy_status scan_solution(fixture *f, grundy_format format) {
  return scan_solution_of(f->g, f->solution, format);
}

static grundy_status scan_tsv(fixture *f) {
  return scan_solution(f, GRUNDY_FORMAT_TSV);
}

static grundy_status scan_csv(fixture *f) {
  return scan_solution(f, GRUNDY_FORMAT_CSV);
}

static grundy_status scan_json(fixture *f) {
  return scan_solution(f, GRUNDY_FORMAT_JSON);
}

static grundy_status scan_npz(fixture *f) {
  return scan_solution(f, GRUNDY_FORMAT_NPZ);
}

/* The vertices in reverse order, so that rows are matched by name. */
static grundy_status scan_npz_by_name(fixture *f) {
  int left = allocations_left;
  allocations_left = NEVER;
  fixture turned = *f;
  static const char turned_text[] = "x\nV3\nV2\nV1\nV1 V2\nV2 V1\nV2 V3\nx x\nx V3\nx V1\n";
  FILE *in = fmemopen((void *)turned_text, strlen(turned_text), "r");
  assert_non_null(in);
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                                       &turned.g, NULL),
                   GRUNDY_OK);
  fclose(in);
  size_t length;
  char *text = solution_text(f->g, f->solution, GRUNDY_FORMAT_NPZ, &length);
  in = fmemopen(text, length, "r");
  assert_non_null(in);
  grundy_solution *solution = UNTOUCHED;
  allocations_left = left;
  grundy_status status = grundy_solution_read(
      turned.g, "solution", GRUNDY_FORMAT_NPZ,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch), &solution, NULL);
  fclose(in);
  free(text);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  grundy_digraph_free(turned.g);
  return status;
}

/* A game through an archive in memory. */
static grundy_status read_npz(fixture *f) {
  int left = allocations_left;
  allocations_left = NEVER;
  char *text = NULL;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  assert_non_null(out);
  assert_int_equal(grundy_digraph_write(f->g, GRUNDY_FORMAT_NPZ, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  FILE *in = fmemopen(text, length, "r");
  assert_non_null(in);
  grundy_digraph *g = UNTOUCHED;
  allocations_left = left;
  grundy_status status = grundy_digraph_read(
      "game", GRUNDY_FORMAT_NPZ,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch), &g, NULL);
  fclose(in);
  free(text);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

/* The same from a file, which is mapped. */
static grundy_status map_npz(fixture *f) {
  int left = allocations_left;
  allocations_left = NEVER;
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(grundy_digraph_write(f->g, GRUNDY_FORMAT_NPZ, NULL, file, NULL), GRUNDY_OK);
  rewind(file);
  grundy_digraph *g = UNTOUCHED;
  allocations_left = left;
  grundy_status status = grundy_digraph_read(
      "game", GRUNDY_FORMAT_NPZ,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = file, .monitor = &watch), &g, NULL);
  fclose(file);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status read_solution(fixture *f) {
  int left = allocations_left;
  allocations_left = NEVER;
  char path[96];
  snprintf(path, sizeof path, "%s.tsv", f->path);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_int_equal(grundy_solution_write(f->g, f->solution, GRUNDY_FORMAT_TSV, NULL, out, NULL),
                   GRUNDY_OK);
  fclose(out);
  allocations_left = left;
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_solution_read(f->g, path, GRUNDY_FORMAT_AUTO,
                                              WATCHED(grundy_read_options), &solution, NULL);
  unlink(path);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

static grundy_status write_game(const grundy_digraph *g, grundy_format format) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_status status = grundy_digraph_write(g, format, WATCHED(grundy_run_options), out, NULL);
  fclose(out);
  return status;
}

static grundy_status write_npz_game(fixture *f) {
  FILE *out = tmpfile();
  assert_non_null(out);
  grundy_status status =
      grundy_digraph_write(f->g, GRUNDY_FORMAT_NPZ, WATCHED(grundy_run_options), out, NULL);
  fclose(out);
  return status;
}

static grundy_status write_edges(fixture *f) {
  return write_game(f->g, GRUNDY_FORMAT_EDGES);
}

static grundy_status write_dot(fixture *f) {
  return write_game(f->g, GRUNDY_FORMAT_DOT);
}

static grundy_status write_graphml(fixture *f) {
  return write_game(f->g, GRUNDY_FORMAT_GRAPHML);
}

static grundy_status write_mtx(fixture *f) {
  return write_game(f->reverse, GRUNDY_FORMAT_MTX); /* it has no names */
}

static grundy_status write_solution_of(const grundy_digraph *g, const grundy_solution *solution,
                                       grundy_format format, grundy_columns columns) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_write_options options = {.size = sizeof options, .monitor = &watch, .columns = columns};
  grundy_status status = grundy_solution_write(g, solution, format, &options, out, NULL);
  fclose(out);
  return status;
}

static grundy_status write_solution(fixture *f, grundy_format format) {
  return write_solution_of(f->g, f->solution, format, 0);
}

static grundy_status write_table(fixture *f) {
  return write_solution(f, GRUNDY_FORMAT_TABLE);
}

static grundy_status write_tsv(fixture *f) {
  return write_solution(f, GRUNDY_FORMAT_TSV);
}

static grundy_status write_csv(fixture *f) {
  return write_solution(f, GRUNDY_FORMAT_CSV);
}

static grundy_status write_json(fixture *f) {
  return write_solution(f, GRUNDY_FORMAT_JSON);
}

static grundy_status write_npz(fixture *f) {
  return write_solution(f, GRUNDY_FORMAT_NPZ);
}

static grundy_status write_papers(fixture *f) {
  grundy_status status = write_solution(f, GRUNDY_FORMAT_LATEX);
  return status == GRUNDY_OK ? write_solution(f, GRUNDY_FORMAT_TYPST) : status;
}

/* Solves a game without failing allocations, in all columns that it has. */
static grundy_solution *solve_quietly(const grundy_digraph *g) {
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options, .columns = grundy_solve_columns(g, true)};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  allocations_left = left;
  return solution;
}

/* Writes and reads the solution of a game in all formats, and frees the game. */
static grundy_status copy_solution(grundy_digraph *g) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON,
                                          GRUNDY_FORMAT_NPZ};
  grundy_solution *solution = solve_quietly(g);
  grundy_status status = write_solution_of(g, solution, GRUNDY_FORMAT_TABLE, 0);
  if (status == GRUNDY_OK) status = write_solution_of(g, solution, GRUNDY_FORMAT_LATEX, 0);
  for (size_t i = 0; i < sizeof formats / sizeof *formats && status == GRUNDY_OK; i++)
    status = scan_solution_of(g, solution, formats[i]);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status copy_coloured(fixture *f) {
  (void)f;
  grundy_status status = copy_solution(coloured_game(false));
  return status == GRUNDY_OK ? copy_solution(coloured_game(true)) : status;
}

/* Reads a game in DOT without failing allocations. */
static grundy_digraph *game_of(const char *text) {
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  assert_int_equal(grundy_digraph_read("game", GRUNDY_FORMAT_DOT,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                       NULL),
                   GRUNDY_OK);
  fclose(in);
  allocations_left = left;
  return g;
}

/* Names that need quotes or escapes. */
static const char odd_names[] = "digraph { \"a\tb\" -> \"c,\\\"d\"; \"c,\\\"d\" -> \"e\nf\" }";

static grundy_status copy_odd_names(fixture *f) {
  (void)f;
  grundy_status status = copy_solution(game_of(odd_names));
  if (status != GRUNDY_OK) return status;
  grundy_digraph *g = game_of(odd_names);
  status = write_game(g, GRUNDY_FORMAT_DOT);
  if (status == GRUNDY_OK) status = write_game(g, GRUNDY_FORMAT_GRAPHML);
  grundy_digraph_free(g);
  return status;
}

static grundy_status write_bfile(fixture *f) {
  grundy_digraph *g = game_of(odd_names);
  grundy_solution *solution = solve_quietly(g);
  (void)f;
  grundy_status status =
      write_solution_of(g, solution, GRUNDY_FORMAT_BFILE, GRUNDY_COLUMN_DISTANCE);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

/* A mapped file whose rows are not sorted, so that its offsets are copied. */
static grundy_status map_unsorted(fixture *f) {
  int left = allocations_left;
  allocations_left = NEVER;
  uint32_t targets[16];
  uint64_t size = grundy_digraph_size(f->g);
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(size <= 16);
  memcpy(targets, grundy_digraph_targets(f->g), size * sizeof *targets);
  for (uint32_t u = 0; u < grundy_digraph_order(f->g); u++) {
    const uint64_t *offsets = grundy_digraph_offsets(f->g);
    uint64_t first = offsets[u], last = offsets[u + 1];
    if (last - first > 1) { /* exchanges two moves */
      uint32_t to = targets[first];
      targets[first] = targets[last - 1];
      targets[last - 1] = to;
    }
  }
  int count = grundy_npz_move_columns(f->g, columns);
  columns[0].source = targets;
  assert_int_equal(grundy_npz_write(file, columns, count, &work, NULL), GRUNDY_OK);
  rewind(file);
  grundy_digraph *g = UNTOUCHED;
  allocations_left = left;
  grundy_status status = grundy_digraph_read(
      "game", GRUNDY_FORMAT_NPZ,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = file, .monitor = &watch), &g, NULL);
  fclose(file);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(g, UNTOUCHED);
    return status;
  }
  assert_int_equal(grundy_digraph_size(g), size);
  grundy_digraph_free(g);
  return status;
}

/* ---- compound and expression ----------------------------------------------------------- */

/* A compound of the fixture's game, deep enough to reach every file of the room. */
static grundy_status make_compound(grundy_solved *solved, grundy_play play,
                                   grundy_compound **compound) {
  grundy_compound *c = UNTOUCHED;
  grundy_status status = grundy_compound_new(play, &c, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(c, UNTOUCHED);
    return status;
  }
  for (int i = 0; i < 4 && status == GRUNDY_OK; i++) {
    status = grundy_compound_add(c, grundy_component_digraph(solved), (uint64_t)i, NULL);
    if (i == 1 && status == GRUNDY_OK)
      status = grundy_compound_join(c, GRUNDY_CONJUNCTIVE, 2, NULL);
  }
  if (status == GRUNDY_OK) status = grundy_compound_join(c, GRUNDY_DISJUNCTIVE, 3, NULL);
  if (status == GRUNDY_OK)
    *compound = c;
  else
    grundy_compound_free(c);
  return status;
}

/* grundy_answer_move calls grundy_answer_steps( and grundy_answer_position(. */
static grundy_status write_move(const grundy_compound *c, const grundy_move *move) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_json json = grundy_json_start(out);
  grundy_status status = grundy_answer_move(&json, NULL, c, move, true, NULL, NULL);
  assert_int_equal(json.depth, 0);
  (void)fclose(out);
  return status;
}

static grundy_status use_compound(fixture *f, grundy_play play) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_compound *c;
  grundy_evaluation evaluation = {0};
  grundy_moves *all = UNTOUCHED, *best = UNTOUCHED;
  grundy_status status = make_compound(&solved, play, &c);
  if (status != GRUNDY_OK) return status;
  status = grundy_compound_evaluate(c, WATCHED(grundy_search_options), &evaluation, NULL);
  assert_int_equal(evaluation.outcome != GRUNDY_OUTCOME_NONE, status == GRUNDY_OK);
  uint64_t count;
  if (status == GRUNDY_OK) status = grundy_compound_move_count(c, &count, NULL);
  if (status == GRUNDY_OK) {
    status = grundy_compound_moves(c, 1000, &all, NULL);
    if (status != GRUNDY_OK) assert_ptr_equal(all, UNTOUCHED);
  }
  if (status == GRUNDY_OK) {
    status =
        grundy_compound_best(c, 1000, WATCHED(grundy_search_options), &evaluation, &best, NULL);
    if (status != GRUNDY_OK) assert_ptr_equal(best, UNTOUCHED);
  }
  if (status == GRUNDY_OK) {
    grundy_move move = grundy_moves_get(best, 0);
    status = write_move(c, &move);
    if (status == GRUNDY_OK) status = grundy_compound_move(c, move.steps, move.count, NULL);
    assert_int_equal(c->start_count, status == GRUNDY_OK);
  }
  if (best != UNTOUCHED) grundy_moves_free(best);
  if (all != UNTOUCHED) grundy_moves_free(all);
  grundy_compound_free(c);
  return status;
}

/* A report with a move that may be a mistake, an illegal one, and everything that it writes. */
static grundy_status report_match(grundy_match *match, grundy_compound *c) {
  grundy_match_report *report = UNTOUCHED;
  grundy_moves *moves = NULL;
  grundy_status status = grundy_match_report_new(match, c, NULL, &report, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
    return status;
  }
  status = grundy_compound_moves(c, 1000, &moves, NULL);
  if (status == GRUNDY_OK) {
    grundy_move last = grundy_moves_get(moves, grundy_moves_count(moves) - 1);
    status = grundy_match_move(match, last.steps, last.count, NULL);
  }
  if (status == GRUNDY_OK) status = grundy_match_report_add(report, false, NULL);
  if (status == GRUNDY_OK) status = grundy_match_report_refuse(report, "z", "no", NULL);
  if (status == GRUNDY_OK) {
    FILE *out = fopen("/dev/null", "w");
    assert_non_null(out);
    grundy_json json = grundy_json_start(out);
    status = grundy_match_report_write(report, &json, NULL);
    assert_int_equal(json.depth, 0);
    (void)fclose(out);
  }
  grundy_moves_free(moves);
  grundy_match_report_free(report);
  return status;
}

static grundy_status play_and_report(fixture *f) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_compound *c;
  grundy_match *match;
  grundy_status status = make_compound(&solved, GRUNDY_NORMAL_PLAY, &c);
  if (status != GRUNDY_OK) return status;
  status = grundy_match_new(c, NULL, &match, NULL);
  if (status == GRUNDY_OK) {
    status = report_match(match, c);
    grundy_match_free(match);
  }
  grundy_compound_free(c);
  return status;
}

static grundy_status answer_best(fixture *f) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_best_options options = {.size = sizeof options, .all_moves = true, .boards = true};
  grundy_compound *c;
  grundy_status status = make_compound(&solved, GRUNDY_NORMAL_PLAY, &c);
  if (status != GRUNDY_OK) return status;
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_json json = grundy_json_start(out);
  status = grundy_answer_best(&json, c, &options, NULL);
  assert_int_equal(json.depth, 0);
  (void)fclose(out);
  grundy_compound_free(c);
  return status;
}

/* A move, a best move, and a check for repetition. */
static grundy_status use_match(grundy_match *match, grundy_compound *c) {
  grundy_evaluation evaluation;
  grundy_move best;
  uint64_t count = 0;
  grundy_status status = grundy_match_best(match, &evaluation, &best, NULL);
  if (status == GRUNDY_OK) status = grundy_match_move(match, best.steps, best.count, NULL);
  assert_int_equal(grundy_match_length(match), status == GRUNDY_OK);
  assert_int_equal(c->start_count, status == GRUNDY_OK);
  if (status == GRUNDY_OK) status = grundy_match_occurrences(match, &count, NULL);
  assert_int_equal(count, status == GRUNDY_OK);
  return status;
}

static grundy_status play_match(fixture *f) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_compound *c;
  grundy_match *match = UNTOUCHED;
  grundy_status status = make_compound(&solved, GRUNDY_NORMAL_PLAY, &c);
  if (status != GRUNDY_OK) return status;
  status = grundy_match_new(c, NULL, &match, NULL);
  if (status == GRUNDY_OK) {
    status = use_match(match, c);
    grundy_match_free(match);
  } else {
    assert_ptr_equal(match, UNTOUCHED);
  }
  grundy_compound_free(c);
  return status;
}

static grundy_status explore_compound(fixture *f) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_compound *c;
  grundy_digraph *explored = UNTOUCHED;
  grundy_status status = make_compound(&solved, GRUNDY_NORMAL_PLAY, &c);
  if (status != GRUNDY_OK) return status;
  status = grundy_compound_explore(c, 100000, WATCHED(grundy_run_options), &explored, NULL);
  if (status == GRUNDY_OK)
    grundy_digraph_free(explored);
  else
    assert_ptr_equal(explored, UNTOUCHED);
  grundy_compound_free(c);
  return status;
}

/* Explains every position, in both formats. */
static grundy_status explain_positions(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_explain_options options = {.size = sizeof options, .depth = 100};
  grundy_status status = GRUNDY_OK;
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && status == GRUNDY_OK; v++) {
    grundy_facts *facts = UNTOUCHED;
    status = grundy_explain(g, solution, v, &options, &facts, NULL);
    if (status != GRUNDY_OK) {
      assert_ptr_equal(facts, UNTOUCHED);
      break;
    }
    grundy_facts_write(facts, false, out);
    status = grundy_facts_write_json(facts, out, NULL);
    grundy_facts_free(facts);
  }
  fclose(out);
  return status;
}

static grundy_status explain(fixture *f) {
  return explain_positions(f->g, f->solution);
}

/* Explains every position of a game, and frees it. */
static grundy_status explain_game(grundy_digraph *g) {
  grundy_solution *solution = solve_quietly(g);
  grundy_status status = explain_positions(g, solution);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status why(fixture *f) {
  static const char *const texts[] = {"nim:2 + take{1,2}:3", "cram:2,3", "quixo:2", "wythoff:2,1"};
  grundy_status status = GRUNDY_OK;
  (void)f;
  for (size_t i = 0; i < sizeof texts / sizeof *texts && status == GRUNDY_OK; i++) {
    grundy_facts *facts = UNTOUCHED;
    status = grundy_why(texts[i], NULL, &facts, NULL);
    if (status == GRUNDY_OK)
      grundy_facts_free(facts);
    else
      assert_ptr_equal(facts, UNTOUCHED);
  }
  return status;
}

static grundy_status explain_draws(fixture *f) {
  (void)f;
  return explain_game(game_of("digraph { b -> c; c -> d; d -> c; c -> e; e -> f }"));
}

static grundy_status explain_coloured(fixture *f) {
  (void)f;
  grundy_status status = explain_game(coloured_game(false));
  return status == GRUNDY_OK ? explain_game(coloured_game(true)) : status;
}

/* Graphviz and its libraries keep some memory. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
  return "leak:libgvc\nleak:libfontconfig";
}

static grundy_status trace(fixture *f) {
  static const grundy_tracing algorithms[] = {GRUNDY_TRACING_AUTO, GRUNDY_TRACING_GENERAL};
  static const grundy_trace_format formats[] = {GRUNDY_TRACE_TEXT, GRUNDY_TRACE_HTML,
                                                GRUNDY_TRACE_JSON};
  grundy_status status = GRUNDY_OK;
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  for (int i = 0; i < 6 && status == GRUNDY_OK; i++)
    if (i != 4) /* the page once */
      status = grundy_trace_write(f->g, algorithms[i / 3], formats[i % 3], out, NULL);
  fclose(out);
  return status;
}

static grundy_status trace_acyclic(fixture *f) {
  grundy_digraph *g = game_of(odd_names);
  grundy_status status = GRUNDY_OK;
  FILE *out = fopen("/dev/null", "w");
  (void)f;
  assert_non_null(out);
  for (int format = GRUNDY_TRACE_TEXT; format <= GRUNDY_TRACE_MARKDOWN && status == GRUNDY_OK;
       format++)
    status = grundy_trace_write(g, GRUNDY_TRACING_AUTO, (grundy_trace_format)format, out, NULL);
  fclose(out);
  grundy_digraph_free(g);
  return status;
}

/* Graphviz has its own allocator: only our allocations can be made to fail. */
static grundy_status draw(fixture *f) {
  FILE *out = fopen("/dev/null", "w");
  grundy_digraph *reverse = NULL;
  uint32_t *around = UNTOUCHED;
  uint64_t count;
  assert_non_null(out);
  grundy_draw_options options = {
      .size = sizeof options, .monitor = &watch, .show = GRUNDY_COLUMN_REMOTENESS};
  grundy_status status = grundy_draw(f->g, f->solution, "dot", &options, out, NULL);
  if (status == GRUNDY_OK) status = grundy_draw(f->g, f->solution, "svg", &options, out, NULL);
  fclose(out);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(f->g, WATCHED(grundy_run_options), &reverse, NULL);
  if (status == GRUNDY_OK) {
    status = grundy_draw_around(f->g, reverse, 0, 2, 100, &around, &count, NULL);
    if (status == GRUNDY_OK)
      free(around);
    else
      assert_ptr_equal(around, UNTOUCHED);
  }
  grundy_digraph_free(reverse);
  return status;
}

/* Many positions before and after one of them. */
static grundy_status draw_around_a_star(fixture *f) {
  (void)f;
  enum { RAYS = 40 };
  uint32_t tails[RAYS], heads[RAYS], *around = UNTOUCHED;
  uint64_t count = 77;
  grundy_digraph *games[2] = {NULL, NULL};
  for (uint32_t i = 0; i < RAYS; i++) {
    tails[i] = i + 1;
    heads[i] = 0;
  }
  grundy_status status = grundy_digraph_new(RAYS + 1, RAYS, tails, heads, &games[0], NULL);
  if (status == GRUNDY_OK)
    status = grundy_digraph_new(RAYS + 1, RAYS, heads, tails, &games[1], NULL);
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    status = grundy_draw_around(games[i], games[1 - i], 0, 3, 100, &around, &count, NULL);
    assert_int_equal(count, status == GRUNDY_OK ? RAYS + 1 : 77);
    count = 77;
    if (status == GRUNDY_OK) free(around);
  }
  for (int i = 0; i < 2; i++) grundy_digraph_free(games[i]);
  return status;
}

static grundy_status use_compound_normal(fixture *f) {
  return use_compound(f, GRUNDY_NORMAL_PLAY);
}

static grundy_status use_compound_misere(fixture *f) {
  return use_compound(f, GRUNDY_MISERE_PLAY);
}

static grundy_status plan_compound(fixture *f) {
  grundy_solved solved = grundy_solved_view(f->g, f->solution);
  grundy_compound *c;
  grundy_evaluation evaluation;
  grundy_moves *best = UNTOUCHED;
  grundy_status status = grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL);
  if (status != GRUNDY_OK) return status;
  for (int i = 0; i < 12 && status == GRUNDY_OK; i++)
    status = grundy_compound_add(c, grundy_component_digraph(&solved), 1, NULL);
  if (status == GRUNDY_OK) status = grundy_compound_join(c, GRUNDY_SELECTIVE, 12, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_best(c, 2, WATCHED(grundy_search_options), &evaluation, &best, NULL);
  if (status == GRUNDY_OK) {
    assert_int_equal(grundy_moves_count(best), 1);
    grundy_moves_free(best);
  } else {
    assert_ptr_equal(best, UNTOUCHED);
  }
  grundy_compound_free(c);
  return status;
}

static grundy_status open_expression(fixture *f) {
  (void)f;
  grundy_expression *expression = UNTOUCHED;
  grundy_status status = grundy_expression_open(
      "2*\"" GRUNDY_ROOT "/examples/smith.edges\"@V1 + (nim:5 & take{2,1}:7)"
      /* more components and operators than fit into the first array, at various places */
      " + (nim:1 & nim:2 & nim:3 & nim:4 & nim:5 & nim:6 & nim:7 & nim:8 & nim:9 & nim:8 & nim:7)"
      " + 20*nim:1 + \"wythoff\":1,2",
      WATCHED(grundy_expression_options), &expression, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(expression, UNTOUCHED);
  else
    grundy_expression_free(expression);
  return status;
}

/* The names of these terminal positions outgrow their buffer at a comma, at a name, and at a name
 * in quotes. */
static grundy_status explore_names(fixture *f) {
  static const char *const texts[] = {"11*nim:0 + wythoff:0,0", "19*nim:0 + wythoff:0,0"};
  grundy_status status = GRUNDY_OK;
  (void)f;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    grundy_expression *expression = NULL;
    grundy_digraph *g = UNTOUCHED;
    status = grundy_expression_open(texts[i], WATCHED(grundy_expression_options), &expression,
                                    some_error());
    if (status == GRUNDY_OK)
      status = grundy_compound_explore(grundy_expression_compound(expression), 10,
                                       WATCHED(grundy_run_options), &g, some_error());
    if (status == GRUNDY_OK) {
      assert_int_equal(grundy_digraph_order(g), 1);
      grundy_digraph_free(g);
    } else {
      assert_ptr_equal(g, UNTOUCHED);
    }
    grundy_expression_free(expression);
  }
  return status;
}

/* Plans best moves that delay play, or that comparing the moves of a summand finds. */
static grundy_status plan_further(fixture *f) {
  static const char *const texts[] = {"coins{free}:1.00 & coins{free}:1.00",
                                      "((nim:2 & nim:3) + nim:1) & nim:4000"};
  grundy_search_options options = {
      .size = sizeof options, .limit = 300, .tried = 1, .monitor = &watch};
  grundy_status status = GRUNDY_OK;
  (void)f;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    grundy_expression *expression = NULL;
    grundy_evaluation evaluation;
    grundy_moves *best = UNTOUCHED;
    status = grundy_expression_open(texts[i], WATCHED(grundy_expression_options), &expression,
                                    some_error());
    if (status == GRUNDY_OK)
      status = grundy_compound_best(grundy_expression_compound(expression), 3, &options,
                                    &evaluation, &best, some_error());
    if (status == GRUNDY_OK) {
      assert_true(grundy_moves_count(best) > 0);
      grundy_moves_free(best);
    } else {
      assert_ptr_equal(best, UNTOUCHED);
    }
    grundy_expression_free(expression);
  }
  return status;
}

/* A sum of rules with `swap`, which are explored again for both players, and a match in it. */
static grundy_status use_swaps(fixture *f) {
  grundy_status status = GRUNDY_OK;
  (void)f;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    grundy_expression *expression = NULL;
    grundy_match *match = NULL;
    grundy_expression_options options = {
        .size = sizeof options, .monitor = &watch, .unreduced = i == 0};
    grundy_search_options search = {.size = sizeof search, .monitor = &watch};
    grundy_match_options playing = {.size = sizeof playing, .search = &search};
    status = grundy_expression_open("northcott:3,0,1 + nim:1", &options, &expression, some_error());
    if (status == GRUNDY_OK)
      status =
          grundy_match_new(grundy_expression_compound(expression), &playing, &match, some_error());
    if (status == GRUNDY_OK) status = use_match(match, grundy_expression_compound(expression));
    grundy_match_free(match);
    grundy_expression_free(expression);
  }
  return status;
}

static grundy_status use_ordinals(fixture *f) {
  (void)f;
  static const char text[] = "w^(w+1)*(w+1) + 5 # w ^^ w*2";
  grundy_ordinal_answer answer = {.ordinal = UNTOUCHED};
  grundy_ordinal *number = NULL, *normal = NULL, *results[5] = {NULL};
  grundy_status status = grundy_ordinal_evaluate(text, strlen(text), &answer, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(answer.ordinal, UNTOUCHED);
    return status;
  }
  const grundy_ordinal *a = answer.ordinal;
  status = grundy_ordinal_natural(7, &number, NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_parse("w^2+3", 5, &normal, NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_add(a, normal, &results[0], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_multiply(a, normal, &results[1], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_natural_sum(a, number, &results[2], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_nim_sum(a, normal, &results[3], NULL);
  if (status == GRUNDY_OK) status = grundy_ordinal_approach(a, 3, &results[4], NULL);
  for (int i = 0; i < 5; i++) grundy_ordinal_free(results[i]);
  grundy_ordinal_free(number);
  grundy_ordinal_free(normal);
  grundy_ordinal_free(answer.ordinal);
  return status;
}

static grundy_status refuse_ordinal(fixture *f) {
  (void)f;
  grundy_ordinal *made = UNTOUCHED;
  grundy_status status = grundy_ordinal_parse("5+w", 3, &made, NULL);
  assert_ptr_equal(made, UNTOUCHED);
  return status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status;
}

static grundy_status use_transfinite(fixture *f) {
  (void)f;
  grundy_ordinals *ordinals = UNTOUCHED;
  grundy_status status = grundy_ordinals_new(&ordinals, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(ordinals, UNTOUCHED);
    return status;
  }
  grundy_ordinals_free(ordinals);
  grundy_expression *expression = UNTOUCHED;
  grundy_evaluation evaluation;
  grundy_moves *best = NULL;
  status = grundy_expression_open("ordinal:(w^2) + ordinal:(w^w+3) + nim:5 + coins{free}:1.00",
                                  WATCHED(grundy_expression_options), &expression, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(expression, UNTOUCHED);
    /* If looking up a name runs out of memory, the result is not "no such position". */
    return status == GRUNDY_BAD_INPUT ? GRUNDY_OUT_OF_MEMORY : status;
  }
  status = grundy_compound_best(grundy_expression_compound(expression), 5,
                                WATCHED(grundy_search_options), &evaluation, &best, NULL);
  if (status == GRUNDY_OK) assert_int_equal(grundy_moves_count(best), 1);
  grundy_moves_free(best);
  grundy_expression_free(expression);
  return status;
}

/* ---- maps and classes ------------------------------------------------------------------- */

static const char map_text[] = "V1 V1 0\nV2 V2 1\nV3 V3 0\nx x 0\n";
static const char classes_text[] = "V1 a\nV2 b\nV3 a\nx c\n";

static grundy_status read_map(fixture *f) {
  uint32_t image[4], d[4];
  bool with_d = false;
  put_file(f, map_text);
  grundy_status status =
      grundy_map_read(f->g, f->g, f->path, WATCHED(grundy_read_options), image, d, &with_d, NULL);
  unlink(f->path);
  assert_int_equal(with_d, status == GRUNDY_OK);
  FILE *in = fmemopen((void *)map_text, strlen(map_text), "r");
  assert_non_null(in);
  if (status == GRUNDY_OK)
    status = grundy_map_read(f->g, f->g, "map",
                             &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch),
                             image, d, &with_d, NULL);
  fclose(in);
  return status;
}

static grundy_status read_classes(fixture *f) {
  uint32_t class_of[4];
  grundy_digraph *classes = UNTOUCHED;
  put_file(f, classes_text);
  grundy_status status =
      grundy_classes_read(f->g, f->path, WATCHED(grundy_read_options), class_of, &classes, NULL);
  unlink(f->path);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(classes, UNTOUCHED);
    return status;
  }
  grundy_digraph_free(classes);
  FILE *in = fmemopen((void *)classes_text, strlen(classes_text), "r");
  assert_non_null(in);
  status = grundy_classes_read(
      f->g, "classes", &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch),
      class_of, &classes, NULL);
  fclose(in);
  if (status == GRUNDY_OK) grundy_digraph_free(classes);
  return status;
}

static grundy_status write_map(fixture *f) {
  static const uint32_t image[] = {0, 1, 2, 3}, d[] = {4, 3, 2, 1};
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_status status =
      grundy_map_write(f->g, f->g, image, d, WATCHED(grundy_run_options), out, NULL);
  fclose(out);
  return status;
}

static const uint32_t same_image[] = {0, 1, 2, 3}, no_d[] = {0, 0, 0, 0};

/* A map with d = 1 at a vertex that moves within its fibre and is answered there. */
static grundy_status check_replies(void) {
  static const uint32_t tails[] = {1, 2, 3}, heads[] = {0, 3, 0}, tail = 1, head = 0;
  static const uint32_t image[] = {0, 1, 0, 1}, given[] = {0, 0, 1, 0};
  grundy_digraph *r = NULL, *s = NULL;
  uint32_t least[4] = {77, 77, 77, 77};
  grundy_map_report report;
  grundy_status status = grundy_digraph_new(4, 3, tails, heads, &r, NULL);
  if (status == GRUNDY_OK) status = grundy_digraph_new(2, 1, &tail, &head, &s, NULL);
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    status = grundy_map_check(r, s, image, i == 0 ? NULL : given, WATCHED(grundy_run_options),
                              i == 0 ? least : NULL, &report, NULL);
    if (status == GRUNDY_OK)
      assert_int_equal(report.of[GRUNDY_THEOREM7].condition, GRUNDY_MAP_HOLDS);
    if (status == GRUNDY_OK) assert_memory_equal(least, given, sizeof given);
  }
  grundy_digraph_free(r);
  grundy_digraph_free(s);
  return status;
}

/* The identity, once with its least d and once with a given one; and another map. */
static grundy_status check_map(fixture *f) {
  uint32_t least[4];
  grundy_map_report report;
  grundy_status status = grundy_map_check(f->g, f->g, same_image, NULL, WATCHED(grundy_run_options),
                                          least, &report, NULL);
  if (status == GRUNDY_OK)
    status = grundy_map_check(f->g, f->g, same_image, no_d, WATCHED(grundy_run_options), NULL,
                              &report, NULL);
  if (status == GRUNDY_OK) assert_int_equal(report.of[GRUNDY_THEOREM7].condition, GRUNDY_MAP_HOLDS);
  return status == GRUNDY_OK ? check_replies() : status;
}

static grundy_status transport_solution(fixture *f) {
  grundy_solution *solution = UNTOUCHED;
  grundy_status status = grundy_map_transport(f->g, same_image, no_d, f->solution, &solution, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(solution, UNTOUCHED);
  else
    grundy_solution_free(solution);
  return status;
}

/* ---- relations and quotients ------------------------------------------------------------ */

static grundy_status divide_game(const grundy_digraph *g) {
  uint32_t class_of[32], count = 0;
  grundy_digraph *quotient = UNTOUCHED;
  grundy_relation_report report;
  grundy_status status =
      grundy_compatible_coarsest(g, WATCHED(grundy_run_options), class_of, &count, NULL);
  if (status == GRUNDY_OK)
    status =
        grundy_quotient(g, class_of, count, NULL, WATCHED(grundy_run_options), &quotient, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(quotient, UNTOUCHED);
    return status;
  }
  grundy_digraph_free(quotient);
  return grundy_relation_check(g, class_of, count, WATCHED(grundy_run_options), &report, NULL);
}

static grundy_status divide(fixture *f) {
  return divide_game(f->g);
}

/* Two moves that are alike, so that signatures have to be checked. */
static grundy_status divide_doubles(fixture *f) {
  static const uint32_t tails[] = {0, 2}, heads[] = {1, 3};
  grundy_digraph *g = NULL;
  (void)f;
  grundy_status status = grundy_digraph_new(4, 2, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = divide_game(g);
  grundy_digraph_free(g);
  return status;
}

/* So many moves that partitions are refined without signatures: position v moves to all others,
 * except for those of every second position to the last one, which is terminal. */
static grundy_status divide_dense(fixture *f) {
  enum { ORDER = 24 };
  uint32_t tails[ORDER * ORDER], heads[ORDER * ORDER];
  uint64_t count = 0;
  grundy_digraph *g = NULL;
  (void)f;
  for (uint32_t u = 0; u + 1 < ORDER; u++)
    for (uint32_t v = 0; v < ORDER; v++) {
      if (u == v || (v == ORDER - 1 && u % 2 == 0) || (v == 1 && u % 3 == 0)) continue;
      tails[count] = u;
      heads[count++] = v;
    }
  grundy_status status = grundy_digraph_new(ORDER, count, tails, heads, &g, NULL);
  if (status == GRUNDY_OK) status = divide_game(g);
  grundy_digraph_free(g);
  return status;
}

/* Labels are inherited by quotients. */
static grundy_status divide_labelled(fixture *f) {
  (void)f;
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_builder *builder;
  grundy_digraph *g;
  uint32_t v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, "a", 1, &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_label(builder, v, "label", 5, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, v, v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  allocations_left = left;
  grundy_status status = divide_game(g);
  grundy_digraph_free(g);
  return status;
}

static grundy_status divide_payoffs(fixture *f) {
  (void)f;
  grundy_digraph *g = coloured_game(true);
  grundy_status status = divide_game(g);
  grundy_digraph_free(g);
  return status;
}

static grundy_status reduce_to(const grundy_digraph *g, grundy_columns columns) {
  grundy_solution *solution = UNTOUCHED;
  grundy_solve_options options = {.size = sizeof options, .monitor = &watch, .columns = columns};
  grundy_status status = grundy_solve_reduced(g, &options, &solution, NULL, NULL);
  if (status == GRUNDY_OK)
    grundy_solution_free(solution);
  else
    assert_ptr_equal(solution, UNTOUCHED);
  return status;
}

static grundy_status reduce(fixture *f) {
  return reduce_to(f->g, GRUNDY_COLUMNS_ALL);
}

static grundy_status reduce_payoffs(fixture *f) {
  (void)f;
  grundy_digraph *g = coloured_game(true);
  grundy_status status = reduce_to(g, 0);
  grundy_digraph_free(g);
  return status;
}

/* Heaps of Nim. */
static grundy_status divide_by_values(fixture *f) {
  (void)f;
  static const uint32_t tails[] = {1, 2, 2}, heads[] = {0, 0, 1};
  uint32_t class_of[3], count;
  grundy_digraph *g;
  grundy_hereditary *sets = UNTOUCHED;
  grundy_status status = grundy_digraph_new(3, 3, tails, heads, &g, NULL);
  if (status != GRUNDY_OK) return status;
  status = grundy_values_relation(g, WATCHED(grundy_run_options), class_of, &count, NULL);
  if (status == GRUNDY_OK) status = grundy_hereditary_new(g, 100, &sets, NULL);
  if (status == GRUNDY_OK)
    grundy_hereditary_free(sets);
  else
    assert_ptr_equal(sets, UNTOUCHED);
  grundy_digraph_free(g);
  return status;
}

/* ---- experiment ------------------------------------------------------------------------ */

/* So few steps are done by one thread, as this allocator requires. */
/* ---- laws, sweeps and facts about games ------------------------------------------------ */

/* Writes JSON to nowhere. */
static void write_nowhere(void (*write)(grundy_json *json, const void *what), const void *what) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_json json = grundy_json_start(out);
  write(&json, what);
  fclose(out);
}

static void write_law(grundy_json *json, const void *report) {
  grundy_law_write_json(json, report);
}

static grundy_status test_law(fixture *f) {
  grundy_law_report *report = UNTOUCHED;
  (void)f;
  grundy_status status =
      grundy_law_test("wythoff:1..2,2", "G == 0",
                      &GRUNDY_OPTIONS(grundy_law_options, .where = "a >= 0", .monitor = &watch),
                      &report, some_error());
  if (status != GRUNDY_OK) {
    assert_ptr_equal(report, UNTOUCHED);
    return status;
  }
  assert_int_equal(report->finding, GRUNDY_LAW_FAILS);
  write_nowhere(write_law, report);
  grundy_law_report_free(report);
  return GRUNDY_OK;
}

/* A closed form in a file. */
static grundy_status read_formula(fixture *f) {
  grundy_formula *formula = UNTOUCHED;
  char path[96];
  (void)snprintf(path, sizeof path, "%s.lua", f->path);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs("return { value = function(p) return 0 end }", out);
  assert_int_equal(fclose(out), 0);
  grundy_status status = grundy_formula_read("law", path, &formula, some_error());
  assert_int_equal(unlink(path), 0);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(formula, UNTOUCHED);
    return status;
  }
  assert_true(grundy_formula_is_value(formula));
  grundy_formula_free(formula);
  return GRUNDY_OK;
}

static void write_sweep(grundy_json *json, const void *sweep) {
  grundy_sweep_write_json(json, (grundy_sweep *)sweep);
}

/* A sweep of one game: if memory runs out while several are evaluated, they are tried again one by
 * one. The table has no answer, because an answer would be checked, and the check may fail. */
static grundy_status run_sweep(fixture *f) {
  grundy_sweep *sweep = UNTOUCHED;
  grundy_status status = grundy_sweep_new(
      "kayles:3..3", &GRUNDY_OPTIONS(grundy_sweep_options, .json = true, .monitor = &watch), &sweep,
      some_error());
  if (status != GRUNDY_OK) {
    assert_ptr_equal(sweep, UNTOUCHED);
    return status;
  }
  put_file(f, "n\toutcome\tgrundy\n3\t?\t?\n");
  status = grundy_sweep_read(sweep, f->path, some_error());
  assert_int_equal(unlink(f->path), 0);
  if (status == GRUNDY_OK) status = grundy_sweep_run(sweep, some_error());
  grundy_sweep_state state = grundy_sweep_describe(sweep);
  if (status == GRUNDY_OK) {
    assert_int_equal(state.rows, 1);
    write_nowhere(write_sweep, sweep);
    if (state.unanswered > 0) status = state.limit.status;
  }
  grundy_sweep_free(sweep);
  return status;
}

static grundy_status parse_range(fixture *f) {
  grundy_parameter_range range = {.values = UNTOUCHED};
  (void)f;
  grundy_status status = grundy_parameter_range_parse("n=10..200:1", &range, some_error());
  if (status != GRUNDY_OK) {
    assert_ptr_equal(range.values, UNTOUCHED);
    return status;
  }
  assert_int_equal(range.count, 191);
  grundy_parameter_range_free(&range);
  return GRUNDY_OK;
}

static grundy_status write_worksheet(fixture *f) {
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  grundy_status status =
      grundy_worksheet_write(f->g, WATCHED(grundy_worksheet_options), out, some_error());
  fclose(out);
  return status;
}

static grundy_status find_info(fixture *f) {
  grundy_game_info info = {.positions = 77};
  grundy_status status =
      grundy_game_info_find(f->g, WATCHED(grundy_info_options), &info, some_error());
  assert_int_equal(info.positions, status == GRUNDY_OK ? grundy_digraph_order(f->g) : 77);
  return status;
}

/* ---- formulas -------------------------------------------------------------------------- */

static grundy_status evaluate_formula(fixture *f) {
  static const char text[] = "return {value = function(p) return p.K[0] and K[0] and 1 or 0 end}";
  grundy_formula *formula = UNTOUCHED;
  uint32_t order = grundy_digraph_order(f->g);
  uint8_t verdicts[64];
  uint32_t claims[64];
  assert_true(order <= 64);
  grundy_status status =
      grundy_formula_parse("test", text, strlen(text), GRUNDY_FORMULA_SCRIPT, &formula, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(formula, UNTOUCHED);
    return status;
  }
  status = grundy_formula_evaluate(formula, f->g, f->solution, NULL, WATCHED(grundy_run_options),
                                   verdicts, claims, NULL);
  assert_true(status != GRUNDY_OK || grundy_formula_has_read(formula));
  grundy_formula_free(formula);
  return status;
}

/* ---- sequences ------------------------------------------------------------------------- */

static grundy_status examine_sequence(fixture *f) {
  (void)f;
  static const char text[] = "1 2 3 4 5 6 7 8 9 10 11 12\n";
  grundy_sequence *sequence = UNTOUCHED;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  if (in == NULL) return GRUNDY_OUT_OF_MEMORY;
  grundy_status status = grundy_sequence_read(
      "terms", &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch), &sequence,
      NULL);
  fclose(in);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(sequence, UNTOUCHED);
    return status;
  }
  uint64_t count, order;
  int64_t coefficients[4];
  bool seen;
  grundy_sequence_period period;
  const int64_t *terms = grundy_sequence_terms(sequence, &count, NULL);
  status = grundy_sequence_find_period(terms, count, &period, NULL);
  for (int ring = 0; status == GRUNDY_OK && ring < 2; ring++)
    status = grundy_sequence_find_recurrence(terms, count, (grundy_recurrence_ring)ring, 3,
                                             WATCHED(grundy_run_options), &seen, &order,
                                             coefficients, NULL);
  grundy_sequence_free(sequence);
  return status;
}

static grundy_status run_experiment(fixture *f) {
  (void)f;
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT] = {{.mean = -1}};
  model.order = 20;
  model.degree = 3;
  grundy_status status =
      grundy_experiment_run(&model, 3, WATCHED(grundy_run_options), statistics, NULL);
  assert_true((statistics[0].mean == -1) == (status != GRUNDY_OK));
  return status;
}

/* Plays on positions that are not reduced by symmetry, and draws their boards. */
static grundy_status play_unreduced(fixture *f) {
  (void)f;
  static grundy_board board;
  grundy_expression *expression = UNTOUCHED;
  grundy_expression_options options = {
      .size = sizeof options, .monitor = &watch, .unreduced = true};
  grundy_status status =
      grundy_expression_open("wythoff:2,1 + wythoff:1,2 + kayles:3", &options, &expression, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(expression, UNTOUCHED);
    return status;
  }
  grundy_compound *compound = grundy_expression_compound(expression);
  for (uint32_t i = 0; i < 3 && status == GRUNDY_OK; i++) {
    grundy_component game = grundy_compound_component(compound, i);
    uint64_t position = grundy_compound_position(compound, i), to = 0, count = 0;
    status = game.kind->get_move(game.data, position, 0, &to, NULL);
    if (status == GRUNDY_OK) status = game.kind->count_moves(game.data, to, &count, NULL);
    if (status == GRUNDY_OK) status = game.kind->board(game.data, position, &to, 1, &board, NULL);
  }
  grundy_expression_free(expression);
  return status;
}

/* ---- the test -------------------------------------------------------------------------- */

static grundy_status use_matrices(fixture *f) {
  grundy_matrix *m = UNTOUCHED, *made = UNTOUCHED;
  uint64_t pivots[3], rank = 0;
  (void)f;
  grundy_status status = grundy_matrix_new(3, 3, &m, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(m, UNTOUCHED);
    return status;
  }
  for (uint64_t i = 0; i < 9; i++) {
    if (i % 4 != 2) grundy_bit_set(grundy_matrix_at(m, i / 3), i % 3);
  }
  status = grundy_matrix_kernel(m, WATCHED(grundy_run_options), &made, NULL);
  if (status == GRUNDY_OK) {
    grundy_matrix_free(made);
    made = UNTOUCHED;
    status = grundy_matrix_transpose(m, &made, NULL);
  }
  if (status == GRUNDY_OK) {
    grundy_matrix_free(made);
    made = UNTOUCHED;
    status = grundy_matrix_dual(m, NULL, &made, NULL);
  }
  if (status == GRUNDY_OK) status = grundy_matrix_eliminate(m, NULL, pivots, &rank, NULL);
  if (made != UNTOUCHED) grundy_matrix_free(made);
  grundy_matrix_free(m);
  return status;
}

static grundy_status use_lift(fixture *f) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_lift *lift = UNTOUCHED;
  static const uint32_t tails[] = {1, 2, 2}, heads[] = {0, 0, 1};
  grundy_status status = grundy_digraph_new(3, 3, tails, heads, &g, NULL);
  if (status == GRUNDY_OK)
    status = grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, NULL);
  if (status == GRUNDY_OK) status = grundy_lift_new(g, solution, &lift, NULL);
  if (status == GRUNDY_OK) {
    uint32_t value = 9;
    status = grundy_lift_value(lift, "1 + \"2\"", &value, NULL);
    assert_int_equal(value, status == GRUNDY_OK ? 3 : 9);
    grundy_lift_free(lift);
  } else {
    assert_ptr_equal(lift, UNTOUCHED);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  /* A game with a cycle has none, and the cycle is reported. */
  grundy_lift *none = UNTOUCHED;
  if (status != GRUNDY_OK) return status;
  status = grundy_lift_new(f->g, f->solution, &none, NULL);
  assert_ptr_equal(none, UNTOUCHED);
  return status == GRUNDY_UNDEFINED ? GRUNDY_OK : status;
}

static grundy_status find_cycle(fixture *f) {
  uint32_t cycle[8], length = 0;
  return grundy_digraph_cycle(f->g, cycle, &length, NULL);
}

/* Reads the text and solves the game, which has that verdict. */
static grundy_status solve_linear(fixture *f, const char *text, grundy_linear_verdict verdict) {
  grundy_linear *game = UNTOUCHED;
  grundy_linear_solution *solution = UNTOUCHED;
  (void)f;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_status status = grundy_linear_read(
      "game", &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &watch), &game, NULL);
  fclose(in);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(game, UNTOUCHED);
    return status;
  }
  status = grundy_linear_solve(game, WATCHED(grundy_run_options), &solution, NULL);
  grundy_linear_free(game);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(solution, UNTOUCHED);
    return status;
  }
  uint32_t value = 0;
  assert_int_equal(solution->verdict, verdict);
  if (verdict == GRUNDY_LINEAR_ENDS) status = grundy_linear_value(solution, "11", &value, NULL);
  grundy_linear_solution_free(solution);
  return status;
}

static grundy_status solve_ending(fixture *f) {
  return solve_linear(f, "dimension 2\nmove a 10 10\nmatrix b\n11\n00\n", GRUNDY_LINEAR_ENDS);
}

static grundy_status solve_broken(fixture *f) {
  return solve_linear(f, "dimension 2\nmatrix b\n01\n11\n", GRUNDY_LINEAR_NOT_A);
}

static grundy_status solve_repeated(fixture *f) {
  return solve_linear(f, "dimension 2\nmove a 10 01\n", GRUNDY_LINEAR_CYCLIC);
}

static grundy_status solve_dependent(fixture *f) {
  return solve_linear(f, "dimension 2\nmove a 10 11\nmove b 01 01\nmove c 11 10\n",
                      GRUNDY_LINEAR_CYCLIC);
}

static grundy_status solve_round(fixture *f) {
  return solve_linear(f, "dimension 2\nmove a 10 11\nmove b 01 11\n", GRUNDY_LINEAR_CYCLIC);
}

static grundy_status build_linear(fixture *f) {
  grundy_linear *game = UNTOUCHED;
  grundy_matrix *m = NULL;
  uint64_t one = 1;
  (void)f;
  grundy_status status = grundy_linear_new(1, &game, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(game, UNTOUCHED);
    return status;
  }
  status = grundy_linear_add_pair(game, "a", 1, &one, &one, NULL);
  if (status == GRUNDY_OK) status = grundy_matrix_new(1, 1, &m, NULL);
  if (status == GRUNDY_OK) status = grundy_linear_add_matrix(game, "b", 1, m, NULL, NULL);
  grundy_matrix_free(m);
  grundy_linear_free(game);
  return status;
}

static grundy_status read_linear(fixture *f) {
  (void)f;
  grundy_linear *game = UNTOUCHED;
  grundy_status status = grundy_linear_read(GRUNDY_ROOT "/examples/turtles.linear",
                                            WATCHED(grundy_read_options), &game, NULL);
  if (status == GRUNDY_OK)
    grundy_linear_free(game);
  else
    assert_ptr_equal(game, UNTOUCHED);
  return status;
}

static grundy_status open_tokens(fixture *f) {
  (void)f;
  grundy_expression *expression = UNTOUCHED;
  grundy_status status =
      grundy_expression_open("2*tokens:\"" GRUNDY_ROOT "/examples/smith.edges\"{V1,20*V3} + nim:3",
                             WATCHED(grundy_expression_options), &expression, NULL);
  if (status == GRUNDY_OK)
    grundy_expression_free(expression);
  else
    assert_ptr_equal(expression, UNTOUCHED);
  return status;
}

/* ---- the test -------------------------------------------------------------------------- */

/* ---- heap games ------------------------------------------------------------------------ */

static grundy_status write_heaps(const grundy_heap_code *code, const grundy_heaps *heaps) {
  static const grundy_heaps_format formats[] = {GRUNDY_HEAPS_TABLE, GRUNDY_HEAPS_JSON,
                                                GRUNDY_HEAPS_NPZ, GRUNDY_HEAPS_LATEX,
                                                GRUNDY_HEAPS_TYPST};
  grundy_heap_split split;
  grundy_status status = grundy_heaps_split(heaps, &split, NULL);
  FILE *out = tmpfile();
  assert_non_null(out);
  for (size_t i = 0; i < sizeof formats / sizeof *formats && status == GRUNDY_OK; i++)
    status =
        grundy_heaps_write(heaps, code, &split, formats[i], WATCHED(grundy_run_options), out, NULL);
  if (status == GRUNDY_OK) status = grundy_heaps_plot(heaps, code, out, NULL);
  fclose(out);
  return status;
}

/* Writes its checkpoint and reads it again. */
static grundy_status solve_heaps(const fixture *f, const char *text, uint32_t max) {
  grundy_heap_code *code = UNTOUCHED;
  grundy_heaps *heaps = UNTOUCHED;
  grundy_status status = grundy_heap_code_parse(text, strlen(text), &code, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(code, UNTOUCHED);
    return status;
  }
  grundy_heap_options options = {
      .size = sizeof options, .monitor = &watch, .max = max, .checkpoint = f->path};
  status = grundy_heaps_solve(code, &options, &heaps, NULL);
  if (status == GRUNDY_OK) {
    grundy_heaps_free(heaps);
    options.max = 2 * max;
    heaps = UNTOUCHED;
    status = grundy_heaps_solve(code, &options, &heaps, NULL);
  }
  if (status == GRUNDY_OK) {
    status = write_heaps(code, heaps);
    grundy_heaps_free(heaps);
  } else {
    assert_ptr_equal(heaps, UNTOUCHED);
  }
  grundy_heap_code_free(code);
  unlink(f->path);
  return status;
}

static grundy_status solve_taking(fixture *f) {
  return solve_heaps(f, "allbut{2,3}", 40);
}

static grundy_status solve_splitting(fixture *f) {
  return solve_heaps(f, "0.156", 300);
}

static grundy_status solve_breaking(fixture *f) {
  return solve_heaps(f, "0.3F", 30);
}

/* Any number can be taken, and the values grow. */
static grundy_status solve_lasker(fixture *f) {
  return solve_heaps(f, "lasker", 24);
}

static grundy_status solve_grundys_game(fixture *f) {
  return solve_heaps(f, "grundy", 80);
}

static grundy_status play_misere_heaps(fixture *f) {
  (void)f;
  grundy_heap_code *code = NULL;
  const uint32_t sizes[] = {3, 4};
  grundy_outcome outcome, outcomes[6];
  uint64_t positions;
  grundy_status status = grundy_heap_code_parse("kayles", 6, &code, NULL);
  if (status == GRUNDY_OK)
    status = grundy_heaps_misere(code, sizes, 2, 1000, WATCHED(grundy_run_options), &outcome,
                                 &positions, NULL);
  if (status == GRUNDY_OK)
    status = grundy_heaps_misere_all(code, 5, 1000, WATCHED(grundy_run_options), outcomes, NULL);
  grundy_genus genera[6];
  uint32_t found;
  if (status == GRUNDY_OK)
    status = grundy_heaps_genus(code, 5, 1000, WATCHED(grundy_run_options), genera, &found, NULL);
  grundy_heap_code_free(code);
  return status;
}

static grundy_status use_heap_game(fixture *f) {
  (void)f;
  grundy_heap_game *game = UNTOUCHED;
  grundy_compound *compound = NULL;
  grundy_evaluation evaluation;
  grundy_moves *best = NULL;
  uint64_t position = 0, to = 0;
  grundy_status status = grundy_heap_game_new("kayles", 5, NULL, &game, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(game, UNTOUCHED);
    return status;
  }
  grundy_component component = grundy_component_heaps(game);
  status = component.kind->find_position(game, "5", 1, &position, NULL);
  if (status == GRUNDY_OK) status = component.kind->get_move(game, position, 0, &to, NULL);
  if (status == GRUNDY_OK) status = grundy_heap_game_explore(game, position, NULL);
  if (status == GRUNDY_OK) status = grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL);
  if (status == GRUNDY_OK) status = grundy_compound_add(compound, component, position, NULL);
  if (status == GRUNDY_OK)
    status =
        grundy_compound_best(compound, 5, WATCHED(grundy_search_options), &evaluation, &best, NULL);
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 4);
  grundy_moves_free(best);
  grundy_compound_free(compound);
  grundy_heap_game_free(game);
  return status;
}

/* ---- tablebases ------------------------------------------------------------------------- */

/* Explores, solves, checks and stores a game, opens it again, and finds a position. */
static grundy_status store_game(fixture *f, const char *text, const char *position,
                                grundy_open_options options) {
  grundy_digraph *g = NULL, *stored = NULL;
  grundy_solution *solution = NULL;
  grundy_report *report = NULL;
  uint32_t v = 0;
  options.monitor = &watch;
  grundy_status status = grundy_game_open(text, &options, &g, some_error());
  if (status == GRUNDY_OK)
    status = grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, NULL);
  if (status == GRUNDY_OK)
    status = grundy_verify(g, solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status == GRUNDY_OK) assert_true(grundy_report_right(report));
  FILE *out = fopen(f->path, "wb");
  assert_non_null(out);
  if (status == GRUNDY_OK)
    status = grundy_tablebase_write(g, solution, WATCHED(grundy_write_options), out, some_error());
  fclose(out);
  options.format = GRUNDY_FORMAT_NPZ;
  options.window = 0;
  if (status == GRUNDY_OK) status = grundy_game_open(f->path, &options, &stored, some_error());
  if (status == GRUNDY_OK)
    status = grundy_position_find(stored, position, strlen(position), &v, some_error());
  uint32_t *parts = NULL;
  uint64_t count = 0;
  if (status == GRUNDY_OK)
    status = grundy_position_parts(stored, position, strlen(position), &parts, &count, NULL);
  if (status == GRUNDY_OK) assert_int_equal(count, 1);
  free(parts);
  remove(f->path);
  grundy_report_free(report);
  grundy_digraph_free(stored);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status use_base(fixture *f) {
  return store_game(f, "wythoff:1,2", "1,1",
                    (grundy_open_options){.size = sizeof(grundy_open_options)});
}

/* Reads the files instead of mapping them. */
static grundy_status use_base_without_mapping(fixture *f) {
  no_file_is_mapped = true;
  grundy_status status = use_base(f);
  no_file_is_mapped = false;
  return status;
}

static grundy_status use_window(fixture *f) {
  grundy_open_options options = {.size = sizeof options, .window = 20, .accepts_windows = true};
  return store_game(f, "wythoff:4,5", "1,1", options);
}

/* Every column of a window on its own. */
static grundy_status solve_window_columns(fixture *f) {
  (void)f;
  grundy_digraph *g = NULL;
  grundy_open_options options = {
      .size = sizeof options, .monitor = &watch, .window = 5, .accepts_windows = true};
  grundy_status status = grundy_game_open("wythoff:2,2", &options, &g, NULL);
  if (status == GRUNDY_OK) status = solve_each_column(g);
  if (status == GRUNDY_OK) status = check_changed(g, 0, GRUNDY_COLUMN_HMIN);
  if (status == GRUNDY_OK) status = check_changed(g, 0, GRUNDY_COLUMN_DISTANCE);
  grundy_digraph_free(g);
  return status;
}

#define TOKEN_RULES GRUNDY_ROOT "/examples/tokens.lua"

/* Explores, solves, checks and stores parts, opens them again, and evaluates a sum. */
static grundy_status use_parts(fixture *f) {
  grundy_digraph *g = NULL, *stored = NULL;
  grundy_solution *solution = NULL;
  grundy_report *report = NULL;
  uint32_t *parts = NULL;
  uint64_t count = 0;
  grundy_open_options options = {.size = sizeof options, .monitor = &watch, .parts = true};
  grundy_open_options npz = {
      .size = sizeof npz, .monitor = &watch, .format = GRUNDY_FORMAT_NPZ, .parts = true};
  grundy_status status = grundy_game_open(TOKEN_RULES ":bcd", &options, &g, NULL);
  if (status == GRUNDY_OK)
    status = grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, NULL);
  if (status == GRUNDY_OK)
    status = grundy_verify(g, solution, WATCHED(grundy_verify_options), &report, NULL);
  if (status == GRUNDY_OK) assert_true(grundy_report_right(report));
  FILE *out = fopen(f->path, "wb");
  assert_non_null(out);
  if (status == GRUNDY_OK)
    status = grundy_tablebase_write(g, solution, WATCHED(grundy_write_options), out, NULL);
  fclose(out);
  if (status == GRUNDY_OK) status = grundy_game_open(f->path, &npz, &stored, NULL);
  if (status == GRUNDY_OK) status = grundy_position_parts(stored, "aab", 3, &parts, &count, NULL);
  if (status == GRUNDY_OK) assert_int_equal(count, 3);
  remove(f->path);
  free(parts);
  grundy_report_free(report);
  grundy_digraph_free(stored);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

/* A heap of 1; a part that may pass; and two parts on a cycle, with moves to sums of them. */
static grundy_digraph *cyclic_parts(void) {
  enum { HEAP, PASS, LEFT, RIGHT, PARTS };
  static const uint32_t tails[] = {PASS, LEFT, LEFT, RIGHT}, heads[] = {PASS, PASS, RIGHT, LEFT};
  static const uint64_t rows[] = {0, 1, 2, 5, 7}, starts[] = {0, 0, 0, 2, 4, 6, 6, 8};
  static const uint32_t parts[] = {HEAP, HEAP, HEAP, PASS, PASS, PASS, HEAP, PASS};
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_digraph *g;
  grundy_part_sums sums = {malloc(sizeof rows), malloc(sizeof starts), malloc(sizeof parts)};
  assert_int_equal(grundy_digraph_new(PARTS, 4, tails, heads, &g, NULL), GRUNDY_OK);
  memcpy(sums.rows, rows, sizeof rows);
  memcpy(sums.starts, starts, sizeof starts);
  memcpy(sums.parts, parts, sizeof parts);
  grundy_digraph_give_part_sums(g, &sums);
  allocations_left = left;
  return g;
}

static grundy_status solve_cyclic_parts(fixture *f) {
  (void)f;
  grundy_digraph *g = cyclic_parts();
  grundy_status status = solve_and_check(g, (grundy_solve_options){0});
  if (status == GRUNDY_OK) status = solve_each_column(g);
  if (status == GRUNDY_OK) status = check_changed(g, 0, GRUNDY_COLUMN_GRUNDY);
  if (status == GRUNDY_OK) status = check_changed(g, 0, GRUNDY_COLUMN_COUNTER);
  if (status == GRUNDY_OK) status = check_changed(g, 0, GRUNDY_COLUMN_HMIN);
  grundy_digraph_free(g);
  return status;
}

/* Sums grow on a cycle of two parts, and the message names the way back. */
static grundy_status find_long_growth(fixture *f) {
  static const uint32_t tails[] = {1, 2}, heads[] = {0, 2}, parts[] = {1, 2};
  static const uint64_t rows[] = {0, 1, 1, 1}, starts[] = {0, 2};
  (void)f;
  int left = allocations_left;
  allocations_left = NEVER;
  grundy_digraph *g;
  grundy_solution *solution = UNTOUCHED;
  grundy_error error = {0};
  grundy_part_sums sums = {malloc(sizeof rows), malloc(sizeof starts), malloc(sizeof parts)};
  assert_int_equal(grundy_digraph_new(3, 2, tails, heads, &g, NULL), GRUNDY_OK);
  memcpy(sums.rows, rows, sizeof rows);
  memcpy(sums.starts, starts, sizeof starts);
  memcpy(sums.parts, parts, sizeof parts);
  grundy_digraph_give_part_sums(g, &sums);
  allocations_left = left;
  grundy_status status =
      grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, &error);
  assert_int_not_equal(status, GRUNDY_OK);
  assert_ptr_equal(solution, UNTOUCHED);
  grundy_digraph_free(g);
  return status == GRUNDY_UNABLE ? GRUNDY_OK : status;
}

/* Names the cycle on which sums grow. */
static grundy_status find_growth(fixture *f) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options, .monitor = &watch, .parts = true};
  (void)f;
  grundy_status status = grundy_game_open(TOKEN_RULES ":g", &options, &g, NULL);
  if (status == GRUNDY_OK) {
    status = grundy_solve_in_memory(g, WATCHED(grundy_solve_options), &solution, &error);
    assert_int_not_equal(status, GRUNDY_OK);
    if (status == GRUNDY_UNABLE) status = GRUNDY_OK;
  }
  grundy_digraph_free(g);
  return status;
}

/* Evaluates and plays a position that comes apart. */
static grundy_status evaluate_parts(fixture *f) {
  grundy_expression *expression = NULL;
  grundy_moves *moves = NULL;
  grundy_evaluation evaluation;
  (void)f;
  grundy_status status = grundy_expression_open(
      TOKEN_RULES ":bd@bcd + nim:1", WATCHED(grundy_expression_options), &expression, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_best(grundy_expression_compound(expression), 5,
                                  WATCHED(grundy_search_options), &evaluation, &moves, NULL);
  grundy_moves_free(moves);
  grundy_expression_free(expression);
  return status;
}

static grundy_status check_split(fixture *f) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_rules_check_options options = {.size = sizeof options, .monitor = &watch, .walks = 1};
  (void)f;
  return grundy_rules_check(TOKEN_RULES ":cc", &options, findings, NULL);
}

/* ---- the test -------------------------------------------------------------------------- */

/* ---- rules ------------------------------------------------------------------------------ */

#define NIM_RULES GRUNDY_ROOT "/tests/explore/modules/nim.lua"

static grundy_status explore(const char *text) {
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_game_open(text, WATCHED(grundy_open_options), &g, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(g, UNTOUCHED);
    return status;
  }
  uint32_t v;
  (void)grundy_digraph_find(g, "n1.1", 4, &v);
  grundy_digraph_free(g);
  return GRUNDY_OK;
}

static grundy_status explore_script(fixture *f) {
  (void)f;
  return explore(NIM_RULES ":2,2");
}

static grundy_status explore_compiled(fixture *f) {
  (void)f;
  return explore("fair-shares:8");
}

static grundy_status use_closed_form(fixture *f) {
  (void)f;
  grundy_closed_form *closed = UNTOUCHED;
  grundy_compound *compound = NULL;
  grundy_moves *moves = NULL;
  grundy_evaluation evaluation;
  grundy_game_name name = grundy_game_parse(NIM_RULES ":2,3");
  grundy_status status = grundy_closed_form_open(&name, NULL, &closed, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(closed, UNTOUCHED);
    return status;
  }
  status = grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_add(compound, grundy_component_closed_form(closed), 0, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_best(compound, 9, WATCHED(grundy_search_options), &evaluation, &moves,
                                  NULL);
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 1);
  grundy_moves_free(moves);
  grundy_compound_free(compound);
  grundy_closed_form_free(closed);
  return status;
}

/* A token on a path of ten positions. */
static void walk(void *context, const void *position, grundy_emit emit, void *to) {
  const unsigned char *at = position;
  unsigned char next = (unsigned char)(*at + 1);
  if (next < *(int *)context) emit(to, &next);
}

/* Explains a window of the path. */
static grundy_status explain_window(fixture *f) {
  int left = allocations_left, length = 10;
  grundy_digraph *g = NULL;
  grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = walk, .context = &length};
  grundy_open_options options = {.size = sizeof options, .window = 5, .accepts_windows = true};
  (void)f;
  allocations_left = NEVER;
  assert_int_equal(grundy_game_from_callback(&rules, &options, &g, NULL), GRUNDY_OK);
  allocations_left = left;
  return explain_game(g);
}

static grundy_status explore_callback(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  int length = 10;
  grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = walk, .context = &length};
  (void)f;
  grundy_status status = grundy_game_from_callback(&rules, WATCHED(grundy_open_options), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static const char *open_walk(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = 1;
  int *length = *game = malloc(sizeof *length);
  if (length == NULL) return GRUNDY_RULES_MEMORY;
  *length = 10;
  return NULL;
}

static void start_walk(const void *game, void *position) {
  (void)game;
  *(unsigned char *)position = 0;
}

static void move_walk(const void *game, const void *position, grundy_emit emit, void *to) {
  walk((void *)game, position, emit, to);
}

/* A and B move in turn. */
static int player_of_walk(const void *game, const void *position) {
  (void)game;
  return *(const unsigned char *)position % 2 == 0 ? 'A' : 'B';
}

static int payoff_of_walk(const void *game, const void *position, double *payoff) {
  *payoff = 1;
  return *(const unsigned char *)position + 1 == *(const int *)game ? '$' : 0;
}

static int end_of_walk(const void *game, const void *position, double *payoff) {
  *payoff = 0;
  return *(const unsigned char *)position + 1 == *(const int *)game ? 'P' : 0;
}

static const grundy_rules walk_rules = {.abi = GRUNDY_RULES_ABI,
                                        .size = sizeof walk_rules,
                                        .title = "walk",
                                        .open = open_walk,
                                        .close = free,
                                        .start = start_walk,
                                        .moves = move_walk};

/* Explores a game, and solves every column of a window. */
static grundy_status explore_walk(const grundy_rules *rules, uint64_t window) {
  grundy_digraph *g = UNTOUCHED;
  grundy_open_options options = {
      .size = sizeof options, .monitor = &watch, .window = window, .accepts_windows = true};
  grundy_status status = grundy_game_from_rules(rules, "1,2", &options, &g, some_error());
  if (status != GRUNDY_OK) {
    assert_ptr_equal(g, UNTOUCHED);
    return status;
  }
  if (window > 0) status = solve_each_column(g);
  grundy_digraph_free(g);
  return status;
}

static grundy_status explore_rules_in_memory(fixture *f) {
  (void)f;
  return explore_walk(&walk_rules, 0);
}

static grundy_status explore_players(fixture *f) {
  grundy_rules rules = walk_rules;
  (void)f;
  rules.player = player_of_walk;
  return explore_walk(&rules, 0);
}

static grundy_status explore_payoffs(fixture *f) {
  grundy_rules rules = walk_rules;
  (void)f;
  rules.player = player_of_walk;
  rules.terminal = payoff_of_walk;
  return explore_walk(&rules, 0);
}

/* The end is outside of the window. */
static grundy_status explore_window_with_ends(fixture *f) {
  grundy_rules rules = walk_rules;
  (void)f;
  rules.terminal = end_of_walk;
  return explore_walk(&rules, 5);
}

static grundy_status open_names(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  grundy_game_name name = grundy_game_parse("wythoff:1,2");
  (void)f;
  grundy_status status = grundy_game_open_name(&name, WATCHED(grundy_open_options), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

/* A broken promise is bad input. */
static grundy_status check_promises(const char *text) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_rules_check_options options = {.size = sizeof options, .monitor = &watch, .walks = 1};
  grundy_status status = grundy_rules_check(text, &options, findings, some_error());
  for (int i = 0; i < GRUNDY_PROMISE_COUNT && status == GRUNDY_OK; i++)
    if (findings[i].broken[0] != '\0') status = GRUNDY_BAD_INPUT;
  return status;
}

static grundy_status check_rules(fixture *f) {
  (void)f;
  return check_promises("wythoff:1,2");
}

/* One with symmetry and ranks, and one with unmoves. */
static grundy_status check_ranks(fixture *f) {
  (void)f;
  grundy_status status = check_promises("chomp:1,2");
  if (status != GRUNDY_OK) return status;
  return check_promises("annihilation:" GRUNDY_ROOT "/examples/nim-2.edges");
}

/* ---- tiers ------------------------------------------------------------------------------- */

/* Removes the folder of tiers with all files. */
static void remove_tiers(const char *folder) {
  if (access(folder, F_OK) != 0) return;
  folder_empty(folder);
  assert_int_equal(rmdir(folder), 0); /* no temporary file is left */
}

static grundy_status open_tiers(fixture *f) {
  grundy_tiers *tiers = UNTOUCHED;
  (void)f;
  grundy_status status = grundy_tiers_open("quixo:4", WATCHED(grundy_open_options), &tiers, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(tiers, UNTOUCHED);
  else
    grundy_tiers_free(tiers);
  return status;
}

static grundy_status solve_tiers(fixture *f, const char *text, grundy_columns columns) {
  char folder[128];
  grundy_tiers *tiers = NULL;
  grundy_tiers_plan plan;
  grundy_tiers_entry entry;
  grundy_tiers_verdict verdict = {.right = true};
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns, .monitor = &watch);
  double rate;
  (void)snprintf(folder, sizeof folder, "%s/tiers", f->folder);
  grundy_status status = grundy_tiers_open(text, WATCHED(grundy_open_options), &tiers, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_measure(tiers, options.columns, &plan, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_sample(tiers, 1e-9, &rate, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_solve(tiers, folder, &options, NULL, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_read(tiers, folder, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_find(tiers, "", 0, &entry, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_verify(tiers, WATCHED(grundy_tiers_options), &verdict, NULL);
  assert_true(verdict.right);
  grundy_tiers_free(tiers);
  remove_tiers(folder);
  return status;
}

static grundy_status use_tiers(fixture *f) {
  return solve_tiers(f, "quixo:2", GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
}

/* ---- numbers that do not fit into a byte, alone and in a team of one rank ---- */

static grundy_status agree_alone(void *context, grundy_status status, grundy_error *error) {
  (void)context;
  (void)error;
  return status;
}

static uint64_t keep_number(void *context, uint64_t number) {
  (void)context;
  return number;
}

static void gather_nothing(void *context, void *array, const uint64_t *starts) {
  (void)context;
  (void)array;
  (void)starts;
}

/* Solves the chain of set_up, whose rules are compiled. */
static grundy_status solve_chain(fixture *f, const grundy_tier_team *team) {
  char folder[128];
  grundy_tiers *tiers = NULL;
  grundy_tiers_verdict verdict = {.right = true};
  const grundy_rules rules = tiered_rules(false, false, false, team == NULL);
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = GRUNDY_COLUMN_REMOTENESS, .monitor = &watch);
  (void)snprintf(folder, sizeof folder, "%s/tiers", f->folder);
  grundy_status status = tiered_try_open(&rules, "chain", &tiers, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_solve_together(tiers, folder, &options, team, NULL, NULL);
  if (status == GRUNDY_OK)
    status = grundy_tiers_verify(
        tiers, &GRUNDY_OPTIONS(grundy_tiers_options, .sample = 20, .monitor = &watch), &verdict,
        NULL);
  assert_true(verdict.right);
  grundy_tiers_free(tiers);
  remove_tiers(folder);
  return status;
}

static grundy_status solve_chain_alone(fixture *f) {
  return solve_chain(f, NULL);
}

static grundy_status solve_chain_in_team(fixture *f) {
  const grundy_tier_team team = {.ranks = 1,
                                 .agree = agree_alone,
                                 .sum = keep_number,
                                 .least = keep_number,
                                 .gather = gather_nothing};
  return solve_chain(f, &team);
}

/* Looks up and explains the start of a folder, which is solved first. */
static grundy_status look_around(grundy_expression *folder) {
  grundy_digraph *near = UNTOUCHED, *part = UNTOUCHED;
  grundy_solution *of_near = UNTOUCHED, *of_part = UNTOUCHED;
  static const uint64_t starts[2];
  uint32_t v, vertices[2];
  grundy_status status =
      grundy_expression_neighbourhood(folder, 0, starts, 2, vertices, &near, &of_near, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(near, UNTOUCHED);
    return status;
  }
  grundy_digraph_free(near);
  grundy_solution_free(of_near);
  status = grundy_explain_neighbourhood(folder, NULL, &part, &of_part, &v, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(part, UNTOUCHED);
    return status;
  }
  grundy_digraph_free(part);
  grundy_solution_free(of_part);
  return GRUNDY_OK;
}

static grundy_status use_folder(fixture *f) {
  char folder[128];
  grundy_tiers *tiers = NULL;
  grundy_expression *expression = NULL;
  grundy_evaluation evaluation;
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = GRUNDY_COLUMN_OUTCOME, .monitor = &watch);
  (void)snprintf(folder, sizeof folder, "%s/tiers", f->folder);
  grundy_status status = grundy_tiers_open("quixo:2", WATCHED(grundy_open_options), &tiers, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_solve(tiers, folder, &options, NULL, NULL);
  grundy_tiers_free(tiers);
  if (status == GRUNDY_OK)
    status = grundy_expression_open(folder, WATCHED(grundy_expression_options), &expression, NULL);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(grundy_expression_compound(expression),
                                      WATCHED(grundy_search_options), &evaluation, NULL);
  if (status == GRUNDY_OK) status = look_around(expression);
  grundy_expression_free(expression);
  remove_tiers(folder);
  return status;
}

static grundy_status describe_rules(fixture *f) {
  grundy_gallery_description description;
  (void)f;
  return grundy_gallery_describe("wythoff", &description, NULL);
}

static grundy_status describe_game(fixture *f) {
  grundy_gallery_description description;
  (void)f;
  return grundy_rules_describe("wythoff:1,2", &description, NULL);
}

static void see_path(void *context, const char *path) {
  *(size_t *)context += strlen(path);
}

static grundy_status list_files(fixture *f) {
  size_t bytes = 0;
  (void)f;
  return grundy_game_files("pass(a.lua:3, 2) + nim:1", true, see_path, &bytes, some_error());
}

static grundy_status find_fields(fixture *f) {
  grundy_digraph *g = UNTOUCHED;
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  (void)f;
  grundy_status status =
      grundy_game_open("pass(wythoff:1,1)", WATCHED(grundy_open_options), &g, NULL);
  if (status != GRUNDY_OK) {
    assert_ptr_equal(g, UNTOUCHED);
    return status;
  }
  assert_int_equal(grundy_position_fields(g).count, 3);
  assert_true(grundy_position_is_reduced(g));
  assert_true(grundy_position_memory(g) > 0);
  status = grundy_position_field_values(g, 0, values, NULL);
  grundy_digraph_free(g);
  return status;
}

static grundy_status open_operator(const char *text) {
  grundy_digraph *g = UNTOUCHED;
  grundy_status status = grundy_game_open(text, WATCHED(grundy_open_options), &g, NULL);
  if (status != GRUNDY_OK)
    assert_ptr_equal(g, UNTOUCHED);
  else
    grundy_digraph_free(g);
  return status;
}

static grundy_status open_block(fixture *f) {
  (void)f;
  return open_operator("block(wythoff:1,1, 1)");
}

static grundy_status open_terminal(fixture *f) {
  (void)f;
  return open_operator("terminal(wythoff:1,1, 0,1, 1,0)");
}

static grundy_status open_restrict(fixture *f) {
  (void)f;
  return open_operator("restrict(wythoff:1,1, a <= p.b)");
}

/* A limit of memory is an answer, not a failure. */
static grundy_status keep_status(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(grundy_status *)context = answer->status;
  return GRUNDY_OK;
}

/* Evaluates with that many bytes for a search; 0: the default. */
static grundy_status evaluate_within(const char *text, uint64_t memory) {
  grundy_status answered = GRUNDY_OK;
  grundy_evaluate_options options = {.size = sizeof options,
                                     .monitor = &watch,
                                     .answered = keep_status,
                                     .context = &answered,
                                     .memory = memory};
  grundy_status status = grundy_expressions_evaluate(&text, 1, &options, some_error());
  return status == GRUNDY_OK ? answered : status;
}

static grundy_status evaluate_expression(const char *text) {
  return evaluate_within(text, 0);
}

/* The search has to forget positions. */
static grundy_status search_in_little_memory(fixture *f) {
  (void)f;
  return evaluate_within("cram:3,4", 2500);
}

static grundy_status search_position(fixture *f) {
  (void)f;
  return evaluate_expression("wythoff:2,3@1,2");
}

/* Searches a position, and checks the certificate with rules of another text. */
static grundy_status certify_with(fixture *f, const char *text, const char *checking) {
  const char *texts[] = {text};
  grundy_status answered = GRUNDY_OK;
  grundy_certificate_report report = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .monitor = &watch, .answered = keep_status, .context = &answered};
  options.certificate = f->path;
  grundy_status status = grundy_expressions_evaluate(texts, 1, &options, some_error());
  if (status == GRUNDY_OK) status = answered;
  if (status == GRUNDY_OK)
    status = grundy_certificate_verify(checking, f->path, WATCHED(grundy_run_options), &report,
                                       some_error());
  if (status == GRUNDY_OK) assert_true(report.is_right);
  (void)remove(f->path);
  return status;
}

/* Searches a position that comes apart, and checks the certificate. */
static grundy_status certify(fixture *f, const char *text) {
  return certify_with(f, text, text);
}

static grundy_status certify_position(fixture *f) {
  return certify(f, "cram:2,3");
}

/* Writes the table of a search and goes on from it. */
static grundy_status resume(fixture *f, const char *text) {
  grundy_status status = GRUNDY_OK;
  for (int i = 0; i < 2 && status == GRUNDY_OK; i++) {
    grundy_status answered = GRUNDY_OK;
    grundy_evaluate_options options = {.size = sizeof options,
                                       .monitor = &watch,
                                       .answered = keep_status,
                                       .context = &answered,
                                       .table = f->path};
    status = grundy_expressions_evaluate(&text, 1, &options, NULL);
    if (status == GRUNDY_OK) status = answered;
  }
  (void)remove(f->path);
  return status;
}

static grundy_status resume_search(fixture *f) {
  return resume(f, "coin-rows:2,4");
}

static grundy_status evaluate_sum(fixture *f) {
  (void)f;
  return evaluate_expression("wythoff:1,2 + nim:2");
}

/* ---- rules in Lua with every function ---------------------------------------------------- */

/* The game of tests/faults/NAME.lua with heaps of n. */
static const char *script(fixture *f, const char *name, int n) {
  (void)snprintf(f->text, sizeof f->text, GRUNDY_ROOT "/tests/faults/%s.lua:%d,%d", name, n,
                 f->bad_call);
  return f->text;
}

static grundy_status check_heaps(fixture *f) {
  return check_promises(script(f, "heaps", 1));
}

static grundy_status check_turns(fixture *f) {
  return check_promises(script(f, "turns", 2));
}

static grundy_status check_ends(fixture *f) {
  return check_promises(script(f, "ends", 2));
}

static grundy_status store_heaps(fixture *f) {
  return store_game(f, script(f, "heaps", 2), "1-1",
                    (grundy_open_options){.size = sizeof(grundy_open_options)});
}

static grundy_status store_window(fixture *f) {
  grundy_open_options options = {.size = sizeof options, .window = 4, .accepts_windows = true};
  return store_game(f, script(f, "heaps", 2), "0-2", options);
}

static grundy_status store_turns(fixture *f) {
  return store_game(f, script(f, "turns", 3), "1A",
                    (grundy_open_options){.size = sizeof(grundy_open_options)});
}

static grundy_status store_parts(fixture *f) {
  grundy_open_options options = {.size = sizeof options, .parts = true};
  return store_game(f, script(f, "heaps", 2), "0-1", options);
}

/* Checks and explores rules around a script. */
static grundy_status use_operator(fixture *f, const char *before, const char *after) {
  char text[300];
  grundy_digraph *g = NULL;
  grundy_open_options options = {
      .size = sizeof options, .monitor = &watch, .window = 3, .accepts_windows = true};
  (void)snprintf(text, sizeof text, "%s%s%s", before, script(f, "heaps", 1), after);
  grundy_status status = check_promises(text);
  if (status == GRUNDY_OK) status = grundy_game_open(text, &options, &g, NULL);
  grundy_digraph_free(g);
  return status;
}

static grundy_status use_terminal(fixture *f) {
  return use_operator(f, "terminal(", ", 0-1)");
}

static grundy_status use_restrict(fixture *f) {
  return use_operator(f, "restrict(", ", a <= b)");
}

static grundy_status use_pass(fixture *f) {
  return use_operator(f, "pass(", ")");
}

static grundy_status use_block(fixture *f) {
  return use_operator(f, "block(", ", 1)");
}

/* Only explores rules around a script: checking promises calls it far more often. */
static grundy_status explore_operator(fixture *f, const char *before, const char *after) {
  char text[300];
  grundy_digraph *g = UNTOUCHED;
  (void)snprintf(text, sizeof text, "%s%s%s", before, script(f, "heaps", 1), after);
  grundy_status status = grundy_game_open(text, WATCHED(grundy_open_options), &g, some_error());
  if (status == GRUNDY_OK)
    grundy_digraph_free(g);
  else
    assert_ptr_equal(g, UNTOUCHED);
  return status;
}

static grundy_status explore_terminal(fixture *f) {
  return explore_operator(f, "terminal(", ", 0-1)");
}

static grundy_status explore_restrict(fixture *f) {
  return explore_operator(f, "restrict(", ", a <= b)");
}

static grundy_status explore_block(fixture *f) {
  return explore_operator(f, "block(terminal(", ", 0-1), 1)");
}

static grundy_status certify_heaps(fixture *f) {
  return certify(f, script(f, "heaps", 3));
}

/* Searches a position with a name that the rules parse. The rules of the search are right; those
 * that check the certificate may fail. */
static grundy_status verify_heaps(fixture *f) {
  char texts[2][300];
  int bad_call = f->bad_call;
  f->bad_call = 0;
  (void)snprintf(texts[0], sizeof texts[0], "%s@1-0", script(f, "heaps", 1));
  f->bad_call = bad_call;
  (void)snprintf(texts[1], sizeof texts[1], "%s@1-0", script(f, "heaps", 1));
  return certify_with(f, texts[0], texts[1]);
}

static grundy_status certify_named_heaps(fixture *f) {
  char text[300];
  (void)snprintf(text, sizeof text, "%s@1-0", script(f, "heaps", 1));
  return certify(f, text);
}

static grundy_status resume_ends(fixture *f) {
  return resume(f, script(f, "ends", 2));
}

static grundy_status resume_heaps(fixture *f) {
  return resume(f, script(f, "heaps", 3));
}

static grundy_status evaluate_heaps(fixture *f) {
  char text[300];
  (void)snprintf(text, sizeof text, "%s@1-2 + nim:2", script(f, "heaps", 3));
  return evaluate_expression(text);
}

static grundy_status tiers_of_heaps(fixture *f) {
  return solve_tiers(f, script(f, "heaps", 2),
                     GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY |
                         GRUNDY_COLUMN_COUNTER);
}

static grundy_status tiers_of_rings(fixture *f) {
  return solve_tiers(f, script(f, "rings", 0),
                     GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
}

static grundy_status tiers_of_turns(fixture *f) {
  return solve_tiers(f, script(f, "turns", 3),
                     GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0);
}

/* Evaluates the first component, and asks for a move, its name and its board. */
static grundy_status play_first(grundy_expression *expression, const char *name) {
  static grundy_board board;
  grundy_compound *compound = grundy_expression_compound(expression);
  grundy_component game = grundy_compound_component(compound, 0);
  uint64_t position = grundy_compound_position(compound, 0), to = 0, count = 0;
  grundy_evaluation evaluation;
  char text[GRUNDY_NAME_MAX_BYTES];
  size_t length;
  grundy_status status =
      grundy_compound_evaluate(compound, WATCHED(grundy_search_options), &evaluation, some_error());
  if (status == GRUNDY_OK) status = game.kind->get_move(game.data, position, 0, &to, some_error());
  if (status == GRUNDY_OK) status = game.kind->count_moves(game.data, to, &count, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->name_position(game.data, to, text, sizeof text, &length, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->board(game.data, position, &to, 1, &board, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->find_position(game.data, name, strlen(name), &to, some_error());
  return status;
}

static grundy_status play_script(const char *text, const char *name) {
  grundy_expression *expression = NULL;
  grundy_expression_options options = {
      .size = sizeof options, .monitor = &watch, .unreduced = true};
  grundy_status status = grundy_expression_open(text, &options, &expression, some_error());
  if (status == GRUNDY_OK) status = play_first(expression, name);
  grundy_expression_free(expression);
  return status;
}

static grundy_status play_heaps(fixture *f) {
  return play_script(script(f, "heaps", 1), "1-0");
}

static grundy_status play_turns(fixture *f) {
  return play_script(script(f, "turns", 3), "2B");
}

/* Solves tiers, and plays from a position of their folder. */
static grundy_status play_tiers(fixture *f, const char *text, const char *name,
                                grundy_columns columns) {
  char folder[128];
  grundy_tiers *tiers = NULL;
  grundy_expression *expression = NULL;
  grundy_tiers_options options =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns, .monitor = &watch);
  (void)snprintf(folder, sizeof folder, "%s/tiers", f->folder);
  grundy_status status = grundy_tiers_open(text, WATCHED(grundy_open_options), &tiers, NULL);
  if (status == GRUNDY_OK) status = grundy_tiers_solve(tiers, folder, &options, NULL, NULL);
  grundy_tiers_free(tiers);
  if (status == GRUNDY_OK)
    status = grundy_expression_open(folder, WATCHED(grundy_expression_options), &expression,
                                    some_error());
  if (status == GRUNDY_OK) status = play_first(expression, name);
  if (status == GRUNDY_OK) status = look_around(expression);
  grundy_expression_free(expression);
  remove_tiers(folder);
  return status;
}

static grundy_status play_tiers_of_heaps(fixture *f) {
  return play_tiers(f, script(f, "heaps", 1), "1-0",
                    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_REMOTENESS);
}

static grundy_status play_tiers_of_turns(fixture *f) {
  return play_tiers(f, script(f, "turns", 1), "0B",
                    GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0);
}

/* The same without a script, so that every allocation is made to fail. */
static grundy_status play_tiers_of_tokens(fixture *f) {
  return play_tiers(f, "annihilation:" GRUNDY_ROOT "/examples/ring.edges,a,b", "a,b",
                    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
}

/* Positions with infinite values, whose K is stored. */
static grundy_status play_tiers_of_rings(fixture *f) {
  return play_tiers(f, script(f, "rings", 0), "2", GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
}

static grundy_status play_closed_form(fixture *f) {
  grundy_closed_form *closed = NULL;
  grundy_game_name name = grundy_game_parse(script(f, "heaps", 3));
  grundy_status status = grundy_closed_form_open(&name, NULL, &closed, some_error());
  if (status != GRUNDY_OK) return status;
  grundy_component game = grundy_component_closed_form(closed);
  grundy_evaluation evaluation = {0};
  uint64_t position = 0, count = 0, to = 0;
  status = game.kind->find_position(closed, "1-2", 3, &position, some_error());
  if (status == GRUNDY_OK)
    status = game.kind->evaluate(closed, position, GRUNDY_NORMAL_PLAY, &evaluation, some_error());
  if (status == GRUNDY_OK) assert_int_equal(evaluation.value, 3);
  if (status == GRUNDY_OK) status = game.kind->count_moves(closed, position, &count, some_error());
  if (status == GRUNDY_OK) status = game.kind->get_move(closed, position, 0, &to, some_error());
  grundy_closed_form_free(closed);
  return status;
}

static attempt *const attempts[] = {
    open_output,
    replace_file,
    write_to_device,
    make_digraph,
    borrow_digraph,
    transpose,
    build,
    build_coloured,
    build_again,
    parse_columns,
    fill_solution,
    solve,
    solve_columns,
    solve_draws,
    solve_by_counting,
    solve_lazily,
    solve_by_plan,
    solve_coloured_columns,
    solve_payoff_columns,
    solve_window_columns,
    solve_cyclic_parts,
    check_changes,
    check_distances,
    check_other_columns,
    find_long_growth,
    solve_in_order,
    solve_hubs,
    find_round,
    add_reverses,
    divide_labelled,
    find_successes,
    find_payoffs,
    solve_lean,
    list_gpus,
    solve_on_gpu,
    verify_on_gpu,
    solve_with_scratch,
    solve_in_file,
    solve_columns_in_file,
    continue_building,
    continue_solving,
    solve_hub_in_file,
    solve_hub_lean,
    continue_hub,
    solve_coloured,
    solve_payoffs,
    add_reals,
    find_distance,
    find_values,
    find_hmin,
    find_hmin_of_large_values,
    find_labellings,
    find_remoteness,
    verify,
    read_edges,
    read_numbers,
    read_gzip,
    miss_file,
    read_digraph,
    scan_tsv,
    scan_csv,
    scan_json,
    read_solution,
    write_edges,
    verify_alone,
    write_table,
    write_tsv,
    write_csv,
    write_json,
    find_components,
    make_models,
    scan_npz,
    scan_npz_by_name,
    read_npz,
    map_npz,
    write_npz,
    write_papers,
    write_bfile,
    copy_coloured,
    copy_odd_names,
    map_unsorted,
    write_npz_game,
    read_dot,
    read_graphml,
    read_mtx,
    read_real_mtx,
    write_dot,
    write_graphml,
    write_mtx,
    multiply,
    multiply_long_names,
    use_compound_normal,
    use_compound_misere,
    play_match,
    play_and_report,
    answer_best,
    explore_compound,
    explain,
    explain_draws,
    why,
    explain_coloured,
    explain_window,
    draw,
    draw_around_a_star,
    trace,
    trace_acyclic,
    plan_compound,
    open_expression,
    explore_names,
    plan_further,
    use_swaps,
    use_ordinals,
    refuse_ordinal,
    use_transfinite,
    read_map,
    read_classes,
    write_map,
    check_map,
    transport_solution,
    divide,
    divide_doubles,
    divide_dense,
    divide_payoffs,
    reduce,
    reduce_payoffs,
    divide_by_values,
    use_matrices,
    use_lift,
    find_cycle,
    solve_ending,
    solve_broken,
    solve_repeated,
    solve_dependent,
    solve_round,
    build_linear,
    read_linear,
    open_tokens,
    play_unreduced,
    solve_taking,
    solve_splitting,
    solve_breaking,
    solve_lasker,
    solve_grundys_game,
    play_misere_heaps,
    use_heap_game,
    examine_sequence,
    evaluate_formula,
    read_formula,
    test_law,
    run_sweep,
    parse_range,
    find_info,
    write_worksheet,
    run_experiment,
    explore_script,
    explore_compiled,
    use_closed_form,
    explore_callback,
    explore_rules_in_memory,
    explore_players,
    explore_payoffs,
    explore_window_with_ends,
    open_names,
    check_rules,
    check_ranks,
    open_tiers,
    use_tiers,
    solve_chain_alone,
    solve_chain_in_team,
    use_folder,
    describe_rules,
    list_files,
    describe_game,
    find_fields,
    open_block,
    open_terminal,
    open_restrict,
    search_position,
    search_in_little_memory,
    certify_position,
    resume_search,
    evaluate_sum,
    use_base,
    use_base_without_mapping,
    use_window,
    use_parts,
    find_growth,
    evaluate_parts,
    check_split,
    play_tiers_of_tokens,
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

attempt_list all_attempts(void) {
  return (attempt_list){attempts, ATTEMPTS};
}

/* Everything that asks a script. */
static attempt *const script_attempts[] = {
    check_heaps,         check_turns,         store_heaps,
    store_window,        store_turns,         store_parts,
    use_terminal,        use_restrict,        use_pass,
    use_block,           certify_heaps,       resume_heaps,
    evaluate_heaps,      tiers_of_heaps,      tiers_of_rings,
    tiers_of_turns,      play_heaps,          play_turns,
    play_tiers_of_heaps, play_tiers_of_turns, play_tiers_of_rings,
    play_closed_form,    explore_terminal,    explore_restrict,
    explore_block,       check_ends,          resume_ends,
    certify_named_heaps, verify_heaps,
};
enum { SCRIPT_ATTEMPTS = sizeof script_attempts / sizeof *script_attempts };

attempt_list all_script_attempts(void) {
  return (attempt_list){script_attempts, SCRIPT_ATTEMPTS};
}

/* ---- the fixture ------------------------------------------------------------------------ */

static bool finds_gpu(void) {
  grundy_gpu_info *devices = NULL;
  size_t count = 0;
  bool found = grundy_gpu_list(&devices, &count, NULL) == GRUNDY_OK;
  free(devices);
  return found;
}

int fixture_set_up(void **state) {
  static fixture f;
  f.has_gpu = finds_gpu();
  json_set_alloc_funcs(__wrap_malloc, __wrap_free);
  strcpy(f.folder, "/tmp/grundy-test-XXXXXX");
  if (mkdtemp(f.folder) == NULL) return -1;
  snprintf(f.path, sizeof f.path, "%s/output", f.folder);
  FILE *in = fmemopen((void *)game_text, strlen(game_text), "r");
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMNS_ALL};
  grundy_solve_options some = {.size = sizeof some,
                               .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY};
  if (in == NULL ||
      grundy_digraph_read("game", GRUNDY_FORMAT_EDGES,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &f.g,
                          NULL) != GRUNDY_OK ||
      grundy_digraph_transpose(f.g, NULL, &f.reverse, NULL) != GRUNDY_OK ||
      grundy_values_solve(f.g, f.reverse, NULL, f.values, NULL, NULL) != GRUNDY_OK ||
      grundy_solve_in_memory(f.g, &options, &f.solution, NULL) != GRUNDY_OK ||
      grundy_solve_in_memory(f.g, &some, &f.partial, NULL) != GRUNDY_OK)
    return -1;
  fclose(in);
  tiered_start(400); /* 0 -> 1 -> …, so that the remoteness of many does not fit into a byte */
  for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
  *state = &f;
  return 0;
}

int fixture_tear_down(void **state) {
  fixture *f = *state;
  grundy_solution_free(f->solution);
  grundy_solution_free(f->partial);
  grundy_digraph_free(f->reverse);
  grundy_digraph_free(f->g);
  tiered_clear();
  return rmdir(f->folder);
}
