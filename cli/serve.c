/* grundy serve [GAME...]: serves the explorer, a page for the browser, and its API. */

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>
#include <platform.h>

#include "commands.h"
#include "failure.h"
#include "game_cache.h"
#include "options.h"
#include "progress.h"
#include "rules_process.h"
#include "run_limits.h"
#include "web/guard.h"
#include "web/library.h"
#include "web/server.h"
#include "web/task.h"

struct arguments {
  struct words games;
  struct integer port;
  bool open;
  const char *listen;
  const char *token;
  const char *token_file;
  struct integer memory;       /* per request */
  struct integer seconds;      /* per request */
  struct limit_options limits; /* of the server itself; not offered as options */
};

enum { TOKEN_ROOM = 256 }; /* longer than any token */

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  char token[TOKEN_ROOM];   /* "" if there is none */
  struct web_offer *offers; /* one per word */
};

static void job_free(void *context) {
  struct job *job = context;
  game_cache_free(job->offers, job->arguments.games.count);
}

/* ---- preparing ----------------------------------------------------------------------- */

/* Returns whether other machines can connect. */
static bool is_open(const struct arguments *arguments) {
  return arguments->listen != NULL && !web_guard_is_loopback(arguments->listen);
}

/* Reads the token from a file of one line. Returns an exit code. */
static int read_token(const char *path, char token[TOKEN_ROOM]) {
  grundy_error error = {0};
  FILE *in = fopen(path, "r");
  errno = in == NULL ? errno : 0;
  size_t length = in == NULL ? 0 : fread(token, 1, TOKEN_ROOM - 1, in);
  bool is_read = in != NULL && ferror(in) == 0;
  if (!is_read) (void)fail_with(&error, GRUNDY_BAD_INPUT, path, "%s", strerror(errno));
  if (in != NULL) (void)fclose(in);
  if (!is_read) return fail(&error);
  token[length] = '\0';
  bool has_nul = strlen(token) != length;
  token[has_nul ? 0 : strcspn(token, "\r\n")] = '\0';
  return CODE_YES;
}

/* Copies the token from the option or the environment, or reads it from the file. */
static int take_token(struct job *job, const char *given) {
  if (given == NULL) return read_token(job->arguments.token_file, job->token);
  (void)snprintf(job->token, sizeof job->token, "%s", given);
  return CODE_YES;
}

/* Finds the token, which may be given in only one way. Returns an exit code. */
static int choose_token(struct job *job) {
  static const char variable[] = "GRUNDY_TOKEN";
  const struct arguments *arguments = &job->arguments;
  const char *in_environment = getenv(variable);
  const char *option = arguments->token != NULL        ? "--token"
                       : arguments->token_file != NULL ? "--token-file"
                                                       : NULL;
  if (option == NULL && in_environment == NULL) return CODE_YES;
  if (option != NULL && in_environment != NULL)
    return fail_usage(serve_command.name, "%s conflicts with %s; give only one", option, variable);
  int code = take_token(job, option == NULL ? in_environment : arguments->token);
  (void)unsetenv(variable); /* child processes must not see it */
  if (code != CODE_YES || web_guard_is_token(job->token)) return code;
  return fail_usage(serve_command.name,
                    "%s is not a good token; use 16 to 200 letters, digits, - and _",
                    option == NULL ? variable : option);
}

static int prepare(void *context) {
  struct job *job = context;
  int code = choose_token(job);
  if (code == CODE_YES && is_open(&job->arguments) && job->token[0] == '\0')
    return fail_usage(serve_command.name,
                      "--listen %s lets other machines connect; give --token-file FILE",
                      job->arguments.listen);
  return code;
}

/* ---- serving ------------------------------------------------------------------------- */

/* Starts the browser without waiting for it. */
static void open_browser(const char *url) {
  static char opener[] = "xdg-open";
  char address[512];
  pid_t pid = 0;
  (void)snprintf(address, sizeof address, "%s", url);
  char *words[] = {opener, address, NULL};
  if (grundy_platform_spawn(words, NULL, &pid) != 0)
    (void)fputs("grundy: xdg-open was not found; open the address in a browser\n", stderr);
}

static const char *who_may_come(const struct arguments *arguments) {
  if (is_open(arguments))
    return "Anyone who can reach this machine and knows the token can use it.";
  return "Only this machine can connect.";
}

static void ready(const void *context, const char *url) {
  const struct arguments *arguments = context;
  (void)printf("The explorer is at %s\n%s\nCtrl-C ends it.\n", url, who_may_come(arguments));
  (void)fflush(stdout);
  if (arguments->open) open_browser(url);
}

static size_t processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (size_t)count;
}

static grundy_status serve(struct job *job, grundy_error *error) {
  enum { PORT = 8017, SECONDS = 10 };
  const uint64_t memory = UINT64_C(1) << 30;
  const struct arguments *arguments = &job->arguments;
  struct web_options options = {
      .listen = arguments->listen,
      .port = (uint16_t)(arguments->port.given ? arguments->port.value : PORT),
      .token = job->token[0] == '\0' ? NULL : job->token,
      .limits = {.seconds = arguments->seconds.given ? (unsigned)arguments->seconds.value : SECONDS,
                 .memory = arguments->memory.given ? arguments->memory.value : memory},
      .commands = processors(),
      .offers = job->offers,
      .offer_count = arguments->games.count,
      .ready = ready,
      .context = arguments,
  };
  for (const char *const *word = web_environment; *word != NULL; word += 2)
    (void)setenv(word[0], word[1], 1);
  rules_process_note_caught(); /* the server waits for signals itself */
  grundy_status status = web_serve(&options, error);
  (void)unsetenv("GRUNDY_PROGRESS");
  return status;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = game_cache_open(&job->arguments.games, &job->limits, &job->offers, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = serve(job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {0};
  return RUN_WITHIN_LIMITS(&serve_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, games), "games that the page offers first", FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "port",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 0,
     .most = UINT16_MAX,
     .destination = offsetof(struct arguments, port),
     .help = "listen on port N (default: 8017); 0 picks a free one"},
    {.name = "open",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, open),
     .help = "open the page in a browser, with xdg-open"},
    {.name = "listen",
     .kind = OPTION_STRING,
     .value = "ADDRESS",
     .destination = offsetof(struct arguments, listen),
     .help = "listen on this name or address, for other machines too; needs a token (default: only "
             "this machine can connect)"},
    {.name = "token-file",
     .kind = OPTION_STRING,
     .value = "FILE",
     .excludes = "token",
     .destination = offsetof(struct arguments, token_file),
     .help = "answer only clients that know the token in FILE, or in GRUNDY_TOKEN; the printed "
             "address contains it"},
    {.name = "token",
     .kind = OPTION_STRING,
     .value = "SECRET",
     .destination = offsetof(struct arguments, token),
     .help = "the same with the token itself, which all users of this machine can see in the list "
             "of processes"},
    {.name = "time",
     .kind = OPTION_INTEGER,
     .value = "SECONDS",
     .least = 1,
     .most = 86400,
     .destination = offsetof(struct arguments, seconds),
     .help = "limit every request to SECONDS (default: 10)"},
    {.name = "memory",
     .kind = OPTION_SIZE,
     .value = "SIZE",
     .destination = offsetof(struct arguments, memory),
     .help = "limit the memory of every request to SIZE, such as 512M (default: 1G)"},
    {0},
};

static const struct example examples[] = {
    {"grundy serve --open", "the explorer, in the browser"},
    {"grundy serve ring.edges wythoff:3,5", "with these games to begin with"},
    {"GRUNDY_TOKEN=$(openssl rand -hex 16) grundy serve --listen 0.0.0.0", "for a classroom"},
    {0},
};

const struct command serve_command = {
    .name = "serve",
    .summary = "the explorer: games in the browser, and an HTTP API",
    .group = GROUP_PLAY,
    .description =
        "Serves a page on which games can be drawn, solved, explained and played, and the API that "
        "the page uses: every call runs one of the other commands and returns its answer "
        "(docs/serve.md). Each request runs as a process of its own with limits on time and "
        "memory; "
        "as many run at once as there are CPUs. Ctrl-C ends the server with exit code 0.",
    .positionals = positionals,
    .last_is_many = true,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .run = run,
};
