/* Linux: processes, signals, semaphores, files. */

#include <platform.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- processes and signals -------------------------------------------------------------- */

void grundy_platform_end_with(pid_t parent, bool execs) {
  (void)execs;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE); /* it ended before prctl */
}

int grundy_platform_wait_for_signal(const sigset_t *set, int milliseconds, bool *was_sent) {
  const struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  siginfo_t about = {0};
  int number = sigtimedwait(set, &about, &most);
  *was_sent = number > 0 && about.si_code <= 0;
  return number > 0 ? number : 0;
}

int grundy_platform_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC);
}

/* By the number of the call: musl has no function for it. */
static bool close_range_of(unsigned first, unsigned last) {
  return first > last || syscall(SYS_close_range, first, last, 0) == 0;
}

void grundy_platform_close_from(int first, int kept) {
  enum { MOST = 1 << 16 };
  bool closed = kept < first ? close_range_of((unsigned)first, ~0U)
                             : close_range_of((unsigned)first, (unsigned)kept - 1) &&
                                   close_range_of((unsigned)kept + 1, ~0U);
  for (int i = first; !closed && i < MOST; i++) /* before Linux 5.9 */
    if (i != kept) (void)close(i);
}

bool grundy_platform_cpu_time(pid_t process, struct timespec *used) {
  clockid_t clock;
  return clock_getcpuclockid(process, &clock) == 0 && clock_gettime(clock, used) == 0;
}

int grundy_platform_signals_open(const sigset_t *set) {
  (void)sigprocmask(SIG_BLOCK, set, NULL);
  return signalfd(-1, set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int grundy_platform_signals_take(int descriptor) {
  struct signalfd_siginfo signal;
  bool found = read(descriptor, &signal, sizeof signal) == (ssize_t)sizeof signal;
  return found ? (int)signal.ssi_signo : 0;
}

void grundy_platform_signals_close(int descriptor) {
  (void)close(descriptor);
}

/* ---- threads ---------------------------------------------------------------------------- */

unsigned grundy_platform_cpus(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

bool grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore) {
  return sem_init(&semaphore->semaphore, 0, 0) == 0;
}

void grundy_platform_semaphore_post(grundy_platform_semaphore *semaphore) {
  (void)sem_post(&semaphore->semaphore);
}

void grundy_platform_semaphore_wait(grundy_platform_semaphore *semaphore) {
  while (sem_wait(&semaphore->semaphore) != 0) continue; /* a signal came */
}

bool grundy_platform_semaphore_wait_for(grundy_platform_semaphore *semaphore, long nanoseconds) {
  enum { SECOND = 1000000000 };
  struct timespec until;
  (void)clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += (until.tv_nsec + nanoseconds) / SECOND;
  until.tv_nsec = (until.tv_nsec + nanoseconds) % SECOND;
  return sem_timedwait(&semaphore->semaphore, &until) == 0;
}

bool grundy_platform_semaphore_try(grundy_platform_semaphore *semaphore) {
  return sem_trywait(&semaphore->semaphore) == 0;
}

/* ---- files ------------------------------------------------------------------------------ */

/* A link in /proc, if that is mounted, through which a file without a name can get one. */
struct link_text {
  char text[32];
};

static struct link_text link_to(int descriptor) {
  struct link_text link;
  (void)snprintf(link.text, sizeof link.text, "/proc/self/fd/%d", descriptor);
  return link;
}

int grundy_platform_open_nameless(const char *folder) {
  int descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || access(link_to(descriptor).text, F_OK) == 0) return descriptor;
  (void)close(descriptor);
  return -1;
}

int grundy_platform_name_file(int descriptor, const char *name) {
  return linkat(AT_FDCWD, link_to(descriptor).text, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

int grundy_platform_reserve(int descriptor, uint64_t bytes) {
  return posix_fallocate(descriptor, 0, (off_t)bytes);
}

void grundy_platform_announce(int descriptor, uint64_t first, uint64_t bytes) {
  (void)posix_fadvise(descriptor, (off_t)first, (off_t)bytes, POSIX_FADV_WILLNEED);
}

bool grundy_platform_program(char *path, size_t size) {
  ssize_t length = readlink("/proc/self/exe", path, size - 1);
  path[length < 0 ? 0 : length] = '\0';
  return length > 0;
}

void grundy_platform_started_as(const char *word) {
  (void)word;
}

bool grundy_platform_random(void *bytes, size_t size) {
  return getrandom(bytes, size, 0) == (ssize_t)size;
}
