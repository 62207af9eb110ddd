#!/bin/sh
# Links between documents lead somewhere, and the README leads to every document.
. tests/support/check.sh
: > "$out"
: > "$err"

# links_of DOCUMENT: the files that it links to, without what is on the web or on the same page.
links_of() {
  grep -o '](\([^)]*\))' "$1" | sed -e 's/^](//; s/)$//; s/#.*//' -e '/^https\{0,1\}:/d; /^$/d'
}

for document in README.md docs/*.md; do
  last=$document
  links_of "$document" > "$work/links"
  while read -r link; do
    [ -e "$(dirname "$document")/$link" ] || fail "$link is not there"
  done < "$work/links"
done

last=README.md
links_of README.md > "$work/links"
for document in docs/*.md; do
  grep -qxF "$document" "$work/links" || fail "no link to $document"
done
[ "$(wc -l < README.md)" -le 120 ] || fail "it has more than 120 lines"
finish
