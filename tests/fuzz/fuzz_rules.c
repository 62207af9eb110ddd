/* Fuzzes rules in Lua: any bytes must give a game or a clean error. The rest of a first line
 * "--ARGS" is passed as arguments. A game is explored up to a limit, all names are made and looked
 * up, and it is solved. */

#include <grundy/grundy.h>

#include "explore/impl.h"
#include "rules/ruleset.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small enough for thousands of executions per second; an endless loop takes all the ticks. */
enum { POSITIONS = 30, TICKS = 3, SCRIPT_MEMORY = 1 << 20, GAME_MEMORY = 16 << 20 };

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return --*(int *)context > 0;
}

/* Errors must be one line; scripts may run out of memory and time. */
static void check_error(grundy_status status, const grundy_error *error) {
  bool clean = status == GRUNDY_BAD_INPUT || status == GRUNDY_UNABLE ||
               status == GRUNDY_OUT_OF_MEMORY || status == GRUNDY_CANCELLED;
  if (!clean || error->status != status || error->message[0] == '\0') abort();
  for (const char *c = error->message; *c != '\0'; c++)
    if ((unsigned char)*c < ' ') abort();
}

/* Draws some positions, and what their first moves change. */
static void check_boards(const grundy_digraph *g) {
  static grundy_board board;
  const grundy_explored *explored = grundy_explored_of(g);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && v < 5; v++) {
    grundy_vertices row = grundy_digraph_followers(g, v);
    grundy_position at = grundy_positions_get(&explored->positions, v), after;
    grundy_error error = {0};
    if (row.count > 0) after = grundy_positions_get(&explored->positions, row.at[0]);
    grundy_status status = grundy_ruleset_board(
        explored->ruleset, at, row.count > 0 ? &after : NULL, 1 + (int)(v % 2), &board, &error);
    if (status != GRUNDY_OK) check_error(status, &error);
    if (board.place_count > GRUNDY_BOARD_MAX_PLACES || board.step_count > GRUNDY_BOARD_MAX_PLACES)
      abort();
  }
}

static void check_game(const grundy_digraph *g) {
  grundy_solution *solution = NULL;
  check_boards(g);
  for (uint32_t v = 0; v < grundy_digraph_order(g) && v < 20; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t found;
    const char *name = grundy_digraph_name(g, v, scratch);
    (void)grundy_digraph_find(g, name, strlen(name), &found);
  }
  grundy_status status = grundy_solve_in_memory(g, NULL, &solution, NULL);
  if (status != GRUNDY_OK && status != GRUNDY_UNDEFINED) abort();
  grundy_solution_free(solution);
}

/* Copies the arguments of the first line into `text`. No slash: a digraph could be read from any
 * file. */
static void find_arguments(const char *script, char text[64]) {
  text[0] = '\0';
  if (strncmp(script, "--", 2) != 0) return;
  size_t length = strcspn(script + 2, "\n/");
  if (length > 63) length = 63;
  memcpy(text, script + 2, length);
  text[length] = '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char arguments[64], *script = malloc(size + 1);
  if (script == NULL) return 0;
  memcpy(script, data, size);
  script[size] = '\0';
  find_arguments(script, arguments);
  int ticks = TICKS;
  grundy_monitor monitor = {.tick = tick, .context = &ticks};
  grundy_ruleset_options opening = {.memory = SCRIPT_MEMORY, .monitor = &monitor};
  grundy_open_options exploring = {
      .size = sizeof exploring, .limit = POSITIONS, .memory = GAME_MEMORY, .monitor = &monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_digraph *g = NULL;
  grundy_error error;
  grundy_status status =
      grundy_script_open("fuzz.lua", script, size, arguments, &opening, &ruleset, &error);
  if (status == GRUNDY_OK) status = grundy_ruleset_set_text(ruleset, "fuzz.lua", arguments, &error);
  if (status == GRUNDY_OK) status = grundy_explore(ruleset, &exploring, &g, &error);
  if (status == GRUNDY_OK)
    check_game(g);
  else
    check_error(status, &error);
  grundy_digraph_free(g);
  free(script);
  return 0;
}
