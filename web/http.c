#include "web/http.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <grundy/base.h>
#include <microhttpd.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/clock.h"
#include "web/guard.h"
#include "web/jobs.h"
#include "web/library.h"
#include "web/request.h"
#include "web/task.h"

enum {
  LARGEST_BODY = 8 << 20,
  LARGEST_BODIES = 256 << 20, /* of all requests that are being read */
  LARGEST_HEAD = 32 << 10,
  MOST_CONNECTIONS = 512,
};

static const double reading_time = 60;  /* seconds for a request to come in, or the next to begin */
static const double writing_time = 120; /* seconds for an answer to go out */
static const double for_ever = 1e300;

/* A connection. One byte a second keeps it busy, but not for ever. */
struct client {
  struct client *next, **link;
  int socket;
  double due; /* by web_clock */
};

struct web_http {
  struct web_house house;
  struct MHD_Daemon *daemon;
  struct client *clients;
  double next_look; /* when connections are looked at again */
  size_t bodies;    /* bytes that requests hold */
  bool has_told;    /* a request that waited goes on in the next step */
  char cookie[512]; /* with the token */
};

struct request {
  struct web_waiter waiter; /* the first member: a waiter is a request */
  struct web_http *http;
  struct MHD_Connection *connection;
  struct client *client;
  char *key; /* the path, a NUL, and the body so far; NULL if there is no body to be read */
  size_t length, room, path_length;
  size_t dropped;             /* bytes that nobody wants */
  struct web_answer *answer;  /* NULL: not known yet */
  const char *header, *value; /* one more header of the answer; NULL: none */
};

/* ---- answers ----------------------------------------------------------------------- */

static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; "
     "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

static void release(void *answer) {
  web_answer_release(answer);
}

static bool add_headers(struct MHD_Response *response, const struct request *request) {
  bool added = MHD_add_response_header(response, "Content-Type", request->answer->type) == MHD_YES;
  for (size_t i = 0; added && i < sizeof headers / sizeof headers[0]; i++)
    added = MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
  if (added && request->header != NULL)
    added = MHD_add_response_header(response, request->header, request->value) == MHD_YES;
  if (added && request->answer->status == 303)
    added = MHD_add_response_header(response, "Location", "/") == MHD_YES;
  if (added && request->answer->status == 503)
    added = MHD_add_response_header(response, "Retry-After", "1") == MHD_YES;
  return added;
}

static enum MHD_Result send_answer(struct request *request) {
  struct web_answer *answer = request->answer;
  if (answer == NULL) return MHD_NO;
  struct MHD_Response *response = MHD_create_response_from_buffer_with_free_callback_cls(
      answer->length, answer->bytes, release, answer);
  if (response == NULL) return MHD_NO;
  (void)web_answer_hold(answer); /* for the response */
  enum MHD_Result sent = MHD_NO;
  if (add_headers(response, request))
    sent = MHD_queue_response(request->connection, answer->status, response);
  MHD_destroy_response(response);
  if (request->client != NULL) request->client->due = web_clock() + writing_time;
  return sent;
}

static void refuse(struct request *request, unsigned status, int code, const char *message) {
  if (request->answer == NULL) request->answer = web_answer_refusal(status, code, message);
}

/* ---- who asks ---------------------------------------------------------------------- */

struct judging {
  const struct web_guard *guard;
  unsigned hosts;
  bool is_wrong;
};

static enum MHD_Result judge_header(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
  struct judging *judging = context;
  (void)kind;
  if (value == NULL) value = "";
  if (strcasecmp(name, "Host") == 0) {
    judging->hosts++;
    judging->is_wrong |= !web_guard_host(judging->guard, value);
  } else if (strcasecmp(name, "Origin") == 0) {
    judging->is_wrong |= !web_guard_origin(judging->guard, value);
  }
  return MHD_YES;
}

static bool comes_from_here(const struct request *request) {
  struct judging judging = {.guard = &request->http->house.guard};
  (void)MHD_get_connection_values(request->connection, MHD_HEADER_KIND, judge_header, &judging);
  return judging.hosts == 1 && !judging.is_wrong;
}

static const char *value_of(const struct request *request, enum MHD_ValueKind kind,
                            const char *name) {
  return MHD_lookup_connection_value(request->connection, kind, name);
}

static const char cookie_name[] = "grundy-token";

static bool knows_token(const struct request *request) {
  static const char bearer[] = "Bearer ";
  const struct web_guard *guard = &request->http->house.guard;
  const char *header = value_of(request, MHD_HEADER_KIND, "Authorization");
  if (guard->token == NULL) return true;
  if (header != NULL && strncmp(header, bearer, strlen(bearer)) == 0)
    return web_guard_token(guard, header + strlen(bearer));
  return web_guard_token(guard, value_of(request, MHD_COOKIE_KIND, cookie_name));
}

/* /?token=… gives the browser a cookie, and the address is without the secret again. */
static bool hands_over_token(struct request *request, const char *path) {
  const struct web_guard *guard = &request->http->house.guard;
  if (guard->token == NULL || strcmp(path, "/") != 0) return false;
  if (!web_guard_token(guard, value_of(request, MHD_GET_ARGUMENT_KIND, "token"))) return false;
  request->header = "Set-Cookie";
  request->value = request->http->cookie;
  refuse(request, 303, 0, "go on at /");
  return true;
}

/* ---- what is asked for ------------------------------------------------------------- */

static bool is_get(const char *method) {
  return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static void demand_method(struct request *request, const char *allowed, const char *message) {
  request->header = "Allow";
  request->value = allowed;
  refuse(request, 405, 2, message);
}

/* The body of a call will be read behind its path. */
static void expect_body(struct request *request, const char *path) {
  request->path_length = strlen(path);
  request->key = strdup(path);
  if (request->key == NULL) {
    refuse(request, 503, 4, "there is no memory; expected a quieter time");
    return;
  }
  request->length = request->room = request->path_length + 1;
  request->http->bodies += request->room;
}

static void find_what(struct request *request, const char *method, const char *path) {
  struct web_answer *there = web_library_find(request->http->house.library, path);
  bool is_call = web_request_exists(path);
  if (there != NULL && is_get(method))
    request->answer = web_answer_hold(there);
  else if (there != NULL)
    demand_method(request, "GET, HEAD", "this can only be read; expected GET");
  else if (!is_call)
    refuse(request, 404, 2, "there is nothing under this path");
  else if (strcmp(method, "POST") != 0)
    demand_method(request, "POST", "this is a call; expected POST");
  else
    expect_body(request, path);
}

/* What can be said before the body is there. */
static void judge(struct request *request, const char *method, const char *path) {
  if (!comes_from_here(request))
    refuse(request, 403, 2, "Host or Origin is another site; expected a request from here");
  else if (hands_over_token(request, path))
    return;
  else if (!knows_token(request))
    refuse(request, 401, 2, "the token is missing or wrong; expected /?token=... or a bearer");
  else
    find_what(request, method, path);
}

/* ---- the body ---------------------------------------------------------------------- */

static void drop_body(struct request *request) {
  request->http->bodies -= request->room;
  free(request->key);
  request->key = NULL;
  request->length = request->room = 0;
}

static bool make_room(struct request *request, size_t more) {
  struct web_http *http = request->http;
  size_t room = request->room;
  while (room < request->length + more) room *= 2;
  if (room == request->room) return true;
  if (http->bodies + room - request->room > LARGEST_BODIES) return false;
  char *key = realloc(request->key, room);
  if (key == NULL) return false;
  http->bodies += room - request->room;
  request->key = key;
  request->room = room;
  return true;
}

/* Nobody will read these. False if they are so many that the connection is to be closed. */
static bool waste(struct request *request, size_t count) {
  drop_body(request);
  request->dropped += count;
  return request->answer != NULL && request->dropped <= LARGEST_BODY;
}

/* False if the connection is to be closed. */
static bool take_body(struct request *request, const char *bytes, size_t count) {
  if (request->key == NULL) return waste(request, count);
  size_t had = request->length - (request->path_length + 1);
  if (had + count > LARGEST_BODY) {
    refuse(request, 413, 4, "the body is too large; expected at most 8 MiB");
    return waste(request, count);
  }
  if (!make_room(request, count)) {
    refuse(request, 503, 4, "there is no memory; expected a quieter time");
    return waste(request, count);
  }
  memcpy(request->key + request->length, bytes, count);
  request->length += count;
  return true;
}

/* ---- calls ------------------------------------------------------------------------- */

static void tell(struct web_waiter *waiter, struct web_answer *answer) {
  struct request *request = (struct request *)waiter;
  if (answer != NULL) request->answer = web_answer_hold(answer);
  refuse(request, 500, 5, "there is no memory for the answer");
  request->http->has_told = true;
  MHD_resume_connection(request->connection);
}

/* The key is free to be taken: it does not count as a body any more. */
static struct web_key take_key(struct request *request) {
  struct web_key key = {.bytes = request->key, .length = request->length};
  char *shorter = realloc(key.bytes, key.length);
  if (shorter != NULL) key.bytes = shorter;
  request->http->bodies -= request->room;
  request->key = NULL;
  request->room = 0;
  return key;
}

/* False if it is refused. */
static bool read_call(struct request *request, const struct web_key *key, struct web_task *task) {
  grundy_error error = {0};
  size_t begin = request->path_length + 1;
  grundy_status status =
      web_request_read(key->bytes, key->bytes + begin, key->length - begin, task, &error);
  if (status == GRUNDY_BAD_INPUT)
    request->answer = web_answer_error(400, 3, &error);
  else if (status != GRUNDY_OK)
    refuse(request, 503, 4, "there is no memory; expected a quieter time");
  return status == GRUNDY_OK;
}

/* Finds the answer, or somebody who does. */
static void call(struct request *request) {
  const struct web_house *house = &request->http->house;
  struct web_task task = {0};
  struct web_key key = take_key(request);
  web_cache_hash(house->cache, &key);
  struct web_answer *known = web_cache_find(house->cache, &key);
  if (known != NULL) {
    request->answer = web_answer_hold(known);
  } else if (!web_jobs_join(house->jobs, &key, &request->waiter)) {
    if (read_call(request, &key, &task) &&
        !web_jobs_add(house->jobs, &key, &task, &request->waiter))
      refuse(request, 503, 4, "too many are waiting already; expected a quieter time");
  }
  web_task_free(&task);
  free(key.bytes);
}

static enum MHD_Result finish(struct request *request) {
  if (request->answer == NULL && request->key != NULL) call(request);
  if (request->answer != NULL || request->waiter.job == NULL) return send_answer(request);
  if (request->client != NULL) request->client->due = for_ever;
  MHD_suspend_connection(request->connection);
  return MHD_YES;
}

/* ---- what the library calls -------------------------------------------------------- */

static struct client *client_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* A body that will not be read to its end is refused at once. */
static bool is_hopeless(const struct request *request) {
  const char *length = value_of(request, MHD_HEADER_KIND, "Content-Length");
  return length != NULL && strtoull(length, NULL, 10) > 2 * (unsigned long long)LARGEST_BODY;
}

static enum MHD_Result begin(struct web_http *http, struct MHD_Connection *connection,
                             const char *method, const char *path, void **context) {
  struct request *request = calloc(1, sizeof *request);
  if (request == NULL) return MHD_NO;
  *request = (struct request){.waiter = {.tell = tell},
                              .http = http,
                              .connection = connection,
                              .client = client_of(connection)};
  *context = request;
  judge(request, method, path);
  if (!is_hopeless(request)) return MHD_YES;
  refuse(request, 413, 4, "the body is too large; expected at most 8 MiB");
  return send_answer(request);
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *count, void **request_context) {
  struct request *request = *request_context;
  (void)version;
  if (request == NULL) return begin(context, connection, method, path, request_context);
  if (*count == 0) return finish(request);
  if (!take_body(request, bytes, *count)) return MHD_NO;
  *count = 0;
  return MHD_YES;
}

static void completed(void *context, struct MHD_Connection *connection, void **request_context,
                      enum MHD_RequestTerminationCode why) {
  struct request *request = *request_context;
  (void)context;
  (void)connection;
  (void)why;
  if (request == NULL) return;
  web_jobs_leave(&request->waiter);
  if (request->client != NULL) request->client->due = web_clock() + reading_time;
  drop_body(request);
  web_answer_release(request->answer);
  free(request);
  *request_context = NULL;
}

static void connected(void *context, struct MHD_Connection *connection, void **socket_context,
                      enum MHD_ConnectionNotificationCode what) {
  struct web_http *http = context;
  struct client *client = *socket_context;
  if (what == MHD_CONNECTION_NOTIFY_CLOSED && client != NULL) {
    *client->link = client->next;
    if (client->next != NULL) client->next->link = client->link;
    free(client);
    *socket_context = NULL;
  }
  if (what != MHD_CONNECTION_NOTIFY_STARTED) return;
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  client = info == NULL ? NULL : malloc(sizeof *client);
  if (client == NULL) return;
  *client = (struct client){.next = http->clients,
                            .link = &http->clients,
                            .socket = info->connect_fd,
                            .due = web_clock() + reading_time};
  if (client->next != NULL) client->next->link = &client->next;
  http->clients = client;
  *socket_context = client;
}

/* ---- the loop ---------------------------------------------------------------------- */

/* Ends connections that are overdue: for the library it looks as if they had hung up. */
static void look_at_clients(struct web_http *http) {
  const double pause = 1;
  double now = web_clock();
  if (now < http->next_look) return;
  http->next_look = now + pause;
  for (struct client *client = http->clients; client != NULL; client = client->next)
    if (client->due < now) (void)shutdown(client->socket, SHUT_RDWR);
}

static void say_nothing(void *context, const char *format, va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
}

/* A NUL in a path would end it before the rest: it stays as it was sent, and leads nowhere. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strstr(text, "%00") == NULL ? MHD_http_unescape(text) : strlen(text);
}

struct web_http *web_http_new(const struct web_house *house, int listening) {
  struct web_http *http = calloc(1, sizeof *http);
  if (http != NULL) {
    http->house = *house;
    (void)snprintf(http->cookie, sizeof http->cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict",
                   cookie_name, house->guard.token == NULL ? "" : house->guard.token);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, handle, http,
        MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_LISTEN_SOCKET, listening,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)reading_time, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)LARGEST_HEAD,
        MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, completed, http, MHD_OPTION_NOTIFY_CONNECTION, connected, http,
        MHD_OPTION_END);
  }
  if (http != NULL && http->daemon != NULL) return http;
  (void)close(listening);
  free(http);
  return NULL;
}

int web_http_watch(const struct web_http *http) {
  return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

void web_http_step(struct web_http *http) {
  http->has_told = false;
  (void)MHD_run(http->daemon);
  look_at_clients(http);
}

double web_http_wait(const struct web_http *http) {
  const double longest = 1;
  MHD_UNSIGNED_LONG_LONG wait = 0;
  if (http->has_told) return 0;
  if (MHD_get_timeout(http->daemon, &wait) != MHD_YES) return longest;
  double seconds = 1e-3 * (double)wait;
  return seconds < longest ? seconds : longest;
}

void web_http_free(struct web_http *http) {
  if (http == NULL) return;
  MHD_stop_daemon(http->daemon);
  free(http);
}
