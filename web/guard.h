/* Access control: refuses requests from pages of other sites and, if other machines can connect,
 * requests without the secret token. */

#ifndef GRUNDY_WEB_GUARD_H
#define GRUNDY_WEB_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct web_guard {
  bool is_open;      /* other machines can connect */
  const char *name;  /* the name or address given for that; NULL: none */
  const char *token; /* NULL: no token is needed */
  uint16_t port;
};

/* Returns whether this Host header means this server: localhost, the given name or, if other
 * machines can connect, any address. A page that uses DNS rebinding sends its own name instead. */
bool web_guard_host(const struct web_guard *guard, const char *host);

/* Returns whether this Origin header is that of our own pages. */
bool web_guard_origin(const struct web_guard *guard, const char *origin);

/* Returns whether this is the token, in time that depends on its length only. NULL is wrong. */
bool web_guard_token(const struct web_guard *guard, const char *token);

/* Returns whether the text is a valid token: at least 16 letters, digits, hyphens and
 * underscores. */
bool web_guard_is_token(const char *text);

/* Returns whether only this machine can connect to that address. */
bool web_guard_is_loopback(const char *address);

#endif
