/* The tests of solve.c with work-groups of other sizes: compiling the kernels for each takes long.
 */

#define GROUPS 1, 64
#include "solve.c" // NOLINT(bugprone-suspicious-include)
