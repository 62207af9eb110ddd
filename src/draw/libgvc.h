/* The functions of Graphviz that are called here. It is loaded with the first picture. libgvc is
 * linked with libcgraph, so that both are searched. */

#ifndef GRUNDY_SRC_DRAW_LIBGVC_H
#define GRUNDY_SRC_DRAW_LIBGVC_H

#include <grundy/base.h>
#include <gvc.h>

#include <lazy_library.h>

#define LIBGVC_FUNCTIONS(F) F(agmemread) F(gvContext) F(gvLayout) F(gvRenderData)

LIBRARY_DECLARE(grundy_libgvc, LIBGVC_FUNCTIONS)

#endif
