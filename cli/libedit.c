#include "libedit.h"

LIBRARY_DEFINE(libedit, "libedit", LIBEDIT_SONAME, LIBEDIT_FUNCTIONS)
