/* Mancala: take all stones from one of your pits and sow them one by one into the pits that
 * follow; if the last one makes two or three in a pit of the opponent, you capture these. A player
 * who captures as many stones as they need wins. Reduced: only this counts, not how many more a
 * player captures, and every position is seen by the player to move.
 *
 *   mancala:PITS,STONES,TARGET    pits per player, stones in each pit at the start, and how many of
 *                                 all stones the player to move has to capture (default: more than
 *                                 half)
 *
 * A game like awari, with the question whether the player to move can capture at least t of the s
 * stones on the board. Each player has a row of pits, and the two rows make a ring. Stones are
 * sown counterclockwise, except into the pit that they came from. If the last stone falls into a
 * pit of the opponent that then has two or three stones, these are captured, and so are the stones
 * in the pits before it, as long as those are pits of the opponent with two or three stones. A
 * player whose pits are all empty cannot move, and the opponent gets what is left. Nobody has to
 * give stones to a player who has none, and all stones of a player may be captured at once. These
 * are the rules of awari [RB03] but for the last two.
 *
 * An N-position is one in which the player to move can capture the target. In a
 * P-position the opponent can capture enough stones to put the target out of reach, and in a draw
 * both can go on forever. If t + u - 1 stones are left and the player to move needs t of them, the
 * opponent needs u: unless play goes on forever, exactly one of them gets enough. A player who has
 * captured enough takes the rest, and play is over.
 *
 * The positions with the same needs of both players are a tier, 5007 if these are 5 and 7 with 11
 * stones left; tier 0 is the end. */

#include <grundy/rank.h>
#include <grundy/rules.h>
#include <stdio.h>

enum { MOST_PITS = 6, MOST_STONES = 20, MOST_RING = 2 * MOST_PITS };
enum { MOST_ALL = MOST_RING * MOST_STONES };

typedef struct mancala {
  size_t pits, ring; /* of each player, and of both */
  unsigned stones, target;
  uint64_t ways[MOST_RING + 1][MOST_ALL + 1]; /* of stones in pits */
} mancala;

/* The pits from the first one of the player to move, counterclockwise, and what this player needs.
 * At the end the board is empty, and 1 is needed. */
typedef struct position {
  uint8_t pits[MOST_RING];
  unsigned need;
} position;

/* ---- opening ----------------------------------------------------------------------------- */

/* Reads an argument, or leaves its default. */
static bool read_argument(const grundy_arguments *arguments, size_t index, long most,
                          unsigned *number) {
  long given = (long)*number;
  if (index < arguments->count && !grundy_argument(arguments, index, 1, most, &given)) return false;
  *number = (unsigned)given;
  return true;
}

static const char *mancala_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  static const char expected[] =
      "1 to 6 pits per player, 1 to 20 stones per pit, and a target up to the number of stones";
  unsigned pits = 3, stones = 2;
  if (arguments->count > 3 || !read_argument(arguments, 0, MOST_PITS, &pits) ||
      !read_argument(arguments, 1, MOST_STONES, &stones))
    return expected;
  unsigned all = 2 * pits * stones, target = all / 2 + 1;
  if (!read_argument(arguments, 2, (long)all, &target)) return expected;
  mancala *m = calloc(1, sizeof *m);
  if (!m) return GRUNDY_RULES_MEMORY;
  m->pits = pits, m->ring = 2 * m->pits, m->stones = stones, m->target = target;
  for (unsigned n = 0; n <= 2 * pits; n++)
    for (unsigned k = 0; k <= all; k++) m->ways[n][k] = grundy_count_multisets(n, k);
  *bytes = 2 * pits + 1;
  *game = m;
  return NULL;
}

/* ---- positions --------------------------------------------------------------------------- */

static position load(const mancala *m, const void *bytes) {
  position p = {0};
  memcpy(p.pits, bytes, m->ring);
  p.need = ((const uint8_t *)bytes)[m->ring];
  return p;
}

static void store(const mancala *m, const position *p, void *bytes) {
  memcpy(bytes, p->pits, m->ring);
  ((uint8_t *)bytes)[m->ring] = (uint8_t)p->need;
}

static unsigned stones_of(const mancala *m, const position *p) {
  unsigned sum = 0;
  for (size_t i = 0; i < m->ring; i++) sum += p->pits[i];
  return sum;
}

static void mancala_start(const void *game, void *bytes) {
  const mancala *m = game;
  position p = {.need = m->target};
  for (size_t i = 0; i < m->ring; i++) p.pits[i] = (uint8_t)m->stones;
  store(m, &p, bytes);
}

/* Sows the stones of a pit, and returns where the last one falls. */
static size_t sow(const mancala *m, position *p, size_t pit) {
  size_t at = pit;
  for (unsigned stones = p->pits[pit]; stones > 0; stones--) {
    at = (at + 1) % m->ring;
    if (at == pit) at = (at + 1) % m->ring;
    p->pits[at]++;
  }
  p->pits[pit] = 0;
  return at;
}

/* Captures from the pit with the last stone backwards, and returns how many stones. */
static unsigned capture(const mancala *m, position *p, size_t last) {
  unsigned captured = 0;
  for (size_t at = last; at >= m->pits && (p->pits[at] == 2 || p->pits[at] == 3); at--) {
    captured += p->pits[at];
    p->pits[at] = 0;
  }
  return captured;
}

/* Returns the position as the opponent sees it, who moves next. */
static position turned(const mancala *m, const position *p, unsigned need) {
  position seen = {.need = need};
  for (size_t i = 0; i < m->ring; i++) seen.pits[i] = p->pits[(i + m->pits) % m->ring];
  return seen;
}

static void mancala_moves(const void *game, const void *bytes, grundy_emit emit, void *to) {
  const mancala *m = game;
  const position p = load(m, bytes);
  const unsigned opponent_need = stones_of(m, &p) + 1 - p.need;
  for (size_t pit = 0; pit < m->pits; pit++) {
    if (p.pits[pit] == 0) continue;
    position after = p;
    uint8_t block[MOST_RING + 1];
    unsigned captured = capture(m, &after, sow(m, &after, pit));
    after = captured < p.need ? turned(m, &after, opponent_need) : (position){.need = 1};
    store(m, &after, block);
    emit(to, block);
  }
}

static int mancala_terminal(const void *game, const void *bytes, double *payoff) {
  position p = load(game, bytes);
  (void)payoff;
  return p.need > stones_of(game, &p) ? 'P' : 0;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* The needs of a tier; both are 0 at the end. */
typedef struct needs {
  unsigned less, more;
} needs;

static uint64_t tier_of(unsigned a, unsigned b) {
  return a < b ? 1000 * (uint64_t)a + b : 1000 * (uint64_t)b + a;
}

/* Returns whether the tier exists. */
static bool find_tier(const mancala *m, uint64_t tier, needs *n) {
  *n = (needs){(unsigned)(tier / 1000), (unsigned)(tier % 1000)};
  if (tier == 0) return true;
  return tier < 1000000 && n->less > 0 && n->less <= n->more &&
         n->less + n->more - 1 <= m->ring * m->stones;
}

/* Returns how many positions of a tier, not the end, have the same need of the player to move. */
static uint64_t count_half(const mancala *m, needs n) {
  return m->ways[m->ring][n.less + n.more - 1];
}

static uint64_t mancala_count(const void *game, uint64_t tier) {
  needs n;
  if (!find_tier(game, tier, &n)) return 0;
  return tier == 0 ? 1 : count_half(game, n) * (n.less < n.more ? 2 : 1);
}

/* In lexicographic order of the pits. With c stones or more in a pit, the others are anywhere from
 * this pit on. */
static uint64_t rank_pits(const mancala *m, const position *p, unsigned left) {
  uint64_t rank = 0;
  for (size_t i = 0; i < m->ring; left -= p->pits[i++])
    rank += m->ways[m->ring - i][left] - m->ways[m->ring - i][left - p->pits[i]];
  return rank;
}

static void unrank_pits(const mancala *m, position *p, unsigned left, uint64_t rank) {
  for (size_t i = 0; i + 1 < m->ring; i++)
    for (const uint64_t *ways = m->ways[m->ring - i - 1]; rank >= ways[left]; p->pits[i]++)
      rank -= ways[left--];
  p->pits[m->ring - 1] = (uint8_t)left;
}

static bool mancala_rank(const void *game, const void *bytes, uint64_t *tier, uint64_t *index) {
  const mancala *m = game;
  position p = load(m, bytes);
  unsigned all = stones_of(m, &p);
  bool is_end = all == 0 && p.need == 1;
  if (all > m->ring * m->stones || p.need == 0 || (p.need > all && !is_end)) return false;
  unsigned opponent_need = all + 1 - p.need;
  *tier = is_end ? 0 : tier_of(p.need, opponent_need);
  *index = is_end ? 0 : rank_pits(m, &p, all);
  if (p.need > opponent_need && !is_end) *index += m->ways[m->ring][all];
  return true;
}

static bool mancala_unrank(const void *game, uint64_t tier, uint64_t index, void *bytes) {
  const mancala *m = game;
  position p = {.need = 1};
  needs n;
  if (!find_tier(m, tier, &n) || index >= mancala_count(m, tier)) return false;
  if (tier != 0) {
    bool in_first_half = index < count_half(m, n);
    p.need = in_first_half ? n.less : n.more;
    unrank_pits(m, &p, n.less + n.more - 1, in_first_half ? index : index - count_half(m, n));
  }
  store(m, &p, bytes);
  return true;
}

/* A move captures two or three stones in each of some pits. */
static void mancala_tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                          void *to) {
  const mancala *m = game;
  needs n;
  if (!find_tier(m, tier, &n) || tier == 0) return;
  for (unsigned captured = 2; captured <= 3 * m->pits; captured++) {
    if (captured < n.less) emit(to, tier_of(n.less - captured, n.more));
    if (captured < n.more && n.less < n.more) emit(to, tier_of(n.less, n.more - captured));
  }
  emit(to, 0);
}

/* ---- names: what is needed, the own pits and those of the opponent, 7:2,2,2/2,2,2 ------------ */

static size_t mancala_show(const void *game, const void *bytes, char *text, size_t size) {
  const mancala *m = game;
  position p = load(m, bytes);
  char name[4 * (MOST_RING + 1) + 1];
  int length = snprintf(name, sizeof name, "%u", p.need);
  for (size_t i = 0; i < m->ring; i++)
    length += snprintf(name + length, sizeof name - (size_t)length, "%c%u",
                       i == 0         ? ':'
                       : i == m->pits ? '/'
                                      : ',',
                       p.pits[i]);
  size_t kept = (size_t)length < size ? (size_t)length : size - 1;
  if (size > 0) memcpy(text, name, kept), text[kept] = '\0';
  return (size_t)length;
}

/* Reads a number up to 255 without leading zeros. */
static bool read_number(const char **at, const char *end, unsigned *number) {
  const char *begin = *at;
  *number = 0;
  for (; *at < end && **at >= '0' && **at <= '9' && *at - begin < 3; ++*at)
    *number = 10 * *number + (unsigned)(**at - '0');
  return *at > begin && *number <= 255 && (*begin != '0' || *at - begin == 1);
}

static bool mancala_parse(const void *game, const char *text, size_t length, void *bytes) {
  const mancala *m = game;
  const char *end = text + length;
  position p = {0};
  uint64_t tier, index;
  if (!read_number(&text, end, &p.need)) return false;
  for (size_t i = 0; i < m->ring; i++) {
    char before = i == 0 ? ':' : i == m->pits ? '/' : ',';
    unsigned stones;
    if (text == end || *text++ != before || !read_number(&text, end, &stones)) return false;
    p.pits[i] = (uint8_t)stones;
  }
  store(m, &p, bytes);
  return text == end && mancala_rank(m, bytes, &tier, &index);
}

/* ---- boards -------------------------------------------------------------------------------- */

/* The pits of the player who began come first, from left to right in the lower row; those of the
 * opponent are above, from right to left, so that stones are sown counterclockwise. */
static void mancala_board(const void *game, const void *bytes, const void *follower, int turn,
                          const grundy_board_writer *to) {
  const mancala *m = game;
  position p = load(m, bytes);
  (void)follower;
  for (size_t i = 0; i < m->ring; i++)
    to->heap(to->to, p.pits[(i + (turn == 1 ? 0 : m->pits)) % m->ring]);
  for (size_t i = 0; i < m->ring; i++) {
    bool is_upper = i >= m->pits;
    const char label[] = {(char)((is_upper ? 'A' : 'a') + i % m->pits), '\0'};
    to->point(to->to, (double)(is_upper ? m->ring - 1 - i : i), is_upper ? 0 : 1);
    to->label(to->to, (uint32_t)i, label);
  }
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .seen_by = "mover",
    .title = "Mancala: sow stones, and capture as many as you need",
    .args = "PITS=3,STONES=2,TARGET",
    .open = mancala_open,
    .close = free,
    .start = mancala_start,
    .moves = mancala_moves,
    .terminal = mancala_terminal,
    .show = mancala_show,
    .parse = mancala_parse,
    .board = mancala_board,
    .count = mancala_count,
    .rank = mancala_rank,
    .unrank = mancala_unrank,
    .tiers = mancala_tiers,
};
