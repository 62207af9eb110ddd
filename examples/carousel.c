/* Carousel: tokens on a ring of places. A move slides a token one place clockwise, to a free place,
 * or takes the token off that is at the exit, place 0. A player who cannot move loses. Play can go
 * on forever.
 *
 *   ./carousel.so:PLACES,TOKENS
 *
 * A position is written as its places, o with a token and . without: "ooo.....". The positions with
 * the same number of tokens are a tier. docs/large-games.md explains the ranks. */

#include <grundy/rank.h>
#include <grundy/rules.h>

#include <stdio.h>

typedef struct carousel {
  long places, tokens;
} carousel;

typedef uint32_t ring; /* bit i: there is a token at place i */

static const char *open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  carousel *c = malloc(sizeof *c);
  if (c == NULL) return GRUNDY_RULES_MEMORY;
  if (arguments->count != 2 || !grundy_argument(arguments, 0, 2, 32, &c->places) ||
      !grundy_argument(arguments, 1, 0, c->places, &c->tokens)) {
    free(c);
    return "from 2 to 32 places, and at most as many tokens";
  }
  *bytes = sizeof(ring);
  *game = c;
  return NULL;
}

static void start(const void *game, void *position) {
  const carousel *c = game;
  *(ring *)position = (ring)((UINT64_C(1) << c->tokens) - 1);
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const carousel *c = game;
  ring r = *(const ring *)position, left = r & ~(ring)1;
  if (left != r) emit(to, &left);
  for (long i = 0; i < c->places; i++) {
    ring here = (ring)1 << i, next = (ring)1 << (i + 1) % c->places, after = (r | next) & ~here;
    if ((r & here) != 0 && (r & next) == 0) emit(to, &after);
  }
}

static size_t show(const void *game, const void *position, char *text, size_t size) {
  const carousel *c = game;
  size_t length = 0;
  for (; length < (size_t)c->places && length + 1 < size; length++)
    text[length] = (*(const ring *)position >> length & 1) != 0 ? 'o' : '.';
  text[length] = '\0';
  return (size_t)c->places;
}

static bool parse(const void *game, const char *text, size_t length, void *position) {
  const carousel *c = game;
  ring r = 0;
  if (length != (size_t)c->places) return false;
  for (size_t i = 0; i < length; i++) {
    if (text[i] != 'o' && text[i] != '.') return false;
    if (text[i] == 'o') r |= (ring)1 << i;
  }
  *(ring *)position = r;
  return true;
}

/* The arrows say which way tokens slide; the exit is at the top. */
static void board(const void *game, const void *position, const void *follower, int turn,
                  const grundy_board_writer *b) {
  const carousel *c = game;
  const uint32_t places = (uint32_t)c->places;
  (void)follower, (void)turn;
  b->circle(b->to, places);
  for (uint32_t i = 0; i < places; i++) {
    char label[16];
    (void)snprintf(label, sizeof label, "%u", (unsigned)i);
    b->arrow(b->to, i, (i + 1) % places);
    b->label(b->to, i, i == 0 ? "exit" : label);
    if ((*(const ring *)position >> i & 1) != 0) b->piece(b->to, i, '*');
  }
}

/* ---- ranks ---- */

static uint64_t count(const void *game, uint64_t tokens) {
  return grundy_count_sets((uint64_t)((const carousel *)game)->places, tokens);
}

static bool rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  *tier = (uint64_t)__builtin_popcount(*(const ring *)position);
  *index = grundy_rank_set(*(const ring *)position);
  return *index < count(game, *tier);
}

static bool unrank(const void *game, uint64_t tokens, uint64_t index, void *position) {
  uint64_t set = 0;
  unsigned places = (unsigned)((const carousel *)game)->places;
  bool exists = grundy_unrank_set(places, (unsigned)tokens, index, &set);
  *(ring *)position = (ring)set;
  return exists;
}

static void tiers(const void *game, uint64_t tokens, void (*emit)(void *to, uint64_t tier),
                  void *to) {
  (void)game;
  if (tokens > 0) emit(to, tokens - 1);
}

GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI,
                .size = sizeof(grundy_rules),
                .title = "Carousel: slide tokens round a ring, or take one off at the exit",
                .args = "PLACES,TOKENS",
                .open = open,
                .close = free,
                .start = start,
                .moves = moves,
                .show = show,
                .parse = parse,
                .board = board,
                .count = count,
                .rank = rank,
                .unrank = unrank,
                .tiers = tiers};
