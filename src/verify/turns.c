/* Games with carry-on and entailing moves: the certificate of docs/carry-on.md.
 *
 * G with a counter is right if and only if, for every position u,
 *
 *   A. if G(u) = n: u does not win at once and has no endless turn; every rest v ≠ u has G(v) = n
 * and c(v) < c(u); K(u) contains 0 … n - 1, but not n; B. if G(u) = n, and an exit x of u has a
 * larger value or none: x wins at once, or a rest of x has a value below n, or an exit w of x has
 * G(w) = n and c(w) < c(u); C. if u has no nimber and some u + *k is not won, let p be the least
 * such k: u has an endless turn, or an exit x without a nimber such that x + *p is not won, or a
 * rest v without a nimber such that v + *j is not won for some j < p;
 *
 * where no entailed player has a choice. Rests are the positions where the player may move anywhere
 * within the turn, exits are those where the turn ends, K(u) and C(u) are their nimbers, and u + *k
 * is won if u wins at once, k is in K(u), or k is above an element of C(u). Counters have to be
 * monotonic: larger values have larger counters.
 *
 * No list of rests or exits is made. Level n asks which states of turns reach a rest or an exit
 * with property X(n), for the few properties that the conditions above mention. All states of a
 * strong component of the digraph of turns reach the same, and the components come in reverse
 * topological order, so a level is linear: O((largest value + 2) · E) in all. */

#include "verify/impl.h"

/* The states of a position in a turn: the player may move anywhere, must move here, or waits for
 * the answer of the opponent, who must move here. EXIT: the opponent may move anywhere. */
enum { FREE, LOCKED, WAITING, LAYERS, EXIT = LAYERS };

enum { KINDS = 4 };

/* By layer and kind of move. */
static const uint8_t next_layer[LAYERS][KINDS] = {[FREE] = {EXIT, FREE, LOCKED, WAITING},
                                                  [LOCKED] = {EXIT, FREE, LOCKED, WAITING},
                                                  [WAITING] = {FREE, EXIT, WAITING, LOCKED}};

/* What a strong component of the digraph of turns reaches, itself included. */
typedef struct component {
  bool wins;           /* a terminal position where the opponent must move */
  bool is_endless;     /* a cycle */
  bool has_choice;     /* a position where the opponent may choose */
  bool has_other_rest; /* a rest that is not a nimber */
  /* About level n: */
  bool in_k, in_c;   /* exits and rests of value n */
  bool rests_below;  /* a rest of value < n */
  bool rest_is_open; /* a rest v without a nimber such that v + *j is not won for some j < n */
  bool exit_is_open; /* an exit x without a nimber such that x + *n is not won */
  uint32_t reply;    /* 1 + the least counter of an exit of value n; infinity: there is none */
  uint32_t need;     /* the largest `reply` among the exits that need one */
} component;

typedef struct turns_checker {
  checker *c;
  const uint8_t *kinds;
  const uint32_t *values, *counter; /* as claimed */
  uint32_t *component_of;           /* by state */
  uint32_t *sorted;                 /* states by component */
  uint32_t *starts;                 /* by component, and the end */
  uint32_t count;                   /* of components */
  component *components;
  uint32_t *rest_counter; /* by state: 1 + the largest counter of another rest; 0: none */
  uint32_t *least_open; /* by position without a nimber: the least k not won so far, or infinity */
  uint32_t largest;     /* value */
  uint32_t level;       /* n */
} turns_checker;

static uint64_t count_moves(const turns_checker *t, uint32_t v) {
  uint64_t count = 0;
  for (uint64_t e = t->c->view.offsets[v]; e < t->c->view.offsets[v + 1]; e++)
    count += (uint64_t)__builtin_popcount(t->kinds[e]);
  return count;
}

static bool is_nimber(const turns_checker *t, uint32_t v) {
  return t->values[v] != GRUNDY_INFINITY;
}

static component *component_at(const turns_checker *t, uint32_t state) {
  return &t->components[t->component_of[state]];
}

/* Notes that a column is wrong at v. */
static grundy_status note_at(const turns_checker *t, uint32_t v, grundy_columns column,
                             const char *kind, const char *text) {
  const violation where = {.kind = kind, .position = v};
  return grundy_verify_wrong(t->c, column, &where, "%s", text);
}

/* ---- moves of a turn -------------------------------------------------------------------- */

/* Goes through the moves of a state. */
typedef struct turn_move {
  uint64_t e, end;
  unsigned kinds; /* of move e that are left */
  uint32_t layer, to_layer, to;
} turn_move;

static turn_move first_move(const turns_checker *t, uint32_t state) {
  uint32_t order = t->c->view.order, v = state % order;
  turn_move m = {.e = t->c->view.offsets[v], .end = t->c->view.offsets[v + 1]};
  m.layer = state / order;
  if (m.layer == WAITING && count_moves(t, v) != 1) m.e = m.end;
  m.kinds = m.e < m.end ? t->kinds[m.e] : 0;
  return m;
}

/* Finds the next move; m->to is the state it leads to, or the position if the layer is EXIT. */
static bool next_move(const turns_checker *t, turn_move *m) {
  while (m->kinds == 0) {
    if (m->e == m->end || ++m->e == m->end) return false;
    m->kinds = t->kinds[m->e];
  }
  int kind = __builtin_ctz(m->kinds);
  m->kinds &= m->kinds - 1;
  m->to_layer = next_layer[m->layer][kind];
  m->to = t->c->view.targets[m->e] + (m->to_layer == EXIT ? 0 : m->to_layer * t->c->view.order);
  return true;
}

/* ---- strong components ------------------------------------------------------------------ */

/* Makes the digraph of turns, without exits. */
static grundy_status make_digraph(const turns_checker *t, grundy_digraph **turns) {
  uint32_t states = LAYERS * t->c->view.order;
  uint64_t count = 0, mark = t->c->arena.count;
  for (uint32_t s = 0; s < states; s++)
    for (turn_move m = first_move(t, s); next_move(t, &m);) count += m.to_layer != EXIT;
  uint32_t *tails = grundy_arena_array(&t->c->arena, count, sizeof *tails);
  uint32_t *heads = grundy_arena_array(&t->c->arena, count, sizeof *heads);
  if (t->c->arena.failed) return grundy_fail_memory(t->c->error);
  count = 0;
  for (uint32_t s = 0; s < states; s++)
    for (turn_move m = first_move(t, s); next_move(t, &m);) {
      if (m.to_layer == EXIT) continue;
      tails[count] = s;
      heads[count++] = m.to;
    }
  grundy_status status = grundy_digraph_new(states, count, tails, heads, turns, t->c->error);
  grundy_arena_rewind(&t->c->arena, mark);
  return status;
}

static grundy_status find_components(turns_checker *t) {
  uint32_t states = LAYERS * t->c->view.order;
  grundy_arena *arena = &t->c->arena;
  grundy_digraph *turns = NULL;
  grundy_status status = make_digraph(t, &turns);
  t->component_of = grundy_arena_array(arena, states, sizeof *t->component_of);
  t->sorted = grundy_arena_array(arena, states, sizeof *t->sorted);
  if (status == GRUNDY_OK && arena->failed) status = grundy_fail_memory(t->c->error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_strong_components(turns, t->component_of, &t->count, t->c->error);
  grundy_digraph_free(turns);
  if (status != GRUNDY_OK) return status;
  t->components = grundy_arena_zeros(arena, t->count, sizeof *t->components);
  t->starts = grundy_arena_zeros(arena, (uint64_t)t->count + 2, sizeof *t->starts);
  if (arena->failed) return grundy_fail_memory(t->c->error);
  /* A counting sort: starts[i + 1] ends as the start of component i + 1. */
  for (uint32_t s = 0; s < states; s++) t->starts[t->component_of[s] + 2]++;
  for (uint32_t i = 0; i < t->count; i++) t->starts[i + 2] += t->starts[i + 1];
  for (uint32_t s = 0; s < states; s++) t->sorted[t->starts[t->component_of[s] + 1]++] = s;
  return GRUNDY_OK;
}

/* Adds what the state contributes to what its component reaches, whatever the level. */
static void add_state(const turns_checker *t, uint32_t state) {
  uint32_t order = t->c->view.order, layer = state / order, v = state % order;
  component *own = component_at(t, state);
  uint64_t moves = layer == WAITING ? count_moves(t, v) : 1;
  own->wins |= moves == 0;
  own->has_choice |= moves > 1;
  own->has_other_rest |= layer == FREE && !is_nimber(t, v);
  for (turn_move m = first_move(t, state); next_move(t, &m);) {
    if (m.to_layer == EXIT) continue;
    const component *other = component_at(t, m.to);
    own->is_endless |= own == other || other->is_endless;
    own->wins |= other->wins;
    own->has_choice |= other->has_choice;
    own->has_other_rest |= other->has_other_rest;
    uint32_t most = t->rest_counter[m.to];
    if (m.to_layer == FREE && is_nimber(t, m.to) && t->counter[m.to] >= most)
      most = t->counter[m.to] + 1;
    if (most > t->rest_counter[state]) t->rest_counter[state] = most;
  }
}

/* Calls `add` for all states, in reverse topological order. */
static bool for_states(const turns_checker *t,
                       void (*add)(const turns_checker *t, uint32_t state)) {
  uint32_t states = LAYERS * t->c->view.order;
  for (uint32_t i = 0; i < states; i++) add(t, t->sorted[i]);
  return grundy_work_step(&t->c->work, states + t->c->view.size);
}

/* ---- levels ----------------------------------------------------------------------------- */

/* Returns whether v + *n is won, where v is not a nimber. */
static bool is_won(const turns_checker *t, uint32_t v) {
  const component *at = component_at(t, v);
  return at->wins || at->in_k || at->rests_below;
}

/* Adds the rests and exits of level n. */
static void add_level(const turns_checker *t, uint32_t state) {
  uint32_t order = t->c->view.order, n = t->level;
  component *own = component_at(t, state);
  if (state < order) {
    own->in_c |= t->values[state] == n;
    own->rest_is_open |= !is_nimber(t, state) && t->least_open[state] < n;
  }
  for (turn_move m = first_move(t, state); next_move(t, &m);) {
    bool is_exit = m.to_layer == EXIT;
    const component *other = is_exit ? NULL : component_at(t, m.to);
    uint32_t reply = is_exit ? GRUNDY_INFINITY : other->reply;
    if (is_exit && t->values[m.to] == n) {
      own->in_k = true;
      reply = t->counter[m.to] + 1;
    }
    if (reply < own->reply) own->reply = reply;
    if (is_exit) continue;
    own->in_k |= other->in_k;
    own->in_c |= other->in_c;
    own->rests_below |= other->rests_below;
    own->rest_is_open |= other->rest_is_open;
  }
}

/* Returns 1 + the counter that u needs to exceed for condition B, if x is an exit of u; 0 if x
 * needs no reply. */
static uint32_t need_at(const turns_checker *t, uint32_t x) {
  const component *at = component_at(t, x);
  if (t->values[x] <= t->level || at->wins || at->rests_below) return 0;
  return at->reply;
}

/* Adds what the exits need, when all of the above is known. */
static void add_exits(const turns_checker *t, uint32_t state) {
  component *own = component_at(t, state);
  for (turn_move m = first_move(t, state); next_move(t, &m);) {
    bool is_exit = m.to_layer == EXIT;
    const component *other = is_exit ? NULL : component_at(t, m.to);
    uint32_t need = is_exit ? need_at(t, m.to) : other->need;
    if (need > own->need) own->need = need;
    own->exit_is_open |= is_exit ? !is_nimber(t, m.to) && !is_won(t, m.to) : other->exit_is_open;
  }
}

/* What was found to be wrong, and where; NULL: nothing. */
typedef struct mistake {
  const char *kind, *text;
  uint32_t position;
} mistake;

typedef struct mistakes {
  mistake value, counter, k, c;
} mistakes;

static void set_mistake(mistake *m, uint32_t v, const char *kind, const char *text) {
  if (m->text == NULL) *m = (mistake){kind, text, v};
}

/* Checks conditions A and B of a nimber at level n. */
static void check_nimber(const turns_checker *t, uint32_t v, mistakes *found) {
  uint32_t n = t->level, value = t->values[v];
  const component *at = component_at(t, v);
  if (at->in_c != (n == value))
    set_mistake(&found->value, v, "condition A",
                "condition A fails: a carry-on move leads to another value");
  if (n < value && !at->in_k)
    set_mistake(&found->value, v, "condition A",
                "condition A fails: a turn cannot end at every smaller value");
  if (n != value) return;
  if (at->in_k)
    set_mistake(&found->value, v, "condition A",
                "condition A fails: a turn can end at its own value");
  if (at->need == GRUNDY_INFINITY)
    set_mistake(&found->value, v, "condition B",
                "condition B fails: the end of a turn has no reply of the same value");
  else if (at->need > t->counter[v])
    set_mistake(&found->counter, v, "condition B",
                "condition B fails: the end of a turn has no reply with a smaller counter");
}

/* Checks condition C and the sets of a position that is not a nimber, at level n. */
static void check_other(const turns_checker *t, uint32_t v, mistakes *found) {
  uint32_t n = t->level;
  const component *at = component_at(t, v);
  const grundy_solution *solution = t->c->solution;
  if (t->least_open[v] == GRUNDY_INFINITY && !is_won(t, v)) {
    t->least_open[v] = n;
    if (!at->is_endless && !at->exit_is_open && !at->rest_is_open)
      set_mistake(&found->value, v, "condition C",
                  "condition C fails: it is not a nimber, but no turn keeps a draw");
  }
  if (has(t->c, GRUNDY_COLUMN_K) &&
      (at->in_k && !at->wins) !=
          grundy_set_has(grundy_solution_set_at(solution, GRUNDY_COLUMN_K, v), n))
    set_mistake(&found->k, v, "recomputed", "k is not the set of the nimbers that end a turn");
  if (has(t->c, GRUNDY_COLUMN_C) &&
      (at->in_c && !at->wins) !=
          grundy_set_has(grundy_solution_set_at(solution, GRUNDY_COLUMN_C, v), n))
    set_mistake(&found->c, v, "recomputed",
                "c is not the set of the nimbers where a turn can pause");
}

static bool check_level(const turns_checker *t, mistakes *found) {
  for (uint32_t i = 0; i < t->count; i++) {
    component *of = &t->components[i];
    of->rests_below |= of->in_c;
    of->in_k = of->in_c = of->rest_is_open = of->exit_is_open = false;
    of->reply = GRUNDY_INFINITY;
    of->need = 0;
  }
  if (!for_states(t, add_level) || !for_states(t, add_exits)) return false;
  for (uint32_t v = 0; v < t->c->view.order; v++)
    if (is_nimber(t, v))
      check_nimber(t, v, found);
    else
      check_other(t, v, found);
  return true;
}

/* ---- what does not depend on levels ------------------------------------------------------ */

/* Checks that the sets have no other numbers, and exist where they should. */
static void check_one_set(const turns_checker *t, uint32_t v, grundy_columns column,
                          mistake *found) {
  grundy_set set = grundy_solution_set_at(t->c->solution, column, v);
  bool is_c = column == GRUNDY_COLUMN_C, wins = component_at(t, v)->wins;
  if (!has(t->c, column)) return;
  if (set.absent != is_nimber(t, v))
    set_mistake(found, v, "presence",
                is_nimber(t, v) ? "it has a set, but its value is a nimber" : "it has no set");
  if (set.absent || is_nimber(t, v)) return;
  uint64_t numbers = set.size;
  bool has_infinity = numbers > 0 && set.numbers[numbers - 1] == GRUNDY_INFINITY;
  if (has_infinity != (is_c && wins))
    set_mistake(found, v, "recomputed",
                has_infinity ? "the set contains infinity, but no turn wins at once"
                             : "a turn wins at once, but the set does not say so");
  if (has_infinity) numbers--;
  if (numbers > 0 && set.numbers[numbers - 1] > t->largest)
    set_mistake(found, v, "recomputed", "the set contains a number that is not a value");
}

/* Checks what conditions A and B say about single positions. */
static void check_position(const turns_checker *t, uint32_t v, mistakes *found) {
  const component *at = component_at(t, v);
  check_one_set(t, v, GRUNDY_COLUMN_K, &found->k);
  check_one_set(t, v, GRUNDY_COLUMN_C, &found->c);
  if (!is_nimber(t, v)) return;
  if (at->wins)
    set_mistake(&found->value, v, "condition A", "condition A fails: a turn wins at once");
  if (at->is_endless)
    set_mistake(&found->value, v, "condition A", "condition A fails: a turn can be endless");
  if (at->has_other_rest)
    set_mistake(&found->value, v, "condition A",
                "condition A fails: a carry-on move leads to a position without a nimber");
  if (t->rest_counter[v] > t->counter[v])
    set_mistake(&found->counter, v, "condition A",
                "condition A fails: a carry-on move leads to a counter that is not smaller");
}

/* Checks that values are below the number of positions, that each of them occurs if a larger one
 * does, and that counters exist exactly at nimbers and are monotonic. */
static grundy_status check_numbers(turns_checker *t, mistakes *found) {
  uint32_t order = t->c->view.order;
  uint32_t *least = grundy_arena_array(&t->c->arena, order, sizeof *least);
  uint32_t *most = grundy_arena_array(&t->c->arena, order, sizeof *most);
  uint32_t *where = grundy_arena_array(&t->c->arena, order, sizeof *where);
  if (t->c->arena.failed) return grundy_fail_memory(t->c->error);
  for (uint32_t n = 0; n < order; n++) where[n] = GRUNDY_INFINITY;
  for (uint32_t v = 0; v < order; v++) {
    uint32_t n = t->values[v], c = t->counter[v];
    if ((n == GRUNDY_INFINITY) != (c == GRUNDY_INFINITY))
      set_mistake(&found->counter, v, "presence", "it has a counter, or a nimber, but not both");
    if (n == GRUNDY_INFINITY) continue;
    if (n >= order) {
      set_mistake(&found->value, v, "condition A",
                  "condition A fails: a turn cannot end at every smaller value");
      continue;
    }
    if (n > t->largest) t->largest = n;
    if (where[n] == GRUNDY_INFINITY) {
      where[n] = v;
      least[n] = most[n] = c;
    }
    if (c < least[n]) least[n] = c;
    if (c > most[n]) most[n] = c;
  }
  for (uint32_t n = 1; n <= t->largest && n < order; n++) {
    if (where[n] == GRUNDY_INFINITY) continue;
    if (where[n - 1] == GRUNDY_INFINITY)
      set_mistake(&found->value, where[n], "condition A",
                  "condition A fails: a turn cannot end at every smaller value");
    else if (most[n - 1] >= least[n])
      set_mistake(&found->counter, where[n], "monotonic",
                  "the counter is not larger than all counters of smaller values");
  }
  return GRUNDY_OK;
}

/* Checks grundy, counter, k and c. Sets *has_choice if an entailed player has one. */
static grundy_status find_mistakes(turns_checker *t, mistakes *found, bool *has_choice) {
  uint32_t order = t->c->view.order;
  if (order > GRUNDY_DIGRAPH_MAX_ORDER / LAYERS)
    return grundy_fail_because(t->c->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "a game with carry-on or entailing moves has too many positions");
  t->rest_counter =
      grundy_arena_zeros(&t->c->arena, (uint64_t)LAYERS * order, sizeof *t->rest_counter);
  t->least_open = grundy_arena_array(&t->c->arena, order, sizeof *t->least_open);
  if (t->c->arena.failed) return grundy_fail_memory(t->c->error);
  grundy_status status = check_numbers(t, found);
  if (status == GRUNDY_OK) status = find_components(t);
  if (status != GRUNDY_OK) return status;
  if (!for_states(t, add_state)) return grundy_fail_cancelled(t->c->error);
  for (uint32_t v = 0; v < order; v++) *has_choice |= component_at(t, v)->has_choice;
  if (*has_choice || found->value.text != NULL || found->counter.text != NULL) return GRUNDY_OK;
  for (uint32_t v = 0; v < order; v++) {
    t->least_open[v] = GRUNDY_INFINITY;
    check_position(t, v, found);
  }
  for (; t->level <= t->largest + 1 && found->value.text == NULL; t->level++)
    if (!check_level(t, found)) return grundy_fail_cancelled(t->c->error);
  return GRUNDY_OK;
}

/* ---- verdicts --------------------------------------------------------------------------- */

static grundy_status report_column(const turns_checker *t, grundy_columns column, const mistake *m,
                                   const char *unchecked, const char *right) {
  if (!has(t->c, column)) return GRUNDY_OK;
  if (unchecked != NULL)
    return grundy_verify_note(t->c, column, GRUNDY_VERDICT_NOT_CHECKED, "%s", unchecked);
  if (m->text != NULL) return note_at(t, m->position, column, m->kind, m->text);
  return grundy_verify_note(t->c, column, GRUNDY_VERDICT_RIGHT, "%s", right);
}

/* Checks grundy, counter, k and c. Sets *are_right if the values are right. */
static grundy_status check_values(checker *c, bool *are_right) {
  turns_checker t = {.c = c,
                     .kinds = grundy_digraph_kinds(c->g),
                     .values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY),
                     .counter = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_COUNTER)};
  mistakes found = {0};
  bool has_choice = false;
  const char *why = t.values == NULL ? "needs grundy" : t.counter == NULL ? "needs counter" : NULL;
  grundy_status status = why == NULL ? find_mistakes(&t, &found, &has_choice) : GRUNDY_OK;
  if (status != GRUNDY_OK) return status;
  if (has_choice)
    why = "an entailing move leaves a choice of answers, for which no certificate is known";
  const char *of_value = why != NULL                  ? why
                         : found.value.text != NULL   ? NULL
                         : found.counter.text != NULL ? "needs a right counter"
                                                      : NULL;
  const char *of_counter = why != NULL ? why
                           : found.counter.text == NULL && found.value.text != NULL
                               ? "grundy is wrong"
                               : NULL;
  *are_right = why == NULL && found.value.text == NULL && found.counter.text == NULL;
  const char *of_sets = why != NULL ? why : !*are_right ? "grundy is wrong or not checked" : NULL;
  status =
      report_column(&t, GRUNDY_COLUMN_GRUNDY, &found.value, of_value, "conditions A, B and C hold");
  if (status == GRUNDY_OK)
    status = report_column(&t, GRUNDY_COLUMN_COUNTER, &found.counter, of_counter,
                           "conditions A and B hold, and it is monotonic");
  if (status == GRUNDY_OK)
    status = report_column(&t, GRUNDY_COLUMN_K, &found.k, of_sets, "recomputed from grundy");
  if (status == GRUNDY_OK)
    status = report_column(&t, GRUNDY_COLUMN_C, &found.c, of_sets, "recomputed from grundy");
  return status;
}

grundy_status grundy_verify_turns(checker *c) {
  bool are_right = false;
  grundy_status status = check_values(c, &are_right);
  if (status == GRUNDY_OK) status = grundy_verify_turn_counts(c, are_right);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && status == GRUNDY_OK; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((GRUNDY_COLUMNS_TURNS & column) != 0 && !has(c, column))
      status = grundy_verify_note(c, column, GRUNDY_VERDICT_NOT_CHECKED, "not in the solution");
  }
  return status;
}
