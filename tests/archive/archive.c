/* Archives: the same bytes for the same contents, and no change that is not found. */

#include <grundy/archive.h>
#include <grundy/engine.h>
#include <grundy/game.h>

#include "archive/zip.h"
#include "base/sha256.h"
#include "support/games.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void checksums_are_those_of_the_standard(void **state) {
  char text[GRUNDY_SHA256_TEXT];
  char *million = malloc(1000000);
  assert_non_null(million);
  memset(million, 'a', 1000000);
  grundy_sha256("", 0, text);
  assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  grundy_sha256("abc", 3, text);
  assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  grundy_sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, text);
  assert_string_equal(text, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  grundy_sha256(million, 1000000, text);
  assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(million);
}

/* ---- archives ---------------------------------------------------------------------------- */

static const char path[] = "archive-test.zip";

typedef struct archive {
  char *bytes;
  size_t length;
} archive;

static archive make(const char *game) {
  archive a = {NULL, 0};
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  char checksum[GRUNDY_ARCHIVE_CHECKSUM], again[GRUNDY_SHA256_TEXT];
  assert_int_equal(grundy_game_open(game, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve(g, NULL, &solution, NULL), GRUNDY_OK);
  const grundy_archive_contents contents = {.size = sizeof contents,
                                            .game = game,
                                            .command = "grundy solve GAME",
                                            .g = g,
                                            .solution = solution};
  FILE *out = open_memstream(&a.bytes, &a.length);
  assert_int_equal(grundy_archive_write(&contents, out, checksum, NULL), GRUNDY_OK);
  fclose(out);
  grundy_sha256(a.bytes, a.length, again);
  assert_string_equal(checksum, again);
  grundy_digraph_free(g);
  grundy_solution_free(solution);
  return a;
}

static grundy_status check(const void *bytes, size_t length, grundy_archive_report *report) {
  grundy_error error = {0};
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, length, out), length);
  fclose(out);
  grundy_status status = grundy_archive_check(path, NULL, report, &error);
  if (status != GRUNDY_OK) assert_null(strchr(error.message, '\n'));
  assert_int_equal(unlink(path), 0);
  return status;
}

static const char *const games[] = {"wythoff:2,3", "cops-and-robber:path:2,1", "cram:2,2"};
enum { GAMES = sizeof games / sizeof *games };

static void archives_are_right_and_the_same_every_time(void **state) {
  for (size_t i = 0; i < GAMES; i++) {
    archive a = make(games[i]), b = make(games[i]);
    grundy_archive_report report;
    assert_int_equal(a.length, b.length);
    assert_memory_equal(a.bytes, b.bytes, a.length);
    assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
    assert_string_equal(report.wrong, "");
    assert_true(report.is_right);
    assert_string_equal(report.game, games[i]);
    assert_int_equal(report.rules, GRUNDY_ARCHIVE_RULES_RUN);
    free(a.bytes);
    free(b.bytes);
  }
}

/* Every byte of a small archive, changed; and every length. */
static void no_changed_byte_passes(void **state) {
  archive a = make("wythoff:1,1");
  grundy_archive_report report;
  uint64_t step = test_scaled(100) >= 100 ? 1 : 7;
  for (size_t i = 0; i < a.length; i += step) {
    a.bytes[i] ^= (char)(1 << i % 8);
    assert_true(check(a.bytes, a.length, &report) == GRUNDY_BAD_INPUT || !report.is_right);
    a.bytes[i] ^= (char)(1 << i % 8);
  }
  for (size_t length = 0; length < a.length; length += 41)
    assert_int_equal(check(a.bytes, length, &report), GRUNDY_BAD_INPUT);
  assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
  assert_true(report.is_right);
  free(a.bytes);
}

/* Makes SHA256SUMS again, so that only what the members say can be wrong. */
static char *new_sums(grundy_zip *zip) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  for (size_t i = 0; i < zip->count; i++) {
    char checksum[GRUNDY_SHA256_TEXT];
    grundy_zip_member *m = &zip->members[i];
    grundy_sha256(m->bytes, m->length, checksum);
    if (strcmp(m->name, "SHA256SUMS") != 0) fprintf(out, "%s  %s\n", checksum, m->name);
  }
  fclose(out);
  for (size_t i = 0; i < zip->count; i++)
    if (strcmp(zip->members[i].name, "SHA256SUMS") == 0) {
      zip->members[i].bytes = text;
      zip->members[i].length = size;
    }
  return text;
}

/* Changes a byte of a member, and all checksums with it. */
static void assert_found(const grundy_zip *original, size_t which, size_t at) {
  grundy_zip zip = *original;
  grundy_zip_member *m = &zip.members[which];
  grundy_archive_report report;
  unsigned char *bytes = NULL;
  size_t length = 0;
  char *copy = malloc(m->length);
  assert_non_null(copy);
  memcpy(copy, m->bytes, m->length);
  copy[at] ^= 1;
  m->bytes = copy;
  char *sums = new_sums(&zip);
  assert_int_equal(grundy_zip_make(&zip, &bytes, &length, NULL), GRUNDY_OK);
  grundy_status status = check(bytes, length, &report);
  if (status == GRUNDY_OK && report.is_right)
    fail_msg("byte %zu of %s was changed, and the archive is right", at, m->name);
  free(bytes);
  free(sums);
  free(copy);
}

static void no_changed_member_passes_even_with_new_checksums(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < GAMES; i++) {
    archive a = make(games[i]);
    grundy_zip zip;
    assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                     GRUNDY_OK);
    for (size_t which = 0; which < zip.count; which++) {
      const char *name = zip.members[which].name;
      /* The sums are made again. A version, a command or a name of another game in about.txt cannot
       * be found wrong, but README.txt has them, too. */
      if (strcmp(name, "SHA256SUMS") == 0) continue;
      for (uint64_t tries = test_scaled(60) + 1; tries > 0; tries--)
        assert_found(&zip, which, (size_t)grundy_random_below(&random, zip.members[which].length));
    }
    free(a.bytes);
  }
}

static void members_are_not_left_out_or_moved(void **state) {
  archive a = make("wythoff:1,1");
  grundy_zip zip;
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  for (size_t which = 0; which < zip.count; which++) {
    grundy_archive_report report;
    unsigned char *bytes = NULL;
    size_t length = 0;
    grundy_zip less = zip;
    memmove(&less.members[which], &less.members[which + 1],
            (--less.count - which) * sizeof *less.members);
    char *sums = new_sums(&less);
    assert_int_equal(grundy_zip_make(&less, &bytes, &length, NULL), GRUNDY_OK);
    assert_int_equal(check(bytes, length, &report), GRUNDY_OK);
    assert_false(report.is_right);
    free(bytes);
    free(sums);
  }
  free(a.bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(checksums_are_those_of_the_standard),
      cmocka_unit_test(archives_are_right_and_the_same_every_time),
      cmocka_unit_test(no_changed_byte_passes),
      cmocka_unit_test(no_changed_member_passes_even_with_new_checksums),
      cmocka_unit_test(members_are_not_left_out_or_moved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
