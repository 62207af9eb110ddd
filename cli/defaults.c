#include "defaults.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <grundy/base.h>
#include <grundy/game.h>

#include "expression.h"
#include "failure.h"
#include "progress.h"
#include "run_limits.h"
#include "terminal.h"

/* The longest game that is announced, with its NUL, and the most games. */
enum { LONGEST = 160, MOST_GAMES = 16 };

static bool is_sweep;

void defaults_begin_sweep(void) {
  is_sweep = true;
}

void defaults_end_sweep(void) {
  is_sweep = false;
}

/* Returns whether the game has been announced before, or there are too many, and records it. */
static bool is_announced(const char *text) {
  static char announced[MOST_GAMES][LONGEST];
  static size_t count;
  for (size_t i = 0; i < count; i++)
    if (strcmp(announced[i], text) == 0) return true;
  if (count == MOST_GAMES) return true;
  (void)snprintf(announced[count++], LONGEST, "%s", text);
  return false;
}

/* Describes the arguments of the rules; false if that is impossible. A file must be one that can be
 * read twice. */
static bool describe(const grundy_game_name *game, grundy_gallery_description *description) {
  char path[LONGEST];
  struct stat about;
  (void)snprintf(path, sizeof path, "%.*s", (int)game->length, game->text);
  if (grundy_game_kind_describe(game->kind)->is_file &&
      (stat(path, &about) != 0 || !S_ISREG(about.st_mode)))
    return false;
  grundy_error unused;
  return grundy_rules_describe(game->text, description, &unused) == GRUNDY_OK &&
         strlen(description->arguments) + 1 < sizeof description->arguments;
}

/* Appends the defaults of all arguments after the first `given` ones to the text, which is empty at
 * first. The rules describe an argument as NAME, NAME:KIND or NAME=DEFAULT. */
static void append_defaults(const char *described, size_t given, char *text, size_t size) {
  for (size_t i = 0; *described != '\0'; i++) {
    size_t length = strcspn(described, ",");
    const char *equals = memchr(described, '=', length);
    if (i >= given && equals == NULL) return;
    if (i >= given) {
      size_t used = strlen(text);
      (void)snprintf(text + used, size - used, ",%.*s", (int)(described + length - equals - 1),
                     equals + 1);
    }
    described += length + (described[length] == ',');
  }
}

static size_t count_arguments(const char *arguments) {
  size_t count = 1;
  for (const char *c = arguments; *c != '\0'; c++) count += *c == ',';
  return count;
}

void defaults_announce_game(const grundy_game_name *game, struct limits *limits) {
  grundy_gallery_description description;
  char missing[sizeof description.arguments * 2] = "";
  bool is_rules = grundy_game_kind_describe(game->kind)->is_rules;
  if (is_sweep || terminal_is_quiet() || !is_rules || game->text[game->length] != ':' ||
      *game->arguments == '\0' || strlen(game->text) >= LONGEST || !describe(game, &description))
    return;
  append_defaults(description.arguments, count_arguments(game->arguments), missing, sizeof missing);
  if (missing[0] == '\0' || is_announced(game->text)) return;
  progress_clear(&limits->progress);
  (void)fputs("grundy: ", stderr);
  put_printable(stderr, game->text);
  (void)fputs(" means ", stderr);
  put_printable(stderr, game->text);
  put_printable(stderr, missing);
  (void)fputs("\n", stderr);
}

/* ---- expressions --------------------------------------------------------------------- */

/* A comma before a space separates the arguments of an operator. A list of a sweep, such as [1|2],
 * that ends after the word belongs to a longer game. */
static void announce_word(const char *word, size_t length, struct limits *limits) {
  char text[LONGEST];
  bool is_cut = memchr(word, '[', length) != NULL && memchr(word, ']', length) == NULL;
  if (length > 0 && word[length - 1] == ',') length--;
  if (is_cut || length >= sizeof text) return;
  memcpy(text, word, length);
  text[length] = '\0';
  grundy_game_name game = grundy_game_parse(text);
  defaults_announce_game(&game, limits);
}

void defaults_announce(const char *expression, struct limits *limits) {
  struct expression_game game = {.end = expression};
  while (expression_next_game(&game))
    if (*game.at != '"') announce_word(game.at, (size_t)(game.end - game.at), limits);
}
