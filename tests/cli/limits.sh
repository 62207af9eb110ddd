#!/bin/sh
# Every command with every number of threads under every memory limit gives the answer of one thread
# without a limit, or exit code 4 with one line, and leaves no other file. A command with sanitizers
# uses more memory than these limits from the start, so this test needs one without.
. tests/support/check.sh
plain=${GRUNDY_PLAIN:-$grundy}
root=$PWD
cd "$work" || exit 1
mkdir out expected

"$plain" random degree -n 5e4 --degree 8 --sinks 0.2 -o game.npz || fail 'random'
"$plain" convert game.npz game.edges || fail 'convert'
"$plain" convert game.npz game.mtx || fail 'convert'
"$plain" random layered --layers 100 --width 100 --degree 3 -o small.npz || fail 'random'
"$plain" solve game.npz --columns all -o solution.npz || fail 'solve'
"$plain" solve game.npz -o solution.tsv || fail 'solve'
sed '2s/[PND]/X/; 2s/X/D/' solution.tsv > wrong.tsv
"$plain" solve quixo:3 -o base.npz || fail 'solve'
cp "$root/examples/ring.edges" "$root/examples/turtles.linear" .

# One line per command; outputs go to out/.
cat > lines << 'END'
solve game.edges -o out/s.npz
solve game.mtx --columns all -o out/s.tsv
solve game.npz --columns outcome,grundy,k --check -o out/s.json
solve small.npz --reduce -o out/s.csv
verify game.edges solution.npz
verify game.npz solution.tsv --json
verify game.npz wrong.tsv
info game.edges
convert game.edges out/g.npz
convert game.npz out/g.edges
quotient small.npz -o out/q.npz
random power -n 5e4 --degree 6 -o out/r.npz
solve quixo:3 -o out/b.npz
solve chomp:4,5 --columns grundy -o out/c.tsv
value base.npz .../.../...
best ring.edges@a+kayles:28+chomp:2,3
value kotzig:24,1,3
sweep kotzig:5..9,1,3 -o out/k.tsv
why ring.edges@a
draw ring.edges -o out/ring.dot
product disjunctive ring.edges ring.edges -o out/p.edges
heap 0.137 --max 20000 -o out/h.tsv
experiment degree --vary n=1000..2000:1000 --degree 2 --games 100 -o out/e.tsv
linear turtles.linear
END

# expect_answer LINE LIMITS: see above. The expected results are in $code and expected/.
expect_answer() {
  # shellcheck disable=SC2086 # words of a command line
  run "$plain" $1 $2
  case $status in
    "$code")
      sed '/^memory/d' "$out" | cmp -s - expected/stdout || fail "wrong answer: grundy $1 $2"
      [ -z "$(ls out)" ] || cmp -s out/* "expected/$(ls out)" || fail "wrong file: grundy $1 $2" ;;
    4) expect_stderr_line 'grundy: .*'
       expect_files out ;;
    *) fail "exit code $status: grundy $1 $2: $(head -n 1 "$err")" ;;
  esac
  rm -f out/*
}

while IFS= read -r line <&3; do
  rm -f expected/*
  # shellcheck disable=SC2086
  run "$plain" $line --threads 1
  code=$status
  [ "$code" -le 1 ] || fail "exit code $code: grundy $line: $(head -n 1 "$err")"
  sed '/^memory/d' "$out" > expected/stdout # info: it depends on the number of threads
  [ -z "$(ls out)" ] || mv out/* expected/
  for threads in ${GRUNDY_THREADS:-8 256}; do
    for memory in ${GRUNDY_MEMORY:-4M 8M 12M 16M 24M 40M 80M}; do
      expect_answer "$line" "--threads $threads --memory $memory"
    done
    expect_answer "$line" "--threads $threads --memory 1G"
    [ "$status" -eq "$code" ] || fail "1 GiB is not enough: grundy $line --threads $threads"
  done
done 3< lines

# A limit of the system on address space. Threads that would need too much of it are not used.
if [ "$plain" != "$grundy" ]; then
  for space in 60000 100000 300000; do
    run sh -c 'ulimit -v "$1"; exec "$0" verify game.edges solution.npz --threads 256' "$plain" $space
    case $status in
      0 | 4) ;;
      127) ;; # not even enough to load libraries
      *) fail "exit code $status with $space KiB of address space: $(head -n 1 "$err")" ;;
    esac
  done
  [ "$status" -eq 0 ] || fail '300 MB of address space are not enough'
fi

# Rows of a matrix without entries are limited, and the option changes the limit.
printf '%%%%MatrixMarket matrix coordinate pattern general\n20000000 20000000 1\n1 2\n' > empty.mtx
run "$grundy" info empty.mtx
[ "$status" -eq 4 ] || fail 'a matrix of 20,000,000 rows and 1 entry was read'
expect_stderr_line 'empty.mtx:4:1: 20000000 positions for 1 move; the limit is 16777216, or 16 per move, unless max-positions is given'
printf '%%%%MatrixMarket matrix coordinate pattern general\n40 40 1\n1 2\n' > empty.mtx
run "$grundy" info empty.mtx --max-positions 39
[ "$status" -eq 4 ] || fail 'a matrix of 40 rows was read within --max-positions 39'
expect_stderr_line 'empty.mtx:4:1: 40 positions; max-positions allows 39'
run "$grundy" info empty.mtx --max-positions 40
[ "$status" -eq 0 ] || fail 'a matrix of 40 rows was not read within --max-positions 40'

finish
