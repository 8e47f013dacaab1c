#!/usr/bin/env bash
# Builds the wheel with the module and the loadable extension, for CPython 3.11 or later; on Linux it needs glibc 2.17 or
# later (manylinux2014). The build is reproducible: the same commit and tools give the same bytes.
#
#     crates/python/build-wheel.sh [--target TRIPLE] [--extension FILE] [OUT]
#
# The default target is x86_64-unknown-linux-gnu, the default OUT target/wheels. --extension packs a prebuilt extension,
# and is needed for Windows and macOS. Needs cargo, Python 3, and maturin, cargo-zigbuild and ziglang from PyPI.
set -euo pipefail

fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

target=x86_64-unknown-linux-gnu extension='' out=''
while [ $# -gt 0 ]; do
    case $1 in
    --target)
        [ $# -ge 2 ] || fail "$1 takes a target triple"
        target=$2
        shift 2
        ;;
    --extension)
        [ -f "${2:-}" ] || fail "$1 takes a file, got ${2:-nothing}"
        extension=$(realpath "$2")
        shift 2
        ;;
    -*) fail "expected --target, --extension or a directory, got $1" ;;
    *)
        [ -z "$out" ] || fail "takes one directory, got $out and $1"
        out=$(realpath -m "$1")
        shift
        ;;
    esac
done
cd "$(dirname "$0")/../.."
root=$PWD
for command in cargo maturin cargo-zigbuild python3; do
    command -v "$command" >/dev/null || fail "needs $command; pip install maturin cargo-zigbuild ziglang"
done

# The extension uses its host's SQLite and must not search for a library on this machine.
export SQLITE3_NO_PKG_CONFIG=1

target_directory=$(realpath -m "${CARGO_TARGET_DIR:-target}")
out=${out:-$target_directory/wheels}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
# Panic messages contain source paths; remove those of this machine.
if [ -z "${CARGO_ENCODED_RUSTFLAGS:-}" ]; then
    cargo fetch --quiet --locked
    flags=("--remap-path-prefix=$PWD=/nqdb" "--remap-path-prefix=$target_directory=/target")
    for crates in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
        flags+=("--remap-path-prefix=$crates=/crates")
    done
    IFS=$'\x1f'
    export CARGO_ENCODED_RUSTFLAGS="${flags[*]}"
    unset IFS
fi

options=(--zig) suffix=so
case $target in
*-linux-*) options+=(--compatibility manylinux2014) ;;
*-apple-*) suffix=dylib ;;
# The module is for any CPython, but maturin asks for one that it would name on Windows.
*-windows-*) options=(--interpreter python3.11) suffix=dll ;;
esac
if [ -z "$extension" ]; then
    [ "$suffix" = so ] || fail "needs --extension for $target"
    cargo-zigbuild build --release --locked --manifest-path crates/extension/Cargo.toml --target "$target.2.17" \
        --target-dir "$target_directory/extension"
    extension=$target_directory/extension/$target/release/libnqdb.so
fi
# What pyproject.toml adds to the wheel. SQLite derives the entry point sqlite3_nqdb_init from the name nqdb.
made=(python/nqdb/nqdb."$suffix" LICENSE-THIRD-PARTY nqueens-db.cdx.json)
trap 'cd "$root/crates/python" && rm -f "${made[@]}"' EXIT
install -m 755 "$extension" "crates/python/${made[0]}"
contrib/release/copyright.py "$target" nqdb-python nqdb-extension >"crates/python/${made[1]}"
contrib/release/sbom.py "$target" nqdb-python nqdb-extension >"crates/python/${made[2]}"
maturin build --release --locked --manifest-path crates/python/Cargo.toml --target "$target" \
    "${options[@]}" --sbom-include "${made[2]}" --out "$out"
