#include <grundy/base.h>

#include "base/alloc.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct grundy_output {
  FILE *stream;
  char *name;      /* what the caller called it */
  char *path;      /* where it goes, links followed; NULL if written to directly */
  char *temporary; /* what is written until then; NULL if written to directly */
};

static void output_free(grundy_output *output) {
  free(output->name);
  free(output->path);
  free(output->temporary);
  free(output);
}

static grundy_status fail_io(grundy_error *error, const char *name, const char *what, int reason) {
  return grundy_fail_at(error, GRUNDY_IO_ERROR, name, 0, 0, "%s: %s", what, strerror(reason));
}

/* Makes a new file in the folder of `path`, with the permissions of any new file, and gives
 * its name. -1 and errno on failure. A name that a killed process left behind is passed over. */
static int create_beside(const char *path, char **name) {
  const char *slash = strrchr(path, '/');
  int folder = slash == NULL ? 0 : (int)(slash - path) + 1;
  size_t size = (size_t)folder + 64;
  char *made = grundy_alloc(size, 1);
  if (made == NULL) {
    errno = ENOMEM;
    return -1;
  }
  int descriptor = -1;
  for (int attempt = 0; descriptor < 0 && attempt < 1000; attempt++) {
    snprintf(made, size, "%.*s.grundy-%ld-%d", folder, path, (long)getpid(), attempt);
    descriptor = open(made, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor < 0)
    free(made);
  else
    *name = made;
  return descriptor;
}

static grundy_status open_temporary(grundy_output *output, const struct stat *replaced,
                                    grundy_error *error) {
  /* A link stays a link: what it points to is replaced. */
  output->path = replaced == NULL ? strdup(output->name) : realpath(output->name, NULL);
  if (output->path == NULL) {
    if (errno == ENOMEM) return grundy_fail_memory(error);
    return fail_io(error, output->name, "cannot write", errno);
  }
  int descriptor = create_beside(output->path, &output->temporary);
  if (descriptor < 0) {
    if (errno == ENOMEM) return grundy_fail_memory(error);
    return fail_io(error, output->name, "cannot write", errno);
  }
  /* Failing to keep the permissions is no reason to lose the result. */
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
  if (output->name[0] == '\0') return fail_io(error, "''", "cannot write", ENOENT);
  struct stat existing;
  bool exists = stat(output->name, &existing) == 0;
  if (!exists && lstat(output->name, &existing) == 0)
    return grundy_fail_at(error, GRUNDY_IO_ERROR, output->name, 0, 0,
                          "cannot write: a link to a file that is not there");
  if (exists && S_ISDIR(existing.st_mode))
    return fail_io(error, output->name, "cannot write", EISDIR);
  if (!exists || S_ISREG(existing.st_mode))
    return open_temporary(output, exists ? &existing : NULL, error);
  output->stream = fopen(output->name, "w");
  if (output->stream == NULL) return fail_io(error, output->name, "cannot write", errno);
  return GRUNDY_OK;
}

grundy_status grundy_output_open(const char *path, grundy_output **output, grundy_error *error) {
  grundy_output *opened = grundy_alloc_zero(1, sizeof *opened);
  if (opened == NULL) return grundy_fail_memory(error);
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

/* Flushes and closes (standard output is only flushed). 0, or the reason of the failure. */
static int close_stream(grundy_output *output) {
  FILE *stream = output->stream;
  output->stream = NULL;
  errno = 0;
  bool failed = fflush(stream) != 0 || ferror(stream);
  int reason = errno;
  if (stream != stdout && fclose(stream) != 0 && !failed) {
    failed = true;
    reason = errno;
  }
  if (!failed) return 0;
  return reason == 0 ? EIO : reason;
}

grundy_status grundy_output_commit(grundy_output *output, grundy_error *error) {
  const char *shown = strcmp(output->name, "-") == 0 ? "standard output" : output->name;
  int reason = close_stream(output);
  if (reason == 0 && output->temporary != NULL && rename(output->temporary, output->path) != 0)
    reason = errno;
  if (reason == 0) {
    output_free(output);
    return GRUNDY_OK;
  }
  grundy_status status = fail_io(error, shown, "cannot write", reason);
  grundy_output_discard(output);
  return status;
}

void grundy_output_discard(grundy_output *output) {
  if (output == NULL) return;
  if (output->stream != NULL && output->stream != stdout) fclose(output->stream);
  if (output->temporary != NULL) unlink(output->temporary);
  output_free(output);
}
