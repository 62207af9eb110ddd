#include "support/reports.h"

#include "support/test.h"

/* Exactly the wrong findings have facts, which the text repeats; what was found is not expected. */
static void check_facts(const grundy_digraph *g, const grundy_finding *finding) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  bool wrong = finding->verdict == GRUNDY_VERDICT_WRONG;
  assert_true(wrong == (finding->kind != NULL));
  assert_true((finding->expected == NULL) == (finding->found == NULL));
  if (finding->found != NULL) assert_string_not_equal(finding->expected, finding->found);
  if (finding->position == GRUNDY_INFINITY) return;
  assert_true(wrong && finding->position < grundy_digraph_order(g));
  assert_non_null(strstr(finding->text, grundy_digraph_name(g, finding->position, scratch)));
}

grundy_report *report_on(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_report *report = NULL;
  assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    check_facts(g, &finding);
  }
  return report;
}

bool verifies(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_report *report = report_on(g, solution);
  bool right = grundy_report_right(report);
  grundy_report_free(report);
  return right;
}

grundy_finding finding_on(const grundy_report *report, grundy_columns column) {
  grundy_finding found = {0};
  int count = 0;
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    if (finding.column != column || finding.verdict == GRUNDY_VERDICT_REMARK) continue;
    found = finding;
    count++;
  }
  if (count != 1) fail_msg("%d findings on column %#x, expected 1", count, column);
  return found;
}

const char *remark_in(const grundy_report *report) {
  const char *remark = NULL;
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    if (finding.verdict != GRUNDY_VERDICT_REMARK) continue;
    if (remark != NULL) fail_msg("a second remark: %s", finding.text);
    remark = finding.text;
  }
  return remark;
}

static grundy_report *report_with(unsigned threads, const grundy_digraph *g,
                                  const grundy_solution *solution) {
  grundy_threads_set(threads);
  grundy_report *report = report_on(g, solution);
  grundy_threads_set(0);
  return report;
}

static void assert_same_reports(const grundy_report *expected, const grundy_report *got) {
  assert_int_equal(grundy_report_count(expected), grundy_report_count(got));
  for (size_t i = 0; i < grundy_report_count(expected); i++) {
    grundy_finding a = grundy_report_finding(expected, i), b = grundy_report_finding(got, i);
    assert_int_equal(a.column, b.column);
    assert_int_equal(a.verdict, b.verdict);
    assert_string_equal(a.text, b.text);
  }
}

void assert_same_report_for_all_threads(const grundy_digraph *g, const grundy_solution *solution) {
  static const unsigned threads[] = {2, 3, 8};
  grundy_report *one = report_with(1, g, solution);
  for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
    grundy_report *several = report_with(threads[i], g, solution);
    assert_same_reports(one, several);
    grundy_report_free(several);
  }
  grundy_report_free(one);
}
