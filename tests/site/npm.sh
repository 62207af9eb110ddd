#!/bin/sh
# The npm package, installed into an empty folder without a network: the command, the functions and their types.
# usage: npm.sh GRUNDY PACKAGE TSC      GRUNDY is the native command, PACKAGE the .tgz file
. tests/support/check.sh
package=$(realpath "$2")
tsc=$(realpath "$3")
root=$PWD

mkdir "$work/empty" && cd "$work/empty"
echo '{ "name": "empty", "private": true, "type": "module" }' > package.json
expect_exit 0 npm install --offline --no-audit --no-fund --loglevel=error "$package"
expect_exit 0 npx --offline grundy --version
for file in "$root"/examples/*.edges; do cp "$file" .; done

# without_time FILE: replaces times, which differ from run to run.
without_time() {
  sed -i 's/Solved in [0-9.]* m*s/Solved in TIME/' "$1"
}

# compare ARGUMENTS...: the package prints what the native command prints, and exits with its code.
compared=
compare() {
  compared="$compared $1"
  native=0
  "$grundy" "$@" > "$work/native.out" 2> "$work/native.err" || native=$?
  run node_modules/.bin/grundy "$@"
  without_time "$out"
  without_time "$work/native.out"
  [ "$status" -eq "$native" ] || fail "exit code $status instead of $native"
  cmp -s "$out" "$work/native.out" || fail 'standard output differs from that of the native command'
  cmp -s "$err" "$work/native.err" || fail 'standard error differs from that of the native command'
}

compare solve ring.edges
compare solve ./ring.edges --json --columns all
compare solve "$PWD/smith.edges" --check
compare why ring.edges@c
compare best 'ring.edges@d + nim:2'
compare heap kayles --max 30
compare info petersen.edges
compare draw ring.edges --to dot
compare solve missing.edges
compare solve ring.edges --wrong
printf 'a b\nb a c\n' > wrong.edges
compare solve wrong.edges
compare verify ring.edges ring.edges
compare solve ring.edges -o /dev/stdout
compare solve ring.edges -o /dev/null

# Every command of the native one is there, or says in one line why not.
printf '0 1 1 2 3 5 8 13 21 34\n' > numbers
printf 'a\ta\n' > one.map
printf 'a\n' > one.edges
"$grundy" solve ring.edges -o ring.tsv
compare verify ring.edges ring.tsv
compare value 'nim:3 + kayles:7'
compare sweep nim:1..4
compare trace ring.edges
compare rules show nim
compare random degree -n 5 --degree 2 --seed 1
compare convert ring.edges /dev/stdout --to dot
compare product disjunctive ring.edges one.edges
compare vector 'vector{(1,0)*,(0,1)*,(1,1)*}:5,6'
compare period numbers
compare law wythoff:3,3 'G <= a + b'
compare quotient ring.edges
compare map one.edges one.edges one.map
compare linear ring.edges
compare labellings ring.edges
compare experiment degree -n 20 --degree 2 --games 3 --seed 1
compare help topics
compare play ring.edges@b < /dev/null
for words in 'serve ring.edges' 'draw ring.edges -o ring.png' 'info --gpu'; do
  compared="$compared ${words%% *}"
  # shellcheck disable=SC2086 # the words are meant to be split
  expect_exit 4 node_modules/.bin/grundy $words
  [ "$(wc -l < "$err")" -eq 1 ] || fail 'not one line'
done
for command in $("$grundy" --help | sed -n 's/^\([A-Z][a-z]* *\|            \)\([a-z]*\)  .*/\2/p'); do
  case " $compared " in *" $command "*) ;; *) last=$command && fail 'this command is not compared' ;; esac
done

# Files are real files, in other folders, too.
mkdir results
expect_exit 0 node_modules/.bin/grundy solve ring.edges -o results/ring.tsv
"$grundy" solve ring.edges -o native.tsv
expect_same results/ring.tsv native.tsv
expect_exit 0 node_modules/.bin/grundy convert ring.edges "$work/ring.npz"
expect_exit 0 "$grundy" solve "$work/ring.npz"
compare solve "$work/ring.npz"
# Drawings have the ids, classes and attributes of the native ones; only the layout is another.
groups_of() {
  grep -o '<g id="[ve]-[^>]*>' "$1" | sort
}
for words in 'ring.edges --current b --highlight a,g' 'payoffs.edges --layout neato' 'smith.edges --blank' \
             'petersen.edges --around o0 --radius 1 --layout sfdp' 'chomp:2,3 --legend --palette safe'; do
  # shellcheck disable=SC2086 # the words are meant to be split
  expect_exit 0 node_modules/.bin/grundy draw $words -o drawn.svg
  # shellcheck disable=SC2086
  "$grundy" draw $words -o native.svg
  groups_of drawn.svg > drawn.groups
  groups_of native.svg > native.groups
  expect_same drawn.groups native.groups
done
run node_modules/.bin/grundy solve ring.edges -o missing/ring.tsv
[ "$status" -eq 5 ] || [ "$status" -eq 3 ] || fail "exit code $status for a folder that does not exist"

expect_exit 5 node_modules/.bin/grundy solve ring.edges -o /proc/ring.tsv
expect_stderr_line '.*Permission denied'

# Files in the root folder; only where tests may write there.
if [ -w / ]; then
  cp ring.edges "/grundy-test-$$.edges"
  compare solve "/grundy-test-$$.edges"
  expect_exit 0 node_modules/.bin/grundy solve ring.edges -o "/grundy-test-$$.tsv"
  expect_same "/grundy-test-$$.tsv" native.tsv
  rm "/grundy-test-$$.edges" "/grundy-test-$$.tsv"
fi

# Pipes and devices.
mkfifo pipe
for program in "$grundy" node_modules/.bin/grundy; do
  cat ring.edges > pipe &
  expect_exit 0 "$program" solve pipe --from edges --to tsv
  expect_same "$out" native.tsv
  cat pipe > received.tsv &
  expect_exit 0 "$program" solve ring.edges --to tsv -o pipe
  wait
  expect_same received.tsv native.tsv
  expect_exit 0 "$program" solve /dev/fd/8 --from edges --to tsv 8< ring.edges
  expect_same "$out" native.tsv
done
compare solve ring.edges -o /dev/full

# Standard streams that fail.
for program in "$grundy" node_modules/.bin/grundy; do
  expect_exit 3 "$program" solve - < "$work"
  expect_stderr_line 'standard input: this is a directory'
  failed=0
  "$program" solve ring.edges > /dev/full 2> "$err" || failed=$?
  [ "$failed" -eq 5 ] || fail "exit code $failed for a full standard output"
  expect_stderr_line 'standard output: .*No space left on device'
done

# Standard streams that are closed, and one that only looks so.
for program in "$grundy" node_modules/.bin/grundy; do
  failed=0
  "$program" solve ring.edges >&- 2> "$err" || failed=$?
  [ "$failed" -eq 5 ] || fail "exit code $failed for a closed standard output"
  expect_stderr_line 'standard output: .*Bad file descriptor'
  failed=0
  "$program" solve - <&- > "$out" 2> "$err" || failed=$?
  [ "$failed" -eq 5 ] || fail "exit code $failed for a closed standard input"
  "$program" solve ring.edges 1<> /dev/null || fail 'a device is not closed'
done

# Standard input.
printf 'a b\nb c\n' > stdin.edges
"$grundy" solve - < stdin.edges > "$work/native.out"
expect_exit 0 node_modules/.bin/grundy solve - < stdin.edges
without_time "$out"
without_time "$work/native.out"
expect_stdout < "$work/native.out"

expect_exit 0 node_modules/.bin/grundy solve /dev/stdin --from edges < stdin.edges
without_time "$out"
expect_stdout < "$work/native.out"

# An interrupted run removes its temporary file, and one that waits for input ends, too.
mkdir interrupted
node node_modules/.bin/grundy random degree -n 20000000 --degree 4 --seed 1 -o interrupted/large.npz 2> "$err" &
child=$!
for _ in $(seq 100); do
  [ -z "$(ls -A interrupted)" ] || break
  sleep 0.1
done
last='an interrupted run'
[ -n "$(ls -A interrupted)" ] || fail 'no temporary file within 10 seconds'
kill -TERM $child
status=0
wait $child || status=$?
[ "$status" -eq 130 ] || fail "exit code $status instead of 130"
expect_stderr_line 'grundy: interrupted'
[ -z "$(ls -A interrupted)" ] || fail 'the temporary file is still there'
expect_exit 124 timeout -k 20 -s TERM 2 node node_modules/.bin/grundy solve pipe --from edges
expect_stderr_line 'grundy: interrupted'

# The functions, and their types.
cp "$root/tests/site/functions.test.ts" .
cat > tsconfig.json <<'EOF'
{
  "compilerOptions": {
    "module": "NodeNext", "target": "ES2022", "lib": ["ES2022", "DOM"], "strict": true, "types": [], "outDir": "compiled"
  },
  "files": ["functions.test.ts"]
}
EOF
expect_exit 0 node "$tsc" -p tsconfig.json
expect_exit 0 node compiled/functions.test.js
expect_stdout << 'EOF'
all functions answer
EOF

# The questions that all front ends answer alike.
installed=$PWD/node_modules/grundy
cd "$root"
expect_exit 0 "$python" tests/contract/questions.py "$grundy" "$work" npm "$installed"
finish
