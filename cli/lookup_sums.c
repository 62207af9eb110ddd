#include "lookup_sums.h"

#include <stdlib.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/explore.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "failure.h"
#include "files.h"

static const char *const headings[LOOKUP_SUMS_COLUMNS] = {"position", "outcome", "value", "parts"};

/* Opens the texts; JSON needs one per column. */
static grundy_status open_texts(struct lookup_sums *sums, grundy_error *error) {
  int count = sums->json ? LOOKUP_SUMS_COLUMNS : 1;
  for (int i = 0; i < count; i++) {
    sums->streams[i] = grundy_text_open(&sums->texts[i], &sums->sizes[i]);
    if (sums->streams[i] == NULL) return fail_memory(error);
    if (!sums->json) continue;
    sums->columns[i] = grundy_json_start(sums->streams[i]);
    grundy_json_array(&sums->columns[i], NULL);
  }
  return GRUNDY_OK;
}

/* Closes the texts. False if memory ran out. */
static bool close_texts(struct lookup_sums *sums) {
  bool kept = true;
  for (int i = 0; i < LOOKUP_SUMS_COLUMNS; i++) {
    if (sums->streams[i] == NULL) continue;
    if (sums->json) grundy_json_end(&sums->columns[i]);
    kept = grundy_text_close(sums->streams[i], &sums->texts[i]) && kept;
    sums->streams[i] = NULL;
  }
  return kept;
}

static void free_texts(struct lookup_sums *sums) {
  for (int i = 0; i < LOOKUP_SUMS_COLUMNS; i++) {
    free(sums->texts[i]);
    sums->texts[i] = NULL;
  }
}

void lookup_sums_free(struct lookup_sums *sums) {
  (void)close_texts(sums);
  free_texts(sums);
}

grundy_status lookup_sums_begin(struct lookup_sums *sums, const grundy_digraph *game,
                                const grundy_solution *solution, bool json, grundy_error *error) {
  const grundy_columns needed = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  *sums = (struct lookup_sums){.game = game, .solution = solution, .json = json};
  if ((needed & ~grundy_solution_columns(solution)) != 0)
    return fail_with(error, GRUNDY_UNABLE, "",
                     "sums of parts need the columns grundy and k, which the tablebase lacks");
  return open_texts(sums, error);
}

/* ---- one answer ------------------------------------------------------------------------ */

/* Adds up the values of the parts. *room is to be freed; K of the sum is stored there. */
static grundy_status add_up(const struct lookup_sums *sums, const uint32_t *parts, uint64_t count,
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

/* Writes K: 0,2 */
static void put_set(FILE *out, grundy_set set) {
  if (set.absent) {
    (void)fputs("-", out);
    return;
  }
  if (set.size == 0) (void)fputs("{}", out);
  for (uint64_t i = 0; i < set.size; i++)
    (void)fprintf(out, "%s%lu", i == 0 ? "" : ",", (unsigned long)set.numbers[i]);
}

/* Writes the name of a part; in quotes if it could be taken for no parts, or for two. */
static void put_part(FILE *out, const char *name) {
  if (strcmp(name, "-") == 0 || strstr(name, " + ") != NULL)
    put_quoted(out, name);
  else
    put_position_name(out, name);
}

/* Writes the names of the parts, joined by plus signs. */
static void put_parts(const struct lookup_sums *sums, FILE *out, const uint32_t *parts,
                      uint64_t count) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (count == 0) (void)fputs("-", out);
  for (uint64_t i = 0; i < count; i++) {
    if (i > 0) (void)fputs(" + ", out);
    put_part(out, grundy_digraph_name(sums->game, parts[i], scratch));
  }
}

static void put_row(struct lookup_sums *sums, const char *name, grundy_value value,
                    const uint32_t *parts, uint64_t count) {
  FILE *out = sums->streams[0];
  put_printable(out, name);
  (void)fprintf(out, "\t%c\t", grundy_value_outcome(value));
  if (value.nimber == GRUNDY_INFINITY)
    (void)fputs("inf", out);
  else
    (void)fprintf(out, "%lu", (unsigned long)value.nimber);
  (void)putc('\t', out);
  put_set(out, value.k);
  (void)putc('\t', out);
  put_parts(sums, out, parts, count);
  (void)putc('\n', out);
}

static void put_entries(struct lookup_sums *sums, const char *name, grundy_value value,
                        const uint32_t *parts, uint64_t count) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_json *columns = sums->columns;
  grundy_json_string(&columns[0], NULL, name);
  grundy_answer_outcome(&columns[1], NULL, grundy_value_outcome(value));
  grundy_answer_value(&columns[2], NULL, value);
  grundy_json_array(&columns[3], NULL);
  for (uint64_t i = 0; i < count; i++)
    grundy_json_string(&columns[3], NULL, grundy_digraph_name(sums->game, parts[i], scratch));
  grundy_json_end(&columns[3]);
}

grundy_status lookup_sums_ask(struct lookup_sums *sums, const char *name, size_t length,
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

static void write_json(const struct lookup_sums *sums, FILE *out) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  for (int i = 0; i < LOOKUP_SUMS_COLUMNS; i++) {
    grundy_json_line(&json);
    grundy_json_document(&json, headings[i], sums->texts[i]);
  }
  grundy_json_end(&json);
}

static void write_rows(const struct lookup_sums *sums, FILE *out) {
  if (!sums->headless) (void)fputs("vertex\toutcome\tgrundy\tk\tparts\n", out);
  (void)fwrite(sums->texts[0], 1, sums->sizes[0], out);
}

grundy_status lookup_sums_write(struct lookup_sums *sums, FILE *out, grundy_error *error) {
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
