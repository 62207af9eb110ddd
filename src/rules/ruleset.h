/* A rule set: rules with their arguments, in whatever language. */

#ifndef GRUNDY_SRC_RULES_RULESET_H
#define GRUNDY_SRC_RULES_RULESET_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/rules.h>

#include "base/monitor.h"

/* A position as it is kept: bytes, which tell positions apart. */
typedef struct grundy_position {
  const void *bytes;
  size_t length;
} grundy_position;

/* Takes a position that rules give; it is copied. It calls nothing of the rules. */
typedef void (*grundy_take)(void *to, grundy_position position);

/* What rules say about one position. */
typedef struct grundy_position_info {
  uint8_t player; /* 'A' or 'B'; 0: the game is impartial */
  uint8_t end;    /* 'P', 'N', 'D', 'A', 'B', or '$' with the payoff; 0: not said */
  double payoff;
  bool player_failed; /* after a call that failed: because of `player`, not of `terminal` */
} grundy_position_info;

typedef struct grundy_ruleset grundy_ruleset;

/* One way to write rules. Functions that fail say where in the rules, and at which position. Those
 * that take `canonical` give positions as the rules do, or their canonical forms. */
typedef struct grundy_ruleset_kind {
  bool parallel; /* may moves, info and canon be called by several threads at once? The others may
                    always */
  grundy_status (*start)(grundy_ruleset *ruleset, bool canonical, grundy_take take, void *to,
                         grundy_error *error);
  grundy_status (*moves)(grundy_ruleset *ruleset, grundy_position from, bool canonical,
                         grundy_take take, void *to, grundy_error *error);
  grundy_status (*canon)(grundy_ruleset *ruleset, grundy_position position, grundy_take take,
                         void *to, grundy_error *error);
  grundy_status (*info)(grundy_ruleset *ruleset, grundy_position position,
                        grundy_position_info *info, grundy_error *error);

  /* The name. Where the rules give none that fits the room, that is an error, and there is one
   * nevertheless: theirs, cut, or the usual one. */
  grundy_status (*show)(grundy_ruleset *ruleset, grundy_position position,
                        char text[GRUNDY_RULES_MAX_NAME], grundy_error *error);

  /* Gives the position of that name to `take`, or nothing if it is no name. */
  grundy_status (*parse)(grundy_ruleset *ruleset, const char *text, size_t length, bool canonical,
                         grundy_take take, void *to, grundy_error *error);

  grundy_status (*value)(grundy_ruleset *ruleset, grundy_position position, bool *known,
                         uint32_t *value, grundy_error *error);
  void (*close)(grundy_ruleset *ruleset);

  /* Are these bytes, from a file, such as the functions above can take? NULL: whatever they are.
   * There is at least one, and at most GRUNDY_RULES_MAX_POSITION. */
  bool (*valid)(grundy_position position);
} grundy_ruleset_kind;

/* The beginning of the struct of every kind. */
struct grundy_ruleset {
  const grundy_ruleset_kind *kind;
  char *text;     /* what opened it, "wythoff:3,5"; set by grundy_ruleset_set_text */
  char *title;    /* one line for people */
  uint32_t bytes; /* of every position; 0: they differ */

  /* A checksum of the digraphs that were read from files among the arguments, as far as the rules
   * were shown them; 0: there are none, or they are not known. */
  uint64_t digraphs;

  bool in_memory; /* no file and no name leads to these rules: they cannot be stored */
  bool has_canon, has_show, has_parse, has_terminal, has_player, has_value;
};

typedef struct grundy_ruleset_options {
  uint64_t memory;               /* bytes that a script may hold; 0: no limit */
  const grundy_monitor *monitor; /* of opening; NULL: nobody watches */
} grundy_ruleset_options;

/* Opens rules with the arguments that follow the colon; `name` is the path of a script or of a
 * shared object, or a game of the gallery. GRUNDY_BAD_INPUT if there are none, they are broken, or
 * reject the arguments. */
typedef grundy_status grundy_ruleset_open_function(const char *name, const char *arguments,
                                                   const grundy_ruleset_options *options,
                                                   grundy_ruleset **ruleset, grundy_error *error);
grundy_ruleset_open_function grundy_script_open_file, grundy_compiled_open, grundy_gallery_open;

/* The same for a script that is not in a file of its own; `name` stands for the file in errors. */
grundy_status grundy_script_open(const char *name, const char *source, size_t length,
                                 const char *arguments, const grundy_ruleset_options *options,
                                 grundy_ruleset **ruleset, grundy_error *error);

/* The same for rules of this program, and for a game that is open already, which rules->close
 * closes, but not if this fails. `rules` and what they point to must exist as long as the rule
 * set; the struct itself is copied. */
grundy_status grundy_compiled_linked(const char *name, const grundy_rules *rules,
                                     const char *arguments, grundy_ruleset **ruleset,
                                     grundy_error *error);
grundy_status grundy_compiled_opened(const grundy_rules *rules, uint32_t bytes, void *game,
                                     bool parallel, grundy_ruleset **ruleset, grundy_error *error);

/* Notes what the rule set was opened by: "NAME:ARGUMENTS", or "NAME" if there are none. On failure
 * it closes the rule set. */
grundy_status grundy_ruleset_set_text(grundy_ruleset *ruleset, const char *name,
                                      const char *arguments, grundy_error *error);

/* Scripts are a part of that work from now on, and are stopped when its monitor says so. NULL:
 * nobody watches, and a call that takes longer than about a second fails. */
void grundy_ruleset_set_monitor(grundy_ruleset *ruleset, const grundy_work *work);

/* NULL is allowed. */
void grundy_ruleset_close(grundy_ruleset *ruleset);

/* The script, for whoever wants to keep it; NULL if these rules are none. It belongs to them. */
const char *grundy_ruleset_source(const grundy_ruleset *ruleset, size_t *length);

/* Canonical forms: of the start, of what moves lead to, and of a name. */
static inline grundy_status grundy_ruleset_start(grundy_ruleset *ruleset, grundy_take take,
                                                 void *to, grundy_error *error) {
  return ruleset->kind->start(ruleset, true, take, to, error);
}

static inline grundy_status grundy_ruleset_moves(grundy_ruleset *ruleset, grundy_position from,
                                                 grundy_take take, void *to, grundy_error *error) {
  return ruleset->kind->moves(ruleset, from, true, take, to, error);
}

static inline grundy_status grundy_ruleset_parse(grundy_ruleset *ruleset, const char *text,
                                                 size_t length, grundy_take take, void *to,
                                                 grundy_error *error) {
  return ruleset->kind->parse(ruleset, text, length, true, take, to, error);
}

#endif
