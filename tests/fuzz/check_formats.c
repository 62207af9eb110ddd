/* Writes and reads games and solutions in every format. */

#include "checks.h"
#include "demand.h"
#include "game.h"
#include "same.h"

/* ---- games ------------------------------------------------------------------------------ */

/* Reads a format of games. Few inputs choose DOT, which has its own target. */
static grundy_format read_game_format(bytes *in) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_EDGES, GRUNDY_FORMAT_GRAPHML,
                                          GRUNDY_FORMAT_MTX, GRUNDY_FORMAT_NPZ};
  uint8_t byte = bytes_next(in);
  return byte >= 250 ? GRUNDY_FORMAT_DOT : formats[byte % 4];
}

static bool has_attributes(const grundy_digraph *g) {
  return grundy_digraph_players(g) != NULL || grundy_digraph_outcomes(g) != NULL ||
         grundy_digraph_payoffs(g) != NULL;
}

/* Returns whether the name of some position is not its number. */
static bool has_names(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES], number[16];
    snprintf(number, sizeof number, "%u", v);
    if (strcmp(grundy_digraph_name(g, v, scratch), number) != 0) return true;
  }
  return false;
}

static bool has_labels(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (grundy_digraph_label(g, v) != NULL) return true;
  return false;
}

static bool keeps_labels(grundy_format format) {
  return format == GRUNDY_FORMAT_DOT || format == GRUNDY_FORMAT_GRAPHML;
}

/* Returns whether docs/formats.md allows the format to reject the game. */
static bool may_refuse(grundy_format format, const grundy_digraph *g) {
  switch (format) {
  case GRUNDY_FORMAT_MTX:
    return has_names(g) || has_attributes(g);
  case GRUNDY_FORMAT_NPZ:
    return has_attributes(g);
  default:
    return has_names(g) || (keeps_labels(format) && has_labels(g));
  }
}

void check_game_formats(bytes *in, const grundy_digraph *g) {
  grundy_format format = read_game_format(in);
  char *text = NULL;
  size_t size;
  grundy_digraph *again;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  grundy_status status = grundy_digraph_write(g, format, NULL, out, NULL);
  fclose(out);
  if (status == GRUNDY_OK) {
    demand(fuzz_scan(format, text, size, &again, NULL) == GRUNDY_OK);
    demand_same_game(g, again, keeps_labels(format));
    grundy_digraph_free(again);
  } else {
    demand(status == GRUNDY_UNABLE && may_refuse(format, g));
  }
  free(text);
}

/* ---- solutions -------------------------------------------------------------------------- */

/* Writes a table, which cannot be read back. */
static void write_table(bytes *in, const grundy_digraph *g, const grundy_solution *solution) {
  char *text = NULL;
  size_t size;
  uint8_t byte = bytes_next(in);
  grundy_write_options options = {.size = sizeof options, .ascii = byte & 1, .colour = byte & 2};
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL);
  demand(grundy_solution_write(g, solution, GRUNDY_FORMAT_TABLE, &options, out, NULL) == GRUNDY_OK);
  fclose(out);
  demand(size > 0 && text[size - 1] == '\n');
  free(text);
}

void check_solution_formats(bytes *in, const grundy_digraph *g) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON,
                                          GRUNDY_FORMAT_NPZ, GRUNDY_FORMAT_TABLE};
  grundy_format format = formats[bytes_below(in, 5)];
  solve_choice choice = read_choice(in, g);
  grundy_solution *solution = solve_game(g, &choice.solve);
  if (format == GRUNDY_FORMAT_TABLE)
    write_table(in, g, solution);
  else
    demand_solution_survives(g, solution, format);
  grundy_solution_free(solution);
}
