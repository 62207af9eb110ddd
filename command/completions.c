#include "completions.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/model.h>

#include "failure.h"
#include "help_writer.h"
#include "lists.h"
#include "options.h"
#include "program.h"

/* ---- what can be completed ------------------------------------------------------------ */

typedef enum value_kind {
  VALUE_NONE,  /* the option takes no value */
  VALUE_OTHER, /* a number, which cannot be completed */
  VALUE_FILE,  /* any text may be the name of a file */
  VALUE_WORD,  /* one of a few words */
} value_kind;

enum { MOST_WORDS = 64 };

static value_kind kind_of(const struct option *o) {
  switch (o->kind) {
  case OPTION_FLAG:
  case OPTION_PRESET:
  case OPTION_PAGER:
    return VALUE_NONE;
  case OPTION_STRING:
    return VALUE_FILE;
  case OPTION_CHOICE:
  case OPTION_FORMAT:
    return VALUE_WORD;
  case OPTION_INTEGER:
  case OPTION_SIZE:
  case OPTION_REAL:
  case OPTION_SECONDS:
    break;
  }
  return VALUE_OTHER;
}

static void put_words(FILE *out, const char *const *words) {
  for (size_t i = 0; words[i] != NULL; i++) (void)fprintf(out, "%s%s", i == 0 ? "" : " ", words[i]);
}

/* Writes the words that an option of VALUE_WORD takes. */
static void put_values(FILE *out, const struct option *o) {
  if (o->kind == OPTION_CHOICE) {
    put_words(out, o->choices);
    return;
  }
  const char *names[GRUNDY_FORMAT_COUNT + 1];
  lists_format_names(o->use, names);
  put_words(out, names);
}

/* Writes the words that the first argument can be; returns false if it may be a file. */
static bool list_choices(const struct command *command, const char *words[MOST_WORDS]) {
  const struct command *const *c = program.commands;
  const struct topic *t = program.topics;
  size_t count = 0;
  for (; command->first_choices != NULL && command->first_choices[count] != NULL; count++)
    words[count] = command->first_choices[count];
  /* The table of models belongs to the library, so it is not in the table of the command. */
  for (; command->lists_models && count < GRUNDY_MODEL_COUNT; count++)
    words[count] = grundy_model_describe((grundy_model_kind)count)->name;
  for (; command->names_commands && *c != NULL; c++)
    if (!(*c)->is_hidden) words[count++] = (*c)->name;
  for (; command->names_topics && t->name != NULL; t++) words[count++] = t->name;
  words[count] = NULL;
  return count > 0;
}

/* Writes the text up to its first semicolon, with `escape` before each of the characters in
 * `special`, which would end the quotes around it. */
static void put_quoted_text(FILE *out, const char *text, const char *special, const char *escape) {
  size_t length = strcspn(text, ";");
  for (size_t i = 0; i < length; i++) {
    if (strchr(special, text[i]) != NULL) (void)fputs(escape, out);
    (void)putc(text[i], out);
  }
}

static void put_command_names(FILE *out) {
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    if (!(*c)->is_hidden) (void)fprintf(out, "%s ", (*c)->name);
}

/* Writes the text with the name of the program for every ~. */
static void put_with_name(FILE *out, const char *text) {
  for (; *text != '\0'; text++)
    if (*text == '~')
      (void)fputs(program.name, out);
    else
      (void)putc(*text, out);
}

const char *const completions_shells[] = {"bash", "zsh", "fish", NULL};

/* ---- bash ------------------------------------------------------------------------------ */

static const char bash_top[] =
    "# Completes what is typed after ~ in bash.\n"
    "_~() {\n"
    "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "  local options='' valued='' numbers='' words='' first='' i\n"
    "  local command=${COMP_WORDS[1]} start=2\n"
    "  COMPREPLY=()\n"
    "  # Bash takes --name=value for three words.\n"
    "  if [[ $current == '=' ]]; then\n"
    "    current=''\n"
    "  elif [[ $previous == '=' ]]; then\n"
    "    previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "  fi\n"
    "  if ((COMP_CWORD == 1)); then\n"
    "    mapfile -t COMPREPLY < <(compgen -W '";

static const char bash_bottom[] =
    "  esac\n"
    "  # Is the first argument there already?\n"
    "  for ((i = start; i < COMP_CWORD; i++)); do\n"
    "    if [[ \" $valued $numbers \" == *\" ${COMP_WORDS[i]} \"* ]]; then\n"
    "      [[ ${COMP_WORDS[i + 1]} != '=' ]] || i=$((i + 1))\n"
    "      i=$((i + 1))\n"
    "    elif [[ ${COMP_WORDS[i]} != -* ]]; then\n"
    "      first=''\n"
    "    fi\n"
    "  done\n"
    "  if [[ \" $numbers \" == *\" $previous \"* ]]; then\n"
    "    return\n"
    "  elif [[ \" $valued \" != *\" $previous \"* ]]; then\n"
    "    words=$first\n"
    "    [[ $current != -* ]] || words=$options\n"
    "  fi\n"
    "  if [[ -n $words ]]; then\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
    "  else\n"
    "    compopt -o filenames 2> /dev/null\n"
    "    mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n"
    "  fi\n"
    "}\n"
    "complete -F _~ ~\n";

/* Writes "-o --output ", or only "--output " if the option has no letter. */
static void put_spellings(FILE *out, const struct option *o, const char *between) {
  if (o->letter != '\0') (void)fprintf(out, "-%c%s", o->letter, between);
  (void)fprintf(out, "--%s", o->name);
}

static void put_bash_options(FILE *out, const struct command *command) {
  (void)fputs("      options='", out);
  for (const struct option *o = command->options; o->name != NULL; o++) {
    put_spellings(out, o, " ");
    (void)putc(' ', out);
  }
  (void)fputs("-h --help'\n", out);
}

/* Writes the options that take a value: numbers, or other values. */
static void put_bash_valued(FILE *out, const struct command *command, bool numbers) {
  (void)fprintf(out, "      %s='", numbers ? "numbers" : "valued");
  for (const struct option *o = command->options; o->name != NULL; o++) {
    value_kind kind = kind_of(o);
    if (kind == VALUE_NONE || (kind == VALUE_OTHER) != numbers) continue;
    put_spellings(out, o, " ");
    (void)putc(' ', out);
  }
  (void)fputs("'\n", out);
}

static void put_bash_command(FILE *out, const struct command *command) {
  const char *first[MOST_WORDS];
  (void)fprintf(out, "    '%s')\n", command->name);
  put_bash_options(out, command);
  put_bash_valued(out, command, false);
  put_bash_valued(out, command, true);
  if (list_choices(command, first)) {
    (void)fputs("      first='", out);
    put_words(out, first);
    (void)fputs("'\n", out);
  }
  (void)fputs("      case $previous in\n", out);
  for (const struct option *o = command->options; o->name != NULL; o++) {
    if (kind_of(o) != VALUE_WORD) continue;
    (void)fputs("        ", out);
    put_spellings(out, o, " | ");
    (void)fputs(") words='", out);
    put_values(out, o);
    (void)fputs("' ;;\n", out);
  }
  (void)fputs("        *) ;;\n      esac\n      ;;\n", out);
}

/* After the word of an action the options are those of the action. */
static void put_bash_actions(FILE *out) {
  (void)fputs("  case \"$command ${COMP_WORDS[2]}\" in\n", out);
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    for (const struct command *const *a = (*c)->actions; a != NULL && *a != NULL; a++)
      (void)fprintf(out, "    '%s') ((COMP_CWORD == 2)) || { command='%s' start=3; } ;;\n",
                    (*a)->name, (*a)->name);
  (void)fputs("    *) ;;\n  esac\n", out);
}

static void put_bash(FILE *out) {
  put_with_name(out, bash_top);
  put_command_names(out);
  (void)fputs("-h --help -V --version' -- \"$current\")\n"
              "    return\n  fi\n",
              out);
  put_bash_actions(out);
  (void)fputs("  case $command in\n", out);
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    put_bash_command(out, *c);
    for (const struct command *const *a = (*c)->actions; a != NULL && *a != NULL; a++)
      put_bash_command(out, *a);
  }
  (void)fputs("    *) return ;;\n", out);
  put_with_name(out, bash_bottom);
}

/* ---- zsh ------------------------------------------------------------------------------- */

/* Writes text inside single quotes. They end before a quote of the text, which is written with a
 * backslash between them. */
static void put_zsh_text(FILE *out, const char *text) {
  size_t length = strcspn(text, ";");
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '\'')
      (void)fputs("'\\''", out);
    else
      (void)fprintf(out, strchr("[]:\\", text[i]) == NULL ? "%c" : "\\%c", text[i]);
  }
}

static void put_zsh_value(FILE *out, const struct option *o) {
  value_kind kind = kind_of(o);
  if (kind == VALUE_NONE) return;
  (void)fprintf(out, ":%s:", o->value);
  if (kind == VALUE_FILE) (void)fputs("_files", out);
  if (kind != VALUE_WORD) return;
  (void)putc('(', out);
  put_values(out, o);
  (void)putc(')', out);
}

static void put_zsh_option(FILE *out, const struct option *o) {
  bool valued = kind_of(o) != VALUE_NONE;
  (void)fputs("            ", out);
  if (o->letter == '\0')
    (void)fprintf(out, "'--%s%s", o->name, valued ? "=" : "");
  else
    (void)fprintf(out, "{-%c%s,--%s%s}'", o->letter, valued ? "+" : "", o->name, valued ? "=" : "");
  (void)putc('[', out);
  put_zsh_text(out, o->help);
  (void)putc(']', out);
  put_zsh_value(out, o);
  (void)fputs("' \\\n", out);
}

static void put_zsh_argument(FILE *out, const struct command *command, size_t i) {
  const struct positional *argument = &command->positionals[i];
  const char *choices[MOST_WORDS];
  bool last = argument[1].name == NULL;
  if (last && command->last_is_many)
    (void)fprintf(out, "            '*:%s:", argument->name);
  else
    (void)fprintf(out, "            '%zu:%s:", i + 1, argument->name);
  if (i == 0 && list_choices(command, choices)) {
    (void)putc('(', out);
    put_words(out, choices);
    (void)putc(')', out);
  } else {
    (void)fputs("_files", out);
  }
  (void)fputs("' \\\n", out);
}

/* `name` is the word that was typed: an action is named by its last word. */
static void put_zsh_command(FILE *out, const struct command *command, const char *name) {
  (void)fprintf(out, "        %s)\n          _arguments -s \\\n", name);
  for (const struct option *o = command->options; o->name != NULL; o++) put_zsh_option(out, o);
  for (size_t i = 0; command->positionals[i].name != NULL; i++) put_zsh_argument(out, command, i);
  (void)fputs("            {-h,--help}'[show help]'\n          ;;\n", out);
}

/* After the word of an action, completes as if that were the name of the command. */
static void put_zsh_actions(FILE *out, const struct command *command) {
  (void)fprintf(out,
                "  if [[ $state == argument && $line[1] == %s ]] && ((CURRENT > 2)); then\n"
                "      shift words\n      ((CURRENT--))\n      case $words[1] in\n",
                command->name);
  for (const struct command *const *a = command->actions; *a != NULL; a++)
    put_zsh_command(out, *a, help_writer_action_name(command, *a));
  (void)fputs("      esac\n    return\n  fi\n", out);
}

static void put_zsh(FILE *out) {
  put_with_name(out, "#compdef ~\n"
                     "# Completes what is typed after ~ in zsh.\n"
                     "_~() {\n"
                     "  local curcontext=$curcontext state line\n"
                     "  local -A opt_args\n"
                     "  local -a commands=(\n");
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    if ((*c)->is_hidden) continue;
    (void)fprintf(out, "    '%s:", (*c)->name);
    put_zsh_text(out, (*c)->summary);
    (void)fputs("'\n", out);
  }
  (void)fputs(
      "  )\n"
      "  _arguments -C {-h,--help}'[show the commands]' {-V,--version}'[show the version]' \\\n"
      "    '1:command:->command' '*::argument:->argument'\n",
      out);
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    if ((*c)->actions != NULL) put_zsh_actions(out, *c);
  (void)fputs("  case $state in\n"
              "    command) _describe command commands ;;\n"
              "    argument)\n"
              "      case $line[1] in\n",
              out);
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    put_zsh_command(out, *c, (*c)->name);
  put_with_name(out, "      esac\n      ;;\n  esac\n}\n"
                     "if [ \"$funcstack[1]\" = _~ ]; then _~ \"$@\"; else compdef _~ ~; fi\n");
}

/* ---- fish ------------------------------------------------------------------------------ */

static const char fish_specials[] = "'\\";

/* Writes a completion for the first word. */
static void put_fish_word(FILE *out, const char *word, const char *meaning) {
  (void)fprintf(out, "complete -c %s -f -n __fish_use_subcommand -a %s -d '", program.name, word);
  put_quoted_text(out, meaning, fish_specials, "\\");
  (void)fputs("'\n", out);
}

static void put_fish_condition(FILE *out, const char *words) {
  (void)fprintf(out, "complete -c %s -n '__fish_seen_subcommand_from %s'", program.name, words);
}

/* Writes the condition that the command was typed; an action needs both of its words. */
static void put_fish_command_condition(FILE *out, const struct command *command) {
  const char *space = strchr(command->name, ' ');
  if (space == NULL) {
    put_fish_condition(out, command->name);
    return;
  }
  (void)fprintf(out,
                "complete -c %s -n '__fish_seen_subcommand_from %.*s; and "
                "__fish_seen_subcommand_from %s'",
                program.name, (int)(space - command->name), command->name, space + 1);
}

static void put_fish_option(FILE *out, const struct command *command, const struct option *o) {
  value_kind kind = kind_of(o);
  put_fish_command_condition(out, command);
  (void)fprintf(out, " -l %s", o->name);
  if (o->letter != '\0') (void)fprintf(out, " -s %c", o->letter);
  if (kind == VALUE_FILE) (void)fputs(" -r -F", out);
  if (kind == VALUE_OTHER) (void)fputs(" -x", out);
  if (kind == VALUE_WORD) {
    (void)fputs(" -x -a '", out);
    put_values(out, o);
    (void)putc('\'', out);
  }
  (void)fputs(" -d '", out);
  put_quoted_text(out, o->help, fish_specials, "\\");
  (void)fputs("'\n", out);
}

static void put_fish_command(FILE *out, const struct command *command) {
  const char *first[MOST_WORDS];
  for (const struct option *o = command->options; o->name != NULL; o++)
    put_fish_option(out, command, o);
  put_fish_command_condition(out, command);
  (void)fputs(" -s h -l help -d 'show help'\n", out);
  if (!list_choices(command, first)) return;
  put_fish_command_condition(out, command);
  (void)fputs(" -a '", out);
  put_words(out, first);
  (void)fputs("'\n", out);
}

static void put_fish(FILE *out) {
  put_with_name(out, "# Completes what is typed after ~ in fish.\n");
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    if (!(*c)->is_hidden) put_fish_word(out, (*c)->name, (*c)->summary);
  put_with_name(out,
                "complete -c ~ -n __fish_use_subcommand -s h -l help -d 'show the commands'\n"
                "complete -c ~ -n __fish_use_subcommand -s V -l version -d 'show the version'\n");
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    put_fish_command(out, *c);
    for (const struct command *const *a = (*c)->actions; a != NULL && *a != NULL; a++)
      put_fish_command(out, *a);
  }
}

/* ---- showing --------------------------------------------------------------------------- */

static grundy_status put_completions(const void *context, FILE *out, grundy_error *error) {
  static void (*const put[])(FILE *) = {
      [SHELL_BASH] = put_bash, [SHELL_ZSH] = put_zsh, [SHELL_FISH] = put_fish};
  const int *shell = context;
  (void)error;
  put[*shell](out);
  return GRUNDY_OK;
}

int completions_show(int shell) {
  return help_writer_show(put_completions, &shell);
}
