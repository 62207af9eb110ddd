#include "web/request.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/text.h>
#include <jansson.h>

#include "command/options.h"
#include "command/program.h"
#include "web/games.h"
#include "web/members.h"
#include "web/task.h"

/* The system limits each argument of a command line to 128 KiB. */
enum {
  LONGEST_NAME = 4096,
  LONGEST_LIST = 1000,
  LONGEST_WORD = 100000,
  MOST_COMPONENTS = 500,
  MOST_MEMBERS = 64,
};

struct reading {
  struct web_check check;
  struct web_task *task;
  const json_t *body;
  const json_t *list; /* what add_written is at */
};

static void put_quoted(struct reading *r, FILE *out, const char *word) {
  char *quoted = malloc(2 * strlen(word) + 2);
  if (quoted != NULL)
    (void)fwrite(quoted, 1, grundy_quote(word, quoted), out);
  else
    r->task->is_out_of_memory = true;
  free(quoted);
}

/* Adds everything that `put` writes as one argument. */
static void add_written(struct reading *r, void (*put)(struct reading *r, FILE *out)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out != NULL) put(r, out);
  if (out == NULL || !grundy_text_close(out, &text))
    r->task->is_out_of_memory = true;
  else if (size > LONGEST_WORD)
    web_refuse(&r->check, "the position is longer than %d bytes", LONGEST_WORD);
  else
    web_task_add(r->task, "%s", text);
  free(text);
}

/* ---- expressions ------------------------------------------------------------------- */

/* "game1.edges"@"a"; without a position the game itself. */
static void put_position(struct reading *r, FILE *out, const json_t *object, size_t number) {
  char word[WEB_GAME_WORD];
  const char *position = web_text(&r->check, object, "position", false, LONGEST_NAME);
  if (r->check.status != GRUNDY_OK) return;
  web_game(&r->check, r->task, json_object_get(object, "game"), number, word);
  put_quoted(r, out, word);
  if (position == NULL) return;
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
                  (long long)web_integer(&r->check, component, "nim", 0, INT64_MAX, 0));
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

/* Writes the text after a blank, so that it is not taken for an option. */
static void put_text(struct reading *r, FILE *out, const char *name) {
  const char *text = web_text(&r->check, r->body, name, true, LONGEST_WORD - 1);
  if (text != NULL) (void)fprintf(out, "%s%s", text[0] == '-' ? " " : "", text);
}

/* Writes a position of a game, several components, or an expression. */
static void put_expression(struct reading *r, FILE *out) {
  int kinds =
      web_has(r->body, "game") + web_has(r->body, "components") + web_has(r->body, "expression");
  if (kinds != 1)
    web_refuse(&r->check, "the body has %d of 'game', 'components' and 'expression' instead of one",
               kinds);
  else if (web_has(r->body, "components"))
    put_components(r, out);
  else if (web_has(r->body, "game"))
    put_position(r, out, r->body, 1);
  else
    put_text(r, out, "expression");
}

/* ---- moves of a match -------------------------------------------------------------- */

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
static void put_move(struct reading *r, FILE *out) {
  const json_t *move = r->list;
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

static void add_moves(struct reading *r) {
  const json_t *moves = json_object_get(r->body, "moves");
  size_t count = json_array_size(moves);
  if (web_has(r->body, "moves") && (!json_is_array(moves) || count > LONGEST_LIST))
    web_refuse(&r->check, "'moves' is not a list of at most %d moves", LONGEST_LIST);
  for (size_t i = 0; i < count && r->check.status == GRUNDY_OK; i++) {
    r->list = json_array_get(moves, i);
    add_written(r, put_move);
  }
}

/* ---- arguments --------------------------------------------------------------------- */

/* {"format": "csv", "text": …} becomes a file. */
static void add_solution(struct reading *r) {
  static const char *const names[] = {"format", "text", NULL};
  static const char *const formats[] = {"tsv", "csv", "json", NULL};
  const json_t *solution = json_object_get(r->body, "solution");
  if (!web_is_object(&r->check, solution, "'solution'", names)) return;
  const char *format = web_choice(&r->check, solution, "format", formats);
  const json_t *text = json_object_get(solution, "text");
  char name[32];
  (void)snprintf(name, sizeof name, "game-solution.%s", format);
  if (!json_is_string(text)) {
    web_refuse(&r->check, "'text' is missing or not a string");
    return;
  }
  web_task_add_file(r->task, name, json_string_value(text), json_string_length(text));
  web_task_add(r->task, "%s", name);
}

/* A text becomes a file, which has the name of its member. */
static void add_text(struct reading *r, const char *member) {
  const json_t *text = json_object_get(r->body, member);
  char name[48];
  (void)snprintf(name, sizeof name, "%s.txt", member);
  if (!json_is_string(text)) {
    web_refuse(&r->check, "'%s' is missing or not a string", member);
    return;
  }
  web_task_add_file(r->task, name, json_string_value(text), json_string_length(text));
  web_task_add(r->task, "%s", name);
}

static void add_game(struct reading *r) {
  char word[WEB_GAME_WORD];
  if (!web_has(r->body, "game")) web_refuse(&r->check, "'game' is missing");
  if (r->check.status != GRUNDY_OK) return;
  web_game(&r->check, r->task, json_object_get(r->body, "game"), 1, word);
  web_task_add(r->task, "%s", word);
}

/* Writes the name of the member for an option or a positional: max-positions is max_positions, CODE
 * is code. */
static void name_member(const char *name, char member[32]) {
  size_t i = 0;
  for (; name[i] != '\0' && i < 31; i++)
    member[i] = name[i] == '-' ? '_' : (char)tolower((unsigned char)name[i]);
  member[i] = '\0';
}

/* Returns whether the request says which expression it is about. */
static bool has_expression(const struct reading *r) {
  return web_has(r->body, "game") || web_has(r->body, "components") ||
         web_has(r->body, "expression");
}

static void add_positional(struct reading *r, const struct command *command,
                           const struct positional *positional) {
  bool is_last = positional[1].name == NULL;
  char name[32];
  name_member(positional->name, name);
  switch (positional->file) {
  case FILE_READ:
    if (!(is_last && command->last_is_optional) || web_has(r->body, "game")) add_game(r);
    return;
  case FILE_EXPRESSION:
    if (!(is_last && command->last_is_optional) || has_expression(r))
      add_written(r, put_expression);
    return;
  case FILE_DATA:
    add_solution(r);
    return;
  case FILE_TEXT:
    add_text(r, name);
    return;
  case FILE_WRITTEN:
    web_task_add(r->task, "-");
    return;
  default:
    break;
  }
  if (is_last && command->last_is_many) {
    add_moves(r);
    return;
  }
  const char *text = web_text(&r->check, r->body, name, true, LONGEST_WORD - 1);
  if (text != NULL) web_task_add(r->task, "%s%s", text[0] == '-' ? " " : "", text);
}

/* ---- options ----------------------------------------------------------------------- */

/* a,b or, for names of positions, "a","b" */
static void add_list(struct reading *r, const struct option *o, const char *name) {
  const json_t *list = json_object_get(r->body, name);
  size_t count = json_array_size(list);
  char *text = NULL;
  size_t size = 0;
  if (!json_is_array(list) || count == 0 || count > LONGEST_LIST) {
    web_refuse(&r->check, "'%s' is not a list of 1 to %d items", name, LONGEST_LIST);
    return;
  }
  FILE *out = grundy_text_open(&text, &size);
  for (size_t i = 0; i < count && out != NULL; i++) {
    const json_t *item = json_array_get(list, i);
    if (i > 0) (void)putc(',', out);
    if (json_is_integer(item) && o->list == LIST_WORDS)
      (void)fprintf(out, "%lld", (long long)json_integer_value(item));
    else if (!json_is_string(item))
      web_refuse(&r->check, "'%s' contains an item that is not a string", name);
    else if (o->list == LIST_NAMES)
      put_quoted(r, out, json_string_value(item));
    else
      (void)fputs(json_string_value(item), out);
  }
  if (out == NULL || !grundy_text_close(out, &text))
    r->task->is_out_of_memory = true;
  else if (size > LONGEST_WORD)
    web_refuse(&r->check, "'%s' is longer than %d bytes", name, LONGEST_WORD);
  else
    web_task_add(r->task, "--%s=%s", o->name, text);
  free(text);
}

static void add_number(struct reading *r, const struct option *o, const char *name) {
  int64_t most = o->most == 0 || o->most > INT64_MAX ? INT64_MAX : (int64_t)o->most;
  int64_t number = web_integer(&r->check, r->body, name, (int64_t)o->least, most, 0);
  web_task_add(r->task, "--%s=%lld", o->name, (long long)number);
}

static void add_real(struct reading *r, const struct option *o, const char *name) {
  const json_t *value = json_object_get(r->body, name);
  if (!json_is_number(value)) web_refuse(&r->check, "'%s' is not a number", name);
  web_task_add(r->task, "--%s=%.17g", o->name, json_number_value(value));
}

/* Lists the names of the formats that the option takes, up to a NULL. */
static void list_formats(const struct option *o, const char *names[GRUNDY_FORMAT_COUNT + 1]) {
  size_t count = 0;
  for (int f = 0; f < GRUNDY_FORMAT_COUNT; f++)
    if (grundy_format_can((grundy_format)f, o->use))
      names[count++] = grundy_format_name((grundy_format)f);
  names[count] = NULL;
}

/* Returns the media type of answers in a format such as "json" or "svg". */
static const char *media_type(const char *format) {
  static const struct {
    const char *format, *type;
  } types[] = {
      {"json", "application/json"},
      {"tsv", "text/tab-separated-values; charset=utf-8"},
      {"csv", "text/csv; charset=utf-8"},
      {"svg", "image/svg+xml"},
      {"png", "image/png"},
      {"pdf", "application/pdf"},
      {"html", "text/html; charset=utf-8"},
      {"npz", "application/octet-stream"},
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    if (strcmp(types[i].format, format) == 0) return types[i].type;
  return "text/plain; charset=utf-8";
}

static void add_choice(struct reading *r, const struct option *o, const char *name) {
  const char *formats[GRUNDY_FORMAT_COUNT + 1];
  if (o->kind == OPTION_FORMAT) list_formats(o, formats);
  const char *chosen =
      web_choice(&r->check, r->body, name, o->kind == OPTION_FORMAT ? formats : o->choices);
  web_task_add(r->task, "--%s=%s", o->name, chosen);
  if (strcmp(o->name, "to") == 0) r->task->type = media_type(chosen);
}

static void add_option(struct reading *r, const struct option *o) {
  char name[32];
  name_member(o->name, name);
  if (!web_has(r->body, name)) return;
  char needed[32] = "";
  if (o->needs != NULL) name_member(o->needs, needed);
  if (o->needs != NULL && !web_has(r->body, needed))
    web_refuse(&r->check, "'%s' needs '%s'", name, needed);
  switch (o->kind) {
  case OPTION_FLAG:
  case OPTION_PRESET:
    if (web_flag(&r->check, r->body, name)) web_task_add(r->task, "--%s", o->name);
    return;
  case OPTION_INTEGER:
  case OPTION_SIZE:
    add_number(r, o, name);
    return;
  case OPTION_REAL:
  case OPTION_SECONDS:
    add_real(r, o, name);
    return;
  case OPTION_CHOICE:
  case OPTION_FORMAT:
    add_choice(r, o, name);
    return;
  default:
    break;
  }
  if (o->list != LIST_NONE && !json_is_string(json_object_get(r->body, name))) {
    add_list(r, o, name);
    return;
  }
  const char *text = web_text(&r->check, r->body, name, false, LONGEST_WORD - LONGEST_NAME);
  if (text != NULL) web_task_add(r->task, "--%s=%s", o->name, text);
}

/* ---- operations -------------------------------------------------------------------- */

static const struct option *find_option(const struct command *command, const char *name) {
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

/* Chooses the format of an answer if the request does not: JSON if the command has it, or else the
 * default of --to. */
static void choose_format(struct reading *r, const struct command *command) {
  const struct option *to = find_option(command, "to");
  r->task->type = media_type("json");
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (o->format != NULL && web_flag(&r->check, r->body, o->name)) {
      r->task->type = media_type(o->format);
      return;
    }
  if (to != NULL && (to->front_ends & IN_HTTP) != 0 && web_has(r->body, "to")) return;
  if (find_option(command, "json") != NULL) {
    web_task_add(r->task, "--json");
  } else if (to != NULL && to->standard != NULL) {
    char format[32];
    (void)snprintf(format, sizeof format, "%.*s", (int)strcspn(to->standard + 1, "\""),
                   to->standard + 1);
    web_task_add(r->task, "--to=%s", format);
    r->task->type = media_type(format);
  }
}

/* The members that a request may have. */
struct members {
  char names[MOST_MEMBERS][32];
  const char *list[MOST_MEMBERS + 1]; /* up to a NULL */
  size_t count;
};

static void add_member(struct members *m, const char *name) {
  if (m->count == MOST_MEMBERS) return;
  name_member(name, m->names[m->count]);
  m->list[m->count] = m->names[m->count];
  m->list[++m->count] = NULL;
}

static bool is_left_out(const struct command *command, const struct positional *p) {
  return command->last_is_for_command && p[1].name == NULL;
}

static void list_members(const struct command *command, struct members *m) {
  *m = (struct members){.count = 0};
  for (const struct positional *p = command->positionals; p->name != NULL; p++) {
    if (p->file == FILE_WRITTEN || is_left_out(command, p)) continue;
    if (p->file == FILE_EXPRESSION) {
      static const char *const names[] = {"game", "position", "components", "operator"};
      for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) add_member(m, names[i]);
    }
    bool is_many = command->last_is_many && p[1].name == NULL;
    add_member(m, p->file == FILE_READ ? "game" : is_many ? "moves" : p->name);
  }
  for (const struct option *o = command->options; o->name != NULL; o++) {
    if (!option_is_in(command, o, IN_HTTP)) continue;
    assert(o->file == FILE_NONE || o->file == FILE_FORMULA); /* clients name no files */
    add_member(m, o->name);
  }
}

/* Returns the command of a path such as /api/solve; NULL if there is none. */
static const struct command *find(const char *path) {
  static const char prefix[] = "/api/";
  if (strncmp(path, prefix, strlen(prefix)) != 0) return NULL;
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    if ((*c)->answer != NULL && strcmp((*c)->name, path + strlen(prefix)) == 0) return *c;
  return NULL;
}

bool web_request_exists(const char *path) {
  return find(path) != NULL;
}

static void read_body(struct reading *r, const struct command *command) {
  struct members members;
  list_members(command, &members);
  if (!web_is_object(&r->check, r->body, "the body", members.list)) return;
  web_task_add(r->task, "%s", command->name);
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    if (!is_left_out(command, p)) add_positional(r, command, p);
  choose_format(r, command);
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (option_is_in(command, o, IN_HTTP)) add_option(r, o);
}

grundy_status web_request_read(const char *path, const char *body, size_t length,
                               struct web_task *task, grundy_error *error) {
  struct reading r = {.check = {.error = error}, .task = task};
  task->body = web_parse(&r.check, body, length);
  r.body = task->body;
  if (task->body != NULL) read_body(&r, find(path));
  if (task->is_out_of_memory) web_refuse_without_memory(&r.check);
  return r.check.status;
}
