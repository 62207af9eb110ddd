/* Whether shared objects and files in other folders are forbidden. */

#ifndef GRUNDY_SRC_BASE_CONFINE_H
#define GRUNDY_SRC_BASE_CONFINE_H

#include <grundy/base.h>

/* Returns whether grundy_confine has been called. */
bool grundy_is_confined(void);

/* Returns GRUNDY_BAD_INPUT if the process is confined and the path is not the name of a folder in
 * the current folder, which may end with slashes. */
GRUNDY_MUST_USE grundy_status grundy_confined_check_folder(const char *path, grundy_error *error);

#endif
