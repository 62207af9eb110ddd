/* What the files of this room share. */

#ifndef GRUNDY_SRC_LAW_IMPL_H
#define GRUNDY_SRC_LAW_IMPL_H

#include <grundy/law.h>
#include <grundy/sequence.h>

#include "base/arena.h"
#include "formula/impl.h"
#include "sweep/impl.h"

/* A table that a law is tested at, with what it owns. */
typedef struct grundy_law_table {
  grundy_formula_table at;
  grundy_digraph *g; /* NULL: the caller owns it */
  grundy_solution *solution;
  uint8_t *known; /* by position: whether it was evaluated; NULL: all were */
  grundy_arena arena;
} grundy_law_table;

void grundy_law_table_free(grundy_law_table *table);

/* Opens and solves a game, with these columns, outcomes and values, as far as it has them; with
 * those `required` in any case. */
GRUNDY_MUST_USE grundy_status grundy_law_table_open(const char *text,
                                                    const grundy_law_options *options,
                                                    grundy_columns columns, grundy_columns required,
                                                    grundy_law_table *table, grundy_error *error);

/* Returns whether the text is a heap of a heap game, such as kayles:5. There is no digraph of it.
 */
bool grundy_law_is_heap(const char *text);

/* Evaluates the start of every game of a sweep. The fields are the arguments that are integers. */
GRUNDY_MUST_USE grundy_status grundy_law_table_starts(const grundy_sweep_plan *plan,
                                                      const grundy_law_options *options,
                                                      grundy_columns columns,
                                                      grundy_law_table *table, grundy_error *error);

/* The other games and sequences that a law can read. */
typedef struct grundy_law_others {
  grundy_formula_other *at;
  grundy_law_table *tables; /* by number */
  grundy_sequence **sequences;
  uint32_t count;
  grundy_arena arena;
} grundy_law_others;

/* Opens what `with` lists: "w=wythoff:9,9; v=column:values.txt". NULL lists nothing. */
GRUNDY_MUST_USE grundy_status grundy_law_others_open(const char *with,
                                                     const grundy_law_options *options,
                                                     grundy_columns columns,
                                                     grundy_law_others *others,
                                                     grundy_error *error);
void grundy_law_others_free(grundy_law_others *others);

/* Compares positions as grundy_law_game says: less than 0 if u is smaller. */
int grundy_law_compare(const grundy_formula_table *table, uint32_t u, uint32_t v);

#endif
