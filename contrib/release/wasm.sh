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
debian wasm rustc-web cargo-web rust-web-src clang-22 lld-22 llvm-22 libclang-rt-22-dev-wasm32 wasi-libc
pypi wasmtime wasmtime==50.0.1
use_rust wasm
root=$RELEASE/wasm
libraries=$root/usr/lib/wasm32-wasi

# Debian's libc for WASI is older than the standard library, which refers to thread functions. WASI has no threads.
cat >"$root/threads.c" <<'END'
int pthread_attr_init(void *attributes) { return 0; }
int pthread_attr_destroy(void *attributes) { return 0; }
int pthread_attr_setstacksize(void *attributes, unsigned long size) { return 0; }
int pthread_create(void *thread, void *attributes, void *(*start)(void *), void *argument) { return 58; /* ENOTSUP */ }
int pthread_detach(void *thread) { return 0; }
int pthread_join(void *thread, void **result) { return 58; }
END
clang-22 --target=wasm32-wasip1 -O -c "$root/threads.c" -o "$root/threads.o"
cat >"$root/link" <<END
#!/bin/sh
exec wasm-ld-22 "\$@" $libraries/crt1-command.o $root/threads.o -L$libraries -lc -lwasi-emulated-getpid \
    -lwasi-emulated-mman -lwasi-emulated-process-clocks -lwasi-emulated-signal \
    $root/usr/lib/llvm-22/lib/clang/22/lib/wasi/libclang_rt.builtins-wasm32.a
END
chmod +x "$root/link"

step compile for wasm32-wasip1
export CARGO_TARGET_WASM32_WASIP1_LINKER=$root/link CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS=-Clink-self-contained=no
export CC_wasm32_wasip1=clang-22 AR_wasm32_wasip1=llvm-ar-22
export CFLAGS_wasm32_wasip1="--target=wasm32-wasip1 --sysroot=$root/usr -isystem $root/usr/include/wasm32-wasi"
examples=(ground_truth own_table puzzle_book answers)
options=(--release --locked -p nqdb -p nqdb-explorer --no-default-features --features nqdb/bundled "${examples[@]/#/--example=}")
# Building the standard library from source is a nightly feature.
RUSTC_BOOTSTRAP=1 cargo build -Zbuild-std=std,panic_abort --target wasm32-wasip1 "${options[@]}"
step compile for this machine
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
