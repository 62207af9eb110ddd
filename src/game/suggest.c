/* Which game was meant by a name that is not one. */

#include "game/impl.h"

#include "heap/code.h"
#include "rules/impl.h"
#include "text/input.h"

#include <string.h>
#include <unistd.h>

grundy_suggestion grundy_game_suggest(const char *text, bool is_component) {
  grundy_suggestion best = {0};
  size_t length = strcspn(text, ":{");
  if (access(text, F_OK) == 0) return best;
  grundy_suggest_file(&best, text);
  grundy_gallery_suggest(&best, text, length);
  if (!is_component) return best;
  for (const grundy_game_kind *const *kind = grundy_game_kinds; *kind != NULL; kind++)
    if ((*kind)->notation != GRUNDY_NOTATION_AT)
      grundy_suggest(&best, text, length, (*kind)->describe.name);
  const grundy_heap_name *heap;
  for (size_t i = 0; (heap = grundy_heap_names(i)) != NULL; i++)
    grundy_suggest(&best, text, length, heap->name);
  return best;
}

const char grundy_quote_braces[] =
    "; put 'take{...}:N' in quotes, or the shell takes it apart at the braces";

bool grundy_game_is_expanded(const char *text) {
  static const char word[] = "take";
  return strncmp(text, word, sizeof word - 1) == 0 && text[sizeof word - 1] >= '0' &&
         text[sizeof word - 1] <= '9';
}
