#include "web/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>
#include <platform.h>

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
  BEFORE_COMMANDS = 1 + WEB_HTTP_MAX_WATCHED, /* file descriptors for signals and HTTP */
};

struct server {
  struct web_services services;
  struct web_http *http;
  struct pollfd *watched; /* signals, HTTP, then commands */
  int signals;
  bool is_everywhere; /* listens on all addresses of this machine */
};

static grundy_status fail(grundy_error *error, grundy_status status, const char *what) {
  *error = (grundy_error){.status = status};
  (void)snprintf(error->message, sizeof error->message, "%s: %s", what, strerror(errno));
  return status;
}

/* ---- signals ----------------------------------------------------------------------- */

/* SIGCHLD is watched because the end of a child must wake the loop. SIGPIPE is ignored: writing to
 * a closed connection may raise it. */
static int watch_signals(void) {
  sigset_t set;
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  (void)sigaction(SIGPIPE, &ignore, NULL);
  (void)sigemptyset(&set);
  (void)sigaddset(&set, SIGINT);
  (void)sigaddset(&set, SIGTERM);
  (void)sigaddset(&set, SIGHUP);
  (void)sigaddset(&set, SIGCHLD);
  return grundy_platform_signals_open(&set);
}

/* Returns whether a signal has asked the server to end. */
static bool has_end_signal(int signals) {
  bool end = false;
  for (int number; (number = grundy_platform_signals_take(signals)) != 0;)
    end = end || number != SIGCHLD;
  return end;
}

/* ---- the loop ---------------------------------------------------------------------- */

/* Returns the earlier of two times; negative means never. */
static double earlier(double a, double b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  return a < b ? a : b;
}

/* Rounds up, so that the loop does not wake too early again and again. */
static int milliseconds(double seconds) {
  const double most = 1e6;
  if (seconds < 0) return -1;
  return seconds > most ? (int)(1e3 * most) : (int)(1e3 * seconds + 0.999);
}

static void loop(struct server *server) {
  double wait = 0;
  for (;;) {
    int most = milliseconds(wait);
    server->watched[0] = (struct pollfd){.fd = server->signals, .events = POLLIN};
    size_t count = 1 + web_http_watch(server->http, server->watched + 1, &most);
    count += web_jobs_watch(server->services.jobs, server->watched + count);
    (void)poll(server->watched, (nfds_t)count, most);
    if (has_end_signal(server->signals)) return;
    web_http_step(server->http);
    double jobs = web_jobs_step(server->services.jobs);
    wait = earlier(jobs, web_http_wait(server->http));
  }
}

/* Refuses all waiting requests, and takes a moment to send that. */
static void close_connections(struct server *server) {
  enum { TURNS = 3, PAUSE = 20 };
  struct web_answer *answer = web_answer_refusal(503, 5, "closed", "the server is shutting down");
  web_jobs_notify_all(server->services.jobs, answer);
  web_answer_release(answer);
  for (int i = 0; i < TURNS; i++) {
    int most = PAUSE;
    web_http_step(server->http);
    size_t count = web_http_watch(server->http, server->watched, &most);
    (void)poll(server->watched, (nfds_t)count, most);
  }
}

/* ---- starting ---------------------------------------------------------------------- */

/* Formats "http://127.0.0.1:8080/?token=...", with an address that a browser can open, unlike
 * 0.0.0.0. */
static void format_url(const struct server *server, char *url, size_t size) {
  const struct web_guard *guard = &server->services.guard;
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

static grundy_status server_init(struct server *server, const struct web_options *options,
                                 grundy_error *error) {
  struct web_services *services = &server->services;
  server->watched = calloc(BEFORE_COMMANDS + 2 * options->commands, sizeof *server->watched);
  services->library = web_library_new(options->offers, options->offer_count);
  services->cache = web_cache_new(CACHE);
  if (server->watched == NULL || services->library == NULL || services->cache == NULL)
    return fail(error, GRUNDY_OUT_OF_MEMORY, "the server cannot start");
  services->jobs = web_jobs_new(&options->limits, options->commands, services->cache);
  if (services->jobs == NULL) return fail(error, GRUNDY_IO_ERROR, "cannot make a temporary folder");
  server->signals = watch_signals();
  if (server->signals < 0) return fail(error, GRUNDY_IO_ERROR, "cannot watch signals");
  return GRUNDY_OK;
}

static grundy_status start_listening(struct server *server, const struct web_options *options,
                                     grundy_error *error) {
  struct web_guard *guard = &server->services.guard;
  int listening = -1;
  guard->is_open = options->listen != NULL && !web_guard_is_loopback(options->listen);
  guard->name = options->listen;
  guard->token = options->token;
  guard->port = options->port;
  grundy_status status = web_mhd_load(error);
  if (status == GRUNDY_OK) status = web_listen(options->listen, &guard->port, &listening, error);
  if (status != GRUNDY_OK) return status;
  server->is_everywhere = web_listens_everywhere(listening);
  server->http = web_http_new(&server->services, listening, options->commands);
  if (server->http == NULL) return fail(error, GRUNDY_IO_ERROR, "cannot serve HTTP");
  return GRUNDY_OK;
}

static void server_free(struct server *server) {
  web_http_free(server->http);
  web_jobs_free(server->services.jobs);
  web_cache_free(server->services.cache);
  web_library_free(server->services.library);
  free(server->watched);
  if (server->signals >= 0) grundy_platform_signals_close(server->signals);
}

grundy_status web_serve(const struct web_options *options, grundy_error *error) {
  struct server server = {.signals = -1};
  char url[512];
  grundy_status status = server_init(&server, options, error);
  if (status == GRUNDY_OK) status = start_listening(&server, options, error);
  if (status == GRUNDY_OK) {
    format_url(&server, url, sizeof url);
    options->ready(options->context, url);
    loop(&server);
    close_connections(&server);
  }
  server_free(&server);
  return status;
}
