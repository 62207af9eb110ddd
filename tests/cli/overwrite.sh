#!/bin/sh
# No command overwrites one of its inputs, or one of its outputs with another.
. tests/support/check.sh
cd "$work" || exit 1
mkdir folder
printf 'a b\nb c\n' > g.edges
printf 'a x\nb y\nc z\n' > classes
printf 'A: a -> b.\n' > played
printf 'a a\nb b\nc c\n' > map
cat > given.lua << 'END'
return { title = "Over at once", args = { "n", "graph:digraph" }, start = function() return 0 end,
         moves = function(p) return {} end }
END
"$grundy" solve g.edges -o s.tsv || fail 'solve'
cp g.edges same.edges
ln g.edges linked.edges

# refuses FILE COMMAND...: the command names FILE as an input, and does not change it.
refuses() {
  kept=$1
  shift
  cp "$kept" kept
  expect_exit 2 "$grundy" "$@"
  expect_stderr_line "grundy: .* would overwrite the input '.*'; try .*"
  expect_same "$kept" kept
}
refuses g.edges solve g.edges -o g.edges
refuses g.edges solve g.edges -o ./linked.edges
refuses g.edges solve node-kayles:g.edges -o g.edges
refuses g.edges solve given.lua:3,folder/../g.edges -o linked.edges
refuses given.lua solve given.lua:3,g.edges -o given.lua
refuses s.tsv solve g.edges --solution s.tsv -o s.tsv
refuses g.edges solve g.edges --solution s.tsv -o g.edges
refuses g.edges convert node-kayles:g.edges g.edges
refuses g.edges product disjunctive same.edges node-kayles:g.edges -o g.edges
refuses g.edges draw node-kayles:g.edges -o g.edges --to dot
refuses g.edges trace node-kayles:g.edges -o g.edges
refuses played draw g.edges --play played --to dot -o played
refuses g.edges quotient node-kayles:g.edges -o g.edges
refuses g.edges quotient node-kayles:g.edges --map g.edges
refuses g.edges quotient node-kayles:g.edges --classes classes -o g.edges
refuses classes quotient g.edges --classes classes -o classes
refuses g.edges map node-kayles:g.edges same.edges map -o g.edges
refuses map map g.edges same.edges map -o map
refuses given.lua value given.lua:3,g.edges --certificate given.lua
refuses given.lua value given.lua:3,g.edges --table ./given.lua
refuses g.edges value given.lua:3,g.edges@0 --certificate linked.edges
refuses g.edges value '"given.lua:3,g.edges"' --certificate g.edges
refuses g.edges value 'pass(given.lua:3,g.edges)' --table g.edges

# Files inside operators, quotations, tokens and ranges, for every command that writes a file.
cp g.edges g.tsv
cat > r.lua << 'END'
return { title = "Down", args = { "n" }, fields = { "n" }, start = function(n) return { tonumber(n) } end,
         moves = function(p) if p[1] > 0 then return { { p[1] - 1 } } end return {} end }
END
ln -s g.tsv symbolic.tsv
ln g.tsv hard.tsv
for game in 'pass(node-kayles:g.tsv)' 'pass(pass(node-kayles:g.tsv), 2)' 'terminal(given.lua:3,g.tsv, 0)' \
  'block(given.lua:3,g.tsv, 1)' node-kayles:symbolic.tsv; do
  for output in g.tsv ./g.tsv symbolic.tsv hard.tsv; do
    refuses g.tsv solve "$game" -o $output --to tsv
    refuses g.tsv convert "$game" $output --to edges
    refuses g.tsv draw "$game" -o $output --to dot
    refuses g.tsv trace "$game" -o $output
    refuses g.tsv quotient "$game" -o $output --to edges
    refuses g.tsv quotient "$game" --map $output
    refuses g.tsv product disjunctive same.edges "$game" -o $output --to edges
    refuses g.tsv map "$game" same.edges map -o $output
    refuses g.tsv value "$game" --certificate $output
    refuses g.tsv value "$game" --table $output
    refuses g.tsv draw "$game" --worksheet -o $output
  done
done
refuses r.lua solve 'restrict(r.lua:3, true)' -o r.lua --to tsv
refuses r.lua solve 'restrict(pass(r.lua:3), n < 3)' -o folder/../r.lua --to tsv
refuses g.tsv sweep 'g.tsv@a + nim:1..3' -o g.tsv
refuses g.tsv sweep '"g.tsv"@a + nim:1..3' -o hard.tsv
refuses g.tsv sweep '2*tokens:g.tsv{a,b} + nim:1..3' -o symbolic.tsv
refuses g.tsv sweep 'pass(node-kayles:g.tsv) + nim:1..3' -o g.tsv --resume
echo 'return function(p) return true end' > law.lua
refuses law.lua solve g.edges --where law.lua -o law.lua --to tsv
cp s.tsv wythoff
refuses wythoff solve g.edges --solution wythoff --solution-from tsv -o wythoff --to tsv
rm wythoff

# Files that no text on the command line names: standard input, and what a file of data names.
cp g.tsv kept
# shellcheck disable=SC2094 # that is the point
expect_exit 2 "$grundy" convert - g.tsv --to dot < g.tsv
expect_stderr_line 'g.tsv: refusing to overwrite an input; write to another file'
expect_same g.tsv kept
expect_exit 0 "$grundy" rules new tiny --c
expect_exit 0 "$grundy" rules build tiny.c
expect_exit 0 "$grundy" solve ./tiny.so:3,5 -o tiny.npz
cp tiny.so kept
expect_exit 2 env GRUNDY_LIBRARIES=1 "$grundy" solve tiny.npz -o tiny.so --to tsv
expect_stderr_line 'tiny.so: refusing to overwrite an input; write to another file'
expect_same tiny.so kept

# Other files, and standard output, can be written, also over an old file that is no input.
cp g.edges old.tsv
for output in new.tsv old.tsv -; do
  expect_exit 0 "$grundy" solve 'pass(node-kayles:g.tsv)' -o $output --to tsv
  expect_exit 0 "$grundy" sweep 'g.tsv@a + nim:1..3' -o $output
done
expect_exit 0 "$grundy" solve g.tsv -o old.tsv --to tsv
expect_exit 0 "$grundy" verify g.tsv old.tsv
expect_exit 0 "$grundy" solve g.tsv -o old.tsv --to tsv
expect_exit 0 "$grundy" sweep 'g.tsv@a + nim:1..5' -o new.tsv --resume # reads and replaces its table
expect_exit 0 "$grundy" value r.lua:9 --table table
expect_exit 0 "$grundy" value r.lua:9 --table table

# same OPTION OPTION COMMAND...: two outputs are the same file.
same() {
  names="--$1 and --$2"
  shift 2
  expect_exit 2 "$grundy" "$@"
  expect_stderr_line "grundy: $names name the same file; try .*"
}
same table certificate value chain:3 --table new --certificate ./new
same plot output heap kayles -o new.svg --plot ./new.svg
same checkpoint output heap kayles --checkpoint new -o folder/../new
touch saved
same checkpoint output heap kayles --checkpoint saved -o saved
same output map quotient g.edges -o both --map both
same output plot experiment chain --vary n=3 --plot a.svg -o a.svg
expect_exit 0 "$grundy" quotient g.edges -o /dev/null --to edges --map /dev/null

# A gallery game is not a file.
cp g.edges wythoff
expect_exit 0 "$grundy" solve wythoff:3,5 -o wythoff
expect_exit 0 "$grundy" solve given.lua:3,g.edges -o result.tsv

finish
