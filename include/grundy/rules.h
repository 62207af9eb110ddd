/* Games given by rules. This is the only header that a file of rules in C needs; such a file is not
 * linked with the library.
 *
 *   #include <grundy/rules.h>
 *   ... functions ...
 *   GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules),
 *                   .title = "My game", .open = ..., ...};
 *
 * `grundy rules new NAME --c` writes such a file, `grundy rules build NAME.c` compiles it to
 * NAME.so, and ./NAME.so:ARGUMENTS is then a GAME. A program can also explore rules of its own with
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
 * that are added later do not change the version: the size says whether a file has them. */
#define GRUNDY_RULES_ABI 2

/* The most bytes of a position, which has at least one, and the most bytes of its name, including
 * the NUL. */
enum { GRUNDY_RULES_MAX_POSITION = 4096, GRUNDY_RULES_MAX_NAME = 256 };

/* The most fields of a position, and the most bytes of the name of one, without the NUL. */
enum { GRUNDY_RULES_MAX_FIELDS = 64, GRUNDY_RULES_MAX_FIELD_NAME = 31 };

/* Returned by `open` if there is not enough memory: a control character, not a text for people. */
#define GRUNDY_RULES_MEMORY "\1"

/* The text after the colon, split at commas. */
typedef struct grundy_arguments {
  size_t count;
  const char *const *text;
} grundy_arguments;

/* Receives moves: call emit(to, position) for every position that a move leads to. The position is
 * copied; a position that is emitted more than once counts once, but see `split`. */
typedef void (*grundy_emit)(void *to, const void *position);

/* Receives moves with their kinds (docs/carry-on.md): '-' is an ordinary move, '+' a carry-on move,
 * '=' a local carry-on move and '!' an entailing move. A position that is emitted with several
 * kinds can be reached by a move of each of them. */
typedef void (*grundy_emit_move)(void *to, const void *position, char kind);

/* Not a place of a board. */
#define GRUNDY_RULES_OUTSIDE UINT32_MAX

/* Receives a board: call these functions with `to` as their first argument. A board is a grid, or
 * points, or heaps; points that are added after the heaps, one per heap, say where these are.
 * Places are numbered from 0: the cells of a grid row by row from the upper left corner, points and
 * heaps in the order in which they are added. Pieces are printable characters of ASCII: X belongs
 * to the player who began and O to the opponent, any other to nobody; a place may have several. In
 * a grid the piece - alone means that the cell is not part of the board. Texts are copied. Later
 * versions may add members at the end. */
typedef struct grundy_board_writer {
  void *to;
  void (*grid)(void *to, uint32_t rows, uint32_t columns);
  void (*point)(void *to, double x, double y); /* y grows downwards */
  void (*line)(void *to, uint32_t from, uint32_t place);
  void (*heap)(void *to, uint64_t counters);
  void (*piece)(void *to, uint32_t place, char piece);
  void (*label)(void *to, uint32_t place, const char *label); /* a name for the place itself */
  void (*title)(void *to, char piece, const char *title);     /* a word for the piece */

  /* A piece moves from one place to another, or from or to GRUNDY_RULES_OUTSIDE. Not on heaps. */
  void (*step)(void *to, uint32_t from, uint32_t place, char piece);

  /* Since version 0.3 of the library. */
  void (*circle)(void *to, uint32_t points);              /* clockwise, the first one at the top */
  void (*arrow)(void *to, uint32_t from, uint32_t place); /* a line with a head */

  /* Which way the piece looks: "left", "right", "up" or "down". On a grid such pieces leave the
   * board through exits on that side. */
  void (*facing)(void *to, char piece, const char *way);
} grundy_board_writer;

/* A game. A position is a block of bytes of the same size throughout a game, and two positions are
 * the same if their bytes are: set unused bytes (including the padding of structs) to zero. All
 * functions except `open` and `close` are called by several threads at once and must give the same
 * answer for the same bytes. Functions marked optional may be NULL. */
typedef struct grundy_rules {
  uint32_t abi;      /* required: GRUNDY_RULES_ABI */
  uint32_t size;     /* required: sizeof(grundy_rules); members beyond it are NULL */
  const char *title; /* required: one line for people */
  const char *args;  /* the text after the colon, such as "ROWS,COLUMNS"; NULL: none */

  /* Required. Starts a game with these arguments: sets the number of bytes of a position, and a
   * pointer that is passed to all other functions and belongs to the rules. Returns NULL; or, if
   * the arguments are wrong, what was expected, for people: "a number of almonds from 1 to 200"; or
   * GRUNDY_RULES_MEMORY if there is not enough memory. */
  const char *(*open)(const grundy_arguments *arguments, uint32_t *bytes, void **game);

  /* Optional. Frees what `open` allocated. By default there is nothing to free. */
  void (*close)(void *game);

  /* Required. Writes the start position. */
  void (*start)(const void *game, void *position);

  /* Required, unless there is `moves_of_kinds`. Emits the position that each move leads to. If
   * there are none, play is over. */
  void (*moves)(const void *game, const void *position, grundy_emit emit, void *to);

  /* Optional. Replaces a position by the representative of its symmetry class. canon of canon is
   * canon, and the moves of a position lead to the same classes as the moves of its representative.
   * By default every position represents itself. */
  void (*canon)(const void *game, void *position);

  /* Optional. Writes the name of a position, UTF-8, NUL-terminated and truncated to `size` bytes,
   * and returns the length of the whole name, as snprintf does. Different positions must have
   * different names. The bytes may come from a file that somebody has modified, so the function
   * must cope with any bytes. By default the name is the bytes of the position as numbers,
   * separated by commas. */
  size_t (*show)(const void *game, const void *position, char *text, size_t size);

  /* Optional. Parses a name; false if it is not the name of a position. The caller applies canon to
   * the result. By default the library searches the explored positions for one that `show` gives
   * this name. */
  bool (*parse)(const void *game, const char *text, size_t length, void *position);

  /* Optional. Returns how the game ends here, whatever `moves` emits: 'P' (the player who moved
   * last wins), 'N' (the player who would move next wins), 'D' (a draw); 'A' or 'B', the winner of
   * a game with players; or '$', with the payoff to A in *payoff. 0: play goes on, or ends because
   * there are no moves. By default a player who cannot move loses. */
  int (*terminal)(const void *game, const void *position, double *payoff);

  /* Optional. Returns who moves here, 'A' or 'B'. By default the game is impartial. */
  int (*player)(const void *game, const void *position);

  /* Optional. A closed form: the value of a position, a nimber; false if it is not known there. It
   * is used in sums that are too large to explore, and `grundy rules check` checks it. */
  bool (*value)(const void *game, const void *position, uint32_t *value);

  /* Optional. Draws the position as a board. `turn` is 1 if the player who began is to move, and 2
   * otherwise: rules that see every position from the side of the player to move turn the board
   * around when it is 2, so that nothing seems to move between two turns. If `follower` is not
   * NULL, it is the position after a move, and the function may call `step` to say what moves from
   * where to where; by default the library compares the boards of the two positions. */
  void (*board)(const void *game, const void *position, const void *follower, int turn,
                const grundy_board_writer *board);

  /* Optional. Gives the fields of a position: integers with names, such as the sizes of its heaps,
   * for conditions, tables and NumPy. A game has the same fields at every position. Returns their
   * number, at most GRUNDY_RULES_MAX_FIELDS, and sets names[i] unless `names` is NULL, and
   * values[i] unless `values` is NULL; `position` is NULL if `values` is. The names belong to the
   * rules; a name consists of letters, digits and _, does not begin with a digit, and is not a
   * reserved word of Lua. */
  size_t (*fields)(const void *game, const void *position, const char *names[], int64_t values[]);

  /* Optional. Emits the parts of which the position is the sum: positions whose moves do not affect
   * each other, so that a move of the position is a move in one part and leaves the others as they
   * are. A part that is emitted twice is there twice. Emitting nothing means that the position has
   * no moves, and emitting only the position itself that it does not come apart. Parts are
   * positions themselves: the library passes every part to `split` again until only parts are left
   * that do not come apart, and this must end. A part need not be reachable from the start. The
   * parts of a position and those of its canonical form have the same canonical forms. The library
   * checks this promise on a sample of positions (docs/splitting.md). By default no position comes
   * apart. Not for rules with `terminal` or `player`: a player who cannot move in
   * any part loses. */
  void (*split)(const void *game, const void *position, grundy_emit emit, void *to);

  /* Optional. Says which positions a window of the game has (docs/infinite.md): of the positions
   * that have been reached, the one with the smallest number is taken next, and of several the one
   * that was reached first. By default a window grows breadth first. */
  int64_t (*order)(const void *game, const void *position);

  /* The next four are optional together: a rule set has all of them or none. They number the
   * positions, so that a game can be solved that is too large to store: each position belongs to a
   * tier and has an index there. Tiers are numbers of the rules' own choice; the first one is that
   * of the start, and the game has the tiers that can be reached from it through `tiers`.
   * <grundy/rank.h> has functions that compute indices of usual boards.
   *
   * Every position that `start`, `moves` and `canon` give has a rank, a tier and an index below
   * `count`, and different positions have different ranks. `canon` does not change the tier. But if
   * the start has no rank, the game has no ranks with these arguments. */

  /* Returns the number of indices of a tier of the game. */
  uint64_t (*count)(const void *game, uint64_t tier);

  /* Sets the rank of a position; false if it has none, because the bytes are not a position of the
   * game. */
  bool (*rank)(const void *game, const void *position, uint64_t *tier, uint64_t *index);

  /* Writes the position with this rank; `index` is less than `count`. Returns false if there is no
   * such position: some indices may be unused. Positions that cannot be reached from the start are
   * allowed, but what is promised about moves must hold for them, too. */
  bool (*unrank)(const void *game, uint64_t tier, uint64_t index, void *position);

  /* Emits the tiers that moves from positions of this tier can lead to, other than the tier itself;
   * those to which no move leads are allowed. No tier leads back to itself through others. */
  void (*tiers)(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier), void *to);

  /* Optional, only with ranks. Emits the positions that have a move to this one. The caller ignores
   * those at which play is over according to `terminal`, and those without a rank. If there is
   * `canon`, the positions emitted for a position and for its representative belong to the same
   * classes. */
  void (*unmoves)(const void *game, const void *position, grundy_emit emit, void *to);

  /* Optional. "mover": positions are described as the player to move sees them, so that `moves`
   * turns the board around. Such a game has no sums with others, since in a sum one player may move
   * in it twice running, unless it has `swap`. Not for rules with `player` or `split`. NULL: a
   * position is the same for both players. */
  const char *seen_by;

  /* Optional, only if seen_by is "mover". Replaces a position by the same position as the other
   * player sees it, to move there in their turn; swap of swap is the position itself. Promises that
   * both have the same value, G and K: then sums are defined (docs/rules.md). If there is `canon`,
   * a position and its representative have the same `swap` up to symmetry. */
  void (*swap)(const void *game, void *position);

  /* In place of `moves`, for games with carry-on or entailing moves. Emits the position that each
   * move leads to, with the kind of the move. Not for rules with `terminal`, `player`, `value`,
   * `split`, `order`, `seen_by` or ranks. */
  void (*moves_of_kinds)(const void *game, const void *position, grundy_emit_move emit, void *to);
} grundy_rules;

/* The only symbol of a file of rules. In the gallery each file has its own symbol, and none is
 * visible outside the library. */
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

/* For `open`: parses argument `index`, a number from `least` to `most`. False if it is anything
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
