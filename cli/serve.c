/* grundy serve [GAME...]: the explorer, a page in the browser with the command behind it. */

#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <grundy/base.h>

#include "commands.h"
#include "effort.h"
#include "failure.h"
#include "opened.h"
#include "options.h"
#include "progress.h"
#include "web/library.h"
#include "web/server.h"

struct arguments {
  struct words games;
  struct integer port;
  bool open;
  const char *listen;
  const char *token;
  struct integer memory;        /* of a request */
  struct integer seconds;       /* likewise */
  struct effort_options effort; /* of the server itself, which has no limits */
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct effort effort;
  struct web_offer *offers; /* as many as words */
};

static void job_free(void *context) {
  struct job *job = context;
  opened_free(job->offers, job->arguments.games.count);
}

/* ---- preparing ----------------------------------------------------------------------- */

/* Can other machines connect? */
static bool is_open(const struct arguments *arguments) {
  return arguments->listen != NULL && !web_is_loopback(arguments->listen);
}

static int prepare(void *context) {
  const struct arguments *arguments = &((const struct job *)context)->arguments;
  if (is_open(arguments) && arguments->token == NULL)
    return fail_usage(serve_command.name,
                      "--listen %s lets other machines in; expected --token SECRET",
                      arguments->listen);
  if (arguments->token != NULL && !web_token_is_good(arguments->token))
    return fail_usage(
        serve_command.name,
        "--token is too short or has other signs; expected at least 16 letters, digits, - and _");
  return CODE_YES;
}

/* ---- serving ------------------------------------------------------------------------- */

extern char **environ;

/* The browser is somebody else's business: whether it starts is not waited for. */
static void open_browser(const char *url) {
  static char program[] = "xdg-open";
  char address[512];
  pid_t pid = 0;
  (void)snprintf(address, sizeof address, "%s", url);
  char *words[] = {program, address, NULL};
  if (posix_spawnp(&pid, program, NULL, NULL, words, environ) != 0)
    (void)fputs("grundy: there is no xdg-open to open a browser with\n", stderr);
}

static const char *who_may_come(const struct arguments *arguments) {
  if (is_open(arguments)) return "Whoever can reach this machine and knows the token may use it.";
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
      .token = arguments->token,
      .limits = {.seconds = arguments->seconds.given ? (unsigned)arguments->seconds.value : SECONDS,
                 .memory = arguments->memory.given ? arguments->memory.value : memory},
      .commands = processors(),
      .offers = job->offers,
      .offer_count = arguments->games.count,
      .ready = ready,
      .context = arguments,
  };
  /* What commands print is for programs, whatever the terminal of the server can show. */
  (void)setenv("LC_ALL", "C.UTF-8", 1);
  /* Whatever a request contains, its command reads nothing but the files of the request. */
  (void)setenv("GRUNDY_CONFINED", "1", 1);
  return web_serve(&options, error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = opened_games(&job->arguments.games, &job->effort, &job->offers, &error);
  progress_clear(&job->effort.progress);
  if (status == GRUNDY_OK) status = serve(job, &error);
  return status == GRUNDY_OK ? CODE_YES : effort_fail(&job->effort, &error);
}

static int run(int argc, char **argv) {
  struct job job = {0};
  return EFFORT_RUN(&serve_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, games), "games that the page offers first"},
    {0},
};

static const struct option options[] = {
    {.name = "port",
     .kind = OPTION_INTEGER,
     .value = "N",
     .least = 0,
     .most = UINT16_MAX,
     .destination = offsetof(struct arguments, port),
     .help = "listen on port N; 8017 without this, 0: any that is free"},
    {.name = "open",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, open),
     .help = "open the page in a browser (by xdg-open)"},
    {.name = "listen",
     .kind = OPTION_STRING,
     .value = "ADDRESS",
     .destination = offsetof(struct arguments, listen),
     .help = "listen on this name or address, for other machines too; needs --token. Without this, "
             "only this machine can connect"},
    {.name = "token",
     .kind = OPTION_STRING,
     .value = "SECRET",
     .destination = offsetof(struct arguments, token),
     .help = "answer only those who know it; the address that is printed has it"},
    {.name = "time",
     .kind = OPTION_INTEGER,
     .value = "SECONDS",
     .least = 1,
     .most = 86400,
     .destination = offsetof(struct arguments, seconds),
     .help = "how long one request may work; 10 without this"},
    {.name = "memory",
     .kind = OPTION_SIZE,
     .value = "SIZE",
     .destination = offsetof(struct arguments, memory),
     .help = "how much one request may hold, such as 512M; 1G without this"},
    {0},
};

static const struct example examples[] = {
    {"grundy serve --open", "the explorer, in the browser"},
    {"grundy serve ring.edges wythoff:3,5", "with these games to begin with"},
    {"grundy serve --listen 0.0.0.0 --token \"$(openssl rand -hex 16)\"", "for a class room"},
    {0},
};

const struct command serve_command = {
    .name = "serve",
    .summary = "the explorer: games in the browser, and an API",
    .description =
        "Serves a page on which games can be drawn, solved, explained and played, and the API "
        "behind it, in which every call is one of the other commands and has its answer "
        "(docs/serve.md). Each request runs as a process of its own within its time and memory; "
        "as many as there are processors run at once. Ctrl-C ends it with exit code 0.",
    .positionals = positionals,
    .last_is_many = true,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .run = run,
};
