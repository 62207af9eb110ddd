#!/bin/sh
# grundy-mpi verify rejects what grundy verify rejects: solutions with one wrong entry.
. tests/support/check.sh
. tests/support/ranks.sh
cd "$work" || exit 1
# shellcheck disable=SC2086 # words
set -- $implementations
mutations=${GRUNDY_SCALE:-100}
mutations=$((mutations / 10 + 2))

"$python" - "$grundy" "$mutations" << 'END' || fail 'making mutations'
import subprocess, sys, random, numpy
grundy, mutations = sys.argv[1], int(sys.argv[2])
random.seed(7)
for k in range(mutations):
    subprocess.run([grundy, "random", "gnp", "-n", "12", "--p", "0.2", "--seed", str(k), "-q",
                    "-o", f"game{k}.npz"], check=True)
    subprocess.run([grundy, "solve", f"game{k}.npz", "-o", "right.npz", "-q", "--columns",
                    "outcome,grundy,k,remoteness,distance,counter,misere,misere_remoteness"],
                   check=True)
    arrays = dict(numpy.load("right.npz"))
    name = random.choice(["outcome", "grundy", "remoteness", "distance", "counter", "misere",
                          "misere_remoteness"])
    column, at = arrays[name].copy(), random.randrange(12)
    old = column[at]
    while column[at] == old:
        column[at] = random.choice([80, 78, 68] if "u1" in column.dtype.str else range(-1, 5))
    arrays[name] = column
    numpy.savez(f"wrong{k}.npz", **arrays)
END

k=0
found=0
while [ $k -lt $mutations ]; do
  run "$grundy" verify game$k.npz wrong$k.npz
  expected=$status
  run ranks "$1" $((k % 3 + 1)) verify game$k.npz wrong$k.npz
  # A counter with another right entry is right; what it shows about the values can be missing.
  [ "$status" -eq "$expected" ] ||
    fail "game $k: exit code $status instead of $expected: $(cat "$out")"
  [ "$status" -ne 1 ] || found=$((found + 1))
  k=$((k + 1))
done
[ $found -ge $((mutations / 2)) ] || fail "only $found of $mutations mutations are wrong solutions"

finish
