/* A run of an algorithm as a textbook shows it: a table of cells, and steps that change some
 * cells. */

#ifndef GRUNDY_SRC_EXPLAIN_TRACE_H
#define GRUNDY_SRC_EXPLAIN_TRACE_H

#include <grundy/explain.h>
#include <grundy/value.h>

#include "facts/impl.h"

enum { GRUNDY_TRACE_COLUMNS = 4 };

/* The texts of cells are in one long block, each given by where it begins, and end with NUL. */
typedef struct grundy_change {
  uint32_t vertex;
  uint32_t column;
  uint64_t text;
} grundy_change;

typedef struct grundy_step_taken {
  uint64_t fact;    /* that describes the step; its details follow it */
  uint64_t changes; /* the first of its changes, which end where those of the next step begin */
  uint32_t focus;   /* the vertex of the step; GRUNDY_INFINITY: none */
  bool table;       /* print the table after this step */
} grundy_step_taken;

typedef struct grundy_trace {
  const grundy_digraph *g; /* borrowed */
  grundy_tracing algorithm;
  grundy_language language; /* of sentences; grundy_trace_new leaves it English */
  const char *headings[GRUNDY_TRACE_COLUMNS];
  uint32_t columns;
  uint32_t label_column; /* the column whose text the picture shows */
  uint32_t *labels;      /* by vertex; GRUNDY_INFINITY for ∞ */
  grundy_step_taken *steps;
  uint64_t step_count, step_capacity;
  grundy_change *changes;
  uint64_t change_count, change_capacity;
  char *texts;
  uint64_t text_length, text_capacity;
  grundy_facts *facts;
  bool failed; /* memory ran out, or a limit was reached */
  bool too_long;
} grundy_trace;

/* Runs the algorithm and stores every step; the game is borrowed. Fails as grundy_trace_write
 * does. */
GRUNDY_MUST_USE grundy_status grundy_trace_new(const grundy_digraph *g, grundy_tracing algorithm,
                                               grundy_trace **trace, grundy_error *error);

void grundy_trace_free(grundy_trace *trace);

/* ---- recording steps ---- */

/* Appends to the text of a cell. */
void grundy_trace_put(grundy_trace *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void grundy_trace_put_name(grundy_trace *t, uint32_t v);

/* Ends the text and returns where it begins; `begin` is t->text_length before the text. */
uint64_t grundy_trace_end(grundy_trace *t, uint64_t begin);

/* Adds a step, which the facts that are added next describe; the changes that follow belong to
 * it. */
void grundy_trace_step(grundy_trace *t, uint32_t focus, bool table);
void grundy_trace_change(grundy_trace *t, uint32_t vertex, uint32_t column, uint64_t text);

/* Adds a fact that describes the step. */
#define GRUNDY_TRACE_FACT(t, kind, ...) GRUNDY_ADD_FACT((t)->facts, kind, (t)->g, __VA_ARGS__)

/* ---- the algorithms ---- */

/* The algorithms fill headings, labels, steps and changes. */
grundy_status grundy_trace_acyclic(grundy_trace *t, const grundy_digraph *reverse,
                                   grundy_error *error);
void grundy_trace_general(grundy_trace *t);

/* ---- writing ---- */

/* Returns the sentences about a step in one line, to be freed; NULL if memory runs out. */
char *grundy_trace_sentence(const grundy_trace *t, uint64_t step);

grundy_status grundy_trace_json(const grundy_trace *t, FILE *out, grundy_error *error);
grundy_status grundy_trace_html(const grundy_trace *t, FILE *out, grundy_error *error);

#endif
