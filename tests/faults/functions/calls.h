/* Calls of the system, the C library and zlib that can fail. In a copy of the library
 * (tests/CMakeLists.txt), calls of open, fread etc. are redirected to faulty_open, faulty_fread
 * etc.; the calls of the test itself do not fail. For one thread only. */

#ifndef FAULTS_FUNCTIONS_CALLS_H
#define FAULTS_FUNCTIONS_CALLS_H

#include <stdbool.h>

/* Which call fails. */
typedef struct call_plan {
  int left;           /* calls until one fails; NEVER: none does */
  int reason;         /* which reason to fail that the call may have, from 0 */
  bool in_child;      /* count the calls of the child of a process, not those of the process */
  bool at_new_places; /* the first call from a new place fails, not the one after `left` others */
} call_plan;

typedef struct call_failure {
  const char *call; /* NULL: none has failed */
  int reason;       /* errno, or one of the following */
  bool is_last;     /* it has no other reason to fail */
} call_failure;

/* More ways to fail: a call transfers only some of the bytes; a process hangs. */
enum { PARTIAL = 10000, HANGING };

/* If true, no file can be mapped, whatever else fails. */
extern bool no_file_is_mapped;

/* Starts counting calls. As long as allocations_left is NEVER, none is counted or fails. */
void calls_start(call_plan next);

/* Ends that, and returns what has failed. */
call_failure calls_end(void);

/* Returns how many processes were started since calls_start. */
int calls_processes(void);

/* Returns whether the library must repeat the call. */
bool calls_is_repeated(const call_failure *failure);

/* Returns whether the library must fail with the call. */
bool calls_is_fatal(const call_failure *failure);

#endif
