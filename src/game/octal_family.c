#include "game/octal_family.h"

#include <string.h>

static const struct {
  const char *text;
  grundy_octal_family family;
} known[] = {
    {"node-kayles:path:", {.code = "0.137"}},
    {"node-kayles:cycle:", {.code = "0.137", .is_cycle = true, .fewer = {3}}},
    {"graph-kayles:path:", {.code = "0.77"}},
    {"graph-kayles:cycle:", {.code = "0.77", .is_cycle = true, .fewer = {1, 2}}},
};

bool grundy_octal_family_find(const char *text, grundy_octal_family *family) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t length = strlen(known[i].text);
    if (strncmp(text, known[i].text, length) != 0) continue;
    *family = known[i].family;
    family->number = text + length;
    return true;
  }
  return false;
}

static bool is_finite(grundy_number number) {
  return number < GRUNDY_TOO_LARGE;
}

/* Returns one more than the remoteness with which play goes on: the winner takes the least even
 * one, and the loser the largest [Smi66, (5)]. */
static grundy_number remoteness_of(const grundy_evaluation *followers, size_t count) {
  grundy_number quick = GRUNDY_UNKNOWN, slow = 0;
  for (size_t i = 0; i < count; i++) {
    grundy_number r = followers[i].remoteness;
    if (!is_finite(r)) return GRUNDY_UNKNOWN;
    if (r % 2 == 0 && (quick == GRUNDY_UNKNOWN || r < quick)) quick = r;
    if (r > slow) slow = r;
  }
  return 1 + (quick == GRUNDY_UNKNOWN ? slow : quick);
}

grundy_evaluation grundy_octal_family_evaluate(const grundy_evaluation *followers, size_t count) {
  grundy_evaluation made = {.outcome = GRUNDY_OUTCOME_P, .value = 0, .counter = GRUNDY_UNKNOWN};
  bool has_values = true;
  for (size_t i = 0; i < count; i++) {
    const grundy_evaluation *f = &followers[i];
    if (f->outcome == GRUNDY_OUTCOME_P) made.outcome = GRUNDY_OUTCOME_N;
    if (f->outcome == GRUNDY_OUTCOME_NONE && made.outcome == GRUNDY_OUTCOME_P)
      made.outcome = GRUNDY_OUTCOME_NONE;
    has_values = has_values && is_finite(f->value);
    if (!is_finite(f->distance))
      made.distance = GRUNDY_UNKNOWN;
    else if (is_finite(made.distance) && f->distance + 1 > made.distance)
      made.distance = f->distance + 1;
  }
  for (size_t i = 0; has_values && i < count; i++) /* after `count` rounds it is the mex */
    for (size_t j = 0; j < count; j++) made.value += followers[j].value == made.value;
  if (!has_values) made.value = GRUNDY_UNKNOWN;
  made.remoteness = remoteness_of(followers, count);
  made.ends = made.outcome != GRUNDY_OUTCOME_NONE; /* every move removes a vertex */
  return made;
}
