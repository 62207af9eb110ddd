/* Writes files that appear complete or not at all. */

#include <grundy/base.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/inputs.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <platform.h>

/* A file that replaces `path` is written without a name if the file system supports
 * that: then it vanishes with the process, however that ends. It gets the name `temporary` for the
 * moment between linking and renaming. Otherwise it has that name from the beginning. */
struct grundy_output {
  FILE *stream;
  char *name;      /* as the caller gave it */
  char *path;      /* the final path, links resolved; NULL if written to directly */
  char *temporary; /* a name in the same folder; NULL if written to directly */
  bool named;      /* a file named `temporary` exists */
  int slot;        /* of `temporary` in `slots`; -1: none */
};

/* ---- names to remove when the process ends suddenly --------------------------------------- */

/* A slot belongs to whoever has taken it: an output, or grundy_outputs_abandon in a signal handler,
 * perhaps in another thread or in the parent process. If all slots are taken, or a name is too
 * long, it is not listed. */
enum { SLOTS = 64, FREE = 0, TAKEN, LISTED };
typedef struct name_slot {
  atomic_int state;
  char name[4096];
} name_slot;

static name_slot own_slots[SLOTS];
static name_slot *slots = own_slots; /* or memory that is shared with forked children */
static int slot_count = SLOTS;

static bool change_slot(name_slot *slot, int from, int to) {
  return atomic_compare_exchange_strong(&slot->state, &from, to);
}

static void list_temporary(grundy_output *output) {
  assert(output->slot < 0 && output->temporary != NULL);
  size_t size = strlen(output->temporary) + 1;
  if (size > sizeof slots->name) return;
  for (int i = 0; i < slot_count && output->slot < 0; i++) {
    if (!change_slot(&slots[i], FREE, TAKEN)) continue;
    memcpy(slots[i].name, output->temporary, size);
    atomic_store(&slots[i].state, LISTED);
    output->slot = i;
  }
}

/* Frees the slot of the name, unless somebody else removes the file. */
static void unlist_temporary(grundy_output *output) {
  if (output->slot < 0) return;
  assert(output->slot < slot_count);
  (void)change_slot(&slots[output->slot], LISTED, FREE);
  output->slot = -1;
}

void grundy_outputs_abandon(void) {
  for (int i = 0; i < slot_count; i++) {
    if (!change_slot(&slots[i], LISTED, TAKEN)) continue;
    unlink(slots[i].name);
    atomic_store(&slots[i].state, FREE);
  }
}

void grundy_outputs_share(void *memory, size_t size) {
  slots = memory;
  slot_count = (int)(size / sizeof *slots);
  if (slot_count > SLOTS) slot_count = SLOTS;
}

/* ---- opening ------------------------------------------------------------------------------ */

static void output_free(grundy_output *output) {
  free(output->name);
  free(output->path);
  free(output->temporary);
  free(output);
}

static grundy_status fail_io(grundy_error *error, const char *name, int reason) {
  return grundy_fail_at(error, GRUNDY_IO_ERROR, name, 0, 0, "cannot write: %s", strerror(reason));
}

/* Fails if the file is an input that is protected. */
static grundy_status check_not_input(const struct stat *file, const char *name,
                                     grundy_error *error) {
  if (!grundy_inputs_have(file)) return GRUNDY_OK;
  return grundy_fail_at(error, GRUNDY_BAD_ARGUMENT, name, 0, 0,
                        "refusing to overwrite an input; write to another file");
}

/* Returns the length of the folder in a path, including its slash. */
static int folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (int)(slash - path) + 1;
}

/* Calls `create` with names in the folder of the output until one is not taken: a killed process
 * may have left a file. The name is listed before the file exists, so that at every moment the file
 * would be removed. Returns the result of `create`; -1 and errno on failure. */
static int create_temporary(grundy_output *output, int (*create)(const char *name, int descriptor),
                            int descriptor) {
  int folder = folder_length(output->path);
  int created = -1;
  assert(!output->named); /* it gets a name once */
  for (int attempt = 0; attempt < 1000; attempt++) {
    sprintf(output->temporary, "%.*s.grundy-%ld-%d", folder, output->path, (long)getpid(), attempt);
    list_temporary(output);
    created = create(output->temporary, descriptor);
    if (created >= 0) break;
    int reason = errno;
    unlist_temporary(output);
    errno = reason;
    if (errno != EEXIST) break;
  }
  output->named = created >= 0;
  return created;
}

static int create_file(const char *name, int descriptor) {
  (void)descriptor;
  return open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
}

static int name_file(const char *name, int descriptor) {
  return grundy_platform_name_file(descriptor, name);
}

/* Opens a file without a name in the folder of the output; -1 if that is not supported there. */
static int open_nameless(grundy_output *output) {
  sprintf(output->temporary, "%.*s.", folder_length(output->path), output->path);
  return grundy_platform_open_nameless(output->temporary);
}

/* Creates a new file in the folder of the output, with default permissions. -1 and errno on
 * failure. */
static int create_in_folder(grundy_output *output) {
  output->temporary = grundy_alloc(strlen(output->path) + 64, 1);
  if (output->temporary == NULL) {
    errno = ENOMEM;
    return -1;
  }
  int descriptor = open_nameless(output);
  if (descriptor < 0) descriptor = create_temporary(output, create_file, -1);
  return descriptor;
}

static grundy_status open_temporary(grundy_output *output, const struct stat *replaced,
                                    grundy_error *error) {
  /* A link stays a link: the file it points to is replaced. */
  output->path = replaced == NULL ? strdup(output->name) : realpath(output->name, NULL);
  int descriptor = output->path == NULL ? -1 : create_in_folder(output);
  if (descriptor < 0) {
    if (errno == ENOMEM) return grundy_fail_memory(error);
    return fail_io(error, output->name, errno);
  }
  /* Failing to preserve the permissions is not a reason to lose the result. */
  if (replaced != NULL && fchmod(descriptor, replaced->st_mode & 07777) != 0) errno = 0;
  output->stream = fdopen(descriptor, "w");
  if (output->stream == NULL) {
    close(descriptor);
    return grundy_fail_memory(error);
  }
  return GRUNDY_OK;
}

static grundy_status open_stream(grundy_output *output, grundy_error *error) {
  if (strcmp(output->name, "-") == 0) {
    output->stream = stdout;
    return GRUNDY_OK;
  }
  if (output->name[0] == '\0') return fail_io(error, "''", ENOENT);
  struct stat existing;
  bool exists = stat(output->name, &existing) == 0;
  if (!exists && lstat(output->name, &existing) == 0)
    return grundy_fail_at(error, GRUNDY_IO_ERROR, output->name, 0, 0,
                          "cannot write: a link to a file that is not there");
  if (exists && S_ISDIR(existing.st_mode)) return fail_io(error, output->name, EISDIR);
  grundy_status status = exists ? check_not_input(&existing, output->name, error) : GRUNDY_OK;
  if (status != GRUNDY_OK) return status;
  if (!exists || S_ISREG(existing.st_mode))
    return open_temporary(output, exists ? &existing : NULL, error);
  output->stream = fopen(output->name, "w");
  if (output->stream == NULL) return fail_io(error, output->name, errno);
  return GRUNDY_OK;
}

grundy_status grundy_output_open(const char *path, grundy_output **output, grundy_error *error) {
  grundy_output *opened = grundy_alloc_zero(1, sizeof *opened);
  if (opened == NULL) return grundy_fail_memory(error);
  opened->slot = -1;
  opened->name = strdup(path);
  grundy_status status =
      opened->name == NULL ? grundy_fail_memory(error) : open_stream(opened, error);
  if (status != GRUNDY_OK) {
    grundy_output_discard(opened);
    return status;
  }
  *output = opened;
  return GRUNDY_OK;
}

FILE *grundy_output_stream(grundy_output *output) {
  return output->stream;
}

/* ---- closing ------------------------------------------------------------------------------ */

/* Flushes, gives a file without a name its temporary one, and closes it (standard output is only
 * flushed). Returns 0, or the errno of the failure. */
static int close_stream(grundy_output *output) {
  FILE *stream = output->stream;
  output->stream = NULL;
  errno = 0;
  bool failed = fflush(stream) != 0 || ferror(stream);
  if (!failed && output->path != NULL && !output->named)
    failed = create_temporary(output, name_file, fileno(stream)) < 0;
  int reason = errno;
  if (stream != stdout && fclose(stream) != 0 && !failed) {
    failed = true;
    reason = errno;
  }
  if (!failed) return 0;
  return reason == 0 ? EIO : reason;
}

grundy_status grundy_output_commit(grundy_output *output, grundy_error *error) {
  assert(output->stream != NULL); /* outputs are committed or discarded only once */
  assert(!output->named ||
         output->path != NULL); /* an output written to directly has no temporary name */
  const char *display_name = strcmp(output->name, "-") == 0 ? "standard output" : output->name;
  struct stat replaced;
  if (output->path != NULL && stat(output->path, &replaced) == 0 &&
      check_not_input(&replaced, display_name, error) != GRUNDY_OK) {
    grundy_output_discard(output);
    return GRUNDY_BAD_ARGUMENT;
  }
  int reason = close_stream(output);
  if (reason == 0 && output->named && rename(output->temporary, output->path) != 0) reason = errno;
  if (reason == 0) {
    unlist_temporary(output);
    output_free(output);
    return GRUNDY_OK;
  }
  grundy_status status = fail_io(error, display_name, reason);
  grundy_output_discard(output);
  return status;
}

void grundy_output_discard(grundy_output *output) {
  if (output == NULL) return;
  if (output->stream != NULL && output->stream != stdout) fclose(output->stream);
  if (output->named) unlink(output->temporary);
  unlist_temporary(output);
  output_free(output);
}
