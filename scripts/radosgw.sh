#!/usr/bin/env bash
# A real S3 server for tests: Ceph's radosgw with one monitor and one store in memory, on loopback only.
#   radosgw.sh start FOLDER PORT MONITOR_PORT   prints the server's settings as environment; stops again when the start fails
#   radosgw.sh stop FOLDER                      ends the processes whose ids were written down
# The Debian packages are downloaded and unpacked beside this checkout (.cache/radosgw), never installed; no root needed.
set -euo pipefail
. "$(dirname "$0")/debian.sh"

packages="$(cd "$(dirname "$0")/.." && pwd)/.cache/radosgw"
root="$packages/root"
bucket=capsule
access_key=AKTEST
secret_key=SKTEST
fsid=9b5b3e0e-6f0e-4d4b-8f57-1a2c58f1d3aa

main() {
  case "${1:-}" in
    start) start "$2" "$3" "$4" ;;
    stop) stop "$2" ;;
    *) echo "usage: radosgw.sh start FOLDER PORT MONITOR_PORT | stop FOLDER" >&2; exit 2 ;;
  esac
}

start() {
  folder=$1 port=$2 monitor_port=$3
  unpack_debian "$packages" radosgw ceph-mon ceph-osd
  use_unpacked
  mkdir -p "$folder"/{run,log,monitor,store}
  trap 'status=$?; [ $status -eq 0 ] || { tail -n 5 "$folder"/log/*.out >&2 || true; stop "$folder"; }' EXIT
  write_config
  start_monitor
  start_store
  start_gateway
  make_people
  tell
}

use_unpacked() {
  library=$(echo "$root"/usr/lib/*-linux-gnu)
  export LD_LIBRARY_PATH="$library:$root/lib/${library##*/}:$library/ceph" PATH="$root/usr/bin:$PATH"
  export PYTHONPATH="$root/usr/lib/python3/dist-packages"
}

# No ids between its parts, since nobody else reaches them; what was deleted gives its memory back soon.
write_config() {
  config="$folder/ceph.conf"
  cat >"$config" <<END
[global]
fsid = $fsid
mon initial members = a
mon host = v1:127.0.0.1:$monitor_port
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
mon data avail warn = 1
ms bind ipv6 = false
ms bind msgr2 = false
run dir = $folder/run
admin socket = $folder/run/\$name.\$pid.asok
log file = $folder/log/\$name.log
erasure code dir = $library/ceph/erasure-code
plugin dir = $library/ceph
osd class dir = $library/rados-classes
[mon.a]
mon data = $folder/monitor
[osd.0]
osd data = $folder/store
osd objectstore = memstore
memstore device bytes = 4294967296
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:$port
rgw thread pool size = 32
rgw s3 auth use sts = true
rgw sts key = $(head -c 8 /dev/urandom | od -An -tx1 | tr -d ' \n')
rgw gc obj min wait = 5
rgw gc processor period = 5
END
}

start_monitor() {
  monmaptool --create --clobber --fsid "$fsid" --addv a "[v1:127.0.0.1:$monitor_port]" "$folder/monmap" >"$folder/log/monmap.out"
  ceph-mon -c "$config" --mkfs -i a --monmap "$folder/monmap" >"$folder/log/mkfs-monitor.out" 2>&1
  run monitor ceph-mon -c "$config" -i a -f
  ask 30 -s >/dev/null
}

# A store that starts before the monitor has written it down dies of a "wrong fsid"; then it is started again.
start_store() {
  local id
  id=$(cat /proc/sys/kernel/random/uuid)
  ask 20 osd new "$id" >/dev/null
  ceph-osd -c "$config" -i 0 --mkfs --osd-uuid "$id" >"$folder/log/mkfs-store.out" 2>&1
  for _ in $(seq 20); do ! ask 10 osd ls 2>/dev/null | grep -qx 0 || break; sleep 0.5; done
  for _ in 1 2 3 4 5; do
    run store ceph-osd -c "$config" -i 0 -f
    for _ in $(seq 10); do
      ! ask 10 osd stat 2>/dev/null | grep -q '1 up' || return 0
      kill -0 "$(cat "$folder/run/store.pid")" 2>/dev/null || break
      sleep 0.5
    done
  done
  echo "the store did not come up" >&2
  exit 1
}

start_gateway() {
  run gateway radosgw -c "$config" -n client.rgw -f
  for _ in $(seq 240); do
    ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 0
    sleep 0.25
  done
  echo "the gateway did not come up" >&2
  exit 1
}

# The application, and the role that uploads are signed with.
make_people() {
  local trust put
  trust='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["arn:aws:iam:::user/app"]},"Action":["sts:AssumeRole"]}]}'
  put='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:PutObject"],"Resource":["arn:aws:s3:::'$bucket'/image/*","arn:aws:s3:::'$bucket'/video/*","arn:aws:s3:::'$bucket'/file/*"]}]}'
  admin user create --uid=app --display-name=app --access-key="$access_key" --secret-key="$secret_key"
  admin caps add --uid=app --caps='roles=*'
  admin role create --role-name=uploader --assume-role-policy-doc="$trust"
  admin role-policy put --role-name=uploader --policy-name=put --policy-doc="$put"
}

tell() {
  echo "MEDIA_STORE=s3"
  echo "BUCKET_URL=http://127.0.0.1:$port"
  echo "BUCKET_STS_URL=http://127.0.0.1:$port"
  echo "BUCKET_NAME=$bucket"
  echo "BUCKET_REGION=us-east-1"
  echo "BUCKET_ACCESS_KEY_ID=$access_key"
  echo "BUCKET_ACCESS_KEY_SECRET=$secret_key"
  echo "BUCKET_ROLE_ARN=arn:aws:iam:::role/uploader"
  echo "BUCKET_PATH_STYLE=1"
}

# Each is given ten seconds to end by itself.
stop() {
  local file id
  for file in "$1"/run/{gateway,store,monitor}.pid; do
    [ -e "$file" ] || continue
    id=$(cat "$file")
    kill "$id" 2>/dev/null || true
    for _ in $(seq 40); do kill -0 "$id" 2>/dev/null || break; sleep 0.25; done
    ! kill -0 "$id" 2>/dev/null || kill -9 "$id" 2>/dev/null || true
    rm -f "$file"
  done
}

run() {
  local name=$1
  shift
  "$@" >"$folder/log/$name.out" 2>&1 &
  echo $! >"$folder/run/$name.pid"
}

# The client is a Python script whose first line names a Python that may not be installed.
ask() {
  local seconds=$1
  shift
  timeout "$seconds" python3 "$root/usr/bin/ceph" -c "$config" "$@"
}

admin() {
  timeout 60 radosgw-admin -c "$config" -n client.rgw "$@" >>"$folder/log/admin.out" 2>&1
}

main "$@"
