/* The table of formats, and how a reader or writer is chosen. */

#include "digraph/kinds.h"
#include "format/impl.h"

#include "base/options.h"
#include "digraph/impl.h"
#include "solution/impl.h"
#include "text/print.h"

#include <errno.h>
#include <string.h>
#include <strings.h>

static const grundy_format_info *const formats[GRUNDY_FORMAT_COUNT] = {
    [GRUNDY_FORMAT_EDGES] = &grundy_format_edges,     [GRUNDY_FORMAT_DOT] = &grundy_format_dot,
    [GRUNDY_FORMAT_GRAPHML] = &grundy_format_graphml, [GRUNDY_FORMAT_MTX] = &grundy_format_mtx,
    [GRUNDY_FORMAT_NPZ] = &grundy_format_npz,         [GRUNDY_FORMAT_TABLE] = &grundy_format_table,
    [GRUNDY_FORMAT_TSV] = &grundy_format_tsv,         [GRUNDY_FORMAT_CSV] = &grundy_format_csv,
    [GRUNDY_FORMAT_JSON] = &grundy_format_json,       [GRUNDY_FORMAT_BFILE] = &grundy_format_bfile,
    [GRUNDY_FORMAT_LATEX] = &grundy_format_latex,     [GRUNDY_FORMAT_TYPST] = &grundy_format_typst,
};

/* Returns the description of a format; NULL for AUTO and unknown formats. */
static const grundy_format_info *info_of(grundy_format format) {
  return (unsigned)format < GRUNDY_FORMAT_COUNT ? formats[format] : NULL;
}

/* ---- names and endings ----------------------------------------------------------------- */

bool grundy_format_can(grundy_format format, grundy_format_use use) {
  const grundy_format_info *info = info_of(format);
  if (info == NULL) return false;
  switch (use) {
  case GRUNDY_FORMAT_READS_GAME:
    return info->read_game != NULL;
  case GRUNDY_FORMAT_WRITES_GAME:
    return info->write_game != NULL;
  case GRUNDY_FORMAT_READS_SOLUTION:
    return info->read_solution != NULL;
  case GRUNDY_FORMAT_WRITES_SOLUTION:
    return info->write_solution != NULL;
  }
  return false;
}

const char *grundy_format_name(grundy_format format) {
  const grundy_format_info *info = info_of(format);
  return info == NULL ? NULL : info->name;
}

grundy_format grundy_format_find(const char *name) {
  for (int i = 1; i < GRUNDY_FORMAT_COUNT; i++)
    if (strcmp(formats[i]->name, name) == 0) return (grundy_format)i;
  return GRUNDY_FORMAT_AUTO;
}

/* Returns whether a path of that length has one of the endings, which are separated by blanks; case
 * does not matter. `endings` may be NULL. */
static bool ends_with(const char *path, size_t length, const char *endings) {
  while (endings != NULL && *endings != '\0') {
    size_t word = strcspn(endings, " ");
    if (length >= word && strncasecmp(path + length - word, endings, word) == 0) return true;
    endings += word;
    endings += *endings == ' ';
  }
  return false;
}

bool grundy_has_ending(const char *path, const char *endings) {
  size_t length = strlen(path);
  return ends_with(path, ends_with(path, length, ".gz") ? length - 3 : length, endings);
}

grundy_format grundy_format_of(const char *path, grundy_format_use use) {
  bool game = use == GRUNDY_FORMAT_READS_GAME || use == GRUNDY_FORMAT_WRITES_GAME;
  bool reads = use == GRUNDY_FORMAT_READS_GAME || use == GRUNDY_FORMAT_READS_SOLUTION;
  for (int i = 1; i < GRUNDY_FORMAT_COUNT; i++) {
    const char *endings = game ? formats[i]->game_endings : formats[i]->solution_endings;
    if (grundy_format_can((grundy_format)i, use) &&
        (reads ? grundy_has_ending(path, endings) : ends_with(path, strlen(path), endings)))
      return (grundy_format)i;
  }
  return GRUNDY_FORMAT_AUTO;
}

grundy_status grundy_refuse_attributes(const grundy_digraph *g, const char *format,
                                       grundy_error *error) {
  if (!grundy_has_attributes(g)) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "%s cannot hold players, outcomes and payoffs; an edge list, DOT and GraphML "
                     "can",
                     format);
}

bool grundy_is_named(const grundy_digraph *g, uint32_t v, const char *name, size_t length) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  if (v >= grundy_digraph_order(g)) return false;
  return grundy_bytes_are(name, length, grundy_digraph_name(g, v, scratch));
}

/* ---- reading --------------------------------------------------------------------------- */

/* As grundy_digraph_read, but also reads undirected graphs if `undirected` is true. */
static grundy_status read_game(const char *path, grundy_format format, bool undirected,
                               const grundy_read_options *options, grundy_digraph **g,
                               grundy_error *error) {
  grundy_input input;
  grundy_read_options chosen;
  if (format == GRUNDY_FORMAT_AUTO) format = grundy_format_of(path, GRUNDY_FORMAT_READS_GAME);
  bool known = format != GRUNDY_FORMAT_AUTO;
  const grundy_format_info *info = info_of(known ? format : GRUNDY_FORMAT_EDGES);
  if (info == NULL || info->read_game == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no game can be read from this format");
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = grundy_input_start(path, &chosen, &input, error);
  if (status != GRUNDY_OK) return status;
  grundy_game_request request = {undirected, chosen.max_positions};
  if (!known) status = grundy_refuse_foreign(path, error);
  if (status == GRUNDY_OK)
    status = info->read_game(input.in, input.name, &request, input.monitor, g, error);
  grundy_input_end(&input);
  return status;
}

grundy_status grundy_digraph_read(const char *path, grundy_format format,
                                  const grundy_read_options *options, grundy_digraph **g,
                                  grundy_error *error) {
  return read_game(path, format, false, options, g, error);
}

grundy_status grundy_graph_read(const char *path, grundy_digraph **g, grundy_error *error) {
  grundy_digraph *read = NULL;
  grundy_status status = read_game(path, GRUNDY_FORMAT_AUTO, true, NULL, &read, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_require_ordinary(read, "undirected graphs", error);
  if (status == GRUNDY_OK) status = grundy_digraph_with_reverses(read, g, error);
  grundy_digraph_free(read);
  return status;
}

static grundy_status read_solution(const grundy_input *input, const grundy_format_info *info,
                                   const grundy_digraph *g, grundy_solution **solution,
                                   grundy_error *error) {
  if (info == NULL || info->read_solution == NULL)
    return grundy_fail_at(error, GRUNDY_BAD_ARGUMENT, input->name, 0, 0,
                          "no solution can be read from this format");
  grundy_work work = grundy_work_start(input->monitor, "reading", 0);
  grundy_status status =
      info->read_solution(info, input->in, input->name, g, &work, solution, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, info->name, 0);
  return status;
}

grundy_status grundy_solution_read(const grundy_digraph *g, const char *path, grundy_format format,
                                   const grundy_read_options *options, grundy_solution **solution,
                                   grundy_error *error) {
  grundy_input input;
  if (format == GRUNDY_FORMAT_AUTO) format = grundy_format_of(path, GRUNDY_FORMAT_READS_SOLUTION);
  grundy_status status = grundy_input_start(path, options, &input, error);
  if (status != GRUNDY_OK) return status;
  status = read_solution(&input, info_of(format), g, solution, error);
  grundy_input_end(&input);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

grundy_status grundy_digraph_write(const grundy_digraph *g, grundy_format format,
                                   const grundy_run_options *options, FILE *out,
                                   grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  const grundy_format_info *info = info_of(format);
  if (info == NULL || info->write_game == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no game can be written in this format");
  if (grundy_digraph_kinds(g) == NULL &&
      grundy_digraph_require_whole(g, "file other than a tablebase", error) != GRUNDY_OK)
    return GRUNDY_UNDEFINED;
  grundy_work work = grundy_work_start(monitor, "writing", grundy_digraph_size(g));
  grundy_status status = grundy_digraph_check_names(g, monitor, error);
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(g, error);
  if (status != GRUNDY_OK) return status;
  errno = 0;
  status = grundy_stream_status(out, info->write_game(out, g, &work, error), error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, info->name, grundy_digraph_size(g));
  return status;
}

grundy_status grundy_write_options_check(const grundy_digraph *g, const grundy_solution *solution,
                                         const grundy_write_options *options,
                                         grundy_write_options *chosen, grundy_error *error) {
  grundy_status status = grundy_options_copy(options, chosen, sizeof *chosen, error);
  if (status != GRUNDY_OK) return status;
  grundy_columns there = grundy_solution_columns(solution);
  if (chosen->columns == 0) chosen->columns = there;
  if ((chosen->columns & ~there) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a column is to be written that the solution does not have");
  chosen->columns |= there & GRUNDY_COLUMN_WINDOW; /* every file says that it is a window */
  if (grundy_digraph_order(g) != grundy_solution_order(solution))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the solution is not one of this game");
  return GRUNDY_OK;
}

grundy_status grundy_solution_write(const grundy_digraph *g, const grundy_solution *solution,
                                    grundy_format format, const grundy_write_options *options,
                                    FILE *out, grundy_error *error) {
  grundy_write_options chosen;
  grundy_status checked = grundy_write_options_check(g, solution, options, &chosen, error);
  if (checked != GRUNDY_OK) return checked;
  const grundy_format_info *info = info_of(format);
  if (info == NULL || info->write_solution == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no solution can be written in this format");

  uint64_t columns = (uint64_t)__builtin_popcount(chosen.columns);
  grundy_work work = grundy_work_start(
      chosen.monitor, "writing",
      columns * (chosen.rows == NULL ? grundy_digraph_order(g) : chosen.row_count));
  grundy_status status =
      chosen.rows == NULL ? grundy_digraph_check_names(g, chosen.monitor, error) : GRUNDY_OK;
  if (status != GRUNDY_OK) return status;
  errno = 0;
  status = info->write_solution(info, out, g, solution, &chosen, &work, error);
  status = grundy_stream_status(out, status, error);
  if (status == GRUNDY_OK) status = grundy_digraph_naming_status(g, error);
  if (status == GRUNDY_OK) grundy_work_finish(&work, info->name, grundy_digraph_size(g));
  return status;
}
