#include "heap_misere.h"

#include <grundy/answer.h>
#include <grundy/json.h>

#include <stddef.h>

/* Writes 4^146. Numbers above 9 are separated by commas: 12^9,11. */
static void put_genus(FILE *out, const grundy_genus *genus) {
  bool wide = false;
  for (uint32_t k = 0; k < genus->count; k++) wide = wide || genus->misere[k] > 9;
  (void)fprintf(out, "%u^", genus->value);
  for (uint32_t k = 0; k < genus->count; k++)
    (void)fprintf(out, "%s%u", wide && k > 0 ? "," : "", genus->misere[k]);
}

static const char *tameness(const grundy_genus *genus) {
  return grundy_genus_is_tame(genus) ? "tame" : "wild";
}

/* Returns the first wild heap; `found` if all are tame. */
static uint32_t first_wild(const struct misere_heaps *heaps) {
  uint32_t n = 0;
  while (n < heaps->found && grundy_genus_is_tame(&heaps->genera[n])) n++;
  return n;
}

/* ---- tables ---------------------------------------------------------------------------- */

static void put_table(FILE *out, const struct misere_heaps *heaps) {
  (void)fprintf(out, "%s, misere play\n\n", heaps->code);
  for (uint32_t n = 0; n < heaps->found; n++) {
    (void)fprintf(out, "%6u  ", n);
    if (heaps->genera == NULL) {
      (void)fputc(heaps->outcomes[n], out);
    } else {
      put_genus(out, &heaps->genera[n]);
      (void)fputs(grundy_genus_is_tame(&heaps->genera[n]) ? "" : "  wild", out);
    }
    (void)fputc('\n', out);
  }
  if (heaps->genera == NULL) return;
  if (first_wild(heaps) < heaps->found)
    (void)fprintf(out, "\nthe first wild heap is %u\n", first_wild(heaps));
  else
    (void)fprintf(out, "\nheaps 0 to %u are tame\n", heaps->found - 1);
}

static void put_delimited(FILE *out, const struct misere_heaps *heaps, char separator) {
  if (heaps->genera == NULL)
    (void)fprintf(out, "heap%cmisere\n", separator);
  else
    (void)fprintf(out, "heap%cgenus%ckind\n", separator, separator);
  for (uint32_t n = 0; n < heaps->found; n++) {
    (void)fprintf(out, "%u%c", n, separator);
    if (heaps->genera == NULL) {
      (void)fprintf(out, "%c\n", heaps->outcomes[n]);
      continue;
    }
    if (separator == ',') (void)fputc('"', out);
    put_genus(out, &heaps->genera[n]);
    if (separator == ',') (void)fputc('"', out);
    (void)fprintf(out, "%c%s\n", separator, tameness(&heaps->genera[n]));
  }
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void put_json_genus(grundy_json *json, const grundy_genus *genus) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_integer(json, "value", genus->value);
  grundy_json_array(json, "misere");
  for (uint32_t k = 0; k < genus->count; k++) grundy_json_integer(json, NULL, genus->misere[k]);
  grundy_json_end(json);
  grundy_json_string(json, "kind", tameness(genus));
  grundy_json_end(json);
}

static void put_json(FILE *out, const struct misere_heaps *heaps) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "code", heaps->code);
  grundy_json_integer(&json, "max", heaps->found == 0 ? 0 : heaps->found - 1);
  grundy_json_string(&json, "play", "misere");
  grundy_answer_limit(&json, heaps->limit);
  grundy_json_array(&json, heaps->genera == NULL ? "outcomes" : "genera");
  for (uint32_t n = 0; n < heaps->found; n++) {
    if (heaps->genera == NULL)
      grundy_answer_outcome(&json, NULL, heaps->outcomes[n]);
    else
      put_json_genus(&json, &heaps->genera[n]);
  }
  grundy_json_end(&json);
  if (heaps->genera != NULL && first_wild(heaps) < heaps->found)
    grundy_json_integer(&json, "first_wild", first_wild(heaps));
  else if (heaps->genera != NULL)
    grundy_json_null(&json, "first_wild");
  grundy_json_end(&json);
}

void misere_heaps_write(FILE *out, const struct misere_heaps *heaps, grundy_format format) {
  if (format == GRUNDY_FORMAT_JSON)
    put_json(out, heaps);
  else if (format == GRUNDY_FORMAT_TSV || format == GRUNDY_FORMAT_CSV)
    put_delimited(out, heaps, format == GRUNDY_FORMAT_TSV ? '\t' : ',');
  else
    put_table(out, heaps);
}
