/* Quixo: take a blank cube or one of yours from the border of the board, mark it, and push it in
 * again at another end of its row or column. A line of your marks wins, but a move that completes
 * a line of the opponent loses. Reduced: boards that can be turned or reflected into each other
 * are one position, seen by the player to move.
 *
 *   quixo:N                 2 to 5 (default: 4)
 *
 * On a board of n x n cubes a line has n marks, orthogonal or diagonal. A move that makes lines
 * for both players loses. Play can go on forever.
 *
 * Thierry Chapeau, 1995. Solved by S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura, Quixo is solved,
 * 2020 [TBTT20]: the first player wins on 4 x 4; 5 x 5 is a draw (and too large here, but it can be
 * played). 3 x 3: 2,219 positions, 1,385 N, 834 P, no draws. 4 x 4: 5,170,021 positions, 3,129,294
 * N, 1,839,378 P, 201,349 draws, and the first player wins in 21 moves (7 on 3 x 3).
 *
 * Boards are seen by the player to move, whose marks are x; the opponent's are o. So the game is
 * impartial, and one board represents two. Symmetric boards are one position.
 *
 * Marks never disappear, and a blank cube that is taken gets one. So the boards with the same two
 * numbers of marks are a tier: 304 if one player has 3 marks and the other has 4. In all there are
 * 3^(n * n) boards, 43,046,721 on 4 x 4 and 847,288,609,443 on 5 x 5. */

#include <grundy/rank.h>
#include <grundy/rules.h>

enum { LEAST = 2, MOST = 5, SYMMETRIES = 8, MOST_SLIDES = 44, MOST_LINES = 2 * MOST + 2 };
/* Images are looked up by halves of the board, each of at most this many cells. */
enum { MOST_HALF = (MOST * MOST + 1) / 2 };
/* Numbers of marks below a row, and contents of a row. */
enum { MOST_CELLS = MOST * MOST, MOST_BELOW = MOST_CELLS - MOST, ROWS = 243 };
enum { LOW_BOARDS = ROWS * ROWS };
enum { NUMBERS_BELOW = (MOST_BELOW + 1) * (MOST_BELOW + 2) / 2 };

/* A set of cells: cell n * row + column is the bit with this number. */
typedef uint32_t cells;

/* Both players' marks in one word, so that they move together: x in the upper half, o below. */
typedef uint64_t board;

static board both(cells set) {
  return (board)set << 32 | set;
}

/* Bits that leave the word at one end come in at the other end, where there are no cells. */
static board turned(board b, unsigned by) {
  return b << by | b >> (64 - by);
}

/* A cube is taken at one end of a path of cells and put back at the other end. */
typedef struct slide {
  board path;   /* for both players */
  board taken;  /* for both players */
  board put;    /* for x */
  unsigned by;  /* rotating the word by this moves every cell to the place before it */
  bool shorter; /* the second cell of the path can be taken in the same way */
} slide;

typedef struct quixo {
  unsigned n, half, slide_count, line_count;
  slide slides[MOST_SLIDES];
  cells lines[MOST_LINES];
  cells images[2][1 << MOST_HALF][SYMMETRIES]; /* of sets in the first and the second half */

  grundy_marks_table marks;

  /* What a row adds to the index of a board, by the numbers of marks in the rows before it and by
   * its content, a ternary number; ternary[set] has a digit 1 for each cell of the set. */
  uint64_t row_index[MOST][NUMBERS_BELOW][ROWS];
  uint8_t ternary[1 << MOST], size[1 << MOST];

  /* The boards of the first two rows with x and o marks, in order, from low[low_start[x][o]]. */
  board low[LOW_BOARDS];
  uint32_t low_start[2 * MOST + 1][2 * MOST + 1];
} quixo;

/* ---- opening ----------------------------------------------------------------------------- */

static cells cell(const quixo *q, unsigned row, unsigned column) {
  return (cells)1 << (q->n * row + column);
}

static void add_lines(quixo *q) {
  cells falling = 0, rising = 0;
  for (unsigned i = 0; i < q->n; i++) {
    cells row = 0, column = 0;
    for (unsigned j = 0; j < q->n; j++) row |= cell(q, i, j), column |= cell(q, j, i);
    q->lines[q->line_count++] = row;
    q->lines[q->line_count++] = column;
    falling |= cell(q, i, i), rising |= cell(q, i, q->n - 1 - i);
  }
  q->lines[q->line_count++] = falling;
  q->lines[q->line_count++] = rising;
}

/* The slides along row or column `line`: from place `from` to its first or last place. */
static void add_slide(quixo *q, bool in_row, unsigned line, unsigned from, bool to_last) {
  unsigned stride = in_row ? 1 : q->n, last = q->n - 1, to = to_last ? last : 0;
  bool border = line == 0 || line == last;
  if (from == to || (from != 0 && from != last && !border)) return;
  cells first = (cells)1 << (line * (in_row ? q->n : 1)), path = 0;
  for (unsigned i = from < to ? from : to; i <= (from < to ? to : from); i++)
    path |= first << (i * stride);
  q->slides[q->slide_count++] = (slide){
      .path = both(path),
      .taken = both(first << (from * stride)),
      .put = (board)(first << (to * stride)) << 32,
      .by = to_last ? 64 - stride : stride,
      .shorter = border && (to_last ? to - from : from) > 1,
  };
}

static void add_slides(quixo *q) {
  for (unsigned line = 0; line < q->n; line++)
    for (unsigned from = 0; from < q->n; from++)
      for (unsigned way = 0; way < 4; way++) add_slide(q, way & 1, line, from, way & 2);
}

/* The bits of `symmetry` mean: reverse the rows, reverse the columns, exchange rows and columns. */
static cells image_of_cell(const quixo *q, unsigned at, unsigned symmetry) {
  unsigned row = at / q->n, column = at % q->n, last = q->n - 1;
  if (symmetry & 1) row = last - row;
  if (symmetry & 2) column = last - column;
  return symmetry & 4 ? cell(q, column, row) : cell(q, row, column);
}

static void add_images(quixo *q) {
  for (unsigned at = 0; at < q->n * q->n; at++) {
    cells(*images)[SYMMETRIES] = q->images[at / q->half];
    unsigned bit = 1u << at % q->half;
    for (unsigned set = 0; set < bit; set++)
      for (unsigned s = 0; s < SYMMETRIES; s++)
        images[bit | set][s] = images[set][s] | image_of_cell(q, at, s);
  }
}

static unsigned number_below(unsigned x, unsigned o) {
  return (x + o) * (x + o + 1) / 2 + o;
}

static void add_row(quixo *q, unsigned row, unsigned x, unsigned o) {
  unsigned contents = 1;
  for (unsigned i = 0; i < q->n; i++) contents *= 3;
  for (unsigned content = 0; content < contents; content++) {
    uint64_t *index = &q->row_index[row][number_below(x, o)][content];
    unsigned up_to_x = x, up_to_o = o;
    for (unsigned i = 0, rest = content; i < q->n; i++, rest /= 3) {
      up_to_x += rest % 3 == 1, up_to_o += rest % 3 == 2;
      if (rest % 3 > 0)
        *index += grundy_rank_mark(&q->marks, q->n * row + i, rest % 3 == 1, up_to_x, up_to_o);
    }
  }
}

/* Returns the marks of the cells from `begin` to `end`, which is not among them. */
static board unrank_cells(const quixo *q, unsigned begin, unsigned end, grundy_marks_rank *left) {
  uint32_t x = 0, o = 0;
  grundy_unrank_marks(&q->marks, begin, end, left, &x, &o);
  return (board)x << 32 | o;
}

static void add_low_boards(quixo *q) {
  uint32_t count = 0;
  for (unsigned x = 0; x <= 2 * q->n; x++)
    for (unsigned o = 0; x + o <= 2 * q->n; o++) {
      q->low_start[x][o] = count;
      for (uint64_t i = 0; i < q->marks.ways[2 * q->n][x][o]; i++)
        q->low[count++] = unrank_cells(q, 0, 2 * q->n, &(grundy_marks_rank){x, o, i});
    }
}

static void add_indices(quixo *q) {
  grundy_marks_fill(&q->marks, q->n * q->n);
  for (unsigned set = 1, digit = 1; set < 1u << q->n; set++) {
    unsigned last = set & (set - 1);
    if (last == 0 && set > 1) digit *= 3;
    q->ternary[set] = (uint8_t)(last == 0 ? digit : q->ternary[last] + q->ternary[set - last]);
    q->size[set] = (uint8_t)(q->size[last] + 1);
  }
  for (unsigned row = 0; row < q->n; row++)
    for (unsigned x = 0; x <= row * q->n; x++)
      for (unsigned o = 0; x + o <= row * q->n; o++) add_row(q, row, x, o);
  add_low_boards(q);
}

static const char *quixo_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long n = 4;
  if (arguments->count > 1 ||
      (arguments->count == 1 && !grundy_argument(arguments, 0, LEAST, MOST, &n)))
    return "the side of the board, from 2 to 5";
  quixo *q = calloc(1, sizeof *q);
  if (!q) return GRUNDY_RULES_MEMORY;
  q->n = (unsigned)n;
  q->half = (q->n * q->n + 1) / 2;
  add_lines(q);
  add_slides(q);
  add_images(q);
  add_indices(q);
  *bytes = n < 5 ? 2 * sizeof(uint16_t) : 2 * sizeof(uint32_t);
  *game = q;
  return NULL;
}

/* ---- positions --------------------------------------------------------------------------- */

/* Up to 16 cells are stored in 16 bits per player, more in 32. Each position is read and written as
 * one word: a read that follows two shorter writes would have to wait for them. */
static board load(const quixo *q, const void *position) {
  if (q->n < 5) {
    uint32_t word;
    memcpy(&word, position, sizeof word);
    return (board)(word & 0xffff) << 32 | word >> 16;
  }
  board word;
  memcpy(&word, position, sizeof word);
  return turned(word, 32);
}

static void store(const quixo *q, board b, void *position) {
  if (q->n < 5) {
    uint32_t word = (uint32_t)(b >> 32) | (uint32_t)b << 16;
    memcpy(position, &word, sizeof word);
  } else {
    board word = turned(b, 32);
    memcpy(position, &word, sizeof word);
  }
}

static void quixo_start(const void *game, void *position) {
  store(game, 0, position);
}

/* If the cube that moves up has the same mark as the one that was taken, taking it instead would be
 * the same move. */
static void quixo_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const quixo *q = game;
  board before = load(q, position), theirs = (uint32_t)before;
  for (const slide *s = q->slides, *end = s + q->slide_count; s < end; s++) {
    if (theirs & s->taken) continue;
    board after = (before & ~s->path) | (turned(before & s->path, s->by) & s->path);
    if (s->shorter && !((before ^ after) & s->taken)) continue;
    uint32_t block[2];
    store(q, turned(after | s->put, 32), block);
    emit(to, block);
  }
}

/* Replaces the board by the least of its eight images. */
static void quixo_canon(const void *game, void *position) {
  const quixo *q = game;
  board b = load(q, position), least = UINT64_MAX;
  cells first = ((cells)1 << q->half) - 1, x = (cells)(b >> 32), o = (cells)b;
  const cells *x1 = q->images[0][x & first], *x2 = q->images[1][x >> q->half];
  const cells *o1 = q->images[0][o & first], *o2 = q->images[1][o >> q->half];
  for (unsigned s = 0; s < SYMMETRIES; s++) {
    board image = (board)(x1[s] | x2[s]) << 32 | (o1[s] | o2[s]);
    if (image < least) least = image;
  }
  store(q, least, position);
}

static bool has_line(const quixo *q, cells marks) {
  for (unsigned i = 0; i < q->line_count; i++)
    if ((marks & q->lines[i]) == q->lines[i]) return true;
  return false;
}

/* The opponent has just moved. */
static int quixo_terminal(const void *game, const void *position, double *payoff) {
  (void)payoff;
  board b = load(game, position);
  return has_line(game, (cells)(b >> 32)) ? 'N' : has_line(game, (cells)b) ? 'P' : 0;
}

/* ---- ranks ------------------------------------------------------------------------------- */

/* The numbers of marks of a tier. */
typedef struct tier_marks {
  unsigned fewer, more;
} tier_marks;

static uint64_t tier_of(unsigned a, unsigned b) {
  return a < b ? 100 * a + b : 100 * b + a;
}

/* Returns whether the tier exists. */
static bool find_tier(const quixo *q, uint64_t tier, tier_marks *m) {
  *m = (tier_marks){(unsigned)(tier / 100), (unsigned)(tier % 100)};
  return tier < 10000 && m->fewer <= m->more && m->fewer + m->more <= q->n * q->n;
}

/* First come the boards on which the player to move has fewer marks than the opponent. */
static uint64_t quixo_count(const void *game, uint64_t tier) {
  const quixo *q = game;
  tier_marks m;
  if (!find_tier(q, tier, &m)) return 0;
  return q->marks.ways[q->n * q->n][m.fewer][m.more] * (m.fewer < m.more ? 2 : 1);
}

static bool quixo_rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  const quixo *q = game;
  board b = load(q, position);
  cells x = (cells)(b >> 32), o = (cells)b, row = ((cells)1 << q->n) - 1;
  unsigned below_x = 0, below_o = 0;
  uint64_t sum = 0;
  if (x & o || (x | o) >> (q->n * q->n)) return false;
  for (unsigned i = 0; i < q->n; i++, x >>= q->n, o >>= q->n) {
    unsigned content = q->ternary[x & row] + 2u * q->ternary[o & row];
    sum += q->row_index[i][number_below(below_x, below_o)][content];
    below_x += q->size[x & row], below_o += q->size[o & row];
  }
  *tier = tier_of(below_x, below_o);
  *index = below_x > below_o ? sum + q->marks.ways[q->n * q->n][below_o][below_x] : sum;
  return true;
}

static bool quixo_unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  const quixo *q = game;
  tier_marks m;
  if (!find_tier(q, tier, &m) || index >= quixo_count(q, tier)) return false;
  grundy_marks_rank left = {m.fewer, m.more, index};
  uint64_t half = q->marks.ways[q->n * q->n][m.fewer][m.more];
  if (index >= half) left = (grundy_marks_rank){m.more, m.fewer, index - half};
  board b = unrank_cells(q, 2 * q->n, q->n * q->n, &left);
  b |= q->low[q->low_start[left.x][left.o] + left.rank];
  store(q, b, position);
  return true;
}

/* A blank cube gets the mark of either player. */
static void quixo_tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                        void *to) {
  const quixo *q = game;
  tier_marks m;
  if (!find_tier(q, tier, &m) || m.fewer + m.more == q->n * q->n) return;
  emit(to, tier_of(m.fewer, m.more + 1));
  if (m.fewer < m.more) emit(to, tier_of(m.fewer + 1, m.more));
}

/* The cube that the opponent put back returns to where it was taken, where it was blank or had the
 * opponent's mark. */
static void quixo_unmoves(const void *game, const void *position, grundy_emit emit, void *to) {
  const quixo *q = game;
  board after = turned(load(q, position), 32);
  for (const slide *s = q->slides, *end = s + q->slide_count; s < end; s++) {
    if (!(after & s->put)) continue;
    board moved = turned(after & s->path & ~s->put, 64 - s->by) & s->path;
    board before = (after & ~s->path) | moved;
    uint32_t block[2];
    store(q, before, block);
    emit(to, block);
    store(q, before | (s->taken & ~(board)UINT32_MAX), block);
    emit(to, block);
  }
}

/* ---- names: rows of x, o and . with / between, x moves ------------------------------------- */

static size_t quixo_show(const void *game, const void *position, char *text, size_t size) {
  const quixo *q = game;
  board b = load(q, position);
  char name[MOST * (MOST + 1)], *end = name;
  for (unsigned row = 0; row < q->n; row++) {
    if (row > 0) *end++ = '/';
    for (unsigned column = 0; column < q->n; column++) {
      board here = cell(q, row, column);
      *end++ = b >> 32 & here ? 'x' : b & here ? 'o' : '.';
    }
  }
  size_t length = (size_t)(end - name), kept = length < size ? length : size - 1;
  if (size > 0) memcpy(text, name, kept), text[kept] = '\0';
  return length;
}

static bool quixo_parse(const void *game, const char *text, size_t length, void *position) {
  const quixo *q = game;
  board b = 0;
  if (length != q->n * (q->n + 1) - 1) return false;
  for (unsigned i = 0; i < length; i++) {
    unsigned row = i / (q->n + 1), column = i % (q->n + 1);
    if (column == q->n) {
      if (text[i] != '/') return false;
    } else if (text[i] == 'x') {
      b |= (board)cell(q, row, column) << 32;
    } else if (text[i] == 'o') {
      b |= cell(q, row, column);
    } else if (text[i] != '.') {
      return false;
    }
  }
  store(q, b, position);
  return true;
}

/* ---- boards -------------------------------------------------------------------------------- */

static unsigned number_of(board one) {
  unsigned number = 0;
  while (!(one >> number & 1)) number++;
  return number;
}

/* The cube that is taken and put back, the first that makes this move. The others move up by
 * themselves. */
static void add_step(const quixo *q, board before, board follower, char piece,
                     const grundy_board_writer *to) {
  for (const slide *s = q->slides, *end = s + q->slide_count; s < end; s++) {
    if ((uint32_t)before & s->taken) continue;
    board after = (before & ~s->path) | (turned(before & s->path, s->by) & s->path);
    if (turned(after | s->put, 32) != follower) continue;
    to->step(to->to, number_of((uint32_t)s->taken), number_of(s->put >> 32), piece);
    return;
  }
}

/* The marks of the player who began are X. */
static void quixo_board(const void *game, const void *position, const void *follower, int turn,
                        const grundy_board_writer *to) {
  const quixo *q = game;
  board b = load(q, position);
  char mine = turn == 1 ? 'X' : 'O', theirs = turn == 1 ? 'O' : 'X';
  to->grid(to->to, q->n, q->n);
  for (unsigned i = 0; i < q->n * q->n; i++) {
    if (b >> 32 >> i & 1) to->piece(to->to, i, mine);
    if (b >> i & 1) to->piece(to->to, i, theirs);
  }
  if (follower) add_step(q, b, load(q, follower), mine, to);
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .seen_by = "mover",
    .title = "Quixo: take a cube from the border and push it in elsewhere, to get a line",
    .args = "N=4",
    .open = quixo_open,
    .close = free,
    .start = quixo_start,
    .moves = quixo_moves,
    .canon = quixo_canon,
    .terminal = quixo_terminal,
    .show = quixo_show,
    .parse = quixo_parse,
    .board = quixo_board,
    .count = quixo_count,
    .rank = quixo_rank,
    .unrank = quixo_unrank,
    .tiers = quixo_tiers,
    .unmoves = quixo_unmoves,
};
