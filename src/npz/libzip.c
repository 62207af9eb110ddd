#include "npz/libzip.h"

LIBRARY_DEFINE(grundy_libzip, "libzip", LIBZIP_SONAME, LIBZIP_FUNCTIONS)
