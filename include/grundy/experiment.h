/* Experiments: solve many random games of a model and average over them. docs/experiments.md shows
 * some. */

#ifndef GRUNDY_EXPERIMENT_H
#define GRUNDY_EXPERIMENT_H

#include <grundy/base.h>
#include <grundy/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A measure of a game. A share of positions is 0 in a game without positions, and a largest or mean
 * number is 0 if there are no numbers. */
typedef enum grundy_measure {
  GRUNDY_MEASURE_LARGEST_VALUE, /* the largest finite value G */
  GRUNDY_MEASURE_P,             /* the share of P-positions, */
  GRUNDY_MEASURE_N,             /* of N-positions, */
  GRUNDY_MEASURE_D,             /* of draws, */
  GRUNDY_MEASURE_INFINITE,      /* and of infinite values */
  GRUNDY_MEASURE_LARGEST_REMOTENESS,
  GRUNDY_MEASURE_MEAN_REMOTENESS, /* both over the positions that are not draws */
  GRUNDY_MEASURE_COUNT,
} grundy_measure;

/* A description of a measure; the texts are static. */
typedef struct grundy_measure_info {
  const char *name; /* "largest_value" … */
  const char *summary;
} grundy_measure_info;

/* Returns a description of the measure; NULL if `measure` is not a measure. */
GRUNDY_API const grundy_measure_info *grundy_measure_describe(grundy_measure measure);

/* Returns the measure whose name is the `length` bytes at `name`, or GRUNDY_MEASURE_COUNT if there
 * is none. */
GRUNDY_API grundy_measure grundy_measure_find(const char *name, size_t length);

/* One measure over all games. */
typedef struct grundy_statistics {
  double mean;
  double deviation; /* sample standard deviation, with the divisor games - 1; 0 for one game */
  double least, lower_quartile, median, upper_quartile, most; /* interpolated between ranks */
} grundy_statistics;

/* Makes and solves `games` games of the model, at least one, and fills the caller's array with the
 * statistics of every measure. The results are identical, byte for byte, for any number of threads:
 * games are distributed among the threads, and games too large for that are solved one after the
 * other by all threads. The monitor counts games. GRUNDY_BAD_ARGUMENT and GRUNDY_UNABLE as from
 * grundy_model_make. Space: the games in progress, and 56 bytes for each of `games`. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_experiment_run(const grundy_model *model, uint64_t games, const grundy_run_options *options,
                      grundy_statistics statistics[GRUNDY_MEASURE_COUNT], grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
