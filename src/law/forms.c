/* Laws about values: closed forms, and bounds. */

#include "law/find.h"

#include "base/error.h"
#include "base/hash.h"

#include <assert.h>
#include <inttypes.h>

enum { MOST_FIELDS = 6, MOST_PARTS = 2 };

/* A function of one number: ((x + add) // divisor) % m, without the parts that do nothing. */
typedef struct unary {
  int64_t add, divisor, m; /* m is 0: no remainder */
} unary;

/* A form: the nim-sum or the sum of a function of several fields, or of two of them. */
typedef struct form {
  char join;       /* '~' or '+' */
  uint32_t mask;   /* of the fields that the first function is applied to */
  unary of;        /* that function */
  bool has_second; /* then the second function is applied to the field `second` */
  uint32_t second;
  unary of_second;
  int64_t add; /* added at the end */
} form;

static int64_t apply(const unary *u, int64_t x) {
  int64_t y = (x + u->add) / u->divisor;
  return u->m == 0 ? y : y % u->m;
}

static int64_t join(char how, int64_t a, int64_t b) {
  return how == '~' ? a ^ b : a + b;
}

static int64_t evaluate(const finder *f, const form *g, const int64_t *x) {
  int64_t sum = 0;
  for (uint32_t i = 0; i < f->dimension; i++)
    if ((g->mask >> i & 1) != 0) sum = join(g->join, sum, apply(&g->of, x[i]));
  if (g->has_second) sum = join(g->join, sum, apply(&g->of_second, x[g->second]));
  return sum + g->add;
}

/* ---- texts --------------------------------------------------------------------------------- */

static void put_unary(law_text *out, const unary *u, const char *name, bool is_alone) {
  bool is_plain = u->divisor == 1 && u->m == 0 && u->add == 0;
  if (!is_plain && !is_alone) grundy_law_put(out, "(");
  if (u->add != 0)
    grundy_law_put(out, "(%s + %" PRId64 ")", name, u->add);
  else
    grundy_law_put(out, "%s", name);
  if (u->divisor != 1) grundy_law_put(out, " // %" PRId64, u->divisor);
  if (u->m != 0) grundy_law_put(out, " %% %" PRId64, u->m);
  if (!is_plain && !is_alone) grundy_law_put(out, ")");
}

static bool put_form(const finder *f, const form *g, char text[LAW_TEXT]) {
  law_text out = {.at = text};
  bool is_first = true, is_alone = (g->mask & (g->mask - 1)) == 0 && !g->has_second;
  const char *between = g->join == '~' ? " ~ " : " + ";
  assert(g->add == 0 || !is_alone); /* a function of one number has its own summand */
  grundy_law_put(&out, "%s", g->add != 0 ? "G == (" : "G == ");
  for (uint32_t i = 0; i < f->dimension; i++) {
    if ((g->mask >> i & 1) == 0) continue;
    grundy_law_put(&out, "%s", is_first ? "" : between);
    put_unary(&out, &g->of, f->names[i], is_alone);
    is_first = false;
  }
  if (g->has_second) {
    grundy_law_put(&out, "%s", between);
    put_unary(&out, &g->of_second, f->names[g->second], false);
  }
  if (g->add != 0)
    grundy_law_put(&out, g->add > 0 ? ") + %" PRId64 : ") - %" PRId64,
                   g->add < 0 ? -g->add : g->add);
  return out.length < LAW_TEXT;
}

static unsigned cost_of_unary(const unary *u) {
  return (unsigned)(u->add != 0) + (unsigned)(u->divisor != 1) + (unsigned)(u->m != 0);
}

/* ---- trying -------------------------------------------------------------------------------- */

/* Compares predictions with values, and keeps the law that they are equal. False if memory runs
 * out. */
typedef int64_t predict(const finder *f, const void *what, const int64_t *x);

static bool try_values(finder *f, predict *of, const void *what, found *law) {
  uint64_t wrong = 0, wrong_held = 0, first = f->count, hash = GRUNDY_HASH_START;
  uint64_t allowed = f->train / 20, held = f->count - f->train;
  for (uint64_t i = 0; i < f->count; i++) {
    int64_t claim = of(f, what, f->x + i * f->dimension);
    bool is_wrong = f->value[i] == GRUNDY_INFINITY || claim != (int64_t)f->value[i];
    if (is_wrong && first == f->count) first = i;
    *(i < f->train ? &wrong : &wrong_held) += is_wrong;
    if (i < f->train && (wrong > allowed || (i == 63 && wrong > 12))) return true;
    if (i + 1 == f->train) f->reached[LAW_ABOUT_ALL]++;
    if (wrong_held > held / 20) return true;
    hash = grundy_hash(hash, &claim, sizeof claim);
  }
  law->kind = LAW_ABOUT_ALL;
  law->print = hash;
  law->tested = f->count;
  law->exceptions = wrong + wrong_held;
  law->held_out = held;
  law->held_out_exceptions = wrong_held;
  law->first = first;
  law->log_chance = grundy_law_chance_of_values(f, wrong_held);
  return grundy_law_keep(f, law);
}

static int64_t predict_form(const finder *f, const void *what, const int64_t *x) {
  return evaluate(f, what, x);
}

/* What a search of values needs to go on. */
static bool step(finder *f) {
  f->tried++;
  return grundy_work_step(f->work, 64);
}

static bool try_form(finder *f, const form *g) {
  found law = {.cost = 1 + cost_of_unary(&g->of) + (unsigned)__builtin_popcount(g->mask) +
                       (g->has_second ? 2 + cost_of_unary(&g->of_second) : 0) +
                       (unsigned)(g->add != 0) + (unsigned)(g->join == '+')};
  return step(f) && (!put_form(f, g, law.text) || try_values(f, predict_form, g, &law));
}

/* The functions of one number that are tried. */
typedef struct unary_list {
  unary at[512];
  size_t count;
} unary_list;

static void list_unary(unary_list *list, int64_t most_m, bool has_parts) {
  for (int64_t divisor = 1; divisor <= 8; divisor++)
    for (int64_t m = 0; m <= (divisor == 1 ? most_m : has_parts ? 6 : 0); m += m == 0 ? 2 : 1)
      for (int64_t add = 0; add < (divisor == 1 ? 2 : divisor); add++)
        list->at[list->count++] = (unary){add, divisor, m};
  assert(list->count <= sizeof list->at / sizeof *list->at);
}

static bool try_forms(finder *f) {
  unary_list all = {0}, some = {0};
  list_unary(&all, 40, true);
  list_unary(&some, 12, false);
  uint32_t masks = UINT32_C(1) << f->dimension;
  form g = {.join = '~'};
  for (g.mask = 1; g.mask < masks; g.mask++)
    for (size_t i = 0; i < all.count; i++) {
      g.of = all.at[i];
      bool has_one = (g.mask & (g.mask - 1)) == 0;
      for (int how = 0; how < (has_one ? 1 : 2); how++) {
        g.join = how == 0 ? '~' : '+';
        for (g.add = has_one ? 0 : -1; g.add <= (has_one ? 0 : 1); g.add++)
          if (!try_form(f, &g)) return false;
      }
    }
  g = (form){.join = '~', .has_second = true};
  for (g.mask = 1; g.mask < masks && f->dimension <= 2; g.mask <<= 1)
    for (g.second = 0; g.second < f->dimension; g.second++)
      for (size_t i = 0; i < some.count; i++)
        for (size_t j = 0; j < some.count; j++) {
          bool is_same = g.mask == UINT32_C(1) << g.second;
          if (is_same ? j >= i : g.mask > UINT32_C(1) << g.second) continue;
          g.of = some.at[i];
          g.of_second = some.at[j];
          if (!try_form(f, &g)) return false;
        }
  return true;
}

/* ---- values by remainders ---------------------------------------------------------------------
 */

typedef struct cycle {
  uint32_t field;
  int64_t m;
  uint32_t values[16];
} cycle;

static int64_t predict_cycle(const finder *f, const void *what, const int64_t *x) {
  const cycle *c = what;
  (void)f;
  return c->values[x[c->field] % c->m];
}

/* Tries that the value depends on one field modulo m. */
static bool try_cycles(finder *f) {
  for (uint32_t field = 0; field < f->dimension; field++)
    for (int64_t m = 2; m <= 16; m++) {
      cycle c = {.field = field, .m = m};
      bool seen[16] = {false};
      found law = {.cost = 2 + (unsigned)m};
      for (uint64_t i = 0; i < f->train; i++) {
        int64_t r = f->x[i * f->dimension + field] % m;
        if (!seen[r]) c.values[r] = f->value[i];
        seen[r] = true;
      }
      law_text out = {.at = law.text};
      grundy_law_put(&out, "G == ({");
      for (int64_t r = 0; r < m; r++)
        grundy_law_put(&out, "%s%" PRIu32, r == 0 ? "" : ", ", c.values[r]);
      grundy_law_put(&out, "})[%s %% %" PRId64 " + 1]", f->names[field], m);
      assert(out.length < LAW_TEXT); /* names have less than 40 bytes */
      if (!step(f) || !try_values(f, predict_cycle, &c, &law)) return false;
    }
  return true;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Tries that the values are at most, or at least, a linear form whose constant the smaller
 * positions give. It must be attained in both halves. */
static bool try_bound(finder *f, const int32_t *c, bool is_upper) {
  int64_t extreme = is_upper ? INT64_MIN : INT64_MAX;
  uint64_t attained = 0, attained_held = 0;
  if (!step(f)) return false;
  for (uint64_t i = 0; i < f->count; i++) {
    int64_t rest = (int64_t)f->value[i];
    if (f->value[i] == GRUNDY_INFINITY) return true;
    for (uint32_t j = 0; j < f->dimension; j++) rest -= c[j] * f->x[i * f->dimension + j];
    if (i < f->train && (is_upper ? rest > extreme : rest < extreme)) extreme = rest, attained = 0;
    if (i >= f->train && (is_upper ? rest > extreme : rest < extreme)) return true;
    *(i < f->train ? &attained : &attained_held) += rest == extreme;
  }
  if (attained * 20 < f->train || attained_held * 20 < f->count - f->train) return true;
  if (extreme > 5 || extreme < -5 || f->count == f->train) return true;
  found law = {.kind = LAW_BOUND,
               .print = ((uint64_t)extreme << 1 | is_upper) * UINT64_C(0x9e3779b97f4a7c15),
               .tested = f->count,
               .held_out = f->count - f->train,
               .log_chance = -1e9,
               .cost = 1};
  law_text out = {.at = law.text};
  grundy_law_put(&out, "G %s ", is_upper ? "<=" : ">=");
  bool is_first = true;
  for (uint32_t j = 0; j < f->dimension; j++) {
    if (c[j] == 0) continue;
    law.print = law.print * 7 + (uint64_t)(c[j] + 3) + j;
    law.cost++;
    grundy_law_put(&out, "%s%s%s", is_first ? (c[j] < 0 ? "-" : "") : (c[j] < 0 ? " - " : " + "),
                   c[j] == 2 || c[j] == -2 ? "2 * " : "", f->names[j]);
    is_first = false;
  }
  if (is_first)
    grundy_law_put(&out, "%" PRId64, extreme);
  else if (extreme != 0)
    grundy_law_put(&out, extreme > 0 ? " + %" PRId64 : " - %" PRId64,
                   extreme < 0 ? -extreme : extreme);
  assert(out.length < LAW_TEXT);          /* names have less than 40 bytes */
  if (is_first && !is_upper) return true; /* at least a number: nearly always 0 */
  return grundy_law_keep(f, &law);
}

static bool try_bounds(finder *f) {
  int32_t c[MOST_FIELDS] = {0};
  int32_t span = f->dimension <= 3 ? 2 : 1;
  for (uint32_t i = 0; i < f->dimension; i++) c[i] = -span;
  for (;;) {
    if (!try_bound(f, c, true) || !try_bound(f, c, false)) return false;
    uint32_t i = 0;
    while (i < f->dimension && ++c[i] > span) c[i++] = -span;
    if (i == f->dimension) return true;
  }
}

grundy_status grundy_law_find_forms(finder *f, grundy_error *error) {
  if (f->dimension > MOST_FIELDS)
    return grundy_fail(error, GRUNDY_UNABLE, "laws over more than %d fields are not looked for",
                       (int)MOST_FIELDS);
  bool is_done = (f->is_negative || (try_forms(f) && try_cycles(f))) && try_bounds(f);
  if (is_done) return GRUNDY_OK;
  return f->arena.failed ? grundy_fail_memory(error) : grundy_fail_cancelled(error);
}
