#!/bin/sh
# Solutions of two-coloured games and of games with payoffs with one entry or one array changed: the
# reader rejects the file (exit code 3, one line), or the verifier finds the wrong entry (exit code
# 1).
. tests/support/check.sh

printf '%s\n' 'a b' 'b a' 'b t' 'a s' '@ a player=A' '@ b player=B' '@ t player=A outcome=B' \
  '@ s player=B outcome=draw' > "$work/outcomes.edges"
printf '%s\n' 'a b' 'b a' 'b t' 'a s' 'c t' '@ a player=A' '@ b player=B' '@ c player=B' \
  '@ t player=A payoff=1' '@ s player=B payoff=-2.5' > "$work/payoffs.edges"
for game in outcomes payoffs; do
  for ending in tsv json npz; do
    expect_exit 0 "$grundy" solve "$work/$game.edges" --columns all -o "$work/$game.$ending"
    expect_exit 0 "$grundy" verify "$work/$game.edges" "$work/$game.$ending"
  done
  PYTHONDONTWRITEBYTECODE=1 "$python" tests/format/damaged.py "$grundy" "$work/$game" > "$out" 2> "$err" ||
    fail "damaged solutions of $game"
done
finish
