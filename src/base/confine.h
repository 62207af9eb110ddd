/* Whether files elsewhere and shared objects are out of reach. */

#ifndef GRUNDY_SRC_BASE_CONFINE_H
#define GRUNDY_SRC_BASE_CONFINE_H

#include <grundy/base.h>

/* Has grundy_confine been called? */
bool grundy_is_confined(void);

#endif
