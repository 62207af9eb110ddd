#!/bin/sh
# shellcheck disable=SC2317 # functions are called through others
# The Slurm script of docs/clusters.md, as a batch job of a Slurm with one node, which this test
# starts: it solves and verifies a game; after SIGTERM saved the state, the job queues itself and continues. Needs
# Debian's slurm-wlm; is skipped where that is not installed.
. tests/support/check.sh
. tests/support/ranks.sh
document=$PWD/docs/clusters.md
for program in munged slurmctld slurmd sbatch; do
  command -v $program > /dev/null || { echo "$program is not installed"; finished=yes; exit 77; }
done
cd "$work" || exit 1
node=$(hostname -s)
port=$((20000 + $$ % 20000))

# Everything is in the temporary folder, and the daemons are processes of this test.
mkdir spool saved
dd if=/dev/urandom of=key bs=1024 count=1 2> /dev/null
chmod 600 key
cat > slurm.conf << END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmdSpoolDir=$work/spool
StateSaveLocation=$work/saved
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=pmix
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:16
SlurmdParameters=config_overrides
END
export SLURM_CONF="$work/slurm.conf"
ids=
stop() {
  for id in $ids; do kill "$id" 2> /dev/null || true; done
  for id in $ids; do wait "$id" || true; done
}
trap 'stop; leave' EXIT
munged --foreground --force --key-file="$work/key" --socket="$work/munge.socket" \
       --pid-file="$work/munged.pid" --log-file="$work/munged.log" --seed-file="$work/seed" \
       > munged.out 2>&1 &
ids=$!
slurmctld -D -i > slurmctld.out 2>&1 &
ids="$! $ids"
slurmd -D -N "$node" > slurmd.out 2>&1 &
ids="$! $ids"
waited=0
until sinfo -h -o %t 2> /dev/null | grep -qx idle; do
  waited=$((waited + 1))
  [ $waited -lt 60 ] || { cat ./*.out ./*.log; fail 'Slurm did not start'; finish; }
  sleep 1
done

# The script of the document, with fewer nodes and the program that was built here.
awk '/^#!\/bin\/sh$/ { found = 1 } /^```$/ { found = 0 } found' "$document" > document.sh
[ "$(grep -c '^srun grundy-mpi' document.sh)" -eq 2 ] || fail 'the document has no script'
sed -e 's/--nodes=16/--nodes=1/' -e 's/--cpus-per-task=4/--cpus-per-task=1/' \
    -e "s|^srun grundy-mpi|srun $build/grundy-mpi-openmpi|" document.sh > job.sh
"$grundy" random degree -n 20000 --degree 8 --sinks 0.1 -o game.npz -q
"$grundy" solve game.npz --algorithm counting -o expected.npz -q
expect_exit 0 timeout 300 sbatch --wait --output=job.out job.sh
expect_same expected.npz solution.npz
grep -q ' supersteps, ' job.out || fail "the job printed no timings: $(cat job.out)"
[ "$(grep -c ' right ' job.out)" -eq 6 ] || fail "not all columns are right: $(cat job.out)"

# The end of the time of a job, which Slurm announces by SIGTERM to its steps.
"$python" - << 'END'
import numpy, scipy.sparse
n = 6000
tails = numpy.arange(1, n)
chain = scipy.sparse.csr_array((numpy.ones(n - 1, numpy.int8), (tails, tails - 1)), shape=(n, n))
scipy.sparse.save_npz("game.npz", chain, compressed=False)
END
"$grundy" solve game.npz --algorithm counting -o expected.npz -q
rm -rf solution.npz state
expect_exit 0 sbatch --parsable --output=long.out job.sh
job=$(cat "$out")
waited=0
until [ -d state ] || [ $waited -gt 100 ]; do
  sleep 0.2
  waited=$((waited + 1))
done
sleep 0.5
expect_exit 0 scancel --signal=TERM "$job.0"
waited=0
until grep -q '^grundy-mpi: continuing from state/checkpoint, saved ' long.out || [ $waited -gt 300 ]; do
  sleep 1
  waited=$((waited + 1))
done
grep -q '^state is kept; run the same command to continue, or remove it$' long.out ||
  fail "the job was not interrupted: $(cat long.out)"
waited=0
while squeue -h -j "$job" | grep -q . && [ $waited -lt 600 ]; do
  sleep 1
  waited=$((waited + 1))
done
[ "$(grep -c ' right ' long.out)" -eq 6 ] || fail "the job was not queued again: $(cat long.out)"
expect_same expected.npz solution.npz

finish
