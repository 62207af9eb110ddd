/* Inside rules in Lua, for the files that make them. What may raise an error of Lua runs in a
 * protected call: memory runs out like that, too. */

#ifndef GRUNDY_SRC_RULES_SCRIPT_H
#define GRUNDY_SRC_RULES_SCRIPT_H

#include "rules/impl.h"

#include <lua.h>
#include <pthread.h>

/* The functions of a file of rules. */
typedef enum grundy_script_function {
  SCRIPT_START,
  SCRIPT_MOVES,
  SCRIPT_SHOW,
  SCRIPT_PARSE,
  SCRIPT_CANON,
  SCRIPT_TERMINAL,
  SCRIPT_PLAYER,
  SCRIPT_VALUE,
  SCRIPT_FUNCTIONS,
} grundy_script_function;

/* A position that is packed. */
typedef struct grundy_packed {
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  size_t length;
} grundy_packed;

/* Blocks of up to so many times 16 bytes are small. */
enum { GRUNDY_SCRIPT_CLASSES = 16 };

typedef struct grundy_script {
  grundy_ruleset base;
  lua_State *lua;
  pthread_mutex_t lock; /* of the state */
  bool lockable;
  char *name; /* of the file */
  char *source;
  size_t source_length;
  int functions[SCRIPT_FUNCTIONS];           /* references; LUA_NOREF: the file has none */
  uint64_t held, most;                       /* bytes of memory; `most` 0: no limit */
  uint64_t asked;                            /* bytes of large blocks, since the last hook */
  bool hurried;                              /* the hook is due: they were many */
  void **slabs;                              /* of small blocks; each begins with the next one */
  char *fresh, *fresh_end;                   /* of the first slab: what was never used */
  void **free_blocks[GRUNDY_SCRIPT_CLASSES]; /* by size; each begins with the next one */

  const grundy_work *work;    /* whose monitor is asked; NULL: a call may take only so long */
  uint64_t hooks;             /* in the present call */
  uint64_t steps;             /* of functions in C, since the last hook that they caused */
  bool interrupted, too_long; /* the monitor said stop; a call that nobody watches took too long */
  bool starved;               /* there was no memory for the file or its arguments */

  uint64_t error_line;      /* of the last error; 0: not known */
  grundy_packed given;      /* the position that the rules gave last */
  grundy_digraph *argument; /* one that is read while arguments are pushed */
} grundy_script;

/* Counts steps of a function in C that takes long, as if they were instructions: it raises an error
 * if the call is to be stopped. */
void grundy_script_count(lua_State *lua, uint64_t steps);

/* ---- libraries (script_library.c) ------------------------------------------------------- */

/* Opens the libraries that rules may use. It may raise an error. */
void grundy_script_open_libraries(lua_State *lua);

/* ---- memory (script_memory.c) ----------------------------------------------------------- */

void *grundy_script_allocate(void *context, void *block, size_t old, size_t size);

/* After the state was closed. */
void grundy_script_free_memory(grundy_script *s);

/* ---- positions (script_position.c) ------------------------------------------------------ */

/* Packs the value at the top of the stack; NULL, or what it is that is no position: "nil". */
const char *grundy_script_pack(lua_State *lua, grundy_packed *packed);

/* Are these bytes a position that is packed? */
bool grundy_script_valid(grundy_position position);

/* Are 1, 2, ..., *count the keys of the table at the top of the stack? */
bool grundy_script_is_array(lua_State *lua, lua_Unsigned *count);

/* Pushes a position. It may raise an error. */
void grundy_script_push(lua_State *lua, grundy_position position);

/* The usual name: the integer, the string, or the integers with commas between. */
void grundy_script_usual_name(grundy_position position, char text[GRUNDY_RULES_MAX_NAME]);

/* Pushes the position of a usual name: an integer, integers with commas between, or a string. It
 * may raise an error. */
void grundy_script_push_usual(lua_State *lua, const char *text, size_t length);

/* ---- arguments (script_arguments.c) ----------------------------------------------------- */

/* Pushes the arguments as the field `args` of the table at `index` describes them, and returns how
 * many they are. It raises an error if they do not suit. */
int grundy_script_push_arguments(grundy_script *s, int index, const grundy_argument_list *list);

#endif
