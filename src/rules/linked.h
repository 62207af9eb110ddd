/* The games of the gallery that are compiled into the library; the build generates the table. */

#ifndef GRUNDY_SRC_RULES_LINKED_H
#define GRUNDY_SRC_RULES_LINKED_H

#include <grundy/rules.h>

typedef struct grundy_linked_rules {
  const char *name;
  const grundy_rules *rules;
} grundy_linked_rules;

/* Ends with an entry without a name. */
extern const grundy_linked_rules grundy_gallery_linked[];

#endif
