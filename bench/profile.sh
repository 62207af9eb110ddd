#!/bin/sh
# Measures what one move costs a kernel: instructions and cache misses, counted with perf if possible,
# otherwise with cachegrind, which simulates a small cache, on a tiny game.
# usage: profile.sh BENCH GAME [KERNEL...]
set -eu
bench=$1
game=$2
shift 2
[ $# -gt 0 ] || set -- limit reverse remoteness distance values solve verify fifo paper
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the events that perf can count here, separated by commas.
counted_events() {
  for event in instructions cycles cache-references cache-misses L1-dcache-load-misses \
               dTLB-load-misses branch-misses; do
    perf stat -x , -e "$event" true 2> "$scratch/try" > /dev/null || continue
    grep -q '^[0-9]' "$scratch/try" && printf '%s,' "$event"
  done | sed 's/,$//'
}

# Both of these write "event count" lines to $scratch/counts for a kernel that is run $2 times, and
# its preparation; the caller subtracts the latter.
count_with_perf() {
  perf stat -x , -o "$scratch/raw" -e "$events" \
    "$bench" one "$game" "$1" "$size" "$2" > "$scratch/out"
  awk -F , '/^[0-9]/ { print $3, $1 }' "$scratch/raw" > "$scratch/counts"
}

count_with_cachegrind() {
  valgrind --tool=cachegrind --cache-sim=yes --branch-sim=yes --cachegrind-out-file=/dev/null \
           --I1=65536,4,64 --D1=16384,4,64 --LL=131072,8,64 \
           "$bench" one "$game" "$1" "$size" "$2" > "$scratch/out" 2> "$scratch/raw"
  sed -n 's/^==[0-9]*== *//; s/,//g
          s/^I *refs: *\([0-9]*\).*/instructions \1/p
          s/^D *refs: *\([0-9]*\).*/data-references \1/p
          s/^D1 *misses: *\([0-9]*\).*/first-level-misses \1/p
          s/^LLd *misses: *\([0-9]*\).*/last-level-misses \1/p
          s/^Mispredicts: *\([0-9]*\).*/branch-misses \1/p' "$scratch/raw" > "$scratch/counts"
}

events=
if command -v perf > /dev/null; then events=$(counted_events); fi
if [ -n "$events" ]; then
  count=count_with_perf size=small
  echo "perf: $game, $size"
else
  count=count_with_cachegrind size=tiny
  echo "cachegrind: $game, $size, caches of 16 and 128 KiB"
fi

for kernel in "$@"; do
  "$count" "$kernel" 0
  mv "$scratch/counts" "$scratch/before"
  "$count" "$kernel" 1
  awk -v moves="$(cut -f 3 "$scratch/out")" -v kernel="$kernel" '
    FNR == NR { before[$1] = $2; next }
    {
      names = names sprintf(" %18s", $1)
      numbers = numbers sprintf(" %18.3f", ($2 - before[$1]) / moves)
    }
    END { printf "%-12s%s\n%-12s%s\n", "per move", names, kernel, numbers }' \
    "$scratch/before" "$scratch/counts" > "$scratch/lines"
  [ "$kernel" != "$1" ] || head -n 1 "$scratch/lines"
  tail -n 1 "$scratch/lines"
done
