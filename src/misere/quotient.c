/* Computes quotients, and says what is known about them. */

#include "base/alloc.h"
#include "base/options.h"
#include "misere/drift.h"
#include "misere/impl.h"

#include <assert.h>

void grundy_misere_free(grundy_misere *q) {
  if (q == NULL) return;
  grundy_extension_free(&q->extension);
  grundy_option_lists_free(&q->lists);
  grundy_presentation_free(&q->presentation);
  free(q->heap_of);
  free(q->growth);
  free(q);
}

/* ---- computing ---------------------------------------------------------------------------- */

static bool note_growth(grundy_misere *q) {
  const grundy_misere_level *level = grundy_misere_level_of(q);
  uint32_t before = q->growth_count == 0 ? 1 : q->growth[q->growth_count - 1].order;
  if (level->monoid->size == before) return true;
  if (!grundy_grow(&q->growth, &q->growth_capacity, q->growth_count + 1, sizeof *q->growth))
    return grundy_misere_fail_memory(&q->extension.run);
  q->growth[q->growth_count++] = (grundy_misere_growth){level->known, level->monoid->size};
  if (q->wild_at > 0) return true;
  bool is_tame;
  if (!grundy_misere_find_tame(level, &is_tame))
    return grundy_misere_fail_memory(&q->extension.run);
  if (!is_tame) q->wild_at = level->known;
  return true;
}

static bool find_period(grundy_misere *q, uint32_t *next) {
  grundy_misere_run *run = &q->extension.run;
  grundy_status status = grundy_misere_find_period(q, next, run->error);
  if (status != GRUNDY_OK) run->status = status;
  return status == GRUNDY_OK;
}

/* Adds heaps until the last one, or until a period is proved. False if something ended the work
 * before. */
static bool add_heaps(grundy_misere *q, const grundy_misere_options *options) {
  grundy_extension *e = &q->extension;
  uint32_t next = 2, added = 0;
  q->has_started = grundy_extension_start(e);
  if (!q->has_started) return false;
  while (added < options->max && q->period_length == 0) {
    if (!grundy_extension_add(e) || !note_growth(q)) return false;
    added++;
    bool looks = (options->stop_at_period && added >= next) || added == options->max;
    if (looks && !find_period(q, &next)) return false;
  }
  return true;
}

/* Finds the classes of larger heaps, if the quotient is infinite. */
static bool extend_drift(grundy_misere *q, uint32_t max) {
  grundy_extension *e = &q->extension;
  bool found = true;
  while (e->drift->heaps < max && found)
    if (!grundy_drift_extend(&e->run, e->drift, &found)) return false;
  return true;
}

/* Finds the rows and facts that the finished quotient needs. */
static grundy_status complete(grundy_misere *q, grundy_error *error) {
  grundy_misere_level *level = grundy_misere_level_of(q);
  for (uint32_t x = 0; x < level->monoid->size; x++)
    if (grundy_set_has(level->lost, x) && !grundy_monoid_make_row(level->monoid, x))
      return grundy_fail_memory(error);
  return grundy_misere_present(q, error);
}

/* Computes the quotient of the rules in it. Takes ownership of q. */
static grundy_status compute(grundy_misere *q, const grundy_misere_options *options,
                             grundy_misere **quotient, grundy_error *error) {
  grundy_extension *e = &q->extension;
  grundy_misere_run *run = &e->run;
  run->play = options->normal_play ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY;
  run->max_elements =
      options->max_elements == 0 ? GRUNDY_MISERE_DEFAULT_ELEMENTS : options->max_elements;
  run->max_steps = options->max_steps == 0 ? UINT64_MAX : options->max_steps;
  run->work = grundy_work_start(options->monitor, "adding heaps", options->max);
  run->error = &q->limit;
  bool done = add_heaps(q, options) || (e->drift != NULL && extend_drift(q, options->max));
  grundy_status status = done ? GRUNDY_OK : run->status;
  if (done) grundy_work_finish(&run->work, "", 0);
  if (q->has_started) {
    grundy_extension_trim(e);
    status = complete(q, error);
  } else if (error != NULL) {
    *error = q->limit;
  }
  run->error = NULL;
  run->max_steps = UINT64_MAX;
  run->work = grundy_work_start(NULL, "", 0);
  if (status == GRUNDY_OK)
    *quotient = q;
  else
    grundy_misere_free(q);
  return status;
}

grundy_status grundy_misere_of_code(const grundy_heap_code *code,
                                    const grundy_misere_options *options, grundy_misere **quotient,
                                    grundy_error *error) {
  grundy_misere_options read;
  grundy_status status = grundy_options_copy(options, &read, sizeof read, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_heap_require_ordinary(code, "misere quotients", error);
  if (status != GRUNDY_OK) return status;
  if (read.max > GRUNDY_HEAP_MAX_SIZE)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the largest heap is above %u",
                       (unsigned)GRUNDY_HEAP_MAX_SIZE);
  grundy_misere *q = grundy_alloc_zero(1, sizeof *q);
  if (q == NULL) return grundy_fail_memory(error);
  q->extension.run.rules.code = code;
  return compute(q, &read, quotient, error);
}

grundy_status grundy_misere_of_digraph(const grundy_digraph *g,
                                       const grundy_misere_options *options,
                                       grundy_misere **quotient, grundy_error *error) {
  grundy_misere_options read;
  grundy_status status = grundy_options_copy(options, &read, sizeof read, error);
  if (status != GRUNDY_OK) return status;
  grundy_misere *q = grundy_alloc_zero(1, sizeof *q);
  if (q == NULL) return grundy_fail_memory(error);
  q->heap_of = grundy_alloc(grundy_digraph_order(g), sizeof *q->heap_of);
  status = q->heap_of == NULL ? grundy_fail_memory(error)
                              : grundy_option_lists_of_digraph(g, &q->lists, q->heap_of, error);
  if (status != GRUNDY_OK) {
    grundy_misere_free(q);
    return status;
  }
  q->extension.run.rules.lists = &q->lists;
  read.max = q->lists.heaps;
  return compute(q, &read, quotient, error);
}

/* ---- facts -------------------------------------------------------------------------------- */

grundy_misere_facts grundy_misere_get_facts(const grundy_misere *q) {
  const grundy_misere_level *level = grundy_misere_level_of(q);
  const grundy_monoid *m = level->monoid;
  uint32_t parts, taken;
  grundy_misere_moves(q, &parts, &taken);
  bool is_limited = q->limit.status != GRUNDY_OK;
  const grundy_drift *drift = q->extension.drift;
  return (grundy_misere_facts){
      .heaps = level->known,
      .order = m->size,
      .p_order = grundy_set_count(level->lost, grundy_set_words(m->size)),
      .is_tame = q->wild_at == 0,
      .wild_at = q->wild_at,
      .phi = level->values,
      .generators = m->heaps,
      .generator_count = m->generators,
      .relation_count = q->presentation.relation_count,
      .growth = q->growth,
      .growth_count = (uint32_t)q->growth_count,
      .period_start = q->period_start,
      .period_length = q->period_length,
      .proved_at = q->proved_at,
      .most_taken = taken,
      .most_parts = parts,
      .limit = is_limited ? &q->limit : NULL,
      .lower_bound = is_limited ? q->extension.lower_bound : 0,
      .heap_of = q->heap_of,
      .drift = drift == NULL ? (grundy_misere_drift){0}
                             : (grundy_misere_drift){drift->first, drift->second, drift->heaps},
  };
}

grundy_misere_word grundy_misere_word_of(const grundy_misere *q, uint32_t element) {
  const grundy_presentation *p = &q->presentation;
  assert(element < grundy_misere_level_of(q)->monoid->size);
  return (grundy_misere_word){p->letters + p->starts[element],
                              (uint32_t)(p->starts[element + 1] - p->starts[element])};
}

bool grundy_misere_is_p(const grundy_misere *q, uint32_t element) {
  return grundy_set_has(grundy_misere_level_of(q)->lost, element);
}

grundy_misere_relation grundy_misere_relation_at(const grundy_misere *q, uint32_t index) {
  const grundy_presentation *p = &q->presentation;
  assert(index < p->relation_count);
  return (grundy_misere_relation){{p->left_letters + p->left_starts[index],
                                   (uint32_t)(p->left_starts[index + 1] - p->left_starts[index])},
                                  p->right[index]};
}
