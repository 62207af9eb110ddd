#!/bin/sh
# Best moves in compounds.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

cp examples/smith.edges "$work/smith.edges"
printf '"b 1" c\n' > "$work/plain"
cd "$work" || exit 1

# best WORDS...: puts the answer as JSON into $out.
best() {
  run "$grundy" best "$@" --json
}

# expect_json PYTHON: the expression is true for the answer j.
expect_json() {
  $python -c "import json,sys; j=json.load(open(sys.argv[1])); sys.exit(0 if ($1) else 1)" "$out" ||
    fail "false: $1"
}

expect_exit 0 "$grundy" best 'smith.edges@V1 + 2*nim:5 + nim:3'
expect_no_stderr
expect_stdout << 'END'
outcome     N  by: theorem [FY86, Cor. 2]
value       3  by: theorem [FY86, Thm. 5; Smi66, (36)]
remoteness  13  by: search of 432 positions
distance    ∞  by: theorem [Smi66, (15)]

winning moves; the first is the surest
  4 nim: 3 -> 0  leads to a P-position, value 0, remoteness 12
END
expect_exit 0 env LC_ALL=C "$grundy" best 'smith.edges@V1 + nim:0'
expect_stdout_line 'distance    inf  by: .*'

best 'smith.edges@V2 + nim:0'
[ "$status" -eq 0 ] || fail 'exit code'
expect_json 'j["outcome"] == "N" and j["value"] == 1 and j["remoteness"] == 1'
expect_json 'j["distance"] == "inf" and j["complete"] is True'
expect_json 'j["moves"][0]["steps"] == [{"component": 1, "from": "V2", "to": "V3", "words": None, "reduced": "V3"}]'
expect_json 'j["moves"][0]["outcome"] == "P" and j["moves"][0]["value"] == 0 and j["moves"][0]["best"]'
expect_json 'j["by"]["value"] == {"theorem": None, "positions": None} and j["by"]["distance"]["theorem"].startswith("[Smi66")'

# A draw: which moves keep it and which lose it.
printf 'x y\ny x\nx z\nz t\n' > draw.edges
expect_exit 0 "$grundy" best 'draw.edges@x + nim:0'
expect_stdout_line 'value       ∞{1}  by: .*'
expect_stdout_line 'moves that keep the draw'
expect_stdout_line 'moves that throw the draw away'
expect_stdout_line '  1 draw.edges: x -> z  leads to an N-position, value 1, remoteness 1'
best 'draw.edges@x + 2*nim:3'
expect_json 'j["value"] == {"infinite": [1]} and j["remoteness"] == "inf" and j["ends"] is None'
expect_json 'all(m["verdict"] == "draw" and m["best"] for m in j["moves"]) and j["move_count"] == 8'

# Every move, good or bad, in addition to the best ones.
expect_exit 0 "$grundy" best 'nim:3 + nim:1' --all-moves
expect_stdout_line 'all moves'
expect_stdout_line '  1 nim: 3 -> 2  leads to an N-position, value 3, remoteness 3'
best 'nim:3 + nim:1' --all-moves
expect_json 'j["complete"] is True and [m["best"] for m in j["moves"]] == [True, False, False, False] and j["move_count"] == 4'
expect_json 'j["moves"][0]["outcome"] == "P" and j["moves"][0]["steps"][0]["to"] == "1" and j["moves"][0]["steps"][0]["heaps"] == [1]'
expect_json 'sum(m["outcome"] == "N" for m in j["moves"]) == 3 and j["value"] == 2'
best 'draw.edges@x' --all-moves
expect_json 'j["value"] == {"infinite": [1]} and [m["verdict"] for m in j["moves"]] == ["draw", "loss"]'

# Conjunctive and selective moves change several components; misère play; quoted words.
best 'nim:3 & smith.edges@V2'
expect_json 'j["remoteness"] == 1 and len(j["moves"][0]["steps"]) == 2'
best '40*nim:3 | nim:1'
expect_json 'j["outcome"] == "N" and j["complete"] is False and len(j["moves"][0]["steps"]) == 41'
best --misere 'nim:1 + nim:1 + nim:1'
expect_json 'j["outcome"] == "P" and j["value"] is None and j["by"]["outcome"]["theorem"] == "[Bou01]"'
expect_exit 0 "$grundy" best --misere 'take{1,2}:7 | smith.edges@V3'
expect_exit 0 "$grundy" best '"smith.edges"@"V1" + nim:1000000000' --max-positions 0
expect_stdout_line '  .* nim: 1000000000 -> 0  leads to a P-position, value 0.*'

# Many moves: one of them and what they have in common, or all of them.
expect_exit 0 "$grundy" best 'nim:6 & nim:7'
expect_stdout_line '  one of many: .*'
expect_exit 0 "$grundy" best 'nim:6 & nim:7' --all
[ "$(grep -c 'leads to a P-position' "$out")" -eq 12 ] || fail 'twelve moves win'

# Standard input, for long expressions.
printf 'nim:5\n + nim:5\n' | expect_exit 0 "$grundy" best -
expect_exit 0 sh -c 'printf "nim:5\n+ nim:5" | "$0" best -' "$grundy"
expect_stdout_line 'outcome     P  by: .*'
expect_exit 0 "$grundy" best 'nim:0 + nim:0'
expect_stdout_line 'play is over'

# When a limit is reached, the output says what is known and what is not.
expect_exit 4 "$grundy" best 'nim:900 + nim:901 + nim:902'
expect_stdout_line 'outcome     N  by: .*'
expect_stdout_line 'remoteness  not known'
expect_stderr_line 'grundy: the remoteness is not known: .* more than 20000000 positions'
expect_exit 4 "$grundy" best --misere 'take{1,2}:9 + take{1,3}:9' --max-positions 10
expect_stdout_line 'outcome     not known'
expect_stderr_line 'grundy: the outcome is not known: a product .* more than 10 positions'
best --misere 'take{1,2}:9 + take{1,3}:9' --max-positions 0
[ "$status" -eq 4 ] || fail 'exit code'
expect_json 'j["outcome"] is None and j["moves"] == [] and j["distance"] == 18 and j["limit"]["reason"] == "limit"'
expect_exit 4 "$grundy" best 'nim:1500 + nim:1501' --memory 1G
expect_stderr_line 'grundy: the remoteness is not known: a search needs .* MB of memory, .*'
expect_exit 0 "$grundy" best 'nim:900 + nim:901 + nim:902' --max-positions 0
expect_no_stderr

# Errors.
expect_exit 3 "$grundy" best 'nim:5 + nim:3 & nim:2'
expect_stderr_line 'expression:1:15: & does not mix with +; expected parentheses .*'
expect_exit 3 "$grundy" best 'smith.edges@V9'
expect_stderr_line "expression:1:13: smith.edges has no position 'V9'; its positions are V1, V2, V3"
expect_exit 3 "$grundy" best 'nowhere.edges@a'
expect_stderr_line 'nowhere.edges: .*'
expect_exit 2 "$grundy" best
expect_stderr_line "grundy: EXPRESSION is missing; try 'grundy best --help'"
expect_exit 5 sh -c '"$0" best nim:5 > /dev/full' "$grundy"
expect_exit 5 "$grundy" best - < .
expect_stderr_line 'standard input: Is a directory'

# A file without a position begins at its first one.
expect_exit 0 "$grundy" best 'draw.edges + nim:0'
expect_stdout_line 'position    1 draw.edges: x, the first position'
expect_stdout_line '  1 draw.edges: x -> z  leads to an N-position, value 1, remoteness 1'
expect_exit 0 "$grundy" best 'draw.edges@x + nim:0'
! grep -q '^position' "$out" || fail 'the position was named'
expect_exit 3 "$grundy" best /dev/null
expect_stderr_line 'expression:1:1: /dev/null has no positions.*'

# Moves are those of the rules, although symmetric positions have one value.
expect_exit 0 "$grundy" best wythoff:5,4
expect_stdout_line '  1 wythoff:5,4: 5,4 -> 2,1  leads to a P-position, .*'
! grep -q 'symmetry' "$out" || fail 'symmetry is mentioned'

# A search takes symmetric positions as one: 28 positions of wythoff:6,6, and 36 of wythoff:7,7.
expect_exit 0 "$grundy" best 'wythoff:6,6 & wythoff:7,7'
expect_stdout_line 'value       5  by: search of 1,008 positions'
expect_exit 0 "$grundy" best 'chomp:3,3 + chomp:3,3'
expect_stdout_line 'remoteness  16  by: search of 169 positions'

finish
