/* What a GAME is: a file, or rules, whose positions are explored. docs/rules.md describes rules. */

#ifndef GRUNDY_EXPLORE_H
#define GRUNDY_EXPLORE_H

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Does the text name rules: FILE.lua, FILE.so or a game of the gallery, with :ARGUMENTS or without?
 */
GRUNDY_API bool grundy_is_rules(const char *text);

/* How far exploring has come. */
typedef struct grundy_exploration {
  uint64_t positions; /* that were found */
  uint64_t frontier;  /* of them, those whose moves were not looked at yet */
  uint64_t moves;
  uint64_t memory; /* bytes that are held for all of it */
} grundy_exploration;

typedef struct grundy_open_options {
  grundy_format format; /* of a file */
  uint64_t limit;       /* positions of rules; 0 stands for GRUNDY_MAX_ORDER */
  uint64_t memory;      /* bytes for exploring, and for a script; 0: no limit */
  bool libraries;       /* may a base, a file of data, name a shared object that is loaded then? */
  const grundy_monitor *monitor; /* NULL: nobody watches */

  /* Called before every tick of the monitor while rules are explored; NULL: nobody asks. */
  void (*exploring)(void *context, const grundy_exploration *now);
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
 * GRUNDY_BAD_INPUT tells a position that was not reached from what is none. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_position_find(const grundy_digraph *g,
                                                              const char *name, size_t length,
                                                              uint32_t *v, grundy_error *error);

/* ---- bases ------------------------------------------------------------------------------- */

/* Writes a base: an .npz file with a game that was explored, its rules (a script as it is, anything
 * else by its name), its positions and how to find them, and a solution of it. grundy_digraph_open
 * opens it without exploring, grundy_solution_read reads the solution; docs/formats.md describes
 * it. GRUNDY_BAD_ARGUMENT if g was not explored, or as grundy_solution_write. `options` may be
 * NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_base_write(FILE *out, const grundy_digraph *g,
                                                           const grundy_solution *solution,
                                                           const grundy_write_options *options,
                                                           grundy_error *error);

/* ---- closed forms ------------------------------------------------------------------------ */

/* Rules with a closed form, as a component of compounds that is not explored: its values are those
 * that the form tells, and how long play lasts is not known. */
typedef struct grundy_closed grundy_closed;

/* GRUNDY_UNDEFINED if the rules have no closed form, GRUNDY_UNABLE if it does not tell the value of
 * the start. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_closed_open(const char *text,
                                                            const grundy_open_options *options,
                                                            grundy_closed **closed,
                                                            grundy_error *error);

/* NULL is allowed. */
GRUNDY_API void grundy_closed_free(grundy_closed *closed);

/* `closed` is borrowed; positions are numbered in it as they are met, the start is 0, and an empty
 * name stands for it. */
GRUNDY_API grundy_game grundy_game_closed(const grundy_closed *closed);

/* Rules with a closed form are explored up to so many positions, unless a limit says otherwise. */
#define GRUNDY_CLOSED_POSITIONS UINT64_C(1000000)

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

#ifdef __cplusplus
}
#endif

#endif
