#include "support/command.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The command's own main, under another name. */
int grundy_main(int argc, char **argv);

int command_run(const char *line) {
  char words[COMMAND_LENGTH], *argv[COMMAND_WORDS + 2] = {(char *)"grundy"}, *rest = NULL;
  int argc = 1;
  if (snprintf(words, sizeof words, "%s", line) >= (int)sizeof words) abort();
  for (char *word = strtok_r(words, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    if (argc > COMMAND_WORDS) abort();
    argv[argc++] = word;
  }
  return grundy_main(argc, argv);
}

void command_redirect(int descriptor, const char *path, int flags) {
  int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) abort();
  close(opened);
}

static char folder[] = "/tmp/grundy-command-XXXXXX";

int command_enter_folder(void) {
  return mkdtemp(folder) != NULL && chdir(folder) == 0 ? 0 : -1;
}

int command_leave_folder(void) {
  char line[64];
  snprintf(line, sizeof line, "rm -rf %s", folder);
  return chdir("/") == 0 && system(line) == 0 ? 0 : -1;
}

void command_write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "w");
  if (out == NULL || fputs(text, out) < 0 || fclose(out) != 0) abort();
}
