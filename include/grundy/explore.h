/* What a GAME is: a file, or rules, whose positions are explored. docs/rules.md describes rules. */

#ifndef GRUNDY_EXPLORE_H
#define GRUNDY_EXPLORE_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does the text name rules: FILE.lua, FILE.so or a game of the gallery, with :ARGUMENTS or without?
 */
GRUNDY_API bool grundy_is_rules(const char *text);

/* How many bytes of the text are the name of the rules, without :ARGUMENTS; 0 if it names none. A
 * path may have colons in it. */
GRUNDY_API size_t grundy_rules_name_length(const char *text);

/* The path of the rules, a shared object, whose code the calling thread is running, and in
 * *function the member of grundy_rules that it is in ("moves"), or "dlopen" or "dlclose"; NULL if
 * it runs no such code. For handlers of signals such as SIGSEGV. Async-signal-safe. */
GRUNDY_API const char *grundy_rules_running(const char **function);

/* How far exploring has come. */
typedef struct grundy_exploration {
  uint64_t positions; /* that were found */
  uint64_t frontier;  /* of them, those whose moves were not looked at yet */
  uint64_t moves;
  uint64_t memory; /* bytes that are held for all of it */
} grundy_exploration;

typedef struct grundy_open_options {
  grundy_format format;  /* of a file */
  uint64_t limit;        /* positions of rules; 0 stands for GRUNDY_DIGRAPH_MAX_ORDER, or else */
  uint64_t closed_limit; /* if a closed form tells the value of their start, and then for every one
                            of these GRUNDY_CLOSED_FORM_MAX_MOVES moves; 0: no other limit */
  uint64_t memory;       /* bytes for exploring, and for a script; 0: no limit */
  bool libraries;        /* may a base, a file of data, name a shared object that is loaded then? */
  const grundy_monitor *monitor; /* NULL: nobody watches */

  /* Called before every tick of the monitor while rules are explored; NULL: nobody asks. */
  void (*exploring)(void *context, const grundy_exploration *now);

  /* Called while the digraph lives, when its rules fail to name a position; another name stands in
   * its place, and what is written with it fails. Called by any thread, one at a time, for fewer
   * and fewer positions: those before the one that was told last. NULL: nobody asks. */
  void (*misnamed)(void *context, const grundy_error *error);
  void *context;
} grundy_open_options;

/* Opens a game: explores rules, or reads a file as grundy_digraph_read does. The start of rules is
 * vertex 0, and vertices are numbered as a search in breadth finds them. GRUNDY_BAD_INPUT where a
 * file or rules are wrong, GRUNDY_UNABLE past a limit. `options` may be NULL. Rules in C are
 * explored by all threads; the result is the same for any number of them. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_digraph_open(const char *text,
                                                             const grundy_open_options *options,
                                                             grundy_digraph **g,
                                                             grundy_error *error);

/* Was it explored by rules, now or before it was stored in a base? Then its names are made by
 * them. */
GRUNDY_API bool grundy_is_explored(const grundy_digraph *g);

/* Finds the vertex called by the `length` bytes at `name`, as grundy_digraph_find does.
 * GRUNDY_BAD_INPUT tells a position that was not reached from what is none, and from a `parse` that
 * failed, with its place in the script. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_position_find(const grundy_digraph *g,
                                                              const char *name, size_t length,
                                                              uint32_t *v, grundy_error *error);

/* ---- bases ------------------------------------------------------------------------------- */

/* Writes a base: an .npz file with a game that was explored, its rules (a script as it is, anything
 * else by its name), its positions and how to find them, and a solution of it. grundy_digraph_open
 * opens it without exploring, grundy_solution_read reads the solution; docs/formats.md describes
 * it. GRUNDY_BAD_ARGUMENT if g was not explored, or as grundy_solution_write. `options` may be
 * NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_tablebase_write(FILE *out, const grundy_digraph *g,
                                                                const grundy_solution *solution,
                                                                const grundy_write_options *options,
                                                                grundy_error *error);

/* ---- closed forms ------------------------------------------------------------------------ */

/* A closed_limit for who can use the closed form instead, and how many moves a position it is. */
#define GRUNDY_CLOSED_FORM_MAX_POSITIONS UINT64_C(1000000)
#define GRUNDY_CLOSED_FORM_MAX_MOVES UINT64_C(10)

/* ---- the gallery ------------------------------------------------------------------------ */

/* Rules that the library knows by name. All texts are static. */
typedef struct grundy_gallery_entry {
  char name[32];
  const char *file;   /* the name of its source in games/ */
  const char *source; /* `length` bytes and a NUL */
  size_t length;
} grundy_gallery_entry;

/* The entry of that number, from 0, in the order of their names; false past the last. */
GRUNDY_API bool grundy_gallery(size_t index, grundy_gallery_entry *entry);

/* The entry of that name; false if there is none. */
GRUNDY_API bool grundy_gallery_named(const char *name, grundy_gallery_entry *entry);

/* What a game of the gallery says about itself, cut to the room. */
typedef struct grundy_gallery_description {
  char title[128];     /* one line for people */
  char arguments[128]; /* what stands behind the colon: "ROWS,COLUMNS"; "" if nothing does */
} grundy_gallery_description;

/* A script is run for that. GRUNDY_BAD_INPUT if there is no game of that name. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_gallery_describe(
    const char *name, grundy_gallery_description *description, grundy_error *error);

/* ---- checking -------------------------------------------------------------------------- */

/* What rules promise (docs/rules.md), as far as it can be tried. */
typedef enum grundy_promise {
  GRUNDY_PROMISE_START,      /* `start` gives the same position again */
  GRUNDY_PROMISE_MOVES,      /* `moves` gives the same positions again, after other calls */
  GRUNDY_PROMISE_ENDS,       /* `terminal` gives outcomes that such a game can have */
  GRUNDY_PROMISE_TURNS,      /* `player` gives A and B in turn */
  GRUNDY_PROMISE_CANON,      /* `canon` of a canonical form is that form */
  GRUNDY_PROMISE_CLASSES,    /* `canon` keeps moves, players and ends */
  GRUNDY_PROMISE_NAMES,      /* `show` gives names of at most 255 bytes, in UTF-8 */
  GRUNDY_PROMISE_DIFFERENCE, /* `show` gives different positions different names */
  GRUNDY_PROMISE_READING,    /* `parse` reads names back */
  GRUNDY_PROMISE_VALUES,     /* `value` is what a search finds */
  GRUNDY_PROMISE_AGAIN,      /* the rules give the same answers when they are opened again */
  GRUNDY_PROMISE_COUNT,      /* how many they are */
} grundy_promise;

typedef struct grundy_rules_finding {
  const char *function;               /* of the rules: "canon" */
  const char *promise;                /* "of a canonical form is that form" */
  bool applies;                       /* do the rules have that function? */
  uint64_t tried;                     /* how often it was tried */
  char broken[GRUNDY_ERROR_MAX_TEXT]; /* a counterexample in words; empty if none was found */
} grundy_rules_finding;

typedef struct grundy_rules_check_options {
  uint64_t seed;
  uint32_t walks;                /* random plays from the start; 0 stands for 100 */
  const grundy_monitor *monitor; /* NULL: nobody watches */
} grundy_rules_check_options;

/* Tries the rules on the positions near the start and on random plays, the same ones for the same
 * seed. That rules break a promise is no failure: the findings tell it. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_rules_check(const char *text, const grundy_rules_check_options *options,
                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT], grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
