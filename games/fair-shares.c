/* Fair Shares and Varied Pairs.
 *
 * Some almonds lie in heaps. A move splits a heap into two or more equal heaps (fair shares), or
 * unites two unequal heaps (a varied pair). Who cannot move loses: all heaps have one almond then.
 * Play starts with one heap.
 *
 * E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays, 1982, ch. 12.
 * Ten almonds: 42 positions, none drawn. 60 almonds: 966,467 positions, of which 244 are won by who
 * moves, 9 are lost and all the others are drawn.
 *
 * A position counts the heaps of each size, in fields of a few bits: a move adds to some and takes
 * from others. Heaps of one almond are not counted, they are what is left. */

#include <grundy/rules.h>
#include <stdio.h>

enum { MOST = 100, WORDS = 4 };

typedef uint64_t word;

/* Where the heaps of a size are counted. */
typedef struct field {
  unsigned at, shift;
  word mask; /* 0: not counted */
} field;

typedef struct almonds {
  unsigned count, words;
  field of[MOST + 1];
} almonds;

typedef struct heaps {
  word word[WORDS];
} heaps;

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

static const char *fair_open(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  long count;
  if (arguments->count != 1 || !grundy_argument(arguments, 0, 1, MOST, &count))
    return "a number of almonds from 1 to 100";
  almonds *a = calloc(1, sizeof *a);
  if (!a) return "more memory";
  a->count = (unsigned)count;
  lay_out(a);
  *bytes = a->words * (uint32_t)sizeof(word);
  *game = a;
  return NULL;
}

/* ---- positions and moves --------------------------------------------------------------------- */

static heaps load(const almonds *a, const void *position) {
  heaps p = {{0}};
  memcpy(p.word, position, a->words * sizeof(word));
  return p;
}

/* `times` heaps more of that size. */
static void add(const almonds *a, heaps *p, unsigned size, int times) {
  field f = a->of[size];
  if (f.mask) p->word[f.at] += (word)times << f.shift;
}

static unsigned counted(const almonds *a, const heaps *p, unsigned size) {
  field f = a->of[size];
  return (unsigned)(p->word[f.at] >> f.shift & f.mask);
}

/* Bytes that are no position, of a damaged file, have none. */
static unsigned ones(const almonds *a, const heaps *p) {
  unsigned left = a->count;
  for (unsigned size = 2; size <= left; size++) {
    unsigned taken = size * counted(a, p, size);
    if (taken > left) return 0;
    left -= taken;
  }
  return left;
}

static void fair_start(const void *game, void *position) {
  const almonds *a = game;
  heaps p = {{0}};
  add(a, &p, a->count, 1);
  memcpy(position, p.word, a->words * sizeof(word));
}

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

/* ---- names: the heaps in decreasing order, 3,2,1 --------------------------------------------- */

static size_t fair_show(const void *game, const void *position, char *text, size_t size) {
  const almonds *a = game;
  heaps p = load(a, position);
  char name[GRUNDY_POSITION_NAME] = "";
  size_t length = 0;
  for (unsigned heap = a->count; heap > 0; heap--)
    for (unsigned i = heap > 1 ? counted(a, &p, heap) : ones(a, &p); i > 0 && length < sizeof name;
         i--)
      length += (size_t)snprintf(name + length, sizeof name - length, length ? ",%u" : "%u", heap);
  return (size_t)snprintf(text, size, "%s", name);
}

static bool fair_parse(const void *game, const char *text, size_t length, void *position) {
  const almonds *a = game;
  heaps p = {{0}};
  unsigned left = a->count;
  for (size_t i = 0; left > 0; i++) {
    unsigned heap = 0;
    for (; i < length && text[i] >= '0' && text[i] <= '9' && heap <= left; i++)
      heap = 10 * heap + (unsigned)(text[i] - '0');
    if (heap == 0 || heap > left || (heap < left ? i == length || text[i] != ',' : i < length))
      return false;
    add(a, &p, heap, 1), left -= heap;
  }
  memcpy(position, p.word, a->words * sizeof(word));
  return true;
}

GRUNDY_RULES = {
    .abi = GRUNDY_RULES_ABI,
    .title = "Fair Shares and Varied Pairs with almonds",
    .args = "ALMONDS",
    .open = fair_open,
    .close = free,
    .start = fair_start,
    .moves = fair_moves,
    .show = fair_show,
    .parse = fair_parse,
};
