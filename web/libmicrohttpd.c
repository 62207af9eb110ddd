#include "web/libmicrohttpd.h"

LIBRARY_DEFINE(web_mhd, "libmicrohttpd", LIBMICROHTTPD_SONAME, LIBMICROHTTPD_FUNCTIONS)
