/* Who may ask: requests from pages of other sites are refused, and where others than this machine
 * are listened to, only those who know a secret are heard. */

#ifndef GRUNDY_WEB_GUARD_H
#define GRUNDY_WEB_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct web_guard {
  bool is_open;      /* are other machines listened to? */
  const char *name;  /* the name or address that was given for that; NULL if none was */
  const char *token; /* NULL: none is asked for */
  uint16_t port;
};

/* Is this a Host that means us: localhost, the name that was given, or, if others are listened to,
 * any address? A page of somebody else's name that was
 * made to lead here (DNS rebinding) sends that name. */
bool web_guard_host(const struct web_guard *guard, const char *host);

/* Is this an Origin of our own pages? */
bool web_guard_origin(const struct web_guard *guard, const char *origin);

/* Is it the token? Takes the same time for every wrong one of a length. NULL is wrong. */
bool web_guard_token(const struct web_guard *guard, const char *token);

/* Can it be a token: at least 16 letters, digits, hyphens and underscores? */
bool web_guard_is_token(const char *text);

#endif
