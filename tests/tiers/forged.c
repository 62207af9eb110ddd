/* Files of tiers that were changed on purpose, with right checksums: only what the solver wrote
 * passes grundy_tiers_verify, and forged counts are not taken over when a folder is continued. */

#include <grundy/grundy.h>

#include "support/folder.h"
#include "support/test.h"
#include "support/tiered_rules.h"

#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { HEADER = 512, WORDS = HEADER / 8, LONGEST = 1 << 14 };

static int make_folder(void **state) {
  grundy_threads_set(1);
  return folder_make(state);
}

/* ---- one file -------------------------------------------------------------------------------- */

/* The only tier of a game, in memory. */
typedef struct forgery {
  grundy_tiers *tiers;
  grundy_columns columns;
  char *path;
  unsigned char bytes[LONGEST];
  size_t length, payload_end;
} forgery;

static uint64_t get_word(const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return word;
}

static void put_word(unsigned char *bytes, uint64_t word) {
  memcpy(bytes, &word, sizeof word);
}

static void read_bytes(forgery *f) {
  FILE *in = fopen(f->path, "rb");
  assert_non_null(in);
  f->length = fread(f->bytes, 1, sizeof f->bytes, in);
  (void)fclose(in);
  assert_in_range(f->length, HEADER, sizeof f->bytes - 1);
  f->payload_end = (size_t)get_word(f->bytes + 48);
}

/* Writes these bytes with the checksums that src/tiers/file.c would write: of the only block, and
 * of the header and that one. */
static void write_bytes(const forgery *f, const unsigned char *bytes) {
  unsigned char made[LONGEST], covered[HEADER + 8];
  memcpy(made, bytes, f->length);
  put_word(made + f->payload_end, XXH3_64bits(made + HEADER, f->payload_end - HEADER));
  memcpy(covered, made, HEADER);
  memcpy(covered + HEADER, made + f->payload_end, 8);
  assert_int_equal(f->length, f->payload_end + 16);
  put_word(made + f->payload_end + 8, XXH3_64bits(covered, sizeof covered));
  assert_int_equal(unlink(f->path), 0); /* some file systems wait for the disk otherwise */
  FILE *out = fopen(f->path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(made, 1, f->length, out), f->length);
  assert_int_equal(fclose(out), 0);
}

/* Solves the game with these columns. */
static forgery forge(const grundy_rules *rules, grundy_columns columns) {
  forgery f = {.tiers = tiered_open(rules), .columns = columns};
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  grundy_error error = {0};
  folder_empty(folder);
  if (grundy_tiers_solve(f.tiers, folder, &options, NULL, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  f.path = grundy_tiers_path(f.tiers, 0);
  read_bytes(&f);
  return f;
}

static void forgery_free(forgery *f) {
  grundy_tiers_free(f->tiers);
  free(f->path);
}

static bool passes(const forgery *f) {
  grundy_tiers_verdict verdict = {.right = false};
  grundy_status status = grundy_tiers_verify(f->tiers, NULL, &verdict, NULL);
  assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_INPUT);
  return status == GRUNDY_OK && verdict.right;
}

/* Returns whether a run that continues with the folder takes the file. */
static bool is_taken(const forgery *f) {
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = f->columns);
  grundy_status status = grundy_tiers_solve(f->tiers, folder, &options, NULL, NULL);
  assert_true(status == GRUNDY_OK || status == GRUNDY_BAD_INPUT);
  return status == GRUNDY_OK;
}

/* ---- games ----------------------------------------------------------------------------------- */

static grundy_rules rules;

/* 0 <-> 1 -> 2, 3 -> 3 and a chain 4 -> 5 -> 6 -> 2, with an index that no position has. */
static const grundy_rules *impartial_game(void) {
  tiered_start(7);
  tiered.slots[0] = 9;
  tiered_add_move(0, 1);
  tiered_add_move(1, 0);
  tiered_add_move(1, 2);
  tiered_add_move(3, 3);
  tiered_add_move(4, 5);
  tiered_add_move(5, 6);
  tiered_add_move(6, 2);
  tiered_add_move(4, 3);
  rules = tiered_rules(true, false, false, false);
  return &rules;
}

/* A path, whose remoteness does not fit into a byte. */
static const grundy_rules *long_game(void) {
  enum { LENGTH = 256 };
  tiered_start(LENGTH);
  for (uint32_t v = 0; v + 1 < LENGTH; v++) tiered_add_move(v, v + 1);
  rules = tiered_rules(true, false, false, false);
  return &rules;
}

static const grundy_rules *coloured_game(void) {
  tiered_start(6);
  tiered.slots[0] = 7;
  for (uint32_t v = 0; v + 1 < 6; v++) tiered_add_move(v, v + 1);
  tiered_add_move(3, 0);
  rules = tiered_rules(false, false, true, false);
  return &rules;
}

static const struct {
  const grundy_rules *(*game)(void);
  grundy_columns columns;
} cases[] = {
    {impartial_game, GRUNDY_COLUMN_REMOTENESS},
    {impartial_game, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER},
    {impartial_game, GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER},
    {long_game, GRUNDY_COLUMN_REMOTENESS},
    {coloured_game, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* ---- tests ----------------------------------------------------------------------------------- */

static void every_forged_word_of_the_header_is_refused(void **state) {
  for (size_t i = 0; i < CASES; i++) {
    forgery f = forge(cases[i].game(), cases[i].columns);
    assert_true(passes(&f));
    for (size_t word = 0; word < WORDS; word++) {
      uint64_t right = get_word(f.bytes + 8 * word);
      const uint64_t wrong[] = {right + 1, right - 1,          0,  1, 2, right ^ UINT64_C(1) << 32,
                                right * 2, UINT64_MAX - right, 255};
      for (size_t j = 0; j < sizeof wrong / sizeof *wrong; j++) {
        unsigned char forged[LONGEST];
        if (wrong[j] == right) continue;
        memcpy(forged, f.bytes, f.length);
        put_word(forged + 8 * word, wrong[j]);
        write_bytes(&f, forged);
        if (passes(&f)) fail_msg("case %zu: word %zu may be changed", i, word);
        if (is_taken(&f)) fail_msg("case %zu: word %zu is taken over", i, word);
      }
    }
    write_bytes(&f, f.bytes);
    assert_true(passes(&f));
    forgery_free(&f);
  }
}

/* Returns whether the byte belongs to the entries or the large numbers of the counter, which is the
 * last column: other counters may be right as well. */
static bool is_counter(const forgery *f, size_t at) {
  uint64_t count = get_word(f->bytes + 56);
  const unsigned char *words = f->bytes + 128 + 32 * (count - 1);
  return get_word(words) == GRUNDY_COLUMN_COUNTER && at >= get_word(words + 16);
}

/* Large numbers, in pairs of an index and a number, follow the entries. */
static void large_numbers_belong_to_entries(void **state) {
  enum { INDEX = 0, NUMBER = 8, PAIR = 16 };
  forgery f = forge(long_game(), GRUNDY_COLUMN_REMOTENESS);
  size_t pairs = (size_t)get_word(f.bytes + 128 + 24), first = f.payload_end - PAIR * pairs;
  uint64_t order = 256, index = get_word(f.bytes + first), number = get_word(f.bytes + first + 8);
  const struct {
    size_t at;
    uint64_t word;
  } changes[] = {
      {INDEX, order},       {INDEX, order + 1000},       {INDEX, 100},
      {NUMBER, 1},          {NUMBER, number + 1},        {NUMBER, UINT32_MAX - 1},
      {NUMBER, UINT32_MAX}, {NUMBER, UINT64_C(1) << 32}, {PAIR + INDEX, index},
      {PAIR + INDEX, 100},
  };
  assert_true(pairs >= 2 && passes(&f));
  for (size_t i = 0; i <= sizeof changes / sizeof *changes; i++) {
    unsigned char forged[LONGEST];
    memcpy(forged, f.bytes, f.length);
    if (i < sizeof changes / sizeof *changes) {
      put_word(forged + first + changes[i].at, changes[i].word);
    } else { /* in another order */
      memcpy(forged + first, f.bytes + first + PAIR, PAIR);
      memcpy(forged + first + PAIR, f.bytes + first, PAIR);
    }
    write_bytes(&f, forged);
    if (passes(&f)) fail_msg("change %zu passes", i);
    if (is_taken(&f)) fail_msg("change %zu is taken over", i);
  }
  write_bytes(&f, f.bytes);
  assert_true(passes(&f));
  forgery_free(&f);
}

static void every_forged_entry_is_refused(void **state) {
  for (size_t i = 0; i < CASES; i++) {
    forgery f = forge(cases[i].game(), cases[i].columns);
    /* All values in the first case; in the others some, and of a long file some of the bytes. */
    unsigned step = i == 0 ? 1 : 15;
    bool is_long = f.payload_end > HEADER + 200;
    for (size_t at = HEADER; at < f.payload_end; at += is_long && at + 32 < f.payload_end ? 64 : 1)
      for (unsigned value = at % step; value < 256; value += value < 250 ? step : 1) {
        unsigned char forged[LONGEST];
        if (value == f.bytes[at]) continue;
        memcpy(forged, f.bytes, f.length);
        forged[at] = (unsigned char)value;
        write_bytes(&f, forged);
        if (passes(&f) && !is_counter(&f, at))
          fail_msg("case %zu: byte %zu of the file may be %u", i, at, value);
      }
    forgery_free(&f);
  }
}

/* Codes that no entry has, at indices that no position has. */
static void unused_indices_have_one_code(void **state) {
  for (size_t i = 0; i < CASES; i++) {
    forgery f = forge(cases[i].game(), cases[i].columns);
    uint64_t columns = get_word(f.bytes + 56), indices = get_word(f.bytes + 40);
    uint64_t unused = 0;
    for (uint64_t column = 0; column < columns; column++) {
      const unsigned char *words = f.bytes + 128 + 32 * column;
      uint64_t begin = get_word(words + 16);
      for (uint64_t index = 0; index < indices && get_word(words + 8) == 8; index++) {
        static const unsigned char codes[] = {0, 250, 251, 252, 254, 255};
        if (f.bytes[begin + index] != GRUNDY_TIER_ABSENT) continue;
        unused++;
        for (size_t j = 0; j < sizeof codes; j++) {
          unsigned char forged[LONGEST];
          memcpy(forged, f.bytes, f.length);
          forged[begin + index] = codes[j];
          write_bytes(&f, forged);
          if (passes(&f)) fail_msg("case %zu: an unused index may have %u", i, codes[j]);
        }
      }
    }
    assert_true(unused > 0);
    forgery_free(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_forged_word_of_the_header_is_refused),
      cmocka_unit_test(large_numbers_belong_to_entries),
      cmocka_unit_test(every_forged_entry_is_refused),
      cmocka_unit_test(unused_indices_have_one_code),
  };
  return cmocka_run_group_tests(tests, make_folder, tiered_remove_folder);
}
