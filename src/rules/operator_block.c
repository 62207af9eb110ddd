/* block(GAME, k), a Muller twist [SS02]: a player who moves to a position forbids at most k of its
 * followers, and the next player may not move there. Nothing is forbidden at the start. A player
 * all of whose moves are forbidden cannot move, and loses.
 *
 * A position is a position p of the game with the set of its forbidden followers, which is sorted.
 * Each part is preceded by its length, in two bytes, the lower one first. Symmetry is not used: a
 * player may forbid one of two moves that a symmetry exchanges. */

#include "rules/operator.h"

#include "base/alloc.h"
#include "base/monitor.h"

#include <assert.h>
#include <string.h>

typedef struct block {
  grundy_rule_operator_base base;
  uint32_t count;
  const grundy_work *work; /* with the monitor to ask; NULL: none */
} block;

/* ---- positions ----------------------------------------------------------------------------- */

enum { LENGTH_BYTES = 2 };

/* Reads the next part of a position; false at its end, or if it is damaged. */
static bool next_part(const unsigned char **at, const unsigned char *end, grundy_position *part) {
  if (end - *at < LENGTH_BYTES) return false;
  size_t length = (*at)[0] | (size_t)(*at)[1] << 8;
  *at += LENGTH_BYTES;
  if ((size_t)(end - *at) < length) return false;
  *part = (grundy_position){*at, length};
  *at += length;
  return true;
}

/* Copies the position of the game; *rest is where the forbidden followers begin. */
static void split(grundy_position position, grundy_aligned_position *inner,
                  const unsigned char **rest) {
  grundy_position part = {0};
  *rest = position.bytes;
  bool has_part = next_part(rest, *rest + position.length, &part);
  assert(has_part);
  (void)has_part;
  (void)grundy_aligned_copy(inner, part);
}

/* Returns whether the follower is among the forbidden ones. */
static bool is_forbidden(const unsigned char *rest, const unsigned char *end,
                         grundy_position follower) {
  grundy_position part;
  while (next_part(&rest, end, &part))
    if (grundy_position_is_same(part, follower)) return true;
  return false;
}

/* A position being written. */
typedef struct writing {
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  size_t length;
  bool is_long; /* it does not fit */
} writing;

static void add_part(writing *w, grundy_position part) {
  w->is_long |= part.length + LENGTH_BYTES > sizeof w->bytes - w->length;
  if (w->is_long) return;
  w->bytes[w->length++] = (unsigned char)part.length;
  w->bytes[w->length++] = (unsigned char)(part.length >> 8);
  memcpy(w->bytes + w->length, part.bytes, part.length);
  w->length += part.length;
}

static grundy_status fail_long(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE,
                     "a position is too long for block; expected at most %d bytes, forbidden "
                     "followers included",
                     (int)GRUNDY_RULES_MAX_POSITION);
}

/* ---- moves --------------------------------------------------------------------------------- */

/* Lists the followers of a position of the game, sorted. There are none where play is over. */
static grundy_status list_followers(grundy_ruleset *inner, grundy_position from,
                                    grundy_position_list *list, grundy_error *error) {
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  if (inner->has_terminal) status = inner->kind->info(inner, from, &info, error);
  if (status == GRUNDY_OK && info.end == 0)
    status = inner->kind->moves(inner, from, false, grundy_position_list_take, list, error);
  if (status != GRUNDY_OK) return status;
  return grundy_position_list_sort(list) ? GRUNDY_OK : grundy_fail_memory(error);
}

/* Advances to the next set of `size` numbers below `count`, in lexicographic order. */
static bool next_subset(uint64_t *chosen, uint32_t size, uint64_t count) {
  for (uint32_t i = size; i-- > 0;) {
    if (chosen[i] + (size - i) >= count) continue;
    chosen[i]++;
    for (uint32_t j = i + 1; j < size; j++) chosen[j] = chosen[j - 1] + 1;
    return true;
  }
  return false;
}

/* Where to hand over the moves of a position, and how many there were. */
typedef struct move_handing {
  const block *b;
  uint64_t handed;
  grundy_take take;
  void *to;
  grundy_error *error;
} move_handing;

/* Hands over a move. There may be very many, so the monitor is asked again and again. */
static grundy_status hand_move(move_handing *h, grundy_position position) {
  enum { MOVES_PER_QUESTION = 1 << 16 };
  const grundy_work *work = h->b->work;
  h->take(h->to, position);
  if (++h->handed % grundy_work_period(MOVES_PER_QUESTION) != 0 || work == NULL ||
      grundy_work_ask(work))
    return GRUNDY_OK;
  return grundy_fail_cancelled(h->error);
}

/* Hands over the position with every set of `size` forbidden followers. */
static grundy_status hand_subsets(move_handing *h, grundy_position position,
                                  const grundy_position_list *followers, uint32_t size) {
  uint64_t chosen[GRUNDY_BLOCK_MAX_COUNT];
  grundy_status status = GRUNDY_OK;
  if (size > followers->count) return GRUNDY_OK;
  for (uint32_t i = 0; i < size; i++) chosen[i] = i;
  do {
    writing w;
    w.length = 0;
    w.is_long = false;
    add_part(&w, position);
    for (uint32_t i = 0; i < size; i++)
      add_part(&w, grundy_position_list_get(followers, chosen[i]));
    if (w.is_long) return fail_long(h->error);
    status = hand_move(h, (grundy_position){w.bytes, w.length});
  } while (status == GRUNDY_OK && next_subset(chosen, size, followers->count));
  return status;
}

/* Hands over the positions after a move to that position of the game. */
static grundy_status hand_after(move_handing *h, grundy_position position) {
  const block *b = h->b;
  grundy_aligned_position at;
  grundy_position_list followers = {0};
  grundy_status status =
      list_followers(b->base.inner, grundy_aligned_copy(&at, position), &followers, h->error);
  for (uint32_t size = 0; size <= b->count && status == GRUNDY_OK; size++)
    status = hand_subsets(h, position, &followers, size);
  grundy_position_list_free(&followers);
  return status;
}

static grundy_status block_moves(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                 grundy_take take, void *to, grundy_error *error) {
  const block *b = (const block *)ruleset;
  const unsigned char *rest, *end = (const unsigned char *)from.bytes + from.length;
  grundy_aligned_position at;
  grundy_position_list followers = {0};
  move_handing h = {.b = b, .take = take, .to = to, .error = error};
  (void)canonical;
  split(from, &at, &rest);
  grundy_status status = list_followers(b->base.inner, grundy_aligned_get(&at), &followers, error);
  for (uint64_t i = 0; i < followers.count && status == GRUNDY_OK; i++) {
    grundy_position follower = grundy_position_list_get(&followers, i);
    if (!is_forbidden(rest, end, follower)) status = hand_after(&h, follower);
  }
  grundy_position_list_free(&followers);
  return status;
}

/* Where to hand over a position of the game at which nothing is forbidden. */
typedef struct handing {
  bool is_long;
  grundy_take take;
  void *to;
} handing;

static void hand_free(void *to, grundy_position position) {
  handing *h = to;
  writing w;
  w.length = 0;
  w.is_long = false;
  add_part(&w, position);
  h->is_long = w.is_long;
  if (!w.is_long) h->take(h->to, (grundy_position){w.bytes, w.length});
}

static grundy_status block_start(grundy_ruleset *ruleset, bool canonical, grundy_take take,
                                 void *to, grundy_error *error) {
  grundy_ruleset *inner = ((const block *)ruleset)->base.inner;
  handing h = {.take = take, .to = to};
  (void)canonical;
  grundy_status status = inner->kind->start(inner, false, hand_free, &h, error);
  return status == GRUNDY_OK && h.is_long ? fail_long(error) : status;
}

static grundy_status block_canon(grundy_ruleset *ruleset, grundy_position position,
                                 grundy_take take, void *to, grundy_error *error) {
  (void)ruleset, (void)error;
  take(to, position);
  return GRUNDY_OK;
}

static grundy_status block_info(grundy_ruleset *ruleset, grundy_position position,
                                grundy_position_info *info, grundy_error *error) {
  grundy_ruleset *inner = ((const block *)ruleset)->base.inner;
  const unsigned char *rest;
  grundy_aligned_position at;
  split(position, &at, &rest);
  return inner->kind->info(inner, grundy_aligned_get(&at), info, error);
}

/* ---- names --------------------------------------------------------------------------------- */

/* Writes "3,4,5!2,4,5!1,4,5": the position, then what is forbidden. */
static grundy_status block_show(grundy_ruleset *ruleset, grundy_position position,
                                char text[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  grundy_ruleset *inner = ((const block *)ruleset)->base.inner;
  const unsigned char *at = position.bytes, *end = at + position.length;
  size_t length = 0;
  grundy_position part;
  grundy_status status = GRUNDY_OK;
  text[0] = '\0';
  while (status == GRUNDY_OK && next_part(&at, end, &part)) {
    grundy_aligned_position aligned;
    char name[GRUNDY_RULES_MAX_NAME];
    status = inner->kind->show(inner, grundy_aligned_copy(&aligned, part), name, error);
    size_t more = strlen(name) + (length > 0);
    if (length + more >= GRUNDY_RULES_MAX_NAME)
      return grundy_fail(error, GRUNDY_BAD_INPUT,
                         "a name with forbidden followers is too long; expected at most %d bytes",
                         (int)GRUNDY_RULES_MAX_NAME - 1);
    if (length > 0) text[length++] = '!';
    memcpy(text + length, name, strlen(name) + 1);
    length += strlen(name);
  }
  return status;
}

/* Parses the names of all parts. Returns false in *is_good if one is not a name. */
static grundy_status parse_parts(grundy_ruleset *inner, const char *text, size_t length,
                                 grundy_position_list *parts, bool *is_good, grundy_error *error) {
  const char *end = text + length;
  grundy_status status = GRUNDY_OK;
  *is_good = true;
  for (const char *at = text; status == GRUNDY_OK && *is_good; at++) {
    const char *stop = memchr(at, '!', (size_t)(end - at));
    uint64_t before = parts->count;
    if (stop == NULL) stop = end;
    status = grundy_ruleset_parse_name(inner, at, (size_t)(stop - at), false,
                                       grundy_position_list_take, parts, error);
    if (status == GRUNDY_OK && parts->failed) status = grundy_fail_memory(error);
    *is_good = status == GRUNDY_OK && parts->count > before;
    at = stop;
    if (stop == end) break;
  }
  return status;
}

/* Writes a position whose parts are known, if it is one: at most k followers are forbidden. */
static grundy_status join_parts(const block *b, const grundy_position_list *parts, writing *w,
                                bool *is_good, grundy_error *error) {
  grundy_position_list forbidden = {0}, followers = {0};
  grundy_position position = grundy_position_list_get(parts, 0);
  grundy_aligned_position at;
  for (uint64_t i = 1; i < parts->count; i++)
    grundy_position_list_take(&forbidden, grundy_position_list_get(parts, i));
  grundy_status status =
      list_followers(b->base.inner, grundy_aligned_copy(&at, position), &followers, error);
  if (status == GRUNDY_OK && !grundy_position_list_sort(&forbidden))
    status = grundy_fail_memory(error);
  *is_good =
      status == GRUNDY_OK && forbidden.count == parts->count - 1 && forbidden.count <= b->count;
  w->length = 0;
  w->is_long = false;
  add_part(w, position);
  for (uint64_t i = 0; *is_good && i < forbidden.count; i++) {
    grundy_position one = grundy_position_list_get(&forbidden, i);
    *is_good = grundy_position_list_has(&followers, one);
    add_part(w, one);
  }
  *is_good &= !w->is_long;
  grundy_position_list_free(&forbidden);
  grundy_position_list_free(&followers);
  return status;
}

static grundy_status block_parse(grundy_ruleset *ruleset, const char *text, size_t length,
                                 bool canonical, grundy_take take, void *to, grundy_error *error) {
  const block *b = (const block *)ruleset;
  grundy_position_list parts = {0};
  writing w;
  bool is_good = false;
  (void)canonical;
  grundy_status status = parse_parts(b->base.inner, text, length, &parts, &is_good, error);
  if (is_good) status = join_parts(b, &parts, &w, &is_good, error);
  grundy_position_list_free(&parts);
  if (status == GRUNDY_OK && is_good) take(to, (grundy_position){w.bytes, w.length});
  return status;
}

/* ---- the rest ------------------------------------------------------------------------------ */

static grundy_status block_board(grundy_ruleset *ruleset, grundy_position position,
                                 const grundy_position *follower, int turn, grundy_board *board,
                                 grundy_error *error) {
  grundy_ruleset *inner = ((const block *)ruleset)->base.inner;
  const unsigned char *rest;
  grundy_aligned_position at, after = {.length = 0};
  split(position, &at, &rest);
  if (follower != NULL) split(*follower, &after, &rest);
  grundy_position to = {after.bytes, after.length};
  return inner->kind->board(inner, grundy_aligned_get(&at), follower == NULL ? NULL : &to, turn,
                            board, error);
}

static grundy_status block_fields(grundy_ruleset *ruleset, grundy_position position,
                                  int64_t *values, grundy_error *error) {
  grundy_ruleset *inner = ((const block *)ruleset)->base.inner;
  const unsigned char *rest, *end = (const unsigned char *)position.bytes + position.length;
  grundy_aligned_position at;
  grundy_position part;
  int64_t forbidden = 0;
  split(position, &at, &rest);
  while (next_part(&rest, end, &part)) forbidden++;
  if (ruleset->field_count > inner->field_count) values[inner->field_count] = forbidden;
  return grundy_ruleset_fields(inner, grundy_aligned_get(&at), values, error);
}

static bool block_valid(const grundy_ruleset *ruleset, grundy_position position) {
  const block *b = (const block *)ruleset;
  const unsigned char *at = position.bytes, *end = at + position.length;
  grundy_position part;
  while (next_part(&at, end, &part)) {
    grundy_aligned_position aligned;
    if (part.length == 0 ||
        !grundy_ruleset_valid(b->base.inner, grundy_aligned_copy(&aligned, part)))
      return false;
  }
  return at == end; /* after at least one part: no position is empty */
}

static void block_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  ((block *)ruleset)->work = work;
  grundy_rule_operator_set_monitor(ruleset, work);
}

/* Not parallel: only the thread of the caller may ask the monitor. */
static const grundy_ruleset_kind block_kind = {.slow = true,
                                               .start = block_start,
                                               .moves = block_moves,
                                               .canon = block_canon,
                                               .info = block_info,
                                               .show = block_show,
                                               .parse = block_parse,
                                               .value = grundy_rule_operator_value,
                                               .board = block_board,
                                               .fields = block_fields,
                                               .valid = block_valid,
                                               .set_monitor = block_set_monitor,
                                               .close = grundy_rule_operator_close};

grundy_status grundy_rule_operator_block(grundy_ruleset *inner, uint32_t count,
                                         grundy_ruleset **ruleset, grundy_error *error) {
  assert(count > 0 && count <= GRUNDY_BLOCK_MAX_COUNT);
  block *b = grundy_rule_operator_new(sizeof *b, &block_kind, inner, "forbidden", error);
  if (b == NULL) return GRUNDY_OUT_OF_MEMORY;
  b->count = count;
  b->base.base.bytes = 0; /* lengths differ */
  b->base.base.has_canon = false;
  b->base.base.has_show = true;
  b->base.base.has_parse = inner->has_parse || !inner->has_show;
  *ruleset = &b->base.base;
  return GRUNDY_OK;
}
