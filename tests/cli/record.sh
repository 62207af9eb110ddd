#!/bin/sh
# Records of matches: grundy play --record and --continue, and grundy record.
. tests/support/check.sh
cd "$work" || exit 1

# A move that was taken back is a branch, and the last line is the main one.
printf '1 2\nu\n2 2\nq\n' | expect_exit 0 "$grundy" play 'nim:3 + nim:4' --record match.txt
expect_exit 0 cat match.txt
expect_stdout << 'END'
game nim:3 + nim:4
first person
second computer perfect
1. 2 2
2. 1 2
1. 1 2
2. 2 2
END

# It goes on there, against the same opponent, and may be kept in the same file.
printf '1 1\nq\n' | expect_exit 0 "$grundy" play --continue match.txt --record match.txt
expect_stdout_line 'You play nim:3 + nim:4 against the computer, after 2 moves\.'
expect_exit 0 "$grundy" record match.txt
expect_stdout_line '3\. 1 1'
expect_exit 0 "$grundy" record match.txt --json
expect_stdout_line '.*"number": 2, "parent": 1, "by": "second", "text": "1 2".*'

# The computer that begins is the one that the record names.
printf 'game nim:5\nplay misere\nfirst computer easy\nsecond person Anna\n1. 3\n' > misere.txt
echo q | expect_exit 0 "$grundy" play --continue misere.txt --seed 7 --record copy.txt
expect_stdout_line 'It moves at random half of the time (--seed 7)\.'
expect_stdout_line 'The player who cannot move wins\. It is your turn\. Type h for help\.'
expect_exit 0 cmp misere.txt copy.txt

# Another game may be given, and texts may be written by hand.
printf '  game  wrong\n\n  1. 3 # first\n     # and more\n    2. 0\n  1. 0' > hand.txt
expect_exit 0 "$grundy" record hand.txt nim:5
expect_stdout << 'END'
game wrong
1. 3  # first
# and more
2. 0
1. 0
END

# Errors are one line with their place.
expect_exit 3 "$grundy" record hand.txt
expect_stderr_line 'wrong: no such file or game.*'
printf 'game nim:5\n1. 3\n2. 4\n' > illegal.txt
expect_exit 3 "$grundy" record illegal.txt
expect_stderr_line "illegal\.txt:3:4: move 2, '4', is not allowed: no move from 3 to 4"
expect_exit 3 "$grundy" play --continue illegal.txt
expect_stderr_line "illegal\.txt:3:4: move 2, '4', is not allowed: no move from 3 to 4"
printf 'game nim:5\nfirst computer clever\n' > level.txt
expect_exit 3 "$grundy" play --continue level.txt
expect_stderr_line ".*a computer of level 'clever'; expected perfect, fair or easy"
expect_exit 3 "$grundy" play --continue absent.txt
expect_stderr_line 'absent\.txt: No such file or directory'
expect_exit 2 "$grundy" play
expect_exit 2 "$grundy" play --continue match.txt --misere
expect_exit 2 "$grundy" play --continue -
expect_exit 2 "$grundy" play nim:3 --record -

finish
