/* The socket that is listened on. */

#ifndef GRUNDY_WEB_LISTEN_H
#define GRUNDY_WEB_LISTEN_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include <grundy/base.h>

/* Listens on that name or address, NULL for 127.0.0.1, and *port; 0 becomes one that is free. */
GRUNDY_MUST_USE grundy_status web_listen(const char *address, uint16_t *port, int *listening,
                                         grundy_error *error);

/* Does the socket listen on every address of this machine? */
bool web_listens_everywhere(int listening);

/* An address by which other machines may reach this one, or 127.0.0.1 if it has none. */
void web_own_address(char address[INET6_ADDRSTRLEN]);

#endif
