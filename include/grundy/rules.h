/* Games given by rules. This is all that a file of rules in C needs; it is not linked with the
 * library.
 *
 *   #include <grundy/rules.h>
 *   ... functions ...
 *   GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules),
 *                   .title = "My game", .open = ..., ...};
 *
 * `grundy rules new NAME --c` writes such a file, `grundy rules build NAME.c` compiles it to
 * NAME.so, and ./NAME.so:ARGUMENTS is then a GAME. A program can also explore rules of its own:
 * grundy_game_from_rules. docs/rules.md has more. */

#ifndef GRUNDY_RULES_H
#define GRUNDY_RULES_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the struct below. Later versions of the library load files of this version, and of
 * version 1, which had no size and reported a lack of memory by the text "more memory". Members
 * that are added later do not change the number: the size says whether a file has them. */
#define GRUNDY_RULES_ABI 2

/* A position has at least one and at most this many bytes, and its name at most so many with the
 * NUL. */
enum { GRUNDY_RULES_MAX_POSITION = 4096, GRUNDY_RULES_MAX_NAME = 256 };

/* What `open` returns if there is not enough memory: a control character, not a text for people. */
#define GRUNDY_RULES_MEMORY "\1"

/* What follows the colon, split at commas. */
typedef struct grundy_arguments {
  size_t count;
  const char *const *text;
} grundy_arguments;

/* Where moves go: call emit(to, position) for every position that a move leads to. It is copied; a
 * position may be emitted more than once, and counts once. */
typedef void (*grundy_emit)(void *to, const void *position);

/* A game. A position is a block of bytes, always of the same size in one game, and two positions
 * are the same if their bytes are: set unused bytes (padding of structs, too) to zero. All
 * functions but `open` and `close` are called by several threads at once and must give the same
 * answer for the same bytes. Those that are "optional" may be NULL. */
typedef struct grundy_rules {
  uint32_t abi;      /* required: GRUNDY_RULES_ABI */
  uint32_t size;     /* required: sizeof(grundy_rules); members beyond it are NULL */
  const char *title; /* required: one line for people */
  const char *args;  /* what follows the colon, such as "ROWS,COLUMNS"; NULL: nothing does */

  /* Required. Begins a game with these arguments: sets how many bytes a position has, and a pointer
   * that all other functions get and that belongs to the rules. Returns NULL; or, if the arguments
   * are wrong, what was expected, for people: "a number of almonds from 1 to 200"; or
   * GRUNDY_RULES_MEMORY if there is not enough memory. */
  const char *(*open)(const grundy_arguments *arguments, uint32_t *bytes, void **game);

  /* Optional. Frees what `open` gave; by default there is nothing to free. */
  void (*close)(void *game);

  /* Required. Writes the position where play starts. */
  void (*start)(const void *game, void *position);

  /* Required. Emits what every move leads to; none: play is over. */
  void (*moves)(const void *game, const void *position, grundy_emit emit, void *to);

  /* Optional. Replaces a position by the representative of its symmetry class; canon of canon is
   * canon, and moves of a position lead to the classes that moves of its representative lead to.
   * Without it every position represents itself. */
  void (*canon)(const void *game, void *position);

  /* Optional. Writes the name of a position, UTF-8, NUL-terminated and cut to `size` bytes, and
   * returns the length of the whole, as snprintf does. Different positions have different names.
   * The bytes may come from a file that somebody changed: any are to be borne.
   * Without it a position is called by its bytes, as numbers with commas between. */
  size_t (*show)(const void *game, const void *position, char *text, size_t size);

  /* Optional. Reads a name back; false if it is none. The caller applies canon to what was read.
   * Without it the explored positions are searched for one that is shown so. */
  bool (*parse)(const void *game, const char *text, size_t length, void *position);

  /* Optional. How the game ends here, whatever `moves` says: 'P' (who moved last wins), 'N' (who
   * would move next wins), 'D' (a draw); 'A' or 'B', the winner of a game with players; or '$', and
   * what A gets in *payoff. 0: play goes on, or ends because there are no moves. Without it who
   * cannot move loses. */
  int (*terminal)(const void *game, const void *position, double *payoff);

  /* Optional. Who moves here, 'A' or 'B'. Without it the game is impartial. */
  int (*player)(const void *game, const void *position);

  /* Optional. A closed form: the value of a position, a nimber; false if it is not known there. It
   * is used in sums that are too large to be explored, and `grundy rules check` checks it. */
  bool (*value)(const void *game, const void *position, uint32_t *value);
} grundy_rules;

/* The one symbol of a file of rules; the gallery gives each of its own a name, and shows none. */
#if defined(__GNUC__) && !defined(GRUNDY_RULES_SYMBOL)
#define GRUNDY_RULES_SHOWN __attribute__((visibility("default")))
#else
#define GRUNDY_RULES_SHOWN
#endif
#ifndef GRUNDY_RULES_SYMBOL
#define GRUNDY_RULES_SYMBOL grundy_rules_of_this_file
#endif
#define GRUNDY_RULES                                                                               \
  extern GRUNDY_RULES_SHOWN const grundy_rules GRUNDY_RULES_SYMBOL;                                \
  GRUNDY_RULES_SHOWN const grundy_rules GRUNDY_RULES_SYMBOL

/* For `open`: reads argument `index`, a number from `least` to `most`. False if it is anything
 * else, or missing. */
static inline bool grundy_argument(const grundy_arguments *arguments, size_t index, long least,
                                   long most, long *number) {
  if (index >= arguments->count) return false;
  const char *text = arguments->text[index];
  char *end;
  if ((*text < '0' || *text > '9') && *text != '-') return false;
  errno = 0;
  *number = strtol(text, &end, 10);
  return *end == '\0' && errno == 0 && *number >= least && *number <= most;
}

#ifdef __cplusplus
}
#endif

#endif
