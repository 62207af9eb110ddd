/* How long short commands take from start to end, next to jq and to a program that does nothing.
 * usage: startup GRUNDY   in the root folder of the project
 *
 * The commands take turns, so that other programs disturb all of them alike. */

#include "measure.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { ROUNDS = 200, MAX_ARGUMENTS = 6 };

extern char **environ;

typedef struct command {
  const char *words[MAX_ARGUMENTS]; /* "grundy" stands for the path that was given */
  bool missing;                     /* the program is not installed */
  double seconds[ROUNDS];
} command;

static command commands[] = {
    {.words = {"true"}},
    {.words = {"jq", "--version"}},
    {.words = {"grundy", "--version"}},
    {.words = {"grundy", "solve", "examples/smith.edges"}},
    {.words = {"grundy", "heap", "kayles", "--max", "1000"}},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void run_once(command *c, const char *grundy, posix_spawn_file_actions_t *quiet, int round) {
  char *words[MAX_ARGUMENTS + 1] = {NULL};
  for (int i = 0; i < MAX_ARGUMENTS; i++) words[i] = (char *)c->words[i];
  if (strcmp(words[0], "grundy") == 0) words[0] = (char *)grundy;
  pid_t child;
  int status;
  double start = seconds_now();
  int failure = posix_spawnp(&child, words[0], quiet, NULL, words, environ);
  if (failure == 0 && waitpid(child, &status, 0) != child) must(GRUNDY_IO_ERROR, "waiting");
  c->seconds[round] = seconds_now() - start;
  c->missing = failure != 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(command *c) {
  qsort(c->seconds, ROUNDS, sizeof *c->seconds, compare);
  return c->seconds[ROUNDS / 2];
}

static void print_row(command *c, double jq) {
  char line[64] = "";
  for (int i = 0; i < MAX_ARGUMENTS && c->words[i] != NULL; i++)
    snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", i > 0 ? " " : "",
             c->words[i]);
  if (c->missing) {
    printf("%-36s %8s\n", line, "-");
    return;
  }
  double seconds = median(c);
  printf("%-36s %8.2f", line, 1e3 * seconds);
  if (jq > 0) printf(" %8.2f", seconds / jq);
  printf("\n");
}

int main(int count, char **arguments) {
  posix_spawn_file_actions_t quiet;
  if (count != 2) {
    fputs("usage: startup GRUNDY\n", stderr);
    return 2;
  }
  if (posix_spawn_file_actions_init(&quiet) != 0 ||
      posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0) != 0)
    must(GRUNDY_OUT_OF_MEMORY, "starting");
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < COMMANDS; i++)
      if (round == 0 || !commands[i].missing) run_once(&commands[i], arguments[1], &quiet, round);
  posix_spawn_file_actions_destroy(&quiet);
  double jq = commands[1].missing ? 0 : median(&commands[1]);
  printf("%-36s %8s %8s\n", "start-up, median of 200 runs", "ms", "/ jq");
  for (int i = 0; i < COMMANDS; i++) print_row(&commands[i], jq);
  return 0;
}
