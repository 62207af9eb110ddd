/* What a GAME is: a file, or rules, whose positions are explored. docs/rules.md describes rules. */

#ifndef GRUNDY_EXPLORE_H
#define GRUNDY_EXPLORE_H

#include <grundy/base.h>
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
