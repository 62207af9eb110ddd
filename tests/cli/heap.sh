#!/bin/sh
# grundy heap: values, periods, formats, checkpoints, misère play; heaps in best and play.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

expect_exit 0 "$grundy" heap grundy --max 30
expect_stdout << 'END'
grundy

    0 1 2 3 4 5 6 7 8 9
 0  0 0 0 1 0 2 1 0 2 1
10  0 2 1 3 2 1 3 2 4 3
20  0 4 3 0 4 3 0 4 1 2
30  3

no period proved up to 30
END
expect_no_stderr

# ---- periods ----
# expect_period CODE PREPERIOD PERIOD
expect_period() {
  expect_exit 0 "$grundy" heap "$1" --stop-at-period --json
  $python -c '
import json, sys
answer = json.load(sys.stdin)
period = answer["period"]
values = answer["values"]
assert answer["max"] == len(values) - 1 == period["proved_at"]
assert [period["preperiod"], period["length"]] == [int(a) for a in sys.argv[1:]], period
assert period["saltus"] == 0
' "$2" "$3" < "$out" || fail "wrong period of $1"
}
expect_period kayles 71 12
expect_period dawson-kayles 53 34
expect_period 0.137 52 34
expect_period 0.4 54 34
expect_period 0.45 498 20
expect_period 0.644 3256 442
expect_period 0.356 7315 142
expect_period 0.165 5181 1550

expect_exit 0 "$grundy" heap 0.3F --max 60
expect_stdout_line 'preperiod 0, period 6, saltus 3: G(n+6) = G(n)+3 for all n >= 0'
expect_stdout_line 'proved by the values up to 21: docs/heaps-proofs.md, Theorem 3, .*'
expect_exit 0 "$grundy" heap 'allbut{2,3,7}'
expect_stdout_line 'preperiod 0, period 4, saltus 2: G(n+4) = G(n)+2 for all n >= 0'
expect_exit 0 "$grundy" heap kayles --max 166
expect_stdout_line 'no period proved up to 166'
expect_exit 0 "$grundy" heap kayles --max 167
expect_stdout_line 'preperiod 71, period 12: G(n+12) = G(n) for all n >= 71, and not for n = 70'
expect_exit 4 "$grundy" heap grundy --stop-at-period --max 500
expect_stderr_line 'grundy: no period is proved up to 500; use a larger --max'

# ---- formats ----
expect_exit 0 "$grundy" heap nim --max 2 --to tsv
printf 'heap\tvalue\n0\t0\n1\t1\n2\t2\n' | expect_stdout
expect_exit 0 "$grundy" heap nim --max 1 --to csv
printf 'heap,value\n0,0\n1,1\n' | expect_stdout
expect_exit 0 "$grundy" heap kayles --stop-at-period -o "$work/kayles.npz"
expect_exit 0 "$python" -c '
import numpy, sys
archive = numpy.load(sys.argv[1])
assert archive["period"].tolist() == [71, 12, 0, 167]
assert archive["values"][:6].tolist() == [0, 1, 2, 3, 1, 4]
assert len(archive["values"]) == 168
' "$work/kayles.npz"
expect_exit 0 "$grundy" heap 0.16 --max 20000 --rare --json
$python -c '
import json, sys
rare = json.load(sys.stdin)["rare"]
assert rare["count"] == 53 and rare["last"] == 13935, rare
' < "$out" || fail 'wrong rare values'
expect_exit 0 "$grundy" heap kayles --rare
expect_stdout_line 'largest value 8, first at heap 27; 9 different values'
expect_exit 0 "$grundy" heap kayles --plot "$work/kayles.svg"
expect_exit 0 "$python" -c '
import sys, xml.etree.ElementTree
root = xml.etree.ElementTree.parse(sys.argv[1]).getroot()
assert root.tag == "{http://www.w3.org/2000/svg}svg"
' "$work/kayles.svg"

# ---- errors ----
expect_exit 3 "$grundy" heap kayle
expect_stderr_line "code:1:1: unknown heap game 'kayle'; did you mean 'kayles'?"
expect_exit 3 "$grundy" heap 0.7.7
expect_stderr_line "code:1:4: unexpected '.'; expected a digit, ( or ... , or the end"
expect_exit 2 "$grundy" heap
expect_exit 2 "$grundy" heap kayles --heaps 3,,4
expect_exit 2 "$grundy" heap kayles --heaps 3 --max 5
expect_exit 2 "$grundy" heap kayles --misere --stop-at-period
expect_exit 2 "$grundy" heap kayles --checkpoint-interval 3
expect_exit 5 "$grundy" heap kayles -o "$work/none/here"
expect_exit 4 "$grundy" heap kayles --max 1e9 --memory 100M
expect_no_stdout

# ---- misere play and sums ----
expect_exit 0 "$grundy" heap kayles --misere --json
$python -c 'import json, sys; answer = json.load(sys.stdin)
assert "".join(answer.pop("outcomes")) == "NPNNPNNNNPNNPNNNNNNNP"
assert answer == {"code": "0.77", "max": 20, "play": "misere", "limit": None}, answer' < "$out" ||
  fail 'the JSON of misere play'
expect_exit 0 "$grundy" heap nim --misere --heaps 7,5,2
echo '0.3...: 7+5+2 is a P-position in misere play (theorem [Bou01])' | expect_stdout
expect_exit 0 "$grundy" heap kayles --heaps 3,4,5
echo '0.77: 3+4+5 is an N-position, value 6' | expect_stdout
expect_exit 0 "$grundy" heap kayles --misere --heaps 50,50
echo '0.77: 50+50 is a P-position in misere play (value b^2 in the misere quotient of order 40)' | expect_stdout
expect_exit 0 "$grundy" heap kayles --misere --heaps 5,5 --json
expect_stdout << 'EOF'
{"code": "0.77", "heaps": [5, 5], "play": "misere", "outcome": "N", "value": null, "positions": 0, "order": 12, "phi": "1", "winning_moves": [{"heap": 5, "parts": [4]}]}
EOF
expect_exit 0 "$grundy" heap kayles --misere --heaps 1000,27,12
tail -n 1 "$out" | grep -q '^  and [0-9]* more$' || fail 'too many winning moves are printed'
# The quotient has more than 12 elements, so the sum is searched.
expect_exit 0 "$grundy" heap 0.07 --misere --heaps 14,3 --max-elements 12
echo '0.07: 14+3 is a P-position in misere play (search of 70 positions)' | expect_stdout
expect_exit 4 "$grundy" heap 0.07 --misere --heaps 50,50 --max-positions 1000 --max-elements 12

# ---- misere quotients ----
expect_exit 0 "$grundy" heap kayles --misere --quotient --stop-at-period --certificate "$work/kayles.proof" --json
$python -c 'import json, sys; answer = json.load(sys.stdin)
assert answer["period"] == {"start": 71, "length": 12, "proved_at": 167}, answer["period"]
assert (answer["order"], answer["p_order"], answer["tame"], answer["limit"]) == (40, 9, False, None)
assert [g["heap"] for g in answer["generators"]] == [1, 2, 5, 9, 12, 25, 27]
assert answer["relations"][0] == {"left": "a^2", "right": "1"} and len(answer["relations"]) == 21
assert len(answer["p"]) == 9 and answer["phi"][:6] == ["1", "a", "b", "ab", "a", "c"]
assert len(answer["phi"]) == 71 + 12 and answer["growth"][-1] == {"heap": 27, "order": 40}' < "$out" ||
  fail 'the JSON of a misere quotient'
expect_exit 0 "$grundy" verify --certificate "$work/kayles.proof"
expect_exit 4 "$grundy" heap kayles --misere --quotient --stop-at-period --max 100
expect_stderr_line 'grundy: no period is proved up to 100; use a larger --max'
# A limit gives what was found, and a lower bound with a proof.
expect_exit 4 "$grundy" heap kayles --misere --quotient --max-elements 20 --certificate "$work/bound.proof"
expect_stderr_line 'grundy: the misere quotient up to heap 12 has more than 20 elements; use a larger limit.*'
grep -q '^with heap 12 the order is at least 2[0-9]; the certificate proves at least [12][0-9]$' "$out" || fail 'there is no lower bound'
expect_exit 0 "$grundy" verify --certificate "$work/bound.proof"
expect_exit 4 "$grundy" heap kayles --misere --quotient --max-elements 20 --json
$python -c 'import json, sys; answer = json.load(sys.stdin)
assert answer["limit"]["reason"] == "too-many" and answer["max"] == 11 and answer["order"] == 18
assert 20 < answer["lower_bound"] <= 24' < "$out" || fail 'the JSON of a quotient that was stopped'
expect_exit 4 "$grundy" heap 0.07 --misere --quotient --max 40 --time 0.1
# Infinite from heap 7 on, and proved.
expect_exit 0 "$grundy" heap 0.3122 --misere --quotient --max 9 --certificate "$work/infinite.proof"
expect_stdout_line 'with heap 7 the quotient is infinite, proved: the multiples of heaps 5 and 7 drift .*'
expect_exit 0 "$grundy" verify 0.3122 --certificate "$work/infinite.proof"
expect_stdout_line 'right: 0.3122 in misere play: the quotient of the heaps up to n is infinite for every n >= 7, .*'
expect_exit 0 "$grundy" heap 0.3122 --misere --quotient --max 7 --json
expect_stdout_line '.*"infinite": {"from": 7, "drifting": \[5, 7\], "outcomes_up_to": 7}.*'
expect_exit 0 "$grundy" heap 0.3122 --misere --heaps 7,7,5
expect_stdout_line '0.3122: 7+7+5 is a.* in misere play (the quotient is infinite; heaps 5 and 7 drift)'
expect_exit 0 "$grundy" heap 0.3122 --misere --heaps 7,7,5 --json
expect_stdout_line '.*"order": null, "phi": null, .*'
expect_exit 2 "$grundy" heap kayles --quotient
expect_exit 2 "$grundy" heap kayles --misere --quotient --to csv
expect_exit 2 "$grundy" heap kayles --misere --certificate "$work/none.proof"

# ---- checkpoints ----
# A run that is killed again and again comes to the same result.
expect_exit 0 "$grundy" heap 0.6 --max 20000 -o "$work/expected.npz"
kills=0
while [ $kills -lt 3 ]; do
  "$grundy" heap 0.6 --max 20000 --checkpoint "$work/save" --checkpoint-interval 0.01 -o "$work/again.npz" \
    > "$out" 2> "$err" &
  running=$!
  tries=0
  while [ ! -e "$work/save" ] && [ $tries -lt 100 ]; do
    sleep 0.05
    tries=$((tries + 1))
  done
  sleep 0.1
  kill -KILL $running 2> "$err" || true # it may have ended
  wait $running 2> "$err" || true
  kills=$((kills + 1))
done
expect_exit 0 "$grundy" heap 0.6 --max 20000 --checkpoint "$work/save" -o "$work/again.npz"
expect_same "$work/expected.npz" "$work/again.npz"
head -c 1000 "$work/save" > "$work/cut"
expect_exit 3 "$grundy" heap 0.6 --max 20000 --checkpoint "$work/cut"
expect_stderr_line '.*/cut: the checkpoint is damaged; expected a file that an earlier run has written'
expect_exit 3 "$grundy" heap kayles --checkpoint "$work/save"
expect_stderr_line '.*/save: this is a checkpoint of another game; expected one of 0.77'

# ---- heaps as components ----
expect_exit 0 "$grundy" best kayles:7
expect_stdout_line '  1 kayles: 7 -> 1,4 (take 2 from 7 leaving 1 and 4)  leads to a P-position, value 0, remoteness 4'
expect_exit 0 "$grundy" best '0.156:100 + nim:3' --json
expect_stdout_line '.*"value": 1, .*.*'
echo '3,3' > "$work/script"
expect_exit 0 "$grundy" play kayles:7 < "$work/script"
expect_stdout_line 'You move 1 kayles: 7 -> 3,3 (take 1 from 7 leaving 3 and 3).'
# ---- genera, and what was found before a limit ----

expect_exit 0 "$grundy" heap kayles --misere --genus --max 5
expect_stdout << 'END'
0.77, misere play

     0  0^120
     1  1^031
     2  2^20
     3  3^31
     4  1^031
     5  4^146  wild

the first wild heap is 5
END
expect_exit 0 "$grundy" heap nim --misere --genus --max 20 --to csv
[ "$(tail -n 1 "$out")" = '20,"20^20,22",tame' ] || fail 'the genus of a large heap'
expect_exit 0 "$grundy" heap kayles --misere --genus --max 1 --json
expect_stdout << 'END'
{"code": "0.77", "max": 1, "play": "misere", "limit": null, "genera": [
{"value": 0, "misere": [1, 2, 0], "kind": "tame"},
{"value": 1, "misere": [0, 3, 1], "kind": "tame"}], "first_wild": null}
END
expect_exit 4 "$grundy" heap kayles --misere --max 99 --max-positions 200 --to tsv
[ "$(head -n 2 "$out" | tail -n 1)" = "0${tab:-	}N" ] || fail 'nothing was written'
expect_stderr_line 'grundy: more than 200 sums of heaps can be reached; .*'
expect_exit 4 "$grundy" heap kayles --misere --genus --max 99 --max-positions 200 --json -o "$work/partial.json"
grep -q '"limit": {"reason": "too-many", "message": "more than 200 sums' "$work/partial.json" ||
  fail 'the file does not name the limit'
expect_exit 4 "$grundy" heap kayles --misere --max 99 --max-positions 200 --json
$python -c 'import json, sys; assert json.load(sys.stdin)["limit"]["reason"] == "too-many"' < "$out" ||
  fail 'the answer does not name the limit, or an error follows it'
expect_exit 4 "$grundy" heap 0.6 --stop-at-period --max 50 --json
$python -c 'import json, sys; answer = json.load(sys.stdin)
assert answer["limit"]["message"] == "no period is proved up to 50" and answer["rare"] is None' < "$out" ||
  fail 'the limit of a period'
expect_exit 0 "$grundy" heap kayles --heaps 3,4,5 --json
echo '{"code": "0.77", "heaps": [3, 4, 5], "play": "normal", "outcome": "N", "value": 6, "positions": 0}' | expect_stdout
expect_exit 2 "$grundy" heap kayles --genus
expect_exit 2 "$grundy" heap kayles --misere --genus --heaps 3,4
# ---- quotients for papers ----
expect_exit 0 "$grundy" heap 0.123 --misere --quotient --stop-at-period --to latex --plot "$work/cayley.dot"
expect_stdout_line '.*mathcal{P} = .{a, b.{2}, c, ad, be.} .]'
[ "$(grep -c peripheries=2 "$work/cayley.dot")" -eq 5 ] || fail 'the picture does not mark the five elements of P'
expect_exit 2 "$grundy" heap 0.123 --misere --plot "$work/x.svg"
expect_stderr_line 'grundy: --misere conflicts with --plot; to draw a quotient, .*'
expect_exit 4 "$grundy" heap 0.07 --misere --quotient --max 33 --plot "$work/x.dot"
expect_stderr_line 'grundy: a picture can have at most 400 elements'
[ ! -e "$work/x.dot" ] || fail 'a picture was written'

finish
