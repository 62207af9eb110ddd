/* Mapped archives give the same games as archives that are read, and the same errors if damaged. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/names.h"
#include "support/test.h"

typedef struct reading {
  grundy_digraph *g; /* NULL: reading failed */
  grundy_error error;
  const char *algorithm;
} reading;

static void remember(void *context, const grundy_phase *phase) {
  reading *r = context;
  r->algorithm = phase->algorithm;
}

static reading read_stream(FILE *in) {
  reading r = {0};
  grundy_monitor monitor = {.context = &r, .finished = remember};
  assert_non_null(in);
  (void)!grundy_digraph_read(
      "game", GRUNDY_FORMAT_NPZ,
      &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .monitor = &monitor), &r.g, &r.error);
  fclose(in);
  return r;
}

/* Reads from a regular file, after that many other bytes. */
static reading read_file(const char *bytes, size_t size, long before) {
  FILE *file = tmpfile();
  assert_non_null(file);
  for (long i = 0; i < before; i++) putc('x', file);
  assert_int_equal(fwrite(bytes, 1, size, file), size);
  fseek(file, before, SEEK_SET);
  return read_stream(file);
}

static reading read_memory(const char *bytes, size_t size) {
  return read_stream(size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)bytes, size, "r"));
}

/* Returns NULL if both ways of reading give the same result; a file is mapped if possible. */
static const char *are_alike(const char *bytes, size_t size) {
  reading file = read_file(bytes, size, 0), memory = read_memory(bytes, size);
  const char *problem = NULL;
  if ((file.g == NULL) != (memory.g == NULL))
    problem = "only one of them is rejected";
  else if (file.g != NULL)
    problem = same_game(memory.g, file.g);
  else if (strcmp(file.error.message, memory.error.message) != 0)
    problem = because("'%s', but '%s'", file.error.message, memory.error.message);
  grundy_digraph_free(file.g);
  grundy_digraph_free(memory.g);
  return problem;
}

/* ---- intact archives -------------------------------------------------------------------- */

static const char *is_mapped(const grundy_digraph *g) {
  size_t size;
  char *bytes = text_of(GRUNDY_FORMAT_NPZ, g, &size);
  reading mapped = read_file(bytes, size, 0), shifted = read_file(bytes, size, 3);
  const char *problem = because("reading fails");
  if (mapped.g != NULL && shifted.g != NULL) problem = same_game(g, mapped.g);
  if (problem == NULL) problem = same_game(g, shifted.g);
  if (problem == NULL && grundy_digraph_size(g) > 0 && strcmp(mapped.algorithm, "mapped") != 0)
    problem = "it was copied instead of mapped";
  if (problem == NULL && strcmp(shifted.algorithm, "copied") != 0)
    problem = "misaligned numbers were used in place";
  grundy_digraph_free(mapped.g);
  grundy_digraph_free(shifted.g);
  free(bytes);
  return problem;
}

static const char *are_mapped(const test_game *game) {
  grundy_digraph *named = game_with_names(game->random, game->g);
  const char *problem = is_mapped(game->g);
  if (problem == NULL) problem = is_mapped(named);
  grundy_digraph_free(named);
  return problem;
}

static void games_are_used_in_place(void **state) {
  on_random_games(300, 12, are_mapped);
}

static void large_games_are_used_in_place(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *g = game_board(&random, 120, 5000);
  const char *problem = is_mapped(g);
  if (problem != NULL) fail_msg("%s", problem);
  grundy_digraph_free(g);
}

/* ---- damage ----------------------------------------------------------------------------- */

static void damage_is_reported_alike(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "0 1\n1 0\n1 2\n3 3\n3 2\n");
  size_t size;
  char *bytes = text_of(GRUNDY_FORMAT_NPZ, g, &size);
  for (size_t i = 0; i < size; i++) {
    bytes[i] ^= (char)(1 << i % 8);
    const char *problem = are_alike(bytes, size);
    if (problem != NULL) fail_msg("byte %zu: %s", i, problem);
    bytes[i] ^= (char)(1 << i % 8);
  }
  for (size_t length = 0; length <= size; length += 7) {
    const char *problem = are_alike(bytes, length);
    if (problem != NULL) fail_msg("%zu bytes: %s", length, problem);
  }
  free(bytes);
  grundy_digraph_free(g);
}

/* ---- correct checksums, wrong numbers --------------------------------------------------- */

static uint32_t checksum_of(const unsigned char *bytes, size_t size) {
  uint32_t sum = UINT32_MAX;
  for (size_t i = 0; i < size; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? UINT32_C(0xedb88320) : 0);
  }
  return ~sum;
}

static void put_four(unsigned char *to, uint32_t number) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(number >> 8 * i);
}

static uint32_t get_four(const unsigned char *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
         (uint32_t)from[3] << 24;
}

/* A member of an archive written by grundy. */
typedef struct member {
  unsigned char *central, *local; /* its headers */
  unsigned char *bytes;
  size_t size;
} member;

static member find_member(char *archive, size_t size, const char *name) {
  enum { CENTRAL = 46, LOCAL = 30 };
  for (unsigned char *at = (unsigned char *)archive;; at++) {
    assert_true((size_t)((char *)at - archive) + CENTRAL <= size);
    if (memcmp(at, "PK\1\2", 4) != 0 || memcmp(at + CENTRAL, name, strlen(name)) != 0) continue;
    member m = {.central = at, .local = (unsigned char *)archive + get_four(at + 42)};
    m.bytes = m.local + LOCAL + get_four(m.local + 26) % 65536 + get_four(m.local + 26) / 65536;
    m.size = get_four(at + 24);
    return m;
  }
}

/* Changes a byte of a member and updates its checksum. */
static void change(const member *m, size_t place, unsigned char value) {
  m->bytes[place] = value;
  uint32_t sum = checksum_of(m->bytes, m->size);
  put_four(m->central + 16, sum);
  put_four(m->local + 14, sum);
}

/* Tries many values for every byte of an array. */
static void assert_numbers_are_checked_alike(char *archive, size_t size, const char *name) {
  static const unsigned char values[] = {0, 1, 2, 3, 4, 5, 6, 200, 255};
  enum { HEADER = 128 };
  member m = find_member(archive, size, name);
  assert_true(m.size > HEADER);
  for (size_t i = HEADER; i < m.size; i++) {
    unsigned char before = m.bytes[i];
    for (size_t j = 0; j < sizeof values; j++) {
      change(&m, i, values[j]);
      const char *problem = are_alike(archive, size);
      if (problem != NULL) fail_msg("%s, byte %zu, value %d: %s", name, i, values[j], problem);
    }
    change(&m, i, before);
  }
}

/* Numbers that are not offsets of rows, unsorted rows, and rows with duplicate moves. */
static void numbers_are_checked_alike(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "0 1\n1 0\n1 2\n2\n3 2\n3 3\n");
  size_t size;
  char *archive = text_of(GRUNDY_FORMAT_NPZ, g, &size);
  assert_numbers_are_checked_alike(archive, size, "indices.npy");
  assert_numbers_are_checked_alike(archive, size, "indptr.npy");
  assert_numbers_are_checked_alike(archive, size, "shape.npy");
  assert_numbers_are_checked_alike(archive, size, "data.npy");
  free(archive);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_are_used_in_place),
      cmocka_unit_test(large_games_are_used_in_place),
      cmocka_unit_test(damage_is_reported_alike),
      cmocka_unit_test(numbers_are_checked_alike),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
