/* Fair Shares and Varied Pairs: split a heap of almonds into two or more equal heaps, or unite two
 * unequal heaps. A player who finds only heaps of one almond cannot move and loses. Reduced: heaps
 * in another order are the same position.
 *
 *   fair-shares:HEAPS...    default: ten almonds in one heap
 *
 * E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982, ch. 12.
 * Ten almonds: 42 positions, none drawn. 60 almonds: 966,467 positions, of which 244 are won by the
 * player to move, 9 are lost and all the others are drawn.
 *
 * A position counts the heaps of each size, in fields of a few bits: a move adds to some fields and
 * subtracts from others. Heaps of one almond are not stored: they hold the remaining almonds. */

#include <grundy/rules.h>
#include <stdio.h>

enum { MOST = 100, WORDS = 4 };

typedef uint64_t word;

/* The field that counts the heaps of a size. */
typedef struct field {
  unsigned at, shift;
  word mask; /* 0: not counted */
} field;

typedef struct heaps {
  word word[WORDS];
} heaps;

typedef struct almonds {
  unsigned count, words;
  field of[2 * MOST + 1]; /* by size; sizes that are too large are not counted */
  heaps start;
} almonds;

/* ---- positions ----------------------------------------------------------------------------- */

static heaps load(const almonds *a, const void *position) {
  heaps p = {{0}};
  memcpy(p.word, position, a->words * sizeof(word));
  return p;
}

/* Adds `times` heaps of this size. */
static void add(const almonds *a, heaps *p, unsigned size, int times) {
  field f = a->of[size];
  if (f.mask) p->word[f.at] += (word)times << f.shift;
}

static unsigned counted(const almonds *a, const heaps *p, unsigned size) {
  field f = a->of[size];
  return (unsigned)(p->word[f.at] >> f.shift & f.mask);
}

/* A position that comes from a damaged file may have more almonds than there are. */
static unsigned ones(const almonds *a, const heaps *p) {
  unsigned left = a->count;
  for (unsigned size = 2; size <= left; size++) {
    unsigned taken = size * counted(a, p, size);
    left = taken < left ? left - taken : 0;
  }
  return left;
}

/* ---- opening ----------------------------------------------------------------------------- */

static void lay_out(almonds *a) {
  unsigned at = 0, shift = 0;
  for (unsigned size = 2; size <= a->count; size++) {
    unsigned width = 1;
    while (a->count / size >> width) width++;
    if (shift + width > 64) at++, shift = 0;
    a->of[size] = (field){at, shift, ((word)1 << width) - 1};
    shift += width;
  }
  a->words = at + 1;
}

/* Returns the almonds in all heaps; 0 if some argument is not a heap or there are too many. */
static unsigned add_up(const grundy_arguments *arguments) {
  long sum = arguments->count == 0 ? 10 : 0, heap;
  for (size_t i = 0; i < arguments->count; i++, sum += heap)
    if (!grundy_argument(arguments, i, 1, MOST - sum, &heap)) return 0;
  return (unsigned)sum;
}

static const char *fair_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  unsigned count = add_up(arguments);
  if (count == 0) return "heaps of 100 almonds or fewer in all";
  almonds *a = calloc(1, sizeof *a);
  if (!a) return GRUNDY_RULES_MEMORY;
  a->count = count;
  lay_out(a);
  if (arguments->count == 0) add(a, &a->start, count, 1);
  for (size_t i = 0; i < arguments->count; i++)
    add(a, &a->start, (unsigned)strtoul(arguments->text[i], NULL, 10), 1);
  *bytes = a->words * (uint32_t)sizeof(word);
  *game = a;
  return NULL;
}

static void fair_start(const void *game, void *position) {
  const almonds *a = game;
  memcpy(position, a->start.word, a->words * sizeof(word));
}

/* ---- moves --------------------------------------------------------------------------------- */

static void fair_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const almonds *a = game;
  heaps p = load(a, position);
  unsigned sizes[MOST], count = 0;
  if (ones(a, &p) > 0) sizes[count++] = 1;
  for (unsigned size = 2; size <= a->count; size++) {
    if (counted(a, &p, size) == 0) continue;
    heaps without = p, after;
    add(a, &without, size, -1);
    for (unsigned share = 1; share <= size / 2; share++) {
      if (size % share != 0) continue;
      after = without, add(a, &after, share, (int)(size / share)), emit(to, after.word);
    }
    for (unsigned i = 0; i < count; i++) {
      after = without, add(a, &after, sizes[i], -1), add(a, &after, size + sizes[i], 1);
      emit(to, after.word);
    }
    sizes[count++] = size;
  }
}

/* ---- names: the heaps in decreasing order, 4,1,1 ------------------------------------------- */

static size_t fair_show(const void *game, const void *position, char *text, size_t size) {
  const almonds *a = game;
  heaps p = load(a, position);
  size_t length = 0;
  for (unsigned heap = a->count; heap > 0; heap--) {
    unsigned times = heap > 1 ? counted(a, &p, heap) : ones(a, &p);
    for (; times > 0 && length < size; times--)
      length += (size_t)snprintf(text + length, size - length, length == 0 ? "%u" : ",%u", heap);
  }
  return length;
}

/* Parses a number; 0 if there is none, or it is too large. */
static unsigned read_number(const char **text, const char *end) {
  unsigned number = 0;
  for (; *text < end && **text >= '0' && **text <= '9' && number <= MOST; (*text)++)
    number = 10 * number + (unsigned)(**text - '0');
  return number <= MOST ? number : 0;
}

static bool fair_parse(const void *game, const char *text, size_t length, void *position) {
  const almonds *a = game;
  heaps p = {{0}};
  const char *end = text + length;
  for (unsigned left = a->count; left > 0;) {
    unsigned heap = read_number(&text, end);
    if (heap == 0 || heap > left) return false;
    add(a, &p, heap, 1), left -= heap;
    if (left > 0 && (text == end || *text++ != ',')) return false;
  }
  memcpy(position, p.word, a->words * sizeof(word));
  return text == end;
}

/* ---- boards: heaps, the largest first ------------------------------------------------------ */

static void fair_board(const void *game, const void *position, const void *follower, int turn,
                       const grundy_board_writer *board) {
  const almonds *a = game;
  heaps p = load(a, position);
  (void)follower, (void)turn;
  for (unsigned heap = a->count; heap > 0; heap--) {
    unsigned times = heap > 1 ? counted(a, &p, heap) : ones(a, &p);
    for (; times > 0; times--) board->heap(board->to, heap);
  }
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title =
        "Fair Shares and Varied Pairs: split a heap into equal ones, or unite two unequal ones",
    .args = "HEAPS...",
    .open = fair_open,
    .close = free,
    .start = fair_start,
    .moves = fair_moves,
    .show = fair_show,
    .parse = fair_parse,
    .board = fair_board,
};
