/* Misère quotients as JSON. */

#include "answer/impl.h"
#include "misere/words.h"

static void put_word(grundy_json *json, const char *name, const grundy_misere *q,
                     grundy_misere_word word) {
  grundy_misere_word_put(grundy_json_text(json, name), q, word);
  grundy_json_text_end(json);
}

static void put_element(grundy_json *json, const char *name, const grundy_misere *q,
                        uint32_t element) {
  put_word(json, name, q, grundy_misere_word_of(q, element));
}

/* Writes the heaps that prove that the quotient becomes infinite. */
static void put_drift(grundy_json *json, const grundy_misere_drift *drift) {
  if (drift->second == 0) {
    grundy_json_null(json, "infinite");
    return;
  }
  grundy_json_object(json, "infinite");
  grundy_json_integer(json, "from", drift->second);
  grundy_json_array(json, "drifting");
  grundy_json_integer(json, NULL, drift->first);
  grundy_json_integer(json, NULL, drift->second);
  grundy_json_end(json);
  grundy_json_integer(json, "outcomes_up_to", drift->heaps);
  grundy_json_end(json);
}

static void put_period(grundy_json *json, const grundy_misere_facts *facts) {
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

static void put_presentation(grundy_json *json, const grundy_misere *q,
                             const grundy_misere_facts *facts) {
  grundy_json_array(json, "generators");
  for (uint32_t g = 0; g < facts->generator_count; g++) {
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    put_word(json, "name", q, (grundy_misere_word){&g, 1});
    grundy_json_integer(json, "heap", facts->generators[g]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_array(json, "relations");
  for (uint32_t i = 0; i < facts->relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(q, i);
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    put_word(json, "left", q, relation.left);
    put_element(json, "right", q, relation.right);
    grundy_json_end(json);
  }
  grundy_json_end(json);
}

static void put_elements(grundy_json *json, const grundy_misere *q,
                         const grundy_misere_facts *facts) {
  grundy_json_array(json, "p");
  for (uint32_t x = 0; x < facts->order; x++)
    if (grundy_misere_is_p(q, x)) put_element(json, NULL, q, x);
  grundy_json_end(json);
  grundy_json_array(json, "phi");
  for (uint32_t n = 0; n <= grundy_misere_last_shown(facts); n++)
    put_element(json, NULL, q, facts->phi[n]);
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

void grundy_answer_quotient(grundy_json *json, const grundy_misere *quotient, const char *code,
                            const grundy_error *limit, uint32_t certified) {
  grundy_misere_facts facts = grundy_misere_get_facts(quotient);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "code", code);
  grundy_json_integer(json, "max", facts.heaps);
  grundy_json_string(json, "play", "misere");
  grundy_answer_limit(json, limit);
  if (limit != NULL) grundy_json_integer(json, "lower_bound", facts.lower_bound);
  if (limit != NULL && certified > 0) grundy_json_integer(json, "certified_bound", certified);
  grundy_json_integer(json, "order", facts.order);
  grundy_json_integer(json, "p_order", facts.p_order);
  grundy_json_bool(json, "tame", facts.is_tame);
  grundy_answer_number32(json, "wild_at",
                         facts.wild_at > 0 ? facts.wild_at : GRUNDY_NUMBER_UNKNOWN);
  put_period(json, &facts);
  put_drift(json, &facts.drift);
  put_presentation(json, quotient, &facts);
  put_elements(json, quotient, &facts);
  grundy_json_end(json);
}
