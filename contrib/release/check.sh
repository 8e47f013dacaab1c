#!/usr/bin/env bash
# Builds the files of a release a second time, in a clone in another directory with separate tools, and checks that they
# are the same bytes as those of build.sh.
#
#     contrib/release/check.sh [OUT]      default: target/release-files/out, the output of build.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
. contrib/release/tools.sh

[ $# -le 1 ] || fail "takes one directory, got $# arguments"
need git sha256sum
release_directory
OUT=${1:-$RELEASE/out}
[ -e "$OUT/SHA256SUMS" ] || fail "$OUT has no SHA256SUMS: run contrib/release/build.sh first"
OUT=$(cd "$OUT" && pwd)
again=$RELEASE/again/in-another-directory
rm -rf "$RELEASE/again"
trap 'rm -rf "$RELEASE/again"' EXIT
git clone --quiet --no-hardlinks . "$again"

unset CARGO_TARGET_DIR
"$again/contrib/release/build.sh"
step compare
diff -u "$OUT/SHA256SUMS" "$again/target/release-files/out/SHA256SUMS" || fail "the files differ"
(cd "$again/target/release-files/out" && sha256sum --check --quiet SHA256SUMS)
echo "the files are the same"
