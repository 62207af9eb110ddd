/* The session: one queue of a device, in order. */

#include "gpu/session.h"

#include "base/alloc.h"
#include "base/error.h"
#include "gpu/program.h"
#include "gpu/wave.h"

#include <embedded.h>

#include <assert.h>
#include <string.h>

extern const struct embedded_file grundy_gpu_kernels[];

/* Smaller stages are filled while the device still reads the other one; larger ones take long to
 * allocate. */
enum { STAGE_BYTES = 1 << 24 };

/* Remembers the code of an OpenCL function if it is a failure. Returns whether all is well. */
static bool check_call(grundy_gpu_session *s, cl_int code, const char *function) {
  if (s->status == GRUNDY_OK) s->status = grundy_opencl_check(code, function, s->error);
  return s->status == GRUNDY_OK;
}

/* ---- start and end ---------------------------------------------------------------------- */

/* Returns the text of all kernels, to be freed; NULL if memory runs out. */
static char *join_sources(size_t *length) {
  size_t size = 0;
  for (const struct embedded_file *f = grundy_gpu_kernels; f->name != NULL; f++) size += f->length;
  char *text = grundy_alloc((uint64_t)size + 1, 1);
  *length = size;
  if (text == NULL) return NULL;
  size = 0;
  for (const struct embedded_file *f = grundy_gpu_kernels; f->name != NULL; f++) {
    memcpy(text + size, f->bytes, f->length);
    size += f->length;
  }
  text[size] = '\0';
  return text;
}

static bool is_nvidia(const grundy_gpu_info *info) {
  return strstr(info->platform, "NVIDIA") != NULL;
}

/* Fills in the defaults. On CPUs a work-item is a work-group: barriers are expensive there. */
static void tune(grundy_gpu_session *s) {
  const grundy_gpu_info *info = &s->device->info;
  grundy_gpu_tuning *t = &s->tuning;
  size_t most = 1;
  (void)check_call(s,
                   grundy_opencl.clGetDeviceInfo(s->device->id, CL_DEVICE_MAX_WORK_GROUP_SIZE,
                                                 sizeof most, &most, NULL),
                   "clGetDeviceInfo");
  if (t->group == 0) t->group = info->is_gpu ? 256 : 1;
  if (t->narrow == 0) t->narrow = info->is_gpu ? 1024 : 1;
  while (t->group > 1 && t->group > most) t->group /= 2;
  while (t->narrow > 1 && t->narrow > most) t->narrow /= 2;
  if (t->narrow_waves == 0) t->narrow_waves = 128;
  uint32_t per_unit = info->is_gpu ? (is_nvidia(info) ? 1536 : 1024) / t->group : 1;
  assert(per_unit > 0); /* work-groups are not larger */
  s->groups = (info->units == 0 ? 1 : info->units) * per_unit;
}

static void build(grundy_gpu_session *s) {
  char options[128];
  size_t length = 0;
  char *source = join_sources(&length);
  if (source == NULL) {
    s->status = grundy_fail_memory(s->error);
    return;
  }
  /* More registers per work-item would leave room for fewer of them. */
  (void)snprintf(options, sizeof options, "-DGROUP=%lu -DNARROW=%lu%s",
                 (unsigned long)s->tuning.group, (unsigned long)s->tuning.narrow,
                 is_nvidia(&s->device->info) ? " -cl-nv-maxrregcount=40" : "");
  s->status = grundy_gpu_program_build(s->device, source, length, options, &s->program, s->error);
  free(source);
}

void grundy_gpu_session_start(grundy_gpu_session *s, const grundy_gpu_device *device,
                              const grundy_gpu_tuning *tuning, grundy_error *error) {
  *s = (grundy_gpu_session){.device = device, .stage = STAGE_BYTES, .error = error};
  if (tuning != NULL) s->tuning = *tuning;
  tune(s);
  if (s->status == GRUNDY_OK) build(s);
  for (int i = 0; i < GRUNDY_GPU_STAGES && s->status == GRUNDY_OK; i++) {
    cl_int code = CL_SUCCESS;
    s->stages[i] = grundy_opencl.clCreateBuffer(
        device->context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, (size_t)s->stage, NULL, &code);
    if (!check_call(s, code, "clCreateBuffer")) break;
    s->staged[i] = grundy_opencl.clEnqueueMapBuffer(device->queue, s->stages[i], CL_TRUE,
                                                    CL_MAP_READ | CL_MAP_WRITE, 0, (size_t)s->stage,
                                                    0, NULL, NULL, &code);
    if (!check_call(s, code, "clEnqueueMapBuffer")) s->staged[i] = NULL;
  }
}

void grundy_gpu_session_end(grundy_gpu_session *s) {
  for (int i = 0; i < GRUNDY_GPU_STAGES; i++) {
    if (s->staged[i] != NULL)
      (void)grundy_opencl.clEnqueueUnmapMemObject(s->device->queue, s->stages[i], s->staged[i], 0,
                                                  NULL, NULL);
    s->staged[i] = NULL;
  }
  (void)grundy_opencl.clFinish(s->device->queue);
  for (int i = 0; i < GRUNDY_GPU_STAGES; i++) grundy_gpu_release(&s->stages[i]);
  if (s->program != NULL) (void)grundy_opencl.clReleaseProgram(s->program);
  s->program = NULL;
}

/* ---- kernels ---------------------------------------------------------------------------- */

void grundy_gpu_set(grundy_gpu_session *s, cl_kernel kernel, cl_uint place, const void *at,
                    size_t size) {
  if (s->status == GRUNDY_OK)
    (void)check_call(s, grundy_opencl.clSetKernelArg(kernel, place, size, at), "clSetKernelArg");
}

cl_kernel grundy_gpu_kernel(grundy_gpu_session *s, const char *name,
                            const grundy_gpu_argument *arguments, cl_uint count) {
  cl_int code = CL_SUCCESS;
  if (s->status != GRUNDY_OK) return NULL;
  cl_kernel kernel = grundy_opencl.clCreateKernel(s->program, name, &code);
  if (!check_call(s, code, "clCreateKernel")) return NULL;
  for (cl_uint i = 0; i < count; i++)
    grundy_gpu_set(s, kernel, i, arguments[i].at, arguments[i].size);
  return kernel;
}

void grundy_gpu_launch(grundy_gpu_session *s, cl_kernel kernel, uint32_t groups, uint32_t items) {
  if (s->status != GRUNDY_OK) return;
  assert(groups > 0);
  size_t all = (size_t)groups * items, local = items;
  (void)check_call(s,
                   grundy_opencl.clEnqueueNDRangeKernel(s->device->queue, kernel, 1, NULL, &all,
                                                        &local, 0, NULL, NULL),
                   "clEnqueueNDRangeKernel");
}

void grundy_gpu_run(grundy_gpu_session *s, const char *name, uint32_t groups,
                    const grundy_gpu_argument *arguments, cl_uint count) {
  cl_kernel kernel = grundy_gpu_kernel(s, name, arguments, count);
  grundy_gpu_launch(s, kernel, groups, s->tuning.group);
  if (kernel != NULL) (void)grundy_opencl.clReleaseKernel(kernel);
}

uint32_t grundy_gpu_groups(const grundy_gpu_session *s, uint64_t items) {
  uint64_t groups = items / s->tuning.group + 1;
  return groups < s->groups ? (uint32_t)groups : s->groups;
}

void grundy_gpu_wait(grundy_gpu_session *s) {
  if (s->status == GRUNDY_OK)
    (void)check_call(s, grundy_opencl.clFinish(s->device->queue), "clFinish");
}

/* ---- buffers ---------------------------------------------------------------------------- */

cl_mem grundy_gpu_buffer(grundy_gpu_session *s, uint64_t bytes) {
  cl_int code = CL_SUCCESS;
  if (s->status != GRUNDY_OK) return NULL;
  cl_mem buffer = grundy_opencl.clCreateBuffer(s->device->context, CL_MEM_READ_WRITE,
                                               (size_t)(bytes < 4 ? 4 : bytes), NULL, &code);
  return check_call(s, code, "clCreateBuffer") ? buffer : NULL;
}

void grundy_gpu_release(cl_mem *buffer) {
  if (*buffer != NULL) (void)grundy_opencl.clReleaseMemObject(*buffer);
  *buffer = NULL;
}

void grundy_gpu_fill(grundy_gpu_session *s, cl_mem buffer, uint64_t count, uint32_t word) {
  GRUNDY_GPU_RUN(s, "fill_words", grundy_gpu_groups(s, count), count, word, buffer);
}

void grundy_gpu_write(grundy_gpu_session *s, cl_mem buffer, uint64_t at, const void *from,
                      uint64_t bytes) {
  if (s->status == GRUNDY_OK)
    (void)check_call(s,
                     grundy_opencl.clEnqueueWriteBuffer(s->device->queue, buffer, CL_TRUE,
                                                        (size_t)at, (size_t)bytes, from, 0, NULL,
                                                        NULL),
                     "clEnqueueWriteBuffer");
}

void grundy_gpu_read(grundy_gpu_session *s, cl_mem buffer, uint64_t at, void *to, uint64_t bytes) {
  if (s->status == GRUNDY_OK)
    (void)check_call(s,
                     grundy_opencl.clEnqueueReadBuffer(s->device->queue, buffer, CL_TRUE,
                                                       (size_t)at, (size_t)bytes, to, 0, NULL,
                                                       NULL),
                     "clEnqueueReadBuffer");
}

/* ---- large transfers -------------------------------------------------------------------- */

/* Waits for the transfer from or to a stage, if there is one. */
static void wait_for(grundy_gpu_session *s, cl_event *event) {
  if (*event == NULL) return;
  (void)check_call(s, grundy_opencl.clWaitForEvents(1, event), "clWaitForEvents");
  (void)grundy_opencl.clReleaseEvent(*event);
  *event = NULL;
}

/* Starts the transfers that were enqueued. */
static void flush(grundy_gpu_session *s) {
  if (s->status == GRUNDY_OK)
    (void)check_call(s, grundy_opencl.clFlush(s->device->queue), "clFlush");
}

void grundy_gpu_send(grundy_gpu_session *s, cl_mem buffer, uint64_t bytes, grundy_gpu_maker *make,
                     const void *context) {
  cl_event sent[GRUNDY_GPU_STAGES] = {NULL};
  int i = 0;
  for (uint64_t at = 0; at < bytes && s->status == GRUNDY_OK; at += s->stage, i ^= 1) {
    uint64_t count = bytes - at < s->stage ? bytes - at : s->stage;
    wait_for(s, &sent[i]);
    if (s->status != GRUNDY_OK) break;
    make(context, at, s->staged[i], count);
    if (!check_call(s,
                    grundy_opencl.clEnqueueWriteBuffer(s->device->queue, buffer, CL_FALSE,
                                                       (size_t)at, (size_t)count, s->staged[i], 0,
                                                       NULL, &sent[i]),
                    "clEnqueueWriteBuffer"))
      sent[i] = NULL;
    flush(s);
  }
  for (i = 0; i < GRUNDY_GPU_STAGES; i++) wait_for(s, &sent[i]);
}

/* While one stage is copied, the device fills the other one. */
void grundy_gpu_receive(grundy_gpu_session *s, cl_mem buffer, void *to, uint64_t bytes) {
  cl_event filled[GRUNDY_GPU_STAGES] = {NULL};
  uint64_t steps = (bytes + s->stage - 1) / s->stage;
  for (uint64_t step = 0; step <= steps && s->status == GRUNDY_OK; step++) {
    int i = (int)(step % 2), other = i ^ 1;
    uint64_t at = step * s->stage, before = at - s->stage;
    if (step < steps) {
      uint64_t count = bytes - at < s->stage ? bytes - at : s->stage;
      if (!check_call(s,
                      grundy_opencl.clEnqueueReadBuffer(s->device->queue, buffer, CL_FALSE,
                                                        (size_t)at, (size_t)count, s->staged[i], 0,
                                                        NULL, &filled[i]),
                      "clEnqueueReadBuffer"))
        filled[i] = NULL;
      flush(s);
    }
    if (step == 0) continue;
    wait_for(s, &filled[other]);
    if (s->status == GRUNDY_OK)
      grundy_gpu_copy(s->staged[other], 0, (char *)to + before,
                      bytes - before < s->stage ? bytes - before : s->stage);
  }
  for (int i = 0; i < GRUNDY_GPU_STAGES; i++) wait_for(s, &filled[i]);
}

typedef struct copying {
  const char *from;
  char *to;
  uint64_t count;
  int threads;
} copying;

static void copy_share(void *context, int thread) {
  const copying *c = context;
  uint64_t begin = grundy_share(c->count, thread, c->threads);
  uint64_t end = grundy_share(c->count, thread + 1, c->threads);
  memcpy(c->to + begin, c->from + begin, end - begin);
}

void grundy_gpu_copy(const void *from, uint64_t at, char *to, uint64_t count) {
  copying c = {(const char *)from + at, to, count, grundy_threads_for(count / 8)};
  grundy_parallel(c.threads, copy_share, &c);
}
