/* Checks a certificate line by line. Every claim must follow from claims in lines before it and
 * from the moves that the rules give; certificate.c describes the lines. Time O(moves of the parts
 * in it), space O(parts in it). */

#include "search/certificate_check.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash_table.h"
#include "base/monitor.h"
#include "rules/positions.h"
#include "rules/split.h"
#include "rules/split_sample.h"
#include "search/move_list.h"
#include "text/lines.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The largest value that a claim can have. */
#define MOST_VALUE (UINT32_MAX - 1)
#define NOT_CLAIMED UINT32_MAX

/* What has been proved about a part. */
typedef struct proved {
  uint32_t value; /* NOT_CLAIMED: only the lower bound */
  uint32_t least;
} proved;

/* What the certificate says about the position. */
typedef struct statement {
  bool has_value;
  uint32_t value; /* if it has one */
  char outcome;   /* otherwise */
} statement;

typedef struct checker {
  grundy_ruleset *ruleset;
  grundy_lines lines;
  grundy_work work;
  grundy_position_list parts; /* that claims are about, by number */
  proved *about;              /* by number */
  uint64_t about_room;
  grundy_hash_table numbers; /* of the parts */
  grundy_position_list moves;
  grundy_splitter splitter;
  grundy_split_sample sample;
  grundy_move_list list; /* of the moves of all parts that claims are about */
  bool *reached;         /* by value: whether some move has it; all false between claims */
  uint64_t reached_room;
  statement says;
  grundy_certificate_report *report;
  grundy_error *error;
} checker;

/* ---- the parts ------------------------------------------------------------------------------ */

/* A part that is looked up. */
typedef struct sought {
  const checker *c;
  grundy_position part;
} sought;

static bool is_sought(const void *context, uint32_t number) {
  const sought *s = context;
  return grundy_position_is_same(grundy_position_list_get(&s->c->parts, number), s->part);
}

static uint32_t tag_of(grundy_position part) {
  return (uint32_t)(XXH3_64bits(part.bytes, part.length) >> 32);
}

/* Returns what is proved about a part; NULL if nothing is. */
static const proved *find_part(const checker *c, grundy_position part) {
  uint32_t number;
  bool found =
      grundy_hash_table_get(&c->numbers, tag_of(part), is_sought, &(sought){c, part}, &number);
  return found ? &c->about[number] : NULL;
}

static grundy_status remember(checker *c, grundy_position part, uint32_t value, bool is_exact) {
  if (!grundy_hash_table_reserve(&c->numbers, 1)) return grundy_fail_memory(c->error);
  uint32_t tag = tag_of(part);
  uint64_t *slot = grundy_hash_table_find(&c->numbers, tag, is_sought, &(sought){c, part});
  if (*slot == 0) {
    grundy_position_list_take(&c->parts, part);
    if (c->parts.failed ||
        !grundy_grow(&c->about, &c->about_room, c->parts.count, sizeof *c->about))
      return grundy_fail_memory(c->error);
    grundy_hash_table_put(&c->numbers, slot, tag, (uint32_t)c->parts.count - 1);
    c->about[c->parts.count - 1] = (proved){.value = NOT_CLAIMED};
  }
  proved *about = &c->about[(uint32_t)*slot - 1];
  if (is_exact) about->value = value;
  if (about->least < value) about->least = value;
  return GRUNDY_OK;
}

/* ---- reasons -------------------------------------------------------------------------------- */

/* Notes what is wrong with the claim of this line. */
static void refute(const checker *c, const char *what, grundy_position position, const char *rest) {
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_certificate_report *report = c->report;
  (void)c->ruleset->kind->show(c->ruleset, position, name, NULL);
  report->is_right = false;
  report->line = c->lines.number;
  (void)snprintf(report->wrong, sizeof report->wrong, "%s '%.*s'%s", what,
                 (int)grundy_excerpt(name, strlen(name)), name, rest);
}

/* ---- sums ----------------------------------------------------------------------------------- */

/* What is proved about a sum of parts. */
typedef struct sum {
  uint32_t value; /* the nim-sum of the parts whose value is proved */
  uint32_t open;  /* how many others there are */
  uint32_t least; /* the lower bound of the last of them */
} sum;

/* Adds up the parts of the position that was split last. */
static sum add_up(const checker *c) {
  const grundy_position_list *parts = &c->splitter.parts;
  sum all = {0};
  for (uint64_t i = 0; i < parts->count; i++) {
    const proved *about = find_part(c, grundy_position_list_get(parts, i));
    if (about != NULL && about->value != NOT_CLAIMED) {
      all.value ^= about->value;
    } else {
      all.open++;
      all.least = about == NULL ? 0 : about->least;
    }
  }
  return all;
}

/* Returns whether the sum is proved not to have that value. If its only open part has a follower of
 * the value that it would need, so has the sum. */
static bool is_not(const sum *all, uint32_t value) {
  if (all->open == 0) return all->value != value;
  return all->open == 1 && all->least > (all->value ^ value);
}

/* ---- claims --------------------------------------------------------------------------------- */

/* A claim that is being checked. */
typedef struct claim {
  grundy_position part;
  uint32_t value;
  bool is_exact;
  uint32_t reached; /* how many values below `value` have a move */
} claim;

/* Checks the claim against all moves of its part. */
static grundy_status check_claim(checker *c, claim *checked) {
  grundy_ruleset *ruleset = c->ruleset;
  grundy_position_list_clear(&c->moves);
  grundy_status status = grundy_split_sample_part(&c->sample, checked->part, c->error);
  if (status == GRUNDY_OK)
    status = ruleset->kind->moves(ruleset, checked->part, false, grundy_position_list_take,
                                  &c->moves, c->error);
  if (status == GRUNDY_OK && c->moves.failed) status = grundy_fail_memory(c->error);
  c->sample.moves = c->moves.count;
  if (status != GRUNDY_OK) return status;
  if (checked->value > c->moves.count) {
    refute(c, "there are too few moves for that value from", checked->part, "");
    return GRUNDY_OK;
  }
  uint64_t before = c->reached_room;
  if (!grundy_grow(&c->reached, &c->reached_room, (uint64_t)checked->value + 1, sizeof *c->reached))
    return grundy_fail_memory(c->error);
  memset(c->reached + before, 0, c->reached_room - before);
  bool is_listed = find_part(c, checked->part) != NULL;
  if (!is_listed) status = grundy_move_list_part(&c->list, checked->part, c->error);
  for (uint64_t i = 0; i < c->moves.count && status == GRUNDY_OK && c->report->is_right; i++) {
    grundy_position to = grundy_position_list_get(&c->moves, i);
    status = grundy_split(&c->splitter, to, c->error);
    if (status == GRUNDY_OK) status = grundy_split_sample_met(&c->sample, &c->splitter, c->error);
    if (status == GRUNDY_OK && !is_listed)
      status = grundy_move_list_move(&c->list, &c->splitter.parts, c->error);
    if (status != GRUNDY_OK) break;
    sum all = add_up(c);
    c->report->moves++;
    if (all.open == 0 && all.value < checked->value && !c->reached[all.value]) {
      c->reached[all.value] = true;
      checked->reached++;
    }
    if (checked->is_exact && !is_not(&all, checked->value))
      refute(c, "no earlier line rules out that the move to", to, " has this value");
    if (!grundy_work_step(&c->work, 1)) status = grundy_fail_cancelled(c->error);
  }
  memset(c->reached, 0, checked->value);
  if (status == GRUNDY_OK && c->report->is_right && checked->reached < checked->value)
    refute(c, "no line before this one proves that all smaller values are reached from",
           checked->part, "");
  if (status != GRUNDY_OK || !c->report->is_right) return status;
  c->report->claims++;
  return remember(c, checked->part, checked->value, checked->is_exact);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static grundy_status fail_format(const grundy_cursor *line, const char *expected) {
  return grundy_cursor_fail(line, line->at, "this is not a line of a certificate; expected %s",
                            expected);
}

static grundy_status read_claim(checker *c, grundy_cursor *line) {
  grundy_aligned_position part = {.length = 0};
  uint64_t value;
  claim read = {.is_exact = !grundy_cursor_accept_text(line, ">=")};
  if (grundy_cursor_take_digits(line, &value) == 0 || value > MOST_VALUE ||
      !grundy_cursor_accept(line, ' '))
    return fail_format(line, "VALUE NAME or >=VALUE NAME");
  read.value = (uint32_t)value;
  size_t length = (size_t)(line->end - line->at);
  grundy_status status = GRUNDY_OK;
  if (length < GRUNDY_RULES_MAX_NAME)
    status = grundy_ruleset_parse_name(c->ruleset, line->at, length, true, grundy_aligned_take,
                                       &part, c->error);
  if (status != GRUNDY_OK) return status;
  if (part.length == 0)
    return grundy_cursor_fail(line, line->at, "the game has no position '%.*s'",
                              grundy_excerpt(line->at, length), line->at);
  read.part = grundy_aligned_get(&part);
  return check_claim(c, &read);
}

static grundy_status next_line(checker *c, grundy_cursor *line, bool *more) {
  do {
    grundy_status status = grundy_lines_next(&c->lines, line, more, c->error);
    if (status != GRUNDY_OK) return status;
  } while (*more && grundy_cursor_is_at(line, '#'));
  return GRUNDY_OK;
}

static grundy_status read_lines(checker *c) {
  grundy_cursor line;
  bool more;
  uint64_t value;
  grundy_status status = next_line(c, &line, &more);
  if (status != GRUNDY_OK) return status;
  if (!more || !grundy_cursor_accept_text(&line, "grundy certificate 1") || line.at != line.end)
    return fail_format(&line, "grundy certificate 1");
  status = next_line(c, &line, &more);
  if (status != GRUNDY_OK) return status;
  if (grundy_cursor_accept_text(&line, "value ") && grundy_cursor_take_digits(&line, &value) > 0 &&
      value <= MOST_VALUE && line.at == line.end)
    c->says = (statement){.has_value = true, .value = (uint32_t)value};
  else if (grundy_cursor_accept_text(&line, "outcome ") && line.end - line.at == 1 &&
           (*line.at == 'P' || *line.at == 'N'))
    c->says = (statement){.outcome = *line.at};
  else
    return fail_format(&line, "value NUMBER, outcome P or outcome N");
  while (status == GRUNDY_OK && c->report->is_right && more) {
    status = next_line(c, &line, &more);
    if (status == GRUNDY_OK && more) status = read_claim(c, &line);
  }
  return status;
}

/* ---- the position --------------------------------------------------------------------------- */

/* Checks the statement about the position. */
static grundy_status check_position(checker *c, grundy_position position) {
  grundy_certificate_report *report = c->report;
  c->sample.moves = 0;
  grundy_status status = grundy_split(&c->splitter, position, c->error);
  if (status == GRUNDY_OK) status = grundy_split_sample_met(&c->sample, &c->splitter, c->error);
  if (status != GRUNDY_OK) return status;
  sum all = add_up(c);
  report->has_value = c->says.has_value;
  report->value = c->says.value;
  report->is_p = c->says.has_value ? c->says.value == 0 : c->says.outcome == 'P';
  bool is_proved = !c->says.has_value && !report->is_p
                       ? is_not(&all, 0)
                       : all.open == 0 && all.value == c->says.value;
  if (!is_proved) refute(c, "the lines do not prove what is said about", position, "");
  if (!is_proved) report->line = 0;
  status = grundy_split_sample_finish(&c->sample, c->error);
  /* Whether there are cycles is not known, so equal parts must not be left out. */
  return status == GRUNDY_OK && c->sample.cancels ? grundy_split_sample_refuse(&c->sample, c->error)
                                                  : status;
}

static grundy_status find_position(checker *c, const char *name, size_t length,
                                   grundy_aligned_position *found) {
  if (name == NULL) return grundy_ruleset_start(c->ruleset, grundy_aligned_take, found, c->error);
  grundy_status status = GRUNDY_OK;
  if (length < GRUNDY_RULES_MAX_NAME)
    status = grundy_ruleset_parse_name(c->ruleset, name, length, true, grundy_aligned_take, found,
                                       c->error);
  if (status != GRUNDY_OK || found->length > 0) return status;
  return grundy_positions_fail_name(name, length, c->error);
}

grundy_status grundy_certificate_check(grundy_ruleset *ruleset, const char *name, size_t length,
                                       FILE *in, const char *file,
                                       const grundy_certificate_options *options,
                                       grundy_certificate_report *report, grundy_error *error) {
  enum { LONGEST = 1 << 16 };
  checker c = {.ruleset = ruleset, .report = report, .error = error};
  if (ruleset->has_terminal || ruleset->has_player)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "certificates are for rules by which a player who cannot move loses");
  grundy_status status = grundy_ruleset_require_ordinary(ruleset, "certificates", error);
  if (status != GRUNDY_OK) return status;
  *report = (grundy_certificate_report){.is_right = true};
  c.work = grundy_work_start(options->monitor, "checking the certificate", 0);
  c.lines = (grundy_lines){.in = in, .name = file, .max_length = LONGEST};
  c.splitter.ruleset = c.sample.condition.ruleset = ruleset;
  grundy_ruleset_set_monitor(ruleset, &c.work);
  grundy_aligned_position position = {.length = 0};
  status = find_position(&c, name, length, &position);
  if (status == GRUNDY_OK && options->moves != NULL) {
    status = grundy_split(&c.splitter, grundy_aligned_get(&position), error);
    if (status == GRUNDY_OK)
      status = grundy_move_list_open(&c.list, ruleset, options->moves, &c.splitter.parts, error);
  }
  if (status == GRUNDY_OK) status = read_lines(&c);
  if (status == GRUNDY_OK && report->is_right)
    status = check_position(&c, grundy_aligned_get(&position));
  grundy_ruleset_set_monitor(ruleset, NULL);
  status = grundy_move_list_close(&c.list, status, report->is_right, error);
  if (status == GRUNDY_OK) grundy_work_finish(&c.work, "", report->moves);
  grundy_lines_free(&c.lines);
  grundy_position_list_free(&c.parts);
  grundy_position_list_free(&c.moves);
  grundy_splitter_free(&c.splitter);
  grundy_split_sample_free(&c.sample);
  free(c.about);
  grundy_hash_table_free(&c.numbers);
  free(c.reached);
  return status;
}
