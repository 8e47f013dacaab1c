#!/usr/bin/env bash
# Tests the files of a release on systems without Rust, and prints how long everything takes: the static program in an
# otherwise empty directory; tarball, Debian package and wheel on Debian 12 and on Debian 11, which has glibc 2.31 and
# Python 3.9; those for aarch64 in qemu, whose times are meaningless.
#
#     sudo contrib/release/test.sh [OUT]      default: target/release-files/out, the output of build.sh
#
# Runs as root, for chroot. The systems are installed from Debian packages below the target directory.
set -euo pipefail
cd "$(dirname "$0")/../.."
. contrib/release/tools.sh

[ $# -le 1 ] || fail "takes one directory, got $# arguments"
export PATH=$PATH:/usr/sbin:/sbin
need apt-get chroot dpkg dpkg-deb python3 sha256sum tar
[ "$(id -u)" = 0 ] || fail "must run as root, for chroot"
release_directory
OUT=${1:-$RELEASE/out}
[ -e "$OUT/SHA256SUMS" ] || fail "$OUT has no SHA256SUMS: run contrib/release/build.sh first"
OUT=$(cd "$OUT" && pwd)
VERSION=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)

# image NAME: creates a fresh Debian with sqlite3 and Python, once.
image() {
    [ ! -e "$RELEASE/images/$1.complete" ] || return 0
    step "create an image of Debian $1"
    mkdir -p "$RELEASE/images"
    rm -rf "$RELEASE/images/$1"
    DEBOOTSTRAP_DIR=$RELEASE/emulator/usr/share/debootstrap "$RELEASE/emulator/usr/sbin/debootstrap" \
        --variant=minbase --include=sqlite3,python3-venv "$1" "$RELEASE/images/$1" >"$RELEASE/images/$1.log" ||
        fail "debootstrap failed: $RELEASE/images/$1.log"
    touch "$RELEASE/images/$1.complete"
}

# machine NAME: copies the image to $root, and the files of the release to its /release.
machine() {
    step "$1"
    root=$RELEASE/machine
    emulator=
    rm -rf "$root"
    cp -a "$RELEASE/images/$1" "$root"
    mkdir -p "$root/release" "$root/root" "$root/tmp"
    cp -r "$OUT"/. "$root/release"
}
trap 'rm -rf "$RELEASE/machine"' EXIT

on_machine() {
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot "$root" ${emulator:+"$emulator"} "$@"
}

# expect TEXT COMMAND...: checks that the command succeeds and prints TEXT. Prints its time in milliseconds.
expect() {
    local text=$1 got start=$EPOCHREALTIME milliseconds
    shift
    got=$(on_machine "$@" 2>&1) || fail "failed: $*
$got"
    milliseconds=$(((${EPOCHREALTIME/./} - ${start/./}) / 1000))
    [[ $got == *"$text"* ]] || fail "expected $text from $*, got
$got"
    got=${*//$'\n'*/ …}
    printf '%6d ms  %.100s\n' "$milliseconds" "$got"
}

# first_things PROGRAM: the first commands of a new user.
first_things() {
    expect "nqdb $VERSION" "$1" --version
    expect "2 8 10 4 1 5 9 6 3 7" "$1" unrank 10 100
    expect "365596 solutions in 45752 orbits" "$1" --db /tmp/nqdb.db build 14
    expect "8 6 2 10 13 7 3 11 14 12 5 9 4 1" "$1" --db /tmp/nqdb.db unrank 14 200000
    expect "10" "$1" sql "SELECT nq_orbit_id('6 4 7 1 8 2 5 3')"
    rm "$root/tmp/nqdb.db"
}

extension_at() {
    expect 10 /usr/bin/sqlite3 :memory: ".load $1" "SELECT nq_orbit_id('6 4 7 1 8 2 5 3')"
}

tarball() {
    local name=nqdb-$VERSION-$1-linux
    tar --extract --directory "$root" --file "$OUT/$name.tar.gz"
    first_things "/$name/nqdb"
    extension_at "/$name/nqdb"
    [ -s "$root/$name/man/nqdb-unrank.1.gz" ] && [ -s "$root/$name/copyright" ] || fail "$name lacks man pages or licences"
}

installed() {
    local file
    first_things /usr/bin/nqdb
    extension_at /usr/lib/nqdb/nqdb
    for file in man/man1/nqdb.1.gz man/man1/nqdb-unrank.1.gz bash-completion/completions/nqdb \
        zsh/vendor-completions/_nqdb fish/vendor_completions.d/nqdb.fish doc/nqdb/copyright \
        doc/nqdb/docs/for/teacher.md doc/nqdb/docs/notes/sources.md; do
        [ -s "$root/usr/share/$file" ] || fail "the package lacks /usr/share/$file"
    done
}

removed() {
    local left
    left=$(cd "$root" && find usr -path '*nqdb*' ! -path 'usr/share/doc*')
    [ -z "$left" ] || fail "the package leaves $left"
}

debian_package() {
    expect "Setting up nqdb" /usr/bin/dpkg -i "/release/nqdb_${VERSION}_amd64.deb"
    installed
    expect "Removing nqdb" /usr/bin/apt-get remove --yes nqdb
    removed
}

PYTHON_TOUR='
import nqdb
print(nqdb.Database().board(10).unrank(100))
nqdb.build(14, "/tmp/wheel.db")
print(nqdb.Database("/tmp/wheel.db").board(14).unrank(200000))
connection = nqdb.connect()
print(connection.execute("SELECT nq_orbit_id(?)", ["6 4 7 1 8 2 5 3"]).fetchone())
'
PYTHON_ANSWERS='[2, 8, 10, 4, 1, 5, 9, 6, 3, 7]
[8, 6, 2, 10, 13, 7, 3, 11, 14, 12, 5, 9, 4, 1]
(10,)'
NOTEBOOK='
import nbclient, nbformat.v4 as v4
book = v4.new_notebook(cells=[v4.new_code_cell("import nqdb; nqdb.Database().board(8).orbit(10)")])
print(nbclient.NotebookClient(book).execute().cells[0].outputs[0].data["image/svg+xml"])
'

wheel() {
    local file
    file=$(cd "$OUT" && echo nqueens_db-*_x86_64.whl)
    expect "" /usr/bin/python3 -m venv /tour
    expect "Successfully installed nqueens-db" /tour/bin/pip install --no-index "/release/$file"
    expect "$PYTHON_ANSWERS" /tour/bin/python -c "$PYTHON_TOUR"
}

# Runs a notebook of one cell in Jupyter's kernel.
notebook() {
    cp -r "$RELEASE/jupyter" "$root/jupyter"
    expect "Successfully installed" /tour/bin/pip install --no-index --find-links /jupyter nbclient ipykernel
    expect "<svg" /tour/bin/python -c "$NOTEBOOK"
}

debian emulator debootstrap qemu-user-static
debian images/aarch64 libc6:arm64 libgcc-s1:arm64 libtinfo6:arm64 libreadline8:arm64 zlib1g:arm64 libsqlite3-0:arm64 \
    sqlite3:arm64 libexpat1:arm64 libpython3.11-minimal:arm64 libpython3.11-stdlib:arm64 python3.11-minimal:arm64
if [ ! -e "$RELEASE/jupyter/complete" ]; then
    step download nbclient and ipykernel for the notebook
    rm -rf "$RELEASE/jupyter"
    python3 -m venv --clear "$RELEASE/pip"
    "$RELEASE/pip/bin/pip" download --quiet --disable-pip-version-check --dest "$RELEASE/jupyter" \
        --only-binary :all: --python-version 3.11 --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 \
        nbclient ipykernel
    touch "$RELEASE/jupyter/complete"
fi
image bookworm
image bullseye

step check SHA256SUMS
(cd "$OUT" && sha256sum --check --quiet SHA256SUMS)

step the static program
root=$RELEASE/machine emulator=
rm -rf "$root"
mkdir -p "$root/tmp"
tar --extract --directory "$root" --strip-components 1 --file "$OUT/nqdb-$VERSION-x86_64-linux.tar.gz" \
    "nqdb-$VERSION-x86_64-linux/nqdb"
first_things /nqdb

machine bookworm
tarball x86_64
debian_package
wheel
notebook

machine bullseye
tarball x86_64
debian_package
wheel

machine aarch64
cp "$RELEASE/emulator/usr/bin/qemu-aarch64-static" "$root/qemu"
emulator=/qemu
tarball aarch64
# The image has no dpkg, so this machine's is used.
packages() {
    dpkg --root="$root" --force-architecture --force-depends "$@" >"$RELEASE/dpkg.log" 2>&1 ||
        fail "dpkg $*: $(cat "$RELEASE/dpkg.log")"
}
mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
touch "$root/var/lib/dpkg/status"
packages --install "$OUT/nqdb_${VERSION}_arm64.deb"
installed
packages --remove nqdb
removed
python3 -m zipfile --extract "$OUT"/nqueens_db-*_aarch64.whl "$root/wheel"
expect "$PYTHON_ANSWERS" /usr/bin/python3.11 -c "import sys; sys.path.insert(0, '/wheel')
$PYTHON_TOUR"

step everything works
