/* grundy rules build FILE.c: compiles rules. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/rules.h>
#include <platform.h>

#include "failure.h"
#include "files.h"
#include "options.h"
#include "rules.h"
#include "signals.h"

struct arguments {
  const char *source;
  const char *output; /* NULL: FILE.so next to FILE.c */
};

enum { PATH_ROOM = 4096, MOST_WORDS = 128 };

/* The words of a command line, which point into other texts. */
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

/* Splits a text into words and adds them. */
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

/* Looks for the header next to the command, wherever it was installed, then in the build tree, then
 * in the configured prefix. */
static bool find_header(char folder[PATH_ROOM]) {
  static const char *const beside[] = {GRUNDY_INCLUDE_FROM_BIN, GRUNDY_INCLUDE_FROM_BUILD};
  char here[PATH_ROOM];
  char *slash = grundy_platform_program(here, sizeof here) ? strrchr(here, '/') : NULL;
  for (size_t i = 0; i < 2 && slash != NULL; i++) {
    *slash = '\0';
    if (snprintf(folder, PATH_ROOM, "%s/%s", here, beside[i]) < PATH_ROOM && has_header(folder))
      return true;
  }
  (void)snprintf(folder, PATH_ROOM, "%s", GRUNDY_INCLUDE_INSTALLED);
  return has_header(folder);
}

/* ---- compiling ----------------------------------------------------------------------- */

/* Everything that a run needs. */
struct build {
  const char *source;
  char output[PATH_ROOM], made[PATH_ROOM]; /* renamed to the output when it is complete */
  char include[PATH_ROOM + 2];             /* -Ifolder */
  char *compiler, *flags;                  /* copies of CC and CFLAGS */
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

/* Runs the compiler, which prints to our standard error. */
static grundy_status compile(const struct build *b, grundy_error *error) {
  pid_t child;
  int status = 0;
  int failed = grundy_platform_spawn(b->line.at, NULL, &child);
  if (failed != 0)
    return fail_with(error, GRUNDY_IO_ERROR, b->line.at[0],
                     "the compiler cannot be run: %s; set the variable CC", strerror(failed));
  failed = signals_wait_for_child(child, &status);
  if (failed != 0) return fail_with(error, GRUNDY_IO_ERROR, "", "%s", strerror(failed));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return GRUNDY_OK;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return fail_with(error, GRUNDY_IO_ERROR, b->line.at[0],
                     "the compiler cannot be run; set the variable CC");
  return fail_with(error, GRUNDY_BAD_INPUT, b->source, "%s cannot compile it", b->line.at[0]);
}

/* ---- loading ------------------------------------------------------------------------- */

#define SYMBOL_TEXT_(symbol) #symbol
#define SYMBOL_TEXT(symbol) SYMBOL_TEXT_(symbol)

static const char *missing_in(const grundy_rules *rules) {
  return rules->title == NULL   ? "title"
         : rules->open == NULL  ? "open"
         : rules->start == NULL ? "start"
         : rules->moves == NULL ? "moves"
                                : NULL;
}

/* Reports why the rules cannot be loaded, without the name of the temporary file. */
static grundy_status fail_loading(const struct build *b, const char *made, const char *why,
                                  grundy_error *error) {
  size_t length = strlen(made);
  if (why != NULL && strncmp(why, made, length) == 0 && strncmp(why + length, ": ", 2) == 0)
    why += length + 2;
  return fail_with(error, GRUNDY_BAD_INPUT, b->source, "what was compiled cannot be loaded: %s",
                   why == NULL ? "no reason is given" : why);
}

/* Loads the rules once, to find errors now. Opens no game, which would need arguments. */
static grundy_status load(const struct build *b, grundy_error *error) {
  char made[PATH_ROOM + 2]; /* without a slash, dlopen would search the system's folders */
  (void)snprintf(made, sizeof made, "%s%s", strchr(b->made, '/') == NULL ? "./" : "", b->made);
  const char *why = NULL;
  void *library = grundy_platform_library_open(made, &why);
  if (library == NULL) return fail_loading(b, made, why, error);
  const grundy_rules *rules =
      grundy_platform_library_find(library, SYMBOL_TEXT(GRUNDY_RULES_SYMBOL));
  const char *missing = rules == NULL ? NULL : missing_in(rules);
  grundy_status status = GRUNDY_OK;
  if (rules == NULL)
    status = fail_with(error, GRUNDY_BAD_INPUT, b->source,
                       "it contains no rules; expected GRUNDY_RULES = {...} of <grundy/rules.h>");
  else if (missing != NULL)
    status = fail_with(error, GRUNDY_BAD_INPUT, b->source,
                       "these rules have no %s; expected title, open, start and moves", missing);
  grundy_platform_library_close(library);
  return status;
}

/* ---- making -------------------------------------------------------------------------- */

/* Renames the file, with the permissions of a new file. */
static grundy_status commit(const struct build *b, grundy_error *error) {
  mode_t mask = umask(0);
  (void)umask(mask);
  if (chmod(b->made, 0777 & ~mask) == 0 && rename(b->made, b->output) == 0) return GRUNDY_OK;
  return fail_with(error, GRUNDY_IO_ERROR, b->output, "%s", strerror(errno));
}

/* Compiles, loads and renames. Removes the temporary file before printing an error: a closed
 * standard error would end the process. */
static grundy_status make(struct build *b, grundy_error *error) {
  signals_set_flag(); /* Ctrl-C interrupts the compiler, too */
  signals_note_temporary(b->made);
  int file = mkstemp(b->made);
  if (file < 0) return fail_with(error, GRUNDY_IO_ERROR, b->output, "%s", strerror(errno));
  (void)close(file);
  signals_note_temporary(b->made); /* its name is known only now */
  grundy_status status = compile(b, error);
  if (status == GRUNDY_OK) status = load(b, error);
  if (status == GRUNDY_OK) status = commit(b, error);
  if (status != GRUNDY_OK) (void)unlink(b->made);
  signals_note_temporary(NULL);
  return status;
}

static grundy_status put_what_is_next(const void *context, FILE *out, grundy_error *error) {
  const char *output = context;
  (void)error; /* write errors show when the output is closed */
  (void)fprintf(out, "%s%s is a GAME now, with arguments after a colon\n",
                strchr(output, '/') == NULL ? "./" : "", output);
  return GRUNDY_OK;
}

/* ---- the command --------------------------------------------------------------------- */

/* Derives the output from the source: "mygame.so" from "mygame.c". */
static int prepare_output(const struct arguments *arguments, struct build *b) {
  const char *source = arguments->source;
  int length = (int)strlen(source) - (int)strlen(".c");
  int room = PATH_ROOM - 8;
  if (arguments->output != NULL) {
    static const char *const endings[] = {".so", NULL};
    int ending = 0;
    int code =
        file_find_ending(&rules_build_command, arguments->output, endings, NULL, false, &ending);
    if (code != CODE_YES) return code;
  }
  int written = arguments->output != NULL
                    ? snprintf(b->output, sizeof b->output, "%s", arguments->output)
                    : snprintf(b->output, sizeof b->output, "%.*s.so", length, source);
  if (written >= room)
    return fail_usage(rules_build_command.name,
                      "--output has a name of %d bytes; expected fewer than %d", written, room);
  (void)snprintf(b->made, sizeof b->made, "%.*s.XXXXXX", room, b->output);
  return CODE_YES;
}

static grundy_status find_source(const char *source, struct build *b, grundy_error *error) {
  if (!grundy_platform_loads_libraries())
    return fail_with(error, GRUNDY_UNABLE, source,
                     "this build of grundy cannot compile or load rules in C");
  if (access(source, R_OK) != 0)
    return fail_with(error, GRUNDY_BAD_INPUT, source, "%s", strerror(errno));
  b->source = source;
  memcpy(b->include, "-I", 2);
  if (!find_header(b->include + 2))
    return fail_with(error, GRUNDY_IO_ERROR, b->include + 2,
                     "grundy/rules.h was not found where grundy is installed; install the "
                     "package libgrundy-dev, or grundy from its sources");
  b->compiler = copy_of_variable("CC", "cc");
  b->flags = copy_of_variable("CFLAGS", "");
  return b->compiler == NULL || b->flags == NULL ? fail_memory(error) : GRUNDY_OK;
}

static int prepare(const struct arguments *arguments, struct build *b) {
  grundy_error error = {0};
  if (!file_ends_with(arguments->source, ".c"))
    return fail_usage(rules_build_command.name, "FILE.c is '%s'; expected a name that ends with .c",
                      arguments->source);
  int code = prepare_output(arguments, b);
  if (code != CODE_YES) return code;
  if (find_source(arguments->source, b, &error) != GRUNDY_OK) return fail(&error);
  if (compose(b)) return CODE_YES;
  return fail_usage(rules_build_command.name, "CC and CFLAGS have more than %d words",
                    MOST_WORDS - 16);
}

static int run(int argc, char **argv) {
  struct arguments arguments = {0};
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&rules_build_command, argc, argv, &arguments, &code)) return code;
  struct build *b = calloc(1, sizeof *b);
  if (b == NULL) {
    (void)fail_memory(&error);
    return fail(&error);
  }
  code = prepare(&arguments, b);
  if (code == CODE_YES) {
    grundy_status status = make(b, &error);
    if (status == GRUNDY_OK) status = file_write("-", put_what_is_next, b->output, &error);
    if (status != GRUNDY_OK) code = fail(&error);
  }
  free(b->compiler);
  free(b->flags);
  free(b);
  return code;
}

static const struct positional positionals[] = {
    {"FILE.c", offsetof(struct arguments, source), "rules in C", FILE_DATA},
    {0},
};

static const struct option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, output),
     .file = FILE_WRITTEN,
     .help = "write to FILE, which ends with .so, whole or not at all (default: next to FILE.c)"},
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
    .summary = "compile rules in C",
    .description =
        "Compiles a file of rules to a shared object that is a GAME: ./mygame.so:5,7. Uses the "
        "system's C compiler, or the one that CC names, with -O2 -shared -fPIC and CFLAGS, and "
        "shows its messages. Loads the result once, to check that it contains rules. A loaded game "
        "runs with all your rights: build only rules that you trust.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
