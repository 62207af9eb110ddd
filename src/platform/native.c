/* Linux. */

#include <platform.h>

#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- terminals, programs and signals ---------------------------------------------------- */

bool grundy_platform_is_terminal(int descriptor) {
  return isatty(descriptor) == 1;
}

int grundy_platform_spawn(char *const *arguments, const int *descriptors, pid_t *child) {
  posix_spawn_file_actions_t actions;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  for (int i = 0; descriptors != NULL && failure == 0 && i < 3; i++)
    failure = posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
  if (failure == 0) failure = posix_spawnp(child, arguments[0], &actions, NULL, arguments, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failure;
}

void grundy_platform_use_signal_stack(void *stack, size_t size) {
  stack_t there = {.ss_sp = stack, .ss_size = size}, before;
  bool missing = sigaltstack(NULL, &before) == 0 && (before.ss_flags & SS_DISABLE) != 0;
  if (missing) (void)sigaltstack(&there, NULL);
}

void *grundy_platform_share(size_t size) {
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

pid_t grundy_platform_fork(void) {
  pid_t parent = getpid(), child = fork();
  if (child != 0) return child;
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE); /* it ended before prctl */
  return 0;
}

int grundy_platform_wait_for_signal(const sigset_t *set, int milliseconds, bool *was_sent) {
  const struct timespec most = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  siginfo_t about = {0};
  int number = sigtimedwait(set, &about, &most);
  *was_sent = number > 0 && about.si_code <= 0;
  return number > 0 ? number : 0;
}

bool grundy_platform_has_terminal(void) {
  pid_t front = tcgetpgrp(STDIN_FILENO);
  return front < 0 || front == getpgrp();
}

size_t grundy_platform_stack(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  return (size_t)limit.rlim_cur;
}

struct call {
  void (*function)(void *context);
  void *context;
  sigset_t signals;
};

static void *make_call(void *context) {
  const struct call *call = context;
  (void)pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
  call->function(call->context);
  return NULL;
}

bool grundy_platform_run_on_stack(size_t size, void (*function)(void *context), void *context) {
  struct call call = {.function = function, .context = context};
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all;
  if (pthread_attr_init(&attributes) != 0) return false;
  (void)sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &call.signals);
  bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
                 pthread_create(&thread, &attributes, make_call, &call) == 0;
  if (started) (void)pthread_join(thread, NULL);
  (void)pthread_sigmask(SIG_SETMASK, &call.signals, NULL);
  (void)pthread_attr_destroy(&attributes);
  return started;
}

/* ---- shared objects --------------------------------------------------------------------- */

bool grundy_platform_loads_libraries(void) {
  return true;
}

void *grundy_platform_library_open(const char *path, const char **why) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  *why = library == NULL ? dlerror() : NULL;
  return library;
}

void *grundy_platform_library_find(void *library, const char *symbol) {
  return dlsym(library, symbol);
}

void grundy_platform_library_close(void *library) {
  (void)dlclose(library);
}

/* ---- memory that is used ---------------------------------------------------------------- */

static uint64_t difference(uint64_t a, uint64_t b) {
  return a > b ? a - b : 0;
}

bool grundy_platform_usage(struct grundy_platform_usage *usage) {
  FILE *in = fopen("/proc/self/statm", "r");
  if (in == NULL) return false;
  char line[256];
  bool found = fgets(line, sizeof line, in) != NULL;
  (void)fclose(in);
  /* Pages: size, resident, shared, text, 0, data and stack. */
  uint64_t pages[6] = {0};
  char *next = line;
  for (int i = 0; found && i < 6; i++) pages[i] = strtoull(next, &next, 10);
  uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
  usage->held = page * difference(pages[1], pages[2]);
  usage->promised = page * pages[5];
  return found;
}

uint64_t grundy_platform_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * (uint64_t)usage.ru_maxrss : 0;
}

void grundy_platform_return_freed(void) {
#ifdef __GLIBC__
  (void)mallopt(M_MMAP_THRESHOLD, 1 << 17); /* otherwise it grows with the blocks that are freed */
  (void)malloc_trim(0);
#endif
}

/* Reads the number after `key` at the start of a line of the file. Returns false if there is
 * none. */
static bool read_number(const char *path, const char *key, uint64_t *number) {
  FILE *in = fopen(path, "r");
  if (in == NULL) return false;
  char line[256];
  bool found = false;
  while (!found && fgets(line, sizeof line, in) != NULL) {
    if (strncmp(line, key, strlen(key)) != 0) continue;
    const char *digits = line + strlen(key);
    digits += strspn(digits, ": \t");
    found = *digits >= '0' && *digits <= '9';
    if (found) *number = strtoull(digits, NULL, 10);
  }
  (void)fclose(in);
  return found;
}

/* ---- control groups --------------------------------------------------------------------- */

/* Control groups are folders in a file tree; versions 1 and 2 differ in the names of files. */
struct hierarchy {
  const char *controllers; /* as in /proc/self/cgroup */
  const char *root;
  const char *limit, *use;       /* files */
  const char *inactive, *active; /* lines of memory.stat about the page cache */
};

static const struct hierarchy hierarchies[] = {
    {"", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file", "active_file"},
    {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
     "total_inactive_file", "total_active_file"},
};

enum { PATH_ROOM = 4096 };

static bool read_of_group(const char *folder, const char *file, const char *key, uint64_t *number) {
  char path[PATH_ROOM + 64];
  (void)snprintf(path, sizeof path, "%s/%s", folder, file);
  return read_number(path, key, number);
}

/* Returns what a group leaves free: its limit minus its use, without the page cache, which the
 * system drops when it needs memory. */
static uint64_t room_in_group(const struct hierarchy *h, const char *folder) {
  uint64_t limit = 0;
  uint64_t use = 0;
  uint64_t inactive = 0;
  uint64_t active = 0;
  if (!read_of_group(folder, h->limit, "", &limit)) return UINT64_MAX;
  if (!read_of_group(folder, h->use, "", &use)) return limit;
  (void)read_of_group(folder, "memory.stat", h->inactive, &inactive);
  (void)read_of_group(folder, "memory.stat", h->active, &active);
  return difference(limit, difference(difference(use, inactive), active));
}

/* Returns the least free memory of the group and its ancestors. A container may see only its root,
 * which is then its own group. */
static uint64_t room_in_groups(const struct hierarchy *h, const char *group) {
  char folder[PATH_ROOM];
  uint64_t least = UINT64_MAX;
  (void)snprintf(folder, sizeof folder, "%s%s", h->root, group);
  for (;;) {
    uint64_t room = room_in_group(h, folder);
    if (room < least) least = room;
    if (strlen(folder) <= strlen(h->root)) return least;
    *strrchr(folder, '/') = '\0';
  }
}

/* Lines of /proc/self/cgroup are number:controllers:group. */
static uint64_t room_in_control_groups(void) {
  FILE *in = fopen("/proc/self/cgroup", "r");
  char line[PATH_ROOM];
  uint64_t least = UINT64_MAX;
  while (in != NULL && fgets(line, sizeof line, in) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *group = controllers == NULL ? NULL : strchr(controllers + 1, ':');
    if (group == NULL || group[1] != '/') continue;
    *controllers++ = *group++ = '\0';
    for (size_t i = 0; i < sizeof hierarchies / sizeof hierarchies[0]; i++) {
      if (strcmp(controllers, hierarchies[i].controllers) != 0) continue;
      uint64_t room = room_in_groups(&hierarchies[i], group);
      if (room < least) least = room;
    }
  }
  if (in != NULL) (void)fclose(in);
  return least;
}

/* ---- limits on memory ------------------------------------------------------------------- */

/* Returns a resource limit of the process; UINT64_MAX if there is none. */
static uint64_t limit_of_process(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return (uint64_t)limit.rlim_cur;
}

uint64_t grundy_platform_limit(void) {
  return limit_of_process(RLIMIT_DATA);
}

void grundy_platform_set_limit(uint64_t bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = (rlim_t)bytes;
  (void)setrlimit(RLIMIT_DATA, &limit);
}

size_t grundy_platform_bounds(uint64_t held,
                              struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS]) {
  size_t count = 0;
  uint64_t available = 0;
  bounds[count++] = (struct grundy_platform_bound){grundy_platform_limit(), "ulimit -d allows"};
  bounds[count++] = (struct grundy_platform_bound){limit_of_process(RLIMIT_AS), "ulimit -v allows"};
  if (read_number("/proc/meminfo", "MemAvailable", &available))
    bounds[count++] =
        (struct grundy_platform_bound){1024 * available + held, "the machine has room for"};
  uint64_t room = room_in_control_groups();
  if (room < UINT64_MAX - held)
    bounds[count++] = (struct grundy_platform_bound){room + held, "the control group has room for"};
  return count;
}

/* ---- pictures --------------------------------------------------------------------------- */

bool grundy_platform_draws(void) {
  return false;
}

char *grundy_platform_draw(const char *dot, const char *layout) {
  (void)dot;
  (void)layout;
  return NULL;
}
