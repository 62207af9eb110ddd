#!/bin/sh
# grundy info --gpu, and --gpu of grundy solve and grundy verify: answers, refusals and bad input. With
# $OPENCL_SHIM in LD_LIBRARY_PATH, calls of OpenCL go through tests/gpu/shim.
# shellcheck source=tests/support/check.sh disable=SC2317 # functions are called through others
. tests/support/check.sh
examples=$PWD/examples
cd "$work" || exit 1
printf 'a b\nb a\nb c\nc c\nc d\n' > game.edges

# with VARIABLE=VALUE... COMMAND...: through the shim.
with() {
  env LD_LIBRARY_PATH="$OPENCL_SHIM" "$@"
}

# ---- the list ----

expect_exit 0 "$grundy" info --gpu
expect_no_stderr
expect_stdout_line '1  .*: not a GPU, .* [GT]iB, [0-9]* compute units* (Portable Computing Language, driver .*)'
expect_stdout_line '   room for [0-9,]* positions with 8 moves each, [0-9,]* moves'
expect_exit 0 "$grundy" info --gpu --json
python_number=$("$python" -c 'import json, sys
d = json.load(sys.stdin)["devices"][0]
assert d["moves"] == 8 * d["positions"] and d["usable"] < d["memory"] and d["gpu"] is False
print(d["number"])' < "$out")
[ "$python_number" = 1 ] || fail 'the JSON of info --gpu is not as expected'

# 1 GiB at 13 bytes per move, and what does not depend on the game.
expect_exit 0 with OPENCL_SHIM_GPU=1 OPENCL_SHIM_MEMORY=1073741824 "$grundy" info --gpu --json
positions=$(sed -n 's/.*"positions": \([0-9]*\).*/\1/p' "$out")
if [ "$positions" -lt 8000000 ] || [ "$positions" -gt 30000000 ]; then
  fail "$positions positions fit into 1 GiB"
fi
expect_exit 0 with OPENCL_SHIM_GPU=1 OPENCL_SHIM_MEMORY=1073741824 "$grundy" info --gpu
expect_stdout_line '1  .*: GPU, 1.0 GiB, .*'
expect_exit 0 with OPENCL_SHIM_MEMORY=18446744073709551615 "$grundy" info --gpu
expect_stdout_line '   room for 4,294,967,294 positions .*'

expect_exit 2 "$grundy" gpu list
expect_stderr_line ".*use 'grundy info --gpu'.*"
expect_exit 2 "$grundy" info --gpu game.edges
expect_stderr_line 'grundy: --gpu conflicts with GAME; .*'
expect_exit 2 "$grundy" info
expect_stderr_line 'grundy: GAME is missing; .*'
expect_exit 5 sh -c "'$grundy' info --gpu > /dev/full"

# ---- solving and checking ----

"$grundy" solve game.edges --columns all -o cpu.tsv
expect_exit 0 "$grundy" solve game.edges --columns all --check --gpu 1 -o gpu.tsv
expect_same cpu.tsv gpu.tsv
expect_exit 0 "$grundy" solve game.edges --columns all --gpu auto -o auto.tsv
expect_same cpu.tsv auto.tsv
"$grundy" verify game.edges cpu.tsv > cpu.report
expect_exit 0 "$grundy" verify game.edges cpu.tsv --gpu 1
expect_same cpu.report "$out"
expect_exit 0 "$grundy" solve game.edges --solution cpu.tsv --check --gpu auto -o again.tsv
expect_same cpu.tsv again.tsv
awk -F'\t' -v OFS='\t' 'NR == 2 { $2 = $2 == "P" ? "N" : "P" } { print }' cpu.tsv > wrong.tsv
run "$grundy" verify game.edges wrong.tsv
[ "$status" -eq 1 ] || fail 'the CPU takes a wrong solution for right'
cp "$out" cpu.report
expect_exit 1 "$grundy" verify game.edges wrong.tsv --gpu 1
expect_same cpu.report "$out"

# compare GAME OPTION...: the solution is the same on the device.
compare() {
  expect_exit 0 "$grundy" solve "$@" -o cpu.kind.tsv
  expect_exit 0 "$grundy" solve "$@" --gpu 1 -o gpu.kind.tsv
  expect_same cpu.kind.tsv gpu.kind.tsv
}

# Cycles, players, payoffs, part of an infinite game, games that come apart, and a loop.
echo 'a a' > loop.edges
compare "$examples/smith.edges" --columns all
compare "$examples/two-coloured.edges" --columns all
compare "$examples/payoffs.edges" --payoff 1
compare "$examples/up-or-divide.lua" --window 30
compare coin-rows:2,7
compare nim:2,3,4 --no-split
compare loop.edges --columns all
: > empty.edges
"$grundy" solve empty.edges --to tsv > cpu.tsv
expect_exit 0 "$grundy" solve empty.edges --to tsv --gpu 1
expect_same cpu.tsv "$out"

# ---- refused ----

for bad in x 0 -1 1.5 '' 4294967297 99999999999999999999 automatic; do
  expect_exit 2 "$grundy" solve game.edges --gpu "$bad"
  expect_stderr_line "grundy: --gpu takes auto or a number of 'grundy info --gpu', not '$bad'; .*"
done
expect_exit 2 "$grundy" verify game.edges gpu.tsv --gpu x
for option in --reduce '--algorithm lazy' '--scratch .'; do
  # shellcheck disable=SC2086 # two words
  expect_exit 2 "$grundy" solve game.edges --gpu 1 $option
done
expect_exit 2 "$grundy" solve game.edges --gpu 1 --solution gpu.tsv
expect_stderr_line 'grundy: --gpu does not change a solution that is read; use it with --check; .*'
# Before the game is read.
expect_exit 4 "$grundy" solve missing.edges --gpu 99
expect_stderr_line "grundy: there is no device 99; 'grundy info --gpu' shows [0-9]* devices*"
expect_exit 4 "$grundy" verify missing.edges missing.tsv --gpu 99

# ---- nothing there ----

mkdir broken
: > broken/libOpenCL.so.1
for line in 'info --gpu' 'solve game.edges --gpu auto' 'solve game.edges --gpu 1' \
            'verify game.edges gpu.tsv --gpu 1'; do
  # shellcheck disable=SC2086 # several words
  {
    expect_exit 4 env LD_LIBRARY_PATH="$work/broken" "$grundy" $line
    expect_no_stdout
    expect_stderr_line 'grundy: OpenCL could not be loaded: .*; install the loader (Debian: ocl-icd-libopencl1) .*'
    expect_exit 4 with OPENCL_SHIM_PLATFORMS=0 "$grundy" $line
    expect_no_stdout
    expect_stderr_line 'grundy: OpenCL finds no device; install .* OCL_ICD_VENDORS .*'
    expect_exit 4 with OPENCL_SHIM_DEVICES=0 "$grundy" $line
    expect_stderr_line 'grundy: OpenCL finds no device; install .* OCL_ICD_VENDORS .*'
    expect_exit 4 env OCL_ICD_VENDORS="$work/nowhere" "$grundy" $line
    expect_stderr_line 'grundy: OpenCL finds no device; install .* OCL_ICD_VENDORS .*'
  }
done

# ---- too small, or failing ----

expect_exit 4 with OPENCL_SHIM_MEMORY=100 "$grundy" solve game.edges --gpu 1 -o refused.tsv
expect_stderr_line 'grundy: the game needs .* GiB of memory on device 1 (.*), which offers .* GiB'
expect_exit 0 with OPENCL_SHIM_GPU=1 OPENCL_SHIM_MEMORY=100 "$grundy" solve game.edges --gpu auto --to tsv
expect_exit 4 with OPENCL_SHIM_FAIL=clCreateContext:0 "$grundy" solve game.edges --gpu 1 -o refused.tsv
expect_stderr_line 'grundy: the GPU ran out of memory or failed (clCreateContext: CL_OUT_OF_RESOURCES); .*'
[ ! -e refused.tsv ] || fail 'a file was written'
finish
