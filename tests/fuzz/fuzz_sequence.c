/* Fuzzes sequences as text: any bytes must give terms or a clean error, and periods and recurrences
 * that are seen must hold. */

#include <grundy/sequence.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_ORDER = 40 };

__extension__ typedef __int128 wide;

/* Errors are one line; only the lack of terms has no place. */
static void check_error(grundy_status status, const grundy_error *error) {
  bool clean = status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE;
  bool placed = error->column > 0 || strncmp(error->message, "no terms", 8) == 0;
  if (!clean || !placed || error->status != status || strpbrk(error->message, "\r\n") != NULL)
    abort();
}

static void check_period(const int64_t *a, uint64_t count) {
  grundy_sequence_period p;
  if (grundy_sequence_find_period(a, count, &p, NULL) != GRUNDY_OK) abort();
  if (p.length == 0) return;
  if (p.preperiod + 2 * p.length > count) abort();
  for (uint64_t n = p.preperiod; n + p.length < count; n++)
    if (a[n + p.length] - a[n] != p.saltus) abort();
  if (p.preperiod > 0 && a[p.preperiod - 1 + p.length] - a[p.preperiod - 1] == p.saltus) abort();
}

static void check_recurrence(const int64_t *a, uint64_t count, grundy_recurrence_ring ring) {
  int64_t c[MAX_ORDER + 1];
  uint64_t order;
  bool seen;
  if (grundy_sequence_find_recurrence(a, count, ring, MAX_ORDER, NULL, &seen, &order, c, NULL) !=
      GRUNDY_OK)
    abort();
  if (!seen) return;
  if (order > count / 4) abort();
  for (uint64_t n = order; n < count; n++) {
    wide sum = 0;
    for (uint64_t i = 1; i <= order; i++)
      sum = ring == GRUNDY_RECURRENCE_GF2 ? sum ^ (c[i] * a[n - i]) : sum + (wide)c[i] * a[n - i];
    if (sum != a[n]) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_sequence *sequence = NULL;
  grundy_error error = {0};
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)data, size, "r");
  if (in == NULL) abort();
  grundy_status status = grundy_sequence_read(
      "terms", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &sequence, &error);
  fclose(in);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  uint64_t count;
  const int64_t *terms = grundy_sequence_terms(sequence, &count, NULL);
  check_period(terms, count);
  check_recurrence(terms, count, GRUNDY_RECURRENCE_INTEGERS);
  check_recurrence(terms, count, GRUNDY_RECURRENCE_GF2);
  grundy_sequence_free(sequence);
  return 0;
}
