#!/bin/sh
# The games of the gallery: known results, and complete tables computed from their rules.
. tests/support/check.sh

expect_exit 0 "$python" tests/games/known.py "$grundy" "$work"
expect_exit 0 "$python" tests/games/naive.py "$grundy"
expect_exit 0 "$python" tests/games/rules_say.py "$grundy"

# Messages about unsuitable arguments.
while IFS='|' read -r game text; do
  expect_exit 3 "$grundy" solve "$game"
  expect_stderr_line "${game%%:*}.lua:[0-9]*: in start: $text"
done << 'END'
subtraction:-1|there are -1 counters; expected 0 or more
subtraction:9,0|S has 0 in it; expected numbers from 1 on
wythoff:1,-2|heaps are 1 and -2; expected 0 or more
euclid:0,5|numbers are 0 and 5; expected 1 or more
chomp:0,3|the bar is 0 by 3; expected one row and one column or more
northcott:4,3|the gap of a row is 3; expected 0 to 2, the width less 2
northcott:1|rows have 1 squares; expected 2 or more
coin-rows:0|at most 0 coins are taken; expected 1 or more
coin-rows:2,-1|a row has -1 coins; expected 0 to 1000
welter:3,3|two coins are on square 3; expected one at most
welter:70|a coin is on square 70; expected 0 to 62
kotzig:99|the circle has 99 places; expected 1 to 62
wind-up:0|the clock has 0 hours; expected 1 or more
three-mens-morris:far|slides are 'far'; expected lines or any
dodgem:1|the board is 1 by 1; expected 2 to 15
cops-and-robber:examples/petersen.edges,0|there are 0 cops; expected 1 to 8
nimstring-grid:0,3|the board has 0 by 3 boxes; expected 1 or more
nimstring-grid:5,9|the board has 104 lines; expected at most 63
tripiece:oval|the piece is 'oval'; expected round, triangle or square
tripiece:round,8,0|the piece is on 8,0; expected squares from 0,0 to 7,7
node-kayles:path:64|the graph has 64 vertices; expected at most 63; as a heap game, this is 0.137:64
graph-kayles:grid:8,8|the graph has 64 vertices; expected at most 63
annihilation:examples/ring.edges,zz|a token is on 'zz'; expected a vertex of the digraph
END

# If a board is too wide for a picture in a name, its squares are listed instead.
expect_exit 0 "$grundy" best northcott:100,50,30,20@0-51/0-31/0-2
expect_no_stderr
expect_stdout_line 'value  *45 .*'

finish
