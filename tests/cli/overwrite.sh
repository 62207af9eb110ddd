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
