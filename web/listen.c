#include "web/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
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
#include <platform.h>

/* Describes the error of bind or listen. */
static grundy_status fail(grundy_error *error, const char *address, uint16_t port, int reason) {
  char *message = error->message;
  size_t size = sizeof error->message;
  *error = (grundy_error){.status = GRUNDY_IO_ERROR};
  if (reason == EADDRINUSE)
    (void)snprintf(message, size,
                   "port %u of %.100s is in use, perhaps by another grundy serve; "
                   "choose another port, or 0 for any free one",
                   (unsigned)port, address);
  else if (reason == EACCES)
    (void)snprintf(message, size, "port %u is reserved for the system; choose one from 1024 on",
                   (unsigned)port);
  else if (reason == EADDRNOTAVAIL)
    (void)snprintf(message, size,
                   "%.100s is not an address of this machine; use 0.0.0.0 for all its addresses",
                   address);
  else
    (void)snprintf(message, size, "cannot listen on port %u of %.100s: %.100s", (unsigned)port,
                   address, strerror(reason));
  return GRUNDY_IO_ERROR;
}

/* `reason` is a code of getaddrinfo. */
static grundy_status fail_name(grundy_error *error, const char *address, int reason) {
  *error = (grundy_error){.status = GRUNDY_IO_ERROR};
  (void)snprintf(error->message, sizeof error->message, "cannot resolve %.100s: %.100s", address,
                 gai_strerror(reason));
  return GRUNDY_IO_ERROR;
}

/* Returns -1 on failure; errno says why. */
static int listen_on(const struct addrinfo *at) {
  const int yes = 1;
  const int no = 0;
  int made = grundy_platform_socket(at->ai_family);
  if (made < 0) return -1;
  (void)setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (at->ai_family == AF_INET6) /* :: accepts IPv4, too */
    (void)setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
  if (bind(made, at->ai_addr, at->ai_addrlen) == 0 && listen(made, SOMAXCONN) == 0) return made;
  int reason = errno;
  (void)close(made);
  errno = reason;
  return -1;
}

union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
};

/* Returns zero if the address is unknown. */
static union address address_of(int listening) {
  union address address = {0};
  socklen_t length = sizeof address;
  if (getsockname(listening, &address.any, &length) != 0) return (union address){0};
  return address;
}

static uint16_t port_of(int listening) {
  union address address = address_of(listening);
  return ntohs(address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
}

bool web_listens_everywhere(int listening) {
  union address address = address_of(listening);
  if (address.any.sa_family == AF_INET6)
    return memcmp(&address.six.sin6_addr, &in6addr_any, sizeof in6addr_any) == 0;
  return address.any.sa_family == AF_INET && address.four.sin_addr.s_addr == htonl(INADDR_ANY);
}

/* Writes the address of an interface that other machines can reach; false if it is not one. Skips
 * link-local IPv6 addresses, which browsers do not accept. */
static bool read_interface(const struct ifaddrs *interface, int family, char *address) {
  const struct sockaddr *given = interface->ifa_addr;
  if (given == NULL || given->sa_family != family) return false;
  if ((interface->ifa_flags & IFF_UP) == 0 || (interface->ifa_flags & IFF_LOOPBACK) != 0)
    return false;
  const struct in6_addr *six = &((const struct sockaddr_in6 *)(const void *)given)->sin6_addr;
  if (family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(six)) return false;
  const void *bytes = family == AF_INET6
                          ? (const void *)six
                          : &((const struct sockaddr_in *)(const void *)given)->sin_addr;
  return inet_ntop(family, bytes, address, INET6_ADDRSTRLEN) != NULL;
}

void web_own_address(char address[INET6_ADDRSTRLEN]) {
  static const int families[] = {AF_INET, AF_INET6};
  struct ifaddrs *interfaces = NULL;
  bool found = false;
  if (getifaddrs(&interfaces) != 0) interfaces = NULL;
  for (size_t i = 0; i < 2; i++)
    for (const struct ifaddrs *at = interfaces; at != NULL && !found; at = at->ifa_next)
      found = read_interface(at, families[i], address);
  if (interfaces != NULL) freeifaddrs(interfaces);
  if (!found) (void)snprintf(address, INET6_ADDRSTRLEN, "127.0.0.1");
}

grundy_status web_listen(const char *address, uint16_t *port, int *listening, grundy_error *error) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
  struct addrinfo *found = NULL;
  char service[16];
  if (address == NULL) address = "127.0.0.1";
  (void)snprintf(service, sizeof service, "%u", (unsigned)*port);
  int reason = getaddrinfo(address, service, &hints, &found);
  if (reason != 0) return fail_name(error, address, reason);
  int made = -1;
  for (const struct addrinfo *at = found; at != NULL && made < 0; at = at->ai_next)
    made = listen_on(at);
  reason = errno;
  freeaddrinfo(found);
  if (made < 0) return fail(error, address, *port, reason);
  *port = port_of(made);
  *listening = made;
  return GRUNDY_OK;
}
