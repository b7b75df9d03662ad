#!/usr/bin/env bash
# Fetches Debian's PgBouncer (.cache/pgbouncer) for the tests of processes behind a pooler. Where it is installed there is
# nothing to do.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] || unpack_debian "$PWD/.cache/pgbouncer" pgbouncer
