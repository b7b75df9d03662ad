#!/usr/bin/env bash
# Fetches the parts of a cluster of PostgreSQL – Patroni, etcd, HAProxy – from Debian (.cache/cluster) for `npm run test:ha`.
# PostgreSQL itself must be installed; nothing else need be.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

unpack_debian "$PWD/.cache/cluster" patroni etcd-server python3-etcd haproxy
