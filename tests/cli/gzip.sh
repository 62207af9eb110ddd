#!/bin/sh
# Files compressed with gzip are read like their contents, whatever their names.
. tests/support/check.sh
cp examples/turtles.linear "$work/moves.linear"
cd "$work" || exit 1

printf 'a b\nb c\nc a\nc d\n' > g.edges
printf 'a x\nb x\nc y\nd z\n' > classes
printf 'a a\nb b\nc c\nd d\n' > map
for format in dot graphml mtx npz; do
  if [ "$format" = mtx ]; then
    printf '0 1\n1 2\n2 0\n2 3\n' > numbers.edges
    "$grundy" convert numbers.edges g.mtx || fail 'convert'
  else
    "$grundy" convert g.edges "g.$format" || fail 'convert'
  fi
done
for format in tsv csv json npz; do "$grundy" solve g.edges -o "s.$format" || fail 'solve'; done
gzip -k g.* s.* classes map moves.linear

# same COMMAND... -- COMMAND...: both give the same result.
same() {
  first=
  while [ "$1" != -- ]; do
    first="$first $1"
    shift
  done
  shift
  # shellcheck disable=SC2086 # words
  expect_exit 0 "$grundy" $first
  cp "$out" "$work/plain"
  expect_exit 0 "$grundy" "$@"
  expect_same "$out" "$work/plain"
}

# Games: format by the ending before .gz, by --from, and from standard input and pipes.
for format in edges dot graphml mtx npz; do
  same convert "g.$format" - --to edges -- convert "g.$format.gz" - --to edges
  cp "g.$format.gz" "other.$format"
  same convert "g.$format" - --to edges -- convert "other.$format" - --to edges
  same convert "g.$format" - --to edges -- convert --from "$format" - - --to edges < "g.$format.gz"
  expect_exit 0 sh -c "cat 'g.$format.gz' | '$grundy' convert --from '$format' - - --to edges"
  expect_same "$out" "$work/plain"
done
cp g.edges.gz game.gz
same solve g.edges --to tsv -- solve game.gz --to tsv

# Solutions, classes, maps and linear games.
for format in tsv csv json npz; do
  same verify g.edges "s.$format" -- verify g.edges.gz "s.$format.gz"
done
same quotient g.edges --classes classes -- quotient g.edges --classes classes.gz
same map g.edges g.edges map -- map g.edges.gz g.edges.gz map.gz
same linear moves.linear -- linear moves.linear.gz

# Graphs that rules are played on.
printf 'graph { a -- b -- c -- d }' | gzip > path.dot.gz
printf 'a b\nb c\nc d\n' > path.edges
same solve node-kayles:path.edges --to tsv -- solve node-kayles:path.dot.gz --to tsv

# Consecutive members are one file.
printf 'a b\nb' | gzip > two.gz
printf ' c\nc a\nc d\n' | gzip >> two.gz
same solve g.edges --to tsv -- solve two.gz --to tsv

# Damaged files are bad input, even if something was read before.
for format in edges dot graphml mtx; do
  size=$(wc -c < "g.$format.gz")
  head -c $((size - 5)) "g.$format.gz" > "cut.$format.gz"
  expect_exit 3 "$grundy" solve "cut.$format.gz"
  expect_no_stdout
  expect_stderr_line "cut.$format.gz: the gzip file is damaged or cut short"
done
head -c 30 classes.gz > cut.gz
expect_exit 3 "$grundy" quotient g.edges --classes cut.gz
expect_stderr_line 'cut.gz: the gzip file is damaged or cut short'
printf '\037\213' > bare.edges
expect_exit 3 "$grundy" solve bare.edges
expect_stderr_line 'bare.edges: the gzip file is damaged or cut short'
printf '\037' > half.edges
expect_exit 0 "$grundy" solve half.edges # a name of one byte
expect_exit 3 "$grundy" solve - < cut.edges.gz
expect_stderr_line 'standard input: the gzip file is damaged or cut short'

# A file that is called .gz is compressed, however short it was cut.
for format in edges dot graphml mtx npz; do
  size=$(wc -c < "g.$format.gz")
  length=0
  while [ "$length" -lt "$size" ]; do
    head -c "$length" "g.$format.gz" > "cut.$format.gz"
    expect_exit 3 "$grundy" convert "cut.$format.gz" - --to edges
    expect_no_stdout
    expect_stderr_line "cut.$format.gz: \(the gzip file is damaged or cut short\|not a gzip file, although its name ends with .gz\)"
    [ $format = edges ] && length=$((length + 1)) || length=$((length + 1 + length / 40))
  done
done
cp g.edges plain.GZ
expect_exit 3 "$grundy" solve plain.GZ
expect_stderr_line 'plain.GZ: not a gzip file, although its name ends with .gz'
expect_exit 0 "$grundy" solve - < plain.GZ

# Rules in Lua, with arguments, in operators and in expressions.
cat > rules.lua << 'END'
return { title = "Two heaps", args = { "a", "b" }, start = function(a, b) return { tonumber(a), tonumber(b) } end,
         moves = function(p)
           local to = {}
           for i = 1, 2 do
             for n = 0, p[i] - 1 do
               local q = { p[1], p[2] }
               q[i] = n
               to[#to + 1] = q
             end
           end
           return to
         end }
END
gzip -k rules.lua
same solve rules.lua:3,5 --to tsv -- solve rules.lua.gz:3,5 --to tsv
same solve 'pass(rules.lua:3,5)' --to tsv -- solve 'pass(rules.lua.gz:3,5)' --to tsv
same solve rules.lua:3,5 -o - --to tsv -- solve ./rules.lua.gz:3,5 -o - --to tsv
expect_exit 0 "$grundy" value 'rules.lua.gz:3,5@1,2 + nim:3'
expect_stdout_line 'value       0'
expect_exit 0 "$grundy" rules check rules.lua.gz:3,5
expect_exit 0 "$grundy" sweep rules.lua.gz:0..3,5
expect_exit 0 "$grundy" solve rules.lua.gz:3,5 -o rules.npz
expect_exit 0 "$grundy" value rules.npz 1,2
head -c 50 rules.lua.gz > cut.lua.gz
expect_exit 3 "$grundy" solve cut.lua.gz:3,5
expect_stderr_line 'cut.lua.gz: the gzip file is damaged or cut short'

# Output is never compressed.
expect_exit 2 "$grundy" convert g.edges new.edges.gz
[ ! -e new.edges.gz ] || fail 'a file was written'
expect_exit 2 "$grundy" convert g.edges.gz g.edges.gz --to edges
finish
