#include "format/impl.h"

#include <errno.h>
#include <string.h>

static bool ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length >= tail && strcmp(path + length - tail, ending) == 0;
}

grundy_format grundy_solution_format(const char *path) {
  if (ends_with(path, ".tsv")) return GRUNDY_FORMAT_TSV;
  if (ends_with(path, ".csv")) return GRUNDY_FORMAT_CSV;
  if (ends_with(path, ".json")) return GRUNDY_FORMAT_JSON;
  return GRUNDY_FORMAT_AUTO;
}

grundy_status grundy_digraph_read(const char *path, const grundy_monitor *monitor,
                                  grundy_digraph **g, grundy_error *error) {
  FILE *in;
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_edges_read(in, grundy_input_name(path), monitor, g, error);
  grundy_input_close(in);
  return status;
}

grundy_status grundy_solution_scan(FILE *in, const char *name, grundy_format format,
                                   const grundy_digraph *g, grundy_solution **solution,
                                   grundy_error *error) {
  switch (format) {
  case GRUNDY_FORMAT_TSV:
  case GRUNDY_FORMAT_CSV:
    return grundy_delimited_read(in, name, format, g, solution, error);
  case GRUNDY_FORMAT_JSON:
    return grundy_json_read(in, name, g, solution, error);
  default:
    return grundy_fail_at(error, GRUNDY_BAD_ARGUMENT, name, 0, 0,
                          "the format of this solution is not known; expected tsv, csv or json");
  }
}

grundy_status grundy_solution_read(const char *path, grundy_format format, const grundy_digraph *g,
                                   grundy_solution **solution, grundy_error *error) {
  FILE *in;
  if (format == GRUNDY_FORMAT_AUTO) format = grundy_solution_format(path);
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_solution_scan(in, grundy_input_name(path), format, g, solution, error);
  grundy_input_close(in);
  return status;
}

grundy_status grundy_solution_write(FILE *out, grundy_format format, const grundy_digraph *g,
                                    const grundy_solution *solution,
                                    const grundy_write_options *options, grundy_error *error) {
  static const grundy_write_options defaults = {0};
  if (options == NULL) options = &defaults;
  grundy_columns there = grundy_solution_columns(solution);
  grundy_columns columns = options->columns == 0 ? there : options->columns;
  if ((columns & ~there) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a column is to be written that the solution does not have");
  if (grundy_digraph_order(g) != grundy_solution_order(solution))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the solution is not one of this game");

  uint64_t entries = (uint64_t)grundy_digraph_order(g) * (uint64_t)__builtin_popcount(columns);
  grundy_work work = grundy_work_start(options->monitor, "writing", entries);
  grundy_status status = GRUNDY_OK;
  errno = 0;
  switch (format) {
  case GRUNDY_FORMAT_TSV:
  case GRUNDY_FORMAT_CSV:
    status = grundy_delimited_write(out, format, g, solution, columns, &work, error);
    break;
  case GRUNDY_FORMAT_JSON:
    status = grundy_json_write(out, g, solution, columns, &work, error);
    break;
  case GRUNDY_FORMAT_TABLE:
    status = grundy_table_write(out, g, solution, options, columns, &work, error);
    break;
  default:
    status =
        grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a solution is written as table, tsv, csv or json");
  }
  if (status == GRUNDY_OK && ferror(out))
    return grundy_fail(error, GRUNDY_IO_ERROR, "writing failed: %s",
                       strerror(errno == 0 ? EIO : errno));
  return status;
}
