#!/bin/sh
# Dependencies point down the floors of docs/architecture.md. Reads every #include line.
#
# A file of the library may include public and private headers of its own room and of rooms on lower
# floors. What is built on the library includes only public headers and these:
#   command   its own
#   cli       its own, those of command and of web
#   web       its own
#   python    its own
#   mpi       its own, those of command, and the private headers named below
# The check is first run on trees with a violation, so that it cannot pass without seeing anything.

set -eu

# Rooms and their floors, from the table in the document.
floors=$(sed -n 's/^| \([0-9]*\) | \(.*\) |$/\1 \2/p' docs/architecture.md |
  awk '{ n = split($0, part, "`"); for (i = 2; i <= n; i += 2) print part[i], $1 }')

# What grundy-mpi uses of the library, besides public headers: one header that lists it, and rule sets
# by name, which are on the floor of that header.
mpi_headers='engine/cluster.h game/impl.h'

# check_tree ROOT: prints every violation; fails if there is one or nothing was read.
check_tree() {
  (
    cd "$1" || exit 2
    grep -rno --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]*[>"]' \
      include src cli command mpi python/src web | sort
  ) | awk -v floors="$floors" -v mpi_headers="$mpi_headers" \
        -v headers="$(cd "$1" && find cli command mpi python/src src/platform -name '*.h')" '
    function floor_of(room) {
      if (!(room in floor)) { print "no floor is known for the room " room; bad = 1; return 0 }
      return floor[room]
    }
    # Headers without a folder are those of the including folder, of command, or of the room platform.
    function is_of(folder, header) {
      if (folder == "web") return header ~ /^web\/|^command\/(options|program)\.h$/
      if (header ~ /\//) return (folder == "cli" && header ~ /^web\//) || (folder == "mpi" && header in of_mpi)
      if (((folder == "python" ? "python/src" : folder) "/" header) in there) return 1
      if (("src/platform/" header) in there) return folder != "python"
      return (folder == "cli" || folder == "mpi") && ("command/" header) in there
    }
    BEGIN {
      n = split(floors, words)
      for (i = 1; i < n; i += 2) floor[words[i]] = words[i + 1]
      n = split(mpi_headers, words)
      for (i = 1; i <= n; i++) of_mpi[words[i]] = 1
      n = split(headers, words)
      for (i = 1; i <= n; i++) there[words[i]] = 1
    }
    {
      split($0, part, ":")
      file = part[1]; place = part[1] ":" part[2]
      match($0, /[<"][^>"]*[>"]$/)
      included = substr($0, RSTART, RLENGTH)
      header = substr(included, 2, length(included) - 2)
      read++

      public = included ~ /^<grundy\//
      first = header
      sub(/\/.*/, "", first)
      private = included ~ /^"/ || (header ~ /\// && first in floor)
      if (!public && !private) next
      room = public ? substr(header, 8) : header
      sub(/\/.*/, "", room); sub(/\.h$/, "", room)

      folder = file
      sub(/\/.*/, "", folder)
      if (folder != "include" && folder != "src") {
        if (!private || is_of(folder, header)) next
        print place ": " folder " includes what is neither public nor its own, " header
        bad = 1
        next
      }
      if (file == "include/grundy/grundy.h") next
      here = file
      if (here ~ /^include\/grundy\//) { sub(/^include\/grundy\//, "", here); sub(/\.h$/, "", here)
        if (private) { print place ": a public header includes a private one, " header; bad = 1; next } }
      else { sub(/^src\//, "", here); sub(/\/.*/, "", here)
        if (private && header !~ /\//) { print place ": write the room too, as in base/error.h: " header; bad = 1; next } }
      if (room == here) next
      if (floor_of(room) >= floor_of(here)) {
        print place ": " here " (floor " floor[here] ") includes " room " (floor " floor[room] ")"; bad = 1
      }
    }
    END { if (read == 0) { print "no include line was read"; bad = 1 }; exit bad }'
}

failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# expect_violation FILE LINE: the tree with that line added is rejected.
expect_violation() {
  printf '%s\n' "$2" >> "$work/tree/$1"
  if check_tree "$work/tree" > "$work/said"; then
    echo "not noticed: $2 in $1"
    failed=1
  fi
  cp "$1" "$work/tree/$1"
}

mkdir -p "$work/tree/python"
cp -r include src cli command mpi web "$work/tree"
cp -r python/src "$work/tree/python"
expect_violation src/base/alloc.c '#include "digraph/impl.h"'
expect_violation src/solution/solution.c '#include <grundy/solve.h>'
expect_violation src/verify/verify.c '#include <grundy/solve.h>'
expect_violation src/verify/verify.c '#include "solve/impl.h"'
expect_violation src/certificate/check.c '#include <grundy/heap.h>'
expect_violation src/certificate/check.c '#include "heap/code.h"'
expect_violation src/certificate/check.c '#include "vector/impl.h"'
expect_violation src/certificate/check.c '#include "search/search.h"'
expect_violation src/model/model.c '#include <grundy/solution.h>'
expect_violation src/value/value.c '# include "digraph/impl.h"'
expect_violation src/digraph/digraph.c '#include "impl.h"'
expect_violation include/grundy/value.h '#include <grundy/format.h>'
expect_violation include/grundy/value.h '#include "base/error.h"'
expect_violation cli/solve.c '#include "format/impl.h"'
expect_violation web/server.c '#include "format/impl.h"'
expect_violation web/server.c '#include "run_limits.h"'
expect_violation cli/solve.c '#include <solve/impl.h>'
expect_violation command/options.c '#include "solve/impl.h"'
expect_violation command/options.c '#include "commands.h"'
expect_violation command/options.c '#include "web/server.h"'
expect_violation mpi/main.c '#include "explain/impl.h"'
expect_violation mpi/main.c '#include "solve/waves.h"'
expect_violation mpi/main.c '#include "solve_job.h"'
expect_violation python/src/core.c '#include "base/error.h"'
expect_violation python/src/core.c '#include "failure.h"'

check_tree . || failed=1

# tests/faults makes the allocations of every function fail that can fail.
for function in $(cat include/grundy/*.h | tr '\n' ' ' |
                  grep -o 'GRUNDY_MUST_USE grundy_status *grundy_[a-z_]*' | sed 's/.* //'); do
  if ! grep -q "\b$function(" tests/faults/functions/attempts.c; then
    echo "tests/faults/functions/attempts.c does not try $function"
    failed=1
  fi
done
exit $failed
