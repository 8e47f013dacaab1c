# Functions shared by the engine tests. Sourced after `nqdb` and `work` are set.

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

say() { printf '%s: %s\n' "${0##*/}" "$*"; }

# same_digest N FILE: checks that the board of N in FILE has the same digest as that of a build on this machine.
same_digest() {
    local whole=$work/whole-$1.db
    [ -e "$whole" ] || "$nqdb" --db "$whole" build "$1" --tier indexed 2>/dev/null
    local expected got
    expected=$(digest "$1" "$whole")
    got=$(digest "$1" "$2")
    [ -n "$got" ] && [ "$got" = "$expected" ] || fail "$2: the digest of N = $1 is $got, expected $expected"
    say "the digest of N = $1 is that of a build on one machine"
}

digest() {
    "$nqdb" --db "$2" sql --format csv "SELECT hex(digest) FROM nqdb_board WHERE n = $1 AND state = 'complete'" | tail -n +2
}

# contains TEXT COMMAND…: checks that the command succeeds and prints the text.
contains() {
    local text=$1 output
    shift
    output=$("$@" 2>&1) || fail "$*: exit code $?:"$'\n'"$output"
    [[ $output == *"$text"* ]] || fail "$*: expected \"$text\", got:"$'\n'"$output"
}

# refused TEXT COMMAND…: checks that the command fails and prints the text.
refused() {
    local text=$1 output
    shift
    ! output=$("$@" 2>&1) || fail "$*: expected a failure, got:"$'\n'"$output"
    [[ $output == *"$text"* ]] || fail "$*: expected \"$text\", got:"$'\n'"$output"
}
