/* Reads the text of a record: lines about the match, then moves "3. b  # why", in which a number
 * that is not larger than that of the line before begins a branch. */

#include "play/record.h"

#include "base/alloc.h"
#include "text/input.h"
#include "text/lines.h"
#include "text/text.h"

#include <inttypes.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 20 };

typedef struct reading {
  grundy_record_head head; /* its texts are those below */
  char *texts[3];          /* the game and the names of the players; NULL: not yet read */
  bool has_play, has_result;
  grundy_record *record; /* NULL before the first move */
  uint32_t last;         /* the move that was read last */
  grundy_text comment;   /* of the last move, or of the start */
  uint64_t comment_lines;
  grundy_cursor line;
  grundy_error *error;
} reading;

static grundy_status fail_memory(reading *r) {
  return grundy_fail_memory(r->error);
}

/* Takes the rest of the line, without blanks at its ends. */
static grundy_word take_rest(reading *r) {
  grundy_word rest = {r->line.at, (size_t)(r->line.end - r->line.at)};
  r->line.at = r->line.end;
  return grundy_record_trim(rest);
}

static char *copy_word(grundy_word word) {
  char *copy = grundy_alloc(word.length + 1, 1);
  if (copy == NULL) return NULL;
  memcpy(copy, word.at, word.length);
  copy[word.length] = '\0';
  return copy;
}

/* ---- the head -------------------------------------------------------------------------------- */

static grundy_status read_game(reading *r, grundy_word key) {
  grundy_word game = take_rest(r);
  if (r->texts[0] != NULL) return grundy_cursor_fail(&r->line, key.at, "a second line 'game'");
  if (game.length == 0)
    return grundy_cursor_fail(&r->line, r->line.end, "the game is missing, as in 'game nim:5'");
  r->texts[0] = copy_word(game);
  return r->texts[0] == NULL ? fail_memory(r) : GRUNDY_OK;
}

static grundy_status read_play(reading *r, grundy_word key) {
  grundy_word play = take_rest(r);
  if (r->has_play) return grundy_cursor_fail(&r->line, key.at, "a second line 'play'");
  r->has_play = true;
  r->head.play = grundy_word_is(play, "misere") ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
  if (r->head.play == GRUNDY_MISERE_PLAY || grundy_word_is(play, "normal")) return GRUNDY_OK;
  return grundy_cursor_fail(&r->line, play.at, "the play is normal or misere");
}

static grundy_status read_player(reading *r, grundy_word key) {
  int player = grundy_word_is(key, grundy_record_turns[1]);
  grundy_word kind = grundy_cursor_take_until(&r->line, " \t\r\v\f"), name = take_rest(r);
  bool is_computer = grundy_word_is(kind, "computer");
  if (r->texts[1 + player] != NULL)
    return grundy_cursor_fail(&r->line, key.at, "a second line '%s'", grundy_record_turns[player]);
  if (!is_computer && !grundy_word_is(kind, "person"))
    return grundy_cursor_fail(&r->line, kind.at,
                              "a player is 'computer' with a level, or 'person' with a name");
  for (size_t i = 0; is_computer && i < name.length; i++)
    if (grundy_is_blank(name.at[i]))
      return grundy_cursor_fail(&r->line, name.at + i, "a level is one word");
  r->head.players[player].is_computer = is_computer;
  r->texts[1 + player] = copy_word(name);
  return r->texts[1 + player] == NULL ? fail_memory(r) : GRUNDY_OK;
}

static grundy_status read_result(reading *r, grundy_word key) {
  grundy_word result = take_rest(r);
  if (r->has_result) return grundy_cursor_fail(&r->line, key.at, "a second line 'result'");
  r->has_result = true;
  for (int i = 0; grundy_record_results[i] != NULL; i++) {
    if (!grundy_word_is(result, grundy_record_results[i])) continue;
    r->head.result = (grundy_record_result)i;
    return GRUNDY_OK;
  }
  return grundy_cursor_fail(&r->line, result.at, "the result is first, second, draw or open");
}

static grundy_status read_head(reading *r) {
  grundy_word key = grundy_cursor_take_until(&r->line, " \t\r\v\f");
  grundy_cursor_skip(&r->line, " \t\r\v\f");
  if (r->record != NULL)
    return grundy_cursor_fail(&r->line, key.at,
                              "this line is not a move, such as '%" PRIu32
                              ". b', and lines about the match come before its moves",
                              grundy_record_get(r->record, r->last).number + 1);
  if (grundy_word_is(key, "game")) return read_game(r, key);
  if (grundy_word_is(key, "play")) return read_play(r, key);
  if (grundy_word_is(key, "result")) return read_result(r, key);
  for (int i = 0; i < 2; i++)
    if (grundy_word_is(key, grundy_record_turns[i])) return read_player(r, key);
  return grundy_cursor_fail(&r->line, key.at,
                            "'%.*s' does not begin a line of a record; expected game, play, first, "
                            "second, result, a move such as '1. b', or #",
                            grundy_excerpt(key.at, key.length), key.at);
}

/* Makes the record when the lines about the match are over. */
static grundy_status end_head(reading *r) {
  if (r->texts[0] == NULL)
    return grundy_cursor_fail(&r->line, r->line.start,
                              "the record does not name its game, as in 'game nim:5'");
  r->head.size = sizeof r->head;
  for (int i = 0; i < 2; i++) r->head.players[i].name = r->texts[1 + i];
  return grundy_record_new(r->texts[0], &r->head, &r->record, r->error);
}

/* ---- comments -------------------------------------------------------------------------------- */

/* Adds a line to the comment of the last move: the text after a '#'. */
static void add_comment(reading *r, const char *at) {
  grundy_word line = {at, (size_t)(r->line.end - at)};
  if (line.length > 0 && *line.at == ' ') line = (grundy_word){at + 1, line.length - 1};
  if (r->comment_lines++ > 0) grundy_text_append(&r->comment, "\n", 1);
  grundy_text_append(&r->comment, line.at, line.length);
}

/* Gives the last move its comment. */
static grundy_status end_comment(reading *r) {
  if (r->comment_lines == 0) return GRUNDY_OK;
  grundy_text_append(&r->comment, "", 1);
  grundy_status status =
      r->comment.failed ? fail_memory(r)
                        : grundy_record_set_comment(r->record, r->last, r->comment.at, r->error);
  grundy_text_clear(&r->comment);
  r->comment_lines = 0;
  return status;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Adds the move after the last one that has the number before its own. */
static grundy_status add_move(reading *r, uint64_t number, const char *at, grundy_word text) {
  uint32_t parent = r->last, count = r->record->count, last = 0;
  uint64_t most = (uint64_t)r->record->nodes[parent].number + 1;
  if (number < 1 || number > most)
    return grundy_cursor_fail(
        &r->line, at, "move %" PRIu64 " follows move %" PRIu64 "; expected at most %" PRIu64,
        number, most - 1, most);
  while (r->record->nodes[parent].number >= number) parent = r->record->nodes[parent].parent;
  char *copy = copy_word(text);
  if (copy == NULL) return fail_memory(r);
  grundy_status status = grundy_record_add(r->record, parent, copy, false, &last, r->error);
  free(copy);
  if (status != GRUNDY_OK) return status;
  record_node *node = &r->record->nodes[last];
  if (last <= count)
    return grundy_cursor_fail(&r->line, at, "this repeats the move in line %" PRIu64, node->line);
  grundy_text_place place = grundy_cursor_place(&r->line, text.at);
  node->line = place.line;
  node->column = place.column;
  r->last = last;
  return GRUNDY_OK;
}

static grundy_status read_move(reading *r) {
  const char *first = r->line.at, *comment = NULL, *what = NULL;
  uint64_t number = 0;
  (void)grundy_cursor_take_digits(&r->line, &number);
  if (!grundy_cursor_accept(&r->line, '.'))
    return grundy_cursor_fail(&r->line, r->line.at, "a dot is missing after the number of a move");
  if (r->line.at < r->line.end && !grundy_is_blank(*r->line.at))
    return grundy_cursor_fail(&r->line, r->line.at, "a blank is missing before the move");
  grundy_status status = r->record == NULL ? end_head(r) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = end_comment(r);
  if (status != GRUNDY_OK) return status;
  const char *wrong =
      grundy_record_scan(r->line.at, (size_t)(r->line.end - r->line.at), &comment, &what);
  if (wrong != NULL) return grundy_cursor_fail(&r->line, wrong, "%s", what);
  const char *end = comment == NULL ? r->line.end : comment;
  grundy_word text = grundy_record_trim((grundy_word){r->line.at, (size_t)(end - r->line.at)});
  status = add_move(r, number, first, text);
  if (status == GRUNDY_OK && comment != NULL) add_comment(r, comment + 1);
  return status;
}

/* ---- the text -------------------------------------------------------------------------------- */

static grundy_status read_line(reading *r) {
  size_t length = (size_t)(r->line.end - r->line.at);
  grundy_status status = grundy_cursor_check_word(&r->line, (grundy_word){r->line.at, length});
  if (status != GRUNDY_OK) return status;
  grundy_cursor_skip(&r->line, " \t\r\v\f");
  if (r->line.at == r->line.end) return GRUNDY_OK;
  if (*r->line.at == '#') {
    add_comment(r, r->line.at + 1);
    return GRUNDY_OK;
  }
  bool is_move = *r->line.at >= '0' && *r->line.at <= '9';
  return is_move ? read_move(r) : read_head(r);
}

static grundy_status read_lines(reading *r, grundy_input *input) {
  grundy_lines lines = {.in = input->in, .name = input->name, .max_length = LONGEST_LINE};
  grundy_status status = GRUNDY_OK;
  for (bool more = true; status == GRUNDY_OK && more;) {
    status = grundy_lines_next(&lines, &r->line, &more, r->error);
    if (status == GRUNDY_OK && more) status = read_line(r);
  }
  if (status == GRUNDY_OK && r->record == NULL) status = end_head(r);
  if (status == GRUNDY_OK) status = end_comment(r);
  grundy_lines_free(&lines);
  return status;
}

grundy_status grundy_record_read(const char *path, const grundy_read_options *options,
                                 grundy_record **record, grundy_error *error) {
  reading r = {.error = error};
  grundy_input input;
  grundy_status status = grundy_input_start(path, options, &input, error);
  if (status != GRUNDY_OK) return status;
  status = read_lines(&r, &input);
  if (status == GRUNDY_OK) {
    r.record->name = copy_word((grundy_word){input.name, strlen(input.name)});
    if (r.record->name == NULL) status = fail_memory(&r);
  }
  grundy_input_end(&input);
  grundy_text_free(&r.comment);
  for (int i = 0; i < 3; i++) free(r.texts[i]);
  if (status == GRUNDY_OK)
    *record = r.record;
  else
    grundy_record_free(r.record);
  return status;
}
