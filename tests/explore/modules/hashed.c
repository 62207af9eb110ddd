/* The game of tests/support/hashed.h as rules: hashed:SEED,ORDER,BYTES,DEGREE,FLAGS. FLAGS contains
 * the letters f (folded), e (ends) and c (coloured). Positions are named #x. */

#include <grundy/rules.h>

#include <stdio.h>

#include "support/hashed.h"

typedef struct game {
  hashed_game g;
} game;

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **made) {
  long seed, order, size, degree;
  if (arguments->count != 5 || !grundy_argument(arguments, 0, 0, 1000000, &seed) ||
      !grundy_argument(arguments, 1, 1, 100000000, &order) ||
      !grundy_argument(arguments, 2, 4, 4096, &size) ||
      !grundy_argument(arguments, 3, 0, 1000000, &degree))
    return "SEED,ORDER,BYTES,DEGREE,FLAGS";
  game *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return GRUNDY_RULES_MEMORY;
  const char *flags = arguments->text[4];
  opened->g = (hashed_game){.seed = (uint32_t)seed,
                            .order = (uint32_t)order,
                            .bytes = (uint32_t)size,
                            .degree = (uint32_t)degree,
                            .folded = strchr(flags, 'f') != NULL,
                            .ends = strchr(flags, 'e') != NULL,
                            .coloured = strchr(flags, 'c') != NULL};
  *bytes = (uint32_t)size;
  *made = opened;
  return NULL;
}

static void close_game(void *opened) {
  free(opened);
}

/* The bytes after the number depend on it. */
static void put(const hashed_game *g, uint32_t x, unsigned char *position) {
  memcpy(position, &x, 4);
  for (uint32_t i = 4; i < g->bytes; i++) position[i] = (unsigned char)hashed_mix(x, i, 1);
}

static uint32_t get(const void *position) {
  uint32_t x;
  memcpy(&x, position, 4);
  return x;
}

static void start(const void *opened, void *position) {
  put(&((const game *)opened)->g, 0, position);
}

static void moves(const void *opened, const void *position, grundy_emit emit, void *to) {
  const hashed_game *g = &((const game *)opened)->g;
  unsigned char next[4096];
  uint32_t x = get(position), degree = hashed_degree(g, x);
  for (uint32_t i = 0; i < degree; i++) {
    put(g, hashed_move(g, x, i), next);
    emit(to, next);
  }
}

static void canon(const void *opened, void *position) {
  const hashed_game *g = &((const game *)opened)->g;
  put(g, hashed_canon(g, get(position)), position);
}

static int terminal(const void *opened, const void *position, double *payoff) {
  (void)payoff;
  return hashed_end(&((const game *)opened)->g, get(position));
}

static size_t show(const void *opened, const void *position, char *text, size_t size) {
  (void)opened;
  return (size_t)snprintf(text, size, "#%u", get(position));
}

static bool parse(const void *opened, const char *text, size_t length, void *position) {
  const hashed_game *g = &((const game *)opened)->g;
  char digits[16] = "";
  if (length < 2 || length > 12 || text[0] != '#') return false;
  memcpy(digits, text + 1, length - 1);
  char *end;
  unsigned long x = strtoul(digits, &end, 10);
  if (*end != '\0' || x >= g->order) return false;
  put(g, (uint32_t)x, position);
  return true;
}

#ifdef HASHED_COLOURED
static int player(const void *opened, const void *position) {
  (void)opened;
  return get(position) % 2 == 0 ? 'A' : 'B';
}
#endif

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
#if GRUNDY_RULES_ABI > 1 /* the file is also compiled with version 1 of the header */
    .size = sizeof(grundy_rules),
#endif
    .title = "a game that is drawn by a hash",
    .args = "SEED,ORDER,BYTES,DEGREE,FLAGS",
    .open = open_game,
    .close = close_game,
    .start = start,
    .moves = moves,
    .canon = canon,
    .show = show,
    .parse = parse,
    .terminal = terminal,
#ifdef HASHED_COLOURED
    .player = player,
#endif
};
