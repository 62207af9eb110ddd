/* Memory of a report. */

#ifndef GRUNDY_SRC_LAW_IMPL_H
#define GRUNDY_SRC_LAW_IMPL_H

#include <grundy/law.h>

/* A game of a report, with the arrays that it owns. */
typedef struct grundy_law_record {
  grundy_law_exception *listed;
  char **fields;
  int64_t *bounds; /* the least values, then the largest ones */
} grundy_law_record;

/* Everything that a report owns. */
typedef struct grundy_law_result {
  grundy_law_report report; /* first, so that its address is that of the result */
  char *text, *law;
  grundy_law_game *games;
  grundy_law_record *records;
  uint64_t game_room, record_room;
} grundy_law_result;

#endif
