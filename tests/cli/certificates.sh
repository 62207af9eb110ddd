#!/bin/sh
# grundy verify --certificate: certificates in JSON, which contain their game.
. tests/support/check.sh

# quotient CODE TRANSITIONS: heaps 1 to 3 of a game in which they are worth a, 1, a.
quotient() {
  printf '{"format": "grundy misere quotient 1", "game": {"code": "%s"}, "play": "misere", "claim": "quotient", ' "$1"
  printf '"heaps": 3, "size": 2, "generators": [1], "cayley": [[1, 0]], "phi": [0, 1, 0, 1], "levels": [{"P": [1], '
  printf '"transitions": [%s]}], "period": {"start": 1, "length": 2}}\n' "$2"
}
all='[0, "0"], [1, "2"], [0, "1"]'

cd "$work" || exit 1
quotient 0.3 "$all" > right.json
expect_exit 0 "$grundy" verify --certificate right.json
expect_no_stderr
echo 'right: 0.3 in misere play: the quotient has order 2, P has size 1, and values have period 2 from heap 1' |
  expect_stdout
expect_exit 0 "$grundy" verify 0.3 --certificate right.json
expect_exit 0 "$grundy" verify 0.30 --certificate - < right.json
expect_exit 0 "$grundy" verify --certificate right.json --json
expect_stdout_line '{"right": true, "format": "grundy misere quotient 1", "game": "0.3", "claim": "0.3 in .*", "message": null}'
gzip -k right.json
expect_exit 0 "$grundy" verify --certificate right.json.gz

# Another game, or no proof.
: > empty.json
for game in '' cram:2,3; do
  # shellcheck disable=SC2086 # the game may be left out
  expect_exit 3 "$grundy" verify $game --certificate empty.json
  expect_stderr_line 'empty.json: the file is empty; expected a certificate'
done
expect_exit 3 "$grundy" verify 0.33 --certificate right.json
expect_stderr_line 'right.json: the certificate is about 0.3, not about 0.33; GAME may be left out'
quotient 0.3 '[0, "0"]' > wrong.json
expect_exit 1 "$grundy" verify --certificate wrong.json
echo 'wrong: wrong.json: condition 3: the transitions are not closed under adding heap 1' | expect_stdout
expect_exit 1 "$grundy" verify --certificate wrong.json --json
expect_stdout_line '{"right": false, .*"claim": null, "message": "condition 3: .*"}'

# Periods of rows of games on vectors.
expect_exit 0 "$grundy" vector 'vector{(1,0)*,(0,1)*,(1,1)*}:9,9' --slice 5,x --period --certificate row.json -o row.txt
expect_exit 0 "$grundy" verify --certificate row.json
expect_stdout_line 'right: vector{(0,1)\*,(1,0)\*,(1,1)\*}:5,x has preperiod 27, period 24, saltus 24'
expect_exit 0 "$grundy" verify 'vector{(1,0)*,(1,1)*,(0,1)*}:5,x' --certificate row.json
expect_exit 3 "$grundy" verify 'vector{(1,0)*,(1,1)*,(0,1)*}:6,x' --certificate row.json
expect_stderr_line 'row.json: the certificate is about vector{.*}:5,x, not about vector{.*}:6,x; GAME may be left out'
sed 's/"period": 24/"period": 48/' row.json > wrong.json
expect_exit 1 "$grundy" verify --certificate wrong.json
expect_stdout_line 'wrong: wrong.json: the saltus is 24; expected 48'
expect_exit 2 "$grundy" vector 'vector{(1)}:9' --certificate row.json
expect_exit 4 "$grundy" vector 'vector{(1)}:9' --slice x --period --max-positions 10 --certificate none.json
[ ! -e none.json ] || fail 'a certificate of nothing was written'

# Not certificates.
quotient 3.77 "$all" > code.json
expect_exit 3 "$grundy" verify --certificate code.json
expect_stderr_line "code.json: 'code' is wrong; expected a code such as 0.77 or take{1,3,4}"
echo '{"format": "grundy misere quotient 2"}' > format.json
expect_exit 3 "$grundy" verify --certificate format.json
expect_stderr_line "format.json: unknown format 'grundy misere quotient 2' of a certificate"
echo '{"format": "grundy misere quotient 1"' > cut.json
expect_exit 3 "$grundy" verify --certificate cut.json
expect_stderr_line 'cut.json:2:[01]: not JSON: .*'
expect_exit 3 "$grundy" verify --certificate missing.json
expect_exit 2 "$grundy" verify --certificate right.json --window 3
printf 'grundy certificate 1\nvalue 1\n' > position
expect_exit 2 "$grundy" verify --certificate position
expect_stderr_line 'grundy: the certificate is about a position; GAME is missing'
expect_exit 2 "$grundy" verify
expect_stderr_line 'grundy: GAME is missing; .*'
finish
