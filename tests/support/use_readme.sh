#!/bin/sh
# Installs grundy as README.md says; tests/long/readme.sh runs this in a Debian where nothing else is installed, in a
# folder with the sources in grundy/.
. tests/support/check.sh
. tests/support/installed.sh
. tests/support/clean_debian.sh

install make
cd grundy || exit 1
expect_exit 2 make
grep -q 'to install them, type:  make deps' "$err" || fail 'make does not say how to install packages'
sed -n '/^### Install/,/^|/s/^    \(sudo \)\{0,1\}\(.*[^ ]\)  *#.*/\2/p' README.md > "$work/steps"
[ "$(wc -l < "$work/steps")" -eq 3 ] || fail 'README.md has not three steps'
while read -r step; do
  # shellcheck disable=SC2086 # words
  quietly $step < /dev/null
done < "$work/steps"
check_command /usr/local site-functions
expect_exit 0 grundy solve examples/ring.edges --check
expect_exit 0 grundy draw examples/ring.edges -o "$work/ring.svg"
(cd "$work" && grundy rules new mygame --c) > "$out"
expect_exit 0 grundy rules build "$work/mygame.c"
expect_exit 0 make demo
expect_exit 0 make uninstall
[ -z "$(find /usr/local -name '*grundy*')" ] || fail 'make uninstall leaves files'
finish
