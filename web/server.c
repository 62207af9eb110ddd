#include "web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <grundy/base.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/guard.h"
#include "web/http.h"
#include "web/jobs.h"
#include "web/libmicrohttpd.h"
#include "web/library.h"
#include "web/listen.h"

enum {
  CACHE = 128 << 20,
  BEFORE_COMMANDS = 1 + WEB_HTTP_WATCHED, /* what is watched: signals and HTTP */
};

struct server {
  struct web_house house;
  struct web_http *http;
  struct pollfd *watched; /* signals, HTTP, then commands */
  int signals;
  bool is_everywhere; /* every address of this machine is listened on */
};

static grundy_status fail(grundy_error *error, grundy_status status, const char *what) {
  *error = (grundy_error){.status = status};
  (void)snprintf(error->message, sizeof error->message, "%s: %s", what, strerror(errno));
  return status;
}

/* ---- signals ----------------------------------------------------------------------- */

/* A child that ends has to end the waiting of the loop; SIGPIPE is what a connection that was
 * closed may bring. */
static int watch_signals(void) {
  sigset_t set;
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  (void)sigaction(SIGPIPE, &ignore, NULL);
  (void)sigemptyset(&set);
  (void)sigaddset(&set, SIGINT);
  (void)sigaddset(&set, SIGTERM);
  (void)sigaddset(&set, SIGHUP);
  (void)sigaddset(&set, SIGCHLD);
  (void)sigprocmask(SIG_BLOCK, &set, NULL);
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* Has somebody asked us to end? */
static bool is_asked_to_end(int signals) {
  struct signalfd_siginfo signal;
  bool end = false;
  while (read(signals, &signal, sizeof signal) == (ssize_t)sizeof signal)
    end = end || signal.ssi_signo != SIGCHLD;
  return end;
}

/* ---- the loop ---------------------------------------------------------------------- */

/* The sooner of two times; negative is never. */
static double sooner(double a, double b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return a < b ? a : b;
}

/* Rounded up, so that nothing is asked for too early again and again. */
static int milliseconds(double seconds) {
  const double most = 1e6;
  if (seconds < 0) return -1;
  return seconds > most ? (int)(1e3 * most) : (int)(1e3 * seconds + 0.999);
}

static void loop(struct server *server) {
  double wait = 0;
  for (;;) {
    server->watched[0] = (struct pollfd){.fd = server->signals, .events = POLLIN};
    web_http_watch(server->http, server->watched + 1);
    size_t count =
        BEFORE_COMMANDS + web_jobs_watch(server->house.jobs, server->watched + BEFORE_COMMANDS);
    (void)poll(server->watched, count, milliseconds(wait));
    if (is_asked_to_end(server->signals)) return;
    web_http_step(server->http);
    double jobs = web_jobs_step(server->house.jobs);
    wait = sooner(jobs, web_http_wait(server->http));
  }
}

/* Those who wait are told that they wait in vain. */
static void say_goodbye(struct server *server) {
  enum { TURNS = 3, PAUSE = 20 };
  struct web_answer *answer = web_answer_refusal(503, 5, "the server ends");
  web_jobs_tell_all(server->house.jobs, answer);
  web_answer_release(answer);
  for (int i = 0; i < TURNS; i++) {
    web_http_step(server->http);
    (void)poll(server->watched + 1, WEB_HTTP_WATCHED, PAUSE);
  }
}

/* ---- starting ---------------------------------------------------------------------- */

/* "http://127.0.0.1:8080/?token=...": one that a browser can open, which 0.0.0.0 is not. */
static void format_url(const struct server *server, char *url, size_t size) {
  const struct web_guard *guard = &server->house.guard;
  char own[INET6_ADDRSTRLEN];
  const char *name = guard->name == NULL ? "127.0.0.1" : guard->name;
  if (server->is_everywhere) {
    web_own_address(own);
    name = own;
  }
  bool brackets = strchr(name, ':') != NULL;
  (void)snprintf(url, size, "http://%s%.200s%s:%u/%s%s", brackets ? "[" : "", name,
                 brackets ? "]" : "", (unsigned)guard->port,
                 guard->token == NULL ? "" : "?token=", guard->token == NULL ? "" : guard->token);
}

static grundy_status build(struct server *server, const struct web_options *options,
                           grundy_error *error) {
  struct web_house *house = &server->house;
  server->watched = calloc(BEFORE_COMMANDS + 2 * options->commands, sizeof *server->watched);
  house->library = web_library_new(options->offers, options->offer_count);
  house->cache = web_cache_new(CACHE);
  if (server->watched == NULL || house->library == NULL || house->cache == NULL)
    return fail(error, GRUNDY_OUT_OF_MEMORY, "the server cannot start");
  house->jobs = web_jobs_new(&options->limits, options->commands, house->cache);
  if (house->jobs == NULL) return fail(error, GRUNDY_IO_ERROR, "no temporary folder can be made");
  server->signals = watch_signals();
  if (server->signals < 0) return fail(error, GRUNDY_IO_ERROR, "signals cannot be watched");
  return GRUNDY_OK;
}

static grundy_status open_door(struct server *server, const struct web_options *options,
                               grundy_error *error) {
  struct web_guard *guard = &server->house.guard;
  int listening = -1;
  guard->is_open = options->listen != NULL && !web_is_loopback(options->listen);
  guard->name = options->listen;
  guard->token = options->token;
  guard->port = options->port;
  grundy_status status = web_mhd_load(error);
  if (status == GRUNDY_OK) status = web_listen(options->listen, &guard->port, &listening, error);
  if (status != GRUNDY_OK) return status;
  server->is_everywhere = web_listens_everywhere(listening);
  server->http = web_http_new(&server->house, listening, options->commands);
  if (server->http == NULL) return fail(error, GRUNDY_IO_ERROR, "HTTP cannot be served");
  return GRUNDY_OK;
}

static void close_down(struct server *server) {
  web_http_free(server->http);
  web_jobs_free(server->house.jobs);
  web_cache_free(server->house.cache);
  web_library_free(server->house.library);
  free(server->watched);
  if (server->signals >= 0) (void)close(server->signals);
}

grundy_status web_serve(const struct web_options *options, grundy_error *error) {
  struct server server = {.signals = -1};
  char url[512];
  grundy_status status = build(&server, options, error);
  if (status == GRUNDY_OK) status = open_door(&server, options, error);
  if (status == GRUNDY_OK) {
    format_url(&server, url, sizeof url);
    options->ready(options->context, url);
    loop(&server);
    say_goodbye(&server);
  }
  close_down(&server);
  return status;
}

bool web_token_is_good(const char *text) {
  return web_guard_is_token(text);
}

bool web_is_loopback(const char *address) {
  struct in_addr four;
  if (inet_pton(AF_INET, address, &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  return strcmp(address, "::1") == 0 || strcasecmp(address, "localhost") == 0;
}
