/* Classical labellings: all functions g with g(u) = mex g(F(u)) at every vertex u. On a game with
 * cycles there may be none, one or many, and deciding whether there is one is NP-complete [Fra81].
 *
 * Whatever follows from the sinks is labelled first. The remaining vertices fall into pieces that
 * no move connects; each is searched by itself, and the numbers of their labellings multiply. The
 * search labels the vertices of a piece by strong component, in an order in which all moves
 * between strong components lead to earlier ones, and looks at every row that a new label touches.
 * A failed label is undone through the trail, the list of all labels in the order of their making.
 */

#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/saturate.h"
#include "digraph/attributes.h"
#include "digraph/strong_components.h"
#include "digraph/view.h"
#include "solve/impl.h"

#include <assert.h>
#include <string.h>

#define UNKNOWN GRUNDY_INFINITY

/* A vertex whose label was guessed. */
typedef struct guess {
  uint32_t place; /* its place in the piece */
  uint32_t next;  /* the least label that was not tried */
  uint32_t trail; /* the length of the trail before */
} guess;

typedef struct search {
  const grundy_digraph *g;
  const grundy_digraph *reverse;
  uint32_t *label;
  uint32_t *trail, trail_count;
  uint32_t examined; /* vertices on the trail whose rows and predecessors are consistent */
  guess *guesses;
  uint32_t guess_count;
  uint64_t *seen, round; /* label x is in the row that is examined if seen[x] == round */
  uint64_t steps_left;
  grundy_arena arena; /* owns these arrays */
  grundy_work *work;
  bool cancelled;
} search;

/* What is known about the followers of a vertex: their labels are those seen in this round. */
typedef struct row_facts {
  uint32_t unknown;      /* followers without a label */
  uint32_t last_unknown; /* one of them */
} row_facts;

/* ---- consistency ------------------------------------------------------------------------ */

static bool is_seen(const search *s, uint32_t label) {
  return s->seen[label] == s->round;
}

static row_facts read_row(search *s, uint32_t u) {
  grundy_vertices followers = grundy_digraph_followers(s->g, u);
  row_facts row = {0};
  s->round++;
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t label = s->label[followers.at[i]];
    if (label == UNKNOWN) {
      row.unknown++;
      row.last_unknown = followers.at[i];
    } else {
      s->seen[label] = s->round;
    }
  }
  s->cancelled = s->cancelled || !grundy_work_step(s->work, followers.count + 1);
  s->steps_left -= followers.count < s->steps_left ? followers.count + 1 : s->steps_left;
  return row;
}

static void set_label(search *s, uint32_t u, uint32_t label) {
  assert(s->label[u] == UNKNOWN);
  s->label[u] = label;
  s->trail[s->trail_count++] = u;
}

/* Returns false if u cannot be part of a labelling. Labels what follows: u itself, if all its
 * followers have labels. If u has a label, no follower has the same, and every smaller label is
 * there or may still come; the only follower that can bring a missing label gets it. */
static bool examine(search *s, uint32_t u) {
  row_facts row = read_row(s, u);
  uint32_t label = s->label[u], missing = 0, wanted = 0, mex = 0;
  if (label == UNKNOWN) {
    if (row.unknown > 0) return true;
    while (is_seen(s, mex)) mex++;
    set_label(s, u, mex);
    return true;
  }
  if (is_seen(s, label)) return false;
  for (uint32_t x = 0; x < label && missing <= row.unknown; x++)
    if (!is_seen(s, x)) {
      missing++;
      wanted = x;
    }
  if (missing > row.unknown) return false;
  if (missing == 1 && row.unknown == 1) set_label(s, row.last_unknown, wanted);
  return true;
}

static bool is_out_of_time(const search *s) {
  return s->cancelled || s->steps_left == 0;
}

/* Examines everything that the latest labels touch. False if they contradict each other. */
static bool propagate(search *s) {
  while (s->examined < s->trail_count && !is_out_of_time(s)) {
    uint32_t u = s->trail[s->examined++];
    if (!examine(s, u)) return false;
    grundy_vertices before = grundy_digraph_followers(s->reverse, u);
    for (uint64_t i = 0; i < before.count; i++)
      if (!examine(s, before.at[i])) return false;
  }
  return true;
}

static void undo(search *s, uint32_t trail) {
  while (s->trail_count > trail) s->label[s->trail[--s->trail_count]] = UNKNOWN;
  s->examined = trail;
}

/* ---- the search of one piece ------------------------------------------------------------ */

/* Finds the least label from `from` on that the row of u allows; UNKNOWN if there is none. */
static uint32_t next_label(search *s, uint32_t u, uint32_t from) {
  row_facts row = read_row(s, u);
  uint32_t missing = 0;
  for (uint32_t x = 0; missing <= row.unknown; x++) {
    if (is_seen(s, x)) continue;
    if (x >= from) return x;
    missing++;
  }
  return UNKNOWN;
}

/* Gives the latest guess its next label; if there is none, the guess before it, and so on. False
 * if all guesses have been tried. */
static bool guess_again(search *s, const uint32_t *piece) {
  while (s->guess_count > 0 && !is_out_of_time(s)) {
    guess *last = &s->guesses[s->guess_count - 1];
    uint32_t u = piece[last->place];
    undo(s, last->trail);
    uint32_t label = next_label(s, u, last->next);
    if (label == UNKNOWN) {
      s->guess_count--;
      continue;
    }
    last->next = label + 1;
    set_label(s, u, label);
    if (propagate(s)) return !is_out_of_time(s);
  }
  return false;
}

/* Vertices without a label, in pieces; those of piece i are order[start[i] …]. Within a piece,
 * strong components come in their order, and neighbours are close to each other. */
typedef struct pieces {
  uint32_t *order;
  grundy_starts starts;
  uint32_t count;
} pieces;

/* Counts the labellings of piece i up to `most`, and copies the first of them to `labels`, which
 * may be NULL. */
static uint64_t search_piece(search *s, const pieces *p, uint32_t i, uint64_t most,
                             uint32_t *labels) {
  const uint32_t *piece = p->order + p->starts.start[i];
  uint32_t start = s->trail_count, count = p->starts.start[i + 1] - p->starts.start[i];
  uint64_t found = 0;
  s->guesses[0] = (guess){.place = 0, .trail = start};
  s->guess_count = 1;
  while (found < most && guess_again(s, piece)) {
    uint32_t place = s->guesses[s->guess_count - 1].place;
    while (place < count && s->label[piece[place]] != UNKNOWN) place++;
    if (place < count) {
      s->guesses[s->guess_count++] = (guess){.place = place, .trail = s->trail_count};
    } else if (found++ == 0 && labels != NULL) {
      for (uint32_t j = 0; j < count; j++) labels[piece[j]] = s->label[piece[j]];
    }
  }
  undo(s, start);
  return found;
}

/* ---- pieces ----------------------------------------------------------------------------- */

static void add_neighbours(const search *s, grundy_vertices row, uint32_t *piece, uint32_t number,
                           uint32_t *list, uint32_t *end) {
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t v = row.at[i];
    if (s->label[v] != UNKNOWN || piece[v] != UNKNOWN) continue;
    piece[v] = number;
    list[(*end)++] = v;
  }
}

/* Numbers the piece of every vertex in piece[], and lists the vertices breadth first. Returns how
 * many there are. */
static uint32_t list_pieces(const search *s, uint32_t *piece, uint32_t *list, uint32_t *count) {
  uint32_t order = grundy_digraph_order(s->g), end = 0;
  *count = 0;
  for (uint32_t v = 0; v < order; v++) piece[v] = UNKNOWN;
  for (uint32_t v = 0; v < order; v++) {
    if (s->label[v] != UNKNOWN || piece[v] != UNKNOWN) continue;
    uint32_t next = end;
    piece[v] = *count;
    list[end++] = v;
    for (; next < end; next++) {
      add_neighbours(s, grundy_digraph_followers(s->g, list[next]), piece, *count, list, &end);
      add_neighbours(s, grundy_digraph_followers(s->reverse, list[next]), piece, *count, list,
                     &end);
    }
    ++*count;
  }
  return end;
}

static grundy_status find_pieces(search *s, pieces *p, grundy_error *error) {
  uint32_t order = grundy_digraph_order(s->g), count, ignored;
  uint64_t mark = s->arena.count + 1; /* the order of the pieces remains */
  p->order = grundy_arena_array(&s->arena, order, sizeof *p->order);
  uint32_t *piece = grundy_arena_array(&s->arena, order, sizeof *piece);
  uint32_t *strong = grundy_arena_array(&s->arena, order, sizeof *strong);
  uint32_t *list = grundy_arena_array(&s->arena, order, sizeof *list);
  if (s->arena.failed) return GRUNDY_OK;
  grundy_status status = grundy_strong_components_find(s->g, s->work, strong, &ignored, error);
  if (status != GRUNDY_OK) return status;
  count = list_pieces(s, piece, list, &p->count);
  /* The room of the list is used for the second sort. */
  if (!grundy_sort_vertices(list, count, strong, p->order, &count, NULL))
    return grundy_fail_memory(error);
  memcpy(list, p->order, count * sizeof *list);
  if (!grundy_sort_vertices(list, count, piece, p->order, &count, &p->starts))
    return grundy_fail_memory(error);
  grundy_arena_rewind(&s->arena, mark);
  (void)grundy_arena_adopt(&s->arena, p->starts.start, (uint64_t)p->starts.largest + 2,
                           sizeof *p->starts.start);
  return GRUNDY_OK;
}

/* ---- the whole game --------------------------------------------------------------------- */

enum { DEFAULT_MOST = 1000000, DEFAULT_STEPS = 1000000000 };

/* Finds one labelling of each piece. */
static grundy_status find_one(search *s, const pieces *p, const grundy_labellings_options *options,
                              uint32_t *labels, grundy_labellings_report *report,
                              grundy_error *error) {
  for (uint32_t i = 0; i < p->count; i++) {
    if (search_piece(s, p, i, 1, labels) > 0) continue;
    if (s->cancelled) return grundy_fail_cancelled(error);
    if (s->steps_left == 0)
      return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "found no classical labelling within %llu steps",
                                 (unsigned long long)options->steps);
    report->none_at = p->order[p->starts.start[i]];
    return GRUNDY_OK;
  }
  report->count = 1;
  return GRUNDY_OK;
}

/* Counts the labellings of a game that has one. */
static grundy_status count_all(search *s, const pieces *p, const grundy_labellings_options *options,
                               grundy_labellings_report *report, grundy_error *error) {
  s->steps_left = options->steps;
  report->complete = true;
  for (uint32_t i = 0; i < p->count; i++) {
    uint64_t found = search_piece(s, p, i, options->most, NULL);
    if (s->cancelled) return grundy_fail_cancelled(error);
    if (is_out_of_time(s) || found == options->most) report->complete = false;
    report->count = grundy_times(report->count, found == 0 ? 1 : found);
  }
  if (report->count == UINT64_MAX) report->complete = false;
  return GRUNDY_OK;
}

/* Labels what follows from the sinks. Time O(V + E): left[v] counts the followers of v without a
 * label, and v is examined when there are none. A labelled vertex needs no second look, because all
 * of its followers were labelled before. */
static void label_forced(search *s, uint32_t *left) {
  uint32_t order = grundy_digraph_order(s->g);
  for (uint32_t v = 0; v < order; v++) {
    left[v] = (uint32_t)grundy_digraph_followers(s->g, v).count;
    if (left[v] == 0) set_label(s, v, 0);
  }
  while (s->examined < s->trail_count && !s->cancelled) {
    grundy_vertices before = grundy_digraph_followers(s->reverse, s->trail[s->examined++]);
    for (uint64_t i = 0; i < before.count; i++) {
      uint32_t u = before.at[i];
      assert(left[u] > 0 && s->label[u] == UNKNOWN);
      if (--left[u] == 0) (void)examine(s, u);
    }
  }
}

static grundy_status search_game(search *s, const grundy_labellings_options *options,
                                 uint32_t *labels, grundy_labellings_report *report,
                                 grundy_error *error) {
  pieces p = {0};
  s->steps_left = UINT64_MAX;
  label_forced(s, labels); /* with the room of the labels */
  memcpy(labels, s->label, grundy_digraph_order(s->g) * sizeof *labels);
  if (s->cancelled) return grundy_fail_cancelled(error);
  grundy_status status = find_pieces(s, &p, error);
  if (status != GRUNDY_OK || s->arena.failed) return status;
  s->steps_left = options->steps;
  status = find_one(s, &p, options, labels, report, error);
  if (status == GRUNDY_OK && report->count > 0) status = count_all(s, &p, options, report, error);
  return status;
}

static grundy_status search_reversible(search *s, const grundy_labellings_options *options,
                                       uint32_t *labels, grundy_labellings_report *report,
                                       grundy_error *error) {
  grundy_view view = grundy_view_of(s->g);
  uint32_t order = view.order;
  s->label = grundy_arena_array(&s->arena, order, sizeof *s->label);
  s->trail = grundy_arena_array(&s->arena, order, sizeof *s->trail);
  s->guesses = grundy_arena_array(&s->arena, order, sizeof *s->guesses);
  s->seen = grundy_arena_zeros(&s->arena, grundy_longest_row(&view) + 2, sizeof *s->seen);
  grundy_status status = GRUNDY_OK;
  for (uint32_t v = 0; !s->arena.failed && v < order; v++) s->label[v] = UNKNOWN;
  if (!s->arena.failed) status = search_game(s, options, labels, report, error);
  return grundy_arena_end(&s->arena, status, error);
}

/* A vertex with a loop has no label: mex g(F(u)) is not in g(F(u)). */
grundy_status grundy_labellings(const grundy_digraph *g, const grundy_labellings_options *options,
                                uint32_t *labels, grundy_labellings_report *report,
                                grundy_error *error) {
  grundy_labellings_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (grundy_digraph_require_whole(g, "classical labellings", error) != GRUNDY_OK)
    return GRUNDY_UNDEFINED;
  if (chosen.most == 0) chosen.most = DEFAULT_MOST;
  if (chosen.steps == 0) chosen.steps = DEFAULT_STEPS;
  grundy_labellings_report found = {.complete = true, .none_at = GRUNDY_INFINITY};
  for (uint32_t v = 0; v < grundy_digraph_order(g) && !found.loop; v++)
    if (grundy_digraph_has_move(g, v, v)) {
      found.loop = true;
      found.none_at = v;
    }
  if (!found.loop) {
    grundy_work work = grundy_work_start(chosen.monitor, "labellings", 0);
    grundy_digraph *reverse = NULL;
    status = grundy_digraph_transpose(g, GRUNDY_MONITORED(chosen.monitor), &reverse, error);
    search s = {.g = g, .reverse = reverse, .work = &work};
    if (status == GRUNDY_OK) status = search_reversible(&s, &chosen, labels, &found, error);
    grundy_digraph_free(reverse);
  }
  if (status == GRUNDY_OK) *report = found;
  return status;
}
