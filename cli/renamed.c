#include "renamed.h"

#include <stddef.h>

/* Options of versions 0.1.0 and 0.2.0, and options that readers expect, with what to use instead.
 */
const struct renamed renamed_options[] = {
    {"best", "every", "--all-moves"},
    {"heap", "every", "--checkpoint-interval"},
    {"heap", "format", "--to"},
    {"solve", "format", "--to"},
    {"trace", "format", "--to"},
    {"map", "solution-to", "--to"},
    {"random", "order", "--positions"},
    {"experiment", "order", "--positions"},
    {"experiment", "show", "--measures"},
    {"linear", "moves", "--by-moves"},
    {"convert", "o", "grundy convert IN OUT"},
    {"convert", "output", "grundy convert IN OUT"},
    {"solve", "misere", "--columns misere"},
    {"law", "misere", "grundy law GAME \"misere == P\""},
    {NULL, "limit", "--max-positions"},
    {NULL, "format", "--json"},
    {0},
};

const struct renamed renamed_commands[] = {
    {NULL, "gpu", "info --gpu"},
    {NULL, "relation", "quotient GAME --classes CLASSES"},
    {NULL, "games", "rules"},
    {NULL, "linear-moves", "linear --by-moves"},
    {NULL, "manual", "help --manual"},
    {NULL, "completions", "help --completions"},
    {NULL, "moves", "best --all-moves"},
    {NULL, "query", "value TABLEBASE POSITION"},
    {NULL, "ordinal", "value --ordinal"},
    {NULL, "worksheet", "draw --worksheet"},
    {0},
};
