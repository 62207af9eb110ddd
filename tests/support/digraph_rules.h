/* A digraph as rules in C: its positions are the numbers of vertices, and play starts at 0. */

#ifndef GRUNDY_TESTS_SUPPORT_DIGRAPH_RULES_H
#define GRUNDY_TESTS_SUPPORT_DIGRAPH_RULES_H

#include <grundy/digraph.h>
#include <grundy/rules.h>

#include "rules/impl.h"

/* The digraph of all such rules that are open. */
extern const grundy_digraph *rules_digraph;

/* `open`, `start`, `moves`, `show` and `parse`; tests may add and remove members. Moves are emitted
 * from the last to the first. */
extern grundy_rules digraph_rules;

/* A `player` who always has to move. */
int always_player_a(const void *game, const void *position);

/* Opens the rules, or fails the test. */
grundy_ruleset *open_digraph_rules(void);

#endif
