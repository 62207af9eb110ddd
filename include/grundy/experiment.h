/* Experiments: many random games of a model, solved, and what they are like on average.
 * docs/experiments.md shows some. */

#ifndef GRUNDY_EXPERIMENT_H
#define GRUNDY_EXPERIMENT_H

#include <grundy/base.h>
#include <grundy/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is measured on a game. A share of positions is 0 in a game without positions, and a largest
 * or mean number is 0 where there is none. */
typedef enum grundy_measure {
  GRUNDY_MEASURE_LARGEST_VALUE, /* of the finite values G */
  GRUNDY_MEASURE_P,             /* the share of positions that the previous player wins, */
  GRUNDY_MEASURE_N,             /* that the next player wins, */
  GRUNDY_MEASURE_D,             /* of draws, */
  GRUNDY_MEASURE_INFINITE,      /* and of infinite values */
  GRUNDY_MEASURE_LARGEST_REMOTENESS,
  GRUNDY_MEASURE_MEAN_REMOTENESS, /* both of the positions that are not draws */
  GRUNDY_MEASURE_COUNT,
} grundy_measure;

typedef struct grundy_measure_info {
  const char *name; /* "largest_value" … */
  const char *summary;
} grundy_measure_info;

/* NULL for what is no measure. */
GRUNDY_API const grundy_measure_info *grundy_measure_describe(grundy_measure measure);

/* The measure called by the `length` bytes at `name`, or GRUNDY_MEASURE_COUNT if there is none. */
GRUNDY_API grundy_measure grundy_measure_find(const char *name, size_t length);

/* One measure over all games. */
typedef struct grundy_statistics {
  double mean;
  double deviation; /* of the games, by the divisor games - 1; 0 of a single game */
  double least, lower_quartile, median, upper_quartile, most; /* between two ranks: interpolated */
} grundy_statistics;

/* Makes and solves `games` games of the model, at least one, and fills the array of the caller with
 * the statistics of every measure. The same bytes for any number of threads: games are dealt to
 * the threads; those too large for that are solved one after the other by all threads. The monitor
 * counts games. GRUNDY_BAD_ARGUMENT and GRUNDY_UNABLE as from grundy_model_make. Space: the games
 * that are under way, and 56 bytes for each of `games`. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_experiment_run(const grundy_model *model, uint64_t games, const grundy_run_options *options,
                      grundy_statistics statistics[GRUNDY_MEASURE_COUNT], grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
