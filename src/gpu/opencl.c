#include "gpu/opencl.h"

#include "base/error.h"

/* The soname of the loader of every system; drivers register themselves with it. */
LIBRARY_DEFINE(grundy_opencl, "OpenCL", "libOpenCL.so.1", OPENCL_FUNCTIONS)

grundy_status grundy_opencl_open(grundy_error *error) {
  grundy_status status = grundy_opencl_load(error);
  if (status == GRUNDY_UNABLE)
    grundy_error_append(error,
                        "; install the loader (Debian: ocl-icd-libopencl1) and the driver of your "
                        "GPU, or pocl-opencl-icd to use the CPU as a device (docs/gpu.md)");
  return status;
}

#define CODE(code)                                                                                 \
  { code, #code }

/* The codes that can be returned by the functions that are called here. */
static const struct {
  cl_int code;
  const char *name;
} codes[] = {
    CODE(CL_DEVICE_NOT_FOUND),
    CODE(CL_DEVICE_NOT_AVAILABLE),
    CODE(CL_COMPILER_NOT_AVAILABLE),
    CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    CODE(CL_OUT_OF_RESOURCES),
    CODE(CL_OUT_OF_HOST_MEMORY),
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE),
    CODE(CL_BUILD_PROGRAM_FAILURE),
    CODE(CL_MAP_FAILURE),
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    CODE(CL_INVALID_VALUE),
    CODE(CL_INVALID_PLATFORM),
    CODE(CL_INVALID_DEVICE),
    CODE(CL_INVALID_CONTEXT),
    CODE(CL_INVALID_QUEUE_PROPERTIES),
    CODE(CL_INVALID_COMMAND_QUEUE),
    CODE(CL_INVALID_MEM_OBJECT),
    CODE(CL_INVALID_BINARY),
    CODE(CL_INVALID_BUILD_OPTIONS),
    CODE(CL_INVALID_PROGRAM),
    CODE(CL_INVALID_PROGRAM_EXECUTABLE),
    CODE(CL_INVALID_KERNEL_NAME),
    CODE(CL_INVALID_KERNEL_DEFINITION),
    CODE(CL_INVALID_KERNEL),
    CODE(CL_INVALID_ARG_INDEX),
    CODE(CL_INVALID_ARG_VALUE),
    CODE(CL_INVALID_ARG_SIZE),
    CODE(CL_INVALID_KERNEL_ARGS),
    CODE(CL_INVALID_WORK_DIMENSION),
    CODE(CL_INVALID_WORK_GROUP_SIZE),
    CODE(CL_INVALID_WORK_ITEM_SIZE),
    CODE(CL_INVALID_EVENT_WAIT_LIST),
    CODE(CL_INVALID_EVENT),
    CODE(CL_INVALID_OPERATION),
    CODE(CL_INVALID_BUFFER_SIZE),
    CODE(CL_INVALID_GLOBAL_WORK_SIZE),
};

static const char *name_of(cl_int code) {
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i].code == code) return codes[i].name;
  return "unknown code";
}

grundy_status grundy_opencl_check(cl_int code, const char *function, grundy_error *error) {
  switch (code) {
  case CL_SUCCESS:
    return GRUNDY_OK;
  case CL_OUT_OF_HOST_MEMORY:
    return grundy_fail_memory(error);
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
  case CL_OUT_OF_RESOURCES:
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                               "the GPU ran out of memory or failed (%s: %s); other programs may "
                               "be using it",
                               function, name_of(code));
  default:
    return grundy_fail(error, GRUNDY_UNABLE, "the GPU failed (%s: %s, %d)", function, name_of(code),
                       (int)code);
  }
}
