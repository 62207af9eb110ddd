/* What was explored, for the files of this room. */

#ifndef GRUNDY_SRC_EXPLORE_IMPL_H
#define GRUNDY_SRC_EXPLORE_IMPL_H

#include <grundy/explore.h>

#include "explore/positions.h"

#include <pthread.h>

/* Finds names of positions: distinct.c. */
typedef struct grundy_name_table {
  uint64_t *slots; /* NULL: not made yet */
  uint64_t size;
  bool distinct; /* has every position a name of its own? */
} grundy_name_table;

/* Rules with the positions that were found: what names are made of. */
typedef struct grundy_explored {
  grundy_ruleset *ruleset;
  grundy_positions positions;

  pthread_mutex_t lock; /* of what follows */
  bool distinct;        /* have all positions names of their own, as far as that was checked? */
  grundy_name_table names;
  uint32_t misnamed; /* the first position that the rules failed to name; UINT32_MAX: none */
  grundy_error why;  /* they did */
  void (*tell)(void *context, const grundy_error *error); /* NULL: nobody asks */
  void *context;
} grundy_explored;

/* Without rules and positions yet; NULL: out of memory. Of `options` it keeps who is told of names
 * that fail. */
grundy_explored *grundy_explored_new(const grundy_open_options *options);

/* NULL is allowed. */
void grundy_explored_free(grundy_explored *explored);

/* The name of a position, good UTF-8 and cut to the room. That the rules failed to make it is
 * remembered. */
void grundy_explored_show(const grundy_explored *explored, uint32_t v,
                          char text[GRUNDY_NAME_MAX_BYTES]);

/* Fails if a name was not made by the rules as it should. */
grundy_status grundy_explored_naming_status(const grundy_explored *explored, grundy_error *error);

/* GRUNDY_BAD_INPUT if two positions have the same name; that they have not is remembered. */
grundy_status grundy_explored_check_names(const grundy_explored *explored,
                                          const grundy_monitor *monitor, grundy_error *error);

/* Looks a name up among those that rules make. GRUNDY_BAD_INPUT if two positions have it. The first
 * call makes a table of all names. */
grundy_status grundy_explored_find_name(const grundy_explored *explored, const char *name,
                                        size_t length, bool *found, uint32_t *v,
                                        grundy_error *error);

/* Lets names of g be made by rules. It takes over `explored`. */
void grundy_explored_name(grundy_digraph *g, grundy_explored *explored);

/* What names of g are made of; NULL if they are not made by rules. */
const grundy_explored *grundy_explored_of(const grundy_digraph *g);

/* Explores what can be reached from the start. `ruleset` is taken over, on failure too: it makes
 * the names of the digraph. */
grundy_status grundy_explore(grundy_ruleset *ruleset, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error);

/* Opens the rules that a tablebase names: "wythoff:3,5". `source` is the script that is stored with
 * them; NULL: there is none. An error without a file is one of the text. */
typedef grundy_status grundy_stored_rules_open(const char *text, const char *source, size_t length,
                                               const grundy_open_options *options,
                                               grundy_ruleset **ruleset, grundy_error *error);

/* Reads a game from an .npz file, and if that is a tablebase its rules and positions, which give
 * the digraph its names. */
grundy_status grundy_tablebase_read(const char *path, const grundy_open_options *options,
                                    grundy_stored_rules_open *open_rules, grundy_digraph **g,
                                    grundy_error *error);

/* Opens the same rules every time it is called. */
typedef struct grundy_ruleset_opener {
  grundy_status (*open)(const void *context, const grundy_ruleset_options *options,
                        grundy_ruleset **ruleset, grundy_error *error);
  const void *context;
} grundy_ruleset_opener;

/* Tests the promises of rules, as grundy_rules_check describes it. */
grundy_status grundy_ruleset_check(const grundy_ruleset_opener *opener,
                                   const grundy_rules_check_options *options,
                                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT],
                                   grundy_error *error);

/* What rules say of all positions, one entry a vertex; NULL if they say nothing of the kind. */
typedef struct grundy_rule_attributes {
  uint8_t *players; /* 'A' or 'B' */
  uint8_t *ends;    /* 'P', 'N', 'D', 'A', 'B', '$', or 0 */
} grundy_rule_attributes;

/* Gives g, which was explored, its players, outcomes and payoffs. GRUNDY_BAD_INPUT if they do not
 * go together. It may take the arrays over, and then they are NULL. */
grundy_status grundy_explored_set_attributes(grundy_digraph *g, grundy_rule_attributes *r,
                                             grundy_error *error);

#endif
