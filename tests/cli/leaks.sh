#!/bin/sh
# Whether it succeeds or fails, the command frees what it owns. Without AddressSanitizer this
# only checks exit codes. Every process takes seconds, so there is one of each kind.
. tests/support/check.sh
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1"
cd "$work" || exit 1

printf 'a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n' > game
printf 'a b\nb c\nc d e\n' > bad
expect_exit 0 "$grundy" solve game --columns all --check -o solution.json
expect_exit 3 "$grundy" solve bad
expect_exit 5 "$grundy" solve game -o /dev/full
printf 'vertex\toutcome\tremoteness\na\tN\t1\nz\tN\t0\nw\tN\t1\nv\tN\t1\ny\tN\t1\n' > wrong.tsv
expect_exit 1 "$grundy" verify game wrong.tsv
expect_exit 0 "$grundy" solve game --solution solution.json --check
expect_exit 1 "$grundy" solve game --solution wrong.tsv --check
expect_exit 0 "$grundy" random power -n 100 --degree 3 -o random.edges
expect_exit 0 "$grundy" info random.edges
expect_exit 0 "$grundy" convert random.edges copy.edges
expect_exit 3 "$grundy" convert bad copy.edges
expect_exit 0 "$grundy" product selective game game -o product.edges
expect_exit 0 "$grundy" quotient game -o small.edges --map classes.tsv
expect_exit 0 "$grundy" map game small.edges classes.tsv -o mapped.tsv
expect_exit 3 "$grundy" map game small.edges bad -o mapped.tsv
expect_exit 6 "$grundy" quotient game --by grundy -o small.edges
expect_exit 0 "$grundy" relation game classes.tsv -o again.edges
expect_exit 0 "$grundy" solve game --reduce --columns all --check
expect_exit 0 "$grundy" best 'game@a + (take{1,2}:5 & game@v)' --all
expect_exit 3 "$grundy" best 'game@a + (take{1,2}:5 & game@q)'
expect_exit 4 "$grundy" best 'game@v + nim:1000 + nim:2000' --limit 5
expect_exit 0 "$grundy" heap kayles --stop-at-period --rare --plot plot.svg --checkpoint save
expect_exit 3 "$grundy" heap 0.156 --checkpoint save
expect_exit 0 "$grundy" best 'kayles:7 + lasker:3,4'
printf '2 4\nnonsense\n1 z, 2 0\n?\nu\nm\n1\n' > lines
expect_exit 0 "$grundy" play 'game@a + nim:5' < lines
expect_exit 4 "$grundy" play --misere 'game@a + take{1,2}:9' --limit 5 < lines
printf 'a b\n' > acyclic
printf 'dimension 2\nmove a 10 11\nmove b 01 01\n' > ends.linear
printf 'dimension 2\nmove a 10 11\nmove b 01 11\n' > cycle.linear
expect_exit 0 "$grundy" linear acyclic --of 'a + b' --basis
expect_exit 6 "$grundy" linear game
expect_exit 0 "$grundy" linear --moves ends.linear --of 10 --basis
expect_exit 1 "$grundy" linear --moves cycle.linear
expect_exit 0 "$grundy" experiment degree --degree 2 --vary n=5,9 --games 3 -o table.csv
expect_exit 2 "$grundy" experiment dag --degree 2 --vary n=9,2 --games 3 -o table.csv
expect_exit 2 "$grundy" experiment dag --degree 2 --vary n=9,x

printf 'a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n' > payoffs
expect_exit 0 "$grundy" best payoffs@a --payoff 1 --infinite 0
printf '1\nq\n' > lines
expect_exit 0 "$grundy" play payoffs@a < lines
expect_exit 0 "$grundy" why 'game@a + nim:2' --depth 3
# What Graphviz and the libraries behind it keep is theirs.
printf 'leak:libgvc\nleak:libfontconfig\n' > theirs
export LSAN_OPTIONS="suppressions=theirs:print_suppressions=0"
expect_exit 0 "$grundy" draw game -o picture.svg --highlight a,v --around a
expect_exit 0 "$grundy" trace game --format html -o trace.html

finish
