#!/bin/sh
# Every function that the library exports has a user outside the library and its tests: a front end,
# an example, a program in docs/api.md or docs/compounds.md, or an inline function of a public header.
# Tests compile all of these (tests/install runs the examples and the programs). A comment is not a
# use. The check is first run on a tree with a function that nothing uses, so that it cannot pass
# without seeing anything.

set -eu

# check_tree ROOT: prints every function without a user; fails if there is one or nothing was read.
check_tree() {
  (
    cd "$1" || exit 2
    for header in include/grundy/*.h; do
      tr '\n' ' ' < "$header" | sed -e 's|/\*|\n&|g' -e 's|\*/|&\n|g' | grep -v '^/\*' | tr '\n' ' '
    done > headers.txt
    tr ';' '\n' < headers.txt | sed -n 's/.*GRUNDY_API[^(]*[ *]\(grundy_[a-z_0-9]*\)(.*/\1/p' | sort -u > exported.txt
    {
      # The bodies of inline functions: what is left without the declarations.
      sed 's/GRUNDY_API[^;]*;//g' headers.txt
      find cli command web mpi python/src examples -name '*.[ch]' -exec cat {} + |
        sed -e 's|/\*|\n&|g' -e 's|\*/|&\n|g' | awk '/^\/\*/ { inside = 1 } !inside { print } /\*\/$/ { inside = 0 }'
      find python/grundy -name '*.py' -exec cat {} + | sed 's/^ *#.*//'
      awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/api.md docs/compounds.md
    } | grep -o 'grundy_[a-z_0-9]*' | sort -u > used.txt
    [ -s exported.txt ] || { echo 'no exported function was read'; exit 1; }
    unused=$(comm -23 exported.txt used.txt)
    [ -z "$unused" ] && exit 0
    echo "$unused" | sed 's/$/ is exported, but no front end and no example uses it/'
    exit 1
  )
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/python" "$work/docs"
cp -r include cli command web mpi examples "$work"
cp -r python/src python/grundy "$work/python"
cp docs/api.md docs/compounds.md "$work/docs"

failed=0
check_tree "$work" || failed=1
cp "$work/include/grundy/base.h" "$work/base.h"
for extra in 'GRUNDY_API void grundy_unused(void);' \
             'GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_unused(const char *text, grundy_error *error);'; do
  cp "$work/base.h" "$work/include/grundy/base.h"
  printf '%s\n' "$extra" >> "$work/include/grundy/base.h"
  printf '/* grundy_unused(), says\n * grundy_unused */\n' >> "$work/cli/main.c"
  if check_tree "$work" > "$work/said"; then
    echo "not noticed: $extra"
    failed=1
  fi
  grep -q '^grundy_unused is exported' "$work/said" || { echo 'the function is not named'; failed=1; }
done
exit $failed
