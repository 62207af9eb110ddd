/* The table of all kinds of games, in the order in which they are tried. */

#include "game/kind.h"

/* One line per kind; NAME is defined as grundy_kind_NAME in kinds/NAME.c. An operator may
 * contain any other game, so it comes first; a file matches any text, so it comes last, after
 * folders, which are not files. */
#define KINDS(KIND)                                                                                \
  KIND(operator)                                                                                   \
  KIND(script)                                                                                     \
  KIND(compiled)                                                                                   \
  KIND(gallery)                                                                                    \
  KIND(vector)                                                                                     \
  KIND(tablebase)                                                                                  \
  KIND(nim)                                                                                        \
  KIND(take)                                                                                       \
  KIND(ordinal)                                                                                    \
  KIND(coins)                                                                                      \
  KIND(tokens)                                                                                     \
  KIND(heap_code)                                                                                  \
  KIND(tiers)                                                                                      \
  KIND(file)

#define DECLARE(kind) extern const grundy_game_kind grundy_kind_##kind;
#define LIST(kind) &grundy_kind_##kind,

KINDS(DECLARE)

const grundy_game_kind *const grundy_game_kinds[] = {KINDS(LIST) NULL};
