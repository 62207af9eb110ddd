/* A rule set: rules in any language, opened with their arguments. */

#ifndef GRUNDY_SRC_RULES_RULESET_H
#define GRUNDY_SRC_RULES_RULESET_H

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/digraph.h>
#include <grundy/rules.h>

#include "base/monitor.h"
#include "rules/position.h"

/* Takes a position from the rules and copies it. Must not call the rules. */
typedef void (*grundy_take)(void *to, grundy_position position);

/* Takes a move of these kinds, one or more bits of <grundy/digraph.h>, as grundy_take does. */
typedef void (*grundy_take_move)(void *to, grundy_position position, uint8_t kinds);

/* Answers of the rules about one position. */
typedef struct grundy_position_info {
  uint8_t player; /* 'A' or 'B'; 0: the game is impartial */
  uint8_t end;    /* 'P', 'N', 'D', 'A', 'B', or '$' with the payoff; 0: unspecified */
  double payoff;
  bool player_failed; /* if the call failed: because of `player`, not of `terminal` */
} grundy_position_info;

/* Where rules with ranks put a position. */
typedef struct grundy_position_rank {
  uint64_t tier, index;
  bool exists; /* false: the rules do not rank it */
} grundy_position_rank;

/* Takes the number of a tier. Must not call the rules. */
typedef void (*grundy_take_tier)(void *to, uint64_t tier);

typedef struct grundy_ruleset grundy_ruleset;

/* A language for rules. Errors say where in the rules and at which position. Functions with a
 * parameter `canonical` give positions as the rules do, or their canonical forms. */
typedef struct grundy_ruleset_kind {
  bool parallel; /* several threads may call moves, info, canon, split, rank, unrank and unmoves at
                    once; the other functions always allow that */
  bool slow;     /* calls take long: ask the monitor often, and let one call do as much as it can */

  /* Prepares the rules for calls by several threads at once; see grundy_ruleset_share. NULL: there
   * is nothing to prepare. */
  grundy_status (*share)(grundy_ruleset *ruleset, bool *shared, grundy_error *error);
  grundy_status (*start)(grundy_ruleset *ruleset, bool canonical, grundy_take take, void *to,
                         grundy_error *error);
  grundy_status (*moves)(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                         grundy_take take, void *to, grundy_error *error);

  /* As moves, with the kinds of moves. Called only if has_kinds. */
  grundy_status (*moves_of_kinds)(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                                  grundy_take_move take, void *to, grundy_error *error);
  grundy_status (*canon)(grundy_ruleset *ruleset, grundy_position position, grundy_take take,
                         void *to, grundy_error *error);

  /* Hands over the position as the other player sees it. Called only if has_swap; several threads
   * may call it as they may call moves. */
  grundy_status (*swap)(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                        grundy_take take, void *to, grundy_error *error);
  grundy_status (*info)(grundy_ruleset *ruleset, grundy_position position,
                        grundy_position_info *info, grundy_error *error);

  /* Writes the name. If the rules do not give a name that fits, that is an error, but `text` is
   * still set: to their name, truncated, or to the default name. */
  grundy_status (*show)(grundy_ruleset *ruleset, grundy_position position,
                        char text[GRUNDY_RULES_MAX_NAME], grundy_error *error);

  /* Gives the position with that name to `take`, or nothing if there is none. */
  grundy_status (*parse)(grundy_ruleset *ruleset, const char *text, size_t length, bool canonical,
                         grundy_take take, void *to, grundy_error *error);

  grundy_status (*value)(grundy_ruleset *ruleset, grundy_position position, bool *known,
                         uint32_t *value, grundy_error *error);

  /* Draws the position; `follower` may be NULL. The board is empty on entry. */
  grundy_status (*board)(grundy_ruleset *ruleset, grundy_position position,
                         const grundy_position *follower, int turn, grundy_board *board,
                         grundy_error *error);

  /* Sets values[i] for each field of the position; called only if there are fields. */
  grundy_status (*fields)(grundy_ruleset *ruleset, grundy_position position, int64_t *values,
                          grundy_error *error);

  /* Hands over the parts of a position, as `split` of grundy_rules emits them: once, without
   * splitting parts again. Called only if has_split; several threads may call it as they may call
   * moves. */
  grundy_status (*split)(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                         grundy_take take, void *to, grundy_error *error);

  /* Sets *order: windows take positions with smaller numbers first. Called only if has_order. */
  grundy_status (*order)(grundy_ruleset *ruleset, grundy_position position, int64_t *order,
                         grundy_error *error);
  void (*close)(grundy_ruleset *ruleset);

  /* These are called only if the rule set has ranks; see <grundy/rules.h>. Nothing is checked that
   * takes more than one call of the rules: an index may be too large, a tier may not have been
   * announced. `unrank` hands over nothing if no position has this rank, and positions as the rules
   * give them otherwise, canonical or not. */
  grundy_status (*count)(grundy_ruleset *ruleset, uint64_t tier, uint64_t *count,
                         grundy_error *error);
  grundy_status (*rank)(grundy_ruleset *ruleset, grundy_position position,
                        grundy_position_rank *rank, grundy_error *error);
  grundy_status (*unrank)(grundy_ruleset *ruleset, uint64_t tier, uint64_t index, grundy_take take,
                          void *to, grundy_error *error);
  grundy_status (*tiers)(grundy_ruleset *ruleset, uint64_t tier, grundy_take_tier take, void *to,
                         grundy_error *error);

  /* Called only if the rule set has it. May hand over positions at which play is over, positions
   * without a rank, and positions more than once. */
  grundy_status (*unmoves)(grundy_ruleset *ruleset, grundy_position position, bool canonical,
                           grundy_take take, void *to, grundy_error *error);

  /* Returns whether these bytes from a file, from 1 to GRUNDY_RULES_MAX_POSITION of them, can be
   * passed to the functions above. NULL: any bytes can. */
  bool (*valid)(const grundy_ruleset *ruleset, grundy_position position);

  /* See grundy_ruleset_set_monitor. NULL: the rules cannot be stopped. */
  void (*set_monitor)(grundy_ruleset *ruleset, const grundy_work *work);
} grundy_ruleset_kind;

/* The first member of the struct of every kind. */
struct grundy_ruleset {
  const grundy_ruleset_kind *kind;
  char *text;     /* name and arguments, such as "wythoff:3,5"; set by grundy_ruleset_set_text */
  char *title;    /* one line for people */
  uint32_t bytes; /* of every position; 0: lengths differ */

  /* A checksum of the digraphs that the rules read from files among the arguments; 0: none, or
   * unknown. */
  uint64_t digraphs;

  /* A checksum of the text of the script or of the game of the gallery, or of the shared object; 0:
   * unknown. */
  uint64_t code;

  bool in_memory; /* the rules have no file or name to open them again, so they cannot be stored */
  /* Whether the rules have these functions. Clear has_canon to ignore `canon`. */
  bool has_canon, has_show, has_parse, has_terminal, has_player, has_value, has_board;
  bool has_split; /* then there is neither `terminal` nor `player` */
  bool
      is_seen_by_mover; /* positions are as the player to move sees them; no `player`, no `split` */
  bool has_swap;        /* only if is_seen_by_mover */
  bool has_order;
  bool has_ranks;     /* count, rank, unrank and tiers */
  bool has_unmoves;   /* only with ranks */
  bool has_kinds;     /* moves may have kinds; only with canon, show, parse, board and fields */
  uint32_t setup;     /* moves with which the game is set up, before rounds are counted */
  bool has_own_parse; /* `parse` rejects what is not a position; the default notation does not */

  /* The names of the integers in a position; set by grundy_ruleset_set_fields. */
  char **field_names;
  uint32_t field_count;
};

typedef struct grundy_ruleset_options {
  uint64_t memory;               /* bytes that a script may allocate; 0: no limit */
  const grundy_monitor *monitor; /* of opening; NULL: none */
} grundy_ruleset_options;

/* Opens rules with the arguments after the colon; `name` is the path of a script or of a shared
 * object, or a game of the gallery. GRUNDY_BAD_INPUT if they do not exist, if they are
 * broken, or if they reject the arguments. */
typedef grundy_status grundy_ruleset_open_function(const char *name, const char *arguments,
                                                   const grundy_ruleset_options *options,
                                                   grundy_ruleset **ruleset, grundy_error *error);
grundy_ruleset_open_function grundy_script_open_file, grundy_compiled_open, grundy_gallery_open;

/* Opens a script that does not have a file of its own; `name` names it in errors. */
grundy_status grundy_script_open(const char *name, const char *source, size_t length,
                                 const char *arguments, const grundy_ruleset_options *options,
                                 grundy_ruleset **ruleset, grundy_error *error);

/* Opens rules that are part of this program, or takes over a game that is already open;
 * rules->close closes the game, unless this fails. `rules` and what they point to must outlive the
 * rule set; the struct itself is copied. */
grundy_status grundy_compiled_linked(const char *name, const grundy_rules *rules,
                                     const char *arguments, grundy_ruleset **ruleset,
                                     grundy_error *error);
grundy_status grundy_compiled_opened(const grundy_rules *rules, uint32_t bytes, void *game,
                                     bool parallel, grundy_ruleset **ruleset, grundy_error *error);

/* Sets the text of the rule set to "NAME:ARGUMENTS", or "NAME" without arguments. Closes the rule
 * set on failure. */
grundy_status grundy_ruleset_set_text(grundy_ruleset *ruleset, const char *name,
                                      const char *arguments, grundy_error *error);

/* Draws the position as the player who began sees it. `turn` is 1 if that player is to move, and 2
 * otherwise. If `follower` is not NULL, the board gets the steps of the move there. The board is
 * empty if the rules draw none. */
grundy_status grundy_ruleset_board(grundy_ruleset *ruleset, grundy_position position,
                                   const grundy_position *follower, int turn, grundy_board *board,
                                   grundy_error *error);

/* Returns GRUNDY_BAD_INPUT if the rules have `split`, `seen_by`, `swap` or kinds of moves together
 * with functions that exclude it. */
grundy_status grundy_ruleset_check_functions(const grundy_ruleset *ruleset, const char *name,
                                             grundy_error *error);

/* Fails with GRUNDY_UNABLE if the rules have kinds of moves, for functions that would take all
 * moves for ordinary ones; `what` is as in grundy_digraph_require_ordinary. */
grundy_status grundy_ruleset_require_ordinary(const grundy_ruleset *ruleset, const char *what,
                                              grundy_error *error);

/* Sets the names of the fields, which are copied. GRUNDY_BAD_INPUT if they are not names of
 * variables in Lua, or not distinct. */
grundy_status grundy_ruleset_set_fields(grundy_ruleset *ruleset, const char *const *names,
                                        size_t count, grundy_error *error);

/* Sets values[i] for each field of the position. GRUNDY_BAD_INPUT if the position lacks some. */
grundy_status grundy_ruleset_fields(grundy_ruleset *ruleset, grundy_position position,
                                    int64_t *values, grundy_error *error);

/* Returns whether positions like this one are lists of integers: those of a script that are not
 * strings, and those with fields. */
bool grundy_ruleset_has_integers(const grundy_ruleset *ruleset, grundy_position position);

/* Sets *count to the number of integers of the position, and values[i] to the first of them, at
 * most GRUNDY_RULES_MAX_FIELDS: all integers of a script, even if fewer or more have names, and the
 * fields of other rules. */
grundy_status grundy_ruleset_integers(grundy_ruleset *ruleset, grundy_position position,
                                      int64_t *values, uint32_t *count, grundy_error *error);

/* Gives the canonical form of the position with these integers to `take`, or nothing if that is
 * not a position; `like` is some position. *can is false if the rules are not a script: their
 * positions cannot be made of integers. */
grundy_status grundy_ruleset_from_integers(grundy_ruleset *ruleset, const int64_t *values,
                                           uint32_t count, grundy_position like, bool *can,
                                           grundy_take take, void *to, grundy_error *error);

/* Parses a name and gives the position to `take`, or nothing if it is not a name. Unlike the
 * `parse` of the kind, this does not take any text for a position of rules without `parse`: the
 * position has the type of the start, and a text for which `canon` fails is not a name. */
grundy_status grundy_ruleset_parse_name(grundy_ruleset *ruleset, const char *text, size_t length,
                                        bool canonical, grundy_take take, void *to,
                                        grundy_error *error);

/* Sets *threads to how many threads, at most `most`, should call the rules at once from now on.
 * Call it, outside of shares, once the game turns out to be large, for any `most`: a script then
 * gets a state of Lua per thread, and GRUNDY_BAD_INPUT if it gives different moves in two of them.
 */
grundy_status grundy_ruleset_share(grundy_ruleset *ruleset, int most, int *threads,
                                   grundy_error *error);

/* From this many positions on, a game is large in this sense. */
enum { GRUNDY_RULESET_SHARED_POSITIONS = 1024 };

/* Makes scripts count as part of that work from now on, and stop when its monitor cancels. NULL: no
 * monitor, and a call that takes longer than about a second fails. */
void grundy_ruleset_set_monitor(grundy_ruleset *ruleset, const grundy_work *work);

/* Returns whether these bytes from a file can be passed to the rules. */
bool grundy_ruleset_valid(const grundy_ruleset *ruleset, grundy_position position);

/* NULL is allowed. */
void grundy_ruleset_close(grundy_ruleset *ruleset);

/* Returns the text of the script, which belongs to the rule set; NULL if the rules are not a
 * script. */
const char *grundy_ruleset_source(const grundy_ruleset *ruleset, size_t *length);

/* These give canonical forms: of the start, of followers, of parts, of the position as the other
 * player sees it, and of a name. */
static inline grundy_status grundy_ruleset_start(grundy_ruleset *ruleset, grundy_take take,
                                                 void *to, grundy_error *error) {
  return ruleset->kind->start(ruleset, true, take, to, error);
}

static inline grundy_status grundy_ruleset_moves(grundy_ruleset *ruleset, grundy_position from,
                                                 grundy_take take, void *to, grundy_error *error) {
  return ruleset->kind->moves(ruleset, from, true, take, to, error);
}

static inline grundy_status grundy_ruleset_split(grundy_ruleset *ruleset, grundy_position position,
                                                 grundy_take take, void *to, grundy_error *error) {
  return ruleset->kind->split(ruleset, position, true, take, to, error);
}

static inline grundy_status grundy_ruleset_swap(grundy_ruleset *ruleset, grundy_position position,
                                                grundy_take take, void *to, grundy_error *error) {
  return ruleset->kind->swap(ruleset, position, true, take, to, error);
}

static inline grundy_status grundy_ruleset_parse(grundy_ruleset *ruleset, const char *text,
                                                 size_t length, grundy_take take, void *to,
                                                 grundy_error *error) {
  return ruleset->kind->parse(ruleset, text, length, true, take, to, error);
}

#endif
