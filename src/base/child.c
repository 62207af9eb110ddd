#include "base/child.h"

#include "base/error.h"
#include "base/monitor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <platform.h>

/* Sent before the bytes. */
typedef struct reply {
  grundy_error error; /* its status is GRUNDY_OK if `size` bytes follow */
  size_t size;
} reply;

/* A running child. */
typedef struct running {
  pid_t pid;
  int from;             /* the reading end of a pipe */
  struct timespec used; /* CPU time at the last check */
  int idle;             /* the number of checks since then that found no CPU time used */
} running;

/* ---- the child ------------------------------------------------------------------------- */

/* Returns the descriptor to write to, the only one besides the standard streams that stays open;
 * -1 on failure. */
static int set_descriptors(int pipe_end) {
  int to = fcntl(pipe_end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (to < 0 || nothing < 0) return -1;
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (dup2(nothing, stream) < 0) return -1;
  grundy_platform_close_from(STDERR_FILENO + 1, to);
  return to;
}

static bool send_all(int to, const void *bytes, size_t size) {
  for (size_t sent = 0; sent < size;) {
    ssize_t count = write(to, (const char *)bytes + sent, size - sent);
    if (count > 0)
      sent += (size_t)count;
    else if (count == 0 || errno != EINTR)
      return false;
  }
  return true;
}

/* Registered by atexit, so that it runs before the handlers that the parent has registered. These
 * handlers and the buffers of streams belong to the parent, even if `work` calls exit. */
static void end_at_once(void) {
  _exit(1);
}

_Noreturn static void be_child(grundy_child_work work, const void *context, pid_t parent,
                               int pipe_end) {
  static const struct rlimit no_core = {0, 0};
  reply sent = {0};
  char *bytes = NULL;
  grundy_platform_end_with(parent, false);
  if (atexit(end_at_once) != 0) _exit(1);
  /* The parent decides what an interruption means, and kills the child. A library may fail to
   * write a file of its own, such as a cache of fonts, without ending the child. */
  static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ};
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t none;
  for (int number = 1; number < NSIG; number++) (void)sigaction(number, &action, NULL);
  action.sa_handler = SIG_IGN;
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    (void)sigaction(ignored[i], &action, NULL);
  (void)sigemptyset(&none);
  (void)pthread_sigmask(SIG_SETMASK, &none, NULL);
  (void)setrlimit(RLIMIT_CORE, &no_core);
  int to = set_descriptors(pipe_end);
  if (to < 0) _exit(1);
  grundy_status status = work(context, &bytes, &sent.size, &sent.error);
  if (status != GRUNDY_OK) sent.size = 0;
  _exit(send_all(to, &sent, sizeof sent) && send_all(to, bytes, sent.size) ? 0 : 1);
}

/* ---- the parent ------------------------------------------------------------------------ */

static grundy_status fail_start(int reason, grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "cannot start a process: %s", strerror(reason));
}

/* Blocks signals until the child has reset the handlers, so that no handler of the caller runs in
 * the child. */
static pid_t fork_without_signals(grundy_child_work work, const void *context, int pipe_end) {
  sigset_t all;
  sigset_t before;
  pid_t parent = getpid();
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) be_child(work, context, parent, pipe_end);
  int reason = errno;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = reason;
  return pid;
}

static grundy_status start(running *child, grundy_child_work work, const void *context,
                           grundy_error *error) {
  int ends[2];
  if (grundy_platform_pipe(ends) != 0) return fail_start(errno, error);
  pid_t pid = fork_without_signals(work, context, ends[1]);
  int reason = errno;
  (void)close(ends[1]);
  if (pid < 0) {
    (void)close(ends[0]);
    return fail_start(reason, error);
  }
  *child = (running){.pid = pid, .from = ends[0]};
  return GRUNDY_OK;
}

enum { POLL_MILLISECONDS = 100, MOST_IDLE_POLLS = 100 };

/* Returns whether the child has been idle for a long time. */
static bool is_stuck(running *child) {
  struct timespec used;
  if (!grundy_platform_cpu_time(child->pid, &used)) return false;
  bool idle = used.tv_sec == child->used.tv_sec && used.tv_nsec == child->used.tv_nsec;
  child->idle = idle ? child->idle + 1 : 0;
  child->used = used;
  return child->idle >= MOST_IDLE_POLLS;
}

/* Waits until there is something to read, or the end of the stream. */
static grundy_status wait_for_bytes(running *child, const char *name, grundy_work *work,
                                    grundy_error *error) {
  struct pollfd wait = {.fd = child->from, .events = POLLIN};
  for (;;) {
    if (!grundy_work_step(work, GRUNDY_WORK_STRIDE)) return grundy_fail_cancelled(error);
    int ready = poll(&wait, 1, POLL_MILLISECONDS);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return GRUNDY_OK; /* read() waits, too */
    if (ready == 0 && is_stuck(child))
      return grundy_fail(error, GRUNDY_UNABLE, "%s hangs; it may have run out of memory", name);
  }
}

/* Waits for 1 to `size` bytes. */
static grundy_status receive_some(running *child, const char *name, grundy_work *work, void *bytes,
                                  size_t size, size_t *received, grundy_error *error) {
  for (;;) {
    grundy_status status = wait_for_bytes(child, name, work, error);
    if (status != GRUNDY_OK) return status;
    ssize_t count = read(child->from, bytes, size);
    if (count > 0) {
      *received = (size_t)count;
      return GRUNDY_OK;
    }
    if (count == 0)
      return grundy_fail(error, GRUNDY_UNABLE, "%s crashed or ran out of memory", name);
    if (errno != EINTR)
      return grundy_fail(error, GRUNDY_IO_ERROR, "cannot read from %s: %s", name, strerror(errno));
  }
}

static grundy_status receive_reply(running *child, const char *name, grundy_work *work, reply *got,
                                   grundy_error *error) {
  size_t count = 0;
  grundy_status status = GRUNDY_OK;
  for (size_t done = 0; status == GRUNDY_OK && done < sizeof *got; done += count)
    status = receive_some(child, name, work, (char *)got + done, sizeof *got - done, &count, error);
  if (status != GRUNDY_OK || got->error.status == GRUNDY_OK) return status;
  if (error != NULL) *error = got->error;
  return got->error.status;
}

static grundy_status receive_bytes(running *child, const char *name, grundy_work *work, size_t size,
                                   FILE *out, grundy_error *error) {
  char block[1 << 14];
  size_t count = 0;
  grundy_status status = GRUNDY_OK;
  for (; status == GRUNDY_OK && size > 0; size -= count) {
    size_t most = size < sizeof block ? size : sizeof block;
    status = receive_some(child, name, work, block, most, &count, error);
    if (status == GRUNDY_OK) (void)fwrite(block, 1, count, out);
  }
  return status;
}

/* Kills the child, unless it has sent everything and so ends by itself. Does not kill a child that
 * somebody else has waited for: its process ID may have been reused. */
static void end_child(running *child, bool has_sent_all) {
  (void)close(child->from);
  if (waitpid(child->pid, NULL, WNOHANG) != 0) return;
  if (!has_sent_all) (void)kill(child->pid, SIGKILL);
  while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR) continue;
}

grundy_status grundy_child_run(grundy_child_work work, const void *context, const char *name,
                               const grundy_monitor *monitor, const char *phase, FILE *out,
                               grundy_error *error) {
  running child;
  reply got = {0};
  grundy_status status = start(&child, work, context, error);
  if (status != GRUNDY_OK) return status;
  grundy_work watched = grundy_work_start(monitor, phase, 0);
  status = receive_reply(&child, name, &watched, &got, error);
  if (status == GRUNDY_OK) status = receive_bytes(&child, name, &watched, got.size, out, error);
  end_child(&child, status == GRUNDY_OK || got.error.status != GRUNDY_OK);
  if (status == GRUNDY_OK) grundy_work_finish(&watched, "", 0);
  return status;
}
