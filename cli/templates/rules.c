/* @NAME@: two heaps of stones. A move takes one, two or three stones from one heap; the player who
 * takes the last stone wins.
 *
 *   grundy rules build @NAME@.c          makes @NAME@.so
 *   grundy rules check ./@NAME@.so:5,7   are these rules sound?
 *   grundy solve ./@NAME@.so:5,7         solves the game
 *   grundy play ./@NAME@.so:5,7          plays it
 *
 * Put your own game in its place. Only open, start and moves are required. */

#include <grundy/rules.h>
#include <stdio.h>

/* A position: always of the same size, and without padding. The same bytes are the same position.
 */
typedef struct heaps {
  uint8_t stones[2];
} heaps;

/* What the arguments say; all other functions get it as `game`. */
typedef struct setup {
  heaps start;
} setup;

/* Reads the arguments, of which there are two here: numbers from 0 to 255. If they are wrong, what
 * was expected is returned. */
static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long a, b;
  if (arguments->count != 2 || !grundy_argument(arguments, 0, 0, 255, &a) ||
      !grundy_argument(arguments, 1, 0, 255, &b))
    return "two heaps of 0 to 255 stones";
  setup *s = calloc(1, sizeof *s);
  if (s == NULL) return GRUNDY_RULES_MEMORY;
  s->start = (heaps){{(uint8_t)a, (uint8_t)b}};
  *bytes = sizeof(heaps);
  *game = s;
  return NULL;
}

static void start(const void *game, void *position) {
  const setup *s = game;
  memcpy(position, &s->start, sizeof(heaps));
}

/* Emits every position that a move leads to. Where there is none, play is over, and the player to
 * move has lost. */
static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const heaps *p = position;
  (void)game;
  for (int heap = 0; heap < 2; heap++)
    for (int taken = 1; taken <= 3 && taken <= p->stones[heap]; taken++) {
      heaps after = *p;
      after.stones[heap] = (uint8_t)(after.stones[heap] - taken);
      emit(to, &after);
    }
}

/* ---- all below is optional: delete what you do not need ------------------------------------- */

/* Positions that differ by a symmetry are one: here the smaller heap comes first. */
static void canon(const void *game, void *position) {
  heaps *p = position, sorted = {{p->stones[1], p->stones[0]}};
  (void)game;
  if (p->stones[0] > p->stones[1]) *p = sorted;
}

/* The name of a position, and how it is read. Without them it is its bytes: 5,7. */
static size_t show(const void *game, const void *position, char *text, size_t size) {
  const heaps *p = position;
  (void)game;
  return (size_t)snprintf(text, size, "%u-%u", p->stones[0], p->stones[1]);
}

static bool parse(const void *game, const char *text, size_t length, void *position) {
  unsigned a, b;
  char copy[16], again[16];
  (void)game;
  if (length >= sizeof copy) return false;
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (sscanf(copy, "%3u-%3u", &a, &b) != 2 || a > 255 || b > 255) return false;
  heaps p = {{(uint8_t)a, (uint8_t)b}};
  memcpy(position, &p, sizeof p);
  show(game, &p, again, sizeof again);
  return strcmp(copy, again) == 0;
}

/* A closed form of the value, if you know one. `grundy rules check` compares it with a search. */
static bool value(const void *game, const void *position, uint32_t *nimber) {
  const heaps *p = position;
  (void)game;
  *nimber = (p->stones[0] % 4u) ^ (p->stones[1] % 4u);
  return true;
}

/* Names for the integers of a position, for conditions and tables, and their values. */
static size_t fields(const void *game, const void *position, const char *names[],
                     int64_t values[]) {
  static const char *const both[] = {"a", "b"};
  const heaps *p = position;
  (void)game;
  for (int heap = 0; heap < 2; heap++) {
    if (names != NULL) names[heap] = both[heap];
    if (values != NULL) values[heap] = p->stones[heap];
  }
  return 2;
}

/* The position as a board, for `grundy play` and the explorer: heaps here; it can also be a grid,
 * or points and lines. */
static void board(const void *game, const void *position, const void *follower, int turn,
                  const grundy_board_writer *to) {
  const heaps *p = position;
  (void)game, (void)follower, (void)turn;
  for (int heap = 0; heap < 2; heap++) to->heap(to->to, p->stones[heap]);
}

/* There are more: `terminal`, for games that do not end when a player cannot move; `player`, for
 * games in which the players have different moves; `split`, for positions that are sums of parts;
 * `order`, for windows of infinite games; `seen_by`, for positions as the player to move sees them,
 * with `swap`; and ranks, for games that are too large to store. <grundy/rules.h> describes
 * them. */

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "@NAME@: one, two or three stones from one of two heaps",
    .args = "A,B",
    .open = open_game,
    .close = free,
    .start = start,
    .moves = moves,
    .canon = canon,
    .show = show,
    .parse = parse,
    .value = value,
    .board = board,
    .fields = fields,
};
