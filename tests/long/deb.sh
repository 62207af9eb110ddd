#!/bin/sh
# The Debian packages: built, clean for lintian, and installed and used in a Debian where nothing else is installed.
. tests/support/check.sh
. tests/support/clean_debian.sh

expect_exit 0 scripts/build-deb "$work/deb"
for package in grundy libgrundy2 libgrundy-dev grundy-mpi grundy-certify python3-grundy; do
  deb=$(find "$work/deb" -name "${package}_*.deb")
  [ -s "$deb" ] || fail "no package $package"
done
# Libraries that are loaded when they are first needed are dependencies, too.
for needed in libgrundy2:libgvc libgrundy2:libexpat grundy:libedit grundy:libmicrohttpd; do
  deb=$(find "$work/deb" -name "${needed%:*}_*.deb")
  dpkg-deb -f "$deb" Depends | grep -q "${needed#*:}" || fail "${needed%:*} does not depend on ${needed#*:}"
done
run lintian --allow-root --pedantic --fail-on error,warning,pedantic "$work"/deb/*.changes
[ "$status" -eq 0 ] || fail 'lintian'
expect_no_stdout

rm "$work"/deb/*-dbgsym_*.deb
in_clean_debian tests/support/use_packages.sh "$work"/deb/*.deb
finish
