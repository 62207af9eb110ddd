/* Fuzzes the reader of edge lists: any bytes must give a digraph or a clean error, the same whether
 * threads share the lines or they are read one by one; the solution of a digraph must be right. */

#include "game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status || error->message[0] == '\0' ||
      error->line == 0 || error->column == 0 || strchr(error->message, '\n') != NULL)
    abort();
}

/* Every name must find its own vertex. */
static void check_names(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, v, scratch);
    uint32_t found;
    if (!grundy_digraph_find(g, name, strlen(name), &found) || found != v) abort();
  }
}

static void check_same_vertex(const grundy_digraph *g, const grundy_digraph *by_line, uint32_t v) {
  char x[GRUNDY_NAME_MAX_BYTES], y[GRUNDY_NAME_MAX_BYTES];
  if (strcmp(grundy_digraph_name(g, v, x), grundy_digraph_name(by_line, v + 1, y)) != 0) abort();
  grundy_vertices a = grundy_digraph_followers(g, v);
  grundy_vertices b = grundy_digraph_followers(by_line, v + 1);
  if (a.count != b.count) abort();
  for (uint64_t i = 0; i < a.count; i++)
    if (a.at[i] + 1 != b.at[i]) abort();
}

/* Reads the data line by line: a name in a first line makes the reader do that. The data must not
 * contain that name, nor begin with a byte order mark, which would no longer be one, nor contain an
 * @, which may give a player to every vertex but this one. */
static void check_by_line(const uint8_t *data, size_t size, const grundy_digraph *g,
                          const grundy_error *error) {
  static const char first[] = "\x7f\n";
  size_t before = strlen(first);
  grundy_digraph *by_line = NULL;
  grundy_error other;
  if (size > 0 &&
      (memchr(data, first[0], size) != NULL || data[0] == 0xef || memchr(data, '@', size) != NULL))
    return;
  uint8_t *longer = malloc(before + size);
  if (longer == NULL) return;
  memcpy(longer, first, before);
  if (size > 0) memcpy(longer + before, data, size);
  grundy_status status = fuzz_scan(GRUNDY_FORMAT_EDGES, longer, before + size, &by_line, &other);
  free(longer);
  if ((status == GRUNDY_OK) != (g != NULL)) abort();
  if (g == NULL) {
    if (strcmp(error->message, other.message) != 0 || error->line + 1 != other.line ||
        error->column != other.column)
      abort();
    return;
  }
  if (grundy_digraph_order(by_line) != grundy_digraph_order(g) + 1) abort();
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) check_same_vertex(g, by_line, v);
  grundy_digraph_free(by_line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_digraph *g = NULL;
  grundy_error error;
  grundy_status status = fuzz_scan(GRUNDY_FORMAT_EDGES, data, size, &g, &error);
  check_by_line(data, size, g, &error);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  check_names(g);
  fuzz_check_solution(g);
  grundy_digraph_free(g);
  return 0;
}
