/* The head of a request: its request line and header fields, checked byte by byte.
 *
 * libmicrohttpd reads the head afterwards and is more lenient than proxies: it accepts a bare line
 * feed as the end of a line and joins folded lines. Two programs that disagree about where a
 * request ends can be made to see different requests (request smuggling). Therefore only heads that
 * every program reads in the same way are accepted. [RFC9112] */

#ifndef GRUNDY_WEB_HEAD_H
#define GRUNDY_WEB_HEAD_H

#include <stddef.h>

enum {
  WEB_HEAD_MAX_BYTES = 16 << 10,
  WEB_HEAD_MAX_LINE = 8 << 10, /* of the request line */
  WEB_HEAD_MAX_FIELDS = 100,
  WEB_BODY_MAX_BYTES = 8 << 20,
};

/* Why a request is refused. */
struct web_refusal {
  unsigned status;     /* HTTP status */
  const char *message; /* static */
};

enum web_head_state {
  WEB_HEAD_PARTIAL, /* nothing wrong so far */
  WEB_HEAD_COMPLETE,
  WEB_HEAD_REFUSED,
};

/* Checks the first bytes of a connection. *why is set if the head is refused. O(length). */
enum web_head_state web_head_check(const char *bytes, size_t length, struct web_refusal *why);

#endif
