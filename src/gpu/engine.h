/* Runs of waves on the device: remoteness, and values with distances and counters. */

#ifndef GRUNDY_SRC_GPU_ENGINE_H
#define GRUNDY_SRC_GPU_ENGINE_H

#include "gpu/rows.h"
#include "gpu/wave.h"

/* The buffers of runs, each with a word per vertex unless it says otherwise. */
typedef struct grundy_gpu_engine {
  const grundy_gpu_rows *rows;
  cl_mem state, queue;         /* of remoteness: state becomes the result */
  cl_mem values, rounds, hits; /* of values */
  cl_mem open;                 /* of values, if there are long rows */
  cl_mem starts;               /* one word per level, and one more */
  cl_mem segments;             /* of long rows */
  cl_mem control;
} grundy_gpu_engine;

/* How a run ended. */
typedef enum grundy_gpu_end {
  GRUNDY_GPU_COMPLETE,
  GRUNDY_GPU_PAUSED,    /* waves are tiny: the CPU should continue */
  GRUNDY_GPU_HAND_OVER, /* the CPU should begin again: it is faster, or its counter is different */
} grundy_gpu_end;

/* Where a run has paused: `count` vertices from there on in the queue come next. */
typedef struct grundy_gpu_pause {
  uint32_t from, count, round;
} grundy_gpu_pause;

/* Creates the buffers that the columns need. They must be released, even after a failure. */
void grundy_gpu_engine_start(grundy_gpu_session *s, const grundy_gpu_rows *rows, bool with_values,
                             grundy_gpu_engine *engine);
void grundy_gpu_engine_release(grundy_gpu_engine *engine);

/* Returns the bytes of these buffers at most; `longest` is the most moves of a vertex. */
uint64_t grundy_gpu_engine_bytes(uint32_t order, uint64_t size, uint64_t longest, bool with_values);

/* Computes remoteness in engine->state. `first_label` is that of terminal positions. If the run
 * pauses, the state becomes that of solve/labels.h. */
grundy_gpu_end grundy_gpu_run_remoteness(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                         uint32_t first_label, grundy_gpu_pause *pause);

/* The numbers that a run of values leaves. */
typedef struct grundy_gpu_numbering {
  uint32_t peeled; /* the rounds below this are terminal distances */
  uint32_t levels; /* how many there were */
} grundy_gpu_numbering;

/* Computes values in engine->values and rounds in engine->rounds, or only the rounds of peeled
 * vertices if `peel_only`. `budget` is the most work of levels before they become lazy. The run can
 * pause while it peels; then engine->hits becomes the state of solve/peel.h. */
grundy_gpu_end grundy_gpu_run_values(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                     bool peel_only, uint64_t budget,
                                     grundy_gpu_numbering *numbering, grundy_gpu_pause *pause);

/* Writes terminal distances to engine->queue. */
void grundy_gpu_write_distances(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                const grundy_gpu_numbering *numbering);

/* Replaces the rounds by the counterfunction. Needs the other buffers, except for the values. Hands
 * over, without a change, if the table of values and distances is too large. */
grundy_gpu_end grundy_gpu_write_counters(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                         const grundy_gpu_numbering *numbering);

/* Finds K from engine->values, in the buffers of the reverse rows, which are lost: their offsets
 * become those of the sets, of which there are *count numbers, the rows become the numbers, and
 * engine->rounds has a byte per vertex that is 1 where the set is absent. Hands over, without a
 * change, if values are too large. */
grundy_gpu_end grundy_gpu_write_sets(grundy_gpu_session *s, grundy_gpu_engine *engine,
                                     uint64_t *count);

#endif
