#!/bin/sh
# example_kind.sh DOCUMENT TABLE FOLDER: extracts the kind of game from the document, and adds the
# line shown there to the table of kinds. Writes cycle.c and kinds_with_cycle.c.

set -e
awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$1" > "$3/cycle.c"
line=$(grep -m 1 '^    KIND(' "$1" | sed 's/^ *//')
grep -q 'GRUNDY_GAME_KIND' "$3/cycle.c"
[ -n "$line" ]
sed "s/^  KIND(file)/  $line \\\\\\n  KIND(file)/" "$2" > "$3/kinds_with_cycle.c"
grep -qF "$line" "$3/kinds_with_cycle.c"
