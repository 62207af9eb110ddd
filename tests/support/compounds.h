/* Compounds of small games for tests, with the explicit products that they represent. */

#ifndef SUPPORT_COMPOUNDS_H
#define SUPPORT_COMPOUNDS_H

#include <grundy/compound.h>
#include <grundy/game.h>

enum { MOST_GAMES = 4 };

/* Some solved games and a tree over them: `inner` combines the games before `split`, and `outer`
 * combines this compound and the remaining games. With split 1 the inner compound is missing. */
typedef struct party {
  size_t count, split;
  grundy_operator inner, outer;
  grundy_digraph *games[MOST_GAMES];
  grundy_solution *solutions[MOST_GAMES];
  grundy_solved solved[MOST_GAMES];
  grundy_digraph *product; /* of all games, by grundy_digraph_product; NULL if not made */
  grundy_solution *truth;  /* its solution, all columns; NULL if not made */
} party;

/* Makes `count` random games of at most `most` vertices, at least 1, with cycles and loops. */
party party_new(grundy_random *random, size_t count, uint32_t most);

/* Takes over these games. */
party party_of(size_t count, grundy_digraph **games);

/* Fills product and truth. */
void party_solve(party *p);
void party_free(party *p);

/* Returns the compound at the tuple of the vertex v of the product; `search` false: theorems
 * only. */
grundy_compound *party_compound(party *p, grundy_play play, uint32_t v);

/* Returns the vertex of the product that is the position of a compound of this party. */
uint32_t party_vertex(const party *p, const grundy_compound *c);

#endif
