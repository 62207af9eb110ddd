/* Systems with POSIX.1-2008: the twins of linux.c, linux_memory.c and cookie_stream.c. */

#include <platform.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- processes and signals -------------------------------------------------------------- */

static void pause_for(long nanoseconds) {
  (void)nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL);
}

/* The main function of a thread that ends this process when its parent has ended. */
static void *watch_parent(void *context) {
  enum { INTERVAL = 100000000 };
  const pid_t *parent = context;
  while (getppid() == *parent) pause_for(INTERVAL);
  (void)raise(SIGKILL);
  return NULL;
}

void grundy_platform_end_with(pid_t parent, bool execs) {
  static pid_t watched;
  pthread_t thread;
  sigset_t all, before;
  if (getppid() != parent) _exit(EXIT_FAILURE);
  if (execs) return;
  watched = parent;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, NULL, watch_parent, &watched) == 0) (void)pthread_detach(thread);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The signal that note_sender has seen. */
static volatile sig_atomic_t seen_number, seen_was_sent;

static void note_sender(int number, siginfo_t *about, void *context) {
  (void)context;
  if (seen_number != 0 && seen_number != SIGCHLD)
    return; /* the first one that is not about a child */
  seen_number = number;
  seen_was_sent = about->si_code == SI_USER || about->si_code == SI_QUEUE;
}

/* Handles the signals for that long, in pselect, which unblocks them. */
int grundy_platform_wait_for_signal(const sigset_t *set, int milliseconds, bool *was_sent) {
  const struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  struct sigaction action = {.sa_sigaction = note_sender, .sa_flags = SA_SIGINFO};
  struct sigaction before[NSIG];
  sigset_t open;
  (void)sigfillset(&action.sa_mask);
  (void)sigprocmask(SIG_SETMASK, NULL, &open);
  for (int i = 1; i < NSIG; i++) {
    if (sigismember(set, i) != 1) continue;
    (void)sigaction(i, &action, &before[i]);
    (void)sigdelset(&open, i);
  }
  seen_number = 0;
  (void)pselect(0, NULL, NULL, NULL, &most, &open);
  for (int i = 1; i < NSIG; i++)
    if (sigismember(set, i) == 1) (void)sigaction(i, &before[i], NULL);
  *was_sent = seen_number != 0 && seen_was_sent != 0;
  return seen_number;
}

static bool set_flags(int descriptor, bool blocks) {
  bool set = fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
  if (!blocks) set = set && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0;
  return set;
}

/* Returns the descriptor with its flags set, or closes it; -1 and errno on failure. */
static int with_flags(int descriptor) {
  if (descriptor < 0 || set_flags(descriptor, false)) return descriptor;
  int reason = errno;
  (void)close(descriptor);
  errno = reason;
  return -1;
}

int grundy_platform_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  if (set_flags(ends[0], true) && set_flags(ends[1], true)) return 0;
  int reason = errno;
  (void)close(ends[0]);
  (void)close(ends[1]);
  errno = reason;
  return -1;
}

void grundy_platform_close_from(int first, int kept) {
  enum { MOST = 1 << 16 };
  uint64_t limit = grundy_platform_resource_limit(RLIMIT_NOFILE);
  int end = limit < MOST ? (int)limit : MOST;
  for (int i = first; i < end; i++)
    if (i != kept) (void)close(i);
}

bool grundy_platform_cpu_time(pid_t process, struct timespec *used) {
  (void)process;
  (void)used;
  return false;
}

/* The ends of the pipe to which the handler writes the numbers of signals. */
static volatile int signals_from = -1, signals_to = -1;

static void note_signal(int number) {
  int reason = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signals_to, &byte, 1); /* if the pipe is full, the loop is awake */
  (void)written;
  errno = reason;
}

int grundy_platform_signals_open(const sigset_t *set) {
  struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
  int ends[2];
  if (grundy_platform_pipe(ends) != 0) return -1;
  if (!set_flags(ends[0], false) || !set_flags(ends[1], false)) {
    (void)close(ends[0]);
    (void)close(ends[1]);
    return -1;
  }
  signals_from = ends[0];
  signals_to = ends[1];
  (void)sigfillset(&action.sa_mask);
  for (int i = 1; i < NSIG; i++)
    if (sigismember(set, i) == 1) (void)sigaction(i, &action, NULL);
  (void)sigprocmask(SIG_UNBLOCK, set, NULL);
  return signals_from;
}

int grundy_platform_signals_take(int descriptor) {
  unsigned char byte = 0;
  return read(descriptor, &byte, 1) == 1 ? byte : 0;
}

/* The writing end stays open: a signal may come later. */
void grundy_platform_signals_close(int descriptor) {
  (void)close(descriptor);
}

/* ---- sockets ---------------------------------------------------------------------------- */

int grundy_platform_socket(int family) {
  return with_flags(socket(family, SOCK_STREAM, 0));
}

int grundy_platform_accept(int listening, struct sockaddr *address, socklen_t *length) {
  return with_flags(accept(listening, address, length));
}

/* ---- threads ---------------------------------------------------------------------------- */

unsigned grundy_platform_cpus(void) {
#ifdef _SC_NPROCESSORS_ONLN
  long count = sysconf(_SC_NPROCESSORS_ONLN);
#else
  long count = 1;
#endif
  return count < 1 ? 1 : (unsigned)count;
}

bool grundy_platform_semaphore_init(grundy_platform_semaphore *semaphore) {
  semaphore->count = 0;
  return pthread_mutex_init(&semaphore->lock, NULL) == 0 &&
         pthread_cond_init(&semaphore->posted, NULL) == 0;
}

void grundy_platform_semaphore_post(grundy_platform_semaphore *semaphore) {
  (void)pthread_mutex_lock(&semaphore->lock);
  semaphore->count++;
  (void)pthread_cond_signal(&semaphore->posted);
  (void)pthread_mutex_unlock(&semaphore->lock);
}

/* Waits until the time, or forever if it is NULL. Returns whether the count was lowered. */
static bool wait_until(grundy_platform_semaphore *semaphore, const struct timespec *until) {
  int failed = 0;
  (void)pthread_mutex_lock(&semaphore->lock);
  while (semaphore->count == 0 && failed == 0)
    failed = until == NULL ? pthread_cond_wait(&semaphore->posted, &semaphore->lock)
                           : pthread_cond_timedwait(&semaphore->posted, &semaphore->lock, until);
  bool lowered = semaphore->count > 0;
  if (lowered) semaphore->count--;
  (void)pthread_mutex_unlock(&semaphore->lock);
  return lowered;
}

void grundy_platform_semaphore_wait(grundy_platform_semaphore *semaphore) {
  while (!wait_until(semaphore, NULL)) continue;
}

bool grundy_platform_semaphore_wait_for(grundy_platform_semaphore *semaphore, long nanoseconds) {
  enum { SECOND = 1000000000 };
  struct timespec until;
  (void)clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += (until.tv_nsec + nanoseconds) / SECOND;
  until.tv_nsec = (until.tv_nsec + nanoseconds) % SECOND;
  return wait_until(semaphore, &until);
}

bool grundy_platform_semaphore_try(grundy_platform_semaphore *semaphore) {
  (void)pthread_mutex_lock(&semaphore->lock);
  bool lowered = semaphore->count > 0;
  if (lowered) semaphore->count--;
  (void)pthread_mutex_unlock(&semaphore->lock);
  return lowered;
}

/* ---- files ------------------------------------------------------------------------------ */

/* Files have a name from the beginning. */
int grundy_platform_open_nameless(const char *folder) {
  (void)folder;
  return -1;
}

int grundy_platform_name_file(int descriptor, const char *name) {
  (void)descriptor;
  (void)name;
  errno = ENOTSUP;
  return -1;
}

/* Writes a byte to every block of the new file, so that the disk has room for it. */
int grundy_platform_reserve(int descriptor, uint64_t bytes) {
  enum { BLOCK = 512 };
  if (bytes > INT64_MAX) return EFBIG;
  for (uint64_t at = 0; at < bytes; at += BLOCK)
    if (pwrite(descriptor, "", 1, (off_t)at) != 1) return errno;
  return ftruncate(descriptor, (off_t)bytes) == 0 ? 0 : errno;
}

void grundy_platform_announce(int descriptor, uint64_t first, uint64_t bytes) {
  (void)descriptor;
  (void)first;
  (void)bytes;
}

/* Copies everything to the file. Returns 0 or an errno. */
static int copy_all(void *context, grundy_platform_read *read, FILE *to) {
  char block[1 << 14];
  ssize_t count;
  while ((count = read(context, block, sizeof block)) > 0)
    if (fwrite(block, 1, (size_t)count, to) != (size_t)count) return errno;
  if (count < 0) return errno;
  return fflush(to) == 0 && fseek(to, 0, SEEK_SET) == 0 ? 0 : errno;
}

FILE *grundy_platform_stream(void *context, grundy_platform_read *read,
                             grundy_platform_close *close) {
  FILE *copy = tmpfile();
  if (copy == NULL) return NULL;
  int reason = copy_all(context, read, copy);
  if (reason == 0) {
    (void)close(context);
    return copy;
  }
  (void)fclose(copy);
  errno = reason;
  return NULL;
}

FILE *grundy_platform_text(char **text, size_t *size) {
  return open_memstream(text, size);
}

/* The path of the program, or "" if it is not known. */
static char program[PATH_MAX];

static bool is_program(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode) && access(path, X_OK) == 0 &&
         realpath(path, program) != NULL;
}

/* A word with a slash is a path; any other word was found in PATH. */
void grundy_platform_started_as(const char *word) {
  const char *folders = getenv("PATH");
  program[0] = '\0';
  if (word == NULL || (strchr(word, '/') != NULL && is_program(word))) return;
  while (folders != NULL && strchr(word, '/') == NULL) {
    char path[PATH_MAX];
    size_t length = strcspn(folders, ":");
    int written =
        snprintf(path, sizeof path, "%.*s/%s", (int)length, length == 0 ? "." : folders, word);
    if (written > 0 && (size_t)written < sizeof path && is_program(path)) return;
    folders = folders[length] == '\0' ? NULL : folders + length + 1;
  }
  program[0] = '\0';
}

bool grundy_platform_program(char *path, size_t size) {
  (void)snprintf(path, size, "%s", program);
  return program[0] != '\0';
}

bool grundy_platform_random(void *bytes, size_t size) {
  int source = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (source < 0) return false;
  ssize_t count = read(source, bytes, size);
  (void)close(source);
  return count == (ssize_t)size;
}

/* ---- memory ----------------------------------------------------------------------------- */

bool grundy_platform_usage(struct grundy_platform_usage *usage) {
  (void)usage;
  return false;
}

/* ru_maxrss is in KiB, except on Apple's systems. */
uint64_t grundy_platform_peak(void) {
#ifdef __APPLE__
  const uint64_t unit = 1;
#else
  const uint64_t unit = 1024;
#endif
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? unit * (uint64_t)usage.ru_maxrss : 0;
}

void grundy_platform_return_freed(void) {}

/* What is free is not known: the whole memory is the bound. */
size_t grundy_platform_bounds(uint64_t held,
                              struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS]) {
  size_t count = 0;
  (void)held;
  bounds[count++] = (struct grundy_platform_bound){grundy_platform_limit(), "ulimit -d allows"};
  bounds[count++] =
      (struct grundy_platform_bound){grundy_platform_resource_limit(RLIMIT_AS), "ulimit -v allows"};
#ifdef _SC_PHYS_PAGES
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0)
    bounds[count++] =
        (struct grundy_platform_bound){(uint64_t)pages * (uint64_t)page, "the machine has"};
#endif
  return count;
}

void grundy_platform_use_large_pages(void *memory, size_t size) {
  (void)memory;
  (void)size;
}

void grundy_platform_discard(void *memory, size_t size) {
  (void)memory;
  (void)size;
}
