/* Evaluates many expressions in parallel, each by one thread. */

#include <grundy/game.h>
#include <grundy/heap.h>
#include <grundy/text.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "game/batch.h"
#include "game/impl.h"
#include "game/octal_family.h"
#include "search/search.h"
#include "text/numbers.h"

#include <assert.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns that a search finds. */
static const grundy_columns searched =
    GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;

typedef struct evaluating {
  const char *const *texts;
  const grundy_evaluate_options *options;
  pthread_mutex_t lock; /* protects calls of `answered` */
} evaluating;

/* The work on one expression. */
typedef struct worker {
  evaluating *e;
  const grundy_game_batch_item *item;
} worker;

/* ---- searching ------------------------------------------------------------------------------- */

static grundy_evaluation nothing_known(void) {
  return (grundy_evaluation){.outcome = GRUNDY_OUTCOME_NONE,
                             .value = GRUNDY_UNKNOWN,
                             .remoteness = GRUNDY_UNKNOWN,
                             .distance = GRUNDY_UNKNOWN,
                             .counter = GRUNDY_UNKNOWN};
}

/* Why a search ended without an answer; NULL: it did not. */
static const char *const reasons[] = {
    [GRUNDY_POSITION_SEARCH_CYCLE] = "the search met a cycle",
    [GRUNDY_POSITION_SEARCH_ENDS] = "some terminal positions are not losses for the player to move",
    [GRUNDY_POSITION_SEARCH_PLAYERS] = "the rules say whose turn it is",
    [GRUNDY_POSITION_SEARCH_CANCELS] =
        "equal parts are left out, which is right only without cycles",
    [GRUNDY_POSITION_SEARCH_NAME] = "the rules cannot parse the name of a position",
};

/* Searches for the position of rules; answer->reason says why it was not found by searching. */
static grundy_status search(const worker *w, const grundy_game_use *use, const grundy_atom *atom,
                            grundy_answer *answer, grundy_error *error) {
  const grundy_evaluate_options *options = w->e->options;
  grundy_open_options opening = {
      .size = sizeof opening, .memory = w->item->memory, .monitor = w->item->monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_game_ruleset(&use->name, &opening, &ruleset, error);
  if (status != GRUNDY_OK) return status;
  grundy_position_search_request request = {.name = atom->position,
                                            .length = atom->length,
                                            .value = options->columns != GRUNDY_COLUMN_OUTCOME,
                                            .limit = options->limit,
                                            .memory = w->item->memory,
                                            .monitor = w->item->monitor,
                                            .table = options->table,
                                            .certificate = options->certificate};
  grundy_position_search_answer found = {0};
  if (ruleset->has_kinds) { /* all positions are explored */
    grundy_ruleset_close(ruleset);
    answer->reason = "some moves are carry-on or entailing moves";
    return GRUNDY_OK;
  }
  status = grundy_position_search(ruleset, &request, &found, error);
  grundy_ruleset_close(ruleset);
  if (status != GRUNDY_OK && !found.is_known) return status;
  answer->reason = reasons[found.end];
  answer->was_searched = answer->reason == NULL;
  answer->positions = found.positions;
  answer->is_table_kept = found.is_table_kept;
  if (!answer->was_searched) return status;
  answer->evaluation.outcome = found.is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  if (request.value) answer->evaluation.value = found.value;
  return status;
}

/* Fails if the game of a file cannot be read, so that a name that is wrong is called wrong. */
static grundy_status check_file(const worker *w, const grundy_game_use *use, grundy_error *error) {
  const grundy_open_options opening = {
      .size = sizeof opening, .memory = w->item->memory, .monitor = w->item->monitor};
  grundy_digraph *g = NULL;
  if (!use->name.kind->describe.is_file || use->name.kind->ruleset != NULL) return GRUNDY_OK;
  grundy_status status = grundy_game_open_name(&use->name, &opening, &g, error);
  grundy_digraph_free(g);
  return status;
}

/* Returns whether a search is the way to answer: the expression is rules alone, and these cannot be
 * opened as a component without exploring, or only a search does what is asked. */
static bool is_for_search(const grundy_parsed *parsed, const grundy_evaluate_options *options) {
  const grundy_game_kind *kind = parsed->uses[0].name.kind;
  bool is_asked = options->certificate != NULL || options->table != NULL;
  return parsed->action_count == 1 && kind->ruleset != NULL &&
         (kind->open_component == NULL || is_asked);
}

/* Searches if the expression is rules alone, and the search can find the columns. */
static grundy_status try_search(const worker *w, const char *text, grundy_answer *answer,
                                grundy_error *error) {
  const grundy_evaluate_options *options = w->e->options;
  grundy_parsed parsed;
  grundy_status status = grundy_parse(text, &parsed, error);
  if (status != GRUNDY_OK) return status;
  if (is_for_search(&parsed, options) && options->play == GRUNDY_NORMAL_PLAY &&
      (options->columns & ~searched) == 0) {
    grundy_error why = {0};
    const grundy_atom *atom = &parsed.atoms[0];
    status = search(w, &parsed.uses[0], atom, answer, &why);
    if (status != GRUNDY_OK && why.reason == GRUNDY_REASON_NO_POSITION)
      status = grundy_refuse_in_expression(&parsed, atom->place, status, &why);
    else if (status != GRUNDY_OK)
      *error = why;
  } else if (options->certificate != NULL || options->table != NULL) {
    status = check_file(w, &parsed.uses[0], error);
  }
  grundy_parsed_free(&parsed);
  return status;
}

/* Refuses to answer otherwise if only a search can do what is asked. */
static grundy_status check_searched(const grundy_evaluate_options *options,
                                    const grundy_answer *answer, grundy_error *error) {
  if (options->certificate == NULL && options->table == NULL) return GRUNDY_OK;
  if (answer->was_searched) return GRUNDY_OK;
  if (answer->reason == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "tables and certificates are for searches: of rules alone, in normal play, "
                       "for outcome and value");
  if (options->certificate == NULL) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE, "cannot write a certificate: %s", answer->reason);
}

/* ---- opening --------------------------------------------------------------------------------- */

static grundy_status read_game(void *context, const grundy_game_name *name, uint64_t closed_limit,
                               grundy_digraph **g, grundy_error *error) {
  const worker *w = context;
  grundy_open_options opening = {.size = sizeof opening,
                                 .limit = w->e->options->limit,
                                 .closed_limit = closed_limit,
                                 .parts =
                                     closed_limit > 0 && (w->e->options->columns & ~searched) == 0,
                                 .memory = w->item->memory,
                                 .monitor = w->item->monitor};
  return grundy_game_open_name(name, &opening, g, error);
}

/* Opens the expression, evaluates it, and hands over the answer. */
static grundy_status open_and_evaluate(worker *w, const char *text, grundy_answer *answer,
                                       grundy_expression **e, grundy_error *error) {
  const grundy_evaluate_options *options = w->e->options;
  grundy_expression_options opening = {.size = sizeof opening,
                                       .play = options->play,
                                       .monitor = w->item->monitor,
                                       .read = read_game,
                                       .context = w};
  grundy_search_options searching = {.size = sizeof searching,
                                     .limit = options->limit,
                                     .memory = w->item->memory,
                                     .monitor = w->item->monitor};
  grundy_status status = grundy_expression_open(text, &opening, e, error);
  if (status != GRUNDY_OK) return status;
  grundy_compound *compound = grundy_expression_compound(*e);
  answer->positions = 0;
  for (uint32_t i = 0; i < grundy_compound_count(compound); i++) {
    const grundy_expression_description about = grundy_expression_describe(*e, i);
    const grundy_digraph *g = about.solved != NULL ? about.solved->g : about.parts;
    if (g != NULL) answer->positions += grundy_digraph_order(g);
  }
  answer->has_value = options->play == GRUNDY_NORMAL_PLAY &&
                      !grundy_compound_component(compound, 0).kind->standalone;
  const char *rests_on = grundy_compound_rests_on(compound);
  if (rests_on[0] != '\0') answer->rests_on = rests_on;
  return grundy_compound_evaluate(compound, &searching, &answer->evaluation, error);
}

/* ---- graphs on which a game is a heap game ------------------------------------------------- */

/* What replaces an expression: its position is that of a heap, or has one move to each of some
 * heaps. */
typedef struct replacement {
  const char *code;
  uint64_t sizes[GRUNDY_OCTAL_FAMILY_MAX_MOVES];
  char heaps[GRUNDY_OCTAL_FAMILY_MAX_MOVES][40]; /* CODE:SIZE */
  size_t count;
  bool is_cycle;
  char text[120]; /* for answer->same_as */
} replacement;

/* Finds the replacement of node-kayles:path:N and the like, alone and from the start; false if
 * there is none, or if only a search of the rules does what is asked. */
static bool find_replacement(const char *text, const grundy_evaluate_options *options,
                             replacement *r) {
  grundy_octal_family family;
  uint64_t n = 0;
  *r = (replacement){0};
  if (options->certificate != NULL || options->table != NULL) return false;
  if (!grundy_octal_family_find(text, &family)) return false;
  if (!grundy_number_parse(family.number, strlen(family.number), INT64_MAX, &n)) return false;
  if (family.is_cycle && n < 3) return false; /* the rules say why */
  r->code = family.code;
  r->is_cycle = family.is_cycle;
  for (; r->count < GRUNDY_OCTAL_FAMILY_MAX_MOVES; r->count++) {
    uint32_t fewer = family.fewer[r->count];
    if (r->count > 0 && fewer == 0) break;
    r->sizes[r->count] = n - fewer;
    (void)snprintf(r->heaps[r->count], sizeof *r->heaps, "%s:%" PRIu64, family.code, n - fewer);
  }
  if (!r->is_cycle)
    (void)snprintf(r->text, sizeof r->text, "%s", r->heaps[0]);
  else
    (void)snprintf(r->text, sizeof r->text, "a position with %s to %s%s%s",
                   r->count == 1 ? "one move," : "moves", r->heaps[0], r->count == 1 ? "" : " and ",
                   r->heaps[1]);
  return true;
}

/* Finds the value of a heap, and so its outcome in normal play. The proved period of the game gives
 * that of a heap of any size. */
static grundy_status evaluate_by_period(worker *w, const char *text, uint64_t size,
                                        grundy_evaluation *evaluation, grundy_error *error) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_heap_options options = {.size = sizeof options,
                                 .max = size < GRUNDY_HEAP_MAX_SIZE ? (uint32_t)size
                                                                    : GRUNDY_HEAP_MAX_SIZE,
                                 .stop_at_period = true,
                                 .monitor = w->item->monitor};
  grundy_status status = grundy_heap_code_parse(text, strlen(text), &code, error);
  if (status == GRUNDY_OK) status = grundy_heaps_solve(code, &options, &heaps, error);
  if (status == GRUNDY_OK) {
    const grundy_heap_period *period = grundy_heaps_period(heaps);
    uint64_t count;
    const uint32_t *values = grundy_heaps_values(heaps, &count);
    if (size >= count) {
      assert(period != NULL); /* both games have one without a saltus: docs/heaps-proofs.md */
      size = period->preperiod + (size - period->preperiod) % period->length;
    }
    assert(size < count);
    evaluation->value = values[size];
    evaluation->outcome = values[size] == 0 ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
    evaluation->ends = true;
  }
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  return status;
}

/* Evaluates the heaps. Remoteness and distance may remain unknown if there are too many sums of
 * heaps; then there are even more sets of vertices. */
static grundy_status evaluate_replacement(worker *w, const replacement *r, grundy_answer *answer,
                                          grundy_error *error) {
  grundy_evaluation found[GRUNDY_OCTAL_FAMILY_MAX_MOVES];
  const grundy_evaluate_options *options = w->e->options;
  bool by_period = options->play == GRUNDY_NORMAL_PLAY && (options->columns & ~searched) == 0;
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < r->count && by_period && status == GRUNDY_OK; i++) {
    found[i] = nothing_known();
    status = evaluate_by_period(w, r->code, r->sizes[i], &found[i], error);
  }
  for (size_t i = 0; i < r->count && !by_period && status == GRUNDY_OK; i++) {
    grundy_expression *e = NULL;
    status = open_and_evaluate(w, r->heaps[i], answer, &e, error);
    found[i] = answer->evaluation;
    grundy_expression_free(e);
  }
  if (status != GRUNDY_OK) return status;
  answer->evaluation = r->is_cycle ? grundy_octal_family_evaluate(found, r->count) : found[0];
  answer->evaluation.quotient = NULL; /* it was freed with its expression */
  answer->same_as = r->text;
  return GRUNDY_OK;
}

/* ---- heaps of Nim ---------------------------------------------------------------------------- */

/* Finds "nim:3 + nim:4" for nim:3,4, to be freed: the rules with several heaps, alone and from the
 * start, are a sum, whose outcome and value need no search [Bou01]. *sum is NULL if the text is
 * another one, or if only a search of the rules does what is asked. */
static grundy_status find_nim_sum(const char *text, const grundy_evaluate_options *options,
                                  char **sum, grundy_error *error) {
  enum { MOST_HEAPS = 64 };
  static const char name[] = "nim:";
  char *made = NULL;
  size_t size = 0, count = 0;
  *sum = NULL;
  if (options->certificate != NULL || options->table != NULL) return GRUNDY_OK;
  if (strncmp(text, name, strlen(name)) != 0 || strchr(text, ',') == NULL) return GRUNDY_OK;
  FILE *out = grundy_text_open(&made, &size);
  if (out == NULL) return grundy_fail_memory(error);
  bool is_sum = true;
  for (const char *at = text + strlen(name); is_sum && count < MOST_HEAPS; count++) {
    uint64_t heap = 0;
    size_t length = strcspn(at, ",");
    is_sum = grundy_number_parse(at, length, INT64_MAX, &heap);
    (void)fprintf(out, "%snim:%" PRIu64, count == 0 ? "" : " + ", heap);
    at += length;
    if (*at == '\0') break;
    at++;
  }
  bool kept = grundy_text_close(out, &made);
  if (kept && is_sum && count < MOST_HEAPS) {
    *sum = made;
    return GRUNDY_OK;
  }
  free(made);
  return kept ? GRUNDY_OK : grundy_fail_memory(error);
}

/* ---- one expression -------------------------------------------------------------------------- */

/* Turns a failure that concerns this expression alone into an answer. */
static grundy_status forgive(const worker *w, grundy_status status, grundy_answer *answer) {
  if (!grundy_game_batch_forgive(w->item, &status, &answer->error)) return status;
  answer->status = status;
  answer->evaluation = nothing_known();
  answer->positions = 0;
  return GRUNDY_OK;
}

static grundy_status hand_over(evaluating *e, const grundy_answer *answer, grundy_error *error) {
  if (e->options->answered == NULL) return GRUNDY_OK;
  pthread_mutex_lock(&e->lock);
  grundy_status status = e->options->answered(e->options->context, answer, error);
  pthread_mutex_unlock(&e->lock);
  return status;
}

/* Evaluates the text or, if it is not NULL, the same sum. Other columns than outcome and value need
 * a search of either, and the rules have fewer positions, up to symmetry; the sum answers where
 * these are too many. */
static grundy_status open_one(worker *w, const char *text, const char *sum, grundy_answer *answer,
                              grundy_expression **e, grundy_error *error) {
  bool is_first = sum != NULL && (w->e->options->columns & ~searched) == 0;
  grundy_status status = open_and_evaluate(w, is_first ? sum : text, answer, e, error);
  if (is_first) answer->same_as = sum;
  if (status != GRUNDY_UNABLE || sum == NULL || is_first) return status;
  grundy_expression_free(*e);
  *e = NULL;
  *error = (grundy_error){0};
  answer->same_as = sum;
  return open_and_evaluate(w, sum, answer, e, error);
}

static grundy_status evaluate(void *context, const grundy_game_batch_item *item,
                              grundy_error *error) {
  worker job = {.e = context, .item = item}, *w = &job;
  const char *text = w->e->texts[item->index];
  grundy_answer answer = {.index = item->index, .evaluation = nothing_known(), .has_value = true};
  grundy_expression *e = NULL;
  replacement heaps;
  bool is_heap = find_replacement(text, w->e->options, &heaps);
  char *sum = NULL;
  grundy_status status = find_nim_sum(text, w->e->options, &sum, &answer.error);
  if (status == GRUNDY_OK && is_heap)
    status = evaluate_replacement(w, &heaps, &answer, &answer.error);
  else if (status == GRUNDY_OK && sum == NULL)
    status = try_search(w, text, &answer, &answer.error);
  if (status != GRUNDY_OK && answer.was_searched) { /* writing a table or a certificate failed */
    grundy_answer found = answer;
    found.error = (grundy_error){0};
    grundy_status handed = hand_over(w->e, &found, error);
    if (handed == GRUNDY_OK) *error = answer.error;
    return handed == GRUNDY_OK ? status : handed;
  }
  if (status == GRUNDY_OK) status = check_searched(w->e->options, &answer, &answer.error);
  if (status == GRUNDY_OK && !is_heap && !answer.was_searched)
    status = open_one(w, text, sum, &answer, &e, &answer.error);
  if (status != GRUNDY_OK) status = forgive(w, status, &answer);
  if (status == GRUNDY_OK)
    status = hand_over(w->e, &answer, error);
  else
    *error = answer.error;
  grundy_expression_free(e);
  free(sum);
  return status;
}

/* ---- all expressions ------------------------------------------------------------------------- */

grundy_status grundy_expressions_evaluate(const char *const *texts, size_t count,
                                          const grundy_evaluate_options *options,
                                          grundy_error *error) {
  grundy_evaluate_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  const grundy_columns known = searched | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE;
  if (status != GRUNDY_OK) return status;
  if (chosen.columns == 0) chosen.columns = searched;
  if ((chosen.columns & ~known) != 0)
    status =
        grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                    "one position has the columns outcome, grundy, k, remoteness and distance");
  if (status == GRUNDY_OK && count > 1 && (chosen.table != NULL || chosen.certificate != NULL))
    status = grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "tables and certificates are for a single expression");
  if (status == GRUNDY_OK && chosen.law != NULL)
    return grundy_expressions_evaluate_by_law(texts, count, &chosen, error);
  if (status != GRUNDY_OK || count == 0) return status;
  evaluating e = {.texts = texts, .options = &chosen};
  if (pthread_mutex_init(&e.lock, NULL) != 0) return grundy_fail_memory(error);
  const grundy_game_batch batch = {.count = count,
                                   .memory = chosen.memory,
                                   .seconds = chosen.seconds,
                                   .monitor = chosen.monitor,
                                   .work = evaluate,
                                   .context = &e};
  status = grundy_game_batch_run(&batch, error);
  pthread_mutex_destroy(&e.lock);
  return status;
}
