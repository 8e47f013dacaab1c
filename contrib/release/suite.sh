#!/usr/bin/env bash
# Runs the tests of the library and of the program for aarch64 in qemu, compiled as in build.sh. The program that the
# tests start is a script that starts the real one in qemu. The digests of boards that the tests build are compared with
# those of x86-64, in fixtures/ and in the tests.
#
#     contrib/release/suite.sh [--lib] [NAME…]
#
# --lib compiles everything and runs only the tests of the library, as `.ci/full` does: the emulator takes hours for all.
# NAMEs select tests; the default is all except those below.
set -euo pipefail
cd "$(dirname "$0")/../.."
. contrib/release/tools.sh

run=
if [ "${1:-}" = --lib ]; then
    run=nqdb-tests
    shift
fi
need apt-get dpkg-deb gcc python3
release_directory
compilers
debian emulator debootstrap qemu-user-static
debian aarch64 libc6:arm64 libgcc-s1:arm64
target=aarch64-unknown-linux-gnu
qemu=("$RELEASE/emulator/usr/bin/qemu-aarch64-static" -L "$RELEASE/aarch64")

step "compile the tests for $target"
programs=$(cargo-zigbuild test --no-run --locked --tests --target "$target.2.17" \
    --message-format json | python3 -c '
import json, sys
for message in map(json.loads, sys.stdin):
    if message.get("profile", {}).get("test") and message.get("executable"):
        if "example" not in message["target"]["kind"] and sys.argv[1] in message["package_id"]:
            print(message["executable"])' "$run")
cargo-zigbuild build --locked --manifest-path crates/extension/Cargo.toml --target "$target.2.17" \
    --target-dir "$CARGO_TARGET_DIR/extension"
export NQDB_TEST_EXTENSION=$CARGO_TARGET_DIR/extension/$target/debug/libnqdb.so
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
program=$CARGO_TARGET_DIR/$target/debug/nqdb
# The file is replaced, not overwritten: cargo has a hard link to it. The real program keeps its name, which its help
# prints.
real=${program%/*}/real/nqdb
mkdir -p "${real%/*}"
mv "$program" "$real"
trap 'mv "$real" "$program"' EXIT
printf '#!/bin/sh\nexec %s %s "$@"\n' "${qemu[*]}" "$real" >"$program"
chmod +x "$program"

# Not in qemu: programs of this machine can't load the extension, injected faults and memory limits would hit the
# emulator, and the other tests depend on time.
skipped=(hosts:: faults:: memory long_statements:: ctrl_c a_long_search results_are_written_in_batches)
# Nor the campaign over all flipped bits. The other tests that `cargo test` ignores need the extension.
skipped+=(every_flipped_bit)
[ $# = 0 ] || skipped=()
for tests in $programs; do
    step "${tests##*/}"
    "${qemu[@]}" "$tests" --include-ignored "$@" "${skipped[@]/#/--skip=}"
done
