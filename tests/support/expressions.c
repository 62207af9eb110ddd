#include "support/expressions.h"

#include "support/test.h"

void assert_expressions_fail(const bad_expression *cases, size_t count,
                             const grundy_expression_options *options) {
  for (size_t i = 0; i < count; i++) {
    grundy_expression *e = NULL;
    grundy_error error = {0};
    grundy_status status = grundy_expression_open(cases[i].text, options, &e, &error);
    assert_null(e);
    if (status != cases[i].status || error.column != (uint64_t)cases[i].column ||
        strstr(error.message, cases[i].message) == NULL)
      fail_msg("%s: column %d: %s", cases[i].text, (int)error.column, error.message);
    assert_string_equal(error.file, cases[i].column == 0 ? "" : "expression");
    assert_int_equal(error.line, cases[i].column == 0 ? 0 : 1);
  }
}
