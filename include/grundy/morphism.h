/* Relations on the positions of a game, its quotients by them, and maps between games
 * [Sat72, §§1, 2; FY86, §6]. docs/maps.md says what they keep. */

#ifndef GRUNDY_MORPHISM_H
#define GRUNDY_MORPHISM_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- relations and quotients ----------------------------------------------------------- */

/* An equivalence on the vertices of a game is given by its classes: class_of[v] for every vertex,
 * numbers below `count`, of which each is the class of some vertex. Functions that find one number
 * the classes in the order of their first vertices. */

/* Finds the coarsest compatible relation [Sat72, Def. 2.1, Lemma 2.13], which others call
 * bisimilarity: related positions have moves into the same classes, and, where the game says such
 * things, the same player, outcome and payoff. It exists for every game, with cycles too, and on
 * games without them it is equality of the hereditary set E. What can be told by playing on is the
 * same for related positions: every column of a solution.
 * GRUNDY_UNABLE for 2^31 moves and more; when the call fails class_of means nothing.
 * O(E log V) time [PT87]; grundy_compatible_memory says how much space. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compatible_coarsest(const grundy_digraph *g, const grundy_run_options *options,
                           uint32_t *class_of, uint32_t *count, grundy_error *error);

/* The bytes that grundy_compatible_coarsest holds at its peak, at most, class_of not included, for
 * so many vertices and moves; UINT64_MAX if they are more. */
GRUNDY_API uint64_t grundy_compatible_memory(uint32_t order, uint64_t size);

/* Finds the largest semicompatible relation of a game without cycles: of the same value
 * [Sat72, Thm. 2.11]. GRUNDY_UNDEFINED if play may go on for ever somewhere, where values and
 * semicompatible relations have little to do with each other, and for games that have no values
 * because of players or outcomes. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_values_relation(const grundy_digraph *g,
                                                                const grundy_run_options *options,
                                                                uint32_t *class_of, uint32_t *count,
                                                                grundy_error *error);

/* The quotient of g by a relation [Sat72, Def. 2.6]: a vertex for every class, and a move from one
 * class to another, or to itself, if every member of the one has a move to a member of the other.
 * If the relation is compatible and one member has, all have. A class has the label of its first
 * vertex, its player, and, if it is terminal, its outcome and payoff; and its name, or, if `names`
 * is not NULL, that of the vertex of `names` with the number of the class.
 * GRUNDY_BAD_ARGUMENT if class_of is not as above, GRUNDY_BAD_INPUT if rules give two vertices the
 * same name. The quotient belongs to the caller.
 * O(V + E log V). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_quotient(
    const grundy_digraph *g, const uint32_t *class_of, uint32_t count, const grundy_digraph *names,
    const grundy_run_options *options, grundy_digraph **quotient, grundy_error *error);

/* Why a relation is not what it might be: `first` and `second` are related, and the first has a
 * move to `move`, but the second has none to a related position; for semicompatibility, nor has
 * `move` itself one back to a position related to the first. Or, at_ends, the two differ in who
 * moves or how it ends there (`move` means nothing). Of several violations it is the one with the
 * least first vertex, then the least move, then the least second vertex. */
typedef struct grundy_violation {
  bool found, at_ends;
  uint32_t first, second, move;
} grundy_violation;

typedef struct grundy_relation_report {
  grundy_violation compatible;     /* not found: the relation is compatible */
  grundy_violation semicompatible; /* likewise; never found where that is not defined */
  bool semicompatible_defined;     /* false where the game has players, or somebody but the last
                                      player wins: there is no such notion for it */
} grundy_relation_report;

/* Is the relation compatible, or semicompatible [Sat72, Defs. 2.1, 2.3]? Semicompatible relations
 * keep values and outcomes on games without cycles [Sat72, Lemma 2.4]; on others they need not.
 * GRUNDY_BAD_ARGUMENT if class_of is not as above. O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_relation_check(
    const grundy_digraph *g, const uint32_t *class_of, uint32_t count,
    const grundy_run_options *options, grundy_relation_report *report, grundy_error *error);

/* Solves g through its quotient by the coarsest compatible relation: what grundy_solve finds, with
 * the same options. Every column is kept by a compatible relation, and a counterfunction of the
 * quotient is one of the game, too, but not always the one that grundy_solve finds.
 * *classes gets the number of classes; NULL: nobody asks. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve_reduced(const grundy_digraph *g,
                                                              const grundy_solve_options *options,
                                                              grundy_solution **solution,
                                                              uint32_t *classes,
                                                              grundy_error *error);

/* ---- hereditary sets ------------------------------------------------------------------- */

/* E(v) = { E(w) : w a follower of v } [Sat72, §2], as texts: {} at terminal positions, then {{}},
 * {{},{{}}} and so on. Shorter elements stand before longer ones, and those of one length in the
 * order of their characters, so that equal sets are equal texts. */
typedef struct grundy_hereditary grundy_hereditary;

/* Writes the sets of all positions with at most `most` characters. O(V + E), and O(d log d)
 * comparisons of texts where that many are put together. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_hereditary_new(const grundy_digraph *g,
                                                               uint64_t most,
                                                               grundy_hereditary **sets,
                                                               grundy_error *error);

/* The set of v; NULL if it is longer than was asked for, and "" if there is none because play from
 * v may be endless. It belongs to `sets`. */
GRUNDY_API const char *grundy_hereditary_text(const grundy_hereditary *sets, uint32_t v);

/* NULL is allowed. */
GRUNDY_API void grundy_hereditary_free(grundy_hereditary *sets);

/* ---- maps ------------------------------------------------------------------------------ */

/* What a map λ from the vertices of a game r to those of a game s may be. Below, û is λ(u).
 * Players, outcomes and payoffs are not looked at. */
typedef enum grundy_map_kind {
  GRUNDY_HOMOMORPHISM,   /* λ(F(u)) = F(û) for all u [Sat72, Def. 1.6] */
  GRUNDY_SURJECTIVE,     /* every vertex of s is an image */
  GRUNDY_D_MORPHISM,     /* [FY86, Def. 5] */
  GRUNDY_THEOREM7,       /* with some d, what [FY86, Thm. 7] asks for */
  GRUNDY_MAP_KIND_COUNT, /* all above are below this */
} grundy_map_kind;

/* Why it is not: a condition, and vertices for which it fails. */
typedef enum grundy_map_condition {
  GRUNDY_MAP_HOLDS,
  GRUNDY_MAP_NOT_COVERED, /* (1): û → w in s, but no follower of u in r has the image w */
  GRUNDY_MAP_LOST_MOVE,   /* u → v in r, but not û → v̂ in s */
  GRUNDY_MAP_NO_PREIMAGE, /* w in s is no image */
  GRUNDY_MAP_UNRELATED,   /* (2): u → v in r, but neither û → v̂ nor v̂ → û in s */
  GRUNDY_MAP_NO_REPLY, /* (b): u → v in r, not (a) û → v̂, and v has no follower above û */
  GRUNDY_MAP_NOT_LESS, /* (b): v has such followers, w of least d among them, but d(w) >= d(u) */
  GRUNDY_MAP_NO_D,     /* (b): v has such followers, w among them, but none of them can have a d */
} grundy_map_condition;

typedef struct grundy_map_violation {
  grundy_map_condition condition;
  uint32_t u, v, w; /* those that the condition names, GRUNDY_INFINITY for the others */
} grundy_map_violation;

/* One for each kind, GRUNDY_MAP_HOLDS where the map is of that kind. A violation is that of the
 * first u, and there of the first condition, in their order. */
typedef struct grundy_map_report {
  grundy_map_violation of[GRUNDY_MAP_KIND_COUNT];
} grundy_map_report;

/* Finds out what the map is that sends u to image[u]. If `d` is NULL, `least` gets the least d with
 * which it is one of Theorem 7, GRUNDY_INFINITY at those u that no d can serve; with a d the map is
 * judged with that one, and `least`, which may be NULL then, is left alone. The arrays have one
 * entry for each vertex of r.
 * GRUNDY_BAD_ARGUMENT if an image is no vertex of s. O(V + E) time and space, of both games: d(w) <
 * d(u) is asked of vertices with one image only, so that images are gone through one by one. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_map_check(const grundy_digraph *r, const grundy_digraph *s, const uint32_t *image,
                 const uint32_t *d, const grundy_run_options *options, uint32_t *least,
                 grundy_map_report *report, grundy_error *error);

/* For a map of Theorem 7 with that d: the solution of r with the columns grundy, k and counter, all
 * taken from those columns of a solution of s whose counter is monotonic, as that of grundy_solve
 * is. The counter of u is the rank of the pair of c(û) and d(u). The solution belongs to the
 * caller. GRUNDY_BAD_ARGUMENT if a column is missing, GRUNDY_UNDEFINED if r is a game without
 * values. O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_map_transport(const grundy_digraph *r, const uint32_t *image, const uint32_t *d,
                     const grundy_solution *of_s, grundy_solution **solution, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
