#include "format/periods.h"

#include <inttypes.h>

void grundy_period_put_text(FILE *out, const grundy_heap_period *period) {
  const grundy_heap_period *p = period;
  fprintf(out, "\npreperiod %" PRIu64 ", period %" PRIu64, p->preperiod, p->length);
  if (p->saltus > 0) fprintf(out, ", saltus %" PRIu64, p->saltus);
  fprintf(out, ": G(n+%" PRIu64 ") = G(n)", p->length);
  if (p->saltus > 0) fprintf(out, "+%" PRIu64, p->saltus);
  fprintf(out, " for all n >= %" PRIu64, p->preperiod);
  if (p->preperiod > 0) fprintf(out, ", and not for n = %" PRIu64, p->preperiod - 1);
  fprintf(out, "\nproved by the values up to %" PRIu64 ": %s\n", p->proved_at, p->theorem);
}

void grundy_period_put_json(grundy_json *json, const grundy_heap_period *period) {
  if (period == NULL) {
    grundy_json_null(json, "period");
    return;
  }
  grundy_json_object(json, "period");
  grundy_json_integer(json, "preperiod", period->preperiod);
  grundy_json_integer(json, "length", period->length);
  grundy_json_integer(json, "saltus", period->saltus);
  grundy_json_integer(json, "proved_at", period->proved_at);
  grundy_json_string(json, "theorem", period->theorem);
  grundy_json_end(json);
}
