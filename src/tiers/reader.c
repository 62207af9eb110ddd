#include "tiers/reader.h"

#include "base/alloc.h"
#include "base/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of positions --------------------------------------------------------------------- */

/* A grundy_take. */
static void take_position(void *to, grundy_position position) {
  grundy_tier_positions *list = to;
  uint64_t bytes = grundy_tier_record(list, position.length);
  if (list->room - list->bytes < bytes &&
      (list->failed || !grundy_grow(&list->records, &list->room, list->bytes + bytes, 1))) {
    list->failed = true;
    return;
  }
  unsigned char *record = list->records + list->bytes;
  if (list->length == 0) {
    memcpy(record, &position.length, sizeof position.length);
    record += GRUNDY_TIER_ALIGNMENT;
  }
  grundy_position_copy(record, position);
  list->bytes += bytes;
  list->count++;
}

static void empty(grundy_tier_positions *list) {
  list->bytes = list->count = 0;
  list->failed = false;
}

static grundy_position first_of(const grundy_tier_positions *list) {
  grundy_tier_cursor cursor = {.list = list};
  grundy_position position = {0};
  bool found = grundy_tier_next(&cursor, &position);
  assert(found);
  (void)found;
  return position;
}

grundy_tier_reader grundy_tier_reader_new(const grundy_tiers *tiers) {
  grundy_tier_positions list = {.length = tiers->ruleset->bytes};
  return (grundy_tier_reader){.tiers = tiers,
                              .here = list,
                              .moves = list,
                              .further = list,
                              .canon = list,
                              .unranked = list};
}

void grundy_tier_reader_free(grundy_tier_reader *reader) {
  if (reader == NULL) return;
  free(reader->here.records);
  free(reader->moves.records);
  free(reader->further.records);
  free(reader->canon.records);
  free(reader->unranked.records);
  free(reader->marks);
}

/* One mark always stays 0, because there are fewer followers than marks. */
bool grundy_tier_marks_start(grundy_tier_reader *reader) {
  uint64_t count = reader->moves.count + 2;
  if (!grundy_grow(&reader->marks, &reader->mark_room, count, 1)) return false;
  memset(reader->marks, 0, count);
  return true;
}

grundy_position grundy_tier_loaded(const grundy_tier_reader *reader) {
  return first_of(&reader->here);
}

/* ---- failing --------------------------------------------------------------------------------- */

/* Fails with GRUNDY_BAD_INPUT and GRUNDY_REASON_RULES: "at 'NAME' WHAT". */
GRUNDY_PRINTF(3, 4)
static grundy_status refuse(grundy_tier_reader *reader, grundy_position position,
                            const char *format, ...) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  char name[GRUNDY_RULES_MAX_NAME], what[GRUNDY_ERROR_MAX_TEXT];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  (void)ruleset->kind->show(ruleset, position, name, NULL);
  return grundy_because(&reader->error, GRUNDY_REASON_RULES,
                        grundy_fail_at(&reader->error, GRUNDY_BAD_INPUT, ruleset->text, 0, 0,
                                       "at '%.*s' %s", grundy_excerpt(name, strlen(name)), name,
                                       what));
}

grundy_status grundy_tier_refuse_follower(grundy_tier_reader *reader, grundy_position follower) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  grundy_position_rank from = {0}, to = {0};
  grundy_position here = grundy_tier_loaded(reader);
  grundy_status status = ruleset->kind->rank(ruleset, here, &from, &reader->error);
  if (status == GRUNDY_OK) status = ruleset->kind->rank(ruleset, follower, &to, &reader->error);
  if (status != GRUNDY_OK) return status;
  return refuse(reader, here,
                "a move leads from tier %" PRIu64 " to index %" PRIu64 " of tier %" PRIu64
                ", which `unrank` or `tiers` does not give; grundy rules check says more",
                from.tier, to.index, to.tier);
}

/* ---- asking ---------------------------------------------------------------------------------- */

/* Finds the representative of a position, which may be the position itself. */
static grundy_status represent(grundy_tier_reader *r, grundy_position *position) {
  grundy_ruleset *ruleset = r->tiers->ruleset;
  if (!ruleset->has_canon) return GRUNDY_OK;
  empty(&r->canon);
  grundy_status status =
      ruleset->kind->canon(ruleset, *position, take_position, &r->canon, &r->error);
  if (status != GRUNDY_OK) return status;
  if (r->canon.failed) return grundy_fail_memory(&r->error);
  *position = first_of(&r->canon);
  return GRUNDY_OK;
}

static grundy_status ask_info(grundy_tier_reader *r) {
  grundy_ruleset *ruleset = r->tiers->ruleset;
  r->info = (grundy_position_info){0};
  if (!ruleset->has_terminal && !ruleset->has_player) return GRUNDY_OK;
  return ruleset->kind->info(ruleset, grundy_tier_loaded(r), &r->info, &r->error);
}

grundy_status grundy_tier_load(grundy_tier_reader *reader, uint64_t tier, uint64_t index,
                               bool *exists) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  empty(&reader->here);
  *exists = false;
  grundy_status status =
      ruleset->kind->unrank(ruleset, tier, index, take_position, &reader->here, &reader->error);
  if (status != GRUNDY_OK) return status;
  if (reader->here.failed) return grundy_fail_memory(&reader->error);
  if (reader->here.count == 0) return GRUNDY_OK;
  grundy_position here = grundy_tier_loaded(reader), canon = here;
  status = represent(reader, &canon);
  *exists = status == GRUNDY_OK && grundy_position_is_same(here, canon);
  return *exists ? ask_info(reader) : status;
}

grundy_status grundy_tier_load_representative(grundy_tier_reader *reader,
                                              grundy_position position) {
  grundy_status status = represent(reader, &position);
  if (status != GRUNDY_OK) return status;
  empty(&reader->here);
  take_position(&reader->here, position);
  return reader->here.failed ? grundy_fail_memory(&reader->error) : ask_info(reader);
}

/* Says how play ends if the rules say `end`, and with `moves` moves otherwise. */
static grundy_status find_end(grundy_tier_reader *r, unsigned *end) {
  uint8_t player = r->info.player, said = r->info.end;
  *end = GRUNDY_TIER_NO_OUTCOME;
  if (said == 0 && r->moves.count > 0) return GRUNDY_OK;
  if (said == '$')
    return grundy_fail_at(&r->error, GRUNDY_UNABLE, r->tiers->ruleset->text, 0, 0,
                          "a game with payoffs cannot be solved tier by tier");
  if (player == 0 && (said == 'A' || said == 'B'))
    return refuse(r, grundy_tier_loaded(r),
                  "%c wins, but the game has no players; expected \"P\", \"N\" or "
                  "\"draw\", or a function `player`",
                  said);
  if (said == 'D')
    *end = GRUNDY_TIER_D;
  else if (said == 'N' || (said != 0 && said == player))
    *end = GRUNDY_TIER_N;
  else
    *end = GRUNDY_TIER_P;
  if (!r->needs_usual_ends || *end == GRUNDY_TIER_P) return GRUNDY_OK;
  return grundy_fail_at(&r->error, GRUNDY_UNDEFINED, r->tiers->ruleset->text, 0, 0,
                        "values do not exist, because terminal positions have other outcomes; use "
                        "the columns outcome and remoteness");
}

/* Checks that the other player moves at every follower. */
static grundy_status check_turns(grundy_tier_reader *r) {
  grundy_ruleset *ruleset = r->tiers->ruleset;
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_position follower;
  while (grundy_tier_next(&cursor, &follower)) {
    grundy_position_info info;
    grundy_status status = ruleset->kind->info(ruleset, follower, &info, &r->error);
    if (status != GRUNDY_OK) return status;
    if (info.player == r->info.player)
      return refuse(r, grundy_tier_loaded(r),
                    "%c moves, and again after a move; players have to move in turn", info.player);
  }
  return GRUNDY_OK;
}

/* Followers are given as the rules give them; grundy_tier_locate finds their representatives. A
 * script does both at once, because each call of it takes long. */
static grundy_status generate(grundy_tier_reader *r, grundy_position position,
                              grundy_tier_positions *list) {
  grundy_ruleset *ruleset = r->tiers->ruleset;
  empty(list);
  grundy_status status =
      ruleset->kind->moves(ruleset, position, ruleset->kind->slow, take_position, list, &r->error);
  r->move_count += list->count;
  return status == GRUNDY_OK && list->failed ? grundy_fail_memory(&r->error) : status;
}

grundy_status grundy_tier_expand(grundy_tier_reader *reader, unsigned *end) {
  grundy_status status = GRUNDY_OK;
  reader->evaluations++;
  empty(&reader->moves);
  if (reader->info.end == 0) status = generate(reader, grundy_tier_loaded(reader), &reader->moves);
  if (status == GRUNDY_OK && reader->checks_turns && reader->info.player != 0)
    status = check_turns(reader);
  return status == GRUNDY_OK ? find_end(reader, end) : status;
}

grundy_status grundy_tier_expand_further(grundy_tier_reader *reader, grundy_position position) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  grundy_position_info info = {0};
  grundy_status status = GRUNDY_OK;
  empty(&reader->further);
  if (ruleset->has_terminal) status = ruleset->kind->info(ruleset, position, &info, &reader->error);
  if (status != GRUNDY_OK || info.end != 0) return status;
  return generate(reader, position, &reader->further);
}

grundy_status grundy_tier_expand_back(grundy_tier_reader *reader) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  empty(&reader->further);
  grundy_status status =
      ruleset->kind->unmoves(ruleset, grundy_tier_loaded(reader), ruleset->kind->slow,
                             take_position, &reader->further, &reader->error);
  reader->move_count += reader->further.count;
  return status == GRUNDY_OK && reader->further.failed ? grundy_fail_memory(&reader->error)
                                                       : status;
}

grundy_status grundy_tier_rank(grundy_tier_reader *reader, grundy_position position,
                               grundy_position_rank *rank) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  grundy_status status = GRUNDY_OK;
  *rank = (grundy_position_rank){0};
  if (!ruleset->kind->slow) status = represent(reader, &position);
  return status == GRUNDY_OK ? ruleset->kind->rank(ruleset, position, rank, &reader->error)
                             : status;
}

grundy_status grundy_tier_locate(grundy_tier_reader *reader, grundy_position position,
                                 uint32_t *place, uint64_t *index) {
  const grundy_tiers *t = reader->tiers;
  grundy_position_rank rank;
  grundy_position given = position;
  grundy_status status = grundy_tier_rank(reader, position, &rank);
  if (status != GRUNDY_OK) return status;
  if (!rank.exists) return refuse(reader, given, "`rank` does not give a rank");
  *place = grundy_tiers_place(t, rank.tier);
  *index = rank.index;
  if (*place != UINT32_MAX && rank.index < t->at[*place].count) return GRUNDY_OK;
  return refuse(reader, given, "`rank` gives index %" PRIu64 " of tier %" PRIu64 ", which %s",
                rank.index, rank.tier,
                *place == UINT32_MAX ? "is not a tier of the game"
                                     : "has fewer indices by `count`");
}

grundy_status grundy_tier_check_rank(grundy_tier_reader *reader, uint64_t tier, uint64_t index) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  grundy_position here = grundy_tier_loaded(reader);
  grundy_position_rank rank = {0};
  grundy_status status = ruleset->kind->rank(ruleset, here, &rank, &reader->error);
  if (status != GRUNDY_OK || (rank.exists && rank.tier == tier && rank.index == index))
    return status;
  if (!rank.exists)
    return refuse(reader, here,
                  "`rank` does not undo `unrank`: it gives no rank, not index %" PRIu64
                  " of tier %" PRIu64,
                  index, tier);
  return refuse(reader, here,
                "`rank` does not undo `unrank`: it gives index %" PRIu64 " of tier %" PRIu64
                ", not index %" PRIu64 " of tier %" PRIu64,
                rank.index, rank.tier, index, tier);
}

grundy_status grundy_tier_check_unrank(grundy_tier_reader *reader, grundy_position position,
                                       uint64_t tier, uint64_t index, bool *same) {
  grundy_ruleset *ruleset = reader->tiers->ruleset;
  empty(&reader->unranked);
  grundy_status status =
      ruleset->kind->unrank(ruleset, tier, index, take_position, &reader->unranked, &reader->error);
  if (status != GRUNDY_OK) return status;
  if (reader->unranked.failed) return grundy_fail_memory(&reader->error);
  *same =
      reader->unranked.count > 0 && grundy_position_is_same(first_of(&reader->unranked), position);
  return GRUNDY_OK;
}

grundy_status grundy_tier_locate_checked(grundy_tier_reader *reader, grundy_position position,
                                         uint32_t *place, uint64_t *index) {
  const grundy_ruleset *ruleset = reader->tiers->ruleset;
  grundy_position given = position;
  bool same = false;
  grundy_status status = grundy_tier_locate(reader, position, place, index);
  if (status != GRUNDY_OK) return status;
  uint64_t tier = reader->tiers->at[*place].number;
  if (!ruleset->kind->slow && ruleset->has_canon) position = first_of(&reader->canon);
  status = grundy_tier_check_unrank(reader, position, tier, *index, &same);
  if (status != GRUNDY_OK || same) return status;
  return refuse(reader, given,
                "`unrank` does not undo `rank`, which gives index %" PRIu64 " of tier %" PRIu64,
                *index, tier);
}
