/* Work on many games in parallel, each by one thread, with limits on each of them. */

#ifndef GRUNDY_SRC_GAME_BATCH_H
#define GRUNDY_SRC_GAME_BATCH_H

#include <grundy/base.h>

/* One of the games, while a thread works on it. */
typedef struct grundy_game_batch_item {
  size_t index;
  uint64_t memory;               /* for this thread; 0: no limit */
  const grundy_monitor *monitor; /* cancels the work when the time for this game is up */
  const bool *is_late;           /* whether that has happened, */
  double seconds;                /* and how much time there was */
} grundy_game_batch_item;

typedef struct grundy_game_batch {
  size_t count;                  /* of the games */
  uint64_t memory;               /* bytes for all threads; 0: no limit */
  double seconds;                /* for each game; 0: no limit */
  const grundy_monitor *monitor; /* may be NULL */

  /* Works on one game; any thread calls it. A failure ends the work on all later games. */
  grundy_status (*work)(void *context, const grundy_game_batch_item *item, grundy_error *error);
  void *context;
} grundy_game_batch;

/* Works on all games. The shares of grundy_parallel open whole games, as those of an experiment do:
 * they allocate, and keep errors in slots of their own. A share takes the next game from a counter.
 * A game that fails ends the work on all games after it, but not on those before it, so that the
 * error of the first one is reported whatever the number of threads. */
GRUNDY_MUST_USE grundy_status grundy_game_batch_run(const grundy_game_batch *batch,
                                                    grundy_error *error);

/* Returns whether a failure is a limit of this game alone. If the time for it is up, *status
 * becomes GRUNDY_UNABLE, and the error says so. */
bool grundy_game_batch_forgive(const grundy_game_batch_item *item, grundy_status *status,
                               grundy_error *error);

#endif
