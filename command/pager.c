#include "pager.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <platform.h>

#include "signals.h"

static bool is_requested;
static pid_t pager; /* 0: none is running */

void pager_request(void) {
  is_requested = true;
}

bool pager_is_running(void) {
  return pager > 0;
}

/* ---- finding a program ---------------------------------------------------------------- */

static bool is_in_folder(const char *folder, size_t folder_length, const char *name,
                         size_t name_length) {
  char path[1024];
  int length =
      snprintf(path, sizeof path, "%.*s/%.*s", (int)folder_length, folder, (int)name_length, name);
  return length > 0 && (size_t)length < sizeof path && access(path, X_OK) == 0;
}

/* Returns whether the first word of the command is a program: a shell that does not find it would
 * swallow the output. */
static bool is_program(const char *command) {
  size_t length = strcspn(command, " \t");
  const char *path = getenv("PATH");
  if (length == 0) return false;
  if (memchr(command, '/', length) != NULL) {
    char name[1024];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, command);
    return length < sizeof name && access(name, X_OK) == 0;
  }
  while (path != NULL && *path != '\0') {
    size_t folder = strcspn(path, ":");
    if (is_in_folder(path, folder, command, length)) return true;
    path += folder + (path[folder] == ':');
  }
  return false;
}

/* Returns the command to run; NULL if output is not to be paged. */
static const char *find_pager(void) {
  const char *command = getenv("PAGER");
  const char *terminal = getenv("TERM");
  if (!is_requested || pager_is_running() || !grundy_platform_is_terminal(STDOUT_FILENO))
    return NULL;
  if (terminal == NULL || strcmp(terminal, "dumb") == 0) return NULL;
  if (command == NULL) command = "less";
  return is_program(command) ? command : NULL;
}

/* ---- running it ------------------------------------------------------------------------ */

/* Starts the pager, which reads from the descriptor. less quits if everything fits on the screen
 * (F), shows colours (R) and leaves the text there when it quits (X), unless its user set something
 * else. Returns 0 on failure. */
static pid_t run_pager(const char *command, int from) {
  char *const arguments[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, (char *)command, NULL};
  const int descriptors[] = {from, STDOUT_FILENO, STDERR_FILENO};
  pid_t child = 0;
  (void)setenv("LESS", "FRX", 0);
  return grundy_platform_spawn(arguments, descriptors, &child) == 0 ? child : 0;
}

void pager_start(void) {
  const char *command = find_pager();
  int ends[2];
  if (command == NULL || pipe(ends) != 0) return;
  (void)fflush(stdout);
  for (int i = 0; i < 2; i++) (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  pid_t child = run_pager(command, ends[0]);
  if (child > 0) {
    pager = child;
    signals_leave_to_pager();
    (void)dup2(ends[1], STDOUT_FILENO);
  }
  (void)close(ends[0]);
  (void)close(ends[1]);
}

void pager_finish(void) {
  if (!pager_is_running()) return;
  (void)fclose(stdout); /* the end of the pager's input */
  while (waitpid(pager, NULL, 0) < 0 && errno == EINTR) {
  }
  pager = 0;
}
