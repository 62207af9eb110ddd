#!/bin/sh
# shellcheck disable=SC2016 # other shells expand
# A small limit on the stack limits nothing: the command has a stack of its own.
. tests/support/check.sh

# Nested calls through C functions of Lua need the most.
cat > "$work/deep.lua" << 'END'
local function nest(n)
  if n == 0 then return "x" end
  return (string.gsub("x", "x", function() return nest(n - 1) end))
end
return { title = "Deep", start = function() nest(180) return 0 end, moves = function(p) return {} end }
END
printf 'a b\nb a\nb c\n' > "$work/small.edges"
for size in 64 100 256 1000; do
  for command in "solve $work/small.edges" "solve wythoff:9,9 -o $work/s.tsv" "value nim:3" "info $work/deep.lua" \
    "rules check $work/deep.lua" "draw $work/small.edges -o $work/s.dot" "help solve" "sweep wythoff:1..5,7"; do
    # shellcheck disable=SC2086 # words
    expect_exit 0 sh -c 'ulimit -s "$1"; shift; exec "$@"' sh $size "$grundy" $command
    [ "$(wc -l < "$err")" -le 1 ] || fail 'a message'
  done
done
echo 'return { title = "Hangs", start = function() while true do end end, moves = function(p) return {} end }' \
  > "$work/hangs.lua"
expect_exit 4 sh -c 'ulimit -s 64; exec "$@"' sh "$grundy" info "$work/hangs.lua" --time 0.2
expect_exit 130 "$python" tests/cli/interrupt.py INT 1 - \
  sh -c 'ulimit -s 64; exec "$@"' sh "$grundy" info "$work/hangs.lua"
expect_stderr_line 'grundy: interrupted'

finish
