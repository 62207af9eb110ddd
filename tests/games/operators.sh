#!/bin/sh
# Operators on rules: against games written from the definitions, in expressions, in tablebases.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

expect_exit 0 "$python" tests/games/operators.py "$grundy"
cd "$work" || exit 1

# In expressions, with positions, in sweeps and in matches.
expect_exit 0 "$grundy" value 'pass(nim:3,4,5)@1,2,0'
expect_stdout_line 'outcome     P'
expect_exit 0 "$grundy" value 'pass(nim:3,4,5)@1,2,3/0'
expect_stdout_line 'outcome     P'
expect_exit 3 "$grundy" value 'pass(nim:3,4,5)@1,2,3/2'
expect_exit 0 "$grundy" best '2*pass(nim:1,2) + block(wythoff:1,2, 1)@1,1!0,0'
expect_stdout_line 'outcome     [PN] .*'
expect_exit 0 "$grundy" sweep 'pass(nim:1..2,2,0..2)' --columns outcome --pivot
expect_stdout << 'END'
heaps1\heaps3	0	1	2
1	P	N	N
2	N	N	P
END
expect_exit 0 "$grundy" best --all-moves 'pass(nim:2,3)@2,3'
expect_exit 0 "$grundy" rules check 'pass(nim:3,4)'
expect_exit 0 "$grundy" rules check 'block(wythoff:2,3, 2)'
expect_exit 0 "$grundy" rules check 'restrict(wythoff:4,5, a <= b)'

# The field that an operator adds has a name of its own.
cat > fields.lua << 'END'
return {
  fields = { "passes2", "passes" },
  start = function() return { 1, 2 } end,
  moves = function(p) return p[1] > 0 and { { p[1] - 1, p[2] } } or {} end,
}
END
expect_exit 0 "$grundy" solve 'pass(fields.lua)' --where 'passes3 == 0' --columns outcome
expect_stdout_line '0,2/0 .*'

# nim:5 in a sum is a heap; several heaps are rules.
expect_exit 0 "$grundy" best 'nim:5 + nim:3,4'
expect_stdout_line 'value       2 .*'

expect_exit 3 "$grundy" best '2*pass(nim:3,4 + nim:2'
expect_stderr_line 'expression:1:7: this parenthesis is not closed; expected )'
expect_exit 3 "$grundy" solve 'pass(nim:3,4'
expect_stderr_line "grundy: 'pass(nim:3,4' does not end with the parenthesis of pass("

expect_exit 3 "$grundy" value 'pass(nim:3,4,5):7'
expect_stderr_line "grundy: '7' follows the parenthesis of pass(); expected no arguments there"

# Tablebases of operators on games of the gallery; not of files, which data may not load.
expect_exit 0 "$grundy" solve 'pass(nim:3,4,5)' -o pass.npz
expect_exit 0 "$grundy" value pass.npz 1,2,0/1 1,2,3/0
expect_stdout_line '0,1,2/1	P	0	.*'
expect_exit 0 "$grundy" solve 'block(nim:2,2, 1)' -o block.npz
expect_exit 0 "$grundy" value block.npz '2,1!0,1'
"$grundy" rules show nim > my.lua
expect_exit 0 "$grundy" solve 'pass(my.lua:3,4)' --columns outcome
expect_exit 2 "$grundy" solve 'pass(my.lua:3,4)' -o my.npz

# Games with players: block, terminal and restrict apply, pass does not.
expect_exit 6 "$grundy" solve 'pass(tic-tac-toe)'
expect_stderr_line 'grundy: pass is not defined for games with players: .*'
expect_exit 0 "$grundy" value 'terminal(tic-tac-toe, X../.../...)'
expect_exit 0 "$grundy" value 'block(dodgem:2, 1)'

finish
