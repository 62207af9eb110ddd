#!/bin/sh
# Crashes of rules in C are reported in one line, whichever function crashes, and leave no file.
. tests/support/check.sh
root=$PWD
cd "$work" || exit 1
mkdir out
cat > bad.c << 'END'
#include <grundy/rules.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static const char *where = "", *how = "";

static int recurse(volatile char *above) {
  volatile char here[4096];
  here[0] = above[0];
  return recurse(here) + here[1];
}

static void crash(const char *function) {
  if (strcmp(where, function) != 0) return;
  if (strcmp(how, "null") == 0) *(volatile int *)8 = 1;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "exit") == 0) exit(0);
  if (strcmp(how, "illegal") == 0) raise(SIGILL);
  if (strcmp(how, "divide") == 0) raise(SIGFPE);
  if (strcmp(how, "bus") == 0) raise(SIGBUS);
  if (strcmp(how, "sleep") == 0) {
    fclose(fopen("asleep", "w"));
    sleep(8);
  }
  if (strcmp(how, "recursion") == 0) {
    char first[1] = {0};
    recurse(first);
  }
}

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  if (arguments->count != 2) return "a function and a way to crash";
  static char texts[2][32];
  snprintf(texts[0], 32, "%s", arguments->text[0]);
  snprintf(texts[1], 32, "%s", arguments->text[1]);
  where = texts[0];
  how = texts[1];
  *bytes = 2;
  *game = NULL;
  crash("open");
  return NULL;
}

static void close_game(void *game) { (void)game; crash("close"); }

static void start(const void *game, void *position) {
  (void)game;
  memset(position, 0, 2);
  crash("start");
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  unsigned char next[2];
  (void)game;
  for (int i = 0; i < 2; i++) {
    memcpy(next, position, 2);
    if (next[i] == 40) continue;
    next[i]++;
    emit(to, next);
  }
  memcpy(next, position, 2);
  if (next[0] == 30) crash("moves");
}

static void canon(const void *game, void *position) { (void)game; (void)position; crash("canon"); }

static size_t show(const void *game, const void *position, char *text, size_t size) {
  const unsigned char *p = position;
  (void)game;
  crash("show");
  return (size_t)snprintf(text, size, "%d-%d", p[0], p[1]);
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)game; (void)position; (void)payoff;
  crash("terminal");
  return 0;
}

GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "Crashes", .args = "WHERE,HOW",
                .open = open_game, .close = close_game, .start = start, .moves = moves,
                .canon = canon, .show = show, .terminal = terminal};
END
expect_exit 0 "$grundy" rules build bad.c
expect_exit 0 "$grundy" solve ./bad.so:nowhere,null -o out/s.tsv
rm out/s.tsv

# crashes FUNCTION HOW MESSAGE OPTION...
crashes() {
  function=$1
  how=$2
  message=$3
  shift 3
  expect_exit 3 "$grundy" solve "./bad.so:$function,$how" -o out/s.tsv "$@"
  expect_stderr_line "grundy: ./bad.so crashed in $function ($message)"
}
for function in open start moves canon terminal show; do
  crashes $function null 'segmentation fault' --threads 1
  expect_files out
done
for threads in 1 2; do
  crashes moves null 'segmentation fault' --threads $threads
  crashes moves abort 'abort called' --threads $threads
  crashes moves illegal 'illegal instruction' --threads $threads
  crashes moves divide 'arithmetic error' --threads $threads
  crashes moves bus 'bus error' --threads $threads
done
for threads in 1 8; do
  crashes moves recursion 'segmentation fault' --threads $threads
done
expect_files out

# If rules end the process, their exit code must not be taken for an answer.
for threads in 1 2; do
  expect_exit 3 "$grundy" solve ./bad.so:moves,exit -o out/s.tsv --threads $threads
  expect_stderr_line 'grundy: ./bad.so ended the process in moves (exit called)'
done
expect_files out

# All threads crash at once, and one of them prints the line.
sed 's/if (next\[0\] == 30)/if (next[0] + next[1] == 40)/' bad.c > all.c
expect_exit 0 "$grundy" rules build all.c
i=0
while [ $i -lt 20 ]; do
  expect_exit 3 "$grundy" solve ./all.so:moves,null --threads 8
  expect_stderr_line 'grundy: ./all.so crashed in moves (segmentation fault)'
  i=$((i + 1))
done

# Output that was written before is complete, and stays.
crashes close null 'segmentation fault'
expect_files out s.tsv

# Once the exit code is decided, neither the watchdog of --time nor a signal changes it.
expect_exit 0 "$grundy" solve ./bad.so:close,sleep -o out/s.tsv --time 5
expect_no_stderr
rm asleep
"$grundy" solve ./bad.so:close,sleep -o out/s.tsv 2> "$err" &
process=$!
while [ ! -e asleep ] && kill -0 $process 2> /dev/null; do sleep 0.1; done
kill -TERM $process
wait $process || fail "exit code $? of a signal after the work"
expect_no_stderr

# Crashes during a match, and in constructors of a library.
echo | expect_exit 3 "$grundy" play ./bad.so:show,null
expect_stderr_line 'grundy: ./bad.so crashed in show (segmentation fault)'
cat > ctor.c << 'END'
__attribute__((constructor)) static void begin(void) { *(volatile int *)8 = 1; }
END
cc -shared -fPIC -o ctor.so ctor.c || fail 'cc'
expect_exit 3 "$grundy" info ./ctor.so
expect_stderr_line 'grundy: ./ctor.so crashed in dlopen (segmentation fault)'

# Endless loops in rules can be interrupted.
sed 's/raise(SIGILL)/for (;;) {}/' bad.c > loop.c
expect_exit 0 "$grundy" rules build loop.c
expect_exit 130 "$python" "$root/tests/cli/interrupt.py" INT 2 - \
  "$grundy" solve ./loop.so:moves,illegal -o out/s.tsv
expect_stderr_line 'grundy: interrupted'
expect_exit 4 "$grundy" solve ./loop.so:moves,illegal -o out/s.tsv --time 0.5
expect_stderr_line 'grundy: the time is up; .*'
expect_files out s.tsv

# A crash outside of rules keeps its signal.
cat > hangs.lua << 'END'
return { title = "Hangs", start = function() while true do end end,
         moves = function(p) return {} end }
END
expect_exit 206 "$python" "$root/tests/cli/interrupt.py" ABRT 2 - "$grundy" info hangs.lua
expect_no_stderr

finish
