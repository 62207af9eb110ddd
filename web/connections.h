/* Connections: accepts them, waits until the head of the request has come in, and hands them over.
 * Slow clients are dropped before they can shut out others.
 *
 * A connection carries one request. A head is only looked at (MSG_PEEK), so that whoever takes the
 * connection reads it again from the socket. */

#ifndef GRUNDY_WEB_CONNECTIONS_H
#define GRUNDY_WEB_CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "web/head.h"

/* How far a connection has come. When there is no room for another one, the oldest connection of
 * the first of these stages is dropped; those that wait for a command are never dropped. */
enum web_stage {
  WEB_STAGE_REFUSED, /* the refusal was sent, or will be when the body has come in */
  WEB_STAGE_HEAD,    /* the head is coming in */
  WEB_STAGE_BODY,
  WEB_STAGE_ANSWER, /* the answer is going out */
  WEB_STAGE_WAITING,
};

struct web_connections;
struct web_connection;

/* Who takes connections. */
struct web_taker {
  /* The head is complete and good. The socket is the taker's from now on: it has to be closed after
   * web_connection_forget, or in this function, which returns false then. */
  bool (*take)(void *context, struct web_connection *connection, int socket);
  /* The client of a connection that waits for a command has hung up. */
  void (*hung_up)(void *context, void *owner);
  void *context;
};

/* Accepts from the socket, which is taken over in any case. At most 512 connections, fewer if the
 * process may not open that many files besides those of `commands` commands; three quarters of them
 * for each address. NULL if that is impossible; errno says why. */
struct web_connections *web_connections_new(int listening, size_t commands,
                                            const struct web_taker *taker);

/* Closes what was not handed over. NULL is allowed. */
void web_connections_free(struct web_connections *connections);

/* To be watched for input. */
int web_connections_watch(const struct web_connections *connections);

/* Accepts, looks at heads, hands over, and drops connections that are overdue. Never waits. */
void web_connections_step(struct web_connections *connections);

/* The seconds until web_connections_step has something to do, if nothing comes in before. */
double web_connections_wait(const struct web_connections *connections);

/* Makes room by dropping the oldest connection whose body is coming in, if there is one. */
void web_connections_drop_body(struct web_connections *connections);

/* The taker has got around to the connection with that socket, and will forget it. NULL if there is
 * none. */
struct web_connection *web_connection_start(struct web_connections *connections, int socket);

/* Forgets those that were handed over and did not start: the taker has closed them. */
void web_connections_forget_failed(struct web_connections *connections);

/* Whom to tell that the client has hung up; NULL: nobody. */
void web_connection_own(struct web_connection *connection, void *owner);

/* It has come to that stage, and gets the time of that stage. */
void web_connection_enter(struct web_connection *connection, enum web_stage stage);

/* Has the client closed its end? */
bool web_connection_has_hung_up(const struct web_connection *connection);

/* Sends the refusal past whoever has taken it, for clients that are still sending. What they send
 * has to be read on for a while, so that the refusal reaches them. */
void web_connection_refuse(struct web_connection *connection, const struct web_refusal *why);

/* The owner closes the socket. */
void web_connection_forget(struct web_connection *connection);

#endif
