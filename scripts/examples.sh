#!/usr/bin/env bash
# Fetches what the examples in deploy/ are for – HAProxy, nginx, pgBackRest – from Debian (.cache/examples) for the tests that
# start them. What is installed is not fetched.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

missing=()
for program in haproxy nginx pgbackrest; do
  PATH="$PATH:/usr/sbin" command -v "$program" >/dev/null || missing+=("$program")
done
[ ${#missing[@]} -eq 0 ] || unpack_debian "$PWD/.cache/examples" "${missing[@]/nginx/nginx-light}"
