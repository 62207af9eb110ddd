#!/bin/sh
# However rules in C from a file misbehave, the exit code is not taken for an answer, one line says
# what happened, and no file is left behind. Sanitizers would report crashes themselves, so this test
# needs a command without.
. tests/support/check.sh
builder=$grundy # it finds the header
grundy=${GRUNDY_PLAIN:-$grundy}
root=$PWD
cc -shared -fPIC -o "$work/named_files.so" tests/base/preload/named_files.c || exit 1
cd "$work" || exit 1
mkdir out
cat > evil.c << 'END'
#include <grundy/rules.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static char how[32];

static void *crash(void *unused) { *(volatile int *)(uintptr_t)8 = 1; return unused; }
static void *end(void *unused) { exit(0); return unused; }

static void *end_later(void *unused) { sleep(2); _exit(0); return unused; }

static void in_a_thread(void *(*function)(void *)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, NULL) == 0) (void)pthread_join(thread, NULL);
}

static void spin(void) {
  FILE *file = fopen("spins", "w");
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
  for (volatile unsigned i = 0;; i++) {}
}

static void misbehave(grundy_emit emit, void *to) {
  static const int numbers[] = {SIGALRM, SIGTERM, SIGINT, SIGHUP};
  sigset_t all;
  if (strcmp(how, "null") == 0) emit(to, NULL);
  if (strcmp(how, "wild") == 0) emit(to, (void *)(uintptr_t)16);
  if (strcmp(how, "_exit") == 0) _exit(0);
  if (strcmp(how, "crash-in-thread") == 0) in_a_thread(crash);
  if (strcmp(how, "exit-in-thread") == 0) in_a_thread(end);
  if (strcmp(how, "kill") == 0) (void)kill(getpid(), SIGKILL);
  if (strcmp(how, "exec") == 0) (void)execl("/bin/true", "true", NULL);
  if (strcmp(how, "fork") == 0) (void)fork();
  if (strcmp(how, "spin") == 0) spin();
  if (strcmp(how, "later") == 0) {
    pthread_t thread;
    (void)pthread_create(&thread, NULL, end_later, NULL);
  }
  if (strcmp(how, "block") == 0) {
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_BLOCK, &all, NULL);
    spin();
  }
  if (strcmp(how, "ignore") == 0) {
    for (int i = 0; i < 4; i++) (void)signal(numbers[i], SIG_IGN);
    spin();
  }
}

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  if (arguments->count != 1) return "a way to misbehave";
  snprintf(how, sizeof how, "%s", arguments->text[0]);
  *bytes = 1;
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) { (void)game; memset(position, 5, 1); }

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  unsigned char next = *(const unsigned char *)position;
  (void)game;
  if (next == 2) misbehave(emit, to);
  if (next-- > 0) emit(to, &next);
}

GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "Misbehaves",
                .args = "HOW", .open = open_game, .start = start, .moves = moves};
END
expect_exit 0 "$builder" rules build evil.c
expect_exit 0 "$grundy" solve ./evil.so:none -o out/s.tsv
rm out/s.tsv

# ends HOW CODE LINE: many commands that run the rules. The last one is on a file system where
# temporary files have names.
ends() {
  for command in "solve ./evil.so:$1 -o out/s.tsv" "solve evil.so:$1 --threads 1" "value ./evil.so:$1" \
    "best ./evil.so:$1" "info ./evil.so:$1" "convert ./evil.so:$1 out/s.edges" "best ./evil.so:$1 --all-moves" \
    "sweep ./evil.so:$1+nim:1..2 -o out/s.tsv" "solve pass(./evil.so:$1) -o out/s.tsv" \
    "match ./evil.so:$1" "play ./evil.so:$1"; do
    # shellcheck disable=SC2086 # words
    expect_exit "$2" "$grundy" $command < /dev/null
    expect_stderr_line "$3"
    expect_no_stdout
    expect_files out
  done
  expect_exit "$2" env LD_PRELOAD="$work/named_files.so" GRUNDY_TEST_NAMED_FILES=1 \
    "$grundy" convert "./evil.so:$1" out/s.edges
  expect_files out
}
process='grundy: the process that ran \(./\)\{0,1\}evil.so'
ends null 3 "grundy: .*at '2' .moves. emits NULL"
ends wild 3 'grundy: \(./\)\{0,1\}evil.so crashed in moves (segmentation fault)'
ends _exit 3 "$process ended before its work was done (exit code 0)"
ends exit-in-thread 3 "$process ended before its work was done (exit code 0)"
ends exec 3 "$process ended before its work was done (exit code 0)"
ends crash-in-thread 3 "$process crashed (segmentation fault)"
ends kill 4 "$process was killed"
for how in _exit exit-in-thread exec crash-in-thread; do
  expect_exit 3 "$grundy" rules check "./evil.so:$how"
  expect_stderr_line "$process .*"
done
expect_exit 1 "$grundy" rules check ./evil.so:null
expect_stdout_line "BROKEN  moves .*: at '2' .moves. emits NULL"

# A process that rules fork, and that goes on with the work of the command, changes nothing.
expect_exit 0 "$grundy" solve ./evil.so:fork -o out/s.tsv --threads 1
expect_files out s.tsv
rm out/s.tsv

# Programs read the reason.
expect_exit 3 env GRUNDY_ERRORS=json "$grundy" info ./evil.so:_exit
grep -q '{"reason": "rules",' "$out" || fail 'no reason'

# Constructors and destructors of the library; `rules build` loads it, too.
echo '#include <unistd.h>
__attribute__((constructor)) static void begin(void) { _exit(0); }' > begins.c
cc -shared -fPIC -o begins.so begins.c || fail 'cc'
expect_exit 3 "$grundy" info ./begins.so
expect_stderr_line 'grundy: the process that ran ./begins.so ended before its work was done (exit code 0)'
mkdir build
cp begins.c build/new.c
expect_exit 3 "$builder" rules build build/new.c
expect_stderr_line 'grundy: the process that ran build/new.c ended before its work was done (exit code 0)'
expect_files build new.c
sed 's/^static void start/__attribute__((destructor)) static void finish(void) { _exit(0); }\n&/' evil.c > ends.c
expect_exit 3 "$builder" rules build ends.c

# Rules that block or ignore signals do not outlive --time, a signal, or the process of the command.
is_running() { kill -0 "$(cat spins)" 2> /dev/null; }
for how in block ignore; do
  rm -f spins
  expect_exit 4 "$grundy" solve "./evil.so:$how" -o out/s.tsv --threads 1 --time 0.2
  expect_stderr_line 'grundy: the time is up; --time allows no more'
  is_running && fail 'the rules are still running'
  for number in INT TERM HUP; do
    expect_exit 130 "$python" "$root/tests/cli/interrupt.py" $number 1 - \
      "$grundy" solve "./evil.so:$how" -o out/s.tsv --threads 1
    expect_stderr_line 'grundy: interrupted'
    is_running && fail 'the rules are still running'
  done
done
for how in block spin; do
  rm -f spins
  "$grundy" solve "./evil.so:$how" -o out/s.tsv --threads 1 2> "$err" &
  process=$!
  while [ ! -s spins ] && kill -0 $process; do sleep 0.1; done
  is_running || fail 'the rules are not running'
  kill -KILL $process
  wait $process || true
  i=0
  while is_running && [ $i -lt 100 ]; do sleep 0.1; i=$((i + 1)); done
  is_running && fail 'the rules are still running'
done
expect_files out

# One Ctrl-C, which the terminal sends to both processes, is one signal: work that saves its results
# gets the time to do that.
cat > slow.c << 'END'
#include <fcntl.h>
#include <grundy/rules.h>
#include <unistd.h>

enum { HEAPS = 6 };

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  (void)arguments;
  *bytes = HEAPS;
  *game = NULL;
  return NULL;
}

static void start(const void *game, void *position) { (void)game; memset(position, 7, HEAPS); }

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  static int calls;
  unsigned char next[HEAPS];
  (void)game;
  (void)usleep(200);
  if (calls++ == 1000) (void)close(creat("searching", 0600));
  for (int i = 0; i < HEAPS; i++) {
    memcpy(next, position, HEAPS);
    while (next[i]-- > 0) emit(to, next);
  }
}

GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "Slow",
                .open = open_game, .start = start, .moves = moves};
END
expect_exit 0 "$builder" rules build slow.c
expect_exit 0 "$python" "$root/tests/cli/control_c.py" "$grundy"

# Folders and tablebases that name the rules.
expect_exit 0 "$grundy" solve ./evil.so:none -o evil.npz --quiet
sed 's/== 2) misbehave/== 2 \&\& getenv("EVIL") != NULL) _exit(0); if (0) misbehave/' evil.c > hidden.c
expect_exit 0 "$builder" rules build hidden.c -o evil.so
expect_exit 0 env GRUNDY_LIBRARIES=1 "$grundy" best evil.npz
expect_exit 3 env GRUNDY_LIBRARIES=1 EVIL=1 "$grundy" best 'pass(./evil.so:none)'
expect_stderr_line 'grundy: the process that ran ./evil.so ended before its work was done (exit code 0)'

# A server opens the games that it offers, and runs nothing after that.
expect_exit 3 env EVIL=1 "$grundy" serve ./evil.so:none --port 0
expect_stderr_line 'grundy: the process that ran ./evil.so ended before its work was done (exit code 0)'

# If no process can be started, nothing runs.
if [ "$(id -u)" -ne 0 ]; then
  expect_exit 4 sh -c 'ulimit -u 1; exec "$@"' sh "$grundy" info ./evil.so:none
  expect_stderr_line 'grundy: cannot start a process for rules in C: .*'
fi

# Standard input, output and exit codes are those of the command.
expect_exit 0 "$grundy" value ./evil.so:none
expect_stdout_line 'outcome .*N'
printf '4\n3\n' > positions
expect_exit 0 env GRUNDY_LIBRARIES=1 "$grundy" value evil.npz - < positions
expect_exit 2 "$grundy" solve ./evil.so:none --nonsense
expect_exit 5 "$grundy" solve ./evil.so:none -o /dev/full --to tsv

finish
