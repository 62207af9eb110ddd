#include "support/outputs.h"

#include "support/test.h"

char outputs_untouched;

/* Replaces one value of output pointers by another one. */
static void outputs_replace(outputs *made, const void *old, const void *new) {
  for (char *at = (char *)made; at < (char *)(made + 1); at += sizeof old)
    if (memcmp(at, &old, sizeof old) == 0) memcpy(at, &new, sizeof new);
}

void outputs_start(outputs *made) {
  *made = (outputs){0};
  outputs_replace(made, NULL, UNTOUCHED);
  made->in = made->out = NULL;
}

void outputs_free(outputs *made) {
  outputs_replace(made, UNTOUCHED, NULL);
  if (made->in != NULL) (void)fclose(made->in);
  if (made->out != NULL) (void)fclose(made->out);
  grundy_match_report_free(made->match_report);
  grundy_match_free(made->match);
  grundy_record_free(made->record);
  grundy_record_free(made->other_record);
  grundy_moves_free(made->moves);
  grundy_moves_free(made->best);
  grundy_compound_free(made->compound);
  grundy_expression_free(made->expression);
  grundy_closed_form_free(made->closed_form);
  if (made->heap_game != NULL) grundy_heap_game_free(made->heap_game);
  grundy_heaps_free(made->heaps);
  grundy_heap_code_free(made->code);
  grundy_misere_free(made->quotient);
  grundy_vector_box_free(made->box);
  grundy_automaton_free(made->automaton);
  grundy_vector_moves_free(made->vectors);
  grundy_tiers_free(made->tiers);
  grundy_facts_free(made->facts);
  grundy_formula_free(made->formula);
  grundy_law_report_free(made->law);
  grundy_law_search_free(made->law_search);
  grundy_sweep_free(made->sweep);
  grundy_sequence_free(made->sequence);
  grundy_lift_free(made->lift);
  grundy_linear_free(made->linear);
  grundy_linear_solution_free(made->linear_solution);
  grundy_matrix_free(made->matrix);
  grundy_matrix_free(made->other_matrix);
  grundy_hereditary_free(made->sets);
  if (made->ordinals != NULL) grundy_ordinals_free(made->ordinals);
  grundy_ordinal_free(made->ordinal);
  grundy_ordinal_free(made->other_ordinal);
  grundy_report_free(made->report);
  grundy_solution_free(made->solution);
  grundy_solution_free(made->other_solution);
  grundy_builder_free(made->builder);
  grundy_digraph_free(made->g);
  grundy_digraph_free(made->other);
  free(made->devices);
  free(made->numbers);
  free(made->text);
}

void outputs_renew(outputs *made) {
  outputs_free(made);
  outputs_start(made);
}

grundy_status made(grundy_status status, const void *output) {
  const void *unchanged = UNTOUCHED;
  assert_int_equal(memcmp(output, &unchanged, sizeof unchanged) == 0, status != GRUNDY_OK);
  return status;
}
