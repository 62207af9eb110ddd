/* The end of Quixo: the boards with two given numbers of marks, and those that can follow them.
 *
 *   quixo_end.so:N,FEWER,MORE   the players have FEWER and MORE marks on a board of N by N
 *
 * Symmetric boards are different positions, because others counted them so. */

#define GRUNDY_RULES_SYMBOL whole_game
#include "../../../games/quixo.c"
#undef GRUNDY_RULES_SYMBOL
#define GRUNDY_RULES_SYMBOL grundy_rules_of_this_file

typedef struct end_of_quixo {
  quixo whole; /* first, so that functions of the whole game can be called */
  uint64_t tier;
} end_of_quixo;

static const char *end_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  static const char expected[] = "the side of the board, and two numbers of marks";
  grundy_arguments side = *arguments;
  long fewer = 0, more = 0;
  side.count = 1;
  if (arguments->count != 3 || !grundy_argument(arguments, 1, 0, MOST_CELLS, &fewer) ||
      !grundy_argument(arguments, 2, fewer, MOST_CELLS - fewer, &more))
    return expected;
  const char *wrong = whole_game.open(&side, bytes, game);
  if (wrong) return wrong;
  end_of_quixo *end = realloc(*game, sizeof *end);
  if (!end) return free(*game), GRUNDY_RULES_MEMORY;
  end->tier = tier_of((unsigned)fewer, (unsigned)more);
  *game = end;
  return quixo_count(end, end->tier) > 0 ? NULL : (free(end), expected);
}

static void end_start(const void *game, void *position) {
  const end_of_quixo *end = game;
  quixo_unrank(game, end->tier, 0, position);
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "The end of Quixo",
    .open = end_open,
    .close = free,
    .start = end_start,
    .moves = quixo_moves,
    .terminal = quixo_terminal,
    .show = quixo_show,
    .parse = quixo_parse,
    .count = quixo_count,
    .rank = quixo_rank,
    .unrank = quixo_unrank,
    .tiers = quixo_tiers,
    .unmoves = quixo_unmoves,
};
