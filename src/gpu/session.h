/* The kernels on an open device: launching them, buffers, and transfers.
 *
 * A session remembers the first failure: after it, all calls below do nothing, so that a sequence
 * of calls needs only one check. */

#ifndef GRUNDY_SRC_GPU_SESSION_H
#define GRUNDY_SRC_GPU_SESSION_H

#include "base/monitor.h"
#include "gpu/device.h"

/* How kernels are compiled and launched; 0 means the default for the device. */
typedef struct grundy_gpu_tuning {
  uint32_t group;        /* work-items of a work-group, a power of 2, at most 1024 */
  uint32_t narrow;       /* work-items of kernels that run as one work-group */
  uint32_t narrow_waves; /* the most vertices of a wave that one work-group runs */
  uint64_t pairs;        /* the most moves that are sorted at once */
} grundy_gpu_tuning;

/* Transfers go through two buffers that the device can access directly. */
enum { GRUNDY_GPU_STAGES = 2 };

typedef struct grundy_gpu_session {
  const grundy_gpu_device *device;
  const grundy_monitor *monitor;
  grundy_gpu_tuning tuning;
  uint32_t groups; /* work-groups of a launch that fills the device */
  cl_program program;
  cl_mem stages[GRUNDY_GPU_STAGES];
  char *staged[GRUNDY_GPU_STAGES];
  uint64_t stage; /* bytes of each */
  grundy_status status;
  grundy_error *error;
} grundy_gpu_session;

/* Compiles the kernels, or takes them from the cache. `tuning` may be NULL. Even after a failure
 * the session must be ended. */
void grundy_gpu_session_start(grundy_gpu_session *s, const grundy_gpu_device *device,
                              const grundy_gpu_tuning *tuning, grundy_error *error);
void grundy_gpu_session_end(grundy_gpu_session *s);

/* ---- kernels ---------------------------------------------------------------------------- */

typedef struct grundy_gpu_argument {
  const void *at;
  size_t size;
} grundy_gpu_argument;

/* Objects of OpenCL are pointers, and the size of an argument is that of the pointer. */
// clang-format off
#define GRUNDY_GPU_ARGUMENT(x) { &(x), sizeof(x) } // NOLINT(bugprone-sizeof-expression)
#define GRUNDY_GPU_ARGUMENTS_2(x, y) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENT(y)
#define GRUNDY_GPU_ARGUMENTS_3(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_2(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_4(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_3(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_5(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_4(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_6(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_5(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_7(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_6(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_8(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_7(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_9(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_8(__VA_ARGS__)
#define GRUNDY_GPU_ARGUMENTS_10(x, ...) GRUNDY_GPU_ARGUMENT(x), GRUNDY_GPU_ARGUMENTS_9(__VA_ARGS__)
#define GRUNDY_GPU_PICK(a, b, c, d, e, f, g, h, i, j, macro, ...) macro
#define GRUNDY_GPU_ARGUMENTS(...)                                                                  \
  GRUNDY_GPU_PICK(__VA_ARGS__, GRUNDY_GPU_ARGUMENTS_10, GRUNDY_GPU_ARGUMENTS_9,                    \
                  GRUNDY_GPU_ARGUMENTS_8, GRUNDY_GPU_ARGUMENTS_7, GRUNDY_GPU_ARGUMENTS_6,          \
                  GRUNDY_GPU_ARGUMENTS_5, GRUNDY_GPU_ARGUMENTS_4, GRUNDY_GPU_ARGUMENTS_3,          \
                  GRUNDY_GPU_ARGUMENTS_2)(__VA_ARGS__)
// clang-format on

/* Creates a kernel with these arguments; NULL after a failure. */
cl_kernel grundy_gpu_kernel(grundy_gpu_session *s, const char *name,
                            const grundy_gpu_argument *arguments, cl_uint count);
void grundy_gpu_set(grundy_gpu_session *s, cl_kernel kernel, cl_uint place, const void *at,
                    size_t size);
void grundy_gpu_launch(grundy_gpu_session *s, cl_kernel kernel, uint32_t groups, uint32_t items);

/* Creates a kernel, launches it with that many work-groups, and releases it. */
void grundy_gpu_run(grundy_gpu_session *s, const char *name, uint32_t groups,
                    const grundy_gpu_argument *arguments, cl_uint count);

/* The same with the variables that are the arguments, at most 10. */
#define GRUNDY_GPU_RUN(s, name, groups, ...)                                                       \
  grundy_gpu_run(s, name, groups,                                                                  \
                 (const grundy_gpu_argument[]){GRUNDY_GPU_ARGUMENTS(__VA_ARGS__)},                 \
                 sizeof((const grundy_gpu_argument[]){GRUNDY_GPU_ARGUMENTS(__VA_ARGS__)}) /        \
                     sizeof(grundy_gpu_argument))

/* Returns how many work-groups to launch for that many items, at most as many as fill the device.
 */
uint32_t grundy_gpu_groups(const grundy_gpu_session *s, uint64_t items);

/* Waits until the device has done everything. */
void grundy_gpu_wait(grundy_gpu_session *s);

/* ---- buffers and transfers -------------------------------------------------------------- */

/* Creates a buffer, at least one word long; NULL after a failure. */
cl_mem grundy_gpu_buffer(grundy_gpu_session *s, uint64_t bytes);

/* Releases the buffer, even after a failure; it may be NULL, and becomes NULL. */
void grundy_gpu_release(cl_mem *buffer);

/* Fills the first `count` words of a buffer. */
void grundy_gpu_fill(grundy_gpu_session *s, cl_mem buffer, uint64_t count, uint32_t word);

/* Small transfers, which wait for everything before them. */
void grundy_gpu_write(grundy_gpu_session *s, cl_mem buffer, uint64_t at, const void *from,
                      uint64_t bytes);
void grundy_gpu_read(grundy_gpu_session *s, cl_mem buffer, uint64_t at, void *to, uint64_t bytes);

/* Makes bytes at … at + count - 1 of what is sent, by all threads. */
typedef void grundy_gpu_maker(const void *context, uint64_t at, char *to, uint64_t count);

/* Large transfers, through the stages, with all threads. */
void grundy_gpu_send(grundy_gpu_session *s, cl_mem buffer, uint64_t bytes, grundy_gpu_maker *make,
                     const void *context);
void grundy_gpu_receive(grundy_gpu_session *s, cl_mem buffer, void *to, uint64_t bytes);

/* Copies bytes, by all threads. */
void grundy_gpu_copy(const void *from, uint64_t at, char *to, uint64_t count);

#endif
