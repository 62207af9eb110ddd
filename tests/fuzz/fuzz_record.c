/* Fuzzes records of matches: any bytes must give a record or a clean error; a record must be the
 * same after writing and reading it, and its moves can be checked. */

#include "positions.h"

#include <grundy/play.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static grundy_status read_record(const void *data, size_t size, grundy_record **record,
                                 grundy_error *error) {
  FILE *in = fuzz_open(data, size);
  grundy_status status =
      grundy_record_read("fuzz", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), record, error);
  fclose(in);
  return status;
}

static char *write_record(const grundy_record *record, size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  if (out == NULL || grundy_record_write(record, out, NULL) != GRUNDY_OK) abort();
  fclose(out);
  return text;
}

static void check_round_trip(const grundy_record *record) {
  grundy_record *again = NULL;
  size_t size = 0, again_size = 0;
  char *text = write_record(record, &size);
  if (read_record(text, size, &again, NULL) != GRUNDY_OK) abort();
  char *same = write_record(again, &again_size);
  if (again_size != size || memcmp(text, same, size) != 0) abort();
  if (grundy_record_count(again) != grundy_record_count(record)) abort();
  grundy_record_free(again);
  free(same);
  free(text);
}

/* All moves are checked in one game; most are not allowed there. */
static void check_moves(grundy_record *record) {
  static grundy_expression *expression; /* opened once */
  grundy_error error = {0};
  if (expression == NULL &&
      grundy_expression_open("nim:3 + nim:4", NULL, &expression, NULL) != GRUNDY_OK)
    abort();
  grundy_status status = grundy_record_check(record, expression, NULL, &error);
  if (status != GRUNDY_OK && (status != GRUNDY_BAD_INPUT || error.message[0] == '\0')) abort();
  if (grundy_compound_take_back(grundy_expression_compound(expression))) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_error error = {0};
  grundy_record *record = NULL;
  grundy_status status = read_record(data, size, &record, &error);
  if (status != GRUNDY_OK) {
    fuzz_check_error(status, &error);
    return 0;
  }
  check_round_trip(record);
  check_moves(record);
  grundy_record_free(record);
  return 0;
}
