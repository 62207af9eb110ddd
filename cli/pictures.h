/* Options of commands that draw pictures. */

#ifndef GRUNDY_CLI_PICTURES_H
#define GRUNDY_CLI_PICTURES_H

#include "options.h"

/* Lists that end with a NULL. Palettes are in the order of grundy_palette; layout 0 and
 * overlap 0 are auto. */
extern const char *const palette_choices[];
extern const char *const layout_choices[];
extern const char *const overlap_choices[];

/* For a struct of arguments with an int `palette`, `layout` or `overlap`. */
#define OPTION_PALETTE(type)                                                                       \
  {                                                                                                \
    .name = "palette", .kind = OPTION_CHOICE, .value = "NAME", .choices = palette_choices,         \
    .destination = offsetof(type, palette),                                                        \
    .help = "plain (P red, D yellow, N green), safe (for the colour-blind) or mono (shapes and "   \
            "lines instead of colours) (default: plain)",                                          \
    .front_ends = IN_ALL, .standard = "\"plain\"",                                                 \
  }

#define OPTION_LAYOUT(type)                                                                        \
  {                                                                                                \
    .name = "layout", .kind = OPTION_CHOICE, .value = "NAME", .choices = layout_choices,           \
    .destination = offsetof(type, layout),                                                         \
    .help = "the layout of Graphviz: dot (in layers), circo, neato, fdp, sfdp, twopi or auto "     \
            "(default: auto, which is dot for small games and sfdp for larger ones)",              \
    .front_ends = IN_ALL, .standard = "\"auto\"",                                                  \
  }

#define OPTION_OVERLAP(type)                                                                       \
  {                                                                                                \
    .name = "overlap", .kind = OPTION_CHOICE, .value = "NAME", .choices = overlap_choices,         \
    .destination = offsetof(type, overlap),                                                        \
    .help = "how layouts with springs keep positions apart, in the words of Graphviz: prism, "     \
            "scale, true (not at all) or auto (default: auto, which is prism where it exists)",    \
    .front_ends = IN_ALL, .standard = "\"auto\"",                                                  \
  }

#endif
