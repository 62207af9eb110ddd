/* A table of names: the texts one after the other, and two indexes over them. Names are numbered in
 * the order in which they are added.
 *
 * Games made by programs often call their positions by numbers. A name that is a number, not much
 * larger than the count of names, is found in an array indexed by that number, with one cache miss
 * instead of the three that a hash table and its texts cost. All other names are hashed. */

#ifndef GRUNDY_SRC_DIGRAPH_NAMES_H
#define GRUNDY_SRC_DIGRAPH_NAMES_H

#include "base/hash_table.h"

#include <grundy/base.h>

#include <assert.h>

typedef struct grundy_names {
  char *text;               /* every name, followed by a NUL */
  uint64_t *start;          /* where each name starts in text; count + 1 entries */
  grundy_hash_table hashed; /* of names; empty while nothing is hashed */
  uint32_t *by_number;      /* the id + 1 of the name that is this number; 0: not in this index */
  uint64_t text_capacity, start_capacity;
  uint64_t number_count; /* entries of by_number */
  uint32_t count;
} grundy_names;

/* Frees the names. A zeroed table is empty. */
void grundy_names_free(grundy_names *names);

/* Finds a name; false if it is not in the table. O(length) expected. */
bool grundy_names_find(const grundy_names *names, const char *name, size_t length, uint32_t *id);

/* Adds a name that is not in the table yet. False if memory runs out: then the table is
 * unchanged. */
bool grundy_names_add(grundy_names *names, const char *name, size_t length);

/* A name to look up together with others. */
typedef struct grundy_name_query {
  uint32_t at, length; /* the place of the name in the text of all queries */
  uint32_t tag;        /* grundy_name_tag of it */
  uint32_t entry;      /* the answer: its id + 1, or 0 if it is not in the table */
} grundy_name_query;

/* Returns the 32 bits of the hash of a name by which the table finds it. */
uint32_t grundy_name_tag(const char *name, size_t length);

/* Answers the queries as grundy_names_find would, but with overlapping cache misses. Several
 * threads may do so at once while no name is added. */
void grundy_names_look_up(const grundy_names *names, const char *text, grundy_name_query *queries,
                          uint64_t count);

/* New names that all threads add together. Every thread claims slots for the names in its share of
 * the table, then one thread gives ids to the names in the order of their queries, then every
 * thread writes these to its slots. A name that begins with a digit, or for which a share has no
 * slot left, is not claimed: its entry stays 0. */
typedef struct grundy_claims {
  const char *text;
  grundy_name_query *queries;
  const uint32_t *list; /* the numbers of the queries to process; their entries are 0 */
  uint64_t count;       /* of these */
} grundy_claims;

/* The entry of a claimed name is this bit and the number of the first query for it. */
#define GRUNDY_CLAIMED (UINT32_C(1) << 31)

/* Makes room for `most` names. False if memory runs out. */
bool grundy_names_begin_claims(grundy_names *names, uint64_t most);

/* Claims slots in the share. Lists of claims are processed in the order of their queries. */
void grundy_names_claim(grundy_names *names, const grundy_claims *claims, int share, int shares);

/* Adds the name of the first query for it. False if memory runs out: then the table can only be
 * freed. */
bool grundy_names_add_claimed(grundy_names *names, const grundy_claims *claims, uint32_t number);

/* Writes the ids of the names to the slots in the share, and their entries to the first query for
 * each. */
void grundy_names_end_claims(grundy_names *names, const grundy_claims *claims, int share,
                             int shares);

/* Makes the table of `count` names that are numbers: the name of v is v if v < natural, and
 * numbers[v - natural] otherwise. The numbers are distinct and below number_count. by_number has
 * number_count entries, of which those for the numbers from `natural` on are set. On success the
 * table takes ownership of it. False if memory runs out. O(count), by all threads. */
bool grundy_names_of_numbers(grundy_names *names, uint32_t count, uint32_t natural,
                             const uint32_t *numbers, uint32_t *by_number, uint64_t number_count);

/* As grundy_names_find, for a table that is being filled: a number that was found by its hash is
 * added to by_number, so that it is found faster next time. */
bool grundy_names_seek(grundy_names *names, const char *name, size_t length, uint32_t *id);

/* Returns whether the names are just 0, 1, 2 … in order. */
bool grundy_names_are_numbers(const grundy_names *names);

static inline const char *grundy_names_get(const grundy_names *names, uint32_t id) {
  assert(id < names->count);
  return names->text + names->start[id];
}

/* Parses a number in canonical form: no sign, no leading zero, below `bound`. */
bool grundy_number_name(const char *name, size_t length, uint64_t bound, uint32_t *number);

#endif
