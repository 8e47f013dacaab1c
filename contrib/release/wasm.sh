#!/usr/bin/env bash
# Checks that the library, with SQLite, and the explorer work on WASI (wasm32-wasip1): their examples print the same in
# wasmtime as on this machine. Compiled with Debian's Rust and clang, and the standard library from source.
#
#     contrib/release/wasm.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. contrib/release/tools.sh

need apt-get dpkg-deb gcc python3
release_directory
rust
wasi_compilers crt1-command.o
pypi wasmtime wasmtime==50.0.1

step compile for wasm32-wasip1
examples=(ground_truth own_table puzzle_book answers)
options=(--release --locked -p nqdb -p nqdb-completion -p nqdb-sql -p nqdb-explorer --no-default-features
    --features nqdb/bundled "${examples[@]/#/--example=}")
rust_flags "${WASI_FLAGS[@]}"
with_std cargo build --target wasm32-wasip1 "${options[@]}"
step compile for this machine
rust_flags
cargo build "${options[@]}"

run_in_wasmtime='
import sys, wasmtime
engine = wasmtime.Engine()
store = wasmtime.Store(engine)
wasi = wasmtime.WasiConfig()
wasi.argv = sys.argv[1:]
wasi.inherit_stdout()
wasi.inherit_stderr()
store.set_wasi(wasi)
linker = wasmtime.Linker(engine)
linker.define_wasi()
linker.instantiate(store, wasmtime.Module.from_file(engine, sys.argv[1])).exports(store)["_start"](store)
'
for example in "${examples[@]}"; do
    step "$example in wasmtime"
    "$CARGO_TARGET_DIR/release/examples/$example" >"$RELEASE/native.txt"
    "$RELEASE/wasmtime/bin/python" -c "$run_in_wasmtime" \
        "$CARGO_TARGET_DIR/wasm32-wasip1/release/examples/$example.wasm" >"$RELEASE/wasm.txt"
    diff "$RELEASE/native.txt" "$RELEASE/wasm.txt" || fail "$example prints something else in wasmtime"
    echo "the same output, $(wc -l <"$RELEASE/wasm.txt") lines"
done
