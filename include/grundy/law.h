/* Laws: conjectures about the positions of games, tested at every position. docs/laws.md describes
 * them. */

#ifndef GRUNDY_LAW_H
#define GRUNDY_LAW_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/rules.h>
#include <grundy/solution.h>
#include <grundy/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is known about a law after a test. */
typedef enum grundy_law_finding {
  GRUNDY_LAW_HOLDS, /* at all positions that were tested */
  GRUNDY_LAW_FAILS,

  /* The law says nothing about the game: it was tested at no position, or read nothing about
   * them. */
  GRUNDY_LAW_NOT_CONFIRMED,
} grundy_law_finding;

/* A position at which the law fails. */
typedef struct grundy_law_exception {
  const char *position;   /* its name */
  grundy_outcome outcome; /* GRUNDY_OUTCOME_NONE if it was not solved */
  bool has_value;         /* the game has values */
  grundy_value value;
  uint32_t claim; /* of a closed form: what it gives, perhaps GRUNDY_INFINITY */
} grundy_law_exception;

/* A law at one game. */
typedef struct grundy_law_game {
  const char *game; /* its text */
  grundy_law_finding finding;
  uint64_t tested;     /* positions */
  uint64_t silent;     /* positions at which a closed form gives no value */
  uint64_t exceptions; /* positions at which the law fails */
  bool up_to_symmetry; /* only one position of each class was tested */

  /* The fields of the positions that were tested, and their smallest and largest values; there are
   * none if no position was tested. */
  uint32_t field_count;
  const char *const *fields;
  const int64_t *least, *most;

  const grundy_law_exception *listed; /* the first exceptions, in the order of positions */
  uint64_t listed_count;

  /* Only while `tested` of the options is called; NULL afterwards. */
  const grundy_digraph *g;
  const grundy_solution *solution;
  const uint32_t *rows; /* the vertices of `listed` */
} grundy_law_game;

/* The result of a test. */
typedef struct grundy_law_report {
  grundy_law_finding finding;
  const char *text, *law;
  bool is_sweep; /* the text has ranges, which stand for several games */
  bool is_value; /* the law is a closed form */
  bool up_to_symmetry;
  uint64_t tested, silent, exceptions, listed; /* totals of all games */
  uint64_t untested;                           /* games without a position that was tested */
  const grundy_law_game *games;
  uint64_t game_count;
} grundy_law_report;

/* How many exceptions are listed by default, and the number for none at all. */
enum { GRUNDY_LAW_DEFAULT_EXCEPTIONS = 100 };
#define GRUNDY_LAW_NO_EXCEPTIONS UINT64_MAX

/* How to test a law. */
typedef struct grundy_law_options {
  size_t size;
  const char *where;       /* test only positions where this condition is true; NULL: all */
  uint64_t max_exceptions; /* to list in all games; 0: GRUNDY_LAW_DEFAULT_EXCEPTIONS */
  grundy_format format;    /* of a file; GRUNDY_FORMAT_AUTO: decided by the name */
  uint64_t limit;          /* on the positions of each game; 0: no limit */
  uint64_t memory;         /* bytes for a game and its solution, as for grundy_solve; 0: no limit */
  const char *memory_giver;      /* likewise, for messages; may be NULL */
  const grundy_monitor *monitor; /* may be NULL */

  /* Test this game, which the text only names; NULL: open the text. */
  const grundy_digraph *g;

  /* Opens a game as a digraph, which the test frees; NULL: use grundy_game_open. */
  grundy_status (*read)(void *context, const char *text, grundy_digraph **g, grundy_error *error);

  /* Called after every game; may be NULL. If it fails, so does the test. */
  grundy_status (*tested)(void *context, const grundy_law_report *report,
                          const grundy_law_game *game, grundy_error *error);
  void *context;
} grundy_law_options;

/* Tests a law: solves the game and evaluates the law at every position. `law` is a condition or the
 * path of a script (see grundy_formula_read). The text may have ranges (see sweep.h) and then
 * stands for several games. The report belongs to the caller. GRUNDY_BAD_INPUT if the law or a game
 * is wrong, GRUNDY_UNDEFINED if a closed form is compared with a game without values, GRUNDY_UNABLE
 * past a limit. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_law_test(const char *text, const char *law,
                                                         const grundy_law_options *options,
                                                         grundy_law_report **report,
                                                         grundy_error *error);

/* Writes the report as an object with game, law, holds (true, false, or null if not confirmed),
 * tested, silent, exceptions, up_to_symmetry, counterexample (the first exception, or null), and
 * games, one object per game with game, holds, tested, silent, exceptions, up_to_symmetry, fields
 * and listed. */
GRUNDY_API void grundy_law_write_json(grundy_json *json, const grundy_law_report *report);

/* Frees the report; NULL is allowed. */
GRUNDY_API void grundy_law_report_free(grundy_law_report *report);

#ifdef __cplusplus
}
#endif

#endif
