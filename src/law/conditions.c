/* Laws about outcomes: conditions that hold exactly at the P-positions, or only there, or at all of
 * them. */

#include "law/find.h"

#include "base/error.h"
#include "base/hash.h"
#include "formula/fibonacci.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_FIELDS = 6 };

typedef enum pattern {
  REMAINDER,  /* (c . x) % m is one of `residues` */
  NIM_SUM,    /* the nim-sum of the fields in `mask`, each modulo m unless m is 0, is k */
  EQUALITY,   /* c . x == k */
  BOUND,      /* c . x <= k */
  BEATTY,     /* x[i] and x[j] are the t-th terms of the Beatty sequences with difference k t */
  ZECKENDORF, /* x[j] is x[i] shifted, and x[i] ends with an even number of zeros */
  EVEN_ZEROS, /* x[i] ends with k zeros modulo 2 */
  LEAST_TERM, /* the smallest term of x[i] is larger than k x[j] */
  FIBONACCI,  /* x[i] is a Fibonacci number */
} pattern;

typedef struct condition {
  pattern kind;
  bool negated;
  int32_t c[MOST_FIELDS];
  uint32_t mask, i, j;
  int64_t m, k;
  uint64_t residues;
} condition;

/* ---- evaluating ---------------------------------------------------------------------------- */

static int64_t product(const finder *f, const condition *c, const int64_t *x) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < f->dimension; i++) sum += c->c[i] * x[i];
  return sum;
}

static int64_t remainder_of(int64_t number, int64_t m) {
  int64_t r = number % m;
  return r < 0 ? r + m : r;
}

/* Returns whether low and high are floor(t r) and floor(t r) + k t for r = (2 - k + sqrt(k^2 + 4))
 * / 2: the sequences floor(t r) and floor(t (r + k)) are complementary. Computes as the text of the
 * law does, which rounds, so that they agree at large numbers. */
static bool is_beatty(int64_t low, int64_t high, int64_t k) {
  double root = pow((double)(k * k + 4), 0.5);
  assert(low <= high);
  return (high - low) % k == 0 &&
         (double)low == floor((double)(high - low) / (double)k * ((double)(2 - k) + root) / 2);
}

static int64_t least_of(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static bool holds(const finder *f, const condition *c, const int64_t *x) {
  int64_t sum = 0;
  switch (c->kind) {
  case REMAINDER:
    return (c->residues >> remainder_of(product(f, c, x), c->m) & 1) != 0;
  case NIM_SUM:
    for (uint32_t i = 0; i < f->dimension; i++)
      if ((c->mask >> i & 1) != 0) sum ^= c->m == 0 ? x[i] : x[i] % c->m;
    return sum == c->k;
  case EQUALITY:
    return product(f, c, x) == c->k;
  case BOUND:
    return product(f, c, x) <= c->k;
  case BEATTY:
    return is_beatty(least_of(x[c->i], x[c->j]), x[c->i] + x[c->j] - least_of(x[c->i], x[c->j]),
                     c->k);
  case ZECKENDORF: {
    grundy_zeckendorf z = grundy_zeckendorf_of(x[c->i]);
    return z.zeros % 2 == 0 && z.shifted == x[c->j];
  }
  case EVEN_ZEROS:
    return grundy_zeckendorf_of(x[c->i]).zeros % 2 == (uint64_t)c->k;
  case LEAST_TERM:
    return grundy_zeckendorf_of(x[c->i]).least > c->k * x[c->j];
  case FIBONACCI:
    return x[c->i] > 0 && grundy_zeckendorf_of(x[c->i]).least == x[c->i];
  }
  return false;
}

/* ---- texts --------------------------------------------------------------------------------- */

/* Writes c . x, such as "a + 2 * b"; the first coefficient is positive. */
static void put_product(law_text *out, const finder *f, const int32_t *c) {
  bool is_first = true;
  for (uint32_t i = 0; i < f->dimension; i++) {
    if (c[i] == 0) continue;
    grundy_law_put(out, "%s", c[i] < 0 ? " - " : is_first ? "" : " + ");
    if (abs(c[i]) != 1) grundy_law_put(out, "%d * ", abs(c[i]));
    grundy_law_put(out, "%s", f->names[i]);
    is_first = false;
  }
}

static void put_remainder(law_text *out, const finder *f, const condition *c) {
  int terms = 0, values = 0;
  for (uint32_t i = 0; i < f->dimension; i++) terms += c->c[i] != 0;
  for (int r = 0; r < c->m; r++) values += (c->residues >> r & 1) != 0;
  if (values > 1) {
    grundy_law_put(out, "({");
    for (int r = 0, seen = 0; r < c->m; r++)
      if ((c->residues >> r & 1) != 0)
        grundy_law_put(out, "%s[%d] = true", seen++ == 0 ? "" : ", ", r);
    grundy_law_put(out, "})[");
  }
  grundy_law_put(out, "%s", terms > 1 ? "(" : "");
  put_product(out, f, c->c);
  grundy_law_put(out, "%s %% %" PRId64, terms > 1 ? ")" : "", c->m);
  if (values > 1)
    grundy_law_put(out, "] == true");
  else
    for (int r = 0; r < c->m; r++)
      if ((c->residues >> r & 1) != 0) grundy_law_put(out, " == %d", r);
}

static void put_nim_sum(law_text *out, const finder *f, const condition *c) {
  bool is_first = true;
  for (uint32_t i = 0; i < f->dimension; i++) {
    if ((c->mask >> i & 1) == 0) continue;
    grundy_law_put(out, c->m == 0 ? "%s%s" : "%s%s %% %" PRId64, is_first ? "" : " ~ ", f->names[i],
                   c->m);
    is_first = false;
  }
  grundy_law_put(out, " == %" PRId64, c->k);
}

static void put_beatty(law_text *out, const finder *f, const condition *c) {
  const char *a = f->names[c->i], *b = f->names[c->j];
  int64_t k = c->k, square = k * k + 4;
  if (f->is_unsorted) {
    grundy_law_put(out, "math.min(%s, %s) == math.floor(math.abs(%s - %s)", a, b, b, a);
  } else {
    grundy_law_put(out, "%s == math.floor((%s - %s)", a, b, a);
  }
  if (k > 1) grundy_law_put(out, " / %" PRId64, k);
  grundy_law_put(out, " * (%" PRId64 " + %" PRId64 " ^ 0.5) / 2)", 2 - k, square);
  if (k > 1) grundy_law_put(out, " and (%s - %s) %% %" PRId64 " == 0", b, a, k);
}

static void put_condition(law_text *out, const finder *f, const condition *c) {
  const char *a = f->names[c->i], *b = f->names[c->j];
  if (c->negated) grundy_law_put(out, "not (");
  switch (c->kind) {
  case REMAINDER:
    put_remainder(out, f, c);
    break;
  case NIM_SUM:
    put_nim_sum(out, f, c);
    break;
  case EQUALITY:
  case BOUND:
    put_product(out, f, c->c);
    grundy_law_put(out, c->kind == BOUND ? " <= %" PRId64 : " == %" PRId64, c->k);
    break;
  case BEATTY:
    put_beatty(out, f, c);
    break;
  case ZECKENDORF:
    grundy_law_put(out, "zeckendorf_zeros(%s) %% 2 == 0 and zeckendorf_shift(%s) == %s", a, a, b);
    break;
  case EVEN_ZEROS:
    grundy_law_put(out, "zeckendorf_zeros(%s) %% 2 == %" PRId64, a, c->k);
    break;
  case LEAST_TERM:
    if (c->k == 1)
      grundy_law_put(out, "zeckendorf_least(%s) > %s", a, b);
    else
      grundy_law_put(out, "zeckendorf_least(%s) > %" PRId64 " * %s", a, c->k, b);
    break;
  case FIBONACCI:
    grundy_law_put(out, "%s > 0 and zeckendorf_least(%s) == %s", a, a, a);
    break;
  }
  if (c->negated) grundy_law_put(out, ")");
}

static unsigned cost_of(const finder *f, const condition *c) {
  unsigned cost = c->negated ? 1 : 0;
  for (uint32_t i = 0; i < f->dimension; i++)
    cost += c->c[i] == 0 ? 0 : 1 + (unsigned)(abs(c->c[i]) > 1);
  for (int r = 0; r < 64; r++) cost += (c->residues >> r & 1) != 0;
  static const unsigned costs[] = {
      [REMAINDER] = 1,  [NIM_SUM] = 2,    [EQUALITY] = 1,   [BOUND] = 1,    [BEATTY] = 4,
      [ZECKENDORF] = 5, [EVEN_ZEROS] = 3, [LEAST_TERM] = 3, [FIBONACCI] = 3};
  return cost + costs[c->kind] + (c->kind == NIM_SUM && c->m != 0) + (c->k != 0);
}

/* ---- sets of positions ---------------------------------------------------------------------- */

/* A condition, or two of them, with the positions at which it holds. */
typedef struct set {
  condition first, second;
  char join; /* '&', '|', or 0: there is no second */
  unsigned cost;
  uint64_t size; /* among those that choose laws */
  uint64_t *bits;
} set;

/* Sets that contain all P-positions, and sets of P-positions, as far as those that choose laws
 * know. */
typedef struct pool {
  set *at;
  uint64_t count, room;
} pool;

enum { MOST_POOL = 150, FIRST_LOOK = 512 };

typedef struct search {
  finder *f;
  pool necessary, sufficient;
  uint64_t words;
  uint64_t *p; /* the P-positions */
  uint64_t train_p;
  bool failed;
} search;

/* How often a set and the P-positions agree in a range of positions. */
typedef struct tally {
  uint64_t both, only_set, only_p, neither;
} tally;

static uint64_t ones(uint64_t word) {
  return (uint64_t)__builtin_popcountll(word);
}

static tally count_words(const search *s, const uint64_t *bits, uint64_t begin, uint64_t end) {
  tally t = {0};
  for (uint64_t w = begin / 64; w * 64 < end; w++) {
    uint64_t in = UINT64_MAX;
    if (w * 64 < begin) in &= UINT64_MAX << (begin - w * 64);
    if (w * 64 + 64 > end) in &= UINT64_MAX >> (w * 64 + 64 - end);
    t.both += ones(bits[w] & s->p[w] & in);
    t.only_set += ones(bits[w] & ~s->p[w] & in);
    t.only_p += ones(~bits[w] & s->p[w] & in);
    t.neither += ones(~bits[w] & ~s->p[w] & in);
  }
  return t;
}

/* Returns the index of the first position in `wrong` bits: those of the set, or all that differ. */
static uint64_t first_wrong(const search *s, const uint64_t *bits) {
  for (uint64_t i = 0; i < s->f->count; i++)
    if (((bits[i / 64] ^ s->p[i / 64]) >> i % 64 & 1) != 0) return i;
  return 0;
}

static void put_set(law_text *out, const finder *f, const set *a) {
  if (a->join == '\0') {
    put_condition(out, f, &a->first);
    return;
  }
  grundy_law_put(out, "(");
  put_condition(out, f, &a->first);
  grundy_law_put(out, "%s", a->join == '&' ? ") and (" : ") or (");
  put_condition(out, f, &a->second);
  grundy_law_put(out, ")");
}

/* Writes the text of a law; false if it does not fit. */
static bool put_law(const finder *f, const set *a, const char *before, const char *after,
                    char text[LAW_TEXT]) {
  law_text out = {.at = text};
  grundy_law_put(&out, "%s", before);
  put_set(&out, f, a);
  grundy_law_put(&out, "%s", after);
  return out.length < LAW_TEXT;
}

/* Keeps the law that the P-positions are exactly this set, unless it has too many exceptions. */
static void try_equal(search *s, const set *a) {
  finder *f = s->f;
  tally t = count_words(s, a->bits, 0, f->train);
  tally h = count_words(s, a->bits, f->train, f->count);
  uint64_t wrong = t.only_p + t.only_set, wrong_held = h.only_p + h.only_set;
  uint64_t rarer = s->train_p < f->train - s->train_p ? s->train_p : f->train - s->train_p;
  uint64_t held = f->count - f->train;
  uint64_t rarer_held = f->held_out_p < held - f->held_out_p ? f->held_out_p : held - f->held_out_p;
  if (wrong * 20 > rarer) return;
  f->reached[LAW_ABOUT_ALL]++;
  if (wrong_held * 20 > rarer_held) return;
  found law = {.kind = LAW_ABOUT_ALL,
               .print = grundy_hash(GRUNDY_HASH_START, a->bits, s->words * sizeof *a->bits),
               .tested = f->count,
               .exceptions = wrong + wrong_held,
               .held_out = held,
               .held_out_exceptions = wrong_held,
               .first = first_wrong(s, a->bits),
               .log_chance = grundy_law_chance_of_set(f, wrong_held),
               .cost = a->cost};
  if (put_law(f, a, "(outcome == P) == (", ")", law.text)) s->failed |= !grundy_law_keep(f, &law);
}

/* Keeps the law that one of both sets is part of the other, if it has no exception. */
static void try_part(search *s, const set *a) {
  finder *f = s->f;
  tally t = count_words(s, a->bits, 0, f->train);
  tally h = count_words(s, a->bits, f->train, f->count);
  uint64_t held = f->count - f->train, size = h.both + h.only_set;
  found law = {.kind = LAW_ABOUT_SOME,
               .print = grundy_hash(GRUNDY_HASH_START, a->bits, s->words * sizeof *a->bits),
               .cost = a->cost};
  const char *before = "if outcome == P then ", *after = "";
  if (t.only_p == 0 && t.both + t.only_set < f->train) {
    f->reached[LAW_ABOUT_SOME]++;
    if (h.only_p > 0 || size == held) return;
    law.tested = s->train_p + f->held_out_p;
    law.held_out = f->held_out_p;
    law.log_chance = grundy_law_chance_of_subset(held, size, f->held_out_p);
  } else if (t.only_set == 0 && t.both > 0) {
    f->reached[LAW_ABOUT_SOME]++;
    if (h.only_set > 0 || size == 0) return;
    before = "if ";
    after = " then outcome == P";
    law.tested = t.both + size;
    law.held_out = size;
    law.log_chance = grundy_law_chance_of_subset(held, f->held_out_p, size);
  } else {
    return;
  }
  if (put_law(f, a, before, after, law.text)) s->failed |= !grundy_law_keep(f, &law);
}

/* ---- single conditions ----------------------------------------------------------------------- */

static void add_to_pool(search *s, pool *to, const set *a) {
  if (!grundy_arena_grow(&s->f->arena, &to->at, &to->room, to->count + 1, sizeof *to->at)) {
    s->failed = true;
    return;
  }
  to->at[to->count++] = *a;
}

static bool is_at(const finder *f, const condition *c, uint64_t i) {
  return holds(f, c, f->x + i * f->dimension) != c->negated;
}

/* Returns whether the first positions leave any hope for the condition. */
static bool is_promising(const finder *f, const condition *c) {
  uint64_t end = f->train < FIRST_LOOK ? f->train : FIRST_LOOK;
  uint64_t only_set = 0, only_p = 0, p = 0;
  for (uint64_t i = 0; i < end; i++) {
    bool in = is_at(f, c, i);
    p += f->is_p[i];
    only_set += in && f->is_p[i] == 0;
    only_p += !in && f->is_p[i] != 0;
  }
  uint64_t rarer = p < end - p ? p : end - p;
  return only_set == 0 || only_p == 0 || (only_set + only_p) * 10 <= rarer;
}

static bool step(search *s) {
  s->f->tried++;
  return grundy_work_step(s->f->work, 64);
}

/* Tries a condition; false if the search ends. */
static bool try_condition(search *s, const condition *c) {
  finder *f = s->f;
  if (!step(s)) return false;
  if (!is_promising(f, c)) return true;
  set a = {.first = *c, .cost = cost_of(f, c)};
  a.bits = grundy_arena_zeros(&f->arena, s->words, sizeof *a.bits);
  if (a.bits == NULL) {
    s->failed = true;
    return false;
  }
  for (uint64_t i = 0; i < f->count; i++) a.bits[i / 64] |= (uint64_t)is_at(f, c, i) << i % 64;
  tally t = count_words(s, a.bits, 0, f->train);
  a.size = t.both + t.only_set;
  try_equal(s, &a);
  try_part(s, &a);
  if (t.only_p == 0 && a.size < f->train) add_to_pool(s, &s->necessary, &a);
  if (t.only_set == 0 && t.both > 0) add_to_pool(s, &s->sufficient, &a);
  return !s->failed;
}

/* Tries a condition and its negation. */
static bool try_both(search *s, condition c) {
  bool goes_on = try_condition(s, &c);
  c.negated = true;
  return goes_on && try_condition(s, &c);
}

/* Chooses the remainders by the positions that choose laws: those with mostly P-positions, and
 * those with any. */
static bool try_remainders(search *s, condition c) {
  finder *f = s->f;
  uint64_t p[64] = {0}, other[64] = {0}, mostly = 0, some = 0;
  assert(c.m < 64);
  for (uint64_t i = 0; i < f->train; i++) {
    int64_t r = remainder_of(product(f, &c, f->x + i * f->dimension), c.m);
    (f->is_p[i] != 0 ? p : other)[r]++;
  }
  for (int r = 0; r < c.m; r++) {
    if (p[r] > other[r]) mostly |= UINT64_C(1) << r;
    if (p[r] > 0) some |= UINT64_C(1) << r;
  }
  const uint64_t all = (UINT64_C(1) << c.m) - 1;
  const uint64_t tries[] = {mostly, some};
  for (int i = 0; i < 2; i++) {
    uint64_t values = ones(tries[i]);
    if (values == 0 || tries[i] == all || values > 8 || (i == 1 && some == mostly)) continue;
    c.residues = tries[i];
    if (!try_condition(s, &c)) return false;
  }
  return true;
}

/* Goes to the next coefficients, each from `least` to `most`; false after the last. */
static bool next_coefficients(int32_t *c, uint32_t count, int32_t least, int32_t most) {
  for (uint32_t i = 0; i < count; i++) {
    if (++c[i] <= most) return true;
    c[i] = least;
  }
  return false;
}

static bool is_first_positive(const int32_t *c, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (c[i] != 0) return c[i] > 0;
  return false;
}

static bool try_linear(search *s) {
  const finder *f = s->f;
  uint32_t d = f->dimension;
  int32_t most = d <= 2 ? 3 : 1;
  int64_t largest = d == 1 ? 60 : d == 2 ? 20 : 12;
  condition c = {.kind = REMAINDER};
  while (next_coefficients(c.c, d, 0, most)) {
    if (d == 1 && c.c[0] > 1) break;
    for (c.m = 2; c.m <= largest; c.m++)
      if (!try_remainders(s, c)) return false;
  }
  condition e = {0};
  int32_t span = d <= 2 ? 2 : 1;
  for (uint32_t i = 0; i < d; i++) e.c[i] = -span;
  while (next_coefficients(e.c, d, -span, span)) {
    if (!is_first_positive(e.c, d)) continue;
    for (e.k = -3; e.k <= 3; e.k++) {
      e.kind = EQUALITY;
      if (!try_both(s, e)) return false;
      e.kind = BOUND;
      if (!try_both(s, e)) return false;
    }
  }
  return true;
}

static bool try_nim_sums(search *s) {
  const finder *f = s->f;
  condition c = {.kind = NIM_SUM};
  if (f->is_negative) return true;
  for (c.mask = 1; c.mask < UINT32_C(1) << f->dimension; c.mask++) {
    if ((c.mask & (c.mask - 1)) == 0) continue;
    for (c.m = 0; c.m <= 16; c.m += c.m == 0 ? 2 : 1)
      for (c.k = 0; c.k <= 3; c.k++)
        if (!try_both(s, c)) return false;
  }
  return true;
}

static bool try_numerations(search *s) {
  const finder *f = s->f;
  if (f->is_negative) return true;
  for (uint32_t i = 0; i < f->dimension; i++) {
    condition c = {.kind = FIBONACCI, .i = i, .j = i};
    if (!try_both(s, c)) return false;
    c.kind = EVEN_ZEROS;
    for (c.k = 0; c.k < 2; c.k++)
      if (!try_condition(s, &c)) return false;
    for (c.j = 0; c.j < f->dimension; c.j++) {
      if (c.j == i) continue;
      c.kind = ZECKENDORF;
      c.k = 0;
      if (!try_condition(s, &c)) return false;
      c.kind = LEAST_TERM;
      for (c.k = 1; c.k <= 3; c.k++)
        if (!try_both(s, c)) return false;
      c.kind = BEATTY;
      for (c.k = 1; c.k <= 8 && i < c.j; c.k++)
        if (!try_condition(s, &c)) return false;
    }
  }
  return true;
}

/* ---- combinations of two --------------------------------------------------------------------- */

/* Smaller necessary sets, and larger sufficient ones, come first; then simpler ones. */
static int compare_necessary(const void *first, const void *second) {
  const set *a = first, *b = second;
  if (a->size != b->size) return a->size < b->size ? -1 : 1;
  return a->cost < b->cost ? -1 : a->cost > b->cost;
}

static int compare_sufficient(const void *first, const void *second) {
  const set *a = first, *b = second;
  if (a->size != b->size) return a->size > b->size ? -1 : 1;
  return a->cost < b->cost ? -1 : a->cost > b->cost;
}

static bool try_pairs(search *s, pool *from, char join) {
  finder *f = s->f;
  if (from->count > 1)
    qsort(from->at, from->count, sizeof *from->at,
          join == '&' ? compare_necessary : compare_sufficient);
  uint64_t count = from->count < MOST_POOL ? from->count : MOST_POOL;
  uint64_t *bits = grundy_arena_array(&f->arena, s->words, sizeof *bits);
  if (bits == NULL) return false;
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t j = 0; j < i; j++) {
      const set *a = &from->at[j], *b = &from->at[i];
      set both = {.first = a->first, .second = b->first, .join = join, .bits = bits};
      both.cost = a->cost + b->cost + 1;
      if (!step(s)) return false;
      for (uint64_t w = 0; w < s->words; w++)
        bits[w] = join == '&' ? a->bits[w] & b->bits[w] : a->bits[w] | b->bits[w];
      try_equal(s, &both);
    }
  return !s->failed;
}

grundy_status grundy_law_find_conditions(finder *f, grundy_error *error) {
  search s = {.f = f, .words = (f->count + 63) / 64};
  if (f->dimension > MOST_FIELDS)
    return grundy_fail(error, GRUNDY_UNABLE, "laws over more than %d fields are not looked for",
                       (int)MOST_FIELDS);
  s.p = grundy_arena_zeros(&f->arena, s.words, sizeof *s.p);
  if (s.p == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < f->count; i++) {
    s.p[i / 64] |= (uint64_t)(f->is_p[i] != 0) << i % 64;
    if (i < f->train) s.train_p += f->is_p[i];
  }
  bool is_done = try_linear(&s) && try_nim_sums(&s) && try_numerations(&s) &&
                 try_pairs(&s, &s.necessary, '&') && try_pairs(&s, &s.sufficient, '|');
  if (is_done) return GRUNDY_OK;
  return s.failed || f->arena.failed ? grundy_fail_memory(error) : grundy_fail_cancelled(error);
}
