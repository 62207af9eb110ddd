/* The command when system calls fail: each subcommand runs, in a new process per trial, with one of
 * its system calls failing. It must either produce the same output anyway, or fail with the right
 * exit code and one line, and leave no incomplete file.
 *
 * A seccomp filter forwards system calls to the process of the test, which performs them or makes
 * them fail. This covers all calls, including those of libraries, threads and children. If the
 * kernel does not allow that, the test is skipped.
 *
 * GRUNDY_SCALE sets how many calls of each kind fail: 100 (percent) means FAILURES of them, spread
 * evenly. */

#include "support/games.h"
#include "support/test.h"
#include "support/trials.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILURES = 3, MOST_CALLS = 512, ALL = -1 };

/* ---- calls and their errors -------------------------------------------------------------- */

typedef struct fault {
  int call;
  const char *name;
  int reasons[3]; /* 0 after the last one */
} fault;

#define FAULT(name, ...)                                                                           \
  {                                                                                                \
    SYS_##name, #name, {                                                                           \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }

/* Linux on arm64 has only the calls without an #ifdef. */
static const fault faults[] = {
    FAULT(openat, EMFILE, EINTR, EIO),
    FAULT(read, EIO, EINTR),
    FAULT(pread64, EIO),
    FAULT(pwrite64, ENOSPC, EIO),
    FAULT(flock, ENOLCK),
    FAULT(readv, EIO),
    FAULT(write, ENOSPC, EINTR, EIO),
    FAULT(writev, ENOSPC, EINTR),
    FAULT(close, EIO, EINTR),
    FAULT(lseek, ESPIPE),
    FAULT(fstat, EIO, ENOMEM),
    FAULT(newfstatat, EIO, ENOMEM),
    FAULT(statx, EIO),
    FAULT(statfs, EIO),
    FAULT(fstatfs, EIO),
    FAULT(faccessat, EIO),
    FAULT(readlinkat, EIO),
    FAULT(getcwd, ENOMEM),
    FAULT(getdents64, EIO),
    FAULT(ftruncate, EIO),
    FAULT(fallocate, ENOSPC),
    FAULT(fadvise64, EINVAL),
    FAULT(fchmod, EPERM),
    FAULT(fcntl, EMFILE),
    FAULT(ioctl, ENOTTY),
    FAULT(dup, EMFILE),
    FAULT(dup3, EMFILE),
    FAULT(pipe2, EMFILE),
    FAULT(renameat, EIO, ENOSPC),
    FAULT(linkat, EIO, EPERM),
    FAULT(unlinkat, EACCES),
    FAULT(mkdirat, ENOSPC),
    FAULT(clone, EAGAIN, ENOMEM),
    FAULT(clone3, EAGAIN),
    FAULT(wait4, EINTR, ECHILD),
    FAULT(ppoll, EINTR, ENOMEM),
    FAULT(close_range, ENOSYS),
    FAULT(prctl, EPERM),
    FAULT(mmap, ENOMEM),
    FAULT(mprotect, ENOMEM),
    FAULT(mremap, ENOMEM),
    FAULT(madvise, EINVAL),
    FAULT(getrandom, ENOSYS, EINTR),
    FAULT(prlimit64, EPERM),
    FAULT(getrusage, EINVAL),
    FAULT(sched_getaffinity, EINVAL),
    FAULT(rt_sigaction, EINVAL),
    FAULT(setitimer, EINVAL),
    FAULT(sigaltstack, ENOMEM),
    FAULT(clock_gettime, EINVAL),
    FAULT(clock_getres, EINVAL),
    FAULT(clock_nanosleep, EINTR),
    FAULT(sysinfo, EFAULT),
    FAULT(uname, EFAULT),
#ifdef SYS_open
    FAULT(open, EMFILE, EINTR, EIO),
    FAULT(stat, EIO, ENOMEM),
    FAULT(lstat, EIO),
    FAULT(access, EIO),
    FAULT(readlink, EIO),
    FAULT(dup2, EMFILE),
    FAULT(pipe, EMFILE),
    FAULT(rename, EIO, ENOSPC),
    FAULT(link, EIO, EPERM),
    FAULT(unlink, EACCES),
    FAULT(mkdir, ENOSPC),
    FAULT(fork, EAGAIN),
    FAULT(vfork, EAGAIN),
    FAULT(poll, EINTR, ENOMEM),
    FAULT(getrlimit, EPERM),
    FAULT(time, EFAULT),
    FAULT(gettimeofday, EFAULT),
#endif
};
enum { FAULTS = sizeof faults / sizeof faults[0] };

/* These cannot fail, or are internal to the C library, which does not expect them to fail or
 * handles that by itself. brk returns an address, and libraries.c tests malloc. */
static const int spared[] = {
    SYS_brk,
    SYS_exit,
    SYS_exit_group,
    SYS_futex,
    SYS_getegid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getpid,
    SYS_getppid,
    SYS_gettid,
    SYS_getuid,
    SYS_kill,
    SYS_munmap,
    SYS_rseq,
    SYS_rt_sigreturn,
    SYS_rt_sigprocmask,
    SYS_sched_yield,
    SYS_sendmsg,
    SYS_set_robust_list,
    SYS_tgkill,
    SYS_umask,
    SYS_set_tid_address,
#ifdef SYS_arch_prctl
    SYS_arch_prctl,
#endif
};
enum { SPARED = sizeof spared / sizeof spared[0] };

static const fault *find_fault(int call) {
  for (size_t i = 0; i < FAULTS; i++)
    if (faults[i].call == call) return &faults[i];
  return NULL;
}

/* ---- in the process of the command ------------------------------------------------------- */

/* Who makes the calls: the command, or its children and threads. */
typedef enum scope { COMMAND, OTHERS, SCOPES } scope;

/* A trial: the n-th call (from 0) fails with that error. With ALL, none fails. */
typedef struct plan {
  int call; /* or ALL */
  scope whose;
  int64_t n;
  int reason;
  int handover[2]; /* sockets, through which the command sends its listener */
  pid_t command;
  int64_t made[SCOPES][MOST_CALLS]; /* how often each call was made */
  bool has_failed;
} plan;

/* The filter forwards one call, or all except those in the list above. */
static int install_filter(int call) {
  struct sock_filter code[SPARED + 4];
  unsigned short length = 0;
  uint32_t tell = SECCOMP_RET_USER_NOTIF, allow = SECCOMP_RET_ALLOW;
  code[length++] =
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  if (call != ALL)
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 1, 0);
  for (size_t i = 0; call == ALL && i < SPARED; i++)
    code[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)spared[i],
                                                  (unsigned char)(SPARED - i), 0);
  code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, call == ALL ? tell : allow);
  code[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, call == ALL ? allow : tell);
  struct sock_fprog program = {length, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
                      &program);
}

/* A message with the id of this process and one descriptor. */
typedef union control {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
} control;

static void send_descriptor(int socket, int descriptor) {
  pid_t self = getpid();
  control room = {0};
  struct iovec vector = {&self, sizeof self};
  struct msghdr message = {
      .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  if (sendmsg(socket, &message, 0) != sizeof self) abort();
}

/* The descriptors stay open in the command: closing them would be a call. */
static void hand_over(void *context) {
  const plan *p = context;
  int listener = install_filter(p->call);
  if (listener < 0) _exit(99);
  send_descriptor(p->handover[1], listener);
}

/* ---- in the process of the test ---------------------------------------------------------- */

static int receive_descriptor(int socket, pid_t *sender) {
  int descriptor = -1;
  control room = {0};
  struct iovec vector = {sender, sizeof *sender};
  struct msghdr message = {
      .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
  ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = count == sizeof *sender ? CMSG_FIRSTHDR(&message) : NULL;
  if (header != NULL) memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

static bool must_fail(plan *p, pid_t caller, int call) {
  scope whose = caller == p->command ? COMMAND : OTHERS;
  if (call < 0 || call >= MOST_CALLS) abort();
  bool fails = p->call == call && p->whose == whose && p->made[whose][call] == p->n;
  p->made[whose][call]++;
  p->has_failed |= fails;
  return fails;
}

/* A call whose process has ended in the meantime needs no answer. */
static void answer(plan *p, int listener) {
  struct seccomp_notif asked = {0};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  struct seccomp_notif_resp said = {.id = asked.id};
  if (must_fail(p, (pid_t)asked.pid, asked.data.nr))
    said.error = -p->reason;
  else
    said.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  (void)ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &said);
}

/* Until all processes with the filter have ended. */
static void follow(void *context) {
  plan *p = context;
  close(p->handover[1]); /* so that receiving ends if the command ends before it sends */
  int listener = receive_descriptor(p->handover[0], &p->command);
  close(p->handover[0]);
  if (listener < 0) return;
  for (;;) {
    struct pollfd wait = {.fd = listener, .events = POLLIN};
    if (poll(&wait, 1, -1) < 0 && errno == EINTR) continue;
    if ((wait.revents & POLLIN) == 0) break;
    answer(p, listener);
  }
  close(listener);
}

static trial_hooks hooks_of(plan *p) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, p->handover) != 0) abort();
  return (trial_hooks){.begin = hand_over, .follow = follow, .context = p};
}

/* ---- trials ------------------------------------------------------------------------------ */

/* Graphviz uses another font if it cannot read one: the picture may differ. */
static void fail_call(const char *line, const fault *f, int reason, scope whose, int64_t n) {
  char text[128];
  plan p = {.call = f->call, .whose = whose, .n = n, .reason = reason};
  trial_hooks hooks = hooks_of(&p);
  snprintf(text, sizeof text, "%s %lld %sfails: %s", f->name, (long long)n,
           whose == OTHERS ? "of a child " : "", strerror(reason));
  if (n % 2 == 1) trial_put_old_files();
  trial_end end = trial_run(line, "seen", -1, &hooks);
  if (!p.has_failed) trial_expect_code(line, text, &end, 0);
  if (whose == COMMAND)
    trial_check(line, text, &end);
  else
    trial_check_loosely(line, text, &end);
}

/* Spread evenly over the calls of this kind. */
static void fail_calls(const char *line, const fault *f, scope whose, int64_t made) {
  int64_t most = (int64_t)test_scaled(FAILURES);
  int64_t tries = made < most ? made : most;
  for (int i = 0; i < 3 && f->reasons[i] != 0; i++)
    for (int64_t j = 0; j < tries; j++) fail_call(line, f, f->reasons[i], whose, j * made / tries);
}

static void try_line(const char *line) {
  plan all = {.call = ALL};
  trial_hooks hooks = hooks_of(&all);
  trial_succeed(line, &hooks);
  for (int call = 0; call < MOST_CALLS; call++) {
    const fault *f = find_fault(call);
    if (all.made[COMMAND][call] + all.made[OTHERS][call] == 0) continue;
    if (f == NULL) { /* another C library, or a busy machine: nothing is known about it */
      print_message("%s: system call %d is not in any list of this test\n", line, call);
      continue;
    }
    fail_calls(line, f, COMMAND, all.made[COMMAND][call]);
    fail_calls(line, f, OTHERS, all.made[OTHERS][call]);
  }
}

static void a_failing_system_call_leaves_no_incomplete_file(void **state) {
  for (const char *const *line = trial_lines; *line != NULL; line++) try_line(*line);
  trial_finish();
}

/* On most machines reading the clock is not a system call. */
static void break_clock(void *context) {
  const int64_t *range = context;
  trial_break_clock(range[0], range[1]);
}

static void a_clock_that_fails_changes_no_answer(void **state) {
  static const int64_t ranges[][2] = {{0, INT64_MAX}, {0, 0}, {1, 1}, {2, INT64_MAX}};
  for (const char *const *line = trial_lines; *line != NULL; line++) {
    trial_succeed(*line, NULL);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
      int64_t range[2] = {ranges[i][0], ranges[i][1]};
      trial_hooks hooks = {.begin = break_clock, .context = range};
      trial_end end = trial_run(*line, "seen", -1, &hooks);
      trial_check(*line, "the clock fails", &end);
    }
  }
  trial_finish();
}

/* Some containers forbid filters. */
static bool is_supported(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) _exit(install_filter(SYS_getppid) < 0);
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}

int main(void) {
  enum { SKIPPED = 77 };
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_clock_that_fails_changes_no_answer),
      cmocka_unit_test(a_failing_system_call_leaves_no_incomplete_file),
  };
  if (!is_supported()) return SKIPPED;
  return cmocka_run_group_tests(tests, trial_set_up, trial_tear_down);
}
