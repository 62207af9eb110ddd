/* Shared by the files of this room, and the functions that other rooms use. */

#ifndef GRUNDY_SRC_TIERS_IMPL_H
#define GRUNDY_SRC_TIERS_IMPL_H

#include <grundy/tiers.h>

#include "base/hash_table.h"
#include "rules/ruleset.h"
#include "tiers/file.h"

/* The most tiers of a game. */
enum { GRUNDY_MAX_TIERS = 1 << 24 };

/* ---- tiers -------------------------------------------------------------------------------- */

/* A tier. Its place in the array of tiers is the order in which they are solved. */
typedef struct grundy_tier {
  uint64_t number;        /* as the rules give it */
  uint64_t count;         /* its indices */
  uint64_t first, last;   /* the tiers that it leads to are `leads_to` from first up to last */
  grundy_tier_file *file; /* NULL: not mapped */
} grundy_tier;

struct grundy_tiers {
  grundy_ruleset *ruleset;
  grundy_tier *at;
  uint64_t count;
  uint32_t *leads_to;       /* places */
  grundy_hash_table places; /* by number */

  char *folder;           /* NULL: none */
  bool made_folder;       /* grundy_tiers_bind has made the folder, and */
  bool made_game;         /* its file game.txt */
  grundy_columns columns; /* of the folder */
  grundy_tier_identity identity;

  struct grundy_tier_reader *reader; /* for looking up; NULL: not yet made */
  uint32_t *k;                       /* of the last entry that was looked up */
  uint64_t k_room;

  int threads; /* the most that call the rules at once; set by grundy_tiers_share */

  /* Tests set this: indices per block, a multiple of 64, and small tiers use all threads, too. 0:
   * the usual blocks. */
  uint64_t block;
};

/* Finds the tiers of the rules and their order. Takes ownership of `ruleset`, even on failure. */
grundy_status grundy_tiers_new(grundy_ruleset *ruleset, const grundy_monitor *monitor,
                               grundy_tiers **tiers, grundy_error *error);

/* Returns the place of the tier with this number; UINT32_MAX if the game has no such tier. */
uint32_t grundy_tiers_place(const grundy_tiers *tiers, uint64_t number);

/* Returns the number of indices of all tiers; UINT64_MAX if it does not fit into 64 bits. */
uint64_t grundy_tiers_indices(const grundy_tiers *tiers);

/* Returns the place of the tier of an index among all tiers, counted from the first; *index becomes
 * the index in that tier. */
uint64_t grundy_tiers_place_of_index(const grundy_tiers *tiers, uint64_t *index);

/* ---- columns ------------------------------------------------------------------------------ */

/* Checks that these columns exist and can be solved, and adds those that they need. */
grundy_status grundy_tiers_choose_columns(const grundy_tiers *tiers, grundy_columns *columns,
                                          grundy_error *error);

/* Sets the columns that are stored for the given ones, and their number, at most
 * GRUNDY_TIER_MAX_COLUMNS: an outcome that others imply is not stored. */
unsigned grundy_tiers_stored(const grundy_tiers *tiers, grundy_columns columns,
                             grundy_columns stored[GRUNDY_TIER_MAX_COLUMNS]);

/* Returns the bits of an entry. */
static inline unsigned grundy_tier_bits(grundy_columns column) {
  return column == GRUNDY_COLUMN_OUTCOME ? 2 : 8;
}

/* Returns the bytes of all tables that solving a tier with that many indices takes. */
uint64_t grundy_tier_memory(const grundy_tiers *tiers, grundy_columns columns, uint64_t count);

/* Prepares the rules for the threads that will call them. GRUNDY_BAD_INPUT as by
 * grundy_ruleset_share. */
grundy_status grundy_tiers_share(grundy_tiers *tiers, grundy_error *error);

/* Returns how many threads work on a tier. */
int grundy_tier_threads(const grundy_tiers *tiers, uint64_t place);

/* ---- folders ------------------------------------------------------------------------------ */

/* Creates the folder if it does not exist, binds it to these rules and columns, or checks that it
 * is bound to them. */
grundy_status grundy_tiers_bind(grundy_tiers *tiers, const char *folder, grundy_columns columns,
                                grundy_error *error);

/* Removes the file game.txt if grundy_tiers_bind has made it, with its folder if that was made,
 * too, and forgets the folder. */
void grundy_tiers_unbind(grundy_tiers *tiers);

/* Returns whether the first `length` bytes are the path of a folder with a file game.txt. */
bool grundy_tiers_is_folder(const char *path, size_t length);

/* Sets *text to a new string, the game that the folder is for. GRUNDY_IO_ERROR or GRUNDY_BAD_INPUT
 * if it is not a folder of tiers. */
grundy_status grundy_tiers_game_of(const char *folder, char **text, grundy_error *error);

/* Returns a new string, the path of the file of a tier; NULL if memory runs out. */
char *grundy_tiers_path(const grundy_tiers *tiers, uint64_t place);

/* What the file of a tier is expected to be. */
grundy_tier_expected grundy_tiers_expected(const grundy_tiers *tiers, uint64_t place);

/* Maps the file of a tier, unless it is mapped already; without a file nothing is mapped. */
grundy_status grundy_tiers_map(grundy_tiers *tiers, uint64_t place, grundy_error *error);

/* As above, but fails if the file does not exist. */
grundy_status grundy_tiers_need(grundy_tiers *tiers, uint64_t place, grundy_error *error);
void grundy_tiers_unmap(grundy_tiers *tiers, uint64_t place);
void grundy_tiers_unmap_all(grundy_tiers *tiers);

/* Maps and checks the files of all tiers to which this one leads, and to which those lead if
 * `further`, and unmaps all others. */
grundy_status grundy_tiers_map_around(grundy_tiers *tiers, uint64_t place, bool further,
                                      grundy_work *work, grundy_error *error);

/* ---- several processes -------------------------------------------------------------------- */

/* Processes that solve a game together, called ranks. Each has all tables, and evaluates its share
 * of the blocks of a tier. All of them call these functions, in the same order. */
typedef struct grundy_tier_team {
  int rank, ranks;
  void *context;

  /* Returns GRUNDY_OK if all ranks pass it, otherwise a status and an error of one that failed. */
  grundy_status (*agree)(void *context, grundy_status status, grundy_error *error);

  /* Return the sum and the least of the numbers that the ranks pass. */
  uint64_t (*sum)(void *context, uint64_t number);
  uint64_t (*least)(void *context, uint64_t number);

  /* Copies bytes starts[r] up to, but not including, starts[r + 1] of the array of rank r to all
   * other ranks, for every r. */
  void (*gather)(void *context, void *array, const uint64_t *starts);
} grundy_tier_team;

/* Solves as grundy_tiers_solve does, and writes the same files. `team` may be NULL. All ranks pass
 * the same arguments, and see the same folder. */
grundy_status grundy_tiers_solve_together(grundy_tiers *tiers, const char *folder,
                                          const grundy_tiers_options *options,
                                          const grundy_tier_team *team,
                                          grundy_tiers_summary *summary, grundy_error *error);

/* ---- looking up --------------------------------------------------------------------------- */

/* Looks up a position, as grundy_tiers_find does. */
grundy_status grundy_tiers_look_up(grundy_tiers *tiers, grundy_position position,
                                   grundy_tiers_entry *entry, grundy_error *error);

#endif
