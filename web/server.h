/* The explorer: a page in the browser, and an API that runs the command. See docs/serve.md. */

#ifndef GRUNDY_WEB_SERVER_H
#define GRUNDY_WEB_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>

#include "web/library.h"
#include "web/task.h"

struct web_options {
  const char *listen; /* a name or an address; NULL: loopback only */
  uint16_t port;      /* 0: any free port */
  const char *token;  /* NULL: none; needed if other machines can connect */
  struct web_limits limits;
  size_t commands;                /* number that run at once; at least 1 */
  const struct web_offer *offers; /* games for the page, in addition to the compiled-in ones */
  size_t offer_count;
  void (*ready)(const void *context, const char *url); /* called once clients can connect */
  const void *context;
};

/* Serves until SIGINT, SIGTERM or SIGHUP, which stay blocked; then ends running commands and
 * removes all files. GRUNDY_IO_ERROR if it cannot listen. Uses a single thread; commands are child
 * processes. */
GRUNDY_MUST_USE grundy_status web_serve(const struct web_options *options, grundy_error *error);

#endif
