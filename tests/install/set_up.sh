#!/bin/sh
# `make demo` and `make test` do their own set-up: they install what is missing, and fetch the lists of packages if
# there are none. apt-get and dpkg-query are replaced by scripts that note what they are asked for.
. tests/support/check.sh

mkdir "$work/bin"
cat > "$work/bin/dpkg-query" << 'END'
#!/bin/sh
exit 1
END
cat > "$work/bin/apt-get" << 'END'
#!/bin/sh
printf '%s\n' "$*" >> "$NOTES"
case $* in
  *update*) : > "$NOTES.lists" ;;
  *) [ -e "$NOTES.lists" ] ;;
esac
END
printf '#!/bin/sh\nexec "$@"\n' > "$work/bin/sudo"
chmod +x "$work"/bin/*
export NOTES="$work/notes"
PATH=$work/bin:$PATH

# Without lists the first attempt fails, the lists are fetched, and the second one succeeds.
expect_exit 0 scripts/install-packages build test
[ "$(wc -l < "$NOTES")" -eq 3 ] || fail "apt-get should be called three times: $(cat "$NOTES")"
sed -n 2p "$NOTES" | grep -qx -e '-q .* update' || fail 'the lists of packages are not fetched'
sed -n 3p "$NOTES" | grep -q 'install -y --no-install-recommends gcc .*cmake .*libcmocka-dev' ||
  fail 'the packages are not installed afterwards'
! grep -v 'DPkg::Lock::Timeout=[1-9]' "$NOTES" || fail 'apt-get does not wait for another program that installs packages'

# Both targets begin with that script, and build only after it.
for target in demo test; do
  expect_exit 0 make -n $target
  first=$(grep -n 'scripts/install-packages build' "$out" | head -n 1 | cut -d : -f 1)
  build=$(grep -n 'cmake' "$out" | head -n 1 | cut -d : -f 1)
  [ "${first:-9}" -lt "${build:-0}" ] || fail "make $target builds before it installs"
done
expect_exit 0 make -n test
grep -q 'scripts/install-packages build test' "$out" || fail 'make test does not install the packages of the tests'
for command in 'make demo' 'make test'; do
  grep -q "\`$command\`" README.md || fail "README.md does not name $command"
done
finish
