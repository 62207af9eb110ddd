#!/bin/sh
# Links between documents lead somewhere, and the index docs/README.md leads through all of them.
# The check is tried on wrong copies first, so that it cannot pass by seeing nothing.
. tests/support/check.sh

check_documents() { run "$python" tests/docs/links.py "$1"; }

# finds PROBLEM FILE SED: the check reports the problem after FILE was changed by a script of sed.
finds() {
  rm -rf "$work/tree" && mkdir -p "$work/tree/docs"
  cp ./*.md "$work/tree"
  cp docs/*.md "$work/tree/docs"
  sed "$3" "$2" > "$work/tree/$2"
  check_documents "$work/tree"
  grep -qF -e "$1" "$out" || fail "not reported: $1"
}

finds 'docs/maps.md: thery.md does not exist' docs/maps.md 's/(theory\.md/(thery.md/; $ s/^/[x](thery.md) /'
finds 'docs/serve.md: formats.md has no heading #nowhere' docs/serve.md '$ s/^/[x](formats.md#nowhere) /'
finds 'docs/README.md: lists maps.md 0 times' docs/README.md '/maps\.md/d'
finds 'docs/README.md: lists maps.md 2 times' docs/README.md '/maps\.md/p'
finds "docs/README.md: calls maps.md 'x'" docs/README.md 's/\[[^]]*\](maps\.md)/[x](maps.md)/'
finds 'docs/maps.md: ends with' docs/maps.md '$ d'
finds "the title 'Formats' is used 2 times" docs/maps.md '1 s/.*/# Formats/'
finds 'README.md: no link to docs/README.md' README.md 's/docs\/README\.md/docs/g'

check_documents .
[ "$status" -eq 0 ] || fail 'documents are wrong'
[ "$(wc -l < README.md)" -le 120 ] || fail 'README.md has more than 120 lines'
finish
