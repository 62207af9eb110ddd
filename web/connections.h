/* Connections: accepts them, waits until the head of the request is complete, and hands them over.
 * Slow clients are dropped before they can shut out others.
 *
 * A connection carries one request. Heads are only peeked at (MSG_PEEK), so that the handler can
 * read them again from the socket. */

#ifndef GRUNDY_WEB_CONNECTIONS_H
#define GRUNDY_WEB_CONNECTIONS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "web/head.h"

/* The stage of a connection. If the table is full, the oldest connection in the first non-empty
 * stage of this list is dropped; connections that wait for a command are never dropped. */
enum web_stage {
  WEB_STAGE_REFUSED, /* the refusal was sent, or will be after the body */
  WEB_STAGE_HEAD,    /* the head is arriving */
  WEB_STAGE_BODY,
  WEB_STAGE_ANSWER, /* the answer is being sent */
  WEB_STAGE_WAITING,
};

struct web_connections;
struct web_connection;

/* Callbacks of the code that handles connections. */
struct web_handler {
  /* Called when the head is complete and correct. The handler takes over the socket: it closes it
   * after web_connection_forget, or in this function, which then returns false. */
  bool (*take)(void *context, struct web_connection *connection, int socket);
  /* Called when the client of a connection that waits for a command has hung up. */
  void (*hung_up)(void *context, void *owner);
  void *context;
};

/* Accepts connections from the socket, which is taken over in any case. At most 512 connections, or
 * fewer if the process cannot open that many files in addition to those of `commands` commands; one
 * address may use three quarters of them. NULL on failure; errno says why. */
struct web_connections *web_connections_new(int listening, size_t commands,
                                            const struct web_handler *handler);

/* Closes the connections that were not handed over. NULL is allowed. */
void web_connections_free(struct web_connections *connections);

/* Writes at most `room` file descriptors to poll for input and returns their number. *milliseconds
 * is lowered to the time after which this must be called again. */
size_t web_connections_watch(const struct web_connections *connections, struct pollfd *watched,
                             size_t room, int *milliseconds);

/* Accepts connections, checks heads, hands connections over, and drops overdue ones. Never
 * waits. */
void web_connections_step(struct web_connections *connections);

/* Returns the seconds until web_connections_step is due if no input arrives before. */
double web_connections_wait(const struct web_connections *connections);

/* Makes room by dropping the oldest connection whose body is arriving, if there is one. */
void web_connections_drop_body(struct web_connections *connections);

/* Called by the handler when it starts to work on the connection with that socket, which it will
 * forget later. NULL if none is found. */
struct web_connection *web_connection_start(struct web_connections *connections, int socket);

/* Forgets connections that were handed over but not started: the handler has closed them. */
void web_connections_forget_failed(struct web_connections *connections);

/* Sets the argument of hung_up; NULL: no call. */
void web_connection_own(struct web_connection *connection, void *owner);

/* Sets the stage and restarts the clock with the time limit of that stage. */
void web_connection_enter(struct web_connection *connection, enum web_stage stage);

/* Returns whether the client has closed its end. */
bool web_connection_has_hung_up(const struct web_connection *connection);

/* Sends the refusal directly, without the handler, to a client that is still sending. Its input has
 * to be read for a while longer, or the refusal would not reach the client. */
void web_connection_refuse(struct web_connection *connection, const struct web_refusal *why);

/* Forgets the connection. Whoever owns the socket closes it. */
void web_connection_forget(struct web_connection *connection);

#endif
