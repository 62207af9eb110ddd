/* Checks the solution of a window (docs/infinite-proofs.md) in two steps. First, entries that are
 * not known are taken as draws and infinite numbers, and bounds as numbers: this must be the
 * solution of the game in which every position of the frontier has a loop. Then every entry must be
 * marked as unknown, or as a bound, exactly where something outside the window could change it. */

#include "verify/impl.h"

#include "base/order.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MISERE_COLUMNS = GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS };

/* ---- the first step ----------------------------------------------------------------------- */

/* Adds loops at the frontier. The rows stay increasing: a move that is there already is not
 * repeated. */
static grundy_status add_loops(checker *c, const uint8_t *frontier, grundy_digraph **looped) {
  const grundy_view *view = &c->view;
  uint64_t most = view->size + view->order, count = 0;
  uint32_t *tails = grundy_arena_array(&c->arena, most, sizeof *tails);
  uint32_t *heads = grundy_arena_array(&c->arena, most, sizeof *heads);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  for (uint32_t u = 0; u < view->order; u++) {
    for (uint64_t e = view->offsets[u]; e < view->offsets[u + 1]; e++, count++) {
      tails[count] = u;
      heads[count] = view->targets[e];
    }
    if (frontier[u] == 0) continue;
    tails[count] = heads[count] = u;
    count++;
  }
  grundy_status status = grundy_digraph_new(view->order, count, tails, heads, looped, c->error);
  grundy_arena_rewind(&c->arena, 0);
  return status;
}

static uint32_t without_mark(uint32_t number) {
  if (number >= GRUNDY_NUMBER_UNKNOWN) return GRUNDY_INFINITY;
  return number & ~GRUNDY_NUMBER_AT_MOST;
}

/* Copies the columns that the first step checks, without marks. */
static grundy_status copy_unmarked(const checker *c, grundy_solution **copy) {
  const grundy_columns letters = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE;
  const grundy_columns numbers = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS |
                                 GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_status status = grundy_solution_new(c->view.order, copy, c->error);
  for (grundy_columns rest = letters | numbers; rest != 0; rest &= rest - 1) {
    grundy_columns column = rest & -rest;
    const uint8_t *given = grundy_solution_letters(c->solution, column);
    const uint32_t *marked = grundy_solution_numbers(c->solution, column);
    uint8_t *letter;
    uint32_t *number;
    if (!has(c, column)) continue;
    if (status == GRUNDY_OK && (column & letters) != 0) {
      status = grundy_solution_add_letters(*copy, column, &letter, c->error);
      for (uint32_t v = 0; status == GRUNDY_OK && v < c->view.order; v++)
        letter[v] = given[v] == GRUNDY_OUTCOME_UNKNOWN ? GRUNDY_OUTCOME_D : given[v];
    } else if (status == GRUNDY_OK) {
      status = grundy_solution_add_numbers(*copy, column, &number, c->error);
      for (uint32_t v = 0; status == GRUNDY_OK && v < c->view.order; v++)
        number[v] = without_mark(marked[v]);
    }
  }
  return status;
}

static grundy_status check_with_loops(checker *c, const uint8_t *frontier) {
  grundy_digraph *looped = NULL;
  grundy_solution *copy = NULL;
  grundy_status status = add_loops(c, frontier, &looped);
  if (status == GRUNDY_OK) status = copy_unmarked(c, &copy);
  if (status == GRUNDY_OK) {
    checker inner = *c;
    inner.view = grundy_view_of(looped);
    inner.solution = copy;
    status = grundy_digraph_transpose(looped, GRUNDY_MONITORED(c->work.monitor), &inner.reverse,
                                      c->error);
    if (status == GRUNDY_OK) status = grundy_verify_impartial(&inner);
    c->work = inner.work;
    grundy_arena_free(&inner.arena);
    grundy_digraph_free(inner.reverse);
  }
  grundy_solution_free(copy);
  grundy_digraph_free(looped);
  return status;
}

/* ---- what could happen -------------------------------------------------------------------- */

/* If everything outside the window helps the player who wins: the least numbers of moves within
 * which the next player may win from v (odd, at 2v) and the previous player may win (even, at
 * 2v + 1). Found level by level; an entry of a level is 2v or 2v + 1. If nothing outside is counted
 * on, these are the remotenesses of the game with loops. */
typedef struct hope {
  const checker *c;
  const uint8_t *frontier;
  const grundy_digraph *reverse; /* of the window, without loops */
  bool misere, cautious;         /* cautious: nothing outside is counted on */
  uint32_t *low;                 /* 2v, 2v + 1; GRUNDY_INFINITY: never */
  uint64_t *left;                /* followers from which the next player has not won yet */
  uint32_t *queue;               /* entries in the order of their levels */
  uint64_t count;
} hope;

static void reach(hope *h, uint32_t entry, uint32_t level) {
  if (h->low[entry] != GRUNDY_INFINITY) return;
  h->low[entry] = level;
  h->queue[h->count++] = entry;
}

/* Enters what holds at this level without looking at followers: at terminal positions, and at the
 * frontier, where the best that can happen outside takes 0 moves, or 2 in misère play, to win for
 * the player who moved there, and 1 move for the next player. */
static void enter_level(hope *h, uint32_t level) {
  const grundy_outcome *ends = h->misere ? NULL : grundy_digraph_outcomes(h->c->g);
  uint32_t leaving = h->misere ? 3 : 1;
  for (uint32_t v = 0; level <= 3 && v < h->c->view.order; v++) {
    bool terminal = h->left[v] == 0 && grundy_view_row(&h->c->view, v).count == 0;
    if (h->frontier[v] != 0) {
      if (h->cautious) continue;
      if (level == leaving) reach(h, 2 * v, level);
      if (level == 2 && h->left[v] == 0) reach(h, 2 * v + 1, level);
    } else if (terminal) {
      uint32_t at = ends != NULL && ends[v] != 0 ? remoteness_at_end(ends[v]) : h->misere;
      if (level == at) reach(h, 2 * v + (at + 1) % 2, level);
    }
  }
}

/* Follows the moves into the position of each entry backwards, level by level. At the frontier the
 * previous player wins at level 2 at the earliest, when the next player has won outside at level
 * 1. */
static void find_low(hope *h) {
  uint32_t order = h->c->view.order;
  uint64_t at = 0;
  for (uint32_t v = 0; v < order; v++) h->left[v] = grundy_view_row(&h->c->view, v).count;
  memset(h->low, 0xff, 2 * (size_t)order * sizeof *h->low); /* GRUNDY_INFINITY */
  for (uint32_t level = 0; level <= 3 || at < h->count; level++) {
    enter_level(h, level);
    for (; at < h->count && h->low[h->queue[at]] <= level; at++) {
      uint32_t entry = h->queue[at], next = h->low[entry] + 1;
      grundy_vertices row = grundy_digraph_followers(h->reverse, entry / 2);
      for (uint64_t i = 0; i < row.count; i++) {
        uint32_t u = row.at[i];
        if (entry % 2 == 1)
          reach(h, 2 * u, next);
        else if (--h->left[u] == 0 && !(h->cautious && h->frontier[u] != 0))
          reach(h, 2 * u + 1, next);
      }
    }
  }
}

static grundy_status hope_new(checker *c, const uint8_t *frontier, const grundy_digraph *reverse,
                              bool misere, bool cautious, hope *h) {
  uint64_t order = c->view.order;
  *h = (hope){
      .c = c, .frontier = frontier, .reverse = reverse, .misere = misere, .cautious = cautious};
  h->low = grundy_arena_array(&c->arena, 2 * order, sizeof *h->low);
  h->left = grundy_arena_array(&c->arena, order, sizeof *h->left);
  h->queue = grundy_arena_array(&c->arena, 2 * order, sizeof *h->queue);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  find_low(h);
  return GRUNDY_OK;
}

static bool is_open(const hope *h, uint32_t v) {
  const uint32_t *low = h->low + 2 * (size_t)v;
  return low[0] != GRUNDY_INFINITY || low[1] != GRUNDY_INFINITY;
}

/* ---- the second step ---------------------------------------------------------------------- */

typedef struct marking {
  checker *c;
  const uint8_t *frontier;
  const hope *play;         /* of the column's kind of play */
  const hope *sure;         /* the same play, with nothing outside counted on */
  const uint8_t *reaches;   /* positions that can reach the frontier */
  const uint32_t *distance; /* the most moves inside the window; GRUNDY_INFINITY: no end */
} marking;

/* Removes the finding on a column. */
static void drop(checker *c, grundy_columns column) {
  grundy_report *report = c->report;
  for (size_t i = 0; i < report->count; i++) {
    finding *f = &report->findings[i];
    if (f->column != column || f->verdict == GRUNDY_VERDICT_REMARK) continue;
    free(f->text);
    memmove(f, f + 1, (--report->count - i) * sizeof *f);
    break;
  }
}

static grundy_status replace(checker *c, grundy_columns column, grundy_verdict verdict,
                             const char *text) {
  drop(c, column);
  return grundy_verify_note(c, column, verdict, "%s", text);
}

static grundy_status replace_wrong(checker *c, grundy_columns column, const violation *where,
                                   const char *text) {
  grundy_status status = replace(c, column, GRUNDY_VERDICT_WRONG, text);
  if (status == GRUNDY_OK) grundy_verify_set_violation(c, where);
  return status;
}

enum { ENTRY_TEXT = 24, MARK_TEXT = 256 + GRUNDY_NAME_MAX_BYTES };

static const char *number_text(uint32_t number, char text[ENTRY_TEXT]) {
  if (number == GRUNDY_NUMBER_UNKNOWN) return "?";
  if (number == GRUNDY_INFINITY) return "inf";
  snprintf(text, ENTRY_TEXT, "%s%" PRIu32, number >= GRUNDY_NUMBER_AT_MOST ? "at most " : "",
           number & ~GRUNDY_NUMBER_AT_MOST);
  return text;
}

static grundy_status fail_mark(const marking *m, grundy_columns column, uint32_t v,
                               const char *entry, const char *expected) {
  char scratch[GRUNDY_NAME_MAX_BYTES], text[MARK_TEXT];
  snprintf(text, sizeof text, "at '%s' the entry is %s; in this window expected %s",
           name_of(m->c, v, scratch), entry, expected);
  bool is_set = column == GRUNDY_COLUMN_K || column == GRUNDY_COLUMN_J;
  const violation wrong = {"window", v, is_set ? NULL : expected, is_set ? NULL : entry};
  return replace_wrong(m->c, column, &wrong, text);
}

/* Returns the right entry; `unmarked` is the given one without its mark, for a value right. */
typedef uint32_t right_number(const marking *m, uint32_t v, uint32_t unmarked);

static uint32_t right_remoteness(const marking *m, uint32_t v, uint32_t unmarked) {
  const uint32_t *sure = m->sure->low + 2 * (size_t)v;
  unmarked = sure[0] != GRUNDY_INFINITY ? sure[0] : sure[1];
  if (unmarked == GRUNDY_INFINITY)
    return is_open(m->play, v) ? GRUNDY_NUMBER_UNKNOWN : GRUNDY_INFINITY;
  bool least = m->play->low[2 * v + (unmarked % 2 == 0)] == unmarked;
  return least ? unmarked : unmarked | GRUNDY_NUMBER_AT_MOST;
}

static uint32_t right_value(const marking *m, uint32_t v, uint32_t unmarked) {
  bool unknown = unmarked == GRUNDY_INFINITY && m->reaches[v] != 0 && is_open(m->play, v);
  return unknown ? GRUNDY_NUMBER_UNKNOWN : unmarked;
}

static uint32_t right_distance(const marking *m, uint32_t v, uint32_t unmarked) {
  (void)unmarked;
  bool unknown = m->distance[v] != GRUNDY_INFINITY && m->reaches[v] != 0;
  return unknown ? GRUNDY_NUMBER_UNKNOWN : m->distance[v];
}

/* Returns whether the first step leaves something to check: a wrong value is not known better
 * here. */
static bool is_checked(const marking *m, grundy_columns column) {
  grundy_verdict verdict = grundy_verify_verdict(m->c, column);
  return verdict == GRUNDY_VERDICT_RIGHT ||
         (verdict == GRUNDY_VERDICT_WRONG && column != GRUNDY_COLUMN_GRUNDY);
}

static grundy_status check_numbers(const marking *m, grundy_columns column, right_number *right) {
  const uint32_t *numbers = grundy_solution_numbers(m->c->solution, column);
  if (numbers == NULL || !is_checked(m, column)) return GRUNDY_OK;
  for (uint32_t v = 0; v < m->c->view.order; v++) {
    char entry[ENTRY_TEXT], expected[ENTRY_TEXT];
    uint32_t wanted = right(m, v, without_mark(numbers[v]));
    if (numbers[v] != wanted)
      return fail_mark(m, column, v, number_text(numbers[v], entry), number_text(wanted, expected));
  }
  return GRUNDY_OK;
}

static grundy_status check_letters(const marking *m, grundy_columns column) {
  const grundy_outcome *letters = grundy_solution_letters(m->c->solution, column);
  if (letters == NULL || !is_checked(m, column)) return GRUNDY_OK;
  for (uint32_t v = 0; v < m->c->view.order; v++) {
    const uint32_t *sure = m->sure->low + 2 * (size_t)v;
    grundy_outcome right = sure[0] != GRUNDY_INFINITY   ? GRUNDY_OUTCOME_N
                           : sure[1] != GRUNDY_INFINITY ? GRUNDY_OUTCOME_P
                           : is_open(m->play, v)        ? GRUNDY_OUTCOME_UNKNOWN
                                                        : GRUNDY_OUTCOME_D;
    const char entry[2] = {(char)letters[v], '\0'}, expected[2] = {(char)right, '\0'};
    if (letters[v] != right) return fail_mark(m, column, v, entry, expected);
  }
  return GRUNDY_OK;
}

/* ---- sets --------------------------------------------------------------------------------- */

/* Returns whether this is the set of v. `room` is for one number more than v has followers. */
static bool is_right_set(const marking *m, const uint32_t *values, bool k, uint32_t v,
                         grundy_set set, uint32_t *room) {
  grundy_vertices row = grundy_view_row(&m->c->view, v);
  bool absent = k && values[v] < GRUNDY_NUMBER_UNKNOWN;
  uint64_t count = 0;
  if (absent || set.absent) return absent == set.absent;
  for (uint64_t i = 0; i < row.count; i++)
    if (!k || values[row.at[i]] != GRUNDY_INFINITY) room[count++] = values[row.at[i]];
  if (m->frontier[v] != 0 || (k && values[v] == GRUNDY_NUMBER_UNKNOWN))
    room[count++] = GRUNDY_NUMBER_UNKNOWN;
  count = grundy_sort_distinct(room, count);
  return set.size == count && (count == 0 || memcmp(set.numbers, room, count * sizeof *room) == 0);
}

static grundy_status check_sets(const marking *m, grundy_columns column) {
  const uint32_t *values = grundy_solution_numbers(m->c->solution, GRUNDY_COLUMN_GRUNDY);
  if (!has(m->c, column)) return GRUNDY_OK;
  if (values == NULL) return replace(m->c, column, GRUNDY_VERDICT_NOT_CHECKED, "needs grundy");
  if (grundy_verify_verdict(m->c, GRUNDY_COLUMN_GRUNDY) != GRUNDY_VERDICT_RIGHT)
    return replace(m->c, column, GRUNDY_VERDICT_NOT_CHECKED, "grundy is wrong");
  uint32_t *room =
      grundy_arena_array(&m->c->arena, grundy_longest_row(&m->c->view) + 1, sizeof *room);
  if (room == NULL) return grundy_fail_memory(m->c->error);
  uint32_t v = 0;
  while (v < m->c->view.order &&
         is_right_set(m, values, column == GRUNDY_COLUMN_K, v,
                      grundy_solution_set_at(m->c->solution, column, v), room))
    v++;
  if (v < m->c->view.order)
    return fail_mark(m, column, v, "another set", "the values of the followers");
  return replace(m->c, column, GRUNDY_VERDICT_RIGHT, "recomputed from grundy");
}

/* ---- the window --------------------------------------------------------------------------- */

static grundy_status check_places(const marking *m) {
  const uint8_t *letters = grundy_solution_letters(m->c->solution, GRUNDY_COLUMN_WINDOW);
  if (letters == NULL)
    return replace_wrong(m->c, GRUNDY_COLUMN_WINDOW,
                         &(violation){"window", GRUNDY_INFINITY, NULL, NULL},
                         "the game is a window, and the solution does not say so");
  for (uint32_t v = 0; v < m->c->view.order; v++)
    if ((letters[v] == 'F') != (m->frontier[v] != 0))
      return fail_mark(m, GRUNDY_COLUMN_WINDOW, v, letters[v] == 'F' ? "F" : "I",
                       letters[v] == 'F' ? "I" : "F");
  return replace(m->c, GRUNDY_COLUMN_WINDOW, GRUNDY_VERDICT_RIGHT,
                 "the frontier is where moves leave the window");
}

/* A wrong value was found in the game with loops. Says so, since its text speaks of that game. */
static grundy_status explain_value(const marking *m) {
  const grundy_report *report = m->c->report;
  for (size_t i = 0; i < report->count; i++) {
    const finding *f = &report->findings[i];
    char text[MARK_TEXT];
    if (f->column != GRUNDY_COLUMN_GRUNDY || f->verdict != GRUNDY_VERDICT_WRONG ||
        strstr(f->text, "in this window") != NULL)
      continue;
    snprintf(text, sizeof text,
             "in the game with a loop at every position of the frontier, and inf for ?: %s",
             f->text);
    const finding before = *f;
    return replace_wrong(m->c, GRUNDY_COLUMN_GRUNDY,
                         &(violation){before.kind, before.position, before.expected, before.found},
                         text);
  }
  return GRUNDY_OK;
}

/* Where rules have a function `terminal`, play may end otherwise outside the window, so that normal
 * play, values and misère play do not exist. */
static grundy_status reject_other_columns(const marking *m) {
  grundy_status status = GRUNDY_OK;
  grundy_columns defined = GRUNDY_COLUMNS_WINDOW;
  if (grundy_digraph_type(m->c->g) == GRUNDY_GAME_WINDOW_ENDS)
    defined = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE |
              GRUNDY_COLUMN_WINDOW;
  for (grundy_columns rest = GRUNDY_COLUMNS_ALL & ~defined; rest != 0; rest &= rest - 1)
    drop(m->c, rest & -rest);
  grundy_columns others = grundy_solution_columns(m->c->solution) & ~defined;
  for (; others != 0 && status == GRUNDY_OK; others &= others - 1)
    status = replace_wrong(m->c, others & -others,
                           &(violation){"undefined", GRUNDY_INFINITY, NULL, NULL},
                           "does not exist for a window");
  return status;
}

/* Marks positions that can reach the frontier. */
static void find_reaching(const hope *h, uint8_t *reaches) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < h->c->view.order; v++) {
    reaches[v] = h->frontier[v];
    if (reaches[v] != 0) h->queue[count++] = v;
  }
  for (uint64_t i = 0; i < count; i++) {
    grundy_vertices row = grundy_digraph_followers(h->reverse, h->queue[i]);
    for (uint64_t j = 0; j < row.count; j++) {
      if (reaches[row.at[j]] == 0) h->queue[count++] = row.at[j];
      reaches[row.at[j]] = 1;
    }
  }
}

/* Finds the most moves that play inside the window can take. The queue is increasing. */
static void find_distance(const hope *h, uint32_t *distance) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < h->c->view.order; v++) {
    h->left[v] = grundy_view_row(&h->c->view, v).count;
    distance[v] = h->left[v] == 0 ? 0 : GRUNDY_INFINITY;
    if (h->left[v] == 0) h->queue[count++] = v;
  }
  for (uint64_t i = 0; i < count; i++) {
    grundy_vertices row = grundy_digraph_followers(h->reverse, h->queue[i]);
    for (uint64_t j = 0; j < row.count; j++)
      if (--h->left[row.at[j]] == 0) {
        distance[row.at[j]] = distance[h->queue[i]] + 1;
        h->queue[count++] = row.at[j];
      }
  }
}

static grundy_status check_normal(marking *m, const hope *h) {
  uint64_t order = m->c->view.order;
  uint8_t *reaches = grundy_arena_array(&m->c->arena, order, sizeof *reaches);
  uint32_t *distance = grundy_arena_array(&m->c->arena, order, sizeof *distance);
  if (m->c->arena.failed) return grundy_fail_memory(m->c->error);
  find_reaching(h, reaches);
  find_distance(h, distance);
  m->reaches = reaches;
  m->distance = distance;
  grundy_status status = check_letters(m, GRUNDY_COLUMN_OUTCOME);
  if (status == GRUNDY_OK) status = check_numbers(m, GRUNDY_COLUMN_REMOTENESS, right_remoteness);
  if (status == GRUNDY_OK) status = check_numbers(m, GRUNDY_COLUMN_DISTANCE, right_distance);
  if (status == GRUNDY_OK) status = check_numbers(m, GRUNDY_COLUMN_GRUNDY, right_value);
  if (status == GRUNDY_OK) status = check_sets(m, GRUNDY_COLUMN_K);
  if (status == GRUNDY_OK) status = check_sets(m, GRUNDY_COLUMN_J);
  return status;
}

static grundy_status check_play(marking *m, const grundy_digraph *reverse, bool misere) {
  hope play, sure = {0};
  grundy_status status = hope_new(m->c, m->frontier, reverse, misere, false, &play);
  if (status == GRUNDY_OK) status = hope_new(m->c, m->frontier, reverse, misere, true, &sure);
  m->play = &play;
  m->sure = &sure;
  if (status == GRUNDY_OK)
    status = misere ? check_letters(m, GRUNDY_COLUMN_MISERE) : check_normal(m, &play);
  if (status == GRUNDY_OK && misere)
    status = check_numbers(m, GRUNDY_COLUMN_MISERE_REMOTENESS, right_remoteness);
  m->play = m->sure = NULL;
  grundy_arena_rewind(&m->c->arena, 0);
  return status;
}

grundy_status grundy_verify_window(checker *c) {
  marking m = {.c = c, .frontier = grundy_digraph_frontier(c->g)};
  grundy_digraph *reverse = NULL;
  grundy_status status = check_with_loops(c, m.frontier);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(c->g, GRUNDY_MONITORED(c->work.monitor), &reverse, c->error);
  if (status == GRUNDY_OK) status = check_play(&m, reverse, false);
  if (status == GRUNDY_OK && has(c, MISERE_COLUMNS)) status = check_play(&m, reverse, true);
  if (status == GRUNDY_OK) status = explain_value(&m);
  if (status == GRUNDY_OK) status = check_places(&m);
  if (status == GRUNDY_OK) status = reject_other_columns(&m);
  grundy_digraph_free(reverse);
  return status;
}
