#!/bin/sh
# Installs the peers that are missing, where that can be done without asking: Debian's packages, as root or by sudo. What cannot be
# had is left out of the comparison, so this never fails.
missing=""
for package in python3-simpy3 pypy3 libsimgrid-dev libns3-dev pkg-config g++; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
  echo "peers: not a Debian system, so these are not installed:$missing" >&2
  exit 0
fi
if [ "$(id -u)" = 0 ]; then
  as=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  as="sudo -n"
else
  echo "peers: neither root nor sudo without a password, so these are not installed:$missing" >&2
  exit 0
fi
echo "peers: installing$missing" >&2
$as apt-get update -qq >&2 || true
for package in $missing; do
  $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 ||
    echo "peers: $package cannot be installed" >&2
done
exit 0
