#!/bin/sh
# In a game with players all commands name the winner, A or B, or D; in other games they say P, N or D.
. tests/support/check.sh

# expect_letter WHAT LETTER: the letter that a command printed, kept in $found.
expect_letter() {
  [ "$found" = "$2" ] || fail "$1 says '$found' at $game@$position, and solve says '$2'"
}

# letter_of COMMAND...: the outcome in the JSON that the command prints.
letter_of() {
  expect_exit 0 "$@" --json
  found=$(grep -o '"outcome": "[A-Z]"' "$out" | head -n 1 | cut -d '"' -f 4)
}

# word_of COMMAND...: the outcome in the text that the command prints.
word_of() {
  expect_exit 0 "$@"
  found=$(sed -n 's/^outcome  *\([A-Z]\).*/\1/p' "$out")
}

# expect_followers LETTERS COMMAND...: the outcomes after all moves, in text, in any order.
expect_followers() {
  wanted=$1
  shift
  expect_exit 0 "$@"
  found=$(sed -e '1,/^all moves$/d' "$out" | sed -n -e 's/.*leads to a win for \([AB]\).*/\1/p' -e 's/.*leads to an* \([NP]\)-position.*/\1/p' \
    -e 's/.*leads to a draw.*/D/p' | sort | tr -d '\n')
  [ "$found" = "$wanted" ] || fail "the moves lead to '$found' instead of '$wanted'"
}

# check_letters GAME: compares every position of a digraph.
check_letters() {
  game=$1
  "$grundy" solve "$game" --columns outcome --to tsv | tail -n +2 > "$work/letters"
  [ -s "$work/letters" ] || fail "$game has no positions"
  cp "$work/letters" "$work/all"
  while read -r position letter; do
    for command in value best match; do
      letter_of "$grundy" $command "$game@$position"
      expect_letter $command "$letter"
    done
    for command in value best; do
      word_of "$grundy" $command "$game@$position"
      expect_letter $command "$letter"
    done
    expect_exit 0 "$grundy" law "$game" "name ~= '$position' or outcome == $letter"
    after=$(sed -n "s/^$position \([^ ]*\)$/\1/p" "$game" | while read -r to; do
      sed -n "s/^$to	//p" "$work/all"
    done | sort | tr -d '\n')
    expect_followers "$after" "$grundy" best --all-moves "$game@$position"
  done < "$work/letters"
}

check_letters examples/two-coloured.edges
check_letters examples/ring.edges

# Players win the parts of the sentences that explain them.
expect_exit 0 "$grundy" why examples/two-coloured.edges@b1
expect_stdout_line 'At b1 B moves, and B wins: .*'

# Rules with players: sweep, a tablebase, and a folder of tiers.
cd "$work" || exit
game=dodgem:3 position=$("$grundy" solve dodgem:3 --to tsv | sed -n '2s/\t.*//p')
expect_exit 0 "$grundy" sweep dodgem:3..3 --columns outcome
printf 'n\toutcome\n3\tA\n' | expect_stdout
expect_exit 0 "$grundy" solve dodgem:3 -o dodgem.npz -q
expect_exit 0 "$grundy" solve dodgem:3 --tiers tiers -q
for base in dodgem.npz tiers; do
  expect_exit 0 "$grundy" value $base "$position" --json
  found=$(tr -d ' \n' < "$out" | sed 's/.*"outcome":\["\(.\)"\].*/\1/')
  expect_letter "query $base" A
done
for command in value best match; do
  letter_of "$grundy" $command dodgem:3
  expect_letter $command A
  letter_of "$grundy" $command tiers
  expect_letter "$command of the folder" A
done
expect_exit 0 "$grundy" best tiers
expect_stdout_line '  1 tiers: .*  leads to a win for A'
expect_exit 0 "$grundy" best tiers --all-moves
grep -q '[NP]-position' "$out" && fail 'a game with players has no P-positions'

# A remoteness that is an ordinal is not "not known", which is null.
letter_of "$grundy" best 'coins{free}:1.05'
grep -q '^{.*"outcome": "N", "value": [^,]*, "remoteness": {"ordinal": "w+5"}' "$out" || fail 'the remoteness is w+5'
letter_of "$grundy" best 'coins{free}:1.05 + nim:1'
grep -q '^{.*"outcome": "P", "value": [^,]*, "remoteness": null' "$out" || fail 'the remoteness is not known'

finish
