/* Formulas: conditions and closed forms in Lua, evaluated at every position of a solved game.
 * docs/laws.md describes the language. */

#ifndef GRUNDY_FORMULA_H
#define GRUNDY_FORMULA_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A formula, which knows nothing about a game until it is evaluated. */
typedef struct grundy_formula grundy_formula;

/* Parses a condition, or reads a script if the text is the path of a file that ends with .lua, as
 * the options of commands do. `name` names a condition in errors. A script may have 1 MiB. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_formula_read(const char *name, const char *text,
                                                             grundy_formula **formula,
                                                             grundy_error *error);

/* Frees the formula; NULL is allowed. */
GRUNDY_API void grundy_formula_free(grundy_formula *formula);

/* Returns the columns whose names are in the text, perhaps only in a comment or a string; the game
 * need not have all of them. A closed form needs grundy. */
GRUNDY_API grundy_columns grundy_formula_columns(const grundy_formula *formula);

/* What a formula says about a position. */
typedef enum grundy_formula_verdict {
  GRUNDY_FORMULA_FALSE,
  GRUNDY_FORMULA_TRUE,
  GRUNDY_FORMULA_SILENT,  /* the closed form gives no value here, or an entry is not known */
  GRUNDY_FORMULA_OUTSIDE, /* it reads a position that is not in the table */
  GRUNDY_FORMULA_VACUOUS, /* its premise does not hold here */
} grundy_formula_verdict;

/* Evaluates the formula at every vertex: verdicts[v] becomes one of the above. Vertices of a window
 * at which a number that the formula mentions is not known exactly get GRUNDY_FORMULA_SILENT.
 * GRUNDY_BAD_INPUT if the formula fails at a position or gives something else, with the position in
 * the message; reading a variable or a member of p whose column the solution lacks or the text does
 * not contain is such a failure. GRUNDY_BAD_ARGUMENT if it lacks grundy for a closed form. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_formula_evaluate(
    grundy_formula *formula, const grundy_digraph *g, const grundy_solution *solution,
    const grundy_run_options *options, uint8_t *verdicts, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
