# A one-node Slurm cluster on this machine, in a directory of its own, without systemd. Sourced by tests; `stop_cluster`
# leaves nothing behind.

# start_cluster DIRECTORY: starts the cluster, and makes Slurm's commands use it. munged requires that every user can
# reach its socket: the parent directories have mode 711 or more.
start_cluster() {
    cluster=$1
    daemons=()
    export PATH=$PATH:/usr/sbin SLURM_CONF=$cluster/slurm.conf
    mkdir -m 711 "$cluster" "$cluster/socket"
    mkdir -m 700 "$cluster/munge" "$cluster/state" "$cluster/spool"
    head -c 1024 /dev/urandom >"$cluster/munge/key"
    chmod 600 "$cluster/munge/key"
    munged --foreground --key-file="$cluster/munge/key" --socket="$cluster/socket/munge" \
        --pid-file="$cluster/munge/pid" --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed" \
        >"$cluster/munged.txt" 2>&1 &
    daemons+=($!)
    local host ports
    host=$(hostname -s)
    # Free ports below the range of ephemeral ports.
    ports=$(/usr/bin/python3 -c '
import random, socket
found = []
while len(found) < 2:
    port = random.randrange(20000, 32000)
    try:
        with socket.socket() as each:
            each.bind(("127.0.0.1", port))
    except OSError:
        continue
    found += [port] * (port not in found)
print(*found)')
    # cred_expire: the wait of a requeued task. MaxArraySize 6: eight parts take two arrays.
    cat >"$SLURM_CONF" <<CONF
ClusterName=nqdb
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports% *}
SlurmdPort=${ports#* }
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$cluster/socket/munge,cred_expire=5
CredType=cred/munge
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,sched_min_interval=0,bf_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
KillWait=2
MpiDefault=none
MinJobAge=300
MaxArraySize=6
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=2048 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
CONF
    until_true "munged" test -S "$cluster/socket/munge"
    slurmctld -D >"$cluster/slurmctld.txt" 2>&1 &
    daemons+=($!)
    slurmd -D -N "$host" >"$cluster/slurmd.txt" 2>&1 &
    daemons+=($!)
    until_true "a Slurm node" node_is_idle
}

node_is_idle() { [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; }

# until_true NAME COMMAND…: repeats a command until it succeeds; fails after five minutes.
until_true() {
    local what=$1 end=$((SECONDS + 300))
    shift
    until "$@"; do
        if [ $SECONDS -ge $end ]; then
            printf 'waited five minutes for %s\n' "$what" >&2
            return 1
        fi
        sleep 0.2
    done
}

stop_cluster() {
    [ ${#daemons[@]} = 0 ] || timeout 60 scancel --user="$(id -un)" 2>/dev/null || true
    local i
    for ((i = ${#daemons[@]} - 1; i >= 0; i--)); do
        kill "${daemons[i]}" 2>/dev/null || true
        # `wait` has no timeout.
        timeout 60 tail --pid="${daemons[i]}" -f /dev/null || kill -KILL "${daemons[i]}" 2>/dev/null || true
        wait "${daemons[i]}" 2>/dev/null || true
    done
}
