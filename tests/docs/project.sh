#!/bin/sh
# The files that people expect in a project are there, can be parsed, agree with each other, and have links that lead somewhere.
. tests/support/check.sh

expect_exit 0 "$python" tests/docs/project.py
expect_no_stdout
expect_no_stderr

# A release needs the tag of its version.
expect_exit 1 scripts/release v0.0.0 https://example.org "$work/dist"
expect_stderr_line 'release: the tag is v0.0.0, but CMakeLists.txt has version .*'

# The source archive is the same each time, and recipes get its checksum.
archive=$(scripts/source-archive "$work/one")
expect_exit 0 cmp "$archive" "$(scripts/source-archive "$work/two")"
expect_exit 0 scripts/recipes "$archive" https://example.org https://example.org/archive.tar.gz "$work/recipes"
! grep -rn '@[A-Z0-9]*@' "$work/recipes" || fail 'a recipe has gaps'
for recipe in arch/PKGBUILD homebrew/grundy.rb conda-forge/meta.yaml; do
  grep -q "$(sha256sum "$archive" | cut -d ' ' -f 1)" "$work/recipes/$recipe" || fail "$recipe has another checksum"
done
finish
