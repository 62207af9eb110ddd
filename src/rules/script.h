/* Internals of rules in Lua. Code that may raise an error of Lua runs in a protected call; running
 * out of memory is such an error. */

#ifndef GRUNDY_SRC_RULES_SCRIPT_H
#define GRUNDY_SRC_RULES_SCRIPT_H

#include "rules/impl.h"

#include "base/threads.h"

#include <locale.h>
#include <lua.h>
#include <pthread.h>
#include <stdatomic.h>

/* The functions that a file of rules may define. */
typedef enum grundy_script_function {
  SCRIPT_START,
  SCRIPT_MOVES,
  SCRIPT_SHOW,
  SCRIPT_PARSE,
  SCRIPT_CANON,
  SCRIPT_TERMINAL,
  SCRIPT_PLAYER,
  SCRIPT_VALUE,
  SCRIPT_BOARD,
  SCRIPT_SPLIT,
  SCRIPT_ORDER,
  SCRIPT_SWAP,
  SCRIPT_COUNT,
  SCRIPT_RANK,
  SCRIPT_UNRANK,
  SCRIPT_TIERS,
  SCRIPT_UNMOVES,
  SCRIPT_FUNCTIONS,
} grundy_script_function;

/* A position packed into bytes. */
typedef struct grundy_packed {
  unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  size_t length;
} grundy_packed;

/* Blocks of up to this many times 16 bytes are small. */
enum { GRUNDY_SCRIPT_CLASSES = 16 };

/* Positions, each after a uint32_t: its length, and from this bit on the kind of the move there, a
 * bit of <grundy/digraph.h>, or 0 if it is ordinary. */
enum { GRUNDY_SCRIPT_KIND_SHIFT = 16 };
typedef struct grundy_script_positions {
  unsigned char *at;
  size_t used, room; /* bytes */
} grundy_script_positions;

/* Returns the position that begins at byte *at, and moves *at to the next. */
static inline grundy_position grundy_script_next_position(const grundy_script_positions *from,
                                                          size_t *at) {
  uint32_t length;
  memcpy(&length, from->at + *at, sizeof length);
  length &= (UINT32_C(1) << GRUNDY_SCRIPT_KIND_SHIFT) - 1;
  grundy_position position = {from->at + *at + sizeof length, length};
  *at += sizeof length + length;
  return position;
}

/* The canonical form of a short position, after the position itself. */
typedef struct grundy_canon_entry {
  uint8_t length, form_length; /* length 0: the entry is free */
  unsigned char bytes[];       /* canon_bytes with the two lengths */
} grundy_canon_entry;

/* A script with one state of Lua. Other threads may have copies with states of their own; only the
 * original is known to callers. */
typedef struct grundy_script {
  grundy_ruleset base;
  lua_State *lua;                 /* NULL: this copy was closed to save memory */
  struct grundy_script *original; /* itself, unless this is a copy */
  pthread_mutex_t lock;           /* protects the state */
  locale_t locale; /* C, for calls: numbers have the same texts everywhere; 0: none */
  bool lockable;
  bool adds[SCRIPT_FUNCTIONS]; /* whether that function has a second parameter, `add` */
  char *name;                  /* of the file */
  char *source;
  size_t source_length;
  char *arguments;                 /* NULL: this is not a file of rules */
  int functions[SCRIPT_FUNCTIONS]; /* references; LUA_NOREF: the file does not define it */
  uint32_t canon_bytes;            /* of an entry of the cache of canonical forms */
  uint64_t held;                   /* bytes of memory */
  uint64_t requested;              /* bytes of large blocks since the last hook */
  bool hook_due;                   /* whether the hook comes early because they were many */
  void **slabs;                    /* of small blocks; each begins with a pointer to the next */
  char *fresh, *fresh_end;         /* the unused rest of the first slab */
  void **free_blocks[GRUNDY_SCRIPT_CLASSES]; /* by size; each begins with a pointer to the next */

  uint64_t hooks;             /* number of hooks in the present call */
  uint64_t most_hooks;        /* after which it is stopped */
  uint64_t steps;             /* of C functions, since the last hook that they caused */
  bool interrupted, too_long; /* the monitor cancelled; a call took too long */
  bool out_of_memory;         /* no memory for the file or its arguments */
  bool adds_now;              /* a function that may call `add` is running, */
  bool adds_arrays;           /* and the position that it got is an array */

  uint64_t error_line;             /* of the last error; 0: unknown */
  grundy_packed given;             /* the position that the rules returned last */
  grundy_script_positions results; /* to hand over when the call has succeeded */
  grundy_script_positions spare;
  unsigned char *canon;               /* a cache of entries of canon_bytes, by hash */
  uint32_t canon_count, canon_misses; /* its entries, a power of two; misses since it was made */
  grundy_digraph *argument;           /* a digraph being read while arguments are pushed */

  /* Only of the original. */
  uint64_t most;           /* bytes that all copies may hold; 0: no limit */
  _Atomic uint64_t total;  /* bytes that they hold */
  const grundy_work *work; /* with the monitor to ask; NULL: the length of a call is limited */
  pthread_t watcher;       /* the thread that asks the monitor */
  atomic_bool stopped;     /* the monitor cancelled */
  atomic_bool is_shared;   /* threads have copies of their own */
  atomic_bool is_alone;    /* there is no memory for copies, or they do not agree */
  struct grundy_script *_Atomic copies[GRUNDY_MAX_THREADS]; /* by share; that of share 0 only
                                                               checks the others */
} grundy_script;

/* ---- calls (script_call.c) --------------------------------------------------------------- */

extern const char *const grundy_script_function_names[SCRIPT_FUNCTIONS];

/* Returns the script of a state of Lua. */
grundy_script *grundy_script_of(lua_State *lua);

/* Makes calls part of that work, of which this thread asks the monitor; NULL: their time is limited
 * from now on. */
void grundy_script_set_work(grundy_script *s, const grundy_work *work);

/* Limits the time of calls from now on. */
void grundy_script_start_limits(grundy_script *s);

/* The arguments and results of a protected call; each function uses some of them. */
typedef struct grundy_script_request {
  grundy_script *s;
  grundy_script_function function;
  grundy_position position;
  const char *text; /* a name or a script */
  size_t length;
  const grundy_argument_list *arguments;
  bool canonical; /* whether to hand over canonical forms */
  grundy_take take;
  grundy_take_move take_move; /* in place of `take` for moves with kinds */
  void *to;
  char *name;                 /* result, GRUNDY_RULES_MAX_NAME bytes */
  grundy_position_info *info; /* result */
  bool *known;
  uint32_t *value;
  int64_t *order;
  const grundy_position *follower; /* for `board`; NULL: none */
  int turn;
  grundy_board *board;
  uint64_t tier, index;
  uint64_t *count;            /* result */
  grundy_position_rank *rank; /* result */
  grundy_take_tier take_tier;
  lua_CFunction body; /* of grundy_script_run, with the context `to` */
} grundy_script_request;

/* Runs `body` with the request, a light userdata, as its argument, and reports what went wrong. */
grundy_status grundy_script_call(lua_CFunction body, grundy_script_request *r, grundy_error *error);

/* Packs and pops the position at the top of the stack. Raises an error if it is not a position;
 * `wanted` is what the rules should give. */
grundy_position grundy_script_take_position(lua_State *lua, const char *wanted,
                                            grundy_packed *packed);

/* Counts steps of a long-running C function like instructions, and raises an error if the call is
 * to be stopped. */
void grundy_script_count(lua_State *lua, uint64_t steps);

/* Fails with the name of the script, the line, the position of the request, and `what`. */
grundy_status grundy_script_fail(const grundy_script_request *r, const char *what,
                                 grundy_error *error);

/* ---- states for threads (script_states.c) ----------------------------------------------- */

/* Runs `body` in a state that no other thread uses, then hands over the positions that it gives. */
grundy_status grundy_script_run_request(lua_CFunction body, grundy_script_request *r,
                                        grundy_error *error);

/* As grundy_ruleset_share. */
grundy_status grundy_script_share(grundy_ruleset *ruleset, bool *shared, grundy_error *error);

/* A grundy_parallel_watch for the original: asks the monitor. */
void grundy_script_ask_monitor(void *script);

/* ---- opening (script_open.c) ------------------------------------------------------------ */

/* Opens a copy of the original. */
grundy_status grundy_script_copy(grundy_script *original, grundy_script **copy,
                                 grundy_error *error);

/* Frees the state and its memory. */
void grundy_script_close_state(grundy_script *s);

/* Makes a script that is not a file of rules, in the same sandbox, without running it. `memory` is
 * the limit in bytes, 0 for none. Close s->base with grundy_ruleset_close. */
grundy_status grundy_script_new(const char *name, const char *source, size_t length,
                                uint64_t memory, grundy_script **script, grundy_error *error);

/* Calls `body` with the context, a light userdata, as its argument. Errors of Lua become
 * GRUNDY_BAD_INPUT with the name of the script and the line. `work` decides whether to go on; if
 * it is NULL, calls that take longer than about a second fail. */
grundy_status grundy_script_run(grundy_script *script, lua_CFunction body, void *context,
                                const grundy_work *work, grundy_error *error);

/* As grundy_script_run, one thread at a time, with the monitor that was set before. */
grundy_status grundy_script_run_locked(grundy_script *script, lua_CFunction body, void *context,
                                       grundy_error *error);

/* Opens the libraries and pushes the source as a function, or raises its syntax error. */
void grundy_script_load(lua_State *lua, const char *source, size_t length);

/* ---- libraries (script_library.c) ------------------------------------------------------- */

/* Opens the libraries that rules may use. May raise an error. */
void grundy_script_open_libraries(lua_State *lua);

/* From now on, reading a global variable that has no value is an error: "unknown name 'x'". Reading
 * one that has a value costs nothing more. */
void grundy_script_forbid_unknown_names(lua_State *lua);

/* Sets the global table `ranking` (script_ranking.c). May raise an error. */
void grundy_script_open_ranking(lua_State *lua);

/* ---- memory (script_memory.c) ----------------------------------------------------------- */

void *grundy_script_allocate(void *context, void *block, size_t old, size_t size);

/* Frees the memory of a script after its state was closed. */
void grundy_script_free_memory(grundy_script *s);

/* ---- positions (script_position.c) ------------------------------------------------------ */

/* Packs the value at the top of the stack. Returns NULL, or what the value is if it is not a
 * position, such as "nil". */
const char *grundy_script_pack(lua_State *lua, grundy_packed *packed);

/* Packs an array of the first `count` values of the stack. Returns NULL, or what a value is that is
 * not an integer. */
const char *grundy_script_pack_integers(lua_State *lua, int count, grundy_packed *packed);

/* Says what the value at that index of the stack is: "nil", "a number", "a table". */
const char *grundy_script_type(lua_State *lua, int index);

/* Returns whether these bytes are a packed position. */
bool grundy_script_valid(grundy_position position);

/* Returns whether the keys of the table at the top of the stack are 1, 2, ..., *count. */
bool grundy_script_is_array(lua_State *lua, lua_Unsigned *count);

/* Reads an integer at that index of the stack; a float with an integral value counts as one. */
bool grundy_script_read_integer(lua_State *lua, int index, lua_Integer *number);

/* Pushes a position. May raise an error. */
void grundy_script_push(lua_State *lua, grundy_position position);

/* Sets the first integers of a position, at most `most`, and returns their number. A string has
 * none. */
size_t grundy_script_integers(grundy_position position, int64_t *numbers, size_t most);

/* Packs integers as a position of the same type as `like`, which is not a string. False if the
 * position would be too large, or is one integer and these are not. */
bool grundy_script_pack_like(const int64_t *numbers, size_t count, grundy_position like,
                             grundy_packed *packed);

/* Writes the default name: the integer, the string, or the integers separated by commas. */
void grundy_script_default_name(grundy_position position, char text[GRUNDY_RULES_MAX_NAME]);

/* Pushes the position with this default name: an integer, integers separated by commas, or a
 * string. May raise an error. */
void grundy_script_push_default(lua_State *lua, const char *text, size_t length);

/* ---- boards (script_board.c) ------------------------------------------------------------ */

/* Reads the board that is the table at index 2, the top of the stack, or nothing if that is nil.
 * Raises an error if it is not a board. */
void grundy_script_read_board(lua_State *lua, grundy_board *board);

/* ---- arguments (script_arguments.c) ----------------------------------------------------- */

/* Pushes the arguments as described by the field `args` of the table at `index`, and returns their
 * number. Raises an error if they do not match. */
int grundy_script_push_arguments(grundy_script *s, int index, const grundy_argument_list *list);

#endif
