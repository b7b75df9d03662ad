#!/usr/bin/env bash
# Fetches what a cluster of PostgreSQL is made of – Patroni, etcd, HAProxy – from Debian (.cache/cluster) for `npm run test:ha`.
# PostgreSQL itself must be installed. Nothing else is.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

unpack_debian "$PWD/.cache/cluster" patroni etcd-server python3-etcd haproxy
