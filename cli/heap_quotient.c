#include "heap_quotient.h"

#include <grundy/answer.h>
#include <grundy/json.h>

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>

#include "evaluation.h"

/* Writes the word of an element; longer ones than any line are cut. */
static void put_element(FILE *out, const grundy_misere *q, uint32_t element) {
  char word[512];
  (void)grundy_misere_word_format(q, grundy_misere_word_of(q, element), word, sizeof word);
  (void)fputs(word, out);
}

grundy_status heap_quotient_write(FILE *out, const char *code, const grundy_misere *q,
                                  const grundy_error *limit, uint32_t certified,
                                  grundy_format format, grundy_error *error) {
  const grundy_misere_write_options options = {
      .size = sizeof options, .code = code, .limit = limit, .certified = certified};
  if (format != GRUNDY_FORMAT_JSON) return grundy_misere_write(q, format, &options, out, error);
  grundy_json json = grundy_json_start(out);
  grundy_answer_quotient(&json, q, code, limit, certified);
  return GRUNDY_OK;
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
                                    const uint32_t *sizes, uint64_t count, grundy_outcome outcome,
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
  grundy_answer_outcome(&json, "outcome", outcome);
  grundy_answer_number32(&json, "value", GRUNDY_NUMBER_UNKNOWN);
  grundy_json_integer(&json, "positions", 0);
  uint32_t element;
  if (grundy_misere_value(q, sizes, count, &element, NULL) == GRUNDY_OK) {
    grundy_json_integer(&json, "order", facts.order);
    put_element(grundy_json_text(&json, "phi"), q, element);
    grundy_json_text_end(&json);
  } else { /* the quotient is infinite */
    grundy_json_null(&json, "order");
    grundy_json_null(&json, "phi");
  }
  grundy_json_array(&json, "winning_moves");
  grundy_status status = grundy_misere_winning_moves(q, sizes, count, write_move, &writer, error);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return status;
}

/* Writes how the outcome is known. */
static void put_reason(FILE *out, const grundy_misere *q, const uint32_t *sizes, uint64_t count) {
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  uint32_t element;
  (void)fputs(" in misere play (", out);
  if (grundy_misere_value(q, sizes, count, &element, NULL) == GRUNDY_OK) {
    (void)fputs("value ", out);
    put_element(out, q, element);
    (void)fprintf(out, " in the misere quotient of order %" PRIu32 ")\n", facts.order);
  } else {
    (void)fprintf(out, "the quotient is infinite; heaps %" PRIu32 " and %" PRIu32 " drift)\n",
                  facts.drift.first, facts.drift.second);
  }
}

grundy_status heap_quotient_write_sum(FILE *out, const char *code, const grundy_misere *q,
                                      const uint32_t *sizes, uint64_t count, grundy_format format,
                                      grundy_error *error) {
  grundy_outcome outcome;
  grundy_status status = grundy_misere_outcome(q, sizes, count, &outcome, error);
  if (status != GRUNDY_OK) return status;
  if (format == GRUNDY_FORMAT_JSON)
    return write_json_sum(out, code, q, sizes, count, outcome, error);
  struct move_writer writer = {out, NULL, 0};
  (void)fprintf(out, "%s: ", code);
  for (uint64_t i = 0; i < count; i++)
    (void)fprintf(out, "%s%" PRIu32, i == 0 ? "" : "+", sizes[i]);
  (void)fputs(" is ", out);
  evaluation_put_outcome(out, outcome);
  put_reason(out, q, sizes, count);
  status = grundy_misere_winning_moves(q, sizes, count, write_move, &writer, error);
  if (writer.count > MOST_MOVES)
    (void)fprintf(out, "  and %" PRIu64 " more\n", writer.count - MOST_MOVES);
  return status;
}
