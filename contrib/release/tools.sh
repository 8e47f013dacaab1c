# shellcheck shell=bash
# The tools of a release, for the other scripts of this directory and for tests/windows/run: Debian's Rust, zig,
# cargo-zigbuild, cargo-deb, maturin, hatchling, MinGW-w64, wine, clang for WASI. They are unpacked below the target
# directory; nothing is installed on the machine, and its apt configuration is unchanged. Sourced with the repository as
# the current directory.

CARGO_DEB=3.8.0

step() { printf '\n== %s\n' "$*"; }
fail() {
    printf '%s: %s\n' "${0##*/}" "$*" >&2
    exit 1
}

# Creates $RELEASE, the directory of tools and intermediate files, and removes the user's settings from the environment.
release_directory() {
    mkdir -p "${CARGO_TARGET_DIR:-target}/release-files"
    RELEASE=$(cd "${CARGO_TARGET_DIR:-target}/release-files" && pwd)
    [[ $RELEASE != *[[:space:]]* ]] || fail "the path of the target directory has a space: $RELEASE"
    # shellcheck disable=SC2086
    unset ${!CARGO_TARGET_*} ${!CARGO_BUILD_*} ${!CARGO_PROFILE_*} ${!CFLAGS*} ${!CXXFLAGS*} ${!LDFLAGS*} ${!NQDB_*} \
        RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUST_BACKTRACE CC CXX AR
    export CARGO_TARGET_DIR=$RELEASE/cargo LC_ALL=C.UTF-8 TZ=UTC
    # The extension uses its host's SQLite; the build must not look for one on this machine.
    export SQLITE3_NO_PKG_CONFIG=1
    umask 022
}

# Fails unless this is Debian 12 on x86-64 and has these programs.
need() {
    local program missing=()
    # shellcheck source=/dev/null
    [ "$(. /etc/os-release && echo "$ID $VERSION_ID")" = "debian 12" ] && [ "$(uname -m)" = x86_64 ] ||
        fail "release files are built on Debian 12 for x86-64, for example in a container or a chroot"
    for program in "$@"; do
        command -v "$program" >/dev/null || missing+=("$program")
    done
    [ ${#missing[@]} = 0 ] || fail "missing programs: ${missing[*]}"
}

# Downloads the package lists of this machine's apt sources for both architectures. The state of apt is in $RELEASE/apt.
apt_lists() {
    export APT_CONFIG=$RELEASE/apt/apt.conf
    mkdir -p "$RELEASE"/apt/{lists/partial,cache}
    cat >"$APT_CONFIG" <<END
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Sandbox::User "$(id -un)";
Acquire::Languages "none";
Acquire::Retries "3";
Debug::NoLocking "1";
Dir::Cache "$RELEASE/apt/cache";
Dir::State::lists "$RELEASE/apt/lists";
Dir::State::status "/var/lib/dpkg/status";
END
    apt-get update -qq
}

# Unpacks Debian packages into the directory $RELEASE/$1, with the dependencies that this machine lacks. Packages of
# another architecture (NAME:arm64) are unpacked without dependencies.
debian() {
    local root=$RELEASE/$1 package own=() foreign=()
    shift
    [ "$(cat "$root/packages" 2>/dev/null)" != "$*" ] || return 0
    step "unpack $* from Debian"
    rm -rf "$root" "$root.debs"
    mkdir -p "$root" "$root.debs/partial"
    [ -n "${APT_CONFIG-}" ] || apt_lists
    for package in "$@"; do
        case $package in *:*) foreign+=("$package") ;; *) own+=("$package") ;; esac
    done
    [ ${#own[@]} = 0 ] ||
        apt-get install -qq --yes --no-install-recommends --reinstall --download-only \
            -o Dir::Cache::archives="$root.debs" "${own[@]}" >/dev/null ||
        fail "apt can't download ${own[*]}: the apt sources must include bookworm and bookworm-security"
    [ ${#foreign[@]} = 0 ] || (cd "$root.debs" && apt-get download -qq "${foreign[@]}") ||
        fail "apt can't download ${foreign[*]}"
    for package in "$root.debs"/*.deb; do
        dpkg-deb --extract "$package" "$root"
        dpkg-deb --show --showformat '${Package} ${Version} ${Architecture}\n' "$package" >>"$root/versions"
    done
    rm -rf "$root.debs"
    echo "$*" >"$root/packages"
}

# Installs packages from PyPI into the virtual environment $RELEASE/$1.
pypi() {
    local root=$RELEASE/$1
    shift
    local key="$* $(sha256sum <contrib/release/requirements.txt)"
    [ "$(cat "$root/packages" 2>/dev/null)" != "$key" ] || return 0
    step "install $* from PyPI"
    python3 -m venv --clear "$root"
    "$root/bin/pip" install --quiet --disable-pip-version-check "$@"
    echo "$key" >"$root/packages"
}

# Rust for Linux on both architectures, and the source of its standard library, for the other systems.
rust() {
    local root=$RELEASE/rust
    debian rust rustc-web cargo-web rust-web-src libstd-rust-web-dev:arm64
    export PATH=$root/usr/bin:$PATH LD_LIBRARY_PATH=$root/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    cargo --version >/dev/null && rustc --version >/dev/null || fail "Debian's Rust does not start from $root"
}

# Sets up the compilers: Rust, and zig, which compiles C and links for macOS and for a chosen glibc.
compilers() {
    rust
    pypi python --require-hashes --requirement contrib/release/requirements.txt
    export PATH=$RELEASE/python/bin:$PATH
    export ZIG_GLOBAL_CACHE_DIR=$RELEASE/zig CARGO_ZIGBUILD_CACHE_DIR=$RELEASE/zigbuild
}

# Sets the compiler flags of a release: the arguments, and none of this machine's paths, which panic messages contain.
rust_flags() {
    local IFS=$'\x1f' crates flags=("--remap-path-prefix=$PWD=/nqdb" "--remap-path-prefix=$RELEASE=/build")
    for crates in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*; do
        flags+=("--remap-path-prefix=$crates=/crates")
    done
    export CARGO_ENCODED_RUSTFLAGS="${flags[*]}${*:+$IFS$*}"
}

# with_std COMMAND…: runs cargo so that it compiles the standard library too, which is a nightly feature.
with_std() { env RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_unwind,panic_abort "$@"; }

WINDOWS=x86_64-pc-windows-gnu
MINGW=x86_64-w64-mingw32

# Sets up the compilers for Windows, after `rust`.
windows_compilers() {
    debian mingw gcc-mingw-w64-x86-64-win32
    export PATH=$RELEASE/mingw/usr/bin:$PATH LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$RELEASE/mingw/usr/lib/x86_64-linux-gnu
    export CC_x86_64_pc_windows_gnu=$MINGW-gcc-win32 AR_x86_64_pc_windows_gnu=$MINGW-ar
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$MINGW-gcc-win32
}

# A fresh Windows in the directory $1 for `wine`, after `windows_compilers`. It has two libraries that wine 8 lacks.
new_windows() {
    local system=$1/drive_c/windows/system32
    debian wine wine64 libwine
    # The script in its place expects the server in /usr.
    ln -sf wineserver64 "$RELEASE/wine/usr/lib/wine/wineserver"
    rm -rf "$1"
    mkdir -p "$system"
    cp "$RELEASE/wine/usr/$MINGW/lib/zlib1.dll" "$system"
    "$MINGW-gcc-win32" -shared -x c - -o "$system/bcryptprimitives.dll" <<'END'
#include <windows.h>
#include <ntsecapi.h>
/* The random numbers of Rust's standard library. */
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T length) { return RtlGenRandom(bytes, length); }
END
    WINEPREFIX=$(cd "$1" && pwd)
    export WINEPREFIX WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
    wine wineboot.exe --init 2>/dev/null
}

# Runs a Windows program. exec_wine becomes its process.
wine() { (exec_wine "$@"); }
exec_wine() {
    export LD_LIBRARY_PATH=$RELEASE/wine/usr/lib/x86_64-linux-gnu
    exec "$RELEASE/wine/usr/lib/wine/wine64" "$@"
}

# The compiler flags for WASI: wasi_compilers sets the linker up, and all hosts have had vectors since 2023.
WASI_FLAGS=(-Clink-self-contained=no -Ctarget-feature=+simd128)

# Sets up the compilers for WASI, after `rust`. $1 is the start code: crt1-command.o of a program, crt1-reactor.o of a
# library.
wasi_compilers() {
    local root=$RELEASE/wasi libraries
    libraries=$root/usr/lib/wasm32-wasi
    debian wasi clang-22 lld-22 llvm-22 libclang-rt-22-dev-wasm32 wasi-libc
    export PATH=$root/usr/bin:$PATH LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$root/usr/lib/x86_64-linux-gnu
    # What the standard library refers to and Debian's older libc for WASI lacks. WASI has no threads; this realpath
    # is for absolute paths without links.
    cat >"$root/missing.c" <<'END'
#include <string.h>
int pthread_attr_init(void *attributes) { return 0; }
int pthread_attr_destroy(void *attributes) { return 0; }
int pthread_attr_setstacksize(void *attributes, unsigned long size) { return 0; }
int pthread_create(void *thread, void *attributes, void *(*start)(void *), void *argument) { return 58; /* ENOTSUP */ }
int pthread_detach(void *thread) { return 0; }
int pthread_join(void *thread, void **result) { return 58; }
char *realpath(const char *path, char *resolved) { return resolved ? strcpy(resolved, path) : strdup(path); }
END
    export CFLAGS_wasm32_wasip1="--target=wasm32-wasip1 --sysroot=$root/usr -isystem $root/usr/include/wasm32-wasi"
    # shellcheck disable=SC2086
    clang-22 $CFLAGS_wasm32_wasip1 -O -c "$root/missing.c" -o "$root/missing.o"
    cat >"$root/link" <<END
#!/bin/sh
exec wasm-ld-22 "\$@" $libraries/$1 $root/missing.o -L$libraries -lc -lwasi-emulated-getpid -lwasi-emulated-mman \
    -lwasi-emulated-process-clocks -lwasi-emulated-signal \
    $root/usr/lib/llvm-22/lib/clang/22/lib/wasi/libclang_rt.builtins-wasm32.a
END
    chmod +x "$root/link"
    export CARGO_TARGET_WASM32_WASIP1_LINKER=$root/link
    export CC_wasm32_wasip1=clang-22 AR_wasm32_wasip1=llvm-ar-22
}

cargo_deb() {
    [ "$("$RELEASE/cargo-deb/bin/cargo-deb" --version 2>/dev/null)" = "cargo-deb $CARGO_DEB" ] || {
        step "compile cargo-deb $CARGO_DEB"
        cargo install --quiet --locked cargo-deb --version "=$CARGO_DEB" --root "$RELEASE/cargo-deb"
    }
    "$RELEASE/cargo-deb/bin/cargo-deb" "$@"
}
