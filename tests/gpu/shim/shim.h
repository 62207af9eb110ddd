/* A libOpenCL.so.1 between the library and the real one: it can make calls fail and change what
 * devices look like, and counts objects that were created and not released.
 *
 * A program that is linked with it sets the members of opencl_shim. For others, such as the
 * command, the environment does: OPENCL_SHIM_PLATFORMS=0       there is no platform
 *   OPENCL_SHIM_DEVICES=0         no platform has a device
 *   OPENCL_SHIM_GPU=1             all devices are GPUs
 *   OPENCL_SHIM_MEMORY=BYTES      the memory of all devices
 *   OPENCL_SHIM_FAIL=FUNCTION:N   the N-th call of this function fails, from 0 */

#ifndef GPU_SHIM_H
#define GPU_SHIM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct opencl_shim {
  const char *failing; /* the name of a function; NULL: no call fails */
  int fatal;           /* which of its calls fails, from 0; -1: none */
  int code;            /* what this call returns */
  atomic_int live;     /* objects */
  bool no_platforms, no_devices, is_gpu;
  bool says_none;  /* no platforms or devices are not an error, but a count of 0 */
  uint64_t memory; /* 0: that of the device */
  /* A property of devices or platforms and its value; NULL: what the device says. */
  unsigned property;
  const void *value;
  size_t value_size;
  /* If there are several, each device is listed so often, with these memories; those with an odd
   * index are GPUs. */
  int copies, described; /* so many devices were described */
  const uint64_t *memories;
  const char *log;    /* of the compiler; NULL: its own */
  char options[128];  /* with which it was called last */
  bool is_bad_binary; /* every binary is invalid, though a program is made of it */
  bool has_no_binary; /* programs have binaries of length 0 */
};

extern struct opencl_shim opencl_shim;

/* The names of all functions of the shim, up to a NULL, and how often each was called so far. */
enum { OPENCL_SHIM_MOST = 64 };
extern const char *const opencl_shim_functions[];
extern atomic_int opencl_shim_calls[OPENCL_SHIM_MOST];

#endif
