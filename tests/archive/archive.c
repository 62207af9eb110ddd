/* Archives: the same bytes for the same contents, and no change that is not found. */

#include <grundy/archive.h>
#include <grundy/engine.h>
#include <grundy/game.h>

#include "archive/zip.h"
#include "base/sha256.h"
#include "base/zip_records.h"
#include "digraph/part_sums.h"
#include "format/npz.h"
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

/* Archives the solution, which it frees with the game. */
static archive make_of(const char *game, grundy_digraph *g, grundy_solution *solution) {
  archive a = {NULL, 0};
  char checksum[GRUNDY_ARCHIVE_CHECKSUM], again[GRUNDY_SHA256_TEXT];
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

static archive make_with(const char *game, grundy_columns columns) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_game_open(game, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(
      grundy_solve(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns), &solution, NULL),
      GRUNDY_OK);
  return make_of(game, g, solution);
}

static archive make(const char *game) {
  return make_with(game, 0);
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

/* ---- forgeries --------------------------------------------------------------------------- */

/* Another text in members of an archive, whose checksums are made again. */
typedef struct forgery {
  const char *member; /* NULL: about.txt and README.txt */
  const char *from;   /* NULL: all of the member */
  const char *to;
  const char *wrong; /* what the check says */
} forgery;

/* Returns where the text is in the member; NULL if it is not. */
static const char *find_text(const grundy_zip_member *m, const char *text) {
  size_t length = strlen(text);
  for (size_t i = 0; i + length <= m->length; i++)
    if (memcmp(m->bytes + i, text, length) == 0) return m->bytes + i;
  return NULL;
}

/* Replaces the first `from` in the member; its new bytes are owned. */
static char *forge(grundy_zip_member *m, const char *from, const char *to) {
  const char *at = from == NULL ? m->bytes : find_text(m, from);
  assert_non_null(at);
  size_t before = (size_t)(at - m->bytes), gone = from == NULL ? m->length : strlen(from);
  char *text = malloc(m->length + strlen(to) + 1);
  assert_non_null(text);
  memcpy(text, m->bytes, before);
  memcpy(text + before, to, strlen(to));
  memcpy(text + before + strlen(to), at + gone, m->length - before - gone);
  m->bytes = text;
  m->length = m->length - gone + strlen(to);
  return text;
}

static void expect_zip(grundy_zip *zip, const char *wrong, grundy_archive_rules rules) {
  grundy_archive_report report;
  unsigned char *bytes = NULL;
  size_t length = 0;
  char *sums = new_sums(zip);
  assert_int_equal(grundy_zip_make(zip, &bytes, &length, NULL), GRUNDY_OK);
  assert_int_equal(check(bytes, length, &report), GRUNDY_OK);
  assert_string_equal(report.wrong, wrong);
  assert_int_equal(report.is_right, *wrong == '\0');
  if (*wrong == '\0') assert_int_equal(report.rules, rules);
  free(bytes);
  free(sums);
}

/* Frees the archive. */
static void expect_forgeries(archive a, const forgery *forgeries, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const forgery *f = &forgeries[i];
    char *texts[GRUNDY_ZIP_MAX_MEMBERS] = {NULL};
    grundy_zip zip;
    assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                     GRUNDY_OK);
    bool is_done = false;
    for (size_t k = 0; k < zip.count; k++) {
      grundy_zip_member *m = &zip.members[k];
      bool is_about = strcmp(m->name, "about.txt") == 0 || strcmp(m->name, "README.txt") == 0;
      if (f->member == NULL ? !is_about || find_text(m, f->from) == NULL
                            : strcmp(m->name, f->member) != 0)
        continue;
      texts[k] = forge(m, f->from, f->to);
      is_done = true;
    }
    assert_true(is_done);
    expect_zip(&zip, f->wrong, GRUNDY_ARCHIVE_NO_RULES);
    for (size_t k = 0; k < zip.count; k++) free(texts[k]);
  }
  free(a.bytes);
}

static void members_are_not_left_out_or_moved_or_added(void **state) {
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
  for (size_t count = 1; count <= zip.count; count++) { /* the first members, and another one */
    grundy_zip more = zip;
    more.count = count;
    if (count < zip.count)
      expect_zip(&more, "SHA256SUMS: members are missing, unknown or out of order",
                 GRUNDY_ARCHIVE_NO_RULES);
    more.count = count + 1;
    more.members[count] = (grundy_zip_member){.name = "more.txt", .bytes = "text", .length = 4};
    expect_zip(&more, "SHA256SUMS: members are missing, unknown or out of order",
               GRUNDY_ARCHIVE_NO_RULES);
  }
  zip.count = 0;
  zip.members[zip.count++] = (grundy_zip_member){.name = "SHA256SUMS"};
  expect_zip(&zip, "SHA256SUMS: members are missing, unknown or out of order",
             GRUNDY_ARCHIVE_NO_RULES);
  free(a.bytes);
}

#define EXPECT_FORGERIES(archive, ...)                                                             \
  expect_forgeries(archive, (const forgery[]){__VA_ARGS__},                                        \
                   sizeof((const forgery[]){__VA_ARGS__}) / sizeof(forgery))

static void texts_that_grundy_does_not_write_are_found(void **state) {
  static const char about[] = "about.txt: the file is not as grundy writes it";
  static const char version[] = "\nversion 1234567890123456789012345678901234567890\ngame";
  char own[64];
  (void)snprintf(own, sizeof own, "\nversion %s\ngame", grundy_version());
  EXPECT_FORGERIES(
      make_with("wythoff:1,1", GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY),
      {"about.txt", "archive 1", "archive 2", about},
      {"about.txt", "archive 1", "archive 1234567890", about}, {"about.txt", own, version, about},
      {"about.txt", "\nversion", "\nof", about}, {"about.txt", "\ngame", "\nof", about},
      {"about.txt", "\ncommand", "\nof", about}, {"about.txt", "\ncolumns", "\nof", about},
      {"about.txt", "columns outcome", "columns colour", about},
      {"about.txt", "columns outcome,grundy\n", "columns outcome,grundy", about},
      {"about.txt", "columns outcome,grundy", "columns grundy,outcome", about},
      {"about.txt", "columns outcome,grundy\n", "columns outcome,grundy\nmore\n", about},
      {"about.txt", "columns outcome,grundy\n", "columns outcome,grundy\npayoff 2.50\n", about},
      {"about.txt", "columns outcome,grundy\n", "columns outcome,grundy\ninfinite 2.50\n", about},
      {"about.txt", NULL, "", about},
      {"README.txt", "grundy", "g", "README.txt: the text does not fit about.txt"},
      {"README.txt", NULL, "", "README.txt: the text does not fit about.txt"},
      {"table.tsv", "P", "N", "table.tsv: the table does not have the entries of certificate.npz"},
      {NULL, "wythoff:1,1", "wythoff:1,0", "rules.lua: the game is not that of the rules"},
      {NULL, "wythoff:1,1", "wythoff:1,2",
       "rules.lua: the rules have more positions than the game"},
      {"game.npz", NULL, "", "game.npz: the file is empty"},
      {"game.npz", NULL, "text",
       "game.npz: not a zip archive, or damaged, cut short or followed by other bytes; expected an "
       ".npz file"},
      {"certificate.npz", NULL, "", "certificate.npz: the file is empty"},
      {"certificate.npz", NULL, "text",
       "certificate.npz: not a zip archive, or damaged, cut short or followed by other bytes; "
       "expected an .npz file"});
  /* A text ends at its first NUL. */
  archive a = make("wythoff:1,1");
  grundy_zip zip;
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  char *text = forge(&zip.members[1], "\ncolumns", "\ncolumn\1");
  *strchr(text, '\1') = '\0';
  expect_zip(&zip, about, GRUNDY_ARCHIVE_NO_RULES);
  free(text);
  free(a.bytes);
}

static void wrong_checksums_are_found(void **state) {
  archive a = make("wythoff:1,1");
  grundy_zip zip;
  grundy_archive_report report;
  unsigned char *bytes = NULL;
  size_t length = 0;
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  char *text = forge(&zip.members[0], "grundy", "g");
  assert_int_equal(grundy_zip_make(&zip, &bytes, &length, NULL), GRUNDY_OK);
  assert_int_equal(check(bytes, length, &report), GRUNDY_OK);
  assert_string_equal(report.wrong, "SHA256SUMS: the checksums are not those of the other members");
  free(bytes);
  free(text);
  free(a.bytes);
}

/* Rules of another version of the gallery are kept, but not run. */
static void rules_of_the_gallery_are_compared_with_it(void **state) {
  static const char not_ours[] = "these are not the rules of the gallery";
  char message[64], readme[64];
  (void)snprintf(message, sizeof message, "rules.lua: %s", not_ours);
  EXPECT_FORGERIES(make("wythoff:1,1"), {"rules.lua", "wythoff", "Wythoff", message},
                   {"rules.lua", "Wythoff", "Withoff", message},
                   {"rules.lua", NULL, "return 1",
                    "rules.lua: the file returns a number; expected a table with start and moves"});
  (void)snprintf(message, sizeof message, "rules.c: %s", not_ours);
  EXPECT_FORGERIES(make("cram:1,2"), {"rules.c", "cram", "Cram", message},
                   {"rules.c", NULL, "", message});
  (void)snprintf(message, sizeof message, "version %s", grundy_version());
  (void)snprintf(readme, sizeof readme, "by grundy %s.", grundy_version());
  const forgery versions[] = {{"about.txt", message, "version 0.0.1", ""},
                              {"README.txt", readme, "by grundy 0.0.1.", ""}};
  for (int is_other = 0; is_other < 2; is_other++) {
    archive a = make("wythoff:1,1");
    grundy_zip zip;
    char *texts[3] = {NULL};
    assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                     GRUNDY_OK);
    for (int i = 0; i < 2; i++)
      texts[i] = forge(&zip.members[1 - i], versions[i].from, versions[i].to);
    assert_string_equal(zip.members[2].name, "rules.lua");
    if (is_other) texts[2] = forge(&zip.members[2], "return {", "return { ");
    expect_zip(&zip, "", is_other ? GRUNDY_ARCHIVE_RULES_KEPT : GRUNDY_ARCHIVE_RULES_RUN);
    for (int i = 0; i < 3; i++) free(texts[i]);
    free(a.bytes);
  }
}

/* ---- rules in a script ------------------------------------------------------------------- */

/* Two positions, of which parts may be replaced. */
#define SCRIPT(more)                                                                               \
  "return { start = function() return 1 end, moves = function(n) return n > 0 and { n - 1 } or "   \
  "{} end" more " }"
#define PLAYERS ", player = function(n) return n == 1 and \"A\" or \"B\" end"

static void put_script(const char *text) {
  FILE *out = fopen("archive-test.lua", "w");
  assert_non_null(out);
  fputs(text, out);
  assert_int_equal(fclose(out), 0);
}

static archive make_script(const char *text, const char *game) {
  put_script(text);
  archive a = make(game);
  assert_int_equal(unlink("archive-test.lua"), 0);
  return a;
}

static void other_rules_are_found(void **state) {
  static const char not_that[] = "rules.lua: the game is not that of the rules";
  static const char game[] = "archive-test.lua:1";
  EXPECT_FORGERIES(
      make_script(SCRIPT(""), game), {"rules.lua", "return 1 ", "return 0 ", not_that},
      {"rules.lua", "return 1 ", "return 2 ",
       "rules.lua: the rules have more positions than the game"},
      {"rules.lua", "{ n - 1 }", "{ n - 1, n }", not_that},
      {"rules.lua", "n > 0 and { n - 1 } or {}", "n == 1 and { 1, 0 } or {}", not_that},
      {"rules.lua", "n > 0 and { n - 1 } or {}", "{ 1 - n }", not_that},
      {"rules.lua", "n > 0 and { n - 1 } or {}", "n == 1 and { 5 } or {}", not_that},
      {"rules.lua", NULL, SCRIPT(PLAYERS ", terminal = function() return \"draw\" end"), not_that},
      {"rules.lua", NULL, SCRIPT(", terminal = function() return \"draw\" end"), not_that},
      {"rules.lua", NULL, SCRIPT(", show = function(n) return \"at\" .. n end"), not_that},
      {"rules.lua", "moves", "start",
       "rules.lua: the table of the file has nil as moves; expected a function"},
      {"rules.lua", NULL, "return {", "rules.lua: unexpected symbol near <eof>"});
  EXPECT_FORGERIES(make_script(SCRIPT(", terminal = function() return \"draw\" end"), game),
                   {"rules.lua", "draw", "P", not_that});
  EXPECT_FORGERIES(
      make_script(SCRIPT(PLAYERS ", terminal = function() return \"A\" end"), game),
      {"rules.lua", "return \"A\"", "return \"B\"", not_that},
      {"rules.lua", "n == 1 and \"A\" or \"B\"", "n == 1 and \"B\" or \"A\"", not_that});
  EXPECT_FORGERIES(make_script(SCRIPT(PLAYERS ", terminal = function() return 3 end"), game),
                   {"rules.lua", "return 3", "return 4", not_that},
                   {"rules.lua", "return 3", "return \"A\"", not_that});
}

static void other_moves_are_found(void **state) {
  static const char not_that[] = "rules.lua: the game is not that of the rules";
  EXPECT_FORGERIES(
      make_script("return { start = function() return 2 end, moves = function(n) "
                  "return ({ [0] = { 2 }, [1] = { 0 }, [2] = { 1 } })[n] end }",
                  "archive-test.lua:1"),
      {"rules.lua", "[0] = { 2 }", "[0] = { 1 }", not_that},
      {"rules.lua", "[0] = { 2 }, [1] = { 0 }", "[0] = { }, [1] = { 0, 1 }", not_that});
}

/* The moves are the same, their kinds are not. */
static void other_kinds_of_moves_are_found(void **state) {
  EXPECT_FORGERIES(
      make_script("return { kinds = true, start = function() return 1 end, moves = function(n) "
                  "if n == 0 then return {} end return { n - 1 }, { 'carry-on' } end }",
                  "archive-test.lua:1"),
      {"rules.lua", "'carry-on'", "'entailing'", "rules.lua: the game is not that of the rules"});
}

/* A player who cannot move loses, whether the rules say so or not. */
static void rules_may_say_that_terminal_positions_are_lost(void **state) {
  grundy_archive_report report;
  archive a = make_script(SCRIPT(", terminal = function() return \"P\" end"), "archive-test.lua:1");
  assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
  assert_string_equal(report.wrong, "");
  free(a.bytes);
  EXPECT_FORGERIES(make_script(SCRIPT(""), "archive-test.lua:1"),
                   {"rules.lua", NULL, SCRIPT(", terminal = function() return \"P\" end"),
                    "rules.lua: the game is not that of the rules"});
}

/* Rules that would read a file of the computer that checks are not run. */
static void rules_that_cannot_be_run_are_kept(void **state) {
#define WITH(args)                                                                                 \
  "return { args = { " args " }, start = function() return 1 end, "                                \
  "moves = function(n) return n > 0 and { n - 1 } or {} end }"
  static const struct {
    const char *script, *game;
    grundy_archive_rules rules;
  } cases[] = {
      {WITH("\"g:graph\""), "archive-test.lua:path:2", GRUNDY_ARCHIVE_RULES_RUN},
      {WITH("\"g:graph\""), "archive-test.lua:archive-test.edges", GRUNDY_ARCHIVE_RULES_KEPT},
      {WITH("\"n\", \"g:graph\""), "archive-test.lua:1,path:2", GRUNDY_ARCHIVE_RULES_KEPT},
      {WITH("\"n\""), "pass(archive-test.lua:1, 1)", GRUNDY_ARCHIVE_RULES_KEPT},
  };
  FILE *out = fopen("archive-test.edges", "w");
  assert_non_null(out);
  fputs("a b\n", out);
  assert_int_equal(fclose(out), 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_archive_report report;
    archive a = make_script(cases[i].script, cases[i].game);
    assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
    assert_string_equal(report.wrong, "");
    assert_int_equal(report.rules, cases[i].rules);
    free(a.bytes);
  }
  assert_int_equal(unlink("archive-test.edges"), 0);
  /* What is called rules.c is compiled code, and a file has no rules. */
  archive a = make_script(SCRIPT(""), "archive-test.lua:1");
  grundy_zip zip;
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  strcpy(zip.members[2].name, "rules.c");
  char *readme = forge(&zip.members[0], "rules.lua        ", "rules.c          ");
  expect_zip(&zip, "", GRUNDY_ARCHIVE_RULES_KEPT);
  free(readme);
  free(a.bytes);
}

/* A limit of memory is not a fault of the archive. */
static void too_little_memory_for_the_rules_is_an_error(void **state) {
  grundy_archive_report report;
  grundy_error error = {0};
  archive a = make("cram:1,2");
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(a.bytes, 1, a.length, out), a.length);
  fclose(out);
  const grundy_open_options options = {.size = sizeof options, .memory = 1};
  assert_int_equal(grundy_archive_check(path, &options, &report, &error), GRUNDY_UNABLE);
  assert_int_equal(grundy_archive_check(path, &options, &report, NULL), GRUNDY_UNABLE);
  assert_string_equal(report.wrong, "");
  assert_true(error.message[0] != '\0');
  assert_int_equal(unlink(path), 0);
  free(a.bytes);
}

/* ---- solutions --------------------------------------------------------------------------- */

static grundy_digraph *open_game(const char *text, const grundy_open_options *options) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open(text, options, &g, NULL), GRUNDY_OK);
  return g;
}

/* Archives a solution of wythoff:1,1 that is written here. */
static archive make_table(const char *table) {
  grundy_digraph *g = open_game("wythoff:1,1", NULL);
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  FILE *in = fmemopen((void *)(uintptr_t)table, strlen(table), "r");
  assert_non_null(in);
  if (grundy_solution_read(g, "table", GRUNDY_FORMAT_TSV,
                           &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &solution,
                           &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  fclose(in);
  return make_of("wythoff:1,1", g, solution);
}

static void wrong_solutions_are_found(void **state) {
  grundy_archive_report report;
  archive a = make_table("vertex\toutcome\n1,1\tP\n0,1\tN\n0,0\tP\n");
  assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
  assert_false(report.is_right);
  assert_string_equal(report.wrong, "certificate.npz: 1,1: Lemma 2 fails: outcome is P, but its "
                                    "followers give N; the error is here or at 0,0");
  free(a.bytes);
  /* Only the first of several mistakes is reported. */
  a = make_table("vertex\toutcome\tremoteness\n1,1\tN\t0\n0,1\tP\t1\n0,0\tP\t2\n");
  assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
  assert_false(report.is_right);
  assert_non_null(strstr(report.wrong, "outcome is P, but its followers give N"));
  free(a.bytes);
  a = make_with("wythoff:1,1", GRUNDY_COLUMN_DRAW_LEVEL);
  assert_int_equal(check(a.bytes, a.length, &report), GRUNDY_OK);
  assert_false(report.is_right);
  assert_string_equal(report.wrong, "certificate.npz: needs draw_remoteness");
  free(a.bytes);
  /* The table has the column grundy, the certificate does not. */
  archive small = make_with("wythoff:1,1", GRUNDY_COLUMN_OUTCOME);
  a = make("wythoff:1,1");
  grundy_zip zip, less;
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  assert_int_equal(
      grundy_zip_parse(path, (const unsigned char *)small.bytes, small.length, &less, NULL),
      GRUNDY_OK);
  assert_string_equal(zip.members[5].name, "certificate.npz");
  zip.members[5] = less.members[5];
  expect_zip(&zip, "certificate.npz: it lacks a column of the table", GRUNDY_ARCHIVE_NO_RULES);
  free(small.bytes);
  free(a.bytes);
}

/* Replaces game.npz of wythoff:1,1 by another file, which is a window or has parts. */
static void expect_game(grundy_npz_column more, const char *wrong) {
  archive a = make("wythoff:1,1");
  grundy_digraph *g = open_game("wythoff:1,1", NULL);
  grundy_zip zip;
  char *text = NULL;
  size_t size = 0;
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  grundy_npz_column columns[GRUNDY_NPZ_GAME_MEMBERS];
  int count = grundy_npz_move_columns(g, columns);
  columns[count++] = grundy_npz_column_new("rules.npy", 'u', 1, 1, grundy_npz_fill_bytes, "x");
  columns[count++] = more;
  FILE *out = open_memstream(&text, &size);
  assert_int_equal(grundy_npz_write(out, columns, count, &work, NULL), GRUNDY_OK);
  fclose(out);
  assert_int_equal(grundy_zip_parse(path, (const unsigned char *)a.bytes, a.length, &zip, NULL),
                   GRUNDY_OK);
  assert_string_equal(zip.members[3].name, "game.npz");
  zip.members[3].bytes = text;
  zip.members[3].length = size;
  expect_zip(&zip, wrong, GRUNDY_ARCHIVE_NO_RULES);
  free(text);
  free(a.bytes);
  grundy_digraph_free(g);
}

static void only_whole_games_are_archived(void **state) {
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  char checksum[GRUNDY_ARCHIVE_CHECKSUM];
  const grundy_open_options options[] = {
      {.size = sizeof *options, .window = 2, .accepts_windows = true},
      {.size = sizeof *options, .parts = true}};
  static const char *const texts[] = {"wythoff:1,1", "cram:2,3"};
  for (int i = 0; i < 2; i++) {
    grundy_digraph *g = open_game(texts[i], &options[i]);
    assert_int_equal(grundy_solve(g, NULL, &solution, &error), GRUNDY_OK);
    const grundy_archive_contents contents = {.size = sizeof contents,
                                              .game = texts[i],
                                              .command = "grundy",
                                              .g = g,
                                              .solution = solution};
    assert_int_equal(grundy_archive_write(&contents, stdout, checksum, &error), GRUNDY_UNABLE);
    assert_string_equal(
        error.message,
        "an archive has all positions of a game, not a window or parts of positions");
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
  expect_game(grundy_npz_column_new("window.npy", 'u', 1, 3, grundy_npz_fill_bytes, "FFF"),
              "game.npz: this is a window of a larger game; only solve, value, why, info, draw and "
              "verify use windows");
  expect_game(grundy_npz_column_new("sum_rows.npy", 'u', 1, 1, grundy_npz_fill_bytes, ""),
              "game.npz: this is a tablebase of parts of positions, not of positions; use it with "
              "best, why, value, verify or solve, or solve the rules with --no-split");
}

static void texts_have_one_line_that_is_not_too_long(void **state) {
  static char too_long[GRUNDY_ARCHIVE_MAX_TEXT + 1];
  const char *const wrong[] = {too_long, "two\nlines"};
  grundy_digraph *g = open_game("wythoff:1,1", NULL);
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  char checksum[GRUNDY_ARCHIVE_CHECKSUM];
  memset(too_long, 'x', sizeof too_long - 1);
  assert_int_equal(grundy_solve(g, NULL, &solution, NULL), GRUNDY_OK);
  for (int i = 0; i < 4; i++) {
    grundy_archive_contents contents = {.size = sizeof contents,
                                        .game = i < 2 ? wrong[i % 2] : "wythoff:1,1",
                                        .command = i < 2 ? "grundy" : wrong[i % 2],
                                        .g = g,
                                        .solution = solution};
    assert_int_equal(grundy_archive_write(&contents, stdout, checksum, &error),
                     GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message,
                        i < 2 ? "the game is not one line of less than 1024 bytes"
                              : "the command line is not one line of less than 1024 bytes");
    contents.size = 0;
    assert_int_equal(grundy_archive_write(&contents, stdout, checksum, &error),
                     GRUNDY_BAD_ARGUMENT);
  }
  /* A full disk. */
  FILE *full = fopen("/dev/full", "w");
  if (full != NULL) {
    setbuf(full, NULL);
    const grundy_archive_contents contents = {.size = sizeof contents,
                                              .game = "wythoff:1,1",
                                              .command = "grundy",
                                              .g = g,
                                              .solution = solution};
    assert_int_equal(grundy_archive_write(&contents, full, checksum, &error), GRUNDY_IO_ERROR);
    assert_string_equal(error.message, "the archive could not be written");
    fclose(full);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- zip files --------------------------------------------------------------------------- */

static void expect_no_zip(const unsigned char *bytes, size_t length, const char *message) {
  grundy_zip zip;
  grundy_error error = {0};
  assert_int_equal(grundy_zip_parse("x.zip", bytes, length, &zip, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, message);
}

static void members_have_short_names_of_their_own(void **state) {
  static const char message[] = "not an archive of grundy solve --archive: a member is cut short "
                                "or was not written by grundy";
  static const char *const names[] = {"", "12345678901234567890123456789012", "a"};
  unsigned char bytes[1024];
  size_t length = 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const grundy_zip_entry entry = {.name = names[i], .size = i == 2 ? 5 : 0};
    length = grundy_zip_put_local(&entry, bytes);
    expect_no_zip(bytes, length, message); /* of the last one, the bytes are missing */
  }
  for (size_t i = 4; i < length; i++) expect_no_zip(bytes, i, message);
  const grundy_zip_entry twice = {.name = "a"};
  length = grundy_zip_put_local(&twice, bytes);
  length += grundy_zip_put_local(&twice, bytes + length);
  expect_no_zip(bytes, length, message);
  const grundy_zip_entry zero = {.name = "a/b"};
  length = grundy_zip_put_local(&zero, bytes);
  bytes[length - 2] = '\0';
  expect_no_zip(bytes, length, message);
  length = 0;
  for (char i = 0; i <= GRUNDY_ZIP_MAX_MEMBERS; i++) {
    char name[2] = {(char)('a' + i), '\0'};
    const grundy_zip_entry entry = {.name = name};
    length += grundy_zip_put_local(&entry, bytes + length);
  }
  expect_no_zip(bytes, length, message);
}

static void archives_are_smaller_than_2_gib(void **state) {
  grundy_zip zip = {.members = {{.name = "a", .bytes = "", .length = (size_t)1 << 31}}, .count = 1};
  unsigned char *bytes = NULL;
  size_t length = 0;
  grundy_error error = {0};
  assert_int_equal(grundy_zip_make(&zip, &bytes, &length, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "the archive would have 2 GiB or more");
  assert_null(bytes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(checksums_are_those_of_the_standard),
      cmocka_unit_test(archives_are_right_and_the_same_every_time),
      cmocka_unit_test(no_changed_byte_passes),
      cmocka_unit_test(no_changed_member_passes_even_with_new_checksums),
      cmocka_unit_test(members_are_not_left_out_or_moved_or_added),
      cmocka_unit_test(texts_that_grundy_does_not_write_are_found),
      cmocka_unit_test(wrong_checksums_are_found),
      cmocka_unit_test(rules_of_the_gallery_are_compared_with_it),
      cmocka_unit_test(other_rules_are_found),
      cmocka_unit_test(other_moves_are_found),
      cmocka_unit_test(other_kinds_of_moves_are_found),
      cmocka_unit_test(rules_may_say_that_terminal_positions_are_lost),
      cmocka_unit_test(rules_that_cannot_be_run_are_kept),
      cmocka_unit_test(too_little_memory_for_the_rules_is_an_error),
      cmocka_unit_test(wrong_solutions_are_found),
      cmocka_unit_test(only_whole_games_are_archived),
      cmocka_unit_test(texts_have_one_line_that_is_not_too_long),
      cmocka_unit_test(members_have_short_names_of_their_own),
      cmocka_unit_test(archives_are_smaller_than_2_gib),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
