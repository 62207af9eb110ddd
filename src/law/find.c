/* Finds laws. Conditions and forms are generated from a few patterns. Their parameters are chosen
 * by the smaller half of the positions; the larger half, which is held out, decides whether a law
 * is shown, by an exact test with a correction for the number of laws of its kind that reached
 * that test (Bonferroni). */

#include "law/find.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "explore/impl.h"
#include "formula/lookup.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grundy_law_search_free(grundy_law_search *search) {
  search_result *result = (search_result *)search;
  if (result == NULL) return;
  grundy_arena_free(&result->arena);
  free(result);
}

/* ---- positions ----------------------------------------------------------------------------- */

/* Sorts the rows, the smallest first: a heap is not needed twice, so this merges. */
static void sort_rows(const grundy_formula_table *table, uint32_t *rows, uint32_t *spare,
                      uint64_t count) {
  for (uint64_t width = 1; width < count; width *= 2) {
    for (uint64_t begin = 0; begin < count; begin += 2 * width) {
      uint64_t middle = begin + width < count ? begin + width : count;
      uint64_t end = middle + width < count ? middle + width : count;
      uint64_t left = begin, right = middle;
      for (uint64_t at = begin; at < end; at++) {
        bool takes_right = left == middle ||
                           (right < end && grundy_law_compare(table, rows[right], rows[left]) < 0);
        spare[at] = takes_right ? rows[right++] : rows[left++];
      }
    }
    memcpy(rows, spare, count * sizeof *rows);
  }
}

/* Chooses the positions at which `where` holds and everything is known. */
static grundy_status choose(finder *f, const uint8_t *chosen, grundy_error *error) {
  const grundy_formula_table *table = &f->table->at;
  uint32_t order = grundy_digraph_order(table->g);
  const uint8_t *outcomes = grundy_solution_letters(table->solution, GRUNDY_COLUMN_OUTCOME);
  const uint32_t *values = grundy_solution_numbers(table->solution, GRUNDY_COLUMN_GRUNDY);
  f->rows = grundy_arena_array(&f->arena, order, sizeof *f->rows);
  uint32_t *spare = grundy_arena_array(&f->arena, order, sizeof *spare);
  if (f->arena.failed) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    bool is_known = f->table->known == NULL || f->table->known[v] != 0;
    if (f->is_value) is_known &= values[v] != GRUNDY_NUMBER_UNKNOWN;
    if (is_known && (chosen == NULL || chosen[v] != 0)) f->rows[f->count++] = v;
  }
  sort_rows(table, f->rows, spare, f->count);
  if (f->count > GRUNDY_LAW_SEARCH_MAX_POSITIONS) f->count = GRUNDY_LAW_SEARCH_MAX_POSITIONS;
  f->train = f->count - f->count / 2;
  f->x = grundy_arena_array(&f->arena, f->count * f->dimension + 1, sizeof *f->x);
  f->is_p = grundy_arena_array(&f->arena, f->count, 1);
  f->value = grundy_arena_array(&f->arena, f->count, sizeof *f->value);
  if (f->arena.failed) return grundy_fail_memory(error);
  const grundy_formula_lookup lookup = {.table = table};
  for (uint64_t i = 0; i < f->count; i++) {
    int64_t integers[GRUNDY_RULES_MAX_FIELDS];
    uint32_t count;
    grundy_status status =
        grundy_formula_lookup_integers(&lookup, f->rows[i], integers, &count, error);
    if (status != GRUNDY_OK) return status;
    if (count != f->dimension)
      return grundy_fail(error, GRUNDY_UNDEFINED,
                         "positions have different numbers of fields; choose some by --where, as "
                         "in '#p == 2'");
    for (uint32_t j = 0; j < count; j++) {
      /* Patterns have small coefficients, so nothing overflows. */
      if (integers[j] > INT32_MAX || integers[j] < INT32_MIN)
        return grundy_fail(error, GRUNDY_UNABLE, "a field is larger than 2^31");
      f->x[i * count + j] = integers[j];
      f->is_negative |= integers[j] < 0;
      if (j > 0) f->is_unsorted |= integers[j] < integers[j - 1];
    }
    f->is_p[i] = outcomes != NULL && outcomes[f->rows[i]] == GRUNDY_OUTCOME_P;
    f->value[i] = values == NULL ? GRUNDY_INFINITY : values[f->rows[i]];
  }
  return GRUNDY_OK;
}

/* ---- chance -------------------------------------------------------------------------------- */

/* Returns the natural logarithm of the binomial coefficient. */
static double log_choose(uint64_t n, uint64_t k) {
  return lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1);
}

/* Returns at most the logarithm of the number of sets with at most `most` of n elements. */
static double log_at_most(uint64_t n, uint64_t most) {
  double largest = log_choose(n, most < n / 2 ? most : n / 2);
  return largest + log((double)most + 1);
}

/* ---- texts ---------------------------------------------------------------------------------- */

void grundy_law_put(law_text *out, const char *format, ...) {
  size_t begin = out->length < LAW_TEXT ? out->length : LAW_TEXT;
  va_list arguments;
  va_start(arguments, format);
  out->length += (size_t)vsnprintf(out->at + begin, LAW_TEXT - begin, format, arguments);
  va_end(arguments);
}

/* ---- keeping the best ----------------------------------------------------------------------- */

/* The logarithm of 1/1000. */
static const double log_enough = -6.9077552789821368;

bool grundy_law_keep(finder *f, found *law) {
  if (law->log_chance > log_enough) return true;
  for (uint64_t i = 0; i < f->kept_count; i++)
    if (f->kept[i].print == law->print && f->kept[i].kind == law->kind) {
      if (f->kept[i].cost <= law->cost) return true;
      f->kept[i] = *law;
      return true;
    }
  if (!grundy_arena_grow(&f->arena, &f->kept, &f->kept_room, f->kept_count + 1, sizeof *f->kept))
    return false;
  f->kept[f->kept_count++] = *law;
  return true;
}

/* The best laws come first: those about all positions, then with fewer exceptions, then simpler. */
static int compare_found(const void *first, const void *second) {
  const found *a = first, *b = second;
  bool a_exact = a->exceptions == 0, b_exact = b->exceptions == 0;
  if (a_exact != b_exact) return a_exact ? -1 : 1;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  if (a->exceptions != b->exceptions) return a->exceptions < b->exceptions ? -1 : 1;
  if (a->cost != b->cost) return a->cost < b->cost ? -1 : 1;
  if (a->tested != b->tested) return a->tested > b->tested ? -1 : 1;
  return strcmp(a->text, b->text);
}

double grundy_law_chance_of_set(const finder *f, uint64_t exceptions) {
  uint64_t n = f->count - f->train;
  return log_at_most(n, exceptions) - log_choose(n, f->held_out_p);
}

double grundy_law_chance_of_subset(uint64_t n, uint64_t larger, uint64_t smaller) {
  return log_choose(larger, smaller) - log_choose(n, smaller);
}

double grundy_law_chance_of_values(const finder *f, uint64_t exceptions) {
  uint64_t n = f->count - f->train;
  return log_at_most(n, exceptions) + (double)(n - exceptions) * log(f->commonest);
}

/* ---- the search ----------------------------------------------------------------------------- */

static char *copy_text(grundy_arena *arena, const char *text) {
  size_t bytes = strlen(text) + 1;
  char *copy = grundy_arena_array(arena, bytes, 1);
  return copy == NULL ? NULL : memcpy(copy, text, bytes);
}

/* Copies the best laws to the result. */
static grundy_status keep_best(finder *f, search_result *result, grundy_error *error) {
  enum { MOST = 8 };
  uint64_t left = 0;
  for (uint64_t i = 0; i < f->kept_count; i++) {
    f->kept[i].log_chance += log((double)f->reached[f->kept[i].kind] + 1);
    if (f->kept[i].log_chance <= log_enough) f->kept[left++] = f->kept[i];
  }
  f->kept_count = left;
  if (f->kept_count > 1) qsort(f->kept, f->kept_count, sizeof *f->kept, compare_found);
  uint64_t count = f->kept_count < MOST ? f->kept_count : MOST;
  /* Next to a law without exceptions about all positions, those with exceptions are noise. */
  bool is_solved = count > 0 && f->kept[0].exceptions == 0 && f->kept[0].kind == LAW_ABOUT_ALL;
  while (is_solved &&
         (f->kept[count - 1].exceptions > 0 || f->kept[count - 1].kind != LAW_ABOUT_ALL))
    count--;
  grundy_law_candidate *made = grundy_arena_zeros(&result->arena, count, sizeof *made);
  for (uint64_t i = 0; i < count && !result->arena.failed; i++) {
    const found *law = &f->kept[i];
    char scratch[GRUNDY_NAME_MAX_BYTES];
    made[i] = (grundy_law_candidate){.law = copy_text(&result->arena, law->text),
                                     .tested = law->tested,
                                     .exceptions = law->exceptions,
                                     .held_out = law->held_out,
                                     .held_out_exceptions = law->held_out_exceptions,
                                     .chance = exp(law->log_chance)};
    if (law->exceptions > 0)
      made[i].exception = copy_text(
          &result->arena, grundy_digraph_name(f->table->at.g, f->rows[law->first], scratch));
  }
  result->search.candidates = made;
  result->search.count = count;
  result->search.positions = f->count;
  result->search.held_out = f->count - f->train;
  result->search.tried = f->tried;
  result->search.up_to_symmetry = grundy_position_is_reduced(f->table->at.g);
  return result->arena.failed ? grundy_fail_memory(error) : GRUNDY_OK;
}

/* Describes what chance alone explains. */
static void measure(finder *f) {
  uint64_t most = 0;
  for (uint64_t i = f->train; i < f->count; i++) f->held_out_p += f->is_p[i];
  for (uint32_t value = 0; value < 64; value++) {
    uint64_t same = 0;
    for (uint64_t i = f->train; i < f->count; i++) same += f->value[i] == value;
    if (same > most) most = same;
  }
  f->commonest = f->count == f->train ? 1 : (double)(most + 1) / (double)(f->count - f->train + 1);
}

static grundy_status search_table(finder *f, const grundy_law_options *options,
                                  search_result *result, grundy_error *error) {
  grundy_formula *where = NULL;
  const grundy_formula_table *table = &f->table->at;
  uint8_t *chosen = NULL;
  grundy_status status = GRUNDY_OK;
  if (options->where != NULL) {
    chosen = grundy_arena_array(&f->arena, grundy_digraph_order(table->g), 1);
    if (chosen == NULL) return grundy_fail_memory(error);
    status = grundy_formula_read("condition", options->where, &where, error);
    if (status == GRUNDY_OK)
      status = grundy_formula_evaluate_table(
          where, table, f->table->known, GRUNDY_MONITORED(options->monitor), chosen, NULL, error);
    for (uint32_t v = 0; status == GRUNDY_OK && v < grundy_digraph_order(table->g); v++)
      chosen[v] = chosen[v] == GRUNDY_FORMULA_TRUE || chosen[v] == GRUNDY_FORMULA_VACUOUS;
    grundy_formula_free(where);
  }
  f->dimension = table->fields.count;
  f->names = table->fields.at;
  if (status == GRUNDY_OK && f->dimension == 0)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "the positions of this game have no fields to look for laws over");
  if (status == GRUNDY_OK) status = choose(f, chosen, error);
  if (status != GRUNDY_OK) return status;
  measure(f);
  status = f->is_value ? grundy_law_find_forms(f, error) : grundy_law_find_conditions(f, error);
  return status == GRUNDY_OK ? keep_best(f, result, error) : status;
}

grundy_status grundy_law_find(const char *text, const char *target,
                              const grundy_law_options *options, grundy_law_search **search,
                              grundy_error *error) {
  grundy_law_options copy;
  grundy_law_table table = {0};
  grundy_sweep_plan plan = {0};
  grundy_status status = grundy_options_copy(options, &copy, sizeof copy, error);
  if (status != GRUNDY_OK) return status;
  finder f = {.table = &table, .is_value = strcmp(target, "grundy") == 0};
  if (!f.is_value && strcmp(target, "outcome") != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the target is '%.*s'; expected outcome or grundy",
                       grundy_excerpt(target, strlen(target)), target);
  search_result *result = grundy_alloc_zero(1, sizeof *result);
  if (result == NULL) return grundy_fail_memory(error);
  grundy_work work = grundy_work_start(copy.monitor, "looking for laws", 0);
  f.work = &work;
  result->search.text = copy_text(&result->arena, text);
  result->search.target = copy_text(&result->arena, target);
  if (result->arena.failed) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK && copy.g == NULL)
    status = grundy_sweep_plan_make(result->search.text, &plan, error);
  grundy_columns columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY;
  result->search.is_starts = plan.game_count > 0;
  if (status == GRUNDY_OK && result->search.is_starts)
    status = grundy_law_table_starts(&plan, &copy, columns, &table, error);
  else if (status == GRUNDY_OK)
    status = grundy_law_table_open(text, &copy, columns, f.is_value ? GRUNDY_COLUMN_GRUNDY : 0,
                                   &table, error);
  if (status == GRUNDY_OK) status = search_table(&f, &copy, result, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", 0);
  grundy_law_table_free(&table);
  grundy_sweep_plan_free(&plan);
  grundy_arena_free(&f.arena);
  if (status == GRUNDY_OK)
    *search = &result->search;
  else
    grundy_law_search_free(&result->search);
  return status;
}
