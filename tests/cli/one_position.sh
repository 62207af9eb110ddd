#!/bin/sh
# grundy value of games that come apart: tables, limits, threads and certificates.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
cd "$work" || exit 1

# Splitting does not change values, and neither do threads and little memory.
for game in cram:3,5 node-kayles-grid:3,7 coin-rows:3,9,5; do
  expect_exit 0 "$grundy" value "$game"
  head -n 2 "$out" > expected
  for options in '--threads 1' '--threads 3' '--memory 60M'; do
    # shellcheck disable=SC2086 # the options are split
    expect_exit 0 "$grundy" value "$game" $options
    head -n 2 "$out" | cmp -s - expected || fail "$game $options: $(cat "$out")"
  done
done

# Certificates.
expect_exit 0 "$grundy" value cram:3,4 --certificate proof
expect_exit 0 "$grundy" verify cram:3,4 --certificate proof
expect_stdout_line 'right: cram:3,4 has the value 1; [0-9,]* claims, [0-9,]* moves'
expect_exit 0 "$grundy" verify cram:4,3 --certificate proof
expect_exit 1 "$grundy" verify cram:4,4 --certificate proof
expect_stdout_line "wrong: proof: the lines do not prove what is said about '..../..../..../....'"
expect_exit 1 "$grundy" verify cram:3,4@../.. --certificate proof
expect_exit 0 "$grundy" verify cram:3,4 --certificate proof --json
expect_stdout_line '{"right": true, "outcome": "N", "value": 1, .*"ends": "proved", "line": null, "message": null, "claims": [0-9]*, "moves": [0-9]*}'
expect_exit 1 "$grundy" verify cram:4,4 --certificate proof --json
expect_stdout_line '{"right": false, "outcome": null, .*"ends": null, "line": null, "message": "the lines .*'

# Lists of moves.
expect_exit 0 "$grundy" value cram:2,3 --certificate small
expect_exit 0 "$grundy" verify cram:2,3 --certificate small --list-moves moves
echo 'right: cram:2,3 has the value 1; 4 claims, 15 moves' | expect_stdout
tr '\t' ' ' < moves > "$out"
expect_stdout << 'END2'
grundy moves 1
# cram:2,3
start .../...
part ..
move
part .../.##
move
move ..
move ..
part ../..
move ..
move ..
move ..
move ..
part .../...
move .../.##
move .../.##
move .../.##
move .../.##
move ../..
move .. ..
move ../..
end
END2
sed 's/^0 /1 /' small > other
expect_exit 1 "$grundy" verify cram:2,3 --certificate other --list-moves none
printf 'grundy certificate 1\nvalue 3\n0 ..\n' > other
expect_exit 1 "$grundy" verify cram:2,3 --certificate other --list-moves none
echo 'grundy certificate 2' > other
expect_exit 3 "$grundy" verify cram:2,3 --certificate other --list-moves none
[ ! -e none ] || fail 'a list of moves without a proof'
expect_exit 5 "$grundy" verify cram:2,3 --certificate small --list-moves missing/moves
expect_stderr_line 'missing/moves: cannot write: No such file or directory'
expect_exit 5 "$grundy" verify cram:2,3 --certificate small --list-moves /dev/full
expect_stderr_line '/dev/full: cannot write: No space left on device'
expect_exit 2 "$grundy" verify cram:2,3 --certificate small --list-moves small
expect_exit 2 "$grundy" verify cram:2,3 solution --list-moves moves
expect_stderr_line 'grundy: --list-moves needs --certificate; .*'
expect_exit 0 "$grundy" heap 0.3 --misere --quotient --certificate quotient.json -o quotient.txt
expect_exit 2 "$grundy" verify --certificate quotient.json --list-moves none
expect_stderr_line 'grundy: moves are listed for a certificate about one position; quotient.json is about a whole game'
expect_exit 0 "$grundy" value cram:3,4@../.. --columns outcome --certificate proof
expect_exit 0 "$grundy" verify cram:3,4@../.. --certificate proof
expect_stdout_line 'right: cram:3,4@../.. is a P-position; .*'
gzip -k proof
expect_exit 0 "$grundy" verify cram:3,4@../.. --certificate proof.gz
sed 's/^value 1$/value 2/; s/^outcome P$/outcome N/' proof > other
expect_exit 1 "$grundy" verify cram:3,4@../.. --certificate other
sed '$d' proof > other
expect_exit 1 "$grundy" verify cram:3,4@../.. --certificate other
while IFS='|' read -r line text; do
  printf 'grundy certificate 1\n%s\n' "$line" > other
  expect_exit 3 "$grundy" verify cram:3,4 --certificate other
  expect_stderr_line "other:$text"
done << 'END2'
value x|2:7: this is not a line of a certificate; expected value NUMBER, outcome P or outcome N
outcome D|2:9: this is not a line of a certificate; expected value NUMBER, outcome P or outcome N
END2
printf 'grundy certificate 1\nvalue 1\n=1 ..\n' > other
expect_exit 3 "$grundy" verify cram:3,4 --certificate other
expect_stderr_line 'other:3:1: this is not a line of a certificate; expected VALUE NAME or >=VALUE NAME'
printf 'grundy certificate 1\nvalue 1\n1 ..x\n' > other
expect_exit 3 "$grundy" verify cram:3,4 --certificate other
expect_stderr_line "other:3:3: the game has no position '..x'"
expect_exit 3 "$grundy" verify cram:3,4 --certificate missing
expect_exit 2 "$grundy" verify cram:3,4
expect_stderr_line 'grundy: SOLUTION is missing; .*'
expect_exit 2 "$grundy" verify cram:3,4 solution --certificate proof
expect_stderr_line 'grundy: SOLUTION conflicts with --certificate; give only one; .*'
expect_exit 2 "$grundy" verify cram:3,4 --certificate proof --window 9
expect_stderr_line 'grundy: --certificate conflicts with --window; give only one; .*'
printf 'a b\nb a\n' > ring.edges
expect_exit 2 "$grundy" verify ring.edges@a --certificate proof
expect_exit 4 "$grundy" value northcott:5,1,2 --certificate none
expect_stderr_line 'grundy: cannot write a certificate: the search met a cycle'
expect_exit 2 "$grundy" value nim:5 --certificate none
expect_exit 2 "$grundy" value kotzig:5 --misere --certificate none
[ ! -e none ] || fail 'a certificate that proves nothing'
cat > shown.lua << 'END2'
return {
  start = function() return 5 end,
  moves = function(n) return n > 0 and { n - 1 } or {} end,
  show = function(n) return "n" .. n end,
}
END2
expect_exit 4 "$grundy" value shown.lua --certificate none
expect_stderr_line "grundy: cannot write a certificate: the rules do not parse the name 'n5' that they show"
[ ! -e none ] || fail 'a certificate without parse'
expect_exit 3 "$grundy" value ring.edgse --certificate none
expect_stderr_line 'ring.edgse: .*'

# What cannot be written is refused before the search, which would not end.
expect_exit 5 "$grundy" value cram:8,8 --certificate missing/proof
expect_stderr_line 'missing/proof: cannot write: No such file or directory'
expect_exit 5 "$grundy" value cram:8,8 --table missing/table
expect_stderr_line 'missing/table: cannot write: No such file or directory'
mkdir folder
expect_exit 5 "$grundy" value cram:8,8 --table folder
expect_stderr_line 'folder: cannot write: Is a directory'
expect_exit 2 "$grundy" value cram:8,8 --table -
expect_stderr_line 'grundy: --table needs a file, which is read and then replaced; .*'
echo 'a b' > text
expect_exit 3 "$grundy" value cram:8,8 --table text
expect_stderr_line 'text: this is not a table of a search'

# The answer is printed although its certificate cannot be written.
expect_exit 5 "$grundy" value cram:3,4 --certificate /dev/full
expect_stdout_line 'value       1'
expect_stderr_line '/dev/full: cannot write: No space left on device'

# With `terminal`, a search for the outcome finds no bounds of values.
cat > ends.lua << 'END2'
local followers = { {}, { 1 }, { 2 }, { 3, 1 }, { 4, 3, 2 } }
return {
  start = function() return 5 end,
  moves = function(p) return followers[p] end,
  terminal = function(p) if p == 1 then return "N" end end,
}
END2
expect_exit 4 "$grundy" value ends.lua --certificate none
expect_stderr_line "grundy: cannot write a certificate: the rules have a function 'terminal'; .*"
expect_exit 0 "$grundy" value ends.lua
expect_stdout_line 'explored    5 positions: some terminal positions are not losses for the player to move'
expect_exit 0 "$grundy" value ends.lua --columns outcome --table ends
expect_stdout_line 'outcome     N'
expect_exit 3 "$grundy" value ends.lua --table ends
expect_stderr_line "ends: the rules have a function 'terminal', and this table is of a search for the outcome alone; use another file"
expect_exit 0 "$grundy" value ends.lua --columns outcome --table ends

# Parts of a game with cycles are counted.
cat > rings.lua << 'END2'
local followers = { { 2 }, { 1 }, { 4 }, {} }
return {
  start = function() return { 1, 3 } end,
  moves = function(p)
    local moves = {}
    for i = 1, #p do
      for _, n in ipairs(followers[p[i]]) do
        moves[#moves + 1] = { table.unpack(p) }
        moves[#moves][i] = n
      end
    end
    return moves
  end,
  split = function(p)
    local parts = {}
    for i = 1, #p do parts[i] = { p[i] } end
    return parts
  end,
}
END2
expect_exit 0 "$grundy" value rings.lua
expect_stdout_line 'explored    4 positions: the search met a cycle'

# Large values do not take cubic time.
cat > heap.lua << 'END2'
return {
  args = { "n" },
  start = function(n) return n end,
  moves = function(n)
    local moves = {}
    for i = 1, n do moves[i] = i - 1 end
    return moves
  end,
}
END2
expect_exit 0 "$grundy" value heap.lua:1500 --time 30
expect_stdout_line 'value       1500'

# Tables.
expect_exit 4 "$grundy" value cram:4,5 --max-positions 300 --table table
[ -s table ] || fail 'no table'
expect_exit 0 "$grundy" value cram:4,5 --table table
expect_stdout_line 'value       2'
cp table whole
expect_exit 0 "$grundy" value cram:4,5 --max-positions 1 --table table
expect_stdout_line 'value       2'
expect_exit 0 "$grundy" value cram:4,5 --table table
expect_stdout << 'END2'
outcome     N
value       2
END2
cmp -s table whole || fail 'a table that knows the answer changes'
expect_exit 3 "$grundy" value cram:4,6 --table table
expect_stderr_line "table: this table belongs to other rules or another version of grundy: 'cram:4,5'"
cmp -s table whole || fail 'a refused table changes'
rm -f steps
for run in 1 2 3 4 5 6; do # each gets further
  "$grundy" value cram:4,5 --max-positions 1000 --threads 1 --table steps > answer 2> "$err" && break
done
grep -q '^value       2$' answer || fail 'no answer within six runs'
[ "$run" -gt 1 ] || fail 'the limit ends no run'

head -c 100 whole > table
expect_exit 3 "$grundy" value cram:4,5 --table table
expect_stderr_line 'table: this is not a complete table of a search; delete it to start again'
printf 'return { start = function() return %s end, moves = function(n) return n > 0 and { n - 1 } or {} end }' 5 > chain.lua
rm table
expect_exit 0 "$grundy" value chain.lua --table table
printf 'return { start = function() return %s end, moves = function(n) return n > 0 and { n - 1 } or {} end }' 6 > chain.lua
expect_exit 3 "$grundy" value chain.lua --table table
expect_exit 4 "$grundy" value node-kayles-grid:7,9 --time 0.3 --table table.time
expect_stderr_line 'grundy: the time is up; --time allows 0.3 s'
[ -s table.time ] || fail 'no table after the time was up'

finish
