/* Scopes: what a formula in Lua can read about a position. A formula is a condition, a closed form
 * or the predicate of an operator. It reads variables, such as `a`, and members of the object p,
 * such as p.a; reading anything else is an error, so that a misspelled name is not nil. */

#ifndef GRUNDY_SRC_RULES_SCOPE_H
#define GRUNDY_SRC_RULES_SCOPE_H

#include "rules/script.h"

/* A position as a formula sees it. */
typedef struct grundy_scope_view {
  uint32_t vertex;          /* for the caller */
  const int64_t *values;    /* the integers of the position; the first ones are the fields, */
  uint32_t count;           /* and how many there are, perhaps fewer than fields */
  grundy_position position; /* for the caller; may be empty */
} grundy_scope_view;

typedef struct grundy_scope grundy_scope;

/* The members that positions have in addition to their fields and their names. */
typedef struct grundy_scope_members {
  uint32_t count;
  const char *(*name_of)(uint32_t member);
  const char *const *constants; /* names that are taken, too; ends with NULL */

  bool (*can_read)(const grundy_scope *scope, uint32_t member);

  /* For messages: whether the game has it, and why it cannot be read. */
  bool (*exists)(const grundy_scope *scope, uint32_t member);
  void (*explain_lack)(const grundy_scope *scope, uint32_t member, char *text, size_t room);

  /* Returns whether it is known at the position: pushing it raises an error otherwise. Needed only
   * if there are members. */
  bool (*is_known)(const grundy_scope *scope, const grundy_scope_view *view, uint32_t member);

  /* Push an entry; may raise an error. */
  void (*push)(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view,
               uint32_t member);
  void (*push_name)(lua_State *lua, const grundy_scope *scope, const grundy_scope_view *view);
} grundy_scope_members;

/* A variable that is set at every position. */
typedef struct grundy_scope_variable {
  const char *name;
  lua_Integer entry;
} grundy_scope_variable;

enum { GRUNDY_SCOPE_MAX_MEMBERS = 32 };

/* The first three are set by the caller. An object p stays valid during a round, and describes the
 * same position all the time; reading it in a later round is an error. */
struct grundy_scope {
  const grundy_scope_members *members;
  void *context;
  bool is_expression; /* the formula is one expression, a function of p; otherwise a script */

  const char *text; /* of the formula */
  size_t length;
  const char *const *fields;
  uint32_t field_count;
  bool uses_p, needs_fields;
  bool has_integers; /* p[1], p[2] … exist; grundy_scope_begin sets it if there are fields */
  bool has_read;     /* whether anything about a position was read in this round */
  bool is_fast;      /* whether variables are set in advance; not before the first one was read */
  bool at_position;  /* false while a script is loaded */
  uint64_t round;    /* the number of calls of grundy_scope_begin */
  grundy_scope_view view;
  int environment, object, variables, tracker; /* references */
  uint32_t variable_count;
  grundy_scope_variable set[GRUNDY_RULES_MAX_FIELDS + GRUNDY_SCOPE_MAX_MEMBERS + 1];
};

/* Makes the text of a chunk: an expression becomes what a function of p returns. NULL if memory
 * runs out; the caller frees it. */
char *grundy_scope_chunk(const char *text, size_t length, bool is_expression, size_t *size);

/* Returns whether the text contains the word, perhaps in a comment or a string. */
bool grundy_scope_mentions(const char *text, size_t length, const char *word);

/* Opens the libraries and pushes the chunk, which is the source of the script, as a function whose
 * globals are those of the scope. Raises an error if it is wrong. */
void grundy_scope_load(lua_State *lua, grundy_scope *scope);

/* Begins a round of positions with these fields. */
void grundy_scope_begin(lua_State *lua, grundy_scope *scope, const char *const *fields,
                        uint32_t count);

/* Goes to a position, and pushes p, or nil if the formula does not use it. The values of the view
 * may be missing if the scope does not need fields. */
void grundy_scope_enter(lua_State *lua, grundy_scope *scope, grundy_scope_view view);

/* Pushes p for another position of the round. */
void grundy_scope_push(lua_State *lua, grundy_scope *scope, const grundy_scope_view *view);

/* Returns whether the value at the index is such an object, and its view. Raises an error if it
 * belongs to an earlier round. */
bool grundy_scope_is_position(lua_State *lua, const grundy_scope *scope, int index,
                              grundy_scope_view *view);

/* Finds the first place of the text where the word may be a variable: it does not follow one dot,
 * as in p.a. */
bool grundy_scope_find_variable(const char *text, size_t length, const char *word, size_t *place);

/* Pops the result of a condition. Raises an error unless it is true, false or nil, which counts as
 * false: a number would always count as true. */
bool grundy_scope_take_condition(lua_State *lua);

#endif
