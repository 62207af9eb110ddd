#!/bin/sh
# The commands in documents print the output shown there.
#     usage: documents.sh GRUNDY [DOCUMENT...]      default: all documents
#
# A line that begins with four blanks and "$ " is a command, run by sh in a folder that has
# examples/, games/ and build/grundy, with the Python of the tests. The lines up to the next command
# or text are its output, including standard error (compare.awk explains "…"). A block after the
# line
#     <!-- long: why -->
# is run only if GRUNDY_LONG is set, which tests/long does, and a block after
#     <!-- not run: why -->
# is not run.
. tests/support/check.sh
shift
[ $# -gt 0 ] || set -- README.md docs/*.md
root=$PWD

# commands_of DOCUMENT: writes N.command and N.shown for its commands, and reports text that looks
# like a command but is not one.
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
    # The document does not show the exit code: only the output is compared.
    PATH=$PWD/build:$PATH sh "$command" < /dev/null > "$out" 2>&1 || :
    : > "$err"
    awk -f "$root/tests/support/compare.awk" "${command%.command}.shown" "$out" && continue
    fail 'the output differs from the document:'
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
