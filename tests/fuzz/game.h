/* What every reader and writer of games must satisfy: any bytes give a digraph or a clean error,
 * and a digraph is the same after writing and reading it, unless the format documents that it
 * cannot store it. */

#ifndef FUZZ_GAME_H
#define FUZZ_GAME_H

#include <grundy/grundy.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "same.h"

static inline FILE *fuzz_open(const void *data, size_t size) {
  /* fmemopen rejects an empty buffer. */
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) abort();
  return in;
}

static inline grundy_status fuzz_scan(grundy_format format, const void *data, size_t size,
                                      grundy_digraph **g, grundy_error *error) {
  FILE *in = fuzz_open(data, size);
  grundy_status status = grundy_digraph_read(
      "fuzz", format, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), g, error);
  fclose(in);
  return status;
}

static inline void fuzz_check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status || error->message[0] == '\0' ||
      strpbrk(error->message, "\r\n") != NULL)
    abort();
}

static inline void fuzz_round_trip(grundy_format format, const grundy_digraph *g) {
  char *text = NULL;
  size_t size;
  grundy_digraph *again;
  grundy_error error;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  grundy_status status = grundy_digraph_write(g, format, NULL, out, &error);
  fclose(out);
  if (status == GRUNDY_OK) {
    if (fuzz_scan(format, text, size, &again, &error) != GRUNDY_OK) abort();
    demand_same_game(g, again, true);
    grundy_digraph_free(again);
  } else if (status != GRUNDY_UNABLE) {
    abort();
  }
  free(text);
}

/* Checks that everything that can be solved is right. */
static inline void fuzz_check_solution(const grundy_digraph *g) {
  grundy_solve_options options = {.size = sizeof options, .columns = grundy_solve_columns(g, true)};
  grundy_verify_options checking = {.size = sizeof checking, .payoff_known = true};
  grundy_solution *solution;
  grundy_report *report;
  if (grundy_solve_in_memory(g, &options, &solution, NULL) != GRUNDY_OK) abort();
  if (grundy_verify(g, solution, &checking, &report, NULL) != GRUNDY_OK) abort();
  if (!grundy_report_right(report)) abort();
  grundy_report_free(report);
  grundy_solution_free(solution);
}

static inline void fuzz_game(grundy_format format, const uint8_t *data, size_t size) {
  grundy_digraph *g;
  grundy_error error;
  grundy_status status = fuzz_scan(format, data, size, &g, &error);
  if (status != GRUNDY_OK) {
    fuzz_check_error(status, &error);
    return;
  }
  /* A matrix may have many empty rows, too many to write repeatedly. */
  if (grundy_digraph_order(g) < 10000) fuzz_round_trip(format, g);
  grundy_digraph_free(g);
}

#endif
