/* Proving that an automaton gives the values of a game on vectors: docs/automata.md, Theorem 1. */

#include "automaton/impl.h"

#include "base/alloc.h"

#include <inttypes.h>

/* ---- weights ------------------------------------------------------------------------------ */

static int64_t weigh(const int64_t *weights, const int32_t *entries) {
  int64_t sum = 0;
  for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) sum += weights[i] * entries[i];
  return sum;
}

/* The perceptron [Ros58]: as long as some vector is not positive under the weights, adds it to
 * them. If there are weights under which all vectors are positive, this ends. */
bool grundy_weights_find(const grundy_vector_rules *rules,
                         uint32_t weights[GRUNDY_AUTOMATON_DIMENSION]) {
  enum { MOST_CHANGES = 100000 };
  int64_t found[GRUNDY_AUTOMATON_DIMENSION] = {0};
  uint32_t vectors = rules->count + rules->dimension; /* weights are positive, too */
  for (uint32_t i = 0; i < rules->dimension; i++) found[i] = 1;
  for (uint32_t at = 0, good = 0, changes = 0; good < vectors; at = (at + 1) % vectors) {
    int32_t unit[GRUNDY_AUTOMATON_DIMENSION] = {0};
    if (at >= rules->count) unit[at - rules->count] = 1;
    const int32_t *vector = at < rules->count ? rules->list[at].entries : unit;
    good++;
    if (weigh(found, vector) > 0) continue;
    if (++changes > MOST_CHANGES) return false;
    good = 0;
    for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) found[i] += vector[i];
  }
  for (uint32_t i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++) {
    if (found[i] > INT32_MAX) return false;
    weights[i] = (uint32_t)found[i];
  }
  return true;
}

/* ---- what must hold before anything is proved --------------------------------------------- */

static grundy_status check_words(const grundy_proving *proof) {
  bool are_right = false;
  grundy_status status = grundy_words_check(proof->automaton, &are_right, proof->error);
  if (status != GRUNDY_OK || are_right) return status;
  return grundy_fail(proof->error, GRUNDY_BAD_ARGUMENT,
                     "the automaton must ignore zeros in front, and give output %" PRIu32
                     " to words that are not positions",
                     proof->automaton->level + 1);
}

static grundy_status check_rays(const grundy_proving *proof, const grundy_vector_rules *moves) {
  if (proof->rules->block == 0) return GRUNDY_OK;
  for (uint32_t i = 0; i < moves->count; i++)
    for (uint32_t k = 0; k < i && moves->list[i].is_ray; k++) {
      const int32_t *a = moves->list[i].entries, *b = moves->list[k].entries;
      bool is_same = moves->list[k].is_ray;
      for (int m = 0; m < GRUNDY_AUTOMATON_DIMENSION; m++)
        for (int n = 0; n < GRUNDY_AUTOMATON_DIMENSION; n++)
          is_same &= (int64_t)a[m] * b[n] == (int64_t)a[n] * b[m] && (a[m] > 0) == (b[m] > 0);
      if (is_same)
        return grundy_fail(proof->error, GRUNDY_UNABLE,
                           "with block, no two rays may have the same direction");
    }
  return GRUNDY_OK;
}

/* Compares the automaton with a small table, because wrong automata need many states to be refuted
 * by a proof. */
static grundy_status test_box(grundy_proving *proof, const grundy_vector_moves *moves) {
  static const uint32_t sides[] = {0, 4096, 256, 40, 16};
  grundy_vector_position corner = {{0}};
  grundy_vector_box *box = NULL;
  uint32_t dimension = proof->automaton->dimension;
  if (grundy_vector_moves_view(moves).has_negative) return GRUNDY_OK;
  for (uint32_t i = 0; i < dimension; i++) corner.at[i] = sides[dimension] - 1;
  grundy_vector_options rules = *proof->rules;
  rules.limit = 0;
  grundy_status status =
      grundy_table_solve(moves, &rules, &corner, proof->automaton->level, &box, proof->error);
  if (status != GRUNDY_OK) return status;
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  status = grundy_table_compare(proof->automaton, &grid, UINT64_MAX, &proof->work, proof->report,
                                proof->error);
  grundy_vector_box_free(box);
  return status;
}

/* ---- closure ------------------------------------------------------------------------------ */

static uint64_t largest_of(const uint64_t *position) {
  uint64_t largest = 0;
  for (int i = 0; i < GRUNDY_AUTOMATON_DIMENSION; i++)
    if (position[i] > largest) largest = position[i];
  return largest;
}

static bool is_smaller(const uint64_t *a, const uint64_t *b) {
  uint64_t of_a = largest_of(a), of_b = largest_of(b);
  int i = 0;
  while (i < GRUNDY_AUTOMATON_DIMENSION - 1 && a[i] == b[i]) i++;
  return of_a != of_b ? of_a < of_b : a[i] < b[i];
}

/* Tests closure by one move at one level, and keeps the smallest position at which it fails. */
static grundy_status test_move(grundy_proving *proof, const grundy_dfa *sources,
                               const grundy_vector_move *move, uint32_t level) {
  grundy_automaton_report before = *proof->report;
  grundy_relation relation;
  grundy_automaton_step step;
  bool found = false;
  grundy_relation_of(proof->automaton, move, level, &relation);
  grundy_status status = grundy_relation_make(proof, &relation, &step);
  if (status != GRUNDY_OK) return status;
  status = grundy_closure_find(proof, sources, &relation, &step.dfa, &found);
  grundy_step_free(&step);
  before.largest_product = proof->report->largest_product;
  bool is_kept = !found || (before.finding != GRUNDY_AUTOMATON_HOLDS &&
                            is_smaller(before.position, proof->report->position));
  if (status == GRUNDY_OK && is_kept) *proof->report = before;
  return status;
}

/* Tests closure at all levels without any sets of states: closure fails if and only if some word
 * leads the automaton, and that of the pairs, to a position of a level with a follower in it. With
 * block, as many followers as are forbidden are allowed, and counting them needs sets. */
static grundy_status test_closure(grundy_proving *proof, const grundy_vector_rules *moves) {
  grundy_automaton_step step = {0};
  const grundy_dfa *sources = &proof->automaton->dfa;
  grundy_status status = GRUNDY_OK;
  if (proof->rules->block > 0) return GRUNDY_OK;
  if (proof->rules->terminal_count > 0) {
    status = grundy_terminal_make(proof, sources, UINT8_MAX, &step);
    sources = &step.dfa;
  }
  for (uint32_t level = 0; level <= proof->automaton->level; level++)
    for (uint32_t i = 0; i < moves->count && status == GRUNDY_OK; i++)
      status = test_move(proof, sources, &moves->list[i], level);
  grundy_step_free(&step);
  proof->report->steps = proof->report->largest = proof->report->largest_raw = 0;
  return status;
}

/* ---- the steps of a level ----------------------------------------------------------------- */

/* Makes a step, writes it, and keeps its automaton in *dfa instead of the one before. */
typedef struct level_proof {
  grundy_proving *proof;
  grundy_json *json; /* NULL: nothing is written */
  uint32_t level;
  grundy_dfa counts; /* how many followers by the moves so far are in the level */
} level_proof;

static void finish_step(const level_proof *l, grundy_automaton_step *step, grundy_dfa *dfa) {
  if (l->json != NULL) grundy_proof_write_step(l->json, step);
  grundy_dfa_free(dfa);
  *dfa = step->dfa;
  step->dfa = (grundy_dfa){0};
  grundy_step_free(step);
}

static grundy_status count_move(level_proof *l, const grundy_vector_move *move) {
  grundy_proving *proof = l->proof;
  uint32_t most = proof->rules->block + 1;
  grundy_relation relation;
  grundy_automaton_step step;
  grundy_dfa dfa = {0};
  grundy_relation_of(proof->automaton, move, l->level, &relation);
  grundy_status status = grundy_relation_make(proof, &relation, &step);
  if (status == GRUNDY_OK) {
    finish_step(l, &step, &dfa);
    status = grundy_counts_make(proof, &relation, &dfa, most, &step);
  }
  if (status == GRUNDY_OK) finish_step(l, &step, &dfa);
  if (status == GRUNDY_OK && l->counts.states == 0) {
    l->counts = dfa;
    return GRUNDY_OK;
  }
  if (status == GRUNDY_OK) status = grundy_sum_make(proof, &l->counts, &dfa, most, &step);
  if (status == GRUNDY_OK) finish_step(l, &step, &l->counts);
  grundy_dfa_free(&dfa);
  return status;
}

static grundy_status prove_level(level_proof *l, const grundy_vector_rules *moves, bool *found) {
  grundy_status status = GRUNDY_OK;
  grundy_automaton_step step;
  for (uint32_t i = 0; i < moves->count && status == GRUNDY_OK; i++)
    status = count_move(l, &moves->list[i]);
  if (status == GRUNDY_OK && l->proof->rules->terminal_count > 0) {
    status = grundy_terminal_make(l->proof, &l->counts, 0, &step);
    if (status == GRUNDY_OK) finish_step(l, &step, &l->counts);
  }
  if (status == GRUNDY_OK)
    status = grundy_contradiction_find(l->proof, &l->counts, l->level, found);
  grundy_dfa_free(&l->counts);
  return status;
}

static grundy_status prove_levels(grundy_proving *proof, const grundy_vector_rules *moves,
                                  FILE *certificate) {
  grundy_status status = GRUNDY_OK;
  grundy_json json;
  bool found = false;
  if (certificate != NULL) {
    json = grundy_json_start(certificate);
    grundy_proof_write_head(&json, proof, moves);
  }
  for (uint32_t level = 0; level <= proof->automaton->level && status == GRUNDY_OK && !found;
       level++) {
    level_proof l = {.proof = proof, .json = certificate == NULL ? NULL : &json, .level = level};
    status = prove_level(&l, moves, &found);
  }
  if (certificate != NULL) {
    grundy_json_end(&json);
    grundy_json_end(&json);
  }
  return status;
}

/* ---- the whole proof ---------------------------------------------------------------------- */

static grundy_status check(grundy_proving *proof, const grundy_vector_moves *moves,
                           const grundy_vector_rules *view) {
  grundy_status status = grundy_automaton_check_rules(moves, proof->rules, proof->automaton->level,
                                                      proof->report->weight, proof->error);
  if (status == GRUNDY_OK && view->dimension != proof->automaton->dimension)
    return grundy_fail(proof->error, GRUNDY_BAD_ARGUMENT,
                       "the automaton reads %" PRIu32 " numbers, and positions have %" PRIu32,
                       proof->automaton->dimension, view->dimension);
  if (status == GRUNDY_OK) status = check_words(proof);
  return status == GRUNDY_OK ? check_rays(proof, view) : status;
}

grundy_status grundy_automaton_prove(const grundy_automaton *automaton,
                                     const grundy_vector_moves *moves,
                                     const grundy_automaton_options *options,
                                     grundy_automaton_report *report, grundy_error *error) {
  const grundy_vector_rules view = grundy_vector_moves_view(moves);
  grundy_automaton_options chosen;
  grundy_vector_options rules;
  grundy_automaton_report found = {0};
  grundy_status status = grundy_automaton_read_options(options, &chosen, &rules, error);
  if (status != GRUNDY_OK) return status;
  grundy_proving proof = {.automaton = automaton,
                          .rules = &rules,
                          .max_states = chosen.max_states == 0 ? GRUNDY_AUTOMATON_MAX_STATES
                                                               : chosen.max_states,
                          .memory = chosen.memory,
                          .work = grundy_work_start(chosen.monitor, "proving an automaton", 0),
                          .report = &found,
                          .error = error};
  if (proof.max_states > INT32_MAX) proof.max_states = INT32_MAX;
  status = check(&proof, moves, &view);
  if (status == GRUNDY_OK) status = test_box(&proof, moves);
  if (status == GRUNDY_OK && found.finding == GRUNDY_AUTOMATON_HOLDS)
    status = test_closure(&proof, &view);
  if (status == GRUNDY_OK && found.finding == GRUNDY_AUTOMATON_HOLDS)
    status = prove_levels(&proof, &view, chosen.certificate);
  if (status != GRUNDY_OK) return status;
  grundy_work_finish(&proof.work, "", 0);
  *report = found;
  return GRUNDY_OK;
}
