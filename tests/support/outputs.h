/* Objects that calls of the library make: all of them are freed in one place. */

#ifndef SUPPORT_OUTPUTS_H
#define SUPPORT_OUTPUTS_H

#include <grundy/grundy.h>

#include <stdio.h>

#include "game/components/components.h"
#include "linear/matrix.h"

/* A pointer for every type that has a function to free it; some types have two. */
typedef struct outputs {
  FILE *in, *out;
  grundy_match_report *match_report;
  grundy_match *match;
  grundy_record *record, *other_record;
  grundy_moves *moves, *best;
  grundy_compound *compound;
  grundy_expression *expression;
  grundy_closed_form *closed_form;
  grundy_heap_game *heap_game;
  grundy_heaps *heaps;
  grundy_misere *quotient; /* borrows the code */
  grundy_heap_code *code;
  grundy_vector_box *box;
  grundy_automaton *automaton;
  grundy_vector_moves *vectors;
  grundy_tiers *tiers;
  grundy_facts *facts;
  grundy_formula *formula;
  grundy_law_report *law;
  grundy_law_search *law_search;
  grundy_sweep *sweep;
  grundy_sequence *sequence;
  grundy_lift *lift;
  grundy_linear *linear;
  grundy_linear_solution *linear_solution;
  grundy_matrix *matrix, *other_matrix;
  grundy_hereditary *sets;
  grundy_ordinals *ordinals;
  grundy_ordinal *ordinal, *other_ordinal;
  grundy_report *report;
  grundy_solution *solution, *other_solution;
  grundy_builder *builder;
  grundy_digraph *g, *other;
  grundy_gpu_info *devices;
  uint32_t *numbers;
  char *text;
} outputs;

/* The initial value of an output pointer. */
extern char outputs_untouched;
#define UNTOUCHED ((void *)&outputs_untouched)

/* Makes all pointers UNTOUCHED, except for the streams, which are NULL. */
void outputs_start(outputs *made);

/* Frees what was made, and closes the streams. */
void outputs_free(outputs *made);

/* Both, for the next call of a loop. */
void outputs_renew(outputs *made);

/* Returns the status of a call, which must have written to the output pointer if it succeeded, and
 * only then. */
grundy_status made(grundy_status status, const void *output);

#endif
