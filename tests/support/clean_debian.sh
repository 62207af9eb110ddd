#!/bin/sh
# Helper for tests of packages; needs check.sh.
# shellcheck disable=SC2154 # $work is the folder of the test

# in_clean_debian SCRIPT FILE...: runs the script as root in a new Debian with nothing but what mmdebstrap
# installs. Its folder has copies of the files, and of the documents, examples and helpers of the tests. Of the
# variables of the caller it has only the proxies.
in_clean_debian() {
  script=$1
  shift
  given=$work/given
  rm -rf "$given"
  mkdir -p "$given/tests"
  cp -r tests/support "$given/tests"
  cp -r CMakeLists.txt docs examples "$@" "$given"
  # The hook is run by mmdebstrap, with the root folder of the new system as its argument.
  # shellcheck disable=SC2016
  hook='chroot "$1" env -i HOME=/root PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" sh -c "cd /given && sh '$script' /usr/bin/grundy"'
  expect_exit 0 env CMAKE_C_COMPILER_LAUNCHER=/nonexistent/launcher scripts/minimal-debian /dev/null --dpkgopt=force-unsafe-io --customize-hook="copy-in $given /" \
    --customize-hook="$hook"
}

# install PACKAGE...: for these scripts.
install() {
  quietly env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}
