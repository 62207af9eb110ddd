#include "format/libxml2.h"

LIBRARY_DEFINE(grundy_libxml2, "libxml2", LIBXML2_SONAME, LIBXML2_FUNCTIONS)
