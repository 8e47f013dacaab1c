#!/usr/bin/env bash
# Tests contrib/snakemake on this machine: parts that are killed, lost, damaged and duplicated, and the digest, which
# is that of a build on one machine. If Slurm is installed, also on a one-node cluster. Called by tests/engines/run.
#
#     tests/engines/snakemake.sh NQDB SNAKEMAKE
set -euo pipefail

nqdb=$(realpath "$1") snakemake=$(realpath "$2")
tests=$(dirname "$(realpath "$0")")
. "$tests/cluster.sh"
. "$tests/checks.sh"

work=$(mktemp -d)
chmod 711 "$work"
daemons=()
trap 'stop_cluster; rm -rf "$work"' EXIT
cd "$work"
# Write nothing to the home directory.
export HOME=$work

# A program that behaves like nqdb, except that it is killed the first time it builds part 3.
touch kill
cat >killed-nqdb <<PROGRAM
#!/usr/bin/env bash
[[ \$* != *"--part 3/"* ]] || ! rm "$work/kill" 2>/dev/null || kill -KILL \$\$
exec "$nqdb" "\$@"
PROGRAM
chmod +x killed-nqdb
run() {
    timeout 600 "$snakemake" --snakefile "$tests/../../contrib/snakemake/Snakefile" --keep-going \
        --config board=13 parts=8 nqdb="$work/killed-nqdb" "$@"
}

say "a part that is killed"
refused "part" run --cores 2
[ ! -e nqdb-13-8/13.db ] || fail "a part is missing, but 13.db exists"
contains "steps (100%) done" run --cores 2
same_digest 13 nqdb-13-8/13.db

say "parts that are lost and damaged"
rm nqdb-13-8/13.db nqdb-13-8/done/merged nqdb-13-8/parts/7.db
truncate --size=-4096 nqdb-13-8/parts/5.db
refused "5,7" run --cores 2
[ ! -e nqdb-13-8/13.db ] || fail "parts are missing, but 13.db exists"
contains "steps (100%) done" run --cores 2
same_digest 13 nqdb-13-8/13.db

say "a duplicate part"
rm nqdb-13-8/13.db nqdb-13-8/done/merged
cp nqdb-13-8/parts/2.db nqdb-13-8/parts/second.db
refused "second.db" run --cores 2
rm nqdb-13-8/parts/second.db

if ! command -v sbatch >/dev/null; then
    say "skipped on a cluster: Slurm is not installed; install the packages slurm-wlm and munge"
    exit
fi
say "on a cluster"
start_cluster "$work/cluster"
rm -r nqdb-13-8
touch kill
contains "steps (100%) done" run --jobs 8 --retries 1 --executor cluster-generic \
    --cluster-generic-submit-cmd "sbatch --parsable --output=slurm-%j.txt --cpus-per-task={threads}"
same_digest 13 nqdb-13-8/13.db
