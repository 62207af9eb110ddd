/* Games on vectors with the operators that the engine evaluates without exploring. */

#include <grundy/text.h>

#include "base/alloc.h"
#include "base/error.h"
#include "game/impl.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

extern const grundy_game_kind grundy_kind_vector;

void grundy_vector_game_free(grundy_vector_game *game) {
  grundy_vector_moves_free(game->moves);
  free(game->terminal);
  *game = (grundy_vector_game){0};
}

static bool begins(const char *text, const char *word) {
  return strncmp(text, word, strlen(word)) == 0;
}

char *grundy_vector_game_text(const grundy_vector_game *game) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = grundy_text_open(&text, &length);
  const grundy_vector_rules moves = grundy_vector_moves_view(game->moves);
  if (out == NULL) return NULL;
  (void)fprintf(out, "%s%s%s",
                game->block > 0    ? "block("
                : game->passes > 0 ? "pass("
                                   : "",
                game->terminal_count > 0 ? "terminal(" : "", moves.text);
  for (uint64_t i = 0; i < game->terminal_count * moves.dimension; i++)
    (void)fprintf(out, "%s%" PRIu32, i % moves.dimension > 0 ? "," : ", ",
                  game->terminal[i / moves.dimension].at[i % moves.dimension]);
  if (game->terminal_count > 0) (void)fputs(")", out);
  if (game->block > 0 || game->passes > 0)
    (void)fprintf(out, ", %" PRIu32 ")", game->block + game->passes);
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

/* The parts of a text, from the outside to the inside. */
typedef struct peeling {
  grundy_vector_game *game;
  char *text;         /* of the game inside the operators so far, to be freed */
  const char **names; /* of terminal positions, in `kept` */
  size_t name_count;
  char *kept; /* a text that the names point to */
} peeling;

static grundy_status fail_operators(grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE,
                     "these operators can only be explored; expected terminal, and pass or block "
                     "around it");
}

/* Takes off one operator. */
static grundy_status peel(peeling *p, grundy_error *error) {
  grundy_vector_game *game = p->game;
  char *inner = NULL, *rest = NULL, *outer = p->text;
  bool is_terminal = begins(outer, "terminal("), is_pass = begins(outer, "pass(");
  bool is_first = game->passes == 0 && game->block == 0 && p->names == NULL;
  bool is_known = is_terminal ? p->names == NULL : is_first && (is_pass || begins(outer, "block("));
  if (!is_known) return fail_operators(error);
  grundy_status status = grundy_rule_operator_game(outer, &inner, &rest, error);
  if (status != GRUNDY_OK) return status;
  p->text = inner;
  free(outer);
  uint32_t count = rest == NULL ? 1 : (uint32_t)strtoul(rest, NULL, 10);
  if (is_pass) game->passes = count;
  if (!is_pass && !is_terminal) game->block = count;
  if (!is_terminal) return GRUNDY_OK;
  p->kept = strdup(rest == NULL ? "" : rest);
  if (p->kept == NULL) return grundy_fail_memory(error);
  return grundy_rule_operator_names(p->kept, &p->names, &p->name_count, error);
}

/* Parses the innermost game, and then the terminal positions. Play ends at `out` in any case. */
static grundy_status read_moves(peeling *p, grundy_error *error) {
  grundy_vector_game *game = p->game;
  grundy_game_name name = grundy_game_parse(p->text);
  grundy_status status = grundy_vector_moves_parse(name.text, name.length, &game->moves, error);
  if (status != GRUNDY_OK) return status;
  uint32_t dimension = grundy_vector_moves_view(game->moves).dimension;
  status = grundy_vector_position_parse(name.arguments, strlen(name.arguments), dimension,
                                        &game->corner, error);
  if (status == GRUNDY_OK && p->name_count > 0) {
    game->terminal = grundy_alloc(p->name_count, sizeof *game->terminal);
    if (game->terminal == NULL) return grundy_fail_memory(error);
  }
  for (size_t i = 0; i < p->name_count && status == GRUNDY_OK; i++)
    if (strcmp(p->names[i], "out") != 0)
      status = grundy_vector_position_parse(p->names[i], strlen(p->names[i]), dimension,
                                            &game->terminal[game->terminal_count++], error);
  return status;
}

/* Opening the rules finds everything that is wrong with the text. */
static grundy_status check_rules(const char *text, grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text), inner = grundy_rule_operator_innermost(text);
  grundy_open_options opening = {.size = sizeof opening};
  grundy_ruleset *ruleset = NULL;
  if (inner.kind != &grundy_kind_vector)
    return grundy_fail(error, GRUNDY_BAD_INPUT,
                       "'%.*s' is not a game on vectors; expected one such as "
                       "vector{(1,0)*,(0,1)*}:20,20",
                       grundy_excerpt(text, strlen(text)), text);
  grundy_status status = grundy_game_ruleset(&name, &opening, &ruleset, error);
  grundy_ruleset_close(ruleset);
  return status;
}

grundy_status grundy_vector_game_parse(const char *text, grundy_vector_game *game,
                                       grundy_error *error) {
  grundy_vector_game made = {0};
  peeling p = {.game = &made};
  grundy_status status = check_rules(text, error);
  if (status != GRUNDY_OK) return status;
  p.text = strdup(text);
  if (p.text == NULL) return grundy_fail_memory(error);
  size_t length;
  while (status == GRUNDY_OK && grundy_rule_operator_find(p.text, &length))
    status = peel(&p, error);
  if (status == GRUNDY_OK) status = read_moves(&p, error);
  if (status == GRUNDY_OK)
    *game = made;
  else
    grundy_vector_game_free(&made);
  free((void *)p.names);
  free(p.kept);
  free(p.text);
  return status;
}
