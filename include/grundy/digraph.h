/* A game as a finite digraph: positions are vertices, moves are edges; cycles and loops are
 * allowed. A digraph never changes after it is built, so threads may share it. */

#ifndef GRUNDY_DIGRAPH_H
#define GRUNDY_DIGRAPH_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A game: an immutable digraph, with optional names, labels, players, outcomes, payoffs and kinds
 * of moves. */
typedef struct grundy_digraph grundy_digraph;

/* A digraph has at most this many vertices, numbered from 0. */
#define GRUNDY_DIGRAPH_MAX_ORDER UINT32_C(0x7fffffff)

/* A view of vertices in increasing order; they belong to the digraph. */
typedef struct grundy_vertices {
  const uint32_t *at;
  uint64_t count;
} grundy_vertices;

/* ---- reading a digraph --------------------------------------------------------------- */

/* Returns the number of vertices, and the number of moves (a move listed twice is one move). */
GRUNDY_API uint32_t grundy_digraph_order(const grundy_digraph *g);
GRUNDY_API uint64_t grundy_digraph_size(const grundy_digraph *g);

/* Returns F(u), the followers of u. */
GRUNDY_API grundy_vertices grundy_digraph_followers(const grundy_digraph *g, uint32_t u);

/* The compressed rows: the followers of u are targets[offsets[u]] up to, but not including,
 * targets[offsets[u + 1]], in increasing order. The arrays have order + 1 and size entries and
 * belong to the digraph. */
GRUNDY_API const uint64_t *grundy_digraph_offsets(const grundy_digraph *g);
GRUNDY_API const uint32_t *grundy_digraph_targets(const grundy_digraph *g);

/* Returns whether (u, v) is a move. O(log |F(u)|). */
GRUNDY_API bool grundy_digraph_has_move(const grundy_digraph *g, uint32_t u, uint32_t v);

/* Returns the number of moves that lead to sums of parts, which are not among those above; 0 unless
 * the type of the game is GRUNDY_GAME_PARTS. */
GRUNDY_API uint64_t grundy_digraph_sum_count(const grundy_digraph *g);

/* ---- types of games ------------------------------------------------------------------- */

/* What sort of game a digraph is. Which columns a solution has depends on this alone. */
typedef enum grundy_game_type {
  GRUNDY_GAME_NORMAL,      /* impartial: a player who cannot move loses */
  GRUNDY_GAME_ENDS,        /* impartial, but some terminal positions have other outcomes */
  GRUNDY_GAME_COLOURED,    /* two-coloured, with outcomes: see grundy_digraph_players */
  GRUNDY_GAME_PAYOFFS,     /* two-coloured, with payoffs */
  GRUNDY_GAME_WINDOW,      /* a window of a larger impartial game: see grundy_digraph_frontier */
  GRUNDY_GAME_WINDOW_ENDS, /* the same, of rules with a function `terminal`, which may give terminal
                              positions outside the window other outcomes */
  GRUNDY_GAME_PARTS, /* the vertices are parts of positions, as grundy_open_options.parts makes
                        them: the moves above lead to a single part, and the others to sums,
                        which grundy_solve and grundy_verify take into account */
  GRUNDY_GAME_TURNS, /* impartial in normal play, but not every move ends the turn: see
                        grundy_digraph_kinds */
} grundy_game_type;

/* Returns the type of a game. O(1). */
GRUNDY_API grundy_game_type grundy_digraph_type(const grundy_digraph *g);

/* Return whether the type is one of the two with players, and of the two of windows. */
static inline bool grundy_game_is_coloured(grundy_game_type type) {
  return type == GRUNDY_GAME_COLOURED || type == GRUNDY_GAME_PAYOFFS;
}
static inline bool grundy_game_is_window(grundy_game_type type) {
  return type == GRUNDY_GAME_WINDOW || type == GRUNDY_GAME_WINDOW_ENDS;
}

/* ---- strong components --------------------------------------------------------------------- */

/* Finds the strongly connected components: component[v] becomes the number of the component of v.
 * Numbers are below *count, and a move never leads to a larger number, so the components in
 * increasing order are in reverse topological order. `component` has one entry per vertex. The
 * digraph is acyclic exactly if *count is its order and it has no loop. When memory runs out the
 * outputs are unchanged. O(V + E) time, O(V) space, no recursion. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_strong_components(const grundy_digraph *g,
                                                                          uint32_t *component,
                                                                          uint32_t *count,
                                                                          grundy_error *error);

/* ---- names --------------------------------------------------------------------------- */

/* The size of a buffer for a name that is not stored: a number, or a name made by rules. */
enum { GRUNDY_NAME_MAX_BYTES = 256 };

/* Returns the name of v, UTF-8 and NUL-terminated. A vertex without a name is called by its number.
 * Numbers and names made by rules are written to `scratch`; other names belong to the digraph. */
GRUNDY_API const char *grundy_digraph_name(const grundy_digraph *g, uint32_t v,
                                           char scratch[GRUNDY_NAME_MAX_BYTES]);

/* Finds the vertex whose name is the `length` bytes at `name`; false if there is none. O(length)
 * expected, but O(V) if the names are made by rules that cannot parse them. */
GRUNDY_API bool grundy_digraph_find(const grundy_digraph *g, const char *name, size_t length,
                                    uint32_t *v);

/* ---- labels -------------------------------------------------------------------------- */

/* Returns the text to show for v in place of its name: UTF-8, perhaps several lines, not
 * necessarily unique. NULL if v has no label. It belongs to the digraph. */
GRUNDY_API const char *grundy_digraph_label(const grundy_digraph *g, uint32_t v);

/* ---- players, outcomes and payoffs ---------------------------------------------------- */

/* A game may specify more about its positions [Smi66, §§1, 5, 12]. In a two-coloured game every
 * position belongs to the player who moves there, 'A' (Abe) or 'B' (Barbara), and moves lead from
 * positions of one player to positions of the other. */

/* Returns the players, one entry per vertex; NULL if the game is impartial. Owned by the
 * digraph. */
GRUNDY_API const uint8_t *grundy_digraph_players(const grundy_digraph *g);

/* Returns the outcomes of terminal positions, with GRUNDY_OUTCOME_NONE at all others; NULL if the
 * game does not specify outcomes. They are P (as in normal play), N or D in an impartial game, and
 * A, B or D in a two-coloured one. */
GRUNDY_API const grundy_outcome *grundy_digraph_outcomes(const grundy_digraph *g);

/* Returns the payoffs to A at terminal positions, with 0 at all others; NULL if the game has no
 * payoffs. A two-coloured game has either an outcome or a payoff at every terminal position. */
GRUNDY_API const double *grundy_digraph_payoffs(const grundy_digraph *g);

/* Returns the frontier of a window of a larger game, with 1 at positions from which a move leaves
 * the window and 0 at all others; NULL if the game is whole. The digraph has only the moves inside
 * the window, so a position of the frontier is never terminal, even without moves. */
GRUNDY_API const uint8_t *grundy_digraph_frontier(const grundy_digraph *g);

/* ---- kinds of moves ---------------------------------------------------------------------- */

/* Who moves next, and where (docs/carry-on.md). In a single game "anywhere" and "in this game" are
 * the same; the difference counts in sums. A player who has to move and cannot, loses. */
enum {
  GRUNDY_MOVE_ORDINARY = 1,  /* the other player, anywhere */
  GRUNDY_MOVE_CARRY_ON = 2,  /* the same player, anywhere */
  GRUNDY_MOVE_LOCAL = 4,     /* a local carry-on: the same player, in this game */
  GRUNDY_MOVE_ENTAILING = 8, /* the other player, in this game */
};

/* Returns the kinds of all moves, in the order of grundy_digraph_targets: one byte per move, a
 * nonempty set of the bits above, because two positions may have moves of several kinds between
 * them. NULL if all moves are ordinary. Owned by the digraph. */
GRUNDY_API const uint8_t *grundy_digraph_kinds(const grundy_digraph *g);

/* Says whether positions are described as the player to move sees them, as rules do that turn the
 * board around after every move (docs/rules.md). Then the game has no sums with others: in a sum
 * one player may move in it twice running. By default a position is the same for both players;
 * explored rules set this themselves. */
GRUNDY_API void grundy_digraph_set_seen_by_mover(grundy_digraph *g, bool is_seen_by_mover);

/* ---- making a digraph ---------------------------------------------------------------- */

/* A game whose positions have no names may have this many of them, or this many per move. */
#define GRUNDY_DIGRAPH_UNNAMED UINT32_C(16777216)
#define GRUNDY_DIGRAPH_UNNAMED_PER_MOVE UINT32_C(16)

/* Checks that a game with that many moves may have `order` positions that it does not name, as the
 * rows of a matrix: one number can ask for more of them than there is memory. If `limit` is 0, at
 * most the larger of both bounds above is allowed; otherwise at most `limit`. GRUNDY_UNABLE, with
 * GRUNDY_REASON_TOO_MANY, if there are more. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_check_unnamed(uint64_t order,
                                                                      uint64_t moves,
                                                                      uint64_t limit,
                                                                      grundy_error *error);

/* Makes the digraph with vertices 0 … order - 1, without names, and the moves (tails[i], heads[i]).
 * The arrays are copied. GRUNDY_BAD_ARGUMENT if a tail or head is not below `order`, GRUNDY_UNABLE
 * if `order` is above GRUNDY_DIGRAPH_MAX_ORDER. O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_new(uint32_t order, uint64_t count,
                                                            const uint32_t *tails,
                                                            const uint32_t *heads,
                                                            grundy_digraph **g,
                                                            grundy_error *error);

/* Makes the digraph with these compressed rows, without names and without copying: offsets[0] is 0,
 * offsets do not decrease, and every row is strictly increasing and below `order`, as those of
 * grundy_digraph_offsets and _targets are. The arrays stay with the caller and must neither change
 * nor be freed as long as the digraph exists. GRUNDY_BAD_ARGUMENT if the rows are not as described,
 * GRUNDY_UNABLE if `order` is above GRUNDY_DIGRAPH_MAX_ORDER. O(V + E), to check the rows. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_borrow(uint32_t order,
                                                               const uint64_t *offsets,
                                                               const uint32_t *targets,
                                                               grundy_digraph **g,
                                                               grundy_error *error);

/* Makes the digraph with every move reversed, without names, labels, players, outcomes or kinds.
 * O(V + E). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_transpose(const grundy_digraph *g,
                                                                  const grundy_run_options *options,
                                                                  grundy_digraph **reverse,
                                                                  grundy_error *error);

/* Frees the digraph; NULL is allowed. */
GRUNDY_API void grundy_digraph_free(grundy_digraph *g);

/* ---- products ------------------------------------------------------------------------ */

/* How games are combined [Smi66, §§6, 7, 9]: a player moves in exactly one of them, in all of them,
 * or in any nonempty selection of them. */
typedef enum grundy_operator {
  GRUNDY_DISJUNCTIVE,
  GRUNDY_CONJUNCTIVE,
  GRUNDY_SELECTIVE,
  GRUNDY_DISJOINT, /* the disjoint union, not a compound: only one of the games is played */
} grundy_operator;

/* Limits and options of a product. */
typedef struct grundy_product_options {
  size_t size;
  uint64_t most_vertices, most_moves; /* 0: GRUNDY_PRODUCT_MAX_VERTICES and …_MOVES */
  bool unnamed;                       /* leave the names out */
  const grundy_monitor *monitor;      /* may be NULL */
} grundy_product_options;

/* The default limits of a product. */
#define GRUNDY_PRODUCT_MAX_VERTICES (UINT64_C(1) << 24)
#define GRUNDY_PRODUCT_MAX_MOVES (UINT64_C(1) << 28)

/* Makes the whole product of `count` games, at least one, as a game of its own. The tuple (u1, …,
 * um) has the number (… (u1 n2 + u2) n3 + …) nm + um, where n2 … nm are the orders. Its name
 * consists of the names of its parts, separated by commas; in them, \, and \\ stand for a comma and
 * a backslash. In a disjoint union the vertices of each game follow those of the game before it,
 * and the vertex a of the second game is called 2:a. Labels are left out.
 * GRUNDY_UNABLE if the product has more vertices or moves than allowed, GRUNDY_BAD_INPUT if rules
 * give two vertices of a game the same name. `options` may be NULL. O(V + E) of the product, and
 * the length of its names. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_product(
    grundy_operator kind, size_t count, const grundy_digraph *const *games,
    const grundy_product_options *options, grundy_digraph **g, grundy_error *error);

/* ---- building a digraph step by step, with names ------------------------------------- */

/* A game under construction. */
typedef struct grundy_builder grundy_builder;

/* Makes a builder without vertices. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_new(grundy_builder **builder,
                                                            grundy_error *error);

/* Finds the vertex whose name is the `length` bytes at `name`, or adds it. Vertices are numbered in
 * the order in which their names first occur. The name is copied; it must be UTF-8 without NUL,
 * which is not checked. GRUNDY_UNABLE past GRUNDY_DIGRAPH_MAX_ORDER vertices. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_vertex(grundy_builder *builder,
                                                               const char *name, size_t length,
                                                               uint32_t *v, grundy_error *error);

/* Adds the move from u to v, two vertices of this builder. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_move(grundy_builder *builder, uint32_t u,
                                                             uint32_t v, grundy_error *error);

/* Does the same for a move of each of these kinds, a nonempty set of the bits above. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_move_of_kinds(grundy_builder *builder,
                                                                      uint32_t u, uint32_t v,
                                                                      uint8_t kinds,
                                                                      grundy_error *error);

/* Labels v, a vertex of this builder, with the `length` bytes at `label`, replacing any earlier
 * label; a length of 0 removes it. The text is copied; it must not contain NUL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_label(grundy_builder *builder, uint32_t v,
                                                              const char *label, size_t length,
                                                              grundy_error *error);

/* Sets who moves at v, a vertex of this builder ('A' or 'B'), or the outcome if play ends there
 * ('P', 'N', 'A', 'B' or 'D'), or the payoff to A there, a finite number. GRUNDY_BAD_INPUT for
 * anything else, if v has both an outcome and a payoff, or if it contradicts an earlier call. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_player(grundy_builder *builder, uint32_t v,
                                                               uint8_t player, grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_outcome(grundy_builder *builder, uint32_t v,
                                                                grundy_outcome outcome,
                                                                grundy_error *error);
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_payoff(grundy_builder *builder, uint32_t v,
                                                               double payoff, grundy_error *error);

/* Makes the digraph. GRUNDY_BAD_INPUT if the players, outcomes and payoffs are not as described
 * above, or if there are also kinds of moves. Afterwards the builder is empty and must still be
 * freed; on failure it is unchanged. Names that are just the numbers 0, 1, 2 … in order are not
 * stored. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_builder_finish(grundy_builder *builder,
                                                               const grundy_run_options *options,
                                                               grundy_digraph **g,
                                                               grundy_error *error);

/* Frees the builder; NULL is allowed. */
GRUNDY_API void grundy_builder_free(grundy_builder *builder);

#ifdef __cplusplus
}
#endif

#endif
