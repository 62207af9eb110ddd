#include "web/listen.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <grundy/base.h>

static grundy_status fail(grundy_error *error, const char *address, uint16_t port,
                          const char *reason) {
  *error = (grundy_error){.status = GRUNDY_IO_ERROR};
  (void)snprintf(error->message, sizeof error->message,
                 "nobody can connect to %.100s, port %u: %.100s; expected another one", address,
                 (unsigned)port, reason);
  return GRUNDY_IO_ERROR;
}

/* -1 if that is impossible; errno says why. */
static int listen_on(const struct addrinfo *at) {
  enum { BACKLOG = 128 };
  int yes = 1;
  int made = socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return -1;
  (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(made, at->ai_addr, at->ai_addrlen) == 0 && listen(made, BACKLOG) == 0) return made;
  int reason = errno;
  (void)close(made);
  errno = reason;
  return -1;
}

static uint16_t port_of(int listening) {
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } address = {0};
  socklen_t length = sizeof address;
  if (getsockname(listening, &address.any, &length) != 0) return 0;
  return ntohs(address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
}

grundy_status web_listen(const char *address, uint16_t *port, int *listening, grundy_error *error) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  char service[16];
  if (address == NULL) address = "127.0.0.1";
  (void)snprintf(service, sizeof service, "%u", (unsigned)*port);
  int reason = getaddrinfo(address, service, &hints, &found);
  if (reason != 0) return fail(error, address, *port, gai_strerror(reason));
  int made = -1;
  for (const struct addrinfo *at = found; at != NULL && made < 0; at = at->ai_next)
    made = listen_on(at);
  reason = errno;
  freeaddrinfo(found);
  if (made < 0) return fail(error, address, *port, strerror(reason));
  *port = port_of(made);
  *listening = made;
  return GRUNDY_OK;
}
