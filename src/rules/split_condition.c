/* Compares two sets of sums: the followers of a position, split, and the sums of its parts after a
 * move in one of them. Parts are numbered, a sum is a sorted list of numbers, and each distinct sum
 * notes on which sides it occurs. Whether parts have moves is asked only if the sets differ. */

#include "rules/split_condition.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

enum { OF_POSITION = 1, OF_PARTS = 2, OF_BOTH = 3 };

struct grundy_split_sum {
  uint64_t first, count; /* of its words */
  uint64_t move;         /* index in the list of moves of its side */
  uint64_t part;         /* of the position, in which the move was made; only OF_PARTS */
  uint8_t side;
  uint32_t number; /* among the distinct sums */
};

/* Parts met in this comparison are known to be whole. */
static bool is_known_part(const void *context, grundy_position position) {
  const grundy_split_condition *c = context;
  uint32_t v;
  return grundy_positions_find(&c->parts, position, grundy_position_hash(position), &v);
}

static bool add_word(grundy_split_condition *c, uint32_t word) {
  if (!grundy_grow(&c->words, &c->word_room, c->word_count + 1, sizeof *c->words)) return false;
  c->words[c->word_count++] = word;
  return true;
}

/* Numbers the parts, except for the one at `skipped`, and adds their numbers to the words. */
static bool add_words(grundy_split_condition *c, const grundy_position_list *parts,
                      uint64_t skipped) {
  for (uint64_t i = 0; i < parts->count; i++) {
    grundy_position part = grundy_position_list_get(parts, i);
    uint32_t v;
    if (i == skipped) continue;
    if (!grundy_positions_add(&c->parts, part, grundy_position_hash(part), &v) || !add_word(c, v))
      return false;
  }
  return true;
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* Adds a sum: the parts that were split last and, for a move in a part, the other parts. */
static grundy_status add_sum(grundy_split_condition *c, grundy_split_sum sum, grundy_error *error) {
  sum.first = c->word_count;
  bool added = add_words(c, &c->splitter.parts, UINT64_MAX);
  if (added && sum.side == OF_PARTS) added = add_words(c, &c->own, sum.part);
  if (!added || !grundy_grow(&c->sums, &c->sum_room, c->sum_count + 1, sizeof *c->sums))
    return grundy_fail_memory(error);
  sum.count = c->word_count - sum.first;
  if (sum.count > 1) grundy_sort_numbers(c->words + sum.first, sum.count);
  c->sums[c->sum_count++] = sum;
  c->work += 1 + sum.count;
  return GRUNDY_OK;
}

/* Appends the moves of a position to the list, and adds their sums. */
static grundy_status add_moves(grundy_split_condition *c, grundy_position from,
                               grundy_position_list *list, uint8_t side, uint64_t part,
                               grundy_error *error) {
  uint64_t before = list->count;
  grundy_status status =
      grundy_ruleset_moves(c->ruleset, from, grundy_position_list_take, list, error);
  if (status == GRUNDY_OK && list->failed) status = grundy_fail_memory(error);
  for (uint64_t i = before; i < list->count && status == GRUNDY_OK; i++) {
    status = grundy_split(&c->splitter, grundy_position_list_get(list, i), error);
    if (status == GRUNDY_OK)
      status = add_sum(c, (grundy_split_sum){.move = i, .part = part, .side = side}, error);
  }
  return status;
}

/* ---- comparing ------------------------------------------------------------------------------ */

/* Forgets the positions and keeps the room. */
static void positions_clear(grundy_positions *p) {
  p->count = 0;
  if (p->buckets != NULL) memset(p->buckets, 0, p->bucket_count * sizeof *p->buckets);
}

/* Numbers a sum among the distinct ones. Its words follow their number, so that no list is
 * empty. */
static bool number_sum(grundy_split_condition *c, grundy_split_sum *sum) {
  uint64_t first = c->word_count;
  uint32_t before = c->distinct.count;
  bool added = add_word(c, (uint32_t)sum->count);
  for (uint64_t i = 0; i < sum->count && added; i++) added = add_word(c, c->words[sum->first + i]);
  if (!added) return false;
  grundy_position list = {(const unsigned char *)(c->words + first),
                          (c->word_count - first) * sizeof *c->words};
  c->word_count = first;
  if (!grundy_positions_add(&c->distinct, list, grundy_position_hash(list), &sum->number) ||
      !grundy_grow(&c->sides, &c->side_room, c->distinct.count, sizeof *c->sides))
    return false;
  if (sum->number == before) c->sides[before] = 0;
  c->sides[sum->number] |= sum->side;
  return true;
}

/* Finds the first sum that only one side has; NULL: there is none. */
static grundy_status find_difference(grundy_split_condition *c, const grundy_split_sum **found,
                                     grundy_error *error) {
  *found = NULL;
  positions_clear(&c->distinct);
  for (uint64_t i = 0; i < c->sum_count; i++)
    if (!number_sum(c, &c->sums[i])) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < c->sum_count && *found == NULL; i++)
    if (c->sides[c->sums[i].number] != OF_BOTH) *found = &c->sums[i];
  return GRUNDY_OK;
}

static void note_move(void *to, grundy_position position) {
  (void)position;
  *(bool *)to = true;
}

/* Removes the parts without moves from all sums. */
static grundy_status remove_dead_parts(grundy_split_condition *c, grundy_error *error) {
  if (!grundy_grow(&c->is_alive, &c->alive_room, c->parts.count, sizeof *c->is_alive))
    return grundy_fail_memory(error);
  for (uint32_t v = 0; v < c->parts.count; v++) {
    c->is_alive[v] = false;
    grundy_status status = grundy_ruleset_moves(c->ruleset, grundy_positions_get(&c->parts, v),
                                                note_move, &c->is_alive[v], error);
    if (status != GRUNDY_OK) return status;
  }
  for (uint64_t i = 0; i < c->sum_count; i++) {
    uint32_t *words = c->words + c->sums[i].first;
    uint64_t kept = 0;
    for (uint64_t j = 0; j < c->sums[i].count; j++)
      if (c->is_alive[words[j]]) words[kept++] = words[j];
    c->sums[i].count = kept;
  }
  return GRUNDY_OK;
}

/* ---- findings ------------------------------------------------------------------------------- */

typedef struct excerpt {
  char text[GRUNDY_RULES_MAX_NAME];
} excerpt;

static excerpt show(const grundy_split_condition *c, grundy_position position) {
  excerpt made;
  (void)c->ruleset->kind->show(c->ruleset, position, made.text, NULL);
  made.text[grundy_excerpt(made.text, strlen(made.text))] = '\0';
  return made;
}

/* Compares the parts with those that were given before. Sorts both. */
static grundy_status compare_given(grundy_split_condition *c, const grundy_position_list *given,
                                   grundy_split_finding *finding, grundy_error *error) {
  grundy_position_list before = {0};
  for (uint64_t i = 0; i < given->count; i++)
    grundy_position_list_take(&before, grundy_position_list_get(given, i));
  bool is_same = before.count == c->own.count;
  grundy_status status =
      grundy_position_list_order(&before) ? GRUNDY_OK : grundy_fail_memory(error);
  for (uint64_t i = 0; i < before.count && status == GRUNDY_OK && is_same; i++)
    is_same = grundy_position_is_same(grundy_position_list_get(&before, i),
                                      grundy_position_list_get(&c->own, i));
  if (status == GRUNDY_OK && !is_same)
    (void)snprintf(finding->wrong, sizeof finding->wrong, "it gives other parts the second time");
  grundy_position_list_free(&before);
  return status;
}

/* ---- one position --------------------------------------------------------------------------- */

static grundy_status compare(grundy_split_condition *c, grundy_position position,
                             grundy_split_finding *finding, grundy_error *error) {
  const grundy_split_sum *only = NULL;
  grundy_status status = add_moves(c, position, &c->moves, OF_POSITION, 0, error);
  for (uint64_t i = 0; i < c->own.count && status == GRUNDY_OK; i++) {
    grundy_position part = grundy_position_list_get(&c->own, i);
    bool is_repeated =
        i > 0 && grundy_position_is_same(part, grundy_position_list_get(&c->own, i - 1));
    if (!is_repeated) status = add_moves(c, part, &c->moves_in_part, OF_PARTS, i, error);
  }
  if (status == GRUNDY_OK) status = find_difference(c, &only, error);
  if (status != GRUNDY_OK || only == NULL) return status;
  status = remove_dead_parts(c, error);
  if (status == GRUNDY_OK) status = find_difference(c, &only, error);
  if (status != GRUNDY_OK || only == NULL) return status;
  size_t size = sizeof finding->wrong;
  if (only->side == OF_POSITION)
    (void)snprintf(finding->wrong, size, "its move to '%s' is not a move in one of its parts",
                   show(c, grundy_position_list_get(&c->moves, only->move)).text);
  else
    (void)snprintf(finding->wrong, size, "none of its moves is the move of its part '%s' to '%s'",
                   show(c, grundy_position_list_get(&c->own, only->part)).text,
                   show(c, grundy_position_list_get(&c->moves_in_part, only->move)).text);
  /* Compare again without pairs of equal parts. */
  for (uint64_t i = 0; i < c->sum_count; i++) {
    uint32_t *words = c->words + c->sums[i].first;
    uint64_t kept = 0;
    for (uint64_t j = 0; j < c->sums[i].count; j++)
      if (kept > 0 && words[kept - 1] == words[j])
        kept--;
      else
        words[kept++] = words[j];
    c->sums[i].count = kept;
  }
  status = find_difference(c, &only, error);
  finding->cancels = only == NULL;
  return status;
}

grundy_status grundy_split_condition_check(grundy_split_condition *c, grundy_position position,
                                           const grundy_position_list *parts,
                                           grundy_split_finding *finding, grundy_error *error) {
  *finding = (grundy_split_finding){.comes_apart = false};
  c->splitter.ruleset = c->ruleset;
  c->splitter.is_whole = is_known_part;
  c->splitter.context = c;
  c->parts.bytes = c->ruleset->bytes;
  positions_clear(&c->parts);
  grundy_position_list_clear(&c->own);
  grundy_position_list_clear(&c->moves);
  grundy_position_list_clear(&c->moves_in_part);
  c->word_count = c->sum_count = 0;
  grundy_status status = grundy_split(&c->splitter, position, error);
  const grundy_position_list *split = &c->splitter.parts;
  for (uint64_t i = 0; i < split->count && status == GRUNDY_OK; i++)
    grundy_position_list_take(&c->own, grundy_position_list_get(split, i));
  if (status == GRUNDY_OK && !grundy_position_list_order(&c->own))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK && parts != NULL) status = compare_given(c, parts, finding, error);
  if (status != GRUNDY_OK || finding->wrong[0] != '\0') return status;
  finding->comes_apart =
      c->own.count != 1 || !grundy_position_is_same(grundy_position_list_get(&c->own, 0), position);
  return finding->comes_apart ? compare(c, position, finding, error) : GRUNDY_OK;
}

void grundy_split_condition_free(grundy_split_condition *c) {
  grundy_splitter_free(&c->splitter);
  grundy_position_list_free(&c->own);
  grundy_position_list_free(&c->moves);
  grundy_position_list_free(&c->moves_in_part);
  grundy_positions_free(&c->parts);
  grundy_positions_free(&c->distinct);
  free(c->is_alive);
  free(c->words);
  free(c->sums);
  free(c->sides);
}
