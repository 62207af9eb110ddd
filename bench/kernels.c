#include "kernels.h"

#include "fifo.h"
#include "paper.h"
#include "solve/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- runs ------------------------------------------------------------------------------- */

uint64_t read_once(const grundy_digraph *g, const uint32_t *labels) {
  const uint32_t *targets = grundy_digraph_targets(g);
  uint64_t size = grundy_digraph_size(g), sum = 0;
  for (uint64_t e = 0; e < size; e++) sum += labels[targets[e]];
  return sum;
}

static bool run_limit(void *context) {
  subject *s = context;
  s->sum = read_once(s->g, s->other);
  return true;
}

static bool run_reverse(void *context) {
  subject *s = context;
  grundy_digraph *reverse;
  must(grundy_digraph_transpose(s->g, NULL, &reverse, NULL), "transpose");
  grundy_digraph_free(reverse);
  return true;
}

static bool run_remoteness(void *context) {
  subject *s = context;
  must(grundy_remoteness_solve(s->g, s->reverse, GRUNDY_NORMAL_PLAY, NULL, s->remoteness, NULL),
       "remoteness");
  return true;
}

static bool run_misere(void *context) {
  subject *s = context;
  must(grundy_remoteness_solve(s->g, s->reverse, GRUNDY_MISERE_PLAY, NULL, s->other, NULL),
       "misere remoteness");
  return true;
}

static bool run_distance(void *context) {
  subject *s = context;
  must(grundy_distance_solve(s->g, s->reverse, NULL, s->other, NULL), "distance");
  return true;
}

static bool run_values(void *context) {
  subject *s = context;
  must(grundy_values_solve(s->g, s->reverse, NULL, s->values, s->counter, NULL), "values");
  return true;
}

static bool run_hmin(void *context) {
  subject *s = context;
  must(grundy_hmin_solve(s->g, s->reverse, s->values, NULL, s->other, NULL), "hmin");
  return true;
}

static bool run_solve(void *context) {
  subject *s = context;
  grundy_solution_free(s->solution);
  must(grundy_solve_in_memory(s->g, NULL, &s->solution, NULL), "solve");
  return true;
}

static bool run_verify(void *context) {
  subject *s = context;
  grundy_report *report;
  must(grundy_verify(s->g, s->solution, NULL, &report, NULL), "verify");
  if (!grundy_report_right(report)) {
    fprintf(stderr, "bench: the solution of %s is wrong\n", s->played->name);
    exit(1);
  }
  grundy_report_free(report);
  return true;
}

static bool run_fifo(void *context) {
  subject *s = context;
  fifo_remoteness(s->g, s->reverse, s->other);
  return true;
}

static bool run_paper(void *context) {
  subject *s = context;
  return paper_values(s->g, s->reverse, s->paper_seconds, s->other);
}

static bool run_chase(void *context) {
  subject *s = context;
  uint32_t v = s->start;
  while (s->next[v] != v) v = s->next[v];
  s->sum = v;
  return true;
}

static bool run_chase_rows(void *context) {
  subject *s = context;
  const uint64_t *offsets = grundy_digraph_offsets(s->g);
  const uint32_t *targets = grundy_digraph_targets(s->g);
  uint32_t v = s->start;
  while (offsets[v] < offsets[v + 1]) v = targets[offsets[v]];
  s->sum = v;
  return true;
}

const kernel kernels[KERNEL_COUNT] = {
    [LIMIT] = {"limit", "limit", run_limit, false},
    [REVERSE] = {"reverse", "reverse", run_reverse, true},
    [REMOTENESS] = {"remoteness", "remote", run_remoteness, true},
    [MISERE] = {"misere", "misere", run_misere, false},
    [DISTANCE] = {"distance", "dist", run_distance, false},
    [VALUES] = {"values", "G", run_values, true},
    [HMIN] = {"hmin", "H_min", run_hmin, false},
    [SOLVE] = {"solve", "solve", run_solve, true},
    [VERIFY] = {"verify", "verify", run_verify, true},
    [FIFO] = {"fifo", "FIFO", run_fifo, false},
    [PAPER] = {"paper", "paper", run_paper, false},
    [CHASE] = {"chase", "chase", run_chase, false},
    [CHASE_ROWS] = {"chase-rows", "rows", run_chase_rows, false},
};

kernel_id find_kernel(const char *name) {
  int id = 0;
  while (id < KERNEL_COUNT && strcmp(kernels[id].name, name) != 0) id++;
  return (kernel_id)id;
}

bool kernel_applies(kernel_id id, const game *played) {
  if (id == HMIN) return played->selected;
  if (id == CHASE || id == CHASE_ROWS) return played->family == CHAIN;
  return true;
}

/* ---- subjects --------------------------------------------------------------------------- */

subject subject_new(const game *played, const game_size *size, grundy_digraph *g) {
  return (subject){.played = played, .g = g, .paper_seconds = size->paper_seconds};
}

void subject_free(subject *s) {
  grundy_digraph_free(s->g);
  grundy_digraph_free(s->reverse);
  grundy_solution_free(s->solution);
  free(s->remoteness);
  free(s->values);
  free(s->counter);
  free(s->other);
  free(s->next);
  *s = (subject){0};
}

static void prepare_arrays(subject *s) {
  uint32_t order = grundy_digraph_order(s->g);
  uint32_t **arrays[] = {&s->remoteness, &s->values, &s->counter, &s->other};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    *arrays[i] = must_alloc(order, sizeof **arrays[i]);
    for (uint32_t v = 0; v < order; v++) (*arrays[i])[v] = v;
  }
}

static void prepare_chase(subject *s) {
  uint32_t order = grundy_digraph_order(s->g);
  s->next = must_alloc(order, sizeof *s->next);
  for (uint32_t v = 0; v < order; v++) {
    grundy_vertices followers = grundy_digraph_followers(s->g, v);
    s->next[v] = followers.count == 0 ? v : followers.at[0];
    if (grundy_digraph_followers(s->reverse, v).count == 0) s->start = v;
  }
}

void prepare_for(subject *s, kernel_id id) {
  if (id == REVERSE || id == SOLVE) return;
  if (id == VERIFY) {
    if (s->solution == NULL) run_solve(s);
    return;
  }
  if (s->other == NULL) prepare_arrays(s);
  if (id == LIMIT) return;
  if (s->reverse == NULL)
    must(grundy_digraph_transpose(s->g, NULL, &s->reverse, NULL), "transpose");
  if (id == HMIN) run_values(s);
  if ((id == CHASE || id == CHASE_ROWS) && s->next == NULL) prepare_chase(s);
}

void compare_with(const subject *s, kernel_id id) {
  const uint32_t *found = id == FIFO ? s->remoteness : id == PAPER ? s->values : s->other;
  size_t bytes = grundy_digraph_order(s->g) * sizeof *found;
  if (bytes == 0 || memcmp(found, s->other, bytes) == 0) return;
  fprintf(stderr, "bench: %s gives a different result on %s\n", kernels[id].name, s->played->name);
  exit(1);
}
