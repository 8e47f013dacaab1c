#!/usr/bin/env bash
# Counts the index of N in M parts on a Slurm cluster and merges them. See docs/scale.md.
#
#     contrib/slurm/submit.sh N M [SBATCH_OPTION…]
#     contrib/slurm/submit.sh 20 64 --partition=short --cpus-per-task=4 --time=1:00:00
#
# Everything is written to the directory nqdb-N-M, which every node must see: the parts to parts/, the output of the
# jobs to logs/, and the merged board to N.db. Run the same command again after a failure: it submits only missing
# parts.
#
#     NQDB            path of the program on every node; by default the nqdb on the PATH
#     NQDB_DIRECTORY  directory to use instead of ./nqdb-N-M
#
# Slurm's own variables, such as SBATCH_PARTITION and SBATCH_ACCOUNT, apply as usual.
set -euo pipefail

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

[[ ${1:-} =~ ^[1-9][0-9]{0,2}$ && ${2:-} =~ ^[1-9][0-9]{0,5}$ && $2 -gt 1 ]] ||
    fail "expected a board size and two parts or more, for example 20 64; got ${*:-nothing}"
n=$1 parts=$2
shift 2
here=$(dirname "$(realpath "$0")")
nqdb=$(command -v "${NQDB:-nqdb}") || fail "program ${NQDB:-nqdb} not found; set NQDB to a path that every node sees"
nqdb=$(realpath "$nqdb")
for command in sbatch scontrol squeue; do
    command -v "$command" >/dev/null || fail "$command not found; run this on a login node"
done
directory=$(realpath -m "${NQDB_DIRECTORY:-nqdb-$n-$parts}")
# Prints the cost of a part on this machine; fails if there is no such board or part.
"$nqdb" --db "$directory/$n.db" build "$n" --tier indexed --part "1/$parts" --jobs 1 --dry-run --create-dirs
mkdir -p "$directory/parts" "$directory/logs"
cd "$directory/parts"

if [ -e "../$n.db" ]; then
    echo "$directory/$n.db exists, nothing to do"
    exit
fi
# Jobs of an earlier call.
touch ../jobs
queue=$(squeue --noheader --user="$(id -un)" --format=%F) || fail "squeue failed"
active=$(sort -u <<<"$queue" | grep -Fxf ../jobs | xargs) || true
[ -z "$active" ] || fail "jobs $active are running or queued in $directory; wait for them, or stop them: scancel $active"

# The missing parts, as ranges such as 1-2,6. A file that can't be a part of this index is an error; the user moves it.
shopt -s nullglob
# If no file can be read, all parts are missing: part.sbatch replaces damaged ones.
files=(*.db)
missing=1-$parts report=../logs/parts.txt
if [ ${#files[@]} -gt 0 ]; then
    mergeable=yes
    "$nqdb" parts -- "${files[@]}" >"$report" 2>&1 || mergeable=
    if grep -q "^N = $n: missing parts: .* (of $parts)" "$report"; then
        missing=$(sed -n "s/^N = $n: missing parts: \([0-9,-]*\) (of $parts)$/\1/p" "$report")
        [ -n "$missing$mergeable" ] || fail "no part is missing, but the files can't be merged:"$'\n'"$(<"$report")"
    elif grep -q "^N = [0-9]*: missing parts: " "$report"; then
        fail "$directory has parts of another board or division; set NQDB_DIRECTORY to another directory:"$'\n'"$(<"$report")"
    fi
fi

# An array has indices below MaxArraySize. Part K is index K - offset of an array.
size=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
[[ $size =~ ^[0-9]+$ ]] && [ "$size" -gt 1 ] || fail "this cluster does not accept job arrays (MaxArraySize = ${size:-unknown})"
longest=$((size - 1))
arrays=()
for range in ${missing//,/ }; do
    from=${range%-*} to=${range#*-}
    while [ "$from" -le "$to" ]; do
        offset=$(((from - 1) / longest * longest))
        last=$((offset + longest < to ? offset + longest : to))
        arrays[$offset]+=,$((from - offset))-$((last - offset))
        from=$((last + 1))
    done
done

# submit OPTION… SCRIPT ARGUMENT…: sets `job` to the job id and appends it to the file `jobs`.
submit() {
    job=$(sbatch --parsable --chdir="$directory" "$@") || fail "sbatch rejected a job; run this again for the rest"
    job=${job%%;*} # without the name of a federated cluster
    echo "$job" >>../jobs
}
after= large=()
# More than the 1 GB of part.sbatch. Options of the user come later and take precedence.
[ "$n" -lt 23 ] || large=(--mem=2G)
for offset in "${!arrays[@]}"; do
    submit "${large[@]}" "$@" --job-name="nqdb-$n" --output="$directory/logs/part-%A-%a.txt" --array="${arrays[$offset]#,}" \
        "$here/part.sbatch" "$n" "$parts" "$offset" "$nqdb"
    after+=:$job
done
options=("$@" --job-name="nqdb-$n-merge" --output="$directory/logs/merge-%j.txt")
# Without kill-on-invalid-dep the merge would stay in the queue after a part fails.
[ -z "$after" ] || options+=(--dependency="afterok$after" --kill-on-invalid-dep=yes)
submit "${options[@]}" "$here/merge.sbatch" "$n" "$nqdb"

echo "N = $n: parts ${missing:-none} of $parts submitted${after:+ as jobs${after//:/ }}, the merge as job $job"
echo "when job $job has ended, the index is in $directory/$n.db; if it is not, run this command again"
