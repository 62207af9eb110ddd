/* States of Lua for several threads. A script begins with one state, its own, and one thread calls
 * it at a time. When a game turns out to be large, its threads get copies of the script: each runs
 * the same file with the same arguments in a state of its own. All copies share one limit of memory
 * and one monitor.
 *
 * Copies give the same answers only if answers do not depend on earlier calls. This is tested with
 * one more copy, which has answered few calls: first at the first positions of the game, asked in
 * reverse order, later at a sample of all positions.
 *
 * If memory runs out, all copies are closed, and the threads share the original state again. */

#include "rules/script.h"

#include "rules/position_list.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* One position of this many is asked twice. */
enum { SAMPLE_PERIOD = 512 };

static const char disagreement[] =
    "another state of Lua gives other positions; answers must depend on the position alone, not on "
    "earlier calls";

/* ---- copies -------------------------------------------------------------------------------- */

/* Adds the copy of a share; NULL if there is not enough memory. */
static grundy_script *add_copy(grundy_script *original, int share) {
  grundy_script *copy = NULL, *none = NULL;
  bool fits = original->most == 0 || atomic_load(&original->total) <= original->most / 2;
  if (atomic_load(&original->is_alone)) return NULL;
  if (!fits || grundy_script_copy(original, &copy, NULL) != GRUNDY_OK) {
    atomic_store(&original->is_alone, true);
    return NULL;
  }
  if (atomic_compare_exchange_strong(&original->copies[share], &none, copy)) return copy;
  grundy_ruleset_close(&copy->base);
  return none;
}

/* Closes the states of all copies, when their threads have finished their calls. */
static void close_copies(grundy_script *original) {
  atomic_store(&original->is_alone, true);
  for (int i = 0; i < GRUNDY_MAX_THREADS; i++) {
    grundy_script *copy = atomic_load(&original->copies[i]);
    if (copy == NULL) continue;
    pthread_mutex_lock(&copy->lock);
    grundy_script_close_state(copy);
    pthread_mutex_unlock(&copy->lock);
  }
}

/* Locks a copy; returns whether it has a state. */
static bool lock_copy(grundy_script *copy) {
  if (copy == NULL) return false;
  pthread_mutex_lock(&copy->lock);
  if (copy->lua != NULL) return true;
  pthread_mutex_unlock(&copy->lock);
  return false;
}

/* Locks the copy of this thread, or the original, and returns it. A copy is made when the original
 * is busy. */
static grundy_script *lock_any(grundy_script *original) {
  int share = grundy_thread();
  if (share > 0 && atomic_load(&original->is_shared)) {
    grundy_script *copy = atomic_load(&original->copies[share]);
    if (copy == NULL && pthread_mutex_trylock(&original->lock) == 0) return original;
    if (copy == NULL) copy = add_copy(original, share);
    if (lock_copy(copy)) return copy;
  }
  pthread_mutex_lock(&original->lock);
  return original;
}

/* ---- calls --------------------------------------------------------------------------------- */

static grundy_status run_in(grundy_script *s, lua_CFunction body, grundy_script_request *r,
                            grundy_error *error) {
  r->s = s;
  s->results.used = 0;
  return grundy_script_call(body, r, error);
}

/* Asks for the same positions in the state that only checks others. */
static grundy_status check_again(lua_CFunction body, const grundy_script_request *r,
                                 grundy_error *error) {
  grundy_script *s = r->s, *other = atomic_load(&s->original->copies[0]);
  grundy_script_request again = *r;
  grundy_error why = {0};
  if (!lock_copy(other)) return GRUNDY_OK;
  grundy_status status = run_in(other, body, &again, &why);
  bool same =
      status == GRUNDY_OK && other->results.used == s->results.used &&
      (s->results.used == 0 || memcmp(other->results.at, s->results.at, s->results.used) == 0);
  pthread_mutex_unlock(&other->lock);
  if (status == GRUNDY_CANCELLED && error != NULL) *error = why;
  if (status == GRUNDY_CANCELLED) return status;
  return same || status == GRUNDY_OUT_OF_MEMORY ? GRUNDY_OK
                                                : grundy_script_fail(r, disagreement, error);
}

static bool is_sampled(const grundy_script_request *r) {
  bool gives_list =
      r->function == SCRIPT_MOVES || r->function == SCRIPT_UNMOVES || r->function == SCRIPT_SPLIT;
  return gives_list && atomic_load(&r->s->original->is_shared) &&
         XXH3_64bits(r->position.bytes, r->position.length) % SAMPLE_PERIOD == 0;
}

static void hand_over(const grundy_script_request *r) {
  const grundy_script_positions *results = &r->s->results;
  size_t at = 0;
  while (at < results->used && r->take_move == NULL)
    r->take(r->to, grundy_script_next_position(results, &at));
  while (at < results->used) {
    uint32_t word;
    memcpy(&word, results->at + at, sizeof word);
    const uint8_t kind = (uint8_t)(word >> GRUNDY_SCRIPT_KIND_SHIFT);
    r->take_move(r->to, grundy_script_next_position(results, &at),
                 kind == 0 ? (uint8_t)GRUNDY_MOVE_ORDINARY : kind);
  }
}

grundy_status grundy_script_run_request(lua_CFunction body, grundy_script_request *r,
                                        grundy_error *error) {
  grundy_script *original = r->s, *s = lock_any(original);
  const grundy_script_request first = *r;
  grundy_status status = run_in(s, body, r, error);
  if (status == GRUNDY_OUT_OF_MEMORY && atomic_load(&original->is_shared)) {
    pthread_mutex_unlock(&s->lock);
    close_copies(original);
    *r = first;
    s = original;
    pthread_mutex_lock(&s->lock);
    status = run_in(s, body, r, error);
  }
  if (status == GRUNDY_OK && is_sampled(r)) status = check_again(body, r, error);
  if (status == GRUNDY_OK) hand_over(r);
  pthread_mutex_unlock(&s->lock);
  r->s = original;
  return status;
}

/* ---- the first positions ------------------------------------------------------------------- */

/* Positions at which the original and a copy are compared before threads share the work. */
enum { TRIED = 32 };
typedef struct trial {
  grundy_position_list positions;
  uint64_t answers[TRIED]; /* checksums of what the original says about them */
  uint64_t answer;         /* the checksum so far */
  bool collects;           /* whether to add positions */
} trial;

static void take_answer(void *to, grundy_position position) {
  trial *t = to;
  t->answer = XXH3_64bits_withSeed(position.bytes, position.length, t->answer);
  if (t->collects && t->positions.count < TRIED) grundy_position_list_take(&t->positions, position);
}

/* Asks about position i. */
static grundy_status ask(grundy_ruleset *ruleset, trial *t, uint64_t i, grundy_error *error) {
  grundy_aligned_position copy; /* the list moves when others are added */
  grundy_position at = grundy_aligned_copy(&copy, grundy_position_list_get(&t->positions, i));
  grundy_position_info info = {0};
  grundy_status status = ruleset->kind->info(ruleset, at, &info, error);
  t->answer = (uint64_t)info.end << 8 | info.player;
  if (status != GRUNDY_OK || info.end != 0) return status;
  return grundy_ruleset_moves(ruleset, at, take_answer, t, error);
}

/* Asks the original, breadth first from the start. */
static grundy_status ask_original(grundy_script *s, trial *t, grundy_error *error) {
  t->collects = true;
  grundy_status status = grundy_ruleset_start(&s->base, take_answer, t, error);
  for (uint64_t i = 0; i < t->positions.count && status == GRUNDY_OK; i++) {
    status = ask(&s->base, t, i, error);
    t->answers[i] = t->answer;
  }
  t->collects = false;
  return t->positions.failed ? grundy_fail_memory(error) : status;
}

/* Asks the copy, the last position first. Fails at the first position at which they disagree. */
static grundy_status ask_copy(grundy_script *copy, trial *t, grundy_error *error) {
  uint64_t wrong = TRIED;
  for (uint64_t i = t->positions.count; i-- > 0;) {
    grundy_status status = ask(&copy->base, t, i, error);
    if (status == GRUNDY_CANCELLED || status == GRUNDY_OUT_OF_MEMORY) return status;
    if (status != GRUNDY_OK || t->answer != t->answers[i]) wrong = i;
  }
  if (wrong == TRIED) return GRUNDY_OK;
  grundy_script_request r = {.s = copy,
                             .function = SCRIPT_MOVES,
                             .position = grundy_position_list_get(&t->positions, wrong)};
  return grundy_script_fail(&r, disagreement, error);
}

/* Rules that fail, or have no memory for a copy, are not shared: one thread gives the right error
 * when it calls them. */
grundy_status grundy_script_share(grundy_ruleset *ruleset, bool *shared, grundy_error *error) {
  grundy_script *s = (grundy_script *)ruleset;
  trial t = {0};
  grundy_error why = {0};
  assert(s->original == s);
  *shared = atomic_load(&s->is_shared);
  if (*shared || atomic_load(&s->is_alone)) return GRUNDY_OK;
  grundy_status status = ask_original(s, &t, &why);
  grundy_script *copy = status == GRUNDY_OK ? add_copy(s, 0) : NULL;
  if (copy != NULL) status = ask_copy(copy, &t, &why);
  bool is_wrong = copy != NULL && status == GRUNDY_BAD_INPUT;
  *shared = copy != NULL && status == GRUNDY_OK;
  atomic_store(&s->is_shared, *shared);
  if (!*shared) close_copies(s);
  grundy_position_list_free(&t.positions);
  if (status != GRUNDY_CANCELLED && !is_wrong) return GRUNDY_OK;
  if (error != NULL) *error = why;
  return status;
}
