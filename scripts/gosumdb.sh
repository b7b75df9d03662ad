#!/usr/bin/env bash
# Builds the judge of receipts that we did not write (.cache/gosumdb/oracle): test/receipts/oracle.go with Go's sumdb, both from
# Debian. With `vectors` it also makes test/receipts/vectors.json anew.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/debian.sh

cache="$PWD/.cache/gosumdb"
source=test/receipts/oracle.go

if [ ! -x "$cache/oracle" ] || [ "$source" -nt "$cache/oracle" ]; then
  unpack_debian "$cache" golang-go golang-golang-x-mod-dev
  GOROOT=$(echo "$cache"/root/usr/lib/go-*)
  export GOROOT GOPATH="$cache/root/usr/share/gocode" GOCACHE="$cache/cache" GO111MODULE=off CGO_ENABLED=0 GOFLAGS=
  "$GOROOT/bin/go" build -o "$cache/oracle" "$source"
  rm -rf "$cache"/{root,cache,ready}
fi
if [ "${1:-}" = vectors ]; then
  "$cache/oracle" make >test/receipts/vectors.json
  node_modules/.bin/biome format --write test/receipts/vectors.json
fi
