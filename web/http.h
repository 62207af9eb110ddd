/* HTTP requests, parsed by libmicrohttpd inside the server's loop, without threads. */

#ifndef GRUNDY_WEB_HTTP_H
#define GRUNDY_WEB_HTTP_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "web/cache.h"
#include "web/guard.h"
#include "web/jobs.h"
#include "web/library.h"

/* Everything a request may need; borrowed. */
struct web_services {
  struct web_guard guard;
  struct web_library *library;
  struct web_cache *cache;
  struct web_jobs *jobs;
};

struct web_http;

/* Serves the connections of the socket, which is taken over. At most `commands` commands run at
 * once. NULL on failure. */
struct web_http *web_http_new(const struct web_services *services, int listening, size_t commands);

enum { WEB_HTTP_MAX_WATCHED = 2048 };

/* Writes the file descriptors to poll and returns their number. *milliseconds is lowered to the
 * time after which this must be called again. */
size_t web_http_watch(const struct web_http *http, struct pollfd watched[WEB_HTTP_MAX_WATCHED],
                      int *milliseconds);

/* Reads and writes without waiting, and closes connections that take too long. */
void web_http_step(struct web_http *http);

/* Returns the seconds until the next step is due; 0 if a waiting request was resumed. */
double web_http_wait(const struct web_http *http);

/* No request may be waiting for a job any more. NULL is allowed. */
void web_http_free(struct web_http *http);

#endif
