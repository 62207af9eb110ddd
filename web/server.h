/* The explorer: a page in the browser, and the command behind an API. docs/serve.md has both. */

#ifndef GRUNDY_WEB_SERVER_H
#define GRUNDY_WEB_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>

#include "web/child.h"
#include "web/library.h"

struct web_options {
  const char *listen; /* a name or an address; NULL: this machine alone */
  uint16_t port;      /* 0: any that is free */
  const char *token;  /* NULL: none; needed if others than this machine are listened to */
  struct web_limits limits;
  size_t commands;                /* that run at once; at least 1 */
  const struct web_offer *offers; /* games for the page, besides those that it always has */
  size_t offer_count;
  void (*ready)(const void *context, const char *url); /* somebody can connect now */
  const void *context;
};

/* Serves until SIGINT, SIGTERM or SIGHUP, which are blocked from then on; what runs is ended, and
 * nothing is left behind. GRUNDY_IO_ERROR if nobody can be listened to. One thread does all of
 * it; commands are processes of their own. */
GRUNDY_MUST_USE grundy_status web_serve(const struct web_options *options, grundy_error *error);

/* Can this be a token? See web/guard.h. */
bool web_token_is_good(const char *text);

/* Is this an address that only this machine can connect to? */
bool web_is_loopback(const char *address);

#endif
