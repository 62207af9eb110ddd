/* Whether shared objects and files in other folders are forbidden. */

#ifndef GRUNDY_SRC_BASE_CONFINE_H
#define GRUNDY_SRC_BASE_CONFINE_H

#include <grundy/base.h>

/* Returns whether grundy_confine has been called. */
bool grundy_is_confined(void);

#endif
