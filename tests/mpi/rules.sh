#!/bin/sh
# Rules that all ranks explore have the positions and the solution that grundy solve finds; only the
# order of positions differs.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
cat > compare.py << 'END'
import sys, numpy
def rows(path):
    a = dict(numpy.load(path))
    count = len(a["outcome"])
    data = a.pop("positions").tobytes()
    starts = a.pop("position_starts", None)
    if starts is None:
        starts = numpy.arange(count + 1) * (len(data) // count)
    names = [data[starts[i]:starts[i + 1]] for i in range(count)]
    columns = sorted(k for k in a if k in ("outcome", "grundy", "remoteness", "distance", "counter"))
    sets = [()] * count
    if "k_indptr" in a:
        p, k = a["k_indptr"], a["k_indices"]
        sets = [tuple(k[p[i]:p[i + 1]]) for i in range(count)]
    return columns, {n: tuple(int(a[c][i]) for c in columns) + sets[i] for i, n in enumerate(names)}
one, other = rows(sys.argv[1]), rows(sys.argv[2])
assert one[0] == other[0] and len(one[1]) > 1, (one[0], other[0])
assert one[1] == other[1]
END

cat > up.lua << 'END'
return { start = function() return 1 end, moves = function(n) return n < 400 and {n + 1, 2 * n % 401, n // 2} or {} end }
END

# compare RANKS RULES COLUMNS
compare() {
  "$grundy" solve "$2" --algorithm "$3" -o expected.npz -q 2> /dev/null ||
    "$grundy" solve "$2" -o expected.npz -q
  for implementation in $implementations; do
    expect_exit 0 ranks "$implementation" "$1" solve "$2" -o solution.npz -q --exchange 64K
    expect_exit 0 "$python" compare.py expected.npz solution.npz
  done
}

compare 1 quixo:3 auto
compare 4 quixo:3 auto
compare 3 fair-shares:30 counting
compare 2 wythoff:20,15 counting
compare 3 up.lua counting

# Ranks without positions, and rules whose endings need players.
cat > one.lua << 'END'
return { start = function() return 1 end, moves = function(n) return {} end }
END
cat > payoff.lua << 'END'
return { start = function() return 3 end, moves = function(n) return {n - 1} end,
         terminal = function(n) if n == 0 then return 5 end end }
END
sed 's/return 5 end/return "A" end/' payoff.lua > player.lua
for implementation in $implementations; do
  expect_exit 0 ranks "$implementation" 4 solve one.lua -o solution.npz -q
  "$python" -c 'import numpy; a = numpy.load("solution.npz"); assert list(a["outcome"]) == [80] and a["position_starts"][1] == len(a["positions"])' ||
    fail 'one position on four ranks'
  expect_exit 3 ranks "$implementation" 2 solve payoff.lua -o no.npz
  expect_message 'there is a payoff, but the game has no players; .*'
  expect_exit 3 ranks "$implementation" 2 solve player.lua -o no.npz
  expect_message 'A wins, but the game has no players; .*'
done

# Rules for two players, and errors in rules.
for implementation in $implementations; do
  expect_exit 4 ranks "$implementation" 2 solve tic-tac-toe -o no.npz
  expect_message "the rules are for two players with different moves; use 'grundy solve'"
  expect_exit 6 ranks "$implementation" 2 solve quixo:3 --columns grundy -o no.npz
  expect_message 'only outcome, remoteness and distance exist for a game in which .*'
  expect_exit 2 ranks "$implementation" 2 solve quixo:3 --checkpoint state -o no.npz
  printf 'return { start = function() return 1 end, moves = function(n) return n < 50 and {n + 1} or error("no") end }\n' > bad.lua
  expect_exit 3 ranks "$implementation" 3 solve bad.lua -o no.npz
  expect_message '.*bad.lua.*no.*'
  [ ! -e no.npz ] || fail 'a solution appeared'
done

finish
