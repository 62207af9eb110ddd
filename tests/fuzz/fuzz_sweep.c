/* Fuzzes tables of sweeps that are continued: any bytes must give rows or a clean error, and rows
 * that were read are written as they were read. */

#include <grundy/sweep.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The sweep, made anew for every table: an argument with quotation marks and an ordinary one. */
static grundy_sweep *made(void) {
  grundy_sweep *sweep = NULL;
  if (grundy_sweep_new("take{[1,2|1,3]}:0..2", NULL, &sweep, NULL) != GRUNDY_OK) abort();
  return sweep;
}

/* Reads the table from a file without a name, the same for all tables, and returns whether it is
 * one of these games. */
static bool read_table(grundy_sweep *sweep, const void *data, size_t size) {
  static FILE *table;
  char path[32];
  grundy_error error = {0};
  if (table == NULL && (table = tmpfile()) == NULL) abort();
  int file = fileno(table);
  if (pwrite(file, data, size, 0) != (ssize_t)size || ftruncate(file, (off_t)size) != 0) abort();
  (void)snprintf(path, sizeof path, "/dev/fd/%d", file);
  grundy_status status = grundy_sweep_read(sweep, path, &error);
  if (status == GRUNDY_OK) return true;
  if (status != GRUNDY_BAD_INPUT || error.status != status || error.line == 0 ||
      error.message[0] == '\0' || strpbrk(error.message, "\r\n") != NULL)
    abort();
  return false;
}

/* Writes the rows that were read, and reads them again. */
static void check_rows(grundy_sweep *sweep) {
  grundy_sweep *again = made();
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) abort();
  grundy_sweep_state state = grundy_sweep_describe(sweep);
  if (state.rows > state.games) abort();
  grundy_sweep_write(sweep, out);
  if (fclose(out) != 0 || !read_table(again, text, length)) abort();
  if (grundy_sweep_describe(again).rows != state.rows) abort();
  free(text);
  grundy_sweep_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_sweep *sweep = made();
  if (read_table(sweep, data, size)) check_rows(sweep);
  grundy_sweep_free(sweep);
  return 0;
}
