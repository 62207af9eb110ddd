/* Writes misère quotients: as a table, and for papers. */

#include "base/error.h"
#include "base/options.h"
#include "misere/words.h"

#include <grundy/format.h>

#include <inttypes.h>

static int digits_of(uint32_t number) {
  int digits = 1;
  for (; number >= 10; number /= 10) digits++;
  return digits;
}

static int word_width(const grundy_misere *q, grundy_misere_word word) {
  return (int)grundy_misere_word_format(q, word, NULL, 0);
}

static int element_width(const grundy_misere *q, uint32_t element) {
  return word_width(q, grundy_misere_word_of(q, element));
}

/* ---- tables ------------------------------------------------------------------------------ */

/* A list in lines of at most 80 characters. */
struct lines {
  FILE *out;
  int column;
};

enum { WIDTH = 80, INDENT = 2 };

static struct lines lines_start(FILE *out, const char *title) {
  (void)fprintf(out, "\n%s\n", title);
  return (struct lines){out, 0};
}

/* Begins an item of that width. */
static void lines_item(struct lines *lines, int width) {
  bool fits = lines->column + 2 + width < WIDTH;
  if (lines->column > 0) (void)fputs(fits ? ", " : ",\n", lines->out);
  if (lines->column == 0 || !fits) (void)fprintf(lines->out, "%*s", INDENT, "");
  lines->column = (lines->column == 0 || !fits ? INDENT : lines->column + 2) + width;
}

static void put_title(FILE *out, const char *code, const grundy_misere_facts *facts) {
  (void)fprintf(out, "%s, misere play: ", code);
  if (facts->period_length > 0)
    (void)fputs("quotient of all heaps\n\n", out);
  else
    (void)fprintf(out, "quotient of heaps 0 to %" PRIu32 "\n\n", facts->heaps);
  (void)fprintf(out, "order %" PRIu32 ", %" PRIu32 " in P, %s\n", facts->order, facts->p_order,
                facts->is_tame ? "tame" : "wild");
}

/* Writes the period with the inequality that proves it. */
static void put_period(FILE *out, const grundy_misere_facts *facts) {
  uint32_t start = facts->period_start, length = facts->period_length;
  if (length == 0) return;
  (void)fprintf(out,
                "Phi(n + %" PRIu32 ") = Phi(n) for n >= %" PRIu32 ": true up to heap %" PRIu32
                " = %" PRIu32 " * (%" PRIu32 " + %" PRIu32 ") + %" PRIu32
                " - 1, hence for all heaps (theorem [GS56, PS08])\n",
                length, start, facts->proved_at, facts->most_parts, start, length,
                facts->most_taken);
}

static void put_generators(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "generators");
  for (uint32_t g = 0; g < facts->generator_count; g++) {
    const grundy_misere_word letter = {&g, 1};
    lines_item(&lines, word_width(q, letter) + 8 + digits_of(facts->generators[g]));
    grundy_misere_word_put(out, q, letter);
    (void)fprintf(out, " = heap %" PRIu32, facts->generators[g]);
  }
  (void)fputc('\n', out);
}

static void put_relations(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "relations");
  for (uint32_t i = 0; i < facts->relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    lines_item(&lines, word_width(q, relation.left) + 3 + element_width(q, relation.right));
    grundy_misere_word_put(out, q, relation.left);
    (void)fputs(" = ", out);
    grundy_misere_element_put(out, q, relation.right);
  }
  (void)fputc('\n', out);
}

static void put_p(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "P");
  for (uint32_t x = 0; x < facts->order; x++) {
    if (!grundy_misere_is_p(q, x)) continue;
    lines_item(&lines, element_width(q, x));
    grundy_misere_element_put(out, q, x);
  }
  (void)fputc('\n', out);
}

static void put_growth(FILE *out, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "order, and the heap from which on");
  lines_item(&lines, 6);
  (void)fputs("1 at 0", out);
  for (uint32_t i = 0; i < facts->growth_count; i++) {
    grundy_misere_growth growth = facts->growth[i];
    lines_item(&lines, digits_of(growth.order) + 4 + digits_of(growth.heap));
    (void)fprintf(out, "%" PRIu32 " at %" PRIu32, growth.order, growth.heap);
  }
  (void)fputc('\n', out);
}

static void put_phi(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  uint32_t last = grundy_misere_last_shown(facts), columns = 10;
  int width = 1;
  for (uint32_t n = 0; n <= last; n++) {
    int own = element_width(q, facts->phi[n]);
    if (own > width) width = own;
  }
  while (columns > 1 && 8 + (int)columns * (width + 1) > WIDTH) columns--;
  (void)fputs("\nPhi\n", out);
  for (uint32_t n = 0; n <= last; n++) {
    if (n % columns == 0) (void)fprintf(out, "%6" PRIu32 " ", n);
    (void)fputc(' ', out);
    grundy_misere_element_put(out, q, facts->phi[n]);
    bool ends = n == last || n % columns == columns - 1;
    (void)fprintf(out, "%*s", ends ? 0 : width - element_width(q, facts->phi[n]), "");
    if (ends) (void)fputc('\n', out);
  }
}

static void put_table(FILE *out, const grundy_misere *q,
                      const grundy_misere_write_options *options) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  uint32_t certified = options->certified;
  put_title(out, options->code, &facts);
  put_period(out, &facts);
  if (facts.generator_count > 0) {
    put_generators(out, q, &facts);
    put_relations(out, q, &facts);
  }
  if (facts.p_order > 0) put_p(out, q, &facts);
  put_growth(out, &facts);
  put_phi(out, q, &facts);
  if (facts.drift.second > 0)
    (void)fprintf(
        out,
        "\nwith heap %" PRIu32 " the quotient is infinite, proved: the multiples of heaps %" PRIu32
        " and %" PRIu32 " drift (docs/misere.md)\noutcomes of sums of heaps up to %" PRIu32
        " are known; --heaps asks for them\n",
        facts.drift.second, facts.drift.first, facts.drift.second, facts.drift.heaps);
  if (options->limit == NULL || facts.drift.second > 0) return;
  (void)fprintf(out, "\nwith heap %" PRIu32 " the order is at least %" PRIu32, facts.heaps + 1,
                facts.lower_bound);
  if (certified > 0) (void)fprintf(out, "; the certificate proves at least %" PRIu32, certified);
  (void)fputc('\n', out);
}

/* ---- papers ------------------------------------------------------------------------------ */

/* Writes a word in math mode: exponents of several digits need braces. */
static void put_tex(FILE *out, const grundy_misere *q, grundy_misere_word word) {
  if (word.count == 0) (void)fputc('1', out);
  for (uint32_t i = 0, j; i < word.count; i = j) {
    for (j = i + 1; j < word.count && word.at[j] == word.at[i];) j++;
    char letter[16];
    (void)grundy_misere_word_format(q, (grundy_misere_word){word.at + i, 1}, letter, sizeof letter);
    (void)fprintf(out, letter[1] == '\0' ? "%c" : "%c_{%s}", letter[0], letter + 1);
    if (j - i > 1) (void)fprintf(out, "^{%" PRIu32 "}", j - i);
  }
}

static void put_tex_element(FILE *out, const grundy_misere *q, uint32_t element) {
  put_tex(out, q, grundy_misere_word_of(q, element));
}

static void put_tex_presentation(FILE *out, const grundy_misere *q,
                                 const grundy_misere_facts *facts) {
  bool is_first = true;
  (void)fputs("\\[ \\mathcal{Q} = \\langle ", out);
  for (uint32_t g = 0; g < facts->generator_count; g++) {
    if (g > 0) (void)fputs(", ", out);
    put_tex(out, q, (grundy_misere_word){&g, 1});
  }
  (void)fputs(" \\mid ", out);
  for (uint32_t i = 0; i < facts->relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    (void)fputs(i == 0 ? "" : i % 8 == 0 ? ",\n  " : ", ", out);
    put_tex(out, q, relation.left);
    (void)fputs(" = ", out);
    put_tex_element(out, q, relation.right);
  }
  (void)fputs(" \\rangle \\]\n\\[ \\mathcal{P} = \\{", out);
  for (uint32_t x = 0; x < facts->order; x++) {
    if (!grundy_misere_is_p(q, x)) continue;
    if (!is_first) (void)fputs(", ", out);
    is_first = false;
    put_tex_element(out, q, x);
  }
  (void)fputs("\\} \\]\n", out);
}

/* The presentation, and a table of the values of heaps with ten columns. */
static void put_latex(FILE *out, const grundy_misere *q,
                      const grundy_misere_write_options *options) {
  enum { COLUMNS = 10 };
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  uint32_t last = grundy_misere_last_shown(&facts);
  (void)fprintf(
      out, "%% The misere quotient of %s%s%" PRIu32 ": order %" PRIu32 ", %" PRIu32 " in P\n",
      options->code, facts.period_length > 0 ? ", all heaps; shown up to heap " : ", heaps up to ",
      last, facts.order, facts.p_order);
  put_tex_presentation(out, q, &facts);
  (void)fputs("\\begin{tabular}{r|llllllllll}\n$n$", out);
  for (int i = 0; i < COLUMNS; i++) (void)fprintf(out, " & +%d", i);
  (void)fputs(" \\\\\n\\hline\n", out);
  for (uint32_t n = 0; n <= last; n++) {
    if (n % COLUMNS == 0) (void)fprintf(out, "%" PRIu32, n);
    (void)fputs(" & $", out);
    put_tex_element(out, q, facts.phi[n]);
    (void)fputs(n == last || n % COLUMNS == COLUMNS - 1 ? "$ \\\\\n" : "$", out);
  }
  (void)fputs("\\end{tabular}\n", out);
}

grundy_status grundy_misere_write(const grundy_misere *quotient, grundy_format format,
                                  const grundy_misere_write_options *options, FILE *out,
                                  grundy_error *error) {
  grundy_misere_write_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  if (own.code == NULL) own.code = "";
  if (format == GRUNDY_FORMAT_TABLE)
    put_table(out, quotient, &own);
  else if (format == GRUNDY_FORMAT_LATEX)
    put_latex(out, quotient, &own);
  else
    return grundy_fail(error, GRUNDY_UNABLE, "quotients are written as a table or as latex");
  return GRUNDY_OK;
}
