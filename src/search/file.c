/* The table of a search in a file, so that another search of the same game can go on from it.
 *
 * The file begins with the line "grundy search table 1", a checksum of the rules, and the name of
 * the game with its length. The number of entries follows, and the entries: the length of a
 * position if lengths differ, its bytes, and its bound with the top bit set if it is exact. Numbers
 * are little-endian; a checksum of everything ends the file. A new table replaces the old one when
 * it is complete. Entries about which nothing is known are not written. */

#include "search/impl.h"

#include "base/checked_stream.h"
#include "base/error.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <errno.h>
#include <string.h>

static const char magic[] = "grundy search table 1\n";
enum { LENGTH = 2, BOUND = 4, COUNT = 8, CHECKSUM = 8 };
#define EXACT (UINT32_C(1) << 31)

/* Returns a checksum of what decides the positions and their values: the game with its arguments,
 * the text of a script or the contents of a shared object, the digraphs that it has read, and,
 * because rules of the gallery are part of it, the version of the library. If the rules have a
 * function `terminal`, it also depends on `value`, what is searched for: the bounds that a search
 * for the outcome finds then say who wins, but are not bounds of values. */
static uint64_t checksum_of(const grundy_ruleset *ruleset, bool value) {
  size_t length = 0;
  const char *source = grundy_ruleset_source(ruleset, &length), *version = grundy_version();
  const uint64_t numbers[] = {ruleset->bytes,     ruleset->digraphs,
                              ruleset->code,      ruleset->has_canon,
                              ruleset->has_split, ruleset->has_terminal && !value};
  uint64_t sum = XXH3_64bits(numbers, sizeof numbers);
  sum = XXH3_64bits_withSeed(ruleset->text, strlen(ruleset->text), sum);
  if (source != NULL) sum = XXH3_64bits_withSeed(source, length, sum);
  return XXH3_64bits_withSeed(version, strlen(version), sum);
}

/* ---- writing -------------------------------------------------------------------------------- */

static bool is_known(const grundy_search_node *n) {
  return n->is_exact || n->bound > 0;
}

static uint64_t count_known(const grundy_search_table *t) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < t->positions.count; v++) count += is_known(&t->nodes[v]);
  return count;
}

bool grundy_search_has_more(const grundy_search *s) {
  return s->expanded > 0 && count_known(&s->table) >= s->in_file;
}

grundy_status grundy_search_save(const grundy_search *s, grundy_output *output,
                                 grundy_error *error) {
  const grundy_search_table *t = &s->table;
  const char *name = s->ruleset->text;
  grundy_checked_stream out = {0};
  if (!grundy_checked_start(&out, grundy_output_stream(output))) {
    grundy_checked_free(&out);
    grundy_output_discard(output);
    return grundy_fail_memory(error);
  }
  grundy_checked_write(&out, magic, sizeof magic - 1);
  grundy_checked_write_number(&out, checksum_of(s->ruleset, s->request->value), CHECKSUM);
  grundy_checked_write_number(&out, strlen(name), COUNT);
  grundy_checked_write(&out, name, strlen(name));
  grundy_checked_write_number(&out, count_known(t), COUNT);
  for (uint32_t v = 0; v < t->positions.count; v++) {
    const grundy_search_node *n = &t->nodes[v];
    grundy_position position = grundy_positions_get(&t->positions, v);
    if (!is_known(n)) continue;
    if (t->positions.bytes == 0) grundy_checked_write_number(&out, position.length, LENGTH);
    grundy_checked_write(&out, position.bytes, position.length);
    grundy_checked_write_number(&out, n->bound | (n->is_exact ? EXACT : 0), BOUND);
  }
  grundy_checked_seal(&out);
  grundy_checked_free(&out);
  return grundy_output_commit(output, error);
}

/* ---- reading -------------------------------------------------------------------------------- */

/* A table that is being read. */
typedef struct reading {
  grundy_search *s;
  const char *path;
  grundy_checked_stream in;
  uint64_t count;
} reading;

static grundy_status fail_damaged(const reading *r) {
  return grundy_fail_at(r->s->error, GRUNDY_BAD_INPUT, r->path, 0, 0,
                        "this is not a complete table of a search; delete it to start again");
}

static grundy_status read_head(reading *r) {
  char text[sizeof magic];
  char name[4096] = "";
  uint64_t sum, length;
  if (!grundy_checked_read(&r->in, text, sizeof magic - 1) ||
      memcmp(text, magic, sizeof magic - 1) != 0)
    return grundy_fail_at(r->s->error, GRUNDY_BAD_INPUT, r->path, 0, 0,
                          "this is not a table of a search");
  if (!grundy_checked_read_number(&r->in, CHECKSUM, &sum) ||
      !grundy_checked_read_number(&r->in, COUNT, &length))
    return fail_damaged(r);
  for (uint64_t i = 0; i < length; i++) {
    char c;
    if (!grundy_checked_read(&r->in, &c, 1)) return fail_damaged(r);
    if (i < sizeof name - 1) name[i] = c;
  }
  bool value = r->s->request->value;
  if (sum == checksum_of(r->s->ruleset, !value) && sum != checksum_of(r->s->ruleset, value))
    return grundy_fail_at(r->s->error, GRUNDY_BAD_INPUT, r->path, 0, 0,
                          "the rules have a function 'terminal', and this table is of a search for "
                          "%s; use another file",
                          value ? "the outcome alone" : "the value");
  if (sum != checksum_of(r->s->ruleset, value))
    return grundy_fail_at(r->s->error, GRUNDY_BAD_INPUT, r->path, 0, 0,
                          "this table belongs to other rules or another version of grundy: '%.*s'",
                          grundy_excerpt(name, strlen(name)), name);
  return grundy_checked_read_number(&r->in, COUNT, &r->count) ? GRUNDY_OK : fail_damaged(r);
}

static grundy_status read_entry(reading *r) {
  grundy_search *s = r->s;
  unsigned char *bytes = s->threads[0].from.bytes;
  uint64_t length = s->ruleset->bytes, word;
  uint32_t v;
  if (length == 0 && !grundy_checked_read_number(&r->in, LENGTH, &length)) return fail_damaged(r);
  grundy_position position = {bytes, (size_t)length};
  if (length == 0 || length > GRUNDY_RULES_MAX_POSITION ||
      !grundy_checked_read(&r->in, bytes, (size_t)length) ||
      !grundy_checked_read_number(&r->in, BOUND, &word) ||
      (word & ~EXACT) >= GRUNDY_SEARCH_NO_TARGET || !grundy_ruleset_valid(s->ruleset, position))
    return fail_damaged(r);
  grundy_status status = grundy_search_make_room(s);
  if (status == GRUNDY_OK)
    status = grundy_search_table_add(&s->table, position, &s->work, &v, s->error);
  if (status != GRUNDY_OK) return status;
  s->table.nodes[v].bound = (uint32_t)(word & ~EXACT);
  s->table.nodes[v].is_exact = (word & EXACT) != 0;
  return GRUNDY_OK;
}

static grundy_status read_all(reading *r) {
  const uint64_t entries_per_tick = grundy_work_period(1 << 16);
  grundy_status status = read_head(r);
  for (uint64_t i = 0; i < r->count && status == GRUNDY_OK; i++) {
    status = read_entry(r);
    if (i % entries_per_tick == 0 && status == GRUNDY_OK && !grundy_work_ask(&r->s->work))
      status = grundy_fail_cancelled(r->s->error);
  }
  if (status == GRUNDY_OK && !grundy_checked_verify(&r->in)) status = fail_damaged(r);
  return status;
}

grundy_status grundy_search_restore(grundy_search *s, const char *path) {
  reading r = {.s = s, .path = path};
  grundy_status status = grundy_confined_check(path, s->error);
  if (status != GRUNDY_OK) return status;
  FILE *file = fopen(path, "rb");
  if (file == NULL && errno == ENOENT) return GRUNDY_OK;
  if (file == NULL)
    return grundy_fail_at(s->error, GRUNDY_IO_ERROR, path, 0, 0, "cannot read: %s",
                          strerror(errno));
  uint64_t before = s->table.positions.count;
  status = grundy_checked_start(&r.in, file) ? read_all(&r) : grundy_fail_memory(s->error);
  s->restored = s->table.positions.count + s->table.forgotten - before;
  s->in_file = r.count;
  grundy_checked_free(&r.in);
  (void)fclose(file);
  return status;
}
