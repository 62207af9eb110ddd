#include "opponent.h"

#include <stdbool.h>
#include <stddef.h>

#include <grundy/base.h>
#include <grundy/component.h>

const char *const level_choices[] = {"perfect", "fair", "easy", NULL};

bool opponent_errs(int level, grundy_random *random, const grundy_evaluation *evaluation) {
  enum { NEAR = 4, FAIR_MOVES = 4, EASY_MOVES = 2 };
  switch (level) {
  case LEVEL_EASY:
    return grundy_random_below(random, EASY_MOVES) != 0;
  case LEVEL_FAIR:
    return grundy_random_below(random, FAIR_MOVES) == 0 && evaluation->remoteness > NEAR;
  default:
    return false;
  }
}
