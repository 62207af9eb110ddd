/* Names of positions and moves, for people. */

#include "base/bounded_text.h"
#include "compound/impl.h"

size_t grundy_compound_name(const grundy_compound *c, uint32_t component, uint64_t position,
                            char *text, size_t size) {
  grundy_component game = c->components[component];
  size_t length = 0;
  (void)game.kind->name_position(game.data, position, text, size, &length, NULL);
  return length;
}

/* Appends the name of a position; "" if it is empty. */
static void append_position(grundy_bounded_text *cut, const grundy_compound *c, uint32_t component,
                            uint64_t position) {
  bool room = cut->length < cut->size;
  size_t before = cut->length;
  cut->length += grundy_compound_name(c, component, position, room ? cut->at + cut->length : NULL,
                                      room ? cut->size - cut->length : 0);
  if (cut->length == before) grundy_bounded_append(cut, "\"\"");
}

size_t grundy_compound_describe_step(const grundy_compound *c, const grundy_step *step, char *text,
                                     size_t size) {
  grundy_component game = c->components[step->component];
  if (GRUNDY_COMPONENT_HAS(game.kind, describe_move))
    return game.kind->describe_move(game.data, step->from, step->to, text, size);
  if (size > 0) *text = '\0';
  return 0;
}

static void append_step(grundy_bounded_text *cut, const grundy_compound *c,
                        const grundy_step *step) {
  char words[256];
  grundy_bounded_append_number(cut, (uint64_t)step->component + 1);
  grundy_bounded_append(cut, ": ");
  append_position(cut, c, step->component, step->from);
  grundy_bounded_append(cut, grundy_step_arrow(step));
  append_position(cut, c, step->component, step->to);
  if (grundy_compound_describe_step(c, step, words, sizeof words) == 0) return;
  grundy_bounded_append(cut, " (");
  grundy_bounded_append(cut, words);
  grundy_bounded_append(cut, ")");
}

size_t grundy_compound_describe_move(const grundy_compound *c, grundy_move move, char *text,
                                     size_t size) {
  grundy_bounded_text cut = {.at = text, .size = size};
  for (uint64_t i = 0; i < move.count; i++) {
    if (i > 0) grundy_bounded_append(&cut, ", ");
    append_step(&cut, c, &move.steps[i]);
  }
  return grundy_bounded_finish(&cut);
}
