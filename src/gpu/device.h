/* Devices that can run the kernels: listing them, choosing one and opening it. */

#ifndef GRUNDY_SRC_GPU_DEVICE_H
#define GRUNDY_SRC_GPU_DEVICE_H

#include <grundy/gpu.h>

#include "gpu/opencl.h"

/* A device. A zeroed one is closed; closing it again is allowed. */
typedef struct grundy_gpu_device {
  grundy_gpu_info info;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue; /* in order, with profiling */
} grundy_gpu_device;

/* Finds a device by its number in grundy_gpu_list, from 1, without opening it. GRUNDY_GPU_AUTO
 * means the GPU with the most memory, or device 1 if there is no GPU. GRUNDY_UNABLE if there is no
 * such device. */
GRUNDY_MUST_USE grundy_status grundy_gpu_device_find(uint32_t number, grundy_gpu_device *device,
                                                     grundy_error *error);

/* Creates context and queue of a device that was found. */
GRUNDY_MUST_USE grundy_status grundy_gpu_device_start(grundy_gpu_device *device,
                                                      grundy_error *error);

/* Both of the above. On failure the device is closed. */
GRUNDY_MUST_USE grundy_status grundy_gpu_device_open(uint32_t number, grundy_gpu_device *device,
                                                     grundy_error *error);

void grundy_gpu_device_close(grundy_gpu_device *device);

#endif
