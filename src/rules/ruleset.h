/* Rules with their arguments, in whatever language: what exploring knows of them. */

#ifndef GRUNDY_SRC_RULES_RULED_H
#define GRUNDY_SRC_RULES_RULED_H

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

/* What rules say of one position. */
typedef struct grundy_ruling {
  uint8_t player; /* 'A' or 'B'; 0: the game is impartial */
  uint8_t end;    /* 'P', 'N', 'D', 'A', 'B', or '$' with the payoff; 0: not said */
  double payoff;
} grundy_ruling;

typedef struct grundy_ruled grundy_ruled;

/* One way to write rules. Functions that fail say where in the rules, and at which position. Those
 * that take `canonical` give positions as the rules do, or their canonical forms. */
typedef struct grundy_ruled_kind {
  bool parallel; /* may moves, ruling and canon be called by several threads at once? The others may
                    always */
  grundy_status (*start)(grundy_ruled *ruled, bool canonical, grundy_take take, void *to,
                         grundy_error *error);
  grundy_status (*moves)(grundy_ruled *ruled, grundy_position from, bool canonical,
                         grundy_take take, void *to, grundy_error *error);
  grundy_status (*canon)(grundy_ruled *ruled, grundy_position position, grundy_take take, void *to,
                         grundy_error *error);
  grundy_status (*ruling)(grundy_ruled *ruled, grundy_position position, grundy_ruling *ruling,
                          grundy_error *error);

  /* The name. Where the rules give none that fits the room, that is an error, and there is one
   * nevertheless: theirs, cut, or the usual one. */
  grundy_status (*show)(grundy_ruled *ruled, grundy_position position,
                        char text[GRUNDY_RULES_MAX_NAME], grundy_error *error);

  /* Gives the position of that name to `take`, or nothing if it is no name. */
  grundy_status (*parse)(grundy_ruled *ruled, const char *text, size_t length, bool canonical,
                         grundy_take take, void *to, grundy_error *error);

  grundy_status (*value)(grundy_ruled *ruled, grundy_position position, bool *known,
                         uint32_t *value, grundy_error *error);
  void (*close)(grundy_ruled *ruled);

  /* Are these bytes, from a file, such as the functions above can take? NULL: whatever they are.
   * There is at least one, and at most GRUNDY_RULES_MAX_POSITION. */
  bool (*valid)(grundy_position position);
} grundy_ruled_kind;

/* The beginning of the struct of every kind. */
struct grundy_ruled {
  const grundy_ruled_kind *kind;
  char *text;     /* what opened it, "wythoff:3,5" */
  char *title;    /* one line for people */
  uint32_t bytes; /* of every position; 0: they differ */

  /* A checksum of the digraphs that were read from files among the arguments, as far as the rules
   * were shown them; 0: there are none, or they are not known. */
  uint64_t digraphs;

  bool has_canon, has_show, has_parse, has_terminal, has_player, has_value;
};

typedef struct grundy_ruled_options {
  uint64_t memory;               /* bytes that a script may hold; 0: no limit */
  const grundy_monitor *monitor; /* of opening; NULL: nobody watches */
} grundy_ruled_options;

/* Opens rules. GRUNDY_BAD_INPUT if there are none, they are broken, or the arguments do not suit
 * them. */
grundy_status grundy_ruled_open(const char *text, const grundy_ruled_options *options,
                                grundy_ruled **ruled, grundy_error *error);

/* The same for a script that is not in a file of its own; `name` stands for the file in errors. */
grundy_status grundy_ruled_script(const char *name, const char *source, size_t length,
                                  const char *arguments, const grundy_ruled_options *options,
                                  grundy_ruled **ruled, grundy_error *error);

/* Scripts are a part of that work from now on, and are stopped when its monitor says so. NULL:
 * nobody watches, and a call that takes longer than about a second fails. */
void grundy_ruled_watch(grundy_ruled *ruled, const grundy_work *work);

/* NULL is allowed. */
void grundy_ruled_close(grundy_ruled *ruled);

/* The script, for whoever wants to keep it; NULL if these rules are none. It belongs to them. */
const char *grundy_ruled_source(const grundy_ruled *ruled, size_t *length);

/* Canonical forms: of the start, of what moves lead to, and of a name. */
static inline grundy_status grundy_ruled_start(grundy_ruled *ruled, grundy_take take, void *to,
                                               grundy_error *error) {
  return ruled->kind->start(ruled, true, take, to, error);
}

static inline grundy_status grundy_ruled_moves(grundy_ruled *ruled, grundy_position from,
                                               grundy_take take, void *to, grundy_error *error) {
  return ruled->kind->moves(ruled, from, true, take, to, error);
}

static inline grundy_status grundy_ruled_parse(grundy_ruled *ruled, const char *text, size_t length,
                                               grundy_take take, void *to, grundy_error *error) {
  return ruled->kind->parse(ruled, text, length, true, take, to, error);
}

#endif
