#include "draw/libgvc.h"

LIBRARY_DEFINE(grundy_libgvc, "Graphviz", LIBGVC_SONAME, LIBGVC_FUNCTIONS)
