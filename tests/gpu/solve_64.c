/* The tests of solve.c with work-groups of 64, in a program of its own: compiling the kernels for
 * each size takes long, and tests run in parallel. */

#define GROUPS 64
#include "solve.c" // NOLINT(bugprone-suspicious-include)
