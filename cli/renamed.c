#include "renamed.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct renamed {
  const char *command; /* of an option */
  const char *name;
  const char *now;
};

/* Names of version 0.1.0; a NULL command stands for all commands that have the new option. */
static const struct renamed options[] = {
    {"best", "every", "--all-moves"},
    {"heap", "every", "--checkpoint-interval"},
    {"heap", "format", "--to"},
    {"solve", "format", "--to"},
    {"trace", "format", "--to"},
    {"map", "solution-to", "--to"},
    {"random", "order", "--positions"},
    {"experiment", "order", "--positions"},
    {"draw", "show", "--columns"},
    {"experiment", "show", "--measures"},
    {"linear", "moves", "grundy linear-moves"},
    {NULL, "limit", "--max-positions"},
    {NULL, "format", "--json"},
    {0},
};

static const struct renamed commands[] = {
    {NULL, "relation", "quotient GAME --classes CLASSES"},
    {NULL, "rules list", "games list"},
    {NULL, "rules show", "games show"},
    {0},
};

/* Returns whether `now` is another command, or an option that the command has. */
static bool is_of(const struct command *command, const char *now) {
  if (strncmp(now, "--", 2) != 0) return true;
  const struct option *o = command->options;
  while (o->name != NULL && strcmp(o->name, now + 2) != 0) o++;
  return o->name != NULL;
}

const char *renamed_option(const struct command *command, const char *name) {
  for (const struct renamed *r = options; r->name != NULL; r++) {
    if (strcmp(r->name, name) != 0) continue;
    if (r->command != NULL && strcmp(r->command, command->name) != 0) continue;
    if (is_of(command, r->now)) return r->now;
  }
  return NULL;
}

const char *renamed_command(const char *name) {
  const struct renamed *r = commands;
  while (r->name != NULL && strcmp(r->name, name) != 0) r++;
  return r->now;
}
