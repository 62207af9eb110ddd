#!/bin/sh
# The commands of documents print what the documents say.
#     usage: documents.sh GRUNDY [DOCUMENT...]      without documents, all that there are
#
# A line of four blanks and "$ " is a command, run by sh in a folder that has examples/, games/ and
# build/grundy, with the Python of the tests; what follows, up to the next command or the next text,
# is what it prints, standard error included (compare.awk says what "…" stands for). A block behind
# the line
#     <!-- long: why -->
# is run if GRUNDY_LONG is set, which tests/long does, and one behind
#     <!-- not run: why -->
# is only shown.
. tests/support/check.sh
shift
[ $# -gt 0 ] || set -- README.md docs/*.md
root=$PWD

# commands_of DOCUMENT: writes N.command and N.shown for its commands, and says what is no command
# where a reader would take it for one.
commands_of() {
  awk -v long="${GRUNDY_LONG:-}" '
    /^<!-- not run: ..* -->$/ { passed = 1; next }
    /^<!-- long: ..* -->$/ { passed = long == ""; next }
    /^ *\$ / && !/^    \$ / { print "line " NR ": a command has four blanks before it"; exit 1 }
    /^    \$ / && passed { skipping = 1; passed = 0 }
    skipping && /^(    |$)/ { next }
    /^    \$ / { inside = 1; name = sprintf("%03d", ++count)
                 print substr($0, 7) > (name ".command"); printf "" > (name ".shown"); next }
    /^    / && inside { print substr($0, 5) > (name ".shown"); next }
    /^$/ { next }
    { inside = skipping = passed = 0 }' "$1"
}

# check_document DOCUMENT
check_document() {
  mkdir -p "$work/document/build" "$work/commands" && cd "$work/commands" || exit 1
  commands_of "$1" > "$out" || fail "$1: $(cat "$out")"
  cd "$work/document" || exit 1
  ln -s "$root/examples" "$root/games" .
  ln -s "$grundy" build/grundy
  ln -s "$(command -v "$python")" build/python3
  for command in "$work/commands"/*.command; do
    [ -e "$command" ] || continue
    last="$1: $(cat "$command")"
    # Its exit code is not in the document: what it prints is compared.
    PATH=$PWD/build:$PATH sh "$command" < /dev/null > "$out" 2>&1 || :
    : > "$err"
    awk -f "$root/tests/support/compare.awk" "${command%.command}.shown" "$out" && continue
    fail 'the document says something else:'
    sed 's/^/  document: /' "${command%.command}.shown"
  done
  cd "$root" || exit 1
  rm -rf "$work/document" "$work/commands"
}

for document; do
  case $document in
    /*) check_document "$document" ;;
    *) check_document "$root/$document" ;;
  esac
done
finish
