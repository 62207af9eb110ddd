#!/bin/sh
# The test of documents works: it accepts correct documents and rejects wrong ones.
. tests/support/check.sh

# document < TEXT: makes a document of that text, in which @ means "    $ ".
document() { sed 's/^@/    $ /' > "$work/document.md"; }
right() { expect_exit 0 sh tests/docs/documents.sh "$grundy" "$work/document.md"; }
wrong() {
  expect_exit 1 sh tests/docs/documents.sh "$grundy" "$work/document.md"
  grep -qF -e "$1" "$out" || fail "the output lacks: $1"
}

printf 'Text.\n\n@printf "a\\n\\nb  \\n"\n    a\n    b\n\nMore.\n\n@echo c >&2\n    c\n' | document
right
printf '@seq 5\n    1\n    …\n    5\n@seq 5\n    …\n@echo "took 3.1 s"\n    took … s\n@true\n' | document
right
printf '@printf "1\\n2\\n1\\n3\\n"\n    …\n    1\n    3\n' | document
right
printf '@echo "Solved in 7 ms"\n    Solved in 0.01 ms\n@ls -d build/grundy examples/ring.edges games\n    …\n' | document
right
printf '@cat\n@printf a > file\n@cat file\n    a\n' | document
right

printf '@echo a\n    b\n' | document
wrong 'document: b'
printf '@seq 2\n    1\n' | document
wrong 'stdout: 2'
printf '@seq 1\n    1\n    2\n' | document
wrong 'document: 2'
printf '@echo a\n' | document
wrong 'stdout: a'
printf '@seq 5\n    1\n    …\n    4\n' | document
wrong 'seq 5'
printf '@echo "took 3.1 s"\n    took … ms\n' | document
wrong 'took 3.1 s'

# Blocks that are not run say why, and the mark applies to one block.
printf '<!-- not run: it takes long -->\n\n@echo a\n    b\n@echo c\n    d\n\nText.\n' | document
right
printf '<!-- not run: it takes long -->\n\n@echo a\n    b\n\nText.\n\n@echo c\n    d\n' | document
wrong 'echo c'
printf '<!-- not run: it takes long -->\n\nText.\n\n@echo c\n    d\n' | document
wrong 'echo c'
printf '<!-- not run: -->\n\n@echo c\n    d\n' | document
wrong 'echo c'

# Long blocks are run if there is time.
printf '<!-- long: a minute -->\n\n@echo a\n    b\n' | document
right
export GRUNDY_LONG=1
wrong 'echo a'
unset GRUNDY_LONG

# Commands that would be overlooked.
# shellcheck disable=SC2016 # nothing is to be expanded
printf '```\n$ echo a\n```\n' | document
wrong 'line 2'
printf -- '- Item\n\n      $ echo a\n' | document
wrong 'line 3'
finish
