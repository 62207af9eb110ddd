/* Relations on the positions of a game, its quotients by them, and maps between games
 * [Sat72, §§1, 2; FY86, §6]. docs/maps.md says what they preserve. */

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

/* An equivalence on the vertices of a game is given by its classes: class_of[v] is the class of v,
 * a number below `count`, and every such number is the class of some vertex. Functions that find an
 * equivalence number the classes in the order of their first vertices. */

/* Finds the coarsest compatible relation [Sat72, Def. 2.1, Lemma 2.13], also called bisimilarity:
 * related positions have moves into the same classes and, if the game specifies these, the same
 * player, outcome and payoff. It exists for every game, even with cycles; on acyclic games it is
 * equality of the hereditary set E. Related positions have the same entry in every column of a
 * solution. GRUNDY_UNABLE for 2^31 moves or more; if the call fails, class_of is undefined.
 * O(E log V) time [PT87]; grundy_compatible_memory returns the space. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_compatible_coarsest(const grundy_digraph *g, const grundy_run_options *options,
                           uint32_t *class_of, uint32_t *count, grundy_error *error);

/* Returns an upper bound on the bytes that grundy_compatible_coarsest holds at its peak, not
 * including class_of, for this many vertices and moves; UINT64_MAX if it does not fit into 64
 * bits. */
GRUNDY_API uint64_t grundy_compatible_memory(uint32_t order, uint64_t size);

/* Finds the largest semicompatible relation of an acyclic game: equality of values
 * [Sat72, Thm. 2.11]. GRUNDY_UNDEFINED if play may go on forever somewhere, because then values
 * and semicompatible relations have little to do with each other, and for games that have no values
 * because of their players or outcomes. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_values_relation(const grundy_digraph *g,
                                                                const grundy_run_options *options,
                                                                uint32_t *class_of, uint32_t *count,
                                                                grundy_error *error);

/* Makes the quotient of g by a relation [Sat72, Def. 2.6]: one vertex per class, and a move from
 * one class to another, or to itself, if every member of the one has a move to a member of the
 * other. (If the relation is compatible and one member has such a move, all members do.) A class
 * gets the label and the player of its first vertex and, if it is terminal, its outcome and payoff.
 * It also gets the name of that vertex or, if `names` is not NULL, the name of the vertex of
 * `names` with the number of the class. GRUNDY_BAD_ARGUMENT if class_of is not as described above,
 * GRUNDY_BAD_INPUT if rules give two vertices the same name. The quotient belongs to the caller.
 * O(V + E log V). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_quotient(
    const grundy_digraph *g, const uint32_t *class_of, uint32_t count, const grundy_digraph *names,
    const grundy_run_options *options, grundy_digraph **quotient, grundy_error *error);

/* A violation: `first` and `second` are related, and the first has a move to `move`, but the second
 * has no move to a position related to `move`; for semicompatibility, in addition `move` has no
 * move back to a position related to the first. Or, if at_ends, the two differ in who moves there
 * or in the outcome there (`move` has no meaning). Of several violations it is the one with the
 * least first vertex, then the least move, then the least second vertex. */
typedef struct grundy_violation {
  bool found, at_ends;
  uint32_t first, second, move;
} grundy_violation;

/* Which properties a relation has, with counterexamples. */
typedef struct grundy_relation_report {
  grundy_violation compatible;     /* not found: the relation is compatible */
  grundy_violation semicompatible; /* likewise; never found if the notion is not defined */
  bool semicompatible_defined;     /* false if the game has players or is not in normal play */
} grundy_relation_report;

/* Checks whether the relation is compatible, and whether it is semicompatible
 * [Sat72, Defs. 2.1, 2.3]. Semicompatible relations preserve values and outcomes of acyclic games
 * [Sat72, Lemma 2.4]; with cycles they need not. GRUNDY_BAD_ARGUMENT if class_of is not as
 * described above. O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_relation_check(
    const grundy_digraph *g, const uint32_t *class_of, uint32_t count,
    const grundy_run_options *options, grundy_relation_report *report, grundy_error *error);

/* Solves g through its quotient by the coarsest compatible relation, with the same options and
 * columns as grundy_solve. A compatible relation preserves every column, and a counterfunction of
 * the quotient is also one of the game, though not always the one that grundy_solve finds. *classes
 * becomes the number of classes; `classes` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_solve_reduced(const grundy_digraph *g,
                                                              const grundy_solve_options *options,
                                                              grundy_solution **solution,
                                                              uint32_t *classes,
                                                              grundy_error *error);

/* ---- hereditary sets ------------------------------------------------------------------- */

/* The hereditary sets E(v) = { E(w) : w a follower of v } [Sat72, §2] as texts: {} at terminal
 * positions, then {{}}, {{},{{}}} and so on. Elements are sorted by length, then by their
 * characters, so equal sets are equal texts. */
typedef struct grundy_hereditary grundy_hereditary;

/* Makes the sets of all positions with at most `most` characters. O(V + E), and O(d log d)
 * comparisons of texts for a set of d elements. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_hereditary_new(const grundy_digraph *g,
                                                               uint64_t most,
                                                               grundy_hereditary **sets,
                                                               grundy_error *error);

/* Returns the set of v; NULL if it is longer than `most`, and "" if there is none because play from
 * v may be endless. It belongs to `sets`. */
GRUNDY_API const char *grundy_hereditary_text(const grundy_hereditary *sets, uint32_t v);

/* Frees the sets; NULL is allowed. */
GRUNDY_API void grundy_hereditary_free(grundy_hereditary *sets);

/* ---- maps ------------------------------------------------------------------------------ */

/* Properties of a map λ from the vertices of a game r to the vertices of a game s. Below, û is
 * λ(u). Every property except surjective also requires that the map respects players and ends: the
 * same player moves at u and at û and, if both are terminal, play ends there with the same outcome
 * and payoff. A homomorphism then preserves every column of a solution except counter, whatever the
 * kind of game, because its graph is a compatible relation between r and s; the other two preserve
 * values, so they say nothing about games without values. */
typedef enum grundy_map_kind {
  GRUNDY_HOMOMORPHISM,   /* λ(F(u)) = F(û) for all u [Sat72, Def. 1.6] */
  GRUNDY_SURJECTIVE,     /* every vertex of s is an image */
  GRUNDY_D_MORPHISM,     /* [FY86, Def. 5] */
  GRUNDY_THEOREM7,       /* with some d, the hypothesis of [FY86, Thm. 7] */
  GRUNDY_MAP_KIND_COUNT, /* the number of properties */
} grundy_map_kind;

/* Why a map lacks a property: the condition that fails. The violation names the vertices. */
typedef enum grundy_map_condition {
  GRUNDY_MAP_HOLDS,
  GRUNDY_MAP_NOT_COVERED, /* (1): û → w in s, but no follower of u in r has the image w */
  GRUNDY_MAP_LOST_MOVE,   /* u → v in r, but not û → v̂ in s */
  GRUNDY_MAP_NO_PREIMAGE, /* w in s is not an image */
  GRUNDY_MAP_UNRELATED,   /* (2): u → v in r, but neither û → v̂ nor v̂ → û in s */
  GRUNDY_MAP_NO_REPLY, /* (b): u → v in r, not (a) û → v̂, and v has no follower above û */
  GRUNDY_MAP_NOT_LESS, /* (b): v has such followers, w of least d among them, but d(w) >= d(u) */
  GRUNDY_MAP_NO_D,     /* (b): v has such followers, w among them, but none of them can have a d */
  GRUNDY_MAP_OTHER_PLAYER, /* different players move at u and û, or only one game has players */
  GRUNDY_MAP_OTHER_END,    /* u and û are terminal, with different outcomes or payoffs */
} grundy_map_condition;

/* A condition that fails, and the vertices for which it fails. */
typedef struct grundy_map_violation {
  grundy_map_condition condition;
  uint32_t u, v, w; /* the vertices that the condition names; others are GRUNDY_INFINITY */
} grundy_map_violation;

/* One violation per property; GRUNDY_MAP_HOLDS if the map has it. A violation is reported for the
 * first u and, for this u, about players and ends before the others, which are in the order
 * above. */
typedef struct grundy_map_report {
  grundy_map_violation of[GRUNDY_MAP_KIND_COUNT];
} grundy_map_report;

/* Checks the map that sends u to image[u]. If `d` is NULL, `least` becomes the least d with which
 * the map satisfies the hypothesis of Theorem 7, with GRUNDY_INFINITY at every u for which no d
 * works. If `d` is given, the map is checked with this d, and `least`, which may then be NULL, is
 * unchanged. The arrays have one entry for each vertex of r. GRUNDY_BAD_ARGUMENT if an image is not
 * a vertex of s. O(V + E) time and space, for both games: d(w) < d(u) is required only of vertices
 * with the same image, so images are processed one by one. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_map_check(const grundy_digraph *r, const grundy_digraph *s, const uint32_t *image,
                 const uint32_t *d, const grundy_run_options *options, uint32_t *least,
                 grundy_map_report *report, grundy_error *error);

/* For a map that satisfies Theorem 7 with this d: makes the solution of r with the columns grundy,
 * k and counter, computed from these columns of a solution of s. The counter of s must be
 * monotonic, as that of grundy_solve is. The counter of u is the rank of the pair of c(û) and d(u).
 * The solution belongs to the caller. GRUNDY_BAD_ARGUMENT if a column is missing, GRUNDY_UNDEFINED
 * if r is a game without values. O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_map_transport(const grundy_digraph *r, const uint32_t *image, const uint32_t *d,
                     const grundy_solution *of_s, grundy_solution **solution, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
