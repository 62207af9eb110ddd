#include "misere/drift.h"

#include <grundy/text.h>

#include "base/alloc.h"
#include "certificate/check.h"
#include "heap/sums.h"
#include "misere/certificate.h"

#include <assert.h>

enum {
  FEWEST_MULTIPLES = 6, /* of H, before a description is looked for */
  MOST_PERIOD = 12,
};

void grundy_drift_free(grundy_drift *drift) {
  if (drift == NULL) return;
  uint64_t cells = (uint64_t)(drift->a + drift->p) * (drift->b + drift->q);
  for (uint64_t i = 0; drift->outcomes != NULL && i < cells; i++) free(drift->outcomes[i]);
  free(drift->outcomes);
  free(drift->maps);
  free(drift->is_generator);
  free(drift->before);
  free(drift->by);
  free(drift);
}

bool grundy_drift_is_p(const grundy_drift *f, uint32_t s, uint64_t i, uint64_t j) {
  uint64_t least = i < j ? i : j;
  if (least >= f->d + f->c) {
    uint64_t less = (least - f->d) / f->c * f->c;
    i -= less;
    j -= less;
  }
  if (i >= f->a + f->p) i = f->a + (i - f->a) % f->p;
  if (j >= f->b + f->q) j = f->b + (j - f->b) % f->q;
  return grundy_set_has(f->outcomes[i * (f->b + f->q) + j], s);
}

/* ---- the table of outcomes ------------------------------------------------------------------ */

/* The outcomes of all classes with i < columns heaps G and j < rows heaps H. */
typedef struct table {
  grundy_misere_run *run; /* counts the outcomes that are compared */
  bool is_stopped;        /* by the run */
  const grundy_problem *problem;
  uint32_t first;     /* G */
  uint32_t size;      /* the number of classes */
  uint32_t *elements; /* of the level: class s with i heaps G at s · columns + i */
  uint32_t *class_of; /* by element of the level; UINT32_MAX: not a sum of other heaps */
  uint32_t columns, rows;
} table;

static void table_free(table *t) {
  free(t->elements);
  free(t->class_of);
}

static bool is_p(const table *t, uint32_t s, uint32_t i, uint32_t j) {
  return grundy_set_has(t->problem->multiples.lost[j], t->elements[(uint64_t)s * t->columns + i]);
}

/* Returns how many multiples of a heap are different, plus some that repeat others. */
static uint32_t count_powers(const grundy_misere_level *level, uint32_t heap) {
  const uint32_t *row = level->monoid->rows[level->values[heap]];
  uint32_t x = 0, y = 0, length = 0, start = 0;
  do {
    x = row[x];
    y = row[row[y]];
  } while (x != y);
  do {
    x = row[x];
    length++;
  } while (x != y);
  for (x = 0; x != y; start++) {
    x = row[x];
    y = row[y];
  }
  return start + 2 * length + 2;
}

/* Chooses the heap with the most different multiples. */
static uint32_t choose_first(const grundy_misere_level *level, uint32_t *columns) {
  uint32_t best = 0;
  *columns = 0;
  for (uint32_t h = 1; h <= level->known; h++) {
    uint32_t count = count_powers(level, h);
    if (count > *columns) best = h;
    if (count > *columns) *columns = count;
  }
  return best;
}

/* Finds the classes: the elements that heaps other than G generate. */
static bool find_classes(grundy_misere_run *run, table *t) {
  const grundy_misere_level *level = &t->problem->level;
  uint32_t n = level->monoid->size, *list = grundy_alloc(n, sizeof *list);
  t->class_of = grundy_alloc(n, sizeof *t->class_of);
  if (list == NULL || t->class_of == NULL) {
    free(list);
    return grundy_misere_fail_memory(run);
  }
  for (uint32_t x = 0; x < n; x++) t->class_of[x] = UINT32_MAX;
  list[0] = t->class_of[0] = 0;
  t->size = 1;
  for (uint32_t at = 0; at < t->size; at++)
    for (uint32_t h = 1; h <= level->known; h++) {
      uint32_t to = level->monoid->rows[level->values[h]][list[at]];
      if (h == t->first || t->class_of[to] != UINT32_MAX) continue;
      t->class_of[to] = t->size;
      list[t->size++] = to;
    }
  const uint32_t *row = level->monoid->rows[level->values[t->first]];
  t->elements = grundy_alloc((uint64_t)t->size * t->columns, sizeof *t->elements);
  for (uint32_t s = 0; s < t->size && t->elements != NULL; s++)
    for (uint32_t i = 0, x = list[s]; i < t->columns; i++, x = row[x])
      t->elements[(uint64_t)s * t->columns + i] = x;
  free(list);
  return t->elements != NULL || grundy_misere_fail_memory(run);
}

/* ---- periods of the table ------------------------------------------------------------------- */

/* Returns whether outcomes at (i, j) and (i + di, j + dj) are the same for all classes; false if
 * the run is stopped. */
static bool is_same(table *t, uint32_t i, uint32_t j, uint32_t di, uint32_t dj) {
  uint32_t s = 0;
  while (s < t->size && is_p(t, s, i, j) == is_p(t, s, i + di, j + dj)) s++;
  t->is_stopped = t->is_stopped || !grundy_misere_step(t->run, s + UINT64_C(1));
  return s == t->size && !t->is_stopped;
}

/* Returns whether period c of the diagonals holds for all pairs whose smaller number is `least`. */
static bool repeats_at(table *t, uint32_t c, uint32_t least) {
  for (uint32_t j = least; j + c < t->rows; j++)
    if (!is_same(t, least, j, c, c)) return false;
  for (uint32_t i = least + 1; i + c < t->columns; i++)
    if (!is_same(t, i, least, c, c)) return false;
  return true;
}

/* Finds where period c of the diagonals starts. False if too few outcomes confirm it. */
static bool find_diagonal(table *t, grundy_drift *f) {
  uint32_t side = t->rows < t->columns ? t->rows : t->columns;
  if (side < 2 * f->c) return false;
  for (f->d = side - f->c; f->d > 0 && repeats_at(t, f->c, f->d - 1);) f->d--;
  return 2 * (f->d + f->c) <= side;
}

/* Finds the shortest period in the direction of i or, with is_second, of j, next to the axes. */
static bool find_period(table *t, const grundy_drift *f, bool is_second, uint32_t *start,
                        uint32_t *length) {
  uint32_t end = is_second ? t->rows : t->columns, least = f->d + f->c;
  for (*length = 1; *length <= MOST_PERIOD && *length < end; ++*length) {
    *start = least;
    for (uint32_t i = end - *length; i-- > least && *start == least;)
      for (uint32_t j = 0; j < least && *start == least; j++)
        if (is_second ? !is_same(t, j, i, 0, *length) : !is_same(t, i, j, *length, 0))
          *start = i + 1;
    if (*start + *length + 1 < end) return true;
  }
  return false;
}

/* ---- descriptions --------------------------------------------------------------------------- */

static bool fill_maps(const table *t, grundy_drift *f) {
  const grundy_misere_level *level = &t->problem->level;
  f->maps = grundy_alloc((uint64_t)(f->heaps + 1) * f->size, sizeof *f->maps);
  if (f->maps == NULL) return false;
  for (uint32_t s = 0; s < f->size; s++) f->maps[s] = s;
  for (uint32_t h = 1; h <= f->heaps; h++)
    for (uint32_t s = 0; s < f->size; s++) {
      uint32_t x = t->elements[(uint64_t)s * t->columns];
      bool is_other = h != f->first && h != f->second;
      f->maps[(uint64_t)h * f->size + s] =
          is_other ? t->class_of[level->monoid->rows[level->values[h]][x]] : 0;
    }
  return true;
}

static bool fill_outcomes(const table *t, grundy_drift *f) {
  uint64_t columns = f->b + f->q, cells = (f->a + f->p) * columns;
  f->outcomes = grundy_alloc_zero(cells, sizeof *f->outcomes);
  if (f->outcomes == NULL) return false;
  for (uint64_t cell = 0; cell < cells; cell++) {
    uint32_t i = (uint32_t)(cell / columns), j = (uint32_t)(cell % columns);
    if (i >= f->d + f->c && j >= f->d + f->c) continue;
    f->outcomes[cell] = grundy_alloc_zero(grundy_set_words(f->size), sizeof **f->outcomes);
    if (f->outcomes[cell] == NULL) return false;
    for (uint32_t s = 0; s < f->size; s++)
      if (is_p(t, s, i, j)) grundy_set_add(f->outcomes[cell], s);
  }
  return true;
}

/* Searches the classes that the generators so far reach; returns how many there are. */
static uint32_t reach(const grundy_drift *f, uint32_t *queue) {
  uint32_t count = 1;
  for (uint32_t s = 0; s < f->size; s++) f->by[s] = UINT32_MAX;
  queue[0] = f->by[0] = 0;
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t h = 1; h <= f->heaps; h++) {
      uint32_t to = f->maps[(uint64_t)h * f->size + queue[at]];
      if (!f->is_generator[h] || f->by[to] != UINT32_MAX) continue;
      f->before[to] = queue[at];
      f->by[to] = h;
      queue[count++] = to;
    }
  return count;
}

/* Chooses generators: the heaps whose class is not a product of smaller ones. */
static bool choose_generators(grundy_drift *f) {
  uint32_t *queue = grundy_alloc(f->size, sizeof *queue);
  f->is_generator = grundy_alloc_zero(f->heaps + UINT64_C(1), sizeof *f->is_generator);
  f->before = grundy_alloc(f->size, sizeof *f->before);
  f->by = grundy_alloc(f->size, sizeof *f->by);
  bool done = queue != NULL && f->is_generator != NULL && f->before != NULL && f->by != NULL;
  if (done) (void)reach(f, queue);
  for (uint32_t h = 1; h <= f->heaps && done; h++) {
    if (h == f->first || h == f->second || f->by[f->maps[(uint64_t)h * f->size]] != UINT32_MAX)
      continue;
    f->is_generator[h] = true;
    (void)reach(f, queue);
  }
  assert(!done || reach(f, queue) == f->size);
  free(queue);
  return done;
}

/* Computes the map from z to zs. */
static void multiply(const grundy_drift *f, uint32_t s, uint32_t *row) {
  for (uint32_t z = 0; z < f->size; z++) row[z] = z;
  for (; s != 0; s = f->before[s]) {
    const uint32_t *map = f->maps + (uint64_t)f->by[s] * f->size;
    for (uint32_t z = 0; z < f->size; z++) row[z] = map[row[z]];
  }
}

void grundy_drift_write(const grundy_drift *drift, grundy_json *json) {
  uint64_t columns = drift->b + drift->q, cells = (drift->a + drift->p) * columns;
  grundy_json_integer(json, "heaps", drift->heaps);
  grundy_json_array(json, "drifting");
  grundy_json_integer(json, NULL, drift->first);
  grundy_json_integer(json, NULL, drift->second);
  grundy_json_end(json);
  grundy_json_integer(json, "size", drift->size);
  grundy_json_array(json, "generators");
  for (uint32_t h = 1; h <= drift->heaps; h++)
    if (drift->is_generator[h]) grundy_json_integer(json, NULL, h);
  grundy_json_end(json);
  grundy_json_array(json, "cayley");
  for (uint32_t h = 1; h <= drift->heaps; h++) {
    if (!drift->is_generator[h]) continue;
    grundy_json_line(json);
    grundy_misere_put_numbers(json, NULL, drift->maps + (uint64_t)h * drift->size, drift->size);
  }
  grundy_json_end(json);
  grundy_json_line(json);
  grundy_json_array(json, "phi");
  for (uint32_t h = 0; h <= drift->heaps; h++)
    if (h == drift->first || h == drift->second)
      grundy_json_null(json, NULL);
    else
      grundy_json_integer(json, NULL, drift->maps[(uint64_t)h * drift->size]);
  grundy_json_end(json);
  grundy_json_object(json, "fold");
  grundy_misere_put_numbers(json, "diagonal", (const uint32_t[]){drift->d, drift->c}, 2);
  grundy_misere_put_numbers(json, "first", (const uint32_t[]){drift->a, drift->p}, 2);
  grundy_misere_put_numbers(json, "second", (const uint32_t[]){drift->b, drift->q}, 2);
  grundy_json_end(json);
  grundy_json_array(json, "outcomes");
  for (uint64_t cell = 0; cell < cells; cell++) {
    if (drift->outcomes[cell] == NULL) continue;
    grundy_json_line(json);
    grundy_json_array(json, NULL);
    grundy_json_integer(json, NULL, cell / columns);
    grundy_json_integer(json, NULL, cell % columns);
    grundy_misere_put_set(json, drift->outcomes[cell], drift->size);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

/* ---- proofs --------------------------------------------------------------------------------- */

/* Lets the checker of certificates prove the description. A limit of the checker is not a
 * proof. */
static bool prove(grundy_misere_run *run, const grundy_drift *f, bool *is_proved) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = grundy_text_open(&text, &length);
  if (out == NULL) return grundy_misere_fail_memory(run);
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_misere_put_head(&json, run, "grundy misere infinite 1", f->heaps);
  grundy_drift_write(f, &json);
  grundy_json_end(&json);
  if (!grundy_text_close(out, &text)) {
    free(text);
    return grundy_misere_fail_memory(run);
  }
  grundy_certificate_report report;
  grundy_error error = {0};
  grundy_status status = grundy_json_proof_check_text(text, length, "the description",
                                                      run->work.monitor, &report, &error);
  free(text);
  *is_proved = status == GRUNDY_OK && report.is_right;
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_misere_fail_memory(run);
  if (status != GRUNDY_CANCELLED) return true;
  run->status = grundy_fail_cancelled(run->error);
  return false;
}

/* Makes a description with the periods in `shape`, and keeps it if it is proved. */
static bool try_table(grundy_misere_run *run, const table *t, const grundy_drift *shape,
                      grundy_drift **drift) {
  grundy_drift *f = grundy_alloc_zero(1, sizeof *f);
  if (f == NULL) return grundy_misere_fail_memory(run);
  *f = *shape;
  bool is_proved = false, done = fill_maps(t, f) && fill_outcomes(t, f) && choose_generators(f);
  if (!done) (void)grundy_misere_fail_memory(run);
  done = done && prove(run, f, &is_proved);
  if (is_proved)
    *drift = f;
  else
    grundy_drift_free(f);
  return done;
}

bool grundy_drift_find(grundy_misere_run *run, const grundy_problem *problem,
                       grundy_drift **drift) {
  const grundy_misere_level *level = &problem->level;
  table t = {.run = run, .problem = problem, .rows = problem->multiples.count};
  *drift = NULL;
  if (run->play != GRUNDY_MISERE_PLAY || t.rows < FEWEST_MULTIPLES) return true;
  t.first = choose_first(level, &t.columns);
  if (t.first == 0) return true;
  grundy_drift shape = {.first = t.first, .second = level->known + 1, .heaps = level->known + 1};
  bool done = find_classes(run, &t);
  shape.size = t.size;
  for (shape.c = 1; shape.c <= MOST_PERIOD && done && *drift == NULL; shape.c++) {
    const bool is_periodic = find_diagonal(&t, &shape) &&
                             find_period(&t, &shape, false, &shape.a, &shape.p) &&
                             find_period(&t, &shape, true, &shape.b, &shape.q);
    done = !t.is_stopped && (!is_periodic || try_table(run, &t, &shape, drift));
  }
  table_free(&t);
  return done && grundy_misere_step(run, level->monoid->size + (uint64_t)t.size * t.columns);
}

/* ---- larger heaps --------------------------------------------------------------------------- */

/* An option: the class of its heaps other than G and H, and how many heaps G and H it has. */
typedef struct split {
  uint32_t rest, first, second;
} split;

typedef struct splits {
  split *at;
  uint64_t count, room;
} splits;

static bool add_split(const grundy_drift *f, const uint32_t *parts, uint32_t count, splits *list) {
  split option = {0};
  for (uint32_t i = 0; i < count; i++)
    if (parts[i] == f->first)
      option.first++;
    else if (parts[i] == f->second)
      option.second++;
    else
      option.rest = f->maps[(uint64_t)parts[i] * f->size + option.rest];
  if (!grundy_grow(&list->at, &list->room, list->count + 1, sizeof *list->at)) return false;
  list->at[list->count++] = option;
  return true;
}

/* Lists the options of a heap. */
static bool list_options(grundy_misere_run *run, const grundy_drift *f, uint32_t heap,
                         splits *list) {
  const grundy_option_lists *lists = run->rules.lists;
  bool done = true;
  if (run->rules.code != NULL) {
    grundy_heap_move move;
    for (bool more = grundy_heap_first_move(run->rules.code, heap, &move); more && done;
         more = grundy_heap_next_move(run->rules.code, heap, &move))
      done = add_split(f, move.sizes, move.parts, list);
  } else {
    for (uint64_t o = lists->first[heap - 1]; o < lists->first[heap] && done; o++)
      done = add_split(f, lists->parts + lists->starts[o],
                       (uint32_t)(lists->starts[o + 1] - lists->starts[o]), list);
  }
  return done || grundy_misere_fail_memory(run);
}

/* Returns whether a move in a heap with these options, together with class z, i heaps G and j heaps
 * H, leads to P. */
static bool wins(const grundy_drift *f, const splits *list, const uint32_t *row_of_z, uint64_t i,
                 uint64_t j) {
  for (uint64_t o = 0; o < list->count; o++)
    if (grundy_drift_is_p(f, row_of_z[list->at[o].rest], i + list->at[o].first,
                          j + list->at[o].second))
      return true;
  return false;
}

/* The options of the next heap and of G and H, and scratch memory for classes. */
typedef struct candidates {
  splits next, first, second;
  uint32_t *row_of_z, *row_of_s;
} candidates;

/* Returns whether class s agrees with what is known about the next heap alone, with i heaps G and j
 * heaps H. row_of_s is the row of s. */
static bool is_plausible(const grundy_drift *f, const candidates *c, uint32_t s, uint32_t i,
                         uint32_t j) {
  bool won = false;
  for (uint64_t o = 0; o < c->next.count && !won; o++)
    won =
        grundy_drift_is_p(f, c->next.at[o].rest, i + c->next.at[o].first, j + c->next.at[o].second);
  if (won) return !grundy_drift_is_p(f, s, i, j);
  if (grundy_drift_is_p(f, s, i, j)) return true;
  return (i > 0 && wins(f, &c->first, c->row_of_s, i - 1, j)) ||
         (j > 0 && wins(f, &c->second, c->row_of_s, i, j - 1));
}

/* Returns whether class s can be that of the next heap, as far as is quickly seen. */
static bool may_be(const grundy_drift *f, candidates *c, uint32_t s) {
  uint32_t most_i = f->a + f->p + f->c + 3, most_j = f->b + f->q + f->c + 3;
  multiply(f, s, c->row_of_s);
  for (uint32_t i = 0; i < most_i; i++)
    for (uint32_t j = 0; j < most_j; j++)
      if ((i <= f->d + f->c || j <= f->d + f->c) && !is_plausible(f, c, s, i, j)) return false;
  for (uint32_t z = 1; z < f->size; z++) {
    if (!grundy_drift_is_p(f, c->row_of_s[z], 0, 0)) continue;
    multiply(f, z, c->row_of_z);
    if (wins(f, &c->next, c->row_of_z, 0, 0)) return false;
  }
  return true;
}

/* Gives the next heap the class whose row is in c->row_of_s, if that is proved. */
static bool try_class(grundy_misere_run *run, grundy_drift *f, const candidates *c, bool *found) {
  uint64_t cells = (uint64_t)(f->heaps + 1) * f->size, heaps = f->heaps + UINT64_C(1), wide = cells;
  if (!grundy_grow(&f->maps, &wide, cells + f->size, sizeof *f->maps) ||
      !grundy_grow(&f->is_generator, &heaps, heaps + 1, sizeof *f->is_generator))
    return grundy_misere_fail_memory(run);
  memcpy(f->maps + cells, c->row_of_s, f->size * sizeof *f->maps);
  f->is_generator[++f->heaps] = false;
  bool done = prove(run, f, found);
  if (!*found) f->heaps--;
  return done;
}

bool grundy_drift_extend(grundy_misere_run *run, grundy_drift *f, bool *found) {
  candidates c = {.row_of_z = grundy_alloc(f->size, sizeof *c.row_of_z),
                  .row_of_s = grundy_alloc(f->size, sizeof *c.row_of_s)};
  *found = false;
  bool done = (c.row_of_z != NULL && c.row_of_s != NULL) || grundy_misere_fail_memory(run);
  done = done && list_options(run, f, f->heaps + 1, &c.next) &&
         list_options(run, f, f->first, &c.first) && list_options(run, f, f->second, &c.second);
  for (uint32_t s = 0; s < f->size && done && !*found; s++) {
    if (c.next.count == 0 && s > 0) break;
    done = grundy_misere_step(run, f->size);
    if (done && (c.next.count == 0 || may_be(f, &c, s))) {
      multiply(f, s, c.row_of_s);
      done = try_class(run, f, &c, found);
    }
  }
  free(c.next.at);
  free(c.first.at);
  free(c.second.at);
  free(c.row_of_z);
  free(c.row_of_s);
  return done;
}
