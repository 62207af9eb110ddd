#!/bin/sh
# Archives of results: writing, checking, and files that are not archives.
. tests/support/check.sh

# The checksum that is printed is that of the file, and the file does not depend on its name.
expect_exit 0 "$grundy" solve wythoff:3,5 --archive "$work/a.zip"
expect_no_stderr
sum=$("$python" -c 'import hashlib,sys; print(hashlib.sha256(open(sys.argv[1],"rb").read()).hexdigest())' "$work/a.zip")
expect_stdout_line "$sum  .*/a\.zip"
expect_exit 0 "$grundy" solve wythoff:3,5 --archive "$work/b.zip" --threads 1
expect_same "$work/a.zip" "$work/b.zip"
expect_exit 0 "$grundy" verify "$work/a.zip"
expect_stdout << END
right: 18 positions, 89 moves
  game     wythoff:3,5
  version  $("$grundy" --version | sed 's/[^0-9]*\([0-9.]*\).*/\1/;q')
  command  grundy solve 'wythoff:3,5' --archive ARCHIVE.zip
  rules    explored again, with the same positions and moves
  SHA-256  $sum
END
expect_exit 0 "$grundy" verify "$work/a.zip" --json
expect_stdout_line "{\"right\": true, \"message\": null, \"game\": \"wythoff:3,5\", .*\"rules\": \"run\", \"sha256\": \"$sum\"}"

# Other programs read it, and its parts can be checked one by one.
"$python" - "$work" << 'END' || fail 'the archive is not a zip file with right checksums'
import hashlib, os, sys, zipfile
os.chdir(sys.argv[1])
archive = zipfile.ZipFile("a.zip")
assert archive.testzip() is None
archive.extractall("parts")
for line in open("parts/SHA256SUMS"):
    checksum, name = line.split()
    assert hashlib.sha256(open("parts/" + name, "rb").read()).hexdigest() == checksum
END
expect_exit 0 "$grundy" verify "$work/parts/game.npz" "$work/parts/certificate.npz"
expect_exit 0 "$grundy" verify "$work/parts/game.npz" "$work/parts/table.tsv"
expect_exit 0 "$grundy" solve wythoff:3,5 --to tsv
expect_same "$out" "$work/parts/table.tsv"

# Files, players, payoffs, rules that read a file, a script, and options.
archive() {
  expect_exit 0 "$grundy" solve "$@" --archive "$work/x.zip"
  expect_exit 0 "$grundy" verify "$work/x.zip"
}
archive examples/ring.edges --columns all
expect_stdout_line '  rules    none: the game was a file'
archive examples/two-coloured.edges
archive examples/payoffs.edges --payoff 2 --infinite 0
archive cops-and-robber:examples/petersen.edges,1
expect_stdout_line '  rules    not run: .*'
cat > "$work/take.lua" << 'END'
return { args = { "n" }, start = function(n) return { n } end,
  moves = function(p) return p[1] > 0 and { { p[1] - 1 } } or {} end }
END
archive "$work/take.lua:9"
expect_stdout_line '  rules    explored again, .*'
archive 'pass(wythoff:2,2)' --columns outcome
archive cram:2,3 # by positions, not by parts
expect_stdout_line 'right: 6 positions, 8 moves'

# A changed byte of a member does not pass; the unit tests change every byte.
"$python" - "$work" << 'END'
import os, sys
os.chdir(sys.argv[1])
data = open("a.zip", "rb").read()
open("c.zip", "wb").write(data.replace(b"\tP\t", b"\tN\t", 1))
END
expect_exit 3 "$grundy" verify "$work/c.zip"
expect_stderr_line '.*c\.zip: not an archive of grundy solve --archive: a checksum, .*'

# Files that are not archives.
refused() {
  expect_exit 3 "$grundy" verify "$work/bad.zip"
  expect_no_stdout
  expect_stderr_line "$1"
  [ "$(wc -l < "$err")" -eq 1 ] || fail 'more than one line'
}
head -c 1000 "$work/a.zip" > "$work/bad.zip"
refused '.*bad\.zip: not an archive of grundy solve --archive: a member is cut short .*'
cat "$work/a.zip" - > "$work/bad.zip" << 'END'
more
END
refused '.*bad\.zip: not an archive of grundy solve --archive: a checksum, a date .*'
echo text > "$work/bad.zip"
refused '.*bad\.zip: not an archive of grundy solve --archive: it is not a zip file'
: > "$work/bad.zip"
refused '.*bad\.zip: not an archive of grundy solve --archive: it is not a zip file'
cp "$work/parts/game.npz" "$work/bad.zip"
refused '.*bad\.zip: not an archive of grundy solve --archive: .*'
rm "$work/bad.zip"
refused '.*bad\.zip: No such file or directory.*'

# Bad usage.
expect_exit 2 "$grundy" solve wythoff:3,5 --archive -
expect_exit 2 "$grundy" solve wythoff:3,5 --archive "$work/y.zip" -o "$work/y.tsv"
expect_exit 5 "$grundy" solve wythoff:3,5 --archive "$work/nowhere/y.zip"
expect_exit 2 "$grundy" verify examples/ring.edges
expect_stderr_line "grundy: SOLUTION is missing; try 'grundy verify --help'"
finish
