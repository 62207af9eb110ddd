/* Nine men's morris: place your men in turn on free points, then move one along a line to the next
 * point, or with three men left to any free point; closing a mill, three men on a line, takes a
 * man of the opponent. A player with fewer than three men loses, and so does a player who cannot
 * move. Reduced: boards that the symmetries of the square or an exchange of its inner and outer
 * square map to each other are one position, seen by the player to move.
 *
 *   nine-mens-morris:MEN    men of each player, 3 to 9 (default: 9)
 *
 * Three squares, one inside the other, have a point at every corner and in the middle of every
 * side; lines join the neighbours on each square and the middles of neighbouring squares. The
 * players have nine men each. A mill takes a man that is not in a mill, or any if all are. Closing
 * two mills at once takes only one man. Men not yet placed count as men.
 *
 * [Mur52]. Solved by R. Gasser, Solving nine men's morris, 1996 [Gas96]: a draw.
 *
 * Boards are seen by the player to move, whose men are x; the opponent's are o. So the game is
 * impartial. Boards that the symmetries of the square map to each other are one position, and so
 * are those that differ in an exchange of the inner and the outer square.
 *
 * A tier has the positions with the same number of men to place and the same numbers of men on the
 * board: 70203 if 7 are to be placed, the player to move has 2 on the board and the opponent has 3.
 * When all men are placed, the two numbers may be exchanged: 403 does not exist, 304 has both. */

#include <grundy/rank.h>
#include <grundy/rules.h>

enum { LEAST = 3, MOST = 9, RING = 8, POINTS = 24, MILLS = 16, SYMMETRIES = 16 };

/* A set of points: the bits 0 to 7 are the outer square, clockwise from the upper left corner, 8 to
 * 15 the middle one, and 16 to 23 the inner one. */
typedef uint32_t points;
static const points all_points = ((points)1 << POINTS) - 1;

typedef struct morris {
  unsigned men;
  points next[POINTS];
  points mills[POINTS][2];                    /* the two through each point */
  points images[POINTS / 8][256][SYMMETRIES]; /* of sets of eight points */
  grundy_marks_table marks;
} morris;

/* The men of the player to move, those of the opponent, and how many are to be placed, of both
 * players together. The player who begins places first, so this number says how many are whose. */
typedef struct board {
  points x, o;
  unsigned hand;
} board;

static unsigned hand_of_x(unsigned hand) {
  return (hand + 1) / 2;
}

static unsigned hand_of_o(unsigned hand) {
  return hand / 2;
}

static unsigned size(points set) {
  unsigned count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}

/* Removes and returns the first point of a set. */
static points take_first(points *set) {
  points first = *set & (~*set + 1);
  *set ^= first;
  return first;
}

static unsigned number_of(points one) {
  unsigned number = 0;
  while (!(one >> number & 1)) number++;
  return number;
}

/* ---- opening ----------------------------------------------------------------------------- */

static points point(unsigned ring, unsigned place) {
  return (points)1 << (RING * ring + place % RING);
}

static void add_lines(morris *m) {
  for (unsigned p = 0; p < POINTS; p++) {
    unsigned ring = p / RING, place = p % RING;
    points before = point(ring, place + RING - 1), after = point(ring, place + 1);
    points here = point(ring, place);
    m->next[p] = before | after;
    if (place % 2 == 0) { /* a corner */
      m->mills[p][0] = here | after | point(ring, place + 2);
      m->mills[p][1] = here | before | point(ring, place + RING - 2);
    } else {
      if (ring > 0) m->next[p] |= point(ring - 1, place);
      if (ring < 2) m->next[p] |= point(ring + 1, place);
      m->mills[p][0] = here | before | after;
      m->mills[p][1] = point(0, place) | point(1, place) | point(2, place);
    }
  }
}

/* The bits of `symmetry` mean: reflect, rotate by a half turn, rotate by a quarter turn, exchange
 * the inner and the outer square. */
static points image_of_point(unsigned p, unsigned symmetry) {
  unsigned ring = p / RING, place = p % RING;
  if (symmetry & 1) place = RING - place;
  if (symmetry & 2) place += 4;
  if (symmetry & 4) place += 2;
  return point(symmetry & 8 ? 2 - ring : ring, place);
}

static void add_images(morris *m) {
  for (unsigned p = 0; p < POINTS; p++)
    for (unsigned bit = 1u << p % 8, set = 0; set < bit; set++)
      for (unsigned s = 0; s < SYMMETRIES; s++)
        m->images[p / 8][bit | set][s] = m->images[p / 8][set][s] | image_of_point(p, s);
}

static const char *morris_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long men = MOST;
  if (arguments->count > 1 ||
      (arguments->count == 1 && !grundy_argument(arguments, 0, LEAST, MOST, &men)))
    return "the number of men of each player, from 3 to 9";
  morris *m = calloc(1, sizeof *m);
  if (!m) return GRUNDY_RULES_MEMORY;
  m->men = (unsigned)men;
  add_lines(m);
  add_images(m);
  grundy_marks_fill(&m->marks, POINTS);
  *bytes = sizeof(uint64_t);
  *game = m;
  return NULL;
}

/* ---- positions --------------------------------------------------------------------------- */

static board load(const void *position) {
  uint64_t word;
  memcpy(&word, position, sizeof word);
  return (board){(points)word & all_points, (points)(word >> POINTS) & all_points,
                 (unsigned)(word >> 2 * POINTS)};
}

static uint64_t word_of(board b) {
  return (uint64_t)b.hand << 2 * POINTS | (uint64_t)b.o << POINTS | b.x;
}

static void emit_board(board b, grundy_emit emit, void *to) {
  uint64_t word = word_of(b);
  emit(to, &word);
}

static void morris_start(const void *game, void *position) {
  uint64_t word = word_of((board){0, 0, 2 * ((const morris *)game)->men});
  memcpy(position, &word, sizeof word);
}

static bool in_mill(const morris *m, points men, points man) {
  const points *mills = m->mills[number_of(man)];
  return (men & mills[0]) == mills[0] || (men & mills[1]) == mills[1];
}

/* Returns the men that a mill of the opponent may take. */
static points takeable(const morris *m, points men) {
  points free = 0;
  for (points rest = men; rest != 0;) {
    points man = take_first(&rest);
    if (!in_mill(m, men, man)) free |= man;
  }
  return free != 0 ? free : men;
}

/* Emits the boards after the player to move has put a man on `man`; `b.x` includes it. */
static void emit_after(const morris *m, board b, points man, grundy_emit emit, void *to) {
  points taken = in_mill(m, b.x, man) ? takeable(m, b.o) : 0;
  if (taken == 0) emit_board((board){b.o, b.x, b.hand}, emit, to);
  while (taken != 0) emit_board((board){b.o & ~take_first(&taken), b.x, b.hand}, emit, to);
}

/* Returns where a man of a player with these men may go from `man`, or where it may come from. */
static points targets(const morris *m, points men, points man, points free) {
  return size(men) <= 3 ? free : m->next[number_of(man)] & free;
}

static void morris_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const morris *m = game;
  board b = load(position);
  points free = all_points & ~(b.x | b.o);
  if (b.hand > 0) {
    while (free != 0) {
      points man = take_first(&free);
      emit_after(m, (board){b.x | man, b.o, b.hand - 1}, man, emit, to);
    }
    return;
  }
  for (points rest = b.x; rest != 0;) {
    points man = take_first(&rest);
    for (points places = targets(m, b.x, man, free); places != 0;) {
      points place = take_first(&places);
      emit_after(m, (board){(b.x & ~man) | place, b.o, 0}, place, emit, to);
    }
  }
}

/* Replaces the board by the least of its sixteen images. */
static void morris_canon(const void *game, void *position) {
  const morris *m = game;
  board b = load(position);
  uint64_t least = UINT64_MAX;
  for (unsigned s = 0; s < SYMMETRIES; s++) {
    board image = {0, 0, b.hand};
    for (unsigned i = 0; i < POINTS / 8; i++) {
      image.x |= m->images[i][b.x >> 8 * i & 255][s];
      image.o |= m->images[i][b.o >> 8 * i & 255][s];
    }
    uint64_t word = word_of(image);
    if (word < least) least = word;
  }
  memcpy(position, &least, sizeof least);
}

static int morris_terminal(const void *game, const void *position, double *payoff) {
  (void)game, (void)payoff;
  board b = load(position);
  return size(b.x) + hand_of_x(b.hand) < 3 ? 'P' : 0;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* The numbers of a tier. */
typedef struct tier_men {
  unsigned hand, x, o;
} tier_men;

static uint64_t tier_of(tier_men t) {
  bool swaps = t.hand == 0 && t.x > t.o;
  return 10000 * (uint64_t)t.hand + UINT64_C(100) * (swaps ? t.o : t.x) + (swaps ? t.x : t.o);
}

/* Returns whether the numbers are possible: neither player has more men than at the start, and the
 * player who has just moved has not lost. */
static bool is_possible(const morris *m, tier_men t) {
  return t.hand <= 2 * m->men && t.x + hand_of_x(t.hand) <= m->men &&
         t.o + hand_of_o(t.hand) <= m->men && t.o + hand_of_o(t.hand) >= 3;
}

/* Returns whether the tier exists. */
static bool find_tier(const morris *m, uint64_t tier, tier_men *t) {
  if (tier / 10000 > UINT64_C(2) * MOST) return false;
  *t = (tier_men){(unsigned)(tier / 10000), (unsigned)(tier / 100 % 100), (unsigned)(tier % 100)};
  return tier_of(*t) == tier && is_possible(m, *t);
}

static bool has_two_halves(tier_men t) {
  return t.hand == 0 && t.x < t.o;
}

static uint64_t morris_count(const void *game, uint64_t tier) {
  const morris *m = game;
  tier_men t;
  if (!find_tier(m, tier, &t)) return 0;
  return m->marks.ways[POINTS][t.x][t.o] * (has_two_halves(t) ? 2 : 1);
}

static bool morris_rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  const morris *m = game;
  board b = load(position);
  tier_men t = {b.hand, size(b.x), size(b.o)};
  if (b.x & b.o || !is_possible(m, t)) return false;
  *tier = tier_of(t);
  *index = grundy_rank_marks(&m->marks, b.x, b.o);
  if (b.hand == 0 && t.x > t.o) *index += m->marks.ways[POINTS][t.o][t.x];
  return true;
}

static bool morris_unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  const morris *m = game;
  tier_men t;
  board b = {0};
  if (!find_tier(m, tier, &t) || index >= morris_count(m, tier)) return false;
  uint64_t half = m->marks.ways[POINTS][t.x][t.o];
  if (index >= half) {
    index -= half;
    t = (tier_men){t.hand, t.o, t.x};
  }
  if (!is_possible(m, t)) return false;
  b.hand = t.hand;
  grundy_unrank_marks(&m->marks, 0, POINTS, &(grundy_marks_rank){t.x, t.o, index}, &b.x, &b.o);
  uint64_t word = word_of(b);
  memcpy(position, &word, sizeof word);
  return true;
}

typedef void (*emit_tier)(void *to, uint64_t tier);

/* Emits the tiers to which a player with x men leads: by placing, and by taking a man. */
static void emit_tiers(const morris *m, tier_men t, emit_tier emit, void *to) {
  tier_men after = {t.hand == 0 ? 0 : t.hand - 1, t.o, t.hand == 0 ? t.x : t.x + 1};
  tier_men taken = {after.hand, t.o - 1, after.o};
  if (t.x + hand_of_x(t.hand) < 3 || !is_possible(m, t)) return; /* play is over */
  if (t.hand > 0) emit(to, tier_of(after));
  if (t.o > 0 && after.o >= 3) emit(to, tier_of(taken));
}

static void morris_tiers(const void *game, uint64_t tier, emit_tier emit, void *to) {
  const morris *m = game;
  tier_men t;
  if (!find_tier(m, tier, &t)) return;
  emit_tiers(m, t, emit, to);
  if (has_two_halves(t)) emit_tiers(m, (tier_men){t.hand, t.o, t.x}, emit, to);
}

/* Emits the boards before the opponent put a man on `man`, where `before` has been undone but for
 * a man that may have been taken: `before.x` are the opponent's men, with `after` instead of these
 * when the man was there. */
static void emit_before(const morris *m, board before, points after, points man, grundy_emit emit,
                        void *to) {
  bool closed = in_mill(m, after, man);
  if (!closed || before.o == 0) emit_board(before, emit, to);
  if (!closed) return;
  for (points free = all_points & ~(after | before.o); free != 0;) {
    points taken = take_first(&free), men = before.o | taken;
    if (takeable(m, men) & taken && !(before.x & taken))
      emit_board((board){before.x, men, before.hand}, emit, to);
  }
}

static void morris_unmoves(const void *game, const void *position, grundy_emit emit, void *to) {
  const morris *m = game;
  board b = load(position);
  points free = all_points & ~(b.x | b.o);
  for (points rest = b.o; rest != 0;) {
    points man = take_first(&rest), others = b.o & ~man;
    if (b.hand < 2 * m->men) emit_before(m, (board){others, b.x, b.hand + 1}, b.o, man, emit, to);
    if (b.hand > 0) continue;
    for (points places = targets(m, b.o, man, free); places != 0;)
      emit_before(m, (board){others | take_first(&places), b.x, 0}, b.o, man, emit, to);
  }
}

/* ---- names: men to place, then the outer, the middle and the inner square: 18:......../... -----
 */

enum { MOST_NAME = 32 };

static size_t morris_show(const void *game, const void *position, char *text, size_t size) {
  (void)game;
  board b = load(position);
  char name[MOST_NAME], *end = name;
  unsigned hand = b.hand % 100;
  if (hand > 9) *end++ = (char)('0' + hand / 10);
  *end++ = (char)('0' + hand % 10);
  for (unsigned p = 0; p < POINTS; p++) {
    if (p % RING == 0) *end++ = p == 0 ? ':' : '/';
    *end++ = b.x >> p & 1 ? 'x' : b.o >> p & 1 ? 'o' : '.';
  }
  size_t length = (size_t)(end - name), kept = length < size ? length : size - 1;
  if (size > 0) memcpy(text, name, kept), text[kept] = '\0';
  return length;
}

static bool morris_parse(const void *game, const char *text, size_t length, void *position) {
  const morris *m = game;
  const char *end = text + length;
  board b = {0};
  unsigned digits = 0;
  for (; text < end && *text >= '0' && *text <= '9' && digits < 2; digits++)
    b.hand = 10 * b.hand + (unsigned)(*text++ - '0');
  if (digits == 0 || end - text != POINTS + 3) return false;
  for (unsigned p = 0; p < POINTS; p++) {
    if (p % RING == 0 && *text++ != (p == 0 ? ':' : '/')) return false;
    char mark = *text++;
    if (mark == 'x')
      b.x |= (points)1 << p;
    else if (mark == 'o')
      b.o |= (points)1 << p;
    else if (mark != '.')
      return false;
  }
  uint64_t word = word_of(b);
  memcpy(position, &word, sizeof word);
  return is_possible(m, (tier_men){b.hand, size(b.x), size(b.o)});
}

/* ---- boards -------------------------------------------------------------------------------- */

static void morris_board(const void *game, const void *position, const void *follower, int turn,
                         const grundy_board_writer *to) {
  static const int across[RING] = {-1, 0, 1, 1, 1, 0, -1, -1},
                   down[RING] = {-1, -1, -1, 0, 1, 1, 1, 0};
  const morris *m = game;
  board b = load(position);
  (void)follower;
  for (unsigned p = 0; p < POINTS; p++) {
    int side = 3 - (int)(p / RING);
    to->point(to->to, side * across[p % RING], side * down[p % RING]);
  }
  for (unsigned p = 0; p < POINTS; p++) {
    for (points later = m->next[p] & ~(((points)2 << p) - 1); later != 0;)
      to->line(to->to, p, number_of(take_first(&later)));
    if (b.x >> p & 1) to->piece(to->to, p, turn == 1 ? 'X' : 'O');
    if (b.o >> p & 1) to->piece(to->to, p, turn == 1 ? 'O' : 'X');
  }
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .seen_by = "mover",
    .title = "Nine men's morris: close mills and take men",
    .args = "MEN=9",
    .open = morris_open,
    .close = free,
    .start = morris_start,
    .moves = morris_moves,
    .canon = morris_canon,
    .terminal = morris_terminal,
    .show = morris_show,
    .parse = morris_parse,
    .board = morris_board,
    .count = morris_count,
    .rank = morris_rank,
    .unrank = morris_unrank,
    .tiers = morris_tiers,
    .unmoves = morris_unmoves,
};
