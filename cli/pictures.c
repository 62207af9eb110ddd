#include "pictures.h"

#include <stddef.h>

const char *const palette_choices[] = {"plain", "safe", "mono", NULL};
const char *const layout_choices[] = {"auto", "dot",  "circo", "neato",
                                      "fdp",  "sfdp", "twopi", NULL};
const char *const overlap_choices[] = {"auto", "prism", "scale", "true", NULL};
