#!/usr/bin/env bash
# Fetches Prometheus' own tool (.cache/promtool, 320 MB) for the tests of deploy/prometheus. Where it is installed there is
# nothing to do.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

command -v promtool >/dev/null || unpack_debian "$PWD/.cache/promtool" prometheus
