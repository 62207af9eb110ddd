#!/bin/sh
# A folder of solved tiers is a game: value, best, why, match and play look positions up in
# it, and answer as the explored game does.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

expect_exit 0 "$grundy" solve chomp:3,4 --tiers chomp-tiers --columns outcome,remoteness,grundy,counter
expect_exit 0 "$grundy" value chomp-tiers 4,4,4 4,2,2 1
expect_no_stderr
cut -f 1-5,7 "$out" > three.tsv
cat > expected << 'END'
vertex	outcome	grundy	k	remoteness	best
4,4,4	N	9	-	7	4,2,2
4,2,2	P	0	-	6	2,2,2
1	P	0	-	0	
END
expect_same expected three.tsv

# All positions have the same entries as in the stored solution.
same_entries() { # GAME FOLDER COLUMNS
  columns=$3
  expect_exit 0 "$grundy" solve "$1" --columns "$columns" --to tsv -o stored.tsv
  tail -n +2 stored.tsv | cut -f 1 > names
  expect_exit 0 "$grundy" value "$2" - < names
  count=$(head -1 stored.tsv | tr '\t' '\n' | wc -l)
  cut -f "1-$count" "$out" > found.tsv
  expect_same stored.tsv found.tsv
}
same_entries chomp:3,4 chomp-tiers/ outcome,grundy,k,remoteness
expect_exit 0 "$grundy" solve quixo:3 --tiers 'quixo 3' --columns outcome,remoteness
same_entries quixo:3 'quixo 3' outcome,remoteness
expect_exit 0 "$grundy" solve dodgem:3 --tiers dodgem-tiers --columns outcome,q1,q0
same_entries dodgem:3 dodgem-tiers outcome,q1,q0
expect_exit 0 "$grundy" solve mu-torere --tiers torere-tiers
same_entries mu-torere torere-tiers outcome

# Standard input, JSON, and errors as for tablebases.
printf '4,4\n3,3' > names
expect_exit 0 "$grundy" value chomp-tiers - < names
tail -n +2 "$out" | cut -f 1,3 > found.tsv
printf '4,4\t5\n3,3\t4\n' > expected
expect_same expected found.tsv
expect_exit 0 "$grundy" value chomp-tiers 4,4 --json
expect_exit 3 "$grundy" value chomp-tiers 4,4 zz
expect_stderr_line "chomp-tiers: the game has no position 'zz'"
printf '4,4\n\nzz\n' > names
expect_exit 3 "$grundy" value chomp-tiers - < names
expect_stderr_line "standard input:3: the game has no position 'zz'"

# Expressions.
expect_exit 0 "$grundy" best chomp-tiers@4,4,4
expect_stdout << 'END'
outcome     N  by: the component by itself
value       9  by: the component by itself
remoteness  7  by: the component by itself
distance    not known

winning moves; the first is the surest
  1 chomp-tiers: 4,4,4 -> 4,2,2  leads to a P-position, value 0, remoteness 6
END
expect_exit 0 "$grundy" best 'chomp-tiers + nim:3'
grep -q '^value       10 ' "$out" || fail "the sum has another value"
expect_exit 0 "$grundy" best '"quixo 3"'
grep -q '^remoteness  7 ' "$out" || fail "the start of quixo:3 has another remoteness"
expect_exit 0 "$grundy" best dodgem-tiers
grep -q '^remoteness  19 ' "$out" || fail "the first player of dodgem:3 wins in 19 moves"
expect_exit 3 "$grundy" best chomp-tiers@zz
expect_stderr_line "expression:1:13: chomp-tiers has no position 'zz'"
expect_exit 4 "$grundy" best chomp-tiers --misere
expect_exit 6 "$grundy" why dodgem-tiers --misere
expect_exit 4 "$grundy" solve chomp-tiers
expect_exit 0 "$grundy" best --all-moves chomp-tiers --json
expect_exit 0 "$grundy" match torere-tiers --reply perfect
echo 1 | "$grundy" play '"quixo 3"' > played || fail "play fails"

# Explanations: of all reachable positions where these are few, and otherwise of those around.
expect_exit 0 "$grundy" why chomp-tiers@4,2,2
grep -q 'has value 0' "$out" || fail "the value is not explained"
expect_exit 0 "$grundy" why '"quixo 3"' --depth 3
grep -q 'is an N-position: the move to' "$out" || fail "the outcome is not explained"
grep -q 'Best play: .*, 7 moves' "$out" || fail "the line of best play is not 7 moves long"
expect_exit 0 "$grundy" why dodgem-tiers
grep -q 'A can force it within 19 moves' "$out" || fail "the win is not explained"
expect_exit 0 "$grundy" why torere-tiers
grep -q '^You can stay: ' "$out" || fail "the draw is not explained"
expect_exit 0 "$grundy" why torere-tiers --json

# Bad folders.
mkdir empty
expect_exit 3 "$grundy" best empty
expect_stderr_line 'empty: this is a directory'
expect_exit 3 "$grundy" value empty a
echo 'game nim' > empty/game.txt
expect_exit 3 "$grundy" best empty
expect_stderr_line 'empty/game.txt: not a file of a folder of tiers; use another folder'
cp -r chomp-tiers other
sed 's/^game .*/game chomp:3,5/' chomp-tiers/game.txt > other/game.txt
expect_exit 3 "$grundy" best other
sed 's/^game .*/game .\/rules.so/' chomp-tiers/game.txt > other/game.txt
expect_exit 3 "$grundy" best other
grep -q 'GRUNDY_LIBRARIES=1' "$err" || fail "a folder may load a shared object"
sed 's/^game .*/game pass(.\/rules.so, 1)/' chomp-tiers/game.txt > other/game.txt
expect_exit 3 "$grundy" best other
sed 's/^game .*/game other/' chomp-tiers/game.txt > other/game.txt
expect_exit 3 "$grundy" best other
cp chomp-tiers/game.txt other/game.txt
rm other/*.tier
expect_exit 4 "$grundy" best other
grep -q 'is not solved yet' "$err" || fail "a missing tier is not named"

# Folders that the explorer cannot offer; tests/web/api.py tries others.
mkdir elsewhere
cp -r chomp-tiers elsewhere
expect_exit 3 "$grundy" serve chomp-tiers elsewhere/chomp-tiers --port 0
expect_stderr_line 'elsewhere/chomp-tiers: another folder has the same name; rename one of them'
expect_exit 3 "$grundy" serve empty --port 0
mv elsewhere/chomp-tiers elsewhere/-tiers
expect_exit 3 "$grundy" serve elsewhere/-tiers --port 0
expect_stderr_line 'elsewhere/-tiers: a server cannot offer a folder of this name; rename it'
printf 'a b\nb c\nc a\n' > elsewhere/board.edges
expect_exit 0 "$grundy" solve annihilation:elsewhere/board.edges --tiers board-tiers
expect_exit 4 "$grundy" serve board-tiers --port 0
expect_stderr_line "board-tiers: the rules need 'elsewhere/board.edges', which is in another folder; solve the game again in the folder of that file"

finish
