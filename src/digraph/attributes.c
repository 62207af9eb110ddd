#include "digraph/impl.h"

#include "base/alloc.h"
#include "text/cursor.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void grundy_attributes_free(grundy_attributes *attributes) {
  free(attributes->players);
  free(attributes->outcomes);
  free(attributes->payoffs);
  free(attributes->frontier);
  *attributes = (grundy_attributes){0};
}

grundy_status grundy_digraph_require_whole(const grundy_digraph *g, const char *what,
                                           grundy_error *error) {
  if (grundy_game_is_window(g->type))
    return grundy_fail(error, GRUNDY_UNDEFINED, "a window of a larger game has no %s", what);
  if (g->type == GRUNDY_GAME_PARTS)
    return grundy_fail(error, GRUNDY_UNDEFINED, "a game of parts of positions has no %s", what);
  if (g->type == GRUNDY_GAME_TURNS)
    return grundy_fail(error, GRUNDY_UNDEFINED, "a game with carry-on or entailing moves has no %s",
                       what);
  return GRUNDY_OK;
}

/* ---- setting one ----------------------------------------------------------------------- */

void grundy_builder_place(grundy_builder *builder, const char *file, uint64_t line,
                          uint64_t column) {
  builder->attributes.file = file;
  builder->attributes.line = line;
  builder->attributes.column = column;
}

GRUNDY_PRINTF(5, 6)
static grundy_status refuse(const grundy_builder *builder, uint64_t line, uint64_t column,
                            grundy_error *error, const char *format, ...) {
  char message[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  const char *file = builder->attributes.file;
  if (file == NULL) return grundy_fail(error, GRUNDY_BAD_INPUT, "%s", message);
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, file, line, column, "%s", message);
}

/* Fails at the place that was set last. */
#define REFUSE_HERE(builder, ...)                                                                  \
  refuse(builder, (builder)->attributes.line, (builder)->attributes.column, error, __VA_ARGS__)

const char *grundy_builder_name(const grundy_builder *builder, uint32_t v) {
  return grundy_names_get(&builder->names, v);
}

static int excerpt(const char *name) {
  return grundy_excerpt(name, strlen(name));
}

/* Finds the entry of v, adding it if necessary. */
static grundy_status entry_of(grundy_builder *builder, uint32_t v, grundy_attribute **entry,
                              grundy_error *error) {
  grundy_attribute_table *table = &builder->attributes;
  if (v >= builder->names.count)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the attribute is for vertex %" PRIu32 "; expected one below %" PRIu32, v,
                       builder->names.count);
  if (!grundy_grow(&table->of, &table->capacity, (uint64_t)v + 1, sizeof *table->of))
    return grundy_fail_memory(error);
  while (table->count <= v) table->of[table->count++] = (grundy_attribute){0};
  assert(v < table->count && table->count <= table->capacity);
  *entry = &table->of[v];
  return GRUNDY_OK;
}

static grundy_status fail_twice(const grundy_builder *builder, uint32_t v, const char *what,
                                grundy_error *error) {
  const char *name = grundy_builder_name(builder, v);
  return REFUSE_HERE(builder, "'%.*s' already has another %s", excerpt(name), name, what);
}

static grundy_status fail_both(const grundy_builder *builder, uint32_t v, grundy_error *error) {
  const char *name = grundy_builder_name(builder, v);
  return REFUSE_HERE(builder, "'%.*s' has both an outcome and a payoff; give only one",
                     excerpt(name), name);
}

/* Stores where the attribute appears in its file, for errors that are found later. */
static grundy_status set_place(const grundy_builder *builder, grundy_attribute *entry) {
  entry->line = builder->attributes.line;
  entry->column = builder->attributes.column;
  return GRUNDY_OK;
}

grundy_status grundy_builder_player(grundy_builder *builder, uint32_t v, uint8_t player,
                                    grundy_error *error) {
  grundy_attribute *entry = NULL; /* it stays so if that fails */
  grundy_status status = entry_of(builder, v, &entry, error);
  if (entry == NULL) return status;
  if (player != 'A' && player != 'B')
    return REFUSE_HERE(builder, "unknown player; expected player=A or player=B");
  if (entry->player != 0 && entry->player != player) return fail_twice(builder, v, "player", error);
  entry->player = player;
  return set_place(builder, entry);
}

grundy_status grundy_builder_outcome(grundy_builder *builder, uint32_t v, grundy_outcome outcome,
                                     grundy_error *error) {
  grundy_attribute *entry = NULL; /* it stays so if that fails */
  grundy_status status = entry_of(builder, v, &entry, error);
  if (entry == NULL) return status;
  if (outcome == 0 || strchr("PNDAB", outcome) == NULL)
    return REFUSE_HERE(builder, "unknown outcome; expected outcome=P, N or draw, or with players "
                                "A, B or draw");
  if (entry->has_payoff) return fail_both(builder, v, error);
  if (entry->outcome != 0 && entry->outcome != outcome)
    return fail_twice(builder, v, "outcome", error);
  entry->outcome = outcome;
  return set_place(builder, entry);
}

grundy_status grundy_builder_payoff(grundy_builder *builder, uint32_t v, double payoff,
                                    grundy_error *error) {
  grundy_attribute *entry = NULL; /* it stays so if that fails */
  grundy_status status = entry_of(builder, v, &entry, error);
  if (entry == NULL) return status;
  if (!isfinite(payoff))
    return REFUSE_HERE(builder, "the payoff is %s; expected a finite number",
                       isnan(payoff) ? "not a number" : "infinite");
  if (entry->outcome != 0) return fail_both(builder, v, error);
  if (entry->has_payoff && entry->payoff != payoff) return fail_twice(builder, v, "payoff", error);
  entry->payoff = payoff;
  entry->has_payoff = true;
  return set_place(builder, entry);
}

/* ---- text in files ---------------------------------------------------------------------- */

grundy_status grundy_builder_attribute(grundy_builder *builder, uint32_t v, const char *name,
                                       size_t name_length, const char *value, size_t value_length,
                                       grundy_error *error) {
  double payoff;
  if (grundy_bytes_are(name, name_length, "player"))
    return grundy_builder_player(builder, v, value_length == 1 ? (uint8_t)value[0] : 0, error);
  if (grundy_bytes_are(name, name_length, "outcome")) {
    uint8_t letter = value_length == 1 && *value != 'D' ? (uint8_t)value[0] : 0;
    return grundy_builder_outcome(
        builder, v, grundy_bytes_are(value, value_length, "draw") ? GRUNDY_OUTCOME_D : letter,
        error);
  }
  if (!grundy_bytes_are(name, name_length, "payoff"))
    return REFUSE_HERE(builder, "'%.*s' is not an attribute; expected player, outcome or payoff",
                       grundy_excerpt(name, name_length), name);
  if (!grundy_real_parse(value, value_length, &payoff))
    return REFUSE_HERE(builder, "'%.*s' is not a payoff; expected a number",
                       grundy_excerpt(value, value_length), value);
  return grundy_builder_payoff(builder, v, payoff, error);
}

int grundy_digraph_attributes(const grundy_digraph *g, uint32_t v,
                              grundy_attribute_text texts[GRUNDY_ATTRIBUTES]) {
  const grundy_attributes *a = &g->attributes;
  int count = 0;
  if (a->players != NULL) {
    texts[count].name = "player";
    snprintf(texts[count++].value, GRUNDY_ATTRIBUTE_TEXT, "%c", a->players[v]);
  }
  if (a->outcomes != NULL && a->outcomes[v] != 0) {
    texts[count].name = "outcome";
    if (a->outcomes[v] == GRUNDY_OUTCOME_D)
      snprintf(texts[count++].value, GRUNDY_ATTRIBUTE_TEXT, "draw");
    else
      snprintf(texts[count++].value, GRUNDY_ATTRIBUTE_TEXT, "%c", a->outcomes[v]);
  }
  if (a->payoffs != NULL && grundy_is_terminal(g, v)) {
    texts[count].name = "payoff";
    grundy_real_format(a->payoffs[v], 0, texts[count++].value);
  }
  assert(count <= GRUNDY_ATTRIBUTES);
  return count;
}

/* ---- the whole game --------------------------------------------------------------------- */

/* What kinds of attributes the vertices have. */
typedef struct attribute_summary {
  bool players, outcomes, payoffs;
  uint32_t first_with_player; /* the first vertex with a player */
} attribute_summary;

static grundy_attribute attribute_of(const grundy_builder *builder, uint32_t v) {
  const grundy_attribute_table *table = &builder->attributes;
  return v < table->count ? table->of[v] : (grundy_attribute){0};
}

static attribute_summary summarize(const grundy_builder *builder) {
  attribute_summary s = {0};
  for (uint32_t v = 0; v < builder->attributes.count; v++) {
    const grundy_attribute *a = &builder->attributes.of[v];
    if (a->player != 0 && !s.players) s.first_with_player = v;
    s.players |= a->player != 0;
    s.outcomes |= a->outcome != 0;
    s.payoffs |= a->has_payoff;
  }
  return s;
}

static grundy_status fail_move(const grundy_builder *builder, uint32_t u, uint32_t v, uint64_t line,
                               uint64_t column, grundy_error *error) {
  const char *from = grundy_builder_name(builder, u), *to = grundy_builder_name(builder, v);
  return refuse(
      builder, line, column, error,
      "the move from '%.*s' to '%.*s' is between two positions of %c; players have to move in turn",
      excerpt(from), from, excerpt(to), to, attribute_of(builder, u).player);
}

grundy_status grundy_builder_check_move(const grundy_builder *builder, uint32_t u, uint32_t v,
                                        grundy_error *error) {
  const grundy_attribute_table *table = &builder->attributes;
  if (table->count == 0) return GRUNDY_OK;
  uint8_t player = attribute_of(builder, u).player;
  if (player == 0 || player != attribute_of(builder, v).player) return GRUNDY_OK;
  return fail_move(builder, u, v, table->line, table->column, error);
}

/* Checks that the moves from u lead to the other player. If a move was added before the players
 * were known, the error is reported where the second of them was set. */
static grundy_status check_moves(const grundy_builder *builder, const grundy_digraph *g, uint32_t u,
                                 grundy_error *error) {
  grundy_attribute of_u = attribute_of(builder, u);
  for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
    grundy_attribute of_v = attribute_of(builder, g->targets[e]);
    const grundy_attribute *later = of_u.line > of_v.line ? &of_u : &of_v;
    if (of_u.player == of_v.player && of_u.player != 0)
      return fail_move(builder, u, g->targets[e], later->line, later->column, error);
  }
  return GRUNDY_OK;
}

/* Checks the outcome or payoff of v. */
static grundy_status check_end(const grundy_builder *builder, const grundy_digraph *g,
                               const attribute_summary *all, uint32_t v, grundy_error *error) {
  grundy_attribute a = attribute_of(builder, v);
  const char *name = grundy_builder_name(builder, v);
  bool terminal = grundy_is_terminal(g, v), ends = a.outcome != 0 || a.has_payoff;
  if (!terminal && ends)
    return refuse(
        builder, a.line, a.column, error,
        "'%.*s' has %s, but there are moves from it; only terminal positions can have one",
        excerpt(name), name, a.has_payoff ? "a payoff" : "an outcome");
  if (all->players && terminal && !ends)
    return refuse(
        builder, a.line, a.column, error,
        "the terminal position '%.*s' has no outcome; expected outcome=A, B or draw, or a "
        "payoff",
        excerpt(name), name);
  if (all->players && a.outcome != 0 && all->payoffs)
    return refuse(builder, a.line, a.column, error,
                  "'%.*s' has an outcome where others have payoffs; use one of the two",
                  excerpt(name), name);
  if (!all->players && a.has_payoff)
    return refuse(
        builder, a.line, a.column, error,
        "'%.*s' has a payoff, but the game has no players; expected player=A or player=B for "
        "every position",
        excerpt(name), name);
  if (a.outcome != 0 && strchr(all->players ? "ABD" : "PND", a.outcome) == NULL)
    return refuse(builder, a.line, a.column, error,
                  "'%.*s' has the outcome %c; expected %s, or draw", excerpt(name), name, a.outcome,
                  all->players ? "A or B, as there are players"
                               : "P or N, as the game has no players");
  return GRUNDY_OK;
}

static grundy_status check_all(const grundy_builder *builder, const grundy_digraph *g,
                               const attribute_summary *all, grundy_error *error) {
  grundy_attribute first_with_player = attribute_of(builder, all->first_with_player);
  for (uint32_t v = 0; v < g->order; v++) {
    const char *name = grundy_builder_name(builder, v);
    if (all->players && attribute_of(builder, v).player == 0)
      return refuse(builder, first_with_player.line, first_with_player.column, error,
                    "'%.*s' has no player, but others have one; expected player=A or player=B for "
                    "every position",
                    excerpt(name), name);
    grundy_status status = check_moves(builder, g, v, error);
    if (status == GRUNDY_OK) status = check_end(builder, g, all, v, error);
    if (status != GRUNDY_OK) return status;
  }
  return GRUNDY_OK;
}

/* Makes the arrays of g. */
static grundy_status set_attributes(const grundy_builder *builder, const attribute_summary *all,
                                    grundy_digraph *g, grundy_error *error) {
  grundy_attributes *a = &g->attributes;
  assert(builder->attributes.count <= g->order);
  assert(a->players == NULL && a->outcomes == NULL && a->payoffs == NULL);
  if (all->players) a->players = grundy_alloc_zero(g->order, sizeof *a->players);
  if (all->outcomes) a->outcomes = grundy_alloc_zero(g->order, sizeof *a->outcomes);
  if (all->payoffs) a->payoffs = grundy_alloc_zero(g->order, sizeof *a->payoffs);
  if ((all->players && a->players == NULL) || (all->outcomes && a->outcomes == NULL) ||
      (all->payoffs && a->payoffs == NULL))
    return grundy_fail_memory(error);
  for (uint32_t v = 0; v < builder->attributes.count; v++) {
    const grundy_attribute *from = &builder->attributes.of[v];
    if (all->players) a->players[v] = from->player;
    if (all->outcomes) a->outcomes[v] = from->outcome;
    if (all->payoffs) a->payoffs[v] = from->payoff;
  }
  return GRUNDY_OK;
}

#ifndef NDEBUG
bool grundy_attributes_fit(const grundy_digraph *g) {
  const grundy_attributes *a = &g->attributes;
  if (a->payoffs != NULL && (a->players == NULL || a->outcomes != NULL)) return false;
  for (uint32_t u = 0; u < g->order; u++) {
    bool terminal = g->offsets[u] == g->offsets[u + 1];
    if (!terminal && a->outcomes != NULL && a->outcomes[u] != 0) return false;
    if (a->players == NULL) continue;
    if (a->players[u] != 'A' && a->players[u] != 'B') return false;
    bool has_outcome = a->outcomes != NULL && a->outcomes[u] != 0;
    if (terminal && a->payoffs == NULL && !has_outcome) return false;
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++)
      if (a->players[g->targets[e]] == a->players[u]) return false;
  }
  return true;
}
#endif
grundy_status grundy_builder_check(const grundy_builder *builder, grundy_digraph *g,
                                   grundy_error *error) {
  if (builder->attributes.count == 0) return GRUNDY_OK;
  attribute_summary all = summarize(builder);
  grundy_status status = check_all(builder, g, &all, error);
  if (status == GRUNDY_OK) status = set_attributes(builder, &all, g, error);
  if (status == GRUNDY_OK) grundy_digraph_complete(g);
  assert(status != GRUNDY_OK || grundy_attributes_fit(g));
  return status;
}
