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

  /* Its premise holds nowhere. */
  GRUNDY_LAW_EMPTY,
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
  uint64_t tested;     /* positions; of `if A then C`, those at which A holds */
  uint64_t silent;     /* positions at which a closed form gives no value */
  uint64_t outside;    /* positions at which the law reads another one that is not in the table */
  uint64_t vacuous;    /* positions at which the premise of the law does not hold */
  uint64_t exceptions; /* positions at which the law fails */
  bool up_to_symmetry; /* only one position of each class was tested */

  /* The fields of the positions that were tested, and their smallest and largest values; there are
   * none if no position was tested. */
  uint32_t field_count;
  const char *const *fields;
  const int64_t *least, *most;

  /* The smallest exceptions: of two positions, the one with the smaller largest integer, in
   * absolute value, is smaller, then the one with the smaller first integer, and so on, then the
   * shorter one; positions without integers are in the order of the game. */
  const grundy_law_exception *listed;
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
  bool is_sweep;    /* the text has ranges, which stand for several games */
  bool is_starts;   /* it has ranges, and the positions that were tested are the starts of games */
  bool is_value;    /* the law is a closed form */
  bool has_premise; /* it is if A then C */
  bool up_to_symmetry;
  uint64_t tested, silent, outside, vacuous, exceptions, listed; /* totals of all games */
  uint64_t untested; /* games without a position that was tested */
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

  bool starts;      /* test the law at the starts of the games of the text, one position per game;
                       heap games, such as kayles:1..50, are always tested so */
  const char *with; /* what else the law can read: "w=wythoff:9,9; v=column:values.txt" lets it
                       call w(a, b), a position of that game, and v(n), the term n of that sequence;
                       NULL: nothing */
} grundy_law_options;

/* Tests a law: solves the game and evaluates the law at every position. `law` is a condition or the
 * path of a script (see grundy_formula_read). The text may have ranges (see sweep.h) and then
 * stands for several games. If these are heaps of a heap game, such as kayles:1..50, or if
 * options->starts, they are one table instead: its positions are the starts of the games, and the
 * fields are the arguments. The report belongs to the caller. GRUNDY_BAD_INPUT if the law or a game
 * is wrong, GRUNDY_UNDEFINED if a closed form is compared with a game without values, GRUNDY_UNABLE
 * past a limit. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_law_test(const char *text, const char *law,
                                                         const grundy_law_options *options,
                                                         grundy_law_report **report,
                                                         grundy_error *error);

/* ---- finding laws ---------------------------------------------------------------------------- */

/* A law that was found, in the language of laws. */
typedef struct grundy_law_candidate {
  const char *law;
  uint64_t tested;                        /* positions; of `if A then C`, those at which A holds */
  uint64_t exceptions;                    /* among them */
  const char *exception;                  /* the smallest of them; NULL: none */
  uint64_t held_out, held_out_exceptions; /* the same among the positions that were held out */

  /* At most the probability that one of the laws that fit the other positions fits those that were
   * held out so well if their outcomes or values are shuffled; 0 for a bound on values. */
  double chance;
} grundy_law_candidate;

/* The result of a search. */
typedef struct grundy_law_search {
  const char *text, *target;
  uint64_t positions, held_out; /* that were used, and how many of them were held out */
  uint64_t tried;               /* laws */
  bool is_starts, up_to_symmetry;
  const grundy_law_candidate *candidates; /* the best first */
  uint64_t count;
} grundy_law_search;

/* The most positions that a search uses, the smallest ones. */
enum { GRUNDY_LAW_SEARCH_MAX_POSITIONS = 100000 };

/* Looks for laws about the outcomes ("outcome") or the values ("grundy") of a game, over the fields
 * of its positions: linear conditions modulo small numbers, nim-sums, bounds, Beatty pairs,
 * conditions on Zeckendorf digits, and combinations of two. Laws are chosen by the smaller half of
 * the positions, and kept only if they also fit the larger half, which is held out, better than
 * chance explains: `chance` is below 1/1000. Nothing is proved.
 * Uses the options `where`, `starts`, `format`, `limit`, `memory`, `monitor`, `g` and `read`. The
 * result belongs to the caller. GRUNDY_BAD_ARGUMENT if the target is another word, GRUNDY_UNDEFINED
 * if positions have no fields, or different numbers of them; otherwise fails as grundy_law_test
 * does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_law_find(const char *text, const char *target,
                                                         const grundy_law_options *options,
                                                         grundy_law_search **search,
                                                         grundy_error *error);

/* Writes the search as an object with game, target, positions, held_out, tried, up_to_symmetry and
 * laws, one object per law with law, tested, exceptions, exception (a name or null), held_out,
 * held_out_exceptions and chance. */
GRUNDY_API void grundy_law_search_write_json(grundy_json *json, const grundy_law_search *search);

/* Frees the search; NULL is allowed. */
GRUNDY_API void grundy_law_search_free(grundy_law_search *search);

/* Writes the report as an object with game, law, holds (true, false, or null if not confirmed),
 * finding ("holds", "fails", "not confirmed" or "empty"), tested, silent, outside, vacuous,
 * exceptions, up_to_symmetry, counterexample (the smallest exception of the first game that has
 * one, or null), and games, one object per game with game, holds, finding, tested, silent, outside,
 * vacuous, exceptions, up_to_symmetry, fields and listed. */
GRUNDY_API void grundy_law_write_json(grundy_json *json, const grundy_law_report *report);

/* Frees the report; NULL is allowed. */
GRUNDY_API void grundy_law_report_free(grundy_law_report *report);

#ifdef __cplusplus
}
#endif

#endif
