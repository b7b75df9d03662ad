#!/usr/bin/env bash
# Fetches the programs of the examples in deploy/ – HAProxy, nginx, pgBackRest – from Debian (.cache/examples) for the tests
# that start them. An installed program is not fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

missing=()
for program in haproxy nginx pgbackrest; do
  PATH="$PATH:/usr/sbin" command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -eq 0 ] || unpack_debian "$PWD/.cache/examples" "${missing[@]/nginx/nginx-light}"
