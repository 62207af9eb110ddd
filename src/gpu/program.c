/* Compiling takes seconds, so binaries are kept in $XDG_CACHE_HOME/grundy, or ~/.cache/grundy. The
 * name of a file has the hash of everything that the binary depends on; the file begins with a
 * header that repeats this hash and has the checksum of the binary. Files appear complete or not at
 * all, and several processes may use the folder.
 *
 * This is for GPUs only: pocl, which makes devices of CPUs, has a cache of its own, and compiles
 * all kernels again if the program wants the binary. */

#include "gpu/program.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
  MAX_PATH = 4096,
  MAX_SHOWN = 240, /* bytes of a message of the compiler */
};

/* A compiled program. */
struct binary {
  unsigned char *bytes;
  size_t length;
};

struct header {
  char magic[8];
  uint64_t key;      /* the hash of what the binary depends on */
  uint64_t length;   /* of the binary, which follows */
  uint64_t checksum; /* of the binary, continuing from the key */
};

static const char magic[8] = {'g', 'r', 'u', 'n', 'd', 'y', 'c', 'l'};

/* ---- the cache -------------------------------------------------------------------------- */

static uint64_t key_of(const grundy_gpu_device *device, const char *source, size_t length,
                       const char *options) {
  const char *texts[] = {device->info.platform, device->info.name, device->info.driver, options};
  uint64_t key = GRUNDY_HASH_START;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) /* with NUL, to separate them */
    key = grundy_hash(key, texts[i], strlen(texts[i]) + 1);
  return grundy_hash(key, source, length);
}

/* Writes the path of the binary with that key, and makes its folder if `make`. False if there is
 * no folder. */
static bool find_file(char path[MAX_PATH], uint64_t key, bool make) {
  const char *base = getenv("XDG_CACHE_HOME"); // NOLINT(concurrency-mt-unsafe)
  const char *below = "";
  if (base == NULL || base[0] != '/') {
    base = getenv("HOME"); // NOLINT(concurrency-mt-unsafe)
    below = "/.cache";
  }
  if (base == NULL || base[0] != '/') return false;
  int length = snprintf(path, MAX_PATH, "%s%s", base, below);
  if (length < 0 || length > MAX_PATH - 64) return false;
  if (make) (void)mkdir(path, 0700);
  (void)snprintf(path + length, (size_t)(MAX_PATH - length), "/grundy");
  if (make) (void)mkdir(path, 0700);
  size_t used = strlen(path);
  (void)snprintf(path + used, MAX_PATH - used, "/gpu-%016llx.bin", (unsigned long long)key);
  return true;
}

/* Reads the binary after a right header; false if the file is damaged. */
static bool read_binary(FILE *file, uint64_t key, struct binary *binary) {
  struct header header;
  struct stat about;
  if (fread(&header, sizeof header, 1, file) != 1 || fstat(fileno(file), &about) != 0) return false;
  if (memcmp(header.magic, magic, sizeof magic) != 0 || header.key != key || header.length == 0 ||
      !S_ISREG(about.st_mode) || header.length != (uint64_t)about.st_size - sizeof header)
    return false;
  binary->bytes = grundy_alloc(header.length, 1);
  binary->length = (size_t)header.length;
  return binary->bytes != NULL && fread(binary->bytes, binary->length, 1, file) == 1 &&
         grundy_hash(key, binary->bytes, binary->length) == header.checksum;
}

/* Finds the binary with that key; false if it is missing or damaged. */
static bool load_binary(uint64_t key, struct binary *binary) {
  char path[MAX_PATH];
  FILE *file = find_file(path, key, false) ? fopen(path, "rbe") : NULL;
  if (file == NULL) return false;
  bool right = read_binary(file, key, binary);
  (void)fclose(file);
  return right;
}

/* Keeps the binary. Nothing depends on whether this succeeds. */
static void save_binary(uint64_t key, const struct binary *binary) {
  char path[MAX_PATH];
  struct header header = {.key = key,
                          .length = binary->length,
                          .checksum = grundy_hash(key, binary->bytes, binary->length)};
  grundy_output *output = NULL;
  memcpy(header.magic, magic, sizeof magic);
  if (!find_file(path, key, true) || grundy_output_open(path, &output, NULL) != GRUNDY_OK) return;
  FILE *stream = grundy_output_stream(output);
  if (fwrite(&header, sizeof header, 1, stream) == 1 &&
      fwrite(binary->bytes, binary->length, 1, stream) == 1) {
    if (grundy_output_commit(output, NULL) != GRUNDY_OK) return;
  } else {
    grundy_output_discard(output);
  }
}

/* ---- building --------------------------------------------------------------------------- */

static cl_int build(const grundy_gpu_device *device, const char *options, cl_program program) {
  return grundy_opencl.clBuildProgram(program, 1, &device->id, options, NULL, NULL);
}

/* Builds the program from a binary of the cache. NULL if that fails: then the source is compiled.
 */
static cl_program build_binary(const grundy_gpu_device *device, const struct binary *binary,
                               const char *options) {
  cl_int code = CL_SUCCESS, loaded = CL_SUCCESS;
  const unsigned char *bytes = binary->bytes;
  cl_program program = grundy_opencl.clCreateProgramWithBinary(
      device->context, 1, &device->id, &binary->length, &bytes, &loaded, &code);
  if (code == CL_SUCCESS && loaded == CL_SUCCESS && build(device, options, program) == CL_SUCCESS)
    return program;
  if (code == CL_SUCCESS) (void)grundy_opencl.clReleaseProgram(program);
  return NULL;
}

/* Copies the compiled program; false if the driver does not give it away. */
static bool copy_binary(cl_program program, struct binary *binary) {
  size_t length = 0;
  if (grundy_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof length, &length,
                                     NULL) != CL_SUCCESS ||
      length == 0)
    return false;
  binary->length = length;
  binary->bytes = grundy_alloc(length, 1);
  return binary->bytes != NULL &&
         grundy_opencl.clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary->bytes,
                                        &binary->bytes, NULL) == CL_SUCCESS;
}

/* Fails with the line of the compiler's messages that has the first error, or else the first. */
static grundy_status fail_build(const grundy_gpu_device *device, cl_program program,
                                grundy_error *error) {
  size_t length = 0;
  char *log = NULL;
  if (grundy_opencl.clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL,
                                          &length) == CL_SUCCESS)
    log = grundy_alloc_zero((uint64_t)length + 1, 1);
  if (log == NULL || grundy_opencl.clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG,
                                                         length, log, NULL) != CL_SUCCESS) {
    free(log);
    return grundy_opencl_check(CL_BUILD_PROGRAM_FAILURE, "clBuildProgram", error);
  }
  const char *line = strstr(log, "error");
  while (line != NULL && line > log && line[-1] != '\n') line--;
  if (line == NULL) line = log + strspn(log, " \t\r\n");
  size_t shown = strcspn(line, "\r\n");
  if (shown > MAX_SHOWN) shown = MAX_SHOWN;
  grundy_status status = grundy_fail(
      error, GRUNDY_UNABLE,
      "the driver of %s cannot compile the kernels: %.*s; update it, or choose another device",
      device->info.name, (int)shown, line);
  free(log);
  return status;
}

/* Compiles the source. */
static grundy_status build_source(const grundy_gpu_device *device, const char *source,
                                  size_t length, const char *options, cl_program *program,
                                  grundy_error *error) {
  cl_int code = CL_SUCCESS;
  cl_program made =
      grundy_opencl.clCreateProgramWithSource(device->context, 1, &source, &length, &code);
  grundy_status status = grundy_opencl_check(code, "clCreateProgramWithSource", error);
  if (status != GRUNDY_OK) return status;
  code = build(device, options, made);
  if (code == CL_BUILD_PROGRAM_FAILURE)
    status = fail_build(device, made, error);
  else
    status = grundy_opencl_check(code, "clBuildProgram", error);
  if (status == GRUNDY_OK)
    *program = made;
  else
    (void)grundy_opencl.clReleaseProgram(made);
  return status;
}

grundy_status grundy_gpu_program_build(const grundy_gpu_device *device, const char *source,
                                       size_t length, const char *options, cl_program *program,
                                       grundy_error *error) {
  uint64_t key = key_of(device, source, length, options);
  struct binary binary = {0}, fresh = {0};
  cl_program cached = NULL;
  grundy_status status = GRUNDY_OK;
  const bool is_kept = device->info.is_gpu;
  if (is_kept && load_binary(key, &binary)) cached = build_binary(device, &binary, options);
  if (cached != NULL) {
    *program = cached;
  } else {
    status = build_source(device, source, length, options, program, error);
    if (status == GRUNDY_OK && is_kept && copy_binary(*program, &fresh)) save_binary(key, &fresh);
  }
  free(binary.bytes);
  free(fresh.bytes);
  return status;
}
