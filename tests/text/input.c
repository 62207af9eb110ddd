/* Files that cannot be opened: the message says why, and names a file that may have been meant. */

#include "text/input.h"
#include "support/folder.h"
#include "support/test.h"

#include <sys/stat.h>
#include <unistd.h>

static char path[2048];

/* Sets `path` to that of a file in the folder. */
static const char *in_folder(const char *name) {
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name) {
  FILE *out = fopen(in_folder(name), "w");
  assert_non_null(out);
  assert_int_equal(fclose(out), 0);
}

/* Opening the file in the folder fails with this message. */
static void expect_missing(const char *name, const char *message) {
  FILE *in = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_input_open(in_folder(name), &in, &error), GRUNDY_BAD_INPUT);
  assert_null(in);
  assert_string_equal(error.message, message);
  assert_string_equal(error.file, path);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_FILE);
}

static void wrong_paths_are_bad_input(void **state) {
  char name[300];
  write_file("game.edges");
  assert_int_equal(symlink("loop", in_folder("loop")), 0);
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  expect_missing("game.edges/x", "Not a directory");
  expect_missing("loop", "Too many levels of symbolic links");
  expect_missing(name, "File name too long");
  expect_missing("other", "No such file or directory");
  folder_empty(folder);
}

static void files_with_similar_names_are_suggested(void **state) {
  char message[256];
  write_file("game.edges");
  assert_int_equal(mkdir(in_folder("gams.edges"), 0700), 0);
  (void)snprintf(message, sizeof message,
                 "No such file or directory; did you mean '%s/game.edges'?", folder);
  expect_missing("gamr.edges", message);
  assert_int_equal(rmdir(in_folder("gams.edges")), 0);
  folder_empty(folder);
}

/* A word that is as close stays, and one that is not as close is replaced. */
static void the_closest_suggestion_wins(void **state) {
  grundy_suggestion best = {0};
  write_file("game");
  grundy_suggest(&best, "gamr", 4, "gamy");
  grundy_suggest_file(&best, in_folder("gamr"));
  assert_string_equal(best.word, "gamy");
  best = (grundy_suggestion){.word = "gamma", .distance = 2};
  grundy_suggest_file(&best, in_folder("gamr"));
  assert_string_equal(best.word, in_folder("game"));
  folder_empty(folder);
}

/* Makes `path` that of 'gamr' in the folder, with so many slashes in between. */
static void slashed_path(size_t slashes) {
  size_t length = strlen(folder);
  memcpy(path, folder, length);
  memset(path + length, '/', slashes);
  memcpy(path + length + slashes, "gamr", sizeof "gamr");
}

/* A suggestion has no folder if there is no room for it, and a very long path gets none. */
static void long_paths_of_folders_are_left_out(void **state) {
  grundy_suggestion best = {0};
  write_file("game");
  slashed_path(1100);
  grundy_suggest_file(&best, path);
  assert_string_equal(best.word, "");
  slashed_path(100);
  grundy_suggest_file(&best, path);
  assert_string_equal(best.word, "game");
  folder_empty(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_paths_are_bad_input),
      cmocka_unit_test(files_with_similar_names_are_suggested),
      cmocka_unit_test(the_closest_suggestion_wins),
      cmocka_unit_test(long_paths_of_folders_are_left_out),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
