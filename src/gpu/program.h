/* Programs compiled for a device, and the folder that keeps them. */

#ifndef GRUNDY_SRC_GPU_PROGRAM_H
#define GRUNDY_SRC_GPU_PROGRAM_H

#include "gpu/device.h"

/* Compiles a program from its source, whose length does not count the NUL, with these options of
 * the compiler, such as "-DGROUP=64". The binary is kept in the user's cache folder under a name
 * that depends on device, driver, options and source, and is taken from there the next time. A
 * damaged file is ignored and replaced, and a folder that cannot be written to is not a failure.
 * GRUNDY_UNABLE with the first error of the compiler if it rejects the source. The caller releases
 * the program with clReleaseProgram. */
GRUNDY_MUST_USE grundy_status grundy_gpu_program_build(const grundy_gpu_device *device,
                                                       const char *source, size_t length,
                                                       const char *options, cl_program *program,
                                                       grundy_error *error);

#endif
