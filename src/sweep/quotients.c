/* What a sweep finds out about heap games in misère play, CODE:x: their misère quotients. */

#include "answer/impl.h"
#include "sweep/impl.h"

#include <grundy/heap.h>
#include <grundy/misere.h>

#include "base/error.h"
#include "game/impl.h"

#include <inttypes.h>
#include <string.h>

enum { ORDER, P_ORDER, PREPERIOD, PERIOD, WILD_AT, HEAPS, BOUND };
static const char *const names[] = {
    [ORDER] = "order",     [P_ORDER] = "p_order", [PREPERIOD] = "preperiod", [PERIOD] = "period",
    [WILD_AT] = "wild_at", [HEAPS] = "heaps",     [BOUND] = "bound",         NULL};

/* What is known about the quotient of a game. */
typedef struct game_quotient {
  bool is_known;             /* about some heaps */
  bool is_infinite;          /* which is proved */
  grundy_misere_facts found; /* without its pointers */
} game_quotient;

/* Computes the quotient. GRUNDY_UNABLE if no period is proved. */
static grundy_status find(const char *text, const grundy_misere_options *options,
                          game_quotient *made, grundy_error *error) {
  const char *colon = strrchr(text, ':');
  grundy_heap_code *code = NULL;
  grundy_misere *quotient = NULL;
  size_t set;
  if (colon == NULL || strcmp(colon, ":x") != 0 || grundy_vector_find(text, &set))
    return grundy_fail(error, GRUNDY_BAD_INPUT,
                       "%.80s: misere quotients are of heap games, such as kayles:x", text);
  grundy_status status = grundy_heap_code_parse(text, (size_t)(colon - text), &code, error);
  if (status == GRUNDY_OK) status = grundy_misere_of_code(code, options, &quotient, error);
  if (status == GRUNDY_OK) {
    made->is_known = true;
    made->found = grundy_misere_get_facts(quotient);
    made->is_infinite = made->found.drift.second > 0;
    if (made->is_infinite) {
      status = GRUNDY_OK; /* nothing more can be found */
    } else if (made->found.limit != NULL) {
      *error = *made->found.limit;
      status = error->status;
    } else if (made->found.period_length == 0) {
      status =
          grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                              "no period is proved from the heaps up to %" PRIu32, options->max);
    }
  }
  grundy_misere_free(quotient);
  grundy_heap_code_free(code);
  return status;
}

static grundy_status find_of_item(const grundy_sweep *sweep, const grundy_game_batch_item *item,
                                  void *answer, grundy_error *error) {
  uint64_t limit = sweep->options.limit;
  const grundy_misere_options options = {.size = sizeof options,
                                         .max = GRUNDY_MISERE_DEFAULT_STOP,
                                         .stop_at_period = true,
                                         .max_elements =
                                             limit < UINT32_MAX ? (uint32_t)limit : UINT32_MAX,
                                         .monitor = item->monitor};
  return find(sweep->texts[item->index], &options, answer, error);
}

static grundy_status run(grundy_sweep *sweep, size_t count, grundy_error *error) {
  return grundy_sweep_run_each(sweep, count, sizeof(game_quotient), find_of_item, error);
}

/* ---- rows of the table --------------------------------------------------------------- */

/* Returns a lower bound on the order of the quotient of all heaps. */
static uint32_t bound_of(const grundy_misere_facts *found) {
  return found->lower_bound > found->order ? found->lower_bound : found->order;
}

static void put_cell(FILE *out, const grundy_sweep *sweep, const void *answer, size_t column) {
  const game_quotient *row = answer;
  const grundy_misere_facts *found = &row->found;
  bool is_proved = row->is_known && found->period_length > 0;
  const uint32_t cells[] = {[ORDER] = found->order,
                            [P_ORDER] = found->p_order,
                            [PREPERIOD] = found->period_start,
                            [PERIOD] = found->period_length,
                            [WILD_AT] = found->wild_at,
                            [HEAPS] = found->heaps,
                            [BOUND] = row->is_known ? bound_of(found) : 0};
  (void)sweep;
  bool is_known = column == WILD_AT ? row->is_known && (is_proved || found->wild_at > 0)
                  : column >= HEAPS ? row->is_known
                                    : is_proved;
  if (row->is_infinite && column < WILD_AT)
    (void)fputs(column == ORDER ? "inf" : "-", out);
  else if (!is_known)
    (void)putc('?', out);
  else if (column == WILD_AT && cells[column] == 0)
    (void)putc('-', out); /* tame */
  else
    (void)fprintf(out, "%" PRIu32, cells[column]);
}

static void put_members(grundy_json *json, const grundy_sweep *sweep, const void *answer) {
  const game_quotient *row = answer;
  const grundy_misere_facts *found = &row->found;
  bool is_proved = row->is_known && found->period_length > 0;
  (void)sweep;
  grundy_sweep_put_nothing(json);
  grundy_json_object(json, "quotient");
  grundy_answer_number(json, "order",
                       is_proved          ? found->order
                       : row->is_infinite ? GRUNDY_INFINITY64
                                          : GRUNDY_UNKNOWN);
  grundy_answer_number(json, "p_order", is_proved ? found->p_order : GRUNDY_UNKNOWN);
  grundy_answer_number(json, "wild_at", found->wild_at > 0 ? found->wild_at : GRUNDY_UNKNOWN);
  grundy_answer_number(json, "start", is_proved ? found->period_start : GRUNDY_UNKNOWN);
  grundy_answer_number(json, "length", is_proved ? found->period_length : GRUNDY_UNKNOWN);
  grundy_json_integer(json, "heaps", found->heaps);
  grundy_json_integer(json, "lower_bound", row->is_known ? bound_of(found) : 1);
  grundy_json_end(json);
}

const grundy_sweep_subject grundy_sweep_quotients = {
    .names = names,
    .standard = "order,p_order,preperiod,period,wild_at",
    .run = run,
    .put_cell = put_cell,
    .put_members = put_members,
};
