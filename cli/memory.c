#include "memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/external.h>
#include <grundy/morphism.h>
#include <grundy/solve.h>
#include <grundy/verify.h>

#include "failure.h"
#include "options.h"

void memory_format(uint64_t bytes, char *text, size_t size) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double amount = (double)bytes / 1024;
  size_t unit = 0;
  if (bytes < 1024) {
    (void)snprintf(text, size, "%llu bytes", (unsigned long long)bytes);
    return;
  }
  for (; amount >= 1024 && unit + 1 < sizeof units / sizeof units[0]; unit++) amount /= 1024;
  (void)snprintf(text, size, "%.1f %s", amount, units[unit]);
}

static uint64_t sum(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t difference(uint64_t a, uint64_t b) {
  return a > b ? a - b : 0;
}

/* ---- what the system says ------------------------------------------------------------ */

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

/* The memory of this process, in bytes. */
struct usage {
  uint64_t held;     /* resident, without pages of files, which can be read again */
  uint64_t promised; /* all that it may write to, touched or not */
};

static bool read_usage(struct usage *usage) {
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

/* ---- control groups ------------------------------------------------------------------ */

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
  return difference(limit, difference(use, sum(inactive, active)));
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

/* ---- the budget ---------------------------------------------------------------------- */

static void lower(struct budget *budget, uint64_t bytes, const char *giver) {
  if (bytes >= budget->bytes) return;
  budget->bytes = bytes;
  budget->giver = giver;
}

/* Returns a resource limit that the process was started with; UINT64_MAX if there is none. */
static uint64_t limit_of_process(int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return (uint64_t)limit.rlim_cur;
}

static void find_budget(struct integer wanted, uint64_t held, struct budget *budget) {
  uint64_t available = 0;
  uint64_t ceiling = limit_of_process(RLIMIT_DATA);
  *budget = (struct budget){.bytes = UINT64_MAX, .giver = "", .ceiling = ceiling};
  lower(budget, ceiling, "ulimit -d allows");
  lower(budget, limit_of_process(RLIMIT_AS), "ulimit -v allows");
  if (wanted.given) lower(budget, wanted.value, "--memory allows");
  if (read_number("/proc/meminfo", "MemAvailable", &available))
    lower(budget, sum(1024 * available, held), "the machine has room for");
  uint64_t room = room_in_control_groups();
  if (room < UINT64_MAX) lower(budget, sum(room, held), "the control group has room for");
}

/* Uses fewer threads if their stacks would take more than a quarter of the budget: limits of the
 * system count whole stacks, of which little is touched. */
static void fit_threads(const struct budget *budget) {
  unsigned threads = grundy_threads();
  while (threads > 1 && grundy_threads_unstarted_bytes() > budget->bytes / 4)
    grundy_threads_set(--threads);
}

/* Limits the data of the process (RLIMIT_DATA) to what is reserved now plus what the budget leaves.
 * Tools such as AddressSanitizer reserve more than any budget when they start; then no limit is
 * set. */
static void set_limit(const struct budget *budget) {
  struct usage now;
  struct rlimit limit;
  if (budget->bytes == UINT64_MAX || !read_usage(&now) || now.promised > budget->bytes) return;
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  uint64_t more = sum(difference(budget->bytes, now.held), grundy_threads_unstarted_bytes());
  uint64_t promised = sum(now.promised, more);
  limit.rlim_cur = (rlim_t)(promised < budget->ceiling ? promised : budget->ceiling);
  (void)setrlimit(RLIMIT_DATA, &limit);
}

grundy_status memory_start(struct integer wanted, struct budget *budget, grundy_error *error) {
  struct usage now = {0};
  (void)read_usage(&now);
  find_budget(wanted, now.held, budget);
  if (now.held < budget->bytes) {
    fit_threads(budget);
    set_limit(budget);
    return GRUNDY_OK;
  }
  char held[32];
  char bytes[32];
  memory_format(now.held, held, sizeof held);
  memory_format(budget->bytes, bytes, sizeof bytes);
  (void)fail_with(error, GRUNDY_UNABLE, "", "the command alone uses %s; %s %s", held, budget->giver,
                  bytes);
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

/* ---- spending it --------------------------------------------------------------------- */

/* Returns whether the process may use that much more. */
static bool fits(const struct budget *budget, uint64_t need) {
  struct usage now = {0};
  (void)read_usage(&now);
  return sum(now.held, need) <= budget->bytes;
}

/* Halves the number of threads, to save memory. Returns false if there is only one. */
static bool halve_threads(void) {
  unsigned threads = grundy_threads();
  grundy_threads_set(threads - threads / 2);
  return threads > 1;
}

/* Checks that `need` bytes are left. `what` is "solving needs up to", to be followed by the bytes;
 * `there` describes what has been read. */
static grundy_status allow(const struct budget *budget, const char *what, uint64_t need,
                           const char *there, grundy_error *error) {
  if (fits(budget, need)) {
    /* Memory that was reserved for reading and returned no longer counts. */
    set_limit(budget);
    return GRUNDY_OK;
  }
  struct usage now = {0};
  (void)read_usage(&now);
  char more[32];
  char held[32];
  char bytes[32];
  memory_format(need, more, sizeof more);
  memory_format(now.held, held, sizeof held);
  memory_format(budget->bytes, bytes, sizeof bytes);
  (void)fail_with(error, GRUNDY_UNABLE, "", "%s %s on top of the %s of the %s; %s %s", what, more,
                  held, there, budget->giver, bytes);
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

grundy_status memory_for_solving(const struct budget *budget, const grundy_digraph *game,
                                 const grundy_solve_options *options, grundy_error *error) {
  uint64_t need = grundy_solve_memory(game, options);
  while (!fits(budget, need) && halve_threads()) need = grundy_solve_memory(game, options);
  return allow(budget, "solving needs up to", need, "game", error);
}

grundy_status memory_for_external(const struct budget *budget, const grundy_digraph *game,
                                  const grundy_external_options *options, grundy_error *error) {
  grundy_external_options limited = *options;
  grundy_error ignored;
  uint64_t left = memory_left(budget);
  if (left != UINT64_MAX) limited.memory = left;
  return allow(budget, "solving needs at least", grundy_external_memory(game, &limited), "game",
               error == NULL ? &ignored : error);
}

grundy_status memory_for_checking(const struct budget *budget, const grundy_digraph *game,
                                  grundy_columns columns, grundy_error *error) {
  const uint64_t order = grundy_digraph_order(game), size = grundy_digraph_size(game);
  uint64_t need = grundy_verify_memory(order, size, columns);
  while (!fits(budget, need) && halve_threads()) need = grundy_verify_memory(order, size, columns);
  return allow(budget, "checking needs up to", need, "game and its solution", error);
}

grundy_status memory_for_reducing(const struct budget *budget, const grundy_digraph *game,
                                  grundy_error *error) {
  uint64_t need = grundy_compatible_memory(grundy_digraph_order(game), grundy_digraph_size(game));
  return allow(budget, "finding the classes needs up to", need, "game", error);
}

uint64_t memory_left(const struct budget *budget) {
  struct usage now = {0};
  if (budget->bytes == UINT64_MAX || !read_usage(&now)) return budget->bytes;
  set_limit(budget);
  return difference(budget->bytes, now.held);
}

void memory_explain(const struct budget *budget, grundy_error *error) {
  if (error->status != GRUNDY_OUT_OF_MEMORY || budget->bytes == UINT64_MAX) return;
  char bytes[32];
  memory_format(budget->bytes, bytes, sizeof bytes);
  (void)snprintf(error->message, sizeof error->message, "out of memory; %s %s", budget->giver,
                 bytes);
}
