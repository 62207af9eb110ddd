/* Relations on the positions of a game, its quotients by them, and maps between games
 * [Sat72, §§1, 2; FY86, §6]. docs/maps.md says what they keep. */

#ifndef GRUNDY_MORPHISM_H
#define GRUNDY_MORPHISM_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- relations and quotients ----------------------------------------------------------- */

/* ---- maps ------------------------------------------------------------------------------ */

#ifdef __cplusplus
}
#endif

#endif
