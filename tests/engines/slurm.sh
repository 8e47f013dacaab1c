#!/usr/bin/env bash
# Tests contrib/slurm on a one-node cluster: parts that are killed, lost, damaged, duplicated and forged, a time limit
# too short for a part, and the digest, which is that of a build on one machine. Called by tests/engines/run.
#
#     tests/engines/slurm.sh NQDB PYTHON      all tests, with a Python that has xxhash
#     tests/engines/slurm.sh NQDB             only the parts that are killed and lost
set -euo pipefail

nqdb=$(realpath "$1") python=${2:-}
tests=$(dirname "$(realpath "$0")")
submit=$tests/../../contrib/slurm/submit.sh
. "$tests/cluster.sh"
. "$tests/checks.sh"

work=$(mktemp -d)
chmod 711 "$work"
daemons=()
finish() {
    local status=$?
    stop_cluster
    [ $status = 0 ] || tail -n 20 "$work"/nqdb-*/logs/* "$work"/cluster/*.txt 2>/dev/null || true
    rm -rf "$work"
    exit $status
}
trap finish EXIT
cd "$work"
start_cluster "$work/cluster"

# A program that behaves like nqdb, except that it waits to be killed when it builds a part with a file in held/. That
# file has the number of seconds to count before. It writes the id of its task to the pipe `begun`.
mkdir held scratch
export TMPDIR=$work/scratch
mkfifo begun
cat >held-nqdb <<PROGRAM
#!/usr/bin/env bash
part=\$(sed -n 's/.*--part \([0-9]*\).*/\1/p' <<<"\$*")
if [ -n "\$SLURM_JOB_ID" ] && [ -n "\$part" ] && seconds=\$(cat "$work/held/\$part" 2>/dev/null); then
    rm "$work/held/\$part"
    [ "\$seconds" = 0 ] || "$nqdb" --time-limit "\$seconds" "\$@" || true
    echo "\$SLURM_JOB_ID" >"$work/begun"
    exec sleep infinity
fi
exec "$nqdb" "\$@"
PROGRAM
chmod +x held-nqdb
exec 3<>begun
export NQDB=$work/held-nqdb

queue_is_empty() { [ -z "$(squeue --noheader)" ]; }
# Sets `task` to the id of the task that waits to be killed.
held_task() { read -r -t 300 task <&3 || fail "no task waits to be killed"; }

say "a part that is killed, and one that is lost"
echo 0 >held/3
"$submit" 13 8
held_task
refused "are running or queued" "$submit" 13 8
scancel --signal=KILL --full "$task"
until_true "the jobs" queue_is_empty
[ ! -e nqdb-13-8/13.db ] || fail "a part is missing, but 13.db exists"
rm nqdb-13-8/parts/7.db
contains "parts 3,7 of 8 submitted" "$submit" 13 8
until_true "the jobs" queue_is_empty
same_digest 13 nqdb-13-8/13.db
contains "nothing to do" "$submit" 13 8
[ -n "$python" ] || exit 0

say "a duplicate part"
rm nqdb-13-8/13.db
cp nqdb-13-8/parts/2.db nqdb-13-8/parts/second.db
refused "second.db" "$submit" 13 8
rm nqdb-13-8/parts/second.db

say "a single part, which is an error, and a directory of another division"
refused "two parts or more" "$submit" 13 1
NQDB_DIRECTORY=nqdb-13-8 refused "another board or division" "$submit" 13 9

say "a part that is damaged"
truncate --size=-4096 nqdb-13-8/parts/5.db
contains "parts 5 of 8 submitted" "$submit" 13 8
until_true "the jobs" queue_is_empty
same_digest 13 nqdb-13-8/13.db

say "a part that is forged"
rm nqdb-13-8/13.db
"$python" "$tests/forge.py" nqdb-13-8/parts/4.db
contains "parts 4 of 8 submitted" "$submit" 13 8
# Its checksum is valid; its sums are wrong.
grep "4.db: .*add up to" nqdb-13-8/logs/parts.txt
until_true "the jobs" queue_is_empty
same_digest 13 nqdb-13-8/13.db

say "files that are all empty"
mkdir -p nqdb-11-2/parts
touch nqdb-11-2/parts/{1,2}.db
contains "parts 1-2 of 2 submitted" "$submit" 11 2
until_true "the jobs" queue_is_empty
same_digest 11 nqdb-11-2/11.db

say "a time limit that is too short for the part"
echo 0.1 >held/1
"$submit" 17 2
held_task
scancel --signal=USR1 --batch "$task"
until_true "the jobs" queue_is_empty
grep "part 1/2 of N = 17 is out of time and requeued" nqdb-17-2/logs/part-*-1.txt
same_digest 17 nqdb-17-2/17.db
