/* What every reader and writer of games must satisfy (see game.h) if it also reads undirected
 * graphs: any bytes give a digraph or a clean error, and a game is read as the same digraph. */

#ifndef FUZZ_GRAPH_H
#define FUZZ_GRAPH_H

#include "format/impl.h"

#include "game.h"

static inline void fuzz_graph(grundy_format format, grundy_game_reader *read, const uint8_t *data,
                              size_t size) {
  grundy_digraph *graph, *game;
  grundy_error error;
  FILE *in = fuzz_open(data, size);
  grundy_status as_graph =
      read(in, "fuzz", &(grundy_game_request){.undirected = true}, NULL, &graph, &error);
  fclose(in);
  if (as_graph != GRUNDY_OK) fuzz_check_error(as_graph, &error);
  grundy_status as_game = fuzz_scan(format, data, size, &game, &error);
  if (as_game == GRUNDY_OK) {
    if (as_graph != GRUNDY_OK) abort();
    demand_same_game(graph, game, true);
    fuzz_round_trip(format, game);
    grundy_digraph_free(game);
  } else {
    fuzz_check_error(as_game, &error);
  }
  if (as_graph == GRUNDY_OK) grundy_digraph_free(graph);
}

#endif
