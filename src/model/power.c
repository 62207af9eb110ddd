/* power: weights that decrease with a power of the rank, in classes of equal weight, so that a
 * vertex is drawn by its weight without a table of all vertices: first a class, then one of its
 * ranks. There are fewer than CLASSES classes, whatever the number of vertices. */

#include "model/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/random.h"
#include "model/urn.h"

#include <assert.h>

/* Each rank below 32 is a class; then there are 16 classes per doubling, up to 2^31. */
enum { CLASSES = 16 * 28 };

typedef struct classes {
  uint32_t count;
  uint32_t first[CLASSES]; /* the first rank; ranks start at 1 */
  uint32_t size[CLASSES];
  uint64_t weight[CLASSES];   /* of one of its ranks, in units of 2^-62 */
  uint64_t expected[CLASSES]; /* moves from one of its ranks, in units of 2^-32 */
  grundy_urn urn;             /* of classes, by the weight of all their ranks */
} classes;

/* ---- powers in integers ------------------------------------------------------------------ */

/* Returns log2(rank) in units of 2^-32, rank > 0: squaring a number between 1 and 2 (in units of
 * 2^-62) gives its logarithm bit by bit. */
static uint64_t binary_logarithm(uint32_t rank) {
  int whole = 31 - __builtin_clz(rank);
  uint64_t number = (uint64_t)rank << (62 - whole), result = (uint64_t)whole << 32;
  for (int bit = 31; bit >= 0; bit--) {
    assert(number >> 62 == 1); /* between 1 and 2 */
    grundy_wide square = (grundy_wide)number * number >> 62;
    bool large = square >> 63 != 0;
    number = (uint64_t)(large ? square >> 1 : square);
    if (large) result |= UINT64_C(1) << bit;
  }
  return result;
}

/* Returns 2^-x in units of 2^-62, for x < 32 in units of 2^-32: the series of e^-y with y = f ln 2,
 * where f is the fractional part of x. */
static uint64_t power_of_half(uint64_t x) {
  static const uint64_t ln_2 = UINT64_C(0x2c5c85fdf473de6a);
  assert(x >> 32 < 32); /* at most the logarithm of a rank, as exponents are above 2 */
  uint64_t y = (uint64_t)((grundy_wide)(x & UINT32_MAX) * ln_2 >> 32);
  uint64_t term = UINT64_C(1) << 62, sum = term;
  for (uint64_t k = 1; term != 0; k++) {
    term = (uint64_t)((grundy_wide)term * y >> 62) / k;
    sum = k % 2 != 0 ? sum - term : sum + term;
  }
  return sum >> (x >> 32);
}

/* ---- classes ----------------------------------------------------------------------------- */

static uint32_t class_of(uint32_t rank) {
  assert(rank > 0);
  if (rank < 32) return rank - 1;
  int shift = 27 - __builtin_clz(rank);
  return 16 * (uint32_t)shift + (rank >> shift) - 1;
}

/* Splits the ranks 1 … order, order > 0, into classes and weighs them. */
static void weigh_classes(classes *c, uint32_t order, double exponent) {
  uint64_t slope = (uint64_t)(1 / (exponent - 1) * 0x1p32);
  c->count = class_of(order) + 1;
  for (uint32_t i = 0, rank = 1; i < c->count; i++) {
    uint32_t size = rank < 32 ? 1 : UINT32_C(1) << (27 - __builtin_clz(rank));
    assert(i < CLASSES && rank <= order && class_of(rank) == i);
    c->first[i] = rank;
    c->size[i] = size <= order - rank ? size : order - rank + 1;
    c->weight[i] = power_of_half((uint64_t)((grundy_wide)binary_logarithm(rank) * slope >> 32));
    rank += c->size[i];
  }
}

static grundy_wide total_weight(const classes *c) {
  grundy_wide total = 0;
  for (uint32_t i = 0; i < c->count; i++) total += (grundy_wide)c->size[i] * c->weight[i];
  return total;
}

/* Finds how many moves a rank of each class should have: degree · weight / mean weight, at most one
 * to every vertex. */
static void expect_moves(classes *c, uint32_t order, double degree) {
  uint64_t mean = (uint64_t)(total_weight(c) / order) + 1; /* rounded up: never 0 */
  uint64_t fixed = (uint64_t)(degree * 0x1p32), most = (uint64_t)order << 32;
  for (uint32_t i = 0; i < c->count; i++) {
    grundy_wide relative = ((grundy_wide)c->weight[i] << 32) / mean;
    grundy_wide expected = relative * fixed >> 32;
    c->expected[i] = expected > most ? most : (uint64_t)expected;
  }
}

/* Fills the urn of classes; weights are scaled so that their sum is below 2^50. */
static void fill_urn(classes *c, grundy_arena *arena) {
  uint64_t weights[CLASSES];
  grundy_wide total = total_weight(c);
  int shift = 0;
  while (total >> shift >> 50 != 0) shift++;
  for (uint32_t i = 0; i < c->count; i++)
    weights[i] = (uint64_t)((grundy_wide)c->size[i] * c->weight[i] >> shift);
  grundy_urn_new(&c->urn, arena, weights, c->count);
}

/* Draws a rank, from 1, with probability proportional to its weight. */
static uint32_t draw_rank(const classes *c, grundy_random *random) {
  uint32_t class = grundy_urn_draw(&c->urn, random);
  if (c->size[class] == 1) return c->first[class];
  return c->first[class] + (uint32_t)grundy_pick(random, c->size[class]);
}

/* ---- the model --------------------------------------------------------------------------- */

static grundy_status check_power(const grundy_model *model, uint32_t order, grundy_error *error) {
  if (model->degree <= order) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "degree is %g; expected at most %u, the number of positions", model->degree,
                     order);
}

/* Returns the integer part of the expectation, plus 1 with the probability of its fractional
 * part. */
static uint64_t draw_degree(uint64_t expected, grundy_random *random) {
  return (expected >> 32) + (grundy_random_next(random) >> 32 < (expected & UINT32_MAX));
}

static grundy_status make_power(grundy_making *making) {
  grundy_random *random = &making->random;
  classes c = {0};
  if (making->order == 0) return grundy_making_start(making, 0);
  weigh_classes(&c, making->order, making->model->exponent);
  expect_moves(&c, making->order, making->model->degree);
  uint32_t *rank_out = grundy_shuffled(&making->arena, random, making->order);
  uint32_t *vertex_in = grundy_shuffled(&making->arena, random, making->order);
  fill_urn(&c, &making->arena);
  if (making->arena.failed) return GRUNDY_OK;
  grundy_sinks sinks = grundy_sinks_start(making);
  grundy_status status =
      grundy_making_start(making, grundy_moves_of_degree(making->model->degree, making->order));
  for (uint32_t u = 0; u < making->order && status == GRUNDY_OK; u++) {
    bool sink = grundy_sinks_next(&sinks, random);
    uint64_t count = sink ? 0 : draw_degree(c.expected[class_of(rank_out[u] + 1)], random);
    uint32_t *row = grundy_making_room(making, count);
    if (row == NULL) return grundy_fail_memory(making->error);
    for (uint64_t i = 0; i < count; i++) row[i] = vertex_in[draw_rank(&c, random) - 1];
    grundy_sort_row(row, count);
    status = grundy_making_add(making, grundy_merge_row(row, count));
  }
  return status;
}

const grundy_maker grundy_maker_power = {
    .info = {.name = "power",
             .summary = "a share of sinks; degrees out and in follow a power law",
             .required = GRUNDY_PARAMETER_ORDER | GRUNDY_PARAMETER_DEGREE,
             .optional = GRUNDY_PARAMETER_SINKS | GRUNDY_PARAMETER_EXPONENT},
    .check = check_power,
    .make = make_power,
};
