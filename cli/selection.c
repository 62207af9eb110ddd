#include "selection.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/draw.h>
#include <grundy/explore.h>
#include <grundy/game.h>
#include <grundy/play.h>
#include <grundy/text.h>

#include "expression.h"
#include "failure.h"

void selection_free(struct selection *selection) {
  free(selection->vertices);
  free(selection->moves);
  *selection = (struct selection){0};
}

/* Makes room for one more in a list that doubles when it is full. */
static bool make_room(void **list, uint64_t count, size_t item) {
  if ((count & (count - 1)) != 0) return true;
  void *grown = realloc(*list, (count == 0 ? 1 : 2 * count) * item);
  if (grown == NULL) return false;
  *list = grown;
  return true;
}

/* ---- a list of names ------------------------------------------------------------------- */

grundy_status selection_find(const grundy_digraph *game, const char *name, size_t length,
                             const char *option, uint32_t *v, grundy_error *error) {
  grundy_error why = {0};
  grundy_status status = grundy_position_find(game, name, length, v, &why);
  if (status != GRUNDY_OK) *error = why;
  if (status == GRUNDY_BAD_INPUT && why.file[0] == '\0') /* otherwise a script failed */
    (void)snprintf(error->message, sizeof error->message, "--%s: %.400s", option, why.message);
  return status;
}

/* Copies the quoted name to `name`. Returns the text after it. */
static const char *unquote(const char *at, char *name, size_t *length) {
  *length = 0;
  for (at++; *at != '\0' && *at != '"'; at++) {
    if (*at == '\\' && at[1] != '\0') at++;
    name[(*length)++] = *at;
  }
  return *at == '"' ? at + 1 : at;
}

/* Returns the length of the shortest name of a position that begins here and ends before a comma or
 * at the end; if there is none, the length up to the first comma. */
static size_t shortest_name(const struct selection_names *names, const char *at) {
  size_t first = strcspn(at, ",");
  for (size_t length = first;; length += 1 + strcspn(at + length + 1, ",")) {
    if (names->exists(names->context, at, length)) return length;
    if (at[length] == '\0') return first;
  }
}

grundy_status selection_read_list(const char *list, const struct selection_names *names,
                                  grundy_error *error) {
  char *room = malloc(strlen(list) + 1); /* for a name in quotes */
  grundy_status status = GRUNDY_OK;
  if (room == NULL) return fail_memory(error);
  while (*list != '\0' && status == GRUNDY_OK) {
    const char *name = list;
    size_t length = 0;
    if (*list == '"') {
      list = unquote(list, room, &length);
      name = room;
    } else {
      length = shortest_name(names, list);
      list += length;
    }
    if (*list == ',') list++;
    status = names->add(names->context, name, length, error);
  }
  free(room);
  return status;
}

/* Where the positions of a list of an option go. */
struct listed {
  const grundy_digraph *game;
  const char *option;
  struct selection *selection;
};

static bool has_vertex(void *context, const char *name, size_t length) {
  const struct listed *listed = context;
  uint32_t v = 0;
  return grundy_digraph_find(listed->game, name, length, &v);
}

static grundy_status add_vertex(void *context, const char *name, size_t length,
                                grundy_error *error) {
  const struct listed *listed = context;
  struct selection *selection = listed->selection;
  uint32_t v = 0;
  grundy_status status = selection_find(listed->game, name, length, listed->option, &v, error);
  if (status != GRUNDY_OK) return status;
  if (!make_room((void **)&selection->vertices, selection->vertex_count,
                 sizeof *selection->vertices))
    return fail_memory(error);
  selection->vertices[selection->vertex_count++] = v;
  return GRUNDY_OK;
}

grundy_status selection_add_list(const grundy_digraph *game, const char *option, const char *list,
                                 struct selection *selection, grundy_error *error) {
  struct listed listed = {game, option, selection};
  const struct selection_names names = {&listed, has_vertex, add_vertex};
  return selection_read_list(list, &names, error);
}

/* ---- moves of the game ----------------------------------------------------------------- */

static bool is_move(const grundy_digraph *game, uint32_t from, uint32_t to) {
  grundy_vertices row = grundy_digraph_followers(game, from);
  for (uint64_t i = 0; i < row.count; i++)
    if (row.at[i] == to) return true;
  return false;
}

static grundy_status add_move(struct selection *selection, grundy_played move,
                              grundy_error *error) {
  if (!make_room((void **)&selection->moves, selection->move_count, sizeof *selection->moves))
    return fail_memory(error);
  selection->moves[selection->move_count++] = move;
  return GRUNDY_OK;
}

/* ---- a transcript ------------------------------------------------------------------------- */

/* Reads FROM -> TO. Tries every arrow, because names may contain some. Returns whether it is a move
 * of the game. */
static bool read_move(const grundy_digraph *game, const char *at, size_t length,
                      grundy_played *move) {
  for (const char *arrow = strstr(at, " -> "); arrow != NULL; arrow = strstr(arrow + 1, " -> ")) {
    const char *to = arrow + 4;
    if (grundy_digraph_find(game, at, (size_t)(arrow - at), &move->from) &&
        grundy_digraph_find(game, to, (size_t)(at + length - to), &move->to) &&
        is_move(game, move->from, move->to))
      return true;
  }
  return false;
}

/* Finds a move in a line of a transcript. Tries every colon, because the name of the game may
 * contain some. */
static bool find_move(const grundy_digraph *game, char *line, grundy_played *move) {
  size_t length = strlen(line);
  while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r')) length--;
  if (length == 0 || line[length - 1] != '.') return false;
  line[--length] = '\0';
  for (const char *colon = strstr(line, ": "); colon != NULL; colon = strstr(colon + 1, ": ")) {
    const char *at = colon + 2;
    if (read_move(game, at, length - (size_t)(at - line), move)) return true;
  }
  return false;
}

/* Adds the moves in lines that end with ": FROM -> TO.". */
static grundy_status add_transcript(const grundy_digraph *game, FILE *in,
                                    struct selection *selection, grundy_error *error) {
  char *line = NULL;
  size_t room = 0;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && getline(&line, &room, in) >= 0) {
    grundy_played move;
    if (find_move(game, line, &move)) status = add_move(selection, move, error);
  }
  free(line);
  return status;
}

/* ---- a record ---------------------------------------------------------------------------- */

/* Finds the position of a component in the game by its name; *found says whether there is one. */
static grundy_status find_position(const grundy_digraph *game, const grundy_compound *compound,
                                   uint32_t component, uint64_t position, uint32_t *v, bool *found,
                                   grundy_error *error) {
  grundy_error why = {0};
  size_t length = grundy_compound_name(compound, component, position, NULL, 0);
  char *name = malloc(length + 1);
  if (name == NULL) return fail_memory(error);
  (void)grundy_compound_name(compound, component, position, name, length + 1);
  grundy_status status = grundy_position_find(game, name, length, v, &why);
  free(name);
  *found = status == GRUNDY_OK;
  if (status == GRUNDY_OK || (status == GRUNDY_BAD_INPUT && why.file[0] == '\0')) return GRUNDY_OK;
  *error = why;
  return status;
}

/* Makes the move of a record, and adds its steps that are moves of the game. */
static grundy_status add_record_move(const grundy_digraph *game, grundy_expression *expression,
                                     const char *text, struct selection *selection,
                                     grundy_error *error) {
  grundy_compound *compound = grundy_expression_compound(expression);
  grundy_step *steps = NULL;
  uint64_t count = 0;
  grundy_status status = grundy_move_read(expression, text, &steps, &count, error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    const grundy_step *step = &steps[i];
    grundy_played move;
    bool has_from = false, has_to = false;
    status =
        find_position(game, compound, step->component, step->from, &move.from, &has_from, error);
    if (status == GRUNDY_OK)
      status = find_position(game, compound, step->component, step->to, &move.to, &has_to, error);
    if (status == GRUNDY_OK && has_from && has_to && is_move(game, move.from, move.to))
      status = add_move(selection, move, error);
  }
  if (status == GRUNDY_OK) status = grundy_compound_move(compound, steps, count, error);
  free(steps);
  return status;
}

/* Adds the moves of the main line of a record. */
static grundy_status add_record(const grundy_digraph *game, const char *path, FILE *in,
                                const struct selection_match *match, struct selection *selection,
                                grundy_error *error) {
  const grundy_read_options options = {.size = sizeof options, .stream = in};
  grundy_record *record = NULL;
  grundy_expression *expression = NULL;
  grundy_status status = grundy_record_read(path, &options, &record, error);
  if (status == GRUNDY_OK) {
    const struct expression_request request = {
        .text = grundy_record_game(record),
        .misere = grundy_record_get_head(record)->play == GRUNDY_MISERE_PLAY,
        .infinite = match->infinite,
        .input_is_taken = match->input_is_taken,
        .unreduced = true,
    };
    status = expression_open(&request, match->limits, &expression, error);
  }
  if (status == GRUNDY_OK) status = grundy_record_check(record, expression, NULL, error);
  for (uint32_t next = status == GRUNDY_OK ? grundy_record_get(record, 0).next : 0;
       next != 0 && status == GRUNDY_OK;) {
    grundy_record_move move = grundy_record_get(record, next);
    status = add_record_move(game, expression, move.text, selection, error);
    next = move.next;
  }
  grundy_expression_free(expression);
  grundy_record_free(record);
  return status;
}

/* Returns whether the text is a record: its first line that is not empty or a comment begins with a
 * word that the head of a record has. */
static bool is_record(const char *text) {
  static const char *const words[] = {"game", "play", "first", "second", "result"};
  static const char mark[] = "\xef\xbb\xbf";
  if (strncmp(text, mark, strlen(mark)) == 0) text += strlen(mark);
  while (*text != '\0') {
    text += strspn(text, " \t\r\n");
    if (*text != '#') break;
    text += strcspn(text, "\n");
  }
  size_t length = strcspn(text, " \t\r\n");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == length && memcmp(text, words[i], length) == 0) return true;
  return false;
}

/* Reads a file to memory; *text is to be freed. */
static grundy_status read_text(const char *path, char **text, size_t *size, grundy_error *error) {
  if (grundy_confined_check(path, error) != GRUNDY_OK) return GRUNDY_BAD_INPUT;
  FILE *in = fopen(path, "r");
  if (in == NULL) return fail_with(error, GRUNDY_BAD_INPUT, path, "%s", strerror(errno));
  FILE *out = grundy_text_open(text, size);
  char block[4096];
  size_t count = 0;
  errno = 0;
  while (out != NULL && (count = fread(block, 1, sizeof block, in)) > 0)
    (void)fwrite(block, 1, count, out);
  grundy_status status =
      ferror(in) != 0 ? fail_with(error, GRUNDY_IO_ERROR, path, "%s", strerror(errno)) : GRUNDY_OK;
  (void)fclose(in);
  bool kept = out != NULL && grundy_text_close(out, text);
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

grundy_status selection_add_match(const grundy_digraph *game, const char *path,
                                  const struct selection_match *match, struct selection *selection,
                                  grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  grundy_status status = read_text(path, &text, &size, error);
  FILE *in = status == GRUNDY_OK && size > 0 ? fmemopen(text, size, "r") : NULL;
  if (status == GRUNDY_OK && size > 0)
    status = in == NULL        ? fail_memory(error)
             : is_record(text) ? add_record(game, path, in, match, selection, error)
                               : add_transcript(game, in, selection, error);
  if (status == GRUNDY_OK && selection->move_count == 0)
    status = fail_with(error, GRUNDY_BAD_INPUT, path,
                       "no move of this game; use what 'grundy play' prints, or writes with "
                       "--record");
  if (in != NULL) (void)fclose(in);
  free(text);
  return status;
}
