#include "built.h"

#include "demand.h"
#include "support/nasty.h"

#include <string.h>

enum { MOVES_MOST = 63 };

/* What is read about a game before it is made. */
typedef struct draft {
  built_kind kind;
  uint32_t order, count;
  uint32_t tails[MOVES_MOST], heads[MOVES_MOST];
  uint8_t players[BUILT_MOST];
  bool moves_from[BUILT_MOST];
  bool named, labelled;
} draft;

static built_kind read_kind(uint8_t byte, unsigned kinds) {
  unsigned kind = byte % 4;
  while ((kinds >> kind & 1) == 0) kind = (kind + 1) % 4;
  return (built_kind)kind;
}

/* Reads the number of positions; one input in sixteen may have more than 10. */
static uint32_t read_order(bytes *in, uint32_t most) {
  uint8_t byte = bytes_next(in);
  uint32_t order = byte < 240 ? byte % 11 : 11 + byte % 20;
  return order <= most ? order : order % (most + 1);
}

static bool is_coloured(const draft *d) {
  return d->kind == BUILT_COLOURED || d->kind == BUILT_PAYOFF;
}

/* Returns the first vertex from v on, cyclically, that belongs to the opponent of the player of
 * u. */
static uint32_t other_player(const draft *d, uint32_t u, uint32_t v) {
  for (uint32_t i = 0; i < d->order; i++)
    if (d->players[(v + i) % d->order] != d->players[u]) return (v + i) % d->order;
  return d->order;
}

static void read_move(bytes *in, draft *d) {
  uint32_t u = bytes_below(in, d->order), v = bytes_below(in, d->order);
  if (is_coloured(d)) v = other_player(d, u, v);
  if (v == d->order) return;
  d->tails[d->count] = u;
  d->heads[d->count++] = v;
  d->moves_from[u] = true;
}

static void read_draft(bytes *in, unsigned kinds, uint32_t most, draft *d) {
  uint8_t byte = bytes_next(in);
  *d = (draft){.kind = read_kind(byte, kinds), .named = byte & 4, .labelled = byte & 8};
  d->order = read_order(in, most);
  if (d->order == 0) return;
  uint32_t moves = bytes_next(in) & MOVES_MOST;
  if (is_coloured(d))
    for (uint32_t v = 0; v < d->order; v++) d->players[v] = bytes_next(in) & 1 ? 'B' : 'A';
  for (uint32_t i = 0; i < moves; i++) read_move(in, d);
}

/* Reads one or two difficult texts, concatenated. */
static void read_text(bytes *in, char text[64]) {
  uint8_t first = bytes_next(in), second = first >= 192 ? bytes_next(in) : 0;
  strcpy(text, nasty_texts[first % NASTY_COUNT]);
  strcat(text, nasty_texts[second % NASTY_COUNT]); /* text number 0 is empty */
}

static uint32_t add_named(grundy_builder *builder, const char *name) {
  uint32_t v;
  demand(grundy_builder_vertex(builder, name, strlen(name), &v, NULL) == GRUNDY_OK);
  return v;
}

/* Adds a vertex. If its name is taken, a number makes it unique. */
static void add_vertex(bytes *in, const draft *d, grundy_builder *builder, uint32_t v) {
  char text[80] = "";
  if (d->named)
    read_text(in, text);
  else
    snprintf(text, sizeof text, "%u", v);
  if (add_named(builder, text) == v) return;
  size_t length = strlen(text);
  snprintf(text + length, sizeof text - length, "\xc2\xb7%u", v);
  demand(add_named(builder, text) == v);
}

static void add_label(bytes *in, grundy_builder *builder, uint32_t v) {
  char text[64];
  read_text(in, text);
  demand(grundy_builder_label(builder, v, text, strlen(text), NULL) == GRUNDY_OK);
}

/* Sets how play ends at v. */
static void add_end(bytes *in, const draft *d, grundy_builder *builder, uint32_t v) {
  static const double payoffs[] = {0,    1,     -1,     0.5,        -2.25, 1.0 / 3,
                                   -0.0, 1e300, 5e-324, -12345.678, 2,     -2};
  uint8_t byte = bytes_next(in);
  grundy_status status = GRUNDY_OK;
  if (d->kind == BUILT_PAYOFF)
    status = grundy_builder_payoff(builder, v, payoffs[byte % 12], NULL);
  else if (d->kind == BUILT_COLOURED)
    status = grundy_builder_outcome(builder, v, (uint8_t) "ABD"[byte % 3], NULL);
  else if (d->kind == BUILT_ENDED && byte % 4 > 0)
    status = grundy_builder_outcome(builder, v, (uint8_t) "PND"[byte % 4 - 1], NULL);
  demand(status == GRUNDY_OK);
}

grundy_digraph *built_game(bytes *in, unsigned kinds, uint32_t most) {
  draft d;
  grundy_builder *builder;
  grundy_digraph *g;
  read_draft(in, kinds, most, &d);
  demand(grundy_builder_new(&builder, NULL) == GRUNDY_OK);
  for (uint32_t v = 0; v < d.order; v++) {
    add_vertex(in, &d, builder, v);
    if (d.labelled) add_label(in, builder, v);
    if (is_coloured(&d)) demand(grundy_builder_player(builder, v, d.players[v], NULL) == GRUNDY_OK);
    if (!d.moves_from[v]) add_end(in, &d, builder, v);
  }
  for (uint32_t i = 0; i < d.count; i++)
    demand(grundy_builder_move(builder, d.tails[i], d.heads[i], NULL) == GRUNDY_OK);
  demand(grundy_builder_finish(builder, NULL, &g, NULL) == GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}
