/* Tests whether rules keep their promises, by examples: tries every promise on positions near the
 * start and in random plays, until it is broken. */

#include "promise/impl.h"

#include "base/alloc.h"
#include "digraph/kinds.h"
#include "text/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

enum {
  NEAR = 1000,      /* positions near the start */
  WALKS = 100,      /* random plays */
  STEPS = 200,      /* moves per random play, at most */
  FORMS = 4,        /* moves per position whose canonical forms are checked */
  EFFORT = 1 << 18, /* positions searched for closed forms and sums of parts, in total */
};

/* ---- sets of positions ------------------------------------------------------------------ */

void grundy_position_set_put(void *to, grundy_position position) {
  grundy_position_set *set = to;
  uint32_t id;
  if (set->out_of_memory) return;
  set->out_of_memory =
      !grundy_positions_add(&set->positions, position, grundy_position_hash(position), &id);
}

void grundy_position_set_free(grundy_position_set *set) {
  grundy_positions_free(&set->positions);
  set->out_of_memory = false;
}

bool grundy_position_set_find(const grundy_position_set *set, grundy_position position,
                              uint32_t *id) {
  return grundy_positions_find(&set->positions, position, grundy_position_hash(position), id);
}

grundy_position grundy_position_set_missing(const grundy_position_set *a,
                                            const grundy_position_set *b) {
  uint32_t id;
  for (uint32_t i = 0; i < grundy_position_set_count(a); i++) {
    grundy_position position = grundy_position_set_get(a, i);
    if (!grundy_position_set_find(b, position, &id)) return position;
  }
  return (grundy_position){0};
}

/* ---- findings --------------------------------------------------------------------------- */

/* A promise: the function that makes it, what it promises, and the member of grundy_ruleset that
 * says whether the rules have the function; 0: all rules do. */
#define HAS(member) offsetof(grundy_ruleset, member)
static const struct {
  const char *function, *promise;
  size_t needs;
} promises[GRUNDY_PROMISE_COUNT] = {
    [GRUNDY_PROMISE_START] = {"start", "gives the same position again", 0},
    [GRUNDY_PROMISE_MOVES] = {"moves", "gives the same positions again, after other calls", 0},
    [GRUNDY_PROMISE_ENDS] = {"terminal", "gives outcomes that such a game can have",
                             HAS(has_terminal)},
    [GRUNDY_PROMISE_TURNS] = {"player", "gives A and B in turn", HAS(has_player)},
    [GRUNDY_PROMISE_CANON] = {"canon", "of a canonical form is that form", HAS(has_canon)},
    [GRUNDY_PROMISE_CLASSES] = {"canon", "keeps moves, players and ends", HAS(has_canon)},
    [GRUNDY_PROMISE_NAMES] = {"show", "gives names of at most 255 bytes of UTF-8", 0},
    [GRUNDY_PROMISE_DIFFERENCE] = {"show", "gives different positions different names", 0},
    [GRUNDY_PROMISE_READING] = {"parse", "reads the names back", HAS(has_parse)},
    [GRUNDY_PROMISE_VALUES] = {"value", "is what a search finds", HAS(has_value)},
    [GRUNDY_PROMISE_BOARDS] = {"board", "draws positions and what moves change", HAS(has_board)},
    [GRUNDY_PROMISE_PARTS] = {"split", "gives parts whose sum the position is", HAS(has_split)},
    [GRUNDY_PROMISE_ORDER] = {"order", "gives the same integer again", HAS(has_order)},
    [GRUNDY_PROMISE_SWAP] = {"swap", "undoes itself", HAS(has_swap)},
    [GRUNDY_PROMISE_VIEWS] = {"swap", "keeps values, as sums require", HAS(has_swap)},
    [GRUNDY_PROMISE_RANKS] = {"rank", "is undone by unrank", HAS(has_ranks)},
    [GRUNDY_PROMISE_INDICES] = {"rank", "undoes unrank", HAS(has_ranks)},
    [GRUNDY_PROMISE_SYMMETRY] = {"rank", "of a canonical form is in the same tier", HAS(has_ranks)},
    [GRUNDY_PROMISE_TIERS] = {"tiers", "announces the tiers of all moves", HAS(has_ranks)},
    [GRUNDY_PROMISE_ACYCLIC] = {"tiers", "never leads back to a tier", HAS(has_ranks)},
    [GRUNDY_PROMISE_UNMOVES] = {"unmoves", "gives the positions with a move there",
                                HAS(has_unmoves)},
    [GRUNDY_PROMISE_AGAIN] = {"rules", "give the same answers when they are opened again", 0},
};

static void begin_findings(const grundy_ruleset *ruleset, grundy_rules_finding *findings) {
  for (int i = 0; i < GRUNDY_PROMISE_COUNT; i++) {
    const bool *has = (const bool *)((const char *)ruleset + promises[i].needs);
    findings[i] = (grundy_rules_finding){.function = promises[i].function,
                                         .promise = promises[i].promise,
                                         .applies = promises[i].needs == 0 || *has};
  }
  findings[GRUNDY_PROMISE_SYMMETRY].applies &= ruleset->has_canon;
}

grundy_position_text grundy_check_show(const grundy_check *c, grundy_position position) {
  grundy_position_text s;
  (void)c->ruleset->kind->show(c->ruleset, position, s.name, NULL);
  s.name[grundy_excerpt(s.name, strlen(s.name))] = '\0';
  return s;
}

void grundy_check_break(grundy_check *c, grundy_promise promise, const grundy_position *position,
                        const char *format, ...) {
  grundy_rules_finding *finding = &c->findings[promise];
  size_t length = 0, room = sizeof finding->broken;
  va_list arguments;
  if (finding->broken[0] != '\0') return;
  if (position != NULL)
    length =
        (size_t)snprintf(finding->broken, room, "at '%s': ", grundy_check_show(c, *position).name);
  va_start(arguments, format);
  (void)vsnprintf(finding->broken + length, room - length, format, arguments);
  va_end(arguments);
}

grundy_status grundy_check_blame(grundy_check *c, grundy_promise promise, grundy_status status,
                                 const grundy_error *said) {
  if (status == GRUNDY_OK) return GRUNDY_OK;
  if (status == GRUNDY_BAD_INPUT) {
    char text[2 * GRUNDY_ERROR_MAX_TEXT];
    (void)grundy_error_format(said, text, sizeof text);
    grundy_check_break(c, promise, NULL, "%s", text);
    return GRUNDY_OK;
  }
  if (c->error != NULL) *c->error = *said;
  return status;
}

/* ---- calling the rules -------------------------------------------------------------------- */

grundy_status grundy_check_moves(grundy_check *c, grundy_position from, bool canonical,
                                 grundy_position_set *to) {
  grundy_error said;
  grundy_status status =
      c->ruleset->kind->moves(c->ruleset, from, canonical, grundy_position_set_put, to, &said);
  if (to->out_of_memory) return grundy_fail_memory(c->error);
  return grundy_check_blame(c, GRUNDY_PROMISE_MOVES, status, &said);
}

/* Collects the moves of one kind. */
typedef struct kind_filter {
  grundy_position_set *to;
  uint8_t kind;
} kind_filter;

/* A grundy_take_move. */
static void put_kind(void *to, grundy_position position, uint8_t kinds) {
  const kind_filter *f = to;
  if ((kinds & f->kind) != 0) grundy_position_set_put(f->to, position);
}

grundy_status grundy_check_compare_kinds(grundy_ruleset *of_p, grundy_position p,
                                         grundy_ruleset *of_q, grundy_position q, bool canonical,
                                         grundy_aligned_position *found, grundy_error *said) {
  grundy_status status = GRUNDY_OK;
  found->length = 0;
  for (int i = 0; i < GRUNDY_MOVE_KINDS && of_p->has_kinds && status == GRUNDY_OK; i++) {
    grundy_position_set a = {0}, b = {0};
    kind_filter to_a = {&a, (uint8_t)(1U << i)}, to_b = {&b, (uint8_t)(1U << i)};
    status = of_p->kind->moves_of_kinds(of_p, p, canonical, put_kind, &to_a, said);
    if (status == GRUNDY_OK)
      status = of_q->kind->moves_of_kinds(of_q, q, canonical, put_kind, &to_b, said);
    if (a.out_of_memory || b.out_of_memory) status = grundy_fail_memory(said);
    grundy_position lost = {0};
    if (status == GRUNDY_OK) lost = grundy_position_set_missing(&a, &b);
    if (status == GRUNDY_OK && lost.bytes == NULL) lost = grundy_position_set_missing(&b, &a);
    if (lost.bytes != NULL) (void)grundy_aligned_copy(found, lost);
    grundy_position_set_free(&a);
    grundy_position_set_free(&b);
  }
  return status;
}

grundy_status grundy_check_canon(grundy_check *c, grundy_position position,
                                 grundy_aligned_position *canon) {
  grundy_error said;
  canon->length = 0;
  if (!c->ruleset->has_canon) {
    (void)grundy_aligned_copy(canon, position);
    return GRUNDY_OK;
  }
  grundy_status status =
      c->ruleset->kind->canon(c->ruleset, position, grundy_aligned_take, canon, &said);
  return grundy_check_blame(c, GRUNDY_PROMISE_CANON, status, &said);
}

grundy_status grundy_check_info(grundy_check *c, grundy_position position,
                                grundy_position_info *info) {
  grundy_error said;
  *info = (grundy_position_info){0};
  grundy_status status = c->ruleset->kind->info(c->ruleset, position, info, &said);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  bool of_player = info->player_failed;
  *info = (grundy_position_info){0};
  return grundy_check_blame(c, of_player ? GRUNDY_PROMISE_TURNS : GRUNDY_PROMISE_ENDS, status,
                            &said);
}

/* ---- one position ----------------------------------------------------------------------- */

/* Asks for the moves again, after asking for those of another position. */
static grundy_status check_moves_again(grundy_check *c, grundy_position at,
                                       const grundy_position_set *moves) {
  grundy_position_set other = {0}, again = {0};
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_MOVES)) return GRUNDY_OK;
  c->findings[GRUNDY_PROMISE_MOVES].tried++;
  uint64_t id = grundy_random_below(&c->random, grundy_position_set_count(&c->seen));
  grundy_status status =
      grundy_check_moves(c, grundy_position_set_get(&c->seen, (uint32_t)id), false, &other);
  if (status == GRUNDY_OK) status = grundy_check_moves(c, at, false, &again);
  grundy_position lost = {0}, found = {0};
  if (status == GRUNDY_OK) lost = grundy_position_set_missing(moves, &again);
  if (status == GRUNDY_OK) found = grundy_position_set_missing(&again, moves);
  if (lost.bytes != NULL)
    grundy_check_break(c, GRUNDY_PROMISE_MOVES, &at,
                       "the second time there is no move to '%s', as there was the first time",
                       grundy_check_show(c, lost).name);
  else if (found.bytes != NULL)
    grundy_check_break(c, GRUNDY_PROMISE_MOVES, &at,
                       "the second time there is a move to '%s', as there was none the first time",
                       grundy_check_show(c, found).name);
  grundy_position_set_free(&other);
  grundy_position_set_free(&again);
  grundy_aligned_position to;
  grundy_error said;
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_MOVES)) return status;
  status = grundy_check_compare_kinds(c->ruleset, at, c->ruleset, at, false, &to, &said);
  if (status == GRUNDY_OK && to.length > 0)
    grundy_check_break(c, GRUNDY_PROMISE_MOVES, &at,
                       "the second time the move to '%s' has another kind",
                       grundy_check_show(c, grundy_aligned_get(&to)).name);
  return grundy_check_blame(c, GRUNDY_PROMISE_MOVES, status, &said);
}

static grundy_status check_classes(grundy_check *c, grundy_position at, grundy_position canon) {
  grundy_position_set moves = {0}, of_canon = {0};
  grundy_position_info info, info_of_canon;
  c->findings[GRUNDY_PROMISE_CLASSES].tried++;
  grundy_status status = grundy_check_info(c, at, &info);
  if (status == GRUNDY_OK) status = grundy_check_info(c, canon, &info_of_canon);
  if (status != GRUNDY_OK) return status;
  if (info.end != info_of_canon.end || info.player != info_of_canon.player ||
      info.payoff != info_of_canon.payoff)
    grundy_check_break(c, GRUNDY_PROMISE_CLASSES, &at,
                       "its canonical form '%s' ends otherwise or belongs to another player",
                       grundy_check_show(c, canon).name);
  if (info.end != 0) return GRUNDY_OK;
  status = grundy_check_moves(c, at, true, &moves);
  if (status == GRUNDY_OK) status = grundy_check_moves(c, canon, true, &of_canon);
  grundy_position lost = {0}, found = {0};
  if (status == GRUNDY_OK) lost = grundy_position_set_missing(&moves, &of_canon);
  if (status == GRUNDY_OK) found = grundy_position_set_missing(&of_canon, &moves);
  if (lost.bytes != NULL)
    grundy_check_break(c, GRUNDY_PROMISE_CLASSES, &at,
                       "a move leads to '%s', but none does from its canonical form '%s'",
                       grundy_check_show(c, lost).name, grundy_check_show(c, canon).name);
  else if (found.bytes != NULL)
    grundy_check_break(c, GRUNDY_PROMISE_CLASSES, &at,
                       "no move leads to '%s', but one does from its canonical form '%s'",
                       grundy_check_show(c, found).name, grundy_check_show(c, canon).name);
  grundy_position_set_free(&moves);
  grundy_position_set_free(&of_canon);
  grundy_aligned_position to;
  grundy_error said;
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_CLASSES)) return status;
  status = grundy_check_compare_kinds(c->ruleset, at, c->ruleset, canon, true, &to, &said);
  if (status == GRUNDY_OK && to.length > 0)
    grundy_check_break(c, GRUNDY_PROMISE_CLASSES, &at,
                       "the move to '%s' has another kind from its canonical form '%s'",
                       grundy_check_show(c, grundy_aligned_get(&to)).name,
                       grundy_check_show(c, canon).name);
  return grundy_check_blame(c, GRUNDY_PROMISE_MOVES, status, &said);
}

/* Checks the canonical form of a position that `start` or `moves` gave. */
static grundy_status check_canon(grundy_check *c, grundy_position at) {
  grundy_aligned_position canon, again;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_CANON)) return GRUNDY_OK;
  grundy_status status = grundy_check_canon(c, at, &canon);
  if (status != GRUNDY_OK || canon.length == 0) return status;
  c->findings[GRUNDY_PROMISE_CANON].tried++;
  status = grundy_check_canon(c, grundy_aligned_get(&canon), &again);
  if (status != GRUNDY_OK || again.length == 0) return status;
  if (grundy_position_is_same(grundy_aligned_get(&canon), grundy_aligned_get(&again)))
    return grundy_check_is_open(c, GRUNDY_PROMISE_CLASSES)
               ? check_classes(c, at, grundy_aligned_get(&canon))
               : GRUNDY_OK;
  grundy_check_break(c, GRUNDY_PROMISE_CANON, &at,
                     "its canonical form is '%s', whose canonical form is '%s'",
                     grundy_check_show(c, grundy_aligned_get(&canon)).name,
                     grundy_check_show(c, grundy_aligned_get(&again)).name);
  return GRUNDY_OK;
}

/* Checks the canonical forms, the parts and `swap` of some moves, chosen at random. */
static grundy_status check_forms(grundy_check *c, const grundy_position_set *moves) {
  grundy_status status = GRUNDY_OK;
  uint32_t count = grundy_position_set_count(moves);
  for (uint32_t i = 0; i < FORMS && i < count && status == GRUNDY_OK; i++) {
    uint32_t id = count <= FORMS ? i : (uint32_t)grundy_random_below(&c->random, count);
    grundy_position at = grundy_position_set_get(moves, id);
    grundy_aligned_position canon = {.length = 0};
    status = check_canon(c, at);
    if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_PARTS))
      status = grundy_check_canon(c, at, &canon);
    if (status == GRUNDY_OK && canon.length > 0)
      status = grundy_check_parts(c, at, grundy_aligned_get(&canon));
    if (status == GRUNDY_OK) status = grundy_check_swap(c, at);
  }
  return status;
}

/* Checks how play ends, and that players alternate: without players nobody is called A or B, and
 * all ends have payoffs or none does. `moves` are in any form; there are none where play ends. */
static grundy_status check_info(grundy_check *c, grundy_position at, grundy_position_info info,
                                const grundy_position_set *moves) {
  grundy_status status = GRUNDY_OK;
  assert(info.end == 0 || grundy_position_set_count(moves) == 0);
  c->findings[GRUNDY_PROMISE_ENDS].tried++;
  c->payoffs |= info.end == '$';
  c->outcomes |= grundy_position_set_count(moves) == 0 && info.end != '$';
  if (!c->ruleset->has_player && info.end != 0 && strchr("PND", info.end) == NULL)
    grundy_check_break(c, GRUNDY_PROMISE_ENDS, &at,
                       "%s; expected P, N or a draw, as the game has no players",
                       info.end == '$' ? "there is a payoff" : "A or B wins");
  else if (c->payoffs && c->outcomes)
    grundy_check_break(
        c, GRUNDY_PROMISE_ENDS, &at,
        "it ends %s a payoff, unlike other positions; use payoffs everywhere or nowhere",
        info.end == '$' ? "with" : "without");
  c->findings[GRUNDY_PROMISE_TURNS].tried++;
  for (uint32_t i = 0; i < grundy_position_set_count(moves) && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_TURNS);
       i++) {
    grundy_position to = grundy_position_set_get(moves, i);
    grundy_position_info next;
    status = grundy_check_info(c, to, &next);
    if (status == GRUNDY_OK && next.player == info.player)
      grundy_check_break(c, GRUNDY_PROMISE_TURNS, &at,
                         "%c moves here, and also after the move to '%s'", info.player,
                         grundy_check_show(c, to).name);
  }
  return status;
}

/* Checks the name of a position that was seen for the first time. */
static grundy_status check_name(grundy_check *c, grundy_position at) {
  char name[GRUNDY_RULES_MAX_NAME];
  uint32_t other;
  grundy_error said;
  grundy_status status = c->ruleset->kind->show(c->ruleset, at, name, &said);
  c->findings[GRUNDY_PROMISE_NAMES].tried++;
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_NAMES, status, &said);
  size_t length = strlen(name), valid = grundy_utf8_valid(name, length);
  if (valid != length)
    grundy_check_break(c, GRUNDY_PROMISE_NAMES, &at, "byte %zu of its name is not UTF-8",
                       valid + 1);
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_DIFFERENCE)) return GRUNDY_OK;
  c->findings[GRUNDY_PROMISE_DIFFERENCE].tried++;
  if (!grundy_position_set_find(&c->names, (grundy_position){name, length}, &other)) {
    grundy_position_set_put(&c->names, (grundy_position){name, length});
    return c->names.out_of_memory ? grundy_fail_memory(c->error) : GRUNDY_OK;
  }
  char bytes[2][64]; /* names do not tell them apart */
  const grundy_position both[] = {grundy_position_set_get(&c->seen, other), at};
  for (int i = 0; i < 2; i++) {
    length = 0;
    for (size_t j = 0; j < both[i].length && length + 8 < sizeof bytes[i]; j++)
      length +=
          (size_t)snprintf(bytes[i] + length, sizeof bytes[i] - length, j == 0 ? "%02x" : " %02x",
                           ((const unsigned char *)both[i].bytes)[j]);
  }
  grundy_check_break(c, GRUNDY_PROMISE_DIFFERENCE, NULL,
                     "two positions are called '%s', that of the bytes %s and that of %s",
                     grundy_check_show(c, both[0]).name, bytes[0], bytes[1]);
  return GRUNDY_OK;
}

static grundy_status check_reading(grundy_check *c, grundy_position at) {
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_aligned_position read = {.length = 0};
  grundy_error said;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_READING)) return GRUNDY_OK;
  grundy_status status = c->ruleset->kind->show(c->ruleset, at, name, &said);
  if (status == GRUNDY_BAD_INPUT) return GRUNDY_OK; /* check_name reports this */
  c->findings[GRUNDY_PROMISE_READING].tried++;
  if (status == GRUNDY_OK)
    status = c->ruleset->kind->parse(c->ruleset, name, strlen(name), false, grundy_aligned_take,
                                     &read, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_READING, status, &said);
  if (read.length == 0)
    grundy_check_break(c, GRUNDY_PROMISE_READING, &at, "its name is not read");
  else if (!grundy_position_is_same(grundy_aligned_get(&read), at))
    grundy_check_break(c, GRUNDY_PROMISE_READING, &at, "its name is read as '%s', with other bytes",
                       grundy_check_show(c, grundy_aligned_get(&read)).name);
  return GRUNDY_OK;
}

static grundy_status check_order(grundy_check *c, grundy_position at) {
  int64_t first = 0, second = 0;
  grundy_error said;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_ORDER)) return GRUNDY_OK;
  c->findings[GRUNDY_PROMISE_ORDER].tried++;
  grundy_status status = c->ruleset->kind->order(c->ruleset, at, &first, &said);
  if (status == GRUNDY_OK) status = c->ruleset->kind->order(c->ruleset, at, &second, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_ORDER, status, &said);
  if (first != second)
    grundy_check_break(c, GRUNDY_PROMISE_ORDER, &at, "it gives %" PRId64 " and then %" PRId64,
                       first, second);
  return GRUNDY_OK;
}

/* Checks everything about a position in canonical form when it is first seen. Puts its followers
 * into the empty set as `moves` gives them; none where play ends. */
static grundy_status examine(grundy_check *c, grundy_position at, grundy_position_set *moves) {
  grundy_position_info info = {0};
  uint32_t id;
  if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64)) return grundy_fail_cancelled(c->error);
  grundy_status status = grundy_check_info(c, at, &info);
  if (status == GRUNDY_OK && info.end == 0) status = grundy_check_moves(c, at, false, moves);
  if (status != GRUNDY_OK || grundy_position_set_find(&c->seen, at, &id)) return status;
  grundy_position_set_put(&c->seen, at);
  if (c->seen.out_of_memory) return grundy_fail_memory(c->error);
  status = check_info(c, at, info, moves);
  if (status == GRUNDY_OK) status = check_name(c, at);
  if (status == GRUNDY_OK) status = check_reading(c, at);
  if (status == GRUNDY_OK) status = check_order(c, at);
  if (status == GRUNDY_OK) status = check_forms(c, moves);
  if (status == GRUNDY_OK) status = grundy_check_boards(c, at, moves);
  if (status == GRUNDY_OK && info.end == 0) status = check_moves_again(c, at, moves);
  return status;
}

/* ---- many positions --------------------------------------------------------------------- */

/* Checks the start that `start` gives, and puts its canonical form into `canon`. */
static grundy_status check_start(grundy_check *c, grundy_aligned_position *canon) {
  grundy_aligned_position first = {.length = 0}, second = {.length = 0};
  grundy_error said;
  grundy_status status =
      c->ruleset->kind->start(c->ruleset, false, grundy_aligned_take, &first, &said);
  if (status == GRUNDY_OK)
    status = c->ruleset->kind->start(c->ruleset, false, grundy_aligned_take, &second, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_START, status, &said);
  c->findings[GRUNDY_PROMISE_START].tried++;
  if (!grundy_position_is_same(grundy_aligned_get(&first), grundy_aligned_get(&second)))
    grundy_check_break(c, GRUNDY_PROMISE_START, NULL, "it gives '%s' and then '%s'",
                       grundy_check_show(c, grundy_aligned_get(&first)).name,
                       grundy_check_show(c, grundy_aligned_get(&second)).name);
  status = check_canon(c, grundy_aligned_get(&first));
  if (status == GRUNDY_OK) status = grundy_check_swap(c, grundy_aligned_get(&first));
  if (status == GRUNDY_OK) status = grundy_check_canon(c, grundy_aligned_get(&first), canon);
  if (status != GRUNDY_OK || canon->length == 0) return status;
  return grundy_check_parts(c, grundy_aligned_get(&first), grundy_aligned_get(canon));
}

/* Checks the first positions in breadth-first order. */
static grundy_status check_near(grundy_check *c, grundy_position start) {
  grundy_position_set found = {0};
  grundy_status status = GRUNDY_OK;
  grundy_position_set_put(&found, start);
  for (uint32_t i = 0; i < NEAR && i < grundy_position_set_count(&found) && status == GRUNDY_OK;
       i++) {
    grundy_position_set moves = {0};
    grundy_aligned_position canon;
    (void)grundy_aligned_copy(&canon, grundy_position_set_get(&found, i));
    status = examine(c, grundy_aligned_get(&canon), &moves);
    for (uint32_t j = 0; j < grundy_position_set_count(&moves) && status == GRUNDY_OK; j++) {
      status = grundy_check_canon(c, grundy_position_set_get(&moves, j), &canon);
      if (status == GRUNDY_OK && canon.length > 0)
        grundy_position_set_put(&found, grundy_aligned_get(&canon));
    }
    grundy_position_set_free(&moves);
  }
  if (status == GRUNDY_OK && found.out_of_memory) status = grundy_fail_memory(c->error);
  grundy_position_set_free(&found);
  return status;
}

/* Checks one random play. */
static grundy_status check_walk(grundy_check *c, const grundy_aligned_position *start) {
  grundy_position_set walk = {0};
  grundy_aligned_position at = *start;
  grundy_status status = GRUNDY_OK;
  for (int step = 0; step < STEPS && at.length > 0 && status == GRUNDY_OK; step++) {
    grundy_position_set moves = {0};
    grundy_position_set_put(&walk, grundy_aligned_get(&at));
    status = walk.out_of_memory ? grundy_fail_memory(c->error)
                                : examine(c, grundy_aligned_get(&at), &moves);
    uint32_t count = grundy_position_set_count(&moves);
    at.length = 0;
    if (status == GRUNDY_OK && count > 0) {
      uint32_t id = (uint32_t)grundy_random_below(&c->random, count);
      status = grundy_check_canon(c, grundy_position_set_get(&moves, id), &at);
    }
    grundy_position_set_free(&moves);
  }
  c->sample.plays++;
  c->sample.endless += at.length > 0;
  if (status == GRUNDY_OK) status = grundy_check_values(c, &walk);
  grundy_position_set_free(&walk);
  return status;
}

static grundy_status check_all(grundy_check *c, const grundy_ruleset_opener *opener,
                               uint32_t walks) {
  grundy_aligned_position start = {.length = 0};
  grundy_status status = check_start(c, &start);
  if (status == GRUNDY_OK && start.length > 0) status = check_near(c, grundy_aligned_get(&start));
  /* If moves are unreliable, following them gives no new information. */
  for (uint32_t i = 0; i < walks && start.length > 0 && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_MOVES);
       i++)
    status = check_walk(c, &start);
  if (status == GRUNDY_OK && start.length > 0 && grundy_check_is_open(c, GRUNDY_PROMISE_MOVES))
    status = grundy_check_ranks(c, grundy_aligned_get(&start));
  /* Rules that contradict themselves while open need not be opened again. */
  if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_START) &&
      grundy_check_is_open(c, GRUNDY_PROMISE_MOVES))
    status = grundy_check_again(c, opener);
  return status;
}

grundy_status grundy_ruleset_check(const grundy_ruleset_opener *opener,
                                   const grundy_rules_check_options *options,
                                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT],
                                   grundy_error *error) {
  grundy_ruleset *ruleset = NULL;
  grundy_ruleset_options opening = {.monitor = options->monitor};
  grundy_status status = opener->open(opener->context, &opening, &ruleset, error);
  if (status != GRUNDY_OK) return status;
  begin_findings(ruleset, findings);
  grundy_check c = {.ruleset = ruleset,
                    .findings = findings,
                    .work = grundy_work_start(options->monitor, "checking rules", 0),
                    .random = grundy_random_new(options->seed),
                    .boards_random = grundy_random_new(options->seed),
                    .ranks_random = grundy_random_new(options->seed),
                    .error = error,
                    .effort = EFFORT,
                    .condition = {.ruleset = ruleset},
                    .sample = {.moves = STEPS}};
  grundy_ruleset_set_monitor(ruleset, &c.work);
  status = check_all(&c, opener, options->walks == 0 ? WALKS : options->walks);
  if (status == GRUNDY_OK) grundy_work_finish(&c.work, "", 0);
  if (status == GRUNDY_OK && options->sample != NULL) *options->sample = c.sample;
  grundy_position_set_free(&c.seen);
  grundy_position_set_free(&c.names);
  grundy_position_set_free(&c.compared);
  grundy_split_condition_free(&c.condition);
  grundy_ruleset_close(ruleset);
  return status;
}
