#!/bin/sh
# Whenever it is interrupted, the command exits with 130 and leaves no incomplete file.
# shellcheck disable=SC2016 # the inner shell expands its arguments
. tests/support/check.sh
interrupt=$PWD/tests/cli/interrupt.py
cd "$work" || exit 1
mkdir folder
mkfifo pipe

# While it waits for input.
for signal in INT TERM HUP; do
  printf 'old\n' > folder/s.tsv
  expect_exit 130 "$python" "$interrupt" $signal 0.1 pipe "$grundy" solve pipe -o folder/s.tsv
  expect_stderr_line 'grundy: interrupted'
  expect_no_stdout
  expect_files folder s.tsv
  [ "$(cat folder/s.tsv)" = old ] || fail 'the old file was changed'
done
printf 'a b\n' > game
"$grundy" solve game -o game.tsv || fail 'solve'
expect_exit 130 "$python" "$interrupt" INT 0.1 pipe "$grundy" verify pipe game.tsv
expect_stderr_line 'grundy: interrupted'
expect_exit 130 "$python" "$interrupt" TERM 0.1 pipe "$grundy" verify game pipe --solution-from tsv
expect_stderr_line 'grundy: interrupted'

# While it reads, solves or writes: the file is complete or does not exist.
awk 'BEGIN { srand(1); n = 100000
             for (i = 0; i < 4 * n; i++) print int(n * rand()), int(n * rand()) }' > big
rm folder/s.tsv
for delay in 0 0.02 0.05 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.2 1.4 1.6; do
  run "$python" "$interrupt" TERM $delay - "$grundy" solve big --columns all --check -o folder/s.tsv
  case $status in
    0) expect_files folder s.tsv
       "$grundy" verify big folder/s.tsv > "$out" || fail 'the file is incomplete'
       rm -f folder/s.tsv
       break ;;
    130) expect_stderr_line 'grundy: interrupted' ;;
    215) ;; # before it has installed the handler
    *) fail "exit code $status after $delay s" ;;
  esac
  expect_files folder
done

# While it writes to a reader that does not read: there is nothing to clean up.
mkfifo slow
# shellcheck disable=SC2217 # it only holds the pipe open
sleep 60 < slow &
reader=$!
expect_exit 130 "$python" "$interrupt" INT 3 - sh -c 'exec "$0" solve big > slow' "$grundy"
kill $reader
wait $reader 2> /dev/null || true
expect_stderr_line 'grundy: interrupted'

finish
