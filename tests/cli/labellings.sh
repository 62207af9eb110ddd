#!/bin/sh
# grundy labellings: none, one and many classical labellings, limits, errors.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh
examples=$PWD/examples
cd "$work" || exit 1
export LC_ALL=C.UTF-8

# ---- the four cases of [FY86, §4] ----

expect_exit 0 "$grundy" labellings "$examples/g-unique-is-G.edges"
expect_no_stderr
expect_stdout << 'END'
exactly 1 classical labelling:
position	label	G
V1	0	0
V2	1	1
V3	0	0
END
expect_exit 0 "$grundy" labellings "$examples/g-unique-not-G.edges"
expect_stdout << 'END'
exactly 1 classical labelling:
position	label	G
0	2	∞{}
1	1	∞{}
2	0	∞{}
END
expect_exit 0 "$grundy" labellings "$examples/g-several.edges"
expect_stdout << 'END'
2 classical labellings; one of them:
position	label	G
a	0	∞{}
b	1	∞{}
END
expect_exit 0 env LC_ALL=C "$grundy" labellings "$examples/g-several.edges"
expect_stdout_line 'a	0	inf{}'
expect_exit 1 "$grundy" labellings "$examples/g-none.edges"
expect_stdout << 'END'
none: a has a move to itself
END

# ---- other games ----

printf '%s\n' 'a b' 'b c' 'c a' 'c d' > odd.edges
expect_exit 0 "$grundy" labellings odd.edges --json
expect_stdout << 'END'
{"count": 1, "complete": true, "labels": [
{"position": "a", "label": 1, "value": 1},
{"position": "b", "label": 0, "value": 0},
{"position": "c", "label": 2, "value": 2},
{"position": "d", "label": 0, "value": 0}]}
END
printf '%s\n' 'a b' 'b c' 'c a' > triangle.edges
expect_exit 1 "$grundy" labellings triangle.edges
expect_stdout << 'END'
none: a is in a part of the game that has no classical labelling
END
expect_exit 1 "$grundy" labellings triangle.edges --json
expect_stdout << 'END'
{"count": 0, "complete": true, "none_at": "a", "loop": false}
END
: > empty.edges
expect_exit 0 "$grundy" labellings empty.edges
expect_stdout << 'END'
exactly 1 classical labelling:
position	label	G
END

# ---- limits and errors ----

expect_exit 0 "$grundy" labellings "$examples/g-several.edges" --max-labellings 1
expect_stdout_line 'at least 1 classical labelling; one of them:'
expect_exit 4 "$grundy" labellings triangle.edges --max-steps 1
expect_stderr_line 'grundy: found no classical labelling within 1 steps; --max-steps allows more'
expect_exit 6 "$grundy" labellings "$examples/two-coloured.edges"
expect_exit 3 "$grundy" labellings missing.edges
expect_exit 2 "$grundy" labellings odd.edges --max-steps 0
finish
