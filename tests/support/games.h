/* Games for tests, and loops over many of them.
 *
 * Environment: GRUNDY_SEED sets the seed of all random games; GRUNDY_SCALE is a percentage that
 * scales the number of games in every loop. */

#ifndef SUPPORT_GAMES_H
#define SUPPORT_GAMES_H

#include <grundy/base.h>
#include <grundy/digraph.h>

/* Returns a number in [0, 1), a multiple of 2^-53. */
double random_unit(grundy_random *random);

/* ---- single games -------------------------------------------------------------------- */

/* The caller owns each of these games; a failure to make one ends the test. */

/* The move (u, v) exists if bit u * order + v of `bits` is set; order <= 8. */
grundy_digraph *game_from_bits(uint32_t order, uint64_t bits);

/* Returns the number of patterns for game_from_bits; order <= 7. */
uint64_t game_pattern_count(uint32_t order);

/* The moves are the given pairs. */
grundy_digraph *game_from_pairs(uint32_t order, size_t count, const uint32_t pairs[][2]);

/* Every pair (u, v), loops included, is a move with the given probability. O(order^2). */
grundy_digraph *game_random(grundy_random *random, uint32_t order, double density);

/* As above, without cycles. The vertices are not in topological order. */
grundy_digraph *game_acyclic(grundy_random *random, uint32_t order, double density);

/* Every vertex is a sink with probability `sinks`, and otherwise has 1 to `degree` moves, counting
 * repeated ones. O(order * degree). */
grundy_digraph *game_sparse(grundy_random *random, uint32_t order, double sinks, uint32_t degree);

/* The moves are v → v - 1, and 0 is a sink; then vertex v is renumbered to v * stride mod order.
 * `stride` is prime to `order`, so that numbers are not in topological order. */
grundy_digraph *game_chain(uint32_t order, uint32_t stride);

/* A hub that moves to `width` vertices, of which those below `values` are a game of Nim with one
 * heap and so have the values 0, 1, 2 …; the others are sinks. Another vertex moves to the hub. */
grundy_digraph *game_hub(uint32_t width, uint32_t values);

/* A hub of infinite value among whose followers few values are far apart: the solver looks for
 * values that they have and for values that they lack. heap[y] moves to heap[0 … y - 1]; `drawn`
 * moves to itself and to every 60th heap; for every y, asking[y] moves to drawn and to heap[0 … y -
 * 1], so its value is y if and only if drawn has a follower of value y. The vertices are the heaps,
 * drawn, and those that ask. */
grundy_digraph *game_gaps(uint32_t heaps);

/* The moves are v → v - 1, and 0 is a sink; the move tail → order - 1 closes the vertices from
 * `tail` on to a cycle, whose only exit is at `tail`. 0 < tail < order. */
grundy_digraph *game_cycle_with_tail(uint32_t order, uint32_t tail);

/* A rook on a square board moves left or down, and there are `extra` random moves: long rows of
 * values, and cycles. */
grundy_digraph *game_board(grundy_random *random, uint32_t side, uint32_t extra);

/* Calls grundy_digraph_transpose. */
grundy_digraph *game_reverse(const grundy_digraph *g);

/* ---- many games ---------------------------------------------------------------------- */

typedef struct test_game {
  const grundy_digraph *g;
  const grundy_digraph *reverse; /* the transpose of g */
  grundy_random *random;         /* for random choices of the property; reset with the seed */
} test_game;

/* A property of games: returns NULL if it holds, otherwise a sentence that says what is wrong. */
typedef const char *(*game_property)(const test_game *game);

/* Formats such a sentence. The text is valid until the next call. */
const char *because(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails the test if the property does not hold for g. */
void on_game(const grundy_digraph *g, game_property property);

/* Checks every digraph with `order` vertices, loops included. */
void on_every_game(uint32_t order, game_property property);

/* Checks `count` patterns with `order` vertices, spread evenly over all patterns; scaled. */
void on_some_games(uint32_t order, uint64_t count, game_property property);

/* Checks `count` random games of at most `most` vertices, of all kinds and densities; scaled.
 * Prints the first game that fails, with a seed that makes it the first one. */
void on_random_games(uint64_t count, uint32_t most, game_property property);

/* Checks the games that every kernel must pass: every game of at most 4 vertices, 100,000 random
 * ones of at most 8, and 2,000 of at most 200; scaled. */
void on_all_kinds_of_games(game_property property);

/* Checks every game_cycle_with_tail of 3 to 11 vertices, and three with a million. */
void on_cycles_with_tails(void (*holds)(uint32_t order, uint32_t tail));

/* Returns NULL if both arrays have the same `order` numbers, otherwise where they differ. */
const char *same_numbers(const char *what, uint32_t order, const uint32_t *expected,
                         const uint32_t *got);

/* Returns an array of `order` zeros, to be freed. */
uint32_t *new_numbers(uint32_t order);

/* A monitor that always cancels. */
extern const grundy_monitor test_cancelling;

/* Returns GRUNDY_SEED, by default a constant. */
uint64_t test_seed(void);

/* Returns `count` scaled by GRUNDY_SCALE, at least 1. */
uint64_t test_scaled(uint64_t count);

#endif
