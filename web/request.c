#include "web/request.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <jansson.h>

#include "web/games.h"
#include "web/members.h"
#include "web/task.h"

/* The system limits each argument of a command line to 128 KiB. */
enum { LONGEST_NAME = 4096, LONGEST_LIST = 1000, LONGEST_WORD = 100000, MOST_COMPONENTS = 500 };

struct reading {
  struct web_check check;
  struct web_task *task;
  const json_t *body;
  const json_t *move; /* the one that is being added; see add_moves */
};

static const char type_json[] = "application/json";

/* ---- pieces of command lines ------------------------------------------------------- */

/* Returns false if the member `game` is missing or an error was found before. */
static bool has_game(struct reading *r) {
  if (!web_has(r->body, "game")) web_refuse(&r->check, "'game' is missing");
  return r->check.status == GRUNDY_OK;
}

/* Adds the argument GAME from the member `game`. */
static void add_game(struct reading *r) {
  char word[WEB_GAME_WORD];
  if (!has_game(r)) return;
  web_game(&r->check, r->task, json_object_get(r->body, "game"), 1, word);
  web_task_add(r->task, "%s", word);
}

/* Adds --columns=LIST or a similar option from a member that lists column names. */
static void add_columns(struct reading *r, const char *name, const char *option) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_,-";
  const char *columns = web_text(&r->check, r->body, name, false, LONGEST_LIST);
  if (columns == NULL) return;
  if (!web_is_word(columns, letters))
    web_refuse(&r->check, "'%s' is not a list of columns separated by commas", name);
  web_task_add(r->task, "--%s=%s", option, columns);
}

static void add_infinite(struct reading *r) {
  const json_t *value = json_object_get(r->body, "infinite");
  if (!web_has(r->body, "infinite")) return;
  if (!json_is_number(value)) web_refuse(&r->check, "'infinite' is not a number");
  web_task_add(r->task, "--infinite=%.17g", json_number_value(value));
}

static void add_integer(struct reading *r, const char *name, const char *option, int64_t most) {
  int64_t number = web_integer(&r->check, r->body, name, 0, most, -1);
  if (number >= 0) web_task_add(r->task, "--%s=%lld", option, (long long)number);
}

/* Returns the chosen format, by default the first one, and sets the matching type of the answer. */
static const char *choose_format(struct reading *r, const char *const *formats,
                                 const char *const *types) {
  const char *chosen = web_choice(&r->check, r->body, "format", formats);
  for (size_t i = 0; formats[i] != NULL; i++)
    if (strcmp(chosen, formats[i]) == 0) r->task->type = types[i];
  return chosen;
}

static void add_flag(struct reading *r, const char *name, const char *option) {
  if (web_flag(&r->check, r->body, name)) web_task_add(r->task, "--%s", option);
}

static void put_quoted(struct reading *r, FILE *out, const char *word) {
  char *quoted = malloc(2 * strlen(word) + 2);
  if (quoted != NULL)
    (void)fwrite(quoted, 1, grundy_quote(word, quoted), out);
  else
    r->task->is_out_of_memory = true;
  free(quoted);
}

/* ---- expressions ------------------------------------------------------------------- */

/* "game1.edges"@"a" */
static void put_position(struct reading *r, FILE *out, const json_t *object, size_t number) {
  char word[WEB_GAME_WORD];
  const char *position = web_text(&r->check, object, "position", true, LONGEST_NAME);
  if (r->check.status != GRUNDY_OK) return;
  web_game(&r->check, r->task, json_object_get(object, "game"), number, word);
  put_quoted(r, out, word);
  (void)putc('@', out);
  put_quoted(r, out, position);
}

/* kayles:7 or kayles:2,3 */
static void put_heap(struct reading *r, FILE *out, const json_t *object) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                ".,(){}-";
  const char *code = web_text(&r->check, object, "heap", true, LONGEST_NAME);
  const json_t *size = json_object_get(object, "size");
  if (code == NULL) return;
  if (!web_is_word(code, letters))
    web_refuse(&r->check, "'heap' is not a heap game; examples are kayles and 0.137");
  (void)fprintf(out, "%s:", code);
  size_t count = json_is_array(size) ? json_array_size(size) : 1;
  for (size_t i = 0; i < count; i++) {
    const json_t *heap = json_is_array(size) ? json_array_get(size, i) : size;
    if (!json_is_integer(heap) || json_integer_value(heap) < 0)
      web_refuse(&r->check, "'size' is not a whole number or a list of whole numbers");
    (void)fprintf(out, "%s%lld", i == 0 ? "" : ",", (long long)json_integer_value(heap));
  }
  if (count == 0) web_refuse(&r->check, "'size' is empty; give at least one heap");
}

static void put_component(struct reading *r, FILE *out, const json_t *component, size_t number) {
  static const char *const names[] = {"game", "position", "times", "nim", "heap", "size", NULL};
  if (!web_is_object(&r->check, component, "a component", names)) return;
  int64_t times = web_integer(&r->check, component, "times", 1, MOST_COMPONENTS, 1);
  if (times > 1) (void)fprintf(out, "%lld*", (long long)times);
  int kinds = web_has(component, "game") + web_has(component, "nim") + web_has(component, "heap");
  if (kinds != 1)
    web_refuse(&r->check, "a component has %d of game, nim and heap instead of one", kinds);
  else if (web_has(component, "game"))
    put_position(r, out, component, number);
  else if (web_has(component, "heap"))
    put_heap(r, out, component);
  else
    (void)fprintf(out, "nim:%lld",
                  (long long)web_integer(&r->check, component, "nim", 0, INT32_MAX, 0));
}

static void put_components(struct reading *r, FILE *out) {
  static const char *const operators[] = {"+", "&", "|", NULL};
  const char *operator= web_choice(&r->check, r->body, "operator", operators);
  const json_t *components = json_object_get(r->body, "components");
  size_t count = json_array_size(components);
  if (count == 0 || count > MOST_COMPONENTS)
    web_refuse(&r->check, "'components' is not a list of 1 to %d components", MOST_COMPONENTS);
  for (size_t i = 0; i < count && r->check.status == GRUNDY_OK; i++) {
    if (i > 0) (void)fprintf(out, " %s ", operator);
    put_component(r, out, json_array_get(components, i), i + 1);
  }
}

static bool has_game_or_components(struct reading *r) {
  if (web_has(r->body, "components") != web_has(r->body, "game")) return true;
  web_refuse(&r->check, "the body has both or neither of 'game' and 'components'");
  return false;
}

/* Writes a position of a game, or several components. */
static void put_named_place(struct reading *r, FILE *out) {
  if (!has_game_or_components(r)) return;
  if (web_has(r->body, "components"))
    put_components(r, out);
  else
    put_position(r, out, r->body, 1);
}

/* Adds everything that `put` writes as one argument. */
static void add_expression(struct reading *r, void (*put)(struct reading *r, FILE *out)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out != NULL) put(r, out);
  bool kept = out != NULL && ferror(out) == 0;
  /* If memory runs out while the stream is closed, the C library leaves no text. */
  if (out != NULL) kept = fclose(out) == 0 && text != NULL && kept;
  if (!kept)
    r->task->is_out_of_memory = true;
  else if (size > LONGEST_WORD)
    web_refuse(&r->check, "the position is longer than %d bytes", LONGEST_WORD);
  else
    web_task_add(r->task, "%s", text);
  free(text);
}

/* ---- the calls --------------------------------------------------------------------- */

static void read_solve(struct reading *r) {
  web_task_add(r->task, "solve");
  add_game(r);
  web_task_add(r->task, "--json");
  web_task_add(r->task, "--no-split");
  add_columns(r, "columns", "columns");
  add_infinite(r);
}

static void read_info(struct reading *r) {
  web_task_add(r->task, "info");
  add_game(r);
  web_task_add(r->task, "--json");
  web_task_add(r->task, "--no-split");
}

static void read_why(struct reading *r) {
  enum { DEEPEST = 50 };
  web_task_add(r->task, "why");
  add_expression(r, put_named_place);
  web_task_add(r->task, "--json");
  add_flag(r, "misere", "misere");
  add_integer(r, "depth", "depth", DEEPEST);
  add_infinite(r);
}

/* ---- matches ------------------------------------------------------------------------- */

/* Writes the position of a game, which begins at its start unless one is named, or several
 * components. */
static void put_place(struct reading *r, FILE *out) {
  char word[WEB_GAME_WORD];
  if (web_has(r->body, "components") || web_has(r->body, "position"))
    put_named_place(r, out);
  else if (has_game_or_components(r)) {
    web_game(&r->check, r->task, json_object_get(r->body, "game"), 1, word);
    put_quoted(r, out, word);
  }
}

/* Adds what calls about moves have in common. */
static void add_place(struct reading *r) {
  static const char *const turns[] = {"first", "second", NULL};
  add_expression(r, put_place);
  web_task_add(r->task, "--json");
  web_task_add(r->task, "--turn=%s", web_choice(&r->check, r->body, "turn", turns));
  add_flag(r, "misere", "misere");
  add_infinite(r);
}

static void read_moves(struct reading *r) {
  web_task_add(r->task, "moves");
  add_place(r);
}

/* 2 "b" */
static void put_step(struct reading *r, FILE *out, const json_t *step) {
  static const char *const names[] = {"component", "position", NULL};
  if (!web_is_object(&r->check, step, "a step", names)) return;
  int64_t component = web_integer(&r->check, step, "component", 1, MOST_COMPONENTS, 1);
  const char *position = web_text(&r->check, step, "position", true, LONGEST_NAME);
  (void)fprintf(out, "%lld ", (long long)component);
  if (position != NULL) put_quoted(r, out, position);
}

/* The position that the only component moves to, or a list of steps. */
static void put_move(struct reading *r, FILE *out, const json_t *move) {
  size_t count = json_array_size(move);
  if (json_is_string(move) && json_string_length(move) <= LONGEST_NAME) {
    (void)fputs("1 ", out);
    put_quoted(r, out, json_string_value(move));
    return;
  }
  if (!json_is_array(move) || count == 0 || count > MOST_COMPONENTS)
    web_refuse(&r->check, "'moves' contains an item that is not a position or a list of steps");
  for (size_t i = 0; i < count && r->check.status == GRUNDY_OK; i++) {
    if (i > 0) (void)fputs(", ", out);
    put_step(r, out, json_array_get(move, i));
  }
}

/* Writes the move that add_moves is at. */
static void put_current_move(struct reading *r, FILE *out) {
  put_move(r, out, r->move);
}

static void add_moves(struct reading *r) {
  const json_t *moves = json_object_get(r->body, "moves");
  size_t count = json_array_size(moves);
  if (web_has(r->body, "moves") && (!json_is_array(moves) || count > LONGEST_LIST))
    web_refuse(&r->check, "'moves' is not a list of at most %d moves", LONGEST_LIST);
  for (size_t i = 0; i < count && r->check.status == GRUNDY_OK; i++) {
    r->move = json_array_get(moves, i);
    add_expression(r, put_current_move);
  }
}

static void read_match(struct reading *r) {
  static const char *const levels[] = {"perfect", "fair", "easy", NULL};
  web_task_add(r->task, "match");
  add_place(r);
  if (web_has(r->body, "reply"))
    web_task_add(r->task, "--reply=%s", web_choice(&r->check, r->body, "reply", levels));
  add_integer(r, "seed", "seed", INT64_MAX);
  add_moves(r);
}

/* ---- pictures and tables ------------------------------------------------------------- */

static void read_trace(struct reading *r) {
  static const char *const algorithms[] = {"auto", "acyclic", "general", NULL};
  web_task_add(r->task, "trace");
  add_game(r);
  web_task_add(r->task, "--json");
  web_task_add(r->task, "--algorithm=%s", web_choice(&r->check, r->body, "algorithm", algorithms));
}

/* --highlight="a","b" */
static void put_highlighted(struct reading *r, FILE *out) {
  const json_t *list = json_object_get(r->body, "highlight");
  size_t count = json_array_size(list);
  if (!json_is_array(list) || count == 0 || count > LONGEST_LIST)
    web_refuse(&r->check, "'highlight' is not a list of 1 to %d positions", LONGEST_LIST);
  (void)fputs("--highlight=", out);
  for (size_t i = 0; i < count && r->check.status == GRUNDY_OK; i++) {
    const char *name = json_string_value(json_array_get(list, i));
    if (name == NULL) {
      web_refuse(&r->check, "'highlight' contains an item that is not a string");
      return;
    }
    if (i > 0) (void)putc(',', out);
    put_quoted(r, out, name);
  }
}

static void add_part(struct reading *r) {
  const char *around = web_text(&r->check, r->body, "around", false, LONGEST_NAME);
  if (around == NULL && web_has(r->body, "radius"))
    web_refuse(&r->check, "'radius' needs a position in 'around'");
  if (around == NULL) return;
  web_task_add(r->task, "--around=%s", around);
  add_integer(r, "radius", "radius", INT32_MAX);
}

static const char *const layouts[] = {"auto", "dot",  "circo", "neato",
                                      "fdp",  "sfdp", "twopi", NULL};
static const char *const overlaps[] = {"auto", "prism", "scale", "true", NULL};
static const char *const palettes[] = {"plain", "safe", "mono", NULL};
static const char *const parts[] = {"all", "questions", "solution", NULL};

static void read_worksheet(struct reading *r) {
  const char *title = web_text(&r->check, r->body, "title", false, LONGEST_NAME);
  web_task_add(r->task, "worksheet");
  add_game(r);
  if (title != NULL) web_task_add(r->task, "--title=%s", title);
  web_task_add(r->task, "--layout=%s", web_choice(&r->check, r->body, "layout", layouts));
  web_task_add(r->task, "--palette=%s", web_choice(&r->check, r->body, "palette", palettes));
  web_task_add(r->task, "--part=%s", web_choice(&r->check, r->body, "part", parts));
  add_flag(r, "misere", "misere");
  add_columns(r, "columns", "columns");
}

static void read_draw(struct reading *r) {
  enum { MOST_SCALE = 8 };
  static const char *const pictures[] = {"svg", "png", "pdf", "dot", NULL};
  static const char *const types[] = {"image/svg+xml", "image/png", "application/pdf",
                                      "text/vnd.graphviz"};
  web_task_add(r->task, "draw");
  add_game(r);
  web_task_add(r->task, "--to=%s", choose_format(r, pictures, types));
  web_task_add(r->task, "--layout=%s", web_choice(&r->check, r->body, "layout", layouts));
  web_task_add(r->task, "--overlap=%s", web_choice(&r->check, r->body, "overlap", overlaps));
  const char *palette = web_choice(&r->check, r->body, "palette", palettes);
  web_task_add(r->task, "--palette=%s", web_flag(&r->check, r->body, "mono") ? "mono" : palette);
  add_flag(r, "legend", "legend");
  add_flag(r, "blank", "blank");
  add_integer(r, "scale", "scale", MOST_SCALE);
  const char *current = web_text(&r->check, r->body, "current", false, LONGEST_NAME);
  if (current != NULL) web_task_add(r->task, "--current=%s", current);
  add_columns(r, "columns", "columns");
  add_part(r);
  if (web_has(r->body, "highlight")) add_expression(r, put_highlighted);
}

static void read_best(struct reading *r) {
  web_task_add(r->task, "best");
  add_expression(r, put_components);
  web_task_add(r->task, "--json");
  add_flag(r, "misere", "misere");
  add_flag(r, "all_moves", "all-moves");
  add_integer(r, "max_positions", "max-positions", INT64_MAX);
  add_infinite(r);
  r->task->answers_in_part = true;
}

static void read_convert(struct reading *r) {
  static const char *const formats[] = {"edges", "dot", "graphml", NULL};
  web_task_add(r->task, "convert");
  add_game(r);
  web_task_add(r->task, "-");
  web_task_add(r->task, "--to=%s", web_choice(&r->check, r->body, "to", formats));
}

static void read_table(struct reading *r) {
  static const char *const formats[] = {"tsv", "csv", "json", NULL};
  static const char *const types[] = {"text/tab-separated-values; charset=utf-8",
                                      "text/csv; charset=utf-8", type_json};
  web_task_add(r->task, "solve");
  add_game(r);
  web_task_add(r->task, "--to=%s", choose_format(r, formats, types));
  web_task_add(r->task, "--no-split");
  add_columns(r, "columns", "columns");
  add_infinite(r);
}

struct call {
  const char *path;
  const char *members[16]; /* allowed in the body; ends with a NULL */
  const char *type;        /* of the answer; `read` may replace it */
  void (*read)(struct reading *r);
};

static const struct call calls[] = {
    {"/api/solve", {"game", "columns", "infinite"}, type_json, read_solve},
    {"/api/info", {"game"}, type_json, read_info},
    {"/api/why",
     {"game", "position", "components", "operator", "misere", "depth", "infinite"},
     type_json,
     read_why},
    {"/api/trace", {"game", "algorithm"}, type_json, read_trace},
    {"/api/draw",
     {"game", "layout", "overlap", "mono", "palette", "legend", "columns", "highlight", "around",
      "radius", "format", "blank", "scale", "current"},
     NULL,
     read_draw},
    {"/api/moves",
     {"game", "position", "components", "operator", "turn", "misere", "infinite"},
     type_json,
     read_moves},
    {"/api/match",
     {"game", "position", "components", "operator", "turn", "misere", "infinite", "moves", "reply",
      "seed"},
     type_json,
     read_match},
    {"/api/worksheet",
     {"game", "layout", "palette", "columns", "title", "misere", "part"},
     "text/html; charset=utf-8",
     read_worksheet},
    {"/api/best",
     {"components", "operator", "misere", "all_moves", "max_positions", "infinite"},
     type_json,
     read_best},
    {"/api/convert", {"game", "to"}, "text/plain; charset=utf-8", read_convert},
    {"/api/table", {"game", "format", "columns", "infinite"}, NULL, read_table},
};

static const struct call *find(const char *path) {
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
    if (strcmp(calls[i].path, path) == 0) return &calls[i];
  return NULL;
}

bool web_request_exists(const char *path) {
  return find(path) != NULL;
}

grundy_status web_request_read(const char *path, const char *body, size_t length,
                               struct web_task *task, grundy_error *error) {
  const struct call *call = find(path);
  struct reading r = {.check = {.error = error}, .task = task};
  task->body = web_parse(&r.check, body, length);
  r.body = task->body;
  if (task->body == NULL || !web_is_object(&r.check, r.body, "the body", call->members))
    return r.check.status;
  task->type = call->type;
  call->read(&r);
  if (r.check.status == GRUNDY_OK && task->is_out_of_memory) {
    *error = (grundy_error){.status = GRUNDY_OUT_OF_MEMORY, .message = "out of memory"};
    return GRUNDY_OUT_OF_MEMORY;
  }
  return r.check.status;
}
