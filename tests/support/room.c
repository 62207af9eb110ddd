/* Runs the tests of a room, or of several small ones. Every file of tests/<room>/ is a cmocka
 * program; they are linked into one program, so that memory leaks are looked for only once, at its
 * end. usage: test_<room> [ROOM | ROOM/NAME...]   runs these folders and files of tests/ (default:
 * all) */

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ROOM_TESTS is TEST(ROOM,NAME) for every file; its main has been renamed to main_of_ROOM_NAME. */
#define TEST(room, name) int main_of_##room##_##name(void);
ROOM_TESTS
#undef TEST

#define TEST(room, name) {#room "/" #name, main_of_##room##_##name},
static const struct {
  const char *name;
  int (*run)(void);
} tests[] = {ROOM_TESTS};

static int is_chosen(const char *name, int count, char **names) {
  for (int i = 0; i < count; i++) {
    size_t length = strlen(names[i]);
    if (strncmp(names[i], name, length) == 0 && strchr("/", name[length]) != NULL) return 1;
  }
  return count == 0;
}

int main(int argc, char **argv) {
  int folder = open(".", O_RDONLY), failures = 0, count = 0;
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    if (!is_chosen(tests[i].name, argc - 1, argv + 1)) continue;
    count++;
    fprintf(stderr, "---- %s.c\n", tests[i].name);
    if (fchdir(folder) != 0) return 1;
    int failed = tests[i].run();
    if (failed != 0) fprintf(stderr, "FAILED: %d in %s.c\n", failed, tests[i].name);
    failures += failed != 0;
  }
  if (count < argc - 1) fprintf(stderr, "usage: %s [ROOM | ROOM/NAME...]\n", argv[0]);
  (void)close(folder);
  return failures > 0 || count < argc - 1;
}
