#include "contract.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/json.h>

#include "help_writer.h"
#include "lists.h"
#include "options.h"
#include "program.h"

/* ---- parameters ------------------------------------------------------------------------ */

/* Begins a parameter; its name is that of an option or a positional, with underscores and in lower
 * case. */
static void begin(grundy_json *json, const char *name, const char *type, bool required) {
  char member[64];
  size_t i = 0;
  for (; name[i] != '\0' && i < sizeof member - 1; i++)
    member[i] = name[i] == '-' ? '_' : (char)tolower((unsigned char)name[i]);
  member[i] = '\0';
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "name", member);
  grundy_json_string(json, "type", type);
  grundy_json_bool(json, "required", required);
}

static void put_front_ends(grundy_json *json, unsigned front_ends) {
  grundy_json_array(json, "front_ends");
  if ((front_ends & IN_HTTP) != 0) {
    grundy_json_string(json, NULL, "http");
    grundy_json_string(json, NULL, "npm");
    grundy_json_string(json, NULL, "page");
  }
  if ((front_ends & IN_PYTHON) != 0) grundy_json_string(json, NULL, "python");
  grundy_json_end(json);
}

static void end(grundy_json *json, unsigned front_ends, const char *help) {
  put_front_ends(json, front_ends);
  grundy_json_string(json, "help", help);
  grundy_json_end(json);
}

static void put_expression(grundy_json *json) {
  begin(json, "game", "game", false);
  end(json, IN_ALL, "the game of the position");
  begin(json, "position", "string", false);
  end(json, IN_ALL, "the position in the game (default: its first one)");
  begin(json, "components", "components", false);
  end(json, IN_ALL, "instead of a game: the components of a sum");
  begin(json, "operator", "choice", false);
  grundy_json_array(json, "choices");
  grundy_json_string(json, NULL, "+");
  grundy_json_string(json, NULL, "&");
  grundy_json_string(json, NULL, "|");
  grundy_json_end(json);
  grundy_json_string(json, "default", "+");
  end(json, IN_ALL, "how moves in components are made: in one, in all, or in one or more");
  begin(json, "expression", "string", false);
  end(json, IN_ALL, "instead of a game: an expression, as the command takes it");
}

static void put_positional(grundy_json *json, const struct command *command,
                           const struct positional *p) {
  bool is_many = command->last_is_many && p[1].name == NULL;
  /* Only with options that are for the command alone, or with `instead_of_last`, can a game or a
   * law be left out. */
  bool required = p->file == FILE_READ || p->file == FILE_FORMULA ||
                  !(command->last_is_optional && p[1].name == NULL);
  if (p->file == FILE_WRITTEN || (command->last_is_for_command && p[1].name == NULL)) return;
  if (p->file == FILE_EXPRESSION) {
    put_expression(json);
    return;
  }
  if (p->file == FILE_READ)
    begin(json, "game", "game", required);
  else if (p->file == FILE_DATA)
    begin(json, p->name, "solution", true);
  else if (is_many)
    begin(json, "moves", "moves", false);
  else
    begin(json, p->name, "string", required);
  if (p[1].name == NULL && command->instead_of_last != NULL)
    grundy_json_string(json, "instead", command->instead_of_last);
  end(json, IN_ALL, p->help);
}

static const char *type_of(const struct option *o) {
  switch (o->kind) {
  case OPTION_FLAG:
  case OPTION_PRESET:
    return "boolean";
  case OPTION_INTEGER:
  case OPTION_SIZE:
    return "integer";
  case OPTION_REAL:
  case OPTION_SECONDS:
    return "number";
  case OPTION_CHOICE:
  case OPTION_FORMAT:
    return "choice";
  default:
    return o->list == LIST_WORDS ? "words" : o->list == LIST_NAMES ? "names" : "string";
  }
}

static void put_choices(grundy_json *json, const struct option *o) {
  const char *formats[GRUNDY_FORMAT_COUNT + 1];
  const char *const *names = o->kind == OPTION_FORMAT ? formats : o->choices;
  if (o->kind == OPTION_FORMAT) lists_format_names(o->use, formats);
  grundy_json_array(json, "choices");
  for (; *names != NULL; names++) grundy_json_string(json, NULL, *names);
  grundy_json_end(json);
}

/* Writes the default, which the table has as JSON: a string in quotes, or a number. */
static void put_default(grundy_json *json, const char *standard) {
  char text[64];
  size_t length = strlen(standard);
  unsigned long long number = 0;
  if (standard[0] == '"' && length < sizeof text) {
    (void)snprintf(text, sizeof text, "%.*s", (int)length - 2, standard + 1);
    grundy_json_string(json, "default", text);
  } else if (sscanf(standard, "%llu", &number) == 1) {
    grundy_json_integer(json, "default", number);
  }
}

static void put_option(grundy_json *json, const struct option *o) {
  begin(json, o->name, type_of(o), false);
  if (o->kind == OPTION_CHOICE || o->kind == OPTION_FORMAT) put_choices(json, o);
  if (o->kind == OPTION_INTEGER) grundy_json_integer(json, "least", o->least);
  if (o->kind == OPTION_INTEGER && o->most > 0) grundy_json_integer(json, "most", o->most);
  if (o->standard != NULL) put_default(json, o->standard);
  if (o->needs != NULL) grundy_json_string(json, "needs", o->needs);
  if (o->format != NULL) grundy_json_string(json, "format", o->format);
  end(json, o->front_ends, o->help);
}

/* ---- operations and types ---------------------------------------------------------------- */

static void put_operation(grundy_json *json, const struct command *command) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "name", command->name);
  grundy_json_string(json, "summary", command->summary);
  grundy_json_string(json, "answer", command->answer);
  grundy_json_array(json, "parameters");
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    put_positional(json, command, p);
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (option_is_in(command, o, IN_ALL)) put_option(json, o);
  grundy_json_end(json);
  grundy_json_end(json);
}

static void put_type(grundy_json *json, const struct answer_type *type) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "name", type->name);
  grundy_json_string(json, "help", type->help);
  grundy_json_string(json, "is", type->is);
  grundy_json_array(json, "members");
  for (const struct answer_member *m = type->members; m != NULL && m->name != NULL; m++) {
    grundy_json_line(json);
    grundy_json_object(json, NULL);
    grundy_json_string(json, "name", m->name);
    grundy_json_string(json, "type", m->type);
    grundy_json_string(json, "help", m->help);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}

static grundy_status put_contract(const void *context, FILE *out, grundy_error *error) {
  grundy_json json = grundy_json_start(out);
  (void)context;
  (void)error;
  grundy_json_object(&json, NULL);
  grundy_json_array(&json, "operations");
  for (const struct command *const *c = program.commands; *c != NULL; c++)
    if ((*c)->answer != NULL) put_operation(&json, *c);
  grundy_json_end(&json);
  grundy_json_array(&json, "types");
  for (const struct answer_type *t = program.types; t != NULL && t->name != NULL; t++)
    put_type(&json, t);
  grundy_json_end(&json);
  grundy_json_end(&json);
  return GRUNDY_OK;
}

int contract_show(void) {
  return help_writer_show(put_contract, NULL);
}
