#include "model/graph_family.h"

#include "base/alloc.h"
#include "base/error.h"
#include "text/numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A graph that is being made. */
typedef struct making {
  const char *text;
  uint64_t *numbers; /* of the text */
  uint64_t count;
  grundy_builder *builder;
  uint64_t order, edges;
  grundy_error *error;
} making;

/* A family: what its numbers mean, how many there are (0: any number from 1 on), and how it is
 * made. */
typedef struct family {
  const char *name, *numbers;
  size_t count;
  grundy_status (*make)(making *m);
} family;

/* ---- building ---------------------------------------------------------------------------- */

/* Adds that many vertices; a graph gets all its vertices before its edges. */
static grundy_status add_vertices(making *m, uint64_t order) {
  grundy_status status = GRUNDY_OK;
  if (order > GRUNDY_GRAPH_FAMILY_MAX_ORDER)
    return grundy_fail_because(m->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "%.40s has more than %d vertices", m->text,
                               (int)GRUNDY_GRAPH_FAMILY_MAX_ORDER);
  for (m->order = 0; m->order < order && status == GRUNDY_OK; m->order++) {
    char name[24];
    uint32_t v;
    int length = snprintf(name, sizeof name, "%" PRIu64, m->order + 1);
    status = grundy_builder_vertex(m->builder, name, (size_t)length, &v, m->error);
  }
  return status;
}

static grundy_status add_edge(making *m, uint64_t u, uint64_t v) {
  if (++m->edges > GRUNDY_GRAPH_FAMILY_MAX_EDGES)
    return grundy_fail_because(m->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "%.40s has more than %d edges", m->text,
                               (int)GRUNDY_GRAPH_FAMILY_MAX_EDGES);
  grundy_status status = grundy_builder_move(m->builder, (uint32_t)u, (uint32_t)v, m->error);
  return status == GRUNDY_OK ? grundy_builder_move(m->builder, (uint32_t)v, (uint32_t)u, m->error)
                             : status;
}

/* ---- families ---------------------------------------------------------------------------- */

static grundy_status make_path(making *m) {
  grundy_status status = add_vertices(m, m->numbers[0]);
  for (uint64_t v = 1; v < m->order && status == GRUNDY_OK; v++) status = add_edge(m, v - 1, v);
  return status;
}

static grundy_status make_cycle(making *m) {
  if (m->numbers[0] < 3)
    return grundy_fail(m->error, GRUNDY_BAD_INPUT, "%.40s: a cycle has at least 3 vertices",
                       m->text);
  grundy_status status = make_path(m);
  return status == GRUNDY_OK ? add_edge(m, m->order - 1, 0) : status;
}

static grundy_status make_complete(making *m) {
  grundy_status status = add_vertices(m, m->numbers[0]);
  for (uint64_t v = 1; v < m->order && status == GRUNDY_OK; v++)
    for (uint64_t u = 0; u < v && status == GRUNDY_OK; u++) status = add_edge(m, u, v);
  return status;
}

static grundy_status make_grid(making *m) {
  uint64_t rows = m->numbers[0], columns = m->numbers[1];
  grundy_status status = add_vertices(m, rows * columns);
  for (uint64_t v = 0; v < m->order && status == GRUNDY_OK; v++) {
    if (v % columns + 1 < columns) status = add_edge(m, v, v + 1);
    if (status == GRUNDY_OK && v / columns + 1 < rows) status = add_edge(m, v, v + columns);
  }
  return status;
}

static grundy_status make_star(making *m) {
  uint64_t order = 1, v = 1;
  for (uint64_t i = 0; i < m->count; i++) order += m->numbers[i];
  grundy_status status = add_vertices(m, order);
  for (uint64_t i = 0; i < m->count; i++)
    for (uint64_t step = 0; step < m->numbers[i] && status == GRUNDY_OK; step++, v++)
      status = add_edge(m, step == 0 ? 0 : v - 1, v);
  return status;
}

/* The numbers are the parents of the vertices 1, 2, …; a vertex with the parent 0 is a root. */
static grundy_status make_tree(making *m) {
  grundy_status status = add_vertices(m, m->count);
  for (uint64_t v = 0; v < m->count && status == GRUNDY_OK; v++) {
    uint64_t parent = m->numbers[v];
    if (parent > v)
      return grundy_fail(m->error, GRUNDY_BAD_INPUT,
                         "%.40s: vertex %" PRIu64 " has the parent %" PRIu64
                         "; expected a smaller number, or 0 for a root",
                         m->text, v + 1, parent);
    if (parent > 0) status = add_edge(m, parent - 1, v);
  }
  return status;
}

static const family families[] = {
    {"path", "n", 1, make_path},         {"cycle", "n", 1, make_cycle},
    {"complete", "n", 1, make_complete}, {"grid", "m,n", 2, make_grid},
    {"star", "leg...", 0, make_star},    {"tree", "parent...", 0, make_tree},
};

static const family *family_of(const char *text) {
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
    size_t length = strlen(families[i].name);
    if (strncmp(text, families[i].name, length) == 0 && text[length] == ':') return &families[i];
  }
  return NULL;
}

const char *grundy_graph_family_numbers(const char *text) {
  const family *f = family_of(text);
  return f == NULL ? NULL : f->numbers;
}

size_t grundy_graph_family_take(const char *const *arguments, size_t count) {
  const family *f = count == 0 ? NULL : family_of(arguments[0]);
  if (f == NULL) return 0;
  if (f->count > 0) return f->count < count ? f->count : count;
  size_t taken = 1;
  while (taken < count && *arguments[taken] != '\0' &&
         strspn(arguments[taken], "0123456789") == strlen(arguments[taken]))
    taken++;
  return taken;
}

/* ---- making ------------------------------------------------------------------------------ */

static grundy_status fail_form(const making *m, const family *f) {
  if (f->count == 0)
    return grundy_fail(m->error, GRUNDY_BAD_INPUT,
                       "'%.40s' is not a graph; expected %s: and numbers, separated by commas",
                       m->text, f->name);
  return grundy_fail(m->error, GRUNDY_BAD_INPUT, "'%.40s' is not a graph; expected %s:%s", m->text,
                     f->name, f->numbers);
}

/* Reads the numbers after the name, which are at most the largest number of vertices. */
static grundy_status read_numbers(making *m, const family *f) {
  const char *at = m->text + strlen(f->name) + 1;
  uint64_t room = 1;
  for (const char *c = at; *c != '\0'; c++) room += *c == ',';
  m->numbers = grundy_alloc(room, sizeof *m->numbers);
  if (m->numbers == NULL) return grundy_fail_memory(m->error);
  while (m->count < room) {
    size_t length = strcspn(at, ",");
    uint64_t *number = &m->numbers[m->count++];
    if (grundy_digits_parse(at, length, number) != length || length == 0) return fail_form(m, f);
    if (*number > GRUNDY_GRAPH_FAMILY_MAX_ORDER)
      return grundy_fail_because(m->error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "%.40s has more than %d vertices", m->text,
                                 (int)GRUNDY_GRAPH_FAMILY_MAX_ORDER);
    at += length + 1;
  }
  return f->count > 0 && m->count != f->count ? fail_form(m, f) : GRUNDY_OK;
}

grundy_status grundy_graph_family_make(const char *text, grundy_digraph **g, grundy_error *error) {
  making m = {.text = text, .error = error};
  const family *f = family_of(text);
  if (f == NULL)
    return grundy_fail(error, GRUNDY_BAD_INPUT, "'%.40s' is not a family of graphs", text);
  grundy_status status = read_numbers(&m, f);
  if (status == GRUNDY_OK) status = grundy_builder_new(&m.builder, error);
  if (status == GRUNDY_OK) status = f->make(&m);
  if (status == GRUNDY_OK) status = grundy_builder_finish(m.builder, NULL, g, error);
  grundy_builder_free(m.builder);
  free(m.numbers);
  return status;
}
