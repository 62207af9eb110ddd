/* Lists the files that a text names, without opening them. */

#include "game/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <stdlib.h>
#include <string.h>

typedef struct listing {
  void (*visit)(void *context, const char *path);
  void *context;
  grundy_error *error;
} listing;

static grundy_status visit_piece(const listing *l, const char *text, size_t length) {
  char *path = strndup(text, length);
  if (path == NULL) return grundy_fail_memory(l->error);
  l->visit(l->context, path);
  free(path);
  return GRUNDY_OK;
}

/* Visits the path of a file, and the arguments of rules. */
static grundy_status visit_plain(const listing *l, const grundy_game_name *name) {
  grundy_status status = GRUNDY_OK;
  if (name->kind->describe.is_file) status = visit_piece(l, name->text, name->length);
  for (const char *at = name->arguments; *at != '\0' && status == GRUNDY_OK;) {
    size_t length = strcspn(at, ",");
    status = visit_piece(l, at, length);
    at += length + (at[length] == ',');
  }
  return status;
}

/* Visits the files of the game inside all operators. */
static grundy_status visit_name(const listing *l, grundy_game_name name) {
  char *inner = NULL;
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && name.kind->ruleset == grundy_rule_operator_open) {
    char *game = NULL, *rest = NULL;
    status = grundy_rule_operator_game(name.text, &game, &rest, l->error);
    free(inner);
    inner = game;
    if (status == GRUNDY_OK) name = grundy_game_parse(inner);
  }
  if (status == GRUNDY_OK) status = visit_plain(l, &name);
  free(inner);
  return status;
}

grundy_status grundy_game_files(const char *text, bool is_expression,
                                void (*visit)(void *context, const char *path), void *context,
                                grundy_error *error) {
  listing l = {visit, context, error};
  grundy_parsed parsed;
  if (!is_expression) return visit_name(&l, grundy_game_parse(text));
  grundy_status status = grundy_parse(text, &parsed, error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < parsed.use_count && status == GRUNDY_OK; i++)
    status = visit_name(&l, parsed.uses[i].name);
  grundy_parsed_free(&parsed);
  return status;
}
