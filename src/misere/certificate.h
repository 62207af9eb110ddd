/* What certificates of the room consist of. */

#ifndef GRUNDY_SRC_MISERE_CERTIFICATE_H
#define GRUNDY_SRC_MISERE_CERTIFICATE_H

#include "misere/run.h"

#include <grundy/json.h>

/* Writes the members format, game and play. Lists of options are those of heaps 1 … heaps. */
void grundy_misere_put_head(grundy_json *json, const grundy_misere_run *run, const char *format,
                            uint32_t heaps);

void grundy_misere_put_numbers(grundy_json *json, const char *name, const uint32_t *numbers,
                               uint64_t count);

/* Writes the elements in groups of four, as hexadecimal digits; the first digit has elements 0 to
 * 3, and the least one is the bit 1. */
void grundy_misere_put_set(grundy_json *json, const uint64_t *set, uint32_t size);

#endif
