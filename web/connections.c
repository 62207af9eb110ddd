#include "web/connections.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <platform.h>

#include "web/answer.h"
#include "web/clock.h"
#include "web/head.h"
#include "web/libmicrohttpd.h"

enum { MAX_CONNECTIONS = 512, MIN_CONNECTIONS = 8 };

/* A head that arrives in pieces is checked from its beginning with each piece. This limits the
 * total number of bytes checked; it allows a head of 2,800 bytes that arrives byte by byte. */
enum { MAX_LOOKED_AT = 4 << 20 };

/* An IPv4 address, or the network of an IPv6 address: a client can use any address in its
 * network. */
struct address {
  unsigned char bytes[8];
};

struct web_connection {
  struct web_connections *all;
  struct web_connection *next, **link; /* the newest comes first */
  int socket;
  struct address address;
  enum web_stage stage;
  double since, due; /* by web_clock */
  size_t looked_at;
  bool has_hung_up;
  bool is_taken;    /* the socket belongs to the handler */
  bool has_started; /* the handler has started to work on it */
  bool is_ended;    /* it was shut down; the handler will notice */
  void *owner;
};

struct web_connections {
  struct web_handler handler;
  struct web_connection *first;
  size_t count, most; /* without those that were shut down */
  int listening;
  struct grundy_platform_events *events; /* of the listening socket: without data */
  double next_look;                      /* when to check deadlines again */
  double next_accept;   /* 0: at once; otherwise the process has run out of files or memory */
  bool has_handed_over; /* since web_connections_forget_failed */
  char bytes[WEB_HEAD_MAX_BYTES];
};

/* ---- one connection ---------------------------------------------------------------- */

static double time_for(enum web_stage stage) {
  switch (stage) {
  case WEB_STAGE_REFUSED:
    return 5;
  case WEB_STAGE_HEAD:
    return 10;
  case WEB_STAGE_BODY:
    return 60;
  case WEB_STAGE_ANSWER:
    return 120;
  default:
    return 1e300;
  }
}

void web_connection_enter(struct web_connection *connection, enum web_stage stage) {
  connection->stage = stage;
  connection->due = web_clock() + time_for(stage);
}

bool web_connection_has_hung_up(const struct web_connection *connection) {
  return connection->has_hung_up;
}

void web_connection_own(struct web_connection *connection, void *owner) {
  connection->owner = owner;
}

void web_connection_forget(struct web_connection *connection) {
  grundy_platform_events_forget(connection->all->events, connection->socket);
  if (!connection->is_ended) connection->all->count--;
  *connection->link = connection->next;
  if (connection->next != NULL) connection->next->link = connection->link;
  free(connection);
}

/* To the handler, a connection that was shut down looks as if the client had hung up. */
static void drop(struct web_connection *connection) {
  int socket = connection->socket;
  if (!connection->is_taken) {
    web_connection_forget(connection);
    (void)close(socket);
  } else if (!connection->is_ended) {
    connection->is_ended = true;
    connection->all->count--;
    (void)shutdown(socket, SHUT_RDWR);
  }
}

/* ---- refusing ---------------------------------------------------------------------- */

/* Sends what the socket accepts at once, which is the whole answer: nothing was sent before. */
static void send_refusal(int socket, const struct web_refusal *why) {
  enum { USAGE = 2, UNABLE = 4 };
  char text[2048];
  int code = why->status == 413 || why->status == 503 ? UNABLE : USAGE;
  const char *reason = why->status == 503 ? "busy"
                       : why->status == 413 || why->status == 414 || why->status == 431
                           ? "too-large"
                           : "request";
  struct web_answer *answer = web_answer_refusal(why->status, code, reason, why->message);
  if (answer == NULL) return;
  int length =
      snprintf(text, sizeof text,
               "HTTP/1.1 %u %s\r\nConnection: close\r\nContent-Type: %s\r\n"
               "Content-Length: %zu\r\nCache-Control: no-store\r\n"
               "X-Content-Type-Options: nosniff\r\n%s\r\n%.*s",
               answer->status, web_mhd.MHD_get_reason_phrase_for(answer->status), answer->type,
               answer->length, answer->status == 503 ? "Retry-After: 1\r\n" : "",
               (int)answer->length, answer->bytes);
  web_answer_release(answer);
  (void)send(socket, text, (size_t)length, MSG_DONTWAIT);
}

void web_connection_refuse(struct web_connection *connection, const struct web_refusal *why) {
  send_refusal(connection->socket, why);
  (void)shutdown(connection->socket, SHUT_WR);
  web_connection_enter(connection, WEB_STAGE_REFUSED);
  if (!connection->is_taken)
    grundy_platform_events_watch(connection->all->events, connection->socket,
                                 GRUNDY_PLATFORM_UNREAD, connection);
}

/* Reads and discards input: closing a socket with unread bytes would destroy the refusal. */
static void read_on(struct web_connection *connection) {
  enum { TURNS = 16 };
  struct web_connections *all = connection->all;
  for (int i = 0; i < TURNS; i++) {
    ssize_t count = recv(connection->socket, all->bytes, sizeof all->bytes, MSG_DONTWAIT);
    if (count > 0) continue;
    bool is_over = count == 0 || (errno != EAGAIN && errno != EINTR);
    if (is_over) drop(connection);
    return;
  }
}

/* ---- heads ------------------------------------------------------------------------- */

static void hand_over(struct web_connection *connection) {
  const struct web_handler *handler = &connection->all->handler;
  connection->is_taken = true;
  connection->all->has_handed_over = true;
  web_connection_enter(connection, WEB_STAGE_BODY);
  if (!handler->take(handler->context, connection, connection->socket))
    web_connection_forget(connection);
}

static void look_at_head(struct web_connection *connection) {
  static const struct web_refusal trickle = {400, "the head arrives in too many small pieces"};
  struct web_connections *all = connection->all;
  struct web_refusal why = {0};
  ssize_t count = recv(connection->socket, all->bytes, sizeof all->bytes, MSG_PEEK | MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  enum web_head_state state =
      count <= 0 ? WEB_HEAD_PARTIAL : web_head_check(all->bytes, (size_t)count, &why);
  connection->looked_at += count <= 0 ? 0 : (size_t)count;
  if (state == WEB_HEAD_COMPLETE)
    hand_over(connection);
  else if (state == WEB_HEAD_REFUSED)
    web_connection_refuse(connection, &why);
  else if (count <= 0 || connection->has_hung_up)
    drop(connection);
  else if (connection->looked_at > MAX_LOOKED_AT)
    web_connection_refuse(connection, &trickle);
}

static void handle(struct web_connection *connection, bool has_hung_up) {
  const struct web_handler *handler = &connection->all->handler;
  connection->has_hung_up |= has_hung_up;
  if (connection->stage == WEB_STAGE_HEAD)
    look_at_head(connection);
  else if (connection->stage == WEB_STAGE_REFUSED && !connection->is_taken)
    read_on(connection);
  else if (connection->stage == WEB_STAGE_WAITING && connection->has_hung_up &&
           connection->owner != NULL)
    handler->hung_up(handler->context, connection->owner);
}

/* ---- room -------------------------------------------------------------------------- */

static bool is_same(const struct address *a, const struct address *b) {
  return memcmp(a, b, sizeof *a) == 0;
}

static size_t count_of(const struct web_connections *all, const struct address *address) {
  size_t count = 0;
  for (const struct web_connection *at = all->first; at != NULL; at = at->next)
    count += !at->is_ended && is_same(&at->address, address);
  return count;
}

/* Returns the connection to drop first, with that address (NULL: any) and in a stage up to `last`;
 * NULL if there is none. */
static struct web_connection *find_victim(const struct web_connections *all,
                                          const struct address *address, enum web_stage last) {
  struct web_connection *found = NULL;
  for (struct web_connection *at = all->first; at != NULL; at = at->next) {
    if (at->is_ended || at->stage > last) continue;
    if (address != NULL && !is_same(&at->address, address)) continue;
    if (found == NULL || at->stage < found->stage ||
        (at->stage == found->stage && at->since <= found->since))
      found = at;
  }
  return found;
}

/* Makes room for one more connection from that address. False if all others wait for commands. */
static bool make_room(struct web_connections *all, const struct address *address) {
  bool is_share_full = count_of(all, address) >= all->most - all->most / 4;
  if (!is_share_full && all->count < all->most) return true;
  struct web_connection *victim =
      find_victim(all, is_share_full ? address : NULL, WEB_STAGE_ANSWER);
  if (victim != NULL) drop(victim);
  return victim != NULL;
}

void web_connections_drop_body(struct web_connections *connections) {
  struct web_connection *found = NULL;
  for (struct web_connection *at = connections->first; at != NULL; at = at->next)
    if (!at->is_ended && at->stage == WEB_STAGE_BODY) found = at;
  if (found != NULL) drop(found);
}

/* ---- accepting --------------------------------------------------------------------- */

union any_address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
};

static struct address address_of(const union any_address *given) {
  const struct in6_addr *six = &given->six.sin6_addr;
  bool is_six = given->any.sa_family == AF_INET6;
  struct address address = {0};
  if (!is_six)
    memcpy(address.bytes, &given->four.sin_addr, sizeof given->four.sin_addr);
  else if (IN6_IS_ADDR_V4MAPPED(six))
    memcpy(address.bytes, six->s6_addr + 12, 4);
  else
    memcpy(address.bytes, six->s6_addr, sizeof address.bytes);
  return address;
}

/* Takes over the socket. */
static void add(struct web_connections *all, int socket, const union any_address *given) {
  static const struct web_refusal full = {503, "too many requests are waiting; try again later"};
  struct address address = address_of(given);
  bool has_room = make_room(all, &address);
  struct web_connection *made = has_room ? malloc(sizeof *made) : NULL;
  if (made == NULL) {
    send_refusal(socket, &full);
    (void)close(socket);
    return;
  }
  *made = (struct web_connection){.all = all,
                                  .next = all->first,
                                  .link = &all->first,
                                  .socket = socket,
                                  .address = address,
                                  .since = web_clock()};
  if (made->next != NULL) made->next->link = &made->next;
  all->first = made;
  all->count++;
  web_connection_enter(made, WEB_STAGE_HEAD);
  /* Only what is new, because peeking leaves the socket readable. */
  grundy_platform_events_watch(all->events, socket, GRUNDY_PLATFORM_NEW, made);
}

static void watch_listening(const struct web_connections *all) {
  grundy_platform_events_watch(all->events, all->listening, GRUNDY_PLATFORM_UNREAD, NULL);
}

/* The system has no file descriptor or memory for another socket. Clients wait in the backlog for a
 * moment: trying again at once would keep the loop busy. */
static void pause_accepting(struct web_connections *all) {
  const double pause = 0.1;
  struct web_connection *victim = find_victim(all, NULL, WEB_STAGE_HEAD);
  if (victim != NULL) drop(victim);
  grundy_platform_events_forget(all->events, all->listening);
  all->next_accept = web_clock() + pause;
}

static void accept_some(struct web_connections *all) {
  enum { TURNS = 64 };
  for (int i = 0; i < TURNS; i++) {
    union any_address address = {0};
    socklen_t length = sizeof address;
    int socket = grundy_platform_accept(all->listening, &address.any, &length);
    if (socket >= 0) {
      add(all, socket, &address);
      continue;
    }
    if (errno == EINTR || errno == ECONNABORTED) continue;
    if (errno != EAGAIN) pause_accepting(all);
    return;
  }
}

/* ---- the loop ---------------------------------------------------------------------- */

static void drop_overdue(struct web_connections *all) {
  const double pause = 1;
  double now = web_clock();
  if (now < all->next_look) return;
  all->next_look = now + pause;
  for (struct web_connection *at = all->first, *next; at != NULL; at = next) {
    next = at->next;
    if (at->due < now) drop(at);
  }
}

void web_connections_step(struct web_connections *connections) {
  enum { EVENTS = 64 };
  struct grundy_platform_event events[EVENTS];
  bool has_new = false;
  size_t count = grundy_platform_events_take(connections->events, events, EVENTS);
  for (size_t i = 0; i < count; i++) {
    if (events[i].data == NULL)
      has_new = true;
    else
      handle(events[i].data, events[i].has_hung_up);
  }
  drop_overdue(connections); /* no pending event can refer to one of these */
  if (has_new) accept_some(connections);
  if (connections->next_accept > 0 && connections->next_accept <= web_clock()) {
    connections->next_accept = 0;
    watch_listening(connections);
  }
}

double web_connections_wait(const struct web_connections *connections) {
  double next = connections->next_look;
  if (connections->next_accept > 0 && connections->next_accept < next)
    next = connections->next_accept;
  double left = next - web_clock();
  return left < 0 ? 0 : left;
}

size_t web_connections_watch(const struct web_connections *connections, struct pollfd *watched,
                             size_t room, int *milliseconds) {
  return grundy_platform_events_poll(connections->events, watched, room, milliseconds);
}

struct web_connection *web_connection_start(struct web_connections *connections, int socket) {
  struct web_connection *at = connections->first;
  while (at != NULL && at->socket != socket) at = at->next;
  if (at != NULL) at->has_started = true;
  return at;
}

void web_connections_forget_failed(struct web_connections *connections) {
  if (!connections->has_handed_over) return;
  connections->has_handed_over = false;
  for (struct web_connection *at = connections->first, *next; at != NULL; at = next) {
    next = at->next;
    if (at->is_taken && !at->has_started) web_connection_forget(at);
  }
}

/* ---- creation and destruction ------------------------------------------------------ */

/* Returns the number of connections allowed, after raising the limit on open files as far as needed
 * and allowed. Besides connections there are about a dozen files, and four pipe ends per command
 * while it starts. */
static size_t connections_allowed(size_t commands) {
  enum { OTHERS = 24, PIPES = 4 };
  const rlim_t others = OTHERS + PIPES * (rlim_t)commands;
  const rlim_t wanted = others + MAX_CONNECTIONS;
  struct rlimit files = {0};
  (void)getrlimit(RLIMIT_NOFILE, &files);
  rlim_t allowed = files.rlim_cur;
  if (allowed < wanted) {
    files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
    if (setrlimit(RLIMIT_NOFILE, &files) == 0) allowed = files.rlim_cur;
  }
  if (allowed >= wanted) return MAX_CONNECTIONS;
  return allowed < others + MIN_CONNECTIONS ? MIN_CONNECTIONS : allowed - others;
}

struct web_connections *web_connections_new(int listening, size_t commands,
                                            const struct web_handler *handler) {
  struct web_connections *made = calloc(1, sizeof *made);
  struct grundy_platform_events *events = grundy_platform_events_new();
  if (made == NULL || events == NULL) {
    grundy_platform_events_free(events);
    (void)close(listening);
    free(made);
    return NULL;
  }
  made->handler = *handler;
  made->most = connections_allowed(commands);
  made->listening = listening;
  made->events = events;
  watch_listening(made);
  return made;
}

void web_connections_free(struct web_connections *connections) {
  if (connections == NULL) return;
  for (struct web_connection *at = connections->first, *next; at != NULL; at = next) {
    next = at->next;
    drop(at);
  }
  (void)close(connections->listening);
  grundy_platform_events_free(connections->events);
  free(connections);
}
