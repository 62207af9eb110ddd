/* pass(GAME, n): instead of moving, a player may pass, n times in the whole game, but not at a
 * terminal position [MFL11]. A position is a position of the game, followed by one byte: how many
 * passes are left. */

#include "rules/operator.h"

#include "base/alloc.h"
#include "text/cursor.h"

#include <assert.h>
#include <string.h>

typedef struct pass {
  grundy_rule_operator_base base;
  uint8_t count;
} pass;

/* Copies the position of the game, and returns how many passes are left. */
static uint8_t split(grundy_position position, grundy_aligned_position *inner) {
  assert(position.length > 1);
  size_t length = position.length - 1;
  (void)grundy_aligned_copy(inner, (grundy_position){position.bytes, length});
  return ((const uint8_t *)position.bytes)[length];
}

/* Where to hand over positions of the game, with passes left. */
typedef struct handing {
  uint8_t left;
  bool is_given; /* whether there was one */
  bool is_long;  /* whether one was too long */
  grundy_take take;
  void *to;
} handing;

/* A grundy_take for positions of the game. */
static void hand_on(void *to, grundy_position position) {
  handing *h = to;
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  h->is_given = true;
  h->is_long |= position.length >= sizeof bytes;
  if (h->is_long) return;
  memcpy(bytes, position.bytes, position.length);
  bytes[position.length] = h->left;
  h->take(h->to, (grundy_position){bytes, position.length + 1});
}

static grundy_status status_of(const handing *h, grundy_status status, grundy_error *error) {
  if (status != GRUNDY_OK || !h->is_long) return status;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "a position is too long for a pass; expected at most %d "
                     "bytes",
                     (int)GRUNDY_RULES_MAX_POSITION - 1);
}

static grundy_status pass_start(grundy_ruleset *ruleset, bool canonical, grundy_take take, void *to,
                                grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  handing h = {.left = p->count, .take = take, .to = to};
  grundy_status status = inner->kind->start(inner, grundy_rule_operator_reduces(ruleset, canonical),
                                            hand_on, &h, error);
  return status_of(&h, status, error);
}

static grundy_status pass_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                grundy_take take, void *to, grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at;
  handing h = {.left = split(from, &at), .take = take, .to = to};
  grundy_status status =
      inner->kind->moves(inner, grundy_aligned_get(&at),
                         grundy_rule_operator_reduces(ruleset, canonical), hand_on, &h, error);
  if (status == GRUNDY_OK && h.is_given && h.left > 0) {
    h.left--;
    if (ruleset->is_seen_by_mover)
      status =
          inner->kind->swap(inner, grundy_aligned_get(&at),
                            grundy_rule_operator_reduces(ruleset, canonical), hand_on, &h, error);
    else if (grundy_rule_operator_reduces(ruleset, canonical))
      status = inner->kind->canon(inner, grundy_aligned_get(&at), hand_on, &h, error);
    else
      hand_on(&h, grundy_aligned_get(&at));
  }
  return status_of(&h, status, error);
}

static grundy_status pass_canon(grundy_ruleset *ruleset, grundy_position position, grundy_take take,
                                void *to, grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at;
  handing h = {.left = split(position, &at), .take = take, .to = to};
  grundy_status status = inner->kind->canon(inner, grundy_aligned_get(&at), hand_on, &h, error);
  return status_of(&h, status, error);
}

static grundy_status pass_info(grundy_ruleset *ruleset, grundy_position position,
                               grundy_position_info *info, grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at;
  (void)split(position, &at);
  return inner->kind->info(inner, grundy_aligned_get(&at), info, error);
}

/* ---- names --------------------------------------------------------------------------------- */

/* Writes "3,4,5/1". */
static grundy_status pass_show(grundy_ruleset *ruleset, grundy_position position,
                               char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at;
  char number[8];
  uint8_t left = split(position, &at);
  grundy_status status = inner->kind->show(inner, grundy_aligned_get(&at), text, error);
  size_t length = strlen(text);
  size_t more = (size_t)snprintf(number, sizeof number, "/%u", left);
  if (length + more < GRUNDY_RULES_MAX_NAME) {
    memcpy(text + length, number, more + 1);
    return status;
  }
  return grundy_fail(error, GRUNDY_BAD_INPUT,
                     "a name is too long for a pass; expected at most %d "
                     "bytes",
                     (int)GRUNDY_RULES_MAX_NAME - 1);
}

/* Reads the number of passes at the end of a name; by default all are left. Returns the length of
 * the name of the position of the game. */
static size_t parse_left(const pass *p, const char *text, size_t length, uint8_t *left) {
  *left = p->count;
  for (size_t at = length; at > 0; at--) {
    if (text[at - 1] != '/') continue;
    uint64_t number = 0;
    grundy_cursor c = grundy_cursor_of("", text + at, length - at, NULL);
    bool is_number = grundy_cursor_take_digits(&c, &number) > 0 && c.at == c.end;
    if (!is_number || number > p->count) return length;
    *left = (uint8_t)number;
    return at - 1;
  }
  return length;
}

static grundy_status pass_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                bool canonical, grundy_take take, void *to, grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  handing h = {.take = take, .to = to};
  size_t name = parse_left(p, text, length, &h.left);
  grundy_status status = grundy_ruleset_parse_name(
      inner, text, name, grundy_rule_operator_reduces(ruleset, canonical), hand_on, &h, error);
  return status_of(&h, status, error);
}

/* ---- the rest ------------------------------------------------------------------------------ */

static grundy_status pass_board(grundy_ruleset *ruleset, grundy_position position,
                                const grundy_position *follower, int turn, grundy_board *board,
                                grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at, after = {.length = 0};
  (void)split(position, &at);
  if (follower != NULL) (void)split(*follower, &after);
  /* A pass changes nothing on the board. */
  grundy_position to = {after.bytes, after.length};
  bool is_pass = follower != NULL && grundy_position_is_same(to, grundy_aligned_get(&at));
  return inner->kind->board(inner, grundy_aligned_get(&at),
                            follower == NULL || is_pass ? NULL : &to, turn, board, error);
}

static grundy_status pass_fields(grundy_ruleset *ruleset, grundy_position position, int64_t *values,
                                 grundy_error *error) {
  grundy_ruleset *inner = ((const pass *)ruleset)->base.inner;
  grundy_aligned_position at;
  uint8_t left = split(position, &at);
  if (ruleset->field_count > inner->field_count) values[inner->field_count] = left;
  return grundy_ruleset_fields(inner, grundy_aligned_get(&at), values, error);
}

/* ---- ranks --------------------------------------------------------------------------------- */

/* A tier of the operator: a tier of the game, and how many passes are left. The index of a position
 * is that of the position of the game. */
typedef struct pass_tier {
  uint64_t inner;
  uint8_t left;
} pass_tier;

static pass_tier split_tier(const pass *p, uint64_t tier) {
  return (pass_tier){tier / (p->count + 1u), (uint8_t)(tier % (p->count + 1u))};
}

/* Joins both parts; false if the number is too large. */
static bool join_tier(const pass *p, pass_tier t, uint64_t *tier) {
  return !__builtin_mul_overflow(t.inner, p->count + 1u, tier) &&
         !__builtin_add_overflow(*tier, t.left, tier);
}

static grundy_status fail_tier(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "the number of a tier is too large for a pass");
}

static grundy_status pass_count(grundy_ruleset *ruleset, uint64_t tier, uint64_t *count,
                                grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  return inner->kind->count(inner, split_tier(p, tier).inner, count, error);
}

static grundy_status pass_rank(grundy_ruleset *ruleset, grundy_position position,
                               grundy_position_rank *rank, grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  grundy_aligned_position at;
  pass_tier t = {.left = split(position, &at)};
  grundy_status status = inner->kind->rank(inner, grundy_aligned_get(&at), rank, error);
  if (status != GRUNDY_OK || !rank->exists) return status;
  t.inner = rank->tier;
  return join_tier(p, t, &rank->tier) ? GRUNDY_OK : fail_tier(error);
}

static grundy_status pass_unrank(grundy_ruleset *ruleset, uint64_t tier, uint64_t index,
                                 grundy_take take, void *to, grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  pass_tier t = split_tier(p, tier);
  handing h = {.left = t.left, .take = take, .to = to};
  grundy_status status = inner->kind->unrank(inner, t.inner, index, hand_on, &h, error);
  return status_of(&h, status, error);
}

/* Where to hand over tiers of the game, with passes left. */
typedef struct tier_handing {
  const pass *p;
  uint8_t left;
  bool is_large; /* whether a number was too large */
  grundy_take_tier take;
  void *to;
} tier_handing;

/* A grundy_take_tier for tiers of the game. */
static void hand_on_tier(void *to, uint64_t inner) {
  tier_handing *h = to;
  uint64_t tier;
  if (join_tier(h->p, (pass_tier){inner, h->left}, &tier))
    h->take(h->to, tier);
  else
    h->is_large = true;
}

/* A pass leads to the same tier of the game, with one pass less. */
static grundy_status pass_tiers(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take,
                                void *to, grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  pass_tier t = split_tier(p, tier);
  tier_handing h = {.p = p, .left = t.left, .take = take, .to = to};
  grundy_status status = inner->kind->tiers(inner, t.inner, hand_on_tier, &h, error);
  if (status == GRUNDY_OK && t.left > 0) take(to, tier - 1);
  return status == GRUNDY_OK && h.is_large ? fail_tier(error) : status;
}

static void note_given(void *to, grundy_position position) {
  (void)position;
  *(bool *)to = true;
}

static grundy_status pass_unmoves(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                                  grundy_take take, void *to, grundy_error *error) {
  const pass *p = (const pass *)ruleset;
  grundy_ruleset *inner = p->base.inner;
  grundy_aligned_position at;
  bool reduces = grundy_rule_operator_reduces(ruleset, canonical);
  handing h = {.left = split(position, &at), .take = take, .to = to};
  grundy_status status =
      inner->kind->unmoves(inner, grundy_aligned_get(&at), reduces, hand_on, &h, error);
  if (status == GRUNDY_OK && h.left < p->count) {
    /* The position with one pass more, unless no move leads from it. */
    bool has_moves = false;
    status =
        inner->kind->moves(inner, grundy_aligned_get(&at), false, note_given, &has_moves, error);
    h.left++;
    if (status == GRUNDY_OK && has_moves && reduces)
      status = inner->kind->canon(inner, grundy_aligned_get(&at), hand_on, &h, error);
    else if (status == GRUNDY_OK && has_moves)
      hand_on(&h, grundy_aligned_get(&at));
  }
  return status_of(&h, status, error);
}

/* ---- opening ------------------------------------------------------------------------------- */

static bool pass_valid(const grundy_ruleset *ruleset, grundy_position position) {
  const pass *p = (const pass *)ruleset;
  grundy_aligned_position at;
  if (position.length < 2) return false;
  uint8_t left = split(position, &at);
  return left <= p->count && grundy_ruleset_valid(p->base.inner, grundy_aligned_get(&at));
}

#define PASS_FUNCTIONS                                                                             \
  .start = pass_start, .moves = pass_moves, .canon = pass_canon, .info = pass_info,                \
  .show = pass_show, .parse = pass_parse, .value = grundy_rule_operator_value,                     \
  .board = pass_board, .fields = pass_fields, .valid = pass_valid,                                 \
  .set_monitor = grundy_rule_operator_set_monitor, .close = grundy_rule_operator_close,            \
  .count = pass_count, .rank = pass_rank, .unrank = pass_unrank, .tiers = pass_tiers,              \
  .unmoves = pass_unmoves

static const grundy_ruleset_kind pass_kinds[] = {GRUNDY_RULE_OPERATOR_KINDS(PASS_FUNCTIONS)};

grundy_status grundy_rule_operator_pass(grundy_ruleset *inner, uint32_t count,
                                        grundy_ruleset **ruleset, grundy_error *error) {
  assert(count > 0 && count <= GRUNDY_PASS_MAX_COUNT);
  if (inner->has_player) {
    grundy_ruleset_close(inner);
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "pass is not defined for games with players: after a pass the rules would "
                       "let the same player move");
  }
  if (inner->is_seen_by_mover && !inner->has_swap) {
    grundy_ruleset_close(inner);
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "pass is not defined for rules whose positions are as the player to move "
                       "sees them: after a pass the opponent would see the same; add swap to the "
                       "rules");
  }
  pass *p = grundy_rule_operator_new(sizeof *p, &pass_kinds[grundy_rule_operator_speed(inner)],
                                     inner, "passes", error);
  if (p == NULL) return GRUNDY_OUT_OF_MEMORY;
  p->count = (uint8_t)count;
  p->base.base.bytes = inner->bytes == 0 ? 0 : inner->bytes + 1;
  p->base.base.has_show = true;
  /* `swap` may lead to another tier. */
  p->base.base.has_ranks = inner->has_ranks && !inner->is_seen_by_mover;
  p->base.base.has_unmoves = inner->has_unmoves && !inner->is_seen_by_mover;
  p->base.base.has_parse = inner->has_parse || !inner->has_show;
  if (p->base.base.bytes <= GRUNDY_RULES_MAX_POSITION) {
    *ruleset = &p->base.base;
    return GRUNDY_OK;
  }
  grundy_ruleset_close(&p->base.base);
  return grundy_fail(error, GRUNDY_UNABLE, "positions are too long for a pass");
}
