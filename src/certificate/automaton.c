/* Checks certificates of automata, "grundy automaton 1": docs/automata.md has the theorem and the
 * format. The statement to prove is built here from the game, step by step; a step lists the labels
 * of its states, and which of them are merged. All that is left to check is that every transition
 * leads from a label to one of the labels, and that merged ones agree. */

#include "certificate/kinds.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/hash_table.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum {
  MOST_COORDINATES = 4,
  MOST_MOVES = 4096,
  MOST_TERMINAL = 1000,
  MOST_BLOCK = 8,
  MOST_LEVEL = 15,
  MOST_ENTRY = 1 << 20,
  MOST_SYMBOLS = 1 << 20,
  MOST_CELLS = 1 << 28, /* transitions of a step */
  MOST_DIGITS = 48,     /* of a coordinate of a terminal position */
};

/* ---- what the certificate says ------------------------------------------------------------ */

/* A complete automaton with outputs; state 0 is the start. */
typedef struct machine {
  uint32_t states, symbols;
  uint32_t *next, *outputs;
} machine;

typedef struct move {
  int64_t entries[MOST_COORDINATES];
  bool is_ray;
} move;

typedef struct claim {
  const grundy_json_proof *proof;
  grundy_arena arena;
  uint32_t dimension, move_count, terminal_count;
  uint64_t block, level;
  bool is_zeckendorf;
  uint32_t base; /* how many digits there are */
  move *moves;
  uint32_t *terminal; /* coordinates, one position after another */
  machine automaton;
  uint32_t sink; /* its first state outside all levels that leads only to itself; or UINT32_MAX */
  json_t *steps;
  size_t step; /* the next one */
} claim;

/* Returns whether the check can go on: it has not failed, and nothing is refuted. */
static bool goes_on(const claim *c, grundy_status status) {
  return status == GRUNDY_OK && c->proof->report->is_right && !c->arena.failed;
}

/* Returns base^tracks, or MOST_SYMBOLS + 1 if that is more. */
static uint32_t tuples(const claim *c, uint32_t tracks) {
  uint64_t count = 1;
  while (tracks-- > 0 && count <= MOST_SYMBOLS) count *= c->base;
  return count <= MOST_SYMBOLS ? (uint32_t)count : MOST_SYMBOLS + 1;
}

static bool read_signed(const json_t *value, int64_t bound, int64_t *number) {
  *number = json_integer_value(value);
  return json_is_integer(value) && *number >= -bound && *number <= bound;
}

static grundy_status read_move(claim *c, const json_t *value, move *m) {
  json_t *vector, *ray;
  const grundy_json_proof_member members[] = {{"vector", &vector}, {"ray", &ray}, {0}};
  grundy_status status = grundy_json_proof_members(c->proof, value, "a move", members);
  if (status != GRUNDY_OK) return status;
  size_t count = json_array_size(vector);
  bool is_right = json_is_boolean(ray) && count >= 1 && count <= MOST_COORDINATES &&
                  (c->dimension == 0 || count == c->dimension);
  c->dimension = (uint32_t)count;
  for (size_t i = 0; i < count && is_right; i++)
    is_right = read_signed(json_array_get(vector, i), MOST_ENTRY, &m->entries[i]);
  m->is_ray = json_is_true(ray);
  return is_right ? GRUNDY_OK
                  : grundy_json_proof_fail(c->proof, "moves",
                                           "vectors of the same dimension, 1 to 4, with entries up "
                                           "to 2^20");
}

static grundy_status read_moves(claim *c, const json_t *list) {
  size_t count = json_array_size(list);
  if (count < 1) return grundy_json_proof_fail(c->proof, "moves", "an array that is not empty");
  if (count > MOST_MOVES) return grundy_json_proof_fail_limit(c->proof, "moves", MOST_MOVES);
  grundy_status status = GRUNDY_OK;
  c->move_count = (uint32_t)count;
  c->moves = grundy_arena_zeros(&c->arena, count, sizeof *c->moves);
  for (size_t i = 0; i < count && goes_on(c, status); i++)
    status = read_move(c, json_array_get(list, i), &c->moves[i]);
  return status;
}

static grundy_status read_terminal(claim *c, const json_t *list) {
  size_t count;
  grundy_status status = grundy_json_proof_array(c->proof, list, "terminal", "an array", &count);
  if (status != GRUNDY_OK) return status;
  if (count > MOST_TERMINAL)
    return grundy_json_proof_fail_limit(c->proof, "terminal positions", MOST_TERMINAL);
  c->terminal_count = (uint32_t)count;
  c->terminal = grundy_arena_zeros(&c->arena, count * c->dimension, sizeof *c->terminal);
  for (size_t i = 0; i < count && goes_on(c, status); i++)
    status = grundy_json_proof_numbers(c->proof, json_array_get(list, i), "terminal", c->dimension,
                                       0, UINT32_C(0x3fffffff), c->terminal + i * c->dimension);
  return status;
}

static grundy_status read_game(claim *c, const json_t *game) {
  json_t *moves, *terminal, *block;
  const grundy_json_proof_member members[] = {
      {"moves", &moves}, {"terminal", &terminal}, {"block", &block}, {0}};
  grundy_status status = grundy_json_proof_members(c->proof, game, "the game", members);
  if (goes_on(c, status)) status = read_moves(c, moves);
  if (goes_on(c, status)) status = read_terminal(c, terminal);
  if (goes_on(c, status))
    status = grundy_json_proof_number(c->proof, block, "block", 0, MOST_BLOCK, &c->block);
  return status;
}

static grundy_status read_numeration(claim *c, const json_t *value) {
  const char *text;
  char name[16];
  grundy_status status = grundy_json_proof_string(c->proof, value, "numeration", &text);
  if (status != GRUNDY_OK) return status;
  c->is_zeckendorf = strcmp(text, "zeckendorf") == 0;
  c->base = c->is_zeckendorf ? 2 : 0;
  for (uint32_t base = 2; base <= 16 && c->base == 0; base++) {
    (void)snprintf(name, sizeof name, "base%" PRIu32, base);
    if (strcmp(text, name) == 0) c->base = base;
  }
  return c->base > 0
             ? GRUNDY_OK
             : grundy_json_proof_fail(c->proof, "numeration", "base2 to base16, or zeckendorf");
}

static grundy_status read_automaton(claim *c, const json_t *value) {
  json_t *outputs, *next;
  machine *m = &c->automaton;
  const grundy_json_proof_member members[] = {{"outputs", &outputs}, {"next", &next}, {0}};
  grundy_status status = grundy_json_proof_members(c->proof, value, "the automaton", members);
  if (status != GRUNDY_OK) return status;
  uint64_t states = json_array_size(outputs);
  m->symbols = tuples(c, c->dimension);
  assert(m->symbols <= MOST_SYMBOLS); /* at most 16^4 */
  if (states > MOST_CELLS / m->symbols)
    return grundy_json_proof_fail_limit(c->proof, "transitions", MOST_CELLS);
  if (states < 1 || json_array_size(next) != states)
    return grundy_json_proof_fail(c->proof, "automaton", "one output and one row per state");
  m->states = (uint32_t)states;
  m->outputs = grundy_arena_array(&c->arena, states, sizeof *m->outputs);
  m->next = grundy_arena_array(&c->arena, states * m->symbols, sizeof *m->next);
  if (c->arena.failed) return GRUNDY_OK;
  status = grundy_json_proof_numbers(c->proof, outputs, "outputs", states, 0,
                                     (uint32_t)c->level + 1, m->outputs);
  for (uint32_t i = 0; i < m->states && status == GRUNDY_OK; i++)
    status = grundy_json_proof_numbers(c->proof, json_array_get(next, i), "next", m->symbols, 0,
                                       m->states - 1, m->next + (uint64_t)i * m->symbols);
  return status;
}

/* Finds the first state with this output that leads only to itself. */
static uint32_t find_sink(const machine *m, uint32_t output) {
  for (uint32_t state = 0; state < m->states; state++) {
    uint32_t symbol = 0;
    if (m->outputs[state] != output) continue;
    while (symbol < m->symbols && m->next[(uint64_t)state * m->symbols + symbol] == state) symbol++;
    if (symbol == m->symbols) return state;
  }
  return UINT32_MAX;
}

/* ---- the game ----------------------------------------------------------------------------- */

static grundy_status check_weight(claim *c, const json_t *value) {
  uint32_t weight[MOST_COORDINATES] = {0};
  grundy_status status =
      grundy_json_proof_numbers(c->proof, value, "weight", c->dimension, 1, INT32_MAX, weight);
  for (uint32_t i = 0; i < c->move_count && goes_on(c, status); i++) {
    int64_t sum = 0;
    for (uint32_t k = 0; k < c->dimension; k++) sum += weight[k] * c->moves[i].entries[k];
    if (sum <= 0)
      status =
          grundy_json_proof_refute(c->proof, "move %" PRIu32 " does not lower the weight", i + 1);
  }
  return status;
}

/* Returns whether two moves, which lower the weight, have a multiple in common that both can make.
 */
static bool overlap(const move *a, const move *b) {
  for (int i = 0; i < MOST_COORDINATES; i++)
    for (int k = 0; k < MOST_COORDINATES; k++)
      if (a->entries[i] * b->entries[k] != a->entries[k] * b->entries[i]) return false;
  /* Both have the same direction, because both lower the weight: compare lengths. */
  if (a->is_ray && b->is_ray) return true;
  for (int i = 0; i < MOST_COORDINATES; i++) {
    int64_t x = a->entries[i], y = b->entries[i];
    assert((x > 0) == (y > 0) && (x < 0) == (y < 0));
    if (x == 0) continue;
    if ((a->is_ray ? y % x : b->is_ray ? x % y : x - y) != 0) return false;
  }
  return true;
}

/* Followers by different moves must be different if they are counted. */
static grundy_status check_moves(const claim *c) {
  for (uint32_t i = 0; i < c->move_count; i++)
    for (uint32_t k = 0; k < i && c->block > 0; k++)
      if (overlap(&c->moves[i], &c->moves[k]))
        return grundy_json_proof_refute(
            c->proof, "moves %" PRIu32 " and %" PRIu32 " can lead to the same position", k + 1,
            i + 1);
  return GRUNDY_OK;
}

/* Appends to the text of the game; a text that is too long ends early. */
GRUNDY_PRINTF(3, 4)
static void append(const claim *c, size_t *length, const char *format, ...) {
  grundy_certificate_report *report = c->proof->report;
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(report->game + *length, sizeof report->game - *length, format, arguments);
  va_end(arguments);
  *length += more < 0 ? 0 : (size_t)more;
  if (*length >= sizeof report->game) *length = sizeof report->game - 1;
}

/* Writes the game in the notation of games on vectors, without a start: block(vector{(1)*}, 1). */
static void write_game(const claim *c) {
  size_t length = 0;
  append(c, &length, "%s%svector{", c->block > 0 ? "block(" : "",
         c->terminal_count > 0 ? "terminal(" : "");
  for (uint32_t i = 0; i < c->move_count; i++) {
    for (uint32_t k = 0; k < c->dimension; k++)
      append(c, &length, "%s%" PRId64, k > 0 ? "," : i > 0 ? ",(" : "(", c->moves[i].entries[k]);
    append(c, &length, ")%s", c->moves[i].is_ray ? "*" : "");
  }
  append(c, &length, "}");
  for (uint32_t i = 0; i < c->terminal_count * c->dimension; i++)
    append(c, &length, "%s%" PRIu32, i % c->dimension > 0 ? "," : ", ", c->terminal[i]);
  if (c->terminal_count > 0) append(c, &length, ")");
  if (c->block > 0) append(c, &length, ", %" PRIu64 ")", c->block);
}

/* ---- words -------------------------------------------------------------------------------- */

/* A walk over states with the last digits of all coordinates, which words in Zeckendorf digits
 * need: two digits 1 after each other are not a number. */
typedef struct walk {
  claim *c;
  const machine *first, *second; /* the second one may be NULL */
  uint64_t memories;             /* tuples of last digits, and one more after other words */
  uint64_t *queue, found;
  uint8_t *seen;
} walk;

static void walk_add(walk *w, uint64_t place) {
  if (w->seen[place] == 0) w->queue[w->found++] = place;
  w->seen[place] = 1;
}

static grundy_status walk_start(walk *w) {
  uint64_t states = w->second == NULL ? 1 : w->second->states;
  w->memories = w->c->is_zeckendorf ? w->first->symbols + UINT64_C(1) : 1;
  uint64_t count = w->first->states * states;
  if (count > MOST_CELLS / w->memories)
    return grundy_json_proof_fail_limit(w->c->proof, "pairs of states", MOST_CELLS);
  w->queue = grundy_arena_array(&w->c->arena, count * w->memories, sizeof *w->queue);
  w->seen = grundy_arena_zeros(&w->c->arena, count * w->memories, 1);
  if (!w->c->arena.failed) walk_add(w, 0);
  return GRUNDY_OK;
}

static uint32_t walk_first(const walk *w, uint64_t place) {
  return (uint32_t)(place / w->memories / (w->second == NULL ? 1 : w->second->states));
}

static uint32_t walk_second(const walk *w, uint64_t place) {
  return (uint32_t)(place / w->memories % (w->second == NULL ? 1 : w->second->states));
}

static bool walk_is_position(const walk *w, uint64_t place) {
  return !w->c->is_zeckendorf || place % w->memories < w->memories - 1;
}

/* Adds what follows a place. */
static bool walk_on(walk *w, uint64_t place) {
  uint32_t symbols = w->first->symbols, first = walk_first(w, place),
           second = walk_second(w, place);
  uint64_t memory = place % w->memories, states = w->second == NULL ? 1 : w->second->states;
  for (uint32_t symbol = 0; symbol < symbols; symbol++) {
    uint64_t to = w->first->next[(uint64_t)first * symbols + symbol] * states;
    if (w->second != NULL) to += w->second->next[(uint64_t)second * symbols + symbol];
    bool is_number = walk_is_position(w, place) && (memory & symbol) == 0;
    walk_add(w, to * w->memories + (!w->c->is_zeckendorf ? 0
                                    : is_number          ? symbol
                                                         : w->memories - 1));
  }
  return grundy_work_step(w->c->proof->work, symbols);
}

static grundy_status check_words(claim *c) {
  walk w = {.c = c, .first = &c->automaton, .memories = 1};
  if (c->automaton.next[0] != 0)
    return grundy_json_proof_refute(c->proof, "zeros in front change the state of the automaton");
  grundy_status status = walk_start(&w);
  for (uint64_t at = 0; at < w.found; at++) {
    uint64_t place = w.queue[at];
    if (!walk_is_position(&w, place) && c->automaton.outputs[walk_first(&w, place)] <= c->level)
      return grundy_json_proof_refute(c->proof,
                                      "the automaton gives a value to a word that is not a "
                                      "position");
    if (!walk_on(&w, place)) return grundy_fail_cancelled(c->proof->error);
  }
  return status;
}

/* The numbers of followers in a level agree with the automaton at all positions. */
static grundy_status check_level(claim *c, const machine *counts, uint32_t level) {
  assert(counts->states > 0);
  walk w = {.c = c, .first = &c->automaton, .second = counts, .memories = 1};
  grundy_status status = walk_start(&w);
  for (uint64_t at = 0; at < w.found; at++) {
    uint64_t place = w.queue[at];
    uint32_t output = c->automaton.outputs[walk_first(&w, place)];
    bool is_many = counts->outputs[walk_second(&w, place)] > c->block;
    if (!walk_is_position(&w, place)) continue;
    if (output == level && is_many)
      return grundy_json_proof_refute(
          c->proof, "closure: a move leads from a position of level %" PRIu32 " into the level",
          level);
    if (output > level && !is_many)
      return grundy_json_proof_refute(
          c->proof, "absorption: a position outside has no move into level %" PRIu32, level);
    if (!walk_on(&w, place)) return grundy_fail_cancelled(c->proof->error);
  }
  return status;
}

/* ---- steps -------------------------------------------------------------------------------- */

/* An automaton whose states are labels; the empty label leads only to itself, with output 0. */
typedef struct rule {
  const void *context;
  uint32_t symbols;
  uint64_t room; /* the longest label */
  size_t (*start)(const void *context, int64_t *label);
  size_t (*next)(const void *context, const int64_t *label, size_t length, uint32_t symbol,
                 int64_t *to);
  uint32_t (*output)(const void *context, const int64_t *label, size_t length);
} rule;

/* The labels of a step. */
typedef struct labels {
  claim *c;
  const rule *r;
  uint32_t count;
  uint64_t *ends;
  int64_t *integers;
  uint32_t *map;
  grundy_hash_table table;
  const int64_t *wanted;
  size_t length;
  bool is_new; /* the label that was looked up had not been reached before */
} labels;

static bool is_wanted(const void *context, uint32_t number) {
  const labels *l = context;
  uint64_t from = number == 0 ? 0 : l->ends[number - 1];
  return l->ends[number] - from == l->length &&
         memcmp(l->integers + from, l->wanted, l->length * sizeof *l->wanted) == 0;
}

static uint32_t tag_of(const int64_t *label, size_t length) {
  return (uint32_t)(grundy_hash(GRUNDY_HASH_START, label, length * sizeof *label) >> 32);
}

/* Returns the number of a label; UINT32_MAX if it is not listed. */
static uint32_t find_label(labels *l, const int64_t *label, size_t length) {
  uint32_t number = UINT32_MAX;
  l->wanted = label;
  l->length = length;
  return grundy_hash_table_get(&l->table, tag_of(label, length), is_wanted, l, &number)
             ? number
             : UINT32_MAX;
}

static grundy_status fill_labels(labels *l, const json_t *list) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < l->count; i++) {
    const json_t *label = json_array_get(list, i);
    int64_t *integers = l->integers + end;
    size_t length;
    grundy_status status = grundy_json_proof_array(l->c->proof, label, "labels", "arrays", &length);
    if (status != GRUNDY_OK) return status;
    for (size_t k = 0; k < length; k++)
      if (!read_signed(json_array_get(label, k), INT32_MAX, &l->integers[end++]))
        return grundy_json_proof_fail(l->c->proof, "labels", "integers");
    l->ends[i] = end;
    if (find_label(l, integers, length) != UINT32_MAX)
      return grundy_json_proof_fail(l->c->proof, "labels", "different ones");
    if (!grundy_hash_table_reserve(&l->table, 1)) return grundy_fail_memory(l->c->proof->error);
    uint32_t tag = tag_of(integers, length);
    grundy_hash_table_put(&l->table, grundy_hash_table_find(&l->table, tag, is_wanted, l), tag, i);
  }
  return GRUNDY_OK;
}

/* Reads the labels and the map of the next step. */
static grundy_status read_step(labels *l) {
  claim *c = l->c;
  json_t *list, *map;
  const grundy_json_proof_member members[] = {{"labels", &list}, {"map", &map}, {0}};
  const json_t *step = json_array_get(c->steps, c->step++);
  if (step == NULL) return grundy_json_proof_refute(c->proof, "a step is missing");
  grundy_status status = grundy_json_proof_members(c->proof, step, "a step", members);
  if (status != GRUNDY_OK) return status;
  uint64_t count = json_array_size(list), total = 0;
  if (count < 1) return grundy_json_proof_fail(c->proof, "labels", "an array that is not empty");
  if (l->r->symbols < 1 || l->r->symbols > MOST_SYMBOLS || count > MOST_CELLS / l->r->symbols)
    return grundy_json_proof_fail_limit(c->proof, "transitions", MOST_CELLS);
  for (uint64_t i = 0; i < count; i++) total += json_array_size(json_array_get(list, i));
  l->count = (uint32_t)count;
  l->ends = grundy_arena_array(&c->arena, count, sizeof *l->ends);
  l->integers = grundy_arena_array(&c->arena, total, sizeof *l->integers);
  l->map = grundy_arena_array(&c->arena, count, sizeof *l->map);
  if (c->arena.failed) return GRUNDY_OK;
  status = grundy_json_proof_numbers(c->proof, map, "map", count, 0, (uint32_t)count - 1, l->map);
  return status == GRUNDY_OK ? fill_labels(l, list) : status;
}

/* Sets an entry of a merged state, or compares it. */
static bool agrees(uint32_t *entry, uint32_t value) {
  if (*entry == UINT32_MAX) *entry = value;
  return *entry == value;
}

/* Checks the transitions of a label that is reached, and adds labels that are new to the queue. */
static bool check_label(labels *l, machine *made, uint32_t number, int64_t *to, uint32_t *queue,
                        uint32_t *found, uint8_t *seen) {
  const rule *r = l->r;
  uint64_t from = number == 0 ? 0 : l->ends[number - 1];
  const int64_t *label = l->integers + from;
  size_t length = (size_t)(l->ends[number] - from);
  uint32_t output = length == 0 ? 0 : r->output(r->context, label, length);
  if (!agrees(&made->outputs[l->map[number]], output)) return false;
  for (uint32_t symbol = 0; symbol < r->symbols; symbol++) {
    size_t longer = length == 0 ? 0 : r->next(r->context, label, length, symbol, to);
    uint32_t next = find_label(l, to, longer);
    if (next == UINT32_MAX ||
        !agrees(&made->next[(uint64_t)l->map[number] * r->symbols + symbol], l->map[next]))
      return false;
    if (seen[next] == 0) queue[(*found)++] = next;
    seen[next] = 1;
  }
  return true;
}

static grundy_status check_labels(labels *l, machine *made) {
  claim *c = l->c;
  uint32_t *queue = grundy_arena_array(&c->arena, l->count, sizeof *queue), found = 1;
  uint8_t *seen = grundy_arena_zeros(&c->arena, l->count, 1);
  int64_t *to = grundy_arena_array(&c->arena, l->r->room, sizeof *to);
  if (c->arena.failed) return GRUNDY_OK;
  size_t length = l->r->start(l->r->context, to);
  bool is_right = find_label(l, to, length) == 0 && l->map[0] == 0;
  queue[0] = 0;
  seen[0] = 1;
  for (uint32_t at = 0; at < found && is_right; at++) {
    is_right = check_label(l, made, queue[at], to, queue, &found, seen);
    if (!grundy_work_step(c->proof->work, l->r->symbols))
      return grundy_fail_cancelled(c->proof->error);
  }
  if (is_right && found == l->count) return GRUNDY_OK;
  return grundy_json_proof_refute(c->proof, "the transitions of step %zu are wrong", c->step);
}

/* Checks the next step of the certificate; *made is its automaton. */
static grundy_status check_step(claim *c, const rule *r, machine *made) {
  labels l = {.c = c, .r = r};
  grundy_status status = read_step(&l);
  if (goes_on(c, status)) {
    *made = (machine){.symbols = r->symbols};
    for (uint32_t i = 0; i < l.count; i++)
      if (l.map[i] >= made->states) made->states = l.map[i] + 1;
    uint64_t cells = (uint64_t)made->states * r->symbols;
    made->outputs = grundy_arena_array(&c->arena, made->states, sizeof *made->outputs);
    made->next = grundy_arena_array(&c->arena, cells, sizeof *made->next);
    if (!c->arena.failed) {
      memset(made->outputs, 0xff, made->states * sizeof *made->outputs);
      memset(made->next, 0xff, cells * sizeof *made->next);
      status = check_labels(&l, made);
    }
  }
  for (uint32_t i = 0; goes_on(c, status) && i < made->states; i++)
    if (made->outputs[i] == UINT32_MAX)
      status = grundy_json_proof_refute(c->proof, "the map of step %zu has a gap", c->step);
  grundy_hash_table_free(&l.table);
  return status;
}

/* ---- pairs of positions ------------------------------------------------------------------- */

/* x and y, of which the next digits are read; y differs from x in the changed coordinates. */
typedef struct relation {
  const claim *c;
  const move *m;
  uint32_t level;
  uint32_t changed[MOST_COORDINATES], changed_count;
  uint32_t pivot;
  int64_t divisor;
} relation;

static relation relation_of(const claim *c, const move *m, uint32_t level) {
  relation r = {.c = c, .m = m, .level = level, .pivot = UINT32_MAX};
  for (uint32_t i = 0; i < c->dimension; i++) {
    int64_t a = m->entries[i] < 0 ? -m->entries[i] : m->entries[i], b = r.divisor;
    if (a != 0) r.changed[r.changed_count++] = i;
    if (m->entries[i] > 0 && (r.pivot == UINT32_MAX || m->entries[i] < m->entries[r.pivot]))
      r.pivot = i;
    while (a != 0) { /* Euclid */
      int64_t rest = b % a;
      b = a;
      a = rest;
    }
    r.divisor = b;
  }
  assert(r.pivot != UINT32_MAX); /* the move lowers the weight, so it has a positive entry */
  return r;
}

/* A label under construction: the values of the last label are taken off one by one. */
typedef struct tape {
  const claim *c;
  const int64_t *from;
  int64_t *to;
  bool is_dead;
} tape;

/* Follows the value of a difference that must be `goal` in the end, if `digit` is the difference of
 * the digits. What is still to come lies between -lower and upper times the value of the digits
 * that are left, where the value of a 1 before them counts as one. */
static void follow_difference(tape *t, int64_t digit, int64_t goal, int64_t upper, int64_t lower) {
  int64_t room = goal < 0 ? -goal : goal;
  upper += room;
  lower += room;
  if (!t->c->is_zeckendorf) {
    int64_t value = *t->from++ * t->c->base + digit;
    t->is_dead |= value < -upper || value > lower;
    *t->to++ = value;
    return;
  }
  int64_t before = t->from[0], value = before + t->from[1] + digit;
  /* The value is worth value + before * q, for some q between 1/2 and 1. */
  bool is_low = 2 * value + before < -2 * upper && value + before < -upper;
  bool is_high = 2 * value + before > 2 * lower && value + before > lower;
  t->is_dead |= is_low || is_high;
  t->to[0] = value;
  t->to[1] = before;
  t->from += 2;
  t->to += 2;
}

static void follow_remainder(tape *t, int64_t digit, int64_t modulus) {
  int64_t value =
      t->c->is_zeckendorf ? t->from[0] + t->from[1] + digit : t->from[0] * t->c->base + digit;
  *t->to++ = ((value % modulus) + modulus) % modulus;
  if (t->c->is_zeckendorf) *t->to++ = t->from[0];
  t->from += t->c->is_zeckendorf ? 2 : 1;
}

static size_t relation_length(const relation *r) {
  size_t pair = r->c->is_zeckendorf ? 2 : 1, memory = r->c->is_zeckendorf ? r->changed_count : 0;
  if (!r->m->is_ray) return 1 + pair * r->changed_count + memory;
  return 2 + pair * (r->changed_count - 1 + (r->divisor > 1)) + memory;
}

static size_t relation_start(const void *context, int64_t *label) {
  size_t length = relation_length(context);
  memset(label, 0, length * sizeof *label);
  return length;
}

static void follow_ray(const relation *r, tape *t, const int64_t *x, const int64_t *y) {
  uint32_t p = r->pivot;
  int64_t own = r->m->entries[p] / r->divisor;
  *t->to = *t->from == 1 || y[p] < x[p];
  t->is_dead |= *t->to == 0 && y[p] > x[p];
  t->to++;
  t->from++;
  if (r->divisor > 1) follow_remainder(t, x[p] - y[p], r->m->entries[p]);
  for (uint32_t i = 0; i < r->changed_count; i++) {
    uint32_t k = r->changed[i];
    if (k == p) continue;
    int64_t other = r->m->entries[k] / r->divisor, size = other < 0 ? -other : other;
    follow_difference(t, other * (x[p] - y[p]) - own * (x[k] - y[k]), 0, size + own, size + own);
  }
}

static size_t relation_next(const void *context, const int64_t *label, size_t length,
                            uint32_t symbol, int64_t *to) {
  const relation *r = context;
  const claim *c = r->c;
  int64_t x[MOST_COORDINATES] = {0}, y[MOST_COORDINATES] = {0};
  uint32_t rest = symbol, of_y = 0;
  tape t = {.c = c, .from = label + 1, .to = to + 1};
  for (uint32_t i = r->changed_count; i-- > 0; rest /= c->base) y[r->changed[i]] = rest % c->base;
  for (uint32_t i = c->dimension; i-- > 0; rest /= c->base) {
    x[i] = rest % c->base;
    if (r->m->entries[i] == 0) y[i] = x[i];
  }
  for (uint32_t i = 0; i < c->dimension; i++) of_y = of_y * c->base + (uint32_t)y[i];
  to[0] = c->automaton.next[(uint64_t)label[0] * c->automaton.symbols + of_y];
  t.is_dead = to[0] == c->sink;
  if (r->m->is_ray) follow_ray(r, &t, x, y);
  for (uint32_t i = 0; i < r->changed_count && !r->m->is_ray; i++)
    follow_difference(&t, x[r->changed[i]] - y[r->changed[i]], r->m->entries[r->changed[i]], 1, 1);
  for (uint32_t i = 0; i < r->changed_count && c->is_zeckendorf; i++) {
    *t.to++ = x[r->changed[i]];
    t.is_dead |= *t.from++ == 1 && x[r->changed[i]] == 1;
  }
  return t.is_dead ? 0 : length;
}

static uint32_t relation_output(const void *context, const int64_t *label, size_t length) {
  const relation *r = context;
  bool is_pair = r->c->is_zeckendorf;
  const int64_t *at = label + 1;
  (void)length;
  if (r->c->automaton.outputs[label[0]] != r->level) return 0;
  if (r->m->is_ray && *at++ != 1) return 0;
  if (r->m->is_ray && r->divisor > 1) {
    int64_t value = is_pair ? at[0] + at[1] : at[0];
    if (value % r->m->entries[r->pivot] != 0) return 0;
    at += is_pair ? 2 : 1;
  }
  for (uint32_t i = 0; i < r->changed_count; i++) {
    int64_t goal = r->m->is_ray ? 0 : r->m->entries[r->changed[i]];
    if (r->m->is_ray && r->changed[i] == r->pivot) continue;
    if ((is_pair ? at[0] + at[1] : at[0]) != goal) return 0;
    at += is_pair ? 2 : 1;
  }
  return 1;
}

/* ---- numbers of followers ----------------------------------------------------------------- */

typedef struct counting {
  const machine *pairs;
  uint32_t choices; /* of digits of y */
  int64_t most;
  uint32_t dead;   /* the state that leads only to itself, with output 0 */
  int64_t *counts; /* by states; 0 between calls */
} counting;

static size_t count_next(const void *context, const int64_t *label, size_t length, uint32_t symbol,
                         int64_t *to) {
  const counting *k = context;
  uint32_t least = UINT32_MAX, largest = 0;
  size_t made = 0;
  for (size_t i = 0; i < length; i += 2)
    for (uint32_t choice = 0; choice < k->choices; choice++) {
      uint32_t state = k->pairs->next[(uint64_t)label[i] * k->pairs->symbols +
                                      (uint64_t)symbol * k->choices + choice];
      if (state == k->dead) continue;
      k->counts[state] += label[i + 1];
      if (k->counts[state] > k->most) k->counts[state] = k->most;
      if (state < least) least = state;
      if (state > largest) largest = state;
    }
  for (uint32_t state = least; least != UINT32_MAX && state <= largest; state++) {
    if (k->counts[state] == 0) continue;
    to[made++] = state;
    to[made++] = k->counts[state];
    k->counts[state] = 0;
  }
  return made;
}

/* Zeros in front of x may be above digits of y. */
static size_t count_start(const void *context, int64_t *label) {
  const counting *k = context;
  int64_t *before = label + 2 * (uint64_t)k->pairs->states;
  size_t length = k->dead == 0 ? 0 : 2, last;
  label[0] = 0;
  label[1] = 1;
  do {
    last = length;
    memcpy(before, label, length * sizeof *label);
    length = count_next(k, before, last, 0, label);
  } while (length != last || memcmp(before, label, length * sizeof *label) != 0);
  return length;
}

static uint32_t count_output(const void *context, const int64_t *label, size_t length) {
  const counting *k = context;
  int64_t sum = 0;
  for (size_t i = 0; i < length; i += 2) sum += k->pairs->outputs[label[i]] * label[i + 1];
  return (uint32_t)(sum < k->most ? sum : k->most);
}

static grundy_status check_counts(claim *c, const relation *r, const machine *pairs,
                                  machine *made) {
  counting k = {.pairs = pairs,
                .choices = tuples(c, r->changed_count),
                .most = (int64_t)c->block + 1,
                .dead = find_sink(pairs, 0),
                .counts = grundy_arena_zeros(&c->arena, pairs->states, sizeof *k.counts)};
  if (c->arena.failed) return GRUNDY_OK;
  const rule counts = {.context = &k,
                       .symbols = tuples(c, c->dimension),
                       .room = 4 * (uint64_t)pairs->states + 2,
                       .start = count_start,
                       .next = count_next,
                       .output = count_output};
  return check_step(c, &counts, made);
}

/* ---- sums, and terminal positions --------------------------------------------------------- */

typedef struct summing {
  const machine *first, *second;
  uint32_t most;
} summing;

static size_t sum_start(const void *context, int64_t *label) {
  (void)context;
  label[0] = label[1] = 0;
  return 2;
}

static size_t sum_next(const void *context, const int64_t *label, size_t length, uint32_t symbol,
                       int64_t *to) {
  const summing *s = context;
  to[0] = s->first->next[(uint64_t)label[0] * s->first->symbols + symbol];
  to[1] = s->second->next[(uint64_t)label[1] * s->second->symbols + symbol];
  return length;
}

static uint32_t sum_output(const void *context, const int64_t *label, size_t length) {
  const summing *s = context;
  (void)length;
  uint32_t sum = s->first->outputs[label[0]] + s->second->outputs[label[1]];
  return sum < s->most ? sum : s->most;
}

/* The digits of terminal positions, as tuples. */
typedef struct ending {
  const claim *c;
  const machine *counts;
  uint32_t *lengths;
  uint32_t (*symbols)[MOST_DIGITS];
} ending;

static size_t ending_start(const void *context, int64_t *label) {
  const ending *e = context;
  memset(label, 0, (e->c->terminal_count + UINT64_C(1)) * sizeof *label);
  return e->c->terminal_count + (size_t)1;
}

static size_t ending_next(const void *context, const int64_t *label, size_t length, uint32_t symbol,
                          int64_t *to) {
  const ending *e = context;
  to[0] = e->counts->next[(uint64_t)label[0] * e->counts->symbols + symbol];
  for (size_t i = 1; i < length; i++) {
    int64_t read = label[i];
    to[i] = -1;
    if (read == 0 && symbol == 0)
      to[i] = 0;
    else if (read >= 0 && read < e->lengths[i - 1] && e->symbols[i - 1][read] == symbol)
      to[i] = read + 1;
  }
  return length;
}

static uint32_t ending_output(const void *context, const int64_t *label, size_t length) {
  const ending *e = context;
  for (size_t i = 1; i < length; i++)
    if (label[i] == e->lengths[i - 1]) return 0;
  return e->counts->outputs[label[0]];
}

/* Writes the tuples of digits of a terminal position, most significant first: of each coordinate
 * the largest possible digit is taken, from the top. */
static void write_digits(ending *e, uint32_t position) {
  const claim *c = e->c;
  uint64_t weights[MOST_DIGITS];
  bool has_begun = false;
  for (uint32_t i = 0; i < MOST_DIGITS; i++)
    weights[i] = i == 0                        ? 1
                 : c->is_zeckendorf            ? weights[i - 1] + (i == 1 ? 1 : weights[i - 2])
                 : weights[i - 1] > UINT32_MAX ? weights[i - 1]
                                               : weights[i - 1] * c->base;
  uint64_t rest[MOST_COORDINATES];
  for (uint32_t k = 0; k < c->dimension; k++) rest[k] = c->terminal[position * c->dimension + k];
  for (uint32_t i = MOST_DIGITS; i-- > 0;) {
    uint32_t symbol = 0;
    for (uint32_t k = 0; k < c->dimension; k++) {
      symbol = symbol * c->base + (uint32_t)(rest[k] / weights[i]);
      rest[k] %= weights[i];
    }
    has_begun |= symbol != 0;
    if (has_begun) e->symbols[position][e->lengths[position]++] = symbol;
  }
}

static grundy_status check_terminal(claim *c, machine *counts) {
  if (c->terminal_count == 0) return GRUNDY_OK;
  const machine before = *counts;
  ending e = {.c = c,
              .counts = &before,
              .lengths = grundy_arena_zeros(&c->arena, c->terminal_count, sizeof *e.lengths),
              .symbols = grundy_arena_zeros(&c->arena, c->terminal_count, sizeof *e.symbols)};
  if (c->arena.failed) return GRUNDY_OK;
  for (uint32_t i = 0; i < c->terminal_count; i++) write_digits(&e, i);
  const rule r = {.context = &e,
                  .symbols = before.symbols,
                  .room = c->terminal_count + UINT64_C(1),
                  .start = ending_start,
                  .next = ending_next,
                  .output = ending_output};
  return check_step(c, &r, counts);
}

/* ---- the whole proof ---------------------------------------------------------------------- */

/* Adds the followers by one move: pairs, their number, and the sum with those before. */
static grundy_status check_move(claim *c, uint32_t index, uint32_t level, machine *counts) {
  const relation r = relation_of(c, &c->moves[index], level);
  const rule pairs = {.context = &r,
                      .symbols = tuples(c, c->dimension + r.changed_count),
                      .room = relation_length(&r),
                      .start = relation_start,
                      .next = relation_next,
                      .output = relation_output};
  machine related = {0}, counted = {0};
  grundy_status status = check_step(c, &pairs, &related);
  if (goes_on(c, status)) status = check_counts(c, &r, &related, &counted);
  if (!goes_on(c, status)) return status;
  if (index == 0) {
    *counts = counted;
    return GRUNDY_OK;
  }
  const machine before = *counts;
  const summing s = {&before, &counted, (uint32_t)c->block + 1};
  const rule sum = {.context = &s,
                    .symbols = before.symbols,
                    .room = 2,
                    .start = sum_start,
                    .next = sum_next,
                    .output = sum_output};
  return check_step(c, &sum, counts);
}

static grundy_status check_steps(claim *c) {
  grundy_status status = check_words(c);
  for (uint32_t level = 0; level <= c->level && goes_on(c, status); level++) {
    uint64_t mark = c->arena.count;
    machine counts = {0};
    for (uint32_t i = 0; i < c->move_count && goes_on(c, status); i++)
      status = check_move(c, i, level, &counts);
    if (goes_on(c, status)) status = check_terminal(c, &counts);
    if (goes_on(c, status)) status = check_level(c, &counts, level);
    if (!c->arena.failed) grundy_arena_rewind(&c->arena, mark);
  }
  if (goes_on(c, status) && c->step != json_array_size(c->steps))
    status = grundy_json_proof_refute(c->proof, "there are more steps than the proof has");
  return status;
}

static void write_claim(const claim *c) {
  grundy_certificate_report *report = c->proof->report;
  char values[40] = "outcomes";
  if (c->level > 0) (void)snprintf(values, sizeof values, "values up to %" PRIu64, c->level);
  (void)snprintf(report->claim, sizeof report->claim,
                 "an automaton with %" PRIu32 " states gives the %s of all positions",
                 c->automaton.states, values);
}

static grundy_status check_claim(claim *c) {
  json_t *format, *game, *numeration, *level, *weight, *automaton;
  const grundy_json_proof_member members[] = {
      {"format", &format},         {"game", &game},
      {"numeration", &numeration}, {"level", &level},
      {"weight", &weight},         {"automaton", &automaton},
      {"steps", &c->steps},        {0}};
  grundy_status status =
      grundy_json_proof_members(c->proof, c->proof->root, "the certificate", members);
  if (goes_on(c, status)) status = read_game(c, game);
  if (goes_on(c, status)) status = read_numeration(c, numeration);
  if (goes_on(c, status))
    status = grundy_json_proof_number(c->proof, level, "level", 0, c->block > 0 ? 0 : MOST_LEVEL,
                                      &c->level);
  if (goes_on(c, status)) status = read_automaton(c, automaton);
  if (goes_on(c, status) && !json_is_array(c->steps))
    status = grundy_json_proof_fail(c->proof, "steps", "an array");
  if (!goes_on(c, status)) return status;
  c->sink = find_sink(&c->automaton, (uint32_t)c->level + 1);
  write_game(c);
  status = check_weight(c, weight);
  if (goes_on(c, status)) status = check_moves(c);
  if (goes_on(c, status)) status = check_steps(c);
  if (goes_on(c, status)) write_claim(c);
  return status;
}

static grundy_status check(const grundy_json_proof *proof) {
  claim c = {.proof = proof};
  grundy_status status = check_claim(&c);
  return grundy_arena_end(&c.arena, status, proof->error);
}

const grundy_json_proof_kind grundy_automaton_proof = {"grundy automaton 1", check};
