#include "heap_quotient.h"

#include <grundy/answer.h>
#include <grundy/json.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "evaluation.h"

/* ---- words ------------------------------------------------------------------------------- */

/* Writes the name of a generator: a … z, then a1 … z1, a2 … */
static void put_letter(FILE *out, uint32_t generator) {
  (void)fputc("abcdefghijklmnopqrstuvwxyz"[generator % 26], out);
  if (generator >= 26) (void)fprintf(out, "%" PRIu32, generator / 26);
}

/* Writes a word such as ab^2c; 1 if it is empty. With more than 26 generators, letters have numbers
 * and are separated by points. */
static void put_word(FILE *out, grundy_misere_word word, uint32_t generators) {
  if (word.count == 0) (void)fputc('1', out);
  for (uint32_t i = 0, j; i < word.count; i = j) {
    for (j = i + 1; j < word.count && word.at[j] == word.at[i];) j++;
    if (i > 0 && generators > 26) (void)fputc('.', out);
    put_letter(out, word.at[i]);
    if (j - i > 1) (void)fprintf(out, "^%" PRIu32, j - i);
  }
}

static void put_element(FILE *out, const grundy_misere *q, uint32_t element) {
  put_word(out, grundy_misere_word_of(q, element), grundy_misere_get_facts(q).generator_count);
}

static int digits_of(uint32_t number) {
  int digits = 1;
  for (; number >= 10; number /= 10) digits++;
  return digits;
}

/* Returns how many characters put_word writes. */
static int word_width(grundy_misere_word word, uint32_t generators) {
  int width = word.count == 0 ? 1 : 0;
  for (uint32_t i = 0, j; i < word.count; i = j) {
    for (j = i + 1; j < word.count && word.at[j] == word.at[i];) j++;
    width += 1 + (word.at[i] >= 26 ? digits_of(word.at[i] / 26) : 0);
    if (i > 0 && generators > 26) width++;
    if (j - i > 1) width += 1 + digits_of(j - i);
  }
  return width;
}

static int element_width(const grundy_misere *q, uint32_t element) {
  return word_width(grundy_misere_word_of(q, element), grundy_misere_get_facts(q).generator_count);
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

static void put_generators(FILE *out, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "generators");
  for (uint32_t g = 0; g < facts->generator_count; g++) {
    int letter = g < 26 ? 1 : 1 + digits_of(g / 26);
    lines_item(&lines, letter + 8 + digits_of(facts->generators[g]));
    put_letter(out, g);
    (void)fprintf(out, " = heap %" PRIu32, facts->generators[g]);
  }
  (void)fputc('\n', out);
}

static void put_relations(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "relations");
  for (uint32_t i = 0; i < facts->relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    lines_item(&lines, word_width(relation.left, facts->generator_count) + 3 +
                           element_width(q, relation.right));
    put_word(out, relation.left, facts->generator_count);
    (void)fputs(" = ", out);
    put_element(out, q, relation.right);
  }
  (void)fputc('\n', out);
}

static void put_p(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  struct lines lines = lines_start(out, "P");
  for (uint32_t x = 0; x < facts->order; x++) {
    if (!grundy_misere_is_p(q, x)) continue;
    lines_item(&lines, element_width(q, x));
    put_element(out, q, x);
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

/* Returns the last heap whose value is shown: with a period, the others repeat these. */
static uint32_t last_shown(const grundy_misere_facts *facts) {
  if (facts->period_length == 0) return facts->heaps;
  return facts->period_start + facts->period_length - 1;
}

static void put_phi(FILE *out, const grundy_misere *q, const grundy_misere_facts *facts) {
  uint32_t last = last_shown(facts), columns = 10;
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
    put_element(out, q, facts->phi[n]);
    bool ends = n == last || n % columns == columns - 1;
    (void)fprintf(out, "%*s", ends ? 0 : width - element_width(q, facts->phi[n]), "");
    if (ends) (void)fputc('\n', out);
  }
}

static void put_table(FILE *out, const char *code, const grundy_misere *q,
                      const grundy_error *limit, uint32_t certified) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  put_title(out, code, &facts);
  put_period(out, &facts);
  if (facts.generator_count > 0) {
    put_generators(out, &facts);
    put_relations(out, q, &facts);
  }
  if (facts.p_order > 0) put_p(out, q, &facts);
  put_growth(out, &facts);
  put_phi(out, q, &facts);
  if (limit == NULL) return;
  (void)fprintf(out, "\nwith heap %" PRIu32 " the order is at least %" PRIu32, facts.heaps + 1,
                facts.lower_bound);
  if (certified > 0) (void)fprintf(out, "; the certificate proves at least %" PRIu32, certified);
  (void)fputc('\n', out);
}

/* ---- JSON -------------------------------------------------------------------------------- */

static void put_json_word(grundy_json *json, const char *name, grundy_misere_word word,
                          const grundy_misere_facts *facts) {
  put_word(grundy_json_text(json, name), word, facts->generator_count);
  grundy_json_text_end(json);
}

static void put_json_element(grundy_json *json, const char *name, const grundy_misere *q,
                             uint32_t element, const grundy_misere_facts *facts) {
  put_json_word(json, name, grundy_misere_word_of(q, element), facts);
}

static void put_json_period(grundy_json *json, const grundy_misere_facts *facts) {
  if (facts->period_length == 0) {
    grundy_json_null(json, "period");
    return;
  }
  grundy_json_object(json, "period");
  grundy_json_integer(json, "start", facts->period_start);
  grundy_json_integer(json, "length", facts->period_length);
  grundy_json_integer(json, "proved_at", facts->proved_at);
  grundy_json_end(json);
}

static void put_json_presentation(grundy_json *json, const grundy_misere *q,
                                  const grundy_misere_facts *facts) {
  grundy_json_array(json, "generators");
  for (uint32_t g = 0; g < facts->generator_count; g++) {
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    put_letter(grundy_json_text(json, "name"), g);
    grundy_json_text_end(json);
    grundy_json_integer(json, "heap", facts->generators[g]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_array(json, "relations");
  for (uint32_t i = 0; i < facts->relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    put_json_word(json, "left", relation.left, facts);
    put_json_element(json, "right", q, relation.right, facts);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_json_elements(grundy_json *json, const grundy_misere *q,
                              const grundy_misere_facts *facts) {
  grundy_json_array(json, "p");
  for (uint32_t x = 0; x < facts->order; x++)
    if (grundy_misere_is_p(q, x)) put_json_element(json, NULL, q, x, facts);
  grundy_json_end(json);
  grundy_json_array(json, "phi");
  for (uint32_t n = 0; n <= last_shown(facts); n++)
    put_json_element(json, NULL, q, facts->phi[n], facts);
  grundy_json_end(json);
  grundy_json_array(json, "growth");
  for (uint32_t i = 0; i < facts->growth_count; i++) {
    grundy_json_object(json, NULL);
    grundy_json_integer(json, "heap", facts->growth[i].heap);
    grundy_json_integer(json, "order", facts->growth[i].order);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_json(FILE *out, const char *code, const grundy_misere *q, const grundy_error *limit,
                     uint32_t certified) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "code", code);
  grundy_json_integer(&json, "max", facts.heaps);
  grundy_json_string(&json, "play", "misere");
  grundy_answer_limit(&json, limit);
  if (limit != NULL) grundy_json_integer(&json, "lower_bound", facts.lower_bound);
  if (limit != NULL && certified > 0) grundy_json_integer(&json, "certified_bound", certified);
  grundy_json_integer(&json, "order", facts.order);
  grundy_json_integer(&json, "p_order", facts.p_order);
  grundy_json_bool(&json, "tame", facts.is_tame);
  put_json_period(&json, &facts);
  put_json_presentation(&json, q, &facts);
  put_json_elements(&json, q, &facts);
  grundy_json_end(&json);
}

void heap_quotient_write(FILE *out, const char *code, const grundy_misere *q,
                         const grundy_error *limit, uint32_t certified, grundy_format format) {
  if (format == GRUNDY_FORMAT_JSON)
    put_json(out, code, q, limit, certified);
  else
    put_table(out, code, q, limit, certified);
}

/* ---- sums of heaps ----------------------------------------------------------------------- */

/* The most winning moves that are printed as text. */
enum { MOST_MOVES = 20 };

/* Where winning moves are written, and how many there are so far. */
struct move_writer {
  FILE *out;
  grundy_json *json; /* NULL: text */
  uint64_t count;
};

static bool write_move(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  struct move_writer *writer = context;
  if (writer->json != NULL) {
    grundy_json_object(writer->json, NULL);
    grundy_json_integer(writer->json, "heap", heap);
    grundy_json_array(writer->json, "parts");
    for (uint32_t i = 0; i < count; i++) grundy_json_integer(writer->json, NULL, parts[i]);
    grundy_json_end(writer->json);
    grundy_json_end(writer->json);
    return true;
  }
  if (writer->count++ == 0) (void)fputs("winning moves:\n", writer->out);
  if (writer->count > MOST_MOVES) return true;
  (void)fprintf(writer->out, "  %" PRIu32 " -> %s", heap, count == 0 ? "0" : "");
  for (uint32_t i = 0; i < count; i++)
    (void)fprintf(writer->out, "%s%" PRIu32, i == 0 ? "" : "+", parts[i]);
  (void)fputc('\n', writer->out);
  return true;
}

static grundy_status write_json_sum(FILE *out, const char *code, const grundy_misere *q,
                                    const uint32_t *sizes, uint64_t count, uint32_t element,
                                    grundy_error *error) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  grundy_json json = grundy_json_start(out);
  struct move_writer writer = {out, &json, 0};
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "code", code);
  grundy_json_array(&json, "heaps");
  for (uint64_t i = 0; i < count; i++) grundy_json_integer(&json, NULL, sizes[i]);
  grundy_json_end(&json);
  grundy_json_string(&json, "play", "misere");
  grundy_answer_outcome(&json, "outcome",
                        grundy_misere_is_p(q, element) ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N);
  grundy_answer_number32(&json, "value", GRUNDY_NUMBER_UNKNOWN);
  grundy_json_integer(&json, "positions", 0);
  grundy_json_integer(&json, "order", facts.order);
  put_json_element(&json, "phi", q, element, &facts);
  grundy_json_array(&json, "winning_moves");
  grundy_status status = grundy_misere_winning_moves(q, sizes, count, write_move, &writer, error);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return status;
}

grundy_status heap_quotient_write_sum(FILE *out, const char *code, const grundy_misere *q,
                                      const uint32_t *sizes, uint64_t count, grundy_format format,
                                      grundy_error *error) {
  uint32_t element;
  grundy_status status = grundy_misere_value(q, sizes, count, &element, error);
  if (status != GRUNDY_OK) return status;
  if (format == GRUNDY_FORMAT_JSON)
    return write_json_sum(out, code, q, sizes, count, element, error);
  struct move_writer writer = {out, NULL, 0};
  (void)fprintf(out, "%s: ", code);
  for (uint64_t i = 0; i < count; i++)
    (void)fprintf(out, "%s%" PRIu32, i == 0 ? "" : "+", sizes[i]);
  (void)fputs(" is ", out);
  evaluation_put_outcome(out, grundy_misere_is_p(q, element) ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N);
  (void)fputs(" in misere play (value ", out);
  put_element(out, q, element);
  (void)fprintf(out, " in the misere quotient of order %" PRIu32 ")\n",
                grundy_misere_get_facts(q).order);
  status = grundy_misere_winning_moves(q, sizes, count, write_move, &writer, error);
  if (writer.count > MOST_MOVES)
    (void)fprintf(out, "  and %" PRIu64 " more\n", writer.count - MOST_MOVES);
  return status;
}
