/* Writes certificates of quotients, of lower bounds on their orders, and of infinite quotients.
 * docs/misere.md describes the format. */

#include "misere/certificate.h"
#include "base/alloc.h"
#include "base/options.h"
#include "misere/closure.h"
#include "misere/drift.h"
#include "misere/impl.h"
#include "text/print.h"

#include <grundy/json.h>

void grundy_misere_put_numbers(grundy_json *json, const char *name, const uint32_t *numbers,
                               uint64_t count) {
  grundy_json_array(json, name);
  for (uint64_t i = 0; i < count; i++) grundy_json_integer(json, NULL, numbers[i]);
  grundy_json_end(json);
}

/* ---- the game ----------------------------------------------------------------------------- */

static void put_options(grundy_json *json, const grundy_option_lists *lists, uint32_t heaps) {
  grundy_json_array(json, "options");
  for (uint32_t h = 1; h <= heaps; h++) {
    grundy_json_array(json, NULL);
    for (uint64_t o = lists->first[h - 1]; o < lists->first[h]; o++)
      grundy_misere_put_numbers(json, NULL, lists->parts + lists->starts[o],
                                lists->starts[o + 1] - lists->starts[o]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

void grundy_misere_put_head(grundy_json *json, const grundy_misere_run *run, const char *format,
                            uint32_t heaps) {
  grundy_json_string(json, "format", format);
  grundy_json_object(json, "game");
  if (run->rules.code != NULL)
    grundy_json_string(json, "code", grundy_heap_code_text(run->rules.code));
  else
    put_options(json, run->rules.lists, heaps);
  grundy_json_end(json);
  grundy_json_string(json, "play", run->play == GRUNDY_MISERE_PLAY ? "misere" : "normal");
}

/* ---- the monoid --------------------------------------------------------------------------- */

static void put_monoid(grundy_json *json, const grundy_misere_level *level) {
  const grundy_monoid *m = level->monoid;
  grundy_json_integer(json, "size", m->size);
  grundy_misere_put_numbers(json, "generators", m->heaps, m->generators);
  grundy_json_array(json, "cayley");
  for (uint32_t g = 0; g < m->generators; g++) {
    grundy_json_line(json);
    grundy_misere_put_numbers(json, NULL, grundy_monoid_map(m, g), m->size);
  }
  grundy_json_end(json);
  grundy_json_line(json);
  grundy_misere_put_numbers(json, "phi", level->values, level->known + UINT64_C(1));
}

/* ---- proofs ------------------------------------------------------------------------------- */

void grundy_misere_put_set(grundy_json *json, const uint64_t *set, uint32_t size) {
  FILE *out = grundy_json_text(json, NULL);
  for (uint32_t i = 0; 4 * (uint64_t)i < size; i++)
    (void)fputc("0123456789abcdef"[set[i / 16] >> 4 * (i % 16) & 15], out);
  grundy_json_text_end(json);
}

static void put_pairs(grundy_json *json, const grundy_closure *c) {
  grundy_json_array(json, "transitions");
  for (uint32_t i = 0; i < c->pair_count; i++) {
    if (c->pairs[i].element == GRUNDY_NO_PAIR) continue;
    grundy_json_line(json);
    grundy_json_array(json, NULL);
    grundy_json_integer(json, NULL, c->pairs[i].element);
    grundy_misere_put_set(json, grundy_closure_pair_set(c, i), c->monoid->size);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static bool put_level(grundy_misere_run *run, grundy_json *json, const grundy_misere_level *level,
                      const uint64_t *won, const uint64_t *lost, bool is_whole) {
  grundy_closure *c;
  if (!grundy_closure_make(run, level, won, is_whole, lost, &c)) return false;
  assert(c != NULL); /* the level recognizes f */
  uint32_t count = grundy_set_list(lost, c->words, run->list);
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_misere_put_numbers(json, "P", run->list, count);
  put_pairs(json, c);
  grundy_json_end(json);
  grundy_closure_free(c);
  return true;
}

/* Writes the proof of f, or, for a lower bound, those of f and of f with copies of the next
 * heap. */
static bool put_levels(grundy_misere *q, grundy_json *json, grundy_misere_level *level,
                       const grundy_multiples *multiples) {
  grundy_misere_run *run = &q->extension.run;
  if (!grundy_level_find_kinds(run, level) || !grundy_misere_run_reserve(run, level->monoid->size))
    return false;
  grundy_json_array(json, "levels");
  bool done = put_level(run, json, level, level->won, level->lost, true);
  for (uint32_t j = 1; multiples != NULL && j < multiples->count && done; j++)
    done = put_level(run, json, level, multiples->won[j], multiples->lost[j], false);
  grundy_json_end(json);
  return done;
}

static void put_period(grundy_json *json, const grundy_misere *q) {
  if (q->period_length == 0) {
    grundy_json_null(json, "period");
    return;
  }
  grundy_json_object(json, "period");
  grundy_json_integer(json, "start", q->period_start);
  grundy_json_integer(json, "length", q->period_length);
  grundy_json_end(json);
}

static void put_infinite(const grundy_misere *q, FILE *out, uint32_t *size) {
  const grundy_drift *drift = q->extension.drift;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_misere_put_head(&json, &q->extension.run, "grundy misere infinite 1", drift->heaps);
  grundy_drift_write(drift, &json);
  grundy_json_end(&json);
  *size = drift->size;
}

static bool put_certificate(grundy_misere *q, FILE *out, uint32_t *size) {
  if (q->extension.drift != NULL) {
    put_infinite(q, out, size);
    return true;
  }
  bool is_bound = q->limit.status != GRUNDY_OK;
  grundy_problem *problem = q->extension.stack[0];
  grundy_misere_level *level = is_bound ? &problem->level : grundy_misere_level_of(q);
  uint32_t heaps = level->known + is_bound;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_misere_put_head(&json, &q->extension.run, "grundy misere quotient 1", heaps);
  grundy_json_string(&json, "claim", is_bound ? "lower bound" : "quotient");
  grundy_json_integer(&json, "heaps", heaps);
  put_monoid(&json, level);
  bool done = put_levels(q, &json, level, is_bound ? &problem->multiples : NULL);
  put_period(&json, q);
  grundy_json_end(&json);
  *size = level->monoid->size;
  return done;
}

grundy_status grundy_misere_write_certificate(grundy_misere *q, const grundy_run_options *options,
                                              FILE *out, uint32_t *size, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_misere_run *run = &q->extension.run;
  run->error = error;
  run->status = GRUNDY_OK;
  run->work = grundy_work_start(monitor, "writing the certificate", 0);
  uint32_t order;
  bool done = put_certificate(q, out, &order);
  if (done) grundy_work_finish(&run->work, "", 0);
  grundy_status status = done ? GRUNDY_OK : run->status;
  run->work = grundy_work_start(NULL, "", 0);
  run->error = NULL;
  status = grundy_stream_status(out, status, error);
  if (status == GRUNDY_OK) *size = order;
  return status;
}
