#!/bin/sh
# verify says whether a solution is correct, and if not, why.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh

printf 'a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\nd e\ne d\ne z\n' > "$work/game"
cd "$work" || exit 1

# Everything written by solve is correct, from a file and from standard input.
for columns in default all; do
  for format in tsv csv json; do
    "$grundy" solve game --columns $columns -o right.$format || fail "solve to $format"
    expect_exit 0 "$grundy" verify game right.$format
    expect_no_stderr
    expect_stdout_line 'right: 7 positions, 13 moves'
    expect_stdout_line '  outcome   *right  .*'
    expect_exit 0 "$grundy" verify game - --solution-from $format < right.$format
    expect_stdout_line 'right: 7 positions, 13 moves'
    expect_exit 0 "$grundy" verify - right.$format < game
    cp right.$format right.dat
    expect_exit 0 "$grundy" verify game right.dat --solution-from=$format
  done
done
for game in '' 'a\n' 'a a\n'; do
  # shellcheck disable=SC2059
  printf "$game" > small
  "$grundy" solve small --columns all -o small.tsv || fail 'solve a small game'
  expect_exit 0 "$grundy" verify small small.tsv
done

# Missing columns are not checked, and the report says so.
"$grundy" solve game -o some.tsv --columns outcome,remoteness || fail 'solve'
expect_exit 0 "$grundy" verify game some.tsv
expect_stdout_line '  outcome  *right  .*'
expect_stdout_line '  hmin  *not checked  .*'

# Columns that cannot be checked do not pass: vertices alone, or sets without values.
for columns in 1 1,4; do
  cut -f $columns right.tsv > none.tsv
  expect_exit 4 "$grundy" verify game none.tsv
  expect_stdout_line 'nothing could be checked: 7 positions, 13 moves'
  expect_exit 4 "$grundy" verify game none.tsv --json
  grep -q '"right": null' "$out" || fail 'JSON says null'
done
cut -f 1,4,5 right.tsv > some.tsv
expect_exit 0 "$grundy" verify game some.tsv
expect_stdout_line 'right as far as checked: 7 positions, 13 moves'
expect_stdout_line '  k  *not checked  .*'

# Rows may be in any order.
{ head -n 1 right.tsv; tail -n +2 right.tsv | sort -r; } > turned.tsv
expect_exit 0 "$grundy" verify game turned.tsv
expect_stdout_line 'right: .*'

# tampered NAME SCRIPT: sed changes one entry.
tampered() {
  sed "$2" right.tsv > wrong.tsv
  ! cmp -s wrong.tsv right.tsv || fail "the test '$1' changes nothing"
  expect_exit 1 "$grundy" verify game wrong.tsv
  expect_no_stderr
  first=$(head -n 1 "$out")
  case $first in wrong:\ ?*) ;; *) fail "$1: the first line does not say what is wrong" ;; esac
  expect_stdout_line "  $1  *wrong  .*"
  grep -qF "${first#wrong: }" "$out" || fail "$1: the first line is not a finding"
  expect_exit 1 "$grundy" verify game wrong.tsv --json
  "$python" -c 'import json, sys
answer = json.load(open(sys.argv[1]))
assert answer["right"] is False
wrong = [f for f in answer["findings"] if f["verdict"] == "wrong"]
assert wrong and all(f["message"] and f["column"] and f["kind"] for f in wrong)' "$out" || fail "$1: JSON"
}
tab=$(printf '\t')
tampered outcome "s/^z${tab}P/z${tab}N/"
tampered grundy "s/^\(w${tab}N${tab}\)2/\15/"
tampered k "s/^\(a.*${tab}\)0,2,3${tab}1/\10,2${tab}1/"
tampered remoteness "s/^\(a${tab}N${tab}inf${tab}0,2,3${tab}\)1/\13/"
tampered distance "s/^\(v${tab}[^${tab}]*${tab}[^${tab}]*${tab}[^${tab}]*${tab}1${tab}\)3/\14/"

# JSON for a correct solution.
expect_exit 0 "$grundy" verify game right.json --json
cp "$out" answer.json
expect_exit 0 "$python" -c 'import json, sys
answer = json.load(open(sys.argv[1]))
assert answer["right"] is True
verdicts = {f["column"]: f["verdict"] for f in answer["findings"] if f["verdict"] != "remark"}
assert len(verdicts) == 10 and set(verdicts.values()) == {"right"}, verdicts' answer.json

# Names are escaped in JSON.
printf 'q"\\ z\n' > names
"$grundy" solve names -o names.tsv || fail 'solve'
sed "s/^\(q[^${tab}]*${tab}\)N/\1P/" names.tsv > names-wrong.tsv
expect_exit 1 "$grundy" verify names names-wrong.tsv --json
cp "$out" answer.json
expect_exit 0 "$python" -m json.tool answer.json

# A solution that does not fit is bad input.
# unfit WHAT
unfit() {
  expect_exit 3 "$grundy" verify game unfit.tsv
  expect_no_stdout
  expect_stderr_line 'unfit.tsv:.*'
}
sed '$d' right.tsv > unfit.tsv && unfit
{ cat right.tsv; sed -n '$p' right.tsv; } > unfit.tsv && unfit
sed 's/^z/nobody/' right.tsv > unfit.tsv && unfit
sed '1s/outcome/outcast/' right.tsv > unfit.tsv && unfit
sed '2s/N/Q/' right.tsv > unfit.tsv && unfit
sed '3s/$/\tmore/' right.tsv > unfit.tsv && unfit
: > unfit.tsv && unfit
cp right.json unfit.tsv && unfit
printf '{"position": ["a"' > unfit.json
expect_exit 3 "$grundy" verify game unfit.json
expect_stderr_line 'unfit.json.*: .*'
expect_exit 3 "$grundy" verify game absent.tsv
expect_stderr_line 'absent.tsv: .*'
expect_exit 3 "$grundy" verify absent right.tsv
expect_stderr_line 'absent: .*'

# An answer that cannot be written is an error.
expect_exit 5 sh -c '"$0" verify game right.tsv > /dev/full' "$grundy"

finish
