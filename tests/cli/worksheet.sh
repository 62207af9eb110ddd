#!/bin/sh
# grundy draw --worksheet: a blank picture and table, then the solution.
. tests/support/check.sh

expect_exit 0 "$grundy" draw --worksheet examples/ring.edges -o "$work/ring.html"
expect_no_stdout
expect_no_stderr
"$python" - "$work/ring.html" << 'END' || fail 'the worksheet is wrong'
import html.parser, sys


class Page(html.parser.HTMLParser):
    """Collects the text of every section, and checks that elements are closed."""

    def __init__(self):
        super().__init__()
        self.open, self.sections, self.ids = [], [], []

    def handle_starttag(self, tag, attributes):
        self.ids += [value for name, value in attributes if name == "id"]
        if tag == "section":
            self.sections.append([])
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, text):
        if self.sections and text.strip():
            self.sections[-1].append(text.strip())


page = Page()
page.feed(open(sys.argv[1]).read())
assert page.open == [] and page.ids == [] and len(page.sections) == 2
blank, solution = page.sections
for answer in ("P", "N", "D", "∞{0}", "∞"):
    assert answer not in blank and answer in solution, answer
assert "inf" not in solution and solution.count("∞{2}") == 2, solution
assert [blank.count(name) for name in "abcdefg"] == [2] * 7, blank
assert all(blank.count(name) == 2 for name in ("outcome", "value", "remoteness")), "a column is not explained"
assert any("A player who cannot move loses." in text for text in blank), blank
END
expect_exit 0 "$grundy" draw --worksheet examples/two-coloured.edges --title 'A & B <1>'
expect_stdout_line '<h1>A &amp; B &lt;1&gt;</h1>'
expect_stdout_line '<p>.* Where play ends, the table gives the outcome.</p>'
expect_stdout_line '<li><b>outcome</b>: who wins with best play: A, B, or nobody (D, a draw)</li>'
[ "$(grep -c '<tr><th>a3</th><td>A</td></tr>' "$out")" = 2 ] || fail 'a given outcome is not on both pages'
[ "$(grep -c '<tr><th>a1</th><td>D</td></tr>' "$out")" = 1 ] || fail 'an answer is not on the second page only'
expect_exit 0 "$grundy" draw --worksheet examples/payoffs.edges --palette mono --layout circo
expect_stdout_line '<tr><th>position</th><th>guarantee</th><th>cap</th></tr>'
[ "$(grep -c '<tr><th>t2</th><td>-1.5</td><td>-1.5</td></tr>' "$out")" = 2 ] || fail 'a payoff is not given'
expect_exit 0 "$grundy" draw --worksheet examples/payoffs.edges --columns cap,player
expect_stdout_line '<tr><th>position</th><th>player</th><th>cap</th></tr>'
[ "$(grep -c '<tr><th>b2</th><td>B</td><td></td></tr>' "$out")" = 1 ] || fail 'who moves is not given'
expect_exit 0 "$grundy" draw --worksheet wythoff:2,2 --show graph --columns outcome
expect_stdout_line '<tr><th>position</th><th>outcome</th></tr>'

# Parts: questions without answers, and the solution without questions.
expect_exit 0 "$grundy" draw --worksheet examples/ring.edges --part questions
expect_stdout_line '<h1>ring.edges</h1>'
! grep -qE 'solution|∞\{0\}|data-outcome' "$out" || fail 'questions with answers'
expect_exit 0 "$grundy" draw --worksheet - --part solution < examples/ring.edges
expect_stdout_line '<h1>Worksheet: solution</h1>'
! grep -q 'Fill in' "$out" || fail 'a solution with questions'

# Misère play: the answers are those of the column misere, also in the picture.
expect_exit 0 "$grundy" draw --worksheet examples/ring.edges --misere
expect_stdout_line '<p>.* a player who cannot move wins.</p>'
expect_stdout_line '<tr><th>g</th><td>N</td></tr>'
expect_stdout_line '<tr><th>b</th><td>D</td></tr>'
grep -q 'data-position="g" data-outcome="N"' "$out" || fail 'the picture shows normal play'
expect_exit 0 "$grundy" draw --worksheet nim:2 --misere --show names --exercises 3 --columns outcome,remoteness
expect_stdout_line '<tr><th>position</th><th>outcome</th><th>remoteness</th></tr>'
expect_stdout_line '<tr><th>1</th><td>P</td><td>2</td></tr>'
for language in en de; do
  expect_exit 0 "$grundy" draw --worksheet nim:2 --misere --show names --language $language
  ! grep -qE 'whoever takes|wer den letzten' "$out" || fail 'the rules say who wins in normal play'
done
expect_exit 2 "$grundy" draw --worksheet examples/ring.edges --misere --columns grundy
expect_exit 6 "$grundy" draw --worksheet examples/two-coloured.edges --misere

# Variants: every one has its own questions and its own solution; the same seed gives the same bytes.
expect_exit 0 "$grundy" draw --worksheet chomp:3,4 --variants 3 --seed 4 --best-moves --paper letter -o "$work/chomp.html"
expect_exit 0 "$grundy" draw --worksheet chomp:3,4 --variants 3 --seed 4 --best-moves --paper letter -o "$work/again.html"
cmp -s "$work/chomp.html" "$work/again.html" || fail 'the same seed gives another worksheet'
expect_exit 0 "$grundy" draw --worksheet chomp:3,4 --variants 3 --seed 5 --best-moves --paper letter -o "$work/again.html"
! cmp -s "$work/chomp.html" "$work/again.html" || fail 'another seed gives the same worksheet'
grep -q 'size: letter' "$work/chomp.html" || fail 'the paper is another one'
[ "$(grep -c '^<h1>chomp:3,4 · [ABC]</h1>' "$work/chomp.html")" = 3 ] || fail 'questions are missing'
[ "$(grep -c '^<h1>chomp:3,4 · [ABC]: solution</h1>' "$work/chomp.html")" = 3 ] || fail 'keys are missing'
[ "$(grep -c '<p class="lines"><span>Name</span><span>Date</span></p>' "$work/chomp.html")" = 3 ] || fail 'lines are missing'
! grep -q 'token along an arrow' "$work/chomp.html" || fail 'the rules are not in words'
expect_exit 0 "$grundy" draw --worksheet chomp:3,4 --no-name
! grep -q '<p class="lines">' "$out" || fail 'lines that nobody wants'
expect_exit 0 "$grundy" draw --worksheet --level medium --variants 2
expect_stdout_line '<h1>Worksheet · B: solution</h1>'
expect_stdout_line '<tr><th>h</th><td>.</td><td>.*</td><td>.*</td></tr>'

# Rules of your own that do not say who wins.
cat > "$work/mine.lua" << 'END'
-- Take one or two counters from a heap of n.
return {
  args = { "n=4" },
  start = function(n) return n end,
  moves = function(n) return n > 1 and { n - 1, n - 2 } or n > 0 and { n - 1 } or {} end,
}
END
expect_exit 0 "$grundy" draw --worksheet "$work/mine.lua"
expect_stdout_line '<p>Take one or two counters from a heap of n. A player who cannot move loses.</p>'
expect_exit 0 "$grundy" draw --worksheet "$work/mine.lua" --misere
expect_stdout_line '<p>Take one or two counters from a heap of n. .* a player who cannot move wins.</p>'
# A word that begins like "win" does not say it; rules that say it do not contradict misère play.
sed 's/^-- [A-Z].*/-- Move the window by one or two fields of n./' "$work/mine.lua" > "$work/window.lua"
expect_exit 0 "$grundy" draw --worksheet "$work/window.lua"
expect_stdout_line '<p>Move the window by one or two fields of n. A player who cannot move loses.</p>'
sed 's/^-- [A-Z].*/-- Move the token. A player who cannot move loses./' "$work/mine.lua" > "$work/loses.lua"
expect_exit 0 "$grundy" draw --worksheet "$work/loses.lua"
expect_stdout_line '<p>Move the token. A player who cannot move loses.</p>'
expect_exit 0 "$grundy" draw --worksheet "$work/loses.lua" --misere
expect_stdout_line '<p>Move the token. This is misère play: a player who cannot move wins.</p>'

expect_exit 0 "$grundy" draw --worksheet examples/ring.edges --language de
expect_stdout_line '<h1>ring.edges: Lösung</h1>'
expect_stdout_line '<tr><th>Stellung</th><th>Ausgang</th><th>Wert</th><th>Remoteness</th></tr>'

# The smallest games, and the same sheet twice.
expect_exit 0 "$grundy" draw --worksheet - < /dev/null
echo 'a a' > "$work/loop.edges"
expect_exit 0 "$grundy" draw --worksheet "$work/loop.edges"
expect_stdout_line '<tr><th>a</th><td>D</td><td>∞{}</td><td>∞</td></tr>'
cp "$out" "$work/first"
expect_exit 0 "$grundy" draw --worksheet "$work/loop.edges"
cmp -s "$out" "$work/first" || fail 'two sheets of the same game differ'

expect_exit 2 "$grundy" draw --worksheet examples/ring.edges --part answers
expect_exit 2 "$grundy" draw --worksheet examples/ring.edges -o "$work/ring.pdf"
expect_stderr_line "grundy: worksheets are HTML; write FILE.html, and print it to a PDF in a browser; .*"
expect_exit 2 "$grundy" draw --worksheet examples/ring.edges -o "$work/ring.txt"
expect_exit 2 "$grundy" draw --worksheet examples/ring.edges --columns nothing
expect_exit 3 "$grundy" draw --worksheet nothing.edges
for wrong in '--seed 0' '--seed x' '--seed -1' '--seed 1.5' '--exercises 0' '--exercises 101' '--exercises 8' '--variants 0' \
  '--variants 27' '--paper a5' '--level hardest' '--show boards' '--show pictures'; do
  # shellcheck disable=SC2086 # two words
  expect_exit 2 "$grundy" draw --worksheet examples/ring.edges $wrong
done
expect_exit 2 "$grundy" draw --worksheet examples/ring.edges --exercises 8
expect_stderr_line '.*exercises: the game has only 7 positions.*'
expect_exit 2 "$grundy" draw --worksheet --exercises 3
expect_stderr_line '.*exercises: at least 4 in a random game.*'
for other in '--to svg' --legend --blank '--scale 2' '--around a' '--window 5'; do
  # shellcheck disable=SC2086 # several words
  expect_exit 2 "$grundy" draw --worksheet examples/ring.edges $other
done
for only in '--title T' '--part all' --misere --best-moves '--show names' '--level easy' '--exercises 3' '--variants 2' '--seed 3' \
  '--paper letter' --no-name '--language de'; do
  # shellcheck disable=SC2086
  expect_exit 2 "$grundy" draw examples/ring.edges -o "$work/ring.svg" $only
done
expect_exit 2 "$grundy" worksheet examples/ring.edges
expect_stderr_line ".*draw --worksheet.*"
expect_exit 4 "$grundy" draw --worksheet wythoff:60,60 --show graph
expect_stderr_line "grundy: the graph has 1891 positions, and paper has room for 200; show boards or names of some of them"
finish
