/* The functions of OpenCL 1.2 that are called here. The loader, libOpenCL.so.1, is opened when a
 * device is first asked for, so the program needs neither it nor a driver to start. */

#ifndef GRUNDY_SRC_GPU_OPENCL_H
#define GRUNDY_SRC_GPU_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <grundy/base.h>

#include <lazy_library.h>

#define OPENCL_FUNCTIONS(F)                                                                        \
  F(clBuildProgram)                                                                                \
  F(clCreateBuffer)                                                                                \
  F(clCreateCommandQueue)                                                                          \
  F(clCreateContext)                                                                               \
  F(clCreateKernel)                                                                                \
  F(clCreateProgramWithBinary)                                                                     \
  F(clCreateProgramWithSource)                                                                     \
  F(clEnqueueCopyBuffer)                                                                           \
  F(clEnqueueFillBuffer)                                                                           \
  F(clEnqueueMapBuffer)                                                                            \
  F(clEnqueueNDRangeKernel)                                                                        \
  F(clEnqueueReadBuffer)                                                                           \
  F(clEnqueueUnmapMemObject)                                                                       \
  F(clEnqueueWriteBuffer)                                                                          \
  F(clFinish)                                                                                      \
  F(clFlush)                                                                                       \
  F(clGetDeviceIDs)                                                                                \
  F(clGetDeviceInfo)                                                                               \
  F(clGetEventInfo)                                                                                \
  F(clGetEventProfilingInfo)                                                                       \
  F(clGetKernelWorkGroupInfo)                                                                      \
  F(clGetPlatformIDs)                                                                              \
  F(clGetPlatformInfo)                                                                             \
  F(clGetProgramBuildInfo)                                                                         \
  F(clGetProgramInfo)                                                                              \
  F(clReleaseCommandQueue)                                                                         \
  F(clReleaseContext)                                                                              \
  F(clReleaseEvent)                                                                                \
  F(clReleaseKernel)                                                                               \
  F(clReleaseMemObject)                                                                            \
  F(clReleaseProgram)                                                                              \
  F(clSetKernelArg)                                                                                \
  F(clWaitForEvents)

LIBRARY_DECLARE(grundy_opencl, OPENCL_FUNCTIONS)

/* Loads the table, and says on failure what to install. */
GRUNDY_MUST_USE grundy_status grundy_opencl_open(grundy_error *error);

/* Returns GRUNDY_OK if `code` is CL_SUCCESS. Otherwise fails: with GRUNDY_OUT_OF_MEMORY if the
 * machine is out of memory, and with GRUNDY_UNABLE if the device is or if anything else is wrong.
 * `function` is the name of the function that returned the code:
 *
 *   status = grundy_opencl_check(grundy_opencl.clFinish(queue), "clFinish", error); */
GRUNDY_MUST_USE grundy_status grundy_opencl_check(cl_int code, const char *function,
                                                  grundy_error *error);

#endif
