/* Options structs of callers that were compiled against an older or a newer version of the library,
 * passed to every function that takes options. tests/architecture/interface.sh checks that none is
 * left out. */

#include <grundy/grundy.h>

#include "automaton/impl.h"
#include "explain/impl.h"
#include "external/external.h"
#include "formula/impl.h"
#include "gpu/choose.h"
#include "linear/matrix.h"
#include "solve/memory.h"
#include "support/folder.h"
#include "support/games.h"
#include "support/outputs.h"
#include "support/test.h"

/* ---- arguments of the functions ------------------------------------------------------------ */

/* A small game without cycles, its solution, and other arguments. */
typedef struct fixture {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_heap_code *code;
  grundy_heaps *heaps;
  grundy_misere *quotient;
  grundy_vector_moves *vectors;
  grundy_vector_box *box;
  grundy_linear *linear;
  grundy_matrix *matrix;
  FILE *out;
  outputs made; /* of one call, which are freed after it */
} fixture;

enum { ORDER = 4 };

static const char linear_text[] = "dimension 2\nmove a 10 10\n";

/* Writes a file in the current folder with that text. */
static const char *file_with(const char *text) {
  static const char path[] = "growth.tmp";
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_true(fputs(text, file) >= 0);
  assert_int_equal(fclose(file), 0);
  return path;
}

/* Removes a folder with its files, if it exists. */
static void remove_folder(const char *path) {
  folder_empty(path);
  (void)remove(path);
}

static void fixture_make(fixture *f) {
  f->g = game_chain(ORDER, 1);
  assert_int_equal(grundy_solve_in_memory(f->g, NULL, &f->solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heap_code_parse("0.77", 4, &f->code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_solve(f->code, NULL, &f->heaps, NULL), GRUNDY_OK);
  assert_int_equal(grundy_misere_of_code(f->code, NULL, &f->quotient, NULL), GRUNDY_OK);
  assert_int_equal(grundy_vector_moves_parse("vector{(1)}", 11, &f->vectors, NULL), GRUNDY_OK);
  assert_int_equal(grundy_vector_solve(f->vectors, NULL, &f->box, NULL), GRUNDY_OK);
  assert_int_equal(grundy_linear_read(file_with(linear_text), NULL, &f->linear, NULL), GRUNDY_OK);
  assert_int_equal(grundy_matrix_new(2, 2, &f->matrix, NULL), GRUNDY_OK);
  f->out = tmpfile();
  assert_non_null(f->out);
}

static void fixture_free(fixture *f) {
  grundy_digraph_free(f->g);
  grundy_solution_free(f->solution);
  grundy_heaps_free(f->heaps);
  grundy_misere_free(f->quotient);
  grundy_heap_code_free(f->code);
  grundy_vector_box_free(f->box);
  grundy_vector_moves_free(f->vectors);
  grundy_linear_free(f->linear);
  grundy_matrix_free(f->matrix);
  assert_int_equal(fclose(f->out), 0);
  (void)remove("growth.tmp");
  remove_folder("growth.tiers");
  remove_folder("growth.outcomes");
}

/* ---- the functions -------------------------------------------------------------------------- */

/* A call of one function, which succeeds with default options and puts new objects in f->made. */
typedef grundy_status call(fixture *f, const void *options, grundy_error *error);

static grundy_status transpose(fixture *f, const void *options, grundy_error *error) {
  return grundy_digraph_transpose(f->g, options, &f->made.g, error);
}

static grundy_status finish(fixture *f, const void *options, grundy_error *error) {
  assert_int_equal(grundy_builder_new(&f->made.builder, NULL), GRUNDY_OK);
  return grundy_builder_finish(f->made.builder, options, &f->made.g, error);
}

static grundy_status product(fixture *f, const void *options, grundy_error *error) {
  const grundy_digraph *games[] = {f->g, f->g};
  return grundy_digraph_product(GRUNDY_DISJUNCTIVE, 2, games, options, &f->made.g, error);
}

static grundy_status solve(fixture *f, const void *options, grundy_error *error) {
  return grundy_solve_in_memory(f->g, options, &f->made.solution, error);
}

static grundy_status solve_by_plan(fixture *f, const void *options, grundy_error *error) {
  grundy_engine_plan plan;
  grundy_status status = grundy_solve_plan(f->g, options, &plan, error);
  if (status != GRUNDY_OK) return status;
  return grundy_solve(f->g, options, &f->made.solution, error);
}

static grundy_status labellings(fixture *f, const void *options, grundy_error *error) {
  uint32_t labels[ORDER];
  grundy_labellings_report report;
  return grundy_labellings(f->g, options, labels, &report, error);
}

/* It has no status: it returns UINT64_MAX. */
static grundy_status solve_memory(fixture *f, const void *options, grundy_error *error) {
  if (grundy_solve_memory(f->g, options) != UINT64_MAX) return GRUNDY_OK;
  error->reason = GRUNDY_REASON_OPTIONS;
  return GRUNDY_BAD_ARGUMENT;
}

static grundy_status external_solve(fixture *f, const void *options, grundy_error *error) {
  return grundy_external_solve(f->g, options, &f->made.solution, error);
}

/* There may be no GPU. */
static grundy_status gpu_solve(fixture *f, const void *options, grundy_error *error) {
  grundy_status status = grundy_gpu_solve(f->g, GRUNDY_GPU_AUTO, options, &f->made.solution, error);
  return status == GRUNDY_UNABLE ? GRUNDY_OK : status;
}

static grundy_status gpu_verify(fixture *f, const void *options, grundy_error *error) {
  grundy_status status =
      grundy_gpu_verify(f->g, f->solution, GRUNDY_GPU_AUTO, options, &f->made.report, error);
  return status == GRUNDY_UNABLE ? GRUNDY_OK : status;
}

/* As solve_memory. */
static grundy_status external_memory(fixture *f, const void *options, grundy_error *error) {
  if (grundy_external_memory(f->g, options) != UINT64_MAX) return GRUNDY_OK;
  error->reason = GRUNDY_REASON_OPTIONS;
  return GRUNDY_BAD_ARGUMENT;
}

static grundy_status solve_reduced(fixture *f, const void *options, grundy_error *error) {
  return grundy_solve_reduced(f->g, options, &f->made.solution, NULL, error);
}

static grundy_status verify(fixture *f, const void *options, grundy_error *error) {
  return grundy_verify(f->g, f->solution, options, &f->made.report, error);
}

static grundy_status make_model(fixture *f, const void *options, grundy_error *error) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_CHAIN);
  model.order = ORDER;
  return grundy_model_make(&model, options, &f->made.g, error);
}

static grundy_status experiment(fixture *f, const void *options, grundy_error *error) {
  grundy_statistics statistics[GRUNDY_MEASURE_COUNT];
  grundy_model model = grundy_model_default(GRUNDY_MODEL_CHAIN);
  model.order = ORDER;
  return grundy_experiment_run(&model, 2, options, statistics, error);
}

static grundy_status solve_heaps(fixture *f, const void *options, grundy_error *error) {
  return grundy_heaps_solve(f->code, options, &f->made.heaps, error);
}

/* As solve_memory. */
static grundy_status vector_memory(fixture *f, const void *options, grundy_error *error) {
  if (grundy_vector_memory(f->vectors, options) != UINT64_MAX) return GRUNDY_OK;
  error->reason = GRUNDY_REASON_OPTIONS;
  return GRUNDY_BAD_ARGUMENT;
}

static grundy_status solve_vectors(fixture *f, const void *options, grundy_error *error) {
  return grundy_vector_solve(f->vectors, options, &f->made.box, error);
}

static grundy_vector_slice whole_box(const fixture *f) {
  const grundy_vector_grid grid = grundy_vector_box_view(f->box);
  grundy_vector_slice slice;
  assert_int_equal(grundy_vector_slice_parse(NULL, &grid, &slice, NULL), GRUNDY_OK);
  return slice;
}

static grundy_status find_period(fixture *f, const void *options, grundy_error *error) {
  const grundy_vector_slice slice = whole_box(f);
  grundy_vector_period period;
  return grundy_vector_find_period(f->vectors, &slice, options, &period, error);
}

static grundy_status certify_period(fixture *f, const void *options, grundy_error *error) {
  const grundy_vector_slice slice = whole_box(f);
  const grundy_vector_period period = {.length = 2, .rows_length = 2, .proved_at = 2};
  return grundy_vector_certificate_write(f->vectors, &slice, &period, options, f->out, error);
}

static grundy_status write_box(fixture *f, const void *options, grundy_error *error) {
  const grundy_vector_slice slice = whole_box(f);
  return grundy_vector_write(f->box, &slice, GRUNDY_FORMAT_TSV, options, f->out, error);
}

static grundy_status draw_box(fixture *f, const void *options, grundy_error *error) {
  const grundy_vector_slice slice = whole_box(f);
  return grundy_vector_draw(f->box, &slice, options, f->out, error);
}

static grundy_status misere(fixture *f, const void *options, grundy_error *error) {
  const uint32_t sizes[] = {2, 1};
  uint64_t positions;
  grundy_outcome outcome;
  return grundy_heaps_misere(f->code, sizes, 2, 100, options, &outcome, &positions, error);
}

static grundy_status misere_all(fixture *f, const void *options, grundy_error *error) {
  grundy_outcome outcomes[ORDER + 1];
  return grundy_heaps_misere_all(f->code, ORDER, 100, options, outcomes, error);
}

static grundy_status genera(fixture *f, const void *options, grundy_error *error) {
  grundy_genus found[ORDER + 1];
  uint32_t count;
  return grundy_heaps_genus(f->code, ORDER, 100, options, found, &count, error);
}

/* The table of default options is too small to learn from, but is computed. */
static grundy_status learn_automaton(fixture *f, const void *options, grundy_error *error) {
  grundy_automaton_report report;
  grundy_status status =
      grundy_automaton_learn(f->vectors, options, &f->made.automaton, &report, error);
  return status == GRUNDY_UNABLE ? GRUNDY_OK : status;
}

/* In vector{(1)}, positions with last binary digit 0 are P-positions. */
static grundy_status make_automaton(fixture *f, grundy_error *error) {
  const grundy_automaton_parts parts = {.numeration = 2,
                                        .dimension = 1,
                                        .symbols = 2,
                                        .states = 2,
                                        .next = (const uint32_t[]){0, 1, 0, 1},
                                        .outputs = (const uint8_t[]){0, 1}};
  return grundy_automaton_new(&parts, &f->made.automaton, error);
}

static grundy_status prove_automaton(fixture *f, const void *options, grundy_error *error) {
  grundy_automaton_report report;
  grundy_status status = make_automaton(f, error);
  if (status != GRUNDY_OK) return status;
  return grundy_automaton_prove(f->made.automaton, f->vectors, options, &report, error);
}

static grundy_status draw_automaton(fixture *f, const void *options, grundy_error *error) {
  grundy_status status = make_automaton(f, error);
  if (status != GRUNDY_OK) return status;
  return grundy_automaton_draw(f->made.automaton, "dot", options, f->out, error);
}

static grundy_status read_law(fixture *f, const void *options, grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  grundy_automaton_options proving = {.size = sizeof proving,
                                      .certificate = open_memstream(&text, &size)};
  grundy_automaton_law law = {0};
  grundy_status status = prove_automaton(f, &proving, error);
  (void)fclose(proving.certificate);
  if (status == GRUNDY_OK)
    status = grundy_automaton_law_read(file_with(text), options, &law, error);
  free(text);
  grundy_automaton_law_free(&law);
  return status;
}

static grundy_status misere_of_code(fixture *f, const void *options, grundy_error *error) {
  return grundy_misere_of_code(f->code, options, &f->made.quotient, error);
}

static grundy_status misere_of_digraph(fixture *f, const void *options, grundy_error *error) {
  return grundy_misere_of_digraph(f->g, options, &f->made.quotient, error);
}

static grundy_status misere_certificate(fixture *f, const void *options, grundy_error *error) {
  uint32_t size;
  return grundy_misere_write_certificate(f->quotient, options, f->out, &size, error);
}

static grundy_status write_quotient(fixture *f, const void *options, grundy_error *error) {
  return grundy_misere_write(f->quotient, GRUNDY_FORMAT_TABLE, options, f->out, error);
}

static grundy_status draw_quotient(fixture *f, const void *options, grundy_error *error) {
  return grundy_misere_draw(f->quotient, "dot", options, f->out, error);
}

static grundy_status write_heaps(fixture *f, const void *options, grundy_error *error) {
  return grundy_heaps_write(f->heaps, f->code, NULL, GRUNDY_HEAPS_TSV, options, f->out, error);
}

static grundy_status kernel(fixture *f, const void *options, grundy_error *error) {
  return grundy_matrix_kernel(f->matrix, options, &f->made.matrix, error);
}

static grundy_status solve_linear(fixture *f, const void *options, grundy_error *error) {
  return grundy_linear_solve(f->linear, options, &f->made.linear_solution, error);
}

static grundy_status read_linear(fixture *f, const void *options, grundy_error *error) {
  return grundy_linear_read(file_with(linear_text), options, &f->made.linear, error);
}

static grundy_status read_sequence(fixture *f, const void *options, grundy_error *error) {
  return grundy_sequence_read(file_with("1 2 3\n"), options, &f->made.sequence, error);
}

static grundy_status find_recurrence(fixture *f, const void *options, grundy_error *error) {
  const int64_t terms[] = {1, 1, 1, 1};
  int64_t coefficients[2];
  uint64_t order;
  bool seen;
  return grundy_sequence_find_recurrence(terms, 4, GRUNDY_RECURRENCE_GF2, 1, options, &seen, &order,
                                         coefficients, error);
}

static grundy_status test_law(fixture *f, const void *options, grundy_error *error) {
  return grundy_law_test("wythoff:1,1", "G >= 0", options, &f->made.law, error);
}

static grundy_status find_laws(fixture *f, const void *options, grundy_error *error) {
  return grundy_law_find("kayles:1..3", "outcome", options, &f->made.law_search, error);
}

static grundy_status check_archive(fixture *f, const void *options, grundy_error *error) {
  static grundy_archive_report report;
  const grundy_archive_contents contents = {.size = sizeof contents,
                                            .game = "growth.edges",
                                            .command = "grundy solve",
                                            .g = f->g,
                                            .solution = f->solution};
  char checksum[GRUNDY_ARCHIVE_CHECKSUM];
  FILE *out = fopen("growth.zip", "wb");
  assert_non_null(out);
  assert_int_equal(grundy_archive_write(&contents, out, checksum, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  grundy_status status = grundy_archive_check("growth.zip", options, &report, error);
  assert_int_equal(remove("growth.zip"), 0);
  return status;
}

static grundy_status make_sweep(fixture *f, const void *options, grundy_error *error) {
  return grundy_sweep_new("wythoff:1..2,1", options, &f->made.sweep, error);
}

static grundy_status write_worksheet(fixture *f, const void *options, grundy_error *error) {
  return grundy_worksheet_write(f->g, options, f->out, error);
}

static grundy_status find_info(fixture *f, const void *options, grundy_error *error) {
  grundy_game_info info;
  return grundy_game_info_find(f->g, options, &info, error);
}

static grundy_status evaluate_formula(fixture *f, const void *options, grundy_error *error) {
  uint8_t verdicts[ORDER];
  assert_int_equal(
      grundy_formula_parse("test", "G >= 0", 6, GRUNDY_FORMULA_EXPRESSION, &f->made.formula, NULL),
      GRUNDY_OK);
  return grundy_formula_evaluate(f->made.formula, f->g, f->solution, options, verdicts, error);
}

static grundy_status coarsest(fixture *f, const void *options, grundy_error *error) {
  uint32_t class_of[ORDER], count;
  return grundy_compatible_coarsest(f->g, options, class_of, &count, error);
}

static grundy_status values_relation(fixture *f, const void *options, grundy_error *error) {
  uint32_t class_of[ORDER], count;
  return grundy_values_relation(f->g, options, class_of, &count, error);
}

static const uint32_t all_in_one[ORDER], itself[ORDER] = {0, 1, 2, 3};

static grundy_status quotient(fixture *f, const void *options, grundy_error *error) {
  return grundy_quotient(f->g, all_in_one, 1, NULL, options, &f->made.g, error);
}

static grundy_status check_relation(fixture *f, const void *options, grundy_error *error) {
  grundy_relation_report report;
  return grundy_relation_check(f->g, all_in_one, 1, options, &report, error);
}

static grundy_status check_map(fixture *f, const void *options, grundy_error *error) {
  uint32_t least[ORDER];
  grundy_map_report report;
  return grundy_map_check(f->g, f->g, itself, NULL, options, least, &report, error);
}

static grundy_status read_game(fixture *f, const void *options, grundy_error *error) {
  return grundy_digraph_read(file_with("a b\n"), GRUNDY_FORMAT_EDGES, options, &f->made.g, error);
}

static grundy_status write_game(fixture *f, const void *options, grundy_error *error) {
  return grundy_digraph_write(f->g, GRUNDY_FORMAT_EDGES, options, f->out, error);
}

static grundy_status read_solution(fixture *f, const void *options, grundy_error *error) {
  const char *path = file_with("vertex\toutcome\n0\tP\n1\tN\n2\tP\n3\tN\n");
  return grundy_solution_read(f->g, path, GRUNDY_FORMAT_TSV, options, &f->made.solution, error);
}

static grundy_status write_solution(fixture *f, const void *options, grundy_error *error) {
  return grundy_solution_write(f->g, f->solution, GRUNDY_FORMAT_TSV, options, f->out, error);
}

static grundy_status read_map(fixture *f, const void *options, grundy_error *error) {
  const char *path = file_with("0 0\n1 0\n2 0\n3 0\n");
  uint32_t image[ORDER], d[ORDER];
  bool with_d;
  return grundy_map_read(f->g, f->g, path, options, image, d, &with_d, error);
}

static grundy_status write_map(fixture *f, const void *options, grundy_error *error) {
  return grundy_map_write(f->g, f->g, itself, NULL, options, f->out, error);
}

static grundy_status read_classes(fixture *f, const void *options, grundy_error *error) {
  const char *path = file_with("0 x\n1 x\n2 x\n3 x\n");
  uint32_t class_of[ORDER];
  return grundy_classes_read(f->g, path, options, class_of, &f->made.g, error);
}

static grundy_status explain(fixture *f, const void *options, grundy_error *error) {
  return grundy_explain(f->g, f->solution, 1, options, &f->made.facts, error);
}

static grundy_status why(fixture *f, const void *options, grundy_error *error) {
  return grundy_why("nim:2 + nim:1", options, &f->made.facts, error);
}

static grundy_status draw(fixture *f, const void *options, grundy_error *error) {
  return grundy_draw(f->g, f->solution, "dot", options, f->out, error);
}

/* A sum of two heaps of Nim. */
static grundy_compound *sum_of_heaps(fixture *f) {
  grundy_compound **compound = &f->made.compound;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, compound, NULL), GRUNDY_OK);
  for (uint64_t heap = 1; heap <= 2; heap++)
    assert_int_equal(grundy_compound_add(*compound, grundy_component_nim(), heap, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_join(*compound, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
  return *compound;
}

static grundy_status start_match(fixture *f, const void *options, grundy_error *error) {
  return grundy_match_new(sum_of_heaps(f), options, &f->made.match, error);
}

static grundy_status report_match(fixture *f, const void *options, grundy_error *error) {
  assert_int_equal(grundy_match_new(sum_of_heaps(f), NULL, &f->made.match, NULL), GRUNDY_OK);
  return grundy_match_report_new(f->made.match, f->made.compound, options, &f->made.match_report,
                                 error);
}

static grundy_status make_record(fixture *f, const void *options, grundy_error *error) {
  return grundy_record_new("nim:3", options, &f->made.record, error);
}

static grundy_status read_record(fixture *f, const void *options, grundy_error *error) {
  return grundy_record_read(file_with("game nim:3\n1. 0\n"), options, &f->made.record, error);
}

static grundy_status answer_best(fixture *f, const void *options, grundy_error *error) {
  grundy_json json = grundy_json_start(f->out);
  return grundy_answer_best(&json, sum_of_heaps(f), options, error);
}

/* ---- sums and rules ------------------------------------------------------------------------- */

static grundy_status evaluate(fixture *f, const void *options, grundy_error *error) {
  grundy_evaluation evaluation;
  return grundy_compound_evaluate(sum_of_heaps(f), options, &evaluation, error);
}

static grundy_status best_move(fixture *f, const void *options, grundy_error *error) {
  grundy_evaluation evaluation;
  return grundy_compound_best(sum_of_heaps(f), 1, options, &evaluation, &f->made.moves, error);
}

static grundy_status explore_sum(fixture *f, const void *options, grundy_error *error) {
  return grundy_compound_explore(sum_of_heaps(f), 100, options, &f->made.g, error);
}

static grundy_status write_tablebase(fixture *f, const void *options, grundy_error *error) {
  assert_int_equal(grundy_game_open("wythoff:1,2", NULL, &f->made.g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(f->made.g, NULL, &f->made.solution, NULL), GRUNDY_OK);
  return grundy_tablebase_write(f->made.g, f->made.solution, options, f->out, error);
}

static grundy_status open_game(fixture *f, const void *options, grundy_error *error) {
  return grundy_game_open("wythoff:1,2", options, &f->made.g, error);
}

static grundy_status open_name(fixture *f, const void *options, grundy_error *error) {
  grundy_game_name name = grundy_game_parse("wythoff:1,2");
  return grundy_game_open_name(&name, options, &f->made.g, error);
}

static const char *open_point(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  *bytes = 1;
  return NULL;
}

static void start_point(const void *game, void *position) {
  memset(position, 0, 1);
}

static void move_point(const void *game, const void *position, grundy_emit emit, void *to) {}

static void move_callback(void *context, const void *position, grundy_emit emit, void *to) {}

static grundy_status open_rules(fixture *f, const void *options, grundy_error *error) {
  static const grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                                     .size = sizeof rules,
                                     .title = "a point",
                                     .open = open_point,
                                     .start = start_point,
                                     .moves = move_point};
  return grundy_game_from_rules(&rules, NULL, options, &f->made.g, error);
}

static grundy_status open_callback(fixture *f, const void *options, grundy_error *error) {
  static const grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = move_callback};
  return grundy_game_from_callback(&rules, options, &f->made.g, error);
}

static grundy_status check_rules(fixture *f, const void *options, grundy_error *error) {
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  return grundy_rules_check("wythoff:1,2", options, findings, error);
}

static grundy_status open_tiers(fixture *f, const void *options, grundy_error *error) {
  return grundy_tiers_open("quixo:2", options, &f->made.tiers, error);
}

/* Solves in a folder that stays until the end, so that every call after the first continues with
 * it. */
static grundy_status solve_tiers(fixture *f, const void *options, grundy_error *error) {
  grundy_status status = grundy_tiers_open("quixo:2", NULL, &f->made.tiers, error);
  if (status != GRUNDY_OK) return status;
  return grundy_tiers_solve(f->made.tiers, "growth.outcomes", options, NULL, error);
}

static grundy_status verify_tiers(fixture *f, const void *options, grundy_error *error) {
  grundy_tiers_verdict verdict;
  const grundy_tiers_options usual =
      GRUNDY_OPTIONS(grundy_tiers_options, .columns = GRUNDY_COLUMN_REMOTENESS);
  grundy_status status = grundy_tiers_open("quixo:2", NULL, &f->made.tiers, error);
  if (status == GRUNDY_OK)
    status = grundy_tiers_solve(f->made.tiers, "growth.tiers", &usual, NULL, error);
  if (status != GRUNDY_OK) return status;
  return grundy_tiers_verify(f->made.tiers, options, &verdict, error);
}

/* Explains the start of a folder that was solved before. */
static grundy_status explain_tiers(fixture *f, const void *options, grundy_error *error) {
  grundy_tiers_options outcomes = GRUNDY_OPTIONS(grundy_tiers_options, .columns = 0);
  uint32_t v = 0;
  grundy_status status = solve_tiers(f, &outcomes, error);
  if (status == GRUNDY_OK)
    status = grundy_expression_open("growth.outcomes", NULL, &f->made.expression, error);
  if (status != GRUNDY_OK) return status;
  return grundy_explain_neighbourhood(f->made.expression, options, &f->made.g, &f->made.solution,
                                      &v, error);
}

static grundy_status open_expression(fixture *f, const void *options, grundy_error *error) {
  return grundy_expression_open("nim:2 + wythoff:1,2", options, &f->made.expression, error);
}

static grundy_status evaluate_expressions(fixture *f, const void *options, grundy_error *error) {
  const char *texts[] = {"wythoff:1,2", "nim:2"};
  return grundy_expressions_evaluate(texts, 2, options, error);
}

static grundy_status verify_certificate(fixture *f, const void *options, grundy_error *error) {
  static const char text[] = "grundy certificate 1\nvalue 1\n0 -\n1 1\n";
  grundy_certificate_report report;
  return grundy_certificate_verify("coin-rows:1,1", file_with(text), options, &report, error);
}

#define CALL(name, options)                                                                        \
  { #name, name, sizeof(options) }

static const struct {
  const char *name;
  call *make;
  size_t size; /* of the options */
} calls[] = {
    CALL(transpose, grundy_run_options),
    CALL(finish, grundy_run_options),
    CALL(product, grundy_product_options),
    CALL(solve, grundy_solve_options),
    CALL(solve_by_plan, grundy_solve_options),
    CALL(labellings, grundy_labellings_options),
    CALL(solve_memory, grundy_solve_options),
    CALL(external_solve, grundy_external_options),
    CALL(gpu_solve, grundy_solve_options),
    CALL(gpu_verify, grundy_verify_options),
    CALL(external_memory, grundy_external_options),
    CALL(solve_reduced, grundy_solve_options),
    CALL(verify, grundy_verify_options),
    CALL(make_model, grundy_run_options),
    CALL(experiment, grundy_run_options),
    CALL(solve_heaps, grundy_heap_options),
    CALL(solve_vectors, grundy_vector_options),
    CALL(vector_memory, grundy_vector_options),
    CALL(find_period, grundy_vector_options),
    CALL(certify_period, grundy_vector_options),
    CALL(write_box, grundy_vector_write_options),
    CALL(draw_box, grundy_run_options),
    CALL(misere, grundy_run_options),
    CALL(misere_all, grundy_run_options),
    CALL(genera, grundy_run_options),
    CALL(learn_automaton, grundy_automaton_options),
    CALL(prove_automaton, grundy_automaton_options),
    CALL(draw_automaton, grundy_run_options),
    CALL(read_law, grundy_run_options),
    CALL(misere_of_code, grundy_misere_options),
    CALL(misere_of_digraph, grundy_misere_options),
    CALL(misere_certificate, grundy_run_options),
    CALL(write_quotient, grundy_misere_write_options),
    CALL(draw_quotient, grundy_run_options),
    CALL(write_heaps, grundy_run_options),
    CALL(kernel, grundy_run_options),
    CALL(solve_linear, grundy_run_options),
    CALL(read_linear, grundy_read_options),
    CALL(read_sequence, grundy_read_options),
    CALL(find_recurrence, grundy_run_options),
    CALL(evaluate_formula, grundy_run_options),
    CALL(test_law, grundy_law_options),
    CALL(find_laws, grundy_law_options),
    CALL(make_sweep, grundy_sweep_options),
    CALL(check_archive, grundy_open_options),
    CALL(find_info, grundy_info_options),
    CALL(write_worksheet, grundy_worksheet_options),
    CALL(coarsest, grundy_run_options),
    CALL(values_relation, grundy_run_options),
    CALL(quotient, grundy_run_options),
    CALL(check_relation, grundy_run_options),
    CALL(check_map, grundy_run_options),
    CALL(read_game, grundy_read_options),
    CALL(write_game, grundy_run_options),
    CALL(read_solution, grundy_read_options),
    CALL(write_solution, grundy_write_options),
    CALL(read_map, grundy_read_options),
    CALL(write_map, grundy_run_options),
    CALL(read_classes, grundy_read_options),
    CALL(explain, grundy_explain_options),
    CALL(why, grundy_why_options),
    CALL(explain_tiers, grundy_explain_options),
    CALL(draw, grundy_draw_options),
    CALL(start_match, grundy_match_options),
    CALL(report_match, grundy_match_report_options),
    CALL(make_record, grundy_record_head),
    CALL(read_record, grundy_read_options),
    CALL(answer_best, grundy_best_options),
    CALL(evaluate, grundy_search_options),
    CALL(best_move, grundy_search_options),
    CALL(explore_sum, grundy_run_options),
    CALL(write_tablebase, grundy_write_options),
    CALL(open_game, grundy_open_options),
    CALL(open_name, grundy_open_options),
    CALL(open_rules, grundy_open_options),
    CALL(open_callback, grundy_open_options),
    CALL(check_rules, grundy_rules_check_options),
    CALL(open_tiers, grundy_open_options),
    CALL(solve_tiers, grundy_tiers_options),
    CALL(verify_tiers, grundy_tiers_options),
    CALL(open_expression, grundy_expression_options),
    CALL(evaluate_expressions, grundy_evaluate_options),
    CALL(verify_certificate, grundy_certificate_options),
};

enum { CALLS = sizeof calls / sizeof *calls, TAIL = 24 };

/* ---- the tests ------------------------------------------------------------------------------ */

static grundy_status call_and_free(fixture *f, size_t i, const void *options, grundy_error *error) {
  outputs_start(&f->made);
  *error = (grundy_error){0};
  grundy_status status = calls[i].make(f, options, error);
  outputs_free(&f->made);
  return status;
}

/* Calls the function with options of `size` bytes, of which those from `known` on are `tail`, in a
 * block of exactly that size: sanitizers detect if more of it is read. */
static grundy_status call_with(fixture *f, size_t i, size_t size, size_t known, int tail,
                               grundy_error *error) {
  size_t room = size < sizeof size ? sizeof size : size;
  char *options = calloc(room, 1);
  assert_non_null(options);
  if (size > known) memset(options + known, tail, size - known);
  memcpy(options, &size, sizeof size);
  grundy_status status = call_and_free(f, i, options, error);
  free(options);
  return status;
}

static void expect_accepted(fixture *f, size_t i, size_t size) {
  grundy_error error;
  if (call_with(f, i, size, size, 0, &error) != GRUNDY_OK)
    fail_msg("%s, options of %zu bytes: %s", calls[i].name, size, error.message);
}

static void expect_refused(fixture *f, size_t i, size_t size, int tail) {
  grundy_error error;
  grundy_status status = call_with(f, i, size, calls[i].size, tail, &error);
  if (status != GRUNDY_BAD_ARGUMENT || error.reason != GRUNDY_REASON_OPTIONS)
    fail_msg("%s, options of %zu bytes: status %d, reason %d", calls[i].name, size, (int)status,
             (int)error.reason);
}

static void no_options_are_the_defaults(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < CALLS; i++) {
    grundy_error error;
    if (call_and_free(f, i, NULL, &error) != GRUNDY_OK)
      fail_msg("%s without options: %s", calls[i].name, error.message);
  }
}

static void options_of_older_programs_are_shorter(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < CALLS; i++)
    for (size_t size = sizeof(size_t); size <= calls[i].size; size += sizeof(size_t))
      expect_accepted(f, i, size);
}

static void options_of_newer_programs_may_be_longer(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < CALLS; i++) expect_accepted(f, i, calls[i].size + TAIL);
}

static void unknown_options_that_are_set_are_refused(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < CALLS; i++) expect_refused(f, i, calls[i].size + TAIL, 1);
}

static void options_without_a_size_are_refused(void **state) {
  fixture *f = *state;
  for (size_t i = 0; i < CALLS; i++) expect_refused(f, i, 0, 0);
}

static int set_up(void **state) {
  static fixture f;
  fixture_make(&f);
  *state = &f;
  return 0;
}

static int tear_down(void **state) {
  fixture_free(*state);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_options_are_the_defaults),
      cmocka_unit_test(options_of_older_programs_are_shorter),
      cmocka_unit_test(options_of_newer_programs_may_be_longer),
      cmocka_unit_test(unknown_options_that_are_set_are_refused),
      cmocka_unit_test(options_without_a_size_are_refused),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
