/* Quixo on an n x n board.
 *
 * On your turn you take a cube from the border of the board, a blank one or one with your mark. It
 * gets your mark, the rest of its row or column moves up, and it is put back at the end, never
 * where it was taken. A line of n marks, orthogonal or diagonal, wins; a move that makes a line for
 * the opponent loses, even if it makes one of your own. Play can go on forever.
 *
 * Thierry Chapeau, 1995. Solved by S. Tanaka, F. Bonnet, S. Tixeuil, Y. Tamura, Quixo is solved,
 * 2020 [TBTT20]: the first player wins on 4 x 4; 5 x 5 is a draw (and too large here, but it can be
 * played). 3 x 3: 2,219 positions, 1,385 N, 834 P, no draws. 4 x 4: 5,170,021 positions, 3,129,294
 * N, 1,839,378 P, 201,349 draws, and the first player wins in 21 moves (7 on 3 x 3).
 *
 * Boards are seen by the player to move, whose marks are x; the opponent's are o. So the game is
 * impartial, and one board represents two. Symmetric boards are one position. */

#include <grundy/rules.h>

enum { LEAST = 2, MOST = 5, SYMMETRIES = 8, MOST_SLIDES = 44, MOST_LINES = 2 * MOST + 2 };
/* Images are looked up by halves of the board, each of at most this many cells. */
enum { MOST_HALF = (MOST * MOST + 1) / 2 };

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
    .title = "Quixo on an n x n board",
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
};
