#!/usr/bin/env bash
# Fetches Debian's libfaketime (.cache/faketime) for the test that opens a capsule of 2120 on a PostgreSQL server. Where it
# is installed there is nothing to do.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

compgen -G "/usr/lib/*/faketime/libfaketimeMT.so.1" >/dev/null || unpack_debian "$PWD/.cache/faketime" libfaketime
