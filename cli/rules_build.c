/* grundy rules build FILE.c: compiles rules. */

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "failure.h"
#include "options.h"
#include "rules.h"
#include "signals.h"

extern char **environ;

struct arguments {
  const char *source;
  const char *output; /* NULL: FILE.so beside FILE.c */
};

enum { PATH_ROOM = 4096, MOST_WORDS = 128 };

/* The words of a command line, which point into texts of others. */
struct words_list {
  char *at[MOST_WORDS + 1];
  size_t count;
};

static bool add_word(struct words_list *list, char *word) {
  if (list->count == MOST_WORDS) return false;
  list->at[list->count++] = word;
  list->at[list->count] = NULL;
  return true;
}

/* Adds the words of a text, which is cut up. */
static bool add_words(struct words_list *list, char *text) {
  char *rest = NULL;
  for (char *word = strtok_r(text, " \t\n", &rest); word != NULL;
       word = strtok_r(NULL, " \t\n", &rest))
    if (!add_word(list, word)) return false;
  return true;
}

/* ---- where <grundy/rules.h> is ------------------------------------------------------- */

static bool has_header(const char *folder) {
  char path[PATH_ROOM + 32];
  (void)snprintf(path, sizeof path, "%s/grundy/rules.h", folder);
  return access(path, R_OK) == 0;
}

/* Beside the command, wherever its prefix was moved; in the tree that it was built from; where it
 * was to be installed. */
static bool find_header(char folder[PATH_ROOM]) {
  char here[PATH_ROOM];
  ssize_t length = readlink("/proc/self/exe", here, sizeof here - 1);
  if (length > 0) {
    here[length] = '\0';
    char *slash = strrchr(here, '/');
    if (slash != NULL) *slash = '\0';
    if (snprintf(folder, PATH_ROOM, "%s/%s", here, GRUNDY_INCLUDE_FROM_BIN) < PATH_ROOM &&
        has_header(folder))
      return true;
  }
  (void)snprintf(folder, PATH_ROOM, "%s", GRUNDY_INCLUDE_SOURCE);
  if (has_header(folder)) return true;
  (void)snprintf(folder, PATH_ROOM, "%s", GRUNDY_INCLUDE_INSTALLED);
  return has_header(folder);
}

/* ---- compiling ----------------------------------------------------------------------- */

/* Everything that a run needs. */
struct build {
  const char *source;
  char output[PATH_ROOM], made[PATH_ROOM]; /* what is made gets its name when it is whole */
  char include[PATH_ROOM + 2];             /* -Ifolder */
  char *compiler, *flags;                  /* copies of what CC and CFLAGS say */
  struct words_list line;
};

static char *copy_of_variable(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return strdup(value == NULL || value[strspn(value, " \t")] == '\0' ? otherwise : value);
}

static bool compose(struct build *b) {
  static char warn[] = "-Wall", more[] = "-Wextra", fast[] = "-O2", shared[] = "-shared",
              pic[] = "-fPIC", output[] = "-o", language[] = "-x", c[] = "c";
  struct words_list *line = &b->line;
  char *const before[] = {warn, more, fast};
  char *const after[] = {shared, pic, b->include, output, b->made, language, c, (char *)b->source};
  bool fits = add_words(line, b->compiler);
  for (size_t i = 0; i < sizeof before / sizeof *before; i++)
    fits = fits && add_word(line, before[i]);
  fits = fits && add_words(line, b->flags);
  for (size_t i = 0; i < sizeof after / sizeof *after; i++) fits = fits && add_word(line, after[i]);
  return fits;
}

static int fail_with(grundy_status status, const char *file, const char *format, const char *word) {
  grundy_error error = {.status = status};
  (void)snprintf(error.file, sizeof error.file, "%s", file);
  (void)snprintf(error.message, sizeof error.message, format, word);
  return fail(&error);
}

/* Runs the compiler, whose messages go where ours go. */
static int compile(const struct build *b) {
  pid_t child;
  int status = 0, failed = posix_spawnp(&child, b->line.at[0], NULL, NULL, b->line.at, environ);
  if (failed != 0)
    return fail_with(GRUNDY_IO_ERROR, b->line.at[0],
                     "the compiler cannot be run: %s; the variable CC says which one is taken",
                     strerror(failed));
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return fail_with(GRUNDY_IO_ERROR, "", "%s", strerror(errno));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return CODE_YES;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return fail_with(GRUNDY_IO_ERROR, b->line.at[0], "%s; the variable CC says which one is taken",
                     "the compiler cannot be run");
  return fail_with(GRUNDY_BAD_INPUT, b->source, "%s cannot compile it", b->line.at[0]);
}

/* Gives the file its name, and the rights of a new file. */
static int commit(const struct build *b) {
  mode_t mask = umask(0);
  (void)umask(mask);
  if (chmod(b->made, 0777 & ~mask) == 0 && rename(b->made, b->output) == 0) return CODE_YES;
  return fail_with(GRUNDY_IO_ERROR, b->output, "%s", strerror(errno));
}

static int compile_and_commit(struct build *b) {
  int file = mkstemp(b->made);
  if (file < 0) return fail_with(GRUNDY_IO_ERROR, b->output, "%s", strerror(errno));
  (void)close(file);
  signals_set_flag(); /* the compiler is interrupted by the same Ctrl-C */
  int code = compile(b);
  if (code == CODE_YES) code = commit(b);
  if (code != CODE_YES) (void)unlink(b->made);
  return code;
}

/* ---- the command --------------------------------------------------------------------- */

/* "mygame.c" makes "mygame.so". */
static bool name_output(const struct arguments *arguments, struct build *b) {
  const char *source = arguments->source, *dot = strrchr(source, '.');
  int length = dot == NULL ? 0 : (int)(dot - source);
  int room = PATH_ROOM - 8;
  int written = arguments->output != NULL
                    ? snprintf(b->output, sizeof b->output, "%s", arguments->output)
                    : snprintf(b->output, sizeof b->output, "%.*s.so", length, source);
  if (written >= room) return false;
  (void)snprintf(b->made, sizeof b->made, "%.*s.XXXXXX", room, b->output);
  return true;
}

static int prepare(const struct arguments *arguments, struct build *b) {
  const char *source = arguments->source;
  size_t length = strlen(source);
  if (length < 3 || strcmp(source + length - 2, ".c") != 0)
    return fail_usage(rules_build_command.name, "FILE ends with .c, and '%s' does not", source);
  if (access(source, R_OK) != 0)
    return fail_with(GRUNDY_BAD_INPUT, source, "cannot be read: %s; expected a file",
                     strerror(errno));
  b->source = source;
  memcpy(b->include, "-I", 2);
  if (!find_header(b->include + 2))
    return fail_with(GRUNDY_IO_ERROR, b->include + 2, "%s",
                     "there is no grundy/rules.h; expected it where grundy was installed");
  if (!name_output(arguments, b))
    return fail_usage(rules_build_command.name, "the name of the output is too long");
  b->compiler = copy_of_variable("CC", "cc");
  b->flags = copy_of_variable("CFLAGS", "");
  if (b->compiler == NULL || b->flags == NULL)
    return fail_with(GRUNDY_OUT_OF_MEMORY, "", "%s", "out of memory");
  if (!compose(b))
    return fail_usage(rules_build_command.name, "CC and CFLAGS have more than %d words",
                      MOST_WORDS);
  return CODE_YES;
}

static void tell_what_is_next(const char *output) {
  (void)printf("%s%s is a GAME now, with arguments behind a colon\n",
               strchr(output, '/') == NULL ? "./" : "", output);
}

static int run(int argc, char **argv) {
  struct arguments arguments = {0};
  int code = CODE_YES;
  if (!options_parse(&rules_build_command, argc, argv, &arguments, &code)) return code;
  struct build *b = calloc(1, sizeof *b);
  if (b == NULL) return fail_with(GRUNDY_OUT_OF_MEMORY, "", "%s", "out of memory");
  code = prepare(&arguments, b);
  if (code == CODE_YES) code = compile_and_commit(b);
  if (code == CODE_YES) tell_what_is_next(b->output);
  free(b->compiler);
  free(b->flags);
  free(b);
  return code;
}

static const struct positional positionals[] = {
    {"FILE", offsetof(struct arguments, source), "rules in C, with the ending .c"},
    {0},
};

static const struct option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .value = "FILE.so",
     .destination = offsetof(struct arguments, output),
     .help = "what to make; without this, FILE.so beside FILE.c"},
    {0},
};

static const struct example examples[] = {
    {"grundy rules build mygame.c", "makes mygame.so"},
    {"CC=clang CFLAGS='-O3 -march=native' grundy rules build mygame.c",
     "by another compiler, with flags of your own"},
    {0},
};

const struct command rules_build_command = {
    .name = "rules build",
    .summary = "compiles rules in C",
    .description =
        "Compiles a file of rules to a shared object that is a GAME: ./mygame.so:5,7. It "
        "is the system's C compiler that does it, or the one that the variable CC says, "
        "with -O2 -shared -fPIC and what CFLAGS says; its messages are shown as they are. "
        "A game that is loaded runs with all your rights: build rules that you trust.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
