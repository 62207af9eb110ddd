#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <grundy/base.h>

#include "failure.h"
#include "help.h"
#include "lists.h"
#include "overwrite.h"
#include "pager.h"
#include "program.h"

const char *const language_choices[] = {"en", "de", NULL};

struct parser {
  const struct command *command;
  char **next; /* the word to read next */
  char **end;
  char **words;    /* the words of a positional that takes many, stored over words already read */
  char *arguments; /* the subcommand's struct of arguments */
  size_t positionals;
  uint64_t given; /* a bit for each option of the table that was given */
  int code;       /* the exit code if parsing stops */
};

/* Functions that return a bool here return GO_ON to continue with the next word, or STOP. */
static const bool STOP = false;
static const bool GO_ON = true;

/* ---- setting ------------------------------------------------------------------------- */

static bool stop_for_help(struct parser *p) {
  p->code = help_show(p->command);
  return STOP;
}

static bool takes_value(const struct option *o) {
  return o->kind != OPTION_FLAG && o->kind != OPTION_PRESET && o->kind != OPTION_PAGER;
}

static bool stop_at_value(struct parser *p, const struct option *o, const char *value,
                          const char *expected) {
  p->code = fail_usage(p->command->name, "--%s is '%s'; expected %s", o->name, value, expected);
  return STOP;
}

static bool stop_at_choice(struct parser *p, const struct option *o, const char *value,
                           const char *const *choices) {
  char what[64];
  (void)snprintf(what, sizeof what, "--%s", o->name);
  p->code = fail_choice(p->command->name, what, value, choices);
  return STOP;
}

static bool set_choice(struct parser *p, const struct option *o, const char *value) {
  int choice = lists_find(o->choices, value);
  if (choice < 0) return stop_at_choice(p, o, value, o->choices);
  memcpy(p->arguments + o->destination, &choice, sizeof choice);
  return GO_ON;
}

static bool set_format(struct parser *p, const struct option *o, const char *value) {
  int format = (int)grundy_format_find(value);
  if (!grundy_format_can((grundy_format)format, o->use)) {
    const char *names[GRUNDY_FORMAT_COUNT + 1];
    lists_format_names(o->use, names);
    return stop_at_choice(p, o, value, names);
  }
  memcpy(p->arguments + o->destination, &format, sizeof format);
  return GO_ON;
}

/* ---- numbers ------------------------------------------------------------------------- */

/* Appends digits to the number. Returns false if there are none or the number does not fit. */
static bool read_digits(const char **text, uint64_t *number) {
  const char *first = *text;
  for (; **text >= '0' && **text <= '9'; (*text)++) {
    uint64_t digit = (uint64_t)(**text - '0');
    if (*number > (UINT64_MAX - digit) / 10) return false;
    *number = 10 * *number + digit;
  }
  return *text > first;
}

/* Reads 25, 25e3 for 25000, or 2.5e4 for the same. */
static bool read_integer(const char *text, uint64_t *number) {
  uint64_t zeros = 0;
  uint64_t decimals = 0;
  *number = 0;
  if (!read_digits(&text, number)) return false;
  if (*text == '.') {
    const char *first = ++text;
    if (!read_digits(&text, number)) return false;
    decimals = (uint64_t)(text - first);
  }
  if (*text == 'e' || *text == 'E') {
    text++;
    if (!read_digits(&text, &zeros)) return false;
  }
  if (zeros < decimals) return false;
  for (zeros -= decimals; zeros > 0 && *number > 0; zeros--) {
    if (*number > UINT64_MAX / 10) return false;
    *number *= 10;
  }
  return *text == '\0';
}

/* Reads a number as strtod does, but no words, hexadecimal digits or spaces. */
static bool read_real(const char *text, double *number) {
  char *end = NULL;
  if (text[0] == '\0' || strspn(text, "0123456789.eE+-") != strlen(text)) return false;
  errno = 0;
  *number = strtod(text, &end);
  bool overflow = errno == ERANGE && (*number > 1 || *number < -1);
  return *end == '\0' && !overflow;
}

/* Returns the power of two of a unit: K, M, G or T, optionally followed by iB or B; B; or nothing.
 * Returns -1 for anything else. */
static int read_unit(const char *text) {
  static const char letters[] = "KMGT";
  const char *letter = text[0] == '\0' ? NULL : strchr(letters, toupper((unsigned char)text[0]));
  if (letter != NULL) text++;
  bool known = text[0] == '\0' || strcasecmp(text, "B") == 0 ||
               (letter != NULL && strcasecmp(text, "iB") == 0);
  if (!known) return -1;
  return letter == NULL ? 0 : 10 * (int)(letter - letters + 1);
}

/* Reads 512M, 1.5GiB or a whole number of bytes; rounds down to bytes. */
static bool read_size(const char *text, uint64_t *bytes) {
  size_t length = strspn(text, "0123456789.");
  char number[32];
  double amount;
  int power = read_unit(text + length);
  if (length >= sizeof number || power < 0) return false;
  memcpy(number, text, length);
  number[length] = '\0';
  if (power == 0) return read_integer(number, bytes);
  if (!read_real(number, &amount)) return false;
  amount *= (double)(UINT64_C(1) << power);
  if (amount >= 0x1p64) return false;
  *bytes = (uint64_t)amount;
  return true;
}

static bool stop_at_integer(struct parser *p, const struct option *o, const char *value) {
  char range[96] = "a whole number below 2^64, such as 25 or 1e6";
  if (o->most == 0 && o->least > 0)
    (void)snprintf(range, sizeof range, "a whole number from %llu on, such as 25 or 1e6",
                   (unsigned long long)o->least);
  if (o->most > 0)
    (void)snprintf(range, sizeof range, "a whole number from %llu to %llu",
                   (unsigned long long)o->least, (unsigned long long)o->most);
  return stop_at_value(p, o, value, range);
}

static bool set_integer(struct parser *p, const struct option *o, const char *value) {
  struct integer number = {.given = true};
  uint64_t most = o->most > 0 ? o->most : UINT64_MAX;
  if (!read_integer(value, &number.value) || number.value < o->least || number.value > most)
    return stop_at_integer(p, o, value);
  memcpy(p->arguments + o->destination, &number, sizeof number);
  return GO_ON;
}

static bool stop_at_size(struct parser *p, const struct option *o, const char *value) {
  char range[96];
  (void)snprintf(range, sizeof range, "a size from %lluK to %lluM",
                 (unsigned long long)(o->least >> 10), (unsigned long long)(o->most >> 20));
  return stop_at_value(p, o, value, range);
}

static bool set_size(struct parser *p, const struct option *o, const char *value) {
  struct integer size = {.given = true};
  if (!read_size(value, &size.value))
    return stop_at_value(p, o, value, "a size such as 512M, 1.5GiB or 4096");
  if (size.value < o->least || (o->most > 0 && size.value > o->most))
    return stop_at_size(p, o, value);
  memcpy(p->arguments + o->destination, &size, sizeof size);
  return GO_ON;
}

static bool set_real(struct parser *p, const struct option *o, const char *value) {
  struct real number = {.given = true};
  if (!read_real(value, &number.value))
    return stop_at_value(p, o, value, "a number such as 0.25 or 1e-6");
  if (o->kind == OPTION_SECONDS && number.value <= 0)
    return stop_at_value(p, o, value, "a number of seconds above 0");
  memcpy(p->arguments + o->destination, &number, sizeof number);
  return GO_ON;
}

/* ---- options ------------------------------------------------------------------------- */

static bool set(struct parser *p, const struct option *o, const char *value) {
  static const bool given = true;
  p->given |= UINT64_C(1) << (o - p->command->options);
  switch (o->kind) {
  case OPTION_FLAG:
    memcpy(p->arguments + o->destination, &given, sizeof given);
    break;
  case OPTION_STRING:
    memcpy(p->arguments + o->destination, &value, sizeof value);
    break;
  case OPTION_INTEGER:
    return set_integer(p, o, value);
  case OPTION_SIZE:
    return set_size(p, o, value);
  case OPTION_REAL:
  case OPTION_SECONDS:
    return set_real(p, o, value);
  case OPTION_CHOICE:
    return set_choice(p, o, value);
  case OPTION_FORMAT:
    return set_format(p, o, value);
  case OPTION_PAGER:
    pager_request();
    break;
  case OPTION_PRESET:
    memcpy(p->arguments + o->destination, &o->preset, sizeof o->preset);
    break;
  }
  return GO_ON;
}

static const struct option *find_long(const struct command *command, const char *name,
                                      size_t length) {
  for (const struct option *o = command->options; o->name != NULL; o++) {
    if (strlen(o->name) == length && memcmp(o->name, name, length) == 0) return o;
    if (o->alias != NULL && strlen(o->alias) == length && memcmp(o->alias, name, length) == 0)
      return o;
  }
  return NULL;
}

/* Returns whether the word is --help, or --NAME or --NAME=VALUE with an option of the command. */
static bool is_option(const struct command *command, const char *word) {
  return strcmp(word, "--help") == 0 ||
         (strncmp(word, "--", 2) == 0 &&
          find_long(command, word + 2, strcspn(word + 2, "=")) != NULL);
}

/* Sets an option to the next word. A value that looks like an option needs --option=--value. */
static bool set_to_next_word(struct parser *p, const struct option *o) {
  if (p->next < p->end && !is_option(p->command, *p->next)) return set(p, o, *p->next++);
  if (p->next < p->end)
    p->code = fail_usage(p->command->name,
                         "--%s has no value; expected %s, or --%s=%s if that is the value", o->name,
                         o->value, o->name, *p->next);
  else
    p->code = fail_usage(p->command->name, "--%s has no value; expected %s", o->name, o->value);
  return STOP;
}

static bool begins_with(const char *name, const char *prefix, size_t length) {
  return name != NULL && strncmp(name, prefix, length) == 0;
}

/* Options whose names begin in the same way; --help has no option. */
struct candidates {
  int count;
  const struct option *last;
  char list[256]; /* "--time, --timings", cut to the room */
  size_t length;
};

static void add_candidate(struct candidates *c, const char *name, const struct option *option) {
  if (c->length < sizeof c->list)
    c->length += (size_t)snprintf(c->list + c->length, sizeof c->list - c->length, "%s--%s",
                                  c->count == 0 ? "" : ", ", name);
  c->last = option;
  c->count++;
}

static struct candidates find_candidates(const struct command *command, const char *prefix,
                                         size_t length) {
  struct candidates c = {0};
  if (length == 0) return c;
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (begins_with(o->name, prefix, length) || begins_with(o->alias, prefix, length))
      add_candidate(&c, o->name, o);
  if (begins_with("help", prefix, length)) add_candidate(&c, "help", NULL);
  return c;
}

static const struct option *find_letter(const struct command *command, char letter) {
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (o->letter == letter) return o;
  return NULL;
}

/* Lists the commands that have the option, as "solve, why or draw"; nothing if there are none, or
 * so many that the list would not help. */
static void list_owners(const char *name, size_t length, char *list, size_t size) {
  enum { MOST_OWNERS = 6 };
  const char *owners[MOST_OWNERS + 1] = {NULL};
  size_t count = 0;
  for (const struct command *const *c = program.commands; *c != NULL && count <= MOST_OWNERS; c++)
    if ((*c)->actions == NULL && find_long(*c, name, length) != NULL) owners[count++] = (*c)->name;
  if (count > MOST_OWNERS) count = 0;
  owners[count] = NULL;
  lists_words(owners, list, size);
}

static bool stop_at_unknown(struct parser *p, const char *name, size_t length) {
  char owners[128] = "";
  char typed[64];
  grundy_suggestion best = {0};
  (void)snprintf(typed, sizeof typed, "--%.*s", (int)(length < 61 ? length : 61), name);
  grundy_suggest(&best, name, length, "help");
  for (const struct option *o = p->command->options; o->name != NULL; o++)
    grundy_suggest(&best, name, length, o->name);
  if (best.word[0] == '\0') list_owners(name, length, owners, sizeof owners);
  if (best.word[0] == '\0' && owners[0] != '\0')
    p->code = fail_usage(p->command->name, "unknown option '%s'; use it with %s", typed, owners);
  else if (best.word[0] == '\0')
    p->code = fail_unknown(p->command->name, "option", typed, &best);
  else
    p->code =
        fail_usage(p->command->name, "unknown option '%s'; did you mean '--%s'?", typed, best.word);
  return STOP;
}

static bool stop_at_renamed(struct parser *p, const char *name, size_t length) {
  char typed[64];
  (void)snprintf(typed, sizeof typed, "%.*s", (int)(length < 64 ? length : 63), name);
  const char *now = renamed_option(p->command, typed);
  if (now == NULL) return GO_ON;
  p->code = fail_usage(p->command->name, "unknown option '--%s'; use '%s'", typed, now);
  return STOP;
}

/* Finds the option by its name or by the beginning of its name; NULL if parsing stops. */
static const struct option *find_named(struct parser *p, const char *name, size_t length) {
  const struct option *o = find_long(p->command, name, length);
  if (o != NULL || stop_at_renamed(p, name, length) == STOP) return o;
  struct candidates c = find_candidates(p->command, name, length);
  if (c.count == 0)
    (void)stop_at_unknown(p, name, length);
  else if (c.count > 1)
    p->code = fail_usage(p->command->name, "--%.*s is ambiguous: %s", (int)length, name, c.list);
  else if (c.last == NULL)
    (void)stop_for_help(p);
  return c.count == 1 ? c.last : NULL;
}

/* Reads --name, --name=value or --name value; `word` begins after the dashes. */
static bool read_long(struct parser *p, const char *word) {
  size_t length = strcspn(word, "=");
  const char *value = word[length] == '=' ? word + length + 1 : NULL;
  if (strcmp(word, "help") == 0) return stop_for_help(p);
  if (length == strlen("help") && memcmp(word, "help", length) == 0) {
    p->code = fail_usage(p->command->name, "--help takes no value");
    return STOP;
  }
  const struct option *o = find_named(p, word, length);
  if (o == NULL) return STOP;
  if (takes_value(o)) return value == NULL ? set_to_next_word(p, o) : set(p, o, value);
  if (value == NULL) return set(p, o, NULL);
  p->code = fail_usage(p->command->name, "--%s takes no value", o->name);
  return STOP;
}

/* Reads -a, -ab, -avalue or -a value; `word` begins after the dash. */
static bool read_letters(struct parser *p, const char *word) {
  for (const char *letter = word; *letter != '\0'; letter++) {
    if (*letter == 'h') return stop_for_help(p);
    const struct option *o = find_letter(p->command, *letter);
    if (o == NULL) {
      const char *now = renamed_option(p->command, (char[]){*letter, '\0'});
      p->code = now == NULL
                    ? fail_usage(p->command->name, "unknown option '-%c'", *letter)
                    : fail_usage(p->command->name, "unknown option '-%c'; use '%s'", *letter, now);
      return STOP;
    }
    if (takes_value(o)) return letter[1] == '\0' ? set_to_next_word(p, o) : set(p, o, letter + 1);
    if (set(p, o, NULL) == STOP) return STOP;
  }
  return GO_ON;
}

/* ---- words --------------------------------------------------------------------------- */

static void add_word(struct parser *p, const struct positional *argument, char *word) {
  struct words words;
  memcpy(&words, p->arguments + argument->destination, sizeof words);
  words.at = p->words;
  words.at[words.count++] = word;
  memcpy(p->arguments + argument->destination, &words, sizeof words);
}

/* Expressions have blanks, so a word too many is probably the rest of one. */
static int fail_unexpected(const struct parser *p, const char *word) {
  const struct positional *last = &p->command->positionals[p->positionals];
  bool quote = p->positionals > 0 && strcmp(last[-1].name, "EXPRESSION") == 0;
  return fail_usage(p->command->name, "unexpected argument '%s'%s", word,
                    quote ? "; put the whole expression in quotes" : "");
}

static bool read_positional(struct parser *p, char *word) {
  const struct positional *argument = &p->command->positionals[p->positionals];
  if (p->command->last_is_many && p->positionals > 0 && argument->name == NULL) {
    add_word(p, argument - 1, word);
    return GO_ON;
  }
  if (argument->name == NULL) {
    p->code = fail_unexpected(p, word);
    return STOP;
  }
  if (p->command->last_is_many && argument[1].name == NULL)
    add_word(p, argument, word);
  else
    memcpy(p->arguments + argument->destination, &word, sizeof word);
  p->positionals++;
  return GO_ON;
}

static bool read_words(struct parser *p) {
  bool only_positionals = false;
  while (p->next < p->end) {
    char *word = *p->next++;
    bool go_on = GO_ON;
    if (only_positionals || word[0] != '-' || word[1] == '\0')
      go_on = read_positional(p, word);
    else if (strcmp(word, "--") == 0)
      only_positionals = true;
    else
      go_on = word[1] == '-' ? read_long(p, word + 2) : read_letters(p, word + 1);
    if (go_on == STOP) return STOP;
  }
  const struct positional *missing = &p->command->positionals[p->positionals];
  if (missing->name == NULL) return GO_ON;
  if (p->command->last_is_optional && missing[1].name == NULL) return GO_ON;
  if (p->command->all_are_optional) return GO_ON;
  p->code = fail_usage(p->command->name, "%s is missing", missing->name);
  return STOP;
}

/* ---- what goes together --------------------------------------------------------------- */

static bool is_given(const struct parser *p, const char *name, size_t length) {
  const struct option *o = find_long(p->command, name, length);
  return (p->given >> (o - p->command->options) & 1) != 0;
}

static bool check_needs(struct parser *p, const struct option *o) {
  if (o->needs == NULL || is_given(p, o->needs, strlen(o->needs))) return GO_ON;
  p->code = fail_usage(p->command->name, "--%s needs --%s", o->name, o->needs);
  return STOP;
}

static bool check_excludes(struct parser *p, const struct option *o) {
  for (const char *other = o->excludes; other != NULL && *other != '\0';) {
    size_t length = strcspn(other, " ");
    if (is_given(p, other, length)) {
      p->code = fail_usage(p->command->name, "--%s conflicts with --%.*s; give only one", o->name,
                           (int)length, other);
      return STOP;
    }
    other += length + strspn(other + length, " ");
  }
  return GO_ON;
}

/* Rejects options that conflict or would do nothing. */
static bool check_together(struct parser *p) {
  for (const struct option *o = p->command->options; o->name != NULL; o++) {
    if ((p->given >> (o - p->command->options) & 1) == 0) continue;
    if (check_excludes(p, o) == STOP || check_needs(p, o) == STOP) return STOP;
  }
  return GO_ON;
}

static bool check_files(struct parser *p) {
  p->code = overwrite_check(p->command, p->arguments);
  return p->code == CODE_YES ? GO_ON : STOP;
}

bool options_parse(const struct command *command, int argc, char **argv, void *arguments,
                   int *code) {
  struct parser p = {
      .command = command, .next = argv, .end = argv + argc, .words = argv, .arguments = arguments};
  bool go_on = read_words(&p) && check_together(&p) && check_files(&p);
  *code = p.code;
  return go_on;
}
