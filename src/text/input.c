#include "text/input.h"

#include "base/alloc.h"
#include "base/inputs.h"
#include "base/options.h"
#include "base/suggest.h"
#include "text/gzip.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

const char *grundy_input_name(const char *path) {
  return strcmp(path, "-") == 0 ? "standard input" : path;
}

void grundy_suggest_file(grundy_suggestion *best, const char *path) {
  enum { MAX_ENTRIES = 10000 };
  const char *slash = strrchr(path, '/'), *name = slash == NULL ? path : slash + 1;
  size_t length = (size_t)(name - path);
  char folder[1024] = ".";
  if (length >= sizeof folder) return;
  if (length > 0) snprintf(folder, sizeof folder, "%.*s", (int)length, path);
  DIR *open_folder = opendir(folder);
  if (open_folder == NULL) return;
  grundy_suggestion found = {0};
  const struct dirent *entry;
  for (int i = 0; i < MAX_ENTRIES && (entry = readdir(open_folder)) != NULL; i++) {
    grundy_suggestion next = found;
    grundy_suggest(&next, name, strlen(name), entry->d_name);
    struct stat about;
    if (strcmp(next.word, found.word) != 0 &&
        fstatat(dirfd(open_folder), next.word, &about, 0) == 0 && S_ISREG(about.st_mode))
      found = next;
  }
  (void)closedir(open_folder);
  if (found.word[0] == '\0' || (best->word[0] != '\0' && found.distance >= best->distance)) return;
  *best = found;
  size_t bytes = strlen(best->word);
  if (length + bytes > GRUNDY_SUGGESTION_MAX_BYTES) return;
  memmove(best->word + length, best->word, bytes + 1); /* the folder comes first, if both fit */
  memcpy(best->word, path, length);
}

/* A wrong path is bad input; anything else is a failure of the system. */
static grundy_status fail_opening(const char *path, int reason, grundy_error *error) {
  if (reason != ENOENT && reason != ENOTDIR && reason != EACCES && reason != ELOOP &&
      reason != ENAMETOOLONG)
    return grundy_fail_reading(path, reason, error);
  grundy_suggestion best = {0};
  if (reason == ENOENT) grundy_suggest_file(&best, path);
  (void)grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(reason));
  (void)grundy_error_suggest(error, &best);
  return grundy_because(error, GRUNDY_REASON_NO_FILE, GRUNDY_BAD_INPUT);
}

grundy_status grundy_input_open(const char *path, FILE **in, grundy_error *error) {
  FILE *opened = stdin;
  grundy_status status = grundy_confined_check(path, error);
  struct stat about;
  if (status != GRUNDY_OK) return status;
  if (strcmp(path, "-") != 0) {
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
      return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "this is a directory");
    opened = fopen(path, "r");
    if (opened == NULL) return fail_opening(path, errno, error);
  }
  if (fstat(fileno(opened), &about) == 0) status = grundy_inputs_note(&about, error);
  if (status == GRUNDY_OK)
    status = grundy_input_decompress(&opened, grundy_input_name(path), error);
  if (status == GRUNDY_OK)
    *in = opened;
  else
    grundy_input_close(opened);
  return status;
}

void grundy_input_close(FILE *in) {
  if (in != stdin) fclose(in);
}

grundy_status grundy_input_start(const char *path, const grundy_read_options *options,
                                 grundy_input *input, grundy_error *error) {
  grundy_read_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  *input = (grundy_input){.in = chosen.stream, .name = path, .monitor = chosen.monitor};
  if (input->in != NULL) return GRUNDY_OK;
  input->name = grundy_input_name(path);
  input->is_opened = true;
  return grundy_input_open(path, &input->in, error);
}

void grundy_input_end(grundy_input *input) {
  if (input->is_opened) grundy_input_close(input->in);
}

grundy_status grundy_fail_reading(const char *name, int reason, grundy_error *error) {
  if (reason == ENOMEM) return grundy_fail_memory(error);
  if (reason == GRUNDY_GZIP_DAMAGED)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "the gzip file is damaged or cut short");
  if (reason == EISDIR)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0, "this is a directory");
  return grundy_fail_at(error, GRUNDY_IO_ERROR, name, 0, 0, "reading failed: %s", strerror(reason));
}

size_t grundy_byte_order_mark(const char *text, size_t length) {
  return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

grundy_status grundy_input_slurp(FILE *in, const char *name, grundy_work *work, char **text,
                                 size_t *length, grundy_error *error) {
  enum { LEAST = 1 << 11, MOST = 1 << 16 }; /* bytes read at once */
  char *read = NULL;
  uint64_t capacity = 0;
  size_t count = 0, got;
  do {
    if (!grundy_grow(&read, &capacity, count + LEAST + 1, 1)) {
      free(read);
      return grundy_fail_memory(error);
    }
    errno = 0;
    uint64_t room = capacity - count - 1;
    got = fread(read + count, 1, room < MOST ? room : MOST, in);
    count += got;
    if (!grundy_work_step(work, got)) {
      free(read);
      return grundy_fail_cancelled(error);
    }
  } while (got > 0);
  if (ferror(in)) {
    int reason = errno;
    free(read);
    return grundy_fail_reading(name, reason, error);
  }
  read[count] = '\0';
  *text = read;
  *length = count;
  return GRUNDY_OK;
}

grundy_status grundy_input_read(const char *path, grundy_work *work, char **text, size_t *length,
                                grundy_error *error) {
  FILE *in = NULL;
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_input_slurp(in, path, work, text, length, error);
  grundy_input_close(in);
  return status;
}
