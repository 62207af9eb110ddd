/* Included before every file that `make coverage` compiles: _exit saves the counters first, as exit
 * does, so that children that end by _exit are counted, too. Two kinds of callers must not do that:
 * the signal handlers of the command, and processes in which a test makes system calls fail. */
#ifndef GRUNDY_COVERAGE_H
#define GRUNDY_COVERAGE_H

#define _exit count_and_exit

extern void __gcov_dump(void);
extern char *strstr(const char *text, const char *part);
extern int prctl(int option, ...);
__attribute__((noreturn)) extern void exit_at_once(int code) __asm__("_exit");

__attribute__((noreturn, unused)) static void count_and_exit(int code) {
  enum { GET_SECCOMP = 21 };
  if (!strstr(__BASE_FILE__, "cli/") && !strstr(__BASE_FILE__, "command/") &&
      prctl(GET_SECCOMP) == 0)
    __gcov_dump();
  exit_at_once(code);
}

#endif
