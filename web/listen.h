/* The listening socket. */

#ifndef GRUNDY_WEB_LISTEN_H
#define GRUNDY_WEB_LISTEN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include <grundy/base.h>

/* Listens on a name or address (NULL: 127.0.0.1) and *port; 0 is replaced by a free port. */
GRUNDY_MUST_USE grundy_status web_listen(const char *address, uint16_t *port, int *listening,
                                         grundy_error *error);

/* Returns whether the socket listens on all addresses of this machine. */
bool web_listens_everywhere(int listening);

/* Writes an address at which other machines may reach this one, or 127.0.0.1 if it has none. */
void web_own_address(char address[INET6_ADDRSTRLEN]);

#endif
