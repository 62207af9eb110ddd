#include "query_sums.h"

#include <stdlib.h>
#include <string.h>

#include <grundy/explore.h>
#include <grundy/value.h>

#include "failure.h"
#include "files.h"
#include "json.h"

static const char *const headings[QUERY_SUMS_COLUMNS] = {"vertex", "outcome", "grundy", "k",
                                                         "parts"};

/* Opens the texts; JSON needs one per column. */
static grundy_status open_texts(struct query_sums *sums, grundy_error *error) {
  int count = sums->json ? QUERY_SUMS_COLUMNS : 1;
  for (int i = 0; i < count; i++) {
    sums->columns[i] = open_memstream(&sums->texts[i], &sums->sizes[i]);
    if (sums->columns[i] == NULL) return fail_memory(error);
  }
  return GRUNDY_OK;
}

/* Closes the texts. False if memory ran out. */
static bool close_texts(struct query_sums *sums) {
  bool kept = true;
  for (int i = 0; i < QUERY_SUMS_COLUMNS; i++) {
    if (sums->columns[i] == NULL) continue;
    kept = file_close_text(sums->columns[i], &sums->texts[i]) && kept;
    sums->columns[i] = NULL;
  }
  return kept;
}

static void free_texts(struct query_sums *sums) {
  for (int i = 0; i < QUERY_SUMS_COLUMNS; i++) {
    free(sums->texts[i]);
    sums->texts[i] = NULL;
  }
}

void query_sums_free(struct query_sums *sums) {
  (void)close_texts(sums);
  free_texts(sums);
}

grundy_status query_sums_begin(struct query_sums *sums, const grundy_digraph *game,
                               const grundy_solution *solution, bool json, grundy_error *error) {
  const grundy_columns needed = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  *sums = (struct query_sums){.game = game, .solution = solution, .json = json};
  if ((needed & ~grundy_solution_columns(solution)) != 0)
    return fail_with(error, GRUNDY_UNABLE, "",
                     "sums of parts need the columns grundy and k, which the tablebase lacks");
  return open_texts(sums, error);
}

/* ---- one answer ------------------------------------------------------------------------ */

/* Adds up the values of the parts. *room is to be freed; K of the sum is stored there. */
static grundy_status add_up(const struct query_sums *sums, const uint32_t *parts, uint64_t count,
                            uint32_t **room, grundy_value *value, grundy_error *error) {
  uint64_t most = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t size = grundy_solution_value(sums->solution, parts[i]).k.size;
    if (size > most) most = size;
  }
  *room = malloc((most + 1) * sizeof **room);
  if (*room == NULL) return fail_memory(error);
  *value = (grundy_value){.k = {.absent = true}};
  for (uint64_t i = 0; i < count; i++)
    *value = grundy_value_add(*value, grundy_solution_value(sums->solution, parts[i]), *room);
  return GRUNDY_OK;
}

/* Writes K: 0,2 in rows, [0, 2] in JSON. */
static void put_set(FILE *out, grundy_set set, bool json) {
  if (set.absent) {
    (void)fputs(json ? "null" : "-", out);
    return;
  }
  if (json) (void)fputs("[", out);
  if (set.size == 0 && !json) (void)fputs("{}", out);
  for (uint64_t i = 0; i < set.size; i++)
    (void)fprintf(out, "%s%lu", i == 0 ? "" : json ? ", " : ",", (unsigned long)set.numbers[i]);
  if (json) (void)fputs("]", out);
}

/* Writes the names of the parts, joined by plus signs in rows. */
static void put_parts(const struct query_sums *sums, FILE *out, const uint32_t *parts,
                      uint64_t count) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (sums->json) (void)fputs("[", out);
  if (count == 0 && !sums->json) (void)fputs("-", out);
  for (uint64_t i = 0; i < count; i++) {
    const char *name = grundy_digraph_name(sums->game, parts[i], scratch);
    if (i > 0) (void)fputs(sums->json ? ", " : " + ", out);
    if (sums->json)
      json_put_string(out, name);
    else
      put_printable(out, name);
  }
  if (sums->json) (void)fputs("]", out);
}

static void put_number(FILE *out, uint32_t number, bool json) {
  if (number == GRUNDY_INFINITY)
    (void)fputs(json ? "\"inf\"" : "inf", out);
  else
    (void)fprintf(out, "%lu", (unsigned long)number);
}

static void put_row(struct query_sums *sums, const char *name, grundy_value value,
                    const uint32_t *parts, uint64_t count) {
  FILE *out = sums->columns[0];
  put_printable(out, name);
  (void)fprintf(out, "\t%c\t", grundy_value_outcome(value));
  put_number(out, value.nimber, false);
  (void)putc('\t', out);
  put_set(out, value.k, false);
  (void)putc('\t', out);
  put_parts(sums, out, parts, count);
  (void)putc('\n', out);
}

static void put_entries(struct query_sums *sums, const char *name, grundy_value value,
                        const uint32_t *parts, uint64_t count) {
  for (int i = 0; i < QUERY_SUMS_COLUMNS && sums->count > 0; i++)
    (void)fputs(", ", sums->columns[i]);
  json_put_string(sums->columns[0], name);
  (void)fprintf(sums->columns[1], "\"%c\"", grundy_value_outcome(value));
  put_number(sums->columns[2], value.nimber, true);
  put_set(sums->columns[3], value.k, true);
  put_parts(sums, sums->columns[4], parts, count);
}

grundy_status query_sums_ask(struct query_sums *sums, const char *name, size_t length,
                             grundy_error *error) {
  uint32_t *parts = NULL, *room = NULL;
  uint64_t count = 0;
  grundy_value value = {0};
  char *copy = strndup(name, length);
  grundy_status status =
      copy == NULL ? fail_memory(error)
                   : grundy_position_parts(sums->game, name, length, &parts, &count, error);
  if (status == GRUNDY_OK) status = add_up(sums, parts, count, &room, &value, error);
  if (status == GRUNDY_OK && sums->json) put_entries(sums, copy, value, parts, count);
  if (status == GRUNDY_OK && !sums->json) put_row(sums, copy, value, parts, count);
  if (status == GRUNDY_OK) sums->count++;
  free(copy);
  free(parts);
  free(room);
  return status;
}

/* ---- all answers ----------------------------------------------------------------------- */

static void write_json(const struct query_sums *sums, FILE *out) {
  for (int i = 0; i < QUERY_SUMS_COLUMNS; i++)
    (void)fprintf(out, "%s\n  \"%s\": [%s]", i == 0 ? "{" : ",", headings[i], sums->texts[i]);
  (void)fputs("\n}\n", out);
}

static void write_rows(const struct query_sums *sums, FILE *out) {
  for (int i = 0; i < QUERY_SUMS_COLUMNS && !sums->headless; i++)
    (void)fprintf(out, "%s%s", headings[i], i + 1 < QUERY_SUMS_COLUMNS ? "\t" : "\n");
  (void)fwrite(sums->texts[0], 1, sums->sizes[0], out);
}

grundy_status query_sums_write(struct query_sums *sums, FILE *out, grundy_error *error) {
  if (!close_texts(sums)) return fail_memory(error);
  if (sums->json)
    write_json(sums, out);
  else
    write_rows(sums, out);
  free_texts(sums);
  sums->headless = true;
  sums->count = 0;
  return open_texts(sums, error);
}
