/* What formulas are evaluated at, and how their text becomes Lua. */

#ifndef GRUNDY_SRC_FORMULA_IMPL_H
#define GRUNDY_SRC_FORMULA_IMPL_H

#include <grundy/explore.h>
#include <grundy/formula.h>

/* Positions with everything that is known about them. */
typedef struct grundy_formula_table {
  const grundy_digraph *g;
  const grundy_solution *solution;
  grundy_field_names fields;
  const int64_t *values;  /* the fields, position by position; NULL: those of g */
  bool is_coloured;       /* outcomes are A, B and D; set for games with players in any case */
  bool has_unknown_moves; /* the moves of g are not those of the game */
} grundy_formula_table;

/* Something else that a formula can read: its name is a function in the formula. */
typedef struct grundy_formula_other {
  const char *name;
  grundy_formula_table table; /* of another game; without g: a sequence */
  const int64_t *terms;       /* terms[i] is the term first + i of a sequence */
  int64_t first;
  uint64_t count;
} grundy_formula_other;

/* Lets the formula read these, which are borrowed. GRUNDY_BAD_INPUT if a name is taken. */
GRUNDY_MUST_USE grundy_status grundy_formula_set_others(grundy_formula *formula,
                                                        const grundy_formula_other *others,
                                                        uint32_t count, grundy_error *error);

/* Returns whether the formula is if PREMISE then CONCLUSION. */
bool grundy_formula_has_premise(const grundy_formula *formula);

/* Does what grundy_formula_evaluate does, at any table. Vertices with only[v] == 0 are left out and
 * get GRUNDY_FORMULA_SILENT; `only` may be NULL. `claims` may be NULL; for a closed form, claims[v]
 * becomes the value that it gives, GRUNDY_INFINITY if that is infinite, and 0 where it is silent.
 */
GRUNDY_MUST_USE grundy_status grundy_formula_evaluate_table(
    grundy_formula *formula, const grundy_formula_table *table, const uint8_t *only,
    const grundy_run_options *options, uint8_t *verdicts, uint32_t *claims, grundy_error *error);

/* ---- the text ------------------------------------------------------------------------------ */

/* An expression as Lua. */
typedef struct grundy_formula_source {
  char *text; /* owned */
  size_t length;
  uint32_t *origins; /* by byte: the place in the expression that it comes from; owned */
  uint64_t room, origin_room;
  bool has_premise;
} grundy_formula_source;

void grundy_formula_source_free(grundy_formula_source *source);

/* Turns `all(f, C)` into `all(function(f) return (C) end)`, likewise `any` and `count`, and
 * `if A then C` into `premise((A)) and (C)`. Line ends stay where they are; comments are left out.
 * GRUNDY_BAD_INPUT with the place if this is not possible. */
GRUNDY_MUST_USE grundy_status grundy_formula_rewrite(const char *name, const char *text,
                                                     size_t length, grundy_formula_source *source,
                                                     grundy_error *error);

/* Finds the place in the expression at which Lua rejects the source, as a line and a column from 1.
 * Does nothing if there is no memory. */
void grundy_formula_locate(const char *text, size_t length, const grundy_formula_source *source,
                           grundy_error *error);

/* Sets the line and the column of a place in the text. */
void grundy_formula_place(const char *text, size_t at, uint64_t *line, uint64_t *column);

/* What the text of a formula is. */
typedef enum grundy_formula_kind {
  GRUNDY_FORMULA_EXPRESSION, /* a condition, such as `outcome == P and a <= b` */
  GRUNDY_FORMULA_SCRIPT,     /* a file that returns a function of a position, or a table with `law`
                                or `value` */
} grundy_formula_kind;

/* Parses a formula; `name` names it in errors. A script is run, within a sandbox. GRUNDY_BAD_INPUT
 * with the line if it is wrong. */
GRUNDY_MUST_USE grundy_status grundy_formula_parse(const char *name, const char *text,
                                                   size_t length, grundy_formula_kind kind,
                                                   grundy_formula **formula, grundy_error *error);

/* Returns whether the formula is a closed form: a script with `value`. */
bool grundy_formula_is_value(const grundy_formula *formula);

/* Returns whether the last evaluation read anything about a position: a field, the name or a
 * column. A condition that did not is the same whatever the positions are. */
bool grundy_formula_has_read(const grundy_formula *formula);

#endif
