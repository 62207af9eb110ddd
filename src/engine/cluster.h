/* What grundy-mpi uses of the library besides public headers. It includes no other private header,
 * except game/impl.h, which is on the same floor and opens rule sets by name. A change to one of
 * these headers may concern mpi/. */

#ifndef GRUNDY_SRC_ENGINE_CLUSTER_H
#define GRUNDY_SRC_ENGINE_CLUSTER_H

/* Memory, errors, threads, the clock, sorting, searching, numbers in files. */
#include "base/alloc.h"
#include "base/error.h"
#include "base/little_endian.h"
#include "base/lower_bound.h"
#include "base/monitor.h"
#include "base/order.h"
#include "base/threads.h"

/* Games: kinds of moves, parts of npz files, positions of rules, tiers that a team solves, tails of
 * moves. */
#include "digraph/kinds.h"
#include "digraph/view.h"
#include "format/npz.h"
#include "npz/npz.h"
#include "rules/positions.h"
#include "tiers/impl.h"

/* The updates of the kernels, which grundy-mpi propagates between ranks, and the states that they
 * change: labels and counting levels. */
#include "solve/impl.h"
#include "solve/kernels.h"
#include "solve/labels.h"
#include "solve/levels_state.h"
#include "solve/plan.h"
#include "solve/waves.h"

/* The equations of the verifier. mpi/verify.c calls nothing of the kernels above. */
#include "verify/distance.h"
#include "verify/remoteness.h"

#endif
