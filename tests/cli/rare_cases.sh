#!/bin/sh
# Rare requests with known answers.
. tests/support/check.sh
cd "$work" || exit 1

# A position with an infinite value and moves to few values that are far apart: x has moves to
# itself and to heaps of Nim.
seq 0 200 | awk '{ for (i = 0; i < $1; i++) print $1, i } $1 == 0 { print 0 }
                 END { print "x x"; print "x 200"; print "x 0"; print "y x"; print "y 190" }' > sparse.edges
expect_exit 0 "$grundy" solve sparse.edges --columns grundy,k,j --check --to tsv
expect_stdout_line "x	inf	0,200	0,200,inf"

# A sum inside a conjunctive compound, too large to search: the move wins as fast as stated.
expect_exit 0 "$grundy" best '((nim:20 + nim:26) | nim:50) & (nim:60 + nim:40 + nim:7)'
expect_stdout_line '  2 nim: 26 -> 20, 3 nim: 50 -> 0, 4 nim: 60 -> 47  leads to a P-position, value 0, remoteness 40'
expect_exit 0 "$grundy" best '((nim:20 + nim:20) | nim:0) & (nim:47 + nim:40 + nim:7)'
expect_stdout_line 'remoteness  40  .*'

# Names with commas, quotes and spaces, in compounds and in traces.
printf 'a,b c\nc a,b\nc "d"\n' > names.edges
expect_exit 0 "$grundy" why 'names.edges@c + nim:1'
expect_stdout_line '  The move to ("a,b", 1) is answered by .*'
printf 'digraph { "b 1" -> "c\\"2"; "c\\"2" -> "b 1" }\n' > names.dot
expect_exit 0 "$grundy" trace names.dot
grep -q 'Level 0, pass 1: "b 1" fails C2: (c"2) has no label' "$out" || fail 'names in quotes'

# Unusually long names, written and read back.
long=$(printf 'x%.0s' $(seq 300))
printf '%s y\ny %s\ny z\n' "$long" "$long" > long.edges
for format in dot graphml npz edges; do
  expect_exit 0 "$grundy" convert long.edges "copy.$format"
  expect_exit 0 "$grundy" convert "copy.$format" back.edges
  expect_exit 0 "$grundy" convert long.edges same.edges
  expect_same same.edges back.edges
done

# More reasons than are printed.
seq 0 2999 | awk '{ print $1, $1 + 1 }' > chain.edges
expect_exit 0 "$grundy" why chain.edges@0 --depth 5000
tail -n 1 "$out" | grep -qx '1 more position is a reason that is not explained here\.' ||
  fail 'the rest of the list is not counted'

# Payoffs: a legend, a number of moves that does not decrease, and missing moves.
printf 'a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n' > payoffs.edges
expect_exit 0 "$grundy" draw payoffs.edges --legend -o payoffs.dot
grep -q 'box: B moves here' payoffs.dot || fail 'the legend of payoffs'
expect_exit 0 "$grundy" solve payoffs.edges -o payoffs.tsv
awk -F '\t' -v OFS='\t' '$1 == "a" { $6 = 1 } { print }' payoffs.tsv > wrong.tsv
expect_exit 1 "$grundy" verify payoffs.edges wrong.tsv
expect_stdout_line 'wrong: a: cap_moves is 1, which does not fall along a play'
expect_stdout_line '  cap  *right  *the best of the followers, and it can be forced'
cut -f 1-5 payoffs.tsv > fewer.tsv
expect_exit 0 "$grundy" verify payoffs.edges fewer.tsv
expect_stdout_line '  cap  *right  *the best of the followers, and it can be forced'
cut -f 1,2,6 payoffs.tsv > fewer.tsv
expect_exit 0 "$grundy" verify payoffs.edges fewer.tsv
expect_stdout_line '  cap_moves  *not checked  needs cap'

# A file with a long name: messages show its end, in one line of ASCII.
deep=$(printf 'd%.0s' $(seq 200))
mkdir -p "$deep/$deep/$deep"
printf 'a b c\n' > "$deep/$deep/$deep/game.edges"
expect_exit 3 "$grundy" solve "$deep/$deep/$deep/game.edges"
expect_stderr_line '\.\.\.[d/]*/game\.edges:1:5: a third word; .*'
# A long word of two-byte letters is cut between letters.
wide=$(printf '\303\251%.0s' $(seq 99))
printf 'vertex\toutcome\n%s\tP\n' "$wide" > strange.tsv
expect_exit 3 "$grundy" verify long.edges strange.tsv
expect_stderr_line "strange\.tsv:2:1: .*'éééééééééééééééééééééééééééééé'.*"
finish
