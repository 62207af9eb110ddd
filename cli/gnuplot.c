#include "gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <grundy/base.h>
#include <platform.h>

#include "failure.h"
#include "signals.h"

static grundy_status fail_to_start(grundy_error *error, int number) {
  if (number == ENOSYS)
    return fail_with(error, GRUNDY_UNABLE, "",
                     "this build of grundy cannot run gnuplot, which draws the plot");
  if (number == ENOENT)
    return fail_with(error, GRUNDY_IO_ERROR, "",
                     "gnuplot, which draws the plot, is not installed (Debian: gnuplot-nox)");
  return fail_with(error, GRUNDY_IO_ERROR, "", "cannot run gnuplot: %s", strerror(number));
}

/* Runs gnuplot with these files as standard input, output and error. Returns 0 or an errno; sets
 * *succeeded to whether it ended with exit code 0. */
static int run(char *const *arguments, const int descriptors[3], bool *succeeded) {
  pid_t child = 0;
  int state = 0;
  int failure = grundy_platform_spawn(arguments, descriptors, &child);
  if (failure != 0) return failure;
  failure = signals_wait_for_child(child, &state);
  if (failure != 0) return failure;
  *succeeded = WIFEXITED(state) && WEXITSTATUS(state) == 0;
  return 0;
}

grundy_status gnuplot_check(grundy_error *error) {
  char *arguments[] = {(char[]){"gnuplot"}, (char[]){"--version"}, NULL};
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return fail_to_start(error, errno);
  const int descriptors[] = {nothing, nothing, nothing};
  bool succeeded = false;
  int failure = run(arguments, descriptors, &succeeded);
  (void)close(nothing);
  if (failure != 0) return fail_to_start(error, failure);
  return succeeded ? GRUNDY_OK
                   : fail_with(error, GRUNDY_IO_ERROR, "",
                               "gnuplot --version fails; grundy needs gnuplot 5");
}

/* The last line of gnuplot says what is wrong. */
static grundy_status fail_with_words(FILE *words, grundy_error *error) {
  char line[200];
  char last[200] = "no reason given";
  rewind(words);
  while (fgets(line, sizeof line, words) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[strspn(line, " \t")] != '\0') memcpy(last, line, sizeof last);
  }
  return fail_with(error, GRUNDY_IO_ERROR, "", "gnuplot fails: %s", last);
}

/* -d ignores the settings of the user. */
grundy_status gnuplot_run(FILE *script, FILE *out, grundy_error *error) {
  char *arguments[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"}, NULL};
  FILE *words = tmpfile();
  if (words == NULL || fflush(script) != 0 || fflush(out) != 0 ||
      lseek(fileno(script), 0, SEEK_SET) != 0) {
    int number = errno;
    if (words != NULL) (void)fclose(words);
    return fail_with(error, GRUNDY_IO_ERROR, "", "cannot run gnuplot: %s", strerror(number));
  }
  const int descriptors[] = {fileno(script), fileno(out), fileno(words)};
  bool succeeded = false;
  int failure = run(arguments, descriptors, &succeeded);
  grundy_status status = GRUNDY_OK;
  if (failure != 0)
    status = fail_to_start(error, failure);
  else if (!succeeded)
    status = fail_with_words(words, error);
  (void)fclose(words);
  return status;
}
