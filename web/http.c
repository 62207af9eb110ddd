#include "web/http.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/select.h>
#include <sys/socket.h>

#include <grundy/base.h>
#include <platform.h>

#include "web/answer.h"
#include "web/cache.h"
#include "web/connections.h"
#include "web/control.h"
#include "web/guard.h"
#include "web/head.h"
#include "web/jobs.h"
#include "web/libmicrohttpd.h"
#include "web/library.h"
#include "web/request.h"
#include "web/task.h"

enum {
  MAX_BODIES_BYTES = 256 << 20, /* of all requests being read */
  MEMORY = 64 << 10,            /* per connection, for the head and its parts */
};

struct web_http {
  struct web_services services;
  struct MHD_Daemon *daemon;
  struct web_connections *connections;
  size_t bodies;            /* bytes allocated for bodies */
  struct request *requests; /* all of them */
  bool has_resumed;         /* a waiting request was resumed and goes on in the next step */
  char cookie[512];         /* contains the token */
};

struct request {
  struct web_waiter waiter; /* the first member: a waiter is cast to its request */
  struct web_http *http;
  struct MHD_Connection *connection;
  struct web_connection *client;
  char *key; /* the path, a NUL, and the body so far; NULL without a body to read */
  size_t length, room, path_length;
  size_t received;              /* bytes of the body */
  bool is_refused;              /* the client was answered, but may still be sending */
  struct web_answer *answer;    /* NULL: not yet known */
  const char *header, *value;   /* an additional header of the answer; NULL: none */
  char name[WEB_JOB_NAME];      /* in X-Grundy-Job; "" if there is none */
  struct request *next, **link; /* in the list of all requests, and what points here there */
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
  bool added =
      web_mhd.MHD_add_response_header(response, "Content-Type", request->answer->type) == MHD_YES;
  for (size_t i = 0; added && i < sizeof headers / sizeof headers[0]; i++)
    added = web_mhd.MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
  if (added && request->header != NULL)
    added = web_mhd.MHD_add_response_header(response, request->header, request->value) == MHD_YES;
  if (added) added = web_mhd.MHD_add_response_header(response, "Connection", "close") == MHD_YES;
  if (added && request->answer->status == 303)
    added = web_mhd.MHD_add_response_header(response, "Location", "/") == MHD_YES;
  if (added && request->answer->status == 503)
    added = web_mhd.MHD_add_response_header(response, "Retry-After", "1") == MHD_YES;
  return added;
}

static enum MHD_Result send_answer(struct request *request) {
  struct web_answer *answer = request->answer;
  if (answer == NULL) return MHD_NO;
  struct MHD_Response *response = web_mhd.MHD_create_response_from_buffer_with_free_callback_cls(
      answer->length, answer->bytes, release, answer);
  if (response == NULL) return MHD_NO;
  (void)web_answer_hold(answer); /* for the response */
  enum MHD_Result sent = MHD_NO;
  if (add_headers(response, request))
    sent = web_mhd.MHD_queue_response(request->connection, answer->status, response);
  web_mhd.MHD_destroy_response(response);
  web_connection_enter(request->client, WEB_STAGE_ANSWER);
  return sent;
}

static void refuse(struct request *request, unsigned status, int code, const char *reason,
                   const char *message) {
  if (request->answer == NULL) request->answer = web_answer_refusal(status, code, reason, message);
}

/* ---- access ------------------------------------------------------------------------ */

struct origin_check {
  const struct web_guard *guard;
  unsigned hosts;
  bool is_wrong;
};

static enum MHD_Result check_header(void *context, enum MHD_ValueKind kind, const char *name,
                                    const char *value) {
  struct origin_check *check = context;
  (void)kind;
  if (value == NULL) value = "";
  if (strcasecmp(name, "Host") == 0) {
    check->hosts++;
    check->is_wrong |= !web_guard_host(check->guard, value);
  } else if (strcasecmp(name, "Origin") == 0) {
    check->is_wrong |= !web_guard_origin(check->guard, value);
  }
  return MHD_YES;
}

static bool is_same_origin(const struct request *request) {
  struct origin_check check = {.guard = &request->http->services.guard};
  (void)web_mhd.MHD_get_connection_values(request->connection, MHD_HEADER_KIND, check_header,
                                          &check);
  return check.hosts == 1 && !check.is_wrong;
}

static const char *value_of(const struct request *request, enum MHD_ValueKind kind,
                            const char *name) {
  return web_mhd.MHD_lookup_connection_value(request->connection, kind, name);
}

static const char cookie_name[] = "grundy-token";

static bool has_token(const struct request *request) {
  static const char bearer[] = "Bearer ";
  const struct web_guard *guard = &request->http->services.guard;
  const char *header = value_of(request, MHD_HEADER_KIND, "Authorization");
  if (guard->token == NULL) return true;
  if (header != NULL && strncmp(header, bearer, strlen(bearer)) == 0)
    return web_guard_token(guard, header + strlen(bearer));
  return web_guard_token(guard, value_of(request, MHD_COOKIE_KIND, cookie_name));
}

/* Answers /?token=… with a cookie and a redirect to an address without the token. */
static bool exchanges_token(struct request *request, const char *path) {
  const struct web_guard *guard = &request->http->services.guard;
  if (guard->token == NULL || strcmp(path, "/") != 0) return false;
  if (!web_guard_token(guard, value_of(request, MHD_GET_ARGUMENT_KIND, "token"))) return false;
  request->header = "Set-Cookie";
  request->value = request->http->cookie;
  refuse(request, 303, 0, "redirect", "continue at /");
  return true;
}

/* ---- routing ----------------------------------------------------------------------- */

static bool is_get(const char *method) {
  return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static void refuse_method(struct request *request, const char *allowed, const char *message) {
  request->header = "Allow";
  request->value = allowed;
  refuse(request, 405, 2, "method", message);
}

/* Prepares to read the body of a call after its path. */
static void expect_body(struct request *request, const char *path) {
  request->path_length = strlen(path);
  request->key = strdup(path);
  if (request->key == NULL) {
    refuse(request, 503, 4, "busy", "the server is out of memory; try again later");
    return;
  }
  request->length = request->room = request->path_length + 1;
  request->http->bodies += request->room;
}

static void route(struct request *request, const char *method, const char *path) {
  struct web_answer *resource = web_library_find(request->http->services.library, path);
  bool is_call = web_request_exists(path) || web_control_exists(path);
  if (resource != NULL && is_get(method))
    request->answer = web_answer_hold(resource);
  else if (resource != NULL)
    refuse_method(request, "GET, HEAD", "this path can only be read with GET");
  else if (!is_call)
    request->answer = web_answer_nothing();
  else if (strcmp(method, "POST") != 0)
    refuse_method(request, "POST", "this call needs POST");
  else
    expect_body(request, path);
}

/* Decides everything that does not depend on the body. */
static void check_request(struct request *request, const char *method, const char *path) {
  if (!is_same_origin(request))
    refuse(request, 403, 2, "origin", "the Host or Origin of the request is another site");
  else if (exchanges_token(request, path))
    return;
  else if (!has_token(request))
    refuse(request, 401, 2, "token",
           "the token is missing or wrong; open /?token=TOKEN or send it as a bearer token");
  else
    route(request, method, path);
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
  if (http->bodies + room - request->room > MAX_BODIES_BYTES) return false;
  char *key = realloc(request->key, room);
  if (key == NULL) return false;
  http->bodies += room - request->room;
  request->key = key;
  request->room = room;
  return true;
}

/* Appends the bytes to the body, or refuses the request. */
static void append_body(struct request *request, const char *bytes, size_t count) {
  if (make_room(request, count)) {
    memcpy(request->key + request->length, bytes, count);
    request->length += count;
    return;
  }
  web_connections_drop_body(request->http->connections); /* it may hold much of the memory */
  drop_body(request);
  refuse(request, 503, 4, "busy", "the server is out of memory; try again later");
}

/* A body without Content-Length can exceed the limit at any time. libmicrohttpd accepts no answer
 * then, so the refusal is sent directly. */
static void refuse_rest(struct request *request) {
  static const struct web_refusal why = {413, "the body is larger than 8 MiB"};
  drop_body(request);
  request->is_refused = true;
  web_connection_refuse(request->client, &why);
}

static void receive_body(struct request *request, const char *bytes, size_t count) {
  if (request->is_refused) return;
  request->received += count;
  if (request->received > WEB_BODY_MAX_BYTES)
    refuse_rest(request);
  else if (request->key != NULL)
    append_body(request, bytes, count);
}

/* ---- calls ------------------------------------------------------------------------- */

static void notify(struct web_waiter *waiter, struct web_answer *answer) {
  struct request *request = (struct request *)waiter;
  if (answer != NULL) request->answer = web_answer_hold(answer);
  refuse(request, 500, 5, "failed", "the server is out of memory; try again later");
  request->http->has_resumed = true;
  web_mhd.MHD_resume_connection(request->connection);
}

/* Takes the key, which no longer counts as a body. */
static struct web_key take_key(struct request *request) {
  struct web_key key = {.bytes = request->key, .length = request->length};
  char *shorter = realloc(key.bytes, key.length);
  if (shorter != NULL) key.bytes = shorter;
  request->http->bodies -= request->room;
  request->key = NULL;
  request->room = 0;
  return key;
}

/* Returns false if the call is refused. */
static bool read_call(struct request *request, const struct web_key *key, struct web_task *task) {
  grundy_error error = {0};
  size_t begin = request->path_length + 1;
  grundy_status status =
      web_request_read(key->bytes, key->bytes + begin, key->length - begin, task, &error);
  if (status == GRUNDY_OK) status = web_library_link(request->http->services.library, task, &error);
  if (status != GRUNDY_OK) request->answer = web_answer_bad_request(status, &error);
  return status == GRUNDY_OK;
}

/* A client that has closed only its sending end looks the same as one that has gone. */
static void refuse_gone(struct request *request) {
  refuse(request, 400, 2, "closed", "the client closed the connection before the answer was ready");
}

/* ---- calls about other requests ---------------------------------------------------------- */

static void resume(struct request *request) {
  request->http->has_resumed = true;
  web_mhd.MHD_resume_connection(request->connection);
}

/* Returns the waiting request of that name; NULL if there is none. */
static struct request *find_waiting(const struct web_http *http, const char *name) {
  struct request *one = http->requests;
  while (one != NULL && (one->waiter.job == NULL || strcmp(one->name, name) != 0)) one = one->next;
  return one;
}

static void cancel(struct request *request, int64_t positions) {
  web_jobs_leave(request->http->services.jobs, &request->waiter);
  request->answer = web_answer_cancelled(positions);
  refuse(request, 500, 5, "failed", "the server is out of memory; try again later");
  resume(request);
}

/* Answers a call about another request. */
static void control(struct request *request) {
  grundy_error error = {0};
  char name[WEB_JOB_NAME];
  struct web_key key = take_key(request);
  size_t begin = request->path_length + 1;
  const grundy_status status =
      web_control_read(key.bytes + begin, key.length - begin, name, &error);
  if (status != GRUNDY_OK) {
    request->answer = web_answer_bad_request(status, &error);
  } else {
    struct request *other = find_waiting(request->http, name);
    struct web_job_state state = {0};
    if (other != NULL) state = web_jobs_state(&other->waiter);
    request->answer = web_control_answer(key.bytes, other == NULL ? NULL : &state);
    if (other != NULL && web_control_cancels(key.bytes)) cancel(other, state.progress.positions);
  }
  refuse(request, 503, 4, "busy", "the server is out of memory; try again later");
  free(key.bytes);
}

/* ---- commands ---------------------------------------------------------------------------- */

/* Finds the answer in the cache, or waits for a job that will compute it. */
static void call(struct request *request) {
  const struct web_services *services = &request->http->services;
  struct web_task task = {0};
  struct web_key key = take_key(request);
  web_cache_hash(services->cache, &key);
  struct web_answer *known = web_cache_find(services->cache, &key);
  if (known != NULL) {
    request->answer = web_answer_hold(known);
  } else if (web_connection_has_hung_up(request->client)) {
    refuse_gone(request);
  } else if (!web_jobs_join(services->jobs, &key, &request->waiter)) {
    if (read_call(request, &key, &task) &&
        !web_jobs_add(services->jobs, &key, &task, &request->waiter))
      refuse(request, 503, 4, "busy", "too many requests are waiting; try again later");
  }
  web_task_free(&task);
  free(key.bytes);
}

static enum MHD_Result finish(struct request *request) {
  if (request->is_refused) return MHD_NO;
  if (request->answer == NULL && request->key != NULL) {
    if (web_control_exists(request->key))
      control(request);
    else
      call(request);
  }
  if (request->answer != NULL || request->waiter.job == NULL) return send_answer(request);
  web_connection_enter(request->client, WEB_STAGE_WAITING);
  web_mhd.MHD_suspend_connection(request->connection);
  return MHD_YES;
}

/* ---- callbacks of libmicrohttpd ---------------------------------------------------- */

static struct web_connection *client_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      web_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/* Returns whether the client sends the body only after "100 Continue". */
static bool expects_continue(const struct request *request) {
  return value_of(request, MHD_HEADER_KIND, "Expect") != NULL;
}

/* Clients that are refused have little time left to send a body that will not be read. */
static enum MHD_Result begin_refused(struct request *request) {
  if (expects_continue(request)) return send_answer(request);
  web_connection_enter(request->client, WEB_STAGE_REFUSED);
  return MHD_YES;
}

static void add_to_list(struct request *request) {
  struct request **first = &request->http->requests;
  request->next = *first;
  request->link = first;
  if (*first != NULL) (*first)->link = &request->next;
  *first = request;
}

static void remove_from_list(const struct request *request) {
  *request->link = request->next;
  if (request->next != NULL) request->next->link = request->link;
}

/* Keeps the name of the request; a bad one is refused. */
static void take_name(struct request *request) {
  const char *name = value_of(request, MHD_HEADER_KIND, "X-Grundy-Job");
  if (name == NULL) return;
  if (web_job_name_is_good(name))
    (void)snprintf(request->name, sizeof request->name, "%s", name);
  else
    refuse(request, 400, 2, "request",
           "X-Grundy-Job is not a name of at most 64 letters, digits and hyphens");
}

static enum MHD_Result begin(struct web_http *http, struct MHD_Connection *connection,
                             const char *method, const char *path, void **context) {
  struct web_connection *client = client_of(connection);
  struct request *request = client == NULL ? NULL : calloc(1, sizeof *request);
  if (request == NULL) return MHD_NO;
  *request = (struct request){
      .waiter = {.notify = notify}, .http = http, .connection = connection, .client = client};
  *context = request;
  add_to_list(request);
  web_connection_own(client, request);
  check_request(request, method, path);
  take_name(request);
  bool is_refused = request->answer != NULL && request->answer->status >= 400;
  return is_refused ? begin_refused(request) : MHD_YES;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *bytes,
                              size_t *count, void **request_context) {
  struct request *request = *request_context;
  (void)version;
  if (request == NULL) return begin(context, connection, method, path, request_context);
  if (*count == 0) return finish(request);
  receive_body(request, bytes, *count);
  *count = 0;
  return MHD_YES;
}

static void request_completed(void *context, struct MHD_Connection *connection,
                              void **request_context, enum MHD_RequestTerminationCode why) {
  struct request *request = *request_context;
  (void)context;
  (void)connection;
  (void)why;
  if (request == NULL) return;
  web_jobs_leave(request->http->services.jobs, &request->waiter);
  remove_from_list(request);
  web_connection_own(request->client, NULL);
  drop_body(request);
  web_answer_release(request->answer);
  free(request);
  *request_context = NULL;
}

static void connection_changed(void *context, struct MHD_Connection *connection,
                               void **socket_context, enum MHD_ConnectionNotificationCode what) {
  struct web_http *http = context;
  const union MHD_ConnectionInfo *info =
      web_mhd.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (what == MHD_CONNECTION_NOTIFY_CLOSED && *socket_context != NULL) {
    web_connection_forget(*socket_context);
    *socket_context = NULL;
  }
  if (what != MHD_CONNECTION_NOTIFY_STARTED || info == NULL) return;
  *socket_context = web_connection_start(http->connections, info->connect_fd);
}

/* ---- callbacks of connections ------------------------------------------------------ */

static bool take(void *context, struct web_connection *connection, int socket) {
  struct web_http *http = context;
  struct sockaddr_in unused = {.sin_family = AF_INET};
  (void)connection;
  return web_mhd.MHD_add_connection(http->daemon, socket, (struct sockaddr *)&unused,
                                    sizeof unused) == MHD_YES;
}

static void hung_up(void *context, void *owner) {
  struct web_http *http = context;
  struct request *request = owner;
  if (request->waiter.job == NULL) return;
  web_jobs_leave(http->services.jobs, &request->waiter);
  refuse_gone(request);
  resume(request);
}

/* ---- the loop ---------------------------------------------------------------------- */

static void ignore_log(void *context, const char *format, va_list arguments) {
  (void)context;
  (void)format;
  (void)arguments;
}

/* A NUL would cut the path short. Such a path stays escaped and matches nothing. */
static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strstr(text, "%00") == NULL ? web_mhd.MHD_http_unescape(text) : strlen(text);
}

static struct MHD_Daemon *start_daemon(struct web_http *http) {
  enum { MOST = 100000 }; /* fewer are handed over */
  const unsigned patience = 60;
  const unsigned events = grundy_platform_has_epoll() ? MHD_USE_EPOLL : MHD_NO_FLAG;
  return web_mhd.MHD_start_daemon(
      events | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL,
      NULL, handle, http, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)MOST, MHD_OPTION_CONNECTION_TIMEOUT, patience, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
      (size_t)MEMORY, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, request_completed, http, MHD_OPTION_NOTIFY_CONNECTION,
      connection_changed, http, MHD_OPTION_END);
}

struct web_http *web_http_new(const struct web_services *services, int listening, size_t commands) {
  struct web_http *http = calloc(1, sizeof *http);
  struct web_handler handler = {.take = take, .hung_up = hung_up, .context = http};
  struct web_connections *connections = web_connections_new(listening, commands, &handler);
  if (http != NULL && connections != NULL) {
    http->services = *services;
    http->connections = connections;
    (void)snprintf(http->cookie, sizeof http->cookie, "%s=%s; Path=/; HttpOnly; SameSite=Strict",
                   cookie_name, services->guard.token == NULL ? "" : services->guard.token);
    http->daemon = start_daemon(http);
  }
  if (http != NULL && http->daemon != NULL) return http;
  web_connections_free(connections);
  free(http);
  return NULL;
}

/* The descriptors that the library gives to select where there is no epoll. */
struct selected {
  fd_set read, write, other;
  int largest;
};

static void select_none(struct selected *selected) {
  FD_ZERO(&selected->read);
  FD_ZERO(&selected->write);
  FD_ZERO(&selected->other);
  selected->largest = -1;
}

static void select_all(const struct web_http *http, struct selected *selected) {
  select_none(selected);
  (void)web_mhd.MHD_get_fdset2(http->daemon, &selected->read, &selected->write, &selected->other,
                               &selected->largest, FD_SETSIZE);
}

static size_t watch_selected(const struct web_http *http, struct pollfd *watched, size_t room) {
  struct selected selected;
  size_t count = 0;
  select_all(http, &selected);
  for (int i = 0; i <= selected.largest && count < room; i++) {
    short wanted = 0;
    if (FD_ISSET(i, &selected.read)) wanted |= POLLIN;
    if (FD_ISSET(i, &selected.write)) wanted |= POLLOUT;
    if (wanted != 0) watched[count++] = (struct pollfd){.fd = i, .events = wanted};
  }
  return count;
}

size_t web_http_watch(const struct web_http *http, struct pollfd watched[WEB_HTTP_MAX_WATCHED],
                      int *milliseconds) {
  size_t count =
      web_connections_watch(http->connections, watched, WEB_HTTP_MAX_WATCHED / 2, milliseconds);
  if (!grundy_platform_has_epoll())
    return count + watch_selected(http, watched + count, WEB_HTTP_MAX_WATCHED - count);
  int library = web_mhd.MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  watched[count++] = (struct pollfd){.fd = library, .events = POLLIN};
  return count;
}

/* What MHD_run does without epoll, except that connections that are resumed in this step are not
 * read first: at the end of what a client sends, the library would close the connection without the
 * answer. */
static void run_selected(const struct web_http *http) {
  struct selected selected;
  struct timeval at_once = {0};
  select_all(http, &selected);
  if (select(selected.largest + 1, &selected.read, &selected.write, &selected.other, &at_once) < 0)
    select_none(&selected);
  (void)web_mhd.MHD_run_from_select(http->daemon, &selected.read, &selected.write, &selected.other);
}

void web_http_step(struct web_http *http) {
  http->has_resumed = false;
  web_connections_step(http->connections);
  if (grundy_platform_has_epoll())
    (void)web_mhd.MHD_run(http->daemon);
  else
    run_selected(http);
  web_connections_forget_failed(http->connections);
}

double web_http_wait(const struct web_http *http) {
  MHD_UNSIGNED_LONG_LONG wait = 0;
  double longest = web_connections_wait(http->connections);
  if (http->has_resumed) return 0;
  if (web_mhd.MHD_get_timeout(http->daemon, &wait) != MHD_YES) return longest;
  double seconds = 1e-3 * (double)wait;
  return seconds < longest ? seconds : longest;
}

void web_http_free(struct web_http *http) {
  if (http == NULL) return;
  web_mhd.MHD_stop_daemon(http->daemon);
  web_connections_free(http->connections);
  free(http);
}
