#!/bin/sh
# The algorithms step by step: their output, every note checked against the definitions, and the
# page.
. tests/support/check.sh

expect_exit 0 "$grundy" trace examples/lm08.edges
expect_no_stderr
head -n 9 "$out" > "$work/begin"
cat > "$work/expected" << 'END'
  1  Positions without moves get the label 0 and enter the queue. Queue: b e.

       Succ   Prec   L_succ  l
    a  {b,c}  {}     {0}     
    b  {}     {a,c}  {}      0
    c  {b,d}  {a}    {0}     
    d  {e}    {c}    {0}     
    e  {}     {d}    {}      0

END
expect_same "$work/begin" "$work/expected"
expect_stdout_line '  4  d leaves the queue and every Succ. Succ\[c\] is empty: the least number that is not in {0,1} is 2. Queue: c\.'
expect_exit 0 "$grundy" trace examples/ring.edges
expect_stdout_line ' 26  Level 1, pass 1: b fails C2: c has the label ∞, and no move from c leads to the label 1\.'
expect_exit 0 "$grundy" trace examples/lm08.edges --algorithm general --to markdown
expect_stdout_line '| c | 2 | 4 |'

# As JSON: the sentences are those of the text, and the changes give the table.
expect_exit 0 "$grundy" trace examples/lm08.edges
cp "$out" "$work/notes"
expect_exit 0 "$grundy" trace examples/lm08.edges --json
cp "$out" "$work/trace.json"
expect_exit 0 "$python" -c '
import json, sys
trace, notes = json.load(open(sys.argv[1])), open(sys.argv[2]).read()
assert list(trace) == ["label", "headings", "positions", "steps"]
assert trace["headings"] == ["Succ", "Prec", "L_succ", "l"] and trace["positions"] == list("abcde")
label = {}
for number, step in enumerate(trace["steps"], 1):
    assert "%3d  %s\n" % (number, step["sentence"]) in notes
    for vertex, column, text in step["changes"]:
        if column == trace["label"]:
            label[trace["positions"][vertex]] = text
assert label == {"a": "1", "b": "0", "c": "2", "d": "1", "e": "0"}, label' "$work/trace.json" "$work/notes"

expect_exit 6 "$grundy" trace examples/ring.edges --algorithm acyclic
expect_stderr_line "grundy: play may go on forever from '.'; expected a game without cycles, or the general algorithm"
expect_exit 6 "$grundy" trace examples/two-coloured.edges
"$grundy" random degree --positions 300 --degree 2 -o "$work/large.npz" || fail 'no random game'
expect_exit 4 "$grundy" trace "$work/large.npz"
expect_stderr_line 'grundy: 300 positions are too many to trace; expected at most 200'
expect_exit 2 "$grundy" trace examples/ring.edges --to pdf

games=$((100 * ${GRUNDY_SCALE:-100} / 100))
PYTHONDONTWRITEBYTECODE=1 "$python" tests/cli/trace.py "$grundy" "$work" $games > "$out" 2> "$err" || fail 'a note is wrong'

# The page, in a browser.
expect_exit 0 "$grundy" trace examples/ring.edges --to html -o "$work/ring.html"
PYTHONDONTWRITEBYTECODE=1 "$python" tests/cli/page.py "$work/ring.html" 35 "$work/page.png" > "$out" 2> "$err" || fail 'the page'
expect_no_stdout

# The ending of the file says how.
for ending in txt md json; do
  case $ending in txt) format=text ;; md) format=markdown ;; *) format=$ending ;; esac
  "$grundy" trace examples/ring.edges --to $format > "$work/expected"
  expect_exit 0 "$grundy" trace examples/ring.edges -o "$work/trace.$ending"
  expect_same "$work/trace.$ending" "$work/expected"
done

finish
