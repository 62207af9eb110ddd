/* Rules in C: shared objects. */

#include "game/kind.h"

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_ending(text, length, ".so", name);
}

GRUNDY_GAME_KIND(compiled) = {
    .describe = {.name = "compiled",
                 .notation = "FILE.so[:ARGUMENTS][@POSITION]",
                 .example = "./quixo.so:4",
                 .summary = "rules in C, compiled to a shared object, whose positions are explored",
                 .is_file = true,
                 .is_rules = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = grundy_game_explore,
    .ruleset = grundy_compiled_open,
};
