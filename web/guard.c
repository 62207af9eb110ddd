#include "web/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Splits "name:port" or "[address]:port" in place. The default port is 80, since browsers omit
 * that. False if the text has neither form. */
static bool split_host(char *host, const char **name, long *port) {
  bool bracket = host[0] == '[';
  char *end = bracket ? strchr(host, ']') : host + strcspn(host, ":");
  if (end == NULL) return false;
  *name = host + (bracket ? 1 : 0);
  char *colon = end + (bracket ? 1 : 0);
  bool has_port = *colon == ':';
  if (*colon != '\0' && !has_port) return false;
  const char *digits = colon + 1;
  if (has_port &&
      (digits[0] == '\0' || strlen(digits) > 5 || strspn(digits, "0123456789") != strlen(digits)))
    return false;
  *port = has_port ? strtol(digits, NULL, 10) : 80;
  *end = '\0';
  return **name != '\0';
}

static bool is_own_address(const char *name) {
  return strcasecmp(name, "localhost") == 0 || strcmp(name, "127.0.0.1") == 0 ||
         strcmp(name, "::1") == 0;
}

static bool is_address(const char *name) {
  unsigned char address[sizeof(struct in6_addr)];
  return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

bool web_guard_host(const struct web_guard *guard, const char *host) {
  char text[256];
  const char *name;
  long port;
  if (strlen(host) >= sizeof text) return false;
  (void)snprintf(text, sizeof text, "%s", host);
  if (!split_host(text, &name, &port) || port != guard->port) return false;
  if (is_own_address(name) || (guard->is_open && is_address(name))) return true;
  return guard->name != NULL && strcasecmp(name, guard->name) == 0;
}

bool web_guard_origin(const struct web_guard *guard, const char *origin) {
  static const char scheme[] = "http://";
  if (strncasecmp(origin, scheme, strlen(scheme)) != 0) return false;
  return web_guard_host(guard, origin + strlen(scheme));
}

bool web_guard_token(const struct web_guard *guard, const char *token) {
  if (token == NULL || strlen(token) != strlen(guard->token)) return false;
  unsigned difference = 0;
  for (size_t i = 0; token[i] != '\0'; i++)
    difference |= (unsigned char)token[i] ^ (unsigned char)guard->token[i];
  return difference == 0;
}

bool web_guard_is_token(const char *text) {
  enum { LEAST = 16, MOST = 200 };
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-_";
  size_t length = strlen(text);
  return length >= LEAST && length <= MOST && strspn(text, letters) == length;
}

bool web_guard_is_loopback(const char *address) {
  struct in_addr four;
  if (inet_pton(AF_INET, address, &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  return strcmp(address, "::1") == 0 || strcasecmp(address, "localhost") == 0;
}
