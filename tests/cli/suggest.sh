#!/bin/sh
# What may be meant by a misspelled word: one is suggested if it is close, and none otherwise.

. tests/support/check.sh

cp examples/ring.edges "$work/ring.edges"
cd "$work" || exit 1

asks() {
  pattern=$1
  code=$2
  shift 2
  expect_exit "$code" "$grundy" "$@"
  expect_no_stdout
  expect_stderr_line "$pattern"
}

asks "chmop: no such file or game; did you mean 'chomp'?" 3 solve chmop
asks "chmop:3,4: no such file or game; did you mean 'chomp'?" 3 solve chmop:3,4
asks "expression:1:9: unknown game 'kayls'; did you mean 'kayles'?" 3 best 'nim:2 + kayls:3'
asks "code:1:1: unknown heap game 'kayls'; did you mean 'kayles'?" 3 heap kayls
asks "grundy: --columns: unknown column 'grudny'; did you mean 'grundy'?" 2 \
  solve ring.edges --columns grudny
asks "grundy: --to is 'jsn'; did you mean 'json'?" 2 solve ring.edges --to jsn
asks "grundy: --completions is 'bsh'; did you mean 'bash'?" 2 help --completions bsh
asks "grundy: 'chmop' is not the name of rules; did you mean 'chomp'?" 3 rules check chmop

# Heaps that are missing, and braces that the shell has taken apart.
asks "kayles: expected heaps after a colon, such as kayles:5 or kayles:3,4,7" 3 best kayles
asks "take2: no such file or game; put 'take{\.\.\.}:N' in quotes, or the shell .*" 3 solve take2
asks "expression:1:1: unknown game 'take2'; put 'take{\.\.\.}:N' in quotes, .*" 3 best take2:5

# Files of the same folder.
asks "ring: no such file or game; did you mean 'ring.edges'?" 3 solve ring
asks "ring: no such file or game; did you mean 'ring.edges'?" 3 best ring
asks "rnig.edges: No such file or directory; did you mean 'ring.edges'?" 3 solve rnig.edges
asks "\\./rnig.edges: No such file or directory; did you mean '\\./ring.edges'?" 3 solve ./rnig.edges
asks "other.edges: No such file or directory" 3 solve other.edges

# Positions; those that differ in a number are not close.
printf 'alpha beta\nbeta gamma9\ngamma9 a-long-name\na-long-name b-long-name-of-a-position\n' > greek.edges
for i in 1 2 3 4 5 6 7; do echo "gamma9 position$i"; done >> greek.edges
asks "expression:1:13: greek.edges has no position 'alhpa'; did you mean 'alpha'?" 3 \
  why greek.edges@alhpa
asks "expression:1:13: greek.edges has no position 'Beta'; did you mean 'beta'?" 3 why greek.edges@Beta
asks "expression:1:13: greek.edges has no position 'gamma8'" 3 why greek.edges@gamma8
asks "expression:1:13: greek.edges has no position 'q'" 3 why greek.edges@q
asks "grundy: --highlight: the game has no position 'alpah'; did you mean 'alpha'?" 3 \
  draw greek.edges --to svg --highlight alpah
asks "expression:1:12: ring.edges has no position 'z'; its positions are a, b, c, g, d, e, f" 3 \
  why ring.edges@z

# Control characters of a name do not reach the terminal.
printf 'alp\033ha beta\n' > odd.edges
asks "expression:1:11: odd.edges has no position 'alp?hq'; did you mean 'alp?ha'?" 3 \
  why "$(printf 'odd.edges@alp\033hq')"

finish
