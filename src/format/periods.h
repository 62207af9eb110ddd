/* Proved periods, as text and as JSON. */

#ifndef GRUNDY_SRC_FORMAT_PERIODS_H
#define GRUNDY_SRC_FORMAT_PERIODS_H

#include <grundy/heap.h>
#include <grundy/json.h>
#include <grundy/vector.h>

/* Returns the period of a row of a game on vectors as that of a heap game. */
static inline grundy_heap_period grundy_period_of_row(const grundy_vector_period *p) {
  return (grundy_heap_period){p->preperiod, p->length, p->saltus, p->proved_at, p->theorem};
}

/* Writes the period and what proves it, after an empty line. */
void grundy_period_put_text(FILE *out, const grundy_heap_period *period);

/* Writes the member `period`, null if there is none. */
void grundy_period_put_json(grundy_json *json, const grundy_heap_period *period);

#endif
