#include "support/splitting_rules.h"

#include <string.h>

splitting_game splitting_game_now;

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = SPLITTING_MOST_ATOMS;
  *game = &splitting_game_now;
  return NULL;
}

static void start(const void *game, void *position) {
  const splitting_game *s = game;
  memcpy(position, s->start, sizeof s->start);
}

/* Emits the position with one atom replaced. A count that would overflow stays: games in which that
 * happens are too large for every test. */
static void emit_move(const splitting_game *s, const uint8_t *from, uint32_t atom,
                      const splitting_move *move, grundy_emit emit, void *to) {
  uint8_t after[SPLITTING_MOST_ATOMS];
  memcpy(after, from, sizeof after);
  after[atom]--;
  for (uint32_t i = 0; i < move->count; i++)
    if ((s->keeps_ends || s->degree[move->atoms[i]] > 0) && after[move->atoms[i]] < UINT8_MAX)
      after[move->atoms[i]]++;
  emit(to, after);
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const splitting_game *s = game;
  uint8_t from[SPLITTING_MOST_ATOMS];
  memcpy(from, position, sizeof from);
  for (uint32_t atom = 0; atom < s->atoms; atom++)
    for (uint32_t m = 0; from[atom] > 0 && m < s->degree[atom]; m++)
      emit_move(s, from, atom, &s->moves[atom][m], emit, to);
}

static void split(const void *game, const void *position, grundy_emit emit, void *to) {
  const splitting_game *s = game;
  uint8_t whole[SPLITTING_MOST_ATOMS], part[SPLITTING_MOST_ATOMS] = {0};
  uint32_t atoms = 0, taken = 0;
  memcpy(whole, position, sizeof whole);
  for (uint32_t i = 0; i < s->atoms; i++) atoms += whole[i];
  if (s->style == SPLITTING_HALVES && atoms > 1) {
    for (uint32_t i = 0; i < s->atoms; i++)
      for (; taken < atoms / 2 && whole[i] > 0; taken++, whole[i]--) part[i]++;
    emit(to, part);
    emit(to, whole);
    return;
  }
  for (uint32_t i = 0; i < s->atoms; i++)
    for (uint32_t j = 0; j < whole[i]; j++) {
      memset(part, 0, sizeof part);
      part[i] = 1;
      if (s->style != SPLITTING_NO_EMPTY || s->degree[i] > 0) emit(to, part);
    }
}

const grundy_rules splitting_rules = {
    .abi = GRUNDY_RULES_ABI,
    .size = sizeof(grundy_rules),
    .title = "a game that comes apart",
    .open = open_game,
    .start = start,
    .moves = moves,
    .split = split,
};

/* Atoms with smaller numbers are below; others may lead back. */
static splitting_move random_move(grundy_random *random, const splitting_game *s, uint32_t atom,
                                  bool acyclic, bool grows) {
  splitting_move move = {0};
  uint32_t most = (uint32_t)grundy_random_below(random, SPLITTING_MOST_PARTS + 1);
  bool back = !acyclic && grundy_random_below(random, 2) == 0;
  if (back) move.atoms[move.count++] = (uint32_t)grundy_random_below(random, s->atoms);
  while (move.count < most && atom > 0 && (!back || grows))
    move.atoms[move.count++] = (uint32_t)grundy_random_below(random, atom);
  return move;
}

splitting_game random_splitting_game(grundy_random *random, bool acyclic, uint32_t growing) {
  splitting_game s = {.atoms = 1 + (uint32_t)grundy_random_below(random, SPLITTING_MOST_ATOMS)};
  bool grows = grundy_random_below(random, growing) == 0;
  s.style = (splitting_style)grundy_random_below(random, SPLITTING_STYLES);
  s.keeps_ends = grundy_random_below(random, 4) == 0;
  for (uint32_t atom = 0; atom < s.atoms; atom++) {
    s.degree[atom] = (uint32_t)grundy_random_below(random, SPLITTING_MOST_MOVES + 1);
    for (uint32_t m = 0; m < s.degree[atom]; m++)
      s.moves[atom][m] = random_move(random, &s, atom, acyclic, grows);
  }
  s.start[s.atoms - 1] = 1;
  if (grundy_random_below(random, 2) == 0) s.start[grundy_random_below(random, s.atoms)]++;
  return s;
}
