/* A formula as it is given to commands: a condition, or the path of a script. */

#include <grundy/formula.h>

#include "base/alloc.h"
#include "base/error.h"
#include "formula/impl.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST_SCRIPT = 1 << 20 };

/* Reads a file of at most MOST_SCRIPT bytes; `text` has room for one more. */
static grundy_status read_script(const char *path, char *text, size_t *length,
                                 grundy_error *error) {
  grundy_status status = grundy_confined_check(path, error);
  if (status != GRUNDY_OK) return status;
  FILE *in = fopen(path, "rb");
  if (in == NULL)
    return grundy_because(
        error, GRUNDY_REASON_NO_FILE,
        grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(errno)));
  *length = fread(text, 1, MOST_SCRIPT + 1, in);
  int number = errno;
  bool failed = ferror(in) != 0;
  (void)fclose(in);
  if (failed) return grundy_fail_at(error, GRUNDY_BAD_INPUT, path, 0, 0, "%s", strerror(number));
  if (*length > MOST_SCRIPT)
    return grundy_fail_at(error, GRUNDY_UNABLE, path, 0, 0, "the file has more than %d bytes",
                          (int)MOST_SCRIPT);
  return GRUNDY_OK;
}

grundy_status grundy_formula_read(const char *name, const char *text, grundy_formula **formula,
                                  grundy_error *error) {
  static const char ending[] = ".lua";
  size_t length = strlen(text), end = sizeof ending - 1;
  if (length <= end || strcasecmp(text + length - end, ending) != 0)
    return grundy_formula_parse(name, text, length, GRUNDY_FORMULA_EXPRESSION, formula, error);
  char *script = grundy_alloc(MOST_SCRIPT + 1, 1);
  if (script == NULL) return grundy_fail_memory(error);
  grundy_status status = read_script(text, script, &length, error);
  if (status == GRUNDY_OK)
    status = grundy_formula_parse(text, script, length, GRUNDY_FORMULA_SCRIPT, formula, error);
  free(script);
  return status;
}
