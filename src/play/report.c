/* Reports about matches: every position, every move with what it did, and the moves to choose
 * from. */

#include <grundy/facts.h>
#include <grundy/play.h>

#include "answer/impl.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "text/print.h"

#include <stdio.h>
#include <string.h>

/* A JSON array that is written while the match goes on. */
typedef struct array {
  char *text;
  size_t size;
  grundy_json json; /* its stream is NULL if it is not open */
} array;

struct grundy_match_report {
  grundy_match *match;
  grundy_answer_place place;
  array positions, history;
  grundy_number remoteness; /* of the last position */
  char *sentence;           /* about the last move; NULL: none was made */
  grundy_language language; /* of that sentence */
  uint64_t illegal;         /* the number of an illegal move; 0: none */
  char *illegal_move;
  char message[GRUNDY_ERROR_MAX_TEXT]; /* why it is illegal */
};

/* ---- arrays ------------------------------------------------------------------------------- */

static bool open_array(array *a) {
  FILE *out = grundy_text_open(&a->text, &a->size);
  if (out == NULL) return false;
  a->json = grundy_json_start(out);
  grundy_json_array(&a->json, NULL);
  return true;
}

/* Ends the array. Returns whether all of it was written. */
static bool close_array(array *a) {
  FILE *out = a->json.out;
  if (out == NULL) return a->text != NULL;
  grundy_json_end(&a->json);
  a->json.out = NULL;
  if (grundy_text_close(out, &a->text)) return true;
  free(a->text);
  a->text = NULL;
  return false;
}

static void free_array(array *a) {
  (void)close_array(a);
  free(a->text);
}

void grundy_match_report_free(grundy_match_report *report) {
  if (report == NULL) return;
  free_array(&report->positions);
  free_array(&report->history);
  free(report->place.board);
  free(report->sentence);
  free(report->illegal_move);
  free(report);
}

/* ---- what a move did ----------------------------------------------------------------------- */

/* Returns what the move with this number, from 0, did. */
static grundy_match_effect effect_of(const grundy_match *match, uint64_t number) {
  grundy_match_position before = grundy_match_position_after(match, number);
  if (grundy_match_has_payoffs(match)) return GRUNDY_EFFECT_UNKNOWN;
  double was = before.worth[before.turn];
  double is = grundy_match_position_after(match, number + 1).worth[before.turn];
  if (was < 0) return GRUNDY_EFFECT_LOSES;
  if (is >= was) return was > 0 ? GRUNDY_EFFECT_KEEPS_WIN : GRUNDY_EFFECT_KEEPS_DRAW;
  if (was == 0) return GRUNDY_EFFECT_GIVES_DRAW_AWAY;
  return is == 0 ? GRUNDY_EFFECT_LETS_DRAW : GRUNDY_EFFECT_GIVES_WIN_AWAY;
}

/* Effects as words for programs, and whether another move would have been better. */
static const struct {
  const char *name;
  bool is_mistake;
} effects[] = {
    [GRUNDY_EFFECT_UNKNOWN] = {NULL, false},
    [GRUNDY_EFFECT_KEEPS_WIN] = {"keeps-win", false},
    [GRUNDY_EFFECT_KEEPS_DRAW] = {"keeps-draw", false},
    [GRUNDY_EFFECT_LOSES] = {"loses", false},
    [GRUNDY_EFFECT_GIVES_WIN_AWAY] = {"gives-win-away", true},
    [GRUNDY_EFFECT_LETS_DRAW] = {"gives-win-away", true},
    [GRUNDY_EFFECT_GIVES_DRAW_AWAY] = {"gives-draw-away", true},
};

/* Writes a name on one line; in quotes if it is empty or begins with a quote. */
static bool put_position(FILE *out, const grundy_compound *c, uint32_t component,
                         uint64_t position) {
  size_t length = grundy_compound_name(c, component, position, NULL, 0);
  char *name = grundy_alloc(length + 1, 1);
  if (name == NULL) return false;
  (void)grundy_compound_name(c, component, position, name, length + 1);
  bool quoted = name[0] == '\0' || name[0] == '"';
  if (quoted) (void)putc('"', out);
  for (const char *at = name; *at != '\0'; at++) {
    if (quoted && (*at == '"' || *at == '\\')) (void)putc('\\', out);
    (void)putc((unsigned char)*at < 0x20 || *at == 0x7f ? '?' : *at, out);
  }
  if (quoted) (void)putc('"', out);
  free(name);
  return true;
}

/* Makes "a -> b, 3 -> 0", which the caller frees; NULL if memory runs out. */
static char *describe_steps(const grundy_compound *c, const grundy_step *steps, uint64_t count) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  bool fine = out != NULL;
  for (uint64_t i = 0; i < count && fine; i++) {
    if (i > 0) (void)fputs(", ", out);
    fine = put_position(out, c, steps[i].component, steps[i].from);
    (void)fputs(grundy_step_arrow(&steps[i]), out);
    fine = fine && put_position(out, c, steps[i].component, steps[i].to);
  }
  if (out != NULL) fine = grundy_text_close(out, &text) && fine;
  if (fine) return text;
  free(text);
  return NULL;
}

/* ---- positions ------------------------------------------------------------------------------ */

/* Evaluates the current position, and prepares to write it. */
static grundy_status look(grundy_match_report *r, grundy_evaluation *evaluation,
                          grundy_error *error) {
  r->place.player = grundy_match_position_after(r->match, grundy_match_length(r->match)).turn;
  grundy_status status = grundy_match_occurrences(r->match, &r->place.occurrences, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(r->place.compound, r->place.search, evaluation, error);
  return status;
}

static grundy_status put_place(grundy_match_report *r, grundy_json *json,
                               const grundy_evaluation *evaluation, grundy_error *error) {
  grundy_status status = grundy_answer_put_state(json, &r->place, evaluation, error);
  if (status == GRUNDY_OK) status = grundy_answer_put_components(json, &r->place, error);
  return status;
}

static grundy_status record_position(grundy_match_report *r, grundy_error *error) {
  grundy_json *json = &r->positions.json;
  grundy_evaluation evaluation;
  grundy_status status = look(r, &evaluation, error);
  if (status != GRUNDY_OK) return status;
  r->remoteness = evaluation.remoteness;
  grundy_json_object(json, NULL);
  status = put_place(r, json, &evaluation, error);
  grundy_json_end(json);
  return status;
}

/* ---- moves ---------------------------------------------------------------------------------- */

/* Writes the best move instead of the last one, which is taken back for a moment, and describes
 * it. */
static grundy_status put_better(grundy_match_report *r, char **better, grundy_error *error) {
  grundy_match *match = r->match;
  grundy_match_position made = grundy_match_position_after(match, grundy_match_length(match) - 1);
  grundy_step *mistake = grundy_alloc(made.step_count + 1, sizeof *mistake);
  grundy_evaluation evaluation;
  grundy_move best;
  if (mistake == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < made.step_count; i++) mistake[i] = made.steps[i];
  (void)grundy_match_undo(match);
  grundy_status status = grundy_match_best(match, &evaluation, &best, error);
  if (status == GRUNDY_OK) {
    const grundy_answer_boards boards = {r->place.board, made.turn + 1};
    *better = describe_steps(r->place.compound, best.steps, best.count);
    status = *better == NULL ? grundy_fail_memory(error)
                             : grundy_answer_move(&r->history.json, "better", r->place.compound,
                                                  &best, true, &boards, error);
  }
  if (status == GRUNDY_OK) status = grundy_match_move(match, mistake, made.step_count, error);
  free(mistake);
  return status;
}

/* Returns whether no move would have been better than the last one, which led to this evaluation.
 */
static bool was_best(const grundy_match_report *r, grundy_match_effect effect,
                     const grundy_move *made) {
  grundy_answer_coloured at;
  uint32_t to = 0;
  if (effect == GRUNDY_EFFECT_UNKNOWN) {
    if (!grundy_answer_coloured_at(&r->place, made->steps[0].from, &at) ||
        !grundy_answer_payoff_follower(&at, &to))
      return false;
    (void)grundy_answer_coloured_at(&r->place, made->steps[0].to, &at);
    return at.vertex == to;
  }
  if (effects[effect].is_mistake) return false;
  if (r->remoteness >= GRUNDY_OMEGA || made->after.remoteness >= GRUNDY_OMEGA) return true;
  return made->after.remoteness + 1 == r->remoteness;
}

static grundy_status put_move(grundy_match_report *r, bool is_reply, grundy_error *error) {
  grundy_json *json = &r->history.json;
  uint64_t number = grundy_match_length(r->match);
  grundy_match_effect effect = effect_of(r->match, number - 1);
  char *better = NULL, *steps = NULL;
  grundy_status status = GRUNDY_OK;
  grundy_json_integer(json, "number", number);
  grundy_json_string(json, "by",
                     grundy_answer_player(grundy_match_position_after(r->match, number - 1).turn));
  grundy_json_bool(json, "reply", is_reply);
  grundy_json_string(json, "effect", effects[effect].name);
  if (!effects[effect].is_mistake)
    grundy_json_null(json, "better");
  else
    status = put_better(r, &better, error);
  grundy_match_position made = grundy_match_position_after(r->match, number - 1);
  grundy_move move = {.steps = made.steps, .count = made.step_count};
  if (status == GRUNDY_OK) status = look(r, &move.after, error);
  if (status == GRUNDY_OK) {
    r->place.player = made.turn;
    status = grundy_answer_put_move(json, &r->place, &move, was_best(r, effect, &move), error);
  }
  if (status == GRUNDY_OK) {
    steps = describe_steps(r->place.compound, made.steps, made.step_count);
    size_t size = 0;
    free(r->sentence);
    r->sentence = NULL;
    FILE *out = steps == NULL ? NULL : grundy_text_open(&r->sentence, &size);
    if (out != NULL)
      grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_MOVE_MADE, grundy_with_word("move", steps),
                                    grundy_with_word("effect", effects[effect].name),
                                    grundy_with_flag("draws", effect == GRUNDY_EFFECT_LETS_DRAW),
                                    grundy_with_word("better", better)),
                        r->language, false, out);
    if (out == NULL || !grundy_text_close(out, &r->sentence)) {
      free(r->sentence);
      r->sentence = NULL;
      status = grundy_fail_memory(error);
    }
  }
  if (status == GRUNDY_OK) grundy_json_string(json, "sentence", r->sentence);
  free(better);
  free(steps);
  return status;
}

grundy_status grundy_match_report_add(grundy_match_report *report, bool is_reply,
                                      grundy_error *error) {
  grundy_json_object(&report->history.json, NULL);
  grundy_status status = put_move(report, is_reply, error);
  grundy_json_end(&report->history.json);
  if (status == GRUNDY_OK) status = record_position(report, error);
  return status;
}

grundy_status grundy_match_report_refuse(grundy_match_report *report, const char *move,
                                         const char *message, grundy_error *error) {
  char *copy = strdup(move);
  if (copy == NULL) return grundy_fail_memory(error);
  free(report->illegal_move);
  report->illegal_move = copy;
  report->illegal = grundy_match_length(report->match) + 1;
  (void)snprintf(report->message, sizeof report->message, "%s", message);
  return GRUNDY_OK;
}

const char *grundy_match_report_sentence(const grundy_match_report *report) {
  return report->sentence;
}

/* ---- the report ----------------------------------------------------------------------------- */

grundy_status grundy_match_report_new(grundy_match *match, grundy_compound *compound,
                                      const grundy_match_report_options *options,
                                      grundy_match_report **report, grundy_error *error) {
  grundy_match_report_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  grundy_match_report *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->match = match;
  made->language = own.language;
  made->place =
      (grundy_answer_place){.compound = compound, .about = own.about, .search = own.search};
  made->place.board = grundy_alloc_zero(1, sizeof *made->place.board);
  bool enough =
      made->place.board != NULL && open_array(&made->positions) && open_array(&made->history);
  status = enough ? record_position(made, error) : grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *report = made;
  else
    grundy_match_report_free(made);
  return status;
}

static grundy_status put_report(grundy_match_report *r, grundy_json *json, grundy_error *error) {
  enum { MOST_MOVES = 1000 };
  grundy_answer_moves moves = {0};
  grundy_evaluation evaluation;
  grundy_status status = grundy_answer_find_moves(&r->place, true, MOST_MOVES, &moves, error);
  if (status == GRUNDY_OK) status = look(r, &evaluation, error);
  grundy_json_bool(json, "legal", r->illegal == 0);
  if (r->illegal == 0) {
    grundy_json_null(json, "illegal");
  } else {
    grundy_json_object(json, "illegal");
    grundy_json_integer(json, "number", r->illegal);
    grundy_json_string(json, "move", r->illegal_move);
    grundy_json_string(json, "message", r->message);
    grundy_json_end(json);
  }
  grundy_match_position now = grundy_match_position_after(r->match, grundy_match_length(r->match));
  bool is_known = now.is_over && !grundy_match_has_payoffs(r->match);
  grundy_json_string(json, "winner",
                     !is_known          ? NULL
                     : now.worth[0] > 0 ? grundy_answer_player(0)
                     : now.worth[0] < 0 ? grundy_answer_player(1)
                                        : "draw");
  if (status == GRUNDY_OK) status = put_place(r, json, &evaluation, error);
  if (status == GRUNDY_OK) {
    grundy_json_document(json, "positions", r->positions.text);
    grundy_json_document(json, "history", r->history.text);
    status = grundy_answer_put_moves(json, &r->place, &evaluation, &moves, true, error);
  }
  grundy_answer_free_moves(&moves);
  return status;
}

grundy_status grundy_match_report_write(grundy_match_report *report, grundy_json *json,
                                        grundy_error *error) {
  bool kept = close_array(&report->positions);
  if (!close_array(&report->history) || !kept) return grundy_fail_memory(error);
  grundy_json_object(json, NULL);
  grundy_status status = put_report(report, json, error);
  grundy_json_end(json);
  return status;
}
