#!/bin/sh
# The container image: built, and the explorer served from it, by podman or, where containers cannot run, in a chroot.
. tests/support/check.sh

image=localhost/grundy-test
port=8123
address=http://127.0.0.1:$port
before=$(podman images --all --quiet | wc -l)
expect_exit 0 scripts/container $image
[ "$(podman images --all --quiet | wc -l)" -eq $((before + 1)) ] || fail 'more than one image is left'
export GRUNDY_TOKEN=0123456789abcdef
if podman run --rm $image --version > "$out" 2> /dev/null; then
  podman run --rm -p 127.0.0.1:$port:8017 -e GRUNDY_TOKEN $image &
else
  container=$(podman create $image)
  root=$(podman mount "$container")
  chroot --userspec=nobody "$root" grundy --version > "$out"
  chroot --userspec=nobody "$root" grundy serve --listen 127.0.0.1 --port $port > "$work/address" 2>&1 &
fi
server=$!
expect_stdout_line "grundy [0-9.]*"
attempts=0
until curl -sL -c "$work/cookies" "$address/?token=$GRUNDY_TOKEN" > "$work/page" || [ $attempts -eq 50 ]; do
  attempts=$((attempts + 1))
  sleep 0.2
done
grep -q '<title>' "$work/page" || fail 'the container does not serve the page'
[ "$(curl -s -o "$work/refused" -w '%{http_code}' "$address/")" = 401 ] || fail 'the server needs no token'
kill $server
wait $server || true
[ -z "${container-}" ] || podman rm --force "$container" > "$out"
podman rmi $image > "$out"
finish
