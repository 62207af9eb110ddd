/* Fuzzes tables of sweeps that are continued: any bytes must give rows or a clean error, and rows
 * that were read are written as they were read. */

#include <grundy/sweep.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The sweep, made anew for every table: an argument with quotation marks and an ordinary one. */
static grundy_sweep *made(void) {
  grundy_sweep *sweep = NULL;
  if (grundy_sweep_new("take{[1,2|1,3]}:0..2", NULL, &sweep, NULL) != GRUNDY_OK) abort();
  return sweep;
}

/* Reads the table from a file without a name, and returns whether it is one of these games. */
static bool read_table(grundy_sweep *sweep, const void *data, size_t size) {
  char path[32];
  grundy_error error = {0};
  FILE *table = tmpfile();
  if (table == NULL || fwrite(data, 1, size, table) != size || fflush(table) != 0) abort();
  (void)snprintf(path, sizeof path, "/dev/fd/%d", fileno(table));
  grundy_status status = grundy_sweep_read(sweep, path, &error);
  (void)fclose(table);
  if (status == GRUNDY_OK) return true;
  if (status != GRUNDY_BAD_INPUT || error.status != status || error.line == 0 ||
      error.message[0] == '\0' || strpbrk(error.message, "\r\n") != NULL)
    abort();
  return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_sweep *sweep = made(), *again = made();
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (out == NULL) abort();
  if (read_table(sweep, data, size)) {
    grundy_sweep_state state = grundy_sweep_describe(sweep);
    if (state.rows > state.games) abort();
    grundy_sweep_write(sweep, out);
    if (fflush(out) != 0 || !read_table(again, text, length)) abort();
    if (grundy_sweep_describe(again).rows != state.rows) abort();
  }
  (void)fclose(out);
  free(text);
  grundy_sweep_free(sweep);
  grundy_sweep_free(again);
  return 0;
}
