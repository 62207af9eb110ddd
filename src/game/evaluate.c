/* Evaluates many expressions in parallel, each by one thread.
 *
 * The shares of grundy_parallel open whole games, as those of an experiment do: they allocate, and
 * keep errors in slots of their own. A share takes the next expression from a counter. An
 * expression that is wrong ends the work of all expressions after it, but not of those before it,
 * so that the error of the first wrong one is reported whatever the number of threads. */

#include <grundy/game.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/threads.h"
#include "game/impl.h"
#include "search/search.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

/* The columns that a search finds. */
static const grundy_columns searched =
    GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;

typedef struct batch {
  const char *const *texts;
  size_t count;
  const grundy_evaluate_options *options;
  uint64_t memory;        /* for each share; 0: no limit */
  _Atomic size_t next;    /* the next expression that no share has taken yet */
  _Atomic size_t done;    /* expressions that are answered, or that failed */
  _Atomic size_t busy;    /* shares that are working on one */
  _Atomic size_t failed;  /* the first that failed; `count`: none */
  atomic_bool is_stopped; /* by the monitor */
  pthread_mutex_t lock;   /* protects `error`, and calls of `answered` */
  grundy_error *error;    /* of the first that failed */
  grundy_status status;
} batch;

/* The work of one share. */
typedef struct worker {
  batch *b;
  bool is_caller; /* whether this is the thread of the caller, which calls its monitor */
  size_t index;   /* the expression */
  double end;     /* when its time is up; 0: never */
  bool is_late;
  grundy_monitor monitor;
} worker;

/* ---- monitoring ------------------------------------------------------------------------------ */

static const char phase_name[] = "evaluating";

/* Calls the caller's monitor: with the number of expressions or, if there is only one, with what
 * the work on it reports. */
static bool report_progress(batch *b, const char *phase, uint64_t done, uint64_t total) {
  const grundy_monitor *monitor = b->options->monitor;
  if (monitor == NULL || monitor->tick == NULL) return true;
  if (b->count == 1) return monitor->tick(monitor->context, phase, done, total);
  return monitor->tick(monitor->context, phase_name, atomic_load(&b->done), b->count);
}

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  worker *w = context;
  batch *b = w->b;
  if (w->is_caller && !report_progress(b, phase, done, total)) atomic_store(&b->is_stopped, true);
  w->is_late = w->end > 0 && grundy_clock() > w->end;
  return !w->is_late && !atomic_load(&b->is_stopped) && w->index <= atomic_load(&b->failed);
}

static void finished(void *context, const grundy_phase *phase) {
  const worker *w = context;
  const grundy_monitor *monitor = w->b->options->monitor;
  if (w->b->count == 1 && monitor != NULL && monitor->finished != NULL)
    monitor->finished(monitor->context, phase);
}

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
  const grundy_evaluate_options *options = w->b->options;
  grundy_open_options opening = {
      .size = sizeof opening, .memory = w->b->memory, .monitor = &w->monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_game_ruleset(&use->name, &opening, &ruleset, error);
  if (status != GRUNDY_OK) return status;
  grundy_position_search_request request = {.name = atom->position,
                                            .length = atom->length,
                                            .value = options->columns != GRUNDY_COLUMN_OUTCOME,
                                            .limit = options->limit,
                                            .memory = w->b->memory,
                                            .monitor = &w->monitor,
                                            .table = options->table,
                                            .certificate = options->certificate};
  grundy_position_search_answer found = {0};
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
      .size = sizeof opening, .memory = w->b->memory, .monitor = &w->monitor};
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
  const grundy_evaluate_options *options = w->b->options;
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
                                 .limit = w->b->options->limit,
                                 .closed_limit = closed_limit,
                                 .parts =
                                     closed_limit > 0 && (w->b->options->columns & ~searched) == 0,
                                 .memory = w->b->memory,
                                 .monitor = &w->monitor};
  return grundy_game_open_name(name, &opening, g, error);
}

/* Opens the expression, evaluates it, and hands over the answer. */
static grundy_status open_and_evaluate(worker *w, const char *text, grundy_answer *answer,
                                       grundy_expression **e, grundy_error *error) {
  const grundy_evaluate_options *options = w->b->options;
  grundy_expression_options opening = {.size = sizeof opening,
                                       .play = options->play,
                                       .monitor = &w->monitor,
                                       .read = read_game,
                                       .context = w};
  grundy_search_options searching = {.size = sizeof searching,
                                     .limit = options->limit,
                                     .memory = w->b->memory,
                                     .monitor = &w->monitor};
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

/* ---- one expression -------------------------------------------------------------------------- */

/* Turns a failure that concerns this expression alone into an answer. */
static grundy_status forgive(const worker *w, grundy_status status, grundy_answer *answer) {
  if (status == GRUNDY_CANCELLED && w->is_late)
    status = grundy_fail_because(&answer->error, GRUNDY_UNABLE, GRUNDY_REASON_TIME,
                                 "it takes more than %g s", w->b->options->seconds);
  if (status != GRUNDY_UNABLE && status != GRUNDY_OUT_OF_MEMORY) return status;
  answer->status = status;
  answer->evaluation = nothing_known();
  answer->positions = 0;
  return GRUNDY_OK;
}

static grundy_status hand_over(batch *b, const grundy_answer *answer, grundy_error *error) {
  if (b->options->answered == NULL) return GRUNDY_OK;
  pthread_mutex_lock(&b->lock);
  grundy_status status = b->options->answered(b->options->context, answer, error);
  pthread_mutex_unlock(&b->lock);
  return status;
}

static grundy_status evaluate(worker *w, grundy_error *error) {
  const char *text = w->b->texts[w->index];
  grundy_answer answer = {.index = w->index, .evaluation = nothing_known(), .has_value = true};
  grundy_expression *e = NULL;
  grundy_status status = try_search(w, text, &answer, &answer.error);
  if (status != GRUNDY_OK && answer.was_searched) { /* writing a table or a certificate failed */
    grundy_answer found = answer;
    found.error = (grundy_error){0};
    grundy_status handed = hand_over(w->b, &found, error);
    if (handed == GRUNDY_OK) *error = answer.error;
    return handed == GRUNDY_OK ? status : handed;
  }
  if (status == GRUNDY_OK) status = check_searched(w->b->options, &answer, &answer.error);
  if (status == GRUNDY_OK && !answer.was_searched)
    status = open_and_evaluate(w, text, &answer, &e, &answer.error);
  if (status != GRUNDY_OK) status = forgive(w, status, &answer);
  if (status == GRUNDY_OK)
    status = hand_over(w->b, &answer, error);
  else
    *error = answer.error;
  grundy_expression_free(e);
  return status;
}

/* ---- all expressions ------------------------------------------------------------------------- */

/* Takes the next expression, and works on it. Returns false if there is none left. */
static bool take_one(worker *w) {
  batch *b = w->b;
  grundy_error why = {0};
  w->index = atomic_fetch_add(&b->next, 1);
  if (w->index >= b->count || w->index > atomic_load(&b->failed)) return false;
  w->end = b->options->seconds > 0 ? grundy_clock() + b->options->seconds : 0;
  w->is_late = false;
  grundy_status status = evaluate(w, &why);
  if (status != GRUNDY_OK && !atomic_load(&b->is_stopped)) {
    pthread_mutex_lock(&b->lock);
    if (w->index < atomic_load(&b->failed)) { /* keep the error of the first that failed */
      atomic_store(&b->failed, w->index);
      b->status = status;
      if (b->error != NULL) *b->error = why;
    }
    pthread_mutex_unlock(&b->lock);
  }
  atomic_fetch_add(&b->done, 1);
  return true;
}

static void run_share(void *context, int share) {
  batch *b = context;
  worker w = {.b = b, .is_caller = share == 0};
  w.monitor = (grundy_monitor){.tick = tick, .context = &w, .finished = finished};
  atomic_fetch_add(&b->busy, 1);
  while (!atomic_load(&b->is_stopped) && take_one(&w)) continue;
  atomic_fetch_sub(&b->busy, 1);
  /* The first share continues to call the monitor while other threads still work. */
  const struct timespec pause = {.tv_nsec = 20000000};
  while (share == 0 && atomic_load(&b->busy) > 0 && !atomic_load(&b->is_stopped)) {
    if (!report_progress(b, phase_name, 0, 0)) atomic_store(&b->is_stopped, true);
    (void)nanosleep(&pause, NULL);
  }
}

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
  if (status != GRUNDY_OK || count == 0) return status;
  batch b = {.texts = texts, .count = count, .options = &chosen, .error = error, .failed = count};
  int shares = (int)grundy_threads();
  if ((size_t)shares > count) shares = (int)count;
  b.memory = chosen.memory / (uint64_t)shares;
  if (pthread_mutex_init(&b.lock, NULL) != 0) return grundy_fail_memory(error);
  grundy_work work = grundy_work_start(chosen.monitor, phase_name, count);
  if (shares == 1)
    run_share(&b, 0); /* not in a share: exploring and solving may use all threads */
  else
    grundy_parallel(shares, run_share, &b);
  pthread_mutex_destroy(&b.lock);
  if (atomic_load(&b.failed) < count) return b.status;
  if (atomic_load(&b.is_stopped)) return grundy_fail_cancelled(error);
  if (count > 1) grundy_work_finish(&work, "", 0);
  return GRUNDY_OK;
}
