/* Writes the proof that a search has found its answer: a certificate.
 *
 * A certificate is a text. Its first lines name the game and the position and state the answer;
 * every other line is a claim about a part: "3 NAME", its value is 3, or ">=2 NAME", it has
 * followers of the values 0 and 1. Each claim follows from those before it:
 *
 *   - a part has followers of the values 0, …, b - 1, if for each of these values there is a move
 *     to parts with claimed values of that nim-sum;
 *   - its value is b, if in addition no move leads to b: each leads to parts with claimed values
 *     whose nim-sum is not b; or all but one of them have claimed values, with the nim-sum x, and
 *     the last one has more than b ⊕ x as its claimed lower bound.
 *
 * docs/splitting-proofs.md proves that such claims are true, in games with cycles, too.
 *
 * Claims wait on a stack for the claims that they need. What the table has forgotten is searched
 * again. Nothing recurses. */

#include "search/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "search/part_name.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define NOT_CLAIMED UINT32_MAX

/* What is claimed about a part so far, and what waits on the stack. */
typedef struct claimed {
  uint32_t value, least;
  bool has_open_value, has_open_least;
} claimed;

/* A claim: that part `number` has this value, or at least this value. */
typedef struct claim {
  uint32_t number;
  uint32_t value;
  bool is_exact;
  bool is_open; /* the claims that it needs are above it on the stack */
} claim;

typedef struct certificate {
  grundy_search *s;
  grundy_search_thread *t;
  FILE *out;
  grundy_positions parts;
  claimed *about; /* each part */
  uint64_t about_room;
  claim *stack;
  uint64_t depth, stack_room;
} certificate;

/* Finds the name of a position, by which the rules must recognize it. */
static grundy_status find_name(const grundy_search *s, grundy_position position,
                               char name[GRUNDY_RULES_MAX_NAME]) {
  return grundy_part_name(s->ruleset, position, "a certificate", name, s->error);
}

/* ---- claims --------------------------------------------------------------------------------- */

static bool is_made(const certificate *c, const claim *made) {
  const claimed *about = &c->about[made->number];
  if (made->is_exact) return about->value == made->value;
  if (about->least >= made->value) return true;
  return about->value != NOT_CLAIMED && about->value >= made->value;
}

/* Pushes a claim about a node, unless it has been made. */
static grundy_status need(certificate *c, uint32_t v, uint32_t value, bool is_exact) {
  grundy_position position = grundy_positions_get(&c->s->table.positions, v);
  uint32_t before = c->parts.count;
  claim needed = {.value = value, .is_exact = is_exact};
  if (!grundy_positions_add(&c->parts, position, grundy_position_hash(position), &needed.number) ||
      !grundy_grow_slowly(&c->about, &c->about_room, c->parts.count, sizeof *c->about))
    return grundy_fail_memory(c->s->error);
  if (c->parts.count > before) c->about[needed.number] = (claimed){.value = NOT_CLAIMED};
  if (is_made(c, &needed)) return GRUNDY_OK;
  if (!grundy_grow(&c->stack, &c->stack_room, c->depth + 1, sizeof *c->stack))
    return grundy_fail_memory(c->s->error);
  c->stack[c->depth++] = needed;
  return GRUNDY_OK;
}

/* Searches until the table answers the question. */
static grundy_status settle(const certificate *c, grundy_search_question question) {
  grundy_search *s = c->s;
  uint64_t base = c->t->depth;
  grundy_status status = GRUNDY_OK;
  if ((s->table.nodes[question.v].frames & c->t->bit) != 0)
    s->end = GRUNDY_POSITION_SEARCH_CYCLE;
  else
    status = grundy_search_push(c->t, question);
  if (status == GRUNDY_OK && s->end == GRUNDY_POSITION_SEARCH_ANSWERED)
    status = grundy_search_run(c->t, base);
  if (status != GRUNDY_OK || s->end == GRUNDY_POSITION_SEARCH_ANSWERED) return status;
  return grundy_fail(s->error, GRUNDY_UNABLE,
                     "cannot write a certificate: the game has cycles, and no proof without a "
                     "cycle was found");
}

static const grundy_search_node *top_node(const certificate *c) {
  return &c->s->table.nodes[c->t->frames[c->t->depth - 1].v];
}

/* ---- what a claim needs --------------------------------------------------------------------- */

static grundy_status need_values(certificate *c, grundy_search_sum sum, uint32_t except) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < sum.count && status == GRUNDY_OK; i++) {
    const grundy_search_node *n = &c->s->table.nodes[sum.parts[i]];
    assert(i == except || n->is_exact);
    if (i != except) status = need(c, sum.parts[i], n->bound, true);
  }
  return status;
}

/* Claims that the sum, which is known to have another value, does not have this one. A lower bound
 * of one part is enough if it exceeds what the part would have to be; the last parts are the
 * largest. */
static grundy_status need_another(certificate *c, grundy_search_sum sum, uint32_t value) {
  const grundy_search_node *nodes = c->s->table.nodes;
  uint32_t all = value, open = sum.count;
  for (uint32_t i = 0; i < sum.count; i++) {
    if (nodes[sum.parts[i]].is_exact)
      all ^= nodes[sum.parts[i]].bound;
    else
      open = i;
  }
  for (uint32_t i = sum.count; i-- > 0;) {
    const grundy_search_node *n = &nodes[sum.parts[i]];
    uint32_t others = n->is_exact ? all ^ n->bound : all;
    if ((open < sum.count && open != i) || n->bound <= others) continue;
    grundy_status status = need(c, sum.parts[i], others + 1, false);
    return status == GRUNDY_OK ? need_values(c, sum, i) : status;
  }
  return need_values(c, sum, sum.count);
}

/* Finds a follower of that value, which exists. Those that are known come first. */
static grundy_status need_follower(certificate *c, uint32_t value) {
  grundy_search_question question;
  for (int is_searching = 0; is_searching < 2; is_searching++) {
    for (uint32_t i = 0; i < top_node(c)->count;) {
      grundy_search_sum sum = grundy_search_follower(&c->s->table, top_node(c), i);
      grundy_search_verdict verdict = grundy_search_ask(&c->s->table, sum, value, &question);
      if (verdict == SUM_HAS_VALUE) return need_values(c, sum, sum.count);
      if (is_searching && verdict == SUM_IS_OPEN) {
        grundy_status status = settle(c, question);
        if (status != GRUNDY_OK) return status;
      } else {
        i = sum.next;
      }
    }
  }
  return grundy_fail(c->s->error, GRUNDY_BAD_INPUT,
                     "cannot write a certificate: the rules do not give the same moves again");
}

/* Claims that no follower has that value. */
static grundy_status need_no_follower(certificate *c, uint32_t value) {
  grundy_search_question question;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < top_node(c)->count && status == GRUNDY_OK;) {
    grundy_search_sum sum = grundy_search_follower(&c->s->table, top_node(c), i);
    grundy_search_verdict verdict = grundy_search_ask(&c->s->table, sum, value, &question);
    if (verdict == SUM_IS_OPEN) {
      status = settle(c, question);
    } else {
      i = sum.next;
      status = need_another(c, sum, value);
    }
  }
  return status;
}

/* ---- the order of claims -------------------------------------------------------------------- */

/* Pushes what the claim at the top needs. */
static grundy_status open_claim(certificate *c) {
  claim *top = &c->stack[c->depth - 1];
  claimed *about = &c->about[top->number];
  uint32_t value = top->value, v;
  bool is_exact = top->is_exact;
  if (is_exact ? about->has_open_value : about->has_open_least) /* the same claim waits below */
    return grundy_fail(c->s->error, GRUNDY_UNABLE,
                       "cannot write a certificate: the game has cycles, and the proof would go "
                       "round in one");
  top->is_open = true;
  *(is_exact ? &about->has_open_value : &about->has_open_least) = true;
  grundy_status status = grundy_search_add(c->s, grundy_positions_get(&c->parts, top->number), &v);
  if (status == GRUNDY_OK)
    status = grundy_search_push(c->t, (grundy_search_question){v, GRUNDY_SEARCH_NO_TARGET});
  if (status != GRUNDY_OK) return status;
  if (!top_node(c)->is_expanded) status = grundy_search_expand(c->t);
  for (uint32_t k = 0; k < value && status == GRUNDY_OK; k++) status = need_follower(c, k);
  if (status == GRUNDY_OK && is_exact) status = need_no_follower(c, value);
  while (c->t->depth > 0) grundy_search_pop(c->t);
  return status;
}

/* Writes the claim at the top, for which everything is there. */
static grundy_status close_claim(certificate *c) {
  const claim *top = &c->stack[--c->depth];
  claimed *about = &c->about[top->number];
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_status status = find_name(c->s, grundy_positions_get(&c->parts, top->number), name);
  if (status != GRUNDY_OK) return status;
  (void)fprintf(c->out, "%s%" PRIu32 " %s\n", top->is_exact ? "" : ">=", top->value, name);
  *(top->is_exact ? &about->value : &about->least) = top->value;
  *(top->is_exact ? &about->has_open_value : &about->has_open_least) = false;
  return GRUNDY_OK;
}

static grundy_status make_claims(certificate *c) {
  const uint64_t all = c->s->request->memory;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && c->depth > 0) {
    const claim *top = &c->stack[c->depth - 1];
    if (top->is_open)
      status = close_claim(c);
    else if (is_made(c, top))
      c->depth--;
    else
      status = open_claim(c);
    /* The claims take memory from the table. */
    uint64_t own = grundy_positions_memory(&c->parts) + c->about_room * sizeof *c->about +
                   c->stack_room * sizeof *c->stack;
    if (status == GRUNDY_OK && all > 0 && own > all / 4 * 3)
      status =
          grundy_fail_because(c->s->error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
                              "the certificate takes %.1f MiB so far; there is room for %.1f MiB",
                              (double)own / 0x1p20, (double)all / 0x1p20);
    else if (status == GRUNDY_OK && all > 0)
      c->s->memory = (all - own) / 8 * 7;
    if (status == GRUNDY_OK && !grundy_work_step(&c->s->work, 1))
      status = grundy_fail_cancelled(c->s->error);
  }
  return status;
}

/* ---- the answer ----------------------------------------------------------------------------- */

grundy_status grundy_search_check_certificate(const grundy_search *s) {
  char name[GRUNDY_RULES_MAX_NAME];
  if (s->ruleset->has_terminal)
    return grundy_fail(s->error, GRUNDY_UNABLE,
                       "cannot write a certificate: the rules have a function 'terminal'; "
                       "certificates are for rules by which a player who cannot move loses");
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < s->root_count && status == GRUNDY_OK; i++)
    status = find_name(s, grundy_positions_get(&s->table.positions, s->roots[i]), name);
  return status;
}

grundy_status grundy_search_certify(grundy_search *s, const grundy_position_search_answer *answer,
                                    grundy_output *output) {
  certificate c = {.s = s, .t = &s->threads[0], .out = grundy_output_stream(output)};
  const char *text = s->ruleset->text, *name = s->request->name;
  const grundy_search_sum all = {s->roots, s->root_count, 0};
  s->is_alone = true;
  c.parts.bytes = s->ruleset->bytes;
  s->work = grundy_work_start(s->request->monitor, "certifying", 0);
  /* The first lines say what is claimed about which position; the comment is for people. */
  (void)fputs("grundy certificate 1\n#", c.out);
  if (grundy_part_is_one_line(text, strlen(text))) (void)fprintf(c.out, " %s", text);
  if (name != NULL && grundy_part_is_one_line(name, s->request->length))
    (void)fprintf(c.out, "@%.*s", (int)s->request->length, name);
  (void)fputc('\n', c.out);
  if (s->request->value)
    (void)fprintf(c.out, "value %" PRIu32 "\n", answer->value);
  else
    (void)fprintf(c.out, "outcome %c\n", answer->is_p ? 'P' : 'N');
  grundy_status status = !s->request->value && !answer->is_p ? need_another(&c, all, 0)
                                                             : need_values(&c, all, all.count);
  if (status == GRUNDY_OK) status = make_claims(&c);
  grundy_positions_free(&c.parts);
  free(c.about);
  free(c.stack);
  if (status == GRUNDY_OK) return grundy_output_commit(output, s->error);
  grundy_output_discard(output);
  return status;
}
