#!/bin/sh
# Games given by rules: creating, compiling and checking them, and the gallery.
. tests/support/check.sh

root=$PWD
cd "$work" || exit 1

# ---- new: the files work at once ------------------------------------------------------------

expect_exit 0 "$grundy" rules new heaps
expect_no_stderr
expect_stdout_line '  grundy rules check heaps.lua:5,7'
grep -q '^-- heaps: two heaps' heaps.lua || fail 'the name is not in the file'
! grep -q '@NAME@' heaps.lua || fail 'a mark is left in the file'
expect_exit 0 "$grundy" rules check heaps.lua:5,7
expect_no_stderr
expect_stdout_line 'ok      value is what a search finds (tried [0-9]* times)'
expect_stdout_line 'none    terminal'
! grep -q BROKEN "$out" || fail 'the template breaks a promise'
expect_exit 0 "$grundy" solve heaps.lua:5,7 --columns outcome,grundy,remoteness -o lua.tsv

expect_exit 0 "$grundy" rules new heaps --c
expect_stdout_line '  grundy rules build heaps.c'
expect_exit 0 "$grundy" rules build heaps.c
expect_no_stderr
expect_stdout_line './heaps.so is a GAME now.*'
expect_exit 0 "$grundy" rules check ./heaps.so:5,7
expect_stdout_line 'ok      value is what a search finds (tried [0-9]* times)'
! grep -q BROKEN "$out" || fail 'the template breaks a promise'
expect_exit 0 "$grundy" solve ./heaps.so:5,7 --columns outcome,grundy,remoteness -o c.tsv
sort -o lua.tsv lua.tsv
sort -o c.tsv c.tsv
expect_same lua.tsv c.tsv

# No file is overwritten, except with the option for it.
echo mine > heaps.lua
expect_exit 2 "$grundy" rules new heaps
expect_stderr_line "grundy: 'heaps.lua' already exists; use another NAME, or --force; .*"
grep -qx mine heaps.lua || fail 'the file was replaced'
expect_exit 0 "$grundy" rules new heaps --force
! grep -qx mine heaps.lua || fail 'the file was not replaced'
expect_exit 0 "$grundy" rules new other.c
[ -f other.c ] || fail 'the ending does not choose the language'
expect_exit 2 "$grundy" rules new another.c --lua
expect_stderr_line "grundy: NAME is 'another.c', but --lua says otherwise; give only one; try .*"
expect_exit 0 "$grundy" rules new another.lua --lua
for name in ../up a.b 'two words' '' -; do
  expect_exit 2 "$grundy" rules new "$name"
done

# ---- build ------------------------------------------------------------------------------------

echo 'int broken(' > broken.c
cp heaps.so before.so
expect_exit 3 "$grundy" rules build broken.c -o heaps.so
grep -q 'broken.c:1' "$err" || fail 'the message of the compiler is not shown'
tail -1 "$err" | grep -qx 'broken.c: cc cannot compile it' || fail 'the message does not say what failed'
expect_same heaps.so before.so
expect_exit 3 env CC='gcc -Werror' CFLAGS='-Wpedantic  -DX' "$grundy" rules build broken.c
expect_exit 0 env CC='cc -std=c17' CFLAGS='-O1 -g' "$grundy" rules build heaps.c -o o1.so
expect_exit 0 "$grundy" info ./o1.so:2,2
expect_exit 5 env CC=no-such-compiler "$grundy" rules build heaps.c
expect_stderr_line 'no-such-compiler: the compiler cannot be run.*'
expect_exit 3 "$grundy" rules build missing.c
expect_stderr_line 'missing.c: No such file or directory'
expect_exit 5 "$grundy" rules build heaps.c -o no/such/folder.so
expect_exit 2 "$grundy" rules build heaps.lua
expect_exit 2 "$grundy" rules build
expect_exit 2 "$grundy" rules build heaps.c -o heaps.txt
expect_stderr_line "grundy: 'heaps.txt' has no known ending; use .so; try .*"
[ ! -e heaps.txt ] || fail 'a file was made'

# The built library is loaded once, and a failed build does not replace it.
echo 'int x;' > none.c
expect_exit 3 "$grundy" rules build none.c -o heaps.so
expect_stderr_line 'none.c: it contains no rules; expected GRUNDY_RULES = {...} of <grundy/rules.h>'
printf '#include <grundy/rules.h>\nGRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "x"};\n' > half.c
expect_exit 3 env CFLAGS=-w "$grundy" rules build half.c -o heaps.so
expect_stderr_line 'half.c: these rules have no open; expected title, open, start and moves'
printf 'extern int nobody(void);\nint x(void) { return nobody(); }\n' > lacks.c
expect_exit 3 "$grundy" rules build lacks.c -o heaps.so
expect_stderr_line 'lacks.c: what was compiled cannot be loaded: undefined symbol: nobody'
expect_same heaps.so before.so

# No file is left if standard error is closed.
# shellcheck disable=SC2016 # the inner shell expands its arguments
sh -c '"$0" rules build broken.c -o gone.so 2>&1 | { exec < /dev/null; sleep 2; }' "$grundy"
# shellcheck disable=SC2016
expect_exit 5 sh -c '"$0" rules build heaps.c > /dev/full' "$grundy"
[ -z "$(find . -name '*.so.*')" ] || fail 'a file is left'

# Files of the gallery can be used like any other files.
for name in quixo fair-shares; do
  "$grundy" rules show $name > $name.c
  expect_exit 0 "$grundy" rules build $name.c
  expect_no_stderr
  expect_same $name.c "$root/games/$name.c"
done
expect_exit 0 "$grundy" info ./quixo.so:3
expect_stdout_line 'positions *2219'
expect_exit 0 "$grundy" info quixo:3
expect_stdout_line 'positions *2219'
expect_exit 0 "$grundy" info fair-shares:10
expect_stdout_line 'positions *42'

# ---- check --------------------------------------------------------------------------------------

# Rules in C can break a promise, too: no symmetry swaps these heaps.
sed 's/taken <= 3/taken <= 3 - heap/' heaps.c > wrong.c
expect_exit 0 "$grundy" rules build wrong.c
expect_exit 1 "$grundy" rules check ./wrong.so:5,7
expect_no_stderr
expect_stdout_line "BROKEN  canon keeps moves, players and ends: at '.*': .* canonical form '.*'"
expect_stdout_line "BROKEN  value is what a search finds: at '.*': it gives [0-9]*, but the value is [0-9]*"
expect_stdout_line 'ok      moves gives the same positions again.*'
expect_exit 1 "$grundy" rules check ./wrong.so:5,7 --json
"$python" - "$out" << 'END' || fail 'the JSON is not as expected'
import json, sys
report = json.load(open(sys.argv[1]))
assert report["game"] == "./wrong.so:5,7" and report["kept"] is False
results = {(p["function"], p["result"]) for p in report["promises"]}
assert ("canon", "broken") in results and ("player", "none") in results, results
assert all((p["counterexample"] is not None) == (p["result"] == "broken") for p in report["promises"])
END
sed 's/"%u-%u"/"%0300u-%u"/' heaps.c > long.c
expect_exit 0 "$grundy" rules build long.c
expect_exit 1 "$grundy" rules check ./long.so:5,7
expect_stdout_line 'BROKEN  show gives names of at most 255 bytes of UTF-8: .*30[0-9] bytes.*'

# The same seed gives the same walks.
expect_exit 0 "$grundy" rules check quixo:4 --walks 5 --seed 7
cp "$out" first
expect_exit 0 "$grundy" rules check quixo:4 --walks 5 --seed 7
expect_same "$out" first
expect_exit 0 "$grundy" rules check quixo:4 --walks 5 --seed 8
! cmp -s "$out" first || fail 'another seed gives the same plays'

expect_exit 3 "$grundy" rules check heaps.lua:5,x
expect_exit 3 "$grundy" rules check ./heaps.so:5
expect_stderr_line '.*expected two heaps of 0 to 255 stones'
expect_exit 3 "$grundy" rules check "$root/examples/ring.edges"
expect_stderr_line ".*ring.edges.* is not the name of rules; expected FILE.lua, FILE.so or .*"
expect_exit 2 "$grundy" rules check

# ---- the gallery --------------------------------------------------------------------------------

expect_exit 0 "$grundy" rules list
expect_stdout_line 'quixo:N=4 *Quixo: take a cube .*'
expect_stdout_line 'fair-shares:HEAPS\.\.\.  *Fair Shares and Varied Pairs: .*'
[ "$(sed 's/^[^ ]*  *//' "$out" | wc -l)" -gt 17 ] || fail 'games are missing'
! grep -v '^[^ ]*$' "$out" | grep -v '^.\{30\}  [^ ]' || fail 'the columns are not aligned'
expect_exit 0 "$grundy" rules list --json
"$python" -c 'import json, sys; assert "quixo" in [g["name"] for g in json.load(open(sys.argv[1]))]' "$out" ||
  fail 'the JSON is not as expected'
expect_exit 3 "$grundy" rules show quxo
expect_stderr_line ".*'quxo'.*"

# ---- usage --------------------------------------------------------------------------------------

expect_exit 2 "$grundy" rules
expect_stderr_line 'grundy: ACTION is missing; expected list, show, new, build or check.*'
expect_exit 2 "$grundy" rules knit
expect_stderr_line "grundy: ACTION is 'knit'; expected list, show, new, build or check; .*"
for action in rules 'rules new' 'rules build' 'rules check' 'rules list' 'rules show'; do
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" $action --help
  expect_stdout_line "usage: grundy $action .*"
  ! grep -q '.\{81\}' "$out" || fail 'a line is wider than 80 characters'
done
expect_exit 0 "$grundy" help rules

# Rules that cannot be interrupted end one second after the time limit.
cat > hangs.lua << 'END'
return { start = function() return 1 end,
  moves = function() return { (("x"):rep(40):find((".-"):rep(40) .. "b")) } end }
END
expect_exit 4 "$grundy" solve hangs.lua --time 0.2
expect_stderr_line 'grundy: the time is up; .*'

# A call that does not end is named, with its line. Its instructions are slow: the time is up before it has
# made the most that a call may make.
cat > endless.lua << 'END'
return { start = function() return 3 end,
  moves = function(p)
    while true do
      p = math.min(p, 1, 2, 3, 4, 5)
    end
  end }
END
expect_exit 4 "$grundy" solve endless.lua --time 2
expect_stderr_line "endless.lua:[34]: in moves of '3': this call has not ended, perhaps because of an endless loop; --time allows 2 s"

# Two positions with one name would be one position in a file, so no writer of names accepts them.
cat > alike.lua << 'END'
return { start = function() return 3 end, show = function() return "x" end,
  moves = function(p) return p > 0 and { p - 1 } or {} end }
END
for word in 'convert alike.lua alike.out --to edges' 'convert alike.lua alike.out --to npz' \
  'quotient alike.lua' 'quotient alike.lua -o alike.out --to edges' 'quotient alike.lua --map alike.out' \
  'product disjunctive alike.lua wythoff:1,1 -o alike.out --to edges' \
  'product disjoint wythoff:1,1 alike.lua -o alike.out --to edges' 'solve alike.lua' \
  'solve alike.lua -o alike.out --to tsv' 'solve alike.lua -o alike.out --to csv' \
  'best alike.lua@x'; do
  # shellcheck disable=SC2086 # the words are split
  expect_exit 3 "$grundy" $word
  expect_stderr_line "alike.lua: two positions are called 'x'; write a .show. that gives .*"
  expect_no_stdout
  [ ! -e alike.out ] || fail 'a file was written'
done
expect_exit 3 "$grundy" solve alike.lua -o alike.out --to json
expect_stdout_line '{"error": {"reason": "duplicate-name", .*'
[ ! -e alike.out ] || fail 'a file was written'
# A tablebase identifies positions by their bytes; only output of their names is refused.
expect_exit 0 "$grundy" solve alike.lua -o alike.npz
expect_exit 3 "$grundy" value alike.npz x
expect_stderr_line "alike.lua: two positions are called 'x'; .*"
expect_exit 3 "$grundy" solve alike.npz
expect_stderr_line "alike.lua: two positions are called 'x'; .*"
expect_exit 0 "$grundy" info alike.lua

# The same rules give the same bytes in every process, without addresses.
cat > same.lua << 'END'
local words, list = {}, {}
for word in ("the quick brown fox jumps over the lazy dog"):gmatch("%a+") do words[word] = #word end
words[2.5], words[-1], words[true] = 1, 1, 1
for key, value in pairs(words) do list[#list + 1] = tostring(key) .. "=" .. value end
local names = { table.concat(list, " "), tostring(words) .. tostring(next) .. next(words),
  string.format("%s %s", words, next) }
return { start = function() return 1 end, show = function(p) return names[p] end,
  moves = function(p) return p == 1 and { 2, 3 } or {} end }
END
"$grundy" solve same.lua --to tsv > same.tsv
grep -q '^-1=1 2.5=1 brown=5 dog=3 fox=3 jumps=5 lazy=4 over=4 quick=5 the=3 true=1' same.tsv ||
  fail 'pairs has the wrong order'
grep -q '^tablefunction-1' same.tsv || fail 'tostring writes more than the type'
for run in 1 2 3; do
  "$grundy" solve same.lua --to tsv | cmp - same.tsv || fail "run $run gives different bytes"
done
expect_exit 0 "$grundy" rules check same.lua
expect_stdout_line 'ok      rules give the same answers when they are opened again .*'

# Compiled rules are opened twice, too, which reveals state left by a previous game.
cat > again.c << 'END'
#include <grundy/rules.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Games that were opened before; the letter of the argument says what depends on them. */
static int before;
struct game { char what; int before; };

static const char *open_game(const grundy_arguments *arguments, uint32_t *bytes, void **made) {
  struct game *game = malloc(sizeof *game);
  if (game == NULL) return GRUNDY_RULES_MEMORY;
  *game = (struct game){arguments->text[0][0], before++};
  *bytes = 1;
  *made = game;
  return NULL;
}

static int is(const void *game, char what) {
  const struct game *g = game;
  return g->what == what ? g->before : 0;
}

static void start(const void *game, void *position) {
  *(unsigned char *)position = (unsigned char)(3 + is(game, 's'));
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  unsigned char n = *(const unsigned char *)position, next[2] = {(unsigned char)(n - 1), 0};
  if (n == 0) return;
  if (is(game, 'o')) {
    next[0] = 0;
    next[1] = (unsigned char)(n - 1);
  }
  emit(to, &next[0]);
  if (!is(game, 'm')) emit(to, &next[1]);
}

static size_t show(const void *game, const void *position, char *text, size_t size) {
  return (size_t)snprintf(text, size, "%d.%d", *(const unsigned char *)position, is(game, 'n'));
}

static int terminal(const void *game, const void *position, double *payoff) {
  (void)payoff;
  return *(const unsigned char *)position == 0 ? (is(game, 't') ? 'N' : 'P') : 0;
}

GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "again", .args = "WHAT", .open = open_game,
                .close = free, .start = start, .moves = moves, .show = show, .terminal = terminal};
END
expect_exit 0 "$grundy" rules build again.c
expect_exit 0 "$grundy" rules check ./again.so:x
expect_stdout_line 'ok      rules give the same answers when they are opened again (tried 5 times)'
again='BROKEN  rules give the same answers when they are opened again'
while read -r what broken; do
  expect_exit 1 "$grundy" rules check "./again.so:$what"
  expect_stdout_line "$again: $broken when the rules are opened again"
done << 'END'
s start leads to '3.0', and to '4.0'
m at '3.0': move 2 leads to '0.0', and to nothing
o at '3.0': move 1 leads to '2.0', and to '0.0'
n at '3.0': its name is '3.1'
t at '0.0': its player or its end differs
END

# If rules fail to make or read a name, every command that needs it says so, with its place.
cat > broken.lua << 'END'
return { start = function() return 3 end, value = function(p) return p % 2 end,
  moves = function(p) return p > 0 and { p - 1 } or {} end,
  show = function(p) return p == 1 and nil + 1 or "p" .. p end,
  parse = function(t) return tonumber(t:sub(2)) + 0 end }
END
broken="broken.lua:3: in show of '1': attempt to perform arithmetic on a nil value"
expect_exit 3 "$grundy" solve broken.lua
expect_stderr_line "$broken"
expect_exit 3 "$grundy" solve broken.lua -o broken.tsv
expect_stderr_line "$broken"
[ ! -e broken.tsv ] || fail 'a file was written'
expect_exit 3 "$grundy" best broken.lua@p2
expect_stderr_line "$broken"
expect_exit 3 "$grundy" why broken.lua
expect_stderr_line "$broken"
expect_exit 3 "$grundy" draw broken.lua -o broken.svg
expect_stderr_line "$broken"
[ "$(grep -c . "$err")" = 1 ] || fail 'more than one line'
[ ! -e broken.svg ] || fail 'a picture was written'
expect_exit 3 "$grundy" trace broken.lua
expect_stderr_line "$broken"
expect_exit 0 "$grundy" info broken.lua
expect_exit 0 "$grundy" solve broken.lua -o broken.npz
expect_exit 3 "$grundy" solve broken.npz
expect_stderr_line "$broken"
expect_exit 1 "$grundy" rules check broken.lua
expect_stdout_line "BROKEN  show gives names .*: $broken"
for word in 'best broken.lua@pq' 'value broken.npz pq' 'draw broken.lua --to dot --highlight pq' \
  'why broken.npz@pq'; do
  # shellcheck disable=SC2086 # the words are split
  expect_exit 3 "$grundy" $word
  expect_stderr_line "broken.lua:4: in parse of 'pq': attempt to perform arithmetic on a nil value.*"
done
expect_exit 3 "$grundy" best broken.lua@p9
expect_stderr_line "expression:1:12: 'p9' cannot be reached from the start"
sed 's/p == 1 and/p > 1 and/; s/return 3 end/return 10000000 end/' broken.lua > large.lua
expect_exit 3 "$grundy" best large.lua
expect_stderr_line "large.lua:3: in show of '10000000': .*"

# A path may contain colons, in expressions, too.
mkdir -p 'a:b'
cp heaps.lua 'a:b/heaps.lua'
expect_exit 0 "$grundy" best 'a:b/heaps.lua:5,7 + nim:2'
expect_no_stderr
expect_exit 0 "$grundy" best '2*a:b/heaps.lua:5,7@1-2'
expect_stdout_line 'value  *0 .*'

# A closed form does not apply to misère play, and sets no limit there.
cat > chain.c << 'END'
#include <grundy/rules.h>
static const char *begin(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  static long n;
  *bytes = sizeof(uint32_t);
  *game = &n;
  return grundy_argument(arguments, 0, 0, 10000000, &n) ? NULL : "a number of moves";
}
static void start(const void *game, void *position) {
  uint32_t n = (uint32_t) * (const long *)game;
  memcpy(position, &n, sizeof n);
}
static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  uint32_t n;
  (void)game;
  memcpy(&n, position, sizeof n);
  if (n-- > 0) emit(to, &n);
}
static bool value(const void *game, const void *position, uint32_t *value) {
  (void)game;
  memcpy(value, position, sizeof *value);
  *value %= 2;
  return true;
}
GRUNDY_RULES = {.abi = GRUNDY_RULES_ABI, .size = sizeof(grundy_rules), .title = "Chain", .args = "MOVES", .open = begin,
                .start = start, .moves = moves, .value = value};
END
expect_exit 0 "$grundy" rules build chain.c
expect_exit 0 "$grundy" best --misere ./chain.so:1000001
expect_stdout_line 'outcome  *P .*'
expect_exit 0 "$grundy" best ./chain.so:1000001
expect_stdout_line 'value  *1  by: .*'

# A tablebase detects that a file among the arguments of its rules has changed.
printf 'a b\nb c\nc d\n' > graph.edges
expect_exit 0 "$grundy" solve node-kayles:graph.edges -o kayles.npz
printf '# the same\na b\nb c\nc d\n' > graph.edges
expect_exit 0 "$grundy" info kayles.npz
echo 'd a' >> graph.edges
expect_exit 3 "$grundy" info kayles.npz
expect_stderr_line "kayles.npz: digraphs.npy: a digraph among the arguments of 'node-kayles:graph.edges' has changed since; .*"

expect_exit 0 "$grundy" help rules check
expect_stdout_line 'usage: grundy rules check.*'
expect_exit 2 "$grundy" help rules knit

# ---- games that did not end in the sample ----

cat > up.lua << 'END'
return { start = function() return 1 end, moves = function(n) return { n + 1, n + 2 } end }
END
expect_exit 0 "$grundy" rules check up.lua
[ "$(tail -n 1 "$out")" = \
  'warning: none of 100 random plays ended within 200 moves; if exploring does not end, use --window' ] ||
  fail 'no warning'
expect_exit 4 "$grundy" solve up.lua --max-positions 99
expect_stderr_line 'grundy: there are more than 99 positions, which is the limit; if the game is infinite, use --window'
expect_exit 3 "$grundy" solve heaps.c
expect_stderr_line "heaps.c: rules in C have to be compiled first; use 'grundy rules build'"
expect_exit 3 "$grundy" value heaps.c
expect_stderr_line ".*heaps.c: rules in C have to be compiled first; use 'grundy rules build'"
expect_exit 3 "$grundy" solve quixo:3@5
expect_stderr_line ".*from 2 to 5; '@POSITION' cannot be given here"
expect_exit 3 "$grundy" solve wythoff:1,2,3
expect_stderr_line "wythoff.lua: the argument '3' is one too many"
expect_exit 0 "$grundy" rules check wythoff:3,5
! grep -q warning "$out" || fail 'a warning about a game that ends'
expect_exit 4 "$grundy" solve up.lua --time 1 --timings
grep -q '^grundy: the time is up after exploring [1-9][0-9]* positions; --time allows 1 s$' "$err" ||
  fail 'the positions are not counted'
grep -q '^total' "$err" || fail 'no timings'
# A position without members has the empty name, and no bytes.
echo 'return { title = "Empty", start = function() return {} end, moves = function(p) return {} end }' > empty.lua
expect_exit 0 "$grundy" rules check empty.lua
expect_no_stderr

finish
