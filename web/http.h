/* Requests over HTTP, by libmicrohttpd, which parses them in the loop of the server: no thread. */

#ifndef GRUNDY_WEB_HTTP_H
#define GRUNDY_WEB_HTTP_H

#include <stdbool.h>

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

/* Answers those who connect to the socket, which is taken over. NULL if that cannot be. */
struct web_http *web_http_new(const struct web_house *house, int socket);

/* To be watched for input. */
int web_http_watch(const struct web_http *http);

/* Reads and writes what can be read and written, and closes connections that take too long. Never
 * waits. Returns the seconds until something is due again. */
double web_http_step(struct web_http *http);

/* Nobody may be waiting for a job any more. NULL is allowed. */
void web_http_free(struct web_http *http);

#endif
