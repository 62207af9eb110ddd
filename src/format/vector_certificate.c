/* Writes proofs of periods of rows of games on vectors, which src/certificate/vector_period.c
 * checks. docs/vectors.md describes them. */

#include <grundy/format.h>
#include <grundy/json.h>

#include "base/error.h"
#include "base/options.h"
#include "text/print.h"

#include <inttypes.h>
#include <string.h>

/* Writes the game and the row, as in vector{(1,2),(2,1)}:3,x. False if there is not enough room. */
static bool put_row(const char *moves, uint32_t dimension, uint32_t axis,
                    const grundy_vector_position *row, char *text, size_t size) {
  int length = snprintf(text, size, "%s:", moves);
  for (uint32_t i = 0; i < dimension && (size_t)length < size; i++) {
    const char *comma = i > 0 ? "," : "";
    length += i == axis
                  ? snprintf(text + length, size - (size_t)length, "%sx", comma)
                  : snprintf(text + length, size - (size_t)length, "%s%" PRIu32, comma, row->at[i]);
  }
  return (size_t)length < size;
}

/* Writes the certificate; the last row of the box is the row. */
static void put_certificate(FILE *out, const char *game, uint32_t axis,
                            const grundy_vector_period *period, const grundy_vector_grid *grid) {
  grundy_json json = grundy_json_start(out);
  grundy_vector_position at = grid->corner;
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "format", "grundy vector period 1");
  grundy_json_string(&json, "game", game);
  grundy_json_integer(&json, "preperiod", period->preperiod);
  grundy_json_integer(&json, "period", period->length);
  grundy_json_integer(&json, "saltus", period->saltus);
  grundy_json_integer(&json, "at", period->proved_at + 1 - period->rows_length);
  grundy_json_integer(&json, "rows_period", period->rows_length);
  grundy_json_array(&json, "values");
  for (at.at[axis] = 0; at.at[axis] < period->preperiod + period->length; at.at[axis]++)
    grundy_json_integer(&json, NULL, grid->values[grundy_vector_index(grid, &at)]);
  grundy_json_end(&json);
  grundy_json_end(&json);
}

grundy_status grundy_vector_certificate_write(const grundy_vector_moves *moves,
                                              const grundy_vector_slice *slice,
                                              const grundy_vector_period *period,
                                              const grundy_vector_options *options, FILE *out,
                                              grundy_error *error) {
  char game[GRUNDY_ERROR_MAX_TEXT];
  grundy_vector_options chosen;
  grundy_vector_box *box;
  const grundy_vector_rules rules = grundy_vector_moves_view(moves);
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (slice->row == 0 || period->length == 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "there is no period of a row to certify");
  uint32_t axis = slice->row - 1;
  grundy_vector_options solving = {
      .size = sizeof solving,
      .corner = grundy_vector_position_at(rules.dimension, &chosen.corner, slice->first),
      .monitor = chosen.monitor};
  if (!put_row(rules.text, rules.dimension, axis, &solving.corner, game, sizeof game))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "the vectors are too long for a certificate; expected at most %d characters",
                       (int)sizeof game - 1);
  solving.corner.at[axis] = (uint32_t)(period->preperiod + period->length - 1);
  status = grundy_vector_solve(moves, &solving, &box, error);
  if (status != GRUNDY_OK) return status;
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  put_certificate(out, game, axis, period, &grid);
  grundy_vector_box_free(box);
  return grundy_stream_status(out, GRUNDY_OK, error);
}
