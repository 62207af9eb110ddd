/* Requests over HTTP, by libmicrohttpd, which parses them in the loop of the server: no thread. */

#ifndef GRUNDY_WEB_HTTP_H
#define GRUNDY_WEB_HTTP_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "web/cache.h"
#include "web/guard.h"
#include "web/jobs.h"
#include "web/library.h"

/* All of it is borrowed. */
struct web_house {
  struct web_guard guard;
  struct web_library *library;
  struct web_cache *cache;
  struct web_jobs *jobs;
};

struct web_http;

/* Answers those who connect to the socket, which is taken over. `commands` is how many may run at
 * once. NULL if that cannot be. */
struct web_http *web_http_new(const struct web_house *house, int listening, size_t commands);

enum { WEB_HTTP_WATCHED = 2 };

/* What is to be watched for input. */
void web_http_watch(const struct web_http *http, struct pollfd watched[WEB_HTTP_WATCHED]);

/* Reads and writes what can be read and written, and closes connections that take too long. Never
 * waits. */
void web_http_step(struct web_http *http);

/* The seconds until something is due again; none if somebody was told something. */
double web_http_wait(const struct web_http *http);

/* Nobody may be waiting for a job any more. NULL is allowed. */
void web_http_free(struct web_http *http);

#endif
