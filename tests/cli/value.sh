#!/bin/sh
# grundy value: one position, by a search or by exploring; limits and errors.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

expect_exit 0 "$grundy" value kotzig:36,1,3 --columns outcome
expect_no_stderr
expect_stdout << 'END'
outcome     N
searched    13,528 positions
END
expect_exit 0 "$grundy" value wythoff:40,60@1,2
expect_stdout << 'END'
outcome     P
value       0
searched    5 positions
END
expect_exit 0 "$grundy" value wythoff:3,5 --json
expect_stdout << 'END'
{"outcome": "P", "value": 0, "remoteness": null, "distance": null, "ends": "proved", "limit": null, "positions": 17, "searched": true, "explored_because": null, "rests_on": null, "same_as": null, "certificate": null}
END

# Every position of a game has the value that solving finds.
expect_exit 0 "$grundy" solve wythoff:7,9 --columns outcome,grundy --to tsv -o all.tsv
tail -n +2 all.tsv | while read -r name outcome value; do
  "$grundy" value "wythoff:7,9@$name" | head -n 2 | tr -s ' ' '\t' | cut -f 2 | tr '\n' ' '
  echo "$outcome $value"
done > both
# shellcheck disable=SC2016 # for awk
expect_exit 0 awk '$1 != $3 || $2 != $4 { print; bad = 1 } END { exit bad || NR < 40 }' both

# Exploring, and why.
expect_exit 0 "$grundy" value northcott:5,1,2
expect_stdout_line 'explored    54 positions: the search met a cycle'
expect_exit 0 "$grundy" value quixo:3
expect_stdout << 'END'
outcome     N
explored    2,219 positions: the search met a cycle
END
expect_exit 0 "$grundy" value tic-tac-toe
expect_stdout_line 'outcome     D'
expect_stdout_line 'explored    .* positions: the rules say whose turn it is'
expect_exit 0 "$grundy" value kotzig:9 --columns remoteness,distance
expect_stdout << 'END'
remoteness  7
distance    8
explored    88 positions
END
expect_exit 0 "$grundy" value --misere 'nim:1 + nim:1'
expect_stdout << 'END'
outcome     N
END
printf 'a b\nb a\n' > ring.edges
expect_exit 0 "$grundy" value ring.edges@b
expect_stdout << 'END'
outcome     D
value       ∞{}
explored    2 positions
END

# Rules that show but do not parse names are explored to find a position.
cat > shown.lua << 'END'
return {
  start = function() return 5 end,
  moves = function(n) return n > 0 and { n - 1 } or {} end,
  show = function(n) return "n" .. n end,
}
END
expect_exit 0 "$grundy" value shown.lua@n4
expect_stdout_line 'explored    6 positions: the rules cannot parse the name of a position'

# Texts that are not positions have no value, and are not ends of play either.
for game in wythoff:4,6@1,2,3 wythoff:4,6@-1,2 wythoff:4,6@7 chomp:3,3@9,1,4 chomp:3,3@2,0 'chomp:3,3@2,' \
  subtraction:9,1,2@-4 subtraction:9,1,2@1,2 euclid:7,24@0,3 euclid:7,24@3 wind-up:10@10 wind-up:10@-1 \
  'pass(wythoff:4,6)@1,2,3' 'block(subtraction:9,1,2, 1)@-4'; do
  expect_exit 3 "$grundy" value "$game"
  expect_stderr_line "expression:1:[0-9]*: the game has no position '${game##*@}'"
done
for game in chomp:3,3@3,2,1 subtraction:9,1,2@3 euclid:7,24@3,24 wind-up:10@9 wythoff:4,6@99999999999999999999,0; do
  case $game in *999*) code=3 ;; *) code=0 ;; esac
  expect_exit $code "$grundy" value "$game"
done
expect_exit 3 "$grundy" value 'terminal(wythoff:4,4, 1,1,2,2)'
expect_stderr_line "expression:1:1: terminal: the game has no position '1,1,2,2'"

# Without `parse`, only exploring shows whether the game has the position.
cat > heaps.lua << 'END'
return {
  start = function() return { 2, 3 } end,
  moves = function(p)
    local to = {}
    for i = 1, p[1] do to[#to + 1] = { p[1] - i, p[2] } end
    for i = 1, p[2] do to[#to + 1] = { p[1], p[2] - i } end
    return to
  end,
}
END
expect_exit 0 "$grundy" value heaps.lua@1,1
expect_stdout_line 'explored    12 positions: the rules cannot parse the name of a position'
expect_exit 0 "$grundy" value 'pass(heaps.lua)@1,1'
expect_stdout_line 'outcome     N'
for name in 1,1,1 -1,2 5 x; do
  expect_exit 3 "$grundy" value "heaps.lua@$name"
  expect_exit 3 "$grundy" value "pass(heaps.lua)@$name"
  expect_exit 3 "$grundy" value "terminal(heaps.lua, $name)"
  expect_stderr_line "expression:1:1: terminal: the game has no position '$name'"
done
expect_exit 0 "$grundy" value 'terminal(heaps.lua, 2,1)'
expect_stdout_line 'outcome     N'

# Limits.
expect_exit 4 "$grundy" value kotzig:36,1,3 --max-positions 99
expect_stderr_line "grundy: there are more than 99 positions, which is the limit"
expect_no_stdout
expect_exit 4 "$grundy" value kotzig:60,1,2,3,5 --time 0.3
expect_stderr_line 'grundy: the time is up; --time allows 0.3 s'

# Errors.
expect_exit 3 "$grundy" value kotzig:5@zz
expect_stderr_line "expression:1:10: the game has no position 'zz'"
expect_exit 3 "$grundy" value wythoff:3,4@abc
expect_stderr_line "expression:1:13: the game has no position 'abc'"
expect_exit 3 "$grundy" value kotzig:0
expect_stderr_line 'kotzig.lua:[0-9]*: in start: the circle has 0 places; expected 1 to 62'
expect_exit 2 "$grundy" value kotzig:5 --columns hmin
expect_stderr_line 'grundy: --columns: expected some of outcome, grundy, k, remoteness and distance; .*'
expect_exit 2 "$grundy" value kotzig:5 --columns nosuch

# Defaults that are used although some arguments are given.
for words in 'value wythoff:3' 'value wythoff:3@1,2' 'value 2*pass(wythoff:3)+wythoff:3' 'best (wythoff:3&nim:1)' \
  'why wythoff:3' 'solve wythoff:3' 'info pass(wythoff:3)'; do
  # shellcheck disable=SC2086 # the words are split
  expect_exit 0 "$grundy" $words
  [ "$(cat "$err")" = 'grundy: wythoff:3 means wythoff:3,8' ] || fail "$words: $(cat "$err")"
  # shellcheck disable=SC2086
  expect_exit 0 "$grundy" $words --quiet
  expect_no_stderr
done
expect_exit 0 "$grundy" value 'terminal(wythoff:3, 1,1) + chomp:2 + wythoff:4'
[ "$(cat "$err")" = 'grundy: wythoff:3 means wythoff:3,8
grundy: chomp:2 means chomp:2,4
grundy: wythoff:4 means wythoff:4,8' ] || fail "$(cat "$err")"
for words in 'sweep wythoff:1..3' 'law wythoff:1..3 a>=0'; do
  # shellcheck disable=SC2086
  expect_exit 0 "$grundy" $words
  [ "$(cat "$err")" = 'grundy: wythoff:1..3 means wythoff:1..3,8' ] || fail "$words: $(cat "$err")"
done
for words in 'value wythoff:3,' 'solve wythoff:x' 'best wythoff:-3' 'sweep wythoff:x+nim:1..2' 'law wythoff:x,1..2 a>=0'; do
  # shellcheck disable=SC2086
  expect_exit 3 "$grundy" $words
  ! grep -q ' means ' "$err" || fail "$words: $(cat "$err")"
done
for words in wythoff wythoff:3,4 kotzig:5 nim:5 'nim:5,6' 'subtraction:5' 'kayles:3' 'wythoff:3,4@0,1'; do
  expect_exit 0 "$grundy" value "$words"
  expect_no_stderr
done

finish
