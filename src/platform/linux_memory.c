/* Linux: memory that is used, limits on it, and pages. */

#include <platform.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

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

uint64_t grundy_platform_peak(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024 * (uint64_t)usage.ru_maxrss : 0;
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

size_t grundy_platform_bounds(uint64_t held,
                              struct grundy_platform_bound bounds[GRUNDY_PLATFORM_MAX_BOUNDS]) {
  size_t count = 0;
  uint64_t available = 0;
  bounds[count++] = (struct grundy_platform_bound){grundy_platform_limit(), "ulimit -d allows"};
  bounds[count++] =
      (struct grundy_platform_bound){grundy_platform_resource_limit(RLIMIT_AS), "ulimit -v allows"};
  if (read_number("/proc/meminfo", "MemAvailable", &available))
    bounds[count++] =
        (struct grundy_platform_bound){1024 * available + held, "the machine has room for"};
  uint64_t room = room_in_control_groups();
  if (room < UINT64_MAX - held)
    bounds[count++] = (struct grundy_platform_bound){room + held, "the control group has room for"};
  return count;
}

/* ---- pages ------------------------------------------------------------------------------ */

void grundy_platform_use_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
  (void)madvise(memory, size, MADV_HUGEPAGE);
#else
  (void)memory;
  (void)size;
#endif
}

void grundy_platform_discard(void *memory, size_t size) {
  (void)madvise(memory, size, MADV_DONTNEED);
}
