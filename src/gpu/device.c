#include "gpu/device.h"

#include "base/alloc.h"
#include "base/error.h"

#include <string.h>

/* Returned by loaders that know no platform; from an extension, so <CL/cl.h> does not have it. */
enum { PLATFORM_NOT_FOUND = -1001 };

/* All devices that can run the kernels. */
struct device_list {
  grundy_gpu_device *at;
  uint64_t count, capacity;
};

/* ---- properties ------------------------------------------------------------------------- */

/* clGetDeviceInfo, or clGetPlatformInfo. */
typedef cl_int text_getter(const void *object, cl_uint what, size_t size, void *value,
                           size_t *length);

static cl_int get_device_text(const void *object, cl_uint what, size_t size, void *value,
                              size_t *length) {
  return grundy_opencl.clGetDeviceInfo((cl_device_id)object, what, size, value, length);
}

static cl_int get_platform_text(const void *object, cl_uint what, size_t size, void *value,
                                size_t *length) {
  return grundy_opencl.clGetPlatformInfo((cl_platform_id)object, what, size, value, length);
}

/* Reads a text, unless *status says that something has failed. What could disturb a terminal or a
 * table becomes a space, and spaces at the end are dropped. */
static void read_text(text_getter *get, const void *object, cl_uint what, char *to, size_t size,
                      grundy_status *status, grundy_error *error) {
  size_t length = 0;
  if (*status != GRUNDY_OK) return;
  *status = grundy_opencl_check(get(object, what, 0, NULL, &length), "clGetDeviceInfo", error);
  if (*status != GRUNDY_OK) return;
  char *text = grundy_alloc_zero((uint64_t)length + 1, 1);
  *status = text == NULL ? grundy_fail_memory(error)
                         : grundy_opencl_check(get(object, what, length, text, NULL),
                                               "clGetDeviceInfo", error);
  if (*status == GRUNDY_OK) {
    (void)snprintf(to, size, "%s", text);
    for (char *c = to; *c != '\0'; c++)
      if ((unsigned char)*c < ' ' || (unsigned char)*c > '~') *c = ' ';
    for (length = strlen(to); length > 0 && to[length - 1] == ' ';) to[--length] = '\0';
  }
  free(text);
}

static void read_property(cl_device_id id, cl_device_info what, void *value, size_t size,
                          grundy_status *status, grundy_error *error) {
  if (*status == GRUNDY_OK)
    *status = grundy_opencl_check(grundy_opencl.clGetDeviceInfo(id, what, size, value, NULL),
                                  "clGetDeviceInfo", error);
}

/* Reads all properties of a device. */
static grundy_status describe(cl_device_id id, cl_platform_id platform, grundy_gpu_info *info,
                              grundy_error *error) {
  cl_ulong memory = 0;
  cl_uint units = 0;
  cl_device_type type = 0;
  grundy_status status = GRUNDY_OK;
  read_text(get_device_text, id, CL_DEVICE_NAME, info->name, sizeof info->name, &status, error);
  read_text(get_device_text, id, CL_DRIVER_VERSION, info->driver, sizeof info->driver, &status,
            error);
  read_text(get_platform_text, platform, CL_PLATFORM_NAME, info->platform, sizeof info->platform,
            &status, error);
  read_property(id, CL_DEVICE_GLOBAL_MEM_SIZE, &memory, sizeof memory, &status, error);
  read_property(id, CL_DEVICE_MAX_COMPUTE_UNITS, &units, sizeof units, &status, error);
  read_property(id, CL_DEVICE_TYPE, &type, sizeof type, &status, error);
  info->memory = memory;
  info->usable = memory - memory / 20;
  info->units = units;
  info->is_gpu = (type & CL_DEVICE_TYPE_GPU) != 0;
  return status;
}

/* Finds out whether the device can run the kernels: it is available, compiles OpenCL C 1.2, and
 * orders bytes as the CPU does. */
static grundy_status check_usable(cl_device_id id, bool *usable, grundy_error *error) {
  cl_bool available = CL_FALSE, compiler = CL_FALSE, little = CL_FALSE;
  char version[64];
  int major = 0, minor = 0;
  grundy_status status = GRUNDY_OK;
  read_property(id, CL_DEVICE_AVAILABLE, &available, sizeof available, &status, error);
  read_property(id, CL_DEVICE_COMPILER_AVAILABLE, &compiler, sizeof compiler, &status, error);
  read_property(id, CL_DEVICE_ENDIAN_LITTLE, &little, sizeof little, &status, error);
  read_text(get_device_text, id, CL_DEVICE_VERSION, version, sizeof version, &status, error);
  if (status != GRUNDY_OK) return status;
  bool modern = sscanf(version, "OpenCL %d.%d", &major, &minor) == 2 && // NOLINT(cert-err34-c)
                (major > 1 || minor >= 2);
  const uint32_t one = 1;
  bool is_little = *(const unsigned char *)&one == 1;
  *usable = available && compiler && modern && (little == CL_TRUE) == is_little;
  return GRUNDY_OK;
}

/* ---- listing ---------------------------------------------------------------------------- */

/* Appends the device if it is usable. */
static grundy_status add_device(struct device_list *list, cl_platform_id platform, cl_device_id id,
                                grundy_error *error) {
  bool usable = false;
  grundy_status status = check_usable(id, &usable, error);
  if (status != GRUNDY_OK || !usable) return status;
  if (!grundy_grow(&list->at, &list->capacity, list->count + 1, sizeof *list->at))
    return grundy_fail_memory(error);
  grundy_gpu_device *device = &list->at[list->count];
  *device = (grundy_gpu_device){.id = id};
  status = describe(id, platform, &device->info, error);
  if (status == GRUNDY_OK) list->count++;
  return status;
}

static grundy_status add_platform(struct device_list *list, cl_platform_id platform,
                                  grundy_error *error) {
  cl_uint count = 0;
  cl_int code = grundy_opencl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &count);
  if (code == CL_DEVICE_NOT_FOUND || (code == CL_SUCCESS && count == 0)) return GRUNDY_OK;
  grundy_status status = grundy_opencl_check(code, "clGetDeviceIDs", error);
  if (status != GRUNDY_OK) return status;
  cl_device_id *ids = grundy_alloc_zero(count, sizeof(cl_device_id));
  if (ids == NULL) return grundy_fail_memory(error);
  status = grundy_opencl_check(
      grundy_opencl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids, NULL),
      "clGetDeviceIDs", error);
  for (cl_uint i = 0; i < count && status == GRUNDY_OK; i++)
    status = add_device(list, platform, ids[i], error);
  free(ids);
  return status;
}

static grundy_status fail_without_device(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE,
                     "OpenCL finds no device; install the driver of your GPU, or pocl-opencl-icd "
                     "to use the CPU as a device; if a driver is installed but not registered, set "
                     "OCL_ICD_VENDORS to a folder with an .icd file that names its library "
                     "(docs/gpu.md)");
}

/* Adds the devices of all platforms. A driver that fails does not hide the devices of others; its
 * error is reported if there are none. Running out of memory is a failure in any case: devices must
 * not change their numbers. */
static grundy_status add_platforms(struct device_list *list, const cl_platform_id *platforms,
                                   cl_uint count, grundy_error *error) {
  grundy_status first = GRUNDY_OK;
  for (cl_uint i = 0; i < count; i++) {
    grundy_error reason = {0};
    grundy_status status = add_platform(list, platforms[i], &reason);
    if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
    if (status == GRUNDY_OK || first != GRUNDY_OK) continue;
    first = status;
    if (error != NULL) *error = reason;
  }
  if (list->count > 0) return GRUNDY_OK;
  return first != GRUNDY_OK ? first : fail_without_device(error);
}

/* Lists at least one device, or fails. The caller frees list->at, even after a failure. */
static grundy_status list_devices(struct device_list *list, grundy_error *error) {
  cl_uint count = 0;
  grundy_status status = grundy_opencl_open(error);
  if (status != GRUNDY_OK) return status;
  cl_int code = grundy_opencl.clGetPlatformIDs(0, NULL, &count);
  if (code == PLATFORM_NOT_FOUND || (code == CL_SUCCESS && count == 0))
    return fail_without_device(error);
  status = grundy_opencl_check(code, "clGetPlatformIDs", error);
  if (status != GRUNDY_OK) return status;
  cl_platform_id *platforms = grundy_alloc_zero(count, sizeof(cl_platform_id));
  if (platforms == NULL) return grundy_fail_memory(error);
  status = grundy_opencl_check(grundy_opencl.clGetPlatformIDs(count, platforms, NULL),
                               "clGetPlatformIDs", error);
  if (status == GRUNDY_OK) status = add_platforms(list, platforms, count, error);
  free(platforms);
  return status;
}

grundy_status grundy_gpu_list(grundy_gpu_info **devices, size_t *count, grundy_error *error) {
  struct device_list list = {0};
  grundy_gpu_info *infos = NULL;
  grundy_status status = list_devices(&list, error);
  if (status == GRUNDY_OK) infos = grundy_alloc(list.count, sizeof *infos);
  if (status == GRUNDY_OK && infos == NULL) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    for (uint64_t i = 0; i < list.count; i++) infos[i] = list.at[i].info;
    *devices = infos;
    *count = (size_t)list.count;
  }
  free(list.at);
  return status;
}

/* ---- opening ---------------------------------------------------------------------------- */

grundy_status grundy_gpu_device_find(uint32_t number, grundy_gpu_device *device,
                                     grundy_error *error) {
  struct device_list list = {0};
  grundy_status status = list_devices(&list, error);
  if (status == GRUNDY_OK && number > list.count)
    status =
        grundy_fail(error, GRUNDY_UNABLE, "there is no device %lu: OpenCL finds %lu device%s",
                    (unsigned long)number, (unsigned long)list.count, list.count == 1 ? "" : "s");
  if (status == GRUNDY_OK) *device = list.at[number == GRUNDY_GPU_AUTO ? 0 : number - 1];
  for (uint64_t i = 1; status == GRUNDY_OK && number == GRUNDY_GPU_AUTO && i < list.count; i++) {
    const grundy_gpu_info *info = &list.at[i].info, *best = &device->info;
    if (info->is_gpu && (!best->is_gpu || info->memory > best->memory)) *device = list.at[i];
  }
  free(list.at);
  return status;
}

grundy_status grundy_gpu_device_start(grundy_gpu_device *device, grundy_error *error) {
  cl_int code = CL_SUCCESS;
  device->context = grundy_opencl.clCreateContext(NULL, 1, &device->id, NULL, NULL, &code);
  grundy_status status = grundy_opencl_check(code, "clCreateContext", error);
  if (status != GRUNDY_OK) return status;
  device->queue = grundy_opencl.clCreateCommandQueue(device->context, device->id,
                                                     CL_QUEUE_PROFILING_ENABLE, &code);
  status = grundy_opencl_check(code, "clCreateCommandQueue", error);
  if (status != GRUNDY_OK) grundy_gpu_device_close(device);
  return status;
}

grundy_status grundy_gpu_device_open(uint32_t number, grundy_gpu_device *device,
                                     grundy_error *error) {
  grundy_status status = grundy_gpu_device_find(number, device, error);
  return status == GRUNDY_OK ? grundy_gpu_device_start(device, error) : status;
}

void grundy_gpu_device_close(grundy_gpu_device *device) {
  if (device->queue != NULL) (void)grundy_opencl.clReleaseCommandQueue(device->queue);
  if (device->context != NULL) (void)grundy_opencl.clReleaseContext(device->context);
  device->queue = NULL;
  device->context = NULL;
}
