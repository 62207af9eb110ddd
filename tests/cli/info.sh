#!/bin/sh
# The output of info, as text and as JSON.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

# d is isolated, a is a source, c and d are sinks; {b, e} is a component, and f has a loop.
printf 'a b\nb e\ne b\nb c\nd\na f\nf f\na c\n' > "$work/game"
expect_exit 0 "$grundy" info "$work/game"
expect_no_stderr
memory=$(sed -n 's/^memory *at most \(.*\) to solve.*/\1/p' "$out")
[ -n "$memory" ] || fail 'memory'
grep -v '^memory' "$out" > "$work/rest" && mv "$work/rest" "$out"
expect_stdout <<'END'
positions    6
moves        7
sinks        2 without a move from them
sources      2 without a move to them
isolated     1 without either
loops        1 with a move to themselves
moves out    0 to 3, mean 1.167
moves in     0 to 2, mean 1.167
components   5 strongly connected, the largest of 2 positions; 2 with a cycle
acyclic      no

Positions with that many moves
                     from them      to them
  0                          2            2
  1                          2            1
  2-3                        2            3
END

# The same numbers as JSON, with either option.
expect_exit 0 "$grundy" info --json "$work/game"
cp "$out" "$work/json"
expect_exit 0 "$grundy" info --json - < "$work/game"
expect_same "$out" "$work/json"
"$python" - "$work/json" <<'END' || fail 'JSON'
import json, sys
j = json.load(open(sys.argv[1]))
assert (j["positions"], j["moves"], j["sinks"], j["sources"], j["isolated"], j["loops"]) == \
    (6, 7, 2, 2, 1, 1), j
assert j["components"] == {"count": 5, "largest": 2, "cyclic": 2}, j
assert j["acyclic"] is False and j["solve_bytes"] > 0, j
for side, counts in (("moves_out", [2, 2, 2]), ("moves_in", [2, 1, 3])):
    s = j[side]
    assert s["min"] == 0 and abs(s["mean"] - 7 / 6) < 1e-12, s
    assert [h["positions"] for h in s["histogram"]] == counts, s
    assert [(h["from"], h["to"]) for h in s["histogram"]] == [(0, 0), (1, 1), (2, 3)], s
assert (j["moves_out"]["max"], j["moves_in"]["max"]) == (3, 2), j
END

# The empty game, and one position.
expect_exit 0 "$grundy" info /dev/null
expect_stdout_line 'positions    0'
expect_stdout_line 'acyclic      yes'
expect_exit 0 "$grundy" info /dev/null --json
"$python" -c 'import json, sys; j = json.load(sys.stdin)
assert j["moves_out"] == {"min": None, "mean": None, "max": None, "histogram": []}, j' < "$out" ||
  fail 'JSON of nothing'
printf 'a\n' > "$work/one"
expect_exit 0 "$grundy" info "$work/one"
expect_stdout_line 'components   1 strongly connected, the largest of 1 position; 0 with a cycle'
expect_stdout_line 'acyclic      yes'

# A single loop is a cycle; a long chain has none, and does not overflow the stack.
printf 'a a\n' > "$work/loop"
expect_exit 0 "$grundy" info "$work/loop"
expect_stdout_line 'acyclic      no'
expect_exit 0 sh -c 'ulimit -s 256; "$0" random chain -n 3e5 | "$0" info -' "$grundy"
expect_stdout_line 'components   300000 strongly connected, .*; 0 with a cycle'
expect_stdout_line 'memory       at most [0-9.]* MiB to solve .*'

expect_exit 3 "$grundy" info "$work/missing"
expect_exit 3 "$grundy" info "$work"
expect_exit 2 "$grundy" info
expect_stderr_line "grundy: GAME is missing; try 'grundy info --help'"
expect_exit 5 sh -c '"$0" info "$1" > /dev/full' "$grundy" "$work/game"

finish
