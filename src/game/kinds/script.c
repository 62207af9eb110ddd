/* Rules in Lua, perhaps compressed with gzip. */

#include "game/kind.h"

static bool match(const char *text, size_t length, size_t *name) {
  return grundy_match_ending(text, length, ".lua", name) ||
         grundy_match_ending(text, length, ".lua.gz", name);
}

GRUNDY_GAME_KIND(script) = {
    .describe = {.name = "script",
                 .notation = "FILE.lua[:ARGUMENTS][@POSITION]",
                 .example = "wythoff.lua:3,5",
                 .summary = "rules in Lua, whose positions are explored",
                 .is_file = true,
                 .is_rules = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = grundy_game_explore,
    .ruleset = grundy_script_open_file,
};
