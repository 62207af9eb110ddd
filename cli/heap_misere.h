/* Writes what is known about heaps in misère play. */

#ifndef GRUNDY_CLI_HEAP_MISERE_H
#define GRUNDY_CLI_HEAP_MISERE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/heap.h>

struct misere_heaps {
  const char *code;
  uint32_t max;              /* the largest heap that was asked for */
  uint32_t found;            /* heaps 0 … found - 1 are known */
  grundy_outcome *outcomes;  /* by heap; NULL if genera are wanted */
  grundy_genus *genera;      /* by heap; NULL if outcomes are wanted */
  const grundy_error *limit; /* that ended the search; NULL: none */
};

/* Writes a table, JSON, or delimited text: TSV or CSV. */
void misere_heaps_write(FILE *out, const struct misere_heaps *heaps, grundy_format format);

#endif
