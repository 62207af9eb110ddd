#!/bin/sh
# Links between documents are valid, and the README leads to every document.
. tests/support/check.sh
: > "$out"
: > "$err"

# links_of DOCUMENT: prints the files that it links to, except links to the web or within the page.
links_of() {
  grep -o '](\([^)]*\))' "$1" | sed -e 's/^](//; s/)$//; s/#.*//' -e '/^https\{0,1\}:/d; /^$/d'
}

for document in README.md docs/*.md; do
  last=$document
  links_of "$document" > "$work/links"
  while read -r link; do
    [ -e "$(dirname "$document")/$link" ] || fail "$link does not exist"
  done < "$work/links"
done

last=README.md
links_of README.md > "$work/links"
for document in docs/*.md; do
  grep -qxF "$document" "$work/links" || fail "no link to $document"
done
[ "$(wc -l < README.md)" -le 70 ] || fail 'README.md is longer than 70 lines'
finish
