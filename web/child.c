#include "web/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <platform.h>

#include "web/answer.h"
#include "web/task.h"

enum { MOST_ERRORS = 4096 };

/* ---- between fork and exec: async-signal-safe calls only --------------------------- */

/* Sanitizers reserve more address space than any limit. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static const bool limits_memory = false;
#else
static const bool limits_memory = true;
#endif

static void set_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit values = {(rlim_t)soft, (rlim_t)hard};
  (void)setrlimit(resource, &values);
}

/* Raises the soft limit to the hard limit. */
static void raise_limit(int resource) {
  struct rlimit values;
  if (getrlimit(resource, &values) != 0) return;
  set_limit(resource, (uint64_t)values.rlim_max, (uint64_t)values.rlim_max);
}

/* The command obeys --memory by itself, with a clear message; this is a safety net, with room for
 * the libraries that it maps. The files of a folder of tiers may be larger than memory, and are
 * mapped, too; then only data are limited. */
static void set_limits(const struct web_limits *limits, bool maps_folders) {
  const uint64_t extra = UINT64_C(1) << 30;
  enum { FILES = 64, LARGEST_FILE = 1 << 20 };
  set_limit(RLIMIT_CORE, 0, 0);
  set_limit(RLIMIT_CPU, limits->seconds + 1, limits->seconds + 2);
  set_limit(RLIMIT_FSIZE, LARGEST_FILE, LARGEST_FILE);
  set_limit(RLIMIT_NOFILE, FILES, FILES);
  uint64_t memory = limits->memory < UINT64_MAX / 4 ? 2 * limits->memory + extra : RLIM_INFINITY;
  raise_limit(RLIMIT_DATA); /* the server had limited it to the memory that was free */
  if (limits_memory) set_limit(maps_folders ? RLIMIT_DATA : RLIMIT_AS, memory, memory);
}

static void reset_signals(void) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    (void)sigaction(numbers[i], &usual, NULL);
  sigset_t none;
  (void)sigemptyset(&none);
  (void)sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool set_streams(int out, int err) {
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  bool set = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
             dup2(err, STDERR_FILENO) >= 0;
  grundy_platform_close_from(STDERR_FILENO + 1, -1);
  return set;
}

_Noreturn static void become_command(const char *program, char **words, const char *folder,
                                     pid_t parent, int out, int err,
                                     const struct web_limits *limits, bool maps_folders) {
  enum { NOT_STARTED = 126, POLITE = 10 };
  (void)setpgid(0, 0);
  grundy_platform_end_with(parent, true);
  if (chdir(folder) != 0 || !set_streams(out, err)) _exit(NOT_STARTED);
  reset_signals();
  (void)setpriority(PRIO_PROCESS, 0, POLITE);
  set_limits(limits, maps_folders);
  (void)execv(program, words);
  _exit(NOT_STARTED);
}

/* ---- starting ---------------------------------------------------------------------- */

/* Returns the name of the program and the words of the task, which are not copied. NULL if out of
 * memory. */
static char **words_of(const struct web_task *task) {
  static char name[] = "grundy";
  char **words = calloc(task->word_count + 2, sizeof *words);
  if (words == NULL) return NULL;
  words[0] = name;
  memcpy((void *)(words + 1), (const void *)task->words, task->word_count * sizeof *words);
  return words;
}

static void close_both(const int ends[2]) {
  (void)close(ends[0]);
  (void)close(ends[1]);
}

/* Opens two pipes whose read ends do not block. */
static bool open_pipes(int out[2], int err[2]) {
  if (grundy_platform_pipe(out) != 0) return false;
  if (grundy_platform_pipe(err) == 0) {
    if (fcntl(out[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(err[0], F_SETFL, O_NONBLOCK) == 0)
      return true;
    close_both(err);
  }
  close_both(out);
  return false;
}

bool web_child_start(struct web_child *child, const struct web_task *task, const char *folder,
                     const struct web_limits *limits) {
  int out[2];
  int err[2];
  pid_t self = getpid();
  char program[PATH_MAX];
  char **words = grundy_platform_program(program, sizeof program) ? words_of(task) : NULL;
  if (words == NULL) return false;
  bool started = open_pipes(out, err);
  if (started) {
    child->pid = fork();
    if (child->pid == 0)
      become_command(program, words, folder, self, out[1], err[1], limits, task->link_count > 0);
    started = child->pid > 0;
    (void)close(out[1]);
    (void)close(err[1]);
    if (started) (void)setpgid(child->pid, child->pid);
    if (!started) {
      (void)close(out[0]);
      (void)close(err[0]);
    }
  }
  free((void *)words);
  if (!started) return false;
  child->out = (struct web_stream){.fd = out[0], .most = WEB_ANSWER_MAX_BYTES};
  child->err = (struct web_stream){.fd = err[0], .most = MOST_ERRORS, .keeps_end = true};
  return true;
}

/* ---- reading ----------------------------------------------------------------------- */

static bool make_room(struct web_stream *stream) {
  const size_t least = 4096;
  if (stream->length + 1 < stream->room) return true;
  if (stream->room >= stream->most) {
    if (!stream->keeps_end) return false;
    stream->length -= stream->room / 2;
    memmove(stream->bytes, stream->bytes + stream->room / 2, stream->length + 1);
    return true;
  }
  size_t room = stream->room == 0 ? least : 2 * stream->room;
  char *bytes = realloc(stream->bytes, room);
  if (bytes == NULL) return false;
  bytes[stream->length] = '\0';
  stream->bytes = bytes;
  stream->room = room;
  return true;
}

static void end_stream(struct web_stream *stream) {
  if (stream->fd >= 0) (void)close(stream->fd);
  stream->fd = -1;
}

/* The bytes always end with a NUL. */
static void read_stream(struct web_stream *stream) {
  while (stream->fd >= 0) {
    if (!make_room(stream)) {
      stream->is_full = true;
      end_stream(stream);
      return;
    }
    ssize_t count =
        read(stream->fd, stream->bytes + stream->length, stream->room - stream->length - 1);
    if (count > 0) {
      stream->length += (size_t)count;
      stream->bytes[stream->length] = '\0';
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    end_stream(stream);
  }
}

void web_child_read(struct web_child *child) {
  read_stream(&child->out);
  read_stream(&child->err);
}

/* ---- the end ----------------------------------------------------------------------- */

void web_child_signal(const struct web_child *child, int number) {
  if (child->pid > 0) (void)kill(-child->pid, number);
}

/* The child stays a zombie while the rest of its group is killed, so that no other process can have
 * got its number. */
bool web_child_has_ended(struct web_child *child, int *status) {
  siginfo_t info = {0};
  if (child->pid <= 0) return false;
  if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
    return false;
  web_child_signal(child, SIGKILL);
  (void)waitpid(child->pid, status, 0);
  child->pid = 0;
  web_child_read(child);
  return true;
}

void web_child_free(struct web_child *child) {
  if (child->pid > 0) {
    web_child_signal(child, SIGKILL);
    (void)waitpid(child->pid, NULL, 0);
  }
  end_stream(&child->out);
  end_stream(&child->err);
  free(child->out.bytes);
  free(child->err.bytes);
  *child = (struct web_child){.out.fd = -1, .err.fd = -1};
}
