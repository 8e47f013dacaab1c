#!/usr/bin/env bash
# Builds the files of a release from the commit that is checked out: archives and Python wheels for Linux, Windows and
# macOS, Debian packages, the web explorer, and SHA256SUMS. The same commit and the same tools give the same bytes
# (check.sh). test.sh tests the files on systems without Rust; those for macOS are not tested.
#
#     contrib/release/build.sh [OUT]      default: target/release-files/out
#
# Needs Debian 12 on x86-64 with the programs below, and access to Debian's archive, crates.io and PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."
. contrib/release/tools.sh

[ $# -le 1 ] || fail "takes one directory, got $# arguments"
need apt-get dpkg-deb gcc git gzip python3 readelf sha256sum strings tar
python3 -c 'import ensurepip' 2>/dev/null || fail "needs the package python3-venv"
[ -e /usr/lib/x86_64-linux-gnu/libc.a ] || fail "needs the package libc6-dev"
release_directory
OUT=${1:-$RELEASE/out}
[ $# = 0 ] || [ ! -e "$OUT" ] || [ -z "$(ls -A "$OUT")" ] || fail "$OUT is not empty"
[ -z "$(git status --porcelain)" ] || fail "commit your changes first: release files are built from a commit"

VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# The glibc that dynamically linked files require: that of manylinux2014.
GLIBC=2.17

compilers
windows_compilers
# The finished files, moved to OUT when all are complete.
new=$RELEASE/new
rm -rf "$new"
mkdir -p "$new"

cargo fetch --quiet --locked

# The extension, with nqdb and nqdb-sql below it. Outside of its workspace cargo would put their paths into the names of
# symbols.
rm -rf "$RELEASE/extension"
git archive --prefix extension/ HEAD:crates/extension | tar --extract --directory "$RELEASE"
ln -s "$PWD" "$RELEASE/extension/nqdb"
sed -i 's|path = "\.\./|path = "nqdb/crates/|; s|^\[workspace\]$|&\nexclude = ["nqdb"]|' "$RELEASE/extension/Cargo.toml"

# The directory of the files that all packages of a target contain.
stage() { echo "$CARGO_TARGET_DIR/$1/release/package"; }

# The names of the program and of the extension.
program() { case $1 in *-windows-*) echo nqdb.exe ;; *) echo nqdb ;; esac }
extension() {
    case $1 in
    *-windows-*) echo nqdb.dll ;;
    *-apple-*) echo nqdb.dylib ;;
    *) echo nqdb.so ;;
    esac
}

# for_target TARGET COMMAND…: runs a build in the environment that the target needs.
for_target() {
    local target=$1
    shift
    rust_flags
    case $target in
    *-linux-*) "$@" ;;
    *-windows-*) with_std "$@" ;;
    *-apple-*)
        # Debian's Rust has no tool to strip these files, so the linker does it. Without this directory rustc looks for
        # Apple's SDK, which is not needed.
        mkdir -p "$RELEASE/no-sdk"
        rust_flags -Clink-arg=-Wl,-s
        with_std CARGO_PROFILE_RELEASE_STRIP=none SDKROOT="$RELEASE/no-sdk" MACOSX_DEPLOYMENT_TARGET=11.0 "$@"
        ;;
    esac
}

# cargo_build TARGET OPTION…
cargo_build() {
    local target=$1 options
    shift
    options=(build --release --locked "$@" --target)
    case $target in
    *-linux-*) for_target "$target" cargo-zigbuild "${options[@]}" "$target.$GLIBC" ;;
    *-windows-*) for_target "$target" cargo "${options[@]}" "$target" ;;
    *-apple-*) for_target "$target" cargo-zigbuild "${options[@]}" "$target" ;;
    esac
}

# compile TARGET: the extension and the program; for Linux they need glibc $GLIBC or later, except for the program for
# x86-64, which is static.
compile() {
    local target=$1 stage library
    stage=$(stage "$target")
    rm -rf "$stage"
    mkdir -p "$stage"
    step "extension for $target"
    case $target in
    *-apple-*)
        # By default the file contains its path as its name.
        for_target "$target" cargo-zigbuild rustc --release --locked --manifest-path "$RELEASE/extension/Cargo.toml" \
            --target "$target" -- -Clink-arg=-Wl,-install_name,@rpath/nqdb.dylib
        ;;
    *) cargo_build "$target" --manifest-path "$RELEASE/extension/Cargo.toml" ;;
    esac
    library=$(extension "$target")
    case $target in *-windows-*) ;; *) library=lib$library ;; esac
    cp "$CARGO_TARGET_DIR/$target/release/$library" "$stage/$(extension "$target")"
    step "program for $target"
    if [ "$target" = x86_64-unknown-linux-gnu ]; then
        rust_flags -Ctarget-feature=+crt-static
        cargo build --release --locked --target "$target"
    else
        cargo_build "$target"
    fi
    cp "$CARGO_TARGET_DIR/$target/release/$(program "$target")" "$stage"
    contrib/release/copyright.py "$target" nqdb-cli nqdb-extension >"$stage/copyright"
    contrib/release/sbom.py "$target" nqdb-cli nqdb-extension >"$stage/nqdb.cdx.json"
}

# describe TARGET: completions and man pages, written by the program for this machine.
describe() {
    local stage program shell shells=(bash:nqdb zsh:_nqdb fish:nqdb.fish)
    stage=$(stage "$1")
    program=$(stage x86_64-unknown-linux-gnu)/nqdb
    mkdir -p "$stage/completions"
    case $1 in *-windows-*) shells=(powershell:nqdb.ps1) ;; esac
    for shell in "${shells[@]}"; do
        "$program" completions "${shell%:*}" >"$stage/completions/${shell#*:}"
    done
    case $1 in
    *-windows-*) ;;
    *)
        mkdir "$stage/man"
        "$program" man "$stage/man" >/dev/null
        gzip -9n "$stage"/man/*
        ;;
    esac
}

# check TARGET: the libraries that the program and the extension need, and the paths in them.
check() {
    local file needs newest=''
    for file in "$(stage "$1")/$(program "$1")" "$(stage "$1")/$(extension "$1")"; do
        case $1 in
        *-linux-*)
            needs=$(readelf --dynamic "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | xargs)
            newest=$(readelf --version-info "$file" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1 || true)
            [ "$1:${file##*/}" != x86_64-unknown-linux-gnu:nqdb ] || [ -z "$needs" ] || fail "$file is not static"
            printf '%s\nGLIBC_%s\n' "$newest" "$GLIBC" | sort -VC || fail "$file needs a glibc later than $GLIBC"
            ;;
        *-windows-*)
            needs=$("$MINGW-objdump" --private-headers "$file" | sed -n 's/.*DLL Name: //p' | sort | xargs)
            [[ $needs != *lib* ]] || fail "$file needs a library of MinGW-w64: $needs"
            ;;
        *-apple-*)
            needs=$(contrib/release/mach-o.py "$file" | xargs)
            [[ " $needs" != *\ [!/]* && $needs != */usr/local* ]] || fail "$file needs a library that macOS lacks: $needs"
            ;;
        esac
        echo "$1 ${file##*/}: $(stat -c %s "$file") bytes, needs ${needs:-no library} $newest"
        ! strings -a "$file" | grep -F -e "$PWD/" -e "$RELEASE/" -e "${CARGO_HOME:-$HOME/.cargo}/" ||
            fail "$file contains paths of this machine"
    done
}

# archive TARGET NAME: a tarball, and for Windows a zip file.
archive() {
    local name=nqdb-$VERSION-$2 stage tree
    stage=$(stage "$1")
    tree=$RELEASE/tree/$name
    rm -rf "$RELEASE/tree"
    mkdir -p "$tree"
    cp -r "$stage"/* README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs "$tree"
    case $1 in
    *-windows-*)
        step "$name.zip"
        contrib/release/zip.py "$RELEASE/tree" "$name" "$new/$name.zip"
        ;;
    *)
        step "$name.tar.gz"
        cp -r contrib/{serve,slurm,snakemake,spark} "$tree"
        tar --create --directory "$RELEASE/tree" --format=gnu --sort=name --owner=0 --group=0 --numeric-owner \
            --mode=u=rwX,go=rX --mtime="@$SOURCE_DATE_EPOCH" "$name" | gzip -9n >"$new/$name.tar.gz"
        ;;
    esac
}

# debian_package TARGET: from [package.metadata.deb] of crates/cli/Cargo.toml.
debian_package() {
    step "Debian package for $1"
    cargo_deb --package nqdb-cli --target "$1" --no-build --no-strip --output "$new" --quiet
}

# wheel TARGET: the Python module and the extension above.
wheel() {
    step "wheel for $1"
    for_target "$1" crates/python/build-wheel.sh --target "$1" --extension "$(stage "$1")/$(extension "$1")" "$new"
}

linux=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu)
targets=("${linux[@]}" "$WINDOWS" aarch64-apple-darwin x86_64-apple-darwin)
for target in "${targets[@]}"; do compile "$target"; done
for target in "${targets[@]}"; do describe "$target"; done
step check the programs and extensions
for target in "${targets[@]}"; do check "$target"; done
for target in "${targets[@]}"; do
    case $target in
    *-linux-*) archive "$target" "${target%%-*}-linux" ;;
    *-windows-*) archive "$target" "${target%%-*}-windows" ;;
    *-apple-*) archive "$target" "${target%%-*}-macos" ;;
    esac
    wheel "$target"
done
for target in "${linux[@]}"; do debian_package "$target"; done

step "nqdb-$VERSION-web.zip"
rm -rf "$RELEASE/tree"
mkdir "$RELEASE/tree"
CARGO_TARGET_DIR=${RELEASE%/release-files} crates/web/build "$RELEASE/tree/nqdb-$VERSION-web"
contrib/release/zip.py "$RELEASE/tree" "nqdb-$VERSION-web" "$new/nqdb-$VERSION-web.zip"

step "packages of the extension"
libraries=()
for target in "${targets[@]}"; do libraries+=("$target=$(stage "$target")/$(extension "$target")"); done
contrib/release/extension.py "$VERSION" "$new" "${libraries[@]}"

step "source of the Python module"
(cd crates/python && PYTHONDONTWRITEBYTECODE=1 python3 -c 'import backend, sys; backend.build_sdist(sys.argv[1])' "$new")

step "wheels of the plugins"
pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$new" \
    crates/python/datasette-nqdb crates/python/sqlite-utils-nqdb

# The indexes. The crate leaves out the largest ones.
cp fixtures/indexes/*.db "$new"
cp "$RELEASE/rust/versions" "$new/tools.txt"
step "licences and bills of materials"
"$RELEASE/python/bin/python" contrib/release/notices.py "$new"/*.{deb,gz,tgz,whl,zip}

(cd "$new" && sha256sum -- * >"$RELEASE/SHA256SUMS" && mv "$RELEASE/SHA256SUMS" .)
[ $# = 1 ] || rm -rf "$OUT"
mkdir -p "$OUT"
mv "$new"/* "$OUT"
step "files in $OUT"
ls -l "$OUT"
