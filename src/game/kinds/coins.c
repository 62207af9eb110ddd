/* Smith's game of coins. */

#include "game/kind.h"

#include "base/error.h"
#include "game/components/components.h"

#include <stdlib.h>
#include <string.h>

static const char fixed[] = "coins{fixed}", any[] = "coins{free}";

static bool match(const char *text, size_t length, size_t *name) {
  static const char word[] = "coins";
  size_t bytes = sizeof word - 1;
  *name = length;
  return length >= bytes && memcmp(text, word, bytes) == 0 &&
         (length == bytes || text[bytes] == '{');
}

/* Returns the normal form of the name, or NULL if its set is not allowed. */
static const char *normal_form(const char *name) {
  char set[8];
  int end = 0;
  if (name[5] == '\0') return fixed;
  if (sscanf(name, "coins{ %7[a-z] }%n", set, &end) != 1 || end == 0 || name[end] != '\0')
    return NULL;
  return strcmp(set, "fixed") == 0 ? fixed : strcmp(set, "free") == 0 ? any : NULL;
}

static grundy_status normalize(grundy_game_use *use, grundy_error *error) {
  const char *normal = normal_form(use->text);
  if (normal == NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, "", 0, sizeof "coins{",
                          "a dollar cannot be changed like this; expected fixed or free");
  free(use->text);
  use->text = strdup(normal);
  return use->text == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
}

static grundy_status component(grundy_game_use *use, const grundy_monitor *monitor,
                               grundy_error *error) {
  (void)monitor, (void)error;
  use->component = grundy_component_coins(strcmp(use->text, any) == 0);
  return GRUNDY_OK;
}

GRUNDY_GAME_KIND(coins) = {
    .describe = {.name = "coins",
                 .notation = "coins[{fixed}|{free}]:D.CC",
                 .example = "coins{free}:1.05",
                 .summary = "Smith's game of coins, with D dollars and CC cents"},
    .notation = GRUNDY_NOTATION_COLON,
    .match = match,
    .component = component,
    .position = "an amount of money, such as 1.05",
    .normalize = normalize,
};
