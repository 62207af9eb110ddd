/* The control block of a run on the device, shared by the kernels (waves.cl) and the host.
 *
 * A run is a sequence of waves. The kernels decide which wave comes next, so that the host can
 * enqueue several launches before it looks at the control block. Launch number t reads wave t & 1
 * and writes the other one. */

#ifndef GRUNDY_SRC_GPU_WAVE_H
#define GRUNDY_SRC_GPU_WAVE_H

#ifdef __OPENCL_C_VERSION__
typedef uint gpu_word;
#else
#include <stdint.h>
typedef uint32_t gpu_word;
#endif

/* What a wave does. Dense waves go through all vertices, the others through a list. */
enum {
  WAVE_START,    /* dense: give vertices their first state and find terminal positions */
  WAVE_DONE,     /* nothing: the run is complete */
  WAVE_LABEL,    /* remoteness: update the predecessors of the vertices of one label */
  WAVE_FINISH,   /* dense, remoteness: replace counts of undecided moves by infinity */
  WAVE_LARGE,    /* values: find the mex of peeled vertices with long rows */
  WAVE_PEEL,     /* values: update the predecessors of the vertices of one terminal distance */
  WAVE_REMAP,    /* dense: turn the states of peeling into those of levels */
  WAVE_SEEDS,    /* dense: find the peeled vertices whose value is the level */
  WAVE_SEEDED,   /* hit the predecessors of these */
  WAVE_READY,    /* dense: label the vertices that have no open follower and are not hit */
  WAVE_HIT,      /* unblock the predecessors of hit vertices */
  WAVE_LABELLED, /* hit the predecessors of vertices labelled in this level */
  WAVE_END,      /* dense: end the level */
  WAVE_LAZY,     /* nothing: lazy levels must take over (solve/levels.h) */
};

typedef struct gpu_wave {
  gpu_word phase;
  gpu_word is_second;   /* the long rows of the list, in segments, which the first pass left out */
  gpu_word from, count; /* the list: `count` vertices, from there in the queue */
  gpu_word to;          /* where the vertices that the wave finds go */
  gpu_word found;       /* in the second pass: how many the first pass has found */
  gpu_word segments;    /* in the second pass: how many there are */
  gpu_word round;       /* of peeling and labelling: the numbers of waves that get labels */
  gpu_word level;
  gpu_word labelled, hits;          /* in this level: how many vertices are in the two queues */
  gpu_word hits_done, label_done;   /* how many of them have updated their predecessors */
  gpu_word slot;                    /* the counters that wide waves use, modulo GPU_SLOTS */
  gpu_word has_run;                 /* it was executed; what it has counted was not looked at yet */
  gpu_word waves;                   /* so far */
  gpu_word narrow;                  /* of these, run by one work-group */
  gpu_word tiny;                    /* waves of few vertices in a row, up to now */
  gpu_word work_low, work_high;     /* vertices and moves of levels so far */
  gpu_word budget_low, budget_high; /* how many there may be; set by the host, as are these: */
  gpu_word first_label;             /* of terminal positions: 0, or 1 in misère play */
  gpu_word has_large;               /* there are rows longer than LARGE_ROW */
  gpu_word is_wide;                 /* there are rows longer than NARROW_ROW */
  gpu_word peel_only;               /* stop after peeling */
  gpu_word unused[6];
} gpu_wave;

/* The control block in words: two waves, then the counters of wide waves. */
enum {
  GPU_WAVE_WORDS = 32,
  GPU_SLOTS = 4,
  GPU_FOUND = 2 * GPU_WAVE_WORDS, /* vertices found */
  GPU_SEGMENTS = GPU_FOUND + GPU_SLOTS,
  GPU_MOVES_LOW = GPU_SEGMENTS + GPU_SLOTS, /* moves examined */
  GPU_MOVES_HIGH = GPU_MOVES_LOW + GPU_SLOTS,
  GPU_CONTROL_WORDS = GPU_MOVES_HIGH + GPU_SLOTS,
};

/* Peeling keeps count and set of values of a vertex in one word if its row is at most this long. */
enum { PACKED_ROW = 24 };
/* Above this length, a row is examined by a whole work-group to find its mex. */
enum { LARGE_ROW = 256 };
/* If no row is longer than this, levels keep everything about a vertex in one word. */
enum { NARROW_ROW = 255 };
/* No row may be longer than this: counts share their word with flags. */
enum { LONGEST_ROW = (1 << 28) - 1 };
/* Waves of fewer vertices than this are faster on a CPU. */
enum { TINY_WAVE = 32 };

#endif
