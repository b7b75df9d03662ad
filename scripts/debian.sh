# Sourced: `unpack_debian FOLDER PACKAGE…` downloads Debian packages and what they need, and unpacks them into FOLDER/root.
# Never installed; no root needed. Done once for a folder.
unpack_debian() {
  local packages=$1
  shift
  [ ! -e "$packages/ready" ] || return 0
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || { echo "no apt-get here: not a Debian" >&2; exit 1; }
  mkdir -p "$packages"/{archives/partial,root}
  local own=(-o Debug::NoLocking=1 -o Acquire::Retries=2 -o "Dir::Cache=$packages" -o "Dir::Cache::archives=$packages/archives")
  if ! apt-cache show "$1" >/dev/null 2>&1; then
    mkdir -p "$packages/lists/partial"
    own+=(-o "Dir::State::lists=$packages/lists")
    apt-get "${own[@]}" update -qq >&2
  fi
  apt-get "${own[@]}" install -y -qq --no-install-recommends --download-only "$@" >&2
  local package
  for package in "$packages"/archives/*.deb; do dpkg -x "$package" "$packages/root"; done
  rm -rf "$packages"/{archives,lists,pkgcache.bin,srcpkgcache.bin}
  touch "$packages/ready"
}
