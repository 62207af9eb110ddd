#!/bin/sh
# grundy period: periods, linear recurrences, formats of sequences, errors; b-files of grundy heap.
# shellcheck source=tests/support/check.sh
. tests/support/check.sh

# sequence TEXT CODE: the sequence is examined with that exit code.
sequence() {
  printf '%s' "$1" > "$work/terms"
  expect_exit "$2" "$grundy" period "$work/terms"
}

sequence '0 1 1 2 3 5 8 13 21 34' 0
expect_stdout << 'END'
10 terms, n = 0 to 9
no period seen
linear recurrence over the integers seen: order 2: a(n) = a(n-1) + a(n-2) for n = 2 to 9
no linear recurrence over GF(2) seen up to order 2
seen in these terms, not proved for others
END
expect_no_stderr

sequence '5, 1 2 1 2 1 2 1 2 # six' 0
expect_stdout_line 'period seen: preperiod 1, period 2: a(n+2) = a(n) for n = 1 to 6, and not for n = 0; 6 of 9 terms follow from the others'
sequence '10 8 6 4 2 0 -2' 0
expect_stdout_line 'period seen: preperiod 0, period 1, saltus -2: a(n+1) = a(n) - 2 for n = 0 to 5; 5 of 7 terms follow from the others'
sequence '0 1 3 2 6 7 5 4 12 13 15 14' 1
expect_stdout_line 'no linear recurrence over GF(2) seen up to order 3'

# A linear recurrence of nim-sums that is not one of integers.
$python - > "$work/xor" << 'END'
a = [5, 1, 7]
while len(a) < 40: a.append(a[-1] ^ a[-3])
print(*a)
END
expect_exit 0 "$grundy" period "$work/xor" --max-order 3
expect_stdout_line 'linear recurrence over GF(2) seen: order 3: a(n) = a(n-1) xor a(n-3) for n = 3 to 39'
expect_stdout_line 'no linear recurrence over the integers seen up to order 3'

# Kayles: what is seen is what grundy heap proves.
"$grundy" heap kayles --max 199 --to bfile > "$work/kayles"
[ "$(head -n 3 "$work/kayles" | tr '\n' ';')" = '0 0;1 1;2 2;' ] || fail 'not a b-file'
[ "$(wc -l < "$work/kayles")" -eq 200 ] || fail 'the b-file has another length'
expect_exit 0 "$grundy" period - < "$work/kayles"
expect_stdout_line 'period seen: preperiod 71, period 12: a(n+12) = a(n) for n = 71 to 187, and not for n = 70; 117 of 200 terms follow from the others'
for format in tsv csv; do
  "$grundy" heap kayles --max 199 --to $format > "$work/again"
  cp "$out" "$work/expected"
  expect_exit 0 "$grundy" period "$work/again"
  expect_same "$out" "$work/expected"
done
expect_exit 0 "$grundy" period "$work/kayles" --json
echo '{"terms": 200, "first": 0, "period": {"seen": true, "preperiod": 71, "length": 12, "saltus": 0, "predicted": 117}, "integers": null, "gf2": null, "max_order": 50, "proved": false}' | expect_stdout
head -n 100 "$work/kayles" > "$work/short"
expect_exit 1 "$grundy" period "$work/short"
expect_stdout_line 'no period seen; the best candidate is: preperiod 71, period 12: .*'

# Errors are one line.
sequence '1 two 3' 3
expect_stderr_line '.*/terms:1:3: '"'two' is not an integer"
expect_no_stdout
sequence '' 3
expect_stderr_line '.*/terms: no terms; expected integers'
sequence '1 99999999999999999999' 4
expect_stderr_line '.*/terms:1:3: the term is too large; terms have absolute values below 2^62'
expect_exit 3 "$grundy" period "$work/nothing"
expect_stderr_line '.*/nothing: No such file or directory'
expect_exit 2 "$grundy" period "$work/kayles" --max-order 0
expect_exit 2 "$grundy" period

# Tables for papers.
expect_exit 0 "$grundy" heap kayles --max 11 -o "$work/k.tex"
cat > "$work/expected" << 'END'
% 0.77
\begin{tabular}{r|rrrrrrrrrr}
$n$ & 0 & 1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 \\
\hline
0 & 0 & 1 & 2 & 3 & 1 & 4 & 3 & 2 & 1 & 4 \\
10 & 2 & 6 &  &  &  &  &  &  &  &  \\
\end{tabular}
END
expect_same "$work/k.tex" "$work/expected"
expect_exit 0 "$grundy" heap kayles --max 11 --to typst
expect_stdout_line '  \[10\], \[2\], \[6\], \[\], \[\], .*'
expect_exit 0 "$grundy" heap kayles --plot "$work/k.svg"
grep -q '>nim-value G(n)<' "$work/k.svg" || fail 'the plot has no titles at its axes'
if command -v gnuplot > /dev/null; then
  expect_exit 0 "$grundy" heap kayles --plot "$work/k.pdf"
  head -c 5 "$work/k.pdf" | grep -q '^%PDF-' || fail 'the plot is not a PDF'
fi


# Tables of sweeps, and outcomes: the values of {1, 3, 4} have the period 7.
"$grundy" sweep 'take{1,3,4}:0..40' --columns grundy -o "$work/take.tsv"
expect_exit 0 "$grundy" period "$work/take.tsv"
expect_stdout_line 'period seen: preperiod 0, period 7: .*'
"$grundy" sweep 'take{1,2}:5..40' --columns outcome -o "$work/take.csv"
expect_exit 0 "$grundy" period "$work/take.csv"
expect_stdout_line '36 terms, n = 5 to 40'
expect_stdout_line 'period seen: preperiod 0, period 3: .*'
echo 'PNNPNN PNNPNNPNNPNN' > "$work/letters"
expect_exit 0 "$grundy" period "$work/letters"
expect_stdout_line 'period seen: preperiod 0, period 3: .*'
echo 'PNX' > "$work/letters"
expect_exit 3 "$grundy" period "$work/letters"
expect_stderr_line ".*letters:1:1: 'PNX' is not an integer"
finish
