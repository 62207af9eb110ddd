#include "shim.h"

#include "gpu/opencl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORTED __attribute__((visibility("default")))

EXPORTED struct opencl_shim opencl_shim;

EXPORTED const char *const opencl_shim_functions[] = {OPENCL_FUNCTIONS(LIBRARY_NAME) NULL};

EXPORTED atomic_int opencl_shim_calls[OPENCL_SHIM_MOST];

_Static_assert(sizeof opencl_shim_functions / sizeof(char *) <= OPENCL_SHIM_MOST,
               "one counter each");

static struct grundy_opencl_functions real;

/* ---- starting ---------------------------------------------------------------------------- */

static void read_environment(void) {
  static char failing[64];
  const char *fail = getenv("OPENCL_SHIM_FAIL"), *memory = getenv("OPENCL_SHIM_MEMORY");
  opencl_shim.no_platforms = getenv("OPENCL_SHIM_PLATFORMS") != NULL;
  opencl_shim.no_devices = getenv("OPENCL_SHIM_DEVICES") != NULL;
  opencl_shim.is_gpu = getenv("OPENCL_SHIM_GPU") != NULL;
  if (memory != NULL) opencl_shim.memory = strtoull(memory, NULL, 10);
  if (fail == NULL) return;
  (void)snprintf(failing, sizeof failing, "%.*s", (int)strcspn(fail, ":"), fail);
  opencl_shim.failing = failing;
  opencl_shim.fatal = atoi(fail + strcspn(fail, "0123456789"));
  opencl_shim.code = CL_OUT_OF_RESOURCES;
}

/* The path of the real library is absolute, so the name that both have does not matter. */
static void load_real(void) {
  void *library = dlopen(REAL_OPENCL, RTLD_NOW | RTLD_LOCAL);
  void **address = (void **)&real;
  if (library == NULL) {
    (void)fprintf(stderr, "shim: %s\n", dlerror());
    abort();
  }
  for (const char *const *name = opencl_shim_functions; *name != NULL; name++)
    if ((*address++ = dlsym(library, *name)) == NULL) abort();
}

__attribute__((constructor)) static void start(void) {
  read_environment();
  load_real();
}

/* ---- calls ------------------------------------------------------------------------------- */

/* Counts the call, and returns whether it fails. */
static bool must_fail(const char *function) {
  size_t i = 0;
  while (strcmp(opencl_shim_functions[i], function) != 0) i++;
  int calls = opencl_shim_calls[i]++;
  return opencl_shim.failing != NULL && strcmp(function, opencl_shim.failing) == 0 &&
         calls == opencl_shim.fatal;
}

/* A function that returns a code. */
#define CALL(function, parameters, arguments)                                                      \
  EXPORTED cl_int function parameters {                                                            \
    return must_fail(#function) ? opencl_shim.code : real.function arguments;                      \
  }

/* A function that releases an object; it does so even if it fails. */
#define RELEASE(function, type)                                                                    \
  EXPORTED cl_int function(type object) {                                                          \
    opencl_shim.live--;                                                                            \
    cl_int code = real.function(object);                                                           \
    return must_fail(#function) ? opencl_shim.code : code;                                         \
  }

/* A function that returns an object. Its last parameter is a pointer `code`. */
#define CREATE(function, type, parameters, arguments)                                              \
  EXPORTED type function parameters {                                                              \
    if (must_fail(#function)) {                                                                    \
      if (code != NULL) *code = opencl_shim.code;                                                  \
      return NULL;                                                                                 \
    }                                                                                              \
    type object = real.function arguments;                                                         \
    if (object != NULL) opencl_shim.live++;                                                        \
    return object;                                                                                 \
  }

/* A function that enqueues a command, with the event at `event`, unless that is NULL. */
#define ENQUEUE(function, parameters, arguments)                                                   \
  EXPORTED cl_int function parameters {                                                            \
    if (must_fail(#function)) return opencl_shim.code;                                             \
    cl_int result = real.function arguments;                                                       \
    if (result == CL_SUCCESS && event != NULL) opencl_shim.live++;                                 \
    return result;                                                                                 \
  }

RELEASE(clReleaseCommandQueue, cl_command_queue)
RELEASE(clReleaseContext, cl_context)
RELEASE(clReleaseEvent, cl_event)
RELEASE(clReleaseKernel, cl_kernel)
RELEASE(clReleaseMemObject, cl_mem)
RELEASE(clReleaseProgram, cl_program)

CREATE(clCreateContext, cl_context,
       (const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
        void (*notify)(const char *, const void *, size_t, void *), void *data, cl_int *code),
       (properties, count, devices, notify, data, code))
CREATE(clCreateCommandQueue, cl_command_queue,
       (cl_context context, cl_device_id device, cl_command_queue_properties properties,
        cl_int *code),
       (context, device, properties, code))
CREATE(clCreateBuffer, cl_mem,
       (cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *code),
       (context, flags, size, host, code))
CREATE(clCreateKernel, cl_kernel, (cl_program program, const char *name, cl_int *code),
       (program, name, code))
CREATE(clCreateProgramWithSource, cl_program,
       (cl_context context, cl_uint count, const char **texts, const size_t *lengths, cl_int *code),
       (context, count, texts, lengths, code))

CALL(clFinish, (cl_command_queue queue), (queue))
CALL(clFlush, (cl_command_queue queue), (queue))
CALL(clGetEventInfo, (cl_event event, cl_event_info what, size_t size, void *value, size_t *length),
     (event, what, size, value, length))
CALL(clGetEventProfilingInfo,
     (cl_event event, cl_profiling_info what, size_t size, void *value, size_t *length),
     (event, what, size, value, length))
CALL(clGetKernelWorkGroupInfo,
     (cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
      void *value, size_t *length),
     (kernel, device, what, size, value, length))
CALL(clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value),
     (kernel, index, size, value))
CALL(clWaitForEvents, (cl_uint count, const cl_event *events), (count, events))

ENQUEUE(clEnqueueCopyBuffer,
        (cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
         size_t size, cl_uint count, const cl_event *events, cl_event *event),
        (queue, from, to, from_offset, to_offset, size, count, events, event))
ENQUEUE(clEnqueueFillBuffer,
        (cl_command_queue queue, cl_mem buffer, const void *pattern, size_t width, size_t offset,
         size_t size, cl_uint count, const cl_event *events, cl_event *event),
        (queue, buffer, pattern, width, offset, size, count, events, event))
ENQUEUE(clEnqueueNDRangeKernel,
        (cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
         const size_t *global, const size_t *local, cl_uint count, const cl_event *events,
         cl_event *event),
        (queue, kernel, dimensions, offset, global, local, count, events, event))
ENQUEUE(clEnqueueReadBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
         void *to, cl_uint count, const cl_event *events, cl_event *event),
        (queue, buffer, blocks, offset, size, to, count, events, event))
ENQUEUE(clEnqueueUnmapMemObject,
        (cl_command_queue queue, cl_mem buffer, void *mapped, cl_uint count, const cl_event *events,
         cl_event *event),
        (queue, buffer, mapped, count, events, event))
ENQUEUE(clEnqueueWriteBuffer,
        (cl_command_queue queue, cl_mem buffer, cl_bool blocks, size_t offset, size_t size,
         const void *from, cl_uint count, const cl_event *events, cl_event *event),
        (queue, buffer, blocks, offset, size, from, count, events, event))

EXPORTED void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocks,
                                  cl_map_flags flags, size_t offset, size_t size, cl_uint count,
                                  const cl_event *events, cl_event *event, cl_int *code) {
  if (must_fail("clEnqueueMapBuffer")) {
    if (code != NULL) *code = opencl_shim.code;
    return NULL;
  }
  void *mapped = real.clEnqueueMapBuffer(queue, buffer, blocks, flags, offset, size, count, events,
                                         event, code);
  if (mapped != NULL && event != NULL) opencl_shim.live++;
  return mapped;
}

/* ---- programs ---------------------------------------------------------------------------- */

EXPORTED cl_program clCreateProgramWithBinary(cl_context context, cl_uint count,
                                              const cl_device_id *devices, const size_t *lengths,
                                              const unsigned char **binaries, cl_int *status,
                                              cl_int *code) {
  if (must_fail("clCreateProgramWithBinary")) {
    *code = opencl_shim.code;
    return NULL;
  }
  cl_program program =
      real.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, code);
  if (program != NULL) opencl_shim.live++;
  if (opencl_shim.is_bad_binary) *status = CL_INVALID_BINARY;
  return program;
}

/* Keeps options of other compilers from the one that there is. */
EXPORTED cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices,
                               const char *options, void (*notify)(cl_program, void *),
                               void *data) {
  if (must_fail("clBuildProgram")) return opencl_shim.code;
  char known[sizeof opencl_shim.options];
  (void)snprintf(opencl_shim.options, sizeof opencl_shim.options, "%s", options);
  strcpy(known, opencl_shim.options);
  char *other = strstr(known, " -cl-nv-");
  if (other != NULL) *other = '\0';
  return real.clBuildProgram(program, count, devices, known, notify, data);
}

EXPORTED cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *value,
                                 size_t *length) {
  if (must_fail("clGetProgramInfo")) return opencl_shim.code;
  cl_int code = real.clGetProgramInfo(program, what, size, value, length);
  if (opencl_shim.has_no_binary && what == CL_PROGRAM_BINARY_SIZES) memset(value, 0, size);
  return code;
}

/* ---- properties -------------------------------------------------------------------------- */

/* Answers a query as OpenCL does. */
static cl_int answer(const void *from, size_t bytes, size_t size, void *value, size_t *length) {
  if (length != NULL) *length = bytes;
  if (value != NULL && size < bytes) return CL_INVALID_VALUE;
  if (value != NULL) memcpy(value, from, bytes);
  return CL_SUCCESS;
}

static bool is_replaced(cl_uint what) {
  return opencl_shim.value != NULL && what == opencl_shim.property;
}

EXPORTED cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size,
                                  void *value, size_t *length) {
  if (must_fail("clGetPlatformInfo")) return opencl_shim.code;
  if (is_replaced(what))
    return answer(opencl_shim.value, opencl_shim.value_size, size, value, length);
  return real.clGetPlatformInfo(platform, what, size, value, length);
}

EXPORTED cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                      cl_program_build_info what, size_t size, void *value,
                                      size_t *length) {
  if (must_fail("clGetProgramBuildInfo")) return opencl_shim.code;
  if (opencl_shim.log != NULL)
    return answer(opencl_shim.log, strlen(opencl_shim.log) + 1, size, value, length);
  return real.clGetProgramBuildInfo(program, device, what, size, value, length);
}

/* ---- devices ----------------------------------------------------------------------------- */

static cl_int say_none(cl_uint *count, cl_int code) {
  if (!opencl_shim.says_none) return code;
  if (count != NULL) *count = 0;
  return CL_SUCCESS;
}

EXPORTED cl_int clGetPlatformIDs(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
  if (must_fail("clGetPlatformIDs")) return opencl_shim.code;
  if (opencl_shim.no_platforms) return say_none(count, -1001);
  return real.clGetPlatformIDs(room, platforms, count);
}

/* Lists every device as often as it has copies, one after the other. */
static cl_int list_copies(cl_platform_id platform, cl_device_type type, cl_uint room,
                          cl_device_id *devices, cl_uint *count) {
  cl_uint copies = (cl_uint)opencl_shim.copies, found = 0;
  cl_int code = real.clGetDeviceIDs(platform, type, room / copies, devices, &found);
  if (code == CL_SUCCESS && count != NULL) *count = found * copies;
  for (cl_uint i = code == CL_SUCCESS && devices != NULL ? found * copies : 0; i-- > 0;)
    devices[i] = devices[i / copies];
  return code;
}

EXPORTED cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room,
                               cl_device_id *devices, cl_uint *count) {
  if (must_fail("clGetDeviceIDs")) return opencl_shim.code;
  if (opencl_shim.no_devices) return say_none(count, CL_DEVICE_NOT_FOUND);
  if (opencl_shim.copies > 1) return list_copies(platform, type, room, devices, count);
  return real.clGetDeviceIDs(platform, type, room, devices, count);
}

/* Makes a device look as the test wants it. The memory and the type are asked once per device, in
 * this order. */
static void disguise(cl_device_info what, void *value) {
  const cl_device_type gpu = CL_DEVICE_TYPE_GPU, cpu = CL_DEVICE_TYPE_CPU;
  cl_ulong memory = opencl_shim.memory;
  int copy = opencl_shim.copies > 1 ? opencl_shim.described % opencl_shim.copies : 0;
  if (opencl_shim.copies > 1) memory = opencl_shim.memories[copy];
  if (what == CL_DEVICE_GLOBAL_MEM_SIZE && memory > 0) memcpy(value, &memory, sizeof memory);
  if (what != CL_DEVICE_TYPE) return;
  if (opencl_shim.is_gpu) memcpy(value, &gpu, sizeof gpu);
  if (opencl_shim.copies > 1) memcpy(value, copy % 2 == 1 ? &gpu : &cpu, sizeof gpu);
  opencl_shim.described++;
}

EXPORTED cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *value,
                                size_t *length) {
  if (must_fail("clGetDeviceInfo")) return opencl_shim.code;
  if (is_replaced(what))
    return answer(opencl_shim.value, opencl_shim.value_size, size, value, length);
  cl_int code = real.clGetDeviceInfo(device, what, size, value, length);
  if (code == CL_SUCCESS && value != NULL) disguise(what, value);
  return code;
}
