/* Records of matches: a tree of moves with comments, and its text. */

#include "play/record.h"

#include "base/alloc.h"
#include "base/options.h"
#include "base/quote.h"
#include "text/print.h"

#include <inttypes.h>
#include <string.h>

const char *const grundy_record_results[] = {"open", "first", "second", "draw", NULL};
const char *const grundy_record_turns[] = {"first", "second"};

/* ---- texts ----------------------------------------------------------------------------------- */

grundy_word grundy_record_trim(grundy_word word) {
  while (word.length > 0 && grundy_is_blank(word.at[word.length - 1])) word.length--;
  while (word.length > 0 && grundy_is_blank(*word.at)) {
    word.at++;
    word.length--;
  }
  return word;
}

const char *grundy_record_scan(const char *text, size_t length, const char **comment,
                               const char **what) {
  const char *end = text + length;
  *comment = NULL;
  for (const char *at = text; at < end && *comment == NULL; at++) {
    bool begins = at == text || grundy_is_blank(at[-1]);
    if (begins && *at == '#') *comment = at;
    if (!begins || *at != '"') continue;
    const char *last = grundy_quote_end(at, end);
    *what = "the closing quote is missing";
    if (last == NULL) return at;
    at = last;
  }
  *what = "the move is missing";
  grundy_word move = {text, *comment == NULL ? length : (size_t)(*comment - text)};
  return grundy_record_trim(move).length == 0 ? move.at + move.length : NULL;
}

static bool is_line(const char *text) {
  size_t length = strlen(text);
  return strchr(text, '\n') == NULL && grundy_utf8_valid(text, length) == length;
}

/* Copies a text of the head without blanks at its ends. False if memory runs out. */
static bool copy_text(const char *text, const char **copy) {
  grundy_word word = grundy_record_trim((grundy_word){text, strlen(text)});
  char *made = grundy_alloc(word.length + 1, 1);
  if (made == NULL) return false;
  memcpy(made, word.at, word.length);
  made[word.length] = '\0';
  *copy = made;
  return true;
}

/* ---- records --------------------------------------------------------------------------------- */

static grundy_status check_head(const char *game, const grundy_record_head *head,
                                grundy_error *error) {
  if (!is_line(game) || grundy_record_trim((grundy_word){game, strlen(game)}).length == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the game of a record is one line");
  for (int i = 0; i < 2; i++) {
    const grundy_record_player *player = &head->players[i];
    const char *name = player->name == NULL ? "" : player->name;
    grundy_word word = grundy_record_trim((grundy_word){name, strlen(name)});
    bool has_blank = false;
    for (size_t c = 0; c < word.length; c++) has_blank |= grundy_is_blank(word.at[c]);
    if (!is_line(name) || (player->is_computer && has_blank))
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "the name of a player is one line, and a level one word");
  }
  return GRUNDY_OK;
}

grundy_status grundy_record_new(const char *game, const grundy_record_head *head,
                                grundy_record **record, grundy_error *error) {
  grundy_record_head own;
  grundy_status status = grundy_options_copy(head, &own, sizeof own, error);
  if (status == GRUNDY_OK) status = check_head(game, &own, error);
  if (status != GRUNDY_OK) return status;
  grundy_record *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->head = own;
  made->head.players[0].name = made->head.players[1].name = NULL;
  bool enough = grundy_grow(&made->nodes, &made->capacity, 1, sizeof *made->nodes);
  if (enough) made->nodes[0] = (record_node){0};
  enough = enough && copy_text(game, (const char **)&made->game);
  for (int i = 0; i < 2 && enough; i++) {
    const char *name = own.players[i].name;
    enough = copy_text(name == NULL ? "" : name, &made->head.players[i].name);
  }
  if (!enough) {
    grundy_record_free(made);
    return grundy_fail_memory(error);
  }
  *record = made;
  return GRUNDY_OK;
}

void grundy_record_free(grundy_record *record) {
  if (record == NULL) return;
  for (uint32_t i = 0; record->nodes != NULL && i <= record->count; i++) {
    free(record->nodes[i].text);
    free(record->nodes[i].comment);
  }
  free(record->nodes);
  free(record->name);
  free(record->game);
  for (int i = 0; i < 2; i++) free((char *)record->head.players[i].name);
  free(record);
}

const char *grundy_record_game(const grundy_record *record) {
  return record->game;
}

const grundy_record_head *grundy_record_get_head(const grundy_record *record) {
  return &record->head;
}

void grundy_record_set_result(grundy_record *record, grundy_record_result result) {
  record->head.result = result;
}

uint32_t grundy_record_count(const grundy_record *record) {
  return record->count;
}

grundy_record_move grundy_record_get(const grundy_record *record, uint32_t move) {
  const record_node *node = &record->nodes[move];
  return (grundy_record_move){node->number, node->parent, node->first,
                              node->text == NULL ? "" : node->text,
                              node->comment == NULL ? "" : node->comment};
}

uint32_t grundy_record_following(const grundy_record *record, uint32_t move) {
  const record_node *nodes = record->nodes;
  if (nodes[move].first != 0) return nodes[move].first;
  while (move != 0 && nodes[move].next == 0) move = nodes[move].parent;
  return nodes[move].next;
}

/* ---- moves ----------------------------------------------------------------------------------- */

/* Makes a node the first one after its parent. */
static void promote(grundy_record *record, uint32_t move) {
  record_node *nodes = record->nodes;
  uint32_t *link = &nodes[nodes[move].parent].first;
  if (*link == move) return;
  uint32_t before = *link;
  while (nodes[before].next != move) before = nodes[before].next;
  nodes[before].next = nodes[move].next;
  nodes[move].next = *link;
  *link = move;
}

/* Appends a new node after the last branch, 0 if there is none. */
static grundy_status append(grundy_record *record, uint32_t parent, uint32_t last, const char *text,
                            grundy_error *error) {
  if (record->count >= GRUNDY_RECORD_MAX_MOVES)
    return grundy_fail(error, GRUNDY_UNABLE, "a record has at most %d moves",
                       GRUNDY_RECORD_MAX_MOVES);
  const char *copy = NULL;
  if (!grundy_grow(&record->nodes, &record->capacity, record->count + UINT64_C(2),
                   sizeof *record->nodes) ||
      !copy_text(text, &copy))
    return grundy_fail_memory(error);
  uint32_t made = ++record->count;
  record->nodes[made] = (record_node){
      .number = record->nodes[parent].number + 1, .parent = parent, .text = (char *)copy};
  *(last == 0 ? &record->nodes[parent].first : &record->nodes[last].next) = made;
  return GRUNDY_OK;
}

grundy_status grundy_record_add(grundy_record *record, uint32_t parent, const char *text,
                                bool is_main, uint32_t *added, grundy_error *error) {
  const char *comment = NULL, *what = NULL;
  if (grundy_record_scan(text, strlen(text), &comment, &what) != NULL || comment != NULL ||
      !is_line(text))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a move of a record is one line without '#'");
  grundy_word move = grundy_record_trim((grundy_word){text, strlen(text)});
  uint32_t at = record->nodes[parent].first, last = 0;
  for (; at != 0 && !grundy_word_is(move, record->nodes[at].text); at = record->nodes[at].next)
    last = at;
  if (at == 0) {
    grundy_status status = append(record, parent, last, text, error);
    if (status != GRUNDY_OK) return status;
    at = record->count;
  }
  if (is_main) promote(record, at);
  if (added != NULL) *added = at;
  return GRUNDY_OK;
}

grundy_status grundy_record_set_comment(grundy_record *record, uint32_t move, const char *comment,
                                        grundy_error *error) {
  size_t length = strlen(comment), kept = 0, end = 0;
  if (grundy_utf8_valid(comment, length) != length)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the comment is not UTF-8");
  char *made = grundy_alloc(length + 1, 1);
  if (made == NULL) return grundy_fail_memory(error);
  for (size_t i = 0; i < length; i++) { /* made[0 … end - 1] ends without blanks and empty lines */
    if (comment[i] == '\n')
      while (kept > 0 && grundy_is_blank(made[kept - 1])) kept--;
    made[kept++] = comment[i];
    if (comment[i] != '\n' && !grundy_is_blank(comment[i])) end = kept;
  }
  made[end] = '\0';
  free(record->nodes[move].comment);
  record->nodes[move].comment = made;
  return GRUNDY_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool is_known(const grundy_record_player *player) {
  return player->is_computer || player->name[0] != '\0';
}

/* Writes who plays, unless nothing is known about either player. */
static void put_player(const grundy_record_head *head, int player, FILE *out) {
  const char *name = head->players[player].name;
  bool is_computer = head->players[player].is_computer;
  if (!is_known(&head->players[0]) && !is_known(&head->players[1])) return;
  (void)fprintf(out, "%s %s%s%s\n", grundy_record_turns[player],
                is_computer ? "computer" : "person", name[0] == '\0' ? "" : " ", name);
}

/* Writes the lines of a comment; the first one may follow something in its line. */
static void put_comment(const char *comment, bool follows, FILE *out) {
  bool has_comment = comment != NULL && comment[0] != '\0';
  for (const char *at = comment; has_comment; at++) {
    size_t length = strcspn(at, "\n");
    (void)fprintf(out, "%s#%s%.*s\n", follows ? "  " : "", length == 0 ? "" : " ", (int)length, at);
    follows = false;
    at += length;
    if (*at == '\0') return;
  }
  if (follows) (void)putc('\n', out);
}

grundy_status grundy_record_write(const grundy_record *record, FILE *out, grundy_error *error) {
  const grundy_record_head *head = &record->head;
  (void)fprintf(out, "game %s\n", record->game);
  if (head->play == GRUNDY_MISERE_PLAY) (void)fputs("play misere\n", out);
  for (int i = 0; i < 2; i++) put_player(head, i, out);
  if (head->result != GRUNDY_RECORD_OPEN)
    (void)fprintf(out, "result %s\n", grundy_record_results[head->result]);
  put_comment(record->nodes[0].comment, false, out);
  for (uint32_t i = grundy_record_following(record, 0); i != 0;
       i = grundy_record_following(record, i)) {
    (void)fprintf(out, "%" PRIu32 ". %s", record->nodes[i].number, record->nodes[i].text);
    put_comment(record->nodes[i].comment, true, out);
  }
  return grundy_stream_status(out, GRUNDY_OK, error);
}
