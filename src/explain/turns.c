/* Explains positions of games with kinds of moves, and of their sums. */

#include "explain/turns.h"

#include "base/alloc.h"
#include "base/error.h"
#include "compound/impl.h"

#include <grundy/compound.h>
#include <grundy/text.h>

#include <stdio.h>

enum { MOST_COMPONENTS = 12 }; /* that facts name */

/* What is known about the position. */
typedef struct inquiry {
  grundy_compound *compound;
  grundy_facts *facts;
  grundy_evaluation evaluation;
  grundy_moves *moves;
} inquiry;

/* ---- texts, which belong to the facts ------------------------------------------------------ */

/* Closes a stream of grundy_text_open, which may be NULL, and copies its text, which is freed; ""
 * if memory runs out. */
static const char *keep(inquiry *q, FILE *out, char **written, const size_t *length) {
  if (out != NULL && !grundy_text_close(out, written)) {
    free(*written);
    *written = NULL;
  }
  char *text = out == NULL ? NULL : *written;
  uint64_t size = *length;
  const char *kept = text == NULL ? NULL : grundy_facts_keep(q->facts, text, size + 1, 1);
  if (text == NULL) q->facts->failed = true;
  free(text);
  return kept == NULL ? "" : kept;
}

/* Writes the name of a position, or `empty` if that is "". */
static void put_name(FILE *out, const inquiry *q, uint32_t component, uint64_t position,
                     const char *empty) {
  size_t length = grundy_compound_name(q->compound, component, position, NULL, 0);
  char *name = grundy_alloc(length + 1, 1);
  if (name == NULL) {
    q->facts->failed = true;
    return;
  }
  (void)grundy_compound_name(q->compound, component, position, name, length + 1);
  (void)fputs(name[0] == '\0' ? empty : name, out);
  free(name);
}

/* Writes "a + 3", with at most MOST_COMPONENTS positions. */
static const char *position_text(inquiry *q) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  uint32_t count = grundy_compound_count(q->compound);
  for (uint32_t i = 0; out != NULL && i < count && i < MOST_COMPONENTS; i++) {
    if (i > 0) (void)fputs(" + ", out);
    put_name(out, q, i, grundy_compound_position(q->compound, i), count > 1 ? "\"\"" : "");
  }
  if (out != NULL && count > MOST_COMPONENTS) (void)fputs(" + ...", out);
  return keep(q, out, &text, &size);
}

/* Writes "1: a +> b, 2: 3 -> 0". */
static const char *turn_text(inquiry *q, grundy_move move) {
  size_t size = grundy_compound_describe_move(q->compound, move, NULL, 0);
  char *text = grundy_facts_room(q->facts, size + 1);
  if (text == NULL) return "";
  (void)grundy_compound_describe_move(q->compound, move, text, size + 1);
  return text;
}

static const char *value_text(inquiry *q, const grundy_evaluation *e) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  grundy_value value = {.nimber = GRUNDY_INFINITY, .k = e->k, .c = e->c};
  if (e->value != GRUNDY_INFINITY64) value.nimber = (uint32_t)e->value;
  uint32_t *room = grundy_alloc(e->k.size + 1, sizeof *room);
  if (out != NULL && room != NULL && e->shift != 0)
    value = grundy_value_add(value, (grundy_value){.nimber = e->shift, .k.absent = true}, room);
  if (out != NULL && room != NULL) grundy_value_write(value, false, out);
  if (room == NULL) q->facts->failed = true;
  free(room);
  return keep(q, out, &text, &size);
}

/* ---- facts --------------------------------------------------------------------------------- */

static grundy_status explain_components(inquiry *q, grundy_error *error) {
  uint32_t count = grundy_compound_count(q->compound);
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < count && i < MOST_COMPONENTS && status == GRUNDY_OK; i++) {
    grundy_evaluation e;
    uint64_t position = grundy_compound_position(q->compound, i);
    status = grundy_evaluate_position(grundy_compound_component(q->compound, i), position,
                                      GRUNDY_NORMAL_PLAY, &e, error);
    if (status != GRUNDY_OK || e.value == GRUNDY_UNKNOWN) continue;
    char *text = NULL;
    size_t size = 0;
    FILE *out = grundy_text_open(&text, &size);
    if (out != NULL) put_name(out, q, i, position, "");
    GRUNDY_ADD_FACT(q->facts, GRUNDY_FACT_TURN_COMPONENT, NULL,
                    grundy_with_number("number", (uint64_t)i + 1),
                    grundy_with_name("position", keep(q, out, &text, &size)),
                    grundy_with_word("value", value_text(q, &e)));
  }
  return status;
}

/* Returns whether nothing but nimbers is left after the move. */
static bool leads_to_nimbers(const grundy_move *move) {
  return move->after.outcome == GRUNDY_OUTCOME_P && move->after.value == 0;
}

static void explain_outcome(inquiry *q, grundy_fact_parameter position) {
  const grundy_evaluation *e = &q->evaluation;
  bool has_turn = grundy_moves_count(q->moves) > 0;
  grundy_move best = has_turn ? grundy_moves_get(q->moves, 0) : (grundy_move){0};
  const char *text = has_turn ? turn_text(q, best) : NULL;
  uint64_t states = e->outcome_origin.positions;
  bool at_once = e->c.size > 0 && e->c.numbers[e->c.size - 1] == GRUNDY_INFINITY;
  if (e->outcome == GRUNDY_OUTCOME_N)
    GRUNDY_ADD_FACT(q->facts, GRUNDY_FACT_TURN_WIN, NULL, position, grundy_with_word("turn", text),
                    grundy_with_flag("at_once", at_once),
                    grundy_with_flag("nimbers", leads_to_nimbers(&best)),
                    grundy_with_number("states", states));
  if (e->outcome == GRUNDY_OUTCOME_P)
    GRUNDY_ADD_FACT(q->facts, GRUNDY_FACT_TURN_LOSS, NULL, position,
                    grundy_with_number("states", states));
  if (e->outcome == GRUNDY_OUTCOME_D)
    GRUNDY_ADD_FACT(q->facts, GRUNDY_FACT_TURN_DRAW, NULL, position, grundy_with_word("turn", text),
                    grundy_with_number("states", states));
}

static grundy_status explain(inquiry *q, const grundy_monitor *monitor, grundy_error *error) {
  const grundy_search_options options = {.size = sizeof options, .monitor = monitor};
  grundy_status status =
      grundy_compound_best(q->compound, 1, &options, &q->evaluation, &q->moves, error);
  if (status != GRUNDY_OK) return status;
  if (q->evaluation.outcome == GRUNDY_OUTCOME_NONE)
    return grundy_fail(error, GRUNDY_UNABLE, "the outcome is not known: %s",
                       grundy_compound_limit_reached(q->compound));
  const char *name = position_text(q);
  grundy_fact_parameter position = grundy_with_name("position", name);
  q->facts->position = name;
  status = explain_components(q, error);
  if (status != GRUNDY_OK) return status;
  if (grundy_compound_count(q->compound) > 1 && q->evaluation.value != GRUNDY_UNKNOWN)
    GRUNDY_ADD_FACT(q->facts, GRUNDY_FACT_TURN_VALUE, NULL, position,
                    grundy_with_word("value", value_text(q, &q->evaluation)));
  explain_outcome(q, position);
  return q->facts->failed ? grundy_fail_memory(error) : GRUNDY_OK;
}

grundy_status grundy_turns_explain(grundy_compound *c, const grundy_monitor *monitor,
                                   grundy_facts **facts, grundy_error *error) {
  if (!c->has_turns)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no component has kinds of moves");
  inquiry q = {.compound = c, .facts = grundy_facts_new()};
  grundy_status status = q.facts == NULL ? grundy_fail_memory(error) : explain(&q, monitor, error);
  grundy_moves_free(q.moves);
  if (status == GRUNDY_OK)
    *facts = q.facts;
  else
    grundy_facts_free(q.facts);
  return status;
}
