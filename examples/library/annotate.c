/* Adds a comment to every move of a record of a match: which player made it. How a program changes
 * a record, with all its branches (docs/formats.md).
 *
 *     $ printf 'game nim:5\n1. 3\n2. 0\n1. 4\n' > match.txt
 *     $ ./annotate match.txt
 *     game nim:5
 *     1. 3  # first player
 *     2. 0  # second player
 *     1. 4  # first player
 */

#include <stdio.h>

#include <grundy/grundy.h>

int main(int argc, char **argv) {
  grundy_record *record = NULL;
  grundy_error error;
  if (argc != 2) return 2;
  grundy_status status = grundy_record_read(argv[1], NULL, &record, &error);
  for (uint32_t i = 1; status == GRUNDY_OK && i <= grundy_record_count(record); i++) {
    bool is_first = grundy_record_get(record, i).number % 2 == 1;
    status =
        grundy_record_set_comment(record, i, is_first ? "first player" : "second player", &error);
  }
  if (status == GRUNDY_OK) status = grundy_record_write(record, stdout, &error);
  if (status != GRUNDY_OK) fprintf(stderr, "%s\n", error.message);
  grundy_record_free(record);
  return grundy_exit_code(status);
}
