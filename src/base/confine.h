/* Whether files elsewhere and shared objects are out of reach. */

#ifndef GRUNDY_SRC_BASE_CONFINE_H
#define GRUNDY_SRC_BASE_CONFINE_H

#include <grundy/base.h>

/* Has grundy_confine been called? */
bool grundy_is_confined(void);

/* GRUNDY_BAD_INPUT if the process is confined and the path is not a file name in the current
 * folder. Every function that opens a file for reading asks this first. */
grundy_status grundy_confined_check(const char *path, grundy_error *error);

#endif
