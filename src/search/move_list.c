/* Writes lists of moves. The fields of a line are separated by tabs:
 *
 *   grundy moves 1
 *   # GAME
 *   start   PART ...     the parts of the position
 *   part    PART         a part; its moves follow
 *   move    PART ...     the parts that a move leads to, in any order
 *   end
 *
 * The last line shows that nothing is missing. Different parts have different names, because the
 * rules must parse each name. */

#include "search/move_list.h"

#include "search/part_name.h"

#include <string.h>

/* Writes a line: a word and the names of parts. */
static grundy_status put_line(const grundy_move_list *list, const char *word,
                              const grundy_position_list *parts, grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME];
  (void)fputs(word, list->out);
  for (uint64_t i = 0; i < parts->count; i++) {
    grundy_status status = grundy_part_name(list->ruleset, grundy_position_list_get(parts, i),
                                            "the moves", name, error);
    if (status != GRUNDY_OK) return status;
    (void)fprintf(list->out, "\t%s", name);
  }
  (void)fputc('\n', list->out);
  return GRUNDY_OK;
}

grundy_status grundy_move_list_open(grundy_move_list *list, grundy_ruleset *ruleset,
                                    const char *path, const grundy_position_list *start,
                                    grundy_error *error) {
  *list = (grundy_move_list){.ruleset = ruleset};
  grundy_status status = grundy_output_open(path, &list->output, error);
  if (status != GRUNDY_OK) return status;
  list->out = grundy_output_stream(list->output);
  (void)fputs("grundy moves 1\n#", list->out);
  if (grundy_part_is_one_line(ruleset->text, strlen(ruleset->text)))
    (void)fprintf(list->out, " %s", ruleset->text);
  (void)fputc('\n', list->out);
  return put_line(list, "start", start, error);
}

grundy_status grundy_move_list_part(const grundy_move_list *list, grundy_position part,
                                    grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME];
  if (list->out == NULL) return GRUNDY_OK;
  grundy_status status = grundy_part_name(list->ruleset, part, "the moves", name, error);
  if (status == GRUNDY_OK) (void)fprintf(list->out, "part\t%s\n", name);
  return status;
}

grundy_status grundy_move_list_move(const grundy_move_list *list, const grundy_position_list *to,
                                    grundy_error *error) {
  return list->out == NULL ? GRUNDY_OK : put_line(list, "move", to, error);
}

grundy_status grundy_move_list_close(grundy_move_list *list, grundy_status status, bool is_wanted,
                                     grundy_error *error) {
  if (list->output == NULL) return status;
  if (status != GRUNDY_OK || !is_wanted) {
    grundy_output_discard(list->output);
    return status;
  }
  (void)fputs("end\n", list->out);
  return grundy_output_commit(list->output, error);
}
