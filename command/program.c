#include "program.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <grundy/base.h>

#include "failure.h"
#include "help.h"
#include "options.h"

const struct command *command_find(const char *name) {
  const struct command *const *c = program.commands;
  while (*c != NULL && strcmp((*c)->name, name) != 0) c++;
  return *c;
}

/* Prints that the command is unknown, with its new name or a suggestion. Returns the exit code. */
static int fail_unknown_command(const char *name) {
  const char *now = renamed_command(name);
  if (now != NULL)
    return fail_usage(NULL, "unknown command '%s'; use '%s %s'", name, program.name, now);
  grundy_suggestion best = {0};
  size_t length = strlen(name);
  grundy_suggest(&best, name, length, "--help");
  grundy_suggest(&best, name, length, "--version");
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    grundy_suggest(&best, name, length, (*c)->name);
  return fail_unknown(NULL, name[0] == '-' ? "option" : "command", name, &best);
}

/* Returns whether `now` is another command, or an option that the command has, perhaps with a
 * value.
 */
static bool is_of(const struct command *command, const char *now) {
  if (strncmp(now, "--", 2) != 0) return true;
  size_t length = strcspn(now + 2, " ");
  const struct option *o = command->options;
  while (o->name != NULL && (strlen(o->name) != length || memcmp(o->name, now + 2, length) != 0))
    o++;
  return o->name != NULL;
}

const char *renamed_option(const struct command *command, const char *name) {
  for (const struct renamed *r = program.renamed_options; r->name != NULL; r++) {
    if (strcmp(r->name, name) != 0) continue;
    if (r->command != NULL && strcmp(r->command, command->name) != 0) continue;
    if (is_of(command, r->now)) return r->now;
  }
  return NULL;
}

const char *renamed_command(const char *name) {
  const struct renamed *r = program.renamed_commands;
  while (r->name != NULL && strcmp(r->name, name) != 0) r++;
  return r->now;
}

/* ---- running ------------------------------------------------------------------------- */

/* --help and --version take no arguments. */
static int run_alone(int argc, char **argv, int (*show)(void)) {
  if (argc > 2) return fail_usage(NULL, "unexpected argument '%s'", argv[2]);
  return show();
}

int program_run(int argc, char **argv) {
  if (argc < 2) return help_show_overview();
  const char *name = argv[1];
  const struct command *command = command_find(name);
  if (command != NULL) return command->run(argc - 2, argv + 2);
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
    return run_alone(argc, argv, help_show_overview);
  if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
    return run_alone(argc, argv, help_show_version);
  return fail_unknown_command(name);
}
