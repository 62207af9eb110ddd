#include "faults/functions/calls.h"

#include "faults/functions/allocator.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

/* ---- counting ---------------------------------------------------------------------------- */

static call_plan plan = {.left = NEVER};
static call_failure *failure; /* shared with children */
static FILE *broken;          /* the stream whose error indicator is set */
static FILE *written;         /* the stream to which the last call wrote, if it did */
static int processes;         /* started since calls_start */
static bool is_hanging;
bool no_file_is_mapped;

void calls_start(call_plan next) {
  if (failure == NULL)
    failure =
        mmap(NULL, sizeof *failure, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (failure == MAP_FAILED) abort();
  *failure = (call_failure){0};
  broken = written = NULL;
  processes = 0;
  is_hanging = false;
  plan = next;
  allocations_left = INT_MAX;
}

call_failure calls_end(void) {
  plan.left = allocations_left = NEVER;
  broken = NULL;
  is_hanging = false;
  return *failure;
}

int calls_processes(void) {
  return processes;
}

static bool is_in(const char *const *calls, size_t count, const char *call) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(calls[i], call) == 0) return true;
  return false;
}

#define IS_IN(list, call) is_in(list, sizeof(list) / sizeof *(list), call)

bool calls_is_repeated(const call_failure *f) {
  static const char *const repeated[] = {"read", "write", "pread", "pwrite", "poll", "waitpid"};
  return IS_IN(repeated, f->call) && (f->reason == EINTR || f->reason == PARTIAL);
}

bool calls_is_fatal(const call_failure *f) {
  static const char *const fatal[] = {
      "fflush",          "fmemopen",           "fopencookie", "fork",     "fread",    "getc",
      "inflate",         "inflateInit2_",      "linkat",      "mkstemp",  "mprotect", "pipe2",
      "posix_fallocate", "pthread_mutex_init", "read",        "realpath", "rename",   "ungetc",
      "write",
  };
  return IS_IN(fatal, f->call) && f->reason != EEXIST && !calls_is_repeated(f);
}

/* Returns the reason for which the call fails, which is also in errno; 0 if it does not fail.
 * `reasons` ends with 0. */
static int fail(const char *call, const int *reasons) {
  if (allocations_left == NEVER || plan.left == NEVER || plan.in_child) return 0;
  written = NULL;
  if (plan.at_new_places ? !is_new_place() : plan.left-- > 0) return 0;
  plan.left = NEVER;
  for (int i = 0; i < plan.reason && reasons[1] != 0; i++) reasons++;
  *failure = (call_failure){call, reasons[0], reasons[1] == 0};
  errno = failure->reason;
  return failure->reason;
}

#define FAIL(call, ...) (fail(call, (const int[]){__VA_ARGS__, 0}))

/* ---- descriptors ------------------------------------------------------------------------- */

int faulty_open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return FAIL("open", EMFILE, EOPNOTSUPP, ENOENT) ? -1 : open(path, flags, mode);
}

int faulty_mkstemp(char *name) {
  return FAIL("mkstemp", EMFILE) ? -1 : mkstemp(name);
}

int faulty_posix_fallocate(int descriptor, off_t from, off_t size) {
  int reason = FAIL("posix_fallocate", ENOSPC, EIO);
  return reason != 0 ? reason : posix_fallocate(descriptor, from, size);
}

int faulty_fcntl(int descriptor, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  int argument = va_arg(arguments, int);
  va_end(arguments);
  return FAIL("fcntl", EMFILE) ? -1 : fcntl(descriptor, command, argument);
}

int faulty_dup2(int from, int to) {
  return FAIL("dup2", EMFILE) ? -1 : dup2(from, to);
}

ssize_t faulty_read(int descriptor, void *to, size_t size) {
  int reason = FAIL("read", EIO, EINTR, PARTIAL);
  if (reason == PARTIAL) return read(descriptor, to, size / 2 + 1);
  return reason != 0 ? -1 : read(descriptor, to, size);
}

ssize_t faulty_write(int descriptor, const void *from, size_t size) {
  int reason = FAIL("write", EPIPE, EINTR, PARTIAL);
  if (reason == PARTIAL) return write(descriptor, from, size / 2 + 1);
  return reason != 0 ? -1 : write(descriptor, from, size);
}

ssize_t faulty_pread(int descriptor, void *to, size_t size, off_t at) {
  int reason = FAIL("pread", EIO, EINTR, PARTIAL);
  if (reason == PARTIAL) return pread(descriptor, to, size / 2 + 1, at);
  return reason != 0 ? -1 : pread(descriptor, to, size, at);
}

ssize_t faulty_pwrite(int descriptor, const void *from, size_t size, off_t at) {
  int reason = FAIL("pwrite", ENOSPC, EINTR, PARTIAL);
  if (reason == PARTIAL) return pwrite(descriptor, from, size / 2 + 1, at);
  return reason != 0 ? -1 : pwrite(descriptor, from, size, at);
}

int faulty_fstat(int descriptor, struct stat *about) {
  return FAIL("fstat", EIO) ? -1 : fstat(descriptor, about);
}

int faulty_fstatvfs(int descriptor, struct statvfs *about) {
  int reason = FAIL("fstatvfs", EIO, ENOSPC);
  if (reason == EIO) return -1;
  int result = fstatvfs(descriptor, about);
  if (reason == ENOSPC) about->f_bavail = 0;
  return result;
}

int faulty_flock(int descriptor, int operation) {
  return FAIL("flock", ENOLCK) ? -1 : flock(descriptor, operation);
}

int faulty_fchmod(int descriptor, mode_t mode) {
  return FAIL("fchmod", EPERM) ? -1 : fchmod(descriptor, mode);
}

void *faulty_mmap(void *at, size_t size, int protection, int flags, int descriptor, off_t from) {
  if (no_file_is_mapped && descriptor >= 0) {
    errno = ENODEV;
    return MAP_FAILED;
  }
  return FAIL("mmap", ENOMEM) ? MAP_FAILED : mmap(at, size, protection, flags, descriptor, from);
}

int faulty_mprotect(void *at, size_t size, int protection) {
  return FAIL("mprotect", ENOMEM) ? -1 : mprotect(at, size, protection);
}

/* ---- names ------------------------------------------------------------------------------- */

int faulty_stat(const char *path, struct stat *about) {
  return FAIL("stat", EIO) ? -1 : stat(path, about);
}

int faulty_lstat(const char *path, struct stat *about) {
  return FAIL("lstat", EIO) ? -1 : lstat(path, about);
}

int faulty_fstatat(int folder, const char *path, struct stat *about, int flags) {
  return FAIL("fstatat", EIO) ? -1 : fstatat(folder, path, about, flags);
}

int faulty_access(const char *path, int mode) {
  return FAIL("access", EIO) ? -1 : access(path, mode);
}

char *faulty_realpath(const char *path, char *resolved) {
  return FAIL("realpath", EIO, ENOMEM) ? NULL : realpath(path, resolved);
}

int faulty_rename(const char *from, const char *to) {
  return FAIL("rename", EIO) ? -1 : rename(from, to);
}

int faulty_linkat(int folder, const char *from, int to_folder, const char *to, int flags) {
  return FAIL("linkat", EPERM, EEXIST) ? -1 : linkat(folder, from, to_folder, to, flags);
}

int faulty_mkdir(const char *path, mode_t mode) {
  return FAIL("mkdir", ENOSPC) ? -1 : mkdir(path, mode);
}

DIR *faulty_opendir(const char *path) {
  return FAIL("opendir", EMFILE) ? NULL : opendir(path);
}

/* ---- streams ----------------------------------------------------------------------------- */

FILE *faulty_fopen(const char *path, const char *mode) {
  return FAIL("fopen", EMFILE, ENOENT, ENOMEM) ? NULL : fopen(path, mode);
}

FILE *faulty_fdopen(int descriptor, const char *mode) {
  return FAIL("fdopen", ENOMEM) ? NULL : fdopen(descriptor, mode);
}

FILE *faulty_fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions) {
  return FAIL("fopencookie", ENOMEM) ? NULL : fopencookie(cookie, mode, functions);
}

FILE *faulty_fmemopen(void *bytes, size_t size, const char *mode) {
  return FAIL("fmemopen", ENOMEM) ? NULL : fmemopen(bytes, size, mode);
}

/* A failed stream stays failed. */
static bool breaks(FILE *stream, int reason) {
  if (reason != 0) broken = stream;
  return stream == broken;
}

int faulty_ferror(FILE *stream) {
  return stream == broken || ferror(stream);
}

size_t faulty_fread(void *to, size_t item, size_t count, FILE *in) {
  return breaks(in, FAIL("fread", EIO)) ? 0 : fread(to, item, count, in);
}

int faulty_getc(FILE *in) {
  return breaks(in, FAIL("getc", EIO, ENOMEM)) ? EOF : getc(in);
}

int faulty_ungetc(int byte, FILE *in) {
  return FAIL("ungetc", ENOMEM) ? EOF : ungetc(byte, in);
}

/* The same for a call that writes. If it follows another one that writes to the same stream, it is
 * not counted: a function may write thousands of pieces. */
static bool breaks_writing(const char *call, FILE *out) {
  if (out != written) {
    bool is_broken = breaks(out, FAIL(call, ENOSPC));
    written = out;
    return is_broken;
  }
  return out == broken;
}

size_t faulty_fwrite(const void *from, size_t item, size_t count, FILE *out) {
  return breaks_writing("fwrite", out) ? 0 : fwrite(from, item, count, out);
}

int faulty_fputs(const char *text, FILE *out) {
  return breaks_writing("fputs", out) ? EOF : fputs(text, out);
}

int faulty_fputc(int byte, FILE *out) {
  return breaks_writing("fputc", out) ? EOF : fputc(byte, out);
}

int faulty_putc(int byte, FILE *out) {
  return breaks_writing("putc", out) ? EOF : putc(byte, out);
}

__attribute__((format(printf, 2, 3))) int faulty_fprintf(FILE *out, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int result = breaks_writing("fprintf", out) ? -1 : vfprintf(out, format, arguments);
  va_end(arguments);
  return result;
}

int faulty_fflush(FILE *out) {
  return breaks(out, FAIL("fflush", ENOSPC)) ? EOF : fflush(out);
}

int faulty_fclose(FILE *stream) {
  int reason = FAIL("fclose", ENOSPC);
  if (stream == broken) broken = NULL;
  int result = fclose(stream);
  if (reason != 0) errno = reason;
  return reason != 0 ? EOF : result;
}

int faulty_fseeko(FILE *stream, off_t offset, int whence) {
  return FAIL("fseeko", EIO) ? -1 : fseeko(stream, offset, whence);
}

off_t faulty_ftello(FILE *stream) {
  return FAIL("ftello", ESPIPE) ? -1 : ftello(stream);
}

/* ---- processes --------------------------------------------------------------------------- */

int faulty_pipe2(int ends[2], int flags) {
  return FAIL("pipe2", EMFILE) ? -1 : pipe2(ends, flags);
}

pid_t faulty_fork(void) {
  if (FAIL("fork", EAGAIN)) return -1;
  pid_t pid = fork();
  processes++;
  if (pid == 0) {
    if (!plan.in_child) plan.left = NEVER;
    plan.in_child = false;
  }
  return pid;
}

pid_t faulty_getppid(void) {
  return FAIL("getppid", ESRCH) ? 1 : getppid(); /* the parent has ended */
}

int faulty_atexit(void (*function)(void)) {
  return FAIL("atexit", ENOMEM) ? -1 : atexit(function);
}

pid_t faulty_waitpid(pid_t pid, int *status, int options) {
  return FAIL("waitpid", EINTR) ? -1 : waitpid(pid, status, options);
}

int faulty_poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  int reason = FAIL("poll", ENOMEM, EINTR, HANGING);
  if (reason == HANGING) is_hanging = true;
  if (is_hanging) return 0;
  return reason != 0 ? -1 : poll(descriptors, count, milliseconds);
}

int faulty_pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  int reason = FAIL("pthread_mutex_init", ENOMEM);
  return reason != 0 ? reason : pthread_mutex_init(mutex, attributes);
}

/* A process that hangs uses no time. tests/support/trials.c has another clock_gettime, so this one
 * asks the system. */
int faulty_clock_gettime(clockid_t clock, struct timespec *now) {
  if (is_hanging && clock != CLOCK_MONOTONIC) {
    *now = (struct timespec){0};
    return 0;
  }
  return (int)syscall(SYS_clock_gettime, clock, now);
}

/* ---- others ------------------------------------------------------------------------------ */

int faulty_inflateInit2_(z_streamp z, int bits, const char *version, int size) {
  return FAIL("inflateInit2_", ENOMEM) ? Z_MEM_ERROR : inflateInit2_(z, bits, version, size);
}

int faulty_inflateReset(z_streamp z) {
  return FAIL("inflateReset", EINVAL) ? Z_STREAM_ERROR : inflateReset(z);
}

int faulty_inflate(z_streamp z, int flush) {
  return FAIL("inflate", ENOMEM) ? Z_MEM_ERROR : inflate(z, flush);
}
