#!/bin/sh
# grundy worksheet: a blank picture and table, then the solution.
. tests/support/check.sh

expect_exit 0 "$grundy" worksheet examples/ring.edges -o "$work/ring.html"
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
for answer in ("P", "N", "D", "∞{0}", "inf"):
    assert answer not in blank and (answer in solution or answer == "inf"), answer
assert [blank.count(name) for name in "abcdefg"] == [2] * 7, blank
assert "position" in blank and "outcome" in blank and "remoteness" in blank
END
expect_exit 0 "$grundy" worksheet examples/two-coloured.edges --title 'A & B <1>'
expect_stdout_line '<h1>A &amp; B &lt;1&gt;</h1>'
expect_stdout_line '<p>.* Who wins from each position: A, B, or nobody (D)?</p>'
expect_exit 0 "$grundy" worksheet examples/payoffs.edges --palette mono --layout circo
expect_exit 0 "$grundy" worksheet wythoff:2,2 --columns outcome
expect_stdout_line '<tr><th>position</th><th>outcome</th></tr>'

expect_exit 2 "$grundy" worksheet examples/ring.edges -o "$work/ring.pdf"
expect_stderr_line "grundy: worksheets are HTML; write FILE.html, and print it to a PDF in a browser; .*"
expect_exit 2 "$grundy" worksheet examples/ring.edges -o "$work/ring.txt"
expect_exit 2 "$grundy" worksheet examples/ring.edges --columns nothing
expect_exit 3 "$grundy" worksheet nothing.edges
expect_exit 4 "$grundy" worksheet wythoff:60,60
finish
