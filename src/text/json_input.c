#include "text/json_input.h"

#include <string.h>

#include <json_memory.h>

typedef struct feeding {
  const char *at, *end; /* the text that Jansson has not seen yet */
  grundy_work *work;
  bool is_cancelled;
} feeding;

/* Hands the text to Jansson piece by piece, so that parsing can be cancelled. */
static size_t feed(void *to, size_t room, void *context) {
  feeding *f = context;
  const size_t left = (size_t)(f->end - f->at), size = left < room ? left : room;
  f->is_cancelled = !grundy_work_step(f->work, size);
  if (f->is_cancelled) return (size_t)-1;
  memcpy(to, f->at, size);
  f->at += size;
  return size;
}

grundy_status grundy_json_parse(const char *text, size_t length, const char *name,
                                grundy_work *work, json_t **root, grundy_error *error) {
  feeding f = {.at = text, .end = text + length, .work = work};
  json_error_t problem;
  json_memory_watch();
  json_t *parsed = json_load_callback(feed, &f, JSON_REJECT_DUPLICATES, &problem);
  if (parsed != NULL && !f.is_cancelled && !json_memory_ran_out()) {
    *root = parsed;
    return GRUNDY_OK;
  }
  json_decref(parsed);
  if (f.is_cancelled) return grundy_fail_cancelled(error);
  if (json_memory_ran_out()) return grundy_fail_memory(error);
  return grundy_fail_at(
      error, GRUNDY_BAD_INPUT, name, problem.line < 1 ? 1 : (uint64_t)problem.line,
      problem.column < 1 ? 1 : (uint64_t)problem.column, "not JSON: %s", problem.text);
}
